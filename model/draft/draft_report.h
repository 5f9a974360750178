/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The packets of an encoder of draft 0.026: builds each packet of its chart from the state that
 * report.h keeps. report.h builds the support packets. Spec: draft 0.026, "Format selection"
 * (DRF-001..013, DRA-001..005).
 */
#ifndef RVT_DRAFT_DRAFT_REPORT_H
#define RVT_DRAFT_DRAFT_REPORT_H

#include "encoder/report.h"

/* F3/0 for item. */
void rvt_draft_report_start(struct rvt_report *report, const struct rvt_item *item,
                            enum rvt_decision decision);

/* F3/1 with the address of item. */
void rvt_draft_report_exception(struct rvt_report *report, const struct rvt_item *item,
                                const struct rvt_cause *cause, enum rvt_decision decision);

/* F1 or F2 with the address of item and all pending branches; or a count of them, then F2. DRA-001,
 * DRA-002, DRA-003. */
void rvt_draft_report_address(struct rvt_report *report, const struct rvt_item *item,
                              enum rvt_decision decision);

/* F1 without address: the map is full, a prediction failed, or the count is at its limit. */
void rvt_draft_report_branches(struct rvt_report *report, const struct rvt_item *item);

/* F3/2. */
void rvt_draft_report_context(struct rvt_report *report, const struct rvt_item *item);

#endif
