# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The trace decoder: packets and a program to what was executed (rvt/decoder.h)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Union

from rvt._binding import Handle, Record, call, check, clear, error_of, ffi, lib, line_of
from rvt.config import Configuration
from rvt.packets import TeInst
from rvt.program import InsnClass, Program
from rvt.status import RvtError, Status


@dataclass(frozen=True)
class Range(Record):
    """Instructions at ascending contiguous addresses that retired in this order."""

    KIND = "rvt_decoder_range"
    ENUMS = {"last_class": InsnClass}

    first: int
    """Address of the first instruction."""
    last: int
    """Address of the last instruction."""
    count: int
    """Instructions, 1 or more."""
    packet: int
    """The packet that proves it, from 0."""
    last_size: int
    """Bytes of the last instruction."""
    last_itype: int
    """The itype of a jump, 8..15; else 0."""
    last_taken: bool
    """The last instruction is a branch that was taken."""
    has_context: bool
    """The source has contexts."""
    privilege: int
    """As the encoder codes it."""
    context: int
    last_class: InsnClass
    """The class of the last instruction."""


@dataclass(frozen=True)
class Trap(Record):
    """A trap."""

    KIND = "rvt_decoder_trap"

    ecause: int
    interrupt: bool
    epc_known: bool
    """False: the trace does not say it."""
    epc: int
    tval: int
    packet: int


class EventKind(enum.IntEnum):
    """Enum rvt_decoder_event_kind."""

    SYNC = 0
    """The position is known from here on."""
    ENDED = 1
    """Tracing ended."""
    LOST = 2
    """The encoder lost packets before this point."""
    CONTEXT = 3
    """Context, time or privilege, as in the packet."""
    SUPPORT = 4
    """Operating mode, as in the packet."""


@dataclass(frozen=True)
class Event(Record):
    """What is not executed code."""

    KIND = "rvt_decoder_event"
    ENUMS = {"kind": EventKind}

    kind: EventKind
    packet: int
    te_inst: TeInst | None


@dataclass(frozen=True)
class Loss(Record):
    """A part of the stream of which nothing is certain."""

    KIND = "rvt_decoder_loss"
    ENUMS = {"cause": Status}

    cause: Status
    """The first fault; OK: the encoder reported it."""
    from_known: bool
    to_known: bool
    first_packet: int
    last_packet: int
    suspect_packet: int
    """The fault may lie in a packet as early as this."""
    from_: int
    """The last instruction that was reported before."""
    to: int
    """The first one that was reported after."""


@dataclass(frozen=True)
class DataAccess(Record):
    """A data access."""

    KIND = "rvt_decoder_access"

    type: int
    request: bool
    response: bool
    has_address: bool
    has_operand: bool
    has_data: bool
    error: bool
    lrid: int
    data_size: int
    """2 ** data_size bytes."""
    address: int
    operand: int
    data: int

    def __str__(self) -> str:
        """One line, such as "load request size=4 lrid=1 addr=80001000"."""
        structure = self._structure()
        return line_of(lambda line, size: lib.rvt_decoder_access_format(structure, line, size))


@dataclass(frozen=True)
class Fault:
    """What is wrong with the stream. Decoding goes on with the next sync packet."""

    error: RvtError
    """With status OK nothing is lost, but the decoder chose between paths (AMB-021,
    ETR-MODE-010). After ETR-DAT-011, accesses lack the parts that are not known."""


Element = Union[Range, Trap, Event, Loss, DataAccess, Fault]
"""A trace element: what a decoder reports."""


class Decoder(Handle):
    """A decoder of one hart. Each call returns the elements that it proved, in order. It never
    reports an instruction that it cannot prove was executed."""

    def __init__(self, config: Configuration, program: Program, *, step_limit: int = 0) -> None:
        """Opens a decoder before the first packet. step_limit: how many instructions one packet may
        prove; 0: 16777216. RvtError: the configuration fails its check."""
        found: list[Element] = []
        self._found = found

        def range_(_: Any, element: Any) -> int:
            """Takes a range."""
            found.append(Range._from(element))
            return 0

        def trap(_: Any, element: Any) -> int:
            """Takes a trap."""
            found.append(Trap._from(element))
            return 0

        def event(_: Any, element: Any) -> int:
            """Takes an event."""
            packet = element.te_inst
            te_inst = None if packet == ffi.NULL else TeInst._of(packet)
            found.append(Event._from(element, te_inst=te_inst))
            return 0

        def loss(_: Any, element: Any) -> int:
            """Takes a loss."""
            found.append(Loss._from(element, from_=getattr(element, "from")))
            return 0

        def access(_: Any, element: Any) -> int:
            """Takes a data access."""
            found.append(DataAccess._from(element))
            return 0

        def fault(_: Any, diagnosis: Any) -> int:
            """Takes a fault."""
            found.append(Fault(error_of(diagnosis)))
            return 0

        callbacks = clear("rvt_decoder_callbacks")
        kept = [callbacks]
        for name, function in (
            ("range", range_),
            ("trap", trap),
            ("event", event),
            ("loss", loss),
            ("access", access),
            ("fault", fault),
        ):
            kind = ffi.typeof(getattr(callbacks, name))
            kept.append(ffi.callback(kind, function, error=lib.RVT_ERR_SINK))
            setattr(callbacks, name, kept[-1])
        made = ffi.new("struct rvt_trace_decoder **")
        call(lib.rvt_trace_decoder_open, config._c, program._c, callbacks, step_limit, made)
        self._own(made[0], lib.rvt_trace_decoder_close, program._c, *kept)

    def _elements(self) -> list[Element]:
        """Takes the elements that were reported."""
        found = list(self._found)
        self._found.clear()
        return found

    def push(self, data: bytes) -> list[Element]:
        """Takes the next bytes of an encapsulated stream, in pieces of any size."""
        check(lib.rvt_trace_decoder_push(self._c, data, len(data)), "push")
        return self._elements()

    def payload(self, payload: bytes, *, te_data: bool = False) -> list[Element]:
        """Takes the payload of the next packet: for streams without encapsulation."""
        status = lib.rvt_trace_decoder_payload(self._c, te_data, payload, len(payload))
        check(status, "payload")
        return self._elements()

    def lost(self) -> list[Element]:
        """What carries the stream lost bytes or packets here."""
        check(lib.rvt_trace_decoder_lost(self._c), "lost")
        return self._elements()

    def finish(self) -> list[Element]:
        """Ends the stream: returns what was kept back, and a loss that nothing came after."""
        check(lib.rvt_trace_decoder_finish(self._c), "finish")
        return self._elements()

    def instructions(self, range_: Range) -> list[int]:
        """The addresses of the instructions of a range. RvtError: it is none of this program."""
        addresses: list[int] = []

        def take(_: Any, address: int) -> int:
            """Takes one address."""
            addresses.append(address)
            return 0

        callback = ffi.callback("enum rvt_status(void *, uint64_t)", take)
        function = lib.rvt_trace_decoder_instructions
        status = function(self._c, range_._structure(), callback, ffi.NULL)
        check(status, f"instructions from {range_.first:#x}")
        return addresses


def decode(
    config: Configuration, program: Program, chunks: Iterable[bytes], *, payloads: bool = False
) -> Iterator[Element]:
    """Decodes a stream of encapsulated bytes in pieces of any size; with payloads, each piece is a
    te_inst payload. RvtError: the configuration fails its check."""
    with Decoder(config, program) as decoder:
        for chunk in chunks:
            yield from decoder.payload(chunk) if payloads else decoder.push(chunk)
        yield from decoder.finish()
