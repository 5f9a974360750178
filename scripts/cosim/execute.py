# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Executes one co-simulation run: the bench, its verdicts, and the decoded listing."""

import os
import re
import shutil
import subprocess

from cosim.sampling import prepare_config
from cosim.listing import compare_listing
from cosim.runs import UNDECODABLE, call, find_rows

STATISTICS = re.compile(r"^rvt: (rows=.*)$", re.M)
STALLED = re.compile(r"^rvt_cosim: .* (\d+) stalled", re.M)
# How often software changed each mode while the trace was enabled.
CHANGED = re.compile(r"^rvt_cosim: changed: (.*)$", re.M)
VERDICT = re.compile(
    r"^rvt: (bit-exact|same-fields|decode-exact): (?:passed|FAILED), (\d+) findings?$", re.M
)
HEAD = (
    f"{'run':9} {'program':15} {'configuration':18} {'instr':>8} {'packets':>8} {'bytes':>8} "
    f"{'bits/instr':>10} {'cycles':>8} {'lost':>7} {'mismatches':>10}  verdict"
)


def check_refusal(run, result, status, output):
    """The result of a run whose bench was built with another parameter than the configuration has:
    the bench must refuse to begin, and name the parameter in one line."""
    named = re.findall(
        r"^rvt: (\S+) is \d+ at the scoreboard and \d+ in the configuration$", output, re.M
    )
    if status == 1 and named == [run.refused] and not VERDICT.search(output):
        return dict(result, verdict="passed")
    return dict(result, why=f"the bench did not refuse {run.refused}")


def execute(run, arguments):
    """Executes a run. Returns the result as a dictionary. Files that cannot be read or written, and
    programs that cannot be called, fail the run."""
    folder = f"{arguments.work}/runs/{run.folder}"
    result = {
        "run": run.kind,
        "program": run.program,
        "configuration": run.build,
        "verdict": "FAILED",
        "why": "",
        "instructions": 0,
        "packets": 0,
        "bytes": 0,
        "cycles": 0,
        "lost": 0,
        "mismatches": 0,
        "te_data": 0,
        "timed": 0,
        "undecodable": 0,
        "listings": 0,
        "compared_lines": 0,
        "lines": 0,
        "stalled": 0,
        "changed": {},
        "log": f"{folder}/log",
        "config": run.config,
        "stream": f"{folder}/stream.bin",
        "covered": f"{folder}/covered" if run.covers else None,
    }
    try:
        os.makedirs(folder, exist_ok=True)
        prepare_config(run, folder, arguments.rvt)
        return bench_result(run, arguments, folder, result)
    except (OSError, subprocess.CalledProcessError) as error:
        return dict(result, verdict="FAILED", why=str(error))


def synchronised(points):
    """True if a run has a sync packet after the first one. points: its obligations."""
    with open(points, encoding="utf-8") as file:
        found = re.search(r"^(\d+)\tpacket F3/0$", file.read(), re.M)
    return found is not None and int(found.group(1)) > 1


def replay_fault(arguments, record, stream, log):
    """Encodes the record of a run that passed. Returns what is wrong with it, or None: it must have
    the bytes that the bench saw, and the model's bytes must be the same."""
    expected = f"{record}/expected.bin"
    command = [arguments.rvt, "encode", "-c", f"{record}/config.yaml", f"{record}/trace.csv"]
    command += ["--control", f"{record}/control.yaml", "--as", "encap", "-o", expected]
    status, _ = call(command, log)
    if status != 0:
        return f"rvt encode of the record ended with {status}"
    contents = []
    for path in (stream, f"{record}/stream.bin", expected):
        with open(path, "rb") as file:
            contents.append(file.read())
    if contents[1] != contents[0]:
        return "the recorded bytes are not those of the run"
    return None if contents[2] == contents[1] else "the record does not encode to its bytes"


def bench_result(run, arguments, folder, result):
    """The result of a run, filled in."""
    with open(f"{folder}/log", "w", encoding="utf-8") as log:
        tip, elf = find_rows(run, arguments, folder, log)
        if tip is None:
            return dict(result, why="rvt random failed")
        result["config"] = run.config
        stream = result["stream"]
        bench = [
            f"{arguments.build}/{run.build}/rvt_cosim",
            "--config",
            run.config,
            "--tip",
            tip,
            *run.program_words(elf),
            "--bytes",
            stream,
            "--coverage",
            f"{folder}/covered",
            f"+rvt_undecodable={folder}/undecodable",
            *([f"+rvt_record={folder}/record"] if run.recorded else []),
            *run.options,
        ]
        status, output = call(bench, log)
        if run.refused:
            return check_refusal(run, result, status, output)
        if run.fails:
            found = re.search(rf"Assertion failed in \S*\b{run.fails}\b", output)
            return (
                dict(result, verdict="passed")
                if status == 1 and found
                else dict(result, why=f"{run.fails} did not fail")
            )
        if run.unchecked:
            return (
                dict(result, verdict="passed")
                if status == 0
                else dict(result, why=f"rvt_cosim ended with {status}")
            )
        found = STATISTICS.search(output)
        if found:
            values = dict(pair.split("=") for pair in found.group(1).split())
            result.update(
                {k: int(values[k]) for k in ("instructions", "packets", "bytes", "cycles", "lost")}
            )
            result["comparisons"] = int(values["comparisons"])
            result["undecodable"] = int(values["undecodable"])
            result["te_data"] = int(values["te_data"])
            result["timed"] = int(values["timed"])
            stalled = STALLED.search(output)
            result["stalled"] = int(stalled.group(1)) if stalled else 0
        verdicts = dict(VERDICT.findall(output))
        given = {"same-fields" if "+rvt_verdict=fields" in run.options else "bit-exact"}
        if elf and not run.wild:
            given.add("decode-exact")
        changed = CHANGED.search(output)
        if changed and "decode-exact" in verdicts:
            pairs = [pair.split("=") for pair in changed.group(1).split()]
            result["changed"] = {name: int(count) for name, count in pairs}
        result["mismatches"] = sum(int(n) for n in verdicts.values())
        if status != 0 or set(verdicts) != given or result["mismatches"] != 0:
            waves = f"{folder}/waves.fst"
            if arguments.waves:
                with open(f"{folder}/waves.log", "w", encoding="utf-8") as again:
                    call([*bench, "--waves", waves], again)
            shown = f"; gtkwave {waves}.gtkw shows the cycle" if arguments.waves else ""
            return dict(result, why=f"rvt_cosim ended with {status}{shown}")
        if not result.get("comparisons"):
            return dict(result, why="nothing was compared")
        if "+rvt_timing=free" not in run.options and result["timed"] != result["packets"]:
            return dict(
                result,
                why=f"the cycle of {result['timed']} packets of {result['packets']} was compared",
            )
        if run.resync and not synchronised(f"{folder}/covered.points"):
            return dict(result, why="the encoder never resynchronised in this run")
        lost = run.record.get("lost")
        if lost is not None and lost != (result["lost"] > 0):
            wanted = "some" if lost else "none"
            return dict(result, why=f"{result['lost']} rows were lost; the run requires {wanted}")
        if "stalled" in run.record and result["stalled"]:
            return dict(result, why="the hart was stalled")
        if run.recorded:
            why = replay_fault(arguments, f"{folder}/record", stream, log)
            if why:
                return dict(result, why=why)
            shutil.rmtree(f"{folder}/record")
        if run.has_listing():
            why, result["compared_lines"], result["lines"] = compare_listing(
                run, arguments, folder, tip, elf, log
            )
            if why:
                return dict(result, why=why)
            if result["lines"] and not result["compared_lines"]:
                return dict(result, why="no line of the decoded listing was compared")
            os.remove(f"{folder}/listing")
            result["listings"] = 1
    return dict(result, verdict="passed")


def limit_undecodable(runs, results):
    """Fails the runs in which more packets are undecodable than the run allows, and those that
    allow more than others without need."""
    for run, result in zip(runs, results):
        part, packets = result["undecodable"], result["packets"]
        why = ""
        if 100 * part > run.undecodable * packets:
            why = f"{part} packets of {packets} are undecodable; the limit is {run.undecodable} %"
        elif "undecodable" in run.record and 100 * part <= UNDECODABLE * packets:
            why = f"{part} packets of {packets} are undecodable; the default limit suffices"
        if result["verdict"] == "passed" and why:
            result.update(verdict="FAILED", why=why)
            print_row(result)


def compare_streams(runs, results, complete):
    """Compares the bytes of the runs that have to send the same (same) with those of the first one.
    complete: every run of the list was executed, so that a run without another one to compare it
    with is a mistake."""
    first, alone = {}, {}
    for run, result in zip(runs, results):
        if not run.same or result["verdict"] != "passed":
            continue
        key = (run.same, run.program)
        if key not in first:
            first[key] = alone[key] = result
            continue
        alone.pop(key, None)
        with open(first[key]["stream"], "rb") as one, open(result["stream"], "rb") as other:
            if one.read() != other.read():
                result.update(verdict="FAILED", why=f"the bytes differ from {first[key]['stream']}")
                print_row(result)
    for key, result in alone.items() if complete else ():
        result.update(verdict="FAILED", why=f"same={key[0]}: no other run of {key[1]} passed")
        print_row(result)


def print_row(result):
    """Prints a result as one row, and the beginning of the log of a run that failed."""
    instructions = result["instructions"]
    bits = f"{8 * result['bytes'] / instructions:10.3f}" if instructions else f"{'-':>10}"
    print(
        f"{result['run']:9} {result['program']:15} {result['configuration']:18} {instructions:8} "
        f"{result['packets']:8} {result['bytes']:8} {bits} {result['cycles']:8} {result['lost']:7} "
        f"{result['mismatches']:10}  {result['verdict']}",
        flush=True,
    )
    if result["verdict"] != "passed":
        print(f"    {result['why']}; {result['log']}:")
        try:
            with open(result["log"], encoding="utf-8") as log:
                lines = [
                    line
                    for line in log.read().splitlines()
                    if not line.startswith("rvt_cosim: configuration")
                ]
        except OSError:
            lines = []
        for line in [cut for cut in lines if not cut.startswith("        ")][:40]:
            print(f"    | {line[:200]}")
