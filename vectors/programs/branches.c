/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Calls the routines of branches.S with patterns that a predictor likes, and with others. */
#include "rt.h"

typedef uint32_t branches_fn(uint32_t pattern);
extern branches_fn *const branch_routines[], *const branch_routines_end[];
branches_fn branches_loop, branches_even;

int main(void)
{
    /* All, none, alternating, one of 32, all but one of 32, pairs, a late change. */
    static const uint32_t patterns[] = {0xffffffffu, 0,           0xaaaaaaaau,
                                        0x80000000u, 0xfffffffeu, 0xccccccccu,
                                        0x0000ffffu, 0x7fffffffu, 1u};
    static const uint16_t rounds[] = {29, 30, 31, 32, 33, 61, 62, 63, 64, 100, 400};
    uint32_t count = (uint32_t)(branch_routines_end - branch_routines), seed = 3, sum = 0;

    /* Neighbouring calls with one pattern, then any order. */
    for (uint32_t p = 0; p < 9; p++)
        for (uint32_t i = 0; i < count; i++)
            sum += branch_routines[i](patterns[p]);
    for (uint32_t i = 0; i < 60; i++)
        sum +=
            branch_routines[rt_random(&seed) % count](i & 1 ? rt_random(&seed) : patterns[i % 9]);
    for (uint32_t i = 0; i < 11; i++) {
        if (branches_loop(rounds[i]) != 3u * rounds[i] || branches_even(rounds[i]) != rounds[i])
            return 1;
        rt_thread(1);
        sum += branches_loop(rounds[10 - i]);
        rt_thread(2);
    }
    return sum == 0;
}
