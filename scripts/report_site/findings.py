# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Findings as the pages show them, of the scoreboards and of rvt check."""

import re
from dataclasses import dataclass, field
from typing import Any

FIELD = re.compile(r"([A-Za-z_][\w./\[\]]*)=(\S+)")
SHOWN_MAX = 200  # of scoreboards, with their packets
PLACES_MAX = 20  # of a rule of rvt check


@dataclass
class Packet:
    """A packet of one side. fields: names and values in transmission order, as the line has them;
    boxes: the same in bits (bits.py), where they are known."""

    payload: bytes
    line: str
    name: str
    fields: list[tuple[str, str]]
    boxes: list[Any] = field(default_factory=list)


@dataclass
class Finding:
    """A finding of a scoreboard. number: its place in the list of all, from 1; data: as the report
    has it (rvt-report/1)."""

    number: int
    run: Any
    verdict: str
    decides: bool
    data: dict
    title: str
    expected: Packet | None
    observed: Packet | None
    timeline: Any = None

    @property
    def anchor(self):
        """Its place in the page."""
        return f"finding-{self.number}"

    @property
    def shown(self):
        """True if it has a place in the page."""
        return self.number <= SHOWN_MAX

    @property
    def clause(self):
        """The requirement or rule that is broken; "" if none is named."""
        return self.data.get("clause", "")

    @property
    def details(self):
        """The lines of the text after the first one."""
        return self.data["text"].partition("\n")[2]


def packet_of(data):
    """A packet of a finding: {"bytes", "line"}; None if there is none."""
    if not data:
        return None
    line, payload = data.get("line", ""), bytes.fromhex(data.get("bytes", ""))
    words = line.partition(" : ")[0]
    name = words.split(" ", 1)[0]
    return Packet(payload, line, name if "=" not in name else "", FIELD.findall(words))


def findings_of(run, first):
    """The findings of a report of a scoreboard. first: the number of the first one."""
    decides = {entry["verdict"]: entry["decides"] for entry in run.data["verdicts"]}
    found = []
    for number, data in enumerate(run.data["findings"], first):
        title = re.sub(r"^cycle \d+: ", "", data["text"].partition("\n")[0])
        found.append(
            Finding(
                number,
                run,
                data["verdict"],
                decides.get(data["verdict"], True),
                data,
                title,
                packet_of(data.get("expected_packet")),
                packet_of(data.get("observed_packet")),
            )
        )
    return found


@dataclass
class Broken:
    """A rule that a stream broke, as rvt check reports it, with the first places."""

    rule: dict
    places: list[dict]
    more: int


def broken_rules(check):
    """The rules of a report of rvt check that have findings, with their places."""
    places: dict[str, list[dict]] = {}
    for found in check["findings"]:
        places.setdefault(found["rule"], []).append(found)
    rules = [rule for rule in check["rules"] if rule["broken"]]
    return [
        Broken(
            rule,
            places.get(rule["rule"], [])[:PLACES_MAX],
            rule["broken"] - len(places.get(rule["rule"], [])[:PLACES_MAX]),
        )
        for rule in rules
    ]
