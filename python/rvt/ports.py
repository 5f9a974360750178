# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""From the signals of an encoder in each cycle to the calls of a comparison.

The ports have the names of rvt_scoreboard.sv (dpi) without their endings, and the same meaning.
Nothing here needs a simulator; rvt.cocotb samples the signals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterable

from rvt.config import Configuration
from rvt.lockstep import Comparison
from rvt.tip import ACCESSES, Access, Block, Row

NEEDED = ("itype", "iaddr", "iretire")
"""Ports of the ingress that must be connected."""
WIDTHS = {
    "itype": "itype_width_p",
    "iaddr": "iaddress_width_p",
    "iretire": "iretire_width_p",
    "ilastsize": "ilastsize_width_p",
}
"""Ports with a part for each block, block 0 in the lowest bits, and the width of a part."""
SIDEBAND = {
    "priv": "privilege_width_p",
    "cause": "ecause_width_p",
    "tval": "iaddress_width_p",
    "context": "context_width_p",
    "time": "time_width_p",
    "ctype": "ctype_width_p",
    "impdef": "impdef_width_p",
}
"""Other ports of the ingress, and their widths."""
DATA = {
    "dretire": "dretire",
    "dtype": "dtype",
    "dsize": "dsize",
    "dblock": "dblock",
    "daddr": "daddr",
    "ddata": "data",
    "doperand": "operand",
    "iaddr_lsbs": "iaddr_lsbs",
    "lrid": "lrid",
    "lresp": "lresp",
    "lid": "lid",
    "sdata": "sdata",
    "ldata": "ldata",
}
"""Ports of the data interface, with a part for each group, and the members of rvt.Access."""
CONTROL = ("control_enable", "control_tracing", "control_trig_enable")
DEFAULTS = {"pkt_ready": 1, "ready": 1, "beat_ready": 1}
"""What ports that are not connected have; the others have 0."""
PORTS = frozenset(
    [*WIDTHS, *SIDEBAND, *DATA, *CONTROL, *DEFAULTS]
    + ["sijump", "trigger", "halted", "reset", "stall", "lost", "control_valid"]
    + ["write_valid", "write_offset", "write_value"]
    + ["pkt_valid", "pkt_data", "pkt_bytes", "pkt_payload"]
    + ["valid", "data", "bytes", "last", "beat_valid"]
)
"""All ports."""
IDLE = 256
"""While nothing happens the model gets an idle call each so many cycles."""


@dataclass
class _Control:
    """What software programs."""

    enable: bool = False
    tracing: bool = False
    trig_enable: bool = False


class PortMonitor:
    """Watches the ports of one encoder, cycle by cycle, as rvt_scoreboard.sv does.

    For the ingress, a cycle with stall = 1 does not exist. Without a port control_valid, a change
    of the control ports is what software programs; control_tracing is control_enable if it is not
    connected.
    """

    def __init__(
        self,
        comparison: Comparison,
        config: Configuration,
        ports: Iterable[str],
        read: Callable[[str], int],
        *,
        accesses: int = 1,
    ) -> None:
        """ports: those that are connected; read(port): the value of one in this cycle. accesses:
        groups of the data interface. ValueError: ports are unknown or missing."""
        self._connected = frozenset(ports)
        self._comparison = comparison
        self._source = read
        self._widths = {port: config[key] for port, key in {**WIDTHS, **SIDEBAND}.items()}
        self._blocks, self._accesses = config["blocks_p"], accesses
        self._data_widths: dict[str, int] = {}
        self.lanes = 8
        """The bytes of a beat."""
        self.cycle = 0
        """Of the clock, since the first one that was watched."""
        self.held = 0
        """Cycles so far in which the output was not taken."""
        self._stalled = self._waited = 0
        self._programmed: _Control | None = None
        self._values: dict[str, int] = {}  # of this cycle
        self.reset()
        self._check()

    def _check(self) -> None:
        """Checks which ports are connected."""
        unknown = sorted(self._connected - PORTS)
        if unknown:
            raise ValueError(f"no such port: {', '.join(unknown)}")
        missing = [port for port in NEEDED if port not in self._connected]
        if missing:
            raise ValueError(f"not connected: {', '.join(missing)}")
        for names in (("pkt_valid", "pkt_bytes", "pkt_payload"), ("valid", "data", "bytes")):
            if len({self._has(name) for name in names}) > 1:
                raise ValueError(f"{', '.join(names[:2])} and {names[2]} belong together")
        if not self._has("pkt_valid") and not self._has("valid"):
            raise ValueError("nothing is observed: connect pkt_valid or valid")
        if not 1 <= self._accesses <= ACCESSES:
            raise ValueError(f"{self._accesses} groups of the data interface; 1 to {ACCESSES}")

    def width_of(self, port: str) -> int | None:
        """The width that the configuration gives a port of the ingress; None: it gives none."""
        if port in self._widths:
            return self._widths[port] * (self._blocks if port in WIDTHS else 1)
        return {"sijump": self._blocks, "trigger": self._blocks + 2}.get(port)

    def set_data_width(self, port: str, width: int) -> None:
        """The width of a port of the data interface. ValueError: it has not the same number of
        bits for each group."""
        if width % self._accesses:
            raise ValueError(f"{port} has {width} bits for {self._accesses} groups")
        self._data_widths[port] = width // self._accesses

    def _has(self, port: str) -> bool:
        """Whether a port is connected."""
        return port in self._connected

    def _read(self, port: str) -> int:
        """The value of a port in this cycle, which is asked for once."""
        if port not in self._values:
            known = port in self._connected
            self._values[port] = self._source(port) if known else DEFAULTS.get(port, 0)
        return self._values[port]

    def reset(self) -> None:
        """The encoder is in reset in this cycle, which does not count."""
        self._enabled = _Control()
        self._seen = _Control()
        self._pending: _Control | None = None
        self._halted = self._in_reset = False
        self._follow = self._written = False

    def program(self, enable: bool, tracing: bool, trig_enable: bool) -> None:
        """Software programs the encoder in the next cycle that is watched, where no control ports
        are connected. It acts from the cycle after it."""
        self._programmed = _Control(enable, tracing, trig_enable)

    def watch(self) -> bool:
        """Takes one cycle. Returns whether it called the comparison."""
        self._values.clear()
        stall = bool(self._read("stall"))
        called = self._watch_ingress(stall)
        if self._read("write_valid"):
            self._comparison.write(self._read("write_offset"), self._read("write_value"))
            self._written = True
        elif not stall:
            self._written = False
        beat = self._read("beat_valid")
        beat_taken = beat and self._read("beat_ready")
        held = False
        if self._has("pkt_valid") and self._read("pkt_valid"):
            taken = self._read("pkt_ready")
            held = not taken and not self._has("valid")
            called |= bool(taken) and self._take_packet()
        if beat_taken:
            offered = self.cycle - self._waited
            self._comparison.beat(self.cycle, offered, held=self.held)
            called = True
        if self._has("valid") and self._read("valid"):
            taken = self._read("ready")
            held = not taken
            called |= bool(taken) and self._take_bytes()
        self.cycle += 1
        self._waited = self._waited + 1 if beat and not beat_taken else 0
        self._stalled = self._stalled + 1 if stall else 0
        self.held += held
        return called

    def _watch_ingress(self, stall: bool) -> bool:
        """The ingress in this cycle, and what software programs."""
        pending = None if stall else self._pending
        control = pending or self._enabled
        called = False
        if not stall:
            called = self._act(pending)
            if control.enable:
                called |= self._watch_row(pending is not None)
            else:
                self._follow = False
            self._pending = None
            self._enabled = control
        programmed = self._programs()
        self._pending = programmed or self._pending
        return called

    def _act(self, pending: _Control | None) -> bool:
        """What software wrote before acts from this cycle on."""
        if pending:
            self._comparison.control(
                self.cycle,
                pending.enable,
                inst_tracing=pending.tracing,
                inst_trig_enable=pending.trig_enable,
                time=self._read("time"),
                held=self.held,
                stalled=self._stalled,
            )
        if self._written:
            self._comparison.program(self.cycle, held=self.held, stalled=self._stalled)
        return bool(pending) or self._written

    def _programs(self) -> _Control | None:
        """What software programs in this cycle; None: nothing."""
        programmed, self._programmed = self._programmed, None
        if not self._has("control_enable"):
            return programmed
        enable = bool(self._read("control_enable"))
        tracing = bool(self._read("control_tracing")) if self._has("control_tracing") else enable
        now = _Control(enable, tracing, bool(self._read("control_trig_enable")))
        if self._has("control_valid"):
            return now if self._read("control_valid") else None
        before, self._seen = self._seen, now
        return now if now != before else None

    def _watch_row(self, control: bool) -> bool:
        """A row that the encoder takes or drops, or an idle cycle; control: what software wrote
        acts in this cycle."""
        halted, in_reset = bool(self._read("halted")), bool(self._read("reset"))
        paused = halted or in_reset
        sideband = halted != self._halted or in_reset != self._in_reset or (control and paused)
        busy = not paused and any(
            self._read(port) for port in ("itype", "iretire", "dretire", "lresp", "trigger")
        )
        if sideband or busy:
            row = self._row(halted, in_reset)
            self._comparison.row(row, held=self.held, stalled=self._stalled)
            self._halted, self._in_reset = halted, in_reset
            self._follow = sideband or bool(self._read("trigger"))
            return True
        idle = self._follow or control or self.cycle % IDLE == 0
        if idle:
            self._comparison.idle(self.cycle, held=self.held)
        self._follow = False
        return idle

    def _row(self, halted: bool, in_reset: bool) -> Row:
        """The row of this cycle."""
        paused = halted or in_reset
        row = Row(
            self.cycle,
            trigger=0 if paused else self._read("trigger"),
            halted=halted,
            reset=in_reset,
            lost=bool(self._read("lost")),
        )
        for port in SIDEBAND:
            setattr(row, port, self._read(port))
        if not paused:
            row.block = self._row_blocks()
            if self._read("dretire") or self._read("lresp"):
                row.access = self._row_accesses()
        return row

    def _row_blocks(self) -> list[Block]:
        """The blocks of this cycle, up to the last one that is not empty."""
        values = {port: self._read(port) for port in WIDTHS}
        sijump = self._read("sijump")
        blocks = []
        for index in range(self._blocks):
            parts = {
                port: _part(value, index, self._widths[port]) for port, value in values.items()
            }
            blocks.append(Block(sijump=bool(sijump >> index & 1), **parts))
        while blocks and not blocks[-1].itype and not blocks[-1].iretire:
            blocks.pop()
        return blocks

    def _row_accesses(self) -> list[Access]:
        """The groups of the data interface in this cycle."""
        accesses = []
        for index in range(self._accesses):
            access = Access()
            for port, member in DATA.items():
                width = self._data_widths.get(port, 64)
                setattr(access, member, _part(self._read(port), index, width))
            access.dretire = bool(access.dretire)
            accesses.append(access)
        return accesses

    def _take_packet(self) -> bool:
        """A packet that is taken in this cycle."""
        size, value = self._read("pkt_bytes"), self._read("pkt_payload")
        payload = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        te_data = bool(self._read("pkt_data"))
        self._comparison.payload(self.cycle, payload, te_data=te_data, held=self.held)
        return True

    def _take_bytes(self) -> bool:
        """Encapsulated bytes that are taken in this cycle."""
        size, value = self._read("bytes"), self._read("data")
        if size > self.lanes:
            self._comparison.fault(self.cycle, "a beat has more bytes than lanes [Beat]")
            return True
        data = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        last = bool(self._read("last")) if self._has("last") else None
        self._comparison.bytes(self.cycle, data, last=last, held=self.held)
        return True


def _part(value: int, index: int, width: int) -> int:
    """Part number index of a value with parts of this width."""
    return value >> index * width & ((1 << width) - 1)
