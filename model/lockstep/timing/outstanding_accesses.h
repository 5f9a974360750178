/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The data accesses that have left the elastic buffer and wait for their instructions, in an
 * encoder that keeps the contract of timing.h. Spec: ETR-DAT-006, ETR-DAT-011; decision 0003,
 * "Order in the stream".
 */
#ifndef RVT_LOCKSTEP_TIMING_OUTSTANDING_ACCESSES_H
#define RVT_LOCKSTEP_TIMING_OUTSTANDING_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "lockstep/timing/data_arrival.h"

/* What waits of one cycle. */
struct rvt_outstanding_access {
    struct rvt_data_arrival data; /* what was not sent yet */
    uint64_t cycle;               /* of its row */
    uint64_t seen;                /* first cycle in which it can be sent */
    uint64_t left;                /* cycle in which all of it was sent; UINT64_MAX: it waits */
    uint64_t before, block;       /* arrivals up to its row, and up to its instructions */
};

enum { RVT_OUTSTANDING_ACCESSES_MAX = 512 };

struct rvt_outstanding_accesses {
    unsigned depth; /* accesses that can wait; 0: no data trace */
    uint64_t head, tail;
    struct rvt_outstanding_access record[RVT_OUTSTANDING_ACCESSES_MAX];
};

/* The oldest one that waits; null: none. Borrowed until the next push. */
struct rvt_outstanding_access *
rvt_outstanding_accesses_oldest(struct rvt_outstanding_accesses *waiting);

/* Appends a copy of record, which waits. */
void rvt_outstanding_accesses_push(struct rvt_outstanding_accesses *waiting,
                                   const struct rvt_outstanding_access *record);

/* Advances *cycle to the first cycle with room for another one; false: that depends on one that
 * still waits. */
bool rvt_outstanding_accesses_room(const struct rvt_outstanding_accesses *waiting, uint64_t *cycle);

/* True if the response of data is sent before its access. */
bool rvt_outstanding_accesses_responds(const struct rvt_data_arrival *data);

/* The next part of the oldest one is sent in cycle. */
void rvt_outstanding_accesses_take(struct rvt_outstanding_accesses *waiting, uint64_t cycle);

#endif
