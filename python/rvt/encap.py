# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Encapsulated packets, and streams of them (rvt/encap.h)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from rvt._binding import Handle, Record, call, check, clear, error_of, ffi, lib
from rvt.config import Configuration
from rvt.status import RvtError


class EncapType(enum.IntEnum):
    """A normal packet, or one of the two null packets: enum rvt_encap_type."""

    PACKET = 0
    IDLE = 1
    ALIGNMENT = 2


@dataclass
class EncapPacket(Record):
    """An encapsulated packet. Widths are those of the section encapsulation."""

    KIND = "rvt_encap_packet"
    ENUMS = {"what": EncapType}

    payload: bytes = b""
    """1 to PAYLOAD_BYTES bytes; none in null packets."""
    what: EncapType = EncapType.PACKET
    flow: int = 0
    extend: bool = False
    """There is a timestamp."""
    srcid: int = 0
    type: int = 0
    timestamp: int = 0

    @classmethod
    def _of(cls, structure: Any) -> EncapPacket:
        """The packet in a structure."""
        payload = bytes(ffi.buffer(structure.payload, structure.payload_bytes))
        return cls._from(structure, payload=payload)

    def _packet(self) -> Any:
        """A structure with the values of this packet. RvtError: the payload is too long."""
        structure = self._structure("payload")
        if len(self.payload) > len(structure.payload):
            check(lib.RVT_ERR_CAPACITY, f"a payload of {len(self.payload)} bytes")
        ffi.memmove(structure.payload, self.payload, len(self.payload))
        structure.payload_bytes = len(self.payload)
        return structure

    @classmethod
    def read(cls, config: Configuration, data: bytes) -> tuple[EncapPacket, int]:
        """Reads the packet at the beginning of data, and its length. RvtError: data ends inside
        it, or it is none."""
        structure, used = clear(cls.KIND), ffi.new("size_t *")
        call(lib.rvt_encap_packet_read, config._c, data, len(data), structure, used)
        return cls._of(structure), int(used[0])

    def write(self, config: Configuration) -> bytes:
        """The bytes of the packet. RvtError: a value is too wide, or the payload too long."""
        out, used = ffi.new("uint8_t[]", lib.RVT_ENCAP_BYTES), ffi.new("size_t *")
        call(lib.rvt_encap_packet_write, config._c, self._packet(), out, len(out), used)
        return bytes(ffi.buffer(out, used[0]))


@dataclass(frozen=True)
class EncapElement:
    """What a receiver found: a packet, or a fault."""

    position: int
    """Of the first byte of the packet, or of the fault, in the stream."""
    packet: EncapPacket | None
    error: RvtError | None


class EncapReceiver(Handle):
    """Finds the packets of a stream of bytes, also after what is none. Each call returns what was
    completed."""

    def __init__(self, config: Configuration, *, in_place: bool = True) -> None:
        """Opens a receiver before the first byte. in_place: that byte is the header of a packet;
        otherwise the receiver waits for a synchronisation sequence. RvtError: the configuration
        fails its check."""
        found: list[EncapElement] = []
        self._found = found

        def packet(_: Any, structure: Any, position: int) -> int:
            """Takes a packet."""
            found.append(EncapElement(position, EncapPacket._of(structure), None))
            return 0

        def fault(_: Any, diagnosis: Any) -> int:
            """Takes a fault."""
            found.append(EncapElement(diagnosis.position, None, error_of(diagnosis)))
            return 0

        callbacks = clear("rvt_encap_callbacks")
        kept = [callbacks]
        for name, function in (("packet", packet), ("fault", fault)):
            kind = ffi.typeof(getattr(callbacks, name))
            kept.append(ffi.callback(kind, function, error=lib.RVT_ERR_SINK))
            setattr(callbacks, name, kept[-1])
        made = ffi.new("struct rvt_encap_receiver **")
        check(lib.rvt_encap_receiver_open(config._c, in_place, callbacks, made), "receiver")
        self._own(made[0], lib.rvt_encap_receiver_close, *kept)

    def _elements(self) -> list[EncapElement]:
        """Takes what was found."""
        found = list(self._found)
        self._found.clear()
        return found

    def push(self, data: bytes) -> list[EncapElement]:
        """Takes the next bytes."""
        check(lib.rvt_encap_receiver_push(self._c, data, len(data)), "push")
        return self._elements()

    def finish(self) -> list[EncapElement]:
        """Ends the stream: a packet that is not complete is a fault."""
        check(lib.rvt_encap_receiver_finish(self._c), "finish")
        return self._elements()


class EncapSender(Handle):
    """Makes the stream that a sink would send, with the null packets and synchronisation sequences
    of the configuration. Each call returns the bytes that it sends."""

    def __init__(self, config: Configuration) -> None:
        """Opens a sender. RvtError: the configuration fails its check."""
        sent = bytearray()
        self._sent = sent

        def take(_: Any, data: Any, count: int) -> None:
            """Takes bytes."""
            sent.extend(ffi.buffer(data, count))

        callback = ffi.callback("rvt_bytes_callback", take)
        made = ffi.new("struct rvt_encap_sender **")
        check(lib.rvt_encap_sender_open(config._c, callback, ffi.NULL, made), "sender")
        self._own(made[0], lib.rvt_encap_sender_close, callback)

    def _bytes(self) -> bytes:
        """Takes the bytes that were sent."""
        sent = bytes(self._sent)
        self._sent.clear()
        return sent

    def packet(self, packet: EncapPacket) -> bytes:
        """Sends a packet of any kind. RvtError: as EncapPacket.write; nothing was sent."""
        call(lib.rvt_encap_sender_packet, self._c, packet._packet())
        return self._bytes()

    def payload(self, payload: bytes, *, te_data: bool = False, timestamp: int = 0) -> bytes:
        """Sends a payload as a packet of the configured source. RvtError: as packet."""
        call(lib.rvt_encap_sender_payload, self._c, te_data, payload, len(payload), timestamp)
        return self._bytes()

    def nulls(self, count: int) -> bytes:
        """Sends null packets."""
        lib.rvt_encap_sender_nulls(self._c, count)
        return self._bytes()

    def synchronise(self) -> bytes:
        """Sends a synchronisation sequence."""
        lib.rvt_encap_sender_synchronise(self._c)
        return self._bytes()

    def finish(self) -> bytes:
        """Ends the stream: sends what is held back, and fills the last block."""
        lib.rvt_encap_sender_finish(self._c)
        return self._bytes()
