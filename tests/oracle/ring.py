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
from . import requirements, requirements_golden

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from lib import junit, records  # noqa: E402

PROGRAMS = 8  # side by side in one case
INSTRUCTIONS = 60
CHUNK = 10  # cases that a process takes at a time
PROGRESS = 30  # seconds between two lines about a long run
ENOUGH = 800  # programs from which on requirements have to be exercised
ALL = 16000  # programs from which on this includes those that golden vectors show
# What may remain without a comparison in a run of at least ENOUGH programs: the counts that begin
# with the first word, as a share of the second count (README.md has the reasons).
LIMITS = (
    ("undecided", "cases", 0.01),
    ("not decoded by the oracle", "programs", 0.05),
    ("rvt not asked", "programs", 0.08),
)


def run_chunk(path, seed, numbers):
    """Runs some cases. Returns (number, counts, what was exercised, differences) of each."""
    results = []
    with diff.Rvt.folder_of_its_own(path) as rvt:
        for number in numbers:
            try:
                case = diff.Case(f"{seed}/{number}", PROGRAMS, INSTRUCTIONS)
                counts, exercised, faults = diff.compare(rvt, case)
            except Exception as error:  # whatever went wrong belongs into the report
                counts, exercised = collections.Counter(), {}
                faults = [f"{type(error).__name__}: {error}"]
            results.append((number, counts, exercised, faults))
    return results


def differential(path, seed, programs, jobs, only=None):
    """Compares rvt with the oracle over so many programs. Returns the exit status.

    only: the number of one case, to repeat it.
    """
    path = os.path.abspath(path)
    numbers = list(range((programs + PROGRAMS - 1) // PROGRAMS)) if only is None else [only]
    chunks = [numbers[place : place + CHUNK] for place in range(0, len(numbers), CHUNK)]
    print(f"  oracle: seed {seed}, {len(numbers)} cases", flush=True)
    suite, total, met = (
        junit.Suite("oracle-differential"),
        collections.Counter(),
        collections.Counter(),
    )
    began = shown = time.time()
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(run_chunk, path, seed, chunk) for chunk in chunks]
        for task in concurrent.futures.as_completed(tasks):
            for number, counts, exercised, faults in task.result():
                total += counts
                met += {} if faults else exercised
                name = f"--seed {seed} --only {number}"
                if not faults and not counts["packets"] and not undecided(counts):
                    faults = ["nothing was compared"]
                suite.add(name, "\n".join(faults) if faults else None)
                if faults:
                    print(f"  FAILED {name}")
                    print("\n".join(f"    {fault}" for fault in faults), flush=True)
            if time.time() > shown + PROGRESS:
                shown = time.time()
                done = suite.counts.passed + suite.counts.failed
                print(
                    f"  {done} of {len(numbers)} cases after {shown - began:.0f} s, "
                    f"{suite.counts.failed} failed",
                    flush=True,
                )
    seconds = time.time() - began
    if only is None and programs >= ENOUGH:
        check_exercised(suite, requirements.totals(met), programs >= ALL)
        check_limits(suite, total + collections.Counter(cases=len(numbers)))
    for name, count in sorted(total.items()):
        print(f"  {count:10} {name}")
    print(f"  {total['programs'] / seconds:10.0f} programs per second")
    return suite.finish()


def check_exercised(suite, found, strict):
    """Prints how often the random runs exercised each requirement; those that they did not fail.

    strict: even if golden vectors show them.
    """
    golden_shows = {n for n, _ in requirements_golden.numbers(requirements_golden.INSTRUCTIONS)}
    print(f"  requirements exercised, {len(found)} numbers:")
    words = [f"{number} {count}" for number, count in found.items()]
    for place in range(0, len(words), 5):
        print("    " + ", ".join(words[place : place + 5]))
    for number, count in found.items():
        needed = strict or number not in golden_shows
        missing = needed and not count
        suite.add(f"exercised {number}", "in no comparison" if missing else None)
        if missing:
            print(f"  FAILED {number} is shown, and exercised in no comparison")


def check_limits(suite, counts):
    """Prints what was not compared, as shares of the run; those above their limit fail."""
    for name, whole, limit in LIMITS:
        found = sum(count for key, count in counts.items() if key.startswith(name))
        fault = None
        if found > limit * counts[whole]:
            fault = f"{found} of {counts[whole]} {whole}, at most {limit:.0%}"
            print(f"  FAILED {name}: {fault}")
        print(f"  {found / max(1, counts[whole]):10.2%} of the {whole} {name}, limit {limit:.0%}")
        suite.add(f"limit of {name}", fault)


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
