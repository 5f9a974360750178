/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A walk along the path of execution by the rules of draft 0.026: outcomes of branches as a map or
 * as a count of predictions, a counter of calls, jumps behind a loaded constant. Reports what it
 * passes as ranges. Spec: draft 0.026 (DRA-004..007, DRD-002, DRD-004).
 */
#ifndef RVT_FLOW_DRAFT_WALK_H
#define RVT_FLOW_DRAFT_WALK_H

#include "flow/branch_map.h"
#include "flow/branch_predictor.h"
#include "flow/decoder.h"
#include "flow/image.h"
#include "flow/return_stack.h"

struct rvt_draft_walk {
    struct rvt_image *image;                 /* borrowed */
    const struct rvt_decoder_output *output; /* borrowed */
    uint64_t step_limit;                     /* instructions per walk */
    uint64_t pc;                             /* the last instruction reported */
    struct rvt_insn insn;                    /* at pc */
    bool decided, taken;       /* the outcome of the branch at pc is known, and which it is */
    struct rvt_branch_map map; /* outcomes that are not used yet, */
    uint32_t counted;          /* or so many that are as predicted, */
    bool failed;               /* and then one that is not */
    bool predicts;             /* there is a predictor to train */
    bool implicit_return;      /* returns go to their calls while calls are counted */
    bool pairs;                /* jumps behind a loaded constant are inferable */
    struct rvt_branch_predictor predictor; /* owned */
    struct rvt_return_stack calls;         /* owned */
};

/* Where a walk ends. */
struct rvt_draft_goal {
    uint64_t address; /* and where each uninferable discontinuity leads */
    bool
        any_arrival; /* arriving other than by a discontinuity counts, once all outcomes are used */
    bool sync;       /* a branch at address has its outcome from elsewhere */
    bool undecided;  /* it may have none yet: ntkn hides where branches are (DRA-009) */
    const struct rvt_packet
        *announce; /* if not null: told as RVT_EVENT_CONTEXT just before the last instruction */
};

/* Opens the tables that config asks for. RVT_ERR_MEMORY. rvt_draft_walk_close frees them; a zeroed
 * struct may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_draft_walk_open(struct rvt_draft_walk *walk, const struct rvt_config *config);
void rvt_draft_walk_close(struct rvt_draft_walk *walk);

/* Starts at pc, which is reported, with no outcome left. RVT_ERR_NO_CODE, RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_draft_walk_start(struct rvt_draft_walk *walk, uint64_t pc,
                                     struct rvt_diag *diag);

/* The branch at pc, if it is one, is decided by taken; train: and trains the predictor. */
void rvt_draft_walk_decide(struct rvt_draft_walk *walk, bool taken, bool train);

/*
 * Walks from the instruction behind pc to goal, and tells whether it got there by an uninferable
 * discontinuity. RVT_ERR_FLOW: a branch without an outcome, outcomes left over; RVT_ERR_NO_CODE;
 * RVT_ERR_STEP_LIMIT; RVT_ERR_SINK. After an error the place is unknown.
 */
RVT_MUST_USE
enum rvt_status rvt_draft_walk_to(struct rvt_draft_walk *walk, const struct rvt_draft_goal *goal,
                                  bool *by_updiscon, struct rvt_diag *diag);

/*
 * Walks to the branch that uses the last outcome. last_may_wait: if the last one lies behind an
 * uninferable discontinuity, stops there and keeps it; its address comes next. Errors as
 * rvt_draft_walk_to; a discontinuity anywhere else is RVT_ERR_FLOW.
 */
RVT_MUST_USE
enum rvt_status rvt_draft_walk_branches(struct rvt_draft_walk *walk, bool last_may_wait,
                                        struct rvt_diag *diag);

/* Outcomes that are not used yet. */
static inline uint64_t rvt_draft_walk_left(const struct rvt_draft_walk *walk)
{
    return (uint64_t)walk->map.count + walk->counted + (walk->failed ? 1 : 0);
}

/* The address that follows pc, if the program and the outcomes tell it: an EPC. */
bool rvt_draft_walk_successor(const struct rvt_draft_walk *walk, uint64_t *address);

/* True if the path from pc comes to an uninferable discontinuity before a branch without outcome,
 * so that another arrival somewhere can be meant. Changes nothing. DRD-003. */
bool rvt_draft_walk_meets_updiscon(const struct rvt_draft_walk *walk);

#endif
