# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What co-simulation reached: coverage obligations, fields of registers, lines, branches and bits
of the RTL; and the list of what it does not reach, each with a reason."""

import collections
import fnmatch
import re
import sys

from coverage import bits
from lib.records import RecordError, load

FIELDS = "tests/coverage/fields.yaml"
UNREACHED = "tests/coverage/unreached.yaml"
KINDS = ("obligation", "field", "cover", "line", "branch", "toggle")
BRANCHES = {"if", "else", "elsif", "case"}
RECORD = re.compile(r"^C '(.*)' (\d+)$")


def fault(text):
    """Prints an error and ends the program with status 2."""
    print(f"coverage: {text}", file=sys.stderr)
    sys.exit(2)


def records(path, schema):
    """Reads a record file. Ends the program with status 2 if that is not possible."""
    try:
        return load(path, schema)
    except RecordError as error:
        fault(error)


class Point:
    """Something to be reached. kind: one of KINDS; group: the source file, register or chapter it
    belongs to; name: unique in kind and group, and used in the list of what is not reached."""

    def __init__(self, kind, group, name, line=0):
        """A point that is not reached yet."""
        self.kind, self.group, self.name, self.line = kind, group, name, line
        self.count = 0
        self.first = ""  # the run that reached it first
        self.reason = ""  # why it is not reached

    def hit(self, count, run):
        """Counts how often a run reached it."""
        if count and not self.count:
            self.first = run
        self.count += count

    def key(self):
        """What identifies it."""
        return self.kind, self.group, self.name

    def text(self):
        """Group and name, as in messages."""
        return f"{self.group}: {self.name}"


class Points(dict):
    """Points by their key."""

    def at(self, kind, group, name, line=0):
        """The point with this key, made if it is new."""
        point = Point(kind, group, name, line)
        return self.setdefault(point.key(), point)


def lines_of(path):
    """The lines of a file with their numbers, without comments and empty lines."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith("#"):
                yield number, line.rstrip("\n")


# --- obligations ----------------------------------------------------------------------------------

CHAPTERS = (
    ("packet ", "formats"),
    ("F1 with branches", "branch maps"),
    ("F0s", "format 0"),
    ("F1na then", "orders"),
    ("traps ", "traps in sequence"),
)


def chapter_of(name):
    """The chapter of a coverage obligation."""
    if " then " in name:
        return "orders of packets"
    if ", 6b" in name or re.search(r"\b[678] (resync|notify|trap|ppccd_br|unqualified)", name):
        return "format by reason"
    return next(
        (chapter for start, chapter in CHAPTERS if name.startswith(start)), "flags and codes"
    )


def add_obligations(points, path, run):
    """Adds the obligations of a run, and how often it reached each."""
    for number, line in lines_of(path):
        words = line.split("\t")
        if len(words) < 2:
            fault(f"{path}:{number}: count and name are needed")
        point = points.at("obligation", chapter_of(words[1]), words[1])
        point.hit(int(words[0]), run)
        point.reason = words[2] if len(words) > 2 else ""


# --- fields of registers --------------------------------------------------------------------------


class Field:
    """A field of a register or of an array of them, and the values that must have been read."""

    def __init__(self, register, field):
        """Takes two parts of a record (scripts/schemas/records/rvt-register-fields-1.json)."""
        self.register, self.name = register["register"], field["name"]
        stride = register.get("stride", 0)
        self.offsets = [register["offset"] + stride * i for i in range(register.get("count", 1))]
        msb, _, lsb = field["bits"].partition(":")
        self.lsb = int(lsb or msb)
        self.width = int(msb) - self.lsb + 1
        values = field["values"]
        self.bits = values == "bits"
        self.values = [] if self.bits else values
        if values == "each":
            self.values = list(range(1 << self.width))

    def names(self):
        """The names of its points: value by value, or bit by bit."""
        if self.bits:
            return [
                f"{self.name}[{bit}] = {value}" for bit in range(self.width) for value in (0, 1)
            ]
        return [f"{self.name} = {value}" for value in self.values]

    def read(self, word):
        """The names of the points that a word reaches."""
        value = word >> self.lsb & (1 << self.width) - 1
        if self.bits:
            return [f"{self.name}[{bit}] = {value >> bit & 1}" for bit in range(self.width)]
        return [f"{self.name} = {value}"]


def read_fields(path=FIELDS):
    """The fields of a list."""
    return [
        Field(register, field)
        for register in records(path, "rvt-register-fields/1").data["registers"]
        for field in register["fields"]
    ]


def declare_fields(points, fields):
    """Adds the points of the fields."""
    for field in fields:
        for name in field.names():
            points.at("field", field.register, name)


def add_accesses(points, fields, path, run):
    """Adds what the bench read. Returns, in words, what fields held that is not among their values:
    a hardwired field another value, or a field a reserved value."""
    strange = []
    for number, line in lines_of(path):
        words = line.split()
        if len(words) != 4:
            fault(f"{path}:{number}: access, offset, value and count are needed")
        if words[0] != "R":
            continue
        for field in fields:
            if int(words[1], 0) not in field.offsets:
                continue
            for name in field.read(int(words[2], 0)):
                point = points.get(("field", field.register, name))
                if point is None:
                    strange.append(f"{run}: not in {FIELDS}: {field.register}: {name}")
                else:
                    point.hit(int(words[3]), run)
    return strange


# --- the RTL --------------------------------------------------------------------------------------


def add_code(points, path, run, source_of):
    """Adds the counters of Verilator. Instances and builds with other parameters count together, by
    source line or signal."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            record = RECORD.match(line.rstrip("\n"))
            if not record:
                continue
            keys = dict(
                part.split("\x02", 1) for part in record.group(1).split("\x01") if "\x02" in part
            )
            name, number = keys["f"].split("/")[-1], int(keys["l"])
            kind = keys["page"].split("/")[0][2:]
            what = keys["o"]
            count = int(record.group(2))
            if kind == "toggle":
                point = points.at("toggle", name, what, number)
                # A constant 1 changes once, from the value 0 with which the builds start.
                count = max(count - 1, 0)
            elif kind == "user":
                point = points.at("cover", name, what, number)
            else:
                text = " ".join(source_of(name, number).split())
                kind = "branch" if what in BRANCHES else "line"
                point = points.at(kind, name, f"{text} ({what}, column {keys['n']})", number)
            point.hit(count, run)


# --- what is not reached --------------------------------------------------------------------------


class Entry:
    """A line of the list: what is not reached, and why. A toggle is a name of bits with ranges
    (bits.py), each other kind a pattern."""

    def __init__(self, kind, group, name, reason, place):
        """place: where it is in the list, as FILE:LINE. Raises ValueError if a toggle is no name of
        bits."""
        self.kind, self.group, self.name = kind, group, name
        self.reason, self.place = reason, place
        self.keys = [(kind, group, bit) for bit in bits.expand(name)] if kind == "toggle" else None
        self.found = set()  # keys of the points that it stands for

    def text(self):
        """Group and name, as in messages."""
        return f"{self.group}: {self.name}"


def wild(text, pattern):
    """True if a text matches a pattern in which only * stands for more than itself."""
    return fnmatch.fnmatchcase(text, pattern.replace("[", "[[]").replace("?", "[?]"))


def read_unreached(path):
    """The entries of a list of what is not reached. Ends the program with status 2 if an entry for
    toggles is no name of bits."""
    file = records(path, "rvt-unreached/1")
    entries = []
    for number, record in enumerate(file.data["unreached"]):
        for kind in KINDS:
            for group, names in record.get(kind, {}).items():
                for item, name in enumerate(names):
                    place = file.where("unreached", number, kind, group, item)
                    try:
                        entries.append(Entry(kind, group, name, record["reason"], place))
                    except ValueError as error:
                        fault(f"{place}: {error}")
    return entries


class Unreached:
    """The entries of some kinds, to be looked up by point."""

    def __init__(self, entries):
        """Sorts the entries."""
        self.bits, self.patterns = collections.defaultdict(list), collections.defaultdict(list)
        for entry in entries:
            if entry.keys is None:
                self.patterns[entry.kind].append(entry)
                continue
            for key in entry.keys:
                self.bits[key].append(entry)

    def of(self, point):
        """The entries that stand for a point."""
        if point.kind == "toggle":
            return self.bits.get(point.key(), [])
        return [entry for entry in self.patterns[point.kind] if wild(point.text(), entry.text())]


def join_points(points):
    """The points in words, the bits of one file as ranges."""
    groups = collections.defaultdict(list)
    for kind, group, name in points:
        groups[kind, group].append(name)
    return [
        f"{kind} {group}: {name}"
        for (kind, group), names in groups.items()
        for name in (bits.join(names) if kind == "toggle" else names)
    ]


def compare(points, kinds, path=UNREACHED):
    """Compares the points of these kinds with the list. Returns what is wrong, in words: a point
    that is not reached and has no reason, an entry or reason whose point is reached, an entry
    without a point; of toggles, a listed bit that is reached or that no signal has, and a bit that
    is listed twice."""
    entries = [entry for entry in read_unreached(path) if entry.kind in kinds]
    unreached = Unreached(entries)
    faults = collections.defaultdict(list)
    for point in points.values():
        if point.kind not in kinds:
            continue
        mine = unreached.of(point)
        for entry in mine:
            entry.found.add(point.key())
        if point.count and (mine or point.reason):
            place = mine[0].place if mine else point.reason
            faults[f"reached, although listed as unreached ({place})"].append(point.key())
        elif not point.count and not (mine or point.reason):
            faults["not reached"].append(point.key())
        elif mine:
            point.reason = mine[0].reason
        if point.kind == "toggle" and len(mine) > 1:
            faults[f"listed twice ({mine[0].place}, {mine[1].place})"].append(point.key())
    wrong = [f"{why}: {text}" for why, keys in faults.items() for text in join_points(keys)]
    for entry in entries:
        lost = [key for key in entry.keys or () if key not in entry.found]
        if lost:
            wrong += [f"{entry.place}: no such point: {text}" for text in join_points(lost)]
        elif not entry.found:
            wrong.append(f"{entry.place}: no such point: {entry.kind} {entry.text()}")
    return wrong
