// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the STP write arbiter: each write leaves once and unchanged, and no source is
// served twice while another waits. The other proved assertions are in the module itself
// (RVT_ASSERT).
//
// Assumed: a source holds its write until it is taken.

`default_nettype none

module rvt_formal_arbiter (
  input  logic        clk_i,
  input  logic [2:0]  valid_i,
  input  logic [11:0] fields_i,  // of each source: kind, marker
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic [2:0]  ready, taken, waits_q, size;
  logic [11:0] fields_q;
  logic        valid, marker, stamp;
  logic [2:0]  kind;
  logic [15:0] master, channel;
  logic [63:0] data;

  rvt_stp_arbiter #(
    .sources_p(3)
  ) u_arbiter (
    .clk_i, .rst_ni(rst_n),
    .wr_valid_i(valid_i), .wr_ready_o(ready),
    .wr_kind_i({fields_i[11:9], fields_i[7:5], fields_i[3:1]}),
    .wr_size_i({3'd3, 3'd2, 3'd1}), .wr_marker_i({fields_i[8], fields_i[4], fields_i[0]}),
    .wr_stamp_i({fields_i[8], fields_i[4], fields_i[0]}),
    .wr_master_i({16'd3, 16'd2, 16'd1}), .wr_channel_i({16'd6, 16'd5, 16'd4}),
    .wr_data_i({64'd9, 64'd8, 64'd7}),
    .wr_valid_o(valid), .wr_ready_i(ready_i), .wr_kind_o(kind), .wr_size_o(size),
    .wr_marker_o(marker), .wr_stamp_o(stamp), .wr_master_o(master), .wr_channel_o(channel),
    .wr_data_o(data)
  );

  assign taken = valid_i & ready;

  initial waits_q = 3'd0;

  always @(posedge clk_i) begin
    waits_q  <= rst_n ? (valid_i & ~ready) : 3'd0;
    fields_q <= fields_i;
  end

  always @(posedge clk_i) begin
    if (rst_n) begin
      Source0Holds: assume (~waits_q[0] | (valid_i[0] & (fields_i[3:0] == fields_q[3:0])));
      Source1Holds: assume (~waits_q[1] | (valid_i[1] & (fields_i[7:4] == fields_q[7:4])));
      Source2Holds: assume (~waits_q[2] | (valid_i[2] & (fields_i[11:8] == fields_q[11:8])));
      OneIsTaken:   assert ((valid & ready_i) == (|taken));
      NotTwo:       assert ((taken & (taken - 3'd1)) == 3'd0);
      Write0Whole:  assert (~taken[0] | ((kind == fields_i[3:1]) & (marker == fields_i[0])
                                         & (stamp == fields_i[0]) & (size == 3'd1)));
      Write1Whole:  assert (~taken[1] | ((kind == fields_i[7:5]) & (marker == fields_i[4])
                                         & (stamp == fields_i[4]) & (size == 3'd2)));
      Write2Whole:  assert (~taken[2] | ((kind == fields_i[11:9]) & (marker == fields_i[8])
                                         & (stamp == fields_i[8]) & (size == 3'd3)));
      OwnMaster:    assert (~valid | (16'(size) == master));
      OwnChannel:   assert (~valid | (16'(size) + 16'd3 == channel));
      OwnData:      assert (~valid | (64'(size) + 64'd6 == data));
    end
  end

endmodule

`default_nettype wire
