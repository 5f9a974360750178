/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What packets mean to a decoder that follows the path of execution: traps, synchronisation,
 * reported addresses, branch maps and counts. The decoder proper (decoder.h) minds the order of
 * packets and the support packet. Spec: E-Trace, "Decoder" (ETR-DEC-002..017), ETR-CMP-008.
 */
#ifndef RVT_DECODER_FOLLOW_H
#define RVT_DECODER_FOLLOW_H

#include "decoder/walk.h"

enum rvt_place {
    RVT_PLACE_NOWHERE, /* no position */
    RVT_PLACE_TRAPPED, /* a trap was told, and its handler not yet */
    RVT_PLACE_PATH,    /* walk.pc is the last instruction known to have retired */
};

/* What the packets of draft 0.026 leave behind (draft_follow.h). */
struct rvt_draft_memory {
    bool started;   /* a sync packet came since the latest support packet */
    bool count_led; /* the latest packet was a count, and led to the branch at the position */
    bool waits;     /* the last branch of a count lies behind the discontinuity at the position */
};

struct rvt_follow {
    const struct rvt_config *config; /* borrowed; its options are those of the stream */
    struct rvt_walk walk;
    rvt_vector_source vectors;
    void *vectors_context;
    enum rvt_place place;
    bool resync_off; /* the encoder sends no periodic F3/0 */
    bool fresh;      /* NOWHERE: nothing was missed before this point */
    bool gap;        /* the next position is one after a gap */
    bool inferred;   /* the position may be the occurrence before the one reported (ETR-DEC-012) */
    bool reported;   /* the latest packet named the position */
    bool sync_next;  /* the instruction after the position has a sync packet, or none follows */
    bool synchronised; /* this packet: a sync packet settled the position */
    bool resets;       /* this packet: the tables begin anew behind it */
    bool forgets;      /* ... and the jump target cache as well */
    bool pop_open;     /* TRAPPED: behind a return, and whether as expected is not known yet */
    bool settled;      /* this packet: it showed that the one before meant the later occurrence */
    struct rvt_goal again; /* inferred: how the later occurrence is found */
    uint64_t base;         /* last address reported */
    uint64_t context;      /* as last told */
    uint8_t privilege;
    struct rvt_draft_memory draft;
    struct rvt_step step;               /* this packet */
    const struct rvt_packet *successor; /* of this packet, where it decides what this one means;
                                           null: not known */
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

/* A walk from the position that tells and changes nothing: to first, if it is not null, then to
 * goal. True if it gets there. taken: the outcome of the branch at goal, if there is one. */
bool rvt_follow_try(const struct rvt_follow *follow, const struct rvt_goal *first,
                    const struct rvt_goal *goal, const bool *taken);

/* True if the successor of an F0, F1 or F2 decides what it says of implicit returns: the depth that
 * it tells, or does not tell, is that of a mispredicted return, or that of the last instruction
 * before a sync packet or the end. AMB-010. */
bool rvt_follow_tells_either(const struct rvt_follow *follow, const struct rvt_packet *packet);

/* F0, F1 and F2; place must be PATH. */
RVT_MUST_USE
enum rvt_status rvt_follow_report(struct rvt_follow *follow, const struct rvt_packet *packet,
                                  struct rvt_diag *diag);

/* True if the address of an F2 can be reached from the position without a discontinuity. Tells and
 * changes nothing. */
bool rvt_follow_reaches(const struct rvt_follow *follow, const struct rvt_packet *packet);

/* Goes on to the occurrence that a discontinuity leads to, if the position was only inferred. */
RVT_MUST_USE
enum rvt_status rvt_follow_settle(struct rvt_follow *follow, struct rvt_diag *diag);

/* The position was reported although no jump led there: where the switch jtc_write says so, it goes
 * to the jump target cache all the same, but for a report with a count where those enter nothing
 * (AMB-080, AMB-084). */
void rvt_follow_cache(struct rvt_follow *follow);

/* Gives up the position. fresh: it ended in order, nothing was missed. */
void rvt_follow_leave(struct rvt_follow *follow, bool fresh);

#endif
