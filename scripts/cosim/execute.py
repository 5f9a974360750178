# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""One co-simulation run: the bench, its verdicts, and the decoded listing."""

import os
import re
import subprocess

from cosim.sampling import sampled_config
from cosim.listing import judge_listing
from cosim.runs import call, find_rows

STATISTICS = re.compile(r"^rvt: (rows=.*)$", re.M)
STALLED = re.compile(r"^rvt_cosim: .* (\d+) stalled", re.M)
EXACT = re.compile(r"^rvt: (bit|decode)-exact: (?:passed|FAILED), (\d+) findings?$", re.M)
HEAD = (
    f"{'run':9} {'program':15} {'configuration':18} {'instr':>8} {'packets':>8} {'bytes':>8} "
    f"{'bits/instr':>10} {'cycles':>8} {'lost':>7} {'mismatches':>10}  verdict"
)


def judge_refusal(run, result, status, output):
    """A bench that was built otherwise than the configuration says must not begin, and must say why in one line."""
    told = re.findall(
        r"^rvt: (\S+) is \d+ at the scoreboard and \d+ in the configuration$", output, re.M
    )
    if status == 1 and told == [run.refused] and not EXACT.search(output):
        return dict(result, verdict="passed")
    return dict(result, why=f"{run.refused} was to be refused")


def execute(run, arguments):
    """Runs it; returns the result as a dictionary. What cannot be read or written, and a program that cannot be called, fail the run."""
    folder = f"{arguments.build}/runs/{run.folder}"
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
        "astray": 0,
        "listed": 0,
        "told": 0,
        "lines": 0,
        "stalled": 0,
        "log": f"{folder}/log",
        "config": run.config,
        "stream": f"{folder}/stream.bin",
        "covered": f"{folder}/covered" if run.covers else None,
    }
    try:
        os.makedirs(folder, exist_ok=True)
        if run.sampled:
            run.config, run.random_config = sampled_config(run, folder, arguments.rvt)
            result["config"] = run.config
        return judge(run, arguments, folder, result)
    except (OSError, subprocess.CalledProcessError) as error:
        return dict(result, verdict="FAILED", why=str(error))


def judge(run, arguments, folder, result):
    """The result of the run, filled in."""
    with open(f"{folder}/log", "w", encoding="utf-8") as log:
        tip, elf = find_rows(run, arguments, folder, log)
        if tip is None:
            return dict(result, why="rvt random failed")
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
            f"+rvt_undecodable={folder}/turns",
            *run.options,
        ]
        status, output = call(bench, log)
        if run.refused:
            return judge_refusal(run, result, status, output)
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
            result["astray"] = int(values["undecodable"])
            result["te_data"] = int(values["te_data"])
            result["timed"] = int(values["timed"])
            stalled = STALLED.search(output)
            result["stalled"] = int(stalled.group(1)) if stalled else 0
        verdicts = dict(EXACT.findall(output))
        result["mismatches"] = sum(int(n) for n in verdicts.values())
        if (
            status != 0
            or set(verdicts) != ({"bit", "decode"} if elf and not run.wild else {"bit"})
            or result["mismatches"] != 0
        ):
            waves = f"{folder}/waves.fst"
            if arguments.waves:
                with open(f"{folder}/waves.log", "w", encoding="utf-8") as again:
                    call([*bench, "--waves", waves], again)
            shown = f"; gtkwave {waves}.gtkw shows the cycle" if arguments.waves else ""
            return dict(result, why=f"rvt_cosim ended with {status}{shown}")
        if not result.get("comparisons"):
            return dict(result, why="nothing was compared")
        if result["timed"] != result["packets"]:
            return dict(
                result,
                why=f"{result['timed']} packets of {result['packets']} were held against their cycle",
            )
        lost = run.record.get("lost")
        if lost is not None and lost != (result["lost"] > 0):
            wanted = "some" if lost else "none"
            return dict(result, why=f"{result['lost']} rows were lost; the run asks for {wanted}")
        if "stalled" in run.record and result["stalled"]:
            return dict(result, why="the hart was stalled")
        if run.has_listing():
            why, result["told"], result["lines"] = judge_listing(
                run, arguments, folder, tip, elf, log
            )
            if why:
                return dict(result, why=why)
            if result["lines"] and not result["told"]:
                return dict(result, why="no line of the decoded listing was compared")
            os.remove(f"{folder}/listing")
            result["listed"] = 1
    return dict(result, verdict="passed")


def judge_astray(runs, results):
    """No run is left out of decoding for the greater part, unless it says so."""
    for run, result in zip(runs, results):
        if (
            result["verdict"] == "passed"
            and 100 * result["astray"] > run.undecodable * result["packets"]
        ):
            result.update(
                verdict="FAILED",
                why=f"{result['astray']} packets of {result['packets']} are left out of decoding; {run.undecodable} % may be",
            )
            print_row(result)


def compare_streams(runs, results, complete):
    """Of runs that have to send the same bytes each is held against the first one. complete: every run of the list was done,
    so one without another to compare it with is a mistake."""
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
