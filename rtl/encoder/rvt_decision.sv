// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 5: the algorithm. One traversal of the chart for the current item, or one support packet
// for an event.
//
// Timing: combinational. At most one packet per traversal; the first match wins. The caller waits
// for next while needs_next_o is 1: only the last instruction of a block looks ahead. A first
// instruction without a packet of its own is skipped, and its block is decided once, at its last
// instruction: only the chart's questions about previous can give it a packet (ETR-MR-002).
//
// Spec: E-Trace, Algorithm, chart of v2.0.4; ETR-ALG-001..057, ETR-SUP-001..011, ETR-FMT-026, -027;
//       AMB-042..050.

`default_nettype none

module rvt_decision (
  // current
  input  logic [2:0] kind_i,
  input  logic       qualified_i,
  input  logic [3:0] itype_i,
  input  logic [1:0] ctype_i,
  input  logic       notify_i,
  input  logic       multi_i,         // the block has a first and a last instruction
  input  logic       second_i,        // its first instruction has been decided
  // previous
  input  logic       prev_traced_i,
  input  logic       prev_trap_i,
  input  logic       prev_trep_i,
  input  logic       prev_updiscon_i, // and its target cannot be inferred
  input  logic       prev_priv_differs_i,
  // next, used only if needs_next_o is 1
  input  logic [2:0] next_kind_i,
  input  logic       next_priv_differs_i,
  input  logic [1:0] next_ctype_i,
  input  logic       next_elsewhere_i,
  // state
  input  logic [4:0] branches_i,      // unreported branches in the map, current included
  input  logic       counted_i,       // instead of them, 31 or more that were predicted correctly
  input  logic       failed_i,        // ... after which the prediction of current failed
  input  logic       limit_i,         // ... with which their count is at its limit
  input  logic       cached_i,        // the jump target cache holds the address of current
  input  logic       return_failed_i, // previous is a return whose prediction failed
  // previous is a return whose prediction was right, or another reason requires a report of
  // returns: the depth, if this packet is the last before a sync packet or the end
  input  logic       depth_due_i,
  input  logic       context_pending_i, // an imprecise context change was latched earlier
  // the last qualified item was reported as an updiscon target, flag 0
  input  logic       last_ntr_i,
  input  logic       state2_i,
  input  logic       state3_i,        // ... or a sync packet is due after a change of modes
  // the item that is decided
  // what came before it, or its own context, may give its first instruction a packet
  output logic       interesting_o,
  output logic       first_only_o,    // the first instruction of the block, not the last
  output logic       needs_next_o,
  output logic       branch_o,        // a qualified branch
  output logic       ends_block_o,
  // the packet
  output logic       send_o,
  output logic [3:0] packet_o,
  output logic       sync_o,          // F3/0 or F3/1
  output logic       modes_o,         // the modes change
  output logic       target_o,        // the target of an uninferable jump, reported as such
  output logic       clears_map_o,
  output logic       previous_cause_o, // cause, interrupt and tval of previous, not of current
  output logic       thaddr_o,
  output logic       notify_flag_o,
  output logic       updiscon_flag_o,
  output logic       irreport_flag_o,
  output logic       ienable_o,
  output logic [1:0] qual_status_o,
  output logic       dloss_o,
  // state after it
  output logic       trep_o,          // current is a trap that has now been reported
  output logic       context_pending_o,
  output logic       ntr_o
);

  // ---- the item ------------------------------------------------------------------------------

  logic is_inst, is_trap, is_exception, is_lost, is_end, is_disable, is_enable, is_modes;
  logic [1:0] ctype;

  assign is_inst      = qualified_i & (kind_i == rvt_pkg::KindInst);
  assign is_trap      = qualified_i & (kind_i == rvt_pkg::KindTrap);
  assign is_exception = is_trap & (itype_i == rvt_pkg::ItypeException);
  assign is_lost      = (kind_i == rvt_pkg::KindLost) | dloss_o;
  assign is_end       = kind_i == rvt_pkg::KindEnd;
  assign is_disable   = kind_i == rvt_pkg::KindDisable;
  assign is_enable    = kind_i == rvt_pkg::KindEnable;
  assign is_modes     = kind_i == rvt_pkg::KindModes;

  // ctype belongs to the first instruction of the row.
  assign ctype = second_i ? rvt_pkg::CtypeNone : ctype_i;

  // ---- predicates on previous and current (ETR-ALG-003..009) ---------------------------------

  logic first, precise, imprecise, ppccd;

  assign first     = ~prev_traced_i;
  assign precise   = (ctype == rvt_pkg::CtypePrecise) | (ctype == rvt_pkg::CtypeDiscon);
  assign imprecise = ctype == rvt_pkg::CtypeImprecise;
  assign ppccd     = prev_priv_differs_i | precise;

  // The first instruction of a longer block is decided on its own if anything can give it a packet.
  logic first_interesting;

  assign first_interesting = prev_trap_i | first | ppccd | state3_i | prev_updiscon_i | imprecise;
  assign first_only_o      = is_inst & multi_i & ~second_i & first_interesting;
  assign interesting_o     = first_interesting;

  logic is_last, branch;

  assign is_last      = is_inst & ~first_only_o;
  assign needs_next_o = is_last;
  assign branch       = is_last & rvt_pkg::is_branch(itype_i);
  assign branch_o     = branch;

  // ---- predicates on next (ETR-ALG-005, -006) ------------------------------------------------

  logic next_inst, next_trap, next_end, next_disable, next_modes, next_ends;
  logic next_precise, next_discon, next_ppccd, leaves_block;

  assign next_inst    = is_last & (next_kind_i == rvt_pkg::KindInst);
  assign next_trap    = is_last & (next_kind_i == rvt_pkg::KindTrap);
  assign next_end     = is_last & (next_kind_i == rvt_pkg::KindEnd);
  assign next_disable = is_last & (next_kind_i == rvt_pkg::KindDisable);
  assign next_modes   = is_last & (next_kind_i == rvt_pkg::KindModes);
  assign next_ends    = next_end | next_disable;
  assign next_precise = next_inst & (next_ctype_i == rvt_pkg::CtypePrecise);
  assign next_discon  = next_inst & (next_ctype_i == rvt_pkg::CtypeDiscon);
  assign next_ppccd   = (next_inst & next_priv_differs_i) | next_precise | next_discon;

  assign leaves_block = (itype_i != rvt_pkg::ItypeNone) | (next_inst & next_elsewhere_i);
  assign ends_block_o = is_last & leaves_block;

  // A latched context change waits for the end of a block, so that the packets do not depend on how
  // the hart divides its instructions into blocks (ETR-MR-001).
  logic cci;

  assign cci = imprecise | (context_pending_i & ends_block_o);

  logic some_branches, full_map, ppccd_br, resync2_br, notify;

  assign some_branches = (branches_i != 5'd0) | counted_i;
  assign full_map      = (branches_i == 5'd31) & ~counted_i;
  assign ppccd_br      = next_ppccd & some_branches;
  // State 2 reports even an empty map (decision 0001): with F3/0 alone a decoder could not
  // distinguish two arrivals at the same address.
  assign resync2_br    = state2_i;
  assign notify        = is_last & notify_i;

  // ---- the chart, one line per decision -------------------------------------------------------

  logic trap_trap_new, trap_trap_rep, trap_inst_new, trap_inst_rep;
  logic first_exception, sync_inst, updiscon_exception, updiscon_inst;
  logic ask_inst, report_now, report_last, report_branches, report_limit, report_context;

  // step 3: trap previous?
  assign trap_trap_new = is_trap & prev_trap_i & ~prev_trep_i;
  assign trap_trap_rep = is_trap & prev_trap_i & prev_trep_i;
  assign trap_inst_new = is_inst & prev_trap_i & ~prev_trep_i;
  assign trap_inst_rep = is_inst & prev_trap_i & prev_trep_i;
  // step 4: first qualified and exception?
  assign first_exception = is_exception & ~prev_trap_i & first;
  // step 5: first qualified, ppccd or resync3?
  assign sync_inst = is_inst & ~prev_trap_i & (first | ppccd | state3_i);
  // step 6: updiscon previous? An interrupt is left to the handler.
  assign updiscon_exception = is_exception & ~prev_trap_i & ~first & prev_updiscon_i;
  assign updiscon_inst      = is_inst & ~prev_trap_i & ~sync_inst & prev_updiscon_i;
  // step 7: resync2_br or ntf?
  assign ask_inst   = is_last & ~prev_trap_i & ~sync_inst & ~updiscon_inst;
  assign report_now = ask_inst & (resync2_br | notify);
  // step 8: next is a trap, ppccd_br, or not qualified? A change of modes counts as such (decision
  // 0002).
  assign report_last = ask_inst & ~report_now
                     & (next_trap | ppccd_br | next_discon | next_ends | next_modes);
  // step 9: rpt_br? A count at its limit is reported with the address of its last branch.
  assign report_branches = ask_inst & ~report_now & ~report_last & (full_map | failed_i);
  assign report_limit    = ask_inst & ~report_now & ~report_last & limit_i;
  // step 10: cci? Also for a first instruction that carries it and has no other packet.
  assign report_context = is_inst & ~prev_trap_i & ~sync_inst & ~updiscon_inst
                        & ~report_now & ~report_last & ~report_branches & ~report_limit & cci;

  // ---- the packet -----------------------------------------------------------------------------

  logic address_report, trap_report, start_report, support;

  assign trap_report    = trap_trap_new | trap_trap_rep | trap_inst_new
                        | first_exception | updiscon_exception;
  assign start_report   = trap_inst_rep | sync_inst;
  assign address_report = updiscon_inst | report_now | report_last | report_limit;
  assign support        = is_enable | is_lost | is_disable | is_modes | (is_end & prev_traced_i);

  assign send_o = trap_report | start_report | address_report
                | report_branches | report_context | support;
  assign sync_o  = trap_report | start_report;
  assign modes_o = is_modes;

  always_comb begin
    if (support) begin
      packet_o = rvt_pkg::PacketSupport;
    end else if (trap_report) begin
      packet_o = rvt_pkg::PacketTrap;
    end else if (start_report) begin
      packet_o = rvt_pkg::PacketStart;
    end else if (address_report & counted_i) begin
      packet_o = rvt_pkg::PacketCount;
    end else if (updiscon_inst & cached_i) begin
      packet_o = rvt_pkg::PacketIndex;
    end else if (address_report) begin
      packet_o = some_branches ? rvt_pkg::PacketF1 : rvt_pkg::PacketF2;
    end else if (report_branches) begin
      packet_o = failed_i ? rvt_pkg::PacketCountNa : rvt_pkg::PacketF1na;
    end else begin
      packet_o = rvt_pkg::PacketContext;
    end
  end

  assign target_o         = updiscon_inst;
  assign clears_map_o     = sync_o | address_report | report_branches | is_lost | is_enable
                          | is_modes;
  assign previous_cause_o = trap_trap_new | trap_inst_new;
  assign thaddr_o         = trap_inst_new;

  // Flags of formats 1 and 2 (ETR-FMT-026, -027).
  assign notify_flag_o   = report_now & notify;
  assign updiscon_flag_o =
      updiscon_inst & (next_trap | next_ppccd | next_modes | (next_inst & state2_i));

  // The depth of the return stack (ETR-FMT-028, ETR-MODE-007, -008): of a failed return, or of an
  // item reported directly before a trap, a privilege change, a resynchronisation or the end.
  logic before_sync, depth_report;

  assign before_sync     = next_trap | next_ppccd | next_ends | next_modes | (next_inst & state2_i);
  assign depth_report    = (report_last | report_now) & before_sync & depth_due_i;
  assign irreport_flag_o = (updiscon_inst & return_failed_i) | depth_report;

  // Support packets (ETR-FMT-010, ETR-SUP-005, -009).
  assign ienable_o = ~is_disable;
  assign dloss_o   = kind_i == rvt_pkg::KindDataLost;

  always_comb begin
    if (is_lost) begin
      qual_status_o = rvt_pkg::QualTraceLost;
    end else if ((is_end | is_disable) & prev_traced_i) begin
      qual_status_o = last_ntr_i ? rvt_pkg::QualEndedNtr : rvt_pkg::QualEndedRep;
    end else begin
      qual_status_o = rvt_pkg::QualNoChange;
    end
  end

  // ---- state after the item -------------------------------------------------------------------

  assign trep_o = trap_trap_rep | first_exception | updiscon_exception;
  assign ntr_o  = updiscon_inst & ~updiscon_flag_o;

  // The latch of an imprecise context change (ETR-CTX-002, AMB-107).
  logic context_sent, context_wanted;

  assign context_sent      = start_report | trap_inst_new | report_context;
  assign context_wanted    = context_pending_i | ((is_inst | is_trap) & imprecise);
  assign context_pending_o = ~is_enable & ~context_sent & context_wanted;

`ifdef RVT_ASSERT
  always_comb begin
    OneDecision: assert ($countones({trap_trap_new, trap_trap_rep, trap_inst_new, trap_inst_rep,
                                     first_exception, sync_inst, updiscon_exception, updiscon_inst,
                                     report_now, report_last, report_branches, report_limit,
                                     report_context, support}) <= 1);
  end
`endif

endmodule

`default_nettype wire
