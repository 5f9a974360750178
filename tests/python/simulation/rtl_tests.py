# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""cocotb tests of the encoder of rtl/ under rvt.cocotb.Scoreboard: packets, bytes and cycles.

test_simulation.py sets the environment: RVT_FLIP, the number of a packet of which the scoreboard
sees a bit inverted (-1: none); RVT_STALL, 1 if the encoder may stall the hart, 0 if it drops rows.
"""

import os
import pathlib

import cocotb
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge

import rvt
from cocotb_encoder import begin, play
from rvt.cocotb import Scoreboard

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONFIG = ROOT / "vectors/configs/rv64-delta.yaml"
PROGRAM = ROOT / "vectors/tip/rv64/branches-rv64"
ROWS = 1500
CONTROL = 0  # trTeControl
STALL_ENABLE = 1 << 13  # trTeInstStallEna
INPUTS = (
    "itype cause tval priv iaddr context time ctype sijump iretire ilastsize trigger impdef halted"
    " reset dretire dtype daddr dsize data operand dblock iaddr_lsbs lrid lresp lid sdata ldata"
    " paddr psel penable pwrite pwdata ready"
)
SAME = "itype iaddr iretire ilastsize priv cause tval context time ctype sijump trigger impdef"
SIGNALS = {
    **{port: f"{port}_i" for port in (*SAME.split(), "halted", "reset", "ready")},
    **{port: f"{port}_o" for port in ("stall", "lost", "valid", "data", "bytes", "last")},
    **{port: port for port in ("pkt_valid", "pkt_ready", "pkt_data", "pkt_bytes")},
    "beat_valid": "valid_o",
    "beat_ready": "ready_i",
    "write_offset": "paddr_i",
    "write_value": "pwdata_i",
}
# The contract of rtl/README.md, Timing.
TIMING = {"decision": 3, "packet": 3, "lanes": 8, "depth": 16}


class Payload:
    """pkt_payload, with an inverted bit in one packet."""

    def __init__(self, dut, number):
        """number: of the packet, from 0."""
        self.dut, self.left = dut, number

    def __call__(self):
        """The value in this cycle; called once for each packet."""
        self.left -= 1
        return self.dut.pkt_payload.value.integer ^ (8 if self.left == -1 else 0)


def scoreboard_of(dut):
    """The scoreboard of the test. Software programs the encoder through APB."""

    def written():
        """Whether a register is written in this cycle."""
        return all(port.value for port in (dut.psel_i, dut.penable_i, dut.pready_o, dut.pwrite_i))

    def bits(mask):
        """Whether trTeControl is written with all bits of mask."""
        return dut.pwdata_i.value.integer & mask == mask

    return Scoreboard(
        dut,
        clock="clk_i",
        reset_n="rst_ni",
        signals={
            **SIGNALS,
            "pkt_payload": Payload(dut, int(os.environ["RVT_FLIP"])),
            "write_valid": written,
            "control_valid": lambda: written() and dut.paddr_i.value == CONTROL,
            "control_enable": lambda: bits(0b11),
            "control_tracing": lambda: bits(0b101),
            "control_trig_enable": lambda: bits(1 << 11 | 1),
        },
        config=CONFIG,
        elf=f"{PROGRAM}.elf",
        timing=TIMING,
        report="rvt.xml",
        name="encoder",
    )


async def transfer(dut, value=None):
    """Writes a value to trTeControl over APB, or reads it. Returns what was read."""
    dut.paddr_i.value = CONTROL
    dut.pwrite_i.value = value is not None
    dut.pwdata_i.value = value or 0
    dut.psel_i.value = 1
    await RisingEdge(dut.clk_i)
    dut.penable_i.value = 1
    await FallingEdge(dut.clk_i)
    while not dut.pready_o.value:
        await FallingEdge(dut.clk_i)
    read = dut.prdata_o.value.integer
    await RisingEdge(dut.clk_i)
    dut.psel_i.value = 0
    dut.penable_i.value = 0
    return read


@cocotb.test()
async def compares(dut):
    """The verdict decides the test. The sink pauses now and then."""
    scoreboard = scoreboard_of(dut)
    scoreboard.start()
    await begin(dut, **{f"{name}_i": 0 for name in INPUTS.split()})
    dut.ready_i.value = 1
    control = await transfer(dut)
    control |= STALL_ENABLE if os.environ["RVT_STALL"] == "1" else 0
    await transfer(dut, control | 0b001)
    await transfer(dut, control | 0b111)

    async def pause():
        """Holds the output for five of forty cycles."""
        while True:
            dut.ready_i.value = 1
            await ClockCycles(dut.clk_i, 35)
            dut.ready_i.value = 0
            await ClockCycles(dut.clk_i, 5)

    pausing = cocotb.start_soon(pause())
    with rvt.TipReader(f"{PROGRAM}.csv.gz", rvt.Configuration.load(CONFIG)) as rows:
        await play(dut, [row for row, _ in zip(rows, range(ROWS))], stall=dut.stall_o)
    await transfer(dut, control | 0b001)
    pausing.kill()
    dut.ready_i.value = 1
    await ClockCycles(dut.clk_i, 200)
    scoreboard.check()
