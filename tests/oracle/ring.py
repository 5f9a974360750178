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
MORE = 20  # cases that are added at a time while a requirement is not exercised
LONGEST = 10  # times its number of cases, the most to which a run is prolonged for that
PROGRESS = 30  # seconds between two lines about a long run
ENOUGH = 800  # programs from which on requirements have to be exercised
ALL = 16000  # programs from which on this includes those that golden vectors show
# Random cases may miss a requirement by chance. Such a run goes on until each is exercised, but not
# beyond so many times its cases: a requirement that is missing then is hardly ever exercised.
LONGEST = 10
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


class Run:
    """The cases of one run, in several processes, and what they found."""

    def __init__(self, path, seed, pool):
        """path: the program rvt; seed: of all cases; pool: the processes that run them."""
        self.path, self.seed, self.pool = path, seed, pool
        self.suite = junit.Suite("oracle-differential")
        self.counts, self.exercised = collections.Counter(), collections.Counter()
        self.cases = 0
        self.began = self.shown = time.time()

    def add(self, numbers):
        """Runs the cases with these numbers."""
        self.cases += len(numbers)
        chunks = [numbers[place : place + CHUNK] for place in range(0, len(numbers), CHUNK)]
        tasks = [self.pool.submit(run_chunk, self.path, self.seed, chunk) for chunk in chunks]
        for task in concurrent.futures.as_completed(tasks):
            for result in task.result():
                self.take(*result)
            self.show_progress()

    def take(self, number, counts, exercised, faults):
        """Adds the result of one case."""
        self.counts += counts
        self.exercised += {} if faults else exercised
        name = f"--seed {self.seed} --only {number}"
        if not faults and not counts["packets"] and not undecided(counts):
            faults = ["nothing was compared"]
        self.suite.add(name, "\n".join(faults) if faults else None)
        if faults:
            print(f"  FAILED {name}")
            print("\n".join(f"    {fault}" for fault in faults), flush=True)

    def show_progress(self):
        """Prints a line if the latest one is old."""
        if time.time() > self.shown + PROGRESS:
            self.shown = time.time()
            done = self.suite.counts.passed + self.suite.counts.failed
            print(
                f"  {done} of {self.cases} cases after {self.shown - self.began:.0f} s, "
                f"{self.suite.counts.failed} failed",
                flush=True,
            )


def differential(path, seed, programs, jobs, only=None):
    """Compares rvt with the oracle over so many programs, or more until each requirement is
    exercised. Returns the exit status.

    only: the number of one case, to repeat it.
    """
    numbers = list(range((programs + PROGRAMS - 1) // PROGRAMS)) if only is None else [only]
    complete = only is None and programs >= ENOUGH
    strict = programs >= ALL
    print(f"  oracle: seed {seed}, {len(numbers)} cases", flush=True)
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        run = Run(os.path.abspath(path), seed, pool)
        run.add(numbers)
        while complete and run.cases < LONGEST * len(numbers):
            needed = missing(requirements.totals(run.exercised), strict)
            if not needed:
                break
            print(f"  more cases, until {', '.join(needed)} is exercised", flush=True)
            run.add(list(range(run.cases, run.cases + MORE)))
        seconds = time.time() - run.began
    total = run.counts + collections.Counter(cases=run.cases)
    if complete:
        check_exercised(run.suite, requirements.totals(run.exercised), strict)
        check_limits(run.suite, total)
    for name, count in sorted(total.items()):
        print(f"  {count:10} {name}")
    for name in ("programs", "packets", "items"):
        run.suite.count(name, total[name])
    print(f"  {total['programs'] / seconds:10.0f} programs per second")
    return run.suite.finish()


def missing(found, strict):
    """The numbers that no case exercised, and that no golden vector shows.

    strict: even if golden vectors show them.
    """
    golden_shows = {n for n, _ in requirements_golden.numbers(requirements_golden.INSTRUCTIONS)}
    return [n for n, count in found.items() if not count and (strict or n not in golden_shows)]


def check_exercised(suite, found, strict):
    """Prints how often the random runs exercised each requirement; those that are missing fail."""
    print(f"  requirements exercised, {len(found)} numbers:")
    words = [f"{number} {count}" for number, count in found.items()]
    for place in range(0, len(words), 5):
        print("    " + ", ".join(words[place : place + 5]))
    needed = missing(found, strict)
    for number in found:
        suite.add(f"exercised {number}", "in no comparison" if number in needed else None)
    for number in needed:
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
