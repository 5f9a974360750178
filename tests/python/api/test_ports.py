# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The ports of a scoreboard without a simulator: an encoder of the model behind signals."""

import types

import pytest

import rvt
from rvt.cocotb import Scoreboard
from rvt.ports import PortMonitor

INGRESS = {"itype", "iaddr", "iretire", "ilastsize", "priv", "cause", "tval", "context", "ctype"}
PACKETS = {"pkt_valid", "pkt_data", "pkt_bytes", "pkt_payload", "pkt_ready"}


class Bench:
    """Drives the ports of a PortMonitor from rows; the model's encoder is the device."""

    def __init__(self, config, program=None, ports=frozenset(), **options):
        """ports: more ports than those of ingress and packets."""
        self.config, self.ports = config, {}
        self.comparison = rvt.Comparison(config, program, **options)
        self.device = rvt.Encoder(config)
        self.waiting, self.enabled = [], False
        connected = INGRESS | PACKETS | ports | {"control_enable"}
        self.monitor = PortMonitor(self.comparison, config, connected, self.read)

    def read(self, port):
        """The value of a port in this cycle; those that are not driven are 0."""
        return self.ports.get(port, 0)

    def cycle(self, row=None, *, hold=False, **ports):
        """One cycle with a row or without, and the packet that the device sends in it. hold: the
        packet is not taken. A row that is stalled is not taken."""
        self.ports = {"control_enable": self.enabled, "pkt_ready": not hold, **ports}
        now = self.monitor.cycle
        if row is not None:
            self.show(row)
        if self.waiting:
            packet = self.waiting[0]
            self.ports |= {
                "pkt_valid": 1,
                "pkt_data": packet.is_data,
                "pkt_bytes": len(packet.payload),
                "pkt_payload": int.from_bytes(packet.payload, "little"),
            }
            if not hold:
                del self.waiting[0]
        self.monitor.watch()
        if row is not None and not ports.get("stall"):
            row.cycle = now
            self.waiting += self.device.row(row)

    def show(self, row):
        """Puts a row on the ports."""
        for name in ("priv", "cause", "tval", "context", "ctype"):
            self.ports[name] = getattr(row, name)
        for port in ("itype", "iaddr", "iretire", "ilastsize"):
            width = self.config[f"{'iaddress' if port == 'iaddr' else port}_width_p"]
            values = [getattr(block, port) for block in row.block]
            self.ports[port] = sum(value << i * width for i, value in enumerate(values))

    def enable(self, enabled):
        """Software enables or disables the encoder; it acts in the next cycle."""
        self.enabled = enabled
        self.cycle()
        device = self.device
        cycle = self.monitor.cycle
        self.waiting += device.enable(cycle) if enabled else device.disable(cycle)

    def end(self):
        """Takes what is left, and ends the comparison."""
        while self.waiting:
            self.cycle()
        self.comparison.end(self.monitor.cycle)
        return self.comparison


def copies(rows):
    """Rows of their own, to be changed."""
    return [rvt.Row(**vars(row)) for row in rows]


def test_packets(config, program, rows):
    """Rows, packets, stalled cycles and held packets."""
    bench = Bench(config, program, ports={"stall"})
    bench.enable(True)
    for number, row in enumerate(copies(rows[:1000])):
        if number % 50 == 20:
            bench.cycle(row, stall=1)
        bench.cycle(row, hold=number % 7 == 0)
        while len(bench.waiting) > 3:
            bench.cycle()
    bench.enable(False)
    comparison = bench.end()
    assert comparison.passed, comparison.findings()
    counts = comparison.counts
    assert counts.rows == 1000 and counts.comparisons == counts.packets > 5
    assert bench.monitor.held > 0


def test_missing_row(config, program, rows):
    """A row that the monitor does not see is a finding."""
    bench = Bench(config, program)
    bench.enable(True)
    for number, row in enumerate(copies(rows[:300])):
        if number != 150:
            bench.cycle(row)
            continue
        row.cycle = bench.monitor.cycle
        bench.waiting += bench.device.row(row)
        bench.cycle()
    bench.enable(False)
    assert not bench.end().passed


def test_blocks():
    """Two blocks in a row: each has its part of the ports."""
    config = rvt.Configuration(blocks_p=2, retires_p=8, iretire_width_p=8, iaddress_width_p=32)
    program = rvt.Program(config)
    program.add_bytes(0x100, bytes.fromhex("13000000") * 2 + bytes.fromhex("6ff09fff"))
    bench = Bench(config, program)
    bench.enable(True)
    jump = rvt.Block(iaddr=0x108, iretire=2, itype=program.insn(0x108).itype, ilastsize=1)
    for _ in range(20):
        straight = rvt.Block(iaddr=0x100, iretire=4, ilastsize=1)
        bench.cycle(rvt.Row(0, block=[straight, jump]))
    bench.enable(False)
    comparison = bench.end()
    assert comparison.passed, comparison.findings()
    assert comparison.counts.blocks == 40 and comparison.counts.instructions == 60


def test_data():
    """Data accesses, each group with its part of the ports."""
    config = rvt.Configuration(data_trace=True, type_bits=1, type_data=1, retires_p=8)
    ports = {"dretire", "dtype", "dsize", "daddr", "ddata"}
    bench = Bench(config, ports=ports | {"write_valid", "write_offset", "write_value"})
    # trTeDataControl: trTeDataTracing
    bench.cycle(write_valid=1, write_offset=0x010, write_value=2)
    for port, width in (("dretire", 1), ("dtype", 4), ("dsize", 2), ("daddr", 32), ("ddata", 32)):
        bench.monitor.set_data_width(port, width)
    bench.enable(True)
    for number in range(10):
        access = rvt.Access(daddr=0x1000 + 8 * number, data=number, dsize=2, dtype=1, dretire=True)
        block = rvt.Block(iaddr=0x100 + 4 * number, iretire=2, ilastsize=1)
        values = {"dretire": 1, "dtype": 1, "dsize": 2, "daddr": access.daddr, "ddata": number}
        bench.cycle(rvt.Row(0, block=[block], access=[access]), **values)
    bench.enable(False)
    comparison = bench.end()
    assert comparison.passed, comparison.findings()
    assert comparison.counts.te_data == 10


def test_connections(config):
    """Ports that are unknown, missing or do not belong together."""
    comparison = rvt.Comparison(config)
    for ports, message in (
        (INGRESS | PACKETS | {"pkt_vaild"}, "no such port: pkt_vaild"),
        (PACKETS, "not connected: itype, iaddr, iretire"),
        (INGRESS, "nothing is observed"),
        (INGRESS | {"pkt_valid"}, "belong together"),
        (INGRESS | PACKETS - {"pkt_bytes"}, "pkt_valid, pkt_bytes and pkt_payload belong together"),
        (INGRESS | {"valid", "data"}, "valid, data and bytes belong together"),
    ):
        with pytest.raises(ValueError, match=message):
            PortMonitor(comparison, config, ports, int)
    with pytest.raises(ValueError, match="5 groups"):
        PortMonitor(comparison, config, INGRESS | PACKETS, int, accesses=5)


class Signal:
    """A signal as cocotb shows it."""

    def __init__(self, bits):
        """bits: as text."""
        self.value, self._path = types.SimpleNamespace(binstr=bits), "dut.signal"

    def __len__(self):
        """How many bits it has."""
        return len(self.value.binstr)


def scoreboard(config, **signals):
    """A scoreboard of constants, but for these signals."""
    connected = {port: 0 for port in INGRESS | PACKETS}
    dut = types.SimpleNamespace(_name="dut")
    return Scoreboard(dut, clock=0, signals={**connected, **signals}, config=config)


def test_unknown_value(config):
    """A signal that is x or z is a finding, and reads as 0."""
    board = scoreboard(config, pkt_valid=Signal("x"))
    board._monitor.watch()
    (title,) = {finding.title for finding in board.findings}
    assert title == "cycle 0: pkt_valid is not known: dut.signal is x [Known]"
    assert board.failed


def test_width(config):
    """A signal with another width than the configuration says is refused."""
    with pytest.raises(ValueError, match="iaddr: dut.signal has 32 bits.* 64"):
        scoreboard(config, iaddr=Signal("0" * 32))


def test_beat_of_too_many_bytes(config):
    """A beat that says more bytes than there are lanes is a finding."""
    bytes_ports = {"valid": 1, "data": Signal("0" * 64), "bytes": 9}
    board = scoreboard(config, **bytes_ports)
    board._monitor.watch()
    assert board.findings[0].title == "cycle 0: a beat has more bytes than lanes [Beat]"


def test_control(config):
    """Without control ports the test says what software programs."""
    board = scoreboard(config)
    board.control(True)
    for _ in range(3):
        board._monitor.watch()
    with pytest.raises(AssertionError, match="FAILED.*F3/3"):
        board.check()
