# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Faults that were seeded into the encoder and the transports of rvt, and what found them: the
results of make mutants and make transport-mutants where a folder has them, else the kept lists."""

import collections
from dataclasses import dataclass, field

import yaml

from lib.records import LOADER

LISTS = (
    ("encoder", "mutants.yaml", "order.yaml", "mutants"),
    ("transports", "transports.yaml", None, "transport-mutants"),
)
SECTION = "## Seeded faults"


@dataclass
class File:
    """The faults of one source file: how many, how many were found, and by which requirements."""

    name: str
    seeded: int = 0
    caught: int = 0
    clauses: set[str] = field(default_factory=set)
    missed: list[str] = field(default_factory=list)


@dataclass
class Faults:
    """A list of faults. where: what the numbers come from."""

    title: str
    where: str
    files: list[File]

    @property
    def seeded(self):
        """How many there are."""
        return sum(file.seeded for file in self.files)

    @property
    def caught(self):
        """How many were found."""
        return sum(file.caught for file in self.files)


def tally(entries):
    """The files of faults. entries: (file, what is broken, what caught it or None, clause)."""
    files: dict[str, File] = collections.defaultdict(lambda: File(""))
    for name, breaks, caught, clause in entries:
        file = files[name]
        file.name = name
        file.seeded += 1
        file.caught += caught is not None
        file.clauses |= {clause} if caught and clause not in (None, "-") else set()
        file.missed += [] if caught else [breaks]
    return [files[name] for name in sorted(files)]


def load(path):
    """The content of a list of the tree."""
    with open(path, encoding="utf-8") as file:
        return yaml.load(file, LOADER)  # LOADER makes plain data alone


def kept(root, title, names, order):
    """The faults of a list, with the runs that are kept for them."""
    found = load(root / "tests/mutants" / order)["found"] if order else {}
    listed = load(root / "tests/mutants" / names)["faults"]
    entries = [(fault["file"], fault["breaks"], found.get(fault["name"]), None) for fault in listed]
    where = f"tests/mutants/{names}" + (f" and {order}" if order else "")
    return Faults(title, where, tally(entries))


def measured(title, source):
    """The faults of results.json."""
    entries = [(r["file"], r.get("breaks", ""), r["caught"], r.get("clause")) for r in source.data]
    return Faults(title, f"{source.name}.json", tally(entries))


def faults_of(inputs, root):
    """The lists of faults, the encoder's first."""
    found = []
    for title, names, order, folder in LISTS:
        results = [measured(title, source) for source in inputs.of(folder)]
        found += results or [kept(root, title, names, order)]
    return found


def evidence_rows(root):
    """The table of docs/evidence.md on seeded faults: the head, then the rows; cells as text."""
    text = (root / "docs/evidence.md").read_text(encoding="utf-8")
    section = text.partition(f"{SECTION}\n")[2].partition("\n## ")[0]
    rows = [
        [cell.strip().strip("`") for cell in line.strip("|").split(" | ")]
        for line in section.splitlines()
        if line.startswith("|") and not line.startswith("| ---")
    ]
    return rows
