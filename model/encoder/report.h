/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packet construction: builds each packet of the chart, chooses between the formats of an address
 * report, and keeps the state that depends on the packets sent: the branches not yet reported, the
 * base of differential addresses, the tables of the optional modes, the resynchronisation counter.
 * Spec: E-Trace, ETR-ALG-050..058, ETR-CMP-006, ETR-CMP-007, ETR-FMT-007, ETR-CTX-008, ETR-CTX-009;
 * decision 0002.
 */
#ifndef RVT_ENCODER_REPORT_H
#define RVT_ENCODER_REPORT_H

#include "encoder/packet_sink.h"
#include "encoder/passed_code.h"
#include "ingress/item.h"
#include "modes/branch_history.h"
#include "modes/implicit_return.h"
#include "modes/jump_targets.h"
#include "modes/resync.h"

struct rvt_report {
    const struct rvt_config *config; /* borrowed */
    rvt_packet_sink sink;
    void *context;
    bool simple;          /* no switch depends on instructions that need no decision */
    bool refused;         /* the sink refused a packet of this call; nothing more is sent */
    bool data_lost;       /* te_data was lost since the latest support packet */
    bool context_pending; /* an imprecise context change waits for a packet (AMB-107) */
    bool started;         /* a sync packet was sent since tracing started or was lost */
    bool synced;          /* the current item had a sync packet */
    bool named;           /* the current item had a packet that named it */
    bool closes;          /* ... and shows that a sync packet or an end follows */
    bool finds_breaks;    /* only the context of an F3/0 shows a break (AMB-105) */
    unsigned doubts;      /* of the next packet, because of what came before: enum rvt_doubt */
    bool arrived_again;   /* the latest packet reported a target that was passed before */
    enum rvt_jump_source source;       /* what led to the current item */
    struct rvt_branch_history history; /* not yet reported */
    struct rvt_implicit_return returns;
    struct rvt_jump_targets targets;
    struct rvt_passed_code passed; /* if finds_breaks */
    uint64_t sent_context;         /* of the latest packet with one */
    uint64_t base;                 /* of differential addresses */
    struct rvt_resync resync;
    struct rvt_packet packet; /* being built; its support is always 0 */
};

/* The trap as a packet reports it. */
struct rvt_cause {
    bool interrupt;
    uint32_t cause;
    uint64_t tval;
};

/* How an address is reported. */
struct rvt_flags {
    bool notify;   /* the notify flag */
    bool updiscon; /* the updiscon flag */
    bool last;     /* a sync packet follows, or the end of the trace */
};

/* When an event happens. */
struct rvt_moment {
    uint64_t cycle;
    uint64_t time;
};

/* Opens; the parameters determine the sizes of the tables. config is borrowed. RVT_ERR_MEMORY.
 * rvt_report_close frees the tables; a zeroed struct may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_report_open(struct rvt_report *report, const struct rvt_config *config,
                                rvt_packet_sink sink, void *context);
void rvt_report_close(struct rvt_report *report);

/* Reads the options again and restarts every table (predictor, cache, return stack); discards what
 * has not been reported. */
void rvt_report_restart(struct rvt_report *report);

/* Drops what has not been reported: branches and returns. AMB-124. */
void rvt_report_lose(struct rvt_report *report);

/* Hands packet, made for item, to the sink; changes nothing else. */
void rvt_report_send(struct rvt_report *report, const struct rvt_packet *packet,
                     const struct rvt_item *item, enum rvt_decision decision);

/* F3/0 for item. */
void rvt_report_start(struct rvt_report *report, const struct rvt_item *item,
                      enum rvt_decision decision);

/* F3/1: thaddr 1 with the address of item, an INST; thaddr 0 with the EPC where there is one
 * (AMB-041). */
void rvt_report_trap(struct rvt_report *report, const struct rvt_item *item,
                     const struct rvt_cause *cause, bool thaddr, enum rvt_decision decision);

/* F0, F1 or F2 with the address of item and all pending branches. ETR-ALG-050..053. */
void rvt_report_address(struct rvt_report *report, const struct rvt_item *item,
                        struct rvt_flags flags, enum rvt_decision decision);

/* F1 without address: the map is full; or F0s0 without: a prediction failed. ETR-ALG-034. */
void rvt_report_branches(struct rvt_report *report, const struct rvt_item *item);

/* F3/2. */
void rvt_report_context(struct rvt_report *report, const struct rvt_item *item);

/* F3/3. */
void rvt_report_support(struct rvt_report *report, const struct rvt_moment *moment, bool ienable,
                        enum rvt_qual_status qual_status, enum rvt_decision decision);

#endif
