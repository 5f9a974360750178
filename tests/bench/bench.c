/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The speed of the model, with everything in memory: rows to payloads, packets to payloads and
 * back, payloads to ranges of instructions. The works take turns, so that what else happens on the
 * machine hits all of them. Prints the size of the trace, then a line for each work: its name, how
 * many instructions or packets it is about, and the median of the seconds of processor time. With
 * the name of a work, does it once, in the function count_work, for a tool that counts the
 * instructions of the processor.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/compiler.h"
#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "draft/encoder_profile.h"
#include "encoder/encoder.h"
#include "io/config_yaml.h"
#include "io/elf_image.h"
#include "io/tip/tip_file.h"
#include "wire/packet.h"

enum { PASSES = 15, ROUNDS = 8 };

struct rows {
    struct rvt_row *row;
    size_t count, capacity;
};

struct bench {
    struct rvt_config config;
    struct rvt_image *image;
    struct rows rows;    /* as the hart presented them */
    struct rows singles; /* the same instructions, one in each row */
    struct rvt_packet *packet;
    size_t packets, packet_capacity;
    struct rvt_payload *payload;
    size_t payloads, payload_capacity;
    uint64_t instructions; /* reported by the decoder */
};

static void complain(const char *path, const struct rvt_diag *diag)
{
    char text[256];

    rvt_diag_format(diag, text, sizeof text);
    (void)fprintf(stderr, "bench: %s: %s\n", path, text);
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

static struct rvt_row *next_row(struct rows *rows)
{
    rows->row = more(rows->row, rows->count, &rows->capacity, sizeof *rows->row);
    return &rows->row[rows->count];
}

static enum rvt_status load_rows(struct bench *bench, const char *path, struct rvt_diag *diag)
{
    struct rvt_tip_reader *reader;
    bool end = false;
    enum rvt_status status = rvt_tip_open(path, &bench->config, &reader, diag);

    if (status != RVT_OK)
        return status;
    while (status == RVT_OK && !end) {
        status = rvt_tip_read(reader, next_row(&bench->rows), &end, diag);
        if (status == RVT_OK && !end)
            bench->rows.count++;
    }
    rvt_tip_close(reader);
    return status;
}

static void add_single(struct rows *singles, const struct rvt_row *row)
{
    struct rvt_row *single = next_row(singles);

    *single = *row;
    single->cycle = singles->count++;
}

/* Adds the instructions of the only block of row, one in each row; the last one has what ends the
 * block. */
static void split_block(struct bench *bench, const struct rvt_row *row)
{
    struct rvt_row single = *row;
    struct rvt_block *block = &single.block[0];
    uint32_t left = block->iretire;
    uint32_t word;

    while (left > 1u << row->block[0].ilastsize &&
           rvt_image_word(bench->image, block->iaddr, &word)) {
        block->ilastsize = (word & 3) == 3;
        block->iretire = 1u << block->ilastsize;
        block->itype = RVT_ITYPE_NONE;
        block->sijump = false;
        add_single(&bench->singles, &single);
        left -= block->iretire;
        block->iaddr += 2 * (uint64_t)block->iretire;
        single.ctype = RVT_CTYPE_UNREPORTED;
    }
    uint64_t iaddr = block->iaddr;
    *block = row->block[0];
    block->iaddr = iaddr;
    block->iretire = left;
    add_single(&bench->singles, &single);
}

static void split_rows(struct bench *bench)
{
    for (size_t i = 0; i < bench->rows.count; i++) {
        const struct rvt_row *row = &bench->rows.row[i];
        if (row->blocks == 1 && row->block[0].iretire > 0 && !row->halted && !row->reset)
            split_block(bench, row);
        else
            add_single(&bench->singles, row);
    }
}

/* ---- the works ---- */

static enum rvt_status keep_packet(void *context, const struct rvt_packet *packet,
                                   const struct rvt_origin *origin)
{
    struct bench *bench = context;

    (void)origin;
    bench->packet =
        more(bench->packet, bench->packets, &bench->packet_capacity, sizeof *bench->packet);
    bench->packet[bench->packets++] = *packet;
    return RVT_OK;
}

/* Writes each packet as it would be sent. */
static enum rvt_status write_packet(void *context, const struct rvt_packet *packet,
                                    const struct rvt_origin *origin)
{
    struct bench *bench = context;

    (void)origin;
    bench->payload =
        more(bench->payload, bench->payloads, &bench->payload_capacity, sizeof *bench->payload);
    return rvt_packet_write(&bench->config, packet, &bench->payload[bench->payloads++], NULL);
}

static bool encode(struct bench *bench, const struct rows *rows, rvt_packet_sink sink)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true};
    const struct rvt_control off = {.enable = false};
    struct rvt_row last = {.cycle = rows->row[rows->count - 1].cycle + 1};
    struct rvt_encoder *encoder;
    enum rvt_status status = rvt_encoder_profile_open(&bench->config, sink, bench, &encoder);

    if (status != RVT_OK)
        return false;
    bench->payloads = 0;
    status = rvt_encoder_control(encoder, &rows->row[0], &on, NULL);
    for (size_t i = 0; i < rows->count && status == RVT_OK; i++)
        status = rvt_encoder_row(encoder, &rows->row[i], NULL);
    if (status == RVT_OK)
        status = rvt_encoder_control(encoder, &last, &off, NULL);
    rvt_encoder_close(encoder);
    return status == RVT_OK;
}

static bool encode_blocks(void *context)
{
    struct bench *bench = context;

    return encode(bench, &bench->rows, write_packet);
}

static bool encode_singles(void *context)
{
    struct bench *bench = context;

    return encode(bench, &bench->singles, write_packet);
}

static bool write_packets(void *context)
{
    struct bench *bench = context;
    enum rvt_status status = RVT_OK;

    for (size_t i = 0; i < bench->packets && status == RVT_OK; i++)
        status = rvt_packet_write(&bench->config, &bench->packet[i], &bench->payload[i], NULL);
    return status == RVT_OK;
}

static bool read_packets(void *context)
{
    struct bench *bench = context;
    enum rvt_status status = RVT_OK;

    for (size_t i = 0; i < bench->payloads && status == RVT_OK; i++) {
        struct rvt_packet packet;
        status = rvt_packet_read(&bench->config, bench->payload[i].byte, bench->payload[i].bytes,
                                 &packet, NULL);
    }
    return status == RVT_OK;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct bench *bench = context;

    bench->instructions += range->count;
    return RVT_OK;
}

static bool decode(void *context)
{
    struct bench *bench = context;
    const struct rvt_decoder_output output = {.range = on_range, .context = bench};
    struct rvt_decoder *decoder;
    enum rvt_status status =
        rvt_decoder_profile_open(&bench->config, bench->image, &output, 0, &decoder);

    if (status != RVT_OK)
        return false;
    bench->instructions = 0;
    for (size_t i = 0; i < bench->payloads && status == RVT_OK; i++) {
        struct rvt_packet packet;
        status = rvt_packet_read(&bench->config, bench->payload[i].byte, bench->payload[i].bytes,
                                 &packet, NULL);
        if (status == RVT_OK)
            status = rvt_decoder_packet(decoder, &packet, NULL);
    }
    rvt_decoder_close(decoder);
    return status == RVT_OK;
}

/* ---- measuring ---- */

struct work {
    const char *name;
    bool (*once)(void *context);
    bool about_packets; /* else about instructions */
    double seconds[PASSES];
};

static bool pass(struct bench *bench, const struct work *work, double *seconds)
{
    struct timespec from, to;
    bool good = true;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (int round = 0; round < ROUNDS && good; round++)
        good = work->once(bench);
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    *seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    return good;
}

static bool measure(struct bench *bench, struct work *work, size_t works)
{
    bool good = true;

    for (int i = 0; i < PASSES; i++)
        for (size_t j = 0; j < works && good; j++)
            good = pass(bench, &work[j], &work[j].seconds[i]);
    return good;
}

RVT_NEVER_INLINE static bool count_work(struct bench *bench, const struct work *work)
{
    return work->once(bench);
}

/* False if there is no such work, or it fails. */
static bool count(struct bench *bench, const struct work *work, size_t works, const char *name)
{
    for (size_t i = 0; i < works; i++)
        if (strcmp(work[i].name, name) == 0)
            return count_work(bench, &work[i]);
    return false;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static void print(const struct bench *bench, struct work *work, size_t works)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < bench->payloads; i++)
        bytes += bench->payload[i].bytes;
    (void)printf("trace rows=%zu instructions=%" PRIu64 " packets=%zu bytes=%" PRIu64 "\n",
                 bench->rows.count, bench->instructions, bench->packets, bytes);
    for (size_t i = 0; i < works; i++) {
        uint64_t count = work[i].about_packets ? bench->packets : bench->instructions;
        qsort(work[i].seconds, PASSES, sizeof work[i].seconds[0], by_size);
        (void)printf("%s count=%" PRIu64 " seconds=%.9f\n", work[i].name, count,
                     work[i].seconds[PASSES / 2] / ROUNDS);
    }
}

/* Encodes the rows once, so that there are packets and payloads, and decodes them. Both forms of
 * rows must give the same packets. */
static bool prepare(struct bench *bench)
{
    split_rows(bench);
    if (!encode(bench, &bench->rows, keep_packet) || !encode_singles(bench))
        return false;
    size_t payloads = bench->payloads;
    return encode_blocks(bench) && bench->payloads == payloads && decode(bench) &&
           bench->instructions > 0;
}

static enum rvt_status load(struct bench *bench, char **path)
{
    struct rvt_diag diag;
    const char *at = path[0];

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_config_load(at, &bench->config, &diag);
    if (status == RVT_OK)
        status = rvt_elf_open(at = path[1], &bench->config, &bench->image, &diag);
    if (status == RVT_OK)
        status = load_rows(bench, at = path[2], &diag);
    if (status != RVT_OK)
        complain(at, &diag);
    return status;
}

static void unload(struct bench *bench)
{
    rvt_image_close(bench->image);
    free(bench->rows.row);
    free(bench->singles.row);
    free(bench->packet);
    free(bench->payload);
}

int main(int argc, char **argv)
{
    static struct bench bench;
    struct work work[] = {
        {.name = "encode", .once = encode_blocks},
        {.name = "encode_singles", .once = encode_singles},
        {.name = "write", .once = write_packets, .about_packets = true},
        {.name = "read", .once = read_packets, .about_packets = true},
        {.name = "decode", .once = decode},
    };
    enum { WORKS = sizeof work / sizeof work[0] };

    if (argc != 4 && argc != 5) {
        (void)fputs("usage: bench CFG ELF TIP [WORK]\n", stderr);
        return 2;
    }
    if (load(&bench, argv + 1) != RVT_OK)
        return 2;
    bool good = bench.rows.count > 0 && prepare(&bench) &&
                (argc == 5 ? count(&bench, work, WORKS, argv[4]) : measure(&bench, work, WORKS));
    if (!good) {
        (void)fputs("bench: the model refuses the rows, its own packets, or the work\n", stderr);
        return 1;
    }
    if (argc == 4)
        print(&bench, work, WORKS);
    unload(&bench);
    return 0;
}
