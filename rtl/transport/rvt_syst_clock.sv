// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Source of CLOCK messages (TRANSPORT_SYNC): a request becomes a message with the value and the
// frequency of a clock.
//
// Timing: clock_i and frequency_i are sampled in the cycle in which the message is taken. That is
// the cycle of its STP packet with the timestamp, so both clocks are read together. Four payload
// beats follow. The request is taken (request_ready_o) in the same cycle. Outputs never wait for
// their ready and are stable while stalled. origin_i and the choice of optional fields are stable
// while request_i is 1; there is no location.
//
// Spec: SYST-010 (a payload of 16 bytes); SEQ-014 (a timestamp goes with it).

`default_nettype none

module rvt_syst_clock (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        request_i,
  output logic        request_ready_o,
  input  logic [63:0] clock_i,
  input  logic [63:0] frequency_i,      // Hz
  input  logic [10:0] origin_i,         // header bits 22:12
  input  logic        guid_i,           // optional fields of the message
  input  logic        length_i,
  input  logic        checksum_i,
  input  logic        stamp_i,
  // message of rvt_syst_source
  output logic        msg_valid_o,
  input  logic        msg_ready_i,
  output logic [31:0] msg_header_o,
  output logic [15:0] msg_length_o,
  output logic        pl_valid_o,
  input  logic        pl_ready_i,
  output logic [31:0] pl_data_o,
  output logic [2:0]  pl_bytes_o,
  output logic        pl_last_o
);

  localparam logic [15:0] PayloadBytes = 16'd16;

  logic         sends_q;
  logic [1:0]   word_q;
  logic [127:0] told_q;
  logic         take;

  assign msg_valid_o     = request_i & ~sends_q;
  assign request_ready_o = msg_ready_i & ~sends_q;
  assign take            = msg_valid_o & msg_ready_i;
  assign msg_length_o    = PayloadBytes;
  assign msg_header_o    = {2'b00, rvt_pkg::SystClockSync, guid_i, origin_i, stamp_i, checksum_i,
                            length_i, 1'b0, 4'd0, rvt_pkg::SystClock};

  assign pl_valid_o = sends_q;
  assign pl_data_o  = told_q[31:0];
  assign pl_bytes_o = 3'd4;
  assign pl_last_o  = word_q == 2'd3;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sends_q <= 1'b0;
      word_q  <= 2'd0;
    end else if (take) begin
      sends_q <= 1'b1;
      word_q  <= 2'd0;
    end else if (sends_q & pl_ready_i) begin
      sends_q <= ~pl_last_o;
      word_q  <= word_q + 2'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      told_q <= {frequency_i, clock_i};
    end else if (sends_q & pl_ready_i) begin
      told_q <= told_q >> 32;
    end
  end

endmodule

`default_nettype wire
