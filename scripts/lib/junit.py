#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""JUnit reports of the test suites: a writer for Python programs and a command line for shell
scripts and make recipes.

The environment variable RVT_JUNIT names the report; without it nothing is written. Several
programs may write to one report: each adds its suites to those that are there.
"""

import argparse
import collections
import fcntl
import os
import re
import sys
import xml.etree.ElementTree as ET

VARIABLE = "RVT_JUNIT"
ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]")
MESSAGE_MAX = 4000
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
TAIL = "</testsuites>\n"


class ReportError(Exception):
    """A report is missing, is not well-formed, or holds no suite."""


class Counts:
    """How many test cases passed, failed and were skipped."""

    def __init__(self, passed=0, failed=0, skipped=0):
        """Takes the three numbers."""
        self.passed, self.failed, self.skipped = passed, failed, skipped

    def __add__(self, other):
        """The sum of two."""
        return Counts(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )


def legal(text):
    """The text without the characters that XML cannot hold, cut to a readable length."""
    return ILLEGAL.sub("?", str(text))[:MESSAGE_MAX]


class Suite:
    """A suite whose cases are added one by one, and which is written as a whole at the end.

    A program that dies before write() leaves no report, which counts as a failure of its ring.
    """

    def __init__(self, name, path=None):
        """name: of the suite; path: of the report, by default the one that RVT_JUNIT names."""
        self.name, self.path = name, path or os.environ.get(VARIABLE)
        self.element = ET.Element("testsuite", name=legal(name))
        self.counts, self.numbers = Counts(), collections.Counter()

    def add(self, name, failure=None, seconds=0.0, skipped=None):
        """Adds a case. failure, skipped: why it failed or did not run; None: it passed."""
        case = ET.SubElement(
            self.element, "testcase", classname=self.name, name=legal(name), time=f"{seconds:.3f}"
        )
        if failure is not None:
            lines = (str(failure) or "failed").splitlines() or ["failed"]
            ET.SubElement(case, "failure", message=legal(lines[0])).text = legal(failure)
        elif skipped is not None:
            ET.SubElement(case, "skipped", message=legal(skipped))
        self.counts += Counts(
            failure is None and skipped is None,
            failure is not None,
            failure is None and skipped is not None,
        )

    def count(self, name, number):
        """Adds to a number that counts no cases, such as compared packets: a property."""
        self.numbers[name] += number

    def check(self, name, fault, failed):
        """Adds a case, which failed for this reason if failed is true; prints what failed."""
        self.add(name, fault if failed else None)
        if failed:
            print(f"{self.name}: {name}: {fault}")

    @property
    def passed(self):
        """The number of cases that passed so far."""
        return self.counts.passed

    @property
    def failed(self):
        """The number of cases that failed so far."""
        return self.counts.failed

    def write(self):
        """Adds the suite to the report, if there is to be one."""
        if self.numbers:
            properties = ET.Element("properties")
            for name, number in sorted(self.numbers.items()):
                ET.SubElement(properties, "property", name=legal(name), value=str(number))
            self.element.insert(0, properties)
        if self.path:
            append(self.path, [self.element])

    def finish(self):
        """Writes the report, prints "N passed, N failed", and returns the exit status."""
        self.write()
        print(f"{self.passed} passed, {self.failed} failed")
        return 0 if self.passed and not self.failed else 1


def counts_of(element):
    """What the test cases below an element come to; counted, whatever the attributes say."""
    counts = Counts()
    for case in element.iter("testcase"):
        failed = message_of(case) is not None
        skipped = not failed and case.find("skipped") is not None
        counts += Counts(not failed and not skipped, failed, skipped)
    return counts


def numbers_of(element):
    """The sums of the numbers in the properties of all suites below an element."""
    numbers = collections.Counter()
    for each in element.iter("property"):
        numbers[each.get("name")] += int(each.get("value"))
    return numbers


def append(path, suites):
    """Adds suites, elements of XML, to a report, which is created if there is none."""
    text = ""
    for suite in suites:
        counts = counts_of(suite)
        suite.set("tests", str(counts.passed + counts.failed + counts.skipped))
        suite.set("failures", str(counts.failed))
        suite.set("skipped", str(counts.skipped))
        ET.indent(suite)
        text += ET.tostring(suite, encoding="unicode").rstrip() + "\n"
    with open(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+", encoding="utf-8") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        before = file.read()
        if before and not before.endswith(TAIL):
            raise ReportError(f"{path}: not a report to which suites can be added")
        file.seek(0)
        file.write((before.removesuffix(TAIL) or HEAD) + text + TAIL)
        file.truncate()


def read(path):
    """The root of a report. Raises ReportError if there is none or it is not well-formed."""
    try:
        return ET.parse(path).getroot()
    except (OSError, ET.ParseError) as error:
        raise ReportError(f"{path}: {error}") from error


def message_of(case):
    """Why a test case failed; None if it did not."""
    fault = case.find("failure")
    fault = case.find("error") if fault is None else fault
    return None if fault is None else fault.get("message") or fault.text or "failed"


def outcomes(arguments):
    """Prints and reports checks of which each left NAME.log, and NAME.ok only if it passed.

    Where a check left NAME.xml as well, the cases in it stand for it.
    """
    suite = Suite(arguments.suite)
    for path in arguments.ok:
        stem = path.removesuffix(".ok")
        passed, log = os.path.exists(path), ""
        if passed:
            with open(path, encoding="utf-8") as file:
                print(file.read(), end="")
        else:
            print(f"FAILED {stem}")
            if os.path.exists(f"{stem}.log"):
                with open(f"{stem}.log", encoding="utf-8", errors="replace") as file:
                    log = file.read()
            print(log, end="")
        cases = list(read(f"{stem}.xml").iter("testcase")) if os.path.exists(f"{stem}.xml") else []
        for case in cases:
            suite.add(case.get("name"), message_of(case))
        if not cases or not passed and not suite.failed:
            suite.add(os.path.basename(stem), None if passed else log or "left no log")
    return suite.finish()


def add(arguments):
    """Adds one case to a report."""
    suite = Suite(arguments.suite)
    suite.add(arguments.name, arguments.failure, arguments.time, arguments.skipped)
    for pair in arguments.count:
        name, _, number = pair.partition("=")
        suite.count(name, int(number))
    suite.write()
    return 0


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("add", help="add one test case to the report")
    one.add_argument("--suite", required=True, help="name of the suite")
    one.add_argument("--name", required=True, help="name of the case")
    one.add_argument("--time", type=float, default=0.0, help="seconds that it took")
    one.add_argument("--failure", help="why it failed; default: it passed")
    one.add_argument("--skipped", help="why it did not run")
    one.add_argument(
        "--count",
        metavar="NAME=NUMBER",
        action="append",
        default=[],
        help="a number that counts no cases; may be repeated",
    )
    one.set_defaults(run=add)
    many = commands.add_parser(
        "outcomes", help="print, report and count checks by their NAME.ok files"
    )
    many.add_argument("--suite", required=True, help="name of the suite")
    many.add_argument("ok", nargs="*", help="NAME.ok; the file exists if the check passed")
    many.set_defaults(run=outcomes)
    arguments = parser.parse_args()
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
