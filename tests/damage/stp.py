# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Damage to SyS-T messages on STP, at nibbles."""

import json
import re

from packets import spread
from streams import CONFIGS, Base, Damage

BYTES = {"D8M": 1, "D16M": 2, "D32M": 4, "D8": 1, "D16": 2, "D32": 4, "D32TS": 4}
CHECKSUM = 4
ASYNC = [15] * 21 + [0]
CLOCK = bytes.fromhex("080000010600000000000000e803000000000000")
HEX = re.compile(r"[0-9a-f]+")


def nibbles_of(data):
    """The nibbles of bytes in order of time."""
    return [nibble for byte in data for nibble in (byte & 15, byte >> 4)]


def bytes_of(nibbles):
    """Bytes of nibbles; an odd one is followed by NULL."""
    padded = nibbles + [0] * (len(nibbles) % 2)
    return bytes(low | high << 4 for low, high in zip(padded[::2], padded[1::2]))


def nibbles_of_text(text):
    """The nibbles of the notation of the vectors; None: it has other words."""
    nibbles = []
    for word in re.findall(r"ASYNC|\S+?(?=ASYNC|\s|$)", text):
        if word == "ASYNC":
            nibbles += ASYNC
        elif HEX.fullmatch(word):
            nibbles += [int(digit, 16) for digit in word]
        else:
            return None
    return nibbles


def digits_of(data):
    """The nibbles of the payload of a packet, highest first."""
    return [digit for byte in reversed(data) for digit in (byte >> 4, byte & 15)]


def messages_of(messages):
    """A stream of messages on a channel, and the nibbles of the packets that have each byte of the
    last one: four bytes with a timestamp, packets of 8 bytes, then packets of a byte."""
    nibbles = ASYNC + [15, 0, 0, 3, 1, 0, 1]
    for data in messages:
        places = [len(nibbles)] * 4
        nibbles += [15, 6, *digits_of(data[:4]), 0]
        at = 4
        while at < len(data):
            count = 8 if len(data) - at > 64 else 1
            places += [len(nibbles)] * count
            last = at + count == len(data)
            opcode = [7] if count == 8 else [15, 8] if last else [4]
            nibbles += opcode + digits_of(data[at : at + count])
            at += count
    return bytes_of(nibbles), places


class Stp:
    """The damage to one stream."""

    def __init__(self, base):
        """Reads the packets of the stream."""
        self.base = base
        self.nibbles = nibbles_of(base.data)
        events = [e for e in json.loads(base.run("stp", "--json", base.path)) if "packet" in e]
        self.name = [event["packet"] for event in events]
        self.at = [2 * event["byte"] + event["nibble"] for event in events]

    def all_of(self, *names):
        """The indices of packets of these names, after the first 12 packets."""
        return [i for i, name in enumerate(self.name) if i > 12 and name in names]

    def damage(self, rule, nibbles, at, what):
        """A damaged copy; at: the nibble of the finding."""
        return self.base.damage(rule, bytes_of(nibbles), ("nibble", at), what, decode=False)

    def inserted(self, rule, before, added, what, shift=0):
        """Nibbles before packets, which break a rule at their own place and shift nibbles on."""
        for i in spread(before, 8):
            at = self.at[i]
            stream = self.nibbles[:at] + added + self.nibbles[at:]
            yield self.damage(rule, stream, at + shift, what)

    def removed(self, rule, packets, where, what):
        """Packets are left out; where gives the index of the packet that the finding is on."""
        for i in spread(packets, 8):
            stream = self.nibbles[: self.at[i]] + self.nibbles[self.at[i + 1] :]
            place = self.at[where(i)] - (self.at[i + 1] - self.at[i])
            yield self.damage(rule, stream, place, what)

    def checksum(self, first):
        """The packet with the first byte of the checksum of a message, which ends with it."""
        i, bytes_before = first, []
        while not self.name[i].endswith("M"):
            bytes_before.append(BYTES[self.name[i]])
            i += 1
        left = sum(bytes_before) + BYTES[self.name[i]] - CHECKSUM
        i = first
        while left >= BYTES[self.name[i]]:
            left -= BYTES[self.name[i]]
            i += 1
        return i

    def changed(self, rule, messages, offset, bits, what):
        """Bits of the nibble at an offset of a message are inverted."""
        for i in spread(messages, 8):
            stream = list(self.nibbles)
            stream[self.at[i] + offset] ^= bits
            place = self.checksum(i) if rule == "SYST-008" else i
            yield self.damage(rule, stream, self.at[place], what)

    def packets(self):
        """Rules of STP."""
        firsts = self.all_of("D32TS")
        data = self.all_of("D32")
        yield from self.inserted("STP-003", firsts, [15, 0, 12], "a reserved opcode")
        yield from self.inserted("STP-014", firsts, [0], "NULL")
        yield from self.inserted("STP-009", firsts, [2, 1, 2], "MERR")
        yield from self.inserted("STP-009", firsts, [15, 2, 1, 2], "GERR")
        yield from self.inserted("STP-002", firsts, ASYNC + [3, 0, 1], "C8 after ASYNC", 22)
        yield from self.inserted("STP-011", firsts, [1, 0, 1], "M8 again")
        for i in spread(data, 8):  # ASYNC after two nibbles of a packet
            at = self.at[i] + 2
            stream = self.nibbles[:at] + ASYNC + [15, 0, 0, 3] + self.nibbles[at:]
            yield self.damage("STP-005", stream, self.at[i], "ASYNC inside a packet")
        for i in spread(firsts, 8):  # the size of the timestamp
            stream = list(self.nibbles)
            stream[self.at[i] + 10] = 15
            yield self.damage("STP-004", stream, self.at[i], "timestamp size 15")
        for i in spread(self.all_of("D16M", "D32M"), 16):
            cut = self.at[i] + 4 - self.at[i] % 2
            yield self.damage("STP-010", self.nibbles[:cut], self.at[i], "cut")
        for count in (2, 4, 8, 40):
            stream = [1, 7] * (count // 2) + self.nibbles
            yield self.damage("STP-001", stream, 0, "nibbles before ASYNC")

    def messages(self):
        """Rules of sequences."""
        firsts, lasts = self.all_of("D32TS"), self.all_of("D32M", "D16M", "D8M")
        yield from self.removed("SEQ-001", lasts, lambda i: i + 1, "no end of a message")
        yield from self.removed(
            "SEQ-002",
            [i for i in firsts if self.name[i + 1] == "D32"],
            lambda i: i + 1,
            "no start of a message",
        )
        for i in spread([i for i in lasts if i > firsts[0]], 8):  # a message but for its end
            first = max(f for f in firsts if f < i)
            stream = self.nibbles[: self.at[first]] + self.nibbles[self.at[i] :]
            yield self.damage("SEQ-003", stream, self.at[first], "the end of a message alone")
        yield from self.inserted("SEQ-006", [i + 1 for i in firsts], [12, 5], "D4 in a message")
        yield from self.inserted("SEQ-004", firsts, [15, 14], "FLAG alone")
        for i in spread(firsts, 8):
            at = self.at[i + 1]
            if at % 2 == 0:
                yield self.damage("SEQ-009", self.nibbles[:at], at, "cut")

    def fields(self):
        """Rules of SyS-T: the first packet of a message holds its header."""
        firsts = self.all_of("D32TS")
        yield from self.changed("SYST-008", firsts, 6, 8, "another origin: the checksum is wrong")
        yield from self.changed("SYST-008", firsts, 5, 1, "another origin: the checksum is wrong")
        yield from self.changed("SYST-002", firsts, 9, 2, "type 4")


def timed_messages(*times):
    """Messages with these timestamps."""
    return [bytes.fromhex(f"06080001{time:02x}00000000000000") for time in times]


def message_damage():
    """Messages of a wrong size, or at a time that does not fit: rule, stream, nibble."""
    header = ASYNC + [15, 0, 0, 3, 1, 0, 1]
    short = header + [15, 4, 0, 2, 0, 15, 14, 0]
    yield "SYST-001", bytes_of(short), len(header)
    for payload in (65536, 65540):
        stream, places = messages_of([bytes.fromhex("02000001") + bytes(payload)])
        yield "SYST-015", stream, places[4 + 65535]
    stream, places = messages_of([bytes.fromhex("02000000") + bytes(65578)])
    yield "SEQ-010", stream, places[65578]
    times = timed_messages(7, 6)
    stream, places = messages_of([CLOCK, *times])
    yield "SYST-105", stream, places[4]
    stream, places = messages_of(times[:1])
    yield "SYST-106", stream, places[4]


def stp_damage(rvt, folder):
    """All damage to STP streams."""
    for seed in (5, 6):
        stream = Stp(Base(rvt, folder, "rv64-delta", seed, "stp"))
        for kind in (stream.packets, stream.messages, stream.fields):
            yield from kind()
    for rule, nibbles, at in message_damage():
        config = CONFIGS / "rv64-delta.yaml"
        yield Damage(rule, nibbles, ("nibble", at), "stp", config, what="a message")
