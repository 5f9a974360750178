/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random numbers that are the same on every machine: a test prints its seed and can be repeated. */
#ifndef RVT_TESTS_UNIT_RANDOM_H
#define RVT_TESTS_UNIT_RANDOM_H

#include <stdint.h>

/* The next number of the sequence with state *state; any start value is valid. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A number from 0 up to but without limit (>= 1). */
static inline unsigned random_below(uint64_t *state, unsigned limit)
{
    return (unsigned)((next_random(state) >> 32) * limit >> 32);
}

#endif
