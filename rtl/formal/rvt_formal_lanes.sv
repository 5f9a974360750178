// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the byte lanes of formatter frames. The assertions are in the module itself
// (RVT_ASSERT): every halfword leaves once and in order, FSYNC and HSYNC exactly where they are
// due.
//
// Assumed: an offered halfword stays until it is taken; the synchronisation intervals are stable.

`default_nettype none

module rvt_formal_lanes (
  input  logic        clk_i,
  input  logic [15:0] fsync_frames_i,
  input  logic [15:0] hsync_halfwords_i,
  input  logic        valid_i,
  input  logic [15:0] halfword_i,
  input  logic        first_i,
  input  logic        last_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        ready, idle, valid;
  logic [63:0] data;
  logic [3:0]  bytes;

  rvt_frame_lanes #(
    .out_bytes_p(8)
  ) u_lanes (
    .clk_i, .rst_ni(rst_n), .fsync_frames_i, .hsync_halfwords_i,
    .valid_i, .ready_o(ready), .halfword_i, .first_i, .last_i, .idle_o(idle),
    .valid_o(valid), .ready_i, .data_o(data), .bytes_o(bytes)
  );

  // The inputs one cycle ago.
  logic        waits_q;
  logic [17:0] offer_q;
  logic [31:0] options_q;

  always @(posedge clk_i) begin
    waits_q   <= rst_n & valid_i & ~ready;
    offer_q   <= {halfword_i, first_i, last_i};
    options_q <= {fsync_frames_i, hsync_halfwords_i};
  end

  always @(posedge clk_i) begin
    OfferStays:  assume (~waits_q | (valid_i & ({halfword_i, first_i, last_i} == offer_q)));
    OptionsStay: assume (~rst_n | ({fsync_frames_i, hsync_halfwords_i} == options_q));
  end

endmodule

`default_nettype wire
