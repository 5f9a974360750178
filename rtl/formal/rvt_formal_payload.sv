// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of stages 6 and 7: every packet stays within its length, and what compression removes
// can be restored and is all that can be removed. What is proved stands in the modules themselves
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
  input  logic [17:0] flags_i,
  input  logic [7:0]  time_i,
  input  logic [7:0]  context_i,
  input  logic [31:0] tval_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic                            ready, raw_valid, raw_ready, raw_sync, valid;
  logic [rvt_pkg::PayloadBits-1:0] raw_payload, payload;
  logic [7:0]                      raw_bits, raw_time, keep, stamp;
  logic [4:0]                      bytes;

  rvt_packetizer #(
    .iaddress_width_p(32), .iaddress_lsb_p(1), .ecause_width_p(4), .privilege_width_p(2),
    .context_width_p(8), .nocontext_p(0), .time_width_p(8), .notime_p(0),
    .irdepth_width_p(3), .cache_size_p(3), .f0s_width_p(1), .prefix_bits_p(0)
  ) u_packetizer (
    .clk_i, .rst_ni(rst_n),
    .modes_i, .data_enable_i(flags_i[11]), .data_options_i(time_i[3:0]), .valid_i, .ready_o(ready),
    .packet_i, .branches_i, .map_i, .branch_count_i, .branch_failed_i(flags_i[13]), .address_i,
    .notify_i(flags_i[0]), .updiscon_i(flags_i[1]), .irreport_i(flags_i[14]), .depth_i(flags_i[17:15]),
    .branch_bit_i(flags_i[2]), .priv_i(flags_i[4:3]), .time_i, .context_i, .ecause_i(flags_i[8:5]),
    .interrupt_i(flags_i[9]), .thaddr_i(flags_i[10]), .tval_i, .ienable_i(flags_i[11]),
    .qual_status_i({flags_i[12], flags_i[12]}),
    .valid_o(raw_valid), .ready_i(raw_ready), .payload_o(raw_payload), .bits_o(raw_bits),
    .sync_o(raw_sync), .time_o(raw_time)
  );

  rvt_sign_compressor #(
    .time_width_p(8)
  ) u_compressor (
    .clk_i, .rst_ni(rst_n),
    .valid_i(raw_valid), .ready_o(raw_ready), .payload_i(raw_payload), .bits_i(raw_bits),
    .time_i(raw_time),
    .valid_o(valid), .ready_i, .payload_o(payload), .keep_o(keep), .bytes_o(bytes), .time_o(stamp)
  );

  always @(posedge clk_i) begin
    MapHasNothingAbove: assume ((map_i >> branches_i) == '0);
    if (rst_n & valid) begin
      SomeBits:  assert ((keep >= 8'd1) & (keep <= 8'd248));
      RoundedUp: assert ((9'd8 * bytes >= 9'(keep)) & (9'd8 * bytes < keep + 9'd8));
    end
  end

endmodule

`default_nettype wire
