/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * STP to packets: messages of many data packets, short messages with timestamps, Gray code, least
 * significant nibbles first, a stream without ASYNC; and records to STP. In million bytes per
 * second.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/transport.h"
#include "transport/stp/stp_decoder.h"
#include "transport/stp/stp_encoder.h"

enum { BYTES = 4 << 20, PUSH = 65536 };

struct load {
    struct rvt_stp_encoder_config sender;
    unsigned data; /* packets of 64 bits in a message */
    uint8_t *stream;
    size_t bytes;
    uint64_t packets, sum, findings;
    struct rvt_stp_decoder decoder;
};

static void put(struct load *load, struct rvt_stp_encoder *encoder, enum rvt_stp_opcode opcode,
                uint64_t payload, uint64_t time)
{
    struct rvt_stp_record record = {.opcode = opcode,
                                    .master = 16,
                                    .channel = (uint16_t)(time >> 12 & 3),
                                    .payload = payload,
                                    .time = time};
    size_t bytes = 0;

    if (rvt_stp_encoder_put(encoder, &record, load->stream + load->bytes,
                            2 * (size_t)BYTES - load->bytes, &bytes) != RVT_OK)
        abort();
    load->bytes += bytes;
}

/* Messages: a word with the time, data, FLAG; or a word with the time alone. */
static void make(void *context)
{
    struct load *load = context;
    struct rvt_stp_encoder encoder;
    uint64_t time = 0, state = 1;

    load->bytes = 0;
    if (rvt_stp_encoder_init(&encoder, &load->sender) != RVT_OK)
        abort();
    while (load->bytes < BYTES) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        time += 1 + (state >> 33 & 0xff);
        put(load, &encoder, load->data > 0 ? RVT_STP_D32TS : RVT_STP_D32MTS, state >> 32, time);
        for (unsigned i = 0; i < load->data; i++)
            put(load, &encoder, RVT_STP_D64, state ^ i, time);
        if (load->data > 0)
            put(load, &encoder, RVT_STP_FLAG, 0, time);
    }
    size_t bytes = 0;
    if (rvt_stp_encoder_finish(&encoder, load->stream + load->bytes, 1, &bytes) != RVT_OK)
        abort();
    load->bytes += bytes;
}

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct load *load = context;

    load->packets++;
    load->sum += event->packet.payload ^ event->time;
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct load *load = context;

    load->findings += rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO;
}

static void run(void *context)
{
    struct load *load = context;
    const struct rvt_stp_config config = {.le_always = load->sender.le_always};
    const struct rvt_stp_sinks sinks = {
        .event = on_event, .event_context = load, .finding = on_finding, .finding_context = load};

    load->packets = 0;
    load->findings = 0;
    if (rvt_stp_decoder_init(&load->decoder, &config, &sinks) != RVT_OK)
        abort();
    for (size_t at = 0; at < load->bytes; at += PUSH)
        rvt_stp_decoder_bytes(&load->decoder, load->stream + at,
                              load->bytes - at < PUSH ? load->bytes - at : PUSH);
    rvt_stp_decoder_finish(&load->decoder);
}

/* Measures one stream against its bar. The findings that it must have: 0, or 1 if it is lost. */
static bool measure(struct load *load, const char *name, double bar, uint64_t findings)
{
    double seconds = bench_best(run, load);

    if (load->findings != findings || load->packets < load->bytes / 30) {
        (void)fprintf(stderr, "stp_bench: %s: %" PRIu64 " findings, %" PRIu64 " packets\n", name,
                      load->findings, load->packets);
        return false;
    }
    (void)printf("  %-6s %-32s %9.1f  M packets/s\n", "", name,
                 1e-6 * (double)load->packets / seconds);
    return bench_bar(name, 1e-6 * (double)load->bytes / seconds, bar, "MB/s");
}

int main(void)
{
    static struct load load;
    bool good = true;

    load.stream = malloc(2 * (size_t)BYTES);
    if (load.stream == NULL)
        return 2;
    load.sender =
        (struct rvt_stp_encoder_config){.time_type = RVT_STP_TIME_NAT, .sync_bytes = 4096};
    load.data = 8;
    double seconds = bench_best(make, &load);
    good &= bench_bar("STP encode, messages", 1e-6 * (double)load.bytes / seconds, 50, "MB/s");
    good &= measure(&load, "STP decode, messages", 150, 0);
    load.data = 0;
    make(&load);
    good &= measure(&load, "STP decode, short with time", 150, 0);
    load.sender.time_type = RVT_STP_TIME_GRAY;
    make(&load);
    good &= measure(&load, "STP decode, Gray code", 150, 0);
    load.sender.minor = 4;
    load.sender.le = true;
    load.data = 4;
    make(&load);
    good &= measure(&load, "STP decode, 2.4 with LE", 150, 0);
    for (size_t at = 0; at < load.bytes; at++)
        load.stream[at] &= 0x77; /* no ASYNC remains */
    good &= measure(&load, "STP decode, nothing but noise", 150, 1);
    free(load.stream);
    return good ? 0 : 1;
}
