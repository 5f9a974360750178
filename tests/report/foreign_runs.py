# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Runs of the foreign encoder that leave reports and records, as an engineer would make them."""

import subprocess

from lib.traces import trace_files
from program_rows import rows_of
from scheduled_runs import SCHEDULED

PROGRAM = "faults-rv64"
# Names of the reports and plusargs. The waves of one run are beside its report.
RUNS = {
    "clean": [],
    "map": ["+bugs=4"],
    "support": ["+bugs=40"],
    "fields": ["+bugs=4", "+rvt_findings=3"],
}


def run_bench(bench, root, config, rows, plusargs):
    """Runs the bench. Its verdicts may fail."""
    elf = root / trace_files(PROGRAM)[1]
    command = [bench, f"+rvt_config={config}", f"+rvt_elf={elf}", f"+rows={rows}", *plusargs]
    subprocess.run(command, cwd=root, capture_output=True, check=True)


def write_schedule(path):
    """Writes the schedule of eight faults, one after another. Returns the plusargs for it."""
    scheduled = SCHEDULED[0]
    lines = [part for section in scheduled.sections for part in section.parts]
    text = "".join(f"{row} {enable} {bugs:x} {ready}\n" for row, enable, bugs, ready in lines)
    path.write_text(text, encoding="utf-8")
    return [f"+schedule={path}", "+rvt_findings=1000", *scheduled.plusargs]


def run_link(bench, root, rows, folder):
    """Runs the encoder over its link, whose headers differ from those of the model."""
    config, name = folder.parent / "link.yaml", folder / "link"
    text = (root / "tests/foreign/foreign.yaml").read_text(encoding="utf-8")
    config.write_text(text + "dialect: {header: length}\n", encoding="utf-8")
    plusargs = ["+link", f"+rvt_report={name}.json", f"+rvt_record={name}"]
    run_bench(bench, root, config, rows, plusargs)


def make_runs(bench, link_bench, root, folder):
    """Makes the runs: reports and records, but for one run, which has a report alone."""
    scratch = folder.parent
    rows, _ = rows_of(PROGRAM, scratch)
    config = root / "tests/foreign/foreign.yaml"
    run_link(link_bench, root, rows, folder)
    runs = {**RUNS, "eight": write_schedule(scratch / "schedule")}
    for name, plusargs in runs.items():
        record = [] if name == "fields" else [f"+rvt_record={folder / name}"]
        run_bench(
            bench, root, config, rows, [f"+rvt_report={folder / name}.json", *record, *plusargs]
        )
    (folder / "map.vcd").write_text("$date today $end\n", encoding="utf-8")
