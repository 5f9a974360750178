/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/random_code.h"

#include <stdlib.h>

#include "base/bits.h"
#include "random/random_maker.h"
#include "random/random_words.h"

enum { TARGETS_MAX = 8 }; /* of one instruction */

/* Puts the address of target into the two instructions of a far jump; bit 0 of an offset plays no
 * part. */
static void aim_far(struct rvt_random_code *code, struct rvt_random_insn *load,
                    struct rvt_random_insn *jump, bool odd)
{
    uint32_t opcode = load->word & 0x7f;
    uint64_t address = code->base + code->insn[jump->target].offset;
    uint32_t value = (uint32_t)(opcode == 0x17 ? address - code->base - load->offset : address);
    uint32_t upper = value + 0x800;
    uint32_t rd = load->word >> 7 & 31;

    if (rvt_word_size(load->word) == 2)
        load->word = rvt_word_c_lui(rd, upper);
    else
        load->word = opcode == 0x17 ? rvt_word_auipc(rd, upper) : rvt_word_lui(rd, upper);
    if (rvt_word_size(jump->word) == 4)
        jump->word |= ((value & 0xfff) | odd) << 20;
}

/* Aims instructions at their targets, classifies them and writes them down. */
static void settle(struct rvt_random_code *code, struct rvt_random *random,
                   const struct rvt_random_shape *shape)
{
    struct rvt_isa isa = {
        .xlen = shape->xlen, .uninferable_jalr_x0 = shape->uninferable_jalr_x0, .zcm = shape->zcm};

    for (uint32_t i = 0; i < code->insns; i++)
        if (code->insn[i].role == RVT_ROLE_LOAD)
            aim_far(code, &code->insn[i], &code->insn[i + 1], rvt_random_chance(random, 20));
    for (uint32_t i = 0; i < code->insns; i++) {
        struct rvt_random_insn *insn = &code->insn[i];
        uint64_t address = code->base + insn->offset;
        insn->word = rvt_word_aim(insn->word, code->insn[insn->target].offset - insn->offset);
        insn->insn = rvt_insn_classify_isa(insn->word, address, &isa);
        for (unsigned byte = 0; byte < rvt_word_size(insn->word); byte++)
            code->bytes[insn->offset + byte] = (uint8_t)(insn->word >> (8 * byte));
    }
}

/* Handlers of the levels that have no table: any place where one can begin. */
static void choose_vectors(struct rvt_random_code *code, struct rvt_random *random)
{
    static const uint8_t levels[] = {1, 3, 6};

    for (unsigned i = 0; i < sizeof(levels); i++) {
        struct rvt_random_vector *vector = &code->vector[levels[i]];
        for (unsigned tries = 0; tries < 100 && !vector->vectored && vector->index == 0; tries++) {
            uint32_t index = rvt_random_below(random, code->insns);
            if (code->insn[index].offset % 4 == 0 && code->insn[index].insn.kind != RVT_INSN_TRAPS)
                vector->index = index;
        }
    }
}

static void make(struct rvt_maker *maker)
{
    struct rvt_random_code *code = maker->code;
    uint32_t offset = 0;

    rvt_maker_leaf(maker); /* at the very beginning: what lui alone can reach */
    while (code->insns < maker->capacity - RVT_MAKER_MARGIN)
        rvt_maker_structure(maker);
    rvt_maker_sequential(maker, maker->capacity - 1 - code->insns);
    rvt_maker_append(maker, rvt_word_jalr(0, 10, 0), 0); /* execution never falls off the end */
    for (uint32_t i = 0; i < code->insns; i++) {
        code->insn[i].offset = offset;
        offset += rvt_word_size(code->insn[i].word);
    }
    code->size = offset;
}

enum rvt_status rvt_random_code_init(struct rvt_random_code *code, struct rvt_random *random,
                                     const struct rvt_random_shape *shape)
{
    uint32_t capacity = 500 + rvt_random_below(random, 1500);
    struct rvt_maker maker = {.random = random, .shape = shape, .code = code, .capacity = capacity};

    *code = (struct rvt_random_code){.base = shape->base};
    code->insn = calloc(capacity, sizeof(*code->insn));
    code->table = calloc((size_t)capacity * TARGETS_MAX, sizeof(*code->table));
    code->bytes = calloc(capacity, 4);
    if (code->insn == NULL || code->table == NULL || code->bytes == NULL) {
        rvt_random_code_fini(code);
        return RVT_ERR_MEMORY;
    }
    make(&maker);
    settle(code, random, shape);
    choose_vectors(code, random);
    return RVT_OK;
}

void rvt_random_code_fini(struct rvt_random_code *code)
{
    free(code->insn);
    free(code->table);
    free(code->bytes);
    *code = (struct rvt_random_code){0};
}
