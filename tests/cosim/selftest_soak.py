# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A soak loses nothing, however it ends."""

import collections
import glob
import json
import os
import re
import signal
import subprocess
import time
import types

from stand_ins import EXPECT, PASSES, RECORD, program, script, write_runs

soaking = script("cosim/soak")


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
    setups = [soaking.Setup("rv64-delta", "", "")]
    marks = {soaking.fingerprint(arguments, setups)}
    with open(arguments.expect, "a", encoding="utf-8") as file:
        file.write("# another one\n")
    marks.add(soaking.fingerprint(arguments, setups))
    assert len(marks) == 2


def test_soak_of_another_coding(folder):
    """A configuration that the RTL does not code as has the verdict of the runs that use it; with
    that of the build, the verdict is bit-exact."""
    config = "tests/cosim/configs/coding/modes-all-coding.yaml"
    options = "--stall 20 +rvt_verdict=fields +rvt_timing=free"
    record = {"name": "a", "build": "modes-all", "rows": "random:1:100", "options": options}
    write_runs(folder, {**record, "config": config}, {**record, "name": "b"})
    setups = soaking.setups_of(f"{folder}/list")
    verdict = "+rvt_verdict=fields +rvt_timing=free"
    assert setups == [("modes-all", "", ""), ("modes-all", config, verdict)]
    for seed in range(20):
        run = soaking.run_of(seed, setups)
        assert (run.config == config) == ("+rvt_verdict=fields" in run.options), seed
    assert len({soaking.run_of(seed, setups).config for seed in range(20)}) == 2


def test_soak_without_a_program(folder):
    """A soak without its programs is refused."""
    soak_command(folder, 1)
    os.remove(f"{folder}/rv64-delta/rvt_cosim")
    assert soaked(folder, 1)[0] == 2
