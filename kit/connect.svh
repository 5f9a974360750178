// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Edit this file: rvt_bench.sv includes it. Replace your_encoder and its port names (left of each
// bracket) by those of your encoder. The names in brackets are signals of the bench; rvt_check.sv
// describes them. Leave out what your encoder does not have.
@if several@
// All benches have this file. rvt_bench.sv declares parameters by the configuration, such as
// blocks_p, for the parameters of your encoder.
@end@

assign stall = 1'b0;  // 1: your encoder does not take the row, which stays on the port
assign lost  = 1'b0;  // 1: your encoder drops the row

your_encoder u_encoder (
  .clk_i       (clk),
  .rst_ni      (rst_n),
  .enable_i    (enable),
@if packets@
  .valid_o     (pkt_valid),
  .ready_i     (pkt_ready),
  .bytes_o     (pkt_bytes),    // of the payload: 1 to 31
  .payload_o   (pkt_payload),  // 248 bits; for a port of N bits, assign pkt_payload = 248'(yours)
@end@
@if packets data_trace@
  .is_data_o   (pkt_data),     // 1: the packet is te_data
@end@
@if bytes@
  .out_valid_o (out_valid),
  .out_ready_i (out_ready),
  .out_bytes_o (out_bytes),    // valid bytes of the beat, from the lowest
  .out_data_o  (out_data),
@end@
@if bytes last@
  .out_last_o  (out_last),     // the last beat of a packet
@end@
@if data_trace@
  .dretire_i   (tip_dretire),
  .dtype_i     (tip_dtype),
  .dsize_i     (tip_dsize),
  .dblock_i    (tip_dblock),
  .daddr_i     (tip_daddr),
  .ddata_i     (tip_ddata),
  .doperand_i  (tip_doperand),
  .iaddr_lsbs_i(tip_iaddr_lsbs),
  .lrid_i      (tip_lrid),
  .lresp_i     (tip_lresp),
  .lid_i       (tip_lid),
  .sdata_i     (tip_sdata),
  .ldata_i     (tip_ldata),
@end@
@if !nocontext_p@
  .context_i   (tip_context),
  .ctype_i     (tip_ctype),
@end@
@if !notime_p@
  .time_i      (tip_time),
@end@
@if sijump_p@
  .sijump_i    (tip_sijump),
@end@
@if filters_p@
  .impdef_i    (tip_impdef),
@end@
  .trigger_i   (tip_trigger),
  .halted_i    (tip_halted),
  .reset_i     (tip_reset),
  .itype_i     (tip_itype),
  .cause_i     (tip_cause),
  .tval_i      (tip_tval),
  .priv_i      (tip_priv),
  .iaddr_i     (tip_iaddr),
  .iretire_i   (tip_iretire),
  .ilastsize_i (tip_ilastsize)
);
