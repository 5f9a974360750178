/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The speed of the model, with everything in memory: rows to payloads, and payloads to ranges of
 * instructions. Prints the best of several passes, in million instructions per second, and the bits
 * of payload per instruction.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "draft/encoder_profile.h"
#include "encoder/encoder.h"
#include "io/config_yaml.h"
#include "io/elf_image.h"
#include "io/tip/tip_file.h"
#include "wire/packet.h"

enum { PASSES = 7, ROUNDS = 20 };

struct bench {
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_row *row;
    size_t rows, row_capacity;
    struct rvt_payload *payload;
    size_t payloads, payload_capacity;
    uint64_t instructions; /* reported by the decoder */
};

static int complain(const char *path, const struct rvt_diag *diag)
{
    char text[256];

    rvt_diag_format(diag, text, sizeof text);
    (void)fprintf(stderr, "bench: %s: %s\n", path, text);
    return 2;
}

/* Makes room for one more element; ends the program if there is none. */
static void *more(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity > 0 ? 2 * *capacity : 4096;
    array = realloc(array, *capacity * size);
    if (array == NULL) {
        (void)fputs("bench: out of memory\n", stderr);
        exit(2);
    }
    return array;
}

static enum rvt_status load_rows(struct bench *bench, const char *path, struct rvt_diag *diag)
{
    struct rvt_tip_reader *reader;
    bool end = false;
    enum rvt_status status = rvt_tip_open(path, &bench->config, &reader, diag);

    if (status != RVT_OK)
        return status;
    while (status == RVT_OK && !end) {
        bench->row = more(bench->row, bench->rows, &bench->row_capacity, sizeof *bench->row);
        status = rvt_tip_read(reader, &bench->row[bench->rows], &end, diag);
        if (status == RVT_OK && !end)
            bench->rows++;
    }
    rvt_tip_close(reader);
    return status;
}

/* Writes each packet as it would be sent; the last pass keeps the payloads for the decoder. */
static enum rvt_status on_packet(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct bench *bench = context;

    (void)origin;
    bench->payload =
        more(bench->payload, bench->payloads, &bench->payload_capacity, sizeof *bench->payload);
    return rvt_packet_write(&bench->config, packet, &bench->payload[bench->payloads++], NULL);
}

static enum rvt_status encode(struct bench *bench)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true};
    const struct rvt_control off = {.enable = false};
    struct rvt_row last = bench->row[bench->rows - 1];
    struct rvt_encoder *encoder;
    enum rvt_status status = rvt_encoder_profile_open(&bench->config, on_packet, bench, &encoder);

    if (status != RVT_OK)
        return status;
    bench->payloads = 0;
    status = rvt_encoder_control(encoder, &bench->row[0], &on, NULL);
    for (size_t i = 0; i < bench->rows && status == RVT_OK; i++)
        status = rvt_encoder_row(encoder, &bench->row[i], NULL);
    last.cycle++;
    if (status == RVT_OK)
        status = rvt_encoder_control(encoder, &last, &off, NULL);
    rvt_encoder_close(encoder);
    return status;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct bench *bench = context;

    bench->instructions += range->count;
    return RVT_OK;
}

static enum rvt_status decode(struct bench *bench)
{
    const struct rvt_decoder_output output = {.range = on_range, .context = bench};
    struct rvt_decoder *decoder;
    enum rvt_status status =
        rvt_decoder_profile_open(&bench->config, bench->image, &output, 0, &decoder);

    if (status != RVT_OK)
        return status;
    bench->instructions = 0;
    for (size_t i = 0; i < bench->payloads && status == RVT_OK; i++) {
        struct rvt_packet packet;
        status = rvt_packet_read(&bench->config, bench->payload[i].byte, bench->payload[i].bytes,
                                 &packet, NULL);
        if (status == RVT_OK)
            status = rvt_decoder_packet(decoder, &packet, NULL);
    }
    rvt_decoder_close(decoder);
    return status;
}

/* Seconds of the fastest pass of ROUNDS rounds; negative if a round fails. */
static double best(struct bench *bench, enum rvt_status (*work)(struct bench *))
{
    double fastest = -1;

    for (int pass = 0; pass < PASSES; pass++) {
        struct timespec from, to;
        (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
        for (int round = 0; round < ROUNDS; round++)
            if (work(bench) != RVT_OK)
                return -1;
        (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
        double seconds =
            (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
        if (fastest < 0 || seconds < fastest)
            fastest = seconds;
    }
    return fastest / ROUNDS;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    struct rvt_diag diag;

    if (argc != 4) {
        (void)fputs("usage: bench CFG ELF TIP\n", stderr);
        return 2;
    }
    rvt_diag_clear(&diag);
    if (rvt_config_load(argv[1], &bench.config, &diag) != RVT_OK)
        return complain(argv[1], &diag);
    if (rvt_elf_open(argv[2], &bench.config, &bench.image, &diag) != RVT_OK)
        return complain(argv[2], &diag);
    if (load_rows(&bench, argv[3], &diag) != RVT_OK || bench.rows == 0)
        return complain(argv[3], &diag);
    double encode_seconds = best(&bench, encode);
    double decode_seconds = best(&bench, decode);
    if (encode_seconds <= 0 || decode_seconds <= 0 || bench.instructions == 0) {
        (void)fputs("bench: the model refuses the rows or its own packets\n", stderr);
        return 1;
    }
    double millions = 1e-6 * (double)bench.instructions;
    uint64_t bytes = 0;
    for (size_t i = 0; i < bench.payloads; i++)
        bytes += bench.payload[i].bytes;
    (void)printf("rows=%zu instructions=%" PRIu64 " packets=%zu bytes=%" PRIu64
                 " encode=%.1f decode=%.1f\n",
                 bench.rows, bench.instructions, bench.payloads, bytes, millions / encode_seconds,
                 millions / decode_seconds);
    rvt_image_close(bench.image);
    free(bench.row);
    free(bench.payload);
    return 0;
}
