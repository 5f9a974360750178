# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The folder of a run, and files that appear in it complete or not at all.

plan.json lists the shards. Each shard has a result in results/, its duration in times/, its log in
logs/ and, if the shards of a later stage need it, a folder in kept/. What is being executed, failed
or was killed has a folder in work/.
"""

import json
import os
import shutil
import tempfile

KINDS = ("results", "times", "logs", "kept", "work")


def text_of(data):
    """Data as JSON: equal data gives equal bytes."""
    return json.dumps(data, indent=1, sort_keys=True) + "\n"


def publish(path, text, once=False):
    """Writes a file, which appears with its whole content or not at all. once: a file that is there
    stays; it is complete, and another execution of the same shard wrote it."""
    handle, new = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(new, 0o644)
        if once:
            os.link(new, path)
        else:
            os.replace(new, path)
    except FileExistsError:
        pass
    finally:
        if os.path.exists(new):
            os.remove(new)


def read(path):
    """The data of a JSON file; None if there is no such file."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


class Store:
    """The folder of a run, on a file system that all nodes share."""

    def __init__(self, folder):
        """folder: its path; it need not exist."""
        self.folder = os.path.abspath(folder)

    def create(self):
        """Makes the folder and those in it."""
        for kind in KINDS:
            os.makedirs(os.path.join(self.folder, kind), exist_ok=True)

    def path(self, *names):
        """The path of a file in the folder."""
        return os.path.join(self.folder, *names)

    def result_path(self, shard):
        """The path of the result of a shard."""
        return self.path("results", f"{shard['name']}.json")

    def result(self, shard):
        """The result of a shard, or None."""
        return read(self.result_path(shard))

    def seconds(self, shard):
        """How long a shard took and how much processor time it used, as a dictionary, or None."""
        return read(self.path("times", f"{shard['name']}.json"))

    def missing(self, shards):
        """Those of the shards that have no result."""
        names = set(os.listdir(self.path("results")))
        return [shard for shard in shards if f"{shard['name']}.json" not in names]

    def forget_work(self, shards):
        """Removes what earlier executions of these shards left in work/."""
        names = {shard["name"] for shard in shards}
        for entry in os.listdir(self.path("work")):
            if entry.rpartition(".")[0] in names:
                shutil.rmtree(self.path("work", entry), ignore_errors=True)
