# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Runs test functions: each is a test case, and gets an empty folder of its own."""

import tempfile


def functions_of(names):
    """The test functions, test_*, among the names of a module."""
    return {name: test for name, test in names.items() if name.startswith("test_")}


def fault_of(test, errors):
    """What fails a test, with the line of the test; None if it passes."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            test(folder)
        except errors as error:
            return f"line {error.__traceback__.tb_next.tb_lineno} {error}"
    return None


def run(suite, tests, errors=(), why_not=lambda name: None):
    """Runs the tests, adds them to a suite and prints them. Returns the exit status. errors: those
    that fail a test, besides that of assert; why_not: the reason why a test cannot be run here."""
    for name, test in tests.items():
        reason = why_not(name)
        fault = None if reason else fault_of(test, (AssertionError, *errors))
        suite.add(name, fault, skipped=reason)
        word = "FAILED" if fault else "SKIPPED" if reason else "ok"
        text = fault or reason
        print(f"  {word:7} {name}{': ' + text if text else ''}")
    return suite.finish()
