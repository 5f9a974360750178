// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 4: the window on the item stream: next, current, and the stored part of previous.
//
// Timing: two registers; a token that finds the window empty is current two cycles after it was
// offered. The current token leaves with step_i unless part of it is left (stay_i): the blocks
// after the decided ones, or, if only the first instruction of a block was decided (first_only_i),
// its last instruction. That part is offered in the following cycle. One token per cycle.
//
// Spec: E-Trace, Algorithm (three-stage view); ETR-ALG-003, -004, -038; ETR-MR-002, -003.

`default_nettype none

module rvt_item_window #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned context_width_p   = 16,
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned iretire_width_p   = 8
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // token stream
  input  logic                          tok_valid_i,
  output logic                          tok_ready_o,
  input  logic [2:0]                    tok_kind_i,
  input  logic                          tok_qualified_i,
  input  logic                          tok_forget_i,
  input  logic [rvt_pkg::CountBits-1:0] tok_cycles_i,
  input  logic [1:0]                    tok_ctype_i,
  input  logic [blocks_p-1:0]                  tok_notify_i,
  input  logic [4*blocks_p-1:0]                tok_itype_i,
  input  logic [blocks_p-1:0]                  tok_sijump_i,
  input  logic [blocks_p-1:0]                  tok_multi_i,
  input  logic [blocks_p*iaddress_width_p-1:0] tok_first_addr_i,
  input  logic [blocks_p*iaddress_width_p-1:0] tok_last_addr_i,
  input  logic [blocks_p*iaddress_width_p-1:0] tok_after_addr_i,
  input  logic [blocks_p*iretire_width_p-1:0]  tok_lead_i,
  input  logic [blocks_p*iretire_width_p-1:0]  tok_size_i,
  input  logic [ecause_width_p-1:0]     tok_cause_i,
  input  logic [iaddress_width_p-1:0]   tok_tval_i,
  input  logic [privilege_width_p-1:0]  tok_priv_i,
  input  logic [context_width_p-1:0]    tok_context_i,
  input  logic [time_width_p-1:0]       tok_time_i,
  // decision
  input  logic                          step_i,        // the current item was decided
  // ... and it was only the first instruction of the block
  input  logic                          first_only_i,
  input  logic                          stay_i,        // ... and part of the token is left
  // ... its itype, and the address of the instruction that follows in memory
  input  logic [3:0]                    itype_i,
  input  logic [iaddress_width_p-1:0]   after_addr_i,
  input  logic                          trep_i,  // ... and it is a trap that has now been reported
  // ... and it is a jump whose target the decoder infers
  input  logic                          inferred_i,
  // current
  output logic                          cur_valid_o,
  // the first instruction has been decided
  output logic                          cur_second_o,
  output logic [2:0]                    cur_kind_o,
  output logic                          cur_qualified_o,
  output logic [rvt_pkg::CountBits-1:0] cur_cycles_o,
  output logic [1:0]                    cur_ctype_o,
  output logic [blocks_p-1:0]                  cur_notify_o,
  output logic [4*blocks_p-1:0]                cur_itype_o,
  output logic [blocks_p-1:0]                  cur_sijump_o,
  output logic [blocks_p-1:0]                  cur_multi_o,
  output logic [blocks_p*iaddress_width_p-1:0] cur_first_addr_o,
  output logic [blocks_p*iaddress_width_p-1:0] cur_last_addr_o,
  output logic [blocks_p*iaddress_width_p-1:0] cur_after_addr_o,
  output logic [blocks_p*iretire_width_p-1:0]  cur_lead_o,
  output logic [blocks_p*iretire_width_p-1:0]  cur_size_o,
  output logic [ecause_width_p-1:0]     cur_cause_o,
  output logic [iaddress_width_p-1:0]   cur_tval_o,
  output logic [privilege_width_p-1:0]  cur_priv_o,
  output logic [context_width_p-1:0]    cur_context_o,
  output logic [time_width_p-1:0]       cur_time_o,
  // next
  output logic                          next_valid_o,
  output logic [2:0]                    next_kind_o,
  output logic                          next_priv_differs_o,  // from current
  output logic [1:0]                    next_ctype_o,
  output logic                          next_elsewhere_o,     // not at the address after current
  // previous
  // a qualified item since the latest ENABLE, END, LOST
  output logic                          prev_traced_o,
  output logic                          prev_inst_o,  // ... and it is an instruction
  output logic                          prev_trap_o,
  output logic                          prev_trep_o,
  output logic                          prev_updiscon_o,
  output logic                          prev_priv_differs_o,  // from current
  output logic [ecause_width_p-1:0]     prev_cause_o,
  output logic                          prev_interrupt_o,
  output logic [iaddress_width_p-1:0]   prev_tval_o
);

  localparam int unsigned BlockBits = 7 + 3 * iaddress_width_p + 2 * iretire_width_p;
  localparam int unsigned Width = 3 + 2 + rvt_pkg::CountBits + 2 + blocks_p * BlockBits
                                + ecause_width_p + iaddress_width_p
                                + privilege_width_p + context_width_p + time_width_p;

  // ---- next and current ----------------------------------------------------------------------

  logic [Width-1:0] tok, next_q, cur_q;
  logic             next_valid_q, cur_valid_q, second_q, leave, cur_free;

  assign tok = {tok_kind_i, tok_qualified_i, tok_forget_i, tok_notify_i, tok_multi_i, tok_cycles_i,
                tok_itype_i, tok_ctype_i, tok_sijump_i,
                tok_first_addr_i, tok_last_addr_i, tok_after_addr_i, tok_lead_i, tok_size_i,
                tok_cause_i, tok_tval_i, tok_priv_i, tok_context_i, tok_time_i};

  assign leave       = step_i & ~stay_i;
  assign cur_free    = ~cur_valid_q | leave;
  assign tok_ready_o = ~next_valid_q | cur_free;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      cur_valid_q  <= 1'b0;
      second_q     <= 1'b0;
    end else begin
      if (tok_ready_o) begin
        next_valid_q <= tok_valid_i;
      end
      if (cur_free) begin
        cur_valid_q <= next_valid_q;
      end
      if (step_i) begin
        second_q <= first_only_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (tok_ready_o & tok_valid_i) begin
      next_q <= tok;
    end
    if (cur_free & next_valid_q) begin
      cur_q <= next_q;
    end
  end

  logic cur_forget;

  assign cur_valid_o  = cur_valid_q;
  assign cur_second_o = second_q;
  assign {cur_kind_o, cur_qualified_o, cur_forget, cur_notify_o, cur_multi_o, cur_cycles_o,
          cur_itype_o, cur_ctype_o, cur_sijump_o,
          cur_first_addr_o, cur_last_addr_o, cur_after_addr_o, cur_lead_o, cur_size_o,
          cur_cause_o, cur_tval_o, cur_priv_o, cur_context_o, cur_time_o} = cur_q;

  logic                          next_qualified, next_forget;
  logic [rvt_pkg::CountBits-1:0] next_cycles;
  logic [blocks_p-1:0]           next_notify, next_multi, next_sijump;
  logic [4*blocks_p-1:0]         next_itype;
  logic [iaddress_width_p-1:0]   next_tval;
  logic [blocks_p*iaddress_width_p-1:0] next_first_addr, next_last_addr, next_after_addr;
  logic [blocks_p*iretire_width_p-1:0]  next_lead, next_size;
  logic [ecause_width_p-1:0]     next_cause;
  logic [privilege_width_p-1:0]  next_priv;
  logic [context_width_p-1:0]    next_context;
  logic [time_width_p-1:0]       next_time;

  assign next_valid_o = next_valid_q;
  assign {next_kind_o, next_qualified, next_forget, next_notify, next_multi, next_cycles,
          next_itype, next_ctype_o, next_sijump,
          next_first_addr, next_last_addr, next_after_addr, next_lead, next_size,
          next_cause, next_tval, next_priv, next_context, next_time} = next_q;

  assign next_priv_differs_o = next_priv != cur_priv_o;
  assign next_elsewhere_o    = next_first_addr[iaddress_width_p-1:0] != after_addr_i;

  logic unused_next;
  assign unused_next = ^{next_qualified, next_forget, next_notify, next_multi, next_cycles,
                         next_itype, next_first_addr, next_last_addr, next_after_addr, next_tval,
                         next_lead,
                         next_size, next_cause, next_context, next_time, next_sijump};

  // ---- previous ------------------------------------------------------------------------------

  logic                         traced_q, trap_q, trep_q, updiscon_q, interrupt_q;
  logic [ecause_width_p-1:0]    cause_q;
  logic [iaddress_width_p-1:0]  tval_q;
  logic [privilege_width_p-1:0] priv_q;
  logic                         is_inst, is_trap, is_end, is_modes;

  assign is_inst = cur_kind_o == rvt_pkg::KindInst;
  assign is_trap = cur_kind_o == rvt_pkg::KindTrap;
  assign is_end  = cur_kind_o == rvt_pkg::KindEnd;
  // A change of modes between two items leaves them neighbours.
  assign is_modes = cur_kind_o == rvt_pkg::KindModes;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      traced_q   <= 1'b0;
      trap_q     <= 1'b0;
      trep_q     <= 1'b0;
      updiscon_q <= 1'b0;
    end else if (step_i & ~is_modes) begin
      traced_q   <= cur_qualified_o & (is_inst | is_trap);
      trap_q     <= is_trap | (is_end & trap_q);
      trep_q     <= is_trap ? trep_i : (is_end & trep_q);
      updiscon_q <= is_inst & ~first_only_i & rvt_pkg::is_updiscon(itype_i) & ~inferred_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (step_i & (is_inst | is_trap)) begin
      priv_q <= cur_priv_o;
    end
    if (step_i & is_trap) begin
      cause_q     <= cur_cause_o;
      interrupt_q <= cur_itype_o[3:0] == rvt_pkg::ItypeInterrupt;
      tval_q      <= cur_tval_o;
    end
  end

  assign prev_traced_o       = traced_q;
  assign prev_inst_o         = traced_q & ~trap_q;
  assign prev_trap_o         = trap_q & ~cur_forget;
  assign prev_trep_o         = trep_q;
  assign prev_updiscon_o     = updiscon_q;
  assign prev_priv_differs_o = priv_q != cur_priv_o;
  assign prev_cause_o        = cause_q;
  assign prev_interrupt_o    = interrupt_q;
  assign prev_tval_o         = tval_q;

endmodule

`default_nettype wire
