/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Compares the speed of OpenCSD and rvt on the same STP stream. */
#include <stdlib.h>

#include "tests/bench/transport.h"
#include "tests/opencsd/peer.h"
#include "transport/stp/stp_decoder.h"
#include "transport/stp/stp_encoder.h"

enum { BYTES = 2 << 20, PUSH = 65536 };

struct load {
    uint8_t *stream;
    size_t bytes;
    uint64_t sum;
    struct rvt_stp_decoder decoder;
};

/* Messages: a word with the time, eight packets of 64 bits, FLAG. */
static void make(struct load *load)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT,
                                                  .sync_bytes = 4096};
    struct rvt_stp_encoder encoder;
    struct rvt_stp_record record = {.master = 16};
    size_t bytes = 0;

    if (rvt_stp_encoder_init(&encoder, &config) != RVT_OK)
        abort();
    for (unsigned i = 0; load->bytes < BYTES; i++) {
        record.opcode = i % 10 == 0 ? RVT_STP_D32TS : i % 10 == 9 ? RVT_STP_FLAG : RVT_STP_D64;
        record.payload = i % 10 == 9 ? 0 : i;
        record.channel = (uint16_t)(i / 100 % 4);
        record.time += i % 10 == 0 ? 1 + i % 250 : 0;
        if (rvt_stp_encoder_put(&encoder, &record, load->stream + load->bytes,
                                2 * (size_t)BYTES - load->bytes, &bytes) != RVT_OK)
            abort();
        load->bytes += bytes;
    }
}

static void on_event(void *context, const struct rvt_stp_event *event)
{
    struct load *load = context;

    load->sum += event->packet.payload ^ event->time;
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct load *load = context;

    load->sum += finding->byte;
}

static void run_own(void *context)
{
    struct load *load = context;
    const struct rvt_stp_config config = {0};
    const struct rvt_stp_sinks sinks = {
        .event = on_event, .event_context = load, .finding = on_finding, .finding_context = load};

    if (rvt_stp_decoder_init(&load->decoder, &config, &sinks) != RVT_OK)
        abort();
    for (size_t at = 0; at < load->bytes; at += PUSH)
        rvt_stp_decoder_bytes(&load->decoder, load->stream + at,
                              load->bytes - at < PUSH ? load->bytes - at : PUSH);
    rvt_stp_decoder_finish(&load->decoder);
}

static void run_peer(void *context)
{
    struct load *load = context;
    uint64_t sum = 0;

    if (!peer_run(load->stream, load->bytes, &sum))
        abort();
    load->sum += sum;
}

int main(void)
{
    static struct load load;

    load.stream = malloc(2 * (size_t)BYTES);
    if (load.stream == NULL)
        return 2;
    make(&load);
    double own = bench_best(run_own, &load), peer = bench_best(run_peer, &load);
    (void)printf("  %-6s %-32s %9.1f  MB/s\n", "", "STP decode, OpenCSD",
                 1e-6 * (double)load.bytes / peer);
    bool good = bench_bar("STP decode, rvt to OpenCSD", peer / own, 3, "times");
    free(load.stream);
    return good ? 0 : 1;
}
