/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The branch predictor that encoder and decoder keep alike: a table of two-bit states, found by the
 * address of the branch. Spec: E-Trace, "Branch prediction" (ETR-MODE-020..025).
 */
#ifndef RVT_MODES_BRANCH_PREDICTOR_H
#define RVT_MODES_BRANCH_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/params.h"

struct rvt_branch_predictor {
    uint8_t *state; /* one entry a byte, 0..3; owned */
    uint64_t mask;  /* of an index */
    unsigned shift; /* iaddress_lsb_p: where the index begins in an address (AMB-068) */
};

/*
 * Opens a predictor of 2^bpred_size_p entries in their initial state; bpred_size_p 0: one entry,
 * unused. RVT_ERR_MEMORY. rvt_branch_predictor_close frees it; a zeroed or closed one may be
 * closed too.
 */
RVT_MUST_USE
enum rvt_status rvt_branch_predictor_open(struct rvt_branch_predictor *predictor,
                                          const struct rvt_params *params);
void rvt_branch_predictor_close(struct rvt_branch_predictor *predictor);

/* All entries to 01, predict not taken. ETR-MODE-023. */
void rvt_branch_predictor_reset(struct rvt_branch_predictor *predictor);

/* Copies the states of from, which was opened with the same parameters. */
void rvt_branch_predictor_copy(struct rvt_branch_predictor *to,
                               const struct rvt_branch_predictor *from);

/* True if the branch at address is predicted taken. ETR-MODE-021: the upper bit of its entry. */
static inline bool rvt_branch_predictor_ask(const struct rvt_branch_predictor *predictor,
                                            uint64_t address)
{
    return (predictor->state[address >> predictor->shift & predictor->mask] & 2) != 0;
}

/*
 * Trains the entry of the branch at address with its outcome, after it was asked (ETR-MODE-022):
 * the upper bit follows the outcome where the two bits differ, the lower bit always does.
 * ETR-MODE-021.
 */
static inline void rvt_branch_predictor_train(struct rvt_branch_predictor *predictor,
                                              uint64_t address, bool taken)
{
    uint8_t *state = &predictor->state[address >> predictor->shift & predictor->mask];
    unsigned upper = *state >> 1, lower = *state & 1u;

    if (upper != lower)
        upper = taken;
    *state = (uint8_t)(upper << 1 | taken);
}

#endif
