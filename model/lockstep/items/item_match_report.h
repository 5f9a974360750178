/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The findings of an item_match: their words, and what both sides had. */
#ifndef RVT_LOCKSTEP_ITEMS_ITEM_MATCH_REPORT_H
#define RVT_LOCKSTEP_ITEMS_ITEM_MATCH_REPORT_H

#include <stdint.h>

#include "base/finding.h"
#include "lockstep/packets/packet_alignment.h"

#include "lockstep/items/item_queues.h"

/* Where findings go, and what they are about. All borrowed. */
struct rvt_item_match_report {
    void *scoreboard; /* transport_scoreboard.h */
    void *context;    /* of kind->exact */
    const struct rvt_item_queues *queues;
};

/* Both sides agree again after these steps, or end with them and with unsent expected items. cycle:
 * the present one; of bit-exact, steps without a difference are no finding. */
void rvt_item_match_report_break(const struct rvt_item_match_report *report,
                                 const struct rvt_alignment *alignment, uint64_t unsent,
                                 uint64_t cycle);

/* The window is full and has no place where both sides agree. */
void rvt_item_match_report_streams(const struct rvt_item_match_report *report);

/* Of bit-exact: the first observed item was sent while none was expected. */
void rvt_item_match_report_early(const struct rvt_item_match_report *report);

/* The expected items, count of them, were never sent. */
void rvt_item_match_report_missing(const struct rvt_item_match_report *report, uint64_t cycle,
                                   uint64_t count);

/* The stream is malformed, and the hardware is idle too early: item_match.h. True: the finding is
 * recorded, and not waived. */
bool rvt_item_match_report_malformed(const struct rvt_item_match_report *report, uint64_t cycle,
                                     uint64_t at, const struct rvt_finding *finding,
                                     const char *evidence);
bool rvt_item_match_report_idle(const struct rvt_item_match_report *report, uint64_t cycle);

#endif
