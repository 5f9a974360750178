// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Edit this file: rvt_core.svh includes it. Replace the port names of @top@ (left of each bracket)
// by those of your core. The names in brackets are signals of the bench. README.md has the order of
// work.

// ---- 1. The core ----------------------------------------------------------------------------

@top@ u_core (
  .clk           (clk),
  .rst_n         (core_rst_n),
@if trap_port@
  // A trap is taken, in a cycle before that of the record of the handler's first instruction.
  .trap_valid    (trap_valid),
  .trap_irq      (trap_irq),     // an interrupt
  .trap_cause    (trap_cause),
  .trap_tval     (trap_tval),
  .trap_epc      (trap_epc),     // where it is taken
  .trap_target   (trap_target),  // the handler
  .trap_priv     (trap_priv),    // the privilege before it
@end@
@if trap_csrs@
  // The trap CSRs in the first record of a handler; without supervisor mode, assign 0 to s...
  .rvfi_csr_mcause_rdata (rvfi_csr_mcause_rdata),
  .rvfi_csr_mtval_rdata  (rvfi_csr_mtval_rdata),
  .rvfi_csr_mepc_rdata   (rvfi_csr_mepc_rdata),
  .rvfi_csr_mstatus_rdata(rvfi_csr_mstatus_rdata),
  .rvfi_csr_scause_rdata (rvfi_csr_scause_rdata),
  .rvfi_csr_stval_rdata  (rvfi_csr_stval_rdata),
  .rvfi_csr_sepc_rdata   (rvfi_csr_sepc_rdata),
  .rvfi_csr_sstatus_rdata(rvfi_csr_sstatus_rdata),
@end@
  .rvfi_valid    (rvfi_valid),
  .rvfi_order    (rvfi_order),
  .rvfi_insn     (rvfi_insn),
  .rvfi_trap     (rvfi_trap),
  .rvfi_halt     (rvfi_halt),
  .rvfi_intr     (rvfi_intr),
  .rvfi_mode     (rvfi_mode),
  .rvfi_pc_rdata (rvfi_pc_rdata),
  .rvfi_pc_wdata (rvfi_pc_wdata)
);

// ---- 2. MEMORY: connect the bus of your core here --------------------------------------------
//
// Your memory model, and devices if the program needs them. Load the program that ELF names, for
// example with $readmemh and what `objcopy -O verilog` made of it.

// ---- 3. The end of the program ---------------------------------------------------------------

// Or: a store to the address by which your programs end. +rvt_cycles limits the run otherwise.
assign core_done = (rvfi_valid & rvfi_halt) != '0;

// ---- 4. What RVFI does not have --------------------------------------------------------------
//
// A core with Zcmp or Zcmt: `define RVT_ADAPTER_PARAMETERS .zcm_p(1), and zcm in the configuration.

assign custom       = '0;    // 1: an instruction that the ISA does not define ...
assign custom_itype = '0;    // ... and its itype, 4 bits
assign debug        = 1'b0;  // 1: the core is in debug mode
@if !nocontext_p@
assign hart_context = '0;
@end@
@if !notime_p@
assign hart_time    = '0;
@end@
