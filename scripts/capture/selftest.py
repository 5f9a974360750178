# SPDX-FileCopyrightText: rvt contributors
# SPDX-License-Identifier: Apache-2.0
"""Tests of the converter without compiler and emulator: opcodes, log, rows, refusals."""

from capture import image, qemu, tip
from lib.junit import Suite

BASE = 0x80000000

# Opcode, XLEN, kind, itype, offset of a direct target.
OPCODES = [
    (0x00000013, 64, image.SEQUENTIAL, 0, None),  # nop
    (0x008000EF, 64, image.DIRECT, 9, 8),  # jal ra, .+8
    (0x008002EF, 64, image.DIRECT, 9, 8),  # jal t0, .+8
    (0xFF9FF06F, 64, image.DIRECT, 11, -8),  # j .-8
    (0x0080036F, 64, image.DIRECT, 15, 8),  # jal t1, .+8
    (0x000500E7, 64, image.INDIRECT, 8, None),  # jalr ra, a0
    (0x000502E7, 64, image.INDIRECT, 8, None),  # jalr t0, a0
    (0x000080E7, 64, image.INDIRECT, 8, None),  # jalr ra, ra
    (0x000280E7, 64, image.INDIRECT, 12, None),  # jalr ra, t0
    (0x000082E7, 64, image.INDIRECT, 12, None),  # jalr t0, ra
    (0x00008067, 64, image.INDIRECT, 13, None),  # ret
    (0x00028067, 64, image.INDIRECT, 13, None),  # jr t0
    (0x00008567, 64, image.INDIRECT, 13, None),  # jalr a0, ra
    (0x00050067, 64, image.INDIRECT, 10, None),  # jr a0
    (0x00050367, 64, image.INDIRECT, 14, None),  # jalr t1, a0
    (0xFE0008E3, 64, image.BRANCH, 0, -16),  # beqz zero, .-16
    (0x30200073, 64, image.XRET, 3, None),  # mret
    (0x10200073, 64, image.XRET, 3, None),  # sret
    (0x00000073, 64, image.NEVER, 0, None),  # ecall
    (0x8082, 64, image.INDIRECT, 13, None),  # c.jr ra
    (0x8282, 64, image.INDIRECT, 13, None),  # c.jr t0
    (0x8502, 64, image.INDIRECT, 10, None),  # c.jr a0
    (0x9502, 64, image.INDIRECT, 8, None),  # c.jalr a0
    (0x9082, 64, image.INDIRECT, 8, None),  # c.jalr ra
    (0x9282, 64, image.INDIRECT, 12, None),  # c.jalr t0
    (0x9002, 64, image.NEVER, 0, None),  # c.ebreak
    (0x952E, 64, image.SEQUENTIAL, 0, None),  # c.add a0, a1
    (0xBFFD, 64, image.DIRECT, 11, -2),  # c.j .-2
    (0x2821, 32, image.DIRECT, 9, 24),  # c.jal .+24
    (0x2821, 64, image.SEQUENTIAL, 0, None),  # c.addiw
    (0xC119, 64, image.BRANCH, 0, 6),  # c.beqz a0, .+6
    (0x34B50AE3, 64, image.BRANCH, 0, 2900),  # beq a0, a1, .+2900
    (0xD4B56B63, 64, image.BRANCH, 0, -2730),  # bltu a0, a1, .-2730
    (0x22D540EF, 64, image.DIRECT, 9, 346668),  # jal ra, .+346668
    (0xA2BD50EF, 64, image.DIRECT, 9, -173526),  # jal ra, .-173526
    (0xABA9, 64, image.DIRECT, 11, 1370),  # c.j .+1370
    (0xB46D, 64, image.DIRECT, 11, -1366),  # c.j .-1366
    (0xC54D, 64, image.BRANCH, 0, 170),  # c.beqz a0, .+170
    (0xF54D, 64, image.BRANCH, 0, -86),  # c.bnez a0, .-86
]


class Code(image.Image):
    """An image made of instructions; the last one, of 32 bits, is the end of the run."""

    def __init__(self, xlen, *words):
        """Takes the instructions."""
        self.xlen = xlen
        self.mask = (1 << xlen) - 1
        self.cache = {}
        self.entry = BASE
        content = b"".join(word.to_bytes(4 if word & 3 == 3 else 2, "little") for word in words)
        self.segments = [(BASE, content)]
        self.symbols = {"rt_finish": BASE + len(content) - 4}


def refused(call):
    """True if a call raises an error of the converter."""
    try:
        call()
    except (tip.FlowError, qemu.LogError, image.ImageError):
        return True
    return False


def opcodes():
    """Wrong classes of instructions."""
    for word, xlen, kind, itype, offset in OPCODES:
        step = Code(xlen, word).insn(BASE)
        target = None if offset is None else BASE + offset & (1 << xlen) - 1
        size = 4 if word & 3 == 3 else 2
        if (step.size, step.kind, step.itype, step.target) != (size, kind, itype, target):
            yield f"opcode {word:x} on RV{xlen}: {step.size} {step.kind} {step.itype} {step.target}"


def contexts():
    """Wrong values of writes of sscratch."""
    for words, value in [
        ([0x1402D073], 5),
        ([0x123452B7, 0x14029073], 0x12345000),
        ([0x14002573], None),
    ]:
        step = Code(64, *words).insn(BASE + 4 * (len(words) - 1))
        if step.context != value:
            yield f"context of {words[-1]:x}: {step.context}"
    if not refused(lambda: Code(64, 0x13, 0x14029073).insn(BASE + 4)):
        yield "a write of sscratch with an unknown value is accepted"


def flows():
    """Impossible runs that are accepted, and possible ones that are refused. Each row has the
    records of a run and whether it is possible."""
    code = Code(64, 0x13, 0x00B50463, 0x13, 0x008000EF, 0x13, 0x13, 0x73)
    runs = [
        ([(0, 4), (4, 8), (8, 12), (12, 20), (20, 24)], True),  # branch not taken
        ([(0, 4), (4, 12), (12, 20)], True),  # branch taken
        ([(0, 8)], False),  # skips an instruction
        ([(4, 16)], False),  # neither way of a branch
        ([(12, 16)], False),  # not the target of a jump
        ([(24, 28)], False),  # ecall retires
        ([(0, 4), (8, 12)], False),  # a hole between two records
    ]
    for number, (pairs, good) in enumerate(runs):
        records = [qemu.Retired(BASE + pc, 3, BASE + following) for pc, following in pairs]
        for name in map(str, range(16)):  # other seeds, other blocks
            if refused(lambda: tip.convert(records, code, name, str)) == good:
                yield f"run {number}: {'refused' if good else 'accepted'}"
                break


class Levels:
    """Stands for the run that records where trap returns lead to: always user mode."""

    words = {}

    @staticmethod
    def next():
        """The level."""
        return 0


def trace(offset, priv=3):
    """A log line of an instruction."""
    return f"Trace 0: 0x7f00 [00000000/{BASE + offset:08x}/0010900{priv}/ff020201] name\n"


def trap(interrupt, cause, offset):
    """A log line of a trap."""
    return (
        f"riscv_cpu_do_interrupt: hart:0, async:{interrupt}, cause:{cause:08x}, "
        f"epc:0x{BASE + offset:08x}, tval:0x00000000, desc=text\n"
    )


def fetch(offset, priv):
    """A log line of a fetch that missed the TLB."""
    return f"riscv_cpu_tlb_fill ad {BASE + offset:x} rw 2 mmu_idx {priv}\n"


STOPPED = f"Stopped execution of TB chain before 0x7f00 [{BASE + 4:08x}] name\n"
REWOUND = f"cpu_io_recompile: rewound execution of TB to {BASE + 4:08x}\n"

# Log of nop, nop, mret, finish at 0, 4, 8, 12; then what it means, None for a refusal: an offset
# retired, or "x" exception, "i" interrupt with its offset and privilege.
LOGS = [
    ([trace(0), trace(4), trace(12)], "0 4 12"),
    ([trace(0), trace(4), STOPPED, trace(4), trace(12)], "0 4 12"),
    ([trace(0), trace(4), REWOUND, trace(4), trace(12)], "0 4 12"),
    ([trace(0), trace(4), STOPPED, trap(1, 7, 4), trace(12)], "0 i4/3 12"),
    ([trace(0), trace(4), STOPPED, trace(12)], None),
    ([trace(0), trap(0, 2, 0), trace(12)], "x0/3 12"),
    ([trace(0), trap(1, 7, 4), trace(12)], "0 i4/3 12"),
    ([trace(0), trap(0, 1, 4), trace(12)], "0 x4/3 12"),
    ([trace(8), fetch(64, 0), trap(0, 1, 64), trace(12)], "8 x64/0 12"),
    ([trace(8), fetch(64, 1), trap(0, 1, 64), trace(12)], None),
    ([trace(8), trap(1, 7, 4), trace(12)], "8 i4/0 12"),
    ([trace(8), trace(12, 3)], None),
    (
        [trace(8), trace(4, 0), trap(0, 8, 4), fetch(64, 1), trap(0, 1, 64), trace(12)],
        "8 x4/0 x64/1 12",
    ),
    ([trace(8), trace(4, 0), trap(0, 8, 4), trap(0, 1, 64), trace(12)], None),
    ([trace(8), trace(4, 0), trap(0, 8, 4), trap(1, 7, 64), trace(12)], "8 x4/0 i64/1 12"),
    ([trace(0), trace(4)], None),
    ([trace(0), "warning: text\n", trace(12)], None),
]


def logs():
    """Logs that are read wrongly."""
    code = Code(32, 0x13, 0x13, 0x30200073, 0x13)
    for number, (log, meaning) in enumerate(LOGS):
        code.entry = int(log[0].split("/")[1], 16)
        try:
            found = [
                f"{'i' if item.interrupt else 'x'}{item.epc - BASE}/{item.priv}"
                if isinstance(item, qemu.Trap)
                else str(item.pc - BASE)
                for item in qemu.read(log, code, Levels)
            ]
        except qemu.LogError:
            found = None
        if found != (meaning and meaning.split()):
            yield f"log {number}: {found}"


def rows():
    """Wrong rows of an interrupt, alone and shared with the preceding instruction, and of a change
    of context."""
    code = Code(32, 0x1402D073, 0x13, 0x13)
    trapped = qemu.Trap(True, 7, BASE + 4, 0, 3)
    shared = "2,7,0,3,80000004,2,1,5"
    seen = set()
    for name in map(str, range(64)):
        text = []
        items = [qemu.Retired(BASE, 3, BASE + 4), qemu.Retired(BASE + 4, 3, BASE + 8)]
        tip.convert([*items, qemu.Trap(True, 7, BASE + 8, 0, 3)], code, name, text.append)
        seen.add(tuple(",".join(row.split(",")[1:9] + row.split(",")[10:11]) for row in text[1:]))
    first = "0,0,0,3,80000000,2,1,0,0"
    if seen != {(first, shared + ",1"), (first, "0,0,0,3,80000004,2,1,5,1", "2,7,0,3,0,0,0,5,0")}:
        yield f"rows of an interrupt: {sorted(seen)}"
    text = []
    tip.convert([qemu.Retired(BASE, 3, BASE + 4), trapped], code, "name", text.append)
    if [row.split(",")[8:11:2] for row in text[1:]] != [["0", "0"], ["5", "0"]]:
        yield f"context before a trap: {text[1:]}"


# A register loaded with a constant, a jump by a register, XLEN, and the target as an offset; None:
# not sequentially inferable.
FARS = [
    (0x00001317, 0x00830067, 64, 0x1008),  # auipc t1, 1; jr 8(t1)
    (0x00001317, 0xFF930067, 64, 0xFF8),  # auipc t1, 1; jr -7(t1): bit 0 of the sum is dropped
    (0x00001317, 0x8302, 64, 0x1000),  # auipc t1, 1; c.jr t1
    (0xFFFFF097, 0x000080E7, 64, -0x1000),  # auipc ra, -1; jalr ra, ra
    (0x80002337, 0x00030067, 32, 0x2000),  # lui t1, 0x80002; jr t1, RV32
    (0x80002337, 0x00030067, 64, 0xFFFFFFFF80002000 - BASE),  # the same on RV64: sign extended
    (0x6305, 0x01030067, 64, 0x1010 - BASE),  # c.lui t1, 1; jr 16(t1)
    (0x737D, 0x00030067, 64, 0xFFFFFFFFFFFFF000 - BASE),  # c.lui t1, -1; jr t1
    (0x00001317, 0x00028067, 64, None),  # auipc t1, 1; jr t0
    (0x00001013, 0x00030067, 64, None),  # no load; jr t1
]


def fars():
    """Wrong values of sijump, the last column: it is 1 only directly after the load, and the target
    is checked."""
    for number, (load, jump, xlen, target) in enumerate(FARS):
        code = Code(xlen, load, jump, 0x13, 0x13)
        second = BASE + (4 if load & 3 == 3 else 2)
        trap = qemu.Trap(True, 7, second, 0, 3)
        for goes, between, expected in (
            (target or 64, [], target is not None),
            (target or 64, [trap], False),
            (64, [], None),
        ):
            records = [
                qemu.Retired(BASE, 3, second),
                *between,
                qemu.Retired(second, 3, BASE + goes & code.mask),
            ]
            text = []
            if refused(lambda: tip.convert(records, code, "name", text.append)):
                found = None
            else:
                found = [row[-1] for row in text[1:] if row.split(",")[1] not in ("0", "2")] == [
                    "1"
                ]
            if found != expected and not (expected is None and target is None):
                yield f"far jump {number}: {found} instead of {expected}, {text[1:]}"


def run():
    """Prints the failures; returns the exit status."""
    suite, failures = Suite("capture-selftest"), []
    for group in (opcodes, contexts, flows, logs, rows, fars):
        found = list(group())
        suite.add(group.__name__, "\n".join(found) if found else None)
        failures += found
    for failure in failures:
        print(f"selftest: {failure}")
    print(f"selftest: {len(OPCODES)} opcodes, {len(LOGS)} logs, {len(failures)} failures")
    return suite.finish()
