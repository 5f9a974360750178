/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random code in the making: single instructions, and the structures put together from them. */
#ifndef RVT_RANDOM_RANDOM_MAKER_H
#define RVT_RANDOM_RANDOM_MAKER_H

#include "random/random_code.h"

struct rvt_maker {
    struct rvt_random *random;
    const struct rvt_random_shape *shape;
    struct rvt_random_code *code;
    uint32_t capacity;                  /* instructions in the end */
    uint32_t offset;                    /* bytes so far */
    uint32_t entry[RVT_RANDOM_ENTRIES]; /* that jumps may lead to from anywhere; the latest */
    uint32_t entries;                   /* ever remembered */
};

/* Dice. */
bool rvt_maker_chance(struct rvt_maker *maker, unsigned percent);
unsigned rvt_maker_below(struct rvt_maker *maker, unsigned count);

/* Single instructions. rvt_maker_append returns the new one. */
struct rvt_random_insn *rvt_maker_append(struct rvt_maker *maker, uint32_t word, uint32_t target);
void rvt_maker_sequential(struct rvt_maker *maker, unsigned count);
struct rvt_random_insn *rvt_maker_branch(struct rvt_maker *maker, uint32_t target);
void rvt_maker_direct(struct rvt_maker *maker, uint32_t rd, uint32_t target);
void rvt_maker_return(struct rvt_maker *maker);
void rvt_maker_indirect(struct rvt_maker *maker, uint32_t target);

/* A target ahead, at least two from here so that a taken branch is not the next instruction. */
uint32_t rvt_maker_ahead(struct rvt_maker *maker, uint32_t span);

/* A target anywhere: an entry, if there is one. */
uint32_t rvt_maker_entry(struct rvt_maker *maker);

/* Makes the next instruction an entry. */
void rvt_maker_remember(struct rvt_maker *maker);

/* One structure, at most RVT_MAKER_MARGIN instructions. */
void rvt_maker_structure(struct rvt_maker *maker);
void rvt_maker_leaf(struct rvt_maker *maker);

enum { RVT_MAKER_MARGIN = 200 };

#endif
