# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Lists of co-simulation runs: reading them, making their rows, calling programs."""

import collections
import fnmatch
import json
import os
import subprocess
import sys

from cosim.sampling import BUILDS, sampled_options
from lib.records import RecordError, load
from lib.traces import trace_files, trace_names

CONFIGS = "vectors/configs"
TIME_LIMIT = 300  # seconds for one program call
SCHEMA = "rvt-runs/1"
UNDECODABLE = 5  # per cent of the packets of a run, unless the run gives another limit
# Options of the bench with which rows and filters alone do not decide what is traced.
UNLISTED = {"--overflow", "--sessions", "--sideband", "--wild", "--rewrite"}


class Run:
    """One record of a list of runs, for one program.

    record: as in the list (scripts/schemas/records/rvt-runs-1.json); rows: those of the record, or
    one of the programs that they stand for; line: where it is in the list; maximum:
    trTeInstSyncMax, if the record has a unit of resynchronisation.
    """

    def __init__(self, record, rows, line=0, maximum=0):
        """Resolves the configuration and the options."""
        self.kind, self.build, self.rows, self.line = record["name"], record["build"], rows, line
        self.record = dict(record)
        self.options = record.get("options", "").split()
        self.random = rows.startswith("random:")
        self.seed = int(rows.split(":")[1]) if self.random else 0
        self.sampled = "sampled" in record
        if self.sampled:
            options, block = sampled_options(self.seed, self.build, "pressure" not in record)
            self.options += options
            self.record["block"] = block
        own = f"{BUILDS}/{self.build}.yaml"
        base = own if os.path.exists(own) else f"{CONFIGS}/{self.build}.yaml"
        self.config = record.get("config", base)
        self.file = rows.endswith((".csv", ".py"))
        self.program = self._program()
        self.random_config = self.config  # of random rows
        self.rows_config = record.get("rows_config", self.config)  # of a file of rows
        self.same = record.get("same")
        self.recorded = "record" in record
        self.unchecked = "--no-scoreboard" in self.options  # only the bench and the assertions
        self.fails = record.get("fails")
        self.wild = "--wild" in self.options
        self.refused = record.get("refused")
        self.handlers = "handlers" in record
        self.resync = (record["resync"], maximum) if "resync" in record else None
        self.undecodable = record.get("undecodable", {}).get("most", UNDECODABLE)
        self.compared = not (self.fails or self.refused or self.unchecked)
        self.covers = self.compared and "coverage" not in record
        variant = "-" + os.path.basename(self.config)[:-5] if "config" in record else ""
        unit = f"-{record['resync']}-{maximum}" if "resync" in record else ""
        self.name = self.folder = f"{self.kind}-{self.build}{variant}{unit}-{self.program}"

    def _program(self):
        """Name of the program."""
        if self.random:
            return "random-" + self.rows.split(":")[1]
        if self.file:
            return os.path.splitext(os.path.basename(self.rows))[0]
        return self.rows

    def program_words(self, elf):
        """Options of the bench that name the program."""
        return ["--elf", elf] if elf else []

    def has_listing(self):
        """True if rows and filters alone decide what is traced, so that the whole decoded listing
        is known."""
        return (
            self.compared
            and not self.file
            and "listing" not in self.record
            and not UNLISTED & set(self.options)
            and (not self.random or "quiet" in self.record)
        )


def expanded(rows):
    """random:FIRST..LAST:INSTRUCTIONS stands for a program of each of these seeds."""
    words = rows.split(":")
    first, dots, last = words[1].partition("..")
    if not dots:
        return [rows]
    return [f"random:{seed}:{words[2]}" for seed in range(int(first), int(last) + 1)]


def usage_error(text):
    """Prints an error and ends the program with status 2."""
    print(f"{os.path.basename(sys.argv[0])}: {text}", file=sys.stderr)
    sys.exit(2)


def load_records(path, *schemas):
    """Reads a record file; ends the program with status 2 if that is not possible."""
    try:
        return load(path, *schemas)
    except RecordError as error:
        usage_error(error)


def programs_of(rows, names):
    """The rows that one record stands for; empty if no trace of these names matches."""
    if rows.startswith("random:"):
        return expanded(rows)
    return [rows] if os.path.isfile(rows) else fnmatch.filter(names, rows)


def read_list(path, only):
    """The runs of a list, or those whose names match one of the patterns."""
    file = load_records(path, SCHEMA)
    names = trace_names()
    runs = []
    for number, record in enumerate(file.data["runs"]):
        programs, line = programs_of(record["rows"], names), file.line("runs", number)
        if not programs:
            usage_error(f"{path}:{line}: no program matches {record['rows']}")
        maxima = record.get("maxima", range(16)) if "resync" in record else [0]
        runs += [Run(record, program, line, each) for program in programs for each in maxima]
    count = collections.Counter()
    for run in runs:  # runs side by side: a folder each
        count[run.name] += 1
        run.folder += f"-{count[run.name]}" if count[run.name] > 1 else ""
    return [run for run in runs if not only or any(fnmatch.fnmatch(run.name, o) for o in only)]


def call(command, log, quiet=False, **more):
    """Runs a command. Returns its status and its output, which goes to the log as well, except for
    that of a quiet command that succeeds."""
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


def name_handlers(run, folder, rvt):
    """Writes the configuration of a run with the trap handlers of its random program. Returns its
    path."""
    done = subprocess.run([rvt, "config", "--json", run.config], stdout=subprocess.PIPE, check=True)
    config = json.loads(done.stdout)
    with open(f"{folder}/handlers.json", encoding="utf-8") as file:
        config["trap_vectors"] = json.load(file)
    path = f"{folder}/config.yaml"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(config, file, indent=1)
    return path


def find_rows(run, arguments, folder, log):
    """Paths of the rows of a run and of its program (None if it has none); rvt random makes them
    if the run asks for it. The first is None if that failed."""
    if run.rows.endswith(".py"):
        tip, elf = f"{folder}/rows.csv", f"{folder}/program.elf"
        if os.path.exists(elf):
            os.remove(elf)
        with open(tip, "w", encoding="utf-8") as file:
            command = [sys.executable, run.rows, run.config, elf]
            done = subprocess.run(command, stdout=file, check=False)
        if done.returncode != 0:
            return None, None
        return tip, elf if os.path.exists(elf) else None
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
        run.random_config,
        "--seed",
        seed,
        "--instructions",
        instructions,
        "--block-max",
        str(run.record.get("block", 8)),
        "--groups",
        "1",
        "-o",
        tip,
        "-p",
        elf,
    ]
    if run.record.get("quiet"):
        command.append("--no-sideband")
    command += [f"--{shape}" for shape in ("passages", "storms") if run.record.get(shape)]
    if run.handlers:
        command += ["--handlers", f"{folder}/handlers.json"]
    status, _ = call(command, log)
    if status != 0:
        return None, None
    if run.handlers:
        run.config = name_handlers(run, folder, arguments.rvt)
    return tip, elf
