# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Packets, te_inst and te_data: payloads to fields and back (rvt/te_inst.h, rvt/te_data.h)."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from rvt._binding import Record, call, check, clear, ffi, lib, line_of, text
from rvt.config import Configuration

PAYLOAD_BYTES = 31
"""The longest payload. Spec: ENC-006."""
_SUPPORT = 26  # members of support


@dataclass(frozen=True)
class Field:
    """A field of a packet as it is sent."""

    name: str
    value: int
    width: int
    """Bits, 1 or more."""
    bit: int
    """The first one in the packet."""


def _read(function: Any, config: Configuration, payload: bytes, kind: str) -> Any:
    """The structure that a function of the library reads from a payload."""
    structure = clear(kind)
    call(function, config._c, payload, len(payload), structure)
    return structure


def _write(function: Any, config: Configuration, structure: Any) -> bytes:
    """The payload that a function of the library writes."""
    payload, size = ffi.new("uint8_t[]", PAYLOAD_BYTES), ffi.new("size_t *")
    call(function, config._c, structure, payload, size)
    return bytes(ffi.buffer(payload, size[0]))


def _fields(function: Any, config: Configuration, structure: Any) -> list[Field]:
    """The fields that a function of the library reports, in transmission order."""
    found: list[Field] = []

    def take(_: Any, name: Any, value: int, width: int, bit: int) -> None:
        """Takes one field."""
        found.append(Field(text(name), value, width, bit))

    callback = ffi.callback("rvt_field_callback", take)
    check(function(config._c, structure, callback, ffi.NULL), "fields")
    return found


@dataclass
class TeInst(Record):
    """A packet of instruction trace. Members that its format does not carry are 0; the widths are
    in rvt/te_inst.h."""

    KIND = "rvt_te_inst"

    format: int = 0
    subformat: int = 0
    privilege: int = 0
    branch: bool = False
    interrupt: bool = False
    thaddr: bool = False
    ecause: int = 0
    time: int = 0
    context: int = 0
    tval: int = 0
    address: int = 0
    """The transmitted field: shifted; in F1 and F2 a difference, unless full_address is on."""
    branches: int = 0
    branch_fmt: int = 0
    branch_map: int = 0
    """Bit 0 is the oldest branch; 0: taken, 1: not taken."""
    branch_count: int = 0
    index: int = 0
    no_mispred: bool = False
    notify: bool = False
    updiscon: bool = False
    irreport: bool = False
    irdepth: int = 0
    support: tuple[int, ...] = (0,) * _SUPPORT
    """The values of F3/3; support_value() finds one by its name."""

    @classmethod
    def _of(cls, structure: Any) -> TeInst:
        """The packet in a structure."""
        return cls._from(structure, support=tuple(structure.support))

    @classmethod
    def read(cls, config: Configuration, payload: bytes) -> TeInst:
        """Reads a payload. RvtError: it is none of this configuration; field, bit and clause say
        where."""
        return cls._of(_read(lib.rvt_te_inst_read, config, payload, cls.KIND))

    def write(self, config: Configuration) -> bytes:
        """The payload, compressed as the switch compress says. RvtError: a value does not fit its
        field, or there is no such format."""
        return _write(lib.rvt_te_inst_write, config, self._structure())

    @property
    def name(self) -> str:
        """The short name: "F0s0", "F0s1", "F1", "F1na" (no address), "F2", "F3/0" to "F3/3"."""
        return text(lib.rvt_te_inst_name(self._structure()))

    def fields(self, config: Configuration) -> list[Field]:
        """The fields in transmission order. RvtError: as write."""
        return _fields(lib.rvt_te_inst_fields, config, self._structure())

    def line(self, config: Configuration) -> str:
        """Name and fields, such as "F2 address=0x1f notify=0 updiscon=0 irreport=0". RvtError: as
        write."""
        structure = self._structure()
        return line_of(lambda line, size: lib.rvt_te_inst_format(config._c, structure, line, size))

    @classmethod
    def of_support(cls, **values: int) -> TeInst:
        """A support packet with these values, such as ienable=1, and 0 for the others. KeyError:
        support packets have none of this name."""
        support = [0] * _SUPPORT
        for name, value in values.items():
            support[_support_place(name)] = value
        return cls(format=3, subformat=3, support=tuple(support))

    def support_value(self, name: str) -> int:
        """A value of a support packet, such as "ienable". KeyError: support packets have none of
        this name."""
        value = ffi.new("unsigned *")
        if lib.rvt_te_inst_support(self._structure(), name.encode(), value) != lib.RVT_OK:
            raise KeyError(name)
        return int(value[0])


@functools.cache
def _support_place(name: str) -> int:
    """The member of support with this name. KeyError: there is none."""
    numbered = TeInst(format=3, subformat=3, support=tuple(range(_SUPPORT)))
    return numbered.support_value(name)


@dataclass
class TeData(Record):
    """A packet of data trace. Members that its table does not carry are 0; the widths are in
    rvt/te_data.h."""

    KIND = "rvt_te_data"

    format: int = 0
    subformat: int = 0
    subtype: int = 0
    data_size: int = 0
    lrid: int = 0
    diff: int = 0
    resp: int = 0
    op_len: int = 0
    data_len: int = 0
    operand: int = 0
    data: int = 0
    address: int = 0
    """The transmitted field: shifted, and a difference where diff says so."""

    @classmethod
    def _of(cls, structure: Any) -> TeData:
        """The packet in a structure."""
        return cls._from(structure)

    @classmethod
    def read(cls, config: Configuration, payload: bytes) -> TeData:
        """Reads a payload. RvtError: it is none of this configuration."""
        return cls._of(_read(lib.rvt_te_data_read, config, payload, cls.KIND))

    def write(self, config: Configuration) -> bytes:
        """The payload. RvtError: a value does not fit its field, or there is no such table."""
        return _write(lib.rvt_te_data_write, config, self._structure())

    def name(self, config: Configuration) -> str:
        """The short name: "load", "store", "csr", "atomic", "load.request", ..."""
        return text(lib.rvt_te_data_name(config._c, self._structure()))

    def fields(self, config: Configuration) -> list[Field]:
        """The fields in transmission order. RvtError: as write."""
        return _fields(lib.rvt_te_data_fields, config, self._structure())

    def line(self, config: Configuration) -> str:
        """Name and fields. RvtError: as write."""
        structure = self._structure()
        return line_of(lambda line, size: lib.rvt_te_data_format(config._c, structure, line, size))
