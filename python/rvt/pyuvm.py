# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A component of pyuvm around the scoreboard of rvt.cocotb.

    ConfigDB().set(None, "*", "RVT_SCOREBOARD", Scoreboard(dut, ...))
    self.scoreboard = ScoreboardComponent("scoreboard", self)  # in build_phase
"""

from __future__ import annotations

from pyuvm import ConfigDB, uvm_analysis_port, uvm_component

from rvt.cocotb import Scoreboard


class ScoreboardComponent(uvm_component):  # type: ignore[misc]
    """Runs the scoreboard that ConfigDB has as RVT_SCOREBOARD: samples from the run phase on, sends
    each finding (rvt.Finding) to finding_port, and fails the test in the check phase."""

    scoreboard: Scoreboard

    def build_phase(self) -> None:
        """Takes the scoreboard."""
        self.finding_port = uvm_analysis_port("finding_port", self)
        self.scoreboard = ConfigDB().get(self, "", "RVT_SCOREBOARD")

    def start_of_simulation_phase(self) -> None:
        """Begins to sample."""
        self.scoreboard.on_finding.append(self.finding_port.write)
        self.scoreboard.start()

    def check_phase(self) -> None:
        """Ends the comparison. AssertionError: the verdict that decides did not pass."""
        self.scoreboard.check()
