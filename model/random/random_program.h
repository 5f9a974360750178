/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Constrained-random programs and the rows a hart would report while running them: input for
 * property tests, co-simulation and rvt random. A pure function of the seed.
 */
#ifndef RVT_RANDOM_RANDOM_PROGRAM_H
#define RVT_RANDOM_RANDOM_PROGRAM_H

#include <stddef.h>

#include "base/params.h"
#include "ingress/tip.h"

struct rvt_random_options {
    uint64_t seed;
    uint64_t instructions; /* at least this many retire */
    unsigned block_max;    /* instructions per block, 1..64 */
    bool traps;            /* exceptions, interrupts, chains */
    bool privilege;        /* privilege and context changes */
    bool sideband;         /* triggers, halted, reset */
    bool passages;         /* stretches of branches that are hardly ever taken */
    bool storms;           /* traps one behind the other */
    bool zcm;              /* code with Zcmp and Zcmt, which an image has to be told of */
    bool breaks;           /* the context breaks off also where it looks like a path (AMB-105) */
};

struct rvt_random_program; /* opaque; owns the code */

/*
 * Makes a program for config, which is copied. What no decoder could follow is left out: breaks of
 * the context that look like a path, if not asked for (AMB-105), handlers away from their vectors
 * with implicit exception (AMB-047), returns past their callers with a call counter or a partial
 * comparison (AMB-017). RVT_ERR_PARAMETER: block_max out of range, addresses below 16 bits, or
 * blocks that cannot hold a 4-byte instruction; RVT_ERR_MEMORY.
 */
RVT_MUST_USE
enum rvt_status rvt_random_open(const struct rvt_config *config,
                                const struct rvt_random_options *options,
                                struct rvt_random_program **program);
void rvt_random_close(struct rvt_random_program *program);

/* The code: one segment, borrowed until close. */
const uint8_t *rvt_random_code(const struct rvt_random_program *program, uint64_t *address,
                               size_t *bytes);

/*
 * xtvec of level priv (1, 3 or 6): the address that its traps lead to; bit 0 set: interrupts lead 4
 * bytes further for each cause below theirs. With implicit exception every handler begins there,
 * else about half of them (ETR-MODE-062).
 */
uint64_t rvt_random_xtvec(const struct rvt_random_program *program, uint8_t priv);

/* EPC of the trap in the latest row: where the hart was interrupted, although a row tells it of few
 * exceptions only (ETR-ING-010). */
uint64_t rvt_random_epc(const struct rvt_random_program *program);

/* The next row; *end tells that the run is over, and row is then unset. Always RVT_OK. */
RVT_MUST_USE
enum rvt_status rvt_random_row(struct rvt_random_program *program, struct rvt_row *row, bool *end);

#endif
