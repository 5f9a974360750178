/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/report/run_report.h"

const char *rvt_run_report_result(const struct rvt_run_report *report, enum rvt_verdict verdict)
{
    if (!rvt_lockstep_has_verdict(report->lockstep, verdict))
        return "not compared";
    return rvt_lockstep_findings(report->lockstep, verdict) == 0 ? "passed" : "failed";
}
