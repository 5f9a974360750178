# SPDX-FileCopyrightText: rvt contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the converter that need neither compiler nor emulator: opcodes and refusals."""

import capture_image as image
import capture_qemu as qemu
import capture_tip as tip

BASE = 0x80000000

# Opcode, XLEN, kind, itype, offset of a direct target.
OPCODES = [
    (0x00000013, 64, image.SEQUENTIAL, 0, None),             # nop
    (0x008000ef, 64, image.DIRECT, 9, 8),                    # jal ra, .+8
    (0x008002ef, 64, image.DIRECT, 9, 8),                    # jal t0, .+8
    (0xff9ff06f, 64, image.DIRECT, 11, -8),                  # j .-8
    (0x0080036f, 64, image.DIRECT, 15, 8),                   # jal t1, .+8
    (0x000500e7, 64, image.INDIRECT, 8, None),               # jalr ra, a0
    (0x000502e7, 64, image.INDIRECT, 8, None),               # jalr t0, a0
    (0x000080e7, 64, image.INDIRECT, 8, None),               # jalr ra, ra
    (0x000280e7, 64, image.INDIRECT, 12, None),              # jalr ra, t0
    (0x000082e7, 64, image.INDIRECT, 12, None),              # jalr t0, ra
    (0x00008067, 64, image.INDIRECT, 13, None),              # ret
    (0x00028067, 64, image.INDIRECT, 13, None),              # jr t0
    (0x00008567, 64, image.INDIRECT, 13, None),              # jalr a0, ra
    (0x00050067, 64, image.INDIRECT, 10, None),              # jr a0
    (0x00050367, 64, image.INDIRECT, 14, None),              # jalr t1, a0
    (0xfe0008e3, 64, image.BRANCH, 0, -16),                  # beqz zero, .-16
    (0x30200073, 64, image.XRET, 3, None),                   # mret
    (0x10200073, 64, image.XRET, 3, None),                   # sret
    (0x00000073, 64, image.NEVER, 0, None),                  # ecall
    (0x8082, 64, image.INDIRECT, 13, None),                  # c.jr ra
    (0x8282, 64, image.INDIRECT, 13, None),                  # c.jr t0
    (0x8502, 64, image.INDIRECT, 10, None),                  # c.jr a0
    (0x9502, 64, image.INDIRECT, 8, None),                   # c.jalr a0
    (0x9082, 64, image.INDIRECT, 8, None),                   # c.jalr ra
    (0x9282, 64, image.INDIRECT, 12, None),                  # c.jalr t0
    (0x9002, 64, image.NEVER, 0, None),                      # c.ebreak
    (0x952e, 64, image.SEQUENTIAL, 0, None),                 # c.add a0, a1
    (0xbffd, 64, image.DIRECT, 11, -2),                      # c.j .-2
    (0x2821, 32, image.DIRECT, 9, 24),                       # c.jal .+24
    (0x2821, 64, image.SEQUENTIAL, 0, None),                 # c.addiw
    (0xc119, 64, image.BRANCH, 0, 6),                        # c.beqz a0, .+6
]


class Code(image.Image):
    """An image made of half-words, with its last instruction as the end of the run."""

    def __init__(self, xlen, *words):
        self.xlen = xlen
        self.mask = (1 << xlen) - 1
        self.cache = {}
        self.entry = BASE
        content = b"".join(word.to_bytes(4 if word & 3 == 3 else 2, "little") for word in words)
        self.segments = [(BASE, content)]


def refused(call):
    try:
        call()
    except (tip.FlowError, qemu.LogError, image.ImageError):
        return True
    return False


def opcodes():
    for word, xlen, kind, itype, offset in OPCODES:
        step = Code(xlen, word).insn(BASE)
        target = None if offset is None else BASE + offset & (1 << xlen) - 1
        size = 4 if word & 3 == 3 else 2
        if (step.size, step.kind, step.itype, step.target) != (size, kind, itype, target):
            yield f"opcode {word:x} on RV{xlen}: {step.size} {step.kind} {step.itype} {step.target}"


def contexts():
    for words, value in [([0x1402d073], 5), ([0x123452b7, 0x14029073], 0x12345000), ([0x14002573], None)]:
        step = Code(64, *words).insn(BASE + 4 * (len(words) - 1))
        if step.context != value:
            yield f"context of {words[-1]:x}: {step.context}"
    if not refused(lambda: Code(64, 0x13, 0x14029073).insn(BASE + 4)):
        yield "a write of sscratch with an unknown value is accepted"


def flows():
    """Each row: the records of a run, and whether it is a possible one."""
    code = Code(64, 0x13, 0x00b50463, 0x13, 0x008000ef, 0x13, 0x13, 0x73)
    walks = [
        ([(0, 4), (4, 8), (8, 12), (12, 20), (20, 24)], True),   # branch not taken
        ([(0, 4), (4, 12), (12, 20)], True),                     # branch taken
        ([(0, 8)], False),                                       # skips an instruction
        ([(4, 16)], False),                                      # neither way of a branch
        ([(12, 16)], False),                                     # not the target of a jump
        ([(24, 28)], False),                                     # ecall retires
        ([(0, 4), (8, 12)], False),                              # a hole between two records
    ]
    for number, (pairs, good) in enumerate(walks):
        records = [qemu.Retired(BASE + pc, 3, BASE + following) for pc, following in pairs]
        for name in map(str, range(16)):  # other seeds, other blocks
            if refused(lambda: tip.convert(records, code, name, str)) == good:
                yield f"walk {number}: {'refused' if good else 'accepted'}"
                break


def run():
    """Prints the failures; returns the exit status."""
    failures = [*opcodes(), *contexts(), *flows()]
    for failure in failures:
        print(f"selftest: {failure}")
    print(f"selftest: {len(OPCODES)} opcodes, {len(failures)} failures")
    return 1 if failures else 0
