/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows of the ingress port from the checked steps of a log: one row for each step, as from a hart
 * that retires one instruction per cycle. Spec: E-Trace, "Hart to encoder interface". */
#ifndef RVT_CORES_STEP_ROWS_H
#define RVT_CORES_STEP_ROWS_H

#include "base/params.h"
#include "cores/continuity.h"
#include "ingress/tip.h"

/* Takes a row, which is borrowed for the call. */
typedef enum rvt_status (*rvt_row_sink)(void *context, const struct rvt_row *row,
                                        struct rvt_diag *diag);

struct rvt_step_rows {
    const struct rvt_config *config; /* borrowed */
    rvt_row_sink sink;
    void *context;
    uint64_t cycle;        /* of the latest row */
    uint64_t held_context; /* the latest value of the signal context */
    bool any;              /* there was a row */
    bool context_known;
};

/* Starts before the first row. config is borrowed as long as rows is in use. */
void rvt_step_rows_init(struct rvt_step_rows *rows, const struct rvt_config *config,
                        rvt_row_sink sink, void *context);

/*
 * Makes the row of a step; context: a struct rvt_step_rows; this is an rvt_checked_sink. A change
 * of context is precise, or imprecise if ctype_width_p is 1 (ETR-CTX-003, ETR-CTX-005). The row
 * before missing instructions has lost. RVT_ERR_INGRESS, with the line: the row breaks a rule of
 * the interface (ETR-ING), or LogCycle: the cycle of the log does not increase. Any status of the
 * sink.
 */
RVT_MUST_USE
enum rvt_status rvt_step_rows_put(void *context, const struct rvt_checked_step *step,
                                  struct rvt_diag *diag);

#endif
