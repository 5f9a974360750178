# SPDX-FileCopyrightText: rvt contributors
# SPDX-License-Identifier: Apache-2.0
"""A program image and what each of its instructions does to the flow of control."""

import struct

# What may follow an instruction.
SEQUENTIAL, BRANCH, DIRECT, INDIRECT, XRET, NEVER = range(6)

# itype, 4-bit codes (ETR-ING-005).
NONE, EXCEPTION, INTERRUPT, TRAP_RETURN, NOT_TAKEN, TAKEN = range(6)
CALL, INFERABLE_CALL, JUMP, INFERABLE_JUMP, SWAP, RETURN, OTHER, INFERABLE_OTHER = range(8, 16)

SSCRATCH = 0x140
LINKS = (1, 5)


class ImageError(Exception):
    """The file is not a program that can be captured, or an address holds no known instruction."""


class Insn:
    """One instruction: size in bytes, kind, itype (not of branches), direct target, context.

    A lui, c.lui or auipc has `loads`: its register and the value in it. A jump by a register has
    `by`: the register and the offset that is added to it."""

    __slots__ = ("size", "kind", "itype", "target", "context", "loads", "by")

    def __init__(
        self, size, kind=SEQUENTIAL, itype=NONE, target=None, context=None, loads=None, by=None
    ):
        """Takes all of it; most instructions have the defaults."""
        self.size = size
        self.kind = kind
        self.itype = itype
        self.target = target
        self.context = context
        self.loads = loads
        self.by = by


def sign(value, bits):
    """Sign-extends the low `bits` bits of value."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def pick(word, *fields):
    """Assembles an immediate: each field is (high bit, low bit, position in the result)."""
    result = 0
    for high, low, position in fields:
        result |= (word >> low & ((1 << (high - low + 1)) - 1)) << position
    return result


def jalr_itype(rd, rs):
    """Class of an uninferable jump by its registers (ETR-ING-014)."""
    if rd in LINKS:
        return SWAP if rs in LINKS and rs != rd else CALL
    if rs in LINKS:
        return RETURN
    return JUMP if rd == 0 else OTHER


def jal_itype(rd):
    """Class of an inferable jump by its link register (ETR-ING-014)."""
    if rd in LINKS:
        return INFERABLE_CALL
    return INFERABLE_JUMP if rd == 0 else INFERABLE_OTHER


class Image:
    """The loadable segments and symbols of an ELF file for RISC-V."""

    def __init__(self, path):
        """Reads the file. Raises ImageError."""
        with open(path, "rb") as file:
            self.data = file.read()
        data = self.data
        if data[:4] != b"\x7fELF" or data[5] != 1 or struct.unpack_from("<H", data, 18)[0] != 243:
            raise ImageError(f"{path}: not a little-endian RISC-V ELF file")
        self.xlen = {1: 32, 2: 64}[data[4]]
        self.mask = (1 << self.xlen) - 1
        self.segments = []
        self.symbols = {}
        self.cache = {}
        if self.xlen == 64:
            self.entry, phoff, shoff, _, _, phsize, phnum, shsize, shnum, _ = struct.unpack_from(
                "<QQQIHHHHHH", data, 24
            )
        else:
            self.entry, phoff, shoff, _, _, phsize, phnum, shsize, shnum, _ = struct.unpack_from(
                "<IIIIHHHHHH", data, 24
            )
        for index in range(phnum):
            self.load_segment(phoff + index * phsize)
        for index in range(shnum):
            self.load_symbols(shoff, shsize, index)
        if "rt_finish" not in self.symbols:
            raise ImageError(f"{path}: symbol rt_finish, at which a run ends, is missing")

    def load_segment(self, at):
        """Reads the program header at an offset of the file."""
        if self.xlen == 64:
            kind, _, offset, address, _, size = struct.unpack_from("<IIQQQQ", self.data, at)
        else:
            kind, offset, address, _, size = struct.unpack_from("<IIIII", self.data, at)
        if kind == 1:
            self.segments.append((address, self.data[offset : offset + size]))

    def section(self, shoff, shsize, index):
        """Type, file offset, size and link of a section."""
        at = shoff + index * shsize
        if self.xlen == 64:
            _, kind, _, _, offset, size, link = struct.unpack_from("<IIQQQQI", self.data, at)
        else:
            _, kind, _, _, offset, size, link = struct.unpack_from("<IIIIIII", self.data, at)
        return kind, offset, size, link

    def load_symbols(self, shoff, shsize, index):
        """Reads a section if it is a symbol table."""
        kind, offset, size, link = self.section(shoff, shsize, index)
        if kind != 2:
            return
        names = self.section(shoff, shsize, link)[1]
        form, value_at = ("<IBBHQQ", 4) if self.xlen == 64 else ("<IIIBBH", 1)
        for at in range(offset, offset + size, struct.calcsize(form)):
            entry = struct.unpack_from(form, self.data, at)
            name = self.data[names + entry[0] : self.data.index(b"\0", names + entry[0])]
            self.symbols[name.decode()] = entry[value_at]

    def half(self, address):
        """The 16-bit half-word at an address of the image."""
        for base, content in self.segments:
            if base <= address and address + 2 <= base + len(content):
                return struct.unpack_from("<H", content, address - base)[0]
        raise ImageError(f"no instruction at {address:x}")

    def insn(self, address):
        """The instruction at an address, decoded once."""
        found = self.cache.get(address)
        if found is None:
            word = self.half(address)
            if word & 3 == 3:
                word |= self.half(address + 2) << 16
                found = self.decode(address, word)
            else:
                found = self.decode_compressed(address, word)
            self.cache[address] = found
        return found

    def decode(self, address, word):
        """Decodes an instruction of 32 bits."""
        opcode, rd, rs = word & 0x7F, word >> 7 & 31, word >> 15 & 31
        if opcode == 0x63:
            offset = pick(word, (11, 8, 1), (30, 25, 5), (7, 7, 11), (31, 31, 12))
            return self.direct(address, 4, BRANCH, NONE, sign(offset, 13))
        if opcode == 0x6F:
            offset = pick(word, (30, 21, 1), (20, 20, 11), (19, 12, 12), (31, 31, 20))
            return self.direct(address, 4, DIRECT, jal_itype(rd), sign(offset, 21))
        if opcode == 0x67:
            if rs == 0:
                target = sign(word >> 20, 12) & self.mask & ~1
                return Insn(4, DIRECT, jal_itype(rd), target)
            return Insn(4, INDIRECT, jalr_itype(rd, rs), by=(rs, sign(word >> 20, 12)))
        if opcode in (0x17, 0x37) and rd:
            base = address if opcode == 0x17 else 0
            return Insn(4, loads=(rd, base + sign(word & 0xFFFFF000, 32) & self.mask))
        if opcode == 0x73:
            return self.decode_system(address, word)
        return Insn(4)

    def decode_system(self, address, word):
        """Decodes an instruction with the opcode SYSTEM."""
        if word in (0x00000073, 0x00100073):  # ecall, ebreak
            return Insn(4, NEVER)
        if word in (0x30200073, 0x10200073):  # mret, sret
            return Insn(4, XRET, TRAP_RETURN)
        function, rs = word >> 12 & 7, word >> 15 & 31
        if function & 3 and word >> 20 == SSCRATCH and (function & 3 == 1 or rs):
            return Insn(4, context=self.context(address, function, rs))
        return Insn(4)

    def context(self, address, function, rs):
        """The value that a write of sscratch leaves: an immediate, or that of the preceding lui."""
        if function == 5:
            return rs
        before = self.half(address - 4) | self.half(address - 2) << 16
        if function == 1 and before & 0xFFF == rs << 7 | 0x37 and rs:
            return before & 0xFFFFF000
        raise ImageError(
            f"write of sscratch at {address:x} with a value that the image does not show"
        )

    def decode_compressed(self, address, word):
        """Decodes an instruction of 16 bits."""
        quadrant, function = word & 3, word >> 13
        if quadrant == 1 and (function == 5 or function == 1 and self.xlen == 32):
            offset = pick(
                word,
                (5, 3, 1),
                (11, 11, 4),
                (2, 2, 5),
                (7, 7, 6),
                (6, 6, 7),
                (10, 9, 8),
                (8, 8, 10),
                (12, 12, 11),
            )
            itype = INFERABLE_JUMP if function == 5 else INFERABLE_CALL
            return self.direct(address, 2, DIRECT, itype, sign(offset, 12))
        if quadrant == 1 and function >= 6:
            offset = pick(word, (4, 3, 1), (11, 10, 3), (2, 2, 5), (6, 5, 6), (12, 12, 8))
            return self.direct(address, 2, BRANCH, NONE, sign(offset, 9))
        if quadrant == 2 and function == 4 and word >> 2 & 31 == 0:
            rs, link = word >> 7 & 31, word >> 12 & 1
            if rs == 0:
                return Insn(2, NEVER)  # c.ebreak, or a reserved code
            return Insn(2, INDIRECT, jalr_itype(link, rs), by=(rs, 0))
        if quadrant == 1 and function == 3 and word >> 7 & 31 not in (0, 2):
            value = sign(pick(word, (6, 2, 12), (12, 12, 17)), 18)
            return Insn(2, loads=(word >> 7 & 31, value & self.mask))
        return Insn(2)

    def direct(self, address, size, kind, itype, offset):
        """A branch or direct jump by this offset."""
        target = address + offset & self.mask
        if kind == BRANCH and offset == size:
            raise ImageError(f"branch at {address:x} to the next instruction: outcome not visible")
        return Insn(size, kind, itype, target)
