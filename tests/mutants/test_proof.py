#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Tests the proofs of scripts/faults/netlist_proof.py on a netlist so small that it is obvious
which fault changes something: each kind of proof is found where it applies, and none is found where
there must be none. exit: 0 passed, 1 failed"""

import argparse
import concurrent.futures
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "scripts"))
from faults.certificate import confirm_reachability, confirm_same_latches, read_cubes, read_same
from faults.netlist_aig import Netlist, Question
from faults.netlist_observer import ENCODER, OBSERVED, write_observer
from faults.netlist_proof import (
    UNDEFINED,
    UnsoundProof,
    ask,
    call,
    confirm_same,
    correspondence,
    prove,
    prove_invariants,
    refuse,
    write_gates,
)
from lib.junit import Suite

# Counts to 4 and begins again; hold_i keeps count and tag. tag_o has a meaning only with valid_o.
SOURCE = """module observed(input clk_i, input rst_ni, input hold_i, input ask_i, input [7:0] tag_i,
                input [3:0] mutant_i, output [2:0] count_o, output [7:0] tag_o, output valid_o,
                output [7:0] early_o, output [3:0] loose_o, output part_o,
                output ghost_o, output kept_o, output holds_o);
  reg [2:0] count_q, late_q;
  reg [7:0] tag_q, memory_q, early_q;
  reg valid_q;
  wire [2:0] next = count_q == 3'd4 ? 3'd0 : count_q + 3'd1;
  wire over = count_q > (mutant_i == 1 ? 3'd3 : 3'd4);       // 1: 4 is reached
  wire far = count_q == (mutant_i == 2 ? 3'd7 : 3'd6);       // 2: neither is
  wire [7:0] stored = tag_q ^ {7'd0, mutant_i == 3 & ~valid_q}; // 3: without a meaning
  wire same = (count_q == late_q) | (mutant_i == 4);         // 4: they are always the same
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) {count_q, late_q, tag_q, valid_q} <= 0;
    else if (!hold_i) begin
      count_q <= far | over ? 3'd1 : next;
      late_q <= far | over ? 3'd1 : late_q == 3'd4 ? 3'd0 : late_q + 3'd1;
      tag_q <= ask_i ? tag_i : stored;
      valid_q <= ask_i;
    end
  always @(posedge clk_i) if (ask_i & ~hold_i) memory_q <= tag_i;
  // 9: only as long as reset lasts
  always @(posedge clk_i) if (!rst_ni) early_q <= tag_i ^ {7'd0, mutant_i == 9};
  // 10: an undefined value is stored; the other values are 0. 11: bits beyond a vector are read.
  wire [3:0] loose = ask_i & mutant_i != 10 ? 4'd0 : 4'bx;
  reg [3:0] loose_q;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) loose_q <= 0;
    else if (ask_i) loose_q <= loose;
  assign loose_o = loose_q;
  wire [3:0] part = tag_i[tag_i[2:0]+:4];
  assign part_o = tag_i[2:0] > 4 & mutant_i == 11 & part[3];
  // 12: a register differs, but outputs depend on it only while reset lasts.
  reg ghost_q;
  always @(posedge clk_i or negedge rst_ni)
    if (!rst_ni) ghost_q <= 0;
    else ghost_q <= ask_i ^ (mutant_i == 12);
  assign ghost_o = ghost_q & ~rst_ni;
  assign early_o = early_q;
  assign count_o = same ? count_q : 3'd7;
  assign valid_o = valid_q;
  assign tag_o = valid_q ? (mutant_i == 5 ? memory_q : tag_q) : 8'd0; // 5: both hold the last tag
  assign holds_o = {holds};     // of that without a fault
  assign kept_o = ~(hold_i & ask_i) | mutant_i == 7;         // 6: shows only if the rule is broken
endmodule
"""
GATES = """read_verilog {source}
proc
flatten
opt_clean
"""
PROVEN = {
    2: "one step, place",
    3: "two steps",
    4: "one step, place",
    5: "one step",
    6: "structure",
    12: "structure, two steps",
}
DIFFERENT = (1, 8, 9, 10, 11)
CHOSEN = 10  # shows only if undefined bits may have any value
HOLDS = "count_q <= 3'd4 & count_q == late_q"
# What does not hold: at the end of reset, from a reachable state, as long as ask_i is set.
UNTRUE = ("count_q != 3'd0", "count_q <= 3'd3", "!valid_q")


def read_netlist(arguments, folder, holds, undefined=UNDEFINED):
    """The netlist with every fault, and with this invariant. undefined: what becomes of undefined
    bits."""
    with open(f"{folder}/source.v", "w", encoding="utf-8") as file:
        file.write(
            SOURCE.replace("{holds}", holds)
            .replace("count_q : 3'd7;", "count_q : 3'd7 ^ {2'd0, mutant_i == 8};")
            .replace(
                "assign valid_o = valid_q;",
                "assign valid_o = valid_q ^ (mutant_i == 8 & count_q == 3'd3);",
            )
        )
    write_gates(folder, GATES.format(source=f"{folder}/source.v"), undefined)
    subprocess.run([arguments.yosys, "-q", "-s", f"{folder}/gates.ys"], check=True)
    return Netlist(f"{folder}/netlist.aig", f"{folder}/names")


def check_observer(suite, folder):
    """Checks that a proof covers every signal within the encoder that the bench observes: a fault
    that only they show is found, and must have no proof."""
    names = ("clk_i", "itype_i", "iaddr_i", "iretire_i", "ilastsize_i")
    record = {
        "top": ENCODER,
        "parameters": {"blocks_p": "1", "retires_p": "1", "data_p": "0", "fifo_depth_p": "4"},
        "ports": [("input", 0, name) for name in names]
        + [("output", 0, name) for name in ("data_o", *OBSERVED)],
        "faults": [{}],
    }
    with open(f"{folder}/netlist.v", "w", encoding="utf-8") as file:
        file.write("module rvt_netlist;\nendmodule\n")
    write_observer(f"{folder}/observed.v", record)
    with open(f"{folder}/observed.v", encoding="utf-8") as file:
        text = file.read()
    for name in OBSERVED:
        wanted = (f"  output [0:0] {name};", f".{name}(raw_{name})", f"  assign {name} = ")
        missing = [part for part in wanted if part not in text]
        suite.check(f"{name} is compared", f"the observer lacks {missing}", missing)


def check_correspondence(arguments, suite, netlist, path):
    """Checks that registers of the same value are found, confirmed and replaced, and that of
    registers that are all called 0 only those remain that are."""
    command = f"read {path}; strash; scorr -w"
    same = read_same(call([f"{arguments.yosys}-abc", "-c", command], f"{path}.found.log"), netlist)
    fault = "no registers of the same value are found"
    suite.check("registers of the same value", fault, not same)
    confirmed = confirm_same_latches(path, same)
    suite.check("they are confirmed", f"{confirmed} of {same}", confirmed != same)
    fewer = len(netlist.latches) - len(correspondence(arguments, path).latches)
    suite.check("they are replaced", f"{fewer} of {len(same)} replaced", fewer < len(same))
    zero = {place for place, other in same.items() if other is None}
    found = confirm_same_latches(path, dict.fromkeys(range(len(netlist.latches))))
    fault = f"{set(found) - zero} called 0"
    suite.check("registers that are not 0", fault, not set(found) <= zero)


def main():
    """Reads the command line and runs. Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--yosys", default="yosys", help="the program yosys; yosys-abc is next to it"
    )
    arguments = parser.parse_args()
    pool = concurrent.futures.ThreadPoolExecutor(2)
    suite = Suite("proofs")

    with tempfile.TemporaryDirectory() as folder:
        netlist = read_netlist(arguments, folder, HOLDS)
        faults = [{"number": number} for number in (*PROVEN, *DIFFERENT)]
        proofs = prove(arguments, folder, netlist, faults, pool)
        for number, how in PROVEN.items():
            proof = proofs.get(number)
            fault = f"fault {number}: {proof}, {how} expected"
            suite.check(f"fault {number} is proven: {how}", fault, how not in (proof or ""))
        for number in DIFFERENT:
            fault = f"fault {number} changes something, but is proven: {proofs.get(number)}"
            suite.check(f"fault {number} is not proven", fault, number in proofs)
        # The error that this one test is for: undefined bits taken for 0.
        zero = read_netlist(arguments, folder, HOLDS, "setundef -zero\n")
        chosen = ask(arguments, folder, zero, [{"number": CHOSEN}], "one step", pool)
        fault = f"fault {CHOSEN} has no proof with undefined bits 0, so that its test shows nothing"
        suite.check(f"fault {CHOSEN} needs undefined bits", fault, not chosen.get(CHOSEN))
        # The second engine refutes what is wrong, and so does a run.
        invariants = [path for path in glob.glob(f"{folder}/proofs/*.inv") if read_cubes(path)]
        suite.check("a proof has a certificate", "no proof has a certificate", not invariants)
        path = invariants[0][:-4]
        with open(invariants[0], encoding="utf-8") as file:
            lines = [line for line in file if line[0] not in "01-"]
        with open(f"{folder}/less.inv", "w", encoding="utf-8") as file:
            file.writelines(lines)
        for invariant, answer in ((f"{path}.inv", True), (f"{folder}/less.inv", False)):
            found = confirm_reachability(path, invariant)
            fault = f"{invariant}: {found}, {answer} expected"
            suite.check(f"certificate {answer}", fault, found is not answer)
        check_correspondence(arguments, suite, netlist, f"{folder}/netlist.aig")
        check_observer(suite, folder)
        try:
            refuted = not confirm_same(arguments, netlist, 1, f"{folder}/same")
        except UnsoundProof:
            refuted = True
        found = [{"number": 2, "name": "fault 2", "caught": "a run"}]
        try:
            refuse(arguments, folder, netlist, found, pool)
            refused = False
        except UnsoundProof:
            refused = True
        suite.check("a fault that is found and proven is refused", "it is not", not refused)
        suite.check(
            "fault 1 is not the same graph", "fault 1 is confirmed as the same graph", not refuted
        )
        step = ask(arguments, folder, netlist, [{"number": 3}], "one step", pool)[3]
        fault = "fault 3 changes a register in one step, but is proven in one"
        suite.check("fault 3 is not proven in one step", fault, step)
        proven = prove_invariants(arguments, Question(netlist), f"{folder}/invariants")
        suite.check(f"invariant {HOLDS}", f"{HOLDS} always holds, but has no proof", not proven)
        for untrue in UNTRUE:
            question = Question(read_netlist(arguments, folder, untrue))
            proven = prove_invariants(arguments, question, f"{folder}/invariants")
            fault = f"{untrue} does not always hold, but is proven"
            suite.check(f"no invariant {untrue}", fault, proven)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
