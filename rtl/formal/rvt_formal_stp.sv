// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the STP packet sequencer: a packet that waits does not change; a write is taken
// only with its own packet, after the packets of its master and channel. The other proved
// assertions are in the module itself (RVT_ASSERT).
//
// Assumed: the head of the buffer does not change until it is taken; a pad is requested only
// without a write.

`default_nettype none

module rvt_formal_stp (
  input  logic        clk_i,
  input  logic        valid_i,
  input  logic [41:0] write_i,  // kind, size, marker, stamp, sync, master, channel, pad
  input  logic [63:0] time_i,
  input  logic [31:0] sync_bytes_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic         take, valid, held_q;
  logic [139:0] nibbles;
  logic [5:0]   count;
  logic [41:0]  write_q;
  logic [63:0]  time_q;
  logic [31:0]  sync_bytes_q;
  logic [2:0]   kind;
  logic [15:0]  master, channel;

  assign kind    = write_i[2:0];
  assign master  = write_i[24:9];
  assign channel = write_i[40:25];

  rvt_stp_sequencer u_sequencer (
    .clk_i, .rst_ni(rst_n), .sync_bytes_i, .frequency_i(32'd0), .pad_i(write_i[41] & ~valid_i),
    .wr_valid_i(valid_i), .wr_ready_o(take), .wr_kind_i(kind), .wr_size_i(write_i[5:3]),
    .wr_marker_i(write_i[6]), .wr_stamp_i(write_i[7]), .wr_sync_i(write_i[8]),
    .wr_master_i(master), .wr_channel_i(channel), .wr_data_i(64'd0), .wr_time_i(time_i),
    .valid_o(valid), .ready_i, .nibbles_o(nibbles), .count_o(count)
  );

  initial held_q = 1'b0;

  always @(posedge clk_i) begin
    held_q       <= rst_n & valid_i & ~take;
    write_q      <= write_i;
    time_q       <= time_i;
    sync_bytes_q <= sync_bytes_i;
  end

  always @(posedge clk_i) begin
    SizesOfData: assume (write_i[5:3] <= rvt_pkg::StpD64);
    if (rst_n) begin
      HeadIsHeld:   assume (~held_q | (valid_i & (write_i[40:0] == write_q[40:0])
                                       & (time_i == time_q) & (sync_bytes_i == sync_bytes_q)));
      TakenWhenSent:  assert (~take | (valid & ready_i));
    end
  end

endmodule

`default_nettype wire
