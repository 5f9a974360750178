// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// From RVFI, the interface of the RISC-V formal framework, to the ingress port of a trace encoder:
// nret_p records per cycle in, one row per cycle out. README.md describes how to connect it.
//
//   RVFI, trap port -> rvt_rvfi_records -> buffer -> rvt_rvfi_former -> ingress port
//
// A core cannot wait for its trace, so what comes while the buffer is full is dropped (lost_o), and
// what follows until it is empty. The rows continue with a gap: one row with halted_o, after which
// the encoder starts anew. The same row takes the place of records that RVFI itself left out, and
// of a trap without an event.
//
// Timing: the row of a record leaves when the next record, or flush_i, is known: two cycles after
// that, if the encoder does not stall. Outputs come from registers and are held while stall_i is 1.
//
// Spec: RVFI (riscv-formal, docs/source/rvfi.rst); E-Trace v2.0.4, Instruction Trace Interface.

`default_nettype none

module rvt_rvfi_ingress #(
  parameter int unsigned nret_p                = 1,
  parameter int unsigned blocks_p              = 1,
  parameter int unsigned retires_p             = 8,  // 1: iretire counts instructions
  parameter int unsigned iaddress_width_p      = 64,
  parameter int unsigned itype_width_p         = 4,
  parameter int unsigned ecause_width_p        = 5,
  parameter int unsigned privilege_width_p     = 2,
  parameter int unsigned context_width_p       = 16,
  parameter int unsigned time_width_p          = 32,
  parameter int unsigned ctype_width_p         = 2,
  parameter int unsigned iretire_width_p       = 8,
  parameter int unsigned ilastsize_width_p     = 1,
  parameter int unsigned trap_source_p         = 0,  // 0: trap port, 1: trap CSRs, 2: none
  parameter int unsigned trap_depth_p          = 4,
  parameter int unsigned trap_target_p         = 1,  // the trap port has trap_target_i
  parameter int unsigned no_cause_p            = 0,  // cause where none is known
  parameter int unsigned zcm_p                 = 0,  // Zcmp and Zcmt, so no Zcd
  parameter int unsigned uninferable_jalr_x0_p = 0,
  parameter int unsigned fifo_depth_p          = 8,  // at least 4
  localparam int unsigned xlen_p               = (iaddress_width_p > 32) ? 64 : 32
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  // RVFI, channel 0 (the oldest record) in the lowest bits
  input  logic [nret_p-1:0]                     rvfi_valid_i,
  input  logic [64*nret_p-1:0]                  rvfi_order_i,
  input  logic [32*nret_p-1:0]                  rvfi_insn_i,
  input  logic [nret_p-1:0]                     rvfi_trap_i,
  input  logic [nret_p-1:0]                     rvfi_halt_i,
  input  logic [nret_p-1:0]                     rvfi_intr_i,
  input  logic [privilege_width_p*nret_p-1:0]   rvfi_mode_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_pc_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_pc_wdata_i,
  // its trap CSRs, with trap_source_p 1
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_mcause_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_mtval_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_mepc_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_mstatus_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_scause_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_stval_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_sepc_rdata_i,
  input  logic [xlen_p*nret_p-1:0]              rvfi_csr_sstatus_rdata_i,
  // trap port, with trap_source_p 0: a trap is taken
  input  logic                                  trap_valid_i,
  input  logic                                  trap_irq_i,     // an interrupt
  input  logic [ecause_width_p-1:0]             trap_cause_i,
  input  logic [iaddress_width_p-1:0]           trap_tval_i,
  input  logic [iaddress_width_p-1:0]           trap_epc_i,
  input  logic [iaddress_width_p-1:0]           trap_target_i,  // the handler
  input  logic [privilege_width_p-1:0]          trap_priv_i,    // before the trap
  // what RVFI does not have, in the cycle of the records
  input  logic [nret_p-1:0]                     custom_i,       // custom_itype_i is the class
  input  logic [4*nret_p-1:0]                   custom_itype_i,
  input  logic [context_width_p-1:0]            context_i,
  input  logic [time_width_p-1:0]               time_i,
  input  logic                                  debug_i,        // the hart is in debug mode
  input  logic                                  flush_i,        // do not wait for the next record
  // ingress port, block 0 (the oldest) in the lowest bits
  output logic [blocks_p*itype_width_p-1:0]     itype_o,
  output logic [ecause_width_p-1:0]             cause_o,
  output logic [iaddress_width_p-1:0]           tval_o,
  output logic [privilege_width_p-1:0]          priv_o,
  output logic [blocks_p*iaddress_width_p-1:0]  iaddr_o,
  output logic [context_width_p-1:0]            context_o,
  output logic [time_width_p-1:0]               time_o,
  output logic [ctype_width_p-1:0]              ctype_o,
  output logic [blocks_p-1:0]                   sijump_o,
  output logic [blocks_p*iretire_width_p-1:0]   iretire_o,
  output logic [blocks_p*ilastsize_width_p-1:0] ilastsize_o,
  output logic                                  halted_o,
  input  logic                                  stall_i,
  // status
  output logic                                  lost_o,         // this cycle is dropped
  output logic                                  order_fault_o,  // rvfi_order is not the next one
  output logic                                  address_fault_o, // nor is rvfi_pc_rdata
  output logic                                  trap_fault_o,   // no event for a trap, or another
  output logic                                  assumed_o,      // a cause is assumed
  output logic                                  idle_o          // every record has its row
);

  localparam int unsigned EntryBits = 10 + ecause_width_p + 5 * iaddress_width_p
                                    + 2 * privilege_width_p + context_width_p + time_width_p
                                    + nret_p * (7 + itype_width_p + iaddress_width_p
                                                + privilege_width_p);
  localparam int unsigned FreeBits  = $clog2(fifo_depth_p + 1);
  localparam int unsigned MppLsb    = 11;
  localparam int unsigned SppLsb    = 8;

  if (nret_p < 1) begin : gen_bad_nret
    $error("nret_p must be at least 1");
  end
  if (blocks_p < 1 || blocks_p > 4) begin : gen_bad_blocks
    $error("blocks_p must be 1 to 4");
  end
  if (retires_p > 1 && 2 * nret_p >= 2 ** iretire_width_p) begin : gen_bad_iretire
    $error("iretire_width_p does not fit nret_p instructions");
  end
  if (trap_source_p > 2) begin : gen_bad_source
    $error("trap_source_p must be 0, 1 or 2");
  end
  if (fifo_depth_p < 4) begin : gen_bad_depth
    $error("fifo_depth_p must be at least 4");
  end

  // The records of the cycle, and what surrounds them.
  logic [nret_p-1:0]                  records, retires, long, ends, sijump, cut, first, last;
  logic [nret_p*itype_width_p-1:0]    itype;
  logic [nret_p*iaddress_width_p-1:0] pc, next;
  logic                               follows, handler, traps, ecall, ebreak;
  logic [iaddress_width_p-1:0]        after, first_pc;
  logic [privilege_width_p-1:0]       last_priv;

  assign records = debug_i ? '0 : rvfi_valid_i;

  for (genvar k = 0; k < nret_p; k++) begin : gen_pc
    assign pc[iaddress_width_p*k+:iaddress_width_p] =
        rvfi_pc_rdata_i[xlen_p*k+:iaddress_width_p];
    assign next[iaddress_width_p*k+:iaddress_width_p] =
        rvfi_pc_wdata_i[xlen_p*k+:iaddress_width_p];
  end

  rvt_rvfi_records #(
    .nret_p(nret_p), .xlen_p(xlen_p), .iaddress_width_p(iaddress_width_p),
    .itype_width_p(itype_width_p), .zcm_p(zcm_p),
    .uninferable_jalr_x0_p(uninferable_jalr_x0_p)
  ) u_records (
    .clk_i, .rst_ni,
    .valid_i(records), .order_i(rvfi_order_i), .insn_i(rvfi_insn_i), .trap_i(rvfi_trap_i),
    .intr_i(rvfi_intr_i), .pc_i(pc), .next_i(next), .custom_i, .custom_itype_i,
    .restart_i(debug_i),
    .retires_o(retires), .long_o(long), .itype_o(itype), .ends_o(ends), .sijump_o(sijump),
    .cut_o(cut), .first_o(first), .last_o(last), .follows_o(follows), .traps_o(traps),
    .ecall_o(ecall), .ebreak_o(ebreak), .after_o(after), .order_fault_o, .address_fault_o
  );

  // What the first record shows, and the privilege of the last.
  logic                         first_mode_m;
  logic [privilege_width_p-1:0] first_mode;
  logic [xlen_p-1:0]            csr_cause, csr_tval, csr_epc, csr_status;
  logic [privilege_width_p-1:0] csr_priv;

  always_comb begin
    first_pc     = '0;
    first_mode_m = 1'b0;
    first_mode   = '0;
    last_priv    = '0;
    csr_cause    = '0;
    csr_tval     = '0;
    csr_epc      = '0;
    csr_status   = '0;
    for (int unsigned k = 0; k < nret_p; k++) begin
      if (first[k]) begin
        first_pc     = pc[iaddress_width_p*k+:iaddress_width_p];
        first_mode   = rvfi_mode_i[privilege_width_p*k+:privilege_width_p];
        first_mode_m = first_mode == privilege_width_p'(3);
        csr_cause    = first_mode_m ? rvfi_csr_mcause_rdata_i[xlen_p*k+:xlen_p]
                                    : rvfi_csr_scause_rdata_i[xlen_p*k+:xlen_p];
        csr_tval     = first_mode_m ? rvfi_csr_mtval_rdata_i[xlen_p*k+:xlen_p]
                                    : rvfi_csr_stval_rdata_i[xlen_p*k+:xlen_p];
        csr_epc      = first_mode_m ? rvfi_csr_mepc_rdata_i[xlen_p*k+:xlen_p]
                                    : rvfi_csr_sepc_rdata_i[xlen_p*k+:xlen_p];
        csr_status   = first_mode_m ? rvfi_csr_mstatus_rdata_i[xlen_p*k+:xlen_p]
                                    : rvfi_csr_sstatus_rdata_i[xlen_p*k+:xlen_p];
      end
      if (last[k]) begin
        last_priv = rvfi_mode_i[privilege_width_p*k+:privilege_width_p];
      end
    end
  end

  // The bits of addresses and CSRs that the trace does not have.
  logic unused;
  assign unused = ^{rvfi_pc_rdata_i, rvfi_pc_wdata_i, csr_cause, csr_tval, csr_epc, csr_status};

  assign handler  = (first & rvfi_intr_i) != '0;
  assign csr_priv = first_mode_m ? privilege_width_p'(csr_status[MppLsb+:2])
                                 : privilege_width_p'(csr_status[SppLsb]);

  // The buffer. An entry is a cycle in which something happens.
  logic                 wants, room, push, flush, breaks, event_now, irq;
  logic                 flush_q, gap_q, break_q, debug_q;  // break_q: of debug mode
  logic [FreeBits-1:0]  free;
  logic [EntryBits-1:0] entry, head;
  logic                 waits, pop;

  logic [ecause_width_p-1:0]    cause;
  logic [iaddress_width_p-1:0]  tval, epc;
  logic [privilege_width_p-1:0] trap_priv;

  assign event_now = (trap_source_p == 0) & trap_valid_i;
  assign irq       = (trap_source_p == 0) ? trap_irq_i   : csr_cause[xlen_p-1];
  assign cause     = (trap_source_p == 0) ? trap_cause_i : ecause_width_p'(csr_cause);
  assign tval      = (trap_source_p == 0) ? trap_tval_i  : csr_tval[iaddress_width_p-1:0];
  assign epc       = (trap_source_p == 0) ? trap_epc_i   : csr_epc[iaddress_width_p-1:0];
  assign trap_priv = (trap_source_p == 0) ? trap_priv_i
                   : (trap_source_p == 1) ? csr_priv : first_mode;

  assign flush  = flush_i | flush_q | ((records & rvfi_halt_i) != '0);
  assign breaks = gap_q | break_q | ((first & cut) != '0) | (debug_i & ~debug_q);
  assign wants  = (records != '0) | event_now | flush | (debug_i != debug_q);
  assign room   = gap_q ? free == FreeBits'(fifo_depth_p) : free != '0;
  assign push   = wants & room;
  assign lost_o = ((records != '0) | event_now) & ~room;
  assign entry  = {breaks, debug_i, flush, follows, handler, traps, ecall, ebreak, event_now,
                   irq, cause, tval, epc, trap_target_i, trap_priv, after, first_pc, last_priv,
                   context_i, time_i,
                   records, retires, long, ends, sijump, cut & ~first, last,
                   itype, pc, rvfi_mode_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flush_q <= 1'b0;
      gap_q   <= 1'b0;
      break_q <= 1'b0;
      debug_q <= 1'b0;
    end else begin
      flush_q <= flush & ~push;
      break_q <= (break_q | (debug_i & ~debug_q)) & ~push;
      gap_q   <= (gap_q & ~push) | lost_o;
      if (push) begin
        debug_q <= debug_i;
      end
    end
  end

  rvt_ingress_fifo #(
    .width_p(EntryBits), .depth_p(fifo_depth_p)
  ) u_fifo (
    .clk_i, .rst_ni,
    .push_i(push), .wdata_i(entry), .free_o(free),
    .rvalid_o(waits), .pop_i(pop), .rdata_o(head)
  );

  // The rows.
  logic                               h_breaks, h_debug, h_flush, h_follows, h_handler, h_traps;
  logic                               h_ecall, h_ebreak, h_event, h_irq;
  logic [ecause_width_p-1:0]          h_cause;
  logic [iaddress_width_p-1:0]        h_tval, h_epc, h_target, h_after, h_first_pc;
  logic [privilege_width_p-1:0]       h_trap_priv, h_last_priv;
  logic [context_width_p-1:0]         h_context;
  logic [time_width_p-1:0]            h_time;
  logic [nret_p-1:0]                  h_records, h_retires, h_long, h_ends, h_sijump, h_cut;
  logic [nret_p-1:0]                  h_last;
  logic [nret_p*itype_width_p-1:0]    h_itype;
  logic [nret_p*iaddress_width_p-1:0] h_pc;
  logic [nret_p*privilege_width_p-1:0] h_priv;

  assign {h_breaks, h_debug, h_flush, h_follows, h_handler, h_traps, h_ecall, h_ebreak, h_event,
          h_irq, h_cause, h_tval, h_epc, h_target, h_trap_priv, h_after, h_first_pc, h_last_priv,
          h_context, h_time,
          h_records, h_retires, h_long, h_ends, h_sijump, h_cut, h_last,
          h_itype, h_pc, h_priv} = head;

  logic                                  ready, row, halted, debug, busy, shown_q;
  logic [blocks_p*itype_width_p-1:0]     row_itype;
  logic [ecause_width_p-1:0]             row_cause;
  logic [iaddress_width_p-1:0]           row_tval;
  logic [privilege_width_p-1:0]          row_priv;
  logic [blocks_p*iaddress_width_p-1:0]  row_iaddr;
  logic [context_width_p-1:0]            row_context;
  logic [time_width_p-1:0]               row_time;
  logic [ctype_width_p-1:0]              row_ctype;
  logic [blocks_p-1:0]                   row_sijump;
  logic [blocks_p*iretire_width_p-1:0]   row_iretire;
  logic [blocks_p*ilastsize_width_p-1:0] row_ilastsize;

  rvt_rvfi_former #(
    .nret_p(nret_p), .blocks_p(blocks_p), .retires_p(retires_p),
    .iaddress_width_p(iaddress_width_p), .itype_width_p(itype_width_p),
    .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
    .context_width_p(context_width_p), .time_width_p(time_width_p),
    .ctype_width_p(ctype_width_p), .iretire_width_p(iretire_width_p),
    .ilastsize_width_p(ilastsize_width_p), .trap_source_p(trap_source_p),
    .trap_depth_p(trap_depth_p), .trap_target_p(trap_target_p), .no_cause_p(no_cause_p)
  ) u_former (
    .clk_i, .rst_ni,
    .valid_i(waits), .pop_o(pop), .break_i(h_breaks), .debug_i(h_debug), .flush_i(h_flush),
    .records_i(h_records), .retires_i(h_retires), .long_i(h_long), .itype_i(h_itype),
    .ends_i(h_ends), .sijump_i(h_sijump), .cut_i(h_cut), .pc_i(h_pc), .priv_i(h_priv),
    .last_i(h_last), .follows_i(h_follows), .handler_i(h_handler), .first_pc_i(h_first_pc),
    .traps_i(h_traps), .ecall_i(h_ecall), .ebreak_i(h_ebreak), .last_priv_i(h_last_priv),
    .after_i(h_after), .context_i(h_context), .time_i(h_time),
    .event_i(h_event), .irq_i(h_irq), .cause_i(h_cause), .tval_i(h_tval), .epc_i(h_epc),
    .target_i(h_target), .trap_priv_i(h_trap_priv),
    .ready_i(ready), .row_o(row), .halted_o(halted), .debug_o(debug),
    .itype_o(row_itype), .iaddr_o(row_iaddr), .iretire_o(row_iretire),
    .ilastsize_o(row_ilastsize), .sijump_o(row_sijump), .cause_o(row_cause),
    .tval_o(row_tval), .priv_o(row_priv), .context_o(row_context), .ctype_o(row_ctype),
    .time_o(row_time), .assumed_o, .missing_o(trap_fault_o), .busy_o(busy)
  );

  assign ready  = ~(stall_i & shown_q);
  assign idle_o = ~waits & ~busy & ~shown_q & ~flush_q & ~gap_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shown_q   <= 1'b0;
      itype_o   <= '0;
      iretire_o <= '0;
      halted_o  <= 1'b0;
    end else if (ready) begin
      shown_q   <= row;
      itype_o   <= (row & ~halted) ? row_itype : '0;
      iretire_o <= (row & ~halted) ? row_iretire : '0;
      halted_o  <= row ? halted : debug;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready & row) begin
      cause_o     <= row_cause;
      tval_o      <= row_tval;
      priv_o      <= row_priv;
      iaddr_o     <= row_iaddr;
      context_o   <= row_context;
      time_o      <= row_time;
      ctype_o     <= row_ctype;
      sijump_o    <= row_sijump;
      ilastsize_o <= row_ilastsize;
    end
  end

`ifdef RVT_ASSERT
  localparam int unsigned RowBits = blocks_p * (itype_width_p + iretire_width_p + iaddress_width_p
                                                + ilastsize_width_p + 1)
                                  + ecause_width_p + iaddress_width_p + privilege_width_p;

  // One cycle ago: the row that was formed, the row that was stalled, and a loss.
  logic               formed_q, stalled_q, dropped_q, formed_halted_q;
  logic [RowBits-1:0] formed_row_q, port_q, port;

  assign port = {itype_o, iretire_o, iaddr_o, ilastsize_o, sijump_o, cause_o, tval_o, priv_o};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      formed_q  <= 1'b0;
      stalled_q <= 1'b0;
      dropped_q <= 1'b0;
    end else begin
      formed_q  <= ready & row;
      stalled_q <= shown_q & stall_i;
      dropped_q <= lost_o;
    end
  end

  always @(posedge clk_i) begin
    formed_halted_q <= halted;
    formed_row_q    <= {row_itype, row_iretire, row_iaddr, row_ilastsize, row_sijump, row_cause,
                        row_tval, row_priv};
    port_q          <= port;
    if (rst_ni) begin
      CycleIsKeptOrLost: assert (((records == '0) & ~event_now) | (push ^ lost_o));
      LossIsRemembered:  assert (~dropped_q | gap_q);
      LossBreaksPath:    assert (~(push & gap_q) | breaks);
      RowReachesPort:    assert (~formed_q | (formed_halted_q ? halted_o & (iretire_o == '0)
                                                              : port == formed_row_q));
      StalledRowStays:   assert (~stalled_q | (port == port_q));
    end
  end
`endif

endmodule

`default_nettype wire
