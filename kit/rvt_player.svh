// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Written by rvt kit; do not edit. Included by rvt_bench.sv: the rows come from a tip trace.

logic played;           // all rows were taken
logic emptied;          // nothing is on the way to the port
assign emptied = 1'b1;

// verilator lint_off PINCONNECTEMPTY
rvt_tip_player #(
@if !nocontext_p@
  .context_width_p(@context_width_p@),
  .ctype_width_p(@ctype_width_p@),
@end@
@if !notime_p@
  .time_width_p(@time_width_p@),
@end@
@if filters_p@
  .impdef_width_p(@impdef_width_p@),
@end@
@if data_trace@
  .accesses_p(@accesses@),
@end@
@if !data_trace@
  .accesses_p(4),
@end@
  .blocks_p(@blocks_p@),
  .iaddress_width_p(@iaddress_width_p@),
  .itype_width_p(@itype_width_p@),
  .ecause_width_p(@ecause_width_p@),
  .privilege_width_p(@privilege_width_p@),
  .iretire_width_p(@iretire_width_p@),
  .ilastsize_width_p(@ilastsize_width_p@)
) u_player (
  .clk_i(clk),
  .rst_ni(rst_n),
  .play_i(play),
  .stall_i(stall),
  .itype_o(tip_itype),
  .cause_o(tip_cause),
  .tval_o(tip_tval),
  .priv_o(tip_priv),
  .iaddr_o(tip_iaddr),
@if nocontext_p@
  .context_o(),
  .ctype_o(),
@end@
@if !nocontext_p@
  .context_o(tip_context),
  .ctype_o(tip_ctype),
@end@
@if notime_p@
  .time_o(),
@end@
@if !notime_p@
  .time_o(tip_time),
@end@
@if sijump_p@
  .sijump_o(tip_sijump),
@end@
@if !sijump_p@
  .sijump_o(),
@end@
  .iretire_o(tip_iretire),
  .ilastsize_o(tip_ilastsize),
  .trigger_o(tip_trigger),
@if filters_p@
  .impdef_o(tip_impdef),
@end@
@if !filters_p@
  .impdef_o(),
@end@
  .halted_o(tip_halted),
  .reset_o(tip_reset),
@if data_trace@
  .dretire_o(tip_dretire),
  .dtype_o(tip_dtype),
  .dsize_o(tip_dsize),
  .dblock_o(tip_dblock),
  .daddr_o(tip_daddr),
  .ddata_o(tip_ddata),
  .doperand_o(tip_doperand),
  .iaddr_lsbs_o(tip_iaddr_lsbs),
  .lrid_o(tip_lrid),
  .lresp_o(tip_lresp),
  .lid_o(tip_lid),
  .sdata_o(tip_sdata),
  .ldata_o(tip_ldata),
@end@
@if !data_trace@
  .dretire_o(),
  .dtype_o(),
  .dsize_o(),
  .dblock_o(),
  .daddr_o(),
  .ddata_o(),
  .doperand_o(),
  .iaddr_lsbs_o(),
  .lrid_o(),
  .lresp_o(),
  .lid_o(),
  .sdata_o(),
  .ldata_o(),
@end@
  .done_o(played)
);
// verilator lint_on PINCONNECTEMPTY
