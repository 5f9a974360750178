// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// core.svh of a kit: the core of docs/integration.md, with its trap CSRs in the place of its trap
// port, two channels of RVFI, and a deeper buffer. Two records share a cycle unless a trap lies
// between them.
`define RVT_ADAPTER_PARAMETERS .fifo_depth_p(16),

typedef struct packed {
  logic [63:0] order;
  logic [31:0] insn, pc_rdata, pc_wdata, mcause, mtval, mepc, mstatus;
  logic        trap, intr;
  logic [1:0]  mode;
} record_t;

record_t     now, held_q;   // held_q is older
logic        ended, valid, held_valid_q, pair, leaves;
logic        event_valid, event_irq;
logic [31:0] event_tval, event_epc, event_target;
logic [4:0]  event_cause;
logic [1:0]  event_priv;

rvfi_log_player u_core (
  .clk(clk), .rst_n(core_rst_n), .done(ended),
  .rvfi_valid(valid), .rvfi_order(now.order), .rvfi_insn(now.insn), .rvfi_trap(now.trap),
  .rvfi_intr(now.intr), .rvfi_mode(now.mode), .rvfi_pc_rdata(now.pc_rdata),
  .rvfi_pc_wdata(now.pc_wdata), .csr_mcause(now.mcause), .csr_mtval(now.mtval),
  .csr_mepc(now.mepc), .csr_mstatus(now.mstatus),
  .trap_valid(event_valid), .trap_irq(event_irq), .trap_cause(event_cause),
  .trap_tval(event_tval), .trap_epc(event_epc), .trap_target(event_target), .trap_priv(event_priv)
);

assign pair   = held_valid_q & valid & ~held_q.trap & ~now.intr;
assign leaves = held_valid_q & (valid | ended);

always_ff @(posedge clk) begin
  held_valid_q <= core_rst_n & (valid ? ~pair : held_valid_q & ~leaves);
  if (valid) held_q <= now;
  core_done <= ended & ~valid & ~held_valid_q;
end

assign rvfi_valid             = {pair, leaves};
assign rvfi_order             = {now.order, held_q.order};
assign rvfi_insn              = {now.insn, held_q.insn};
assign rvfi_trap              = {now.trap, held_q.trap};
assign rvfi_intr              = {now.intr, held_q.intr};
assign rvfi_mode              = {now.mode, held_q.mode};
assign rvfi_pc_rdata          = {now.pc_rdata, held_q.pc_rdata};
assign rvfi_pc_wdata          = {now.pc_wdata, held_q.pc_wdata};
assign rvfi_csr_mcause_rdata  = {now.mcause, held_q.mcause};
assign rvfi_csr_mtval_rdata   = {now.mtval, held_q.mtval};
assign rvfi_csr_mepc_rdata    = {now.mepc, held_q.mepc};
assign rvfi_csr_mstatus_rdata = {now.mstatus, held_q.mstatus};
assign rvfi_csr_scause_rdata  = '0;
assign rvfi_csr_stval_rdata   = '0;
assign rvfi_csr_sepc_rdata    = '0;
assign rvfi_csr_sstatus_rdata = '0;
assign rvfi_halt              = '0;
assign custom                 = '0;
assign custom_itype           = '0;
assign debug                  = 1'b0;
