/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The report of a run as JSON; its schema is one of scripts/schemas. */
#ifndef RVT_IO_REPORT_REPORT_JSON_H
#define RVT_IO_REPORT_REPORT_JSON_H

#include "io/bytes/output.h"
#include "io/report/run_report.h"

/* Appends the report. RVT_ERR_MEMORY; RVT_ERR_IO, which output explains. */
RVT_MUST_USE
enum rvt_status rvt_report_json(struct rvt_output *output, const struct rvt_run_report *report);

#endif
