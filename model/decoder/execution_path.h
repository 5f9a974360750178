/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Follows the execution path through the program, from the last reported instruction to the one
 * that a packet reports, by the branch outcomes (follow_execution_path in the specification's
 * pseudo-code). Spec: E-Trace, "Decoder" (ETR-DEC-003, ETR-DEC-007..011, ETR-DEC-013..017,
 * ETR-DEC-020).
 */
#ifndef RVT_DECODER_EXECUTION_PATH_H
#define RVT_DECODER_EXECUTION_PATH_H

#include "decoder/next_pc.h"
#include "decoder/output_buffer.h"

/* Starts at pc, and reports its instruction. RVT_ERR_NO_CODE, RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_execution_path_start(struct rvt_path *path, uint64_t pc, struct rvt_diag *diag);

/*
 * Follows the path from the instruction after pc to goal. RVT_ERR_FLOW: a branch without an
 * outcome, outcomes left over, a discontinuity whose target no packet reports, a cache entry that
 * was never written; RVT_ERR_NO_CODE; RVT_ERR_STEP_LIMIT: goal is not reached; RVT_ERR_SINK. After
 * an error the position is unknown.
 */
RVT_MUST_USE
enum rvt_status rvt_execution_path_follow(struct rvt_path *path, const struct rvt_goal *goal,
                                          struct rvt_diag *diag);

#endif
