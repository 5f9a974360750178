// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// STP transmitter: converts writes to packets of STP 2.0 with NAT timestamps, in byte lanes.
//
// Timing: a write is taken in the cycle of wr_valid_i and wr_ready_o, with the time of that cycle;
// wr_ready_o comes from registers alone. Two cycles later its first nibbles are in a beat. Each
// cycle adds one packet, or out_bytes_p bytes of a longer one; a full beat leaves. valid_o never
// waits for ready_i, and a beat is stable while stalled; only a flush produces beats that are not
// full.
//
// sync_now_i requests a synchronisation before the write that is taken in that cycle, or else
// before the next one. flush_i, for one cycle or longer, follows the write that is taken in its
// cycle: all data leave, half a byte is completed with NULL, and meanwhile no write is taken.
// idle_o: empty. sync_bytes_i is stable while the transmitter contains a write, frequency_i until
// the first packet has left.
//
// Spec: STP-001..-006, -009, -012, -013; docs/decisions/0005-transports.md.

`default_nettype none

module rvt_stp_transmitter #(
  parameter int unsigned out_bytes_p  = 8,
  parameter int unsigned fifo_depth_p = 4,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [31:0]              sync_bytes_i,  // bytes between ASYNC, 0: no limit
  input  logic [31:0]              frequency_i,   // Hz of time_i, 0: not reported
  input  logic                     sync_now_i,
  input  logic                     flush_i,
  output logic                     idle_o,
  input  logic [63:0]              time_i,
  // STP write port
  input  logic                     wr_valid_i,
  output logic                     wr_ready_o,
  input  logic [2:0]               wr_kind_i,     // rvt_pkg::StpData to StpNull
  input  logic [2:0]               wr_size_i,     // log2 of nibbles: 0 D4 .. 4 D64
  input  logic                     wr_marker_i,
  input  logic                     wr_stamp_i,    // not of MERR and GERR
  input  logic [15:0]              wr_master_i,
  input  logic [15:0]              wr_channel_i,
  input  logic [63:0]              wr_data_i,     // payload, in the low bits; FREQ: Hz, 40 bits
  // byte lanes
  output logic                     valid_o,
  input  logic                     ready_i,
  output logic [8*out_bytes_p-1:0] data_o,
  output logic [count_width_p-1:0] bytes_o
);

  localparam int unsigned WriteBits = 3 + 3 + 1 + 1 + 16 + 16 + 64 + 64 + 1;

  if (out_bytes_p < 1 || out_bytes_p > 8) begin : gen_bad_out_bytes
    $error("out_bytes_p must be 1..8");
  end

  logic                 sync_q, flush_q;
  logic                 room, take, head_valid, head_ready, half, empty, pad, rest;
  logic [WriteBits-1:0] write, head;
  logic [2:0]           head_kind, head_size;
  logic                 head_marker, head_stamp, head_sync;
  logic [15:0]          head_master, head_channel;
  logic [63:0]          head_data, head_time;

  logic                             packet_valid, packet_ready;
  logic [4*rvt_pkg::StpNibbles-1:0] nibbles;
  logic [5:0]                       count;

  // ---- writes in their order -------------------------------------------------------------------

  assign wr_ready_o = room & ~flush_q;
  assign take       = wr_valid_i & wr_ready_o;
  assign write      = {wr_kind_i, wr_size_i, wr_marker_i, wr_stamp_i, wr_master_i, wr_channel_i,
                       wr_data_i, time_i, sync_q | sync_now_i};
  assign {head_kind, head_size, head_marker, head_stamp, head_master, head_channel, head_data,
          head_time, head_sync} = head;

  rvt_stream_fifo #(
    .width_p(WriteBits), .depth_p(fifo_depth_p)
  ) u_fifo (
    .clk_i, .rst_ni,
    .valid_i(wr_valid_i & ~flush_q), .ready_o(room), .data_i(write),
    .valid_o(head_valid), .ready_i(head_ready), .data_o(head)
  );

  // ---- flush -----------------------------------------------------------------------------------

  assign pad    = flush_q & ~head_valid & half;
  assign rest   = flush_q & ~head_valid & ~half;
  assign idle_o = ~head_valid & empty;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sync_q  <= 1'b0;
      flush_q <= 1'b0;
    end else begin
      sync_q  <= (sync_q | sync_now_i) & ~take;
      flush_q <= flush_q ? ~(rest & empty) : flush_i;
    end
  end

  // ---- packets ---------------------------------------------------------------------------------

  rvt_stp_sequencer u_sequencer (
    .clk_i, .rst_ni, .sync_bytes_i, .frequency_i, .pad_i(pad),
    .wr_valid_i(head_valid), .wr_ready_o(head_ready), .wr_kind_i(head_kind),
    .wr_size_i(head_size), .wr_marker_i(head_marker), .wr_stamp_i(head_stamp),
    .wr_master_i(head_master), .wr_channel_i(head_channel), .wr_data_i(head_data),
    .wr_time_i(head_time), .wr_sync_i(head_sync),
    .valid_o(packet_valid), .ready_i(packet_ready), .nibbles_o(nibbles), .count_o(count)
  );

  rvt_nibble_packer #(
    .max_nibbles_p(rvt_pkg::StpNibbles), .out_bytes_p(out_bytes_p)
  ) u_packer (
    .clk_i, .rst_ni, .valid_i(packet_valid), .ready_o(packet_ready), .nibbles_i(nibbles),
    .count_i(count), .flush_i(rest), .empty_o(empty), .half_o(half),
    .valid_o, .ready_i, .data_o, .bytes_o
  );

`ifdef RVT_ASSERT
  logic                     stalled_q;
  logic [8*out_bytes_p-1:0] data_q;
  logic [count_width_p-1:0] bytes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= valid_o & ~ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    data_q  <= data_o;
    bytes_q <= bytes_o;
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      BeatStays:       assert (~stalled_q | (valid_o & (data_o == data_q)
                                             & (bytes_o == bytes_q)));
      FullUnlessFlush: assert (~valid_o | flush_q | (bytes_o == count_width_p'(out_bytes_p)));
      IdleIsQuiet:     assert (~idle_o | ~valid_o);
      FlushTakesNone:  assert (~flush_q | ~take);
    end
  end
`endif

endmodule

`default_nettype wire
