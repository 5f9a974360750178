# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Lists and runs of the benches of the transports (tb/transport)."""

import fnmatch
import re
import subprocess

from cosim.runs import load_records, usage_error
from lib.traces import trace_names

SCHEMA = "rvt-transport-runs/1"
COMPARED = re.compile(
    r"^rvt: (\w+): \w+, .*?(\d+) (?:of \d+ )?"
    r"(bytes|writes|packets|messages)(?: with \d+ bytes)? compared",
    re.M,
)
VERDICT = re.compile(r"^rvt_\w+: (passed|FAILED): (\d+) cycles", re.M)


def call(words):
    """Status and output of a program."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        return done.returncode, done.stdout + done.stderr
    except (OSError, subprocess.TimeoutExpired) as error:
        return 2, f"transports: {error}\n"


def programs_of(record):
    """The programs that the trace of a record stands for; one None if it has no trace."""
    return fnmatch.filter(trace_names(), record["trace"]) if "trace" in record else [None]


def read_runs(path):
    """The runs of a list: dictionaries with name, bench, options (a list), program or None,
    encoder, finds or None, and reports (a bool). Ends the program with status 2 if the list is
    wrong or a trace matches no program."""
    file = load_records(path, SCHEMA)
    runs = []
    for number, record in enumerate(file.data["runs"]):
        programs = programs_of(record)
        if not programs:
            usage_error(f"{file.where('runs', number)}: no program matches {record['trace']}")
        for program in programs:
            run = {
                "name": f"{len(runs) + 1:02}-{record['name']}",
                "bench": record["bench"],
                "options": record.get("options", "").split(),
                "program": program,
                "encoder": record.get("encoder", "rv64-delta"),
                "finds": record.get("finds"),
                "reports": record.get("reports", False),
            }
            runs.append(run)
    return runs


def simulate(name, bench, options, build, finds=None):
    """Runs a bench. Returns its status, its output, and what it compared. finds: the bench must
    fail, and its output must match this regular expression, whose dot matches newlines, too."""
    status, output = call([f"{build}/rvt_{bench}", *options])
    compared = {}
    for part, count, unit in COMPARED.findall(output):
        key = f"{part} {unit}"
        compared[key] = compared.get(key, 0) + int(count)
    verdict = VERDICT.search(output)
    ends = (status, verdict.group(1) if verdict else "")
    passed = (
        ends == ((1, "FAILED") if finds else (0, "passed"))
        and (finds is None or re.search(finds, output, re.S))
        and compared
        and all(compared.values())
    )
    return {
        "name": name,
        "bench": bench,
        "status": status,
        "passed": bool(passed),
        "cycles": int(verdict.group(2)) if verdict else 0,
        "compared": compared,
        "output": output,
    }
