# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Slurm: shards as job arrays. Slurm distributes them over the nodes, and executes a task again if
its node fails.

The folder of the run, and the project with its programs, have to be on a file system that all nodes
share.
"""

import os
import shlex
import subprocess
import sys
import time

from farm.store import publish

TASKS = 1000  # of one array; Slurm's default limit is 1001
SCRIPT = """#!/bin/bash
name=$(sed -n "${{SLURM_ARRAY_TASK_ID}}p" {names})
exec {farm} shard {folder} "$name"
"""


class SlurmError(Exception):
    """A command of Slurm failed; the text says which one and why."""


def call(*words, text=None):
    """The output of a command of Slurm. Raises SlurmError."""
    try:
        done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SlurmError(f"{error}") from error
    if done.returncode != 0:
        raise SlurmError(f"{words[0]}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


class Slurm:
    """Executes shards as tasks of job arrays."""

    def __init__(self, jobs=0, options=(), poll=5.0, settle=10.0):
        """jobs: tasks of an array at a time (0: no limit); options: of sbatch; poll: seconds
        between two questions; settle: seconds that a shared file system needs until the results of
        other nodes are visible."""
        self.jobs, self.options, self.poll, self.settle = jobs, list(options), poll, settle
        self.store, self.shards, self.arrays, self.asked = None, [], [], 0.0

    def start(self, store, shards):
        """Begins to execute shards. Arrays that an earlier run left in the queue are cancelled: it
        would execute the same shards."""
        self.store, self.shards, self.arrays = store, shards, []
        self.cancel(self.earlier())
        for first in range(0, len(shards), TASKS):
            self.arrays.append(self.submit(first, shards[first : first + TASKS]))
            publish(store.path("slurm-arrays"), "".join(f"{each}\n" for each in self.arrays))

    def earlier(self):
        """The arrays of an earlier run in the same folder."""
        try:
            with open(self.store.path("slurm-arrays"), encoding="utf-8") as file:
                return file.read().split()
        except FileNotFoundError:
            return []

    def submit(self, first, shards):
        """Submits an array. Returns its number."""
        names = self.store.path(f"slurm-{first}.txt")
        publish(names, "".join(f"{shard['name']}\n" for shard in shards))
        limit = f"%{self.jobs}" if self.jobs else ""
        script = SCRIPT.format(
            names=shlex.quote(names),
            farm=shlex.quote(os.path.join(os.path.dirname(os.path.abspath(__file__)), "farm")),
            folder=shlex.quote(self.store.folder),
        )
        output = call(
            "sbatch",
            "--parsable",
            "--requeue",
            "--open-mode=append",
            "--job-name=rvt-farm",
            f"--array=1-{len(shards)}{limit}",
            f"--output={self.store.path('logs', 'slurm-%A_%a.log')}",
            *self.options,
            text=script,
        )
        return output.strip().partition(";")[0]

    def running(self):
        """True as long as shards wait or are executed."""
        if time.monotonic() < self.asked + self.poll:
            return True
        if self.store.missing(self.shards) and self.queued():
            self.asked = time.monotonic()
            return True
        self.wait_for_files()
        return False

    def queued(self):
        """True if the queue holds tasks of our arrays, or cannot be asked: the controller may be
        starting again."""
        for array in self.arrays:
            try:
                if call("squeue", "--noheader", f"--jobs={array}").strip():
                    return True
            except SlurmError as error:
                if "Invalid job id" not in str(error):
                    print(f"farm: {error}", file=sys.stderr, flush=True)
                    return True
        return False

    def wait_for_files(self):
        """Waits until the results of other nodes are visible here."""
        end = time.monotonic() + self.settle
        while self.store.missing(self.shards) and time.monotonic() < end:
            time.sleep(0.5)

    def cancel(self, arrays):
        """Cancels arrays; those that have ended do not matter."""
        for array in arrays:
            try:
                call("scancel", array)
            except SlurmError as error:
                if "Invalid job id" not in str(error):
                    raise

    def stop(self):
        """Cancels what waits or is executed."""
        self.cancel(self.arrays)
