/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Building the index of a capture: bare packets, and formatter frames of one and of three IDs. In
 * million bytes of the capture per second, with checksums. As in captures of the applications, a
 * packet has 2 to 8 bytes, and one in 50 is a synchronisation packet.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "index/index_builder.h"
#include "io/index/index_file.h"
#include "tests/bench/transport.h"
#include "transport/frame/formatter.h"
#include "wire/encap.h"
#include "wire/packet.h"

enum {
    BYTES = 8 << 20,
    PUSH = 65536,
    SYNC_EACH = 50,
    PACKETS_EACH = 4,
    GRANULARITY = 262144,
    ID = 0x10,
    IDS = 3
};

struct load {
    struct rvt_config config;
    enum rvt_tree_framing framing;
    unsigned ids;
    uint8_t *capture;
    size_t bytes;
    uint64_t packets, indexed;
};

static void take(void *context, const uint8_t *data, size_t bytes)
{
    struct load *load = context;

    if (load->bytes + bytes > 2 * (size_t)BYTES)
        abort();
    memcpy(load->capture + load->bytes, data, bytes);
    load->bytes += bytes;
}

/* The encapsulated packet with that number; returns its bytes. */
static size_t make_packet(const struct load *load, uint32_t number, uint32_t random, uint8_t *out)
{
    struct rvt_packet packet = {.format = RVT_FORMAT_DIFF_DELTA,
                                .branches = (uint8_t)(random % 31),
                                .address = random >> 8 >> random % 24};
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL};
    size_t bytes = 0;

    if (number % SYNC_EACH == 0)
        packet = (struct rvt_packet){.format = RVT_FORMAT_SYNC,
                                     .subformat = RVT_SUBFORMAT_START,
                                     .privilege = 3,
                                     .address = 0x40000000 + (random >> 12)};
    if (rvt_packet_write(&load->config, &packet, &encap.payload, NULL) != RVT_OK ||
        rvt_encap_write(&load->config, &encap, out, RVT_ENCAP_BYTES_MAX, &bytes, NULL) != RVT_OK)
        abort();
    return bytes;
}

static void make(struct load *load)
{
    const struct rvt_formatter_config config = {.fsync_frames = 0};
    struct rvt_formatter formatter;
    uint8_t packet[RVT_ENCAP_BYTES_MAX];
    uint32_t state = 1;

    load->bytes = 0;
    rvt_formatter_init(&formatter, &config, take, load);
    for (load->packets = 0; load->bytes < BYTES; load->packets++) {
        state = state * 1664525u + 1013904223u;
        size_t bytes = make_packet(load, (uint32_t)load->packets, state, packet);
        unsigned turn = (unsigned)(load->packets / PACKETS_EACH);
        if (load->ids == 0)
            take(load, packet, bytes);
        else if (rvt_formatter_write(&formatter, ID + turn % load->ids, packet, bytes, NULL) !=
                 RVT_OK)
            abort();
    }
    rvt_formatter_flush(&formatter);
}

static void run(void *context)
{
    struct load *load = context;
    struct rvt_index_rest rest[IDS] = {{.id = 0}};
    struct rvt_index_store store = {
        .shape = {.framing = load->framing, .granularity = GRANULARITY},
        .frame_id = RVT_FRAME_ID_NONE,
        .rest = rest,
        .rests = load->ids > 0 ? load->ids : 1,
    };
    struct rvt_index_builder *builder = NULL;

    for (unsigned i = 0; i < load->ids; i++)
        rest[i].id = ID + i;
    if (rvt_index_builder_open(&store, &load->config, rvt_index_file_checksum, &builder) != RVT_OK)
        abort();
    for (size_t at = 0; at < load->bytes; at += PUSH)
        if (rvt_index_builder_push(builder, load->capture + at,
                                   load->bytes - at < PUSH ? load->bytes - at : PUSH) != RVT_OK)
            abort();
    if (rvt_index_builder_settle(builder) != RVT_OK)
        abort();
    rvt_index_builder_close(builder);
    load->indexed = 0;
    for (size_t i = 0; i < store.streams; i++)
        load->indexed += store.stream[i].packets;
    store.rest = NULL; /* it is not the store's */
    rvt_index_store_clear(&store);
}

static bool measure(struct load *load, const char *name, unsigned ids, double bar)
{
    load->framing = ids > 0 ? RVT_TREE_FRAMES : RVT_TREE_SINGLE;
    load->ids = ids;
    make(load);
    double rate = 1e-6 * (double)load->bytes / bench_best(run, load);
    if (load->indexed + IDS < load->packets) { /* the last ones may be incomplete */
        (void)fputs("index_bench: packets are missing\n", stderr);
        return false;
    }
    return bench_bar(name, rate, bar, "MB/s");
}

int main(void)
{
    static struct load load;
    bool good = true;

    rvt_config_defaults(&load.config, RVT_PROFILE_V2_0_4);
    load.config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    load.capture = malloc(2 * (size_t)BYTES);
    if (load.capture == NULL)
        return 2;
    good &= measure(&load, "index of bare packets", 0, 300);
    good &= measure(&load, "index of frames, one ID", 1, 300);
    good &= measure(&load, "index of frames, three IDs", IDS, 300);
    free(load.capture);
    return good ? 0 : 1;
}
