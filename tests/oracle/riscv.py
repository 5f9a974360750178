# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""RISC-V instructions as far as control flow needs them, and programs made of them.

Spec: the unprivileged and privileged ISA manuals; JumpClasses of the chapter Hart to encoder
interface.
"""

import struct
from collections import namedtuple

from .bits import mask, signed

# kind: other, branch, jal, jalr, xret, lui, auipc, trap (ecall, ebreak); size in bytes. imm of a
# jalr: None if its target is in memory (cm.popret, cm.jt, cm.jalt).
Instruction = namedtuple("Instruction", "kind size imm rd rs1 compressed")

# itype codes.
NONE, EXCEPTION, INTERRUPT, XRET, NOT_TAKEN, TAKEN, UNINFERABLE = range(7)
CALL, INFERABLE_CALL, JUMP, INFERABLE_JUMP, SWAP, RETURN, OTHER, INFERABLE_OTHER = range(8, 16)
UNINFERABLE_TYPES = frozenset((UNINFERABLE, CALL, JUMP, SWAP, RETURN, OTHER))
LINKS = (1, 5)
XRETS = (0x00200073, 0x10200073, 0x30200073, 0x7B200073, 0x70200073)
TRAPS = (0x00000073, 0x00100073)


class ProgramError(ValueError):
    """An address without an instruction, or an instruction beyond this decoder."""


def field(word, *parts):
    """Gathers bits: each part is (high, low, position of the low bit in the result)."""
    value = 0
    for high, low, place in parts:
        value |= (word >> low & mask(high - low + 1)) << place
    return value


def decode32(word):
    """An instruction of 32 bits."""
    opcode, rd, funct3, rs1 = word & 0x7F, word >> 7 & 31, word >> 12 & 7, word >> 15 & 31
    if opcode == 0x63 and funct3 not in (2, 3):
        imm = field(word, (31, 31, 12), (7, 7, 11), (30, 25, 5), (11, 8, 1))
        return Instruction("branch", 4, signed(imm, 13), 0, rs1, False)
    if opcode == 0x6F:
        imm = field(word, (31, 31, 20), (19, 12, 12), (20, 20, 11), (30, 21, 1))
        return Instruction("jal", 4, signed(imm, 21), rd, 0, False)
    if opcode == 0x67 and funct3 == 0:
        return Instruction("jalr", 4, signed(word >> 20, 12), rd, rs1, False)
    if opcode in (0x37, 0x17):
        kind = "lui" if opcode == 0x37 else "auipc"
        return Instruction(kind, 4, signed(word & 0xFFFFF000, 32), rd, 0, False)
    if word in XRETS:
        return Instruction("xret", 4, 0, 0, 0, False)
    if word in TRAPS:
        return Instruction("trap", 4, 0, 0, 0, False)
    return Instruction("other", 4, 0, rd, rs1, False)


def decode_zcm(word):
    """An instruction in the place of c.fsdsp, of a hart with Zcmp and Zcmt."""
    if word >> 10 & 7 == 0:
        # The table's entries from 32 on are those of cm.jalt, which links x1.
        return Instruction("jalr", 2, None, int((word >> 2 & 0xFF) >= 32), -1, True)
    if word >> 8 in (0xBC, 0xBE):
        return Instruction("jalr", 2, None, 0, 1, True)
    return Instruction("other", 2, 0, 0, 0, True)


def decode16(word, xlen, zcm=False):
    """A compressed instruction; zcm: of a hart with Zcmp and Zcmt."""
    quadrant, funct3, rd = word & 3, word >> 13, word >> 7 & 31
    if zcm and quadrant == 2 and funct3 == 5:
        return decode_zcm(word)
    if quadrant == 1 and (funct3 == 5 or funct3 == 1 and xlen == 32):
        imm = field(
            word,
            (12, 12, 11),
            (11, 11, 4),
            (10, 9, 8),
            (8, 8, 10),
            (7, 7, 6),
            (6, 6, 7),
            (5, 3, 1),
            (2, 2, 5),
        )
        return Instruction("jal", 2, signed(imm, 12), 1 if funct3 == 1 else 0, 0, True)
    if quadrant == 1 and funct3 in (6, 7):
        imm = field(word, (12, 12, 8), (11, 10, 3), (6, 5, 6), (4, 3, 1), (2, 2, 5))
        return Instruction("branch", 2, signed(imm, 9), 0, 8 + (word >> 7 & 7), True)
    if quadrant == 1 and funct3 == 3 and rd not in (0, 2):
        imm = signed(field(word, (12, 12, 17), (6, 2, 12)), 18)
        return Instruction("lui", 2, imm, rd, 0, True)
    if quadrant == 2 and funct3 == 4 and word >> 2 & 31 == 0:
        if rd:
            return Instruction("jalr", 2, 0, word >> 12 & 1, rd, True)
        if word >> 12 & 1:
            return Instruction("trap", 2, 0, 0, 0, True)
    return Instruction("other", 2, 0, rd, 0, True)


class Program:
    """Memory with instructions. Addresses wrap at xlen bits."""

    def __init__(self, xlen, jalr_x0="inferable_absolute", zcm=False):
        """jalr_x0: whether jalr with rs1 = x0 is inferable (AMB-032); zcm: Zcmp and Zcmt."""
        self.xlen, self.jalr_x0, self.zcm = xlen, jalr_x0, zcm
        self.segments, self.cache = [], {}

    def add(self, address, data):
        """Adds memory; a later segment hides an earlier one."""
        self.segments.insert(0, (address, bytes(data)))
        self.cache.clear()

    def halfword(self, address):
        """Two bytes. Raises ProgramError where there are none."""
        for start, data in self.segments:
            if start <= address and address + 2 <= start + len(data):
                return data[address - start] | data[address - start + 1] << 8
        raise ProgramError(f"no instruction at {address:x}")

    def get(self, address):
        """The instruction at an address."""
        found = self.cache.get(address)
        if found is None:
            low = self.halfword(address)
            if low & 3 == 3:
                if low & 0x1F == 0x1F:
                    raise ProgramError(f"an instruction of more than 32 bits at {address:x}")
                found = decode32(low | self.halfword(address + 2 & mask(self.xlen)) << 16)
            else:
                found = decode16(low, self.xlen, self.zcm)
            self.cache[address] = found
        return found

    def inferable_jump(self, instruction):
        """True for a jump whose target is a constant in its opcode."""
        return instruction.kind == "jal" or (
            instruction.kind == "jalr"
            and instruction.rs1 == 0
            and self.jalr_x0 == "inferable_absolute"
        )

    def jump_target(self, instruction, address):
        """The target of an inferable jump."""
        if instruction.kind == "jal":
            return address + instruction.imm & mask(self.xlen)
        return instruction.imm & mask(self.xlen) & ~1

    def itype(self, instruction, taken=False, wide=True):
        """The itype code of a retired instruction; wide: with 4 bits."""
        kind = instruction.kind
        if kind == "branch":
            return TAKEN if taken else NOT_TAKEN
        if kind == "xret":
            return XRET
        if kind not in ("jal", "jalr"):
            return NONE
        inferable = self.inferable_jump(instruction)
        if not wide:
            return NONE if inferable else UNINFERABLE
        return self.jump_class(instruction, inferable)

    @staticmethod
    def jump_class(instruction, inferable):
        """The class of a jump by the table of the calling convention."""
        rd, rs1 = instruction.rd, instruction.rs1
        if instruction.kind == "jalr" and rs1 in LINKS:
            if rd not in LINKS:
                return RETURN
            if rd != rs1:
                return SWAP
            return CALL
        if rd in LINKS:
            return INFERABLE_CALL if inferable else CALL
        if rd == 0:
            return INFERABLE_JUMP if inferable else JUMP
        return INFERABLE_OTHER if inferable else OTHER


def read_elf(path, program):
    """Adds the loadable segments of an ELF file to a program."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"\x7fELF" or data[5] != 1:
        raise ProgramError(f"{path}: no little endian ELF file")
    wide = data[4] == 2
    offset, size, count = (
        struct.unpack_from("<Q", data, 32) + struct.unpack_from("<HH", data, 54)
        if wide
        else struct.unpack_from("<I", data, 28) + struct.unpack_from("<HH", data, 42)
    )
    for number in range(count):
        at = offset + number * size
        if struct.unpack_from("<I", data, at)[0] != 1:
            continue
        if wide:
            start, address, _, length = struct.unpack_from("<QQQQ", data, at + 8)
        else:
            start, address, _, length = struct.unpack_from("<IIII", data, at + 4)
        program.add(address, data[start : start + length])
