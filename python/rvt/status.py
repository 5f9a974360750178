# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Status and errors of librvt."""

from __future__ import annotations

import enum


class Status(enum.IntEnum):
    """What went wrong: enum rvt_status of rvt/status.h."""

    OK = 0
    ERR_PARAMETER = 1
    """An argument or value is out of range, or contradicts another."""
    ERR_TRUNCATED = 2
    """The input ends inside a field."""
    ERR_TRAILING = 3
    """Bytes after the last field that are not legal padding."""
    ERR_RESERVED = 4
    """A reserved or unknown code in the input."""
    ERR_CHECKSUM = 5
    """A message whose checksum is not that of its bytes."""
    ERR_CAPACITY = 6
    """An output buffer is too small, or a value too wide for its field."""
    ERR_INGRESS = 7
    """A row breaks the rules of the hart to encoder interface."""
    ERR_SEQUENCE = 8
    """A packet that cannot come at this place of the stream."""
    ERR_NO_CODE = 9
    """The decoder needs an instruction that the program does not contain."""
    ERR_FLOW = 10
    """The packet contradicts the program."""
    ERR_STEP_LIMIT = 11
    """The reported address was not reached within the step limit."""
    ERR_SYNTAX = 12
    """A file is not what its format demands."""
    ERR_IO = 13
    """The operating system refused to read or write."""
    ERR_MEMORY = 14
    """Out of memory."""
    ERR_SINK = 15
    """A callback asked to stop."""
    WAIT = 16
    """A callback asked for a pause."""
    ERR_STATE = 17
    """The call cannot come now: the handle waits for a flush."""


class RvtError(Exception):
    """A fault that the library diagnosed. str() is its line, such as
    "row 12: itype 7 is reserved [itype 7, ETR-ING-005]"."""

    def __init__(
        self,
        status: Status,
        message: str,
        *,
        unit: str | None = None,
        position: int = 0,
        field: str | None = None,
        value: int = 0,
        clause: str | None = None,
        bit: int = 0,
    ) -> None:
        """status: what went wrong. unit: what position counts ("byte", "line", "row", "packet");
        None: no position. field: the specification's name of the field that is wrong; None: none.
        value: the value that is wrong. clause: the requirement that it breaks; None: none. bit:
        offset in the packet, where that applies."""
        super().__init__(message)
        self.status = status
        self.unit = unit
        self.position = position
        self.field = field
        self.value = value
        self.clause = clause
        self.bit = bit
