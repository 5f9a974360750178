/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random code: real opcodes in one segment, with the control flow that trace encoders care about.
 * Direct jumps and calls only lead forward, so that every cycle holds a branch or an uninferable
 * discontinuity (ETR-DEC-020).
 */
#ifndef RVT_CHECK_RANDOM_CODE_H
#define RVT_CHECK_RANDOM_CODE_H

#include <stddef.h>

#include "base/params.h"
#include "check/random.h"
#include "flow/insn.h"

struct rvt_random_insn {
    uint32_t word;
    uint32_t offset; /* bytes from the start of the segment */
    uint32_t target; /* index of the target of a branch or direct jump, or the favoured one of an
                        indirect jump */
    struct rvt_insn insn;
};

struct rvt_random_code {
    struct rvt_random_insn *insn;
    uint32_t insns;
    uint64_t base;
    uint8_t *bytes;
    size_t size;
};

/* What the code may hold. */
struct rvt_random_shape {
    unsigned xlen;
    bool compressed;
    bool traps; /* ecall, ebreak */
    bool uninferable_jalr_x0;
    uint64_t base;
};

/* Makes code out of random. The caller calls rvt_random_code_fini. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_random_code_init(struct rvt_random_code *code, struct rvt_random *random,
                                     const struct rvt_random_shape *shape);
void rvt_random_code_fini(struct rvt_random_code *code);

#endif
