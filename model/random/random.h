/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A small, fast pseudo-random generator: a seed gives the same numbers on every machine. */
#ifndef RVT_RANDOM_RANDOM_H
#define RVT_RANDOM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct rvt_random {
    uint64_t state;
};

void rvt_random_seed(struct rvt_random *random, uint64_t seed);

/* 64 random bits. */
uint64_t rvt_random_bits(struct rvt_random *random);

/* 0 to count - 1; count must not be 0. */
unsigned rvt_random_below(struct rvt_random *random, unsigned count);

/* True in percent of 100 cases. */
bool rvt_random_chance(struct rvt_random *random, unsigned percent);

#endif
