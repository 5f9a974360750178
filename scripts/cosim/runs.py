# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Lists of co-simulation runs: reading them, making their rows, calling programs."""

import collections
import fnmatch
import os
import subprocess
import sys

from cosim.sampling import BUILDS, drawn_words
from lib.traces import trace_files, trace_names

CONFIGS = "vectors/configs"
TIME_LIMIT = 300  # seconds for one program call
# What a line of the list says of its run beside the options of the bench.
KEYS = {
    "config",
    "written",
    "same",
    "fails",
    "refused",
    "lost",
    "listed",
    "covered",
    "stalled",
    "block",
    "quiet",
    "passages",
    "storms",
    "drawn",
    "freely",
    "astray",
}


class Run:
    """One line of the list, for one program."""

    def __init__(self, kind, build, rows, words, line):
        self.kind, self.build, self.rows, self.line = kind, build, rows, line
        self.drawn = "drawn=1" in words  # the seed of the program says the rest
        self.random = rows.startswith("random:")
        self.seed = int(rows.split(":")[1]) if self.random else 0
        words = words + drawn_words(self.seed, build, "freely=1" in words) if self.drawn else words
        said = [w for w in words if not w.startswith(("-", "+")) and "=" in w]
        self.keys = dict(w.split("=", 1) for w in said)
        self.options = [w for w in words if w not in said]
        if set(self.keys) - KEYS:
            usage_error(f"line {line}: {', '.join(sorted(set(self.keys) - KEYS))}: unknown")
        own = f"{BUILDS}/{build}.yaml"
        self.config = self.keys.get(
            "config", own if os.path.exists(own) else f"{CONFIGS}/{build}.yaml"
        )
        self.file = rows.endswith((".csv", ".py"))
        self.program = (
            "random-" + rows.split(":")[1]
            if self.random
            else os.path.splitext(os.path.basename(rows))[0]
            if self.file
            else rows
        )
        self.rows_config = self.config  # of random rows
        self.written = self.keys.get("written", self.config)  # configuration of the file of rows
        self.same = self.keys.get("same")  # runs whose bytes are equal, program by program
        self.unjudged = (
            "--no-scoreboard" in self.options
        )  # nothing but the bench and the assertions
        self.fails = self.keys.get("fails")  # assertion that has to fail
        self.wild = "--wild" in self.options
        self.refused = self.keys.get("refused")
        self.astray = int(
            self.keys.get("astray", "50")
        )  # per cent of the packets that may be left out of decoding
        self.compared = not (self.fails or self.refused or self.unjudged)
        self.uncovered = not self.compared or self.keys.get("covered") == "no"
        variant = "-" + os.path.basename(self.config)[:-5] if "config" in self.keys else ""
        self.name = self.folder = f"{kind}-{build}{variant}-{self.program}"

    def program_words(self, elf):
        """What the bench is told of the program."""
        return ["--elf", elf] if elf else []

    def listed(self):
        """True if rows and filters alone say what is traced, so that they tell the whole decoded listing."""
        return (
            self.compared
            and not self.file
            and self.keys.get("listed") != "no"
            and not {"--overflow", "--sessions", "--sideband", "--wild", "--rewrite"}
            & set(self.options)
            and (not self.random or self.keys.get("quiet") == "1")
        )


def expanded(rows):
    """random:FIRST..LAST:INSTRUCTIONS stands for a program of each of these seeds."""
    words = rows.split(":")
    first, dots, last = words[1].partition("..")
    return (
        [f"random:{seed}:{words[2]}" for seed in range(int(first), int(last) + 1)]
        if dots
        else [rows]
    )


def usage_error(text):
    print(f"{os.path.basename(sys.argv[0])}: {text}", file=sys.stderr)
    sys.exit(2)


def read_list(path, only):
    runs = []
    names = trace_names()
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = line.split("#", 1)[0].split()
            if not words:
                continue
            if len(words) < 3:
                usage_error(f"{path}:{number}: name, configuration and rows are needed")
            if words[2].startswith("random:"):
                programs = expanded(words[2])
            else:
                programs = (
                    [words[2]] if os.path.isfile(words[2]) else fnmatch.filter(names, words[2])
                )
            if not programs:
                usage_error(f"{path}:{number}: no program matches {words[2]}")
            runs += [Run(words[0], words[1], program, words[3:], number) for program in programs]
    count = collections.Counter()
    for run in runs:  # runs side by side: a folder each
        count[run.name] += 1
        run.folder += f"-{count[run.name]}" if count[run.name] > 1 else ""
    return [run for run in runs if not only or any(fnmatch.fnmatch(run.name, o) for o in only)]


def call(command, log, quiet=False, **more):
    """Runs a command; its output goes to the log, but not if it is quiet, and is returned."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIME_LIMIT,
            check=False,
            errors="replace",
            **more,
        )
        status, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        status, output = 124, f"time limit of {TIME_LIMIT} s\n"
    log.write(f"$ {' '.join(command)}\n{'' if quiet and status == 0 else output}[{status}]\n")
    return status, output


def find_rows(run, arguments, folder, log):
    """Paths of rows and program; made by rvt random if the run says so."""
    if run.rows.endswith(".py"):
        tip = f"{folder}/rows.csv"
        with open(tip, "w", encoding="utf-8") as file:
            done = subprocess.run([sys.executable, run.rows, run.config], stdout=file, check=False)
        return (tip, None) if done.returncode == 0 else (None, None)
    if run.file:
        return run.rows, None
    if not run.random:
        return trace_files(run.program)
    _, seed, instructions = run.rows.split(":")
    tip, elf = f"{folder}/rows.csv.gz", f"{folder}/program.elf"
    command = [
        arguments.rvt,
        "random",
        "-c",
        run.rows_config,
        "--seed",
        seed,
        "--instructions",
        instructions,
        "--block-max",
        run.keys.get("block", "8"),
        "--groups",
        "1",
        "-o",
        tip,
        "-p",
        elf,
    ]
    if run.keys.get("quiet") == "1":
        command.append("--no-sideband")
    command += [f"--{shape}" for shape in ("passages", "storms") if run.keys.get(shape) == "1"]
    status, _ = call(command, log)
    return (tip, elf) if status == 0 else (None, None)
