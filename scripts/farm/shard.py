# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Executes one shard: a command whose JUnit report becomes the result.

The command runs at the root of the project, with one job at a time, in a folder of its own in
work/. A result holds only what the plan decides: counts, numbers and failures, but no times and no
paths. A command without a complete report, without a test case, or with an exit status that
contradicts its report, gives no result.
"""

import contextlib
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from farm.plan import ROOT
from farm.store import publish, text_of
from lib import junit
from lib.processes import run_group

SCHEMA = "rvt-farm-shard/1"
LIMIT = 6 * 3600  # seconds for one command
MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "GNUMAKEFLAGS")  # of a make around the farm


class NoResult(Exception):
    """A shard gave no result; the text says why."""


def call(shard, store, work):
    """Runs the command of a shard; its output goes to work/log. Returns the exit status."""
    words = [
        word.replace("{work}", work).replace("{store}", store.folder) for word in shard["command"]
    ]
    environment = {name: value for name, value in os.environ.items() if name not in MAKE}
    environment |= {junit.VARIABLE: f"{work}/report.xml", "JOBS": "1"}
    with open(f"{work}/log", "w", encoding="utf-8") as log:
        try:
            done = run_group(
                words, LIMIT, cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
            )
        except OSError as error:
            raise NoResult(f"cannot be run: {error}") from error
        except subprocess.TimeoutExpired as error:
            raise NoResult(f"did not end within {LIMIT} s") from error
    return done.returncode


def failures_of(root, hidden):
    """The failed cases of a report, sorted. hidden: paths of this execution, and what stands for
    them."""
    found = []
    for case in root.iter("testcase"):
        message = junit.message_of(case)
        if message is not None:
            for path, word in hidden.items():
                message = message.replace(path, word)
            found.append(
                {
                    "suite": case.get("classname", ""),
                    "case": case.get("name", ""),
                    "message": message,
                }
            )
    return sorted(found, key=lambda each: (each["suite"], each["case"], each["message"]))


def result_of(shard, status, root, hidden):
    """The result of a shard by its report. Raises NoResult."""
    counts = junit.counts_of(root)
    if counts.passed + counts.failed == 0:
        raise NoResult("no test case was run")
    if (status != 0) != (counts.failed > 0):
        raise NoResult(f"ended with {status}, but {counts.failed} test cases failed")
    return {
        "schema": SCHEMA,
        "job": shard["job"],
        "name": shard["name"],
        "passed": counts.passed,
        "failed": counts.failed,
        "skipped": counts.skipped,
        "numbers": dict(junit.numbers_of(root)),
        "failures": failures_of(root, hidden),
    }


def keep(work, path):
    """Moves what the command kept for later stages to its place, unless it is there."""
    if os.path.isdir(f"{work}/kept") and not os.path.isdir(path):
        try:
            os.rename(f"{work}/kept", path)
        except OSError:
            if not os.path.isdir(path):  # else another execution was faster
                raise


def spent(started):
    """What a shard took since this moment, on which machine."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "seconds": round(time.monotonic() - started, 2),
        "processor": round(usage.ru_utime + usage.ru_stime, 2),
        "host": socket.gethostname(),
    }


def end(number, _):
    """Ends this program by an exception, so that its command is ended, too. The signal can come
    twice: from make, and from the farm."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)


def execute(store, shard):
    """Executes a shard unless it has a result. Returns the exit status: 0 if there is a result,
    whatever it says."""
    if store.result(shard):
        return 0
    signal.signal(signal.SIGTERM, end)
    name, started = shard["name"], time.monotonic()
    log = store.path("logs", f"{name}.log")
    work = tempfile.mkdtemp(dir=store.path("work"), prefix=f"{name}.")
    try:
        status = call(shard, store, work)
        root = junit.read(f"{work}/report.xml")
        result = result_of(shard, status, root, {work: "WORK", store.folder: "STORE"})
        keep(work, store.path("kept", name))
    except (NoResult, junit.ReportError, OSError) as error:
        print(f"farm: {name}: no result: {error}; {log}", file=sys.stderr, flush=True)
        return 1
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.replace(f"{work}/log", log)
    publish(store.path("times", f"{name}.json"), text_of(spent(started)))
    publish(store.result_path(shard), text_of(result), once=True)
    if not result["failed"]:
        shutil.rmtree(work, ignore_errors=True)
    return 0
