# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Random programs, and random executions of them.

Branch outcomes, targets of uninferable jumps and traps are drawn, not computed: a trace knows
nothing of registers. What has to follow from the program does: inferable and sequentially
inferable targets, and in counter mode the returns.
"""

from collections import Counter

from . import assembler as a
from .bits import mask
from .decoder import Trap
from .riscv import CALL, INFERABLE_CALL, RETURN, UNINFERABLE_TYPES, XRET, Program
from .tip import Row

# Levels with a trap vector register, and what rvt calls it: utvec, stvec, mtvec, vstvec.
VECTORS = {0: "u", 1: "s", 3: "m", 6: "vs"}
LINK_CALLS = (CALL, INFERABLE_CALL)
KINDS = {
    "plain": 30,
    "branch": 18,
    "jal": 4,
    "call": 6,
    "ret": 7,
    "ret5": 1,
    "jump": 4,
    "icall": 4,
    "swap": 1,
    "other": 1,
    "otherjal": 1,
    "pair": 4,
    "mret": 2,
    "ecall": 1,
    "low": 1,
}

# Programs of branches, so that branch maps fill up and predictions come true for long.
BIASES = {
    "mixed": (KINDS, (0.02, 0.1, 0.5, 0.5, 0.9, 0.98)),
    "map": ({"plain": 20, "branch": 30, "jal": 2, "call": 1}, (0.1, 0.5, 0.9)),
    "count": ({"plain": 25, "branch": 30, "jal": 2, "jump": 1}, (0.003, 0.01, 0.99, 0.997)),
}


class Slot:
    """One instruction of a random program."""

    __slots__ = ("kind", "size", "addr", "bias", "hot")

    def __init__(self, kind, size):
        """bias: how often a branch is taken; hot: usual targets of an uninferable jump."""
        self.kind, self.size, self.addr, self.bias, self.hot = kind, size, 0, 0.5, ()


class RandomProgram:
    """A program of about count instructions at a random address."""

    def __init__(self, rng, config, base, count, steady, zcm):
        """base: its address; config: widths, and whether compressed instructions exist; steady:
        its branches are easy to predict; zcm: there are instructions of Zcmp and Zcmt."""
        self.zcm = zcm
        self.rng, self.config, self.base, self.steady = rng, config, base, steady
        self.compressed = config.p["iaddress_lsb_p"] == 1
        self.xlen = 64 if config.p["iaddress_width_p"] > 32 else 32
        self.mix = ""
        self.slots = self.choose(count)
        place = base
        for slot in self.slots:
            slot.addr, place = place, place + slot.size
        self.starts = [slot.addr for slot in self.slots]
        self.by_address = {slot.addr: slot for slot in self.slots}
        for slot in self.slots:
            slot.hot = [rng.choice(self.starts) for _ in range(rng.choice((1, 1, 2, 4)))]
        self.image = b"".join(self.assemble(n, slot) for n, slot in enumerate(self.slots))

    def choose(self, count):
        """The kinds of the instructions."""
        rng, slots = self.rng, []
        self.mix = "count" if self.steady else rng.choice(("mixed", "mixed", "map", "count"))
        mix, biases = BIASES[self.mix]
        if self.mix == "count" and rng.random() < 0.6:
            biases, count = (0.003, 0.02), 4 * count
        kinds, weights = zip(*mix.items())
        for kind in rng.choices(kinds, weights, k=count):
            if kind == "pair":
                slots.append(Slot("upper", self.size((2, 4))))
                slots.append(Slot(rng.choice(("sijump", "sicall", "siother")), self.size((2, 4))))
                continue
            short = kind not in ("mret", "swap", "other", "otherjal", "low", "icall5")
            if kind == "call" and self.xlen == 64:
                short = False
            slots.append(Slot(kind, self.size((2, 4) if short else (4,))))
        for slot in slots:
            slot.bias = rng.choice(biases)
        # The end of the program must not be fallen off.
        slots.append(Slot("jump", 4))
        return slots

    def size(self, sizes):
        """A size for an instruction."""
        return self.rng.choice(sizes) if self.compressed else 4

    def near(self, number, reach, forward):
        """The offset from an instruction to another within reach bytes; to itself never."""
        here = self.slots[number].addr
        low = number + 1 if forward else 0
        picks = [
            slot.addr - here
            for slot in self.slots[low:]
            if abs(slot.addr - here) < reach and slot.addr != here
        ]
        return self.rng.choice(picks) if picks else None

    def assemble(self, number, slot):
        """The bytes of an instruction."""
        rng, size, kind = self.rng, slot.size, slot.kind
        if kind == "branch":
            offset = self.near(number, 250 if size == 2 else 4000, rng.random() < 0.5)
            return a.branch(offset, size, rng.randrange(6)) if offset else self.fill(slot)
        if kind in ("jal", "call", "otherjal"):
            offset = self.near(number, 2000, rng.random() < 0.8)
            rd = {"jal": 0, "otherjal": 7}.get(kind, 1)
            if kind == "call" and size == 4 and rng.random() < 0.2:
                rd = 5
            return a.jal(rd, offset, size) if offset else self.fill(slot)
        if kind == "upper":
            return self.assemble_upper(number, slot)
        if kind in ("sijump", "sicall", "siother"):
            return self.assemble_pair(number, slot)
        rs1 = rng.choice((6, 7, 10, 15))
        offset = rng.randrange(-2048, 2048, 4)
        if self.zcm and size == 2 and kind in ("ret", "jump", "icall") and rng.random() < 0.5:
            if kind == "ret":
                return a.popret(rng.random() < 0.5)
            return a.table_jump(rng.randrange(32) + (kind == "icall") * rng.randrange(32, 224))
        if kind == "ret":
            return a.jalr(0, 1, 0, size)
        if kind == "ret5":
            return a.jalr(0 if size == 2 else rng.choice((0, 7)), 5, 0, size)
        if kind == "jump":
            return a.jalr(0, rs1, offset, size)
        if kind == "icall":
            return a.jalr(1 if size == 2 else rng.choice((1, 5)), rs1, offset, size)
        if kind == "swap":
            rd = rng.choice((1, 5))
            return a.jalr(rd, 6 - rd, 0, size)
        if kind == "other":
            return a.jalr(7, rs1, offset, size)
        if kind == "mret":
            return rng.choice((a.MRET, a.SRET))
        if kind == "ecall":
            return a.C_EBREAK if size == 2 else rng.choice((a.ECALL, a.EBREAK))
        if kind == "low" and self.base + 4096 < 1 << 11:
            return a.jalr(rng.choice((0, 1, 7)), 0, rng.choice(self.starts), 4)
        return self.fill(slot)

    def fill(self, slot):
        """An instruction without consequences."""
        slot.kind = "plain"
        return a.plain(slot.size, self.rng.randrange(1, 30))

    def assemble_upper(self, number, slot):
        """lui, auipc or c.lui before a jump, which gets the same register."""
        rng = self.rng
        jump = self.slots[number + 1]
        target = rng.choice(self.starts)
        link = jump.kind == "sicall" and rng.random() < 0.3
        register = rng.choice((1, 6, 7, 10)) if link else rng.choice((6, 7, 10, 15))
        auipc = slot.size == 4 and rng.random() < 0.7
        distance = target - slot.addr if auipc else target
        low = (distance & 0xFFF) - ((distance & 0x800) << 1)
        high = (distance - low) >> 12
        short = -32 <= high < 32 and high != 0
        reaches = -(1 << 19) <= high < 1 << 19
        if jump.size == 2 and low or slot.size == 2 and not short or not reaches:
            slot.kind = jump.kind = "plain"
            return self.fill(slot)
        jump.hot = (register, low, target)
        return a.upper(register, high, slot.size, auipc)

    def assemble_pair(self, number, slot):
        """The jump after lui, auipc or c.lui."""
        register, low, _ = slot.hot
        if slot.size == 2:
            return a.jalr(1 if slot.kind == "sicall" else 0, register, 0, 2)
        rd = {"sijump": 0, "sicall": 1, "siother": 7}[slot.kind]
        return a.jalr(rd, register, low, 4)


class Execution:
    """A random execution: rows of its instructions, and what a decoder has to report.

    events: how often something happened; ambiguous: an
    address came twice with nothing but calls and returns in between, which no decoder of version
    2.0 can tell apart (AMB-010, AMB-021).
    """

    def __init__(self, rng, config, program, world):
        """program: the RandomProgram that runs; world: all of them."""
        self.rng, self.config, self.program = rng, config, program
        self.world, self.memory = world, world.memory
        self.wide = config.p["itype_width_p"] > 3
        self.counter = bool(config.p["call_counter_size_p"])
        self.returns = config.o["implicit_return"]
        self.space = mask(config.p["iaddress_width_p"])
        self.rows, self.events = [], Counter()
        self.ambiguous = False
        self.calls, self.visited = [], set()
        self.levels = (0, 1, 3, 4, 5, 6) if config.p["privilege_width_p"] > 2 else (0, 1, 3)
        self.priv = rng.choice(self.levels)
        self.context = rng.randrange(1 << min(config.p["context_width_p"], 16))
        # last: itype of the latest instruction, None after a trap or a halt. traced: not between
        # trace-off and trace-on. gap: an instruction retired between them.
        self.last, self.traced, self.gap, self.impdef = None, True, False, 0

    def truth(self):
        """What a decoder has to report, after the rows were encoded: the instructions of qualified
        rows, and the traps that the encoder reported."""
        return [
            entry
            for row in self.rows
            for entry in row.entries
            if (row.reported if isinstance(entry, Trap) else row.traced)
        ]

    def row(self, block, **signals):
        """Appends a row of one block."""
        shared = {"priv": self.priv, "context": self.context, "impdef": self.impdef}
        row = Row([block], **shared, **signals)
        self.rows.append(row)
        return row

    def run(self, pc, count, rates):
        """Executes up to count instructions. rates: how often traps and other events come."""
        rng = self.rng
        while count > 0:
            instruction = self.memory.get(pc)
            if instruction.kind == "trap" or rng.random() < rates["exception"]:
                pc = self.trap(pc, instruction, rates)
                if pc is None:
                    return
                continue
            if (
                self.rows
                and rng.random() < rates["interrupt"]
                and (rates["any_interrupt"] or not self.last_uninferable())
            ):
                pc = self.trap(pc, None, rates)
                continue
            if pc in self.visited:
                if not self.returns:
                    return
                self.ambiguous = True
            self.visited.add(pc)
            if self.last is not None and self.traced and rng.random() < rates["halt"]:
                self.halt(rng.randrange(1, 4))
            pc = self.retire(pc, instruction, rates)
            count -= 1

    def last_uninferable(self):
        """True if the latest instruction was one after which an interrupt is an open case."""
        return self.last in UNINFERABLE_TYPES or self.last == XRET

    def retire(self, pc, instruction, rates):
        """One instruction. Returns the next address."""
        rng = self.rng
        slot = self.world.slots[pc]
        taken = instruction.kind == "branch" and rng.random() < slot.bias
        itype = self.memory.itype(instruction, taken, self.wide)
        halfwords = 1 if self.config.p["retires_p"] == 1 else instruction.size // 2
        sijump = 0
        if slot.kind in ("sijump", "sicall", "siother") and self.rows and self.pairs(pc, slot):
            sijump = 1
        signals = {}
        if rng.random() < rates["context"]:
            context = rng.randrange(1 << min(self.config.p["context_width_p"], 16))
            if context != self.context:
                self.context = context
                signals["ctype"] = rng.choice(rates["ctypes"])
        surprise = instruction.kind == "branch" and taken != (slot.bias > 0.5)
        notify = 0.5 if surprise and self.program.mix == "count" else rates["notify"]
        if rng.random() < notify:
            signals["trigger"] = 4
        if self.config.registers and rng.random() < 0.1:
            self.impdef = rng.randrange(1 << self.config.p["impdef_width_p"])
        stops = self.switch(signals, rates)
        block = (itype, halfwords, int(instruction.size == 4), pc, sijump)
        self.row(block, **signals).entries.append(pc)
        self.visited.add(pc)
        self.traced = self.traced and not stops
        self.last = itype
        self.events["instruction of Zcmp or Zcmt"] += (
            instruction.kind == "jalr" and instruction.imm is None
        )
        self.events[f"decoded kind {instruction.kind}"] += 1
        target = self.next(pc, instruction, taken, itype, sijump)
        if instruction.kind == "xret":
            self.priv = rng.choice(self.levels + (self.priv,) * 2)
        return target

    def switch(self, signals, rates):
        """Adds trace-on or trace-off to the signals of an instruction. True for trace-off, which
        takes effect after it."""
        if self.rng.random() >= rates["onoff"]:
            self.gap = self.gap or not self.traced
            return False
        trigger = signals.get("trigger", 0)
        if self.traced:
            signals["trigger"] = trigger | 2
            return True
        self.traced = True
        if self.gap:
            self.visited.clear()
        self.gap = False
        signals["trigger"] = trigger | 1
        return False

    def pairs(self, pc, slot):
        """True if the row before is the instruction that loads this jump's register."""
        before = self.rows[-1].blocks
        if not before or self.last is None:
            return False
        itype, iretire, _, address, _ = before[0]
        upper = self.world.slots.get(address)
        return bool(
            itype == 0
            and iretire
            and upper is not None
            and upper.kind == "upper"
            and address + upper.size == pc
            and slot.hot
        )

    def next(self, pc, instruction, taken, itype, sijump):
        """Where execution goes, and what this does to calls and visited addresses."""
        rng = self.rng
        after = pc + instruction.size
        if instruction.kind == "branch":
            self.visited.clear()
            return pc + instruction.imm if taken else after
        if instruction.kind == "jal":
            target = self.memory.jump_target(instruction, pc)
        elif instruction.kind == "jalr":
            slot = self.world.slots[pc]
            if self.memory.inferable_jump(instruction):
                target = self.memory.jump_target(instruction, pc)
            elif sijump:
                target = slot.hot[2]
                if not self.config.o["sequentially_inferred_jumps"]:
                    self.visited.clear()
            elif itype == RETURN and self.calls:
                return self.leave_function()
            else:
                self.visited.clear()
                target = rng.choice(self.program.starts)
                if slot.hot and slot.kind not in ("sijump", "sicall", "siother"):
                    target = rng.choice(slot.hot)
        elif instruction.kind == "xret":
            self.visited.clear()
            target = rng.choice(self.program.starts)
        else:
            return after
        if itype in LINK_CALLS:
            self.calls.append(after)
            del self.calls[:-64]
        return target

    def leave_function(self):
        """The target of a return: in counter mode always the expected one."""
        target = self.calls.pop()
        if not self.returns:
            self.visited.clear()
        if not self.counter and self.rng.random() < 0.16:
            self.visited.clear()
            if self.rng.random() < 0.5:
                self.calls.append(target)
            target = self.rng.choice(self.program.starts)
        if target not in self.world.slots:
            return self.program.starts[0]
        return target

    def trap(self, pc, instruction, rates):
        """An exception at pc, or an interrupt before it. Returns the address of the handler."""
        rng = self.rng
        interrupt = instruction is None
        level, cause = self.world.choose_trap(self.levels, interrupt)
        self.events["ecall or ebreak"] += not interrupt and instruction.kind == "trap"
        tval = 0 if interrupt else rng.choice((0, pc, rng.getrandbits(32) & self.space))
        before = self.rows[-1] if self.rows else None
        joins = (
            self.last == 0
            and before is not None
            and before.blocks
            and before.blocks[0][1]
            and not before.trigger & 3
            and rng.random() < 0.4
        )
        itype = 2 if interrupt else 1
        if joins:
            old = before.blocks[0]
            before.blocks[0] = (itype,) + old[1:]
            before.cause, before.tval = cause, tval
        else:
            before = self.row((itype, 0, 0, 0 if interrupt else pc, 0), cause=cause, tval=tval)
        before.entries.append(Trap(cause, int(interrupt), pc, tval))
        self.last = None
        self.visited.clear()
        handler = self.world.handler(cause, interrupt, level, rng.choice(self.program.starts))
        if rng.random() < rates["double"]:
            return self.trap(handler, self.memory.get(handler), rates)
        self.priv = level
        return handler

    def halt(self, count):
        """The hart halts, or is reset, for some cycles."""
        signal = self.rng.choice(("halted", "halted", "reset"))
        for _ in range(count):
            self.rows.append(Row(**{signal: 1}))
        self.last = None
        self.visited.clear()


def random_trace(rng, config, world, count, rates):
    """Rows of an execution in each program, one after the other with the hart halted in between.

    Returns the executions.
    """
    runs = []
    for program in world.programs:
        run = Execution(rng, config, program, world)
        longer = 1 if program.mix == "mixed" else 4
        usual = rates
        if program.mix == "count" and rng.random() < 0.7:
            usual = dict.fromkeys(rates, 0) | {"ctypes": rates["ctypes"]}
        run.run(rng.choice(program.starts[:-1]), longer * count(), usual)
        if run.rows:
            if not run.traced:
                run.rows.append(Row(trigger=1))
            run.halt(rng.randrange(1, 3))
            runs.append(run)
    return runs


class World:
    """Random programs side by side. memory: a Program of their image; slots: by address."""

    def __init__(self, rng, config, count, size, steady):
        """count: how many programs; size(): how many instructions each has; steady: their branches
        are easy to predict. zcm: the hart has Zcmp and Zcmt."""
        self.zcm = rng.random() < 0.3
        self.config = config
        xlen = 64 if config.p["iaddress_width_p"] > 32 else 32
        self.memory = Program(xlen, zcm=self.zcm)
        base = rng.choice((0x80000000, 0x1000, 0x400, 0x7FFFF000))
        self.base, self.image, self.programs = base, b"", []
        for _ in range(count):
            program = RandomProgram(rng, config, base + len(self.image), size(), steady, self.zcm)
            self.programs.append(program)
            image = program.image
            self.image += image.ljust(len(image) + 3 & ~3, b"\0")
        self.memory.add(base, self.image)
        self.slots = {slot.addr: slot for program in self.programs for slot in program.slots}
        self.handlers = [
            slot.addr for slot in self.slots.values() if self.memory.get(slot.addr).kind != "trap"
        ]
        self.rng, self.causes, self.vectors = rng, 1 << min(config.p["ecause_width_p"], 5), {}
        if config.o["implicit_exception"]:
            self.vectors = {level: self.random_vector() for level in VECTORS}

    def random_vector(self):
        """The value of a trap vector register: in mode 1 (vectored), a base after which there are
        handlers of interrupts."""
        bases = [address for address in self.handlers if address % 4 == 0]
        if self.rng.random() < 0.4:
            return self.rng.choice(bases)
        bases = self.rng.choices(bases, k=8)
        return max(bases, key=lambda base: len(self.interrupts(base | 1))) | 1

    def interrupts(self, vector):
        """The interrupts that have a handler."""
        found = set(self.handlers)
        places = [(cause, vector_address(vector, cause, True)) for cause in range(self.causes)]
        return [cause for cause, address in places if address in found]

    def choose_trap(self, levels, interrupt):
        """The level that handles a trap, and its cause; levels: those of the hart."""
        if not self.vectors:
            return self.rng.choice(levels[1:]), self.rng.randrange(self.causes)
        level = self.rng.choice([level for level in levels if level in self.vectors])
        if interrupt:
            return level, self.rng.choice(self.interrupts(self.vectors[level]))
        return level, self.rng.randrange(self.causes)

    def handler(self, cause, interrupt, level, usual):
        """The address of a handler: in implicit exception mode that of the trap vector."""
        if self.vectors:
            return vector_address(self.vectors[level], cause, interrupt)
        return usual if self.memory.get(usual).kind != "trap" else self.handlers[0]


def vector_address(vector, cause, interrupt):
    """Where a trap vector register leads: in mode 1 an interrupt goes 4 bytes further for each
    number (privileged architecture, mtvec)."""
    return (vector & ~3) + (4 * cause if interrupt and vector & 1 else 0)


def number_rows(config, rows):
    """Gives rows cycles and times."""
    for cycle, row in enumerate(rows):
        row.cycle, row.time = cycle, cycle * 3 & mask(config.p["time_width_p"])


def joins_block(before, row, config):
    """True if the instruction of a row can be the next one of the last block of a row."""
    itype, iretire, ilastsize, iaddr, _ = before.blocks[-1]
    if itype or not iretire or before.trigger or config.p["retires_p"] == 1:
        return False
    block = row.blocks[0]
    return bool(block[1]) and iaddr + 2 * iretire == block[3] and iretire < 12


def pack(rng, config, rows):
    """The same execution on a hart that retires several instructions and blocks per cycle.

    Returns new rows; the old ones get the cycle and time of the row that holds them now.
    """
    packed, parts = [], []
    for row in rows:
        before = packed[-1] if packed else None
        same = (
            before is not None
            and before.impdef == row.impdef
            and before.blocks
            and row.blocks
            and before.blocks[-1][0] not in (1, 2)
            and (before.priv, before.context) == (row.priv, row.context)
            and not row.ctype
            and not (row.trigger | before.trigger) & 3
            and rng.random() < 0.8
        )
        if same and joins_block(before, row, config):
            old, new = before.blocks[-1], row.blocks[0]
            before.blocks[-1] = (new[0], old[1] + new[1], new[2], old[3], new[4])
            row.offset = 2 * old[1]
        elif same and len(before.blocks) < config.p["blocks_p"]:
            before.blocks.append(row.blocks[0])
        else:
            before = Row(row.blocks)
            for name in ("priv", "context", "ctype", "halted", "reset", "impdef"):
                setattr(before, name, getattr(row, name))
            before.trigger = row.trigger & 3
            packed.append(before)
        if row.trigger & 4:
            before.trigger |= 4 << (len(before.blocks) - 1)
        if row.cause or row.tval:
            before.cause, before.tval = row.cause, row.tval
        row.group = max(len(before.blocks) - 1, 0)
        parts.append((row, before))
    number_rows(config, packed)
    last = {(id(whole), row.group): row for row, whole in parts if any(b[1] for b in row.blocks)}
    for row, whole in parts:
        row.cycle, row.time, row.whole = whole.cycle, whole.time, whole
        row.final = last.get((id(whole), row.group)) is row
    return packed
