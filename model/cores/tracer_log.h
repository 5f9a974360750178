/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Logs of the tracers of Ibex and CV32E40P: time, cycle, address, instruction, and text. Ibex marks
 * an instruction that trapped with "-->" and the first of an interrupt handler with "==>";
 * CV32E40P marks one that trapped with "(C)", and expands compressed instructions to 32 bits, so
 * that only a program shows them. These logs have no privilege, and no cause of traps.
 */
#ifndef RVT_CORES_TRACER_LOG_H
#define RVT_CORES_TRACER_LOG_H

#include "cores/core_line.h"
#include "cores/step.h"

struct rvt_tracer_log {
    bool expands;    /* CV32E40P */
    bool headed;     /* the first line was read */
    bool after_trap; /* the latest line is an exception */
    bool started;    /* there was an instruction */
};

/* Starts before the first line. */
void rvt_tracer_log_init(struct rvt_tracer_log *log, bool expands);

/* Reads a line and gives its steps to sink. RVT_ERR_SYNTAX with line and rule LogSyntax: no line of
 * such a log. Any status of the sink. */
RVT_MUST_USE
enum rvt_status rvt_tracer_log_line(struct rvt_tracer_log *log, struct rvt_core_line *line,
                                    rvt_step_sink sink, void *context, struct rvt_diag *diag);

#endif
