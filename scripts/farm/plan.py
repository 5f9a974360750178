# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The plan of a run: the list of its shards, and what it was made from.

A plan decides everything about its results. A run that is resumed has to have the same plan: the
same jobs, seed and scale, the same sources and the same programs.
"""

import glob
import hashlib
import os
import subprocess

from farm import jobs
from farm.store import publish, read, text_of
from lib.records import load

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEMA = "rvt-farm-plan/1"


class PlanError(Exception):
    """A plan that cannot be made or used; the text says why."""


def git(*words):
    """The output of git, or '' if there is no repository."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else b""


def new_files():
    """Names and hashes of the files that git neither has nor ignores."""
    names = git("ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
    return b"".join(name + git("hash-object", "--", os.fsdecode(name)) for name in names if name)


def commit():
    """The commit of the sources; with a hash of what differs from it, if anything does."""
    name, changes = git("rev-parse", "HEAD").decode().strip(), git("diff", "HEAD") + new_files()
    changed = f"+{hashlib.sha256(changes).hexdigest()[:12]}" if changes else ""
    return f"{name or 'unknown'}{changed}"


def programs_of(patterns):
    """A hash over the programs that match these patterns. Raises PlanError if one matches none."""
    digest = hashlib.sha256()
    for pattern in patterns:
        paths = sorted(glob.glob(os.path.join(ROOT, pattern)))
        if not paths:
            raise PlanError(f"{pattern} is missing: build it first (make farm-programs)")
        for path in paths:
            with open(path, "rb") as file:
                digest.update(f"{path}\n".encode() + hashlib.sha256(file.read()).digest())
    return digest.hexdigest()[:16]


def numbered(job, commands):
    """The shards of a job. commands: (stage, command) of each."""
    return [
        {"name": f"{job}-{number:04}", "job": job, "stage": stage, "command": command}
        for number, (stage, command) in enumerate(commands, 1)
    ]


def make(amounts, seed):
    """The plan that does so much of each job. amounts: by the name of the job."""
    shards, programs = [], set()
    for name, amount in amounts.items():
        job = jobs.JOBS[name]
        shards += numbered(name, job.commands(seed, amount))
        programs |= set(job.programs)
    return {
        "schema": SCHEMA,
        "seed": seed,
        "amounts": [
            {"job": name, "amount": amount, "unit": jobs.JOBS[name].unit}
            for name, amount in amounts.items()
        ],
        "commit": commit(),
        "programs": programs_of(sorted(programs)),
        "shards": shards,
    }


def load_plan(path):
    """Reads a plan. Raises RecordError, and PlanError if it was made with other sources or
    programs; `none` stands for any."""
    plan = load(path, SCHEMA).data
    names = [each["job"] for each in plan["amounts"] if each["job"] in jobs.JOBS]
    patterns = sorted({pattern for name in names for pattern in jobs.JOBS[name].programs})
    for key, now in (("commit", commit), ("programs", lambda: programs_of(patterns))):
        if plan[key] not in ("none", now()):
            raise PlanError(f"{path} was made with another {key}: make another plan")
    return plan


def kept(store):
    """The plan in the folder of a run. Raises PlanError if there is none."""
    plan = read(store.path("plan.json"))
    if plan is None:
        raise PlanError(f"{store.folder} has no plan")
    return plan


def settle(store, plan):
    """Writes the plan into its folder, or checks that it is the one that is there. Raises
    PlanError."""
    if not plan["shards"]:
        raise PlanError("the plan has no shard")
    publish(store.path("plan.json"), text_of(plan), once=True)
    earlier = kept(store)
    for key in sorted(earlier.keys() | plan.keys()):
        if earlier.get(key) != plan.get(key):
            raise PlanError(f"{store.folder} has a plan with another {key}: choose another folder")
