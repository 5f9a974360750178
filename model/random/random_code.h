/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random code: instructions in one segment, and how the hart executes them. */
#ifndef RVT_RANDOM_RANDOM_CODE_H
#define RVT_RANDOM_RANDOM_CODE_H

#include <stddef.h>

#include "base/status.h"
#include "program/insn.h"

#define RVT_RANDOM_VECTORED 16 /* interrupts in a vectored table */

/* How a branch behaves. */
enum rvt_random_habit {
    RVT_HABIT_ANY,                  /* either way, more often taken */
    RVT_HABIT_MOSTLY_TAKEN,         /* 97 % */
    RVT_HABIT_MOSTLY_NOT_TAKEN,     /* 97 % */
    RVT_HABIT_TAKEN_REPEATEDLY,     /* taken repeats times, then not taken once */
    RVT_HABIT_NOT_TAKEN_REPEATEDLY, /* not taken repeats times, then taken once */
};

/* The two instructions of a jump that is sequentially inferable (ETR-MODE-060). */
enum rvt_random_role { RVT_ROLE_ALONE, RVT_ROLE_LOAD, RVT_ROLE_FAR_JUMP };

struct rvt_random_insn {
    uint32_t word;
    uint32_t offset; /* bytes from the start of the segment */
    uint32_t target; /* index of the target of a branch, direct or far jump, or of the most frequent
                        target of an indirect jump */
    uint32_t table;  /* if targets > 0: where the list of further frequent targets begins */
    uint16_t repeats;
    uint8_t targets; /* entries of the list */
    uint8_t habit;   /* enum rvt_random_habit */
    uint8_t role;    /* enum rvt_random_role */
    struct rvt_insn insn;
};

/* Where traps to one privilege level go: xtvec. */
struct rvt_random_vector {
    uint32_t index; /* of an instruction whose address is a multiple of 4 */
    bool vectored;  /* interrupts have entries of 4 bytes after it */
};

struct rvt_random_code {
    struct rvt_random_insn *insn;
    uint32_t insns;
    uint32_t *table; /* lists of targets, one after the other */
    uint32_t tables;
    uint64_t base;
    uint8_t *bytes;
    size_t size;
    struct rvt_random_vector vector[8]; /* by privilege code; those of 1, 3 and 6 are used */
};

/* What the code may contain. */
struct rvt_random_shape {
    unsigned xlen;
    bool compressed;
    bool zcm;   /* Zcmp and Zcmt instead of Zcd */
    bool traps; /* ecall, ebreak */
    bool uninferable_jalr_x0;
    bool passages;    /* long sequences of branches that are rarely taken */
    bool far_returns; /* far jumps of the class of returns as well */
    uint64_t base;    /* address of the first instruction */
};

/* Initialises empty code with room for capacity instructions. The caller calls
 * rvt_random_code_fini. RVT_ERR_MEMORY. */
RVT_MUST_USE
enum rvt_status rvt_random_code_init(struct rvt_random_code *code, uint64_t base,
                                     uint32_t capacity);
void rvt_random_code_fini(struct rvt_random_code *code);

#endif
