# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Scripts that run the co-simulation, seed faults or lint fail where they should."""

import os
import subprocess
import sys
import types

from stand_ins import EXPECT, GOOD, PASSES, PROGRAM, RECORD, ROOT, program, script, write_runs

sys.path.insert(0, os.path.join(ROOT, "scripts"))
from cosim import execute as execution
from cosim import runs as runs
from faults import hunt as mutating

regressing = script("cosim/regress")


def random_run(**keys):
    """A run of random rows, with these keys in its record."""
    return runs.Run({**RECORD, **keys}, RECORD["rows"])


def executed(folder, record, text, rvt="build/release/rvt"):
    """Verdict and reason of a run of random rows with these keys; the bench is these shell
    commands."""
    program(folder, "rv64-delta/rvt_cosim", text.format(folder=folder))
    arguments = types.SimpleNamespace(
        build=folder, work=folder, rvt=rvt, expect=EXPECT, waves=False
    )
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
            types.SimpleNamespace(
                build=f"{folder}/file", work=f"{folder}/file", rvt="", waves=False
            ),
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


def folders(build, work):
    """The folder of the programs and the one of what runs write, as arguments."""
    return types.SimpleNamespace(build=build, work=work)


def hunted(folder, text):
    """The clause of what a run with a seeded fault finds if its bench is these shell commands; None
    if it finds nothing."""
    program(folder, "rvt_syst", text)
    os.makedirs(f"{folder}/logs", exist_ok=True)
    run = mutating.TransportRun({"name": "a", "bench": "syst", "options": []})
    found = mutating.hunt(
        {"name": "fault", "number": 1}, [run], {"a": ("", "")}, folders(folder, folder)
    )
    return found.get("clause")


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
    found = f"[[ $2 == {finds} ]] && echo 'rvt_syst: cycle 9: other [MessagesEqual]' && exit 1"
    program(folder, "rvt_syst", f'echo "$2" >> {folder}/tried; {found}; printf "{GOOD}"')
    os.makedirs(f"{folder}/logs", exist_ok=True)
    suite = [
        mutating.TransportRun({"name": name, "bench": "syst", "options": ["--seed", name]})
        for name in "abc"
    ]
    caught = mutating.hunt(
        {"name": "fault", "number": 1},
        suite,
        dict.fromkeys("abc", ("", "")),
        folders(folder, folder),
        first,
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
