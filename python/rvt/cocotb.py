# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A scoreboard for cocotb: compares the encoder in a simulation with the model.

    scoreboard = Scoreboard(
        dut, clock="clk", reset_n="rst_n", config="encoder.yaml", elf="program.elf",
        signals={"itype": "itype", ..., "pkt_valid": "packet_valid", ...},
    )
    scoreboard.start()
    ...  # drive the encoder
    scoreboard.check()

Signals are sampled in the middle of a cycle: in the read-only phase of the falling edge before each
rising edge. Drive them at either edge of the clock, or soon after the rising edge.
"""

from __future__ import annotations

import logging
import os
from typing import Any, Callable, Mapping, Union

import cocotb
from cocotb.triggers import FallingEdge, ReadOnly

from rvt.config import Configuration
from rvt.finding import Finding, Verdict
from rvt.lockstep import Comparison, Counts
from rvt.ports import DATA, PortMonitor
from rvt.program import Program

Signal = Union[str, int, Callable[[], int], Any]
"""A signal below the top ("u_encoder.itype"), a handle of cocotb, a constant, or a function that
returns the value in this cycle."""


class Scoreboard:
    """Compares one encoder with the model, cycle by cycle. Findings go to the log as they come; the
    verdict is that of check()."""

    def __init__(
        self,
        dut: Any,
        *,
        clock: Signal,
        signals: Mapping[str, Signal],
        config: Configuration | str | os.PathLike[str],
        reset_n: Signal = 1,
        elf: str | os.PathLike[str] | None = None,
        program: Program | None = None,
        accesses: int = 1,
        timing: Mapping[str, int] | None = None,
        report: str | os.PathLike[str] | None = None,
        name: str | None = None,
        **options: Any,
    ) -> None:
        """dut: where names of signals begin. clock: its signal; reset_n: 0 while the encoder is in
        reset. signals: what is connected to each port; rvt.ports.PORTS lists them, dpi/README.md
        explains them; without packets and bytes, the verdict is ingress. elf or program: what the
        hart runs, for the verdicts decode-exact and ingress. accesses:
        groups of the data interface. timing: parameters of Comparison.time, if the encoder keeps
        that contract. report: file for a report at the end: JUnit if it ends in .xml, else JSON.
        name: of the log and in reports. options: of Comparison, such as decode_exact=True,
        findings_max=8. ValueError: a port is unknown or missing, or has not the width that the
        configuration says. RvtError: as Configuration.load, Program and Comparison."""
        self.name = name or f"rvt.{dut._name}"
        self.log = logging.getLogger(f"cocotb.{self.name}")
        self.on_finding: list[Callable[[Finding], None]] = []
        """Called with each finding as it comes."""
        loaded = config if isinstance(config, Configuration) else Configuration.load(config)
        if program is None and elf is not None:
            program = Program(loaded, elf)
        self._comparison = Comparison(
            loaded,
            program,
            packets="pkt_valid" in signals,
            bytes="valid" in signals,
            requirements=report is not None,
            **options,
        )
        if timing:
            self._comparison.time(**timing)
        self._verdicts = [Verdict.INGRESS]
        if signals.keys() & {"pkt_valid", "valid"}:
            packets = Verdict.SAME_FIELDS if options.get("same_fields") else Verdict.BIT_EXACT
            self._verdicts = [packets, Verdict.DECODE_EXACT]
        self._decides = self._verdicts[bool(options.get("decode_exact"))]
        self._signals = {port: _resolve(dut, signal) for port, signal in signals.items()}
        self._clock, self._reset_n = _resolve(dut, clock), _resolve(dut, reset_n)
        self._monitor = PortMonitor(
            self._comparison, loaded, self._signals, self._read, accesses=accesses
        )
        self._check_widths()
        self._shown = dict.fromkeys(self._verdicts, 0)
        self._report = report
        self._task: Any = None
        self._ended = False

    def _check_widths(self) -> None:
        """Compares the widths of signals with the configuration."""
        for port, signal in self._signals.items():
            if not hasattr(signal, "value"):
                continue
            wanted = self._monitor.width_of(port)
            if port in DATA:
                self._monitor.set_data_width(port, len(signal))
            elif wanted is not None and len(signal) != wanted:
                raise ValueError(
                    f"{port}: {signal._path} has {len(signal)} bits; the configuration says "
                    f"{wanted}"
                )
            elif port == "data":
                self._monitor.lanes = len(signal) // 8

    # ---- sampling -------------------------------------------------------------------------------

    def _read(self, port: str) -> int:
        """The value of a port now. A value that is none is a finding and reads as 0."""
        value = _value(self._signals[port])
        if isinstance(value, int):
            return value
        signal = self._signals[port]._path
        message = f"{port} is not known: {signal} is {value} [Known]"
        self._comparison.fault(self._monitor.cycle, message, held=self._monitor.held)
        return 0

    async def _run(self) -> None:
        """Samples until it is stopped."""
        while True:
            await FallingEdge(self._clock)
            await ReadOnly()
            if _value(self._reset_n) != 1:
                self._monitor.reset()
            elif self._monitor.watch():
                self._show()

    def start(self) -> None:
        """Begins to sample; findings name cycles out of reset from here on. RuntimeError: it has
        begun before."""
        if self._task is not None:
            raise RuntimeError(f"{self.name} has begun before")
        self._task = cocotb.start_soon(self._run())

    def control(self, enable: bool, *, tracing: bool | None = None, triggers: bool = False) -> None:
        """Software enables or disables the encoder in this cycle, where no control ports are
        connected: trTeActive and trTeEnable, trTeInstTracing (None: as enable),
        trTeInstTrigEnable."""
        self._monitor.program(enable, enable if tracing is None else tracing, triggers)

    # ---- findings and verdict -------------------------------------------------------------------

    def _show(self) -> None:
        """Logs new findings."""
        for verdict in self._verdicts:
            for finding in self._comparison.findings(verdict, first=self._shown[verdict]):
                level = logging.ERROR if verdict is self._decides else logging.WARNING
                self.log.log(level, "%s", finding)
                self._shown[verdict] += 1
                for call in self.on_finding:
                    call(finding)

    @property
    def findings(self) -> list[Finding]:
        """The findings so far, of every verdict."""
        return self._comparison.findings()

    @property
    def counts(self) -> Counts:
        """What was compared so far."""
        return self._comparison.counts

    @property
    def failed(self) -> bool:
        """Whether the verdict that decides has a finding so far."""
        return bool(self._comparison.findings(self._decides))

    def end(self) -> bool:
        """The run is over and the encoder has sent everything: what is missing becomes a finding.
        Logs counts and verdicts, writes the report. Returns whether the verdict that decides
        passed."""
        if self._ended:
            return self._comparison.passed
        self._ended = True
        if self._task is not None:
            self._task.kill()
        self._comparison.end(self._monitor.cycle, held=self._monitor.held)
        self._show()
        counts = ", ".join(f"{name} {value}" for name, value in vars(self.counts).items() if value)
        self.log.info("compared: %s", counts or "nothing")
        for verdict in self._verdicts:
            self.log.info("%s: %s", verdict.label, self._outcome(verdict))
        for line in self._comparison.summary():
            self.log.info("%s", line)
        if self._report is not None:
            self._comparison.report(self._report, self.name)
        return self._comparison.passed

    def check(self) -> None:
        """Ends the run. AssertionError: the verdict that decides did not pass; the test fails."""
        if not self.end():
            findings = self._comparison.findings(self._decides)
            titles = "; ".join(finding.title for finding in findings)
            raise AssertionError(f"{self.name}: {self._outcome(self._decides)}: {titles}")

    def _outcome(self, verdict: Verdict) -> str:
        """What a verdict came to, in words."""
        if not self._comparison.has(verdict):
            return "not compared"
        count = len(self._comparison.findings(verdict))
        plural = "" if count == 1 else "s"
        return f"{'FAILED' if count else 'passed'}, {count} finding{plural}"


def _resolve(dut: Any, signal: Signal) -> Any:
    """A handle, a constant or a function. AttributeError: the simulation has no such signal."""
    if isinstance(signal, str):
        for part in signal.split("."):
            dut = getattr(dut, part)
        return dut
    return signal


def _value(signal: Any) -> int | str:
    """The value of a signal; its bits if one of them is neither 0 nor 1."""
    if isinstance(signal, int):
        return signal
    if not hasattr(signal, "value"):
        return int(signal())
    bits = signal.value.binstr
    return int(bits, 2) if set(bits) <= {"0", "1"} else str(bits)
