// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Half of a comparator unit: compares an input of the hart with a match value, at every place of a
// row where an instruction begins or a trap was taken.
//
// Timing: combinational. Place k of a row is the address k half-words after iaddr. All places share
// the upper bits of iaddr, or of iaddr plus a carry, so that only the lower bits are compared place
// by place. If the selected input does not exist, no comparison matches; functions that ignore the
// input do.
//
// Spec: RISC-V Trace Control Interface, trTeComp<j>Control; ETR-FLT-003, ETR-FLT-005.

`default_nettype none

module rvt_compare #(
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned context_width_p  = 16,
  parameter int unsigned iretire_width_p  = 8,
  parameter int unsigned data_p           = 0,     // daddr can be selected; a row has none
  parameter logic        six_p            = 1'b0,  // result of function 6
  localparam int unsigned places_p = 32'd1 << iretire_width_p
) (
  input  logic                        on_i,        // the result is used
  input  logic [1:0]                  input_i,     // trTeCompPInput or trTeCompSInput
  input  logic [2:0]                  function_i,
  input  logic [63:0]                 match_i,
  input  logic [63:0]                 mask_i,      // of both sides
  // the row
  input  logic [iaddress_width_p-1:0] iaddr_i,
  input  logic                        iaddr_there_i,
  input  logic [context_width_p-1:0]  context_i,
  input  logic [iaddress_width_p-1:0] tval_i,
  input  logic [places_p-1:0]         tval_there_i,
  output logic [places_p-1:0]         result_o
);

  localparam int unsigned LowBits  = iretire_width_p + 1;
  localparam int unsigned HighBits = iaddress_width_p - LowBits;
  localparam int unsigned SumBits  = LowBits + 1;

  // ---- iaddr: upper bits, without and with a carry from the lower ones --------------------------

  logic [HighBits-1:0] high_match, high_mask, high_plain, high_carried;
  logic                same_plain, same_carried, less_plain, less_carried;

  assign high_mask    = mask_i[iaddress_width_p-1:LowBits];
  assign high_match   = match_i[iaddress_width_p-1:LowBits] & high_mask;
  assign high_plain   = iaddr_i[iaddress_width_p-1:LowBits] & high_mask;
  assign high_carried = (iaddr_i[iaddress_width_p-1:LowBits] + HighBits'(1)) & high_mask;
  assign same_plain   = high_plain == high_match;
  assign same_carried = high_carried == high_match;
  assign less_plain   = high_plain < high_match;
  assign less_carried = high_carried < high_match;

  // ---- iaddr: place by place --------------------------------------------------------------------

  logic [LowBits-1:0]  low_match, low;
  logic [SumBits-1:0]  sum;
  logic [places_p-1:0] address_same, address_less;

  assign low_match = match_i[LowBits-1:0] & mask_i[LowBits-1:0];

  always_comb begin
    address_same = '0;
    address_less = '0;
    sum          = '0;
    low          = '0;
    if (on_i) begin
      for (int unsigned k = 0; k < places_p; k++) begin
        sum = SumBits'(iaddr_i[LowBits-1:0]) + SumBits'(2 * k);
        low = sum[LowBits-1:0] & mask_i[LowBits-1:0];
        address_same[k] = (sum[LowBits] ? same_carried : same_plain) & (low == low_match);
        address_less[k] = (sum[LowBits] ? less_carried : less_plain)
                        | ((sum[LowBits] ? same_carried : same_plain) & (low < low_match));
      end
    end
  end

  // ---- the other inputs, and the choice ---------------------------------------------------------

  logic [context_width_p-1:0]  context_match, context_value;
  logic [iaddress_width_p-1:0] tval_match, tval_value;
  logic [places_p-1:0]         there, same, less, compared;

  assign context_match = match_i[context_width_p-1:0] & mask_i[context_width_p-1:0];
  assign context_value = context_i & mask_i[context_width_p-1:0];
  assign tval_match    = match_i[iaddress_width_p-1:0] & mask_i[iaddress_width_p-1:0];
  assign tval_value    = tval_i & mask_i[iaddress_width_p-1:0];

  always_comb begin
    unique case (input_i)
      rvt_pkg::CompIaddr: begin
        there = {places_p{iaddr_there_i}};
        same  = address_same;
        less  = address_less;
      end
      rvt_pkg::CompContext: begin
        there = '1;
        same  = {places_p{context_value == context_match}};
        less  = {places_p{context_value < context_match}};
      end
      default: begin
        there = tval_there_i & {places_p{(data_p == 0) | (input_i == rvt_pkg::CompTval)}};
        same  = {places_p{tval_value == tval_match}};
        less  = {places_p{tval_value < tval_match}};
      end
    endcase
  end

  always_comb begin
    unique case (function_i)
      rvt_pkg::CompEqual:        compared = same;
      rvt_pkg::CompNotEqual:     compared = ~same;
      rvt_pkg::CompLess:         compared = less;
      rvt_pkg::CompLessEqual:    compared = less | same;
      rvt_pkg::CompGreater:      compared = ~(less | same);
      rvt_pkg::CompGreaterEqual: compared = ~less;
      default:                   compared = '0;
    endcase
  end

  always_comb begin
    unique case (function_i)
      rvt_pkg::CompSix:    result_o = {places_p{six_p}};
      rvt_pkg::CompAlways: result_o = '1;
      default:             result_o = compared & there;
    endcase
  end

  // Match values are 64 bits wide, whatever the inputs are.
  logic unused_match;
  assign unused_match = ^{match_i, mask_i};

endmodule

`default_nettype wire
