#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Tests which faults scripts/faults/syntax_faults.py finds in a small module, and how
scripts/faults/seeding.py writes them. Needs pyslang. exit: 0 passed, 1 failed"""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "scripts"))
from faults.seeding import note_assertions, seed
from faults.syntax_faults import read_places
from lib.junit import Suite

SOURCE = """module tiny #(
  parameter int unsigned width_p = 4
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic go_i,
  input  logic [width_p-1:0] value_i,
  output logic [width_p-1:0] value_o
);
  localparam logic [1:0] Last = 2'd3;
  logic [width_p-1:0] value_q;
  logic [1:0] kind;
  logic unused;
  assign unused = go_i;
  assign kind = value_i[2:1];
  if (width_p > 8) begin : gen_never
    assign value_o = value_q;
  end else begin : gen_value
    assign value_o = go_i ? value_q - value_i : '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q <= '0;
    end else if (go_i) begin
      case (kind)
        Last: value_q <= {value_i[0], value_i[3:1]};
        default: value_q <= value_i;
      endcase
    end
  end
  function automatic logic is_odd(input logic [width_p-1:0] number);
    is_odd = number[0];
  endfunction
  function automatic logic is_even(input logic [width_p-1:0] number);
    is_even = ~number[0];
  endfunction
  logic odd;
  assign odd = is_odd(value_q);
  always @(posedge clk_i) begin
    if (rst_ni) begin
      Holds: assert (value_q != 4'd9);
    end
  end
endmodule
"""
# What there must be: the text of a place, and a fault of it.
WANTED = {
    ("go_i", "condition negated", "!(go_i)"),
    ("go_i", "condition stuck", "1'b1"),
    ("value_i[2:1]", "range off by one", "value_i[3:2]"),
    ("value_i[2:1]", "range off by one", "value_i[1:0]"),
    ("value_i[0]", "range off by one", "value_i[1]"),
    ("value_i[3:1]", "range off by one", "value_i[2:0]"),
    ("value_q - value_i", "operator swapped", "((value_q) + (value_i))"),
    ("value_q - value_i", "operands swapped", "((value_i) - (value_q))"),
    ("go_i ? value_q - value_i : '0", "operands swapped", "(go_i) ? ('0) : (value_q - value_i)"),
    ("go_i ? value_q - value_i : '0", "assignment stuck", "{4{1'b1}}"),
    ("Last", "case item dropped", "~(kind)"),
    ("value_i", "assignment dropped", "value_q"),
    ("value_i", "signal replaced", "value_q"),
    ("{value_i[0], value_i[3:1]}", "operands swapped", "{value_i[3:1], value_i[0]}"),
    ("'0", "constant off by one", "'1"),
    ("number[0]", "range off by one", "number[1]"),
}
# Texts at which there must be none: outside of the design, or constant, or fixed.
UNWANTED = (
    "!rst_ni",
    "rst_ni",
    "clk_i",
    "width_p > 8",
    "width_p",
    "8",
    "value_q != 4'd9",
    "2'd3",
    "~number[0]",
)


def main():
    """Runs the tests. Returns the exit status."""
    suite = Suite("sampler")

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/tiny.sv"
        with open(path, "w", encoding="ascii") as file:
            file.write(SOURCE)
        places, _ = read_places([path], "tiny", {"width_p": 4}, ["tiny.sv"])
    found = {
        (SOURCE[place.start : place.end], fault.operator, fault.text)
        for place, faults in places.items()
        for fault in faults
    }
    for wanted in sorted(WANTED):
        suite.check(" ".join(wanted), "not found", wanted not in found)
    for text in UNWANTED:
        suite.check(f"no place {text}", "found", any(text == was for was, _, _ in found))
    never = SOURCE.index("assign value_o = value_q")
    suite.check(
        "nothing that is not built",
        "found",
        any(never <= place.start < never + 25 for place in places),
    )
    places_of_unused = [place for place in places if SOURCE[: place.start].endswith("unused = ")]
    suite.check("nothing in unused", "found", places_of_unused)
    inner = {"at": 4, "length": 1, "to": "c", "number": 2, "name": "inner"}
    outer = {"at": 0, "length": 5, "to": "a | b", "number": 1, "name": "outer"}
    text = seed("a & b;", [inner, outer], "n")
    wanted = "((n == 1) ? (a | b) : (a & ((n == 2) ? (c) : (b))));"
    suite.check("nested faults", text, text != wanted)
    text = note_assertions(SOURCE)
    wanted = 'Holds: assert (value_q != 4\'d9) else rvt_mutant_pkg::note("Holds");'
    suite.check("noted assertion", text, wanted not in text)
    try:
        note_assertions("assert property (value_q);")
        suite.check("assertion of another kind", "accepted", True)
    except ValueError:
        suite.check("assertion of another kind", "", False)
    return suite.finish()


if __name__ == "__main__":
    sys.exit(main())
