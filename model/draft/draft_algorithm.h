/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The chart of draft 0.026 (figure of commit 22098c9): one traversal per instruction that retired,
 * on the previous, the current and the next item; one packet, or two where a count of predicted
 * branches and an address are due. Spec: draft 0.026, "Example Algorithm" (DRA-001..017). The
 * frame around it (enabling, the end, losses, support packets) is that of algorithm.h.
 */
#ifndef RVT_DRAFT_DRAFT_ALGORITHM_H
#define RVT_DRAFT_DRAFT_ALGORITHM_H

#include "encoder/algorithm.h"

/* Decides on a qualified item, as rvt_algorithm_item. */
void rvt_draft_algorithm_item(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                              const struct rvt_next *next);

/* Passes an item that is not qualified, as rvt_algorithm_pass. */
void rvt_draft_algorithm_pass(struct rvt_algorithm *algorithm, const struct rvt_item *item);

#endif
