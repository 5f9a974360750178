# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Encapsulated packets, both ways: header, srcID, timestamp, type, payload, nulls, synchronisation.

Spec: Unformatted Trace & Diagnostic Data Packet Encapsulation for RISC-V, chapters Packet
Encapsulation and Packet Encapsulation for E-Trace.
"""

from dataclasses import dataclass

from tests.oracle.bits import BitReader, BitWriter, extend, mask, signed, significant

# The fields of the header byte.
HEADER = (("length", 5), ("flow", 2), ("extend", 1))
# Field groups in transmission order. With timestamps and a srcID that is no multiple of 8 bits, the
# order of the text puts the timestamp between bits of one byte; the other reading puts it after
# the whole bytes of srcID, where the formula of the length counts it (AMB-145).
GROUPS = {
    "bit": ("srcid", "timestamp", "type", "payload"),
    "after_srcid_byte": ("srcid_bytes", "timestamp", "srcid_rest", "type", "payload"),
}
PAYLOAD_BYTES = 31
IDLE, ALIGNMENT = "null.idle", "null.alignment"
NULLS = {0: IDLE, 1: ALIGNMENT}


class EncapsulationError(ValueError):
    """Bytes or fields that break the format; field names the culprit."""

    def __init__(self, field, why, size=None):
        """field: where; why: what is wrong; size: bytes of the packet if they are known."""
        super().__init__(f"{field}: {why}")
        self.field, self.size = field, size


@dataclass
class Packet:
    """A normal packet or, with kind IDLE or ALIGNMENT, a null.

    payload: bytes, sign-extended from the transmitted bits; timestamp: None if there is none.
    """

    kind: str = "normal"
    flow: int = 0
    srcid: int = 0
    timestamp: int = None
    type: int = 0
    payload: bytes = b""
    position: int = 0


class Encapsulation:
    """The constants of a stream: widths and values of a configuration's section encapsulation."""

    def __init__(self, config):
        """config: a Config."""
        section = config.encapsulation
        self.srcid_bits, self.srcid = section["srcid_bits"], section["srcid"]
        self.type_bits = section["type_bits"]
        self.types = {"inst": section["type_inst"], "data": section["type_data"]}
        self.flow, self.timestamp_bytes = section["flow"], section["timestamp_bytes"]
        self.groups = GROUPS[config.reading("ts_align")]
        self.block = section["block_bytes"]
        self.certain = config.reading("bit_sync") == "certain"
        self.joint = config.reading("encap_compress") == "joint"

    @property
    def longest_null_run(self):
        """N: the most null bytes that a normal packet can have (chapter Synchronization)."""
        return PAYLOAD_BYTES + self.timestamp_bytes + self.srcid_bits // 8

    def widths(self, extended):
        """The width of each group but the payload."""
        return {
            "srcid": self.srcid_bits,
            "srcid_bytes": self.srcid_bits // 8 * 8,
            "srcid_rest": self.srcid_bits % 8,
            "timestamp": 8 * self.timestamp_bytes if extended else 0,
            "type": self.type_bits,
        }

    def encode(self, payload, width, packet):
        """The bytes of a normal packet.

        payload, width: the bits of a te_inst or te_data, not compressed; packet: flow, srcid,
        timestamp and type. Raises EncapsulationError if it is too long.
        """
        extended = packet.timestamp is not None
        if self.srcid_bits and packet.srcid >> self.srcid_bits:
            raise EncapsulationError("srcID", f"{packet.srcid} in {self.srcid_bits} bits")
        if extended and not self.timestamp_bytes:
            raise EncapsulationError("extend", "a timestamp without a width")
        rest = self.srcid_bits % 8 + self.type_bits
        if not self.joint:
            # The payload is a number of bytes of its own before it is encapsulated.
            data = extend(payload, significant(payload, width))
            payload, width = int.from_bytes(data, "little"), 8 * len(data)
        else:
            width = significant(payload, width)
        payload = signed(payload, width)
        length = (width + rest + 7) // 8
        if length > PAYLOAD_BYTES:
            raise EncapsulationError("length", f"{length} bytes of payload")
        values = {
            "srcid": packet.srcid & mask(self.srcid_bits),
            "srcid_bytes": packet.srcid & mask(self.srcid_bits // 8 * 8),
            "srcid_rest": packet.srcid >> self.srcid_bits // 8 * 8,
            "timestamp": packet.timestamp or 0,
            "type": packet.type,
        }
        writer = BitWriter()
        header = {"length": length, "flow": packet.flow, "extend": int(extended)}
        for name, bits in HEADER:
            writer.put(header[name], bits, name)
        widths = self.widths(extended)
        for name in self.groups[:-1]:
            if widths[name]:
                writer.put(values[name], widths[name], name)
        # Padding continues the sign: a receiver cannot tell it from the payload (AMB-142).
        space = 8 * length - rest
        writer.put(payload & mask(space), space, "payload")
        return writer.full()

    def null(self, kind=IDLE, flow=None):
        """A null packet."""
        flow = self.flow if flow is None else flow
        return bytes([flow << 5 | (kind == ALIGNMENT) << 7])

    def sync_sequence(self, framed=False):
        """N + 1 nulls, the last one null.alignment unless the stream is framed; flow is 0."""
        last = IDLE if framed else ALIGNMENT
        return self.null(IDLE, 0) * self.longest_null_run + self.null(last, 0)

    def parse_one(self, stream, position):
        """The packet at this position and the position after it.

        Raises EncapsulationError; its size is None if the length of the packet is not known.
        """
        if position >= len(stream):
            raise EncapsulationError("length", "no header")
        header, shift = {}, 0
        for name, bits in HEADER:
            header[name] = stream[position] >> shift & mask(bits)
            shift += bits
        packet = Packet(flow=header["flow"], position=position)
        if header["length"] == 0:
            packet.kind = NULLS[header["extend"]]
            return packet, position + 1
        if header["extend"] and not self.timestamp_bytes:
            raise EncapsulationError("extend", "a timestamp without a width")
        widths = self.widths(header["extend"])
        size = 1 + self.srcid_bits // 8 + widths["timestamp"] // 8 + header["length"]
        data = stream[position : position + size]
        if len(data) < size:
            raise EncapsulationError("length", "the stream ends within the packet")
        space = 8 * header["length"] - self.srcid_bits % 8 - self.type_bits
        if space < 1:
            raise EncapsulationError("length", "no bit of payload", size)
        reader = BitReader(data)
        reader.get(8, "header")
        values = {name: reader.get(widths[name], name) for name in self.groups[:-1]}
        packet.srcid = values.get("srcid", 0)
        if "srcid_rest" in values:
            packet.srcid = values["srcid_bytes"] | values["srcid_rest"] << widths["srcid_bytes"]
        packet.timestamp = values["timestamp"] if header["extend"] else None
        packet.type = values["type"]
        packet.payload = extend(reader.get(space, "payload"), space)
        return packet, position + size

    def parse(self, stream, enter=False, resume=True):
        """All packets and nulls of a stream, and its errors: ([Packet], [EncapsulationError]).

        enter: the first byte may be anywhere in a packet. After an error without size, reading
        goes on after the next synchronisation sequence, or ends unless resume. Each block begins
        with a header.
        """
        packets, errors = [], []
        block = self.block or len(stream) or 1
        for start in range(0, len(stream), block):
            part = stream[start : start + block]
            found, bad = self.parse_part(part, enter and start == 0, resume)
            for item in found + bad:
                item.position += start
            packets += found
            errors += bad
        return packets, errors

    def parse_part(self, stream, enter, resume):
        """The same for a stream without blocks, or one block."""
        packets, errors = [], []
        position = self.after_sync(stream, 0) if enter else 0
        while position < len(stream):
            try:
                packet, position = self.parse_one(stream, position)
                packets.append(packet)
            except EncapsulationError as error:
                error.position = position
                errors.append(error)
                if error.size is None and not resume:
                    break
                if error.size is None:
                    position = self.after_sync(stream, position)
                else:
                    position += error.size
        return packets, errors

    def after_sync(self, stream, position):
        """Where the first packet after a synchronisation sequence begins.

        More than N null bytes in a row: the first byte after them that is no null is a header. The
        end of the stream if there is no such run.
        """
        run = 0
        for index in range(position, len(stream)):
            if stream[index] & mask(5) == 0:
                run += 1
            elif run > self.longest_null_run:
                return index
            else:
                run = 0
        return len(stream)

    def after_bit_sync(self, bits, count, start=0):
        """The same for bits whose byte boundaries are not known: the bit where a packet begins.

        bits, count: a number and how many of its bits are the stream. A synchronisation sequence is
        8 N + 7 zeros and the one of null.alignment. Without timestamps a packet of zeros and the
        header after it can have just as many zeros (own finding, README.md): reading bit_sync.
        """
        least = 8 * self.longest_null_run + 7
        least += self.certain and not self.timestamp_bytes
        run = 0
        for index in range(start, count):
            if bits >> index & 1 == 0:
                run += 1
                continue
            if run >= least:
                return index + 1
            run = 0
        return count

    def parse_bits(self, bits, count):
        """Packets and errors of bits that begin anywhere; positions are bits divided by 8."""
        packets, errors = [], []
        start = self.after_bit_sync(bits, count)
        while count - start >= 8:
            whole = (count - start) // 8
            stream = (bits >> start & mask(8 * whole)).to_bytes(whole, "little")
            found, bad = self.parse(stream, resume=False)
            for item in found + bad:
                item.bit = start + 8 * item.position
                item.position = item.bit // 8
            packets += found
            errors += bad
            if not bad or bad[-1].size is not None:
                break
            start = self.after_bit_sync(bits, count, bad[-1].bit)
        return packets, errors
