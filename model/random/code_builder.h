/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Random code under construction: appends single instructions. */
#ifndef RVT_RANDOM_CODE_BUILDER_H
#define RVT_RANDOM_CODE_BUILDER_H

#include "random/random.h"
#include "random/random_code.h"

#define RVT_CODE_ENTRIES 32 /* entries that are remembered */

struct rvt_code_builder {
    struct rvt_random *random;
    const struct rvt_random_shape *shape;
    struct rvt_random_code *code;
    uint32_t capacity;                /* instructions of the finished code */
    uint32_t offset;                  /* bytes so far */
    uint32_t entry[RVT_CODE_ENTRIES]; /* the latest ones; jumps from anywhere may lead there */
    uint32_t entries;                 /* marked so far */
};

/* True in percent of 100 cases; a number of 0 to count - 1. */
bool rvt_code_builder_chance(struct rvt_code_builder *builder, unsigned percent);
unsigned rvt_code_builder_below(struct rvt_code_builder *builder, unsigned count);

/* Append single instructions. rvt_code_builder_append returns the new one. */
struct rvt_random_insn *rvt_code_builder_append(struct rvt_code_builder *builder, uint32_t word,
                                                uint32_t target);
void rvt_code_builder_sequential(struct rvt_code_builder *builder, unsigned count);
struct rvt_random_insn *rvt_code_builder_branch(struct rvt_code_builder *builder, uint32_t target);
void rvt_code_builder_direct(struct rvt_code_builder *builder, uint32_t rd, uint32_t target);
void rvt_code_builder_return(struct rvt_code_builder *builder);
void rvt_code_builder_indirect(struct rvt_code_builder *builder, uint32_t target);

/* A target ahead, at least two instructions from here, so that it is not the next one. */
uint32_t rvt_code_builder_ahead(struct rvt_code_builder *builder, uint32_t span);

/* A target: an entry if there is one, else ahead. */
uint32_t rvt_code_builder_entry(struct rvt_code_builder *builder);

/* Makes the next instruction an entry. */
void rvt_code_builder_mark_entry(struct rvt_code_builder *builder);

#endif
