/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Generates random code with the control flow that matters to trace encoders: loops, recursion,
 * chains of calls, tables of targets, tail calls, co-routines, far jumps of two instructions, trap
 * vectors. A direct or sequentially inferable jump leads forward, to an entry that is followed by a
 * branch, or to a leaf function. So every cycle contains a branch or an uninferable discontinuity
 * (ETR-DEC-020), with or without implicit returns.
 */
#ifndef RVT_RANDOM_CODE_GENERATOR_H
#define RVT_RANDOM_CODE_GENERATOR_H

#include "random/random.h"
#include "random/random_code.h"

/* Initialises code with what random yields. The caller calls rvt_random_code_fini.
 * RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_code_generator_run(struct rvt_random_code *code, struct rvt_random *random,
                                       const struct rvt_random_shape *shape);

#endif
