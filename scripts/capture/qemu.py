# SPDX-FileCopyrightText: rvt contributors
# SPDX-License-Identifier: Apache-2.0
"""Runs a program in QEMU and converts its execution log to retired instructions and traps.

The log (-d exec,int,mmu,nochain with -singlestep) has one line for each instruction that is about
to run. It retired if another line follows or an interrupt is taken, and did not if an exception
with its own address follows. Lines about an aborted run ("Stopped", "rewound") cancel the latest
line. A fetch fault has no line of its own: it is an exception at another address than that of the
latest line. The log does not show where a trap return led to if a trap follows at once: a separate
run records the level in mstatus at each trap return."""

import re
import subprocess

from capture import image

MACHINE = [
    "-M",
    "virt",
    "-m",
    "16M",
    "-bios",
    "none",
    "-display",
    "none",
    "-serial",
    "none",
    "-monitor",
    "none",
    "-icount",
    "shift=0,sleep=off",
    "-singlestep",
]
LOG = ["-d", "exec,int,mmu,nochain"]
SUPERVISOR, MACHINE_LEVEL = 1, 3
TRAP = re.compile(
    r"riscv_cpu_do_interrupt: hart:0, async:([01]), cause:([0-9a-f]+), "
    r"epc:0x([0-9a-f]+), tval:0x([0-9a-f]+), desc="
)
FETCH = re.compile(r"riscv_cpu_tlb_fill ad ([0-9a-f]+) rw 2 mmu_idx (\d+)")
CANCELLED = (
    "Stopped execution of TB chain before",
    "cpu_io_recompile: rewound execution of TB to",
)
CANCELLED_PC = re.compile(r"(?:before 0x[0-9a-f]+ \[|TB to )([0-9a-f]+)")
MSTATUS_SPP, MSTATUS_MPP_SHIFT = 0x100, 11
MRET, SRET = 0x30200073, 0x10200073


class LogError(Exception):
    """The log contradicts the program or itself; carries the number of the log line."""


class Retired:
    """An instruction that retired: address, privilege, and the address that followed."""

    __slots__ = ("pc", "priv", "next")

    def __init__(self, pc, priv, following):
        """Takes all of it."""
        self.pc = pc
        self.priv = priv
        self.next = following


class Trap:
    """A trap: interrupt or exception, its cause, the interrupted address and privilege, tval."""

    __slots__ = ("interrupt", "cause", "epc", "tval", "priv")

    def __init__(self, interrupt, cause, epc, tval, priv):
        """Takes all of it."""
        self.interrupt = interrupt
        self.cause = cause
        self.epc = epc
        self.tval = tval
        self.priv = priv


def lines(program, xlen, *options):
    """The log of a run, line by line. LogError if QEMU ends with a status other than 0."""
    command = [f"qemu-system-riscv{xlen}", *MACHINE, "-kernel", program, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, bufsize=1 << 20) as process:
        try:
            yield from process.stderr
        finally:
            process.stderr.close()
            status = process.wait()
    if status != 0:
        raise LogError(f"the program failed, QEMU's exit status is {status}")


class Returns:
    """The privilege that each trap return led to, from the hart's state in a separate run."""

    def __init__(self, program, code):
        """Runs the program if it has trap returns."""
        self.levels = []
        self.taken = 0
        words = (
            (address, code.half(address) | code.half(address + 2) << 16)
            for base, content in code.segments
            for address in range(base, base + len(content) - 3, 2)
        )
        self.words = {address: word for address, word in words if word in (MRET, SRET)}
        if self.words:
            ranges = ",".join(f"{address:#x}+4" for address in sorted(self.words))
            self.read(lines(program, code.xlen, "-d", "exec,cpu,nochain", "-dfilter", ranges))

    def read(self, log):
        """Reads the log of that run."""
        word = None
        for line in log:
            if line.startswith("Trace 0: "):
                word = self.words[int(line.split("/", 2)[1], 16)]
            elif line.startswith(CANCELLED):
                self.levels.pop()
            elif line.startswith(" mstatus "):
                status = int(line.split()[1], 16)
                if word == SRET:
                    self.levels.append(int(status & MSTATUS_SPP != 0))
                else:
                    self.levels.append(status >> MSTATUS_MPP_SHIFT & 3)

    def next(self):
        """The level that the next trap return leads to."""
        if self.taken == len(self.levels):
            raise LogError("more trap returns than in the run that recorded their levels")
        self.taken += 1
        return self.levels[self.taken - 1]


class Reader:
    """State of the conversion: the instruction in flight, and where the hart is without one."""

    def __init__(self, code, returns):
        """Starts before the first instruction."""
        self.code = code
        self.returns = returns
        self.pending = None  # (pc, priv) of the latest log line, not known to have retired
        self.place = None  # address to run next when nothing is pending
        self.level = MACHINE_LEVEL  # privilege of that address; None after a trap
        self.fetch_level = None  # privilege of the latest fetch that missed the TLB
        self.after_trap = False

    def retire(self, following):
        """The instruction in flight, which retired."""
        pc, priv = self.pending
        step = self.code.insn(pc)
        self.pending = None
        self.after_trap = False
        self.level = self.returns.next() if step.kind == image.XRET else priv
        return Retired(pc, priv, following)

    def trace(self, pc, priv):
        """A log line: yields what it completes."""
        if self.pending:
            yield self.retire(pc)
        elif self.place not in (None, pc):
            raise LogError(f"runs {pc:x}, expected {self.place:x}")
        if self.level not in (None, priv):
            raise LogError(f"{pc:x} runs at privilege {priv}, expected {self.level}")
        self.pending = (pc, priv)
        self.place = None

    def cancelled(self, pc):
        """A log line that cancels the instruction in flight."""
        if self.pending is None or self.pending[0] != pc:
            raise LogError(f"{pc:x} cancelled, but not in flight")
        self.pending = None
        self.place = pc

    def trap(self, interrupt, cause, epc, tval):
        """A trap line: yields what it completes, and the trap."""
        if self.pending and not interrupt and self.pending[0] == epc:
            level = self.pending[1]
            if epc in self.returns.words:
                self.returns.next()  # recorded, but it did not return
            self.pending = None
        else:
            if self.pending:
                yield self.retire(epc)
            elif self.place not in (None, epc):
                raise LogError(f"trap at {epc:x}, expected {self.place:x}")
            level = self.interrupted(interrupt, epc)
        yield Trap(interrupt, cause, epc, tval, level)
        self.place = None
        self.level = None
        self.after_trap = True

    def interrupted(self, interrupt, epc):
        """Privilege at a trap whose address has no log line."""
        level = self.level
        if level is None and interrupt and self.after_trap:
            # A trap disables the interrupts of its own level: this one goes from S to M.
            level = SUPERVISOR
        elif level is None and not interrupt:
            level = self.fetch_level
        if level is None:
            raise LogError(f"privilege at {epc:x} unknown")
        if not interrupt and self.fetch_level not in (None, level):
            raise LogError(f"fetch of {epc:x} at privilege {self.fetch_level}, expected {level}")
        return level


def read(log, code, returns):
    """Yields Retired and Trap records of a log, from the program's entry to its rt_finish."""
    reader = Reader(code, returns)
    finish = code.symbols["rt_finish"]
    started = False
    for line in log:
        if line.startswith("Trace 0: "):
            if reader.pending and reader.pending[0] == finish:
                continue  # after the end
            # Trace 0: HOST [CS_BASE/PC/FLAGS/CFLAGS]; the privilege is in the two low flag bits.
            _, pc, flags, _ = line.split("/", 3)
            pc = int(pc, 16)
            started = started or pc == code.entry
            if started:
                yield from reader.trace(pc, int(flags, 16) & 3)
            reader.fetch_level = None
        elif line.startswith("riscv_cpu_tlb_fill"):
            match = FETCH.match(line)
            if match:
                reader.fetch_level = int(match[2]) & 3
        elif line.startswith(CANCELLED):
            if started:
                reader.cancelled(int(CANCELLED_PC.search(line)[1], 16))
        else:
            match = TRAP.match(line)
            if not match:
                raise LogError(f"unknown text: {line.strip()}")
            yield from reader.trap(match[1] == "1", *(int(match[i], 16) for i in (2, 3, 4)))
            reader.fetch_level = None
    if reader.pending is None or reader.pending[0] != finish:
        raise LogError("the run ended before rt_finish")
    yield reader.retire(None)


def counted(log, count):
    """Passes the lines on and keeps their number in count[0]."""
    for count[0], line in enumerate(log, 1):
        yield line


def steps(program, code):
    """Runs a program; yields its Retired and Trap records."""
    count = [0]
    log = counted(lines(program, code.xlen, *LOG), count)
    try:
        yield from read(log, code, Returns(program, code))
    except (LogError, image.ImageError) as error:
        place = f" log line {count[0]}:" if count[0] else ""
        raise LogError(f"{program}:{place} {error}") from error
