/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "random/instruction_words.h"

#include "base/bits.h"

static uint32_t field(uint32_t value, unsigned high, unsigned low)
{
    return (value >> low) & (uint32_t)rvt_mask(high - low + 1);
}

uint32_t rvt_word_branch(uint32_t funct3, uint32_t offset)
{
    return 0x63u | field(offset, 11, 11) << 7 | field(offset, 4, 1) << 8 | funct3 << 12 |
           10u << 15 | 11u << 20 | field(offset, 10, 5) << 25 | field(offset, 12, 12) << 31;
}

uint32_t rvt_word_jal(uint32_t rd, uint32_t offset)
{
    return 0x6fu | rd << 7 | field(offset, 19, 12) << 12 | field(offset, 11, 11) << 20 |
           field(offset, 10, 1) << 21 | field(offset, 20, 20) << 31;
}

uint32_t rvt_word_jalr(uint32_t rd, uint32_t rs1, uint32_t offset)
{
    return 0x67u | rd << 7 | rs1 << 15 | field(offset, 11, 0) << 20;
}

uint32_t rvt_word_lui(uint32_t rd, uint32_t upper)
{
    return 0x37u | rd << 7 | (upper & 0xfffff000u);
}

uint32_t rvt_word_auipc(uint32_t rd, uint32_t upper)
{
    return 0x17u | rd << 7 | (upper & 0xfffff000u);
}

uint32_t rvt_word_c_lui(uint32_t rd, uint32_t upper)
{
    return 0x6001u | rd << 7 | field(upper, 16, 12) << 2 | field(upper, 17, 17) << 12;
}

uint32_t rvt_word_c_jr(uint32_t rs1)
{
    return 0x8002u | rs1 << 7;
}

uint32_t rvt_word_c_jalr(uint32_t rs1)
{
    return 0x9002u | rs1 << 7;
}

uint32_t rvt_word_c_branch(uint32_t funct3, uint32_t offset)
{
    return 0x1u | field(offset, 5, 5) << 2 | field(offset, 2, 1) << 3 | field(offset, 7, 6) << 5 |
           2u << 7 | field(offset, 4, 3) << 10 | field(offset, 8, 8) << 12 | funct3 << 13;
}

uint32_t rvt_word_c_jump(uint32_t funct3, uint32_t offset)
{
    return 0x1u | field(offset, 5, 5) << 2 | field(offset, 3, 1) << 3 | field(offset, 7, 7) << 6 |
           field(offset, 6, 6) << 7 | field(offset, 10, 10) << 8 | field(offset, 9, 8) << 9 |
           field(offset, 4, 4) << 11 | field(offset, 11, 11) << 12 | funct3 << 13;
}

/* A 16-bit instruction; quadrant 1 has the direct ones. */
static uint32_t aim_compressed(uint32_t word, uint32_t offset)
{
    uint32_t funct3 = field(word, 15, 13);

    if ((word & 3) != 1)
        return word;
    if (funct3 >= 6)
        return rvt_word_c_branch(funct3, offset);
    return funct3 == 5 || funct3 == 1 ? rvt_word_c_jump(funct3, offset) : word;
}

uint32_t rvt_word_aim(uint32_t word, uint32_t offset)
{
    if (rvt_word_size(word) == 2)
        return aim_compressed(word, offset);
    if (field(word, 6, 0) == 0x63)
        return rvt_word_branch(field(word, 14, 12), offset);
    return field(word, 6, 0) == 0x6f ? rvt_word_jal(field(word, 11, 7), offset) : word;
}
