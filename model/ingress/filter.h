/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Filters: which instructions, traps and data accesses of a hart are traced. Each filter is a set
 * of conditions that hold together; the selected filters are alternatives. An instruction is
 * filtered by its own address, a trap by the address at which it was taken. Spec: E-Trace,
 * "Filtering"; RISC-V Trace Control Interface, "Trace Encoder Filter Registers" (ETR-FLT-001..008);
 * decision 0002, "Control".
 */
#ifndef RVT_INGRESS_FILTER_H
#define RVT_INGRESS_FILTER_H

#include "base/params.h"
#include "ingress/comparator.h"
#include "ingress/tip.h"

#define RVT_FILTERS_MAX     16
#define RVT_COMPARATORS_MAX 8
#define RVT_FILTER_COMPS    3 /* comparator units that a filter can ask for */

/* As software programs it; the fields of trTeFilter<i>... */
struct rvt_filter {
    bool enable;
    bool match_privilege, match_ecause, match_interrupt, match_impdef, match_dtype, match_dsize;
    bool match_comp[RVT_FILTER_COMPS];
    bool interrupt;                 /* match_interrupt: interrupts, else exceptions */
    uint8_t comp[RVT_FILTER_COMPS]; /* which comparator */
    uint8_t privileges;             /* a bit per level */
    uint8_t dsizes;
    uint16_t dtypes;
    uint32_t impdef, impdef_mask;
    uint64_t ecauses; /* a bit per cause */
};

struct rvt_filter_setup {
    uint16_t inst, data; /* trTeInstFilters, trTeDataFilters: a bit per filter; 0: no filtering */
    struct rvt_filter filter[RVT_FILTERS_MAX];
    struct rvt_comparator comparator[RVT_COMPARATORS_MAX];
};

/* Read by the functions below alone. */
struct rvt_filters {
    struct rvt_filter_setup setup;
    struct rvt_comp_widths widths;
    enum rvt_filter_gran gran;
    bool halfwords;     /* iretire counts them */
    uint32_t step;      /* half-words between places where an instruction can begin */
    unsigned depth_max; /* nested traps that are counted, the matching one included */
    uint16_t running;   /* filters that are enabled */
    uint16_t trapping;  /* of these, those with a condition on traps */
    uint8_t comparing;  /* comparators that a filter uses, or that have a state */
    uint8_t notifying;  /* of these, those that ask for notifications */
    uint8_t latching;   /* of these, those with a state, which is always updated */
    bool see_all;       /* a comparator has a state, or notifies: it sees every instruction */
    bool latch[RVT_COMPARATORS_MAX];
    uint16_t depth[RVT_FILTERS_MAX]; /* of traps since the matching one; 0: outside of it */
};

/* The result for a row, a bit per block. */
struct rvt_filter_result {
    uint8_t pass;   /* its instructions and its trap are to be traced */
    uint8_t notify; /* its last instruction is to be reported */
};

/* Filters of config, not programmed: everything is traced. */
void rvt_filters_init(struct rvt_filters *filters, const struct rvt_config *config);

/* Applies setup. A filter or comparator of which any field changed restarts; the others keep their
 * state. Decision 0002, "Writes while enabled". */
void rvt_filters_program(struct rvt_filters *filters, const struct rvt_filter_setup *setup);

/* Resets the state: latches as primed, no trap. */
void rvt_filters_restart(struct rvt_filters *filters);

/* True if some comparator or filter works, so that it has to see each row; false: everything is
 * traced. */
static inline bool rvt_filters_on(const struct rvt_filters *filters)
{
    return filters->running != 0 || filters->comparing != 0 ||
           (filters->setup.inst | filters->setup.data) != 0;
}

/* Filters the blocks of row, oldest first, and updates latches and trap nesting. Call it for each
 * row in order; the row must have passed rvt_row_check. Spec: ETR-FLT-001..008, AMB-130. */
struct rvt_filter_result rvt_filters_row(struct rvt_filters *filters, const struct rvt_row *row);

/* The inputs of a filter from a data access. */
struct rvt_filter_access {
    uint64_t iaddr; /* of the instruction, where it is known */
    bool iaddr_known;
    uint64_t daddr;
    uint8_t dtype, dsize;
};

/*
 * True if trTeDataFilters lets a data access of row pass. Call it before rvt_filters_row for the
 * same row: traps and latches are those before the row. A latch that compares daddr is updated.
 * Spec: ETR-CTL-012.
 */
bool rvt_filters_access(struct rvt_filters *filters, const struct rvt_row *row,
                        const struct rvt_filter_access *access);

#endif
