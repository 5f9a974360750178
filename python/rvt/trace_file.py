# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Files of packets, in all forms (rvt/trace_file.h)."""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass
from typing import Any, Iterator

from rvt._binding import FileHandle, Record, call, clear, error_of, ffi, lib, line_of
from rvt._binding import path_of, text, text_of
from rvt.config import Configuration
from rvt.encap import EncapPacket
from rvt.status import RvtError


class TraceForm(enum.IntEnum):
    """How a file carries packets: enum rvt_trace_form."""

    HEX = 0
    """One payload on a line, "d:" before te_data."""
    ENCAP = 1
    """Encapsulated bytes."""
    FRAME = 2
    """The same in formatter frames."""
    STP = 3
    """The same in SyS-T messages on STP."""


class RuleSeverity(enum.IntEnum):
    """Enum rvt_rule_severity of rvt/finding.h."""

    INFO = 0
    WARNING = 1
    ERROR = 2


@dataclass(frozen=True)
class RuleFinding(Record):
    """A rule of a transport that a stream breaks, and the place. str() is its line."""

    KIND = "rvt_rule_finding"
    ENUMS = {"severity": RuleSeverity}

    line: str
    rule: str
    """Such as "STP-003"."""
    title: str
    severity: RuleSeverity
    byte: int
    """Offset in the stream."""
    has_nibble: bool
    nibble: int
    has_channel: bool
    master: int
    channel: int
    field: str | None
    """What value is; None: no value."""
    value: int
    expects: str | None
    expected: int

    @classmethod
    def _of(cls, structure: Any) -> RuleFinding:
        """The finding in a structure."""

        def write(line: Any, capacity: int) -> int:
            """Writes the line."""
            lib.rvt_rule_finding_format(structure, line, capacity)
            return int(lib.RVT_OK)

        return cls._from(structure, line=line_of(write))

    def __str__(self) -> str:
        """The line, such as "byte 17 nibble 1: STP-003 error: reserved opcode"."""
        return self.line


@dataclass(frozen=True)
class TraceItem:
    """A packet of a file, or a fault in it."""

    unit: str
    """What position counts: "line" or "byte"."""
    position: int
    is_data: bool
    """te_data; else te_inst."""
    foreign: str | None
    """Why it is no packet of the configured source: "null", "other source", "other type"."""
    packet: EncapPacket | None
    """In a packet list the payload alone; None: a fault."""
    error: RvtError | None
    """Why there is no packet; reading goes on after it."""


class TraceReader(FileHandle):
    """Reads the packets of a file, also after damage: iterate over it."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        config: Configuration,
        form: TraceForm = TraceForm.ENCAP,
    ) -> None:
        """Opens the file. RvtError: it cannot be read, or the configuration fails its check."""
        self.findings: list[RuleFinding] = []
        """The rules that frames, STP or SyS-T break without a loss, so far."""
        findings = self.findings

        def take(_: Any, finding: Any) -> None:
            """Takes a finding."""
            findings.append(RuleFinding._of(finding))

        callback = ffi.callback("rvt_finding_callback", take)
        made = ffi.new("struct rvt_trace_file **")
        call(lib.rvt_trace_file_open, path_of(path), config._c, form, callback, ffi.NULL, made)
        self._own_file(made[0], lib.rvt_trace_file_close, callback)

    def __iter__(self) -> Iterator[TraceItem]:
        """The packets that are left, null packets and packets of other sources included, and
        faults. RvtError: the file cannot be read."""
        item, end, why = clear("rvt_trace_item"), ffi.new("bool *"), clear("rvt_diagnosis")
        while True:
            status = lib.rvt_trace_file_read(self._c, item, end, why)
            if status in (lib.RVT_ERR_IO, lib.RVT_ERR_SYNTAX, lib.RVT_ERR_PARAMETER):
                raise error_of(why)
            if status == lib.RVT_OK and end[0]:
                return
            good = status == lib.RVT_OK
            yield TraceItem(
                text(item.unit),
                item.position,
                item.is_data,
                text_of(item.foreign),
                EncapPacket._of(item.packet) if good else None,
                None if good else error_of(why),
            )

    def check(self) -> None:
        """RvtError: what was read so far had no packet of the configured source."""
        call(lib.rvt_trace_file_check, self._c)


class TraceWriter(FileHandle):
    """Writes packets of the configured source into a file, which appears when it is closed."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        config: Configuration,
        form: TraceForm = TraceForm.ENCAP,
    ) -> None:
        """Creates the file, compressed if its name ends in .gz. RvtError: it cannot be written, or
        the configuration fails its check."""
        made = ffi.new("struct rvt_trace_file **")
        call(lib.rvt_trace_file_create, path_of(path), config._c, form, made)
        self._own_file(made[0], lib.rvt_trace_file_close)

    def write(self, payload: bytes, *, te_data: bool = False, timestamp: int = 0) -> None:
        """Writes a payload as a packet. RvtError: it is empty or too long, or the file cannot be
        written."""
        call(lib.rvt_trace_file_write, self._c, te_data, payload, len(payload), timestamp)
