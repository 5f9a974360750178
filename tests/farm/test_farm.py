#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Shows that scripts/farm loses nothing: shards, pools and nodes that are killed in the middle give
the same bytes in the end as a run that nobody disturbs, and what is missing or failed fails the
run. The tests with Slurm need slurm-wlm and are skipped without it. Ends with "N passed, N failed".
exit: 0 all passed, 1 otherwise
"""

import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile

import jsonschema

sys.dont_write_bytecode = True
ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path[:0] = [os.path.join(ROOT, "scripts"), os.path.dirname(os.path.abspath(__file__))]
import cluster
from farm import jobs, plan as plans, store
from lib import cases, junit, parts

FARM = f"{ROOT}/scripts/farm/farm"
ADD = "scripts/lib/junit.py add --suite s --name"
SHARDS = 5
WHO = ("-c", "user.name=farm", "-c", "user.email=farm@localhost")  # commits in a test
MARK = "RVT_FARM_TEST"  # in the environment of all that a run starts
# The first shard ends at once, the others wait for the gate.
ORACLE = (
    "{wait}exec tests/oracle/oracle differential --rvt build/release/rvt --number 16 --seed {n}"
)


def write_plan(path, commands, *further):
    """Writes a plan whose shards are these shell commands. further: amounts of other jobs."""
    shards = plans.numbered("job", [(1, ["sh", "-c", command]) for command in commands])
    plan = {"schema": plans.SCHEMA, "seed": 1, "commit": "none", "programs": "none"}
    plan["amounts"] = [{"job": "job", "amount": len(commands), "unit": "commands"}, *further]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(dict(plan, shards=shards), file)


def start(folder, *words, environment=None):
    """Starts a run of folder/plan in folder/NAME; words: NAME and options."""
    return subprocess.Popen(
        [FARM, "run", "--plan", f"{folder}/plan", "--folder", f"{folder}/{words[0]}", *words[1:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=dict(environment or os.environ, **{MARK: folder}),
    )


def run(folder, *words):
    """Executes such a run. Returns its exit status and output."""
    process = start(folder, *words)
    output, _ = process.communicate()
    return process.returncode, output


def text_of(*names):
    """The content of a file."""
    with open(os.path.join(*names), encoding="utf-8") as file:
        return file.read()


def ran(folder, *commands):
    """Exit status of a run of these commands without repetitions, and its report."""
    write_plan(f"{folder}/plan", commands)
    status, _ = run(folder, "run", "--retries", "0")
    return status, json.loads(text_of(folder, "run", "report.json"))


def write_gated_plan(folder):
    """Writes the plan of the tests that kill: oracle programs, of which all but the first wait for
    the gate."""
    wait = f"until [ -e {folder}/gate ]; do sleep 0.05; done; "
    numbers = range(1, SHARDS + 1)
    write_plan(f"{folder}/plan", [ORACLE.format(wait=wait * (n > 1), n=n) for n in numbers])


def write(folder, name, text):
    """Writes a file."""
    with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
        file.write(text)


def open_gate(folder):
    """Lets the shards go on."""
    write(folder, "gate", "")


@functools.cache
def undisturbed():
    """The merged result of that plan if nobody kills anything."""
    with tempfile.TemporaryDirectory() as folder:
        write_gated_plan(folder)
        open_gate(folder)
        status, output = run(folder, "run")
        assert status == 0, output
        return text_of(folder, "run", "merged.json")


def executing(folder, name, results, works):
    """True if a run has so many results, and so many folders of executions."""
    found = [f"{folder}/{name}/{kind}" for kind in ("results", "work")]
    return [len(os.listdir(path)) if os.path.isdir(path) else 0 for path in found] == [
        results,
        works,
    ]


def test_results_are_counted(folder):
    """Cases and numbers of all shards are summed up, and the report follows its schema."""
    two = f"{ADD} a --count packets=3 && {ADD} b --count packets=4"
    status, report = ran(folder, two, f"{ADD} c --count packets=5")
    job = report["jobs"][0]
    assert status == 0 and report["passed"] and not report["findings"]
    assert (job["passed"], job["failed"], job["missing"]) == (3, 0, 0)
    assert job["numbers"] == {"packets": 12}
    with open(f"{ROOT}/scripts/schemas/rvt-farm-1.json", encoding="utf-8") as file:
        jsonschema.Draft7Validator(json.load(file)).validate(report)


def test_failed_case_fails_the_run(folder):
    """A failed case is a finding with its message, without paths of this execution."""
    status, report = ran(folder, f"{ADD} a", f"{ADD} b --failure 'no {{work}}/log'; false")
    assert status == 1 and not report["passed"]
    assert [(each["case"], each["message"]) for each in report["findings"]] == [
        ("b", "no WORK/log")
    ]


def test_shards_without_a_result(folder):
    """A command that reports nothing, no case, half a report or less than it admits, or that is
    killed, gives no result, and that fails the run."""
    lost = ["true", "false", "kill -KILL $$", f"{ADD} a; truncate -s -20 $RVT_JUNIT"]
    lost += [f"{ADD} a; false", f"{ADD} a --failure b", f"{ADD} a --skipped b"]
    lost += ["echo '<testsuites></testsuites>' > $RVT_JUNIT", "exec /nowhere/program"]
    status, report = ran(folder, f"{ADD} a", *lost)
    assert status == 1 and not report["passed"]
    assert report["jobs"][0]["missing"] == len(lost) == len(report["findings"])
    assert len(os.listdir(f"{folder}/run/logs")) == 1 + len(lost)


def test_nothing_is_a_failure(folder):
    """A plan without a shard is refused, and a job without one fails the run."""
    write_plan(f"{folder}/plan", [])
    assert run(folder, "run")[0] == 2
    none = {"job": "none", "amount": 0, "unit": "commands"}
    write_plan(f"{folder}/plan", [f"{ADD} a"], none)
    status, output = run(folder, "run")
    assert status == 1 and "1 shards, 0 missing, 0 findings: FAILED" in output, output


def test_lost_shard_is_repeated(folder):
    """A shard that is lost once is executed again, and its result counts."""
    write_plan(f"{folder}/plan", [f"[ -e {folder}/tried ] && {ADD} a; touch {folder}/tried"])
    status, output = run(folder, "run")
    assert status == 0 and "once more" in output, output


def test_repeated_shard_gives_the_same_bytes(folder):
    """A shard that is executed again does not change its result."""
    write_plan(f"{folder}/plan", [ORACLE.format(wait="", n=n) for n in (1, 2)])
    assert run(folder, "run")[0] == 0
    paths = [f"{folder}/run/{name}" for name in ("merged.json", "results/job-0001.json")]
    before = [text_of(path) for path in paths]
    os.remove(paths[1])
    subprocess.run([FARM, "shard", f"{folder}/run", "job-0001"], check=True)
    subprocess.run([FARM, "merge", "--folder", f"{folder}/run"], check=True, stdout=-3)
    assert [text_of(path) for path in paths] == before


def refused(action, *arguments):
    """The text of the error with which an action refuses a plan."""
    try:
        action(*arguments)
    except plans.PlanError as error:
        return str(error)
    raise AssertionError(f"accepted: {arguments}")


def test_other_plan_is_refused(folder):
    """The folder of a run takes no other plan, whatever is different in it."""
    assert ran(folder, f"{ADD} a")[0] == 0
    write_plan(f"{folder}/plan", [f"{ADD} b"])
    status, output = run(folder, "run")
    assert status == 2 and "another shards" in output, output
    runs = store.Store(f"{folder}/run")
    plan = plans.kept(runs)
    plans.settle(runs, plan)
    for key in ("seed", "commit", "programs", "amounts"):
        assert f"another {key}" in refused(plans.settle, runs, dict(plan, **{key: "other"}))


def test_plan_of_other_sources_is_refused(folder):
    """A plan in a file is for the sources and programs with which it was made."""
    plan = plans.make({"oracle": 1}, 7)
    for key in ("none", "commit", "programs"):
        with open(f"{folder}/plan", "w", encoding="utf-8") as file:
            json.dump(dict(plan, **({key: "other"} if key in plan else {})), file)
        if key == "none":
            assert plans.load_plan(f"{folder}/plan") == plan
        else:
            assert f"another {key}" in refused(plans.load_plan, f"{folder}/plan")


def test_changed_sources_have_another_name(folder):
    """A changed file, a new one and a changed new one each give the sources another name; an
    ignored one does not. So do programs."""
    root, plans.ROOT = plans.ROOT, folder
    contents = (("old", "b"), ("new", "c"), ("new", "d"), (".gitignore", "ignored"))
    try:
        write(folder, "old", "a")
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
        subprocess.run(["git", "add", "old"], cwd=folder, check=True)
        subprocess.run(["git", *WHO, "commit", "-qm", "old"], cwd=folder, check=True)
        names = [plans.commit()]
        for name, text in contents:
            write(folder, name, text)
            names.append(plans.commit())
        write(folder, "ignored", "e")
        assert len(set(names)) == len(names) and plans.commit() == names[-1]
        programs = plans.programs_of(["o*"])
        write(folder, "old", "f")
        assert plans.programs_of(["o*"]) != programs
        assert "missing" in refused(plans.programs_of, ["none*"])
    finally:
        plans.ROOT = root


def test_later_stage_waits(folder):
    """A shard of the second stage sees what all of the first one kept."""
    write_plan(f"{folder}/plan", [f"{ADD} b"] + [f"mkdir {{work}}/kept && {ADD} a"] * 3)
    with open(f"{folder}/plan", encoding="utf-8") as file:
        plan = json.load(file)
    listed = "test $(ls {store}/kept | wc -l) = 3 && "
    plan["shards"][0].update(stage=2, command=["sh", "-c", listed + f"{ADD} b"])
    with open(f"{folder}/plan", "w", encoding="utf-8") as file:
        json.dump(plan, file)
    status, output = run(folder, "run", "--retries", "0")
    assert status == 0, output


def test_jobs_divide_their_amounts(_):
    """The shards of each job do the whole amount once, and their programs exist."""
    for name, job in jobs.JOBS.items():
        commands = [command for _, command in job.commands(7, job.night or 1)]
        assert commands and all(
            os.path.exists(f"{ROOT}/{c[0]}") or c[0] == "make" for c in commands
        )
        assert len({str(command) for command in commands}) == len(commands), name
    counts = [int(command[command.index("--count") + 1]) for _, command in jobs.soak(7, 1001)]
    assert sum(counts) == 1001 and max(counts) <= 250
    firsts = [int(command[command.index("--first") + 1]) for _, command in jobs.soak(7, 1001)]
    assert firsts == [7 + sum(counts[:place]) for place in range(len(counts))]


def test_parts_are_the_whole(_):
    """The parts of a list hold each entry once; what is no part is refused."""
    entries = list(range(10))
    taken = [parts.take(entries, parts.part(f"{number}/3")) for number in (1, 2, 3)]
    assert sorted(sum(taken, [])) == entries and parts.take(entries, None) == entries
    for text in ("0/3", "4/3", "3", "a/3"):
        try:
            parts.part(text)
        except argparse.ArgumentTypeError:
            continue
        raise AssertionError(text)


def test_local_pool_is_killed(folder):
    """The local pool is killed with all that it started. The same command continues, and does not
    repeat what was done."""
    write_gated_plan(folder)
    process = start(folder, "run", "--parallel", "2")
    cluster.wait_for(lambda: executing(folder, "run", 1, 2), "the second and third shard")
    cluster.kill(cluster.processes_with(f"{MARK}={folder}"))
    process.communicate()
    done = os.stat(f"{folder}/run/results/job-0001.json").st_ino
    open_gate(folder)
    status, output = run(folder, "run", "--parallel", "2")
    assert status == 0 and f"{SHARDS} shards, 1 done before" in output, output
    assert os.stat(f"{folder}/run/results/job-0001.json").st_ino == done
    assert text_of(folder, "run", "merged.json") == undisturbed()


def test_interrupted_run_leaves_nothing(folder):
    """A run that is asked to end also ends its shards and their commands."""
    write_gated_plan(folder)
    process = start(folder, "run", "--parallel", "2")
    cluster.wait_for(lambda: executing(folder, "run", 1, 2), "the second and third shard")
    process.terminate()
    output, _ = process.communicate()
    assert process.returncode == 1 and "interrupted" in output, output
    cluster.wait_for(lambda: not cluster.processes_with(f"{MARK}={folder}"), "the end of all")


def kill_a_shard(nodes):
    """Kills one of the shards that a cluster executes, without its command, as a lack of memory
    does."""
    for process in nodes.tasks():
        if b"\0shard\0" in text_of_process(process):
            cluster.kill([process])
            return
    raise AssertionError("no shard is executed")


def text_of_process(number):
    """The command line of a process."""
    try:
        with open(f"/proc/{number}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def slurm_words():
    """Options of the runs with Slurm."""
    return ["--farm", "slurm", "--poll", "0.2", "--settle", "0"]


def test_slurm_node_fails(folder):
    """A shard is killed, then the node with two shards and its daemon. Slurm executes the shards of
    the node again, the farm the one that was lost."""
    write_gated_plan(folder)
    with cluster.Cluster() as nodes:
        process = start(folder, "run", *slurm_words(), environment=nodes.environment)
        try:
            cluster.wait_for(lambda: executing(folder, "run", 1, 2), "two shards")
            kill_a_shard(nodes)
            cluster.wait_for(lambda: executing(folder, "run", 1, 3), "the next shard")
            nodes.fail_node()
            open_gate(folder)
            nodes.start_node()
            cluster.wait_for(lambda: nodes.hurry() == 2, "the shards of the node")
            output, _ = process.communicate(timeout=cluster.LONGEST)
        finally:
            process.kill()
    assert process.returncode == 0 and "once more" in output, output
    assert text_of(folder, "run", "merged.json") == undisturbed()


def test_slurm_run_is_continued(folder):
    """The program that waits for Slurm is killed. The same command cancels what is left in the
    queue, and continues."""
    write_gated_plan(folder)
    with cluster.Cluster() as nodes:
        process = start(folder, "run", *slurm_words(), environment=nodes.environment)
        cluster.wait_for(lambda: executing(folder, "run", 1, 2), "two shards")
        process.kill()
        process.communicate()
        first = text_of(folder, "run", "slurm-arrays")
        process = start(folder, "run", *slurm_words(), environment=nodes.environment)
        cluster.wait_for(lambda: text_of(folder, "run", "slurm-arrays") != first, "other arrays")
        cluster.wait_for(lambda: executing(folder, "run", 1, 2), "two shards again")
        arrays = nodes.ask("squeue", "--noheader", "--states=PENDING,RUNNING", "-o", "%F").split()
        open_gate(folder)
        output, _ = process.communicate(timeout=cluster.LONGEST)
    assert process.returncode == 0, output
    assert arrays and set(arrays) == {text_of(folder, "run", "slurm-arrays").strip()}
    assert text_of(folder, "run", "merged.json") == undisturbed()


def main():
    """Runs every test in a folder of its own."""
    if len(sys.argv) > 1:
        print(__doc__.strip())
        return 0 if sys.argv[1] in ("-h", "--help") else 2
    os.chdir(ROOT)
    lacking = cluster.lacking()
    reason = f"slurm-wlm is not installed: no {lacking[0]}" if lacking else None
    return cases.run(
        junit.Suite("farm"),
        cases.functions_of(globals()),
        (OSError, subprocess.SubprocessError),
        lambda name: reason if name.startswith("test_slurm") else None,
    )


if __name__ == "__main__":
    sys.exit(main())
