# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Rows of the instruction interface, and the items that a hart of single retirement would show.

Spec: Instruction Trace Interface, Optional sideband signals; docs/files.md, Tip trace, text.
"""

from .bits import mask
from .config import Unsupported
from .riscv import EXCEPTION, INTERRUPT, NONE, UNINFERABLE, UNINFERABLE_TYPES

BLOCK_COLUMNS = {"itype": 10, "iretire": 10, "ilastsize": 10, "iaddr": 16, "sijump": 10}
COLUMNS = {
    "cause": 10,
    "priv": 10,
    "tval": 16,
    "context": 16,
    "time": 16,
    "ctype": 10,
    "trigger": 10,
    "halted": 10,
    "reset": 10,
    "cycle": 10,
    "lost": 10,
    "impdef": 10,
}


class Row:
    """The signals of one cycle. blocks: (itype, iretire, ilastsize, iaddr, sijump) each.

    group, offset, whole, final: where its instruction is on a hart that retires several
    (programs.pack): the number of the block, the bytes of the block before it, the row, and
    whether it is the last of its block. found: what the filters say (filters.Filters.row).
    entries: what is executed, addresses and traps; traced: that it was qualified; reported: that
    its trap was reported.
    """

    __slots__ = ("blocks", "group", "offset", "whole", "final", "found", "entries", "reported")
    __slots__ += ("traced",) + tuple(COLUMNS)

    def __init__(self, blocks=(), **signals):
        """Signals that are not given are 0."""
        self.blocks, self.group, self.offset = list(blocks), 0, 0
        self.whole, self.final, self.found = self, True, None
        self.entries, self.traced, self.reported = [], False, False
        for name in COLUMNS:
            setattr(self, name, signals.get(name, 0))


class Trace:
    """Rows in order. triggers: there is a trigger column, so that triggers are enabled."""

    def __init__(self, rows, triggers=False):
        """rows: their cycles rise."""
        self.rows, self.triggers = rows, triggers


def read(lines):
    """The rows of a text trace: an iterable of lines, the first with the names of the columns."""
    lines = iter(lines)
    names = [name.strip() for name in next(lines).split(",")]
    groups = 0
    while f"itype_{groups}" in names:
        groups += 1
    for name in names:
        stem, _, number = name.rpartition("_")
        if name not in COLUMNS and not (stem in BLOCK_COLUMNS and int(number) < groups):
            raise Unsupported(f"column {name} of a trace")
    rows = []
    for line in lines:
        if not line.strip():
            continue
        values = dict(zip(names, line.split(",")))
        row = Row(**{key: int(values[key], COLUMNS[key]) for key in COLUMNS if key in values})
        if "cycle" not in values:
            row.cycle = len(rows)
        for number in range(groups):
            block = [
                int(values.get(f"{key}_{number}", "0"), base) for key, base in BLOCK_COLUMNS.items()
            ]
            row.blocks.append(tuple(block))
        rows.append(row)
    return Trace(rows, "trigger" in names)


def write(trace, config, columns=("cycle", "context", "ctype", "time")):
    """A text trace of these rows; columns: which of the optional ones it has."""
    groups = config.p["blocks_p"]
    names = [f"{key}_{number}" for number in range(groups) for key in BLOCK_COLUMNS]
    names += ["cause", "priv", "tval"] + list(columns)
    lines = [",".join(names)]
    for row in trace.rows:
        cells = []
        for number in range(groups):
            block = row.blocks[number] if number < len(row.blocks) else (0, 0, 0, 0, 0)
            itype, iretire, ilastsize, iaddr, sijump = block
            cells.append(f"{itype},{iretire},{ilastsize},{iaddr:x},{sijump}")
        for name in ["cause", "priv", "tval"] + list(columns):
            value = getattr(row, name)
            cells.append(f"{value:x}" if COLUMNS[name] == 16 else str(value))
        lines.append(",".join(cells))
    return "\n".join(lines) + "\n"


class Item:
    """A traversal of the chart: an instruction, a trap without retirement, or a gap.

    kind: "inst", "trap", "gap" for an asserted halted or reset, which acts as an instruction that
    is not qualified, or "lost" for what the encoder had no room for. ctype: of the first item of
    a row alone. size: in bytes, of a middle instruction of a block unknown (0), which matters to
    nobody. group: the number of its block; offset: the bytes of the block before it.
    """

    __slots__ = (
        "kind",
        "addr",
        "size",
        "itype",
        "offset",
        "group",
        "row",
        "sijump",
        "ntf",
        "priv",
        "context",
        "ctype",
        "time",
        "cycle",
        "cause",
        "tval",
        "interrupt",
        "qualified",
    )

    def __init__(self, kind, row, addr=0, size=0, itype=NONE):
        """Takes the signals that all items of a row share."""
        self.kind, self.addr, self.size, self.itype = kind, addr, size, itype
        self.row = row
        self.sijump = self.ntf = self.ctype = self.offset = self.group = 0
        self.priv, self.context, self.time, self.cycle = (
            row.priv,
            row.context,
            row.time,
            row.cycle,
        )
        self.cause, self.tval = row.cause, row.tval
        self.interrupt = int(itype == INTERRUPT)
        self.qualified = True


def block_items(config, row, number, block):
    """The items of one block: its first and last instruction, and a trap."""
    itype, iretire, ilastsize, iaddr, sijump = block
    if not itype and not iretire:
        return []
    last = 2 << ilastsize
    total = last if config.p["retires_p"] == 1 else 2 * iretire
    space = mask(config.p["iaddress_width_p"])
    trap = itype in (EXCEPTION, INTERRUPT)
    items = []
    if iretire:
        if total != last:
            items.append(Item("inst", row, iaddr))
        end = Item("inst", row, iaddr + total - last & space, last, NONE if trap else itype)
        end.sijump = sijump and (itype in UNINFERABLE_TYPES or itype == UNINFERABLE)
        end.ntf = row.trigger >> (2 + number) & 1
        end.offset, end.group = row.offset or total - last, row.group or number
        items.append(end)
        iaddr = iaddr + total & space
    if trap:
        items.append(Item("trap", row, iaddr, 0, itype))
    return items


def row_items(config, row):
    """The items of a row, oldest first."""
    if row.halted or row.reset:
        gap = Item("gap", row)
        gap.qualified = False
        return [gap]
    items = []
    for number, block in enumerate(row.blocks):
        items += block_items(config, row, number, block)
    if items:
        items[0].ctype = row.ctype
    return items
