// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Rows from the entries of the buffer, in order. A group of records is held until the next records
// are known, because these show whether a trap lies between; then it becomes one row, or several.
// The next group follows in the cycle after its last row.
//
// For an entry, in this order: the rows of the group that is held; the traps before the records of
// the entry, each on the last row or on a row of its own; a row that marks a gap; then the entry's
// records are held. Where records are missing, or a trap for which there is no event, the gap is a
// row in which the hart is halted: the encoder reports the last instruction before it, and starts
// again with a synchronisation packet.
//
// Timing: at most one row per cycle in which ready_i is 1; an entry leaves (pop_o) in the cycle of
// the last row before its records. Without an entry, the group is held, until flush.
//
// Spec: E-Trace, Instruction Trace Interface (halted, ctype); ETR-ING-009, -017, -020; ETR-CTX-003.

`default_nettype none

module rvt_rvfi_former #(
  parameter int unsigned nret_p            = 1,
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned retires_p         = 8,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned context_width_p   = 16,
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned ctype_width_p     = 2,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned trap_source_p     = 0,
  parameter int unsigned trap_depth_p      = 4,
  parameter int unsigned trap_target_p     = 1,
  parameter int unsigned no_cause_p        = 0
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  // the entry: records, if any is in records_i
  input  logic                                  valid_i,
  output logic                                  pop_o,
  input  logic                                  break_i,    // follows from nothing before it
  input  logic                                  debug_i,    // the hart is in debug mode; no records
  input  logic                                  flush_i,    // after its records
  input  logic [nret_p-1:0]                     records_i,
  input  logic [nret_p-1:0]                     retires_i,
  input  logic [nret_p-1:0]                     long_i,
  input  logic [nret_p*itype_width_p-1:0]       itype_i,
  input  logic [nret_p-1:0]                     ends_i,
  input  logic [nret_p-1:0]                     sijump_i,
  input  logic [nret_p-1:0]                     cut_i,      // not of the first record
  input  logic [nret_p*iaddress_width_p-1:0]    pc_i,
  input  logic [nret_p*privilege_width_p-1:0]   priv_i,
  input  logic [nret_p-1:0]                     last_i,     // the last record, one-hot
  input  logic                                  follows_i,  // the last record before did not retire
  input  logic                                  handler_i,  // the first is the first of a handler
  input  logic [iaddress_width_p-1:0]           first_pc_i,
  input  logic                                  traps_i,    // the last does not retire
  input  logic                                  ecall_i,
  input  logic                                  ebreak_i,
  input  logic [privilege_width_p-1:0]          last_priv_i,
  input  logic [iaddress_width_p-1:0]           after_i,    // where a trap after it is taken
  input  logic [context_width_p-1:0]            context_i,
  input  logic [time_width_p-1:0]               time_i,
  input  logic                                  event_i,    // trap port
  input  logic                                  irq_i,      // trap port, or trap CSRs
  input  logic [ecause_width_p-1:0]             cause_i,
  input  logic [iaddress_width_p-1:0]           tval_i,
  input  logic [iaddress_width_p-1:0]           epc_i,
  input  logic [iaddress_width_p-1:0]           target_i,
  input  logic [privilege_width_p-1:0]          trap_priv_i,
  // the row
  input  logic                                  ready_i,
  output logic                                  row_o,      // instructions, a trap, or a gap
  output logic                                  halted_o,   // ... a gap: the rest is ignored
  output logic                                  debug_o,    // the hart is in debug mode
  output logic [blocks_p*itype_width_p-1:0]     itype_o,
  output logic [blocks_p*iaddress_width_p-1:0]  iaddr_o,
  output logic [blocks_p*iretire_width_p-1:0]   iretire_o,
  output logic [blocks_p*ilastsize_width_p-1:0] ilastsize_o,
  output logic [blocks_p-1:0]                   sijump_o,
  output logic [ecause_width_p-1:0]             cause_o,
  output logic [iaddress_width_p-1:0]           tval_o,
  output logic [privilege_width_p-1:0]          priv_o,
  output logic [context_width_p-1:0]            context_o,
  output logic [ctype_width_p-1:0]              ctype_o,
  output logic [time_width_p-1:0]               time_o,
  output logic                                  assumed_o,  // of the trap of the row
  output logic                                  missing_o,  // no trap explains the entry
  output logic                                  busy_o      // a group is held
);

  // The group that is held.
  logic [nret_p-1:0]                   left_q;      // records without a row
  logic [nret_p-1:0]                   retires_q, long_q, ends_q, sijump_q, cut_q, last_q;
  logic [nret_p*itype_width_p-1:0]     itype_q;
  logic [nret_p*iaddress_width_p-1:0]  pc_q;
  logic [nret_p*privilege_width_p-1:0] priv_q;
  logic                                ecall_q, ebreak_q;
  logic [privilege_width_p-1:0]        last_priv_q;
  logic [context_width_p-1:0]          context_q;
  logic [time_width_p-1:0]             time_q;
  logic                                flush_q;     // the group does not wait

  // The place before the entry.
  logic                        known_q;    // at_q is where a trap would be taken
  logic [iaddress_width_p-1:0] at_q;
  logic                        traps_q;    // a record did not retire, its trap has no row yet
  logic                        entered_q;  // a trap has a row, no instruction after it has one
  logic                        broken_q;   // the gap before the entry has its row
  logic                        debug_q;

  logic [context_width_p-1:0]  shown_q;    // the context of the latest instructions with a row
  logic                        shown_known_q;

  logic                        records, must_break, ends_group, asks, gives, alone;
  logic                        found, stale, lacks, missing, final_trap, take, load, gap, cuts;
  logic                        trap_in, retires;
  logic                        trap_irq, trap_target_known, trap_assumed;
  logic [ecause_width_p-1:0]   trap_cause;
  logic [iaddress_width_p-1:0] trap_tval, trap_epc, trap_target;
  logic [privilege_width_p-1:0] trap_priv;
  logic [nret_p-1:0]           retiring, left;

  assign records    = valid_i & (records_i != '0);
  assign must_break = valid_i & break_i & ~broken_q;
  assign ends_group = flush_q | records | must_break;

  // A trap is due before the records of the entry, or before the gap or the end of the group.
  assign asks = (flush_q | must_break) ? traps_q
              : records & (traps_q | (handler_i & ~(entered_q & (~known_q
                                                                 | (at_q == first_pc_i)))));

  rvt_rvfi_traps #(
    .trap_source_p(trap_source_p), .trap_depth_p(trap_depth_p), .trap_target_p(trap_target_p),
    .iaddress_width_p(iaddress_width_p), .ecause_width_p(ecause_width_p),
    .privilege_width_p(privilege_width_p), .no_cause_p(no_cause_p)
  ) u_traps (
    .clk_i, .rst_ni,
    .event_i(event_i & pop_o), .event_irq_i(irq_i), .event_cause_i(cause_i),
    .event_tval_i(tval_i), .event_epc_i(epc_i), .event_target_i(target_i),
    .event_priv_i(trap_priv_i),
    .clear_i(gap & ~(gives & cuts) & ready_i),
    .known_i(known_q), .at_i(at_q),
    .exception_i(traps_q), .ecall_i(ecall_q), .ebreak_i(ebreak_q), .priv_i(last_priv_q),
    .record_i(records & ~flush_q & ~must_break), .pc_i(first_pc_i),
    .csr_irq_i(irq_i), .csr_cause_i(cause_i), .csr_tval_i(tval_i), .csr_epc_i(epc_i),
    .csr_priv_i(trap_priv_i),
    .found_o(found), .stale_o(stale),
    .irq_o(trap_irq), .cause_o(trap_cause), .tval_o(trap_tval), .epc_o(trap_epc),
    .priv_o(trap_priv), .target_known_o(trap_target_known), .target_o(trap_target),
    .assumed_o(trap_assumed),
    .take_i(take)
  );

  assign retiring = (follows_i & records & ~must_break & ~flush_q) ? retires_q & ~last_q
                                                                   : retires_q;

  rvt_rvfi_rows #(
    .nret_p(nret_p), .blocks_p(blocks_p), .retires_p(retires_p),
    .iaddress_width_p(iaddress_width_p), .itype_width_p(itype_width_p),
    .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
    .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p)
  ) u_rows (
    .left_i(left_q),
    .retires_i(retiring),
    .long_i(long_q), .itype_i(itype_q), .ends_i(ends_q), .sijump_i(sijump_q), .cut_i(cut_q),
    .pc_i(pc_q), .priv_i(priv_q),
    .trap_i(asks & found), .trap_irq_i(trap_irq), .trap_cause_i(trap_cause),
    .trap_tval_i(trap_tval), .trap_epc_i(trap_epc), .trap_priv_i(trap_priv),
    .itype_o, .iaddr_o, .iretire_o, .ilastsize_o, .sijump_o, .cause_o, .tval_o, .priv_o,
    .retires_o(retires), .gap_o(cuts), .left_o(left), .trap_o(trap_in)
  );

  // In this cycle: rows of the group and of traps; then a gap; then the entry is taken.
  assign alone   = left == '0;
  assign gives   = ends_group & ((left_q != '0) | (asks & found));
  assign lacks   = asks & ~found & known_q & ~flush_q & ~must_break;
  assign missing = ~gives & lacks;
  assign gap     = ends_group & ((gives & cuts) | missing | (~gives & ~flush_q & must_break));
  assign take    = ready_i & ends_group & asks & ((found & trap_in) | (~gives & stale));
  assign final_trap = trap_in & (~handler_i | ~trap_target_known | (trap_target == first_pc_i));
  assign load    = ready_i & valid_i & ~flush_q & ~must_break & ~lacks
                 & ~(asks & ((found & ~final_trap) | stale)) & (records ? alone & ~cuts : 1'b1);
  assign pop_o   = load;

  assign row_o     = gap | (gives & (retires | trap_in));
  assign halted_o  = gap;
  assign debug_o   = debug_q;
  assign missing_o = ready_i & missing;
  assign assumed_o = ready_i & ends_group & trap_in & trap_assumed;
  assign busy_o    = (left_q != '0) | traps_q;

  assign context_o = (retires | shown_known_q) ? context_q : context_i;
  assign time_o    = (retires | ~valid_i | ~trap_irq) ? time_q : time_i;

  always_comb begin
    ctype_o = '0;
    if (retires & shown_known_q & (context_q != shown_q)) begin
      ctype_o = ctype_width_p'((ctype_width_p > 1) ? rvt_pkg::CtypePrecise
                                                   : rvt_pkg::CtypeImprecise);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q        <= '0;
      flush_q       <= 1'b0;
      known_q       <= 1'b0;
      traps_q       <= 1'b0;
      entered_q     <= 1'b0;
      broken_q      <= 1'b0;
      debug_q       <= 1'b0;
      shown_known_q <= 1'b0;
    end else if (ready_i) begin
      if (ends_group) begin
        left_q <= left;
        if (flush_q & alone & ~cuts & (~(asks & found) | trap_in)) begin
          flush_q <= 1'b0;
        end
        if (trap_in) begin
          traps_q   <= 1'b0;
          entered_q <= 1'b1;
          known_q   <= trap_target_known;
        end
        if (gap & ~(gives & cuts)) begin
          traps_q   <= 1'b0;
          entered_q <= 1'b0;
          known_q   <= 1'b0;
          broken_q  <= must_break;
        end
        if (retires & ~gap) begin
          shown_known_q <= 1'b1;
        end
      end
      if (load) begin
        broken_q <= 1'b0;
        flush_q  <= flush_i;
        debug_q  <= debug_i;
        if (records) begin
          left_q    <= records_i;
          known_q   <= 1'b1;
          traps_q   <= traps_i;
          entered_q <= 1'b0;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_i) begin
      if (ends_group & trap_in) begin
        at_q <= trap_target;
      end
      if (ends_group & retires & ~gap) begin
        shown_q <= context_q;
      end
      if (gives & cuts) begin
        cut_q <= cut_q & ~(left_q & (~left_q + nret_p'(1)));  // the oldest that is left
      end
      if (load & records) begin
        retires_q   <= retires_i;
        long_q      <= long_i;
        ends_q      <= ends_i;
        sijump_q    <= sijump_i;
        cut_q       <= cut_i;
        last_q      <= last_i;
        itype_q     <= itype_i;
        pc_q        <= pc_i;
        priv_q      <= priv_i;
        ecall_q     <= ecall_i;
        ebreak_q    <= ebreak_i;
        last_priv_q <= last_priv_i;
        context_q   <= context_i;
        time_q      <= time_i;
        at_q        <= after_i;
      end
    end
  end

`ifdef RVT_ASSERT
  // The records that leave in this cycle; half-words, or instructions, of them and of the row.
  logic [nret_p-1:0] leaving;
  logic [7:0]        left_size, row_size;
  // The records of the latest entry; a gap has its row since.
  logic              held_q, gap_q;
  logic [nret_p-1:0] records_q;

  assign leaving = left_q & ~left;

  always_comb begin
    left_size = '0;
    row_size  = '0;
    for (int unsigned k = 0; k < nret_p; k++) begin
      if (leaving[k] & retiring[k]) begin
        left_size = left_size + ((retires_p > 1) ? 8'd1 << long_q[k] : 8'd1);
      end
    end
    for (int unsigned b = 0; b < blocks_p; b++) begin
      row_size = row_size + 8'(iretire_o[iretire_width_p*b+:iretire_width_p]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q    <= 1'b0;
      gap_q     <= 1'b0;
      records_q <= '0;
    end else begin
      held_q    <= load & records;
      gap_q     <= (gap_q | (gap & ready_i & ~(gives & cuts))) & ~load;
      records_q <= records_i;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      RecordLeavesOnce:  assert ((left & ~left_q) == '0);
      OldestLeavesFirst: assert ((left == '0) | (leaving < (left & (~left + nret_p'(1)))));
      RowHasItsRecords:  assert (left_size == row_size);
      RowIsPresented:    assert (~ready_i | ~ends_group | (left_size == '0)
                                 | (row_o & ~halted_o));
      GroupLeavesWhole:  assert (~(load & records) | (left == '0));
      RecordsAreHeld:    assert (~held_q | (left_q == records_q));
      GapShowsNothing:   assert (~gap | (~retires & ~trap_in));
      GapIsNotSkipped:   assert (~(load & break_i) | gap_q);
      TrapUsesItsEvent:  assert ((trap_source_p != 0) | ~ready_i | ~ends_group | ~trap_in | take);
      // what the proof needs beside these
      BrokenHasGap:      assert (~broken_q | gap_q);
    end
  end
`endif

endmodule

`default_nettype wire
