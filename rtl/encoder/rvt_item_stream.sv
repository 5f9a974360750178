// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stages 3 to 5: from an entry of the elastic buffer to the fields of a packet. Connects the
// splitter, the window, the group of blocks, the branch map, the branch predictor, the jump target
// cache, the return stack, the resynchronisation machine and the chart.
//
// Timing: one token per cycle while no packet is sent; an item with a packet waits for ready_i. All
// blocks of a row that need no packet are one item. valid_o never waits for ready_i, and the fields
// are stable until ready_i.
//
// Spec: E-Trace, Algorithm; docs/decisions/0001-item-stream.md; AMB-041, -045, -051.

`default_nettype none

module rvt_item_stream #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned iaddress_lsb_p    = 1,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned context_width_p   = 16,
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned ctype_width_p     = 2,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned bpred_size_p      = 0,
  parameter logic [31:0] bcount_max_p      = 32'hffff_ffff,
  parameter int unsigned cache_size_p      = 0,
  parameter int unsigned return_stack_size_p = 0,
  parameter int unsigned call_counter_size_p = 0,
  parameter int unsigned depth_width_p       = 1
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // options
  input  logic [rvt_pkg::ModeBits-1:0]  modes_i,
  input  logic [1:0]                    sync_mode_i,
  input  logic [3:0]                    sync_max_i,
  // head of the elastic buffer
  input  logic                          entry_valid_i,
  output logic                          entry_pop_o,
  input  logic [1:0]                    lost_event_i,   // of te_inst alone; of te_data
  input  logic                          end_event_i,
  input  logic                          disable_event_i,
  input  logic                          enable_event_i,
  input  logic                          modes_event_i,
  input  logic [1:0]                    modes_after_i,  // after each of them
  input  logic                          row_i,
  input  logic                          qualified_i,
  input  logic                          forget_i,
  input  logic [rvt_pkg::CountBits-1:0] cycles_i,
  input  logic [ecause_width_p-1:0]     cause_i,
  input  logic [iaddress_width_p-1:0]   tval_i,
  input  logic [privilege_width_p-1:0]  priv_i,
  input  logic [context_width_p-1:0]    context_i,
  input  logic [time_width_p-1:0]       time_i,
  input  logic [ctype_width_p-1:0]      ctype_i,
  // ... and its blocks, the oldest in the lowest bits; iretire counts half-words
  input  logic [blocks_p-1:0]                   notify_i,
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [blocks_p-1:0]                   sijump_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  output logic                          busy_o,       // tokens are held
  // data trace beside it
  input  logic                          hold_i,       // te_data goes first: decide nothing
  input  logic                          alone_i,      // te_data waits in the row: decide one by one
  output logic                          issue_o,      // a token enters the window
  output logic                          leave_o,      // the current one has been decided
  output logic                          cur_valid_o,
  output logic                          cur_first_o,  // its first instruction is due on its own
  output logic [blocks_p-1:0]           cur_done_o,   // blocks of it that have been decided
  output logic                          modes_step_o, // the modes change with this clock
  // fields of a packet
  output logic                          valid_o,
  input  logic                          ready_i,
  output logic [3:0]                    packet_o,
  output logic [4:0]                    branches_o,
  output logic [rvt_pkg::MapBits-1:0]   map_o,
  output logic [31:0]                   branch_count_o,
  output logic                          branch_failed_o,  // the reported branch is not counted
  output logic [iaddress_width_p-1:0]   address_o,
  output logic                          notify_flag_o,
  output logic                          updiscon_flag_o,
  output logic                          irreport_flag_o,
  output logic [depth_width_p-1:0]      depth_o,
  output logic                          branch_bit_o,
  output logic [privilege_width_p-1:0]  priv_o,
  output logic [time_width_p-1:0]       time_o,
  output logic [context_width_p-1:0]    context_o,
  output logic [ecause_width_p-1:0]     ecause_o,
  output logic                          interrupt_o,
  output logic                          thaddr_o,
  output logic [iaddress_width_p-1:0]   tval_o,
  output logic                          ienable_o,
  output logic [1:0]                    qual_status_o,
  output logic                          dloss_o
);

  localparam int unsigned BeforeBits = iretire_width_p + $clog2(blocks_p);
  localparam int unsigned LeadBits   = (blocks_p > 1) ? blocks_p - 1 : 1;

  // ---- tokens --------------------------------------------------------------------------------

  logic                          tok_valid, tok_ready, tok_qualified, tok_forget;
  logic [2:0]                    tok_kind;
  logic [1:0]                    tok_ctype;
  logic [time_width_p-1:0]       tok_time;
  logic [rvt_pkg::CountBits-1:0] tok_cycles;
  logic [blocks_p-1:0]           tok_notify, tok_multi, tok_sijump;
  logic [4*blocks_p-1:0]         tok_itype;
  logic [blocks_p*iaddress_width_p-1:0] tok_first_addr, tok_last_addr, tok_after_addr;
  logic [blocks_p*iretire_width_p-1:0]  tok_lead, tok_size;

  rvt_item_splitter #(
    .blocks_p(blocks_p),
    .iaddress_width_p(iaddress_width_p), .time_width_p(time_width_p),
    .itype_width_p(itype_width_p), .iretire_width_p(iretire_width_p),
    .ilastsize_width_p(ilastsize_width_p), .ctype_width_p(ctype_width_p)
  ) u_splitter (
    .clk_i, .rst_ni,
    .valid_i(entry_valid_i), .pop_o(entry_pop_o),
    .lost_event_i, .end_event_i, .disable_event_i, .enable_event_i, .modes_event_i,
    .modes_after_i,
    .row_i, .qualified_i, .forget_i, .notify_i, .cycles_i,
    .itype_i, .iaddr_i, .iretire_i, .ilastsize_i, .time_i, .ctype_i, .sijump_i,
    .tok_valid_o(tok_valid), .tok_ready_i(tok_ready), .tok_kind_o(tok_kind),
    .tok_qualified_o(tok_qualified),
    .tok_forget_o(tok_forget), .tok_notify_o(tok_notify), .tok_cycles_o(tok_cycles),
    .tok_itype_o(tok_itype), .tok_time_o(tok_time),
    .tok_ctype_o(tok_ctype), .tok_sijump_o(tok_sijump), .tok_multi_o(tok_multi),
    .tok_first_addr_o(tok_first_addr), .tok_last_addr_o(tok_last_addr),
    .tok_after_addr_o(tok_after_addr),
    .tok_lead_o(tok_lead), .tok_size_o(tok_size)
  );

  // ---- window --------------------------------------------------------------------------------

  logic                          step, first_only, stay, trep, inferred;
  logic                          cur_valid, cur_second, cur_qualified;
  logic [2:0]                    cur_kind;
  logic [rvt_pkg::CountBits-1:0] row_cycles;
  logic [1:0]                    row_ctype;
  logic [blocks_p-1:0]           row_notify, row_multi, row_sijump;
  logic [4*blocks_p-1:0]         row_itype;
  logic [blocks_p*iaddress_width_p-1:0] row_first_addr, row_last_addr, row_after_addr;
  logic [blocks_p*iretire_width_p-1:0]  row_lead, row_size;
  logic [iaddress_width_p-1:0]   cur_tval;
  logic [ecause_width_p-1:0]     cur_cause;
  logic                          row_next_valid, row_next_priv_differs, row_next_elsewhere;
  logic [2:0]                    row_next_kind;
  logic [1:0]                    row_next_ctype;
  logic                          prev_traced, prev_inst, prev_trap, prev_trep, prev_updiscon,
                                 prev_priv_differs, prev_interrupt;
  logic [ecause_width_p-1:0]     prev_cause;
  logic [iaddress_width_p-1:0]   prev_tval;

  // The item that is decided: a block of the row, or several of them.
  logic                          cur_later, cur_notify, cur_sijump, cur_multi;
  logic [3:0]                    cur_itype;
  logic [iaddress_width_p-1:0]   cur_first_addr, cur_last_addr, cur_after_addr;
  logic [iretire_width_p-1:0]    cur_lead, cur_size;
  logic [BeforeBits-1:0]         cur_before;
  logic [BeforeBits:0]           row_halfwords;
  logic [2:0]                    lead_count;
  logic [LeadBits-1:0]           lead_map;
  logic [4:0]                    pending;
  logic                          is_inst, later, calm, near, next_near, interesting;
  logic                          context_pending_q;
  logic                          next_valid, next_priv_differs, next_elsewhere;
  logic [2:0]                    next_kind;
  logic [1:0]                    next_ctype;

  rvt_item_window #(
    .blocks_p(blocks_p),
    .iaddress_width_p(iaddress_width_p), .ecause_width_p(ecause_width_p),
    .privilege_width_p(privilege_width_p),
    .context_width_p(context_width_p), .time_width_p(time_width_p),
    .iretire_width_p(iretire_width_p)
  ) u_window (
    .clk_i, .rst_ni,
    .tok_valid_i(tok_valid), .tok_ready_o(tok_ready), .tok_kind_i(tok_kind),
    .tok_qualified_i(tok_qualified),
    .tok_forget_i(tok_forget), .tok_notify_i(tok_notify), .tok_cycles_i(tok_cycles),
    .tok_itype_i(tok_itype),
    .tok_ctype_i(tok_ctype), .tok_sijump_i(tok_sijump), .tok_multi_i(tok_multi),
    .tok_first_addr_i(tok_first_addr), .tok_last_addr_i(tok_last_addr),
    .tok_after_addr_i(tok_after_addr),
    .tok_lead_i(tok_lead), .tok_size_i(tok_size),
    .tok_cause_i(cause_i), .tok_tval_i(tval_i), .tok_priv_i(priv_i), .tok_context_i(context_i),
    .tok_time_i(tok_time),
    .step_i(step), .first_only_i(first_only), .stay_i(stay), .itype_i(cur_itype),
    .after_addr_i(cur_after_addr), .trep_i(trep), .inferred_i(inferred),
    .cur_valid_o(cur_valid), .cur_second_o(cur_second), .cur_kind_o(cur_kind),
    .cur_qualified_o(cur_qualified), .cur_cycles_o(row_cycles), .cur_ctype_o(row_ctype),
    .cur_notify_o(row_notify), .cur_itype_o(row_itype), .cur_sijump_o(row_sijump),
    .cur_multi_o(row_multi),
    .cur_first_addr_o(row_first_addr), .cur_last_addr_o(row_last_addr),
    .cur_after_addr_o(row_after_addr), .cur_lead_o(row_lead), .cur_size_o(row_size),
    .cur_cause_o(cur_cause), .cur_tval_o(cur_tval), .cur_priv_o(priv_o), .cur_context_o(context_o),
    .cur_time_o(time_o),
    .next_valid_o(row_next_valid), .next_kind_o(row_next_kind),
    .next_priv_differs_o(row_next_priv_differs), .next_ctype_o(row_next_ctype),
    .next_elsewhere_o(row_next_elsewhere),
    .prev_traced_o(prev_traced), .prev_inst_o(prev_inst), .prev_trap_o(prev_trap),
    .prev_trep_o(prev_trep),
    .prev_updiscon_o(prev_updiscon),
    .prev_priv_differs_o(prev_priv_differs), .prev_cause_o(prev_cause),
    .prev_interrupt_o(prev_interrupt), .prev_tval_o(prev_tval)
  );

  assign is_inst = cur_qualified & (cur_kind == rvt_pkg::KindInst);
  assign later   = (blocks_p > 1) & cur_later;
  assign calm    = (blocks_p > 1) & is_inst & ~interesting & ~near & ~context_pending_q
                 & ~alone_i;

  rvt_block_group #(
    .blocks_p(blocks_p), .iaddress_width_p(iaddress_width_p), .iretire_width_p(iretire_width_p)
  ) u_group (
    .clk_i, .rst_ni,
    .inst_i(is_inst), .second_i(cur_second), .notify_i(row_notify),
    .itype_i(row_itype), .sijump_i(row_sijump), .multi_i(row_multi),
    .first_addr_i(row_first_addr), .last_addr_i(row_last_addr), .after_addr_i(row_after_addr),
    .lead_i(row_lead), .size_i(row_size),
    .next_valid_i(row_next_valid), .next_kind_i(row_next_kind),
    .next_priv_differs_i(row_next_priv_differs), .next_ctype_i(row_next_ctype),
    .next_elsewhere_i(row_next_elsewhere),
    .calm_i(calm),
    .keep_branches_i(modes_i[rvt_pkg::ModeBranchPrediction]),
    .keep_calls_i(modes_i[rvt_pkg::ModeImplicitReturn]),
    .branches_i(pending), .full_alone_i(next_near), .step_i(step), .first_only_i(first_only),
    .stay_o(stay),
    .done_o(cur_done_o), .later_o(cur_later), .notify_o(cur_notify), .itype_o(cur_itype),
    .sijump_o(cur_sijump),
    .multi_o(cur_multi),
    .first_addr_o(cur_first_addr), .last_addr_o(cur_last_addr), .after_addr_o(cur_after_addr),
    .lead_o(cur_lead), .before_o(cur_before), .size_o(cur_size), .row_o(row_halfwords),
    .lead_count_o(lead_count), .lead_map_o(lead_map),
    .next_valid_o(next_valid), .next_kind_o(next_kind), .next_priv_differs_o(next_priv_differs),
    .next_ctype_o(next_ctype), .next_elsewhere_o(next_elsewhere)
  );

  // ---- chart and its state -------------------------------------------------------------------

  logic needs_next, branch, ends_block, send, sync, clears_map, previous_cause, state2, state3;
  logic modes, restart, owed_q;
  logic context_pending_d, ntr_q, ntr_d;
  logic counting, counted, limit, target, cached;
  logic return_right, return_failed, returns_open, depth_due;

  rvt_decision u_decision (
    .kind_i(cur_kind), .qualified_i(cur_qualified), .itype_i(cur_itype),
    .ctype_i(later ? rvt_pkg::CtypeNone : row_ctype),
    .notify_i(cur_notify),
    .multi_i(cur_multi), .second_i(cur_second),
    .prev_traced_i(prev_traced), .prev_trap_i(prev_trap), .prev_trep_i(prev_trep),
    .prev_updiscon_i(prev_updiscon & ~return_right),
    .prev_priv_differs_i(prev_priv_differs),
    .next_kind_i(next_kind), .next_priv_differs_i(next_priv_differs),
    .next_ctype_i(next_ctype), .next_elsewhere_i(next_elsewhere),
    .branches_i(branches_o), .counted_i(counted), .failed_i(branch_failed_o), .limit_i(limit),
    .cached_i(cached), .return_failed_i(return_failed), .depth_due_i(depth_due),
    .context_pending_i(context_pending_q), .last_ntr_i(ntr_q),
    .state2_i(state2), .state3_i(state3 | owed_q),
    .interesting_o(interesting), .first_only_o(first_only), .needs_next_o(needs_next),
    .branch_o(branch),
    .ends_block_o(ends_block),
    .send_o(send), .packet_o, .sync_o(sync), .modes_o(modes),
    .target_o(target), .clears_map_o(clears_map),
    .previous_cause_o(previous_cause),
    .thaddr_o, .notify_flag_o, .updiscon_flag_o, .irreport_flag_o, .ienable_o, .qual_status_o,
    .dloss_o,
    .trep_o(trep), .context_pending_o(context_pending_d), .ntr_o(ntr_d)
  );

  logic ready_to_decide;

  assign ready_to_decide = cur_valid & (next_valid | ~needs_next) & ~hold_i;
  assign valid_o         = ready_to_decide & send;
  assign step            = ready_to_decide & (ready_i | ~send);
  assign busy_o          = cur_valid | row_next_valid;
  assign issue_o         = tok_valid & tok_ready;
  assign leave_o         = step & ~stay;
  assign cur_valid_o     = cur_valid;
  assign cur_first_o     = first_only;

  // Tables are cleared by a sync packet and by new modes (decision 0002).
  assign restart         = sync | modes;
  assign modes_step_o    = step & modes;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      context_pending_q <= 1'b0;
      ntr_q             <= 1'b0;
      owed_q            <= 1'b0;
    end else if (step) begin
      context_pending_q <= context_pending_d;
      ntr_q             <= ntr_d;
      owed_q            <= ~sync & (modes | owed_q);
    end
  end

  // ---- branches ------------------------------------------------------------------------------

  logic taken;

  assign taken = cur_itype == rvt_pkg::ItypeTaken;

  // Counted outcomes are not entered in the map.
  rvt_branch_map #(
    .blocks_p(blocks_p)
  ) u_branch_map (
    .clk_i, .rst_ni,
    .lead_count_i(lead_count), .lead_map_i(lead_map),
    .branch_i(branch & ~counting), .taken_i(taken),
    .step_i(step), .clear_i(clears_map | counted),
    .pending_o(pending), .map_o, .count_o(branches_o)
  );

  rvt_branch_predictor #(
    .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
    .bpred_size_p(bpred_size_p), .bcount_max_p(bcount_max_p)
  ) u_predictor (
    .clk_i, .rst_ni,
    .enable_i(modes_i[rvt_pkg::ModeBranchPrediction]),
    .branch_i(branch), .taken_i(taken), .address_i(cur_last_addr), .branches_i(branches_o),
    .counting_o(counting), .counted_o(counted), .count_o(branch_count_o),
    .failed_o(branch_failed_o), .limit_o(limit),
    .step_i(step), .sync_i(restart), .clear_i(clears_map)
  );

  // ---- jumps ---------------------------------------------------------------------------------

  // A jump leads to the first instruction of a block.
  rvt_jump_cache #(
    .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
    .cache_size_p(cache_size_p)
  ) u_cache (
    .clk_i, .rst_ni,
    .enable_i(modes_i[rvt_pkg::ModeJumpTargetCache]), .address_i(cur_first_addr), .hit_o(cached),
    .step_i(step), .target_i(target), .sync_i(restart)
  );

  // The decoder infers the target of a jump from the instruction before it, if that was traced. If
  // the previous instruction was not traced, the first instruction of a block is decided by itself,
  // so that the last one always has a traced predecessor (AMB-035).
  assign inferred = modes_i[rvt_pkg::ModeSequentialJump] & cur_sijump & prev_inst;

  // Only the last instruction of a block can call or return.
  logic last, follows_return, lead_branch;

  assign lead_branch = (blocks_p > 1) & (lead_count != 3'd0);
  assign last        = is_inst & ~first_only;

  rvt_return_stack #(
    .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
    .return_stack_size_p(return_stack_size_p), .call_counter_size_p(call_counter_size_p),
    .depth_width_p(depth_width_p)
  ) u_returns (
    .clk_i, .rst_ni,
    .enable_i(modes_i[rvt_pkg::ModeImplicitReturn]),
    .address_i(cur_first_addr), .right_o(return_right), .failed_o(return_failed),
    .depth_o, .open_o(returns_open),
    .call_i(last & rvt_pkg::is_call(cur_itype)), .return_i(last & rvt_pkg::is_return(cur_itype)),
    .branch_i(branch | lead_branch), .link_i(cur_after_addr),
    .step_i(step), .sync_i(restart)
  );

  // Directly after a return every depth but 0 is reported; later only if no branch distinguishes
  // the returns.
  assign follows_return = return_right & ~cur_multi;
  assign depth_due      =
      follows_return ? (depth_o != '0) : (returns_open & ~branch & ~lead_branch);

  logic unused_modes;
  assign unused_modes = ^modes_i;

  // ---- resynchronisation ---------------------------------------------------------------------

  // Half-words and cycles of the item: those of a skipped first instruction are counted before the
  // last one is decided.
  logic [rvt_pkg::CountBits-1:0] count_cycles;
  logic [BeforeBits-1:0]         count_before;
  logic [iretire_width_p-1:0]    count_after;
  logic                          counted_packet;

  assign count_cycles   = (cur_second | later) ? '0 : row_cycles;
  assign count_before   =
      (is_inst & ~first_only & ~(cur_second & (blocks_p == 1))) ? cur_before : '0;
  assign count_after    = is_inst ? (first_only ? cur_lead : cur_size) : '0;
  assign counted_packet = send & ~sync & (packet_o != rvt_pkg::PacketSupport);

  rvt_resync #(
    .blocks_p(blocks_p), .iretire_width_p(iretire_width_p), .before_width_p(BeforeBits),
    .row_width_p(BeforeBits + 1)
  ) u_resync (
    .clk_i, .rst_ni,
    .sync_mode_i, .sync_max_i,
    .ends_block_i(ends_block), .cycles_i(count_cycles), .before_i(count_before),
    .after_i(count_after), .row_i(row_halfwords),
    .state2_o(state2), .state3_o(state3), .near_o(near), .next_near_o(next_near),
    .step_i(step), .restart_i(cur_kind == rvt_pkg::KindEnable), .sync_i(sync),
    .packet_i(counted_packet)
  );

  // ---- values of the packet ------------------------------------------------------------------

  // A trap that is reported by itself retired nothing. The address of its row is the EPC of an
  // exception; for an interrupt it is undefined (AMB-041).
  always_comb begin
    if (cur_kind == rvt_pkg::KindTrap) begin
      address_o = (cur_itype == rvt_pkg::ItypeException) ? cur_first_addr : '0;
    end else begin
      address_o = first_only ? cur_first_addr : cur_last_addr;
    end
  end

  assign ecause_o     = previous_cause ? prev_cause : cur_cause;
  assign interrupt_o  = previous_cause ? prev_interrupt : (cur_itype == rvt_pkg::ItypeInterrupt);
  assign tval_o       = previous_cause ? prev_tval : cur_tval;
  assign branch_bit_o = ~(branch & taken);

`ifdef RVT_ASSERT
  // te_data that is due, or that waits in a row, must precede a packet that is offered.
  logic waits_q, alone_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {waits_q, alone_q} <= 2'b00;
    else {waits_q, alone_q} <= {valid_o & ~ready_i, alone_i};
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      HoldInTime: assert (~waits_q | ~hold_i);
      AloneInTime: assert (~waits_q | (blocks_p == 1) | (alone_i == alone_q));
    end
  end

  // More branches than the map can hold are decided together only if just the map is reported.
  always @(posedge clk_i) begin
    if (rst_ni) begin
      RestIsKept: assert (~step | (6'(pending) + 6'(lead_count) + 6'(branch) <= 6'd31)
                          | counted | (packet_o == rvt_pkg::PacketF1na));
      LeadsAreCalm: assert (~step | (lead_count == 3'd0) | (calm & ~sync));
      RestIsOffered: assert (~cur_later | (cur_valid & is_inst));
    end
  end
`endif

endmodule

`default_nettype wire
