/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The straight-line runs of a page: from each of its half-words, the instructions up to the first
 * that is not SEQUENTIAL, to the end of the page, or to a byte that is not known. */
#ifndef RVT_PROGRAM_PAGE_RUNS_H
#define RVT_PROGRAM_PAGE_RUNS_H

#include "program/insn.h"
#include "program/page.h"

/* The run that starts at a half-word. */
struct rvt_run_cell {
    uint16_t count; /* instructions; 0: no instruction that is complete in this page */
    uint16_t end;   /* index */
};

/* A straight-line run. */
struct rvt_run {
    uint64_t last;        /* address of the last instruction */
    uint64_t pair_target; /* where the last instruction leads, if pair */
    struct rvt_insn insn; /* the last instruction */
    uint32_t count;       /* instructions, >= 1 */
    bool pair;            /* a sequentially inferable jump, and its load is in the run */
};

struct rvt_page_runs {
    struct rvt_run *end; /* the runs that differ in how they end, each with any count */
    unsigned ends, capacity;
    struct rvt_page_bytes
        plain; /* by the first byte: sequential, and nothing else is known of it */
    struct rvt_run_cell cell[RVT_PAGE_BYTES / 2];
};

/* Decodes a page. The caller frees the runs. Null: out of memory. */
struct rvt_page_runs *rvt_page_runs_make(const struct rvt_page *page, const struct rvt_isa *isa);

/* Frees; null is accepted. */
void rvt_page_runs_free(struct rvt_page_runs *runs);

/* The instruction at offset (even) of a page that is decoded. False: it has to be classified. */
bool rvt_page_runs_insn(const struct rvt_page *page, unsigned offset, struct rvt_insn *insn);

#endif
