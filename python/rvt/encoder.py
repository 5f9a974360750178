# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The trace encoder: rows of the ingress port to packets (rvt/encoder.h)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Iterable, Iterator

from rvt._binding import Handle, call, ffi, lib, text, text_of
from rvt.config import Configuration
from rvt.packets import TeData, TeInst
from rvt.tip import Row


class Doubt(enum.IntFlag):
    """Why a decoder may not find the path that a packet reports, although the packet is as the
    specification says: enum rvt_encoder_doubt. Later versions may add bits."""

    RETURN = 1
    BREAK = 2
    HIDDEN_RETURN = 4
    HANDLER = 8
    LOST_BRANCH = 16
    TRAP_RETURN = 32
    TRAPPED = 64
    TRAP_AGAIN = 128

    @property
    def reason(self) -> str:
        """The reason of a single doubt in words, with its clauses. ValueError: it is not one."""
        words = text_of(lib.rvt_encoder_doubt_text(self.value))
        if words is None:
            raise ValueError(f"{self!r} is not one doubt")
        return f"{words} [{text(lib.rvt_encoder_doubt_clause(self.value))}]"


@dataclass(frozen=True)
class EncodedPacket:
    """A packet that the encoder sends."""

    payload: bytes
    cycle: int
    """Of the row that holds what is reported."""
    time: int
    """Of that row: for the timestamp of the encapsulation."""
    iaddr: int
    """Of the instruction that is reported; 0: none."""
    packet: TeInst | TeData
    reason: str | None
    """te_inst: why it was sent, in words."""
    clause: str | None
    """te_inst: the rule, such as "ETR-ALG-028"."""
    doubts: Doubt
    """te_inst: 0 if a decoder can follow it."""

    @property
    def is_data(self) -> bool:
        """Whether it is te_data."""
        return isinstance(self.packet, TeData)


class Encoder(Handle):
    """An encoder of one hart. Each call returns the packets that it decided; the last instruction
    waits for the next row."""

    def __init__(self, config: Configuration) -> None:
        """Opens an encoder, disabled. RvtError: the configuration fails its check."""
        sent: list[EncodedPacket] = []
        self._sent = sent

        def take(_: Any, packet: Any) -> int:
            """Takes a packet."""
            sent.append(
                EncodedPacket(
                    bytes(ffi.buffer(packet.payload, packet.bytes)),
                    packet.cycle,
                    packet.time,
                    packet.iaddr,
                    TeData._of(packet.te_data) if packet.is_data else TeInst._of(packet.te_inst),
                    text_of(packet.reason),
                    text_of(packet.clause),
                    Doubt(packet.doubts),
                )
            )
            return int(lib.RVT_OK)

        callback = ffi.callback("rvt_encoder_callback", take, error=lib.RVT_ERR_SINK)
        made = ffi.new("struct rvt_trace_encoder **")
        call(lib.rvt_trace_encoder_open, config._c, callback, ffi.NULL, made)
        self._own(made[0], lib.rvt_trace_encoder_close, callback)

    def _packets(self) -> list[EncodedPacket]:
        """Takes the packets that were sent."""
        sent = list(self._sent)
        self._sent.clear()
        return sent

    def enable(self, cycle: int, *, triggers: bool = False) -> list[EncodedPacket]:
        """Enables tracing from this cycle on. triggers: the signal trigger starts and stops it.
        RvtError: the cycle lies before the latest row."""
        call(lib.rvt_trace_encoder_enable, self._c, cycle, triggers)
        return self._packets()

    def disable(self, cycle: int) -> list[EncodedPacket]:
        """Disables tracing from this cycle on. RvtError: as enable."""
        call(lib.rvt_trace_encoder_disable, self._c, cycle)
        return self._packets()

    def row(self, row: Row) -> list[EncodedPacket]:
        """Takes the next row. RvtError: it breaks a rule of the port; nothing was taken."""
        structure, _kept = row._with_arrays()
        call(lib.rvt_trace_encoder_row, self._c, structure)
        return self._packets()

    def idle(self, cycle: int) -> list[EncodedPacket]:
        """The cycles up to and including this one were idle. RvtError: as enable."""
        call(lib.rvt_trace_encoder_idle, self._c, cycle)
        return self._packets()

    def stall(self, cycle: int) -> None:
        """The cycles up to and including this one were stalled."""
        lib.rvt_trace_encoder_stall(self._c, cycle)

    def write(self, cycle: int, offset: int, value: int) -> list[EncodedPacket]:
        """Software writes a control register before this cycle. RvtError: as enable."""
        call(lib.rvt_trace_encoder_write, self._c, cycle, offset, value)
        return self._packets()

    def read(self, offset: int) -> int:
        """What software reads from a control register; 0 where there is none."""
        return int(lib.rvt_trace_encoder_read(self._c, offset))


def encode(config: Configuration, rows: Iterable[Row]) -> Iterator[EncodedPacket]:
    """Encodes rows, from enabling before the first one to disabling after the last one. RvtError:
    the configuration fails its check, or a row breaks a rule of the port."""
    with Encoder(config) as encoder:
        cycle = None
        for row in rows:
            if cycle is None:
                yield from encoder.enable(row.cycle)
            cycle = row.cycle
            yield from encoder.row(row)
        if cycle is not None:
            yield from encoder.disable(cycle + 1)
