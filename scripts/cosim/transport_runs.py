# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Lists and runs of the benches of the transports (tb/transport)."""

import fnmatch
import re
import subprocess
import sys

from lib.traces import trace_names

COMPARED = re.compile(
    r"^rvt: (\w+): \w+, .*?(\d+) (?:of \d+ )?(bytes|writes)(?: with \d+ bytes)? compared", re.M
)
VERDICT = re.compile(r"^rvt_\w+: (passed|FAILED): (\d+) cycles", re.M)


def call(words):
    """Status and output of a program."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        return done.returncode, done.stdout + done.stderr
    except (OSError, subprocess.TimeoutExpired) as error:
        return 2, f"transports: {error}\n"


def each_program(words):
    """The run, or one for each program that its trace=PATTERN stands for."""
    pattern = next(
        (word.removeprefix("trace=") for word in words if word.startswith("trace=")), None
    )
    if pattern is None:
        return [words]
    programs = fnmatch.filter(trace_names(), pattern)
    return [
        [word for word in words if not word.startswith("trace=")] + [f"trace={program}"]
        for program in programs
    ]


def read_runs(path):
    """Name, bench and options of each run."""
    with open(path, encoding="utf-8") as lines:
        words = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    words = [run for line in words for run in each_program(line) or [line[:1]]]
    if not words or any(len(run) < 2 for run in words):
        print(f"transports: {path}: no run, or one without a bench or a program", file=sys.stderr)
        sys.exit(2)
    return [(f"{number:02}-{run[0]}", run[1], run[2:]) for number, run in enumerate(words, 1)]


def simulate(name, bench, options, build):
    """Status, output, and what was compared in the run."""
    status, output = call([f"{build}/rvt_{bench}", *options])
    compared = {}
    for part, count, unit in COMPARED.findall(output):
        key = f"{part} {unit}"
        compared[key] = compared.get(key, 0) + int(count)
    verdict = VERDICT.search(output)
    passed = (
        status == 0
        and verdict
        and verdict.group(1) == "passed"
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
