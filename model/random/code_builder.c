/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/code_builder.h"

#include "random/instruction_words.h"

bool rvt_code_builder_chance(struct rvt_code_builder *builder, unsigned percent)
{
    return rvt_random_chance(builder->random, percent);
}

unsigned rvt_code_builder_below(struct rvt_code_builder *builder, unsigned count)
{
    return rvt_random_below(builder->random, count);
}

static bool is_compressed(struct rvt_code_builder *builder, unsigned percent)
{
    return builder->shape->compressed && rvt_code_builder_chance(builder, percent);
}

struct rvt_random_insn *rvt_code_builder_append(struct rvt_code_builder *builder, uint32_t word,
                                                uint32_t target)
{
    struct rvt_random_insn *insn = &builder->code->insn[builder->code->insns++];

    insn->word = word;
    insn->target = target;
    builder->offset += rvt_word_size(word);
    return insn;
}

/* An instruction without control flow. c.fsdsp is used only without Zcmt, which has the same opcode
 * for its jumps. */
static uint32_t sequential(struct rvt_code_builder *builder)
{
    static const uint32_t wide[] = {0x00000013, 0x00a58593, 0x00b50533, 0x00052583, 0x00b52023,
                                    0x000105b7, 0x00001597, 0x300022f3, 0x0ff0000f, 0x02b50533};
    static const uint32_t narrow[] = {0x0001, 0x0505, 0x4501, 0x852e, 0x050e, 0xe422, 0xa022};
    static const uint32_t zcm[] = {0xb842, 0xba42, 0xac62};

    if (!is_compressed(builder, 50))
        return wide[rvt_code_builder_below(builder, sizeof(wide) / sizeof(wide[0]))];
    if (builder->shape->zcm && rvt_code_builder_chance(builder, 20))
        return zcm[rvt_code_builder_below(builder, 3)];
    return narrow[rvt_code_builder_below(builder, builder->shape->zcm ? 6 : 7)];
}

void rvt_code_builder_sequential(struct rvt_code_builder *builder, unsigned count)
{
    for (; count > 0; count--)
        rvt_code_builder_append(builder, sequential(builder), 0);
}

struct rvt_random_insn *rvt_code_builder_branch(struct rvt_code_builder *builder, uint32_t target)
{
    static const uint8_t functions[] = {0, 1, 4, 5, 6, 7};
    uint32_t function = functions[rvt_code_builder_below(builder, 6)];
    bool compressed = is_compressed(builder, 50);

    return rvt_code_builder_append(builder,
                                   compressed ? rvt_word_c_branch(6 + (function & 1), 0)
                                              : rvt_word_branch(function, 0),
                                   target);
}

void rvt_code_builder_direct(struct rvt_code_builder *builder, uint32_t rd, uint32_t target)
{
    uint32_t here = builder->code->insns;
    bool near = target > here && target - here < 100;

    if (rd == 0 && near && is_compressed(builder, 60))
        rvt_code_builder_append(builder, rvt_word_c_jump(5, 0), target);
    else if (rd == 1 && near && builder->shape->xlen == 32 && is_compressed(builder, 60))
        rvt_code_builder_append(builder, rvt_word_c_jump(1, 0), target);
    else
        rvt_code_builder_append(builder, rvt_word_jal(rd, 0), target);
}

void rvt_code_builder_return(struct rvt_code_builder *builder)
{
    static const uint32_t words[] = {0x00008067, 0x00008067, 0x00028067, 0x00008567};

    if (builder->shape->zcm && rvt_code_builder_chance(builder, 40))
        rvt_code_builder_append(builder, rvt_code_builder_chance(builder, 50) ? 0xbe42 : 0xbc42, 0);
    else if (is_compressed(builder, 50))
        rvt_code_builder_append(builder,
                                rvt_word_c_jr(rvt_code_builder_chance(builder, 80) ? 1 : 5), 0);
    else
        rvt_code_builder_append(builder, words[rvt_code_builder_below(builder, 4)], 0);
}

/* An uninferable jump of any class. */
static uint32_t indirect(struct rvt_code_builder *builder)
{
    static const uint8_t registers[] = {0, 1, 5, 10};
    uint32_t rd = registers[rvt_code_builder_below(builder, 4)];
    uint32_t rs1 = registers[1 + rvt_code_builder_below(builder, 3)];

    if (builder->shape->zcm && rvt_code_builder_chance(builder, 20))
        return 0xa002u | rvt_code_builder_below(builder, 64) << 2; /* cm.jt, cm.jalt */
    if (is_compressed(builder, 40))
        return rvt_code_builder_chance(builder, 70) ? rvt_word_c_jr(rs1) : rvt_word_c_jalr(rs1);
    if (builder->shape->uninferable_jalr_x0 && rvt_code_builder_chance(builder, 10))
        rs1 = 0;
    return rvt_word_jalr(rd, rs1, 0);
}

void rvt_code_builder_indirect(struct rvt_code_builder *builder, uint32_t target)
{
    rvt_code_builder_append(builder, indirect(builder), target);
}

uint32_t rvt_code_builder_ahead(struct rvt_code_builder *builder, uint32_t span)
{
    uint32_t target = builder->code->insns + 2 + rvt_code_builder_below(builder, span);

    return target >= builder->capacity ? builder->capacity - 1 : target;
}

uint32_t rvt_code_builder_entry(struct rvt_code_builder *builder)
{
    uint32_t known = builder->entries < RVT_CODE_ENTRIES ? builder->entries : RVT_CODE_ENTRIES;

    if (known == 0)
        return rvt_code_builder_ahead(builder, 60);
    return builder->entry[rvt_code_builder_below(builder, known)];
}

void rvt_code_builder_mark_entry(struct rvt_code_builder *builder)
{
    builder->entry[builder->entries++ % RVT_CODE_ENTRIES] = builder->code->insns;
}
