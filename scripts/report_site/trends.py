# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A report in a few numbers, and how these change from one report to the next: the files of a
folder, in the order of their names."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from report_site import plots, reading, requirements

MEASURES = (
    ("runs_failed", "Runs that failed", "runs"),
    ("findings", "Findings", "findings"),
    ("obeyed", "Requirements obeyed", "requirements"),
    ("broken", "Requirements broken", "requirements"),
    ("packets", "Packets", "packets"),
    ("bits_per_instruction", "Bits per instruction", "bits"),
)


@dataclass
class Point:
    """A report of the past. numbers: the members of rvt-report-summary/1."""

    name: str
    numbers: dict


def order_of(name):
    """The key by which names sort as people count: run-9 before run-10."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def numbers_of(source):
    """The numbers of one file: of a summary, of a report of a scoreboard, or of rvt check."""
    data = source.data
    if source.schema == reading.SUMMARY:
        return data["numbers"]
    if source.schema == reading.CHECK:
        states = [rule["state"] for rule in data["rules"]]
        counts = data["counts"]
        return {
            "runs": 1,
            "runs_failed": int(not data["passed"]),
            "findings": counts["errors"] + counts["warnings"],
            "obeyed": states.count("obeyed"),
            "broken": states.count("broken"),
            "packets": data["packets"],
        }
    clauses = requirements.clauses_of(data)
    found = {each["clause"] for each in clauses if each["found"]}
    broken = {each["clause"] for each in clauses if each["found"] > each["waived"]}
    obeyed = {entry["requirement"] for entry in data.get("requirements") or []}
    return {
        "runs": 1,
        "runs_failed": int(not data["passed"]),
        "findings": sum(verdict["findings"] for verdict in data["verdicts"]),
        "obeyed": len(obeyed - found),
        "broken": len(broken),
        "packets": data["counts"].get("packets", data["counts"].get("comparisons", 0)),
    }


def points_of(folder):
    """The reports of a folder in the order of their names, and the files that cannot be used."""
    inputs = reading.read_folders([folder])
    kinds = (*reading.REPORTS, reading.CHECK, reading.SUMMARY)
    found = [Point(source.name, numbers_of(source)) for source in inputs.of(*kinds)]
    return sorted(found, key=lambda point: order_of(point.name)), inputs.refused


def plots_of(points):
    """A plot for each measure that two points have."""
    found = []
    for key, title, unit in MEASURES:
        data = [(p.name, p.numbers[key]) for p in points if p.numbers.get(key) is not None]
        if len(data) > 1:
            found.append(plots.line(f"trend-{key}", title, ("report", unit), data))
    return found


def write_summary(path, numbers, passed, version):
    """Writes a report in numbers."""
    data = {
        "schema": reading.SUMMARY,
        "version": version,
        "passed": passed,
        "numbers": {key: value for key, value in numbers.items() if value is not None},
    }
    Path(path).write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
