/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/run_report.h"

#include <assert.h>

void rvt_run_report_count(struct rvt_run_report *report, const char *name, uint64_t value)
{
    assert(report->counts < RVT_REPORT_COUNTS_MAX);
    report->count[report->counts++] = (struct rvt_report_count){.name = name, .value = value};
}

bool rvt_run_report_compared(const struct rvt_run_report *report, unsigned verdict)
{
    return report->run.compared[report->run.logs[verdict].verdict];
}

const char *rvt_run_report_verdict(const struct rvt_run_report *report, unsigned verdict)
{
    return rvt_mismatch_verdict_name(report->run.logs[verdict].verdict);
}

const char *rvt_run_report_result(const struct rvt_run_report *report, unsigned verdict)
{
    if (!rvt_run_report_compared(report, verdict))
        return "not compared";
    bool passed =
        verdict == report->decides ? report->passed : report->run.logs[verdict].count == 0;
    return passed ? "passed" : "failed";
}

const struct rvt_mismatch_entry *rvt_run_report_finding(const struct rvt_run_report *report,
                                                        unsigned verdict, unsigned index)
{
    const struct rvt_mismatch_log *log = &report->run.logs[verdict];

    return index < log->count && index < RVT_REPORT_FINDINGS_MAX ? &log->entry[index] : NULL;
}
