/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Constrained-random programs, and the rows that a hart reports while it runs them: input for
 * property tests, co-simulation and rvt random. A pure function of configuration and options.
 */
#ifndef RVT_RANDOM_RANDOM_PROGRAM_H
#define RVT_RANDOM_RANDOM_PROGRAM_H

#include <stddef.h>

#include "base/params.h"
#include "ingress/tip.h"
#include "random/random_options.h"

struct rvt_random_program; /* opaque; owns the code */

/*
 * Makes a program for config, which is copied. It leaves out what no decoder could follow:
 * discontinuities of the context that look like a path, unless options ask for them (AMB-105),
 * handlers away from their vectors with implicit exception (AMB-047), and returns past their
 * callers with a call counter or a partial comparison (AMB-017). RVT_ERR_PARAMETER: block_max out
 * of range, addresses below 16 bits, or blocks that cannot hold a 4-byte instruction;
 * RVT_ERR_MEMORY.
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
 * xtvec of level priv (1, 3 or 6): the address of its trap handler. Bit 0 set: an interrupt leads
 * to that address plus 4 bytes times its cause. With implicit exception, or with the option
 * handlers, every handler begins there, else about half of them (ETR-MODE-062).
 */
uint64_t rvt_random_xtvec(const struct rvt_random_program *program, uint8_t priv);

/* EPC of the trap in the latest row: where the hart was interrupted. A row reports it only for few
 * exceptions (ETR-ING-010). */
uint64_t rvt_random_epc(const struct rvt_random_program *program);

/* Instructions that retired so far. */
uint64_t rvt_random_retired(const struct rvt_random_program *program);

/* The next row. *end: the run is over, and row is not set. Always RVT_OK. */
RVT_MUST_USE
enum rvt_status rvt_random_row(struct rvt_random_program *program, struct rvt_row *row, bool *end);

#endif
