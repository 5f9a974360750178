// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 3: one entry of the elastic buffer becomes tokens, oldest first: LOST (without te_data,
// then with it) and MODES, END or DISABLE, ENABLE, then the instructions of the row (one token,
// with the first and last instruction of each block), then the trap that follows them.
//
// Timing: combinational, one token per cycle; an entry is popped with its last token, so a row
// without events and without trap costs one cycle. tok_valid_o never waits for tok_ready_i. Of a
// row that is not qualified only the trap is passed on. The port has dropped blocks after an unused
// block or after a trap.
//
// Spec: docs/decisions/0001-item-stream.md; ETR-ING-003, -007, -008, -017; ETR-MR-002..004;
//       ETR-CTX-002.

`default_nettype none

module rvt_item_splitter #(
  parameter int unsigned blocks_p          = 1,
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
  input  logic [1:0]                    lost_event_i,   // of te_inst alone; of te_data
  input  logic                          end_event_i,
  input  logic                          disable_event_i,
  input  logic                          enable_event_i,
  input  logic                          modes_event_i,
  input  logic [1:0]                    modes_after_i,  // after each LOST
  input  logic                          row_i,
  input  logic                          qualified_i,
  input  logic                          forget_i,
  input  logic [rvt_pkg::CountBits-1:0] cycles_i,
  input  logic [time_width_p-1:0]       time_i,
  input  logic [ctype_width_p-1:0]      ctype_i,
  // its blocks, the oldest in the lowest bits; iretire counts half-words
  input  logic [blocks_p-1:0]                   notify_i,
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input  logic [blocks_p-1:0]                   sijump_i,
  // token; cause, tval, priv and context bypass this stage
  output logic                          tok_valid_o,
  input  logic                          tok_ready_i,
  output logic [2:0]                    tok_kind_o,
  output logic                          tok_qualified_o,
  output logic                          tok_forget_o,
  output logic [rvt_pkg::CountBits-1:0] tok_cycles_o,  // with the first token of a row, otherwise 0
  // of the row; of an event, the latest time known
  output logic [time_width_p-1:0]       tok_time_o,
  output logic [1:0]                    tok_ctype_o,
  // per block; a trap is presented as block 0
  output logic [blocks_p-1:0]                  tok_notify_o,
  output logic [4*blocks_p-1:0]                tok_itype_o,   // of the last instruction or the trap
  output logic [blocks_p-1:0]                  tok_sijump_o,  // of a jump to which sijump applies
  output logic [blocks_p-1:0]                  tok_multi_o,   // first and last differ
  output logic [blocks_p*iaddress_width_p-1:0] tok_first_addr_o,
  output logic [blocks_p*iaddress_width_p-1:0] tok_last_addr_o,
  // of the instruction that follows in memory
  output logic [blocks_p*iaddress_width_p-1:0] tok_after_addr_o,
  // half-words of all instructions but the last
  output logic [blocks_p*iretire_width_p-1:0]  tok_lead_o,
  // half-words of the last instruction; 0: block is not used
  output logic [blocks_p*iretire_width_p-1:0]  tok_size_o
);

  // Half-words of the last instruction, wide enough not to wrap.
  localparam int unsigned SizeBits = (1 << ilastsize_width_p) + iretire_width_p;

  // ---- blocks that are used ------------------------------------------------------------------

  logic [blocks_p-1:0] used, trap;

  always_comb begin
    for (int unsigned k = 0; k < blocks_p; k++) begin
      used[k] = iretire_i[iretire_width_p*k+:iretire_width_p] != '0;
      trap[k] = rvt_pkg::is_trap(4'(itype_i[itype_width_p*k+:itype_width_p]));
    end
  end

  // ---- which tokens this entry still owes ----------------------------------------------------

  logic [8:0] owed, done_q, left, take;
  logic [2:0] modes;  // before, between and after the losses
  logic       row_trap, row_inst;

  assign row_trap = row_i & (|trap);
  assign row_inst = row_i & qualified_i & used[0];

  assign modes = {modes_after_i[1], modes_after_i[0] & ~modes_after_i[1], ~(|modes_after_i)}
               & {3{modes_event_i}};
  assign owed = {row_trap, row_inst, enable_event_i, end_event_i | disable_event_i,
                 modes[2], lost_event_i[1], modes[1], lost_event_i[0], modes[0]};
  assign left = owed & ~done_q;
  assign take = left & (~left + 9'd1);  // the oldest one

  assign tok_valid_o = valid_i & (left != 9'd0);
  assign pop_o       = valid_i & ((left == 9'd0) | (tok_ready_i & (left == take)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 9'd0;
    end else if (pop_o) begin
      done_q <= 9'd0;
    end else if (tok_valid_o & tok_ready_i) begin
      done_q <= done_q | take;
    end
  end

  always_comb begin
    unique case (1'b1)
      take[1]: tok_kind_o = rvt_pkg::KindLost;
      take[3]: tok_kind_o = rvt_pkg::KindDataLost;
      take[5]: tok_kind_o = disable_event_i ? rvt_pkg::KindDisable : rvt_pkg::KindEnd;
      take[6]: tok_kind_o = rvt_pkg::KindEnable;
      take[7]: tok_kind_o = rvt_pkg::KindInst;
      take[8]: tok_kind_o = rvt_pkg::KindTrap;
      default: tok_kind_o = rvt_pkg::KindModes;
    endcase
  end

  // ---- time ----------------------------------------------------------------------------------
  // An event can occur in an idle cycle, in which time_i is undefined. It gets the time of the
  // latest qualified row with items, or 0 if there was none.

  logic [time_width_p-1:0] time_q;

  assign tok_time_o = (take[8] | take[7]) ? time_i : time_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      time_q <= '0;
    end else if (pop_o & row_i & qualified_i) begin
      time_q <= time_i;
    end
  end

  // ---- what belongs to which item ------------------------------------------------------------

  logic is_inst, first_of_row;

  assign is_inst      = take[7];
  // Events do not use what is of a row: a synchronisation packet follows each of them.
  assign first_of_row = ~(take[8] & row_inst);

  assign tok_qualified_o = qualified_i;
  assign tok_forget_o    = forget_i & first_of_row;
  assign tok_cycles_o    = first_of_row ? cycles_i : '0;

  // ctype belongs to the first instruction; of a row with only a trap, only an imprecise change is
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

  // ---- blocks --------------------------------------------------------------------------------

  for (genvar k = 0; k < blocks_p; k++) begin : gen_block
    logic [3:0]                  itype;
    logic [iaddress_width_p-1:0] first;
    logic [iretire_width_p-1:0]  retired;

    assign itype   = 4'(itype_i[itype_width_p*k+:itype_width_p]);
    assign first   = iaddr_i[iaddress_width_p*k+:iaddress_width_p];
    assign retired = iretire_i[iretire_width_p*k+:iretire_width_p];

    // Addresses and sizes. Half-words of the last instruction, wide enough not to wrap.
    logic [SizeBits-1:0]         size, total;
    logic [iaddress_width_p-1:0] total_bytes, size_bytes;
    logic                        multi;

    assign size        = SizeBits'(1) << ilastsize_i[ilastsize_width_p*k+:ilastsize_width_p];
    assign total       = SizeBits'(retired);
    assign total_bytes = iaddress_width_p'(retired) << 1;
    assign size_bytes  = iaddress_width_p'(2)
                       << ilastsize_i[ilastsize_width_p*k+:ilastsize_width_p];
    assign multi       = total > size;

    assign tok_multi_o[k] = multi;
    assign tok_after_addr_o[iaddress_width_p*k+:iaddress_width_p] = first + total_bytes;
    assign tok_last_addr_o[iaddress_width_p*k+:iaddress_width_p] = first + total_bytes - size_bytes;
    assign tok_lead_o[iretire_width_p*k+:iretire_width_p] =
        multi ? retired - iretire_width_p'(size) : '0;

    // Only jumps can be sequentially inferable; of them, returns and trap returns are not.
    assign tok_notify_o[k] = notify_i[k] & is_inst;
    assign tok_sijump_o[k] = is_inst & sijump_i[k] & rvt_pkg::is_sequential(itype);

    // The last instruction before a trap is plain: itype 1 and 2 belong to the trap.
    if (k == 0) begin : gen_first
      logic [3:0]                  trap_itype;
      logic [iaddress_width_p-1:0] trap_addr;

      always_comb begin
        trap_itype = itype;
        trap_addr  = first;
        for (int unsigned l = 1; l < blocks_p; l++) begin
          if (trap[l]) begin
            trap_itype = 4'(itype_i[itype_width_p*l+:itype_width_p]);
            trap_addr  = iaddr_i[iaddress_width_p*l+:iaddress_width_p];
          end
        end
      end

      assign tok_itype_o[3:0] = (is_inst & trap[0]) ? rvt_pkg::ItypeNone
                              : (blocks_p == 1 || is_inst) ? itype : trap_itype;
      assign tok_first_addr_o[iaddress_width_p-1:0] =
          (blocks_p == 1 || is_inst) ? first : trap_addr;
      assign tok_size_o[iretire_width_p-1:0] = multi ? iretire_width_p'(size) : retired;
    end else begin : gen_later
      assign tok_itype_o[4*k+:4] = trap[k] ? rvt_pkg::ItypeNone : itype;
      assign tok_first_addr_o[iaddress_width_p*k+:iaddress_width_p] = first;
      assign tok_size_o[iretire_width_p*k+:iretire_width_p] =
          ~used[k] ? '0 : multi ? iretire_width_p'(size) : retired;
    end
  end

endmodule

`default_nettype wire
