// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of stages 6 and 7: every packet stays within its length; compression removes all
// bytes that can be restored, and no others. The assertions are in the modules themselves
// (RVT_ASSERT).
//
// Assumed: the branch map has no bit above its count (proved in rvt_formal_items).

`default_nettype none

module rvt_formal_payload (
  input  logic        clk_i,
  input  logic [5:0]  modes_i,
  input  logic        valid_i,
  input  logic [3:0]  packet_i,
  input  logic [4:0]  branches_i,
  input  logic [30:0] map_i,
  input  logic [31:0] branch_count_i,
  input  logic [31:0] address_i,
  input  logic [18:0] flags_i,
  input  logic [7:0]  time_i,
  input  logic [7:0]  context_i,
  input  logic [31:0] tval_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  localparam int unsigned PayloadBits = 96;  // of F3/1: 92

  logic                   ready, raw_valid, raw_ready, raw_sync, raw_dloss, valid;
  logic [PayloadBits-1:0] raw_payload, payload;
  logic [7:0]             raw_time, stamp;
  logic [4:0]             bytes, string_bytes, bare_bytes;

  rvt_packetizer #(
    .payload_bits_p(PayloadBits),
    .iaddress_width_p(32), .iaddress_lsb_p(1), .ecause_width_p(4), .privilege_width_p(2),
    .context_width_p(8), .nocontext_p(0), .time_width_p(8), .notime_p(0),
    .irdepth_width_p(3), .bpred_size_p(2), .cache_size_p(3), .f0s_width_p(1),
    .sijump_p(1)
  ) u_packetizer (
    .clk_i, .rst_ni(rst_n),
    .modes_i, .data_enable_i(flags_i[11]), .data_options_i(time_i[3:0]), .valid_i, .ready_o(ready),
    .packet_i, .branches_i, .map_i, .branch_count_i, .branch_failed_i(flags_i[13]), .address_i,
    .notify_i(flags_i[0]), .updiscon_i(flags_i[1]), .irreport_i(flags_i[14]),
    .depth_i(flags_i[17:15]),
    .branch_bit_i(flags_i[2]), .priv_i(flags_i[4:3]), .time_i, .context_i, .ecause_i(flags_i[8:5]),
    .interrupt_i(flags_i[9]), .thaddr_i(flags_i[10]), .tval_i, .ienable_i(flags_i[11]),
    .qual_status_i({flags_i[12], flags_i[12]}), .dloss_i(flags_i[18]),
    .valid_o(raw_valid), .ready_i(raw_ready), .payload_o(raw_payload), .sync_o(raw_sync),
    .dloss_o(raw_dloss), .time_o(raw_time)
  );

  // Ten bits before the payload; three if the srcID is inhibited.
  rvt_sign_compressor #(
    .payload_bits_p(PayloadBits), .time_width_p(8), .prefix_bits_p(10), .bare_bits_p(3)
  ) u_compressor (
    .clk_i, .rst_ni(rst_n),
    .valid_i(raw_valid), .ready_o(raw_ready), .payload_i(raw_payload), .time_i(raw_time),
    .valid_o(valid), .ready_i, .payload_o(payload), .bytes_o(bytes), .string_bytes_o(string_bytes),
    .bare_bytes_o(bare_bytes), .time_o(stamp)
  );

  // The last bit of the payload in a string of that many bytes, and the bits after it.
  logic [PayloadBits-1:0] after_string, after_bare;

  assign after_string = payload >> (8'd8 * string_bytes - 8'd11);
  assign after_bare   = payload >> (8'd8 * bare_bytes - 8'd4);

  always @(posedge clk_i) begin
    MapHasNothingAbove: assume ((map_i >> branches_i) == '0);
    MapHasBranches:     assume ((packet_i != rvt_pkg::PacketF1) | (branches_i != 5'd0));
    if (rst_n & valid) begin
      SomeBytes:        assert ((bytes >= 5'd1) & (bytes <= 5'd12));
      StringKeepsABit:  assert ((string_bytes >= 5'd2) & (bare_bytes >= 5'd1));
      StringRestorable: assert ((after_string == '0) | (after_string ==
                                ({PayloadBits{1'b1}} >> (8'd8 * string_bytes - 8'd11))));
      BareRestorable:   assert ((after_bare == '0) | (after_bare ==
                                ({PayloadBits{1'b1}} >> (8'd8 * bare_bytes - 8'd4))));
    end
  end

endmodule

`default_nettype wire
