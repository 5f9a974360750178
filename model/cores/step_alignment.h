/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Where two sequences of steps agree again after a difference or a gap. */
#ifndef RVT_CORES_STEP_ALIGNMENT_H
#define RVT_CORES_STEP_ALIGNMENT_H

#include "cores/step_queue.h"

enum {
    RVT_STEP_ANCHOR = 8,        /* fewer equal steps in a row are no agreement */
    RVT_STEP_AGREEMENT = 2048,  /* more are not looked at */
    RVT_STEP_LOOK_AHEAD = 4096, /* steps of one sequence that may be passed */
};

/* A sequence: steps that wait. */
struct rvt_step_side {
    struct rvt_step_queue queue;
    bool ended; /* nothing will be added */
};

/* Steps of each sequence that are passed. */
struct rvt_step_offset {
    size_t shown, logged;
};

/* True if two steps can be the same: an instruction at the same address; the same kind of trap with
 * the same cause, and with the same EPC where both have it. Never true for gaps. */
bool rvt_hart_steps_match(const struct rvt_hart_step *one, const struct rvt_hart_step *other);

/* True if side has so many steps that a search cannot need more. */
bool rvt_step_side_ready(const struct rvt_step_side *side);

/* Steps that wait before the next gap, RVT_STEP_LOOK_AHEAD at most. */
size_t rvt_step_side_until_gap(const struct rvt_step_side *side);

/*
 * The place where most steps match, less those that are passed: a loop has many places where some
 * match. At least one step is passed. RVT_STEP_ANCHOR steps or more match after it, or all up to
 * the end of both sequences, or at least one up to a gap or the end of one. If both sequences pass
 * steps, at most 32 each; if one does, at most RVT_STEP_LOOK_AHEAD; gaps are not passed. Both sides
 * are ready. False: there is no such place.
 */
bool rvt_step_alignment_find(const struct rvt_step_side *shown, const struct rvt_step_side *logged,
                             struct rvt_step_offset *offset);

/* The same after a gap: none to pass is enough, and only the sides that the flags name pass
 * steps. */
bool rvt_step_alignment_resume(const struct rvt_step_side *shown,
                               const struct rvt_step_side *logged, bool pass_shown,
                               bool pass_logged, struct rvt_step_offset *offset);

#endif
