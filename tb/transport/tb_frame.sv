// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Four byte sources, a trace formatter, and its scoreboard. One formatter of each width is built;
// lanes_i selects one, the others stay in reset.
`default_nettype none

module tb_frame (
  input  wire logic         clk_i,
  input  wire logic         rst_ni,
  input  wire logic [4:0]   lanes_i,  // 2, 4, 8 or 16; stable
  input  wire logic [15:0]  fsync_frames_i,
  input  wire logic [15:0]  hsync_halfwords_i,
  input  wire logic [15:0]  own_fsync_frames_i,     // of the formatter
  input  wire logic [15:0]  own_hsync_halfwords_i,
  input  wire logic [127:0] flip_i,  // bits of the beat that a fault changes
  input  wire logic [3:0]   src_valid_i,
  output logic [3:0]        src_ready_o,
  input  wire logic [255:0] src_data_i,
  input  wire logic [15:0]  src_bytes_i,
  input  wire logic [27:0]  src_id_i,
  input  wire logic         trigger_i,
  output logic              trigger_ready_o,
  input  wire logic         flush_i,
  output logic              idle_o,
  output logic              valid_o,
  input  wire logic         ready_i,
  output logic [127:0]      data_o,
  output logic [4:0]        bytes_o,
  input  wire logic         end_i,
  output logic              done_o,
  output logic              failed_o
);

  localparam int unsigned Widths = 4;  // 2, 4, 8, 16

  logic [Widths:1] chosen, trigger_ready, idle, valid, done, failed;
  logic [3:0]      ready [Widths+1];
  logic [127:0]    data [Widths+1];
  logic [4:0]      bytes [Widths+1];

  assign trigger_ready_o = |(trigger_ready & chosen);
  assign idle_o   = |(idle & chosen);
  assign valid_o  = |(valid & chosen);
  assign done_o   = |(done & chosen);
  assign failed_o = |(failed & chosen);
  assign ready[0] = '0;
  assign data[0]  = '0;
  assign bytes[0] = '0;

  always_comb begin
    src_ready_o = '0;
    data_o      = '0;
    bytes_o     = '0;
    for (int unsigned i = 0; i <= Widths; i++) begin
      if (i > 0 && lanes_i == 5'(1 << i)) begin
        src_ready_o = ready[i];
        data_o      = data[i];
        bytes_o     = bytes[i];
      end
    end
  end

  for (genvar g = 1; g <= int'(Widths); g++) begin : gen_width
    localparam int unsigned Lanes = 1 << g;
    logic [8*Lanes-1:0]         beat, sent;
    logic [$clog2(Lanes+1)-1:0] count;

    assign chosen[g] = lanes_i == 5'(Lanes);
    assign sent      = beat ^ flip_i[8*Lanes-1:0];
    assign data[g]   = 128'(sent);
    assign bytes[g]  = 5'(count);

    rvt_frame_formatter #(.sources_p(4), .in_bytes_p(8), .out_bytes_p(Lanes)) u_formatter (
      .clk_i, .rst_ni(rst_ni & chosen[g]), .fsync_frames_i(own_fsync_frames_i),
      .hsync_halfwords_i(own_hsync_halfwords_i), .src_valid_i,
      .src_ready_o(ready[g]), .src_data_i, .src_bytes_i, .src_id_i, .trigger_i,
      .trigger_ready_o(trigger_ready[g]), .flush_i, .idle_o(idle[g]), .valid_o(valid[g]), .ready_i,
      .data_o(beat), .bytes_o(count)
    );

    rvt_frame_scoreboard #(.sources_p(4), .in_bytes_p(8), .out_bytes_p(Lanes)) u_scoreboard (
      .clk_i, .rst_ni(rst_ni & chosen[g]), .fsync_frames_i, .hsync_halfwords_i, .src_valid_i,
      .src_ready_i(ready[g]), .src_data_i, .src_bytes_i, .src_id_i,
      .trigger_i(trigger_i & trigger_ready[g]), .flush_i, .idle_i(idle[g]), .valid_i(valid[g]),
      .ready_i, .data_i(sent), .bytes_i(count), .end_i, .done_o(done[g]), .failed_o(failed[g])
    );
  end

endmodule

`default_nettype wire
