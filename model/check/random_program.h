/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Constrained-random programs and the rows a hart would report while running them: input for
 * property tests, co-simulation and rvt random. A pure function of the seed.
 */
#ifndef RVT_CHECK_RANDOM_PROGRAM_H
#define RVT_CHECK_RANDOM_PROGRAM_H

#include <stddef.h>

#include "base/params.h"
#include "flow/tip.h"

struct rvt_random_options {
    uint64_t seed;
    uint64_t instructions; /* at least this many retire */
    unsigned block_max;    /* instructions per block, 1..64 */
    bool traps;            /* exceptions, interrupts, chains */
    bool privilege;        /* privilege and context changes */
    bool sideband;         /* triggers, halted, reset */
};

struct rvt_random_program; /* opaque; owns the code */

/*
 * Makes a program for config, which is copied. What no decoder could follow is left out: see the
 * sources for the two cases (AMB-105, and loops of uninferable jumps while periodic synchronisation
 * is on). RVT_ERR_PARAMETER: block_max out of range, addresses below 16 bits, or blocks that cannot
 * hold a 4-byte instruction; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_random_open(const struct rvt_config *config,
                                const struct rvt_random_options *options,
                                struct rvt_random_program **program);
void rvt_random_close(struct rvt_random_program *program);

/* The code: one segment, borrowed until close. */
const uint8_t *rvt_random_code(const struct rvt_random_program *program, uint64_t *address,
                               size_t *bytes);

/* The next row; *end tells that the run is over, and row is then unset. Always RVT_OK. */
RVT_MUST_USE
enum rvt_status rvt_random_row(struct rvt_random_program *program, struct rvt_row *row, bool *end);

#endif
