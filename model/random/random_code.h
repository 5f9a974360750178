/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Random code: real opcodes in one segment, with the control flow that trace encoders care about:
 * loops, recursion, chains of calls, tables of targets, tail calls, co-routines, far jumps of two
 * instructions, trap vectors. A direct or sequentially inferable jump leads forward, or to an entry
 * behind which a branch comes first, or to a leaf; so every cycle holds a branch or an uninferable
 * discontinuity (ETR-DEC-020), implicit returns or not.
 */
#ifndef RVT_RANDOM_RANDOM_CODE_H
#define RVT_RANDOM_RANDOM_CODE_H

#include <stddef.h>

#include "base/params.h"
#include "program/insn.h"
#include "random/random.h"

#define RVT_RANDOM_ENTRIES  32 /* entries that are remembered */
#define RVT_RANDOM_VECTORED 16 /* interrupts that a vectored table has room for */

/* What a branch does. */
enum rvt_random_habit {
    RVT_HABIT_ANY,              /* either, more often taken */
    RVT_HABIT_MOSTLY_TAKEN,     /* 97 of 100 */
    RVT_HABIT_MOSTLY_NOT_TAKEN, /* 97 of 100 */
    RVT_HABIT_TAKEN_TURNS,      /* taken turns times, then not once, and so on */
    RVT_HABIT_NOT_TAKEN_TURNS,  /* not taken turns times, then taken once, and so on */
};

/* The two instructions of a jump that is sequentially inferable (ETR-MODE-060). */
enum rvt_random_role { RVT_ROLE_ALONE, RVT_ROLE_LOAD, RVT_ROLE_FAR_JUMP };

struct rvt_random_insn {
    uint32_t word;
    uint32_t offset; /* bytes from the start of the segment */
    uint32_t target; /* index of the target of a branch, direct or far jump, or the favoured one of
                        an indirect jump */
    uint32_t table;  /* with targets: where the list of further favoured targets begins */
    uint16_t turns;
    uint8_t targets; /* entries of the list */
    uint8_t habit;   /* enum rvt_random_habit */
    uint8_t role;    /* enum rvt_random_role */
    struct rvt_insn insn;
};

/* Where traps to one privilege level go, as xtvec tells. */
struct rvt_random_vector {
    uint32_t index; /* of an instruction whose address is a multiple of 4 */
    bool vectored;  /* interrupts have entries of 4 bytes behind it */
};

struct rvt_random_code {
    struct rvt_random_insn *insn;
    uint32_t insns;
    uint32_t *table; /* lists of targets, one behind the other */
    uint32_t tables;
    uint64_t base;
    uint8_t *bytes;
    size_t size;
    struct rvt_random_vector vector[8]; /* by privilege code; those of 1, 3 and 6 are used */
};

/* What the code may hold. */
struct rvt_random_shape {
    unsigned xlen;
    bool compressed;
    bool zcm;   /* Zcmp and Zcmt in the place of Zcd */
    bool traps; /* ecall, ebreak */
    bool uninferable_jalr_x0;
    bool passages;    /* stretches of branches that are hardly ever taken */
    bool far_returns; /* far jumps of the class of returns as well */
    uint64_t base;
};

/* Makes code out of random. The caller calls rvt_random_code_fini. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_random_code_init(struct rvt_random_code *code, struct rvt_random *random,
                                     const struct rvt_random_shape *shape);
void rvt_random_code_fini(struct rvt_random_code *code);

#endif
