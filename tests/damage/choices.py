# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Streams whose packets are not the model's: packets that are missing, in excess or changed."""

import collections
import csv
import re

from packets import number_of, payload_of, spread
from streams import WHOLE, Base

DECISION = re.compile(r"; ([A-Z]+-[A-Z]+-\d{3}) ")
NEAR = 8  # packets; the same payload nearer than that may be aligned with the one that is missing
# The older rule of resynchronisation can lose outcomes of branches (AMB-101); not before line 258.
LEGACY = {
    "switches": {"ir_flush_before_sync": True, "resync_cmp": "legacy"},
    "resync": {"mode": "cycles", "max": 4},
}
RETURNS_AT = 219  # the packet that reports implicit returns
# Configuration, changes of it, options of rvt random, seed: which decisions they have.
SORTS = (
    ("golden-flow", {}, ("--storms",), 9),
    ("golden-flow", {}, ("--passages",), 2),
    ("golden-modes-irets", {}, ("--storms",), 21),
    ("rv64-context-time", {}, ("--storms",), 21),
    ("rv64-delta", {}, ("--storms",), 21),
)


def decisions(base):
    """The requirement of each packet, as rvt dump --why says; None: the stream leaves it open."""
    found = [None if "(or " in text else DECISION.search(text) for text in base.reasons()]
    return [match and match[1] for match in found]


class Choices:
    """The damage to one packet list, which is compared with the model's."""

    def __init__(self, base):
        """Reads the list, and why each packet was sent."""
        self.base = base
        self.lines = base.data.decode().splitlines()
        self.items = base.items()

    def damage(self, rule, lines, number, what):
        """A list of other lines."""
        stream = "\n".join([*lines, ""]).encode()
        options = ("--against", self.base.rows)
        return self.base.damage(rule, stream, ("packet", number), what, options=options)

    def changed(self, rule, number, line, what):
        """Another payload in the place of a packet."""
        lines = [*self.lines[:number], line, *self.lines[number + 1 :]]
        return self.damage(rule, lines, number, what)

    def all_of(self, name):
        """The numbers of the packets of a name."""
        return [i for i, item in enumerate(self.items) if item["name"] == name]

    def missing(self, rules=None):
        """Packets of each decision are left out."""
        places = collections.defaultdict(list)
        for i, rule in enumerate(decisions(self.base)):
            alone = self.lines[i] not in self.lines[i + 1 : i + 1 + NEAR]
            if rule is not None and alone and (rules is None or rule in rules):
                places[rule].append(i)
        for rule, numbers in sorted(places.items()):
            for i in spread(numbers, 4):
                yield self.damage(rule, self.lines[:i] + self.lines[i + 1 :], i, "a packet less")

    def excess(self):
        """A packet that no item causes."""
        for i in spread(self.all_of("F3/3")[1:], 4):
            lines = [*self.lines[:i], self.lines[1], *self.lines[i:]]
            yield self.damage("ETR-ALG-020", lines, i, "a packet more")

    def longer(self):
        """A payload with a byte more, which repeats its sign."""
        short = [i for i in self.all_of("F2") if len(self.lines[i]) < 8]
        for i in spread(short, 8):
            sign = "ff" if int(self.lines[i][-2:], 16) & 0x80 else "00"
            yield self.changed("ETR-CMP-001", i, self.lines[i] + sign, "a byte more")

    def trap_fields(self):
        """The address of a trap packet without handler; the cause of one."""
        traps = [i for i in self.all_of("F3/1") if not self.items[i]["packet"]["thaddr"]]
        head = 2 + 2 + 1 + 2 + 5 + 1 + 1  # bits before the address
        for i in spread(traps, 8):
            value, bits = number_of(self.lines[i])
            if self.items[i]["packet"]["interrupt"]:  # no tval follows
                line = payload_of([(value ^ 1 << head, max(bits, head + 2))], max(bits, head + 2))
                yield self.changed("AMB-041", i, line, "another address of the switch")
            line = payload_of([(value ^ 1 << 7, bits)], bits)
            yield self.changed("CHK-008", i, line, "another cause")

    def formats(self, rule, name):
        """Support packets in the place of packets of a name."""
        for i in spread(self.all_of(name), 4):
            yield self.changed(rule, i, self.lines[0], f"a support packet instead of {name}")

    def first_trap(self):
        """The packet of a trap with which tracing begins is left out."""
        yield self.damage("ETR-ALG-026", self.lines[:1] + self.lines[2:], 1, "no trap at first")

    def last_traps(self):
        """Traps whose handlers are not traced are left out."""
        for i in self.all_of("F3/1"):
            last = self.items[i + 1]["name"] == "F3/3"
            if last and not self.items[i]["packet"]["thaddr"]:
                lines = self.lines[:i] + self.lines[i + 1 :]
                yield self.damage("ETR-SUP-011", lines, i, "no trap at last")

    def restarts(self):
        """Support packets before tracing restarts are left out."""
        numbers = self.all_of("F3/3")
        for before, i in zip(numbers, numbers[1:]):
            if before == i - 1 and self.items[i]["packet"]["ienable"]:
                lines = self.lines[:i] + self.lines[i + 1 :]
                yield self.damage("ETR-SUP-008", lines, i, "no support packet")

    def returns(self):
        """The report of implicit returns before a sync packet is left out."""
        i = RETURNS_AT
        lines = self.lines[:i] + self.lines[i + 1 :]
        yield self.damage("ETR-MODE-008", lines, i, "no report of returns")

    def untrue(self):
        """A trap packet without handler is left out: what is decoded is not what retired."""
        for i in spread([i for i in self.all_of("F3/1") if i > 1], 8):
            lines = self.lines[:i] + self.lines[i + 1 :]
            yield self.damage("CHK-006", lines, i, "no trap")


def with_lost_row(base):
    """The encoder loses a row in the middle."""
    with open(base.rows, newline="", encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    with open(base.rows, "w", newline="", encoding="utf-8") as file:
        lines = [[*row, int(i == len(rows) // 2)] for i, row in enumerate(rows)]
        csv.writer(file, lineterminator="\n").writerows([[*names, "lost"], *lines])
    base.encode()
    return base


def other_rows(rvt, folder):
    """Rows of another program."""
    base = Base(rvt, folder, "golden-flow", 31, "hex")
    others = Base(rvt, folder, "golden-flow", 32, "hex")
    options = ("--against", others.rows)
    yield base.damage("CHK-007", base.data, WHOLE, "other rows", options=options)


def choice_damage(rvt, folder):
    """All damage to packets that are compared with the model's."""
    for config, changes, sort, seed in SORTS:
        yield from Choices(Base(rvt, folder, config, seed, "hex", changes, sort)).missing()
    for seed in (51, 59):
        yield from Choices(Base(rvt, folder, "golden-flow", seed, "hex")).first_trap()
    last = {"switches": {"report_last_trap": True}}
    yield from Choices(Base(rvt, folder, "golden-flow", 4, "hex", last)).last_traps()
    again = {"switches": {"support_on_restart": True}}
    yield from Choices(Base(rvt, folder, "golden-flow", 21, "hex", again)).restarts()
    yield from Choices(Base(rvt, folder, "golden-modes-irets", 4, "hex", LEGACY, ())).returns()
    lost = with_lost_row(Base(rvt, folder, "golden-flow", 22, "hex"))
    yield from Choices(lost).missing(("ETR-SUP-003",))
    flow = Choices(Base(rvt, folder, "golden-flow", 23, "hex"))
    for kind in (flow.excess, flow.longer, flow.trap_fields, flow.untrue):
        yield from kind()
    yield from flow.formats("ETR-ALG-052", "F2")
    cached = Choices(Base(rvt, folder, "golden-modes-cache", 23, "hex"))
    yield from cached.formats("ETR-ALG-051", "F0s1")
    sort = ("--passages", "--no-traps")
    counted = Choices(Base(rvt, folder, "golden-modes-series", 1, "hex", {}, sort))
    yield from counted.formats("ETR-ALG-050", "F0s0")
    yield from other_rows(rvt, folder)
