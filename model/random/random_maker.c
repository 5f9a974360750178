/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Single instructions of random code, and dice. */
#include "random/random_maker.h"

#include "random/random_words.h"

bool rvt_maker_chance(struct rvt_maker *maker, unsigned percent)
{
    return rvt_random_chance(maker->random, percent);
}

unsigned rvt_maker_below(struct rvt_maker *maker, unsigned count)
{
    return rvt_random_below(maker->random, count);
}

static bool is_compressed(struct rvt_maker *maker, unsigned percent)
{
    return maker->shape->compressed && rvt_maker_chance(maker, percent);
}

struct rvt_random_insn *rvt_maker_append(struct rvt_maker *maker, uint32_t word, uint32_t target)
{
    struct rvt_random_insn *insn = &maker->code->insn[maker->code->insns++];

    insn->word = word;
    insn->target = target;
    maker->offset += rvt_word_size(word);
    return insn;
}

/* One that goes on to the next; without Zcmt c.fsdsp among them, which has the opcode of a jump of
 * it. */
static uint32_t sequential(struct rvt_maker *maker)
{
    static const uint32_t wide[] = {0x00000013, 0x00a58593, 0x00b50533, 0x00052583, 0x00b52023,
                                    0x000105b7, 0x00001597, 0x300022f3, 0x0ff0000f, 0x02b50533};
    static const uint32_t narrow[] = {0x0001, 0x0505, 0x4501, 0x852e, 0x050e, 0xe422, 0xa022};
    static const uint32_t zcm[] = {0xb842, 0xba42, 0xac62};

    if (!is_compressed(maker, 50))
        return wide[rvt_maker_below(maker, sizeof(wide) / sizeof(wide[0]))];
    if (maker->shape->zcm && rvt_maker_chance(maker, 20))
        return zcm[rvt_maker_below(maker, 3)];
    return narrow[rvt_maker_below(maker, maker->shape->zcm ? 6 : 7)];
}

void rvt_maker_sequential(struct rvt_maker *maker, unsigned count)
{
    for (; count > 0; count--)
        rvt_maker_append(maker, sequential(maker), 0);
}

struct rvt_random_insn *rvt_maker_branch(struct rvt_maker *maker, uint32_t target)
{
    static const uint8_t functions[] = {0, 1, 4, 5, 6, 7};
    uint32_t function = functions[rvt_maker_below(maker, 6)];
    bool compressed = is_compressed(maker, 50);

    return rvt_maker_append(
        maker, compressed ? rvt_word_c_branch(6 + (function & 1), 0) : rvt_word_branch(function, 0),
        target);
}

void rvt_maker_direct(struct rvt_maker *maker, uint32_t rd, uint32_t target)
{
    uint32_t here = maker->code->insns;
    bool near = target > here && target - here < 100;

    if (rd == 0 && near && is_compressed(maker, 60))
        rvt_maker_append(maker, rvt_word_c_jump(5, 0), target);
    else if (rd == 1 && near && maker->shape->xlen == 32 && is_compressed(maker, 60))
        rvt_maker_append(maker, rvt_word_c_jump(1, 0), target);
    else
        rvt_maker_append(maker, rvt_word_jal(rd, 0), target);
}

void rvt_maker_return(struct rvt_maker *maker)
{
    static const uint32_t words[] = {0x00008067, 0x00008067, 0x00028067, 0x00008567};

    if (maker->shape->zcm && rvt_maker_chance(maker, 40))
        rvt_maker_append(maker, rvt_maker_chance(maker, 50) ? 0xbe42 : 0xbc42, 0);
    else if (is_compressed(maker, 50))
        rvt_maker_append(maker, rvt_word_c_jr(rvt_maker_chance(maker, 80) ? 1 : 5), 0);
    else
        rvt_maker_append(maker, words[rvt_maker_below(maker, 4)], 0);
}

/* Of every class of an uninferable jump. */
static uint32_t indirect(struct rvt_maker *maker)
{
    static const uint8_t registers[] = {0, 1, 5, 10};
    uint32_t rd = registers[rvt_maker_below(maker, 4)];
    uint32_t rs1 = registers[1 + rvt_maker_below(maker, 3)];

    if (maker->shape->zcm && rvt_maker_chance(maker, 20))
        return 0xa002u | rvt_maker_below(maker, 64) << 2; /* cm.jt, cm.jalt */
    if (is_compressed(maker, 40))
        return rvt_maker_chance(maker, 70) ? rvt_word_c_jr(rs1) : rvt_word_c_jalr(rs1);
    if (maker->shape->uninferable_jalr_x0 && rvt_maker_chance(maker, 10))
        rs1 = 0;
    return rvt_word_jalr(rd, rs1, 0);
}

void rvt_maker_indirect(struct rvt_maker *maker, uint32_t target)
{
    rvt_maker_append(maker, indirect(maker), target);
}

uint32_t rvt_maker_ahead(struct rvt_maker *maker, uint32_t span)
{
    uint32_t target = maker->code->insns + 2 + rvt_maker_below(maker, span);

    return target >= maker->capacity ? maker->capacity - 1 : target;
}

uint32_t rvt_maker_entry(struct rvt_maker *maker)
{
    uint32_t known = maker->entries < RVT_RANDOM_ENTRIES ? maker->entries : RVT_RANDOM_ENTRIES;

    if (known == 0)
        return rvt_maker_ahead(maker, 60);
    return maker->entry[rvt_maker_below(maker, known)];
}

void rvt_maker_remember(struct rvt_maker *maker)
{
    maker->entry[maker->entries++ % RVT_RANDOM_ENTRIES] = maker->code->insns;
}
