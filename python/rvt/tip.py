# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Rows of the ingress port, and files of them (rvt/tip.h)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator

from rvt._binding import FileHandle, Record, call, clear, ffi, lib, path_of
from rvt.config import Configuration

BLOCKS = 4
"""The most blocks of a row."""
ACCESSES = 4
"""The most data accesses of a row."""
TRACE_ON, TRACE_OFF, TRACE_NOTIFY = 1, 2, 4
"""Bits of trigger; TRACE_NOTIFY << k belongs to block k. Spec: ETR-ING-019."""


@dataclass
class Block(Record):
    """Instructions at contiguous addresses, of which only the last may change the flow."""

    KIND = "rvt_tip_block"

    iaddr: int = 0
    """Address of the first instruction."""
    iretire: int = 0
    """Half-words that retired; with retires_p 1 instructions."""
    itype: int = 0
    ilastsize: int = 0
    """The last instruction has 2 ** ilastsize half-words."""
    ntkn: int = 0
    """draft-0.026 alone: branches not taken in the block."""
    sijump: bool = False


@dataclass
class Access(Record):
    """A data access that retired, the response to an earlier split one, or both."""

    KIND = "rvt_tip_access"

    daddr: int = 0
    data: int = 0
    operand: int = 0
    sdata: int = 0
    ldata: int = 0
    iaddr_lsbs: int = 0
    dtype: int = 0
    dsize: int = 0
    """2 ** dsize bytes."""
    dblock: int = 0
    lrid: int = 0
    lresp: int = 0
    lid: int = 0
    dretire: bool = False


@dataclass
class Row(Record):
    """The signals of one cycle."""

    KIND = "rvt_tip_row"

    cycle: int
    """Rises strictly from row to row; cycles left out are idle."""
    block: list[Block] = field(default_factory=list)
    """At most BLOCKS, oldest first."""
    access: list[Access] = field(default_factory=list)
    """At most ACCESSES."""
    tval: int = 0
    context: int = 0
    time: int = 0
    cause: int = 0
    trigger: int = 0
    """Of TRACE_ON, TRACE_OFF, TRACE_NOTIFY."""
    impdef: int = 0
    priv: int = 3
    ctype: int = 0
    halted: bool = False
    reset: bool = False
    lost: bool = False
    """The encoder had no room for what retired in this row."""

    @classmethod
    def _of(cls, structure: Any) -> Row:
        """The row in a structure."""
        return cls._from(
            structure,
            block=[Block._from(structure.block[i]) for i in range(structure.blocks)],
            access=[Access._from(structure.access[i]) for i in range(structure.accesses)],
        )

    def _with_arrays(self) -> tuple[Any, Any]:
        """A structure for a call, and what it borrows, which must live as long."""
        structure = self._structure("block", "access")
        block = _array("rvt_tip_block", self.block)
        access = _array("rvt_tip_access", self.access)
        structure.blocks, structure.block = len(self.block), block
        structure.accesses, structure.access = len(self.access), access
        return structure, (block, access)

    def check(self, config: Configuration) -> None:
        """Checks the row by itself. RvtError: it breaks a rule of the port; field, value and clause
        say which."""
        structure, _kept = self._with_arrays()
        call(lib.rvt_tip_check, config._c, structure)


def _array(kind: str, records: Iterable[Record]) -> Any:
    """An array of structures with the values of records; null: there are none."""
    records = list(records)
    if not records:
        return ffi.NULL
    array = ffi.new(f"struct {kind}[]", len(records))
    for structure, record in zip(array, records):
        structure.size = ffi.sizeof(f"struct {kind}")
        record._into(structure)
    return array


class TipReader(FileHandle):
    """Reads the rows of a tip trace, text or binary, plain or compressed: iterate over it."""

    def __init__(self, path: str | os.PathLike[str], config: Configuration) -> None:
        """Opens the file. RvtError: it cannot be read, or its columns are wrong."""
        made = ffi.new("struct rvt_tip_file **")
        call(lib.rvt_tip_file_open, path_of(path), config._c, made)
        self._own_file(made[0], lib.rvt_tip_file_close)

    def __iter__(self) -> Iterator[Row]:
        """The rows that are left, each checked. RvtError: a line or row is wrong; the position says
        which."""
        row, end = clear("rvt_tip_row"), ffi.new("bool *")
        while True:
            call(lib.rvt_tip_file_read, self._c, row, end)
            if end[0]:
                return
            yield Row._of(row)


class TipWriter(FileHandle):
    """Writes a tip trace: binary if its name ends in .tip or .tip.gz, else text; compressed if it
    ends in .gz. The file appears when it is closed."""

    def __init__(self, path: str | os.PathLike[str], config: Configuration) -> None:
        """Creates the file. RvtError: it cannot be written."""
        made = ffi.new("struct rvt_tip_file **")
        call(lib.rvt_tip_file_create, path_of(path), config._c, made)
        self._own_file(made[0], lib.rvt_tip_file_close)

    def write(self, row: Row) -> None:
        """Appends a row. RvtError: more blocks or accesses than fit, or it cannot be written."""
        structure, _kept = row._with_arrays()
        call(lib.rvt_tip_file_write, self._c, structure)
