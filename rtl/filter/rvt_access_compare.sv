// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Half of a comparator unit, for data accesses (rvt_compare is for rows): compares an input of the
// hart with a match value.
//
// Timing: combinational. An access has the address and the context of its instruction, and no tval.
// If the selected input does not exist, no comparison matches; functions that ignore the input do.
//
// Spec: RISC-V Trace Control Interface, trTeComp<j>Control; ETR-FLT-003, ETR-FLT-005.

`default_nettype none

module rvt_access_compare #(
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned context_width_p  = 16,
  parameter int unsigned daddress_width_p = 32,
  parameter logic        six_p            = 1'b0  // result of function 6
) (
  input  logic [1:0]                  input_i,     // trTeCompPInput or trTeCompSInput
  input  logic [2:0]                  function_i,
  input  logic [63:0]                 match_i,
  input  logic [63:0]                 mask_i,      // of both sides
  // the access
  input  logic [iaddress_width_p-1:0] iaddr_i,     // of its instruction
  input  logic [context_width_p-1:0]  context_i,
  input  logic [daddress_width_p-1:0] daddr_i,
  output logic                        looks_o,     // daddr is the selected input
  output logic                        result_o
);

  localparam logic [63:0] IaddrBits   = ~64'd0 >> (64 - iaddress_width_p);
  localparam logic [63:0] ContextBits = ~64'd0 >> (64 - context_width_p);
  localparam logic [63:0] DaddrBits   = ~64'd0 >> (64 - daddress_width_p);

  logic [63:0] value, bits;
  logic        there, same, less, compared;

  always_comb begin
    unique case (input_i)
      rvt_pkg::CompIaddr: begin
        there = 1'b1;
        value = 64'(iaddr_i);
        bits  = IaddrBits;
      end
      rvt_pkg::CompContext: begin
        there = 1'b1;
        value = 64'(context_i);
        bits  = ContextBits;
      end
      default: begin
        there = input_i == rvt_pkg::CompDaddr;
        value = 64'(daddr_i);
        bits  = DaddrBits;
      end
    endcase
  end

  assign same = ((value ^ match_i) & mask_i & bits) == 64'd0;
  assign less = (value & mask_i) < (match_i & mask_i & bits);

  always_comb begin
    unique case (function_i)
      rvt_pkg::CompEqual:        compared = same;
      rvt_pkg::CompNotEqual:     compared = ~same;
      rvt_pkg::CompLess:         compared = less;
      rvt_pkg::CompLessEqual:    compared = less | same;
      rvt_pkg::CompGreater:      compared = ~(less | same);
      rvt_pkg::CompGreaterEqual: compared = ~less;
      default:                   compared = 1'b0;
    endcase
  end

  always_comb begin
    unique case (function_i)
      rvt_pkg::CompSix:    result_o = six_p;
      rvt_pkg::CompAlways: result_o = 1'b1;
      default:             result_o = compared & there;
    endcase
  end

  assign looks_o = (input_i == rvt_pkg::CompDaddr) & (function_i != rvt_pkg::CompSix)
                 & (function_i != rvt_pkg::CompAlways);

endmodule

`default_nettype wire
