/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Logs of QEMU, run with one instruction per translation block (-singlestep, later
 * -accel tcg,one-insn-per-tb=on) and -d exec,int,mmu,nochain. The log has a line for each
 * instruction that is about to run. It retired unless an exception with its own address follows.
 * The instructions come from the program; what runs before the program, such as the boot code of
 * the machine, is left out. With -d cpu the log has the registers as well, and mstatus shows the
 * privilege of a trap directly after a trap return.
 */
#ifndef RVT_CORES_QEMU_LOG_H
#define RVT_CORES_QEMU_LOG_H

#include "cores/core_line.h"
#include "cores/step.h"
#include "program/image.h"

struct rvt_qemu_log {
    struct rvt_image *image;
    bool hart_known, single; /* single: a line of another hart is a fault */
    uint64_t hart;
    bool started;     /* the program runs */
    bool pending;     /* step may retire */
    bool fetch_known; /* privilege of the latest fetch that missed the TLB */
    bool next_known;  /* privilege after step, or of step if it is cancelled */
    uint8_t fetch_privilege, next_privilege;
    struct rvt_step step;
};

/* Starts before the first line. hart: the one whose lines count; null: the log has only one. image
 * is borrowed. */
void rvt_qemu_log_init(struct rvt_qemu_log *log, const uint64_t *hart, struct rvt_image *image);

/*
 * Reads a line and gives the steps that it completes to sink. RVT_ERR_SYNTAX with line and rule:
 * LogSyntax (no line of such a log), LogOrder (an instruction is cancelled that is not the latest),
 * LogHart (a second hart). Any status of the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_qemu_log_line(struct rvt_qemu_log *log, struct rvt_core_line *line,
                                  rvt_step_sink sink, void *context, struct rvt_diag *diag);

/* The log ended: gives the latest instruction. LogProgram: nothing of the program ran. */
RVT_MUST_USE
enum rvt_status rvt_qemu_log_end(struct rvt_qemu_log *log, rvt_step_sink sink, void *context,
                                 struct rvt_diag *diag);

#endif
