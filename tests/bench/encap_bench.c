/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Encapsulated bytes to packets: short ones as an encoder sends them, and longer ones, with
 * srcID and timestamp, to a route. In million bytes per second. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stream/encap_parser.h"
#include "stream/encap_writer.h"
#include "tests/bench/transport.h"

enum { BYTES = 4 << 20, PUSH = 65536 };

struct load {
    struct rvt_config config;
    struct rvt_encap_route route;
    size_t routes;
    uint8_t *stream;
    size_t bytes;
    uint64_t packets, sum, sent;
    struct rvt_encap_parser parser;
};

static void take(void *context, const uint8_t *data, size_t bytes)
{
    struct load *load = context;

    if (load->bytes + bytes > 2 * BYTES)
        abort();
    memcpy(load->stream + load->bytes, data, bytes);
    load->bytes += bytes;
}

/* Packets of up to most bytes of payload, with a sequence after every 256. */
static void make(struct load *load, unsigned most)
{
    struct rvt_encap_writer writer;
    uint32_t state = 1;

    load->bytes = 0;
    load->sent = 0;
    rvt_encap_writer_init(&writer, &load->config, take, load);
    while (load->bytes < BYTES) {
        struct rvt_encap packet = {.kind = RVT_ENCAP_NORMAL,
                                   .srcid = (uint16_t)load->config.encap.srcid,
                                   .extend = load->config.encap.timestamp_bytes > 0};
        state = state * 1664525u + 1013904223u;
        packet.payload.bytes = (uint8_t)(1 + (state >> 24) % most);
        packet.payload.bits = (uint16_t)(8 * packet.payload.bytes);
        memset(packet.payload.byte, (int)(state >> 16 & 0xff), packet.payload.bytes);
        if (rvt_encap_writer_packet(&writer, &packet, NULL) != RVT_OK)
            abort();
        load->sent++;
    }
}

static void on_packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct load *load = context;

    for (size_t i = 0; i < count; i++) {
        load->packets += view[i].bytes > 1;
        load->sum += view[i].position;
    }
}

static void on_routed(void *context, const struct rvt_encap_view *view)
{
    on_packets(context, view, 1);
}

static void run(void *context)
{
    struct load *load = context;
    const struct rvt_encap_parser_output output = {
        .route = &load->route, .routes = load->routes, .packets = on_packets, .context = load};

    load->packets = 0;
    rvt_encap_parser_init(&load->parser, &load->config, true, &output);
    for (size_t at = 0; at < load->bytes; at += PUSH)
        rvt_encap_parser_push(&load->parser, load->stream + at,
                              load->bytes - at < PUSH ? load->bytes - at : PUSH);
    rvt_encap_parser_finish(&load->parser);
}

static bool measure(struct load *load, const char *name, unsigned most, double bar)
{
    make(load, most);
    double rate = 1e-6 * (double)load->bytes / bench_best(run, load);
    if (load->packets != load->sent) {
        (void)fputs("encap_bench: packets are missing\n", stderr);
        return false;
    }
    return bench_bar(name, rate, bar, "MB/s");
}

int main(void)
{
    static struct load load;
    bool good = true;

    load.stream = malloc(2 * BYTES);
    if (load.stream == NULL)
        return 2;
    rvt_config_defaults(&load.config, RVT_PROFILE_V2_0_4);
    load.config.encap.sync_period = 256;
    load.config.encap.nulls = RVT_NULLS_FRAMED;
    good &= measure(&load, "packets of 2 to 9 bytes", 8, 500);
    good &= measure(&load, "packets of 2 to 32 bytes", 31, 500);
    load.config.encap.srcid_bits = 12;
    load.config.encap.srcid = 0x5a5;
    load.config.encap.timestamp_bytes = 4;
    good &= measure(&load, "with srcID and timestamp", 24, 500);
    load.route = (struct rvt_encap_route){.srcid = 0x5a5, .packet = on_routed, .context = &load};
    load.routes = 1;
    good &= measure(&load, "by source", 24, 500);
    free(load.stream);
    return good ? 0 : 1;
}
