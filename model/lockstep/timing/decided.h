/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The step in which a packet is decided, or te_data taken, and what that follows from: when
 * arrivals enter and leave the elastic buffer, which steps there are, what waits beside them. Part
 * of rvt_timing.h.
 */
#ifndef RVT_LOCKSTEP_TIMING_DECIDED_H
#define RVT_LOCKSTEP_TIMING_DECIDED_H

#include "lockstep/timing/timing.h"

static inline uint64_t rvt_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline struct rvt_arrival *rvt_arrival_at(const struct rvt_timing *timing, uint64_t number)
{
    return &timing->arrival[number & (timing->arrivals_capacity - 1)];
}

static inline struct rvt_timing_packet *rvt_packet_at(const struct rvt_timing *timing,
                                                      uint64_t number)
{
    return &timing->packet[number & (timing->packets_capacity - 1)];
}

/* The cycle in which a packet left, of the latest RVT_TIMING_MAX + 1. */
static inline uint64_t *rvt_leave_of(struct rvt_timing *timing, uint64_t number)
{
    return &timing->leave[number % (RVT_TIMING_MAX + 1)];
}

/*
 * The oldest packet is decided, in cycle timing->decided; timing->why tells why then. False: it is
 * never, nothing that arrived can send it.
 */
bool rvt_timing_decide(struct rvt_timing *timing);

#endif
