/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What an encoder says: builds each packet of the chart, and keeps what depends on the packets
 * sent: the branches not yet reported, the base of differential addresses, the resynchronisation
 * counter. Spec: E-Trace, ETR-ALG-050..058, ETR-CMP-006, ETR-CMP-007, ETR-FMT-007, ETR-CTX-008,
 * ETR-CTX-009.
 */
#ifndef RVT_FLOW_REPORT_H
#define RVT_FLOW_REPORT_H

#include "flow/branch_map.h"
#include "flow/encoder.h"
#include "flow/item.h"
#include "flow/resync.h"

struct rvt_report {
    const struct rvt_config *config; /* borrowed */
    rvt_packet_sink sink;
    void *context;
    bool refused;              /* the sink refused a packet of this call; nothing more is sent */
    struct rvt_branch_map map; /* not yet reported, at most 31 */
    uint64_t base;             /* of differential addresses */
    struct rvt_resync resync;
    bool context_pending; /* an imprecise context change waits for a packet (AMB-107) */
};

/* What a trap packet tells of the trap. */
struct rvt_cause {
    bool interrupt;
    uint32_t cause;
    uint64_t tval;
};

/* Where an event stands in time. */
struct rvt_moment {
    uint64_t cycle;
    uint64_t time;
};

/* F3/0 for item. */
void rvt_report_start(struct rvt_report *report, const struct rvt_item *item,
                      enum rvt_decision decision);

/* F3/1: thaddr 1 with the address of item, an INST; thaddr 0 with the EPC where there is one
 * (AMB-041). */
void rvt_report_trap(struct rvt_report *report, const struct rvt_item *item,
                     const struct rvt_cause *cause, bool thaddr, enum rvt_decision decision);

/* F1 or F2 with the address of item and all pending branches. */
void rvt_report_address(struct rvt_report *report, const struct rvt_item *item, bool notify,
                        bool updiscon, enum rvt_decision decision);

/* F1 without address: the map is full. */
void rvt_report_branches(struct rvt_report *report, const struct rvt_item *item);

/* F3/2. */
void rvt_report_context(struct rvt_report *report, const struct rvt_item *item);

/* F3/3. */
void rvt_report_support(struct rvt_report *report, const struct rvt_moment *moment, bool ienable,
                        enum rvt_qual_status qual_status, enum rvt_decision decision);

#endif
