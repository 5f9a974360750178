// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// FIFO buffer of a valid/ready stream.
//
// Timing: a word can leave in the cycle after it came in; one in and one out per cycle. ready_o and
// valid_o come from registers alone; data_o is stable while stalled.

`default_nettype none

module rvt_stream_fifo #(
  parameter int unsigned width_p = 8,
  parameter int unsigned depth_p = 4
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               valid_i,
  output logic               ready_o,
  input  logic [width_p-1:0] data_i,
  output logic               valid_o,
  input  logic               ready_i,
  output logic [width_p-1:0] data_o
);

  if (depth_p < 2) begin : gen_bad_depth
    $error("depth_p must be at least 2");
  end

  localparam int unsigned PlaceBits = $clog2(depth_p);
  localparam int unsigned CountBits = $clog2(depth_p + 1);

  logic [width_p-1:0]   place_q [depth_p];
  logic [PlaceBits-1:0] read_q, write_q;
  logic [CountBits-1:0] count_q;
  logic                 take, leave;

  assign ready_o = count_q != CountBits'(depth_p);
  assign valid_o = count_q != '0;
  assign data_o  = place_q[read_q];
  assign take    = valid_i & ready_o;
  assign leave   = valid_o & ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q  <= '0;
      write_q <= '0;
      count_q <= '0;
    end else begin
      count_q <= count_q + CountBits'(take) - CountBits'(leave);
      if (take) begin
        write_q <= (write_q == PlaceBits'(depth_p - 1)) ? '0 : write_q + 1'b1;
      end
      if (leave) begin
        read_q <= (read_q == PlaceBits'(depth_p - 1)) ? '0 : read_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      place_q[write_q] <= data_i;
    end
  end

endmodule

`default_nettype wire
