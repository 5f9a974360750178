/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Logs in CSV with the columns VALID, ADDRESS, INSN, PRIVILEGE, EXCEPTION, ECAUSE, TVAL, INTERRUPT,
 * and optional ones CYCLE, CONTEXT, TIME, LOST, in any order; values hexadecimal. Layout:
 * docs/files.md.
 */
#ifndef RVT_CORES_CSV_LOG_H
#define RVT_CORES_CSV_LOG_H

#include "cores/core_table.h"
#include "cores/step.h"

struct rvt_csv_log {
    struct rvt_core_table table;
};

/* Starts before the header. */
void rvt_csv_log_init(struct rvt_csv_log *log);

/* Reads a line and gives its step to sink. RVT_ERR_SYNTAX with line and rule (core_table.h). Any
 * status of the sink. */
RVT_MUST_USE
enum rvt_status rvt_csv_log_line(struct rvt_csv_log *log, struct rvt_core_line *line,
                                 rvt_step_sink sink, void *context, struct rvt_diag *diag);

/* The optional members that steps of this log have, and RVT_STEP_LOST; after the header. */
unsigned rvt_csv_log_members(const struct rvt_csv_log *log);

#endif
