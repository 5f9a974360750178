# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The two packets of a finding, laid out in bits. The model knows where a field is: with the
configuration of the run, the package rvt reads the payload. Without it there are names and values,
and the bits of the payload as a whole."""

from dataclasses import dataclass

from report_site.findings import FIELD

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


@dataclass
class Place:
    """Where a field is in the bytes of a packet, and its value in words."""

    name: str
    value: str
    first: int
    width: int


def package():
    """The package rvt; None if it is not there, or its library cannot be loaded."""
    try:
        import rvt
    except (ImportError, OSError):
        return None
    return rvt


def start_of_payload(config, packet, rvt):
    """Where the payload of an encapsulated packet begins, and the payload."""
    found, used = rvt.EncapPacket.read(config, packet.payload)
    start = used - len(found.payload)
    return start, packet.payload[start:used]


def places_of(config, kind, payload, start):
    """The fields of a payload that begins at a byte."""
    read = kind.read(config, payload)
    values = FIELD.findall(read.line(config))
    return [
        Place(name, value, found.bit + 8 * start, found.width)
        for (name, value), found in zip(values, read.fields(config))
    ]


def layout(config, packet, encapsulated):
    """The places of the fields of a packet, or None: there is no configuration, or what it says
    does not agree with the line of the finding."""
    rvt = package()
    if rvt is None or config is None or not packet.payload:
        return None
    for kind in (rvt.TeInst, rvt.TeData):
        start, payload = 0, packet.payload
        try:
            if encapsulated:
                start, payload = start_of_payload(config, packet, rvt)
            places = places_of(config, kind, payload, start)
        except rvt.RvtError:
            continue
        if packet.fields in ([], [(place.name, place.value) for place in places]):
            head = int.from_bytes(packet.payload[:start], "little")
            return [*([Place("header", f"0x{head:x}", 0, 8 * start)] if start else []), *places]
    return None


def name_of(config, payload):
    """The short name of a te_inst packet, such as F3/1, from its payload as text; "" if it is not
    known."""
    rvt = package()
    if rvt is None or config is None:
        return ""
    try:
        return rvt.TeInst.read(config, bytes.fromhex(payload)).name
    except (rvt.RvtError, ValueError):
        return ""


def load_config(path):
    """The configuration of a record; None if it cannot be read, or the package rvt is not there."""
    rvt = package()
    try:
        return rvt.Configuration.load(path) if rvt else None
    except rvt.RvtError:
        return None


def bits_of(payload, first, width, other=()):
    """Bits of a payload, the highest first, each with True if that of other, as many bits in the
    same order, is another one."""
    bits = [bit_of(payload, number) for number in range(first + width - 1, first - 1, -1)]
    against = other if len(other) == width else bits
    return [(str(bit), bit != its) for bit, its in zip(bits, against)]


def boxes_of(packet, places, other, other_places):
    """A packet field by field, and what follows the last one. other: the other packet or None, with
    its places, or None if they are not known."""
    total, found = 8 * len(packet.payload), []
    theirs = {place.name: place for place in other_places or ()}
    for place in places:
        its = theirs.get(place.name)
        against = bits_of(other.payload, its.first, its.width) if its else ()
        bits = bits_of(packet.payload, place.first, place.width, [int(bit) for bit, _ in against])
        sent = max(0, min(place.width, total - place.first))
        differs = other_places is not None and (its is None or its.value != place.value)
        found.append(Box(place.name, place.value, place.first, place.width, bits, sent, differs))
    end = max((place.first + place.width for place in places), default=0)
    if end < total:
        bits = bits_of(packet.payload, end, total - end)
        found.append(Box("padding", "", end, total - end, bits, total - end, False))
    return found


def plain_boxes(packet, other):
    """A packet without its layout: names and values, then its bytes."""
    theirs = dict(other.fields) if other and other.fields else None
    found = [
        Box(name, value, None, 0, [], 0, theirs is not None and theirs.get(name) != value)
        for name, value in packet.fields
    ]
    for number, byte in enumerate(packet.payload):
        its = other.payload[number : number + 1] if other else b""
        theirs_here = [int(bit) for bit, _ in bits_of(its, 0, 8)] if its else ()
        bits = bits_of(packet.payload, 8 * number, 8, theirs_here)
        differs = any(differ for _, differ in bits)
        found.append(Box(f"byte {number}", f"0x{byte:02x}", 8 * number, 8, bits, 8, differs))
    return found


def lay_out(finding, config):
    """Sets the boxes of the packets of a finding: both with their places, or neither."""
    sides = [side for side in (finding.expected, finding.observed) if side]
    places = [layout(config, side, finding.data.get("stream") == "bytes") for side in sides]
    known = all(place is not None for place in places)
    for number, side in enumerate(sides):
        other = sides[1 - number] if len(sides) == 2 else None
        side.boxes = (
            boxes_of(side, places[number], other, places[1 - number] if other else None)
            if known
            else plain_boxes(side, other)
        )
