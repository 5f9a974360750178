/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/clock.h"

#include <stdbool.h>

/* 128 bits: C11 has no such type. */
struct wide {
    uint64_t high, low;
};

static struct wide multiply(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32); /* at most 2^64 - 2^32 */
    uint64_t carry = (middle & UINT32_MAX) + a0 * b1;

    return (struct wide){.high = a1 * b1 + (middle >> 32) + (carry >> 32), .low = a * b};
}

/* Bit by bit; false if the quotient does not fit 64 bits. divisor is not 0. */
static bool divide(struct wide dividend, uint64_t divisor, uint64_t *quotient, uint64_t *remainder)
{
    uint64_t rest = dividend.high;

    if (rest >= divisor)
        return false;
    *quotient = 0;
    for (unsigned bit = 64; bit-- > 0;) {
        bool carry = rest >> 63;

        rest = rest << 1 | (dividend.low >> bit & 1);
        if (carry || rest >= divisor) {
            rest -= divisor;
            *quotient |= UINT64_C(1) << bit;
        }
    }
    *remainder = rest;
    return true;
}

enum rvt_status rvt_clock_convert(const struct rvt_clock *clock, uint64_t t, uint64_t transport_hz,
                                  struct rvt_clock_time *time)
{
    bool later = t >= clock->value;
    uint64_t distance = later ? t - clock->value : clock->value - t;
    uint64_t quotient = 0, remainder = 0;

    if (clock->frequency == 0 || transport_hz == 0)
        return RVT_ERR_PARAMETER;
    if (!divide(multiply(distance, transport_hz), clock->frequency, &quotient, &remainder))
        return RVT_ERR_CAPACITY;
    if (!later && remainder != 0) { /* rounding down moves it further back */
        remainder = clock->frequency - remainder;
        if (quotient++ == UINT64_MAX)
            return RVT_ERR_CAPACITY;
    }
    if (quotient > (later ? UINT64_MAX - clock->transport : clock->transport))
        return RVT_ERR_CAPACITY;
    *time = (struct rvt_clock_time){
        .ticks = later ? clock->transport + quotient : clock->transport - quotient,
        .numerator = remainder,
        .denominator = clock->frequency,
    };
    return RVT_OK;
}
