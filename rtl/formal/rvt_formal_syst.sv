// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the SyS-T source: a write that waits does not change, the buffer never overflows,
// and a message begins with its header and ends with FLAG or a marked packet, as no other packet of
// it does. The other proved assertions are in the module itself (RVT_ASSERT).
//
// Assumed: messages and beats of the payload stay until they are taken; options change only between
// messages; the length is not sent.

`default_nettype none

module rvt_formal_syst (
  input  logic        clk_i,
  input  logic        valid_i,
  input  logic [31:0] header_i,
  input  logic [1:0]  loc_tag_i,
  input  logic        marked_i,
  input  logic        pl_valid_i,
  input  logic [31:0] pl_data_i,
  input  logic [2:0]  pl_bytes_i,
  input  logic        pl_last_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        busy, msg_ready, pl_ready, valid, marker, stamp;
  logic [2:0]  kind, size;
  logic [15:0] master, channel;
  logic [63:0] data;

  rvt_syst_source #(
    .guid_p(0), .timestamp_p(0), .length_p(0)
  ) u_source (
    .clk_i, .rst_ni(rst_n), .marked_i, .master_i(16'd1), .channel_i(16'd2), .guid_i(128'd0),
    .ts_i(64'd0), .busy_o(busy), .msg_valid_i(valid_i), .msg_ready_o(msg_ready),
    .msg_header_i(header_i), .msg_data_i(64'd0), .msg_length_i(16'd0), .loc_tag_i,
    .loc_i(64'd0), .pl_valid_i, .pl_ready_o(pl_ready), .pl_data_i, .pl_bytes_i, .pl_last_i,
    .wr_valid_o(valid), .wr_ready_i(ready_i), .wr_kind_o(kind), .wr_size_o(size),
    .wr_marker_o(marker), .wr_stamp_o(stamp), .wr_master_o(master), .wr_channel_o(channel),
    .wr_data_o(data)
  );

  logic        held_q, pl_held_q, marked_q, open_q, sent, ends;
  logic [33:0] message_q;
  logic [35:0] beat_q;

  assign sent = valid & ready_i;
  assign ends = (kind == rvt_pkg::StpFlag) | marker;

  initial begin
    held_q    = 1'b0;
    pl_held_q = 1'b0;
  end

  always @(posedge clk_i) begin
    held_q    <= rst_n & valid_i & ~msg_ready;
    pl_held_q <= rst_n & pl_valid_i & ~pl_ready;
    message_q <= {header_i, loc_tag_i};
    beat_q    <= {pl_data_i, pl_bytes_i, pl_last_i};
    marked_q  <= marked_i;
    if (!rst_n) begin
      open_q <= 1'b0;
    end else if (sent) begin
      open_q <= ~ends;
    end
  end

  always @(posedge clk_i) begin
    BeatFits: assume (pl_bytes_i <= 3'd4);
    if (rst_n) begin
      MessageHeld:  assume (~held_q | (valid_i & ({header_i, loc_tag_i} == message_q)));
      BeatHeld:     assume (~pl_held_q | (pl_valid_i
                                          & ({pl_data_i, pl_bytes_i, pl_last_i} == beat_q)));
      OptionHeld:   assume (~busy | (marked_i == marked_q));
      FirstStamped: assert (~valid | (stamp == ~open_q));
      OpenIsBusy:   assert (open_q == busy);
      TakenFirst:   assert ((valid_i & msg_ready) == (sent & ~open_q));
      DataHasSize:  assert (~valid | (kind == rvt_pkg::StpFlag) | (size != rvt_pkg::StpD4));
    end
  end

endmodule

`default_nettype wire
