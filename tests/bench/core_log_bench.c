/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of cores to rows, checks included, in memory. In million lines per second. */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cores/continuity.h"
#include "cores/core_log.h"
#include "cores/step_rows.h"
#include "tests/bench/transport.h"

enum { BYTES = 8 << 20, LINE_BYTES = 256, LOOP = 8 };
#define BASE UINT64_C(0x80000000)

struct load {
    struct rvt_config config;
    struct rvt_image *image;
    enum rvt_core_format format;
    char *log;
    size_t bytes;
    uint64_t lines, steps, rows;
};

/* A loop: the address of each instruction from BASE, its word, and what Spike prints after it. */
static const struct {
    uint32_t at, word;
    const char *tail;
} INSN[LOOP] = {
    {0, 0x00052283, " x5  0x0000000000000007 mem 0x0000000080010000"},
    {4, 0x00550333, " x6  0x0000000080010007"},
    {8, 0x0505, " x10 0x0000000080010001"},
    {10, 0x00653023, " mem 0x0000000080010000 0x0000000080010007"},
    {14, 0x00000463, ""},
    {22, 0x00128293, " x5  0x0000000000000008"},
    {26, 0x00629293, " x5  0x0000000000000200"},
    {30, 0xfe3ff06f, ""},
};

static void add(struct load *load, const char *line)
{
    size_t length = strlen(line);

    memcpy(load->log + load->bytes, line, length);
    load->bytes += length;
    load->lines++;
}

static void make(struct load *load, enum rvt_core_format format)
{
    char line[LINE_BYTES];

    load->format = format;
    load->bytes = load->lines = load->steps = 0;
    if (format == RVT_CORE_RVFI)
        add(load, "order,insn,trap,intr,mode,pc_rdata,pc_wdata,rd_addr,rd_wdata\n");
    while (load->bytes < BYTES) {
        for (unsigned i = 0; i < LOOP; i++) {
            uint64_t pc = BASE + INSN[i].at;
            uint64_t next = BASE + INSN[(i + 1) % LOOP].at;
            int digits = (INSN[i].word & 3) == 3 ? 8 : 4;
            if (format == RVT_CORE_RVFI) {
                (void)snprintf(line, sizeof(line),
                               "%" PRIx64 ",%08" PRIx32 ",0,0,3,%" PRIx64 ",%" PRIx64 ",5,2f\n",
                               load->steps, INSN[i].word, pc, next);
            } else {
                (void)snprintf(line, sizeof(line),
                               "core   0: 0x%016" PRIx64 " (0x%08" PRIx32 ") addi    t0, t0, 1\n",
                               pc, INSN[i].word);
                add(load, line);
                (void)snprintf(line, sizeof(line),
                               "core   0: 3 0x%016" PRIx64 " (0x%0*" PRIx32 ")%s\n", pc, digits,
                               INSN[i].word, INSN[i].tail);
            }
            add(load, line);
            load->steps++;
        }
    }
}

static enum rvt_status on_row(void *context, const struct rvt_row *row, struct rvt_diag *diag)
{
    struct load *load = context;

    (void)diag;
    load->rows += row->blocks;
    return RVT_OK;
}

static void run(void *context)
{
    struct load *load = context;
    const struct rvt_core_log_options options = {.format = load->format, .image = load->image};
    const struct rvt_step_defaults defaults = {.cause = 0};
    struct rvt_continuity *continuity = NULL;
    struct rvt_step_rows rows;
    struct rvt_core_log log;
    bool cut = false;

    load->rows = 0;
    rvt_step_rows_init(&rows, &load->config, on_row, load);
    if (rvt_continuity_open(&load->config, load->image, &defaults, rvt_step_rows_put, &rows,
                            &continuity) != RVT_OK)
        abort();
    rvt_core_log_init(&log, &options, rvt_continuity_put, continuity);
    for (const char *at = load->log, *end = at + load->bytes; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (rvt_core_log_line(&log, at, (size_t)(newline - at), NULL) != RVT_OK)
            abort();
        at = newline + 1;
    }
    if (rvt_core_log_end(&log, NULL) != RVT_OK ||
        rvt_continuity_end(continuity, &cut, NULL) != RVT_OK)
        abort();
    rvt_continuity_close(continuity);
}

static bool measure(struct load *load, enum rvt_core_format format, double bar)
{
    make(load, format);
    double rate = 1e-6 * (double)load->lines / bench_best(run, load);
    if (load->rows != load->steps) {
        (void)fputs("core_log_bench: rows are missing\n", stderr);
        return false;
    }
    return bench_bar(rvt_core_format_name(format), rate, bar, "M lines/s");
}

int main(void)
{
    static struct load load;
    bool good = true;

    load.log = malloc(BYTES + 2 * LOOP * LINE_BYTES);
    if (load.log == NULL || rvt_image_open(64, false, &load.image) != RVT_OK)
        return 2;
    rvt_config_defaults(&load.config, RVT_PROFILE_V2_0_4);
    load.config.params.iaddress_width_p = 64;
    load.config.params.iretire_width_p = 4;
    load.config.params.retires_p = 8;
    good &= measure(&load, RVT_CORE_SPIKE, 5);
    good &= measure(&load, RVT_CORE_RVFI, 2.5);
    rvt_image_close(load.image);
    free(load.log);
    return good ? 0 : 1;
}
