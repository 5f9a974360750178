// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Written by rvt kit; do not edit. The scoreboard with the widths of rvt.yaml. It has only the
// ports that this configuration uses.
`default_nettype none

module rvt_check #(
  // 1: the tracing that `enable` starts obeys triggers (trTeInstTrigEnable)
  parameter bit          trig_enable_p     = 1'b0,
  // cycles that a packet may take while the output is not held; 0: any
  parameter int unsigned latency_max_p     = 4096,
@if bytes@
  // the timing contract, if your encoder keeps it; 0: cycles are not compared
  parameter int unsigned decision_cycles_p = 0,
  parameter int unsigned packet_cycles_p   = 0,
  parameter int unsigned buffer_depth_p    = 16,
  parameter int unsigned waiting_depth_p   = 0,
@end@
  parameter string       config_p          = "",  // else +rvt_config=FILE
  parameter string       elf_p             = ""   // the program; else +rvt_elf=FILE
) (
  input wire logic         clk,
  input wire logic         rst_n,
  // 1 while the encoder traces: it rises before the first row that is traced, and falls after the
  // last one, at least one cycle from it
  input wire logic         enable,
  // ingress, block 0 in the lowest bits; itype and iretire are 0 in idle cycles
  input wire logic [@blocks_p@*@itype_width_p@-1:0] tip_itype,
  input wire logic [@ecause_width_p@-1:0] tip_cause,
  input wire logic [@iaddress_width_p@-1:0] tip_tval,
  input wire logic [@privilege_width_p@-1:0] tip_priv,
  input wire logic [@blocks_p@*@iaddress_width_p@-1:0] tip_iaddr,
  input wire logic [@blocks_p@*@iretire_width_p@-1:0] tip_iretire,
  input wire logic [@blocks_p@*@ilastsize_width_p@-1:0] tip_ilastsize,
@if !nocontext_p@
  input wire logic [@context_width_p@-1:0] tip_context,
  input wire logic [@ctype_width_p@-1:0] tip_ctype,
@end@
@if !notime_p@
  input wire logic [@time_width_p@-1:0] tip_time,
@end@
@if sijump_p@
  input wire logic [@blocks_p@-1:0] tip_sijump,
@end@
  input wire logic [@blocks_p@+1:0] tip_trigger,
@if filters_p@
  input wire logic [@impdef_width_p@-1:0] tip_impdef,
@end@
  input wire logic         tip_halted,
  input wire logic         tip_reset,
@if data_trace@
  // data interface, group 0 in the lowest bits
  input wire logic [@accesses@-1:0] tip_dretire,
  input wire logic [4*@accesses@-1:0] tip_dtype,
  input wire logic [2*@accesses@-1:0] tip_dsize,
  input wire logic [2*@accesses@-1:0] tip_dblock,
  input wire logic [64*@accesses@-1:0] tip_daddr,
  input wire logic [64*@accesses@-1:0] tip_ddata,
  input wire logic [64*@accesses@-1:0] tip_doperand,
  input wire logic [16*@accesses@-1:0] tip_iaddr_lsbs,
  input wire logic [8*@accesses@-1:0] tip_lrid,
  input wire logic [2*@accesses@-1:0] tip_lresp,
  input wire logic [8*@accesses@-1:0] tip_lid,
  input wire logic [64*@accesses@-1:0] tip_sdata,
  input wire logic [64*@accesses@-1:0] tip_ldata,
@end@
  input wire logic         stall,  // the encoder does not take the row, which stays on the port
  input wire logic         lost,   // the encoder drops the row
@if packets@
  // one packet in each cycle with valid and ready; first byte in bits 7:0
  input wire logic         pkt_valid,
  input wire logic         pkt_ready,
  input wire logic [4:0]   pkt_bytes,
  input wire logic [247:0] pkt_payload,
@end@
@if packets data_trace@
  input wire logic         pkt_data,   // the packet is te_data
@end@
@if bytes@
  // encapsulated bytes; first byte in bits 7:0
  input wire logic         out_valid,
  input wire logic         out_ready,
  input wire logic [8*@lanes@-1:0] out_data,
  input wire logic [$clog2(@lanes@+1)-1:0] out_bytes,
@end@
@if bytes last@
  input wire logic         out_last,   // the last beat of a packet
@end@
@if bench@
  // the bench
  input wire logic         end_run,    // the run is over and the encoder is empty
  output logic             done,       // the verdict is known
  output logic             failed
@end@
@if bind@
  input wire logic         end_run     // the run is over and the encoder is empty; 0: not used
@end@
);

@if bind@
  // verilator lint_off UNUSEDSIGNAL
  logic done, failed;  // the verdict is printed; +rvt_error=1 reports findings through $error
  // verilator lint_on UNUSEDSIGNAL

@end@
  // A change of `enable` is the write of trTeControl.
  logic enable_q, written;

  assign written = enable != enable_q;

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) enable_q <= 1'b0;
    else        enable_q <= enable;
  end

  rvt_scoreboard #(
    .blocks_p(@blocks_p@),
    .iaddress_width_p(@iaddress_width_p@),
    .itype_width_p(@itype_width_p@),
    .ecause_width_p(@ecause_width_p@),
    .privilege_width_p(@privilege_width_p@),
@if !nocontext_p@
    .context_width_p(@context_width_p@),
    .ctype_width_p(@ctype_width_p@),
@end@
@if !notime_p@
    .time_width_p(@time_width_p@),
@end@
    .iretire_width_p(@iretire_width_p@),
    .ilastsize_width_p(@ilastsize_width_p@),
@if filters_p@
    .impdef_width_p(@impdef_width_p@),
@end@
@if data_trace@
    .accesses_p(@accesses@),
@end@
@if bytes@
    .has_last_p(1'b@last@),
    .out_bytes_p(@lanes@),
    .decision_cycles_p(decision_cycles_p),
    .packet_cycles_p(packet_cycles_p),
    .buffer_depth_p(buffer_depth_p),
    .waiting_depth_p(waiting_depth_p),
@end@
    .packets_p(1'b@packets@),
    .bytes_p(1'b@bytes@),
    .latency_max_p(latency_max_p),
    .config_p(config_p),
    .elf_p(elf_p)
  ) u_scoreboard (
    .clk_i(clk),
    .rst_ni(rst_n),
    .itype_i(tip_itype),
    .cause_i(tip_cause),
    .tval_i(tip_tval),
    .priv_i(tip_priv),
    .iaddr_i(tip_iaddr),
@if nocontext_p@
    .context_i('0),
    .ctype_i('0),
@end@
@if !nocontext_p@
    .context_i(tip_context),
    .ctype_i(tip_ctype),
@end@
@if notime_p@
    .time_i('0),
@end@
@if !notime_p@
    .time_i(tip_time),
@end@
@if sijump_p@
    .sijump_i(tip_sijump),
@end@
@if !sijump_p@
    .sijump_i('0),
@end@
    .iretire_i(tip_iretire),
    .ilastsize_i(tip_ilastsize),
    .trigger_i(tip_trigger),
@if filters_p@
    .impdef_i(tip_impdef),
@end@
@if !filters_p@
    .impdef_i('0),
@end@
    .halted_i(tip_halted),
    .reset_i(tip_reset),
    .stall_i(stall),
    .lost_i(lost),
@if data_trace@
    .dretire_i(tip_dretire),
    .dtype_i(tip_dtype),
    .dsize_i(tip_dsize),
    .dblock_i(tip_dblock),
    .daddr_i(tip_daddr),
    .ddata_i(tip_ddata),
    .doperand_i(tip_doperand),
    .iaddr_lsbs_i(tip_iaddr_lsbs),
    .lrid_i(tip_lrid),
    .lresp_i(tip_lresp),
    .lid_i(tip_lid),
    .sdata_i(tip_sdata),
    .ldata_i(tip_ldata),
@end@
@if !data_trace@
    .dretire_i('0),
    .dtype_i('0),
    .dsize_i('0),
    .dblock_i('0),
    .daddr_i('0),
    .ddata_i('0),
    .doperand_i('0),
    .iaddr_lsbs_i('0),
    .lrid_i('0),
    .lresp_i('0),
    .lid_i('0),
    .sdata_i('0),
    .ldata_i('0),
@end@
    .control_valid_i(written),
    .control_enable_i(enable),
    .control_tracing_i(enable),
    .control_trig_enable_i(trig_enable_p & enable),
    .write_valid_i(1'b0),
    .write_offset_i('0),
    .write_value_i('0),
@if packets@
    .pkt_valid_i(pkt_valid),
    .pkt_ready_i(pkt_ready),
    .pkt_bytes_i(pkt_bytes),
    .pkt_payload_i(pkt_payload),
@end@
@if packets data_trace@
    .pkt_data_i(pkt_data),
@end@
@if packets !data_trace@
    .pkt_data_i(1'b0),
@end@
@if !packets@
    .pkt_valid_i(1'b0),
    .pkt_ready_i(1'b1),
    .pkt_data_i(1'b0),
    .pkt_bytes_i('0),
    .pkt_payload_i('0),
@end@
@if bytes@
    .valid_i(out_valid),
    .ready_i(out_ready),
    .data_i(out_data),
    .bytes_i(out_bytes),
    .beat_valid_i(out_valid),
    .beat_ready_i(out_ready),
@end@
@if bytes last@
    .last_i(out_last),
@end@
@if bytes !last@
    .last_i(1'b0),
@end@
@if !bytes@
    .valid_i(1'b0),
    .ready_i(1'b1),
    .data_i('0),
    .bytes_i('0),
    .last_i(1'b0),
    .beat_valid_i(1'b0),
    .beat_ready_i(1'b1),
@end@
    .end_i(end_run),
    .done_o(done),
    .failed_o(failed)
  );

endmodule

`default_nettype wire
