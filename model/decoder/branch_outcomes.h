/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The branch outcomes that packets have reported and the path has not used yet, in order: those of
 * a branch map, then a number of correctly predicted ones, then a mispredicted one. Spec: E-Trace,
 * formats 0 and 1 (ETR-DEC-015..017).
 */
#ifndef RVT_DECODER_BRANCH_OUTCOMES_H
#define RVT_DECODER_BRANCH_OUTCOMES_H

#include "modes/branch_map.h"

struct rvt_outcomes {
    struct rvt_branch_map map; /* reported one by one */
    uint64_t predicted;        /* then these, correctly predicted, 0..2^32 + 30 */
    bool failed;               /* then this one, mispredicted */
};

static inline uint64_t rvt_outcomes_left(const struct rvt_outcomes *outcomes)
{
    return outcomes->map.count + outcomes->predicted + outcomes->failed;
}

static inline void rvt_outcomes_clear(struct rvt_outcomes *outcomes)
{
    *outcomes = (struct rvt_outcomes){.predicted = 0};
}

/* Removes the oldest outcome and returns true if the branch was taken; one must be left.
 * prediction: of the predictor for this branch. */
static inline bool rvt_outcomes_take(struct rvt_outcomes *outcomes, bool prediction)
{
    if (outcomes->map.count > 0)
        return rvt_branch_map_take(&outcomes->map);
    if (outcomes->predicted > 0) {
        outcomes->predicted--;
        return prediction;
    }
    outcomes->failed = false;
    return !prediction;
}

/* The same without removing it. */
static inline bool rvt_outcomes_peek(const struct rvt_outcomes *outcomes, bool prediction)
{
    if (outcomes->map.count > 0)
        return (outcomes->map.bits & 1) == 0;
    return outcomes->predicted > 0 ? prediction : !prediction;
}

#endif
