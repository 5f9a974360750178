/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The steps in which an encoder that keeps the contract of timing.h decides an arrival. An event or
 * a trap is one step. The blocks of a row are decided in groups: a step takes the blocks from the
 * oldest one up to the first one that ends a group; the next step takes the rest of the row, and so
 * on.
 *
 *   - A block ends a group if it ends in an uninferable jump, if a notification is requested for
 *     it, or if it is the last one; with branch prediction if it ends in a branch; with implicit
 *     return if it ends in a call.
 *   - The first instruction of a block of several instructions is a step of its own if the model
 *     sends a packet for it.
 *   - A block is a group of its own if its first instruction sends a packet or has an imprecise
 *     context change; and so is every block while such a change is not reported, while
 *     resynchronisation can become due within the row, or while te_data waits for one of its
 *     blocks.
 *   - If the branch map becomes full, the blocks after that branch are left for the next step,
 *     provided that the last block of the group would report its address anyway.
 *
 * Spec: ETR-MR-001..004, ETR-MR-007, ETR-MR-008; rtl/README.md, "Several blocks per cycle".
 */
#ifndef RVT_LOCKSTEP_TIMING_DECISION_STEPS_H
#define RVT_LOCKSTEP_TIMING_DECISION_STEPS_H

#include <stddef.h>

#include "encoder/packet_sink.h"
#include "lockstep/timing/ingress_arrivals.h"

/* A packet that the model sends. */
struct rvt_timing_packet {
    bool data; /* te_data: only the cycle of origin is set, and no step sends it */
    struct rvt_origin origin;
    bool predicts, returns; /* branch prediction and implicit return are in force for it */
    const char *name;       /* static */
    size_t bytes;           /* of the encapsulated packet */
};

struct rvt_decision_steps {
    struct rvt_resync_config resync;
    unsigned done;   /* blocks of the current arrival that were decided */
    bool first_done; /* and the first instruction of the next block */
    bool predicts;   /* branch prediction in force */
    bool returns;
    bool context_pending; /* an imprecise context change is not reported yet */
    bool alone;           /* te_data waits for the row: one block per step */
    unsigned branches;    /* in the branch map */
    uint64_t count;       /* counter of resynchronisation */
    bool counting;
};

struct rvt_decision_step {
    bool sends; /* it sends the oldest packet */
    bool looks; /* it depends on the next arrival */
    bool last;  /* it is the last one of the arrival */
};

/* Nothing is pending. */
void rvt_decision_steps_init(struct rvt_decision_steps *steps, const struct rvt_config *config);

/*
 * The next step of arrival. packet: the oldest packet that was not sent yet. next: the arrival
 * after it; null if that is not known yet: then a step that depends on it changes nothing, and the
 * call is repeated when it is known.
 */
struct rvt_decision_step rvt_decision_steps_next(struct rvt_decision_steps *steps,
                                                 const struct rvt_ingress_arrival *arrival,
                                                 const struct rvt_ingress_arrival *next,
                                                 const struct rvt_timing_packet *packet);

#endif
