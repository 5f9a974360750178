/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An instruction log to the rows of a hart that retires one instruction a cycle. */
#ifndef RVT_TOOLS_TIP_TIP_LOG_H
#define RVT_TOOLS_TIP_TIP_LOG_H

#include "io/tip/insn_log.h"
#include "io/tip/tip_file.h"
#include "program/image.h"

/*
 * Writes a row for every line of log, which is at path: the instruction with the itype that its
 * code and the next line give, or the trap. Each transition is checked: the next line must follow
 * from the instruction. image: the program, whose instructions must be those of the log; null: not
 * compared. The last instruction is left out, and *cut set, if it is a branch, whose outcome is
 * unknown. RVT_ERR_SYNTAX, RVT_ERR_FLOW, RVT_ERR_INGRESS with the line in diag; faults of log and
 * writer.
 */
RVT_MUST_USE
enum rvt_status rvt_tip_from_log(const char *path, struct rvt_log *log,
                                 const struct rvt_config *config, struct rvt_image *image,
                                 struct rvt_tip_writer *writer, bool *cut, struct rvt_diag *diag);

#endif
