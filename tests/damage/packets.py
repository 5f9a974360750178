# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Damage to packet lists: payloads that no packet has, and packets that the program contradicts."""

import re

import yaml

from streams import ROOT, Base

CONFIG = re.compile(r"golden-[a-z0-9-]+\.yaml")
BY_PAYLOAD = {
    *("ETR-FMT-042", "ETR-FMT-046", "ETR-FMT-012", "ETR-FMT-009", "ETR-CMP-005", "ETR-DEC-018"),
    *("ETR-DAT-001", "ETR-DAT-002", "DRF-008", "DRF-012", "DRF-014", "ETR-FMT-001", "ETR-FMT-003"),
}
OTHERS = ("read-error-too-long", "read-error-with-value")  # need a request in progress
EACH = 12  # places of a kind of damage in a stream


def spread(places, count=EACH):
    """At most count of the places, from all of them."""
    step = max(1, len(places) // count)
    return places[::step][:count]


def payload_of(fields, bits):
    """The bytes of fields (value, width), lowest bit first, extended with the last bit."""
    value = at = 0
    for number, width in fields:
        value |= (number & ((1 << width) - 1)) << at
        at += width
    if value >> (at - 1) & 1:
        value |= ((1 << bits) - 1) ^ ((1 << at) - 1)
    return value.to_bytes((bits + 7) // 8, "little").hex()


def number_of(payload):
    """The bits of a payload, and how many they are."""
    return int.from_bytes(bytes.fromhex(payload), "little"), 4 * len(payload)


class Packets:
    """The damage to one packet list."""

    def __init__(self, base):
        """Reads the packets of the list."""
        self.base = base
        self.lines = base.data.decode().splitlines()
        self.items = base.items()
        self.names = [item["name"] for item in self.items]

    def with_line(self, at, line):
        """The list with another line at an index; None: without it."""
        lines = self.lines[:at] + ([] if line is None else [line]) + self.lines[at + 1 :]
        return "\n".join(lines + [""]).encode()

    def replaced(self, rule, places, change, what):
        """Damage that changes the payload of a packet and breaks the rule there."""
        for at in spread(places):
            stream = self.with_line(at, change(self.items[at]["payload"]))
            yield self.base.damage(rule, stream, ("line", at + 1), what)

    def all_of(self, name):
        """The indices of the packets of a name."""
        return [at for at, other in enumerate(self.names) if other == name]

    def trailing(self):
        """More bytes than a packet has."""
        yield from self.replaced(
            "ETR-DEC-018",
            list(range(2, len(self.lines) - 1)),
            lambda payload: payload + "00" * (31 - len(payload) // 2),
            "bytes after the packet",
        )

    def mode(self):
        """A support packet with an encoder mode that does not exist."""
        yield from self.replaced(
            "ETR-FMT-009",
            self.all_of("F3/3"),
            lambda payload: f"{number_of(payload)[0] | 1 << 5:0{len(payload)}x}"
            if len(payload) == 2
            else f"{int(payload[:2], 16) | 1 << 5:02x}{payload[2:]}",
            "encoder_mode 1",
        )

    def without_branches(self):
        """A format 1 packet becomes one of format 2: the outcomes of its branches are missing."""

        def change(payload):
            """The payload of format 2."""
            value, bits = number_of(payload)
            value >>= 2
            branches = value & 31
            width = next(w for w in (1, 3, 7, 15, 31) if branches <= w)
            value >>= 5 + width
            rest = max(bits - 7 - width, 1)
            return payload_of([(2, 2), (value, rest)], -(-(2 + rest) // 8) * 8)

        # Before a trap, the first iteration of a loop may reach the address without a branch.
        places = [
            at
            for at in self.all_of("F1")
            if 0 < self.items[at]["packet"]["branches"] < 31 and self.names[at + 1][:2] != "F3"
        ]
        yield from self.replaced("ETR-DEC-009", places, change, "branches are left out")

    def unsynchronised(self):
        """The sync packet after a support packet is left out."""
        places = [
            at
            for at in range(1, len(self.names) - 1)
            if self.names[at - 1] == "F3/3"
            and self.names[at] == "F3/0"
            and self.names[at + 1] in ("F1", "F2")
        ]
        for at in spread(places, 20):
            stream = self.with_line(at, None)
            yield self.base.damage("ETR-DEC-001", stream, ("line", at + 1), "no sync packet")

    def no_handler(self):
        """The sync packet after a trap without handler is left out."""
        places = [
            at
            for at in range(1, len(self.names) - 1)
            if self.names[at - 1] == "F3/1"
            and not self.items[at - 1]["packet"]["thaddr"]
            and self.names[at].startswith("F3/")
            and self.names[at] != "F3/3"
            and self.names[at + 1] in ("F1", "F2")
        ]
        for at in spread(places, 20):
            stream = self.with_line(at, None)
            yield self.base.damage("ETR-CMP-007", stream, ("line", at + 1), "no sync packet")

    def off_the_program(self):
        """The first start packet has an address outside of the program."""
        at = self.names.index("F3/0")
        fields = self.items[at]["packet"]
        bits = len(self.items[at]["payload"]) * 4
        value, _ = number_of(self.items[at]["payload"])
        known = sum(width for width in (2, 2, 1))
        if fields.get("privilege") is None:
            return
        stream = self.with_line(at, payload_of([(value, known + 2), (0x7, bits - known - 2)], bits))
        yield self.base.damage("ETR-DEC-002", stream, ("line", at + 1), "address 14")

    def everything(self):
        """All damage to this list."""
        for kind in (
            self.trailing,
            self.mode,
            self.without_branches,
            self.unsynchronised,
            self.no_handler,
            self.off_the_program,
        ):
            yield from kind()


def invalid_payloads():
    """Payloads of the golden vectors that no packet has: configuration, line, clauses, ID."""
    for folder, mark in (("packet", ""), ("data", "d:")):
        for path in sorted((ROOT / "vectors" / folder).glob("*.yaml")):
            vectors = yaml.safe_load(path.read_text(encoding="utf-8"))
            for case in vectors["cases"]:
                if (
                    case["expect"]["verdict"] == "invalid"
                    and set(case["input"]) == {"bytes"}
                    and case["input"]["bytes"]
                    and "set" not in case
                    and CONFIG.match(vectors["config"])
                    and case["id"] not in OTHERS
                ):
                    line = mark + case["input"]["bytes"].replace(" ", "")
                    rest = case["expect"].get("status") == "trailing"
                    own = ["ETR-DEC-018" if rest else "ETR-DAT-001"] if mark else []
                    clauses = case["clause"] + own
                    yield vectors["config"][: -len(".yaml")], line, clauses, case["id"]


def vector_damage(rvt, folder):
    """Such payloads in good streams; the rule is the first clause that a payload can break."""
    bases = {}
    for config, line, clauses, name in invalid_payloads():
        rule = next((clause for clause in clauses if clause in BY_PAYLOAD), None)
        if rule is None:
            continue
        base = bases.setdefault(config, None) or Base(rvt, folder, config, 8, "hex")
        bases[config] = base
        lines = base.data.decode().splitlines()
        for at in (1, len(lines) // 2, len(lines) - 1):
            stream = "\n".join(lines[:at] + [line] + lines[at:] + [""]).encode()
            yield base.damage(rule, stream, ("line", at + 1), name, decode=False)


def packet_damage(rvt, folder):
    """All damage to packet lists."""
    for config in ("rv64-delta", "golden-flow"):
        for seed in (5, 6):
            yield from Packets(Base(rvt, folder, config, seed, "hex")).everything()
    yield from vector_damage(rvt, folder)
