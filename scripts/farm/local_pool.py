# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The local pool: GNU make executes the shards, a result each its target."""

import os
import shlex
import signal
import subprocess

MAKEFILE = """# Made by scripts/farm; each shard is a target.
.PHONY: all
all: {targets}
results/%.json:
\t@$(SHARD) $*
"""


class LocalPool:
    """Executes shards on this machine, some of them at a time."""

    def __init__(self, jobs):
        """jobs: how many shards at a time."""
        self.jobs, self.process = jobs, None

    def start(self, store, shards):
        """Begins to execute shards."""
        targets = " ".join(f"results/{shard['name']}.json" for shard in shards)
        with open(store.path("pool.mk"), "w", encoding="utf-8") as file:
            file.write(MAKEFILE.format(targets=targets))
        farm = os.path.join(os.path.dirname(os.path.abspath(__file__)), "farm")
        command = shlex.join([farm, "shard", store.folder]).replace("$", "$$")
        self.process = subprocess.Popen(
            ["make", "--silent", "--keep-going", f"--jobs={self.jobs}", "-f", "pool.mk"]
            + [f"SHARD={command}"],
            cwd=store.folder,
            start_new_session=True,
            env={name: value for name, value in os.environ.items() if "MAKE" not in name},
        )

    def running(self):
        """True as long as shards are executed."""
        return self.process.poll() is None

    def stop(self):
        """Ends what is being executed."""
        if self.running():
            os.killpg(self.process.pid, signal.SIGTERM)
            self.process.wait()
