// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 3: one entry of the elastic buffer becomes tokens, oldest first: LOST, END or DISABLE,
// ENABLE, then the instructions of the block (one token, first and last), then the trap that
// follows them.
//
// Timing: combinational, one token per cycle; an entry is popped with its last token, so a row
// without events and without trap costs one cycle. tok_valid_o never waits for tok_ready_i. Of a
// row that is not qualified only the trap is passed on.
//
// Spec: docs/decisions/0001-item-stream.md; ETR-ING-003, -017; ETR-MR-002, -003; ETR-CTX-002.

`default_nettype none

module rvt_item_splitter #(
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned ctype_width_p     = 2
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // head of the elastic buffer
  input  logic                          valid_i,
  output logic                          pop_o,
  input  logic                          lost_event_i,
  input  logic                          end_event_i,
  input  logic                          disable_event_i,
  input  logic                          enable_event_i,
  input  logic                          row_i,
  input  logic                          qualified_i,
  input  logic                          forget_i,
  input  logic                          notify_i,
  input  logic [rvt_pkg::CountBits-1:0] cycles_i,
  input  logic [itype_width_p-1:0]      itype_i,
  input  logic [iaddress_width_p-1:0]   iaddr_i,
  input  logic [iretire_width_p-1:0]    iretire_i,
  input  logic [ilastsize_width_p-1:0]  ilastsize_i,
  input  logic [time_width_p-1:0]       time_i,
  input  logic [ctype_width_p-1:0]      ctype_i,
  input  logic                          sijump_i,
  // token; cause, tval, priv and context bypass this stage
  output logic                          tok_valid_o,
  input  logic                          tok_ready_i,
  output logic [2:0]                    tok_kind_o,
  output logic                          tok_qualified_o,
  output logic                          tok_forget_o,
  output logic                          tok_notify_o,
  output logic [rvt_pkg::CountBits-1:0] tok_cycles_o,  // with the first token of a row, otherwise 0
  output logic [3:0]                    tok_itype_o,     // of the last instruction, or of the trap
  // of the row; of an event, the latest time known
  output logic [time_width_p-1:0]       tok_time_o,
  output logic [1:0]                    tok_ctype_o,
  output logic                          tok_sijump_o,  // of a jump for which it has a meaning
  output logic                          tok_multi_o,  // first and last are different instructions
  output logic [iaddress_width_p-1:0]   tok_first_addr_o,
  output logic [iaddress_width_p-1:0]   tok_last_addr_o,
  // of the instruction that follows in memory
  output logic [iaddress_width_p-1:0]   tok_after_addr_o,
  output logic [iretire_width_p-1:0]    tok_lead_o,  // half-words of all instructions but the last
  output logic [iretire_width_p-1:0]    tok_size_o        // half-words of the last instruction
);

  // Half-words of the last instruction, wide enough not to wrap.
  localparam int unsigned SizeBits = (1 << ilastsize_width_p) + iretire_width_p;

  // ---- which tokens this entry still owes ----------------------------------------------------

  logic [4:0] owed, done_q, left, take;
  logic       row_trap, row_inst;

  assign row_trap = row_i & rvt_pkg::is_trap(4'(itype_i));
  assign row_inst = row_i & qualified_i & (iretire_i != '0);

  assign owed = {row_trap, row_inst, enable_event_i, end_event_i | disable_event_i, lost_event_i};
  assign left = owed & ~done_q;
  assign take = left & (~left + 5'd1);  // the oldest one

  assign tok_valid_o = valid_i & (left != 5'd0);
  assign pop_o       = valid_i & ((left == 5'd0) | (tok_ready_i & (left == take)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 5'd0;
    end else if (pop_o) begin
      done_q <= 5'd0;
    end else if (tok_valid_o & tok_ready_i) begin
      done_q <= done_q | take;
    end
  end

  always_comb begin
    unique case (1'b1)
      take[0]: tok_kind_o = rvt_pkg::KindLost;
      take[1]: tok_kind_o = disable_event_i ? rvt_pkg::KindDisable : rvt_pkg::KindEnd;
      take[2]: tok_kind_o = rvt_pkg::KindEnable;
      take[3]: tok_kind_o = rvt_pkg::KindInst;
      default: tok_kind_o = rvt_pkg::KindTrap;
    endcase
  end

  // ---- time ----------------------------------------------------------------------------------
  // An event can come with an idle cycle, in which time_i is undefined: it takes the time of the
  // latest qualified row with items, 0 if there was none.

  logic [time_width_p-1:0] time_q;

  assign tok_time_o = (take[4] | take[3]) ? time_i : time_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      time_q <= '0;
    end else if (pop_o & row_i & qualified_i) begin
      time_q <= time_i;
    end
  end

  // ---- addresses and sizes of the block ------------------------------------------------------

  logic [SizeBits-1:0]         size, total;
  logic [iaddress_width_p-1:0] total_bytes, size_bytes;

  assign size        = SizeBits'(1) << ilastsize_i;
  assign total       = SizeBits'(iretire_i);
  assign total_bytes = iaddress_width_p'(iretire_i) << 1;
  assign size_bytes  = iaddress_width_p'(2) << ilastsize_i;

  assign tok_first_addr_o = iaddr_i;
  assign tok_after_addr_o = iaddr_i + total_bytes;
  assign tok_last_addr_o  = iaddr_i + total_bytes - size_bytes;
  assign tok_multi_o      = total > size;
  assign tok_lead_o       = tok_multi_o ? iretire_i - iretire_width_p'(size) : '0;
  assign tok_size_o       = tok_multi_o ? iretire_width_p'(size) : iretire_i;

  // ---- what belongs to which item ------------------------------------------------------------

  logic is_inst, first_of_row;

  assign is_inst      = take[3];
  assign first_of_row = is_inst | (take[4] & ~row_inst);

  assign tok_qualified_o = qualified_i;
  assign tok_forget_o    = forget_i & first_of_row;
  assign tok_notify_o    = notify_i & is_inst;
  assign tok_cycles_o    = first_of_row ? cycles_i : '0;

  // The last instruction before a trap is plain: itype 1 and 2 belong to the trap.
  assign tok_itype_o = (is_inst & row_trap) ? rvt_pkg::ItypeNone : 4'(itype_i);

  // Only jumps can be sequentially inferable; of them, returns and trap returns are not.
  assign tok_sijump_o = is_inst & sijump_i & rvt_pkg::is_sequential(4'(itype_i));

  // ctype belongs to the first instruction; of a row with only a trap just the imprecise change is
  // kept.
  always_comb begin
    if (is_inst) begin
      tok_ctype_o = 2'(ctype_i);
    end else if (first_of_row & (2'(ctype_i) == rvt_pkg::CtypeImprecise)) begin
      tok_ctype_o = rvt_pkg::CtypeImprecise;
    end else begin
      tok_ctype_o = rvt_pkg::CtypeNone;
    end
  end

endmodule

`default_nettype wire
