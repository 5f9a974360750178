/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * In how many steps an arrival is decided. An event or a trap is one step. So are the blocks of a
 * row, from the oldest up to the first that asks for something; what is left of the row is the next
 * step, and so on:
 *
 *   - A block asks if it ends in an uninferable jump, if a notification is requested, if it is the
 *     last; a branch with branch prediction, and a call with implicit return.
 *   - The first instruction of a longer block that has something to tell is a step of its own. It
 *     has if the model sends a packet for it.
 *   - A block that has something to tell at its first instruction, an imprecise context change
 *     included, is alone; so is every block while such a change is not told yet, or while
 *     resynchronisation can become due within the row, or te_data waits for one of its blocks.
 *   - Where the branch map becomes full, the blocks behind are left for the next step if the last
 * of those that are taken together reports its address anyway.
 *
 * Spec: ETR-MR-001..004, ETR-MR-007, ETR-MR-008; rtl/README.md, "Several blocks per cycle".
 */
#ifndef RVT_LOCKSTEP_TIMING_DECISION_STEPS_H
#define RVT_LOCKSTEP_TIMING_DECISION_STEPS_H

#include <stddef.h>

#include "lockstep/timing/ingress_arrivals.h"

/* A packet that the model sends. */
struct rvt_timing_packet {
    bool data; /* te_data: none of a step; of origin there is the cycle alone */
    struct rvt_origin origin;
    bool predicts, returns; /* branch prediction and implicit return are in force for it */
    const char *name;       /* static */
    size_t bytes;           /* encapsulated */
};

struct rvt_decision_steps {
    struct rvt_resync_config resync;
    unsigned done;   /* blocks of the current arrival that are decided */
    bool first_done; /* so is the first instruction of the next one */
    bool predicts;   /* modes in force */
    bool returns;
    bool context_pending; /* an imprecise context change is latched */
    bool alone;           /* te_data waits in the row: one block a step */
    unsigned branches;    /* that no packet told */
    uint64_t count;       /* of resynchronisation */
    bool counting;
};

struct rvt_decision_step {
    bool sends; /* the oldest packet */
    bool looks; /* at what follows the arrival */
    bool last;  /* of the arrival */
};

/* Nothing is pending. */
void rvt_decision_steps_init(struct rvt_decision_steps *steps, const struct rvt_config *config);

/*
 * The next step of arrival. packet: the oldest one that was not sent yet. next: what arrives behind
 * it; null if nothing is known of that, and then the step is repeated when it is, if it looks.
 */
struct rvt_decision_step rvt_decision_steps_next(struct rvt_decision_steps *steps,
                                                 const struct rvt_ingress_arrival *arrival,
                                                 const struct rvt_ingress_arrival *next,
                                                 const struct rvt_timing_packet *packet);

#endif
