# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Requirements by clause group: what the results say of each in this device, and the evidence that
docs/spec-map.yaml has for the model."""

import collections
import re
from dataclasses import dataclass, field

import yaml

from lib.clauses import GROUPS
from lib.records import LOADER
from report_site import reading

NUMBER = re.compile(rf"^(?:{GROUPS})-[0-9]{{3}}\Z")
GROUP = re.compile(r"^\| ([A-Z][A-Z, -]*) \| ([^|]+) \|", re.M)
STATES = ("broken", "waived", "noted", "obeyed", "not exercised", "not counted")
OTHERS = "rules of rvt"


@dataclass
class Use:
    """What one source says of a requirement. obeyed, broken, waived: how often; noted: the same as
    broken, of a rule whose severity is info."""

    source: str
    obeyed: int = 0
    broken: int = 0
    waived: int = 0
    noted: int = 0


@dataclass
class Requirement:
    """A requirement, or a rule of rvt. entry: of the map, {} if it is in none; anchor: its place in
    the page; listed: a source counts it, whatever the number."""

    number: str
    title: str
    entry: dict
    anchor: str
    uses: list[Use] = field(default_factory=list)
    listed: bool = False

    def total(self, what):
        """The sum over all sources."""
        return sum(getattr(use, what) for use in self.uses)

    @property
    def state(self):
        """One of STATES. What several sources say is worse than what one says."""
        broken, waived = self.total("broken"), self.total("waived")
        if broken > waived:
            return "broken"
        if waived:
            return "waived"
        for state in ("noted", "obeyed"):
            if self.total(state):
                return state
        return "not exercised" if self.listed else "not counted"

    @property
    def breaking(self):
        """How many sources found it broken."""
        return sum(use.broken > use.waived for use in self.uses)

    @property
    def where(self):
        """The uses that say something, broken ones first, then by number."""
        used = [use for use in self.uses if use.obeyed or use.broken or use.noted]
        return sorted(used, key=lambda use: (-use.broken, -use.obeyed))


@dataclass
class Group:
    """A clause group, as ETR-FMT."""

    name: str
    title: str
    members: list[Requirement]

    @property
    def states(self):
        """How many of its requirements are in each state."""
        return collections.Counter(member.state for member in self.members)


def clauses_of(report):
    """What the verdicts of a report of a scoreboard count by clause. Findings without one, such as
    that nothing was compared, concern no requirement."""
    entries = [entry for verdict in report["verdicts"] for entry in verdict["clauses"]]
    return [entry for entry in entries if "clause" in entry]


class Requirements(dict):
    """Requirements by number, first those of the map in its order."""

    def __init__(self, root):
        """root: of the tree of rvt, with its docs."""
        super().__init__()
        with open(root / "docs/spec-map.yaml", encoding="utf-8") as file:
            entries = yaml.load(file, LOADER)["numbers"]  # LOADER makes plain data alone
        for entry in entries:
            self[entry["id"]] = Requirement(entry["id"], entry["title"], entry, entry["id"])
        text = (root / "docs/clauses.md").read_text(encoding="utf-8")
        self.titles: dict[str, str] = {}
        for names, title in GROUP.findall(text):  # the first table that has a group says what it is
            for name in names.split(", "):
                self.titles.setdefault(name, title.strip())

    def at(self, number, title=""):
        """The requirement or rule of this number, made if it is new."""
        anchor = number if NUMBER.match(number) else f"rule-{len(self)}"
        found = self.setdefault(number, Requirement(number, title, {}, anchor))
        found.title = found.title or title
        return found

    def add_run(self, name, report):
        """Adds what a report of a scoreboard says (rvt-report/1, rvt-transport-report/1)."""
        for entry in report.get("requirements") or []:
            found = self.at(entry["requirement"])
            found.listed = True
            found.uses.append(Use(name, obeyed=entry["packets"]))
        for entry in clauses_of(report):
            found = self.at(entry["clause"])
            found.listed = True
            found.uses.append(Use(name, broken=entry["found"], waived=entry["waived"]))

    def add_check(self, name, report):
        """Adds what a report of rvt check says."""
        for rule in report["rules"]:
            found = self.at(rule["rule"], rule["sentence"])
            if rule["state"] == "not checked":
                continue
            found.listed = True
            noted = rule["broken"] if rule["state"] == "noted" else 0
            broken = rule["broken"] - noted
            waived = min(rule["waived"], broken)
            found.uses.append(Use(name, rule["obeyed"], broken, waived, noted))

    def groups(self):
        """The clause groups, then what has no number of a specification."""
        found: dict[str, list[Requirement]] = {}
        for number, requirement in self.items():
            name = number.rpartition("-")[0] if NUMBER.match(number) else OTHERS
            found.setdefault(name, []).append(requirement)
        others = found.pop(OTHERS, [])
        groups = [Group(name, self.titles.get(name, ""), found[name]) for name in found]
        title = "what the comparison itself must find"
        return [*groups, *([Group(OTHERS, title, others)] if others else [])]


def requirements_of(inputs, root):
    """All requirements, with what the inputs say of them."""
    found = Requirements(root)
    for source in inputs.of(*reading.REPORTS):
        found.add_run(source.name, source.data)
    for source in inputs.of(reading.CHECK):
        found.add_check(f"{source.name} (rvt check)", source.data)
    return found
