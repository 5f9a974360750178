/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The file of a report, in the form that its name says. */
#ifndef RVT_IO_REPORT_REPORT_FILE_H
#define RVT_IO_REPORT_REPORT_FILE_H

#include "io/report/run_report.h"

/* Writes the report to path ("-": stdout): JUnit if the name ends in .xml, else JSON. RVT_ERR_IO
 * with the system's reason; RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_report_file_write(const struct rvt_run_report *report, const char *path,
                                      struct rvt_diag *diag);

#endif
