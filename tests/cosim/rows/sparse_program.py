#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints the rows of a hart that runs through a sparse program, and writes the program (ELF).

The same code is at an address at either end of the address space, and at each address that differs
from one of them in one of the upper bits. Calls, returns and jumps lead from copy to copy, so that
the addresses in the return stack and in the jump target cache differ in single bits: a return to
another copy than its call was in, a jump to another copy of the target that the cache holds."""

import random
import struct
import sys

NOT_TAKEN, TAKEN, CALL, JUMP, RETURN = 4, 5, 8, 10, 13
# Where blocks of two instructions begin, and what their second instructions are.
CALLER, BACK, LEAF, LOOP = 0, 8, 16, 24
CODE = struct.pack(
    "<8I",
    0x00000013,  # CALLER: nop
    0x000500E7,  # jalr ra, 0(a0)
    0x00000013,  # BACK: nop
    0x00050067,  # jr a0
    0x00000013,  # LEAF: nop
    0x00008067,  # ret
    0x00000013,  # LOOP: nop
    0xFEB506E3,  # beq a0, a1, BACK
)
TAIL = struct.pack("<2I", 0x00000013, 0x00050067)  # after a branch that is not taken: nop, jr a0
STEPS = 6000
SMALLEST = 12  # the lowest bit in which addresses of copies differ


def value_of(path, key):
    """The value of a parameter in a configuration of one parameter per line."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.replace(",", " ").replace('"', "").split()
            if words[:1] == [f"{key}:"]:
                return int(words[1], 0)
    sys.exit(f"{path}: no {key}")


def write_elf(path, width, bases):
    """An ELF file with the code at each of the addresses."""
    wide = width > 32
    code = CODE + TAIL
    header, entry = (64, 56) if wide else (52, 32)
    start = header + entry * len(bases)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1, 1]) + bytes(9)
    fields = (2, 243, 1, bases[0], header, 0, 0, header, entry, len(bases), 0, 0, 0)
    with open(path, "wb") as file:
        file.write(ident + struct.pack("<HHIQQQIHHHHHH" if wide else "<HHIIIIIHHHHHH", *fields))
        for base in bases:
            size = len(code)
            if wide:
                file.write(struct.pack("<IIQQQQQQ", 1, 5, start, base, base, size, size, 4))
            else:
                file.write(struct.pack("<IIIIIIII", 1, start, base, base, size, size, 5, 4))
        file.write(code)


def main():
    """Prints the rows and writes the program."""
    width = value_of(sys.argv[1], "iaddress_width_p")
    mask = (1 << width) - 1
    ends = (1 << SMALLEST, mask & -(1 << SMALLEST))
    bases = sorted({end ^ bit for end in ends for bit in [0] + [1 << k for k in range(12, width)]})
    write_elf(sys.argv[2], width, bases)
    chance = random.Random(width)
    stack = []
    base, at = bases[0], CALLER
    print("itype_0,cause,tval,priv,iaddr_0,iretire_0,ilastsize_0,ctype,context,time,sijump_0")

    def near(address):
        """A copy whose address differs from this one in one bit, often an upper one; or any."""
        others = [other for other in bases if (other ^ address).bit_count() == 1]
        if not others or chance.random() < 0.2:
            return chance.choice(bases)
        return chance.choice(others)

    for _ in range(STEPS):
        start = base + at
        if at == CALLER:
            itype = CALL
            stack.append(base)
            base, at = near(base), chance.choice((LEAF, LEAF, CALLER, LOOP))
        elif at == LEAF:
            itype = RETURN
            back = stack.pop() if stack else chance.choice(bases)
            base, at = (near(back) if chance.random() < 0.3 else back), BACK
        elif at == LOOP:
            itype = TAKEN if chance.random() < 0.5 else NOT_TAKEN
            at = BACK if itype == TAKEN else LOOP + 8
        else:
            itype = JUMP
            base, at = near(base), chance.choice((CALLER, LEAF, LEAF, LOOP, BACK))
        print(f"{itype},0,0,3,{start:x},4,1,0,0,0,0")


if __name__ == "__main__":
    main()
