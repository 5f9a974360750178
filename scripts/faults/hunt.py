# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Hunts seeded faults: runs of the co-simulation, one after the other, until one finds the fault.

The bench program of a build holds every fault; +rvt_mutant=N makes one of them active, 0 none."""

import collections
import os
import re
import time

import yaml

from cosim import transport_runs
from cosim.sampling import prepare_config
from cosim.runs import call, find_rows, load_records

# What shows a fault: a mismatch, a check of the bench, or an assertion, each with the clause or the
# name of what is broken. A run in which nothing moves any more (Progress) does not count.
FINDINGS = (
    re.compile(
        r"^rvt: bit-exact: cycle \d+: (?P<what>.*? differs) \[(?P<clause>[^]]+)\]\n"
        r"  field     (?P<field>[^:]*):",
        re.M,
    ),
    re.compile(r"^rvt: (?:bit|decode)-exact: cycle \d+: (?P<what>.*?) \[(?P<clause>[^]]+)\]", re.M),
    re.compile(
        r"^rvt: (?:arbiter|frame|stp|syst|tunnel): cycle \d+: (?P<what>.*) \[(?P<clause>[^]]+)\]$",
        re.M,
    ),
    re.compile(r"^rvt_\w+: cycle \d+: (?P<what>.*) \[(?!Progress\])(?P<clause>[^]]+)\]$", re.M),
    re.compile(
        r"Error: (?P<what>\S+?:\d+): Assertion failed in \S*?\.?(?P<name>\w+): 'assert' failed",
        re.M,
    ),
)
# For a fault that the decode-exact verdict alone has to show.
DECODED = (re.compile(r"^rvt: decode-exact: cycle \d+: (?P<what>.*?) \[(?P<clause>[^]]+)\]", re.M),)
ORDER_SCHEMA = "rvt-fault-order/1"
ORDER = """# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
#
# Faults of {}, and the run that found each on {}. That run is tried first, and all others after it
# if it finds nothing any more. `{}` writes this list again.
schema: {}
"""
PASSED = re.compile(r"^rvt_\w+: passed: (\d+) cycles", re.M)
NOTED = re.compile(r"^rvt_mutant: assertion (\w+)", re.M)  # of the RTL itself, which is only noted


class TransportRun:
    """A run of a bench of the transports; the builds are the benches."""

    def __init__(self, run):
        """Takes a run of a list (cosim/transport_runs.py)."""
        self.name = self.folder = run["name"]
        self.build, self.options = run["bench"], run["options"]
        self.cycles = 0  # of the run without a fault; prepare() counts them


def simulate(run, rows, number, build, log, options=()):
    """Executes a run with the fault of a number (0: none) active, and with further options. Returns
    status and output."""
    # With a fault, the end may never come.
    most = ["--max-cycles", str(4 * run.cycles + 20000)] if number else []
    if isinstance(run, TransportRun):
        result = transport_runs.simulate(
            run.name, run.build, [*run.options, f"+rvt_mutant={number}", *options, *most], build
        )
        log.write(result["output"])
        return (0 if result["passed"] else result["status"] or 1), result["output"]
    tip, elf = rows
    return call(
        [
            f"{build}/{run.build}/rvt_cosim",
            "--config",
            run.config,
            "--tip",
            tip,
            *run.program_words(elf),
            *run.options,
            *options,
            *most,
            f"+rvt_mutant={number}",
        ],
        log,
    )


def summarise(output, findings=FINDINGS):
    """Clause and field (or words) of the first finding of a failing run; None and words if no
    finding has a clause."""
    found = [match for match in (pattern.search(output) for pattern in findings) if match]
    if not found:
        lines = [
            line for line in output.splitlines() if line.startswith(("rvt: ", "rvt_cosim: cycle"))
        ]
        return None, (lines[0] if lines else "no verdict")[:80]
    groups = min(found, key=lambda match: match.start()).groupdict()
    clause = groups.get("clause") or f"assertion {groups['name']}"
    return clause, groups.get("field") or groups["what"][:60]


def read_order(path):
    """By fault: the run that found it when the order was kept; empty if there is no such file."""
    if not os.path.exists(path):
        return {}
    return load_records(path, ORDER_SCHEMA).data["found"]


def write_order(path, results, faults, command):
    """Keeps the run that found each fault. faults: name of their list; command: what wrote this."""
    found = {result["name"]: result["caught"] for result in results if result["caught"]}
    with open(path, "w", encoding="utf-8") as file:
        file.write(ORDER.format(faults, time.strftime("%Y-%m-%d"), command, ORDER_SCHEMA))
        yaml.safe_dump({"found": found}, file, sort_keys=False, width=1000)


def hunt(mutant, runs, rows, arguments, first=None):
    """Executes runs until one finds the fault: first the run of that name, then those of the builds
    that the fault names, then the others. A run that fails without a finding proves nothing. If the
    fault names the decode-exact verdict, findings of that verdict alone count. The result names
    the assertions that were noted on the way."""
    decoded = mutant.get("verdict") == "decode"
    runs = sorted(
        runs,
        key=lambda run: (run.folder != first, not run.build.startswith(mutant.get("builds", ""))),
    )
    folder = f"{arguments.work}/logs"
    vague, noted = [], set()
    with open(f"{folder}/{mutant['name']}", "w", encoding="utf-8") as log:
        for run in runs:
            status, output = simulate(
                run,
                rows[run.folder],
                mutant["number"],
                arguments.build,
                log,
                ["--decode"] if decoded else [],
            )
            noted.update(NOTED.findall(output))
            if status == 0:
                continue
            clause, words = summarise(output, DECODED if decoded else FINDINGS)
            if status == 1 and clause:
                return dict(mutant, caught=run.folder, clause=clause, words=words)
            vague.append(f"{run.folder}: {words}")
    return dict(mutant, caught=None, vague=vague, noted=sorted(noted))


class Yields:
    """How many faults each run has found, and been tried with, by its folder."""

    def __init__(self):
        """Nothing has been tried."""
        self.found, self.tried = collections.Counter(), collections.Counter()

    def order(self, runs):
        """The runs, first those that promise most faults for each second that they take."""

        def promise(run):
            """Faults to be expected of a second of the run."""
            return (self.found[run.folder] + 1) / (self.tried[run.folder] + 2) / run.seconds

        return sorted(runs, key=promise, reverse=True)

    def note(self, runs, caught):
        """Notes that these runs were tried until one of them found a fault (None: none did)."""
        for run in runs:
            self.tried[run.folder] += 1
            if run.folder == caught:
                self.found[caught] += 1
                break


def hunt_all(mutants, runs, rows, arguments, order, left="MISSED", yields=None):
    """Hunts some faults, one after the other. After the run that the order names, runs that have
    found others of them in little time come first. left: what a fault is called that no run finds;
    yields: what other hunts note that use these runs at the same time."""
    results, yields = [], yields or Yields()
    for mutant in mutants:
        likely = yields.order(runs)
        result = hunt(mutant, likely, rows, arguments, order.get(mutant["name"]))
        results.append(result)
        yields.note(likely, result["caught"])
        verdict = (
            f"caught by {result['caught']}: {result['clause']}, {result['words']}"
            if result["caught"]
            else f"{left}: {result['breaks']}"
        )
        vague = [
            f"\n     {'':28} failed, but without a finding: {words}"
            for words in result.get("vague", [])
        ]
        print(f"{result['number']:4} {result['name']:28} {verdict}{''.join(vague)}", flush=True)
    return results


def prepare_run(run, arguments):
    """The rows of a run, and why it does not pass without a fault, or None if it does. Notes how
    long it takes."""
    folder = f"{arguments.work}/runs/{run.folder}"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/log", "w", encoding="utf-8") as log:
        if not isinstance(run, TransportRun):
            prepare_config(run, folder, arguments.rvt)
        rows = ("", "") if isinstance(run, TransportRun) else find_rows(run, arguments, folder, log)
        if rows[0] is None:
            return rows, f"{run.name}: no rows, see {folder}/log"
        started = time.monotonic()
        status, output = simulate(run, rows, 0, arguments.build, log)
        run.seconds = time.monotonic() - started + 0.01
        run.cycles = int((PASSED.search(output) or ["", "0"])[1])
    noted = NOTED.search(output)
    if status == 0 and not noted:
        return rows, None
    words = f"assertion {noted[1]}" if noted else ": ".join(filter(None, summarise(output)))
    return rows, f"{run.name} fails without a fault: {words}; {folder}/log"


def prepare(runs, arguments, pool):
    """The rows of each run by its folder, after each has passed without a fault; None if one does
    not."""
    prepared = dict(
        zip((run.folder for run in runs), pool.map(lambda run: prepare_run(run, arguments), runs))
    )
    wrong = [why for _, why in prepared.values() if why]
    for why in wrong:
        print(f"mutate: {why}")
    return None if wrong else {folder: rows for folder, (rows, _) in prepared.items()}
