// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Four write ports, the arbiter, and an STP transmitter, with scoreboards of arbiter and
// transmitter. One transmitter of each width is built; lanes_i selects one, the others stay in
// reset.
`default_nettype none

module tb_stp (
  input  wire logic         clk_i,
  input  wire logic         rst_ni,
  input  wire logic [3:0]   lanes_i,  // 1..8; stable
  input  wire logic [31:0]  sync_bytes_i,      // of the scoreboard
  input  wire logic [31:0]  own_sync_bytes_i,  // of the transmitter
  input  wire logic [31:0]  frequency_i,
  input  wire logic         sync_now_i,
  input  wire logic         flush_i,
  output logic              idle_o,
  input  wire logic [63:0]  time_i,
  // writes of the sources, source 0 in the lowest bits
  input  wire logic [3:0]   wr_valid_i,
  output logic [3:0]        wr_ready_o,
  input  wire logic [11:0]  wr_kind_i,
  input  wire logic [11:0]  wr_size_i,
  input  wire logic [3:0]   wr_marker_i,
  input  wire logic [3:0]   wr_stamp_i,
  input  wire logic [63:0]  wr_master_i,
  input  wire logic [63:0]  wr_channel_i,
  input  wire logic [255:0] wr_data_i,
  // bytes of the selected transmitter
  output logic              valid_o,
  input  wire logic         ready_i,
  input  wire logic [63:0]  flip_i,  // bits of the beat that a fault changes
  output logic [63:0]       data_o,
  output logic [3:0]        bytes_o,
  input  wire logic         end_i,
  output logic              done_o,
  output logic              failed_o
);

  localparam int unsigned Widths = 8;

  logic         wr_valid, wr_ready, wr_marker, wr_stamp;
  logic [2:0]   wr_kind, wr_size;
  logic [15:0]  wr_master, wr_channel;
  logic [63:0]  wr_data;
  logic         arbiter_done, arbiter_failed;
  logic [Widths:1] chosen, ready, idle, valid, done, failed;
  logic [63:0]  data [Widths+1];
  logic [3:0]   bytes [Widths+1];

  rvt_stp_arbiter #(.sources_p(4)) u_arbiter (
    .clk_i, .rst_ni, .wr_valid_i, .wr_ready_o, .wr_kind_i, .wr_size_i, .wr_marker_i, .wr_stamp_i,
    .wr_master_i, .wr_channel_i, .wr_data_i,
    .wr_valid_o(wr_valid), .wr_ready_i(wr_ready), .wr_kind_o(wr_kind), .wr_size_o(wr_size),
    .wr_marker_o(wr_marker), .wr_stamp_o(wr_stamp), .wr_master_o(wr_master),
    .wr_channel_o(wr_channel), .wr_data_o(wr_data)
  );

  rvt_arbiter_scoreboard #(.sources_p(4)) u_arbiter_scoreboard (
    .clk_i, .rst_ni, .src_valid_i(wr_valid_i), .src_ready_i(wr_ready_o), .src_kind_i(wr_kind_i),
    .src_size_i(wr_size_i), .src_marker_i(wr_marker_i), .src_stamp_i(wr_stamp_i),
    .src_master_i(wr_master_i), .src_channel_i(wr_channel_i), .src_data_i(wr_data_i),
    .wr_valid_i(wr_valid), .wr_ready_i(wr_ready), .wr_kind_i(wr_kind), .wr_size_i(wr_size),
    .wr_marker_i(wr_marker), .wr_stamp_i(wr_stamp), .wr_master_i(wr_master),
    .wr_channel_i(wr_channel), .wr_data_i(wr_data), .end_i, .done_o(arbiter_done),
    .failed_o(arbiter_failed)
  );

  assign wr_ready = |(ready & chosen);
  assign idle_o   = |(idle & chosen);
  assign valid_o  = |(valid & chosen);
  assign done_o   = |(done & chosen) & arbiter_done;
  assign failed_o = |(failed & chosen) | arbiter_failed;
  assign data_o   = data[lanes_i];
  assign bytes_o  = bytes[lanes_i];
  assign data[0]  = '0;
  assign bytes[0] = '0;

  for (genvar g = 1; g <= int'(Widths); g++) begin : gen_width
    logic [8*g-1:0]         beat, sent;
    logic [$clog2(g+1)-1:0] count;

    assign chosen[g] = lanes_i == 4'(g);
    assign sent      = beat ^ flip_i[8*g-1:0];
    assign data[g]   = 64'(sent);
    assign bytes[g]  = 4'(count);

    rvt_stp_transmitter #(.out_bytes_p(g), .fifo_depth_p(2 + g)) u_transmitter (
      .clk_i, .rst_ni(rst_ni & chosen[g]), .sync_bytes_i(own_sync_bytes_i), .frequency_i,
      .sync_now_i, .flush_i, .idle_o(idle[g]), .time_i, .wr_valid_i(wr_valid),
      .wr_ready_o(ready[g]),
      .wr_kind_i(wr_kind), .wr_size_i(wr_size), .wr_marker_i(wr_marker), .wr_stamp_i(wr_stamp),
      .wr_master_i(wr_master), .wr_channel_i(wr_channel), .wr_data_i(wr_data),
      .valid_o(valid[g]), .ready_i, .data_o(beat), .bytes_o(count)
    );

    rvt_stp_scoreboard #(.out_bytes_p(g)) u_scoreboard (
      .clk_i, .rst_ni(rst_ni & chosen[g]), .sync_bytes_i, .frequency_i(40'(frequency_i)),
      .sync_now_i, .flush_i, .idle_i(idle[g]), .time_i, .wr_valid_i(wr_valid),
      .wr_ready_i(ready[g]), .wr_kind_i(wr_kind), .wr_size_i(wr_size), .wr_marker_i(wr_marker),
      .wr_stamp_i(wr_stamp), .wr_master_i(wr_master), .wr_channel_i(wr_channel),
      .wr_data_i(wr_data), .valid_i(valid[g]), .ready_i, .data_i(sent), .bytes_i(count),
      .end_i, .done_o(done[g]), .failed_o(failed[g])
    );
  end

endmodule

`default_nettype wire
