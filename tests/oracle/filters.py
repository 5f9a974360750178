# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Which rows and data accesses are traced: filters and comparators of the control interface.

All conditions of a filter must hold; any filter that is selected qualifies, and without a selected
one everything is. Filters of instructions see blocks: if one of a row qualifies, all of it does.

Spec: RISC-V Trace Control Interface, Trace Instruction Filters Register, Trace Data Filters
Register, Trace Encoder Filter Registers.
"""

import operator
import re
from collections import Counter

from .bits import mask
from .config import Undecided
from .riscv import EXCEPTION, INTERRUPT, XRET

FUNCTIONS = (
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
)
IADDR, CONTEXT, TVAL, DADDR = range(4)  # codes of trTeCompPInput and trTeCompSInput
MASKS, LATCHES, PRIMES = 6, 3, 6  # functions and the mode with a meaning of their own
# The registers of this chapter.
NAMES = re.compile(r"trTe(InstFilters|DataFilters|Filter\d+\w+|Comp\d+\w+)$")


class Registers:
    """Values of registers by name; those that were never written are 0."""

    def __init__(self, values=None):
        """values: name to value."""
        self.values = dict(values or {})

    def field(self, name, low, width=1):
        """The bits low to low + width - 1."""
        return self.values.get(name, 0) >> low & mask(width)

    def match(self, name, which, width):
        """The value of a match register pair, P or S, of a comparator."""
        low = self.values.get(f"{name}{which}MatchLow", 0)
        return (self.values.get(f"{name}{which}MatchHigh", 0) << 32 | low) & mask(width)


def results(registers, name, inputs, both=True):
    """The primary and the secondary result of a comparator.

    inputs: code to (value, width); a value of None matches nothing. Raises Undecided if an input
    is not there. both: else the secondary result does not count, and is not computed.
    """
    control = f"{name}Control"

    def value_of(low):
        """The input that a field of two bits selects."""
        if registers.field(control, low, 2) not in inputs:
            raise Undecided("ETR-FLT-005", "a comparator of something that is not there")
        return inputs[registers.field(control, low, 2)]

    first, second = registers.field(control, 4, 3), registers.field(control, 8, 3)
    primary, secondary = first == 7, second >= 6
    if first < 6:
        value, width = value_of(0)
        target = registers.match(name, "P", width)
        if second == MASKS and value is not None:
            value &= registers.match(name, "S", width)
            target &= registers.match(name, "S", width)
        primary = value is not None and FUNCTIONS[first](value, target)
    if both and second < 6:
        value, width = value_of(2)
        secondary = value is not None and FUNCTIONS[second](
            value, registers.match(name, "S", width)
        )
    return primary, secondary


class Filters:
    """Filters and comparators of instructions, with their latches and counts of traps."""

    def __init__(self, config):
        """config: the registers of its section registers, and widths."""
        self.config, self.registers = config, Registers(config.registers)
        self.events = Counter()  # how often something happened
        # latches: comparators in mode 3 that assert; depths: traps that a filter is within.
        self.latches, self.depths = {}, {}

    def write(self, name, value):
        """Writes a register of this chapter."""
        self.registers.values[name] = value

    @property
    def selected(self):
        """The numbers of the filters that qualify instructions."""
        bits = self.registers.field("trTeInstFilters", 0, 16)
        return [number for number in range(16) if bits >> number & 1]

    def row(self, row):
        """Takes a row: (whether it is qualified, a bit for each block to be notified)."""
        if row.reset and self.config.reading("flt_hart_reset") == "cleared":
            self.latches, self.depths = {}, {}
        if row.halted or row.reset:
            return True, 0
        qualified, notify = not self.selected, 0
        for group, block in enumerate(row.blocks):
            if not block[0] and not block[1]:
                continue
            found = [self.compare(row, *place) for place in self.places(row, block)]
            # A trap in the row of an instruction comes last, and is none to be notified.
            trap = block[0] in (EXCEPTION, INTERRUPT) and len(found) > 1
            asked = [asked for _, asked in found[: len(found) - trap]]
            notify |= (any(asked) and block[1] > 0) << group
            for number in self.selected:
                before, inside = self.within_trap(number, row, block)
                within = [before] * (len(found) - 1) + [inside]
                shared = self.matches(number, row)
                matches = [self.compared(number, outputs) for outputs, _ in found]
                qualified |= shared and any(map(operator.and_, within, matches))
                self.events["filter, conditions differ"] += (shared and any(within)) != any(matches)
                self.events["filter, block qualified in part"] += 0 < sum(matches) < len(matches)
        self.events["row notified by a comparator"] += notify > 0
        if self.selected:
            self.events[f"filters {len(self.selected)}, qualified {int(qualified)}"] += 1
        return qualified, notify

    def places(self, row, block):
        """What comparators see of a block: pairs of iaddr and tval, None for what means nothing.

        Readings: flt_block, iaddr alone, or each address of its instructions and that of a trap;
        flt_undefined, whether tval without an exception, and iaddr of an interrupt, is compared.
        """
        itype, iretire, ilastsize, iaddr, _ = block
        undefined = self.config.reading("flt_undefined") == "signal"
        tval = row.tval if undefined or itype == EXCEPTION else None
        if self.config.reading("flt_block") == "first" or not iretire:
            known = undefined or itype != INTERRUPT or iretire
            return [(iaddr if known else None, tval)]
        size, last = 2 * iretire, 2 << ilastsize
        if self.config.p["retires_p"] == 1:
            size = last
        space = mask(self.config.p["iaddress_width_p"])
        step = 1 << self.config.p["iaddress_lsb_p"]
        ends = range(0, size - last + 1, step)
        found = [(iaddr + place & space, row.tval if undefined else None) for place in ends]
        if itype in (EXCEPTION, INTERRUPT):
            found.append((iaddr + size & space, tval))
        return found

    def inputs(self, row, iaddr, tval):
        """The inputs of the comparators, and their widths."""
        p = self.config.p
        inputs = {TVAL: (tval, p["iaddress_width_p"]), IADDR: (iaddr, p["iaddress_width_p"])}
        if not p["nocontext_p"]:
            inputs[CONTEXT] = (row.context, p["context_width_p"])
        return inputs

    def compare(self, row, iaddr, tval):
        """The outputs of all comparators by number, and whether one asks for a notification."""
        outputs, asked, inputs = {}, False, self.inputs(row, iaddr, tval)
        for number in range(8):
            name = f"trTeComp{number}"
            control = f"{name}Control"
            if control not in self.registers.values:
                continue
            primary, secondary = results(self.registers, name, inputs)
            for low, bit, result in ((0, 14, primary), (2, 15, secondary)):
                place = "P" if low == 0 else "S"
                function = self.registers.field(control, 4 if low == 0 else 8, 3)
                self.events[f"function {place}{function}"] += 1
                self.events[f"input {self.registers.field(control, low, 2)}"] += 1
                used = self.registers.field(control, bit)
                asked |= used and result and self.registers.field(control, low, 2) == IADDR
            outputs[number] = self.output(number, control, primary, secondary)
        return outputs, bool(asked)

    def output(self, number, control, primary, secondary):
        """The output of a comparator: by its mode, with the latch of mode 3."""
        mode = self.registers.field(control, 12, 2)
        self.events[f"match mode {mode}"] += 1
        if mode < LATCHES:
            return (primary, primary and secondary, not (primary and secondary))[mode]
        if number not in self.latches:
            self.latches[number] = self.registers.field(control, 4, 3) == PRIMES
        asserts = self.latches[number] or primary
        self.latches[number] = asserts and not secondary
        return asserts

    def matches(self, number, row):
        """Whether what the blocks of a row share fulfils a filter."""
        registers, control = self.registers, f"trTeFilter{number}Control"
        if not registers.field(control, 0):
            return False
        levels = registers.field(f"trTeFilter{number}MatchInst", 0, 8)
        if registers.field(control, 1) and not levels >> row.priv & 1:
            return False
        if registers.field(control, 16):
            bits = registers.values.get(f"trTeFilter{number}MatchMaskImpdef", 0)
            self.events["impdef compared"] += 1
            if (row.impdef ^ registers.values.get(f"trTeFilter{number}MatchValueImpdef", 0)) & bits:
                return False
        return True

    def compared(self, number, outputs):
        """Whether the comparators that a filter asks for have an output of 1."""
        registers, control = self.registers, f"trTeFilter{number}Control"
        return all(
            outputs.get(registers.field(control, enable + 1, 3))
            for enable in (4, 8, 12)
            if registers.field(control, enable)
        )

    def within_trap(self, number, row, block):
        """Whether the conditions on traps hold, from a matching trap to the return from it: for the
        instructions before the trap of this block (AMB-187), and for the block or its trap.
        """
        registers, name = self.registers, f"trTeFilter{number}"
        causes, kinds = (registers.field(f"{name}Control", bit) for bit in (2, 3))
        if not causes and not kinds:
            return True, True
        depth, itype = self.depths.get(number, 0), block[0]
        before = depth > 0
        if itype in (EXCEPTION, INTERRUPT):
            high = registers.values.get(f"{name}MatchEcauseHigh", 0)
            choice = high << 32 | registers.values.get(f"{name}MatchEcauseLow", 0)
            wanted = INTERRUPT if registers.field(f"{name}MatchInst", 8) else EXCEPTION
            starts = (not causes or choice >> row.cause & 1) and (not kinds or itype == wanted)
            depth += depth > 0 or bool(starts)
            self.events["filter within nested traps"] += depth > 1
            depth = min(depth, 1 << self.config.p["filter_excint_p"])
        self.depths[number] = depth - (depth > 0 and itype == XRET)
        return before, depth > 0


# Data accesses.


def access_comparator(registers, number, daddr, width):
    """The output of a comparator for an access."""
    name = f"trTeComp{number}"
    control = f"{name}Control"
    mode = registers.field(control, 12, 2)
    if mode == LATCHES:
        raise Undecided("ETR-CTL-012", "a latch of data accesses")
    primary, secondary = results(registers, name, {DADDR: (daddr, width)}, mode > 0)
    return (primary, primary and secondary, not (primary and secondary))[mode]


def access_matches(registers, number, take, privilege, width):
    """Whether a filter matches an access; take: its signals, privilege: of its row."""
    control, data = f"trTeFilter{number}Control", f"trTeFilter{number}MatchData"
    if not registers.field(control, 0):
        return False
    if registers.field(control, 2) or registers.field(control, 3) or registers.field(control, 16):
        raise Undecided("ETR-CTL-012", "a data filter with cause, interrupt or impdef")
    privileges = registers.values.get(f"trTeFilter{number}MatchInst", 0) & 0xFF
    if registers.field(control, 1) and not privileges >> privilege & 1:
        return False
    if registers.field(control, 24) and not registers.field(data, take["dtype"]):
        return False
    if registers.field(control, 25) and not registers.field(data, 16 + take["dsize"]):
        return False
    for enable in (4, 8, 12):
        if registers.field(control, enable):
            unit = registers.field(control, enable + 1, 3)
            if not access_comparator(registers, unit, take["daddr"], width):
                return False
    return True


def access_qualified(registers, take, privilege, width):
    """Whether an access is traced; width: of daddr in bits."""
    selected = registers.field("trTeDataFilters", 0, 16)
    if not selected:
        return True
    numbers = [number for number in range(16) if selected >> number & 1]
    return any(access_matches(registers, number, take, privilege, width) for number in numbers)
