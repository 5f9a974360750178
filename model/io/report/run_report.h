/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a run under a scoreboard: verdicts, findings, counts, waivers, requirements. */
#ifndef RVT_IO_REPORT_RUN_REPORT_H
#define RVT_IO_REPORT_RUN_REPORT_H

#include "lockstep/report/requirement_tally.h"
#include "lockstep/report/run_result.h"

enum {
    RVT_REPORT_FINDINGS_MAX = 1000, /* findings of a verdict that it lists; the counts are of all */
    RVT_REPORT_COUNTS_MAX = 16,
    RVT_REPORT_SUMMARY_BYTES = 256,
};

/* What a report is about; pointers are borrowed. */
struct rvt_run_report {
    const char *schema; /* of the JSON */
    const char *instance;
    struct rvt_run_result run;
    unsigned verdicts; /* logs of run that are reported; what run did not compare, as such */
    unsigned decides;  /* the one of these that decides */
    bool passed;       /* what it decides; false without a finding: nothing was compared */
    unsigned counts;
    struct rvt_report_count {
        const char *name;
        uint64_t value;
    } count[RVT_REPORT_COUNTS_MAX];
    char summary[RVT_REPORT_SUMMARY_BYTES];           /* what was compared, in words; "": none */
    const struct rvt_requirement_tally *requirements; /* null: not counted */
};

/* Adds a count; there is room for it. name: static. */
void rvt_run_report_count(struct rvt_run_report *report, const char *name, uint64_t value);

/* Whether the run compared that verdict. */
bool rvt_run_report_compared(const struct rvt_run_report *report, unsigned verdict);

/* The name of a verdict, such as "bit-exact"; static. */
const char *rvt_run_report_verdict(const struct rvt_run_report *report, unsigned verdict);

/* "passed", "failed" or "not compared"; static. */
const char *rvt_run_report_result(const struct rvt_run_report *report, unsigned verdict);

/* Finding index of a verdict, from 0, with its text; null: the report lists no such finding. */
const struct rvt_mismatch_entry *rvt_run_report_finding(const struct rvt_run_report *report,
                                                        unsigned verdict, unsigned index);

#endif
