/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What packets mean to a decoder that follows the path of execution: traps, synchronisation,
 * reported addresses and branch maps. The decoder proper (decoder.h) minds the order of packets and
 * the support packet. Spec: E-Trace, "Decoder" (ETR-DEC-002..013), ETR-CMP-008.
 */
#ifndef RVT_FLOW_FOLLOW_H
#define RVT_FLOW_FOLLOW_H

#include "flow/walk.h"

struct rvt_follow {
    const struct rvt_config *config; /* borrowed */
    struct rvt_decoder_output output;
    struct rvt_walk walk;
    bool full_address;
    enum {
        RVT_FOLLOW_NOWHERE, /* no position */
        RVT_FOLLOW_TRAPPED, /* a trap was told, and its handler not yet */
        RVT_FOLLOW_PATH,    /* walk.pc is the last instruction known to have retired */
    } place;
    bool fresh;       /* NOWHERE: nothing was missed before this point */
    bool gap;         /* the next position is one after a gap */
    bool inferred;    /* the position may be the occurrence before the one reported (ETR-DEC-012) */
    bool reported;    /* the latest packet named the position */
    bool sync_next;   /* the instruction after the position has a sync packet, or none follows */
    uint64_t base;    /* last address reported */
    uint64_t context; /* as last told */
    uint8_t privilege;
};

/* The address that a packet reports: absolute in format 3, else as the address mode says.
 * ETR-CMP-008, AMB-151. */
uint64_t rvt_follow_address(const struct rvt_follow *follow, const struct rvt_packet *packet);

/* F3/0. */
RVT_MUST_USE
enum rvt_status rvt_follow_start(struct rvt_follow *follow, const struct rvt_packet *packet,
                                 struct rvt_diag *diag);

/* F3/1. */
RVT_MUST_USE
enum rvt_status rvt_follow_trap(struct rvt_follow *follow, const struct rvt_packet *packet,
                                struct rvt_diag *diag);

/* F1 and F2; place must be PATH. */
RVT_MUST_USE
enum rvt_status rvt_follow_report(struct rvt_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag);

/* Goes on to the occurrence that a discontinuity leads to, if the position was only inferred. */
RVT_MUST_USE
enum rvt_status rvt_follow_settle(struct rvt_follow *follow, struct rvt_diag *diag);

/* Gives up the position. fresh: it ended in order, nothing was missed. */
void rvt_follow_leave(struct rvt_follow *follow, bool fresh);

/* Tells an event; RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_follow_event(const struct rvt_follow *follow, enum rvt_trace_event event,
                                 const struct rvt_packet *packet);

#endif
