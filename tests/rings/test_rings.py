#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Shows that the test plumbing reports what happens: scripts/check, scripts/suite, and the writers
of JUnit reports. Takes the path of the test program writer.c, and ends with "N passed, N failed".
exit: 0 all passed, 1 otherwise, 2 usage
"""

import os
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from lib import junit
from lib.cases import functions_of, run as run_tests

WRITER = ""  # the path of the program writer.c
JUNIT = f"{ROOT}/scripts/lib/junit.py"
ADD = f"{JUNIT} add --suite s"
GOOD = f"for n in a b c; do {ADD} --name $$n; done"
TWO_FAIL = f"{GOOD}; for n in d e; do {ADD} --name $$n --failure 'no <way>'; done"
WAITS = "for n in $$(seq 600); do [ ! -e {} ] || break; sleep 0.1; done; [ $$n -lt 600 ]"
RINGS = {
    "good": GOOD,
    "skips": f"{GOOD}; {ADD} --name d --skipped 'not here'",
    "silent": "true",
    "prose": "echo '3 passed, 0 failed'",
    "empty": ": > $$RVT_JUNIT",
    "nothing": "echo '<testsuites></testsuites>' > $$RVT_JUNIT",
    "only-skips": f"{ADD} --name d --skipped 'not here'",
    "half": f"{GOOD}; truncate -s -20 $$RVT_JUNIT",
    "bad": f"{TWO_FAIL}; exit 1",
    "lying": TWO_FAIL,
    "dies": f"{GOOD}; kill -SEGV $$$$",
    "early": f"{GOOD}; exit 1",
    "folder": "mkdir $$RVT_JUNIT",
    # Each waits for the other one.
    "meets": f"touch a; {WAITS.format('b')} && {ADD} --name a",
    "met": f"touch b; {WAITS.format('a')} && {ADD} --name b",
}
OWN = ("BUILD", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "RVT_JUNIT")


def environment(**more):
    """The environment without what a surrounding make or ring put there."""
    return dict({k: v for k, v in os.environ.items() if k not in OWN}, **more)


def ringed(folder, *rings):
    """Exit status and last line of scripts/check with these rings."""
    with open(f"{folder}/Makefile", "w", encoding="utf-8") as file:
        file.write("".join(f"{name}:\n\t@{text}\n" for name, text in RINGS.items()))
    done = subprocess.run(
        [f"{ROOT}/scripts/check", *rings],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        env=environment(),
    )
    lines = done.stdout.splitlines()
    return done.returncode, lines[-1] if lines else ""


def test_rings_are_summed_up(folder):
    """Reports are counted, and nothing else."""
    assert ringed(folder, "good", "skips") == (0, "6 passed, 0 failed")
    assert ringed(folder, "good", "bad") == (1, "6 passed, 2 failed")


def test_failures_count_whatever_the_exit_status(folder):
    """A ring that reports failures and ends with 0 fails."""
    assert ringed(folder, "lying") == (1, "3 passed, 2 failed")


def test_rings_without_tests(folder):
    """A ring that reports no test that was run fails, whatever it prints."""
    for ring in ("silent", "prose", "empty", "nothing", "only-skips", "folder"):
        assert ringed(folder, "good", ring) == (1, "3 passed, 1 failed"), ring


def test_half_a_report(folder):
    """A report that is not well-formed counts as a failure, and no case of it as passed."""
    assert ringed(folder, "good", "half") == (1, "3 passed, 1 failed")


def test_rings_that_die(folder):
    """A ring that ends with an error after its last good case fails."""
    for ring in ("dies", "early"):
        assert ringed(folder, ring, "good") == (1, "6 passed, 1 failed"), ring
    assert ringed(folder, "unknown") == (1, "0 passed, 1 failed")


def test_no_rings(folder):
    """Without a ring there is nothing to pass."""
    assert ringed(folder)[0] == 2


def test_rings_beside(folder):
    """Rings beside the others run at the same time, and count as much."""
    assert ringed(folder, "meets", "--beside", "met", "good") == (0, "5 passed, 0 failed")
    assert ringed(folder, "good", "--beside", "bad") == (1, "6 passed, 2 failed")
    assert ringed(folder, "bad", "--beside", "good") == (1, "6 passed, 2 failed")
    assert ringed(folder, "good", "--beside", "silent") == (1, "3 passed, 1 failed")
    assert ringed(folder, "--beside", "good")[0] == 2
    assert ringed(folder, "good", "--beside", "good")[0] == 2


def test_report_of_an_earlier_run(folder):
    """A report that a ring does not write anew is none."""
    assert ringed(folder, "good")[0] == 0
    for ring in ("silent", "dies"):
        os.rename(f"{folder}/build/check/good.xml", f"{folder}/build/check/{ring}.xml")
        assert ringed(folder, ring, "good")[0] == 1, ring
    assert ringed(folder, "dies", "dies") == (1, "6 passed, 2 failed")


def test_log_that_cannot_be_written(folder):
    """A ring whose log cannot be written fails."""
    os.makedirs(f"{folder}/build/check/good.log")
    assert ringed(folder, "good") == (1, "0 passed, 1 failed")


# --- scripts/suite --------------------------------------------------------------------------------

REPORT = """for word; do case $word in --xml=*) report=${word#--xml=};; esac; done
cat > $report <<'XML'
<testsuites><testsuite name="s">CASES</testsuite></testsuites>
XML
"""
CASE = '<testcase name="t" status="PASSED" time="0.5"></testcase>'
FAILS = '<testcase name="u" status="FAILED"><failure type="assert" message="1 of 2"/></testcase>'
ERRS = '<testcase name="v" status="ERRORED"><error type="crash" message="signal"/></testcase>'


def suited(folder, *texts):
    """Exit status, last line and counts of the report of scripts/suite with such programs."""
    programs = []
    for number, text in enumerate(texts):
        programs.append(f"{folder}/tests{number}")
        with open(programs[-1], "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\n{text}")
        os.chmod(programs[-1], 0o755)
    report = f"{folder}/suite.xml"
    if os.path.exists(report):
        os.remove(report)
    done = subprocess.run(
        [f"{ROOT}/scripts/suite", *programs],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env=environment(RVT_JUNIT=report),
    )
    counts = junit.counts_of(junit.read(report))
    lines = done.stdout.splitlines()
    assert lines[-1] == f"{counts.passed} passed, {counts.failed} failed"
    return done.returncode, counts.passed, counts.failed


def test_suite(folder):
    """Programs are counted by their reports."""
    good = REPORT.replace("CASES", 5 * CASE)
    assert suited(folder, good) == (0, 5, 0)
    assert suited(folder, good, good) == (0, 10, 0)
    assert suited(folder, REPORT.replace("CASES", CASE + FAILS) + "exit 1") == (1, 1, 1)
    assert suited(folder, REPORT.replace("CASES", CASE + ERRS) + "exit 1") == (1, 1, 1)
    assert suited(folder, REPORT.replace("CASES", CASE + FAILS)) == (1, 1, 1)


def test_suite_that_dies(folder):
    """A program that dies, leaks, runs no test or writes no report fails."""
    good = REPORT.replace("CASES", 5 * CASE)
    assert suited(folder, f"{good}kill -SEGV $$") == (1, 5, 1)
    assert suited(folder, f"{good}echo 'ERROR: LeakSanitizer: detected memory leaks'") == (1, 5, 1)
    assert suited(folder, good, "true") == (1, 5, 1)
    assert suited(folder, good, "echo 'Tested: 5 | Passing: 5 | Failing: 0'") == (1, 5, 1)
    assert suited(folder, REPORT.replace("CASES", ""), good) == (1, 5, 1)
    assert suited(folder, good.replace("</testsuites>", "")) == (1, 0, 1)


# --- writers --------------------------------------------------------------------------------------


def cases(path):
    """Name and failure of each case of a report."""
    return [
        (case.get("name"), junit.message_of(case)) for case in junit.read(path).iter("testcase")
    ]


def write(path, *arguments):
    """Runs the program in C; returns its exit status and last line."""
    done = subprocess.run(
        [WRITER, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env=environment(RVT_JUNIT=path),
    )
    return done.returncode, done.stdout.splitlines()[-1]


def test_writers_share_a_report(folder):
    """Programs in C, Python and shell add to one report, in any order."""
    path = f"{folder}/report.xml"
    assert write(path, "one", "two=<&>\"'\n\x01é") == (1, "1 passed, 1 failed")
    suite = junit.Suite("<P&>", path)
    suite.add("three")
    suite.add("four", "a\x00b <&>\nsecond line")
    suite.write()
    add = [JUNIT, "add", "--suite", "shell", "--name", "five", "--failure", ""]
    subprocess.run(add, check=True, env=environment(RVT_JUNIT=path))
    assert write(path, "six") == (0, "1 passed, 0 failed")
    found = cases(path)
    assert [name for name, _ in found] == ["one", "two", "three", "four", "five", "six"]
    assert [fault for _, fault in found] == [
        None,
        "<&>\"'\n???",
        None,
        "a?b <&>",
        "failed",
        None,
    ]


def test_writers_without_a_report(folder):
    """Without RVT_JUNIT nothing is written, and the exit status says the same."""
    before = os.listdir(folder)
    assert write("", "one") == (0, "1 passed, 0 failed")
    assert write("") == (1, "0 passed, 0 failed")
    assert os.listdir(folder) == before


def test_writers_that_cannot_write(folder):
    """A report that cannot be written, or is not whole, is an error."""
    assert write(f"{folder}/none/report.xml", "one")[0] == 1
    with open(f"{folder}/half.xml", "w", encoding="utf-8") as file:
        file.write("<testsuites>")
    assert write(f"{folder}/half.xml", "one")[0] == 1
    try:
        junit.Suite("s", f"{folder}/half.xml").write()
        assert False, "half a report was taken"
    except junit.ReportError:
        pass


def test_writers_at_once(folder):
    """Programs that add at the same time lose nothing."""
    path = f"{folder}/report.xml"
    command = " & ".join(f"{ADD} --name {n}" for n in range(20)) + " & wait"
    subprocess.run(["bash", "-c", command], check=True, env=environment(RVT_JUNIT=path))
    assert sorted(int(name) for name, _ in cases(path)) == list(range(20))


def test_outcomes(folder):
    """Checks that leave NAME.ok passed, the others failed; NAME.xml has the cases of a check."""
    path = f"{folder}/report.xml"
    for name, text in (("a.ok", "fine\n"), ("b.log", "why\n"), ("c.ok", "")):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    inner = junit.Suite("inner", f"{folder}/c.xml")
    inner.add("c1")
    inner.add("c2")
    inner.write()
    done = subprocess.run(
        [JUNIT, "outcomes", "--suite", "s", *(f"{folder}/{n}.ok" for n in "abcd")],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env=environment(RVT_JUNIT=path),
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "3 passed, 2 failed")
    found = [("a", None), ("b", "why"), ("c1", None), ("c2", None), ("d", "left no log")]
    assert cases(path) == found, cases(path)


def main():
    """Runs every test in a folder of its own."""
    global WRITER
    if len(sys.argv) != 2 or not os.access(sys.argv[1], os.X_OK):
        print(__doc__.strip())
        return 2
    WRITER = os.path.abspath(sys.argv[1])
    return run_tests(junit.Suite("rings-selftest"), functions_of(globals()))


if __name__ == "__main__":
    sys.exit(main())
