// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Written by rvt kit; do not edit. Included by rvt_bench.sv: the rows come from the RVFI of a core,
// through the adapter rvt_rvfi_ingress (README.md of rtl/core describes it). core.svh drives the
// signals up to there.

logic core_rst_n;  // 0: the core is in reset
logic core_done;   // the program has ended

// RVFI, channel 0 (the oldest instruction) in the lowest bits.
logic [@nret@-1:0] rvfi_valid, rvfi_trap, rvfi_halt, rvfi_intr;
logic [64*@nret@-1:0] rvfi_order;
logic [32*@nret@-1:0] rvfi_insn;
logic [@privilege_width_p@*@nret@-1:0] rvfi_mode;
logic [@xlen@*@nret@-1:0] rvfi_pc_rdata, rvfi_pc_wdata;
@if trap_csrs@
logic [@xlen@*@nret@-1:0] rvfi_csr_mcause_rdata, rvfi_csr_mtval_rdata;
logic [@xlen@*@nret@-1:0] rvfi_csr_mepc_rdata, rvfi_csr_mstatus_rdata;
logic [@xlen@*@nret@-1:0] rvfi_csr_scause_rdata, rvfi_csr_stval_rdata;
logic [@xlen@*@nret@-1:0] rvfi_csr_sepc_rdata, rvfi_csr_sstatus_rdata;
@end@
@if trap_port@

// A trap is taken.
logic trap_valid, trap_irq;
logic [@ecause_width_p@-1:0] trap_cause;
logic [@iaddress_width_p@-1:0] trap_tval, trap_epc, trap_target;
logic [@privilege_width_p@-1:0] trap_priv;
@end@

// What RVFI does not have.
logic [@nret@-1:0] custom;
logic [4*@nret@-1:0] custom_itype;
logic debug;
@if !nocontext_p@
logic [@context_width_p@-1:0] hart_context;
@end@
@if !notime_p@
logic [@time_width_p@-1:0] hart_time;
@end@

// A scope of its own: any name is free in your file.
if (1) begin : gen_core
  `include "core.svh"
end

// The core runs while `play` is 1. Records after that do not count; `flush` lets the last row leave
// the adapter.
localparam int unsigned EmptyCycles = 100000;  // after so many, nothing is waited for

logic play_q = 1'b0, flush, played, emptied;
logic [@nret@-1:0] records;
logic hart_lost, order_fault, address_fault, trap_fault, assumed, hart_idle;
int unsigned core_cycles = 1000000;
int unsigned ran = 0, ended = 0;  // cycles with play, and after it
int unsigned assumptions = 0;

assign core_rst_n = play;
assign records    = rvfi_valid & {@nret@{play}};
assign flush      = play_q & ~play;
assign played     = core_done || ran >= core_cycles;
assign emptied    = ended > 1 && (hart_idle || ended > EmptyCycles);

initial void'($value$plusargs("rvt_cycles=%d", core_cycles));

always_ff @(posedge clk) begin
  play_q <= play;
  ran    <= ran + 32'(play);
  ended  <= ended + 32'(ran > 0 && !play);
  if (rst_n) assumptions <= assumptions + 32'(assumed);
end

always @(posedge end_run) begin
  if (ran >= core_cycles) $display("rvt: the program did not end in %0d cycles (+rvt_cycles)", ran);
  if (assumptions > 0) $display("rvt: the cause of %0d traps is assumed", assumptions);
end

// core.svh may set parameters of the adapter with this macro.
`ifndef RVT_ADAPTER_PARAMETERS
  `define RVT_ADAPTER_PARAMETERS
`endif

// verilator lint_off PINCONNECTEMPTY
rvt_rvfi_ingress #(
  `RVT_ADAPTER_PARAMETERS
@if !nocontext_p@
  .context_width_p(@context_width_p@),
  .ctype_width_p(@ctype_width_p@),
@end@
@if !notime_p@
  .time_width_p(@time_width_p@),
@end@
  .nret_p(@nret@),
  .blocks_p(@blocks_p@),
  .retires_p(@retires_p@),
  .iaddress_width_p(@iaddress_width_p@),
  .itype_width_p(@itype_width_p@),
  .ecause_width_p(@ecause_width_p@),
  .privilege_width_p(@privilege_width_p@),
  .iretire_width_p(@iretire_width_p@),
  .ilastsize_width_p(@ilastsize_width_p@),
  .trap_source_p(@trap_source@)
) u_adapter (
  .clk_i(clk),
  .rst_ni(rst_n),
  .rvfi_valid_i(records),
  .rvfi_order_i(rvfi_order),
  .rvfi_insn_i(rvfi_insn),
  .rvfi_trap_i(rvfi_trap),
  .rvfi_halt_i(rvfi_halt),
  .rvfi_intr_i(rvfi_intr),
  .rvfi_mode_i(rvfi_mode),
  .rvfi_pc_rdata_i(rvfi_pc_rdata),
  .rvfi_pc_wdata_i(rvfi_pc_wdata),
@if trap_csrs@
  .rvfi_csr_mcause_rdata_i(rvfi_csr_mcause_rdata),
  .rvfi_csr_mtval_rdata_i(rvfi_csr_mtval_rdata),
  .rvfi_csr_mepc_rdata_i(rvfi_csr_mepc_rdata),
  .rvfi_csr_mstatus_rdata_i(rvfi_csr_mstatus_rdata),
  .rvfi_csr_scause_rdata_i(rvfi_csr_scause_rdata),
  .rvfi_csr_stval_rdata_i(rvfi_csr_stval_rdata),
  .rvfi_csr_sepc_rdata_i(rvfi_csr_sepc_rdata),
  .rvfi_csr_sstatus_rdata_i(rvfi_csr_sstatus_rdata),
@end@
@if !trap_csrs@
  .rvfi_csr_mcause_rdata_i('0),
  .rvfi_csr_mtval_rdata_i('0),
  .rvfi_csr_mepc_rdata_i('0),
  .rvfi_csr_mstatus_rdata_i('0),
  .rvfi_csr_scause_rdata_i('0),
  .rvfi_csr_stval_rdata_i('0),
  .rvfi_csr_sepc_rdata_i('0),
  .rvfi_csr_sstatus_rdata_i('0),
@end@
@if trap_port@
  .trap_valid_i(trap_valid & play),
  .trap_irq_i(trap_irq),
  .trap_cause_i(trap_cause),
  .trap_tval_i(trap_tval),
  .trap_epc_i(trap_epc),
  .trap_target_i(trap_target),
  .trap_priv_i(trap_priv),
@end@
@if !trap_port@
  .trap_valid_i(1'b0),
  .trap_irq_i(1'b0),
  .trap_cause_i('0),
  .trap_tval_i('0),
  .trap_epc_i('0),
  .trap_target_i('0),
  .trap_priv_i('0),
@end@
  .custom_i(custom),
  .custom_itype_i(custom_itype),
@if nocontext_p@
  .context_i('0),
  .context_o(),
  .ctype_o(),
@end@
@if !nocontext_p@
  .context_i(hart_context),
  .context_o(tip_context),
  .ctype_o(tip_ctype),
@end@
@if notime_p@
  .time_i('0),
  .time_o(),
@end@
@if !notime_p@
  .time_i(hart_time),
  .time_o(tip_time),
@end@
@if sijump_p@
  .sijump_o(tip_sijump),
@end@
@if !sijump_p@
  .sijump_o(),
@end@
  .debug_i(debug),
  .flush_i(flush),
  .itype_o(tip_itype),
  .cause_o(tip_cause),
  .tval_o(tip_tval),
  .priv_o(tip_priv),
  .iaddr_o(tip_iaddr),
  .iretire_o(tip_iretire),
  .ilastsize_o(tip_ilastsize),
  .halted_o(tip_halted),
  .stall_i(stall),
  .lost_o(hart_lost),
  .order_fault_o(order_fault),
  .address_fault_o(address_fault),
  .trap_fault_o(trap_fault),
  .assumed_o(assumed),
  .idle_o(hart_idle)
);
// verilator lint_on PINCONNECTEMPTY

// Signals of the port that RVFI does not have.
assign tip_trigger = '0;
assign tip_reset   = 1'b0;
@if filters_p@
assign tip_impdef  = '0;
@end@
@if data_trace@
assign {tip_dretire, tip_dtype, tip_dsize, tip_dblock, tip_daddr, tip_ddata, tip_doperand} = '0;
assign {tip_iaddr_lsbs, tip_lrid, tip_lresp, tip_lid, tip_sdata, tip_ldata} = '0;
@end@

// What never comes to the port is a finding, too. The rows have a gap there.
always @(negedge clk) begin
  if (rst_n && hart_lost) begin
    u_check.u_scoreboard.report_fault(
        "ingress: the buffer of the adapter is full, and records are lost [RvfiLost]");
  end
  if (rst_n && order_fault) begin
    u_check.u_scoreboard.report_fault(
        "ingress: rvfi_order is not the next one: a record is missing or repeated [RvfiOrder]");
  end
  if (rst_n && address_fault) begin
    u_check.u_scoreboard.report_fault(
        "ingress: rvfi_pc_rdata is not rvfi_pc_wdata of the record before [RvfiNext]");
  end
  if (rst_n && trap_fault) begin
    u_check.u_scoreboard.report_fault(
        "ingress: a trap has no event, or one of another kind or address [RvfiTrap]");
  end
end

rvt_rvfi_log #(
  .nret_p(@nret@),
  .xlen_p(@xlen@),
  .iaddress_width_p(@iaddress_width_p@),
  .ecause_width_p(@ecause_width_p@),
  .privilege_width_p(@privilege_width_p@),
  .trap_source_p(@trap_source@)
) u_log (
  .clk(clk),
  .valid(records & {@nret@{~debug}}),
  .order(rvfi_order),
  .insn(rvfi_insn),
  .trap(rvfi_trap),
  .intr(rvfi_intr),
  .mode(rvfi_mode),
  .pc_rdata(rvfi_pc_rdata),
  .pc_wdata(rvfi_pc_wdata),
@if trap_csrs@
  .mcause(rvfi_csr_mcause_rdata),
  .mtval(rvfi_csr_mtval_rdata),
  .mstatus(rvfi_csr_mstatus_rdata),
  .scause(rvfi_csr_scause_rdata),
  .stval(rvfi_csr_stval_rdata),
  .sstatus(rvfi_csr_sstatus_rdata),
@end@
@if !trap_csrs@
  .mcause('0),
  .mtval('0),
  .mstatus('0),
  .scause('0),
  .stval('0),
  .sstatus('0),
@end@
@if trap_port@
  .event_valid(trap_valid & play),
  .event_irq(trap_irq),
  .event_cause(trap_cause),
  .event_tval(trap_tval),
  .event_target(trap_target),
  .event_priv(trap_priv)
@end@
@if !trap_port@
  .event_valid(1'b0),
  .event_irq(1'b0),
  .event_cause('0),
  .event_tval('0),
  .event_target('0),
  .event_priv('0)
@end@
);
