# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Runs the cocotb tests of this folder, without and with a fault, and reads their reports.

Without a fault the test must pass, with every packet compared. With a fault it must fail: the log
and the report of rvt have the finding, and the report of cocotb has a failed test.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import find_libpython
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
COUNTS = re.compile(r"compared: (.*)")
COUNT = re.compile(r"(\w+) (\d+)")
BUILD = ROOT / os.environ.get("BUILD", "build")


class Run:
    """A run of a cocotb test: the log, whether it passed, what the scoreboard reported."""

    def __init__(self, directory, build, top, module, *plusargs, **environment):
        """build: of the simulation. top: its top module. module: of the test."""
        environment.update(
            MODULE=module,
            TOPLEVEL=top,
            TOPLEVEL_LANG="verilog",
            LIBPYTHON_LOC=find_libpython.find_libpython(),
            PYTHONPATH=f"{ROOT}/tests/python/simulation:{ROOT}/examples/python",
            PYTHONDONTWRITEBYTECODE="1",
            VIRTUAL_ENV=sys.prefix,
            PATH=f"{sys.prefix}/bin:{os.environ['PATH']}",
        )
        ran = subprocess.run(
            [BUILD / f"python/simulation/{build}/simulation", *plusargs],
            cwd=directory,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        self.log = ran.stdout + ran.stderr
        assert (directory / "results.xml").exists(), self.log
        (case,) = ET.parse(directory / "results.xml").getroot().iter("testcase")
        self.passed = case.find("failure") is None
        (suite,) = ET.parse(directory / "rvt.xml").getroot()
        self.counts = collections.Counter(
            {name: int(value) for name, value in COUNT.findall(COUNTS.search(self.log)[1])}
        )
        self.bit, self.decode = suite.iter("testcase")
        self.failures = [one.text for one in suite.iter("failure")]
        assert suite.get("failures") == str(int(not self.passed)), self.log


def foreign(directory, module, bugs=0):
    """Runs an example: the encoder of tests/foreign with these faults."""
    return Run(directory, "foreign", "foreign_encoder", module, f"+bugs={bugs:x}")


def ours(directory, flip=-1, stall=0):
    """Runs the encoder of rtl/."""
    environment = {"RVT_FLIP": str(flip), "RVT_STALL": str(stall)}
    return Run(directory, "rtl", "rvt_trace_encoder", "rtl_tests", **environment)


@pytest.mark.parametrize("module", ["cocotb_encoder", "pyuvm_encoder"])
def test_foreign(tmp_path, module):
    """Another encoder without a fault passes both verdicts."""
    run = foreign(tmp_path, module)
    assert "pyuvm" not in module or "collected: nothing" in run.log
    assert run.passed and not run.failures, run.log
    assert run.bit.get("name") == "bit-exact" and len(run.bit) == len(run.decode) == 0
    counts = run.counts
    assert counts["rows"] == 2000 and counts["instructions"] > 5000
    assert counts["comparisons"] == counts["decoded"] == counts["packets"] > 200
    assert "decode-exact: passed, 0 findings" in run.log


@pytest.mark.parametrize("module", ["cocotb_encoder", "pyuvm_encoder"])
def test_foreign_fault(tmp_path, module):
    """A fault of the encoder is found: ienable is 0 in the opening support packet."""
    run = foreign(tmp_path, module, bugs=1 << 6)
    assert "pyuvm" not in module or "collected: ETR-FMT-005\n" in run.log
    assert not run.passed, run.log
    (failure,) = run.failures
    title = failure.split("\n")[0]
    assert title.endswith("packet 0 (F3/3) differs [ETR-FMT-005]")
    assert "field     ienable: expected 0x1, observed 0x0" in failure
    assert f"bit-exact: {title}" in run.log
    assert "decode-exact: passed, 0 findings" in run.log


def test_foreign_fault_of_both(tmp_path):
    """A fault that both verdicts find: those of decode-exact are output of the case."""
    run = foreign(tmp_path, "cocotb_encoder", bugs=1)
    assert not run.passed and run.failures, run.log
    assert "cannot be decoded" in run.decode.find("system-out").text


@pytest.mark.parametrize("stall", [0, 1])
def test_ours(tmp_path, stall):
    """The encoder of rtl/ passes: packets, bytes, cycles; stalled, or with rows that it drops."""
    run = ours(tmp_path, stall=stall)
    assert run.passed and not run.failures, run.log
    counts = run.counts
    # Each packet is compared as payload and as bytes.
    assert counts["comparisons"] == 2 * counts["packets"] > 100
    assert counts["timed"] == counts["decoded"] == counts["packets"]
    assert (counts["rows_lost"] == 0) is bool(stall)


def test_ours_fault(tmp_path):
    """A bit that is inverted between encoder and scoreboard is found in its packet."""
    run = ours(tmp_path, flip=20, stall=1)
    assert not run.passed, run.log
    assert "packet 20 (" in run.failures[0]
