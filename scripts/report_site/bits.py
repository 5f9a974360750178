# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The two packets of a finding, laid out in bits. The model knows where a field is: with the
configuration of the run, the package rvt reads the payload. Without it there are names and values,
and the bits of the payload as a whole."""

from dataclasses import dataclass

GROUP = 4  # bits that are written together


@dataclass
class Box:
    """A field of a packet. bits: as a number, the highest bit first, each with True if the other
    packet has another one; sent: how many of the bits are in the payload, the others are implied.
    """

    name: str
    value: str
    first: int | None
    width: int
    bits: list[tuple[str, bool]]
    sent: int
    differs: bool

    @property
    def place(self):
        """Its bits in the payload, in words."""
        if self.first is None or not self.width:
            return ""
        last = self.first + self.width - 1
        return f"bit {self.first}" if self.width == 1 else f"bits {self.first} to {last}"

    @property
    def groups(self):
        """Its bits in groups, the lowest group whole; a group is a list of runs of bits that all
        differ, or all do not, as text."""
        lead = len(self.bits) % GROUP
        cuts = [0, *range(lead or GROUP, len(self.bits) + 1, GROUP)]
        return [runs(self.bits[a:b]) for a, b in zip(cuts, cuts[1:])]


def runs(bits):
    """Neighbours that agree in whether they differ, joined: [("01", True), ...]."""
    joined = []
    for bit, differs in bits:
        if joined and joined[-1][1] == differs:
            joined[-1] = (joined[-1][0] + bit, differs)
        else:
            joined.append((bit, differs))
    return joined


def bit_of(payload, number):
    """A bit of a payload. After its end, the last bit is repeated."""
    if not payload:
        return 0
    number = min(number, 8 * len(payload) - 1)
    return payload[number // 8] >> number % 8 & 1


def layout(config, packet):
    """The fields of a packet with their places, [(name, width, first bit)], or None: there is no
    configuration, or what it says does not agree with the line of the finding."""
    try:
        from rvt import RvtError, TeInst
    except (ImportError, OSError):
        return None
    try:
        fields = TeInst.read(config, packet.payload).fields(config)
    except RvtError:
        return None
    if [found.name for found in fields] != [name for name, _ in packet.fields]:
        return None
    return [(found.name, found.width, found.bit) for found in fields]


def name_of(config, payload):
    """The short name of a packet, such as F3/1, from its payload as text; "" if it is not known."""
    if config is None:
        return ""
    from rvt import RvtError, TeInst

    try:
        return TeInst.read(config, bytes.fromhex(payload)).name
    except (RvtError, ValueError):
        return ""


def load_config(path):
    """The configuration of a record; None if it cannot be read, or the package rvt is not there."""
    try:
        from rvt import Configuration, RvtError
    except (ImportError, OSError):
        return None
    try:
        return Configuration.load(path)
    except RvtError:
        return None


def bits_of(payload, first, width, other=()):
    """Bits of a payload, the highest first, each with True if that of other, as many bits in the
    same order, is another one."""
    bits = [bit_of(payload, number) for number in range(first + width - 1, first - 1, -1)]
    against = other if len(other) == width else bits
    return [(str(bit), bit != its) for bit, its in zip(bits, against)]


def field_differs(name, value, other):
    """True if the other packet lacks a field, or has another value."""
    return other is not None and dict(other.fields).get(name) != value


def boxes_of(packet, places, other, other_places):
    """A packet field by field, and what follows the last one. places: its layout."""
    total, found = 8 * len(packet.payload), []
    theirs = {name: (first, width) for name, width, first in other_places or ()}
    for (name, value), (_, width, first) in zip(packet.fields, places):
        its = bits_of(other.payload, *theirs[name]) if name in theirs else ()
        bits = bits_of(packet.payload, first, width, [int(bit) for bit, _ in its])
        sent = max(0, min(width, total - first))
        found.append(Box(name, value, first, width, bits, sent, field_differs(name, value, other)))
    end = max((first + width for _, width, first in places), default=0)
    if end < total:
        bits = bits_of(packet.payload, end, total - end)
        found.append(Box("padding", "", end, total - end, bits, total - end, False))
    return found


def plain_boxes(packet, other):
    """A packet without its layout: names and values, then the payload byte by byte."""
    found = [
        Box(name, value, None, 0, [], 0, field_differs(name, value, other))
        for name, value in packet.fields
    ]
    for number, byte in enumerate(packet.payload):
        its = other.payload[number : number + 1] if other else b""
        theirs = [its[0] >> bit & 1 for _ in its for bit in range(7, -1, -1)]
        bits = bits_of(packet.payload, 8 * number, 8, theirs)
        differs = any(differ for _, differ in bits)
        found.append(Box(f"byte {number}", f"0x{byte:02x}", 8 * number, 8, bits, 8, differs))
    return found


def lay_out(finding, config):
    """Sets the boxes of the packets of a finding."""
    sides = [side for side in (finding.expected, finding.observed) if side]
    readable = config is not None and finding.data.get("stream") != "bytes"
    places = [layout(config, side) if readable else None for side in sides]
    for number, side in enumerate(sides):
        other = sides[1 - number] if len(sides) == 2 else None
        side.boxes = (
            boxes_of(side, places[number], other, other and places[1 - number])
            if places[number]
            else plain_boxes(side, other)
        )
