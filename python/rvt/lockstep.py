# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Lockstep: the comparison of a trace encoder with the model (rvt/lockstep.h).

The program says what the hart retired and what the hardware sent, in the order of time; within a
cycle control, program, row or idle come before what the hardware sent.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from rvt._binding import LINE, Handle, Record, call, check, clear, ffi, lib, path_of, text, text_of
from rvt.config import Configuration
from rvt.finding import Finding, Verdict, Waiver
from rvt.program import Program
from rvt.tip import Row

_NEVER = 2**64 - 1


@dataclass(frozen=True)
class Counts(Record):
    """What was compared so far."""

    KIND = "rvt_comparison_counts"

    rows: int
    rows_lost: int
    blocks: int
    """That retired something."""
    instructions: int
    """In those blocks; 0 without a program."""
    packets: int
    """te_inst packets observed."""
    bytes: int
    """Encapsulated bytes observed, without null packets."""
    comparisons: int
    """Packets compared with the model's."""
    decoded: int
    """Packets that the decode-exact verdict decoded."""
    latency_max: int
    """Cycles of the slowest packet, without held ones."""
    te_data: int
    """Comparisons of te_data."""
    timed: int
    """Packets whose cycle was compared."""
    undecodable: int
    """te_inst packets that no decoder can follow, not in decoded."""
    skipped: int
    """te_inst packets between a finding of decode-exact and the next synchronisation."""
    proven: int
    """Instructions that decode-exact decoded, and that had retired."""
    lost: int
    """Instructions in rows_lost; 0 without a program."""
    untraced: int
    """Instructions in rows that were not traced; 0 without a program."""


@dataclass(frozen=True)
class CoveragePoint:
    """A coverage obligation."""

    name: str
    count: int
    impossible: str | None
    """Why it cannot occur; None: it can."""


class Comparison(Handle):
    """The comparison of one encoder. A moment is a cycle of the clock, which never falls, and how
    many cycles so far the output was held (not taken); held cycles are no latency. stalled: how
    many cycles directly before this one the hart was stalled."""

    def __init__(
        self,
        config: Configuration,
        program: Program | None = None,
        *,
        packets: bool = True,
        bytes: bool = False,
        decode_exact: bool = False,
        early_max: int = 1,
        findings_max: int = 1,
        latency_max: int = 4096,
        output_losses: bool = False,
        unchecked_rows: bool = False,
        requirements: bool = False,
        same_fields: bool = False,
    ) -> None:
        """packets, bytes: payloads, or encapsulated bytes, are observed; neither: only rows
        are checked, by the verdict ingress. program: for the verdicts decode-exact and ingress;
        None leaves them out. decode_exact: it decides. early_max: te_inst packets that
        the hardware may be ahead of the model, 0 to 8. findings_max: of one verdict,
        after which it stops comparing. latency_max: cycles a packet may take; 0: any.
        output_losses: the encoder may lose packets at its output, if it reports that.
        unchecked_rows: rows are not compared with the program. requirements: report() lists the
        requirements that packets exercised. same_fields: packets are compared field by field: that
        verdict takes the place of bit-exact. RvtError: the configuration fails its check, or the
        options contradict each other."""
        options = clear("rvt_comparison_options")
        options.packets, options.bytes, options.decode_exact = packets, bytes, decode_exact
        options.early_max, options.findings_max = early_max, findings_max
        options.latency_max, options.output_losses = latency_max, output_losses
        options.unchecked_rows, options.requirements = unchecked_rows, requirements
        options.same_fields = same_fields
        made = ffi.new("struct rvt_comparison **")
        owned = ffi.NULL if program is None else program._c
        call(lib.rvt_comparison_open, config._c, owned, options, made)
        self._own(made[0], lib.rvt_comparison_close, owned)

    @staticmethod
    def _moment(cycle: int, held: int) -> Any:
        """A moment of the simulation."""
        return ffi.new("struct rvt_comparison_moment *", {"cycle": cycle, "held_cycles": held})[0]

    def time(
        self, *, decision: int, packet: int, lanes: int, depth: int, outstanding: int = 0
    ) -> None:
        """The cycles of packets are compared, too: struct rvt_comparison_timing. Once, before the
        first cycle. RvtError: a value is out of range."""
        timing = clear("rvt_comparison_timing")
        timing.decision, timing.packet, timing.lanes = decision, packet, lanes
        timing.depth, timing.outstanding = depth, outstanding
        check(lib.rvt_comparison_time(self._c, timing), "timing")

    def control(
        self,
        cycle: int,
        enable: bool = True,
        *,
        inst_tracing: bool | None = None,
        inst_trig_enable: bool = False,
        time: int = 0,
        held: int = 0,
        stalled: int = 0,
    ) -> None:
        """Software programs the encoder from now on: the fields of trTeControl. inst_tracing is
        enable if it is None. Data trace is programmed by write() of trTeDataControl. time: the
        ingress signal of that name."""
        control = clear("rvt_te_control")
        control.enable = enable
        control.inst_tracing = enable if inst_tracing is None else inst_tracing
        control.inst_trig_enable = inst_trig_enable
        moment = self._moment(cycle, held)
        check(lib.rvt_comparison_control(self._c, moment, stalled, time, control), "control")

    def write(self, offset: int, value: int) -> None:
        """Software wrote a control register. It acts with the next program() or row()."""
        lib.rvt_comparison_write(self._c, offset, value)

    def program(self, cycle: int, *, held: int = 0, stalled: int = 0) -> None:
        """What was written acts from now on: in the first cycle after a write that is not
        stalled."""
        lib.rvt_comparison_program(self._c, self._moment(cycle, held), stalled)

    def row(self, row: Row, *, held: int = 0, stalled: int = 0) -> None:
        """A row that the encoder took, or dropped (row.lost), in row.cycle. RvtError: it has more
        blocks or accesses than fit, which is a finding, too."""
        structure, _kept = row._with_arrays()
        moment = self._moment(row.cycle, held)
        check(lib.rvt_comparison_row(self._c, moment, stalled, structure), "row")

    def idle(self, cycle: int, *, held: int = 0) -> None:
        """Nothing happened at the ingress up to and including this cycle. Needed in the cycle after
        a trigger, and after a change of halted or reset."""
        lib.rvt_comparison_idle(self._c, self._moment(cycle, held))

    def payload(self, cycle: int, payload: bytes, *, te_data: bool = False, held: int = 0) -> None:
        """The hardware sent a payload, te_data or te_inst."""
        moment = self._moment(cycle, held)
        lib.rvt_comparison_payload(self._c, moment, te_data, payload, len(payload))

    def beat(self, cycle: int, offered: int, *, held: int = 0) -> None:
        """A beat of bytes was taken now and had been valid since cycle offered; bytes() says
        afterwards what it holds."""
        lib.rvt_comparison_beat(self._c, self._moment(cycle, held), offered)

    def bytes(self, cycle: int, data: bytes, *, last: bool | None = None, held: int = 0) -> None:
        """The hardware sent encapsulated bytes. last: it marks the end of a packet; None: it has no
        such mark."""
        moment = self._moment(cycle, held)
        has_last = last is not None
        lib.rvt_comparison_bytes(self._c, moment, data, len(data), has_last, bool(last))

    def fault(self, cycle: int, message: str, *, held: int = 0) -> None:
        """The program itself found a fault of the hardware; it becomes a finding of every verdict.
        The message names its rule at the end, in brackets."""
        lib.rvt_comparison_fault(self._c, self._moment(cycle, held), message.encode())

    def end(self, cycle: int, *, held: int = 0) -> None:
        """The run is over and the hardware has sent everything: what is missing becomes a finding,
        and so does a run in which nothing was compared."""
        lib.rvt_comparison_end(self._c, self._moment(cycle, held))

    def has(self, verdict: Verdict) -> bool:
        """Whether the verdict is there: bit-exact or same-fields, decode-exact with a program; or
        ingress alone."""
        return bool(lib.rvt_comparison_has(self._c, verdict))

    @property
    def passed(self) -> bool:
        """Whether the verdict that decides has no finding; after end()."""
        return bool(lib.rvt_comparison_passed(self._c))

    def findings(self, verdict: Verdict | None = None, *, first: int = 0) -> list[Finding]:
        """The findings so far of a verdict, or of both, without so many first ones of each."""
        verdicts = Verdict if verdict is None else (verdict,)
        return [
            Finding._of(self._c, which, index)
            for which in verdicts
            for index in range(first, lib.rvt_comparison_findings(self._c, which))
        ]

    @property
    def first_cycle(self) -> int | None:
        """The cycle of the first finding of either verdict; None: there is none."""
        cycle = lib.rvt_comparison_first_cycle(self._c)
        return None if cycle == _NEVER else int(cycle)

    @property
    def counts(self) -> Counts:
        """What was compared so far."""
        counts = clear("rvt_comparison_counts")
        check(lib.rvt_comparison_count(self._c, counts), "counts")
        return Counts._from(counts)

    def undecodable(self) -> list[range]:
        """The numbers of the packets that are undecodable, as ranges. One that has not ended goes
        up to the packets observed so far."""
        bounds: list[int] = []
        while (bound := lib.rvt_comparison_undecodable_bound(self._c, len(bounds))) != _NEVER:
            bounds.append(bound)
        if len(bounds) % 2:
            bounds.append(self.counts.packets)
        return [range(*pair) for pair in zip(bounds[::2], bounds[1::2])]

    def waivers(self) -> list[Waiver]:
        """The waivers of the configuration, and how often each was used so far."""
        found: list[Waiver] = []
        waiver = clear(Waiver.KIND)
        while lib.rvt_comparison_waiver(self._c, len(found), waiver) == lib.RVT_OK:
            found.append(Waiver._from(waiver))
        return found

    def summary(self) -> list[str]:
        """A summary of the run: the clauses that were broken, the waivers with their uses, and the
        instructions that were proven, and those that were not and why."""
        lines: list[str] = []
        line = ffi.new("char[]", LINE)
        while lib.rvt_comparison_summary(self._c, len(lines), line, LINE) == lib.RVT_OK:
            lines.append(text(line))
        return lines

    def report(self, path: str | os.PathLike[str], instance: str) -> None:
        """Writes verdicts, counts, findings and waivers so far: JUnit if the path ends in .xml,
        else JSON. instance: the name of the encoder. RvtError: it cannot be written."""
        options = clear("rvt_comparison_report_options")
        # Both live until the call has ended.
        name, where = ffi.new("char[]", instance.encode()), ffi.new("char[]", path_of(path))
        options.path, options.instance = where, name
        call(lib.rvt_comparison_report, self._c, options)

    def coverage(self) -> list[CoveragePoint]:
        """How often each coverage obligation occurred."""
        points: list[CoveragePoint] = []
        count, name, why = ffi.new("uint64_t *"), ffi.new("char[]", 256), ffi.new("char **")
        while (
            lib.rvt_comparison_coverage(self._c, len(points), count, name, len(name), why)
            == lib.RVT_OK
        ):
            points.append(CoveragePoint(text(name), int(count[0]), text_of(why[0])))
        return points
