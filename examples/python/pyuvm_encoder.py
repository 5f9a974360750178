# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The test of cocotb_encoder.py with pyuvm: the scoreboard is a component."""

import cocotb
from pyuvm import ConfigDB, uvm_root, uvm_subscriber, uvm_test

from cocotb_encoder import run, scoreboard_of
from rvt.pyuvm import ScoreboardComponent


class Collector(uvm_subscriber):
    """Takes findings as they come."""

    def build_phase(self):
        """Nothing was found yet."""
        self.findings = []

    def write(self, finding):
        """Takes one, which is data: finding.clause, finding.field, ..."""
        self.findings.append(finding)

    def extract_phase(self):
        """Logs what was found, by clause."""
        clauses = [finding.clause for finding in self.findings]
        self.logger.info("collected: %s", ", ".join(clauses) or "nothing")


class CompareTest(uvm_test):
    """Passes if the encoder sends what the model sends."""

    def build_phase(self):
        """Makes the scoreboard and what takes its findings."""
        ConfigDB().set(None, "*", "RVT_SCOREBOARD", scoreboard_of(cocotb.top))
        self.scoreboard = ScoreboardComponent("scoreboard", self)
        self.collector = Collector("collector", self)

    def connect_phase(self):
        """Connects them."""
        self.scoreboard.finding_port.connect(self.collector.analysis_export)

    async def run_phase(self):
        """Plays the program."""
        self.raise_objection()
        await run(cocotb.top)
        self.drop_objection()


@cocotb.test()
async def compares(_dut):
    """Runs the test of pyuvm; the check phase of the component fails it."""
    await uvm_root().run_test(CompareTest)
