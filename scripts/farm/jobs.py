# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The jobs of the farm: how much of each belongs to a night, and the commands of its shards.

A command that is to be repeatable has all its seeds from the seed of the run. {work} stands for the
folder of the shard, {store} for the folder of the run.
"""

import glob
import os
import typing

from cosim.runs import load_records

BUILD = os.environ.get("BUILD", "build")
RVT = f"{BUILD}/release/rvt"
COSIM = f"{BUILD}/cosim"
COSIM_PROGRAMS = (RVT, f"{COSIM}/expect", f"{COSIM}/*/rvt_cosim")
MUTANT_PARTS = 20
COSIM_PARTS, COVERAGE_PARTS = 24, 8
# Rings that take long, quick ones first: a scaled run executes some of the first.
RINGS = (
    *("golden-asan", "resilience", "cli-asan", "property-asan", "regression-asan", "unit-asan"),
    *("combinations", "formal-faults", "sizes", "mutants-netlist", "large", "resilience-cli"),
)


def cut(amount, size):
    """First and number of each part, so that each has at most this size: 0 is the first."""
    return [(first, min(size, amount - first)) for first in range(0, amount, size)]


def make(goal, *variables):
    """A command that makes a goal."""
    return ["make", "--no-print-directory", goal, *variables, "JOBS=1"]


def soak(seed, amount):
    """Seeds of random co-simulation, from the seed of the run on."""
    bench = ["--build", COSIM, "--rvt", RVT, "--expect", f"{COSIM}/expect", "--work", "{work}"]
    for first, count in cut(amount, 250):
        words = ["--first", str(seed + first), "--count", str(count), "--jobs", "1"]
        yield 1, ["scripts/cosim/soak", *words, *bench]


def oracle(seed, amount):
    """Random programs for rvt and the oracle."""
    for first, count in cut(amount, 1000):
        words = ["--rvt", RVT, "--seed", f"{seed}.{first}", "--number", str(count), "--jobs", "1"]
        yield 1, ["tests/oracle/oracle", "differential", *words]


def oracle_data(seed, amount):
    """Random accesses for rvt and the oracle: whole shards, because each has to have packets of
    every kind."""
    for first, _ in cut(amount, 100):
        words = ["--seed", str(seed), "--first", str(first), "--programs", "100"]
        yield 1, ["tests/oracle/differential_data", RVT, *words, "--jobs", "1"]


def mutants(_, amount):
    """The listed faults of the encoder, in parts."""
    for number in range(1, min(amount, MUTANT_PARTS) + 1):
        words = ["--part", f"{number}/{MUTANT_PARTS}", "--work", "{work}", "--jobs", "1"]
        words += ["--build", f"{BUILD}/mutants", "--rvt", RVT]
        yield 1, ["scripts/faults/mutate", "tests/mutants/mutants.yaml", *words]


def transport_mutants(_, amount):
    """The listed faults of the transports, in parts."""
    for number in range(1, min(amount, MUTANT_PARTS) + 1):
        words = ["--part", f"{number}/{MUTANT_PARTS}", "--work", "{work}", "--jobs", "1"]
        words += ["--runs", "tests/mutants/transport-runs.yaml", "--transports"]
        words += ["--build", f"{BUILD}/mutants/transports"]
        yield 1, ["scripts/faults/mutate", "tests/mutants/transports.yaml", *words]


def faults_rtl(seed, amount):
    """Fresh faults in the source of the RTL, so many in each configuration. Each shard has another
    sample, which it builds."""
    records = load_records("tests/mutants/rtl.yaml", "rvt-samples/1").data["samples"]
    for record in records:
        for number, (_, count) in enumerate(cut(amount, 25)):
            words = [f"RTL_CONFIGS={record['name']}", f"RTL_NUMBER={count}"]
            words += [f"RTL_SEED={seed + number}", "RVT_SAMPLE_DIR={work}/rtl"]
            yield 1, make("mutants-rtl", *words)


def faults_netlist(seed, amount):
    """Fresh faults in the netlists, so many in each configuration."""
    records = load_records("tests/mutants/netlist.yaml", "rvt-netlists/1").data["netlists"]
    for record in records:
        for number, (_, count) in enumerate(cut(amount, 30)):
            words = [f"NETLIST_CONFIGS={record['build']}", f"NETLIST_NUMBER={count}"]
            words += [f"MUTANTS_SEED={seed + number}", "RVT_NETLIST_DIR={work}/netlist"]
            yield 1, make("mutants-netlist", *words)


def faults_model(seed, amount):
    """Fresh faults in the model. Each shard builds its sample."""
    for number, (_, count) in enumerate(cut(amount, 250)):
        words = ["--seed", str(seed + number), "--number", str(count), "--jobs", "1"]
        yield 1, ["scripts/faults/sample-model", *words, "--build", "{work}/faults"]


def fuzz(seed, amount):
    """Executions of each fuzz target."""
    targets = sorted(glob.glob("tests/fuzz/fuzz_*.c"))
    for path in targets:
        target = os.path.basename(path)[len("fuzz_") : -len(".c")]
        for first, count in cut(amount, 250000):
            words = [
                "--seconds",
                "0",
                "--runs",
                str(count),
                "--seed",
                str((seed + first) % 2**31),
            ]
            folders = ["--build", f"{BUILD}/fuzz", "--work", "{work}"]
            yield 1, ["scripts/fuzz", *words, *folders, target]


def rings(_, amount):
    """Rings that take long, most of them with the sanitizers."""
    for ring in RINGS[:amount]:
        yield 1, make(ring)


def coverage(_, amount):
    """The co-simulation in parts, then the page of what it covers."""
    bench = ["--rvt", RVT, "--expect", f"{COSIM}/expect", "--work", "{work}/kept", "--jobs", "1"]
    parts = [("tests/cosim/runs.yaml", COSIM, COSIM_PARTS)]
    parts += [("tests/coverage/runs.yaml", f"{BUILD}/coverage", COVERAGE_PARTS)]
    if not amount:
        return
    for path, build, number in parts:
        for part in range(1, number + 1):
            words = ["--part", f"{part}/{number}", "--build", build, *bench]
            yield 1, ["scripts/cosim/regress", path, *words]
    kept = [f"{{store}}/kept/coverage-{n:04}" for n in range(1, COSIM_PARTS + COVERAGE_PARTS + 1)]
    folders = ["--build", *kept[:COSIM_PARTS], "--code", *kept[COSIM_PARTS:]]
    yield 2, ["scripts/coverage/coverage", *folders, "--html", "{work}/kept/index.html"]


class Job(typing.NamedTuple):
    """A job."""

    unit: str  # what the amount counts
    night: int  # how much a night does
    programs: tuple  # what has to be built before, as patterns of paths
    commands: typing.Callable  # (seed, amount): stage and command of each shard


JOBS = {
    "soak": Job("seeds", 100000, COSIM_PROGRAMS, soak),
    "faults-rtl": Job("faults in each configuration", 100, (RVT,), faults_rtl),
    "faults-netlist": Job("faults in each configuration", 30, (RVT,), faults_netlist),
    "faults-model": Job("faults", 1000, (), faults_model),
    "oracle": Job("programs", 100000, (RVT,), oracle),
    "oracle-data": Job("programs", 5000, (RVT,), oracle_data),
    "fuzz": Job("executions of each target", 1000000, (f"{BUILD}/fuzz/fuzz_*",), fuzz),
    "rings": Job("rings", len(RINGS), (), rings),
    "mutants": Job("parts of the list", MUTANT_PARTS, (f"{BUILD}/mutants/*/rvt_cosim",), mutants),
    "transport-mutants": Job(
        "parts of the list",
        MUTANT_PARTS,
        (f"{BUILD}/mutants/transports/rvt_*",),
        transport_mutants,
    ),
    "coverage": Job("pages", 0, (*COSIM_PROGRAMS, f"{BUILD}/coverage/*/rvt_cosim"), coverage),
}
