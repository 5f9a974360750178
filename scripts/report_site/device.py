# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""What a report says of a device: its runs, their findings, requirements and measurements, and the
verdict over all."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from report_site import bits, faults, reading, requirements, run_records, timeline
from report_site.findings import Finding, findings_of


@dataclass
class Run:
    """A run under a scoreboard. source: its report, or None if it left only a record."""

    name: str
    source: reading.Source
    record: reading.Record | None = None
    wave: Path | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def data(self):
        """The report as it is in the file."""
        return self.source.data

    @property
    def transport(self):
        """True for a scoreboard of the transports."""
        return self.source.schema == "rvt-transport-report/1"

    @property
    def compared(self):
        """True if a verdict is more than "not compared"."""
        return any(verdict["result"] != "not compared" for verdict in self.data["verdicts"])

    @property
    def found(self):
        """The number of findings of all verdicts."""
        return sum(verdict["findings"] for verdict in self.data["verdicts"])

    @property
    def waived(self):
        """The number of findings that were waived."""
        return sum(
            entry["waived"] for verdict in self.data["verdicts"] for entry in verdict["clauses"]
        )


@dataclass
class Unreported:
    """A run whose report was not read. why: what is known of it, in words."""

    name: str
    passed: bool
    why: str


def unreported(run):
    """A run of the merged reports (rvt-report-set/1) as one whose report was not read."""
    why = "its report is not in the folder" if run["reported"] else "it wrote no report"
    return Unreported(run["name"], run["reported"] and run["passed"], why)


def is_among(name, paths):
    """True if a name, which may begin with folders, ends one of these paths, as their parts."""
    parts = tuple(part for part in Path(name).parts if part not in ("..", "/"))
    return any(path[-len(parts) :] == parts for path in paths)


@dataclass
class Device:
    """Everything that the pages show."""

    title: str
    inputs: reading.Inputs
    runs: list[Run]
    checks: list[reading.Source]
    stats: list[reading.Source]
    coverage: list[reading.Source]
    cosim: list[reading.Source]
    requirements: requirements.Requirements
    faults: list[faults.Faults]
    notes: list[str]

    @property
    def findings(self):
        """The findings of the scoreboards that the reports list."""
        return [found for run in self.runs for found in run.findings]

    @property
    def found(self):
        """The number of findings of the scoreboards, with those that no report lists."""
        return sum(run.found for run in self.runs)

    @property
    def own_checks(self):
        """Reports of rvt check without those that were made here of records that have the report of
        a scoreboard."""
        reported = {run_records.made_path(run.record, "check") for run in self.runs if run.record}
        return [check for check in self.checks if check.path not in reported]

    @property
    def unreported(self):
        """The runs whose report was not read: records with neither a report nor a check, and those
        that only the merged reports of rvt report list."""
        checked = {check.path for check in self.checks}
        known = {run.record.path for run in self.runs if run.record}
        records = [
            Unreported(record.name, False, "there is only a record, which could not be checked")
            for record in self.inputs.records
            if record.path not in known and run_records.made_path(record, "check") not in checked
        ]
        paths = [run.source.path.with_suffix("").parts for run in self.runs]
        merged = [run for source in self.inputs.of(reading.MERGED) for run in source.data["runs"]]
        return records + [unreported(run) for run in merged if not is_among(run["name"], paths)]

    @property
    def results(self):
        """Of each run, and of each report of rvt check that was there: whether it passed."""
        cosim = [entry["verdict"] == "passed" for source in self.cosim for entry in source.data]
        checks = [source.data["passed"] for source in self.own_checks]
        others = [run.passed for run in self.unreported]
        return [run.data["passed"] for run in self.runs] + checks + cosim + others

    @property
    def passed(self):
        """Whether every run passed, and every file could be used; None: nothing was compared."""
        if self.inputs.refused:
            return False
        return all(self.results) if self.results else None

    @property
    def versions(self):
        """The versions of librvt that wrote the reports."""
        return sorted({s.data["version"] for s in [*(r.source for r in self.runs), *self.checks]})

    @property
    def state_counts(self):
        """How many requirements are in each state; rules of rvt count as well."""
        states = [entry.state for entry in self.requirements.values()]
        return {state: states.count(state) for state in requirements.STATES}

    @property
    def numbers(self):
        """The report in a few numbers (rvt-report-summary/1)."""
        packets = [run.data["counts"].get("packets", 0) for run in self.runs]
        packets += [check.data["packets"] for check in self.own_checks]
        packets += [entry.get("packets", 0) for source in self.cosim for entry in source.data]
        checked = [check.data["counts"] for check in self.own_checks]
        proven = [run.data.get("instructions") for run in self.runs]
        rates = [source.data for source in whole_streams(self.stats)]
        total = sum(rate["instructions"] for rate in rates)
        sent = sum(rate["bits_per_instruction"] * rate["instructions"] for rate in rates)
        return {
            "runs": len(self.results),
            "runs_failed": self.results.count(False),
            "findings": self.found + sum(c["errors"] + c["warnings"] for c in checked),
            "waived": sum(run.waived for run in self.runs) + sum(c["waived"] for c in checked),
            "obeyed": self.state_counts["obeyed"],
            "broken": self.state_counts["broken"],
            "not_exercised": self.state_counts["not exercised"],
            "packets": sum(packets),
            "retired": sum(entry["retired"] for entry in proven if entry),
            "proven": sum(entry["proven"] for entry in proven if entry),
            "bits_per_instruction": round(sent / total, 4) if total else None,
        }


def whole_streams(stats):
    """The streams that were decoded from beginning to end."""
    return [
        source
        for source in stats
        if source.data.get("instructions")
        and not source.data["losses"] + source.data["decoder_losses"]
    ]


def near(source, paths, endings=("",)):
    """Of these paths the one that has the name of a report, with an ending; None: there is none."""
    stem = source.path.with_suffix("")
    return next((path for path in paths if any(str(path) == f"{stem}{e}" for e in endings)), None)


def record_of(source, reports, records):
    """The record of a report: with its name, or the one in whose folder it is the only report.
    records: by their paths. None: there is none."""
    here = source.path.parent
    inside = here if sum(other.path.parent == here for other in reports) == 1 else None
    return records.get(near(source, records) or inside)


def add_findings(run, first):
    """Reads the findings of a run, with the first ones' packets and timelines."""
    run.findings = findings_of(run, first)
    shown = [found for found in run.findings if found.shown]
    config = bits.load_config(run.record.path / "config.yaml") if run.record and shown else None
    if run.transport:
        return
    for found in shown:
        bits.lay_out(found, config)
    timeline.add_timelines(shown, run.record, lambda payload: bits.name_of(config, payload))


def runs_of(inputs):
    """The runs with their findings."""
    runs, first = [], 1
    by_path = {record.path: record for record in inputs.records}
    reports = inputs.of(*reading.REPORTS)
    for source in reports:
        record = record_of(source, reports, by_path)
        wave = near(source, inputs.waves, reading.WAVES)
        if wave is None and record:
            wave = next((each for each in inputs.waves if each.parent == record.path), None)
        run = Run(source.name, source, record, wave)
        add_findings(run, first)
        first += len(run.findings)
        runs.append(run)
    return runs


def device_of(folders, title, root, rvt):
    """Reads folders. rvt: the command rvt for records, or None: they are not measured."""
    inputs, notes = reading.read_folders(folders), []
    for record in inputs.records if rvt else []:
        sources, wrong = run_records.measure(rvt, record)
        inputs.sources += sources
        notes += wrong
    if inputs.records and not rvt:
        notes.append("The command rvt was not found: the records were not measured and checked.")
    if inputs.deep:
        notes.append(
            f"Folders deeper than {reading.DEPTH_MAX} were not read: {len(inputs.deep)}, the first "
            f"is {inputs.deep[0]}."
        )
    return Device(
        title,
        inputs,
        runs_of(inputs),
        inputs.of(reading.CHECK),
        inputs.of(reading.STATS),
        inputs.of(reading.COVERAGE),
        inputs.of("cosim"),
        requirements.requirements_of(inputs, root),
        faults.faults_of(inputs, root),
        notes,
    )


def link_to(path, out):
    """The address of a file from the folder of the pages."""
    return os.path.relpath(path, out)
