// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// core.svh of a kit: the core of docs/integration.md, with its trap CSRs in the place of its trap
// port, and a deeper buffer.
`define RVT_ADAPTER_PARAMETERS .fifo_depth_p(16),

logic        ended, unused_valid, unused_irq;
logic [31:0] unused_tval, unused_epc, unused_target;
logic [4:0]  unused_cause;
logic [1:0]  unused_priv;

rvfi_log_player u_core (
  .clk(clk), .rst_n(core_rst_n), .done(ended),
  .rvfi_valid(rvfi_valid), .rvfi_order(rvfi_order), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),
  .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata),
  .rvfi_pc_wdata(rvfi_pc_wdata),
  .csr_mcause(rvfi_csr_mcause_rdata), .csr_mtval(rvfi_csr_mtval_rdata),
  .csr_mepc(rvfi_csr_mepc_rdata), .csr_mstatus(rvfi_csr_mstatus_rdata),
  .trap_valid(unused_valid), .trap_irq(unused_irq), .trap_cause(unused_cause),
  .trap_tval(unused_tval), .trap_epc(unused_epc), .trap_target(unused_target),
  .trap_priv(unused_priv)
);

always_ff @(posedge clk) core_done <= ended;
assign rvfi_halt             = '0;
assign rvfi_csr_scause_rdata  = '0;
assign rvfi_csr_stval_rdata   = '0;
assign rvfi_csr_sepc_rdata    = '0;
assign rvfi_csr_sstatus_rdata = '0;
assign custom                = '0;
assign custom_itype          = '0;
assign debug                 = 1'b0;
