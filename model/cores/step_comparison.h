/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Compares what the rows of an ingress port show with what the log of the hart says, step by step:
 * no instruction and no trap may be missing, extra, repeated or in another order. Each difference
 * is found once; then the comparison goes on where both agree again (step_alignment.h). Steps that
 * fall into a gap of the other side are counted, and are no difference.
 */
#ifndef RVT_CORES_STEP_COMPARISON_H
#define RVT_CORES_STEP_COMPARISON_H

#include "cores/step_alignment.h"
#include "cores/step_difference.h"

/* Takes a difference or a gap. */
typedef void rvt_step_difference_sink(void *context, const struct rvt_step_difference *difference);

/* In the caller's storage. The counts may be read, the rest is private. */
struct rvt_step_comparison {
    struct rvt_step_count equal;   /* compared, without a difference */
    struct rvt_step_count skipped; /* in a gap of the other side, or not compared before a gap */
    uint64_t gaps;
    uint64_t differences;

    struct rvt_step_side shown, logged;
    rvt_step_difference_sink *sink;
    void *context;
    bool shown_gap, logged_gap; /* at a gap: the other side may pass steps */
    bool shown_gap_open;        /* the latest gap of the rows may have been longer */
    size_t since_gap;           /* steps that were compared since that gap */
    bool done;                  /* both sides have ended, or there is no agreement */
    bool privilege_differs;     /* the latest step had another privilege: these two */
    uint8_t shown_privilege, logged_privilege;
    struct rvt_step_count left; /* steps after the end of the other side */
    bool left_shown;            /* they are of the rows */
    struct rvt_hart_step first_left;
};

/* Nothing is compared yet. */
void rvt_step_comparison_init(struct rvt_step_comparison *comparison,
                              rvt_step_difference_sink *sink, void *context);

/* Frees what the calls below took. */
void rvt_step_comparison_fini(struct rvt_step_comparison *comparison);

/* True if the comparison cannot go on without a step of side, or its end. */
bool rvt_step_comparison_wants(const struct rvt_step_comparison *comparison,
                               const struct rvt_step_side *side);

/* The next step of the rows, and of the log. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_step_comparison_show(struct rvt_step_comparison *comparison,
                                         const struct rvt_hart_step *step);
RVT_MUST_USE
enum rvt_status rvt_step_comparison_log(struct rvt_step_comparison *comparison,
                                        const struct rvt_hart_step *step);

/* The rows, or the log, have ended. */
void rvt_step_comparison_end(struct rvt_step_side *side);

/* Compares as far as possible. Call it when neither side is wanted, until comparison is done. */
void rvt_step_comparison_run(struct rvt_step_comparison *comparison);

#endif
