/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Clock correlation: a CLOCK message relates the clock of its sender to the time of the transport.
 * Message time t is transport time S + (t - c) * F / f, where c and f are the clock's value and
 * frequency in the CLOCK message, S is the transport time of its first packet, and F the frequency
 * of the transport. Spec: SyS-T, Clock Synchronization.
 */
#ifndef RVT_TRANSPORT_SYST_CLOCK_H
#define RVT_TRANSPORT_SYST_CLOCK_H

#include <stdint.h>

#include "base/status.h"

struct rvt_clock {
    uint64_t value;     /* c: the message clock, in its ticks */
    uint64_t frequency; /* f: in Hz */
    uint64_t transport; /* S: the time of the transport, in its ticks */
};

/* A time in ticks of the transport, exact: ticks + numerator / denominator. */
struct rvt_clock_time {
    uint64_t ticks;       /* rounded down */
    uint64_t numerator;   /* below denominator */
    uint64_t denominator; /* f */
};

/*
 * Converts message time t to transport time; transport_hz is F. Exact for every argument. RVT_OK;
 * RVT_ERR_PARAMETER for a frequency of 0; RVT_ERR_CAPACITY for a time before 0 or beyond 64 bits.
 * On failure *time is unset.
 */
RVT_MUST_USE
enum rvt_status rvt_clock_convert(const struct rvt_clock *clock, uint64_t t, uint64_t transport_hz,
                                  struct rvt_clock_time *time);

#endif
