/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a run under the scoreboard: verdicts, findings, counts, waivers, requirements. */
#ifndef RVT_IO_REPORT_RUN_REPORT_H
#define RVT_IO_REPORT_RUN_REPORT_H

#include "lockstep/core/lockstep.h"

/* Findings of a verdict that a report lists; the counts are of all. */
enum { RVT_REPORT_FINDINGS_MAX = 1000 };

/* What a report is about; borrowed. */
struct rvt_run_report {
    const struct rvt_lockstep *lockstep;
    enum rvt_verdict decides;
    const char *instance;
    uint64_t cycles;
};

/* "passed", "failed" or "not compared"; static. */
const char *rvt_run_report_result(const struct rvt_run_report *report, enum rvt_verdict verdict);

#endif
