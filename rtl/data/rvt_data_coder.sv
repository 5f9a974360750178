// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Chooses the coding of a value in te_data: in full, as exclusive or with an earlier value, or as
// the difference from it. The shortest allowed coding wins; of equal ones the first in this order.
//
// Timing: combinational. Value and base are cut to the size of the access; the result is
// sign-extended from that size. last_o: the fewest bytes from which sign extension restores the
// result, less one.
//
// Spec: E-Trace, diff field, data_len field; ETR-DAT-010, ETR-DAT-013; decision 0003, Codes.

`default_nettype none

module rvt_data_coder #(
  parameter int unsigned value_width_p = 64  // 32 or 64
) (
  input  logic [1:0]               size_i,     // of the access: 2^size bytes
  input  logic [value_width_p-1:0] value_i,
  input  logic [value_width_p-1:0] base_i,
  input  logic                     xor_i,      // exclusive or is allowed
  input  logic                     diff_i,     // a difference is allowed
  input  logic                     counted_i,  // whole bytes are sent, not bits
  output logic [1:0]               coding_o,
  output logic [value_width_p-1:0] value_o,
  output logic [2:0]               last_o      // bytes - 1
);

  localparam int unsigned VW = value_width_p;

  // Sign extension from the size of the access.
  function automatic logic [VW-1:0] extended(input logic [VW-1:0] value, input logic [1:0] size);
    unique case (size)
      2'd0:    extended = VW'($signed(value[7:0]));
      2'd1:    extended = VW'($signed(value[15:0]));
      2'd2:    extended = VW'($signed(value[31:0]));
      default: extended = value;
    endcase
  endfunction

  // Bits up to the highest one that differs from the sign, and one more; less one.
  function automatic logic [5:0] length(input logic [VW-1:0] value);
    length = 6'd0;
    for (int unsigned i = 0; i < VW - 1; i++) begin
      if (value[i] != value[VW-1]) length = 6'(i + 1);
    end
  endfunction

  logic [VW-1:0] full, by_xor, by_diff;
  logic [5:0]    full_length, xor_length, diff_length;

  assign full        = extended(value_i, size_i);
  assign by_xor      = extended(value_i ^ base_i, size_i);
  assign by_diff     = extended(value_i - base_i, size_i);
  assign full_length = length(full);
  assign xor_length  = length(by_xor);
  assign diff_length = length(by_diff);

  // The length that is compared: bytes, or bits.
  logic [5:0] full_cost, xor_cost, diff_cost, best_cost;
  logic       take_xor, take_diff;

  assign full_cost = counted_i ? {3'd0, full_length[5:3]} : full_length;
  assign xor_cost  = counted_i ? {3'd0, xor_length[5:3]} : xor_length;
  assign diff_cost = counted_i ? {3'd0, diff_length[5:3]} : diff_length;

  assign take_xor  = xor_i & (xor_cost < full_cost);
  assign best_cost = take_xor ? xor_cost : full_cost;
  assign take_diff = diff_i & (diff_cost < best_cost);

  always_comb begin
    if (take_diff) begin
      coding_o = rvt_pkg::CodingDiff;
      value_o  = by_diff;
      last_o   = diff_length[5:3];
    end else if (take_xor) begin
      coding_o = rvt_pkg::CodingXor;
      value_o  = by_xor;
      last_o   = xor_length[5:3];
    end else begin
      coding_o = rvt_pkg::CodingFull;
      value_o  = full;
      last_o   = full_length[5:3];
    end
  end

`ifdef RVT_ASSERT
  // Sign extension of the lowest last + 1 bytes.
  function automatic logic [VW-1:0] restored(input logic [VW-1:0] value, input logic [2:0] last);
    logic sign;
    restored = value;
    sign     = 1'b0;
    for (int unsigned i = 0; i < VW / 8; i++) begin
      if (3'(i) == last) sign = value[8*i+7];
      if (3'(i) > last) restored[8*i+:8] = {8{sign}};
    end
  endfunction

  // The value, restored from the coded value and its base.
  logic [VW-1:0] back;

  always_comb begin
    unique case (coding_o)
      rvt_pkg::CodingXor:  back = value_o ^ base_i;
      rvt_pkg::CodingDiff: back = value_o + base_i;
      default:             back = value_o;
    endcase
    ToldBack:   assert (extended(back, size_i) == full);
    Restorable: assert (restored(value_o, last_o) == value_o);
    Shortest:   assert ((last_o == 3'd0) | (restored(value_o, last_o - 3'd1) != value_o));
    IsOffered:  assert (((coding_o != rvt_pkg::CodingXor) | xor_i)
                        & ((coding_o != rvt_pkg::CodingDiff) | diff_i));
  end
`endif

endmodule

`default_nettype wire
