/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A walk along the path of execution: from the last known instruction, through the program, to the
 * place that a packet tells of. Reports what it passes as ranges. Spec: E-Trace, "Decoder"
 * (ETR-DEC-003, ETR-DEC-007..011, ETR-DEC-013, ETR-DEC-020).
 */
#ifndef RVT_FLOW_WALK_H
#define RVT_FLOW_WALK_H

#include "flow/branch_map.h"
#include "flow/decoder.h"
#include "flow/image.h"

struct rvt_walk {
    struct rvt_image *image;                 /* borrowed */
    const struct rvt_decoder_output *output; /* borrowed; null: nothing is reported */
    uint64_t step_limit;                     /* instructions per walk */
    struct rvt_branch_map map; /* outcomes not yet used; may hold that of the instruction at pc */
    uint64_t pc;               /* the last instruction reported */
    struct rvt_insn insn;      /* at pc */
};

/* Where a walk ends. */
struct rvt_goal {
    uint64_t address; /* and where each uninferable discontinuity leads */
    bool last_branch; /* end on the owner of the last outcome instead; discontinuities are then
                         errors */
    bool any_arrival; /* arriving other than by a discontinuity counts, once all other outcomes are
                         used */
    bool no_updiscon; /* discontinuities are errors */
    const struct rvt_packet
        *announce; /* if not null: told as RVT_EVENT_CONTEXT just before the last instruction */
};

/* Starts at pc, which is reported. RVT_ERR_NO_CODE, RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_walk_start(struct rvt_walk *walk, uint64_t pc, struct rvt_diag *diag);

/*
 * Walks from the instruction behind pc to goal, and tells whether it got there by an uninferable
 * discontinuity. RVT_ERR_FLOW: a branch without an outcome, outcomes left over, a discontinuity in
 * a packet that has no address; RVT_ERR_NO_CODE; RVT_ERR_STEP_LIMIT; RVT_ERR_SINK. After an error
 * the place is unknown.
 */
RVT_MUST_USE
enum rvt_status rvt_walk_to(struct rvt_walk *walk, const struct rvt_goal *goal, bool *by_updiscon,
                            struct rvt_diag *diag);

/* The address that follows pc, if the program and the outcomes tell it: an EPC. Changes nothing.
 * ETR-DEC-006. */
bool rvt_walk_successor(const struct rvt_walk *walk, uint64_t *address);

/* True if the instruction at pc is an uninferable discontinuity. */
bool rvt_walk_at_updiscon(const struct rvt_walk *walk);

#endif
