// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 9: an encapsulated packet leaves as a stream of byte lanes, lane 0 first.
//
// Timing: one packet is stored; a beat of out_bytes_p bytes per cycle while ready_i. A packet is
// taken in the cycle in which the last beat of the one before leaves. valid_o never waits for
// ready_i; data_o, bytes_o and last_o are stable while stalled. A packet starts in lane 0 of its
// first beat; only its last beat may have fewer than out_bytes_p bytes.
//
// Spec: ENC-014 (packets are atomic), ENC-021 (lanes in little-endian order).

`default_nettype none

module rvt_stream_out #(
  parameter int unsigned max_bytes_p = 32,
  parameter int unsigned out_bytes_p = 8,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  // packet
  input  logic                       valid_i,
  output logic                       ready_o,
  input  logic [8*max_bytes_p-1:0]   packet_i,
  input  logic [5:0]                 bytes_i,
  // byte lanes
  output logic                       valid_o,
  input  logic                       ready_i,
  output logic [8*out_bytes_p-1:0]   data_o,
  output logic [count_width_p-1:0]   bytes_o,
  output logic                       last_o
);

  // Whole beats, so that the lanes of a last beat always exist. Division by 0 would end some tools
  // before rvt_encoder_limits reports the 0.
  localparam int unsigned Lanes    = (out_bytes_p > 0) ? out_bytes_p : 1;
  localparam int unsigned Beats    = (max_bytes_p + Lanes - 1) / Lanes;
  localparam int unsigned HeldBits = 8 * out_bytes_p * Beats;

  logic [HeldBits-1:0] held_q;
  logic [5:0]          left_q;  // bytes that have not left; 0: empty
  logic                last, beat, take;

  assign last    = left_q <= 6'(out_bytes_p);
  assign valid_o = left_q != 6'd0;
  assign data_o  = held_q[8*out_bytes_p-1:0];
  assign bytes_o = last ? count_width_p'(left_q) : count_width_p'(out_bytes_p);
  assign last_o  = last;
  assign beat    = valid_o & ready_i;
  assign ready_o = ~valid_o | (beat & last);
  assign take    = valid_i & ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= 6'd0;
    end else if (take) begin
      left_q <= bytes_i;
    end else if (beat) begin
      left_q <= last ? 6'd0 : left_q - 6'(out_bytes_p);
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      held_q <= HeldBits'(packet_i);
    end else if (beat) begin
      held_q <= held_q >> (8 * out_bytes_p);
    end
  end

endmodule

`default_nettype wire
