# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Records of runs (+rvt_record): what the hart retired and the encoder sent around a cycle, and
what rvt says of the packets."""

import bisect
import csv
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from report_site import reading

PACKET = re.compile(r"^(?:d:)?([0-9a-f]+) # cycle (\d{1,20})\b")
PROGRAM = re.compile(r" -p '((?:[^']|'\\'')+)'")
SECTION = re.compile(r"^(\w+):\s*$")
SETTING = re.compile(r"^  (\w+): (\S+)  # default ([^;]+)(?:; (\S+))?$")
STREAMS = {"packets.hex": "hex", "stream.bin": "encap"}  # what is observed, and its form
SECONDS_MAX = 120
CYCLE_DIGITS = 20


@dataclass
class Event:
    """Something in a cycle. lane: hart, model or encoder; payload: of its packet."""

    cycle: int
    lane: str
    text: str
    found: bool = False
    payload: str | None = None


def program_of(record):
    """The program of a record, where the script for the replay names it; None: it is not there."""
    script = (record.path / "replay.sh").read_text(encoding="utf-8", errors="replace")
    named = PROGRAM.search(script)
    program = Path(named[1].replace("'\\''", "'")) if named else None
    return program if program and program.is_file() else None


class Windows:
    """Ranges of cycles, which may overlap."""

    def __init__(self, ranges):
        """ranges: pairs of first and last cycle."""
        self.ranges = []
        for first, last in sorted(ranges):
            if self.ranges and first <= self.ranges[-1][1] + 1:
                self.ranges[-1][1] = max(last, self.ranges[-1][1])
            else:
                self.ranges.append([first, last])
        self.firsts = [first for first, _ in self.ranges]

    def __contains__(self, cycle):
        """True if a range has this cycle."""
        at = bisect.bisect_right(self.firsts, cycle) - 1
        return at >= 0 and cycle <= self.ranges[at][1]


def row_text(row):
    """What the hart retired in a row of a tip trace; "" if it was idle."""
    parts = []
    for block in range(len(row)):
        itype = row.get(f"itype_{block}")
        if itype is None:
            break
        halves = row.get(f"iretire_{block}") or "0"
        if halves != "0":
            parts.append(f"0x{row.get(f'iaddr_{block}')}, iretire {halves}, itype {itype}")
        elif itype in ("1", "2"):
            what = "exception" if itype == "1" else "interrupt"
            parts.append(f"{what}, cause {row.get('cause')}, tval 0x{row.get('tval')}")
    lost = ", lost before the encoder" if row.get("lost") == "1" and parts else ""
    return "; ".join(parts) + lost


def rows_in(record, windows):
    """Events of the rows in these windows of cycles. A row that cannot be read ends them."""
    events = []
    with open(record.path / "trace.csv", encoding="utf-8", errors="replace") as file:
        try:
            for row in csv.DictReader(line for line in file if not line.startswith("#")):
                cycle = int((row.get("cycle") or "")[:CYCLE_DIGITS])
                if cycle in windows and row_text(row):
                    events.append(Event(cycle, "hart", row_text(row)))
        except (csv.Error, ValueError):
            pass
    return events


def packets_of(record):
    """The packets of the hardware: pairs of payload and cycle."""
    try:
        text = (record.path / "packets.hex").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    found = (PACKET.match(line) for line in text.splitlines())
    return [(match[1], int(match[2])) for match in found if match]


def packet_text(number, payload, name):
    """A packet in words."""
    return f"packet {number}{f' ({name})' if name else ''}: {payload}"


def packets_in(packets, windows, name_of):
    """Events of the packets in these windows of cycles. name_of: gives the name of a payload."""
    return [
        Event(cycle, "encoder", packet_text(number, payload, name_of(payload)), payload=payload)
        for number, (payload, cycle) in enumerate(packets)
        if cycle in windows
    ]


def ask(rvt, record, command, arguments):
    """The JSON that a command of rvt prints for the packets of a record, and what is wrong: one of
    them is None."""
    stream = next((n for n in STREAMS if (record.path / n).exists()), None)
    if stream is None:
        return None, f"{record.name}: the scoreboard observed no packets"
    line = [rvt, command, "-c", "config.yaml", "--as", STREAMS[stream], stream, *arguments]
    try:
        ran = subprocess.run(
            line, cwd=record.path, capture_output=True, timeout=SECONDS_MAX, check=False
        )
        return json.loads(ran.stdout), None
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return None, f"{record.name}: rvt {command}: {error}"[:300]


def made_path(record, command):
    """What stands for the path of what a command of rvt says of a record."""
    return record.path / f"rvt {command}"


def measure(rvt, record):
    """rvt stats and rvt check over a record, as sources; and what is wrong, in words."""
    path = program_of(record)
    program = ["-p", str(path)] if path else []
    against = ["--against", "trace.csv"] if path else []
    sources, wrong = [], []
    for command, schema, arguments in (
        ("stats", reading.STATS, ["--json", *program]),
        ("check", reading.CHECK, ["--json", *program, *against]),
    ):
        data, why = ask(rvt, record, command, arguments)
        why = why or reading.fault_of(data, schema)
        if why:
            wrong.append(why)
        else:
            made = made_path(record, command)
            sources.append(reading.Source(record.name, made, schema, data))
    return sources, wrong


@dataclass
class Setting:
    """A value of a configuration, as the scoreboard records it."""

    section: str
    key: str
    value: str
    default: str
    clause: str

    @property
    def differs(self):
        """True if it is not the default."""
        return self.value != self.default


def settings_of(record):
    """The values of the configuration of a record; those without a default are left out."""
    found, section = [], ""
    text = (record.path / "config.yaml").read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines():
        head, setting = SECTION.match(line), SETTING.match(line)
        if head:
            section = head[1]
        elif setting:
            found.append(Setting(section, *setting.groups(default="")))
    return found
