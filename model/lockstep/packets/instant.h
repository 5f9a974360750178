/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Points of simulated time. */
#ifndef RVT_LOCKSTEP_PACKETS_INSTANT_H
#define RVT_LOCKSTEP_PACKETS_INSTANT_H

#include <stdint.h>

/* A point of simulated time: the cycle, and the number of cycles up to it in which the sink held
 * the output (valid without ready). */
struct rvt_instant {
    uint64_t cycle;
    uint64_t held_cycles;
};

#endif
