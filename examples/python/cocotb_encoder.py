# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A test of cocotb: the encoder of tests/foreign, compared with the model by rvt.cocotb.

+bugs=XX gives the encoder deliberate faults (tests/foreign/README.md), in hexadecimal.
"""

import pathlib

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

import rvt
from rvt.cocotb import Scoreboard

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIG = ROOT / "tests/foreign/foreign.yaml"
PROGRAM = ROOT / "vectors/tip/rv64/faults-rv64.elf"
ROWS = ROOT / "vectors/tip/rv64/faults-rv64.csv.gz"


def scoreboard_of(dut):
    """The scoreboard: what the ports of the model are in this encoder."""
    return Scoreboard(
        dut,
        clock="clk_i",
        reset_n="rst_ni",
        config=CONFIG,
        elf=PROGRAM,
        report="rvt.xml",
        findings_max=4,
        signals={
            "itype": "itype_i",
            "iretire": "iretire_i",
            "ilastsize": "ilastsize_i",
            "iaddr": "iaddr_i",
            "priv": "priv_i",
            "cause": "cause_i",
            "tval": "tval_i",
            "control_enable": "enable_i",
            "pkt_valid": "packet_valid_o",
            "pkt_ready": "packet_ready_i",
            "pkt_bytes": "packet_bytes_o",
            "pkt_payload": "packet_o",
        },
    )


async def begin(dut, **inputs):
    """Starts the clock; ends the reset after some cycles, with these inputs."""
    dut.rst_ni.value = 0
    for name, value in inputs.items():
        getattr(dut, name).value = value
    cocotb.start_soon(Clock(dut.clk_i, 2, units="ns").start())
    await ClockCycles(dut.clk_i, 4)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 2)


async def play(dut, rows, stall=None):
    """Drives rows of one block, a row a cycle; a row stays while the signal stall is 1."""
    for row in rows:
        block = row.block[0] if row.block else rvt.Block()
        for source in (row, block):
            for name in ("priv", "cause", "tval", "itype", "iaddr", "iretire", "ilastsize"):
                if hasattr(source, name):
                    getattr(dut, f"{name}_i").value = getattr(source, name)
        await RisingEdge(dut.clk_i)
        while stall is not None and stall.value:
            await RisingEdge(dut.clk_i)
    dut.itype_i.value = 0
    dut.iretire_i.value = 0
    await RisingEdge(dut.clk_i)


async def run(dut):
    """Plays 2000 rows of a captured program, and waits until all packets were sent."""
    bugs = int(cocotb.plusargs.get("bugs", "0"), 16)
    await begin(dut, full_address_i=1, packet_ready_i=1, enable_i=0, bugs_i=bugs)
    dut.enable_i.value = 1
    await RisingEdge(dut.clk_i)
    with rvt.TipReader(ROWS, rvt.Configuration.load(CONFIG)) as rows:
        await play(dut, [row for row, _ in zip(rows, range(2000))])
    await ClockCycles(dut.clk_i, 100)
    dut.enable_i.value = 0
    while not dut.idle_o.value:
        await RisingEdge(dut.clk_i)
    await ClockCycles(dut.clk_i, 100)


@cocotb.test()
async def compares(dut):
    """Passes if the encoder sends what the model sends."""
    scoreboard = scoreboard_of(dut)
    scoreboard.start()
    await run(dut)
    scoreboard.check()
