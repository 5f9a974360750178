/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Logs of the instruction set simulator Spike, run with -l --log-commits. A line begins with the
 * hart. Steps come from the lines of committed instructions (privilege, address, word) and of
 * traps (name, EPC, and tval on the next line); other lines of the hart repeat what these show.
 */
#ifndef RVT_CORES_SPIKE_LOG_H
#define RVT_CORES_SPIKE_LOG_H

#include "cores/core_line.h"
#include "cores/step.h"

struct rvt_spike_log {
    struct rvt_step trap;    /* the latest step, if it is a trap; else a retired one */
    bool trapped;            /* trap waits for the line with its tval */
    bool hart_known, single; /* single: a line of another hart is a fault */
    uint64_t hart;
    bool mpp_known, spp_known; /* what the next mret and sret lead to */
    uint8_t mpp, spp;
    bool privilege_known;
    uint8_t privilege; /* of the latest committed instruction, or after it */
};

/* Starts before the first line. hart: the one whose lines count; null: the log has only one. */
void rvt_spike_log_init(struct rvt_spike_log *log, const uint64_t *hart);

/*
 * Reads a line and gives the steps that it completes to sink. RVT_ERR_SYNTAX with line and rule:
 * LogSyntax (no line of such a log; unknown trap), LogHart (a second hart). Any status of the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_spike_log_line(struct rvt_spike_log *log, struct rvt_core_line *line,
                                   rvt_step_sink sink, void *context, struct rvt_diag *diag);

/* The log ended: gives a trap that waits. */
RVT_MUST_USE
enum rvt_status rvt_spike_log_end(struct rvt_spike_log *log, rvt_step_sink sink, void *context,
                                  struct rvt_diag *diag);

#endif
