/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Formatter frames to data: one source, alternating sources, a stream with synchronisation, and
 * with findings. In million bytes of frames per second. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/transport.h"
#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

enum { BYTES = 4 << 20, PUSH = 65536 };

struct load {
    struct rvt_deformatter_config config;
    bool findings;
    uint8_t *stream;
    size_t bytes;
    uint64_t sum, delivered;
    struct rvt_deformatter deformatter;
};

static void take(void *context, const uint8_t *data, size_t bytes)
{
    struct load *load = context;

    if (load->bytes + bytes > 2 * BYTES)
        abort();
    memcpy(load->stream + load->bytes, data, bytes);
    load->bytes += bytes;
}

/* Data of sources that alternate after this many bytes; 0: one source. */
static void make(struct load *load, unsigned turn, const struct rvt_formatter_config *config)
{
    struct rvt_formatter formatter;
    uint32_t state = 1;

    load->bytes = 0;
    rvt_formatter_init(&formatter, config, take, load);
    for (size_t i = 0; i < BYTES; i++) {
        state = state * 1664525u + 1013904223u;
        uint8_t byte = (uint8_t)(state >> 24);
        unsigned id = turn > 0 ? 0x10 + (unsigned)(i / turn % 3) : 0x10;
        if (rvt_formatter_write(&formatter, id, &byte, 1, NULL) != RVT_OK)
            abort();
    }
    rvt_formatter_flush(&formatter);
}

static void on_data(void *context, const struct rvt_frame_batch *batch)
{
    struct load *load = context;

    for (size_t run = 0; run < batch->runs; run++)
        if (batch->run[run].id == 0x10 && rvt_frame_run_bytes(batch, run) > 0)
            load->sum += batch->data[batch->run[run].first];
    load->delivered += batch->bytes;
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct load *load = context;

    load->sum += finding->byte;
}

static void run(void *context)
{
    struct load *load = context;
    const struct rvt_deformatter_output output = {
        .data = on_data, .finding = load->findings ? on_finding : NULL, .context = load};

    load->delivered = 0;
    rvt_deformatter_init(&load->deformatter, &load->config, &output);
    for (size_t at = 0; at < load->bytes; at += PUSH)
        rvt_deformatter_push(&load->deformatter, load->stream + at,
                             load->bytes - at < PUSH ? load->bytes - at : PUSH);
    rvt_deformatter_finish(&load->deformatter);
}

static bool measure(struct load *load, const char *name, unsigned turn, double bar,
                    const struct rvt_formatter_config *config, bool streaming)
{
    make(load, turn, config);
    rvt_deformatter_defaults(&load->config, streaming);
    double rate = 1e-6 * (double)load->bytes / bench_best(run, load);
    if (load->delivered < BYTES) {
        (void)fputs("frame_bench: data are missing\n", stderr);
        return false;
    }
    return bench_bar(name, rate, bar, "MB/s");
}

int main(void)
{
    static struct load load;
    const struct rvt_formatter_config plain = {0},
                                      synchronised = {.fsync_frames = 64, .id_frames = 8};
    bool good = true;

    load.stream = malloc(2 * BYTES);
    if (load.stream == NULL)
        return 2;
    good &= measure(&load, "frames, one source", 0, 500, &plain, false);
    good &= measure(&load, "frames, an ID each", 14, 250, &plain, false);
    good &= measure(&load, "frames, three IDs each", 4, 250, &plain, false);
    load.findings = true;
    good &= measure(&load, "frames, one source, checked", 0, 500, &plain, false);
    good &= measure(&load, "stream, IDs and FSYNC, checked", 14, 250, &synchronised, true);
    free(load.stream);
    return good ? 0 : 1;
}
