/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Which returns an encoder does not report, and the values of irreport and irdepth (or irets) in
 * the packets that have an address. Spec: E-Trace, "Implicit return mode", "Format 2 irreport and
 * irdepth" (ETR-MODE-001..010); Implicit Return extension (ETR-MODE-011); decision 0002.
 */
#ifndef RVT_MODES_IMPLICIT_RETURN_H
#define RVT_MODES_IMPLICIT_RETURN_H

#include "ingress/item.h"
#include "modes/return_stack.h"

#define RVT_IRETS_MAX         255 /* ETR-MODE-011 */
#define RVT_RETURN_PLACES_MAX 64

/* How the current item was reached. */
enum rvt_return_arrival {
    RVT_ARRIVAL_OTHER,        /* not by a return */
    RVT_ARRIVAL_EMPTY,        /* by a return without a call: an ordinary jump (ETR-MODE-006) */
    RVT_ARRIVAL_IMPLICIT,     /* by a return as predicted */
    RVT_ARRIVAL_MISPREDICTED, /* by a return to another address (ETR-MODE-007) */
};

/* The fields of the packet that reports the current item. */
struct rvt_return_report {
    bool irreport;
    uint32_t irdepth;
    bool ambiguous; /* it fits more than one place of the path (ETR-MODE-010) */
};

/* A range of the path, and the fields that a report there would have had. */
struct rvt_return_place {
    uint64_t from, to; /* addresses from <= a < to */
    uint32_t depth;
    bool target;     /* from is the target of an implicit return */
    bool unreported; /* a return since the latest call, and no branch since */
};

/* Read the members, change them only through the functions below. */
struct rvt_implicit_return {
    bool enabled; /* the option is on */
    bool irets;   /* the extension: counts instead of depths */
    bool mispredict_pops, depth_after, sync_call, swap_moves; /* switches ir_* */
    uint64_t compared; /* address bits that are compared (AMB-017) */
    struct rvt_return_stack stack;
    enum rvt_return_arrival arrival; /* of the current item */
    uint32_t failed_depth;           /* of the return that was mispredicted */
    uint32_t count;  /* implicit returns since the latest branch before the current item, or packet
                        that named a position */
    uint32_t before; /* the same without the one that led to the current item */
    bool returned;   /* a return since the latest call */
    bool branched;   /* a branch since the latest return */
    /* an implicit return went to another address than that on top of the stack, which a counter or
     * a partial comparison does not detect; until the next packet */
    bool undecodable;
    struct rvt_return_depth {
        uint32_t epoch;
        uint32_t returns;
    } * seen;                       /* implicit returns to each depth since count was 0; owned */
    uint32_t epoch;                 /* entries of another one are void */
    uint32_t places;                /* of the path since count was 0; the first ones are kept */
    struct rvt_return_place *place; /* owned */
};

/* Opens an empty one; the tables exist even if the option is off. RVT_ERR_MEMORY.
 * rvt_implicit_return_close frees it; a zeroed or closed one may be closed too. */
RVT_MUST_USE
enum rvt_status rvt_implicit_return_open(struct rvt_implicit_return *returns,
                                         const struct rvt_config *config);
void rvt_implicit_return_close(struct rvt_implicit_return *returns);

/* Reads the option from config again; no calls. */
void rvt_implicit_return_restart(struct rvt_implicit_return *returns,
                                 const struct rvt_config *config);

/* A packet that clears the tables: no calls, no returns. ETR-MODE-003. */
void rvt_implicit_return_clear(struct rvt_implicit_return *returns);

/* A packet named a position: counting restarts. */
static inline void rvt_implicit_return_reported(struct rvt_implicit_return *returns)
{
    returns->count = 0;
    returns->before = 0;
    returns->epoch++;
    returns->places = 0;
}

/* item was not reached by a return, or not from its neighbour. */
static inline void rvt_implicit_return_other(struct rvt_implicit_return *returns)
{
    returns->arrival = RVT_ARRIVAL_OTHER;
    returns->before = returns->count;
}

/* How item was reached does not matter: its address is reported once more. AMB-131. */
static inline void rvt_implicit_return_forget(struct rvt_implicit_return *returns)
{
    returns->arrival = RVT_ARRIVAL_OTHER;
    returns->returned = false;
    rvt_implicit_return_reported(returns);
}

/* item was reached by a return that was traced. True: as predicted, so no report is needed.
 * ETR-MODE-004..006. */
bool rvt_implicit_return_arrive(struct rvt_implicit_return *returns, const struct rvt_item *item);

/* item is left: calls are stacked, a branch restarts the count. synced: item had a sync packet;
 * named: it had a packet that named it. ETR-MODE-001. */
void rvt_implicit_return_leave(struct rvt_implicit_return *returns, const struct rvt_item *item,
                               bool synced, bool named);

/* True at 256 unreported returns, one more than a packet can count. ETR-MODE-011. */
static inline bool rvt_implicit_return_full(const struct rvt_implicit_return *returns)
{
    return returns->irets && returns->before >= RVT_IRETS_MAX &&
           returns->arrival == RVT_ARRIVAL_IMPLICIT;
}

/*
 * True if only a sync packet reports item, and the path since the latest report has passed its
 * address through implicit returns: a decoder would stop there. AMB-021.
 */
bool rvt_implicit_return_hides(const struct rvt_implicit_return *returns,
                               const struct rvt_item *item);

/*
 * The fields of a report of item, the current one. jumped: it was reached by an uninferable
 * discontinuity; last: a sync packet follows, or the end of the trace; notify: the packet has the
 * notify flag. ETR-MODE-007..011.
 */
struct rvt_return_report rvt_implicit_return_report(const struct rvt_implicit_return *returns,
                                                    const struct rvt_item *item, bool jumped,
                                                    bool last, bool notify);

#endif
