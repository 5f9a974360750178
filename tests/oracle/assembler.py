# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The few instructions that random programs need, as words."""

from .bits import mask


def bits(value, *parts):
    """Scatters bits: each part is (high, low, position of the low bit in the word)."""
    return sum((value >> low & mask(high - low + 1)) << place for high, low, place in parts)


def word(value, size):
    """An instruction as bytes."""
    return value.to_bytes(size, "little")


def branch(offset, size, number=0):
    """beq/bne, or c.beqz/c.bnez."""
    if size == 2:
        parts = ((8, 8, 12), (4, 3, 10), (7, 6, 5), (2, 1, 3), (5, 5, 2))
        return word(0xC001 | (number & 1) << 13 | bits(offset, *parts), 2)
    parts = ((12, 12, 31), (10, 5, 25), (4, 1, 8), (11, 11, 7))
    return word(0x63 | (0, 1, 4, 5, 6, 7)[number % 6] << 12 | bits(offset, *parts), 4)


def jal(rd, offset, size):
    """jal, or c.j/c.jal."""
    if size == 2:
        parts = (
            (11, 11, 12),
            (4, 4, 11),
            (9, 8, 9),
            (10, 10, 8),
            (6, 6, 7),
            (7, 7, 6),
            (3, 1, 3),
            (5, 5, 2),
        )
        return word((0x2001 if rd else 0xA001) | bits(offset, *parts), 2)
    parts = ((20, 20, 31), (10, 1, 21), (11, 11, 20), (19, 12, 12))
    return word(0x6F | rd << 7 | bits(offset, *parts), 4)


def jalr(rd, rs1, offset, size):
    """jalr, or c.jr/c.jalr."""
    if size == 2:
        return word(0x8002 | rd << 12 | rs1 << 7, 2)
    return word(0x67 | rd << 7 | rs1 << 15 | (offset & 0xFFF) << 20, 4)


def table_jump(index):
    """cm.jt, or cm.jalt with an index from 32 on."""
    return word(0xA002 | index << 2, 2)


def popret(zero):
    """cm.popret, or cm.popretz, of ra and s0."""
    return word((0xBC00 if zero else 0xBE00) | 5 << 4 | 2, 2)


def upper(rd, value, size, auipc=False):
    """lui, auipc or c.lui; value: its 20 (6) bits."""
    if size == 2:
        return word(0x6001 | rd << 7 | (value >> 5 & 1) << 12 | (value & 31) << 2, 2)
    return word((0x17 if auipc else 0x37) | rd << 7 | (value & 0xFFFFF) << 12, 4)


def plain(size, number=0):
    """addi, or c.addi."""
    if size == 2:
        return word(0x0001 | 9 << 7 | (number & 31) << 2, 2)
    return word(0x13 | 9 << 7 | (number & 0x7FF) << 20, 4)


ECALL, EBREAK, MRET, SRET = (
    word(value, 4) for value in (0x00000073, 0x00100073, 0x30200073, 0x10200073)
)
C_EBREAK = word(0x9002, 2)
