// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the trace formatter: sources are served in round-robin order; every byte is passed
// on once, in order, with the ID of its beat; triggers and flushes follow the data taken before
// them. The assertions are in the module itself (RVT_ASSERT); the benches pairs and lanes prove its
// two stages.
//
// Assumed: a beat has no more bytes than lanes; the synchronisation intervals are stable.

`default_nettype none

module rvt_formal_frame (
  input  logic         clk_i,
  input  logic [15:0]  fsync_frames_i,
  input  logic [15:0]  hsync_halfwords_i,
  input  logic [2:0]   src_valid_i,
  input  logic [47:0]  src_data_i,
  input  logic [5:0]   src_bytes_i,
  input  logic [20:0]  src_id_i,
  input  logic         trigger_i,
  input  logic         flush_i,
  input  logic         ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic [2:0]  src_ready;
  logic        trigger_ready, idle, valid;
  logic [31:0] data;
  logic [2:0]  bytes;

  rvt_frame_formatter #(
    .sources_p(3), .in_bytes_p(2), .out_bytes_p(4)
  ) u_formatter (
    .clk_i, .rst_ni(rst_n), .fsync_frames_i, .hsync_halfwords_i,
    .src_valid_i, .src_ready_o(src_ready), .src_data_i, .src_bytes_i, .src_id_i,
    .trigger_i, .trigger_ready_o(trigger_ready), .flush_i, .idle_o(idle),
    .valid_o(valid), .ready_i, .data_o(data), .bytes_o(bytes)
  );

  logic [31:0] options_q;

  always @(posedge clk_i) begin
    options_q <= {fsync_frames_i, hsync_halfwords_i};
  end

  always @(posedge clk_i) begin
    BeatIsShort: assume ((src_bytes_i[1:0] != 2'd3) & (src_bytes_i[3:2] != 2'd3)
                         & (src_bytes_i[5:4] != 2'd3));
    OptionsStay: assume (~rst_n | ({fsync_frames_i, hsync_halfwords_i} == options_q));
  end

endmodule

`default_nettype wire
