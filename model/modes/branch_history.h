/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The branches that an encoder has not reported yet: their outcomes, and how many of them were
 * predicted correctly. Spec: E-Trace, "Format 0 packets", "Branch prediction mode" (ETR-ALG-011,
 * ETR-ALG-012, ETR-MODE-020..029).
 */
#ifndef RVT_MODES_BRANCH_HISTORY_H
#define RVT_MODES_BRANCH_HISTORY_H

#include "modes/branch_map.h"
#include "modes/branch_predictor.h"

/* Read the members, change them only through the functions below. */
struct rvt_branch_history {
    struct rvt_branch_map map; /* the outcomes; the first 31 of them while counting goes on */
    uint64_t correct; /* pbc: correct predictions of unreported branches; 31 or more of them
                         only if none failed; 0 without prediction */
    bool failed;      /* the latest branch failed its prediction, after 31 or more correct ones */
    bool predicts;    /* the option is on */
    unsigned count_from; /* bcount_min: from so many correct predictions on, an address report has a
                            count */
    uint64_t count_max;  /* bcount_max: the branch count that asks for a packet */
    struct rvt_branch_predictor predictor;
};

/* Opens a history without branches; the table exists even if the option is off. RVT_ERR_MEMORY.
 * rvt_branch_history_close frees it; a zeroed or closed one may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_branch_history_open(struct rvt_branch_history *history,
                                        const struct rvt_config *config);
void rvt_branch_history_close(struct rvt_branch_history *history);

/* Reads the option from config again; nothing is unreported, and the predictor is in its initial
 * state. */
void rvt_branch_history_restart(struct rvt_branch_history *history,
                                const struct rvt_config *config);

/* Everything has been reported, or is lost. ETR-ALG-055. */
static inline void rvt_branch_history_clear(struct rvt_branch_history *history)
{
    rvt_branch_map_clear(&history->map);
    history->correct = 0;
    history->failed = false;
}

/* A branch with prediction on: asks, trains, counts. Step 2, ETR-ALG-021, ETR-MODE-025. */
void rvt_branch_history_predict(struct rvt_branch_history *history, uint64_t iaddr, bool taken);

/* Step 2 for the instruction at iaddr. branch: it is one. */
static inline void rvt_branch_history_step(struct rvt_branch_history *history, uint64_t iaddr,
                                           bool branch, bool taken)
{
    if (!history->predicts)
        rvt_branch_map_add_if(&history->map, branch, taken);
    else if (branch)
        rvt_branch_history_predict(history, iaddr, taken);
}

/* True if there are unreported branches. ETR-ALG-006, ETR-ALG-010. */
static inline bool rvt_branch_history_pending(const struct rvt_branch_history *history)
{
    return history->map.count > 0;
}

/* rpt_br: the map is full and was not predicted, or a prediction failed at last. ETR-ALG-011. */
static inline bool rvt_branch_history_full(const struct rvt_branch_history *history)
{
    return history->map.count == RVT_BRANCHES_MAX &&
           (history->correct < RVT_BRANCHES_MAX || history->failed);
}

/* True if the count has reached its maximum, which asks for an address. ETR-MODE-029. */
static inline bool rvt_branch_history_at_limit(const struct rvt_branch_history *history)
{
    return history->correct >= RVT_BRANCHES_MAX &&
           history->correct - RVT_BRANCHES_MAX >= history->count_max;
}

/* True if a report with address carries a count instead of a map. ETR-ALG-050, AMB-061. */
static inline bool rvt_branch_history_counts(const struct rvt_branch_history *history)
{
    return history->correct >= history->count_from || history->failed;
}

#endif
