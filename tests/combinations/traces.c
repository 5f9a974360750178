/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "traces.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/elf_image.h"
#include "io/tip/tip_file.h"

#define ROWS_END ".csv.gz"

void traces_config(struct rvt_config *config, enum rvt_spec_profile profile, unsigned xlen)
{
    struct rvt_params *p = &config->params;

    rvt_config_defaults(config, profile);
    p->iaddress_width_p = xlen;
    p->ecause_width_p = 5;
    p->privilege_width_p = 2;
    p->nocontext_p = false;
    p->notime_p = false;
    p->context_width_p = 16;
    p->time_width_p = 32;
    p->ctype_width_p = 2;
    p->iretire_width_p = 8;
    p->ilastsize_width_p = 1;
    p->retires_p = 8;
    p->itype_width_p = 4;
    p->sijump_p = true;
    p->return_stack_size_p = 4;
    p->bpred_size_p = 6;
    p->cache_size_p = 5;
    p->f0s_width_p = 1;
}

static bool complain(const char *path, const char *what)
{
    (void)fprintf(stderr, "%s: %s\n", path, what);
    return false;
}

static bool load_rows(struct trace *trace, const char *path, const struct rvt_config *config,
                      size_t limit)
{
    struct rvt_tip_reader *reader = NULL;
    struct rvt_diag diag;
    size_t capacity = 0;
    bool end = false;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_tip_open(path, config, &reader, &diag);
    while (status == RVT_OK && !end && (limit == 0 || trace->rows < limit)) {
        if (trace->rows == capacity) {
            capacity = capacity == 0 ? 4096 : 2 * capacity;
            trace->row = realloc(trace->row, capacity * sizeof(*trace->row));
            if (trace->row == NULL)
                abort();
        }
        status = rvt_tip_read(reader, &trace->row[trace->rows], &end, &diag);
        if (status == RVT_OK && !end)
            trace->rows++;
    }
    rvt_tip_close(reader);
    return status == RVT_OK ? trace->rows > 0 : complain(path, diag.text);
}

/* The trap handler of each level, as implicit exception assumes it. */
static bool find_handlers(struct trace *trace)
{
    bool trapped = false;

    for (size_t i = 0; i < trace->rows; i++) {
        const struct rvt_row *row = &trace->row[i];
        const struct rvt_block *block = &row->block[0];
        if (row->blocks == 0)
            continue;
        if (trapped && block->iretire > 0) {
            uint64_t *handler = &trace->handler[row->priv & 7];
            if (*handler != 0 && *handler != block->iaddr)
                return complain(trace->name, "traps of one level lead to several places");
            *handler = block->iaddr;
        }
        trapped = rvt_block_is_trap(&row->block[row->blocks - 1]);
    }
    return true;
}

enum { NESTING = 64 };

/* Interrupts return to where they came from: the trap returns show the EPCs that rows leave out. */
static void find_epcs(struct trace *trace)
{
    size_t trap[NESTING];
    unsigned traps = 0;
    bool returns = false;

    trace->epc = malloc(trace->rows * sizeof(*trace->epc));
    if (trace->epc == NULL)
        abort();
    for (size_t i = 0; i < trace->rows; i++) {
        const struct rvt_row *row = &trace->row[i];
        const struct rvt_block *block = &row->block[0];
        trace->epc[i] = EPC_UNKNOWN;
        if (row->blocks == 0)
            continue;
        if (returns && traps > 0) {
            size_t at = trap[--traps];
            if (trace->row[at].block[0].itype == RVT_ITYPE_INTERRUPT && block->iretire > 0)
                trace->epc[at] = block->iaddr;
        }
        returns = block->itype == RVT_ITYPE_TRAP_RETURN;
        if (rvt_block_is_trap(block) && traps < NESTING)
            trap[traps++] = i;
    }
}

static bool load(struct trace *trace, const char *folder, const char *file, size_t limit)
{
    struct rvt_config config;
    struct rvt_diag diag;
    char path[400];
    size_t stem = strlen(file) - strlen(ROWS_END);

    rvt_diag_clear(&diag);
    *trace = (struct trace){.xlen = strstr(file, "rv32") != NULL ? 32 : 64};
    if (stem >= sizeof trace->name)
        return complain(file, "the name is too long");
    memcpy(trace->name, file, stem);
    traces_config(&config, RVT_PROFILE_V2_0_4, trace->xlen);
    (void)snprintf(path, sizeof path, "%s/%s.elf", folder, trace->name);
    if (rvt_elf_open(path, &config, &trace->image, &diag) != RVT_OK)
        return complain(path, diag.text);
    (void)snprintf(path, sizeof path, "%s/%s", folder, file);
    if (!load_rows(trace, path, &config, limit) || !find_handlers(trace))
        return false;
    find_epcs(trace);
    return true;
}

static int by_name(const void *a, const void *b)
{
    const struct trace *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static bool load_folder(struct traces *traces, const char *folder, size_t limit)
{
    struct dirent *entry;
    DIR *directory = opendir(folder);
    bool good = directory != NULL;

    while (good && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        char path[400];
        if (strchr(entry->d_name, '.') == NULL) {
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            good = load_folder(traces, path, limit);
        }
        if (length <= strlen(ROWS_END) ||
            strcmp(entry->d_name + length - strlen(ROWS_END), ROWS_END) != 0)
            continue;
        traces->trace = realloc(traces->trace, (traces->count + 1) * sizeof(*traces->trace));
        if (traces->trace == NULL)
            abort();
        good = load(&traces->trace[traces->count++], folder, entry->d_name, limit);
    }
    if (directory != NULL)
        (void)closedir(directory);
    return good;
}

bool traces_load(struct traces *traces, const char *folder, size_t limit)
{
    *traces = (struct traces){.count = 0};
    bool good = load_folder(traces, folder, limit);
    if (good && traces->count > 0)
        qsort(traces->trace, traces->count, sizeof(*traces->trace), by_name);
    return good && traces->count > 0 ? true : complain(folder, "no traces");
}

void traces_fini(struct traces *traces)
{
    for (size_t i = 0; i < traces->count; i++) {
        rvt_image_close(traces->trace[i].image);
        free(traces->trace[i].row);
        free(traces->trace[i].epc);
    }
    free(traces->trace);
}
