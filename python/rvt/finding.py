# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Findings of a comparison as data (rvt/lockstep_finding.h)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from rvt._binding import Record, check, clear, ffi, lib, text


class Verdict(enum.IntEnum):
    """The verdicts of a comparison; each has its list of findings: enum
    rvt_comparison_verdict."""

    BIT_EXACT = 0
    """Every packet, and every encapsulated byte, equals the model's, in order and in time."""
    DECODE_EXACT = 1
    """The packets decode to exactly what retired."""
    SAME_FIELDS = 2
    """Every packet equals the model's in its fields; in the place of bit-exact."""
    INGRESS = 3
    """The program can retire every row; the only verdict if no packet is observed."""

    @property
    def label(self) -> str:
        """As reports spell it: "bit-exact", "decode-exact"."""
        return text(lib.rvt_finding_verdict_name(FindingVerdict[self.name].value))


class FindingVerdict(enum.IntEnum):
    """What was compared: enum rvt_finding_verdict."""

    BIT_EXACT = 0
    DECODE_EXACT = 1
    INGRESS = 2
    """Rows and the program; listed under each verdict."""
    TIMING = 3
    """Cycles and the timing contract; listed under bit-exact or same-fields."""
    SAME_FIELDS = 4


class FindingKind(enum.IntEnum):
    """What is wrong: enum rvt_finding_kind, which explains each. Later versions may append
    kinds."""

    DIFFERS = 0
    MISSING = 1
    EXTRA = 2
    LATE = 3
    STREAMS = 4
    NULL_PACKET = 5
    PACKET_END = 6
    NOT_RETIRED = 7
    UNDECODABLE = 8
    UNSYNCHRONISED = 9
    UNREPORTED = 10
    CYCLE = 11
    NO_CAUSE = 12
    BEATS = 13
    ROOM = 14
    ROW = 15
    PROGRAM = 16
    FAULT = 17
    NOTHING = 18
    REFUSED = 19
    MEMORY = 20
    WAIVER = 21
    PADDING = 22

    @property
    def label(self) -> str:
        """The name that reports use, such as "missing"."""
        return text(lib.rvt_finding_kind_name(self.value))


@dataclass(frozen=True)
class FindingBlock(Record):
    """A block that the hart retired, or a trap."""

    KIND = "rvt_lockstep_block"

    cycle: int
    first: int
    """Address of its first instruction."""
    last: int
    """Address of its last instruction."""
    iretire: int
    """As in the row; 0: nothing retired, it is a trap."""
    itype: int
    priv: int
    lost: bool
    """The encoder dropped its row."""


@dataclass(frozen=True)
class Finding(Record):
    """The report of one mismatch. Where a kind has no such thing, texts and bytes are empty, and
    numbers are 0. str() is as it is printed."""

    KIND = "rvt_lockstep_finding"
    ENUMS = {"kind": FindingKind, "verdict": FindingVerdict}

    listed: Verdict
    """The verdict in whose list it is."""
    text: str
    """Several lines, without a newline at the end."""
    kind: FindingKind
    verdict: FindingVerdict
    cycle: int
    clause: str
    """The requirement that is broken, as "ETR-FMT-027", or a rule of rvt, as "PacketOnTime"."""
    reason: str
    byte_stream: bool
    """Of the encapsulated bytes; else of the payloads."""
    te_data: bool
    has_packet: bool
    packet: int
    """Its number in the stream, from 0."""
    count: int
    """Packets concerned."""
    packet_kind: str
    """"F1", "F3/0"; of te_data such as "load"."""
    field: str
    """Of several that differ, the first one that no waiver accepts."""
    has_expected: bool
    has_observed: bool
    observed_absent: bool
    """has_observed: the packet has no such field."""
    expected: int
    observed: int
    has_cause: bool
    decision: str
    """Why the model expected the packet, in words."""
    decision_clause: str
    iaddr: int
    """Of the item."""
    item_cycle: int
    decision_cycle: int
    expected_bytes: bytes
    observed_bytes: bytes
    expected_packet: str
    """Its name, fields and payload, in words."""
    observed_packet: str
    retired: str
    """decode-exact: what retired."""
    decoded: str
    """decode-exact: what the packets decode to in its place."""
    blocks: tuple[FindingBlock, ...]
    """What the hart retired before, oldest first."""

    @classmethod
    def _of(cls, comparison: Any, listed: Verdict, index: int) -> Finding:
        """A finding of a comparison."""
        structure = clear(cls.KIND)
        check(lib.rvt_comparison_inspect(comparison, listed, index, structure), "finding")
        blocks = []
        for number in range(structure.blocks):
            block = clear(FindingBlock.KIND)
            status = lib.rvt_comparison_finding_block(comparison, listed, index, number, block)
            check(status, "block of a finding")
            blocks.append(FindingBlock._from(block))
        return cls._from(
            structure,
            listed=listed,
            text=text(lib.rvt_comparison_finding(comparison, listed, index)),
            expected_bytes=_bytes(structure.expected_bytes, structure.expected_size),
            observed_bytes=_bytes(structure.observed_bytes, structure.observed_size),
            blocks=tuple(blocks),
        )

    @property
    def title(self) -> str:
        """The first line of the text, which names cycle, difference and rule."""
        return self.text.split("\n", maxsplit=1)[0]

    def __str__(self) -> str:
        """The finding as scoreboards print it: "bit-exact: cycle 107: ..."."""
        return f"{self.listed.label}: {self.text}"


@dataclass(frozen=True)
class Waiver(Record):
    """A waiver of the configuration and how often it was used. A waived finding is in no list and
    fails no verdict; a waiver that matched nothing is a finding at the end, unless it is optional.
    """

    KIND = "rvt_lockstep_waiver"

    text: str
    """What it names: "clause ETR-FMT-027, packet F1, count 3"."""
    reason: str
    """Why its findings are accepted."""
    count: int
    """Findings of each verdict that it waives at most; 0: all."""
    bit_exact: int
    """Findings of that verdict that it waived so far."""
    decode_exact: int
    same_fields: int
    ingress: int


def _bytes(pointer: Any, size: int) -> bytes:
    """The bytes at a pointer, which may be null."""
    return bytes(ffi.buffer(pointer, size)) if size else b""
