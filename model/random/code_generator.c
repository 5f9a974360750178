/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/code_generator.h"

#include "base/bits.h"
#include "random/code_builder.h"
#include "random/code_structures.h"
#include "random/instruction_words.h"

/* Writes the address of target into the two instructions of a far jump; bit 0 of an offset is
 * ignored. */
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

/* Encodes the targets of the instructions, classifies them and writes their bytes. */
static void encode(struct rvt_random_code *code, struct rvt_random *random,
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

/* Handlers of the levels without a table: any instruction where one can begin. */
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

static void build(struct rvt_code_builder *builder)
{
    struct rvt_random_code *code = builder->code;
    uint32_t offset = 0;

    rvt_code_structures_add_leaf(builder); /* at the beginning, where lui alone can reach it */
    while (code->insns < builder->capacity - RVT_CODE_STRUCTURE_MAX)
        rvt_code_structures_add(builder);
    rvt_code_builder_sequential(builder, builder->capacity - 1 - code->insns);
    rvt_code_builder_append(builder, rvt_word_jalr(0, 10, 0),
                            0); /* execution never falls off the end */
    for (uint32_t i = 0; i < code->insns; i++) {
        code->insn[i].offset = offset;
        offset += rvt_word_size(code->insn[i].word);
    }
    code->size = offset;
}

enum rvt_status rvt_code_generator_run(struct rvt_random_code *code, struct rvt_random *random,
                                       const struct rvt_random_shape *shape)
{
    uint32_t capacity = 500 + rvt_random_below(random, 1500);
    struct rvt_code_builder builder = {
        .random = random, .shape = shape, .code = code, .capacity = capacity};

    if (rvt_random_code_init(code, shape->base, capacity) != RVT_OK)
        return RVT_ERR_MEMORY;
    build(&builder);
    encode(code, random, shape);
    choose_vectors(code, random);
    return RVT_OK;
}
