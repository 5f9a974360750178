/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a run as JUnit XML: a test case for each verdict. */
#ifndef RVT_IO_REPORT_REPORT_JUNIT_H
#define RVT_IO_REPORT_REPORT_JUNIT_H

#include "io/bytes/output.h"
#include "io/report/run_report.h"

/* Appends the report. The verdict that decides passes or fails; another one is skipped unless it
 * passed, and shows its findings as output. A write error stays in output. */
void rvt_report_junit(struct rvt_output *output, const struct rvt_run_report *report);

#endif
