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

/* The search for a goal. */
struct rvt_search {
    const struct rvt_goal *goal;
    uint64_t left_at_goal; /* outcomes that are left at its address, if the path may arrive there
                              in line: 1 if that is a branch */
    uint64_t next;         /* where the current run begins */
    struct rvt_run run;
    uint64_t steps;
    /* A place that was passed, to detect a loop: Brent's method. */
    uint64_t mark_pc, mark_left, mark_steps;
    uint32_t mark_depth, least_depth, mark_again, mark_irets;
    bool suspended; /* what comes is kept when the path is followed again */
};

/* A path whose steps did not all fit into the buffer, at the first step that did not. */
struct rvt_path_replay {
    struct rvt_path path;
    struct rvt_goal goal;
    struct rvt_search search;
};

/* A packet follows up to two paths: to the later occurrence of the position, and to its goal. */
enum { RVT_PATH_REPLAYS_MAX = 2 };

/* The paths of a packet that are followed again, in order. */
struct rvt_path_replays {
    unsigned count;
    unsigned next; /* the one that is followed again */
    bool rewound;  /* the tables are those of that path, not those after the packet */
    struct rvt_path_replay replay[RVT_PATH_REPLAYS_MAX];
    struct rvt_tables_point point; /* the tables at the first step of the first one */
};

/* Starts at pc, and reports its instruction. RVT_ERR_NO_CODE. */
RVT_MUST_USE
enum rvt_status rvt_execution_path_start(struct rvt_path *path, uint64_t pc, struct rvt_diag *diag);

/* The instruction at the address of goal. Errors as rvt_image_insn. */
RVT_MUST_USE
enum rvt_status rvt_execution_path_look(const struct rvt_path *path, const struct rvt_goal *goal,
                                        struct rvt_insn *insn, struct rvt_diag *diag);

/*
 * Follows the path from the instruction after pc to goal. RVT_ERR_FLOW: a branch without an
 * outcome, outcomes left over, a discontinuity whose target no packet reports, a cache entry that
 * was never written; RVT_ERR_NO_CODE; RVT_ERR_STEP_LIMIT: goal is not reached. After an
 * error the position is unknown. Of the steps that do not fit into the buffer, path->replays notes
 * how they are found again.
 */
RVT_MUST_USE
enum rvt_status rvt_execution_path_follow(struct rvt_path *path, const struct rvt_goal *goal,
                                          struct rvt_diag *diag);

/* Follows a path again, with the tables that it had, until the buffer is full (true), or to its
 * end. The last path ends with the tables as its packet left them, but for what came after it. */
bool rvt_execution_path_replay(struct rvt_path_replay *replay);

#endif
