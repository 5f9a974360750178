# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Bits of payloads: the first field first, multi-bit fields with the least significant bit first.

Spec: Instruction Trace Encoder Output Packets, the paragraphs before Format 3 packets.
"""


class BitsError(ValueError):
    """A payload that does not follow its format; the text says what is wrong."""


def mask(width):
    """A number of width ones."""
    return (1 << width) - 1


def signed(value, width):
    """The two's complement number in the low bits of value; width 0 gives 0."""
    value &= mask(width)
    return value - (1 << width) if width and value >> (width - 1) else value


class BitWriter:
    """A payload that grows field by field.

    fields: what was written, as (name, width, value), for tables and error messages.
    """

    def __init__(self):
        """Starts an empty payload."""
        self.value, self.width, self.fields = 0, 0, []

    def put(self, value, width, name=""):
        """Appends a field; negative values are written in two's complement.

        Raises BitsError if the value needs more bits than the field has.
        """
        if not -(1 << max(width - 1, 0)) <= value <= mask(width):
            raise BitsError(f"{name or 'field'}: {value} does not fit into {width} bits")
        value &= mask(width)
        self.value |= value << self.width
        self.width += width
        self.fields.append((name, width, value))

    def last_bit(self):
        """The bit that was written last, which the coded flags of a packet refer to."""
        if not self.width:
            raise BitsError("there is no preceding bit")
        return self.value >> (self.width - 1) & 1

    def compressed(self):
        """The payload as bytes, with sign based compression of the whole packet."""
        return compress(self.value, self.width)

    def full(self):
        """The payload as bytes, not compressed, and sign-extended to whole bytes."""
        return extend(self.value, self.width)


def significant(value, width):
    """How many of the bits remain after equal top bits are left out; at least one (AMB-140)."""
    if width == 0:
        raise BitsError("an empty payload")
    top = value >> (width - 1) & 1
    while width > 1 and value >> (width - 2) & 1 == top:
        width -= 1
    return width


def extend(value, width):
    """These bits as bytes, sign-extended to the next byte boundary."""
    count = (width + 7) // 8
    return (signed(value, width) & mask(8 * count)).to_bytes(count, "little")


def compress(value, width):
    """These bits as bytes: equal top bits left out, then sign-extended to whole bytes."""
    return extend(value, significant(value, width))


class BitReader:
    """Reads the fields of a payload; what compression left out continues its last bit."""

    def __init__(self, payload):
        """payload: the bytes of a packet, at least one."""
        if not payload:
            raise BitsError("an empty payload")
        self.size = 8 * len(payload)
        self.value = signed(int.from_bytes(payload, "little"), self.size)
        self.position, self.fields = 0, []

    def get(self, width, name=""):
        """The next field, not signed."""
        value = self.value >> self.position & mask(width)
        self.position += width
        self.fields.append((name, width, value))
        return value

    def last_bit(self):
        """The bit that was read last."""
        if not self.position:
            raise BitsError("there is no preceding bit")
        return self.value >> (self.position - 1) & 1

    def finish(self):
        """Checks that the bits after the last field are copies of it: padding by sign (AMB-142),
        and that they end at the nearest byte boundary.

        Raises BitsError otherwise.
        """
        if self.size > (self.position + 7) // 8 * 8:
            raise BitsError("bytes after the last field")
        if self.value >> self.position != -self.last_bit():
            raise BitsError(f"bits after the last field, at bit {self.position}")
