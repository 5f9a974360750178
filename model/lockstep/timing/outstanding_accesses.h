/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Data trace at an encoder that keeps the contract of rvt_timing.h: what of the data interface it
 * sends, in which cycle, and the records of it that wait beside the instructions. One group of
 * signals a cycle. Spec: ETR-DAT-006, ETR-DAT-011; decision 0003, "Order in the stream".
 */
#ifndef RVT_LOCKSTEP_TIMING_OUTSTANDING_ACCESSES_H
#define RVT_LOCKSTEP_TIMING_OUTSTANDING_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/timing/data_arrival.h"

/* What waits, as it left the elastic buffer. */
struct rvt_outstanding_access {
    struct rvt_data_arrival data; /* what is left of it */
    uint64_t cycle;               /* of its row */
    uint64_t seen;                /* the first cycle in which it can leave */
    uint64_t left;                /* the cycle in which it left; UINT64_MAX: it waits */
    uint64_t before, block;       /* arrivals up to its row, and up to its instructions */
};

enum { RVT_OUTSTANDING_ACCESSES_MAX = 512 };

struct rvt_outstanding_accesses {
    unsigned depth; /* records that can wait; 0: there is no data trace */
    uint64_t head, tail;
    struct rvt_outstanding_access record[RVT_OUTSTANDING_ACCESSES_MAX];
};

/* The oldest record that waits; null: none. */
struct rvt_outstanding_access *
rvt_outstanding_accesses_oldest(struct rvt_outstanding_accesses *waiting);

void rvt_outstanding_accesses_push(struct rvt_outstanding_accesses *waiting,
                                   const struct rvt_outstanding_access *record);

/* Moves *cycle on to the first one with room for a record; false: that depends on one that waits.
 */
bool rvt_outstanding_accesses_room(const struct rvt_outstanding_accesses *waiting, uint64_t *cycle);

/* True if the response of data is sent before its access. */
bool rvt_outstanding_accesses_responds(const struct rvt_data_arrival *data);

/* The next part of the oldest record leaves in cycle. */
void rvt_outstanding_accesses_take(struct rvt_outstanding_accesses *waiting, uint64_t cycle);

#endif
