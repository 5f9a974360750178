/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/random.h"

#include <assert.h>

void rvt_random_seed(struct rvt_random *random, uint64_t seed)
{
    random->state = seed;
}

/* A Weyl sequence through a mixing function. */
uint64_t rvt_random_bits(struct rvt_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = random->state;
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

unsigned rvt_random_below(struct rvt_random *random, unsigned count)
{
    assert(count > 0);
    return (unsigned)((rvt_random_bits(random) >> 32) * count >> 32);
}

bool rvt_random_chance(struct rvt_random *random, unsigned percent)
{
    return rvt_random_below(random, 100) < percent;
}
