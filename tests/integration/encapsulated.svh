// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The foreign encoder with encapsulated output, a byte in each cycle: a header with the length of
// the payload (ENC-001), then the payload. Only the bytes are observed. With +nulls, null packets
// are sent while there is no other: the encoder never falls silent. With +finish, the encoder ends
// the simulation after its first packet. With +late, an assertion fails after the verdict.

logic [159:0] payload;
logic [7:0]   bugs;
logic [4:0]   sent;  // bytes of this packet that were sent, with the header
logic [4:0]   length;
logic         valid, nulls;

initial if (!$value$plusargs("bugs=%h", bugs)) bugs = '0;
initial nulls = $test$plusargs("nulls") != 0;

always_ff @(posedge clk) begin
  if (rst_n && out_valid && out_last && $test$plusargs("finish") != 0) $finish;
end

final assert ($test$plusargs("late") == 0) else $fatal(1, "late");

assign stall     = 1'b0;
assign lost      = 1'b0;
assign out_valid = valid || nulls;
assign out_bytes = 1'b1;
assign out_data  = !valid ? '0 : sent == 0 ? {3'b000, length} : payload[8*(sent-1)+:8];
assign out_last  = !valid || sent == length;

always_ff @(posedge clk) begin
  if (!rst_n)                      sent <= '0;
  else if (out_valid && out_ready) sent <= out_last ? '0 : sent + 5'd1;
end

foreign_encoder #(.rows_p(1024), .packets_p(64)) u_encoder (
  .clk_i(clk), .rst_ni(rst_n), .enable_i(enable), .full_address_i(1'b1), .resync_i('0),
  .bugs_i(bugs), .notify_i(1'b0), .itype_i(tip_itype), .cause_i(tip_cause), .tval_i(tip_tval),
  .priv_i(tip_priv), .iaddr_i(tip_iaddr), .iretire_i(tip_iretire), .ilastsize_i(tip_ilastsize),
  .packet_valid_o(valid), .packet_ready_i(out_ready && out_last), .packet_o(payload),
  .packet_bytes_o(length), .packet_sync_o(), .idle_o());
