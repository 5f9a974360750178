/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "program/page_runs.h"

#include <stddef.h>
#include <stdlib.h>

enum { HALVES = RVT_PAGE_BYTES / 2 };

/* The instruction word at a half-word; false if the page does not hold all of it. */
static bool fetch(const struct rvt_page *page, unsigned half, uint32_t *word)
{
    const uint8_t *data = &page->data[2 * (size_t)half];

    if (!rvt_page_has_half(page, 2 * half))
        return false;
    *word = (uint32_t)data[0] | (uint32_t)data[1] << 8;
    if ((*word & 3) != 3)
        return true;
    if (half + 1 == HALVES || !rvt_page_has_half(page, 2 * half + 2))
        return false;
    *word |= (uint32_t)data[2] << 16 | (uint32_t)data[3] << 24;
    return true;
}

static struct rvt_insn plain_insn(bool wide)
{
    return (struct rvt_insn){.kind = RVT_INSN_SEQUENTIAL, .size = wide ? 4 : 2};
}

/* True if insn, whose word is word, is no more than its size says. */
static bool is_plain(const struct rvt_insn *insn, uint32_t word)
{
    const struct rvt_insn plain = plain_insn((word & 3) == 3);

    return insn->kind == plain.kind && insn->size == plain.size && !insn->constant &&
           (insn->jump_class | insn->rd | insn->rs1) == 0 && insn->offset == 0 && insn->target == 0;
}

/* Adds an end; false: out of memory. */
static bool add_end(struct rvt_page_runs *runs, const struct rvt_run *end, uint16_t *index)
{
    if (runs->ends == runs->capacity) {
        unsigned capacity = 2 * runs->capacity + 64;
        struct rvt_run *grown = realloc(runs->end, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        runs->end = grown;
        runs->capacity = capacity;
    }
    *index = (uint16_t)runs->ends;
    runs->end[runs->ends++] = *end;
    return true;
}

/* A cell whose instruction continues into the cell next. A load directly before a jump makes it
 * another end. */
static bool extend(struct rvt_page_runs *runs, struct rvt_run_cell *cell,
                   const struct rvt_insn *insn, const struct rvt_run_cell *next, unsigned xlen)
{
    struct rvt_run end = runs->end[next->end];

    *cell = (struct rvt_run_cell){.count = (uint16_t)(1 + next->count), .end = next->end};
    if (next->count > 1 || !rvt_insn_is_pair(insn, &end.insn, xlen, &end.pair_target))
        return true;
    end.pair = true;
    return add_end(runs, &end, &cell->end);
}

/* Fills the cells from the end to the start, so that each run is its first instruction and the run
 * after it. False: out of memory. */
static bool fill(struct rvt_page_runs *runs, const struct rvt_page *page, const struct rvt_isa *isa)
{
    uint64_t first = page->number << RVT_PAGE_BITS;
    bool stored = true;

    for (unsigned i = HALVES; i-- > 0 && stored;) {
        struct rvt_run_cell *cell = &runs->cell[i];
        uint64_t pc = first + 2 * (uint64_t)i;
        uint32_t word;
        *cell = (struct rvt_run_cell){.count = 0};
        if (!fetch(page, i, &word))
            continue;
        struct rvt_insn insn = rvt_insn_classify_isa(word, pc, isa);
        runs->plain.word[2 * i / 64] |= (uint64_t)is_plain(&insn, word) << 2 * i % 64;
        unsigned next = i + insn.size / 2u;
        if (insn.kind == RVT_INSN_SEQUENTIAL && next < HALVES && runs->cell[next].count > 0) {
            stored = extend(runs, cell, &insn, &runs->cell[next], isa->xlen);
        } else {
            struct rvt_run end = {.last = pc, .insn = insn};
            cell->count = 1;
            stored = add_end(runs, &end, &cell->end);
        }
    }
    return stored;
}

struct rvt_page_runs *rvt_page_runs_make(const struct rvt_page *page, const struct rvt_isa *isa)
{
    struct rvt_page_runs *runs = calloc(1, sizeof *runs);

    if (runs == NULL)
        return NULL;
    if (fill(runs, page, isa))
        return runs;
    rvt_page_runs_free(runs);
    return NULL;
}

void rvt_page_runs_free(struct rvt_page_runs *runs)
{
    if (runs == NULL)
        return;
    free(runs->end);
    free(runs);
}

bool rvt_page_runs_insn(const struct rvt_page *page, unsigned offset, struct rvt_insn *insn)
{
    const struct rvt_page_runs *runs = page->runs;
    const struct rvt_run_cell *cell = &runs->cell[offset / 2];

    if (cell->count == 1)
        *insn = runs->end[cell->end].insn;
    else if (rvt_page_bytes_has(&runs->plain, offset))
        *insn = plain_insn((page->data[offset] & 3) == 3);
    else
        return false;
    return true;
}
