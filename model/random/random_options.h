/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What a random program may contain. */
#ifndef RVT_RANDOM_RANDOM_OPTIONS_H
#define RVT_RANDOM_RANDOM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct rvt_random_options {
    uint64_t seed;
    uint64_t instructions; /* at least this many retire */
    unsigned block_max;    /* instructions per block, 1..64 */
    bool traps;            /* exceptions, interrupts, chains of them */
    bool privilege;        /* privilege and context changes */
    bool sideband;         /* triggers, halted, reset */
    bool passages;         /* long sequences of branches that are rarely taken */
    bool storms;           /* many traps in close succession */
    bool handlers;         /* every trap leads to the handler of xtvec */
    bool zcm;              /* code with Zcmp and Zcmt; the image must be opened accordingly */
    bool breaks;           /* discontinuities of the context also where they look like a path
                              (AMB-105) */
};

#endif
