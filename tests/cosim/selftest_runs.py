# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Scripts that run benches fail where they should, and a soak loses nothing. Shell commands take
the place of the programs."""

import collections
import glob
import importlib.machinery
import json
import os
import re
import signal
import subprocess
import sys
import time
import types

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PROGRAM = "straight-rv64"
EXPECT = os.path.abspath("build/cosim/expect")
GOOD = (
    "rvt: stp: passed, 3 writes, 12 of 12 bytes compared, 0 flushes, 9 cycles\\n"
    "rvt_syst: passed: 9 cycles, 12 bytes, 3 writes\\n"
)
FOUND = (
    "stream.bin: nibble 9: master 1 channel 0: SYST-106 warning: no time\\nstream.bin: 1 finding\\n"
)
PASSES = """echo "$*" >> {folder}/done; [ -e {folder}/fail ] && exit 1
echo 'rvt: rows=1 lost=0 instructions=10 packets=2 bytes=5 comparisons=4 cycles=9 te_data=0' \\
    'undecodable=0 timed=2'
echo 'rvt: bit-exact: passed, 0 findings'
[[ "$*" == *--wild* ]] || echo 'rvt: decode-exact: passed, 0 findings'
"""


def script(name):
    """A script without an ending, as a module."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(ROOT, "scripts", name))
    module = types.ModuleType(name)
    module.__file__ = loader.path
    loader.exec_module(module)
    return module


sys.path.insert(0, os.path.join(ROOT, "scripts"))
from cosim import execute as execution
from cosim import runs as runs
from faults import hunt as mutating

transports = script("cosim/transports")
soaking = script("cosim/soak")
regressing = script("cosim/regress")


# --- transports -----------------------------------------------------------------------------------


def program(folder, name, text):
    """A program of these shell commands."""
    path = f"{folder}/{name}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/bash\n{text}\n")
    os.chmod(path, 0o755)
    return path


def simulated(folder, text):
    """True if a bench of these shell commands passes."""
    program(folder, "rvt_syst", text)
    return transports.simulate("a", "syst", [], folder)["passed"]


def test_bench_that_passes(folder):
    """A bench that compares something passes."""
    assert simulated(folder, f"printf '{GOOD}'")


def test_bench_that_dies(folder):
    """A bench that dies, fails or is missing fails."""
    assert not simulated(folder, f"printf '{GOOD}'; kill -SEGV $$")
    assert not simulated(folder, f"printf '{GOOD}'; kill -KILL $$")
    assert not simulated(folder, f"printf '{GOOD}'; exit 1")
    assert not simulated(folder, "exit 0")
    os.remove(f"{folder}/rvt_syst")
    assert not transports.simulate("a", "syst", [], folder)["passed"]


def test_bench_that_compares_nothing(folder):
    """A bench that compares nothing, or does not say that it passed, fails."""
    assert not simulated(folder, "printf 'rvt_syst: passed: 9 cycles, 12 bytes\\n'")
    assert not simulated(folder, f"printf '{GOOD}' | sed 's/12 of 12/0 of 0/'")
    assert not simulated(folder, f"printf '{GOOD}' | grep -v rvt_syst")
    assert not simulated(folder, f"printf '{GOOD}' | sed '/^rvt_syst/s/passed/FAILED/'")


def carried(folder, decoder, sent="touch {stream}"):
    """True if a run with this decoder passes. {listing}: the file that it should write, {out}:
    where to."""
    listing, runs = f"{folder}/right", f"{folder}/runs/a"
    with open(listing, "w", encoding="utf-8") as file:
        rows = f"vectors/tip/rv64/{PROGRAM}"
        subprocess.run(
            [EXPECT, "vectors/configs/rv64-delta.yaml", f"{rows}.elf", f"{rows}.csv.gz"],
            stdout=file,
            check=True,
        )
    paths = {"listing": listing, "out": f"{runs}/listing", "stream": f"{runs}/stream.bin"}
    program(folder, "rvt_syst", f"printf '{GOOD}'\n{sent.format(**paths)}")
    program(folder, "rv64-delta/rvt_cosim", "exit 0")
    run = {"name": "a", "bench": "syst", "options": [], "program": PROGRAM, "encoder": "rv64-delta"}
    arguments = types.SimpleNamespace(
        build=folder,
        cosim=folder,
        expect=EXPECT,
        rvt=program(folder, "rvt", decoder.format(**paths)),
    )
    return transports.execute(run, arguments)["passed"]


def test_listing_that_is_right(folder):
    """The right listing passes, with the finding that is allowed or none."""
    assert carried(folder, "cp {listing} {out}")
    assert carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; exit 1")


def test_listing_that_is_wrong(folder):
    """A wrong listing or another finding fails."""
    assert not carried(folder, "head -n 100 {listing} > {out}")
    assert not carried(
        folder, f"cp {{listing}} {{out}}; printf '{FOUND}' | sed s/106/107/ >&2; exit 1"
    )


def test_decoder_that_dies(folder):
    """A decoder that dies, or whose status contradicts its findings, fails."""
    assert not carried(folder, "cp {listing} {out}; kill -SEGV $$")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; kill -SEGV $$")
    assert not carried(folder, "cp {listing} {out}; exit 1")
    assert not carried(folder, f"cp {{listing}} {{out}}; printf '{FOUND}' >&2; exit 0")


def test_results_of_another_run(folder):
    """Files of an earlier run do not count."""
    os.makedirs(f"{folder}/runs/a")
    for name in ("stream.bin", "listing"):
        with open(f"{folder}/runs/a/{name}", "w", encoding="utf-8"):
            pass
    assert not carried(folder, "[ -e {stream} ] && cp {listing} {out}", "true")
    assert carried(folder, "cp {listing} {out}")
    assert not carried(folder, "true")


def write_runs(folder, *records, schema="rvt-runs/1"):
    """Writes a list of runs of these records."""
    with open(f"{folder}/list", "w", encoding="utf-8") as file:
        json.dump({"schema": schema, "runs": records}, file, indent=1)


def refused(folder, *records):
    """What scripts/cosim/transports says of a list of these records that it refuses, without the
    name of the list."""
    write_runs(folder, *records, schema="rvt-transport-runs/1")
    done = subprocess.run(
        ["scripts/cosim/transports", f"{folder}/list", "--build", folder],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    text = done.stderr.decode()
    return text.replace(f"{folder}/", "") if done.returncode == 2 else None


def test_list_without_a_run(folder):
    """A list without a run, or with a wrong one, is refused."""
    program(folder, "rvt_syst", f"printf '{GOOD}'")
    good = {"name": "a", "bench": "syst"}
    assert refused(folder, good) is None
    assert refused(folder).startswith("transports: list:3: runs: [] ")
    assert refused(folder, {"name": "a"}) == (
        "transports: list:4: runs/0: 'bench' is a required property\n"
    )
    assert refused(folder, good, dict(good, trace="no-such-*")) == (
        "transports: list:8: no program matches no-such-*\n"
    )


# --- co-simulation --------------------------------------------------------------------------------


RECORD = {"name": "a", "build": "rv64-delta", "rows": "random:1:100"}


def random_run(**keys):
    """A run of random rows, with these keys in its record."""
    return runs.Run({**RECORD, **keys}, RECORD["rows"])


def executed(folder, record, text, rvt="build/release/rvt"):
    """Verdict and reason of a run of random rows with these keys; the bench is these shell
    commands."""
    program(folder, "rv64-delta/rvt_cosim", text.format(folder=folder))
    arguments = types.SimpleNamespace(build=folder, rvt=rvt, expect=EXPECT, waves=False)
    result = execution.execute(random_run(listing=False, **record), arguments)
    return result["verdict"], result["why"]


def test_bench_of_a_run(folder):
    """A run passes only if its bench ends well and compared something."""
    assert executed(folder, {}, PASSES)[0] == "passed"
    assert executed(folder, {}, f"{PASSES}kill -SEGV $$") == ("FAILED", "rvt_cosim ended with -11")
    assert executed(folder, {}, PASSES.replace("comparisons=4", "comparisons=0")) == (
        "FAILED",
        "nothing was compared",
    )
    assert executed(folder, {}, PASSES.replace("decode-exact", "other"))[0] == "FAILED"


def test_assertion_that_has_to_fail(folder):
    """A run may ask for an assertion to fail, and for nothing else."""
    fails = "echo 'Error: rtl.sv:1: Assertion failed in top.NoHole: assert failed'"
    assert executed(folder, {"fails": "NoHole"}, f"{fails}; exit 1")[0] == "passed"
    assert executed(folder, {"fails": "NoHole"}, f"{fails}; kill -SEGV $$")[0] == "FAILED"
    assert executed(folder, {"fails": "NoHole"}, "exit 1")[0] == "FAILED"
    assert executed(folder, {"fails": "NoHole"}, f"{fails}; exit 0")[0] == "FAILED"


def test_run_that_cannot_begin(folder):
    """A run whose files or programs are missing fails."""
    assert executed(folder, {"sampled": True}, PASSES)[0] == "passed"
    assert executed(folder, {"sampled": True}, PASSES, "false")[0] == "FAILED"
    assert executed(folder, {}, PASSES, f"{folder}/none") == (
        "FAILED",
        f"[Errno 2] No such file or directory: '{folder}/none'",
    )
    os.makedirs(f"{folder}/file")
    program(folder, "file/runs", "")
    assert (
        execution.execute(
            random_run(),
            types.SimpleNamespace(build=f"{folder}/file", rvt="", waves=False),
        )["verdict"]
        == "FAILED"
    )


def ended(*words, out=subprocess.DEVNULL):
    """Exit code."""
    return subprocess.run(words, stdout=out, stderr=subprocess.DEVNULL, check=False).returncode


def test_words_of_the_benches(_):
    """The benches refuse unknown options and bad values."""
    bench, rows = [
        "build/cosim/rv64-delta/rvt_cosim",
        "--config",
        "vectors/configs/rv64-delta.yaml",
    ], ["--tip", f"vectors/tip/rv64/{PROGRAM}.csv.gz"]
    assert ended(*bench, *rows, "--idle", "100", "--max-cycles", "50") == 1
    for words in (
        ["--idle", "101"],
        ["--seed", "x"],
        ["--seed", ""],
        ["--seed", "-1"],
        ["--seed"],
        ["--sessions", "0"],
        ["--cut", "halves"],
        ["--cut", "full"],
        ["--misuse", "halves"],
        ["--none"],
        ["word"],
        ["--tip", "/none"],
        ["--config", "/none"],
    ):
        assert ended(*bench, *rows, *words) == 2
    assert ended(*bench) == 2 and ended(bench[0], *rows) == 2 and ended(bench[0], "--help") == 0
    stp = "build/transport/rvt_stp"
    assert ended(stp, "--help") == 0 and ended(stp, "--writes", "50") == 0
    assert all(
        ended(stp, *words) == 2
        for words in (
            ["--writes", "x"],
            ["--writes", ""],
            ["--writes", "-1"],
            ["--writes"],
            ["--lanes", "0"],
            ["--lanes", "9"],
            ["--none", "1"],
            ["1"],
        )
    )


def test_full_disk(_):
    """What cannot be written fails."""
    config, rows = "vectors/configs/rv64-delta.yaml", f"vectors/tip/rv64/{PROGRAM}"
    bench = [
        "build/cosim/rv64-delta/rvt_cosim",
        "--config",
        config,
        "--tip",
        f"{rows}.csv.gz",
        "--bytes",
    ]
    assert (
        ended(*bench, "/dev/null") == 0
        and ended(*bench, "/dev/full") == 1
        and ended(*bench, "/none/file") == 2
    )
    with open("/dev/full", "w", encoding="utf-8") as full:
        assert ended(EXPECT, config, f"{rows}.elf", f"{rows}.csv.gz", out=full) == 2


def regressed(folder, keys, undecodable):
    """Status and last line of a suite of two runs: one of whose 100 packets so many are
    undecodable, and one without undecodable packets."""
    program(
        folder,
        "rv64-delta/rvt_cosim",
        PASSES.format(folder=folder)
        .replace("packets=2", "packets=100")
        .replace("timed=2", "timed=100")
        .replace("undecodable=0", f"undecodable={undecodable}"),
    )
    program(
        folder,
        "lanes/rvt_cosim",
        PASSES.format(folder=folder)
        .replace("packets=2", "packets=20000")
        .replace("timed=2", "timed=20000"),
    )
    write_runs(folder, {**RECORD, **keys}, dict(RECORD, name="b", build="lanes"))
    done = subprocess.run(
        ["scripts/cosim/regress", f"{folder}/list", "--build", folder, "--expect", EXPECT],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()[-1]


def test_run_that_is_left_out(folder):
    """A run with too many undecodable packets fails, and one that allows more without need."""
    good = (0, "cosim: 2 runs, 2 passed, 0 failed")
    bad = (1, "cosim: 2 runs, 1 passed, 1 failed")
    own = {"undecodable": {"most": 51, "because": "of this test"}}
    assert regressed(folder, {}, 5) == good
    assert regressed(folder, {}, 6) == bad
    assert regressed(folder, own, 51) == good
    assert regressed(folder, own, 52) == bad
    assert regressed(folder, own, 5) == bad


def test_how_much_is_left_out(_):
    """A suite with too many undecodable packets, or too few compared lines, fails."""
    good = {"packets": 100, "undecodable": 1, "lines": 100, "compared_lines": 99, "listings": 1}
    assert not regressing.left_out(good, True, True, True)
    assert len(regressing.left_out(dict(good, undecodable=2), True, False, True)) == 1
    assert len(regressing.left_out(dict(good, compared_lines=98), True, True, True)) == 1
    assert not regressing.left_out(dict(good, compared_lines=98), True, False, True)
    assert not regressing.left_out(dict(good, undecodable=2, compared_lines=98), False, True, True)
    assert len(regressing.left_out(dict(good, listings=0), False, False, True)) == 1
    assert not regressing.left_out(dict(good, listings=0), False, False, False)


def test_runs_without_a_listing(_):
    """Some runs have no listing that could be compared."""
    without = [
        {"fails": "Rule"},
        {"refused": "parameter"},
        {"options": "--no-scoreboard"},
        {"options": "--wild 3"},
        {"listing": False},
    ]
    assert runs.Run(RECORD, "sort-rv64").has_listing()
    assert not any(runs.Run({**RECORD, **each}, "sort-rv64").has_listing() for each in without)


# --- seeded faults --------------------------------------------------------------------------------


def hunted(folder, text):
    """The clause of what a run with a seeded fault finds if its bench is these shell commands; None
    if it finds nothing."""
    program(folder, "rvt_syst", text)
    os.makedirs(f"{folder}/logs", exist_ok=True)
    run = mutating.TransportRun({"name": "a", "bench": "syst", "options": []})
    return mutating.hunt({"name": "fault", "number": 1}, [run], {"a": ("", "")}, folder).get(
        "clause"
    )


def test_fault_that_is_found(folder):
    """Findings of each kind count."""
    found = (
        "echo 'rvt_syst: cycle 9: message 1 of master 1 channel 2 differs from the one sent "
        "[MessagesEqual]'"
    )
    assert hunted(folder, f"{found}; exit 1") == "MessagesEqual"
    assert hunted(folder, "echo 'rvt: stp: cycle 9: byte 1 differs [STP-003]'; exit 1") == "STP-003"
    assert (
        hunted(
            folder,
            "echo '%Error: rtl.sv:340: Assertion failed in top.LengthIsRight: "
            "'\\''assert'\\'' failed'; exit 1",
        )
        == "assertion LengthIsRight"
    )
    assert hunted(folder, f"{found}; kill -SEGV $$") is None


def tried(folder, first, finds):
    """Which of the runs a, b and c are tried if the order begins with one of them and one finds the
    fault, and which one did."""
    found = (
        f"[[ \"$*\" == *{finds}* ]] && echo 'rvt_syst: cycle 9: other [MessagesEqual]' && exit 1"
    )
    program(folder, "rvt_syst", f'echo "$2" >> {folder}/tried; {found}; printf "{GOOD}"')
    os.makedirs(f"{folder}/logs", exist_ok=True)
    suite = [
        mutating.TransportRun({"name": name, "bench": "syst", "options": ["--seed", name]})
        for name in "abc"
    ]
    caught = mutating.hunt(
        {"name": "fault", "number": 1}, suite, dict.fromkeys("abc", ("", "")), folder, first
    )["caught"]
    with open(f"{folder}/tried", encoding="utf-8") as file:
        names = "".join(file.read().split())
    os.remove(f"{folder}/tried")
    return names, caught


def test_order_of_runs(folder):
    """The run of the order is tried first, and the order is kept."""
    assert tried(folder, None, "c") == ("abc", "c")
    assert tried(folder, "c", "c") == ("c", "c")
    assert tried(folder, "c", "b") == ("cab", "b")
    assert tried(folder, "gone", "b") == ("ab", "b")
    assert tried(folder, "b", "nothing") == ("bac", None)
    path = f"{folder}/order"
    assert not mutating.read_order(path)
    mutating.write_order(
        path, [{"name": "one", "caught": "b"}, {"name": "two", "caught": None}], "faults", "make"
    )
    assert mutating.read_order(path) == {"one": "b"}


def test_fault_that_is_not_found(folder):
    """A run that fails without a finding does not count."""
    assert hunted(folder, f"printf '{GOOD}'") is None
    assert hunted(folder, "exit 1") is None
    assert hunted(folder, "echo 'rvt_syst: cycle 29: no progress [Progress]'; exit 1") is None


# --- soak -----------------------------------------------------------------------------------------


def soak_command(folder, count, *more):
    """A soak of this many seeds, whose bench passes at once unless the file fail exists; the file
    done has a line for each run of the bench."""
    if not os.path.exists(f"{folder}/list"):
        program(folder, "rv64-delta/rvt_cosim", PASSES.format(folder=folder))
        write_runs(folder, RECORD)
    return [
        "scripts/cosim/soak",
        "--list",
        f"{folder}/list",
        "--build",
        folder,
        "--expect",
        EXPECT,
        "--count",
        str(count),
        "--jobs",
        "2",
        *more,
    ]


def soaked(folder, count, *more):
    """Status, last line."""
    done = subprocess.run(
        soak_command(folder, count, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()[-1]


def benches_run(folder):
    """How often the bench was run."""
    with open(f"{folder}/done", encoding="utf-8") as file:
        return len(file.readlines())


def run_once(folder, seeds):
    """True if the bench of each of these seeds was run a single time."""
    with open(f"{folder}/done", encoding="utf-8") as file:
        runs_of = collections.Counter(
            int(seed) for seed in re.findall(r"--seed (\d+)", file.read())
        )
    return all(runs_of[seed] == 1 for seed in seeds)


def kept(folder):
    """Seeds that a soak kept, line by line."""
    (path,) = glob.glob(f"{folder}/soak-*.jsonl")
    with open(path, encoding="utf-8") as file:
        return [json.loads(line)["seed"] for line in file]


def break_off(folder, sign):
    """Sends a signal to a soak that has kept something; returns its status."""
    slow = f"sleep 0.1\n{PASSES.format(folder=folder)}"
    command = soak_command(folder, 60)
    program(folder, "rv64-delta/rvt_cosim", slow)

    def heed():
        """Lets SIGINT end the soak; the caller may ignore it, as background jobs do."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=heed
    ) as running:
        while not any(os.path.getsize(path) for path in glob.glob(f"{folder}/soak-*.jsonl")):
            time.sleep(0.01)
        time.sleep(0.2)
        running.send_signal(sign)
        status = running.wait()
    assert benches_run(folder) < 40  # not when all is done
    return status


def test_soak(folder):
    """A soak runs each seed once."""
    assert soaked(folder, 10) == (0, "soak: 10 seeds, 10 passed, 0 failed")
    assert soaked(folder, 12) == (0, "soak: 12 seeds, 12 passed, 0 failed")
    assert benches_run(folder) == 12 and sorted(kept(folder)) == list(range(1, 13))
    assert soaked(folder, 0)[0] == 1


def test_soak_that_is_killed(folder):
    """A soak that was killed is resumed."""
    assert break_off(folder, signal.SIGKILL) == -signal.SIGKILL
    before = kept(folder)
    assert 0 < len(before) < 60
    (path,) = glob.glob(f"{folder}/soak-*.jsonl")
    with open(path, "a", encoding="utf-8") as file:
        file.write('{"run": "soak", "seed": 29, "verd')
    assert soaked(folder, 60) == (0, "soak: 60 seeds, 60 passed, 0 failed")
    assert sorted(kept(folder)) == list(range(1, 61)) and kept(folder)[: len(before)] == before
    assert run_once(folder, before)


def test_soak_that_is_interrupted(folder):
    """A soak that was interrupted is resumed."""
    assert break_off(folder, signal.SIGINT) == 1
    before = kept(folder)
    assert 0 < len(before) < 60
    assert soaked(folder, 60) == (0, "soak: 60 seeds, 60 passed, 0 failed")
    assert sorted(kept(folder)) == list(range(1, 61)) and run_once(folder, before)


def test_soak_on_a_full_disk(folder):
    """A soak that cannot write is resumed."""
    words = " ".join(soak_command(folder, 60))
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 16; {words}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "interrupted" in done.stdout and "Traceback" not in done.stdout
    assert soaked(folder, 60) == (0, "soak: 60 seeds, 60 passed, 0 failed")
    assert set(kept(folder)) == set(range(1, 61))  # some twice: they failed when there was no room


def test_seed_that_failed_later(folder):
    """Seeds that passed are run again only if that is asked for."""
    assert soaked(folder, 2)[0] == 0
    with open(f"{folder}/fail", "w", encoding="utf-8"):
        pass
    assert soaked(folder, 2) == (0, "soak: 2 seeds, 2 passed, 0 failed")
    assert soaked(folder, 2, "--again") == (1, "soak: 2 seeds, 0 passed, 2 failed")
    assert soaked(folder, 2) == (1, "soak: 2 seeds, 0 passed, 2 failed")


def test_soak_with_another_checker(folder):
    """Another listing checker starts the soak again."""
    arguments = types.SimpleNamespace(build=folder, rvt=__file__, expect=f"{folder}/list")
    soak_command(folder, 1)
    marks = {soaking.fingerprint(arguments, [("rv64-delta", "")])}
    with open(arguments.expect, "a", encoding="utf-8") as file:
        file.write("# another one\n")
    marks.add(soaking.fingerprint(arguments, [("rv64-delta", "")]))
    assert len(marks) == 2


def test_soak_without_a_program(folder):
    """A soak without its programs is refused."""
    soak_command(folder, 1)
    os.remove(f"{folder}/rv64-delta/rvt_cosim")
    assert soaked(folder, 1)[0] == 2


# --- lint ----------------------------------------------------------------------------------------


def test_lint_of_nothing(folder):
    """Lint without a file fails."""
    done = subprocess.run(
        [os.path.abspath("scripts/checks/lint")],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "lint: git lists no files here\n")
