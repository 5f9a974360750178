# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Which data accesses are traced: trTeDataTracing and the filters of trTeDataFilters.

Of a filter: enable, privilege, dtype, dsize and comparators of daddr; all must match. Any selected
filter qualifies an access, and without a selected one every access is.

Spec: RISC-V Trace Control Interface, Trace Data Filters Register, Trace Encoder Filter Registers.
"""

import operator

from tests.oracle.bits import mask
from tests.oracle.config import Undecided

FUNCTIONS = (
    operator.eq,
    operator.ne,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
)
DADDR = 3  # code of trTeCompPInput and trTeCompSInput


class Registers:
    """Values of registers by name; those that were never written are 0."""

    def __init__(self, values=None):
        """values: name to value."""
        self.values = dict(values or {})

    def field(self, name, low, width=1):
        """The bits low to low + width - 1."""
        return self.values.get(name, 0) >> low & mask(width)


def comparator(registers, number, daddr, width):
    """The output of a comparator for an access."""
    name = f"trTeComp{number}"
    control = f"{name}Control"
    if registers.field(control, 0, 2) != DADDR or registers.field(control, 12, 2) == 3:
        raise Undecided("ETR-CTL-012", "a comparator of something else than daddr, or a latch")

    def match(which):
        """The value of a match register pair, P or S, of this comparator."""
        low = registers.values.get(f"{name}{which}MatchLow", 0)
        return (registers.values.get(f"{name}{which}MatchHigh", 0) << 32 | low) & mask(width)

    first, second = registers.field(control, 4, 3), registers.field(control, 8, 3)
    value, target = daddr, match("P")
    if second == 6:
        value, target = daddr & match("S"), target & match("S")
    primary = first == 7 or (first < 6 and FUNCTIONS[first](value, target))
    mode = registers.field(control, 12, 2)
    if mode == 0:
        return primary
    if second < 6 and registers.field(control, 2, 2) != DADDR:
        raise Undecided("ETR-CTL-012", "a comparator of something else than daddr")
    secondary = second >= 6 or FUNCTIONS[second](daddr, match("S"))
    return (primary and secondary) == (mode == 1)


def filter_matches(registers, number, take, privilege, width):
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
            if not comparator(registers, unit, take["daddr"], width):
                return False
    return True


def qualified(registers, take, privilege, width):
    """Whether an access is traced; width: of daddr in bits."""
    selected = registers.field("trTeDataFilters", 0, 16)
    if not selected:
        return True
    numbers = [number for number in range(16) if selected >> number & 1]
    return any(filter_matches(registers, number, take, privilege, width) for number in numbers)
