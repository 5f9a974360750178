/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/random_code.h"

#include <stdlib.h>

#include "base/bits.h"

struct maker {
    struct rvt_random *random;
    const struct rvt_random_shape *shape;
    struct rvt_random_code *code;
};

static uint32_t field(uint32_t value, unsigned high, unsigned low)
{
    return (value >> low) & (uint32_t)rvt_mask(high - low + 1);
}

static uint32_t encode_branch(uint32_t funct3, uint32_t offset)
{
    return 0x63u | field(offset, 11, 11) << 7 | field(offset, 4, 1) << 8 | funct3 << 12 |
           10u << 15 | 11u << 20 | field(offset, 10, 5) << 25 | field(offset, 12, 12) << 31;
}

static uint32_t encode_jal(uint32_t rd, uint32_t offset)
{
    return 0x6fu | rd << 7 | field(offset, 19, 12) << 12 | field(offset, 11, 11) << 20 |
           field(offset, 10, 1) << 21 | field(offset, 20, 20) << 31;
}

static uint32_t encode_c_branch(uint32_t funct3, uint32_t offset)
{
    return 0x1u | field(offset, 5, 5) << 2 | field(offset, 2, 1) << 3 | field(offset, 7, 6) << 5 |
           2u << 7 | field(offset, 4, 3) << 10 | field(offset, 8, 8) << 12 | funct3 << 13;
}

static uint32_t encode_c_jump(uint32_t funct3, uint32_t offset)
{
    return 0x1u | field(offset, 5, 5) << 2 | field(offset, 3, 1) << 3 | field(offset, 7, 7) << 6 |
           field(offset, 6, 6) << 7 | field(offset, 10, 10) << 8 | field(offset, 9, 8) << 9 |
           field(offset, 4, 4) << 11 | field(offset, 11, 11) << 12 | funct3 << 13;
}

static bool is_compressed(struct maker *maker, unsigned percent)
{
    return maker->shape->compressed && rvt_random_chance(maker->random, percent);
}

/* Instructions that go on to the next one; c.fsdsp among them, which Zcmt would read as a jump. */
static uint32_t sequential(struct maker *maker)
{
    static const uint32_t wide[] = {0x00000013, 0x00a58593, 0x00b50533, 0x00052583, 0x00b52023,
                                    0x000105b7, 0x00001597, 0x300022f3, 0x0ff0000f, 0x02b50533};
    static const uint32_t narrow[] = {0x0001, 0x0505, 0x4501, 0x852e, 0x050e, 0xa022, 0xe422};
    if (is_compressed(maker, 50))
        return narrow[rvt_random_below(maker->random, sizeof(narrow) / sizeof(narrow[0]))];
    return wide[rvt_random_below(maker->random, sizeof(wide) / sizeof(wide[0]))];
}

/* jalr, c.jr, c.jalr of every class; link: one that a call would use. */
static uint32_t indirect(struct maker *maker)
{
    static const uint8_t registers[] = {0, 1, 5, 10};
    uint32_t rd = registers[rvt_random_below(maker->random, 4)];
    uint32_t rs1 = registers[1 + rvt_random_below(maker->random, 3)];

    if (is_compressed(maker, 40))
        return rvt_random_chance(maker->random, 70) ? 0x8002u | rs1 << 7 : 0x9002u | rs1 << 7;
    if (maker->shape->uninferable_jalr_x0 && rvt_random_chance(maker->random, 10))
        rs1 = 0;
    return 0x67u | rd << 7 | rs1 << 15;
}

static uint32_t trap_return(struct maker *maker)
{
    static const uint32_t words[] = {0x30200073, 0x10200073, 0x30200073, 0x70200073, 0x00200073};
    return words[rvt_random_below(maker->random, sizeof(words) / sizeof(words[0]))];
}

static uint32_t trapping(struct maker *maker)
{
    if (is_compressed(maker, 30))
        return 0x9002;
    return rvt_random_chance(maker->random, 80) ? 0x00000073 : 0x00100073;
}

static struct rvt_random_insn *append(struct maker *maker, uint32_t word, uint32_t target)
{
    struct rvt_random_insn *insn = &maker->code->insn[maker->code->insns++];

    insn->word = word;
    insn->target = target;
    return insn;
}

/* At least two ahead, so that a taken branch is not the next instruction. */
static uint32_t forward(struct maker *maker, uint32_t span, uint32_t capacity)
{
    uint32_t target = maker->code->insns + 2 + rvt_random_below(maker->random, span);
    return target >= capacity ? capacity - 1 : target;
}

static uint32_t backward(struct maker *maker, uint32_t span)
{
    uint32_t back = rvt_random_below(maker->random, span);
    return maker->code->insns > back ? maker->code->insns - back : 0;
}

/* A branch; its word only holds the shape until offsets are known. The spans suit the shortest
 * encodings. */
static void add_branch(struct maker *maker, uint32_t capacity)
{
    static const uint8_t functions[] = {0, 1, 4, 5, 6, 7};
    uint32_t function = functions[rvt_random_below(maker->random, 6)];
    bool back = rvt_random_chance(maker->random, 40);
    uint32_t target = back ? backward(maker, 30) : forward(maker, 40, capacity);

    if (is_compressed(maker, 50))
        append(maker, encode_c_branch(6 + rvt_random_below(maker->random, 2), 0), target);
    else
        append(maker, encode_branch(function, 0), target);
}

/* A direct jump or call; always forward. */
static void add_jump(struct maker *maker, uint32_t capacity)
{
    static const uint8_t registers[] = {0, 1, 5, 10};
    uint32_t rd = registers[rvt_random_below(maker->random, 4)];
    bool near = rvt_random_chance(maker->random, 60);
    uint32_t target = forward(maker, near ? 60 : capacity, capacity);

    if (near && is_compressed(maker, 60))
        append(maker, encode_c_jump(maker->shape->xlen == 32 && rd != 0 ? 1 : 5, 0), target);
    else
        append(maker, encode_jal(rd, 0), target);
}

/* Falls into a label and jumps back to it by an indirect jump: the loop of the packet chapter. */
static void add_indirect_loop(struct maker *maker)
{
    uint32_t body = 1 + rvt_random_below(maker->random, 6);
    uint32_t label = maker->code->insns + 1;

    for (uint32_t i = 0; i <= body; i++)
        append(maker, sequential(maker), 0);
    append(maker, indirect(maker), label);
}

static void add_something(struct maker *maker, uint32_t capacity)
{
    unsigned dice = rvt_random_below(maker->random, 100);

    if (dice < 55) {
        append(maker, sequential(maker), 0);
    } else if (dice < 78) {
        add_branch(maker, capacity);
    } else if (dice < 86) {
        add_jump(maker, capacity);
    } else if (dice < 92) {
        append(maker, indirect(maker), rvt_random_below(maker->random, capacity));
    } else if (dice < 94) {
        add_indirect_loop(maker);
    } else if (dice < 96) {
        append(maker, trap_return(maker), rvt_random_below(maker->random, capacity));
    } else if (dice < 98) {
        append(maker, maker->shape->traps ? trapping(maker) : sequential(maker), 0);
    } else if (dice < 99) {
        for (uint32_t i = rvt_random_below(maker->random, 60); i > 0; i--)
            append(maker, sequential(maker), 0);
    } else {
        for (uint32_t i = rvt_random_below(maker->random, 40); i > 0; i--)
            add_branch(maker, capacity);
    }
}

static unsigned size_of(uint32_t word)
{
    return (word & 3) == 3 ? 4 : 2;
}

/* Puts the offset of its target into a branch or direct jump. */
static uint32_t aim(uint32_t word, uint32_t offset)
{
    uint32_t funct3 = field(word, 15, 13);

    if ((word & 3) == 3) {
        if (field(word, 6, 0) == 0x63)
            return encode_branch(field(word, 14, 12), offset);
        return field(word, 6, 0) == 0x6f ? encode_jal(field(word, 11, 7), offset) : word;
    }
    if ((word & 3) != 1)
        return word;
    if (funct3 >= 6)
        return encode_c_branch(funct3, offset);
    return funct3 == 5 || funct3 == 1 ? encode_c_jump(funct3, offset) : word;
}

/* Lays the instructions out, aims them at their targets, and writes them down. */
static void lay_out(struct maker *maker)
{
    struct rvt_random_code *code = maker->code;
    struct rvt_isa isa = {.xlen = maker->shape->xlen,
                          .uninferable_jalr_x0 = maker->shape->uninferable_jalr_x0};
    uint32_t offset = 0;

    for (uint32_t i = 0; i < code->insns; i++) {
        code->insn[i].offset = offset;
        offset += size_of(code->insn[i].word);
    }
    code->size = offset;
    for (uint32_t i = 0; i < code->insns; i++) {
        struct rvt_random_insn *insn = &code->insn[i];
        bool direct;
        insn->insn = rvt_insn_classify_isa(insn->word, code->base + insn->offset, &isa);
        direct = insn->insn.kind == RVT_INSN_BRANCH || insn->insn.kind == RVT_INSN_JUMP;
        if (direct)
            insn->word = aim(insn->word, code->insn[insn->target].offset - insn->offset);
        insn->insn = rvt_insn_classify_isa(insn->word, code->base + insn->offset, &isa);
        for (unsigned byte = 0; byte < size_of(insn->word); byte++)
            code->bytes[insn->offset + byte] = (uint8_t)(insn->word >> (8 * byte));
    }
}

enum { MARGIN = 70 }; /* no element of the code is longer */

enum rvt_status rvt_random_code_init(struct rvt_random_code *code, struct rvt_random *random,
                                     const struct rvt_random_shape *shape)
{
    struct maker maker = {.random = random, .shape = shape, .code = code};
    uint32_t capacity = 300 + rvt_random_below(random, 1500);

    *code = (struct rvt_random_code){.base = shape->base};
    code->insn = calloc(capacity, sizeof(*code->insn));
    code->bytes = calloc(capacity, 4);
    if (code->insn == NULL || code->bytes == NULL) {
        rvt_random_code_fini(code);
        return RVT_ERR_MEMORY;
    }
    while (code->insns < capacity - MARGIN)
        add_something(&maker, capacity);
    while (code->insns < capacity - 1)
        append(&maker, sequential(&maker), 0);
    append(&maker, indirect(&maker), 0); /* execution never falls off the end */
    lay_out(&maker);
    return RVT_OK;
}

void rvt_random_code_fini(struct rvt_random_code *code)
{
    free(code->insn);
    free(code->bytes);
    *code = (struct rvt_random_code){0};
}
