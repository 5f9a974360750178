/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the reports of all comparisons share: their options, and writing them. */
#ifndef RVT_API_REPORT_FILE_H
#define RVT_API_REPORT_FILE_H

#include <rvt/lockstep.h>

#include "io/report/run_report.h"

/* Sets known to options. RVT_ERR_PARAMETER, and why in diagnosis: comparison, options or one of its
 * strings is null, or it has a wrong size. */
RVT_MUST_USE
enum rvt_status rvt_report_take(struct rvt_comparison_report_options *known, const void *comparison,
                                const struct rvt_comparison_report_options *options,
                                struct rvt_diagnosis *diagnosis);

/* Writes the report to path, with what goes wrong in diagnosis. RVT_ERR_IO; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_report_write(const struct rvt_run_report *report, const char *path,
                                 struct rvt_diagnosis *diagnosis);

#endif
