# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Runs differential cases in several processes, and reports them."""

import collections
import concurrent.futures
import os
import sys
import time

from . import differential as diff
from . import golden as vectors

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from lib import junit, records  # noqa: E402

PROGRAMS = 8  # side by side in one case
INSTRUCTIONS = 60
CHUNK = 10  # cases that a process takes at a time


def run_chunk(path, seed, numbers):
    """Runs some cases. Returns (number, counts, differences) of each."""
    results = []
    with diff.Rvt.folder_of_its_own(path) as rvt:
        for number in numbers:
            try:
                case = diff.Case(f"{seed}/{number}", PROGRAMS, INSTRUCTIONS)
                counts, faults = diff.compare(rvt, case)
            except Exception as error:  # whatever went wrong belongs into the report
                counts, faults = collections.Counter(), [f"{type(error).__name__}: {error}"]
            results.append((number, counts, faults))
    return results


def differential(path, seed, programs, jobs, only=None):
    """Compares rvt with the oracle over so many programs. Returns the exit status.

    only: the number of one case, to repeat it.
    """
    path = os.path.abspath(path)
    numbers = list(range((programs + PROGRAMS - 1) // PROGRAMS)) if only is None else [only]
    chunks = [numbers[place : place + CHUNK] for place in range(0, len(numbers), CHUNK)]
    print(f"  oracle: seed {seed}, {len(numbers)} cases", flush=True)
    suite, total, began = junit.Suite("oracle-differential"), collections.Counter(), time.time()
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(run_chunk, path, seed, chunk) for chunk in chunks]
        for task in concurrent.futures.as_completed(tasks):
            for number, counts, faults in task.result():
                total += counts
                name = f"--seed {seed} --only {number}"
                if not faults and not counts["packets"] and not undecided(counts):
                    faults = ["nothing was compared"]
                suite.add(name, "\n".join(faults) if faults else None)
                if faults:
                    print(f"  FAILED {name}")
                    print("\n".join(f"    {fault}" for fault in faults), flush=True)
    seconds = time.time() - began
    for name, count in sorted(total.items()):
        print(f"  {count:10} {name}")
    print(f"  {total['programs'] / seconds:10.0f} programs per second")
    return suite.finish()


def undecided(counts):
    """How many cases the text does not decide."""
    return sum(count for name, count in counts.items() if name.startswith("undecided"))


def golden():
    """Recomputes the golden vectors. Returns the exit status."""
    here = os.path.dirname(os.path.abspath(__file__))
    records.load(os.path.join(here, "readings.yaml"), "rvt-oracle-readings/1")
    record = records.load(os.path.join(here, "golden.yaml"), "rvt-oracle-golden/1").data
    suite = junit.Suite("oracle-golden")
    counts = vectors.recompute(os.path.join(ROOT, "vectors"), record, suite)
    for name, count in sorted(counts.items()):
        print(f"  {count:10} {name}")
    return suite.finish()
