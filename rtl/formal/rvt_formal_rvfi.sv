// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the adapter of cores: for any RVFI, any events on the trap port and any stall, no
// record is lost or duplicated unless that is reported, records stay in order, and each row has the
// half-words of the records that it stands for. The assertions are in the modules (RVT_ASSERT).

`default_nettype none

module rvt_formal_rvfi (
  input  logic         clk_i,
  input  logic [1:0]   valid_i,
  input  logic [127:0] order_i,
  input  logic [63:0]  insn_i,
  input  logic [1:0]   trap_i,
  input  logic [1:0]   halt_i,
  input  logic [1:0]   intr_i,
  input  logic [3:0]   mode_i,
  input  logic [63:0]  pc_i,
  input  logic [63:0]  next_i,
  input  logic         event_i,
  input  logic         irq_i,
  input  logic [1:0]   cause_i,
  input  logic [3:0]   tval_i,
  input  logic [3:0]   epc_i,
  input  logic [3:0]   target_i,
  input  logic [1:0]   trap_priv_i,
  input  logic         debug_i,
  input  logic         flush_i,
  input  logic         stall_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic [7:0] itype, iaddr;
  logic [1:0] cause, priv, ctype, sijump, ilastsize;
  logic [3:0] tval;
  logic [5:0] iretire;
  logic       context_out, time_out, halted;
  logic       lost, order_fault, address_fault, trap_fault, assumed, idle;

  rvt_rvfi_ingress #(
    .nret_p(2), .blocks_p(2), .iaddress_width_p(4), .ecause_width_p(2), .context_width_p(1),
    .time_width_p(1), .iretire_width_p(3), .trap_depth_p(2), .zcm_p(1), .fifo_depth_p(4)
  ) u_ingress (
    .clk_i, .rst_ni(rst_n),
    .rvfi_valid_i(valid_i), .rvfi_order_i(order_i), .rvfi_insn_i(insn_i), .rvfi_trap_i(trap_i),
    .rvfi_halt_i(halt_i), .rvfi_intr_i(intr_i), .rvfi_mode_i(mode_i), .rvfi_pc_rdata_i(pc_i),
    .rvfi_pc_wdata_i(next_i),
    .rvfi_csr_mcause_rdata_i('0), .rvfi_csr_mtval_rdata_i('0), .rvfi_csr_mepc_rdata_i('0),
    .rvfi_csr_mstatus_rdata_i('0), .rvfi_csr_scause_rdata_i('0), .rvfi_csr_stval_rdata_i('0),
    .rvfi_csr_sepc_rdata_i('0), .rvfi_csr_sstatus_rdata_i('0),
    .trap_valid_i(event_i), .trap_irq_i(irq_i), .trap_cause_i(cause_i), .trap_tval_i(tval_i),
    .trap_epc_i(epc_i), .trap_target_i(target_i), .trap_priv_i(trap_priv_i),
    .custom_i('0), .custom_itype_i('0), .context_i('0), .time_i('0), .debug_i, .flush_i,
    .itype_o(itype), .cause_o(cause), .tval_o(tval), .priv_o(priv), .iaddr_o(iaddr),
    .context_o(context_out), .time_o(time_out), .ctype_o(ctype), .sijump_o(sijump),
    .iretire_o(iretire), .ilastsize_o(ilastsize), .halted_o(halted), .stall_i,
    .lost_o(lost), .order_fault_o(order_fault), .address_fault_o(address_fault),
    .trap_fault_o(trap_fault), .assumed_o(assumed), .idle_o(idle)
  );

endmodule

`default_nettype wire
