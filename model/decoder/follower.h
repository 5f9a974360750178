/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The state of a decoder that follows the execution path: its position, and what the packets so far
 * mean for those to come. path_report.h and sync.h take packets on it. Spec: E-Trace, "Decoder"
 * (ETR-DEC-002..017), ETR-CMP-008.
 */
#ifndef RVT_DECODER_FOLLOWER_H
#define RVT_DECODER_FOLLOWER_H

#include "decoder/execution_path.h"
#include "program/vectors.h"

enum rvt_place {
    RVT_PLACE_NOWHERE, /* no position */
    RVT_PLACE_TRAPPED, /* a trap was reported, and its handler not yet */
    RVT_PLACE_PATH,    /* path.pc is the last instruction known to have retired */
};

/* State that only packets of draft 0.026 use (draft_follower.h). */
struct rvt_draft_memory {
    bool started;   /* a sync packet came since the latest support packet */
    bool count_led; /* the latest packet was a count, and led to the branch at the position */
    bool waits;     /* the last branch of a count lies after the discontinuity at the position */
};

struct rvt_follower {
    const struct rvt_config *config; /* borrowed; its options are those of the stream */
    struct rvt_path path;
    rvt_vector_source vectors;
    void *vectors_context;
    enum rvt_place place;
    bool resync_off;   /* the encoder sends no periodic F3/0 */
    bool fresh;        /* NOWHERE: nothing was missed before this point */
    bool gap;          /* the next position is one after a gap */
    bool inferred;     /* the report may mean a later occurrence of the position (ETR-DEC-012) */
    bool reported;     /* the latest packet reported the position */
    bool sync_next;    /* the instruction after the position has a sync packet, or none follows */
    bool sync_flagged; /* the latest report says that it has one: the updiscon flag */
    bool sync_denied;  /* the latest report says that the next instruction has no sync packet */
    bool synchronised; /* this packet: a sync packet gave the position */
    bool resets;       /* this packet: the tables are reset after it */
    bool forgets;      /* ... and the jump target cache as well */
    bool pop_open; /* TRAPPED: after a return of which is not known whether it was mispredicted */
    bool settled;  /* this packet: the packet before meant the later occurrence */
    struct rvt_goal again; /* inferred: how the later occurrence is found */
    uint64_t base;         /* last address reported */
    uint64_t context;      /* last context reported */
    uint8_t privilege;
    struct rvt_executor executor; /* this packet: who executes at the address that it reports */
    struct rvt_draft_memory draft;
    struct rvt_packet_meaning meaning;  /* of this packet */
    const struct rvt_packet *successor; /* of this packet, if it decides what this one means;
                                           null: unknown */
};

/* The address of the program of which packets hold the iaddress_width_p bits of address: extended
 * as addr_extend says. AMB-151. */
uint64_t rvt_follower_extend(const struct rvt_follower *follower, uint64_t address);

/* The address that a packet reports: absolute in format 3, else as the address mode says.
 * ETR-CMP-008, AMB-151. */
uint64_t rvt_follower_address(const struct rvt_follower *follower, const struct rvt_packet *packet);

/* A trial from the position, which reports and changes nothing: to first, if it is not null, then
 * to goal. True if the path leads there. taken: the outcome of the branch at goal, if it is one. */
bool rvt_follower_try(const struct rvt_follower *follower, const struct rvt_goal *first,
                      const struct rvt_goal *goal, const bool *taken);

/* True if the path goes on from the position, which is no branch, to goal through an implicit
 * return, and without a packet in between. Reports and changes nothing. */
bool rvt_follower_returns(const struct rvt_follower *follower, const struct rvt_goal *goal);

/* Who executes at the address that a packet of format 3 with a context reports. */
struct rvt_executor rvt_follower_executor(const struct rvt_follower *follower,
                                          const struct rvt_packet *packet);

/* executor if the program has address spaces, else null: for goals. */
const struct rvt_executor *rvt_follower_sees(const struct rvt_follower *follower,
                                             const struct rvt_executor *executor);

/* If the position was only inferred, goes on to the occurrence that a discontinuity leads to.
 * Errors as rvt_execution_path_follow. */
RVT_MUST_USE
enum rvt_status rvt_follower_settle(struct rvt_follower *follower, struct rvt_diag *diag);

/* The position was reported although no jump led there: writes it to the jump target cache if the
 * switch jtc_write says so, but not for a report with a count if those write nothing (AMB-080,
 * AMB-084). */
void rvt_follower_cache_target(struct rvt_follower *follower);

/* Gives up the position. fresh: tracing ended in order, nothing was missed. */
void rvt_follower_drop_position(struct rvt_follower *follower, bool fresh);

#endif
