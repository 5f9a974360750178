/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The chart of draft 0.026 (figure of commit 22098c9): one traversal per instruction that retired,
 * on the previous, the current and the next item; one packet, or two if a count of predicted
 * branches and an address are due. Spec: draft 0.026, "Example Algorithm" (DRA-001..017).
 */
#ifndef RVT_DRAFT_DRAFT_CHART_H
#define RVT_DRAFT_DRAFT_CHART_H

#include "encoder/chart.h"

extern const struct rvt_encoder_chart rvt_draft_chart;

#endif
