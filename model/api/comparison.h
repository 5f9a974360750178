/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The public comparison: a lockstep, and the time that its caller gave last. */
#ifndef RVT_API_COMPARISON_H
#define RVT_API_COMPARISON_H

#include <rvt/lockstep.h>

#include "api/configuration.h"
#include "io/record/run_record.h"
#include "lockstep/core/lockstep.h"

struct rvt_comparison {
    struct rvt_lockstep *lockstep;
    struct rvt_instant now; /* the latest that was given */
    struct rvt_configuration configuration;
    bool packets, bytes;           /* what is observed */
    bool decode_exact;             /* it decides */
    struct rvt_run_record *record; /* null: none */
    unsigned recorded;             /* findings up to which the files have everything */
};

/* The list of findings of a verdict, in *list; false: the comparison has no such verdict. */
bool rvt_comparison_list(const struct rvt_comparison *comparison,
                         enum rvt_comparison_verdict verdict, enum rvt_verdict *list);

/* After a call: if there is a new finding, the files of the record have everything up to it. */
void rvt_comparison_settle_record(struct rvt_comparison *comparison);

#endif
