// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Edit this file: it binds the scoreboard to your encoder, in your own bench. Replace your_encoder
// and the names in brackets, which are signals that the encoder sees or drives, or constants.
// rvt_check.sv describes the ports. Put 0 where your encoder has no such signal.

bind your_encoder rvt_check u_rvt (
  .clk          (clk_i),
  .rst_n        (rst_ni),
  .enable       (enable_i),     // 1 while it traces
  .tip_itype    (itype_i),      // 0 if nothing retires or traps
  .tip_cause    (cause_i),
  .tip_tval     (tval_i),
  .tip_priv     (priv_i),
  .tip_iaddr    (iaddr_i),
  .tip_iretire  (iretire_i),    // 0 if nothing retires
  .tip_ilastsize(ilastsize_i),
@if !nocontext_p@
  .tip_context  (context_i),
  .tip_ctype    (ctype_i),
@end@
@if !notime_p@
  .tip_time     (time_i),
@end@
@if sijump_p@
  .tip_sijump   (sijump_i),
@end@
@if filters_p@
  .tip_impdef   ('0),
@end@
  .tip_trigger  ('0),
  .tip_halted   (1'b0),
  .tip_reset    (1'b0),
@if data_trace@
  .tip_dretire  (dretire_i),
  .tip_dtype    (dtype_i),
  .tip_dsize    (dsize_i),
  .tip_dblock   (dblock_i),
  .tip_daddr    (daddr_i),
  .tip_ddata    (ddata_i),
  .tip_doperand (doperand_i),
  .tip_iaddr_lsbs(iaddr_lsbs_i),
  .tip_lrid     (lrid_i),
  .tip_lresp    (lresp_i),
  .tip_lid      (lid_i),
  .tip_sdata    (sdata_i),
  .tip_ldata    (ldata_i),
@end@
  .stall        (1'b0),         // 1: the encoder does not take the row
  .lost         (1'b0),         // 1: the encoder drops the row
@if packets data_trace@
  .pkt_data     (pkt_data_o),   // 1: the packet is te_data
@end@
@if packets@
  .pkt_valid    (valid_o),
  .pkt_ready    (ready_i),
  .pkt_bytes    (bytes_o),      // of the payload: 1 to 31
  .pkt_payload  (payload_o),
@end@
@if bytes last@
  .out_last     (out_last_o),   // the last beat of a packet
@end@
@if bytes@
  .out_valid    (out_valid_o),
  .out_ready    (out_ready_i),
  .out_bytes    (out_bytes_o),  // valid bytes of the beat, from the lowest
  .out_data     (out_data_o),
@end@
  .end_run      (1'b0)          // the verdict is printed at the end of the simulation
);
