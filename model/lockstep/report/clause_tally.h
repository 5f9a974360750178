/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* How often each clause was broken, over the findings of a run. */
#ifndef RVT_LOCKSTEP_REPORT_CLAUSE_TALLY_H
#define RVT_LOCKSTEP_REPORT_CLAUSE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#include "lockstep/report/mismatch.h"

enum { RVT_TALLY_CLAUSES = 64 };

/* Zeroed: no findings. */
struct rvt_clause_tally {
    unsigned count; /* clauses in use, in the order of their first finding */
    struct rvt_clause_count {
        char clause[RVT_MISMATCH_CLAUSE_BYTES]; /* "": findings without a clause */
        uint64_t found, waived;                 /* waived: of found */
    } clause[RVT_TALLY_CLAUSES];
    uint64_t others; /* findings of further clauses */
};

/* Counts a finding. */
void rvt_clause_tally_add(struct rvt_clause_tally *tally, const char *clause, bool waived);

/* Appends "ETR-ALG-052 3, ETR-FMT-021 4 (1 waived)"; nothing if nothing was found. */
void rvt_clause_tally_print(const struct rvt_clause_tally *tally, struct rvt_text *text);

#endif
