// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 4, after the window: selects the blocks of the current row that are decided next, as one
// item. A block in the middle of a row needs no packet unless an older block of the row, or what
// came before the row, requires one. So the oldest block is taken together with the younger ones up
// to the first block that may need a packet. The chart sees the last block of the group; of the
// others it sees only the branches and half-words. If the state itself may require a packet (calm_i
// is 0), the oldest block is taken alone.
//
// Timing: combinational from the current token to the item; the record of the decided blocks is
// updated with step_i. With one block per row the module is wires.
//
// Spec: E-Trace, Multiple retirement considerations; ETR-MR-001, -002, -004, -007, -008;
//       ETR-ALG-012, -021.

`default_nettype none

module rvt_block_group #(
  parameter int unsigned blocks_p         = 1,
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned iretire_width_p  = 8,
  localparam int unsigned lead_width_p   = (blocks_p > 1) ? blocks_p - 1 : 1,
  localparam int unsigned before_width_p = iretire_width_p + $clog2(blocks_p),
  localparam int unsigned row_width_p    = before_width_p + 1
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  // the current token, its blocks with the oldest in the lowest bits
  input  logic                                 inst_i,    // instructions
  input  logic                                 second_i,  // the first one has been decided
  input  logic [blocks_p-1:0]                  notify_i,
  input  logic [4*blocks_p-1:0]                itype_i,
  input  logic [blocks_p-1:0]                  sijump_i,
  input  logic [blocks_p-1:0]                  multi_i,
  input  logic [blocks_p*iaddress_width_p-1:0] first_addr_i,
  input  logic [blocks_p*iaddress_width_p-1:0] last_addr_i,
  input  logic [blocks_p*iaddress_width_p-1:0] after_addr_i,
  input  logic [blocks_p*iretire_width_p-1:0]  lead_i,
  input  logic [blocks_p*iretire_width_p-1:0]  size_i,
  // the token after it
  input  logic                                 next_valid_i,
  input  logic [2:0]                           next_kind_i,
  input  logic                                 next_priv_differs_i,
  input  logic [1:0]                           next_ctype_i,
  input  logic                                 next_elsewhere_i,
  // from the algorithm
  input  logic                                 calm_i,         // only the blocks can need a packet
  input  logic                                 keep_branches_i, // branches are decided one by one
  input  logic                                 keep_calls_i,   // calls are decided one by one
  input  logic [4:0]                           branches_i,     // unreported ones before this item
  input  logic                                 full_alone_i,   // a full map is reported by itself
  input  logic                                 step_i,         // the item was decided
  input  logic                                 first_only_i,   // ... and only its first instruction
  output logic                                 stay_o,         // ... and part of the token is left
  output logic [blocks_p-1:0]                  done_o,         // blocks already decided
  // the item
  output logic                                 later_o,        // not the first of its row
  output logic                                 notify_o,
  output logic [3:0]                           itype_o,
  output logic                                 sijump_o,
  output logic                                 multi_o,        // first and last differ
  output logic [iaddress_width_p-1:0]          first_addr_o,
  output logic [iaddress_width_p-1:0]          last_addr_o,
  output logic [iaddress_width_p-1:0]          after_addr_o,
  output logic [iretire_width_p-1:0]           lead_o,         // half-words of its first block
  // ... before its last instruction; with one block including a first one that has been decided
  output logic [before_width_p-1:0]            before_o,
  output logic [iretire_width_p-1:0]           size_o,         // ... of its last instruction
  output logic [row_width_p-1:0]               row_o,          // ... of its undecided part
  output logic [2:0]                           lead_count_o,   // branches before its last block
  output logic [lead_width_p-1:0]              lead_map_o,     // their outcomes
  // what follows it
  output logic                                 next_valid_o,
  output logic [2:0]                           next_kind_o,
  output logic                                 next_priv_differs_o,
  output logic [1:0]                           next_ctype_o,
  output logic                                 next_elsewhere_o
);

  if (blocks_p == 1) begin : gen_one

    assign stay_o              = first_only_i;
    assign done_o              = '0;
    assign later_o             = 1'b0;
    assign notify_o            = notify_i[0];
    assign itype_o             = itype_i[3:0];
    assign sijump_o            = sijump_i[0];
    assign multi_o             = multi_i[0];
    assign first_addr_o        = first_addr_i;
    assign last_addr_o         = last_addr_i;
    assign after_addr_o        = after_addr_i;
    assign lead_o              = lead_i;
    assign before_o            = lead_i;
    assign size_o              = size_i;
    assign row_o               = '0;
    assign lead_count_o        = 3'd0;
    assign lead_map_o          = '0;
    assign next_valid_o        = next_valid_i;
    assign next_kind_o         = next_kind_i;
    assign next_priv_differs_o = next_priv_differs_i;
    assign next_ctype_o        = next_ctype_i;
    assign next_elsewhere_o    = next_elsewhere_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni, inst_i, second_i, calm_i, keep_branches_i, keep_calls_i,
                      branches_i, full_alone_i, step_i};

  end else begin : gen_several

    // ---- what each block is --------------------------------------------------------------------

    logic [blocks_p-1:0] done_q, left, branch, not_taken, plain;

    always_comb begin
      for (int unsigned k = 0; k < blocks_p; k++) begin
        // any token other than instructions has one block
        left[k]      = ~done_q[k]
                     & ((k == 0)
                        | (inst_i & (size_i[iretire_width_p*k+:iretire_width_p] != '0)));
        branch[k]    = rvt_pkg::is_branch(itype_i[4*k+:4]);
        not_taken[k] = itype_i[4*k+:4] == rvt_pkg::ItypeNotTaken;
        // neither it nor, because of it, the next block needs a packet
        plain[k]     = ~rvt_pkg::is_updiscon(itype_i[4*k+:4]) & ~notify_i[k]
                     & ~(keep_branches_i & branch[k])
                     & ~(keep_calls_i & rvt_pkg::is_call(itype_i[4*k+:4]));
      end
    end

    // ---- the longest run, and where it fills the branch map ------------------------------------

    logic [blocks_p-1:0] oldest, run, counts, fills, newest;
    logic                run_open, quiet_end, filled;
    logic [5:0]          count;

    assign oldest = left & (~left + blocks_p'(1));

    always_comb begin
      run_open = 1'b1;
      count    = 6'(branches_i);
      for (int unsigned k = 0; k < blocks_p; k++) begin
        run[k]    = left[k] & run_open;
        run_open  = run_open & (~left[k] | plain[k]);
        counts[k] = run[k] & branch[k];
        count     = count + 6'(counts[k]);
        fills[k]  = counts[k] & (count >= 6'd31);
      end
    end

    // The last block of the run needs no packet of its own, so a full map may be reported with it:
    // another block follows, or the next row does not affect it. Wait until that is known.
    assign newest    = run & ~(run >> 1);
    assign quiet_end = ~full_alone_i & ((newest & notify_i) == '0)
                     & (((left & ~run) != '0) | ~next_valid_i
                        | ((next_kind_i == rvt_pkg::KindInst) & ~next_priv_differs_i
                           & ~next_ctype_i[1]));

    // ---- what is taken -------------------------------------------------------------------------

    logic [blocks_p-1:0] take, last, rest;
    logic                cut_open;

    always_comb begin
      filled   = 1'b0;
      cut_open = 1'b1;
      for (int unsigned k = 0; k < blocks_p; k++) begin
        take[k]  = calm_i ? run[k] & cut_open : oldest[k];
        filled   = filled | fills[k];
        cut_open = quiet_end | ~filled;
      end
    end

    assign last   = take & ~(take >> 1);
    assign rest = left & ~take;
    assign stay_o = first_only_i | (rest != '0);
    assign done_o = done_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        done_q <= '0;
      end else if (step_i & ~first_only_i) begin
        done_q <= (rest != '0) ? (done_q | take) : '0;
      end
    end

    // ---- the item ------------------------------------------------------------------------------

    logic [iaddress_width_p-1:0] behind_addr;

    assign later_o  = done_q[0];
    assign notify_o = (last & notify_i) != '0;
    assign sijump_o = (last & sijump_i) != '0;
    assign multi_o  = (last != oldest) | ((oldest & multi_i) != '0);

    // Its first block, and the row: the choice of the group depends on these.
    always_comb begin
      first_addr_o = '0;
      lead_o       = '0;
      row_o        = '0;
      for (int unsigned k = 0; k < blocks_p; k++) begin
        if (oldest[k]) begin
          first_addr_o = first_addr_i[iaddress_width_p*k+:iaddress_width_p];
          lead_o       = lead_i[iretire_width_p*k+:iretire_width_p];
        end
        if (left[k]) begin
          row_o = row_o + row_width_p'(lead_i[iretire_width_p*k+:iretire_width_p])
                + row_width_p'(size_i[iretire_width_p*k+:iretire_width_p]);
        end
      end
    end

    // Its last block.
    always_comb begin
      itype_o      = 4'd0;
      last_addr_o  = '0;
      after_addr_o = '0;
      behind_addr  = '0;
      size_o       = '0;
      for (int unsigned k = 0; k < blocks_p; k++) begin
        if (last[k]) begin
          itype_o      = itype_i[4*k+:4];
          last_addr_o  = last_addr_i[iaddress_width_p*k+:iaddress_width_p];
          after_addr_o = after_addr_i[iaddress_width_p*k+:iaddress_width_p];
          size_o       = size_i[iretire_width_p*k+:iretire_width_p];
        end
      end
      for (int unsigned k = 1; k < blocks_p; k++) begin
        if (last[k-1]) begin
          behind_addr = first_addr_i[iaddress_width_p*k+:iaddress_width_p];
        end
      end
    end

    // What precedes its last instruction.
    always_comb begin
      before_o     = '0;
      lead_count_o = 3'd0;
      lead_map_o   = '0;
      for (int unsigned k = 0; k < blocks_p; k++) begin
        if (take[k] & ~(second_i & oldest[k])) begin
          before_o = before_o + before_width_p'(lead_i[iretire_width_p*k+:iretire_width_p]);
        end
        if (take[k] & ~last[k]) begin
          before_o = before_o + before_width_p'(size_i[iretire_width_p*k+:iretire_width_p]);
        end
        if (take[k] & ~last[k] & branch[k]) begin
          lead_map_o   = lead_map_o | (lead_width_p'(not_taken[k]) << lead_count_o);
          lead_count_o = lead_count_o + 3'd1;
        end
      end
    end

    // ---- what follows --------------------------------------------------------------------------

    always_comb begin
      if (rest != '0) begin
        next_valid_o        = 1'b1;
        next_kind_o         = rvt_pkg::KindInst;
        next_priv_differs_o = 1'b0;
        next_ctype_o        = rvt_pkg::CtypeNone;
        next_elsewhere_o    = behind_addr != after_addr_o;
      end else begin
        next_valid_o        = next_valid_i;
        next_kind_o         = next_kind_i;
        next_priv_differs_o = next_priv_differs_i;
        next_ctype_o        = next_ctype_i;
        next_elsewhere_o    = next_elsewhere_i;
      end
    end

`ifdef RVT_ASSERT
    always @(posedge clk_i) begin
      if (rst_ni) begin
        OldestFirst:  assert ((done_q & (done_q + blocks_p'(1))) == '0);
        AlwaysOne:    assert ((take & oldest) != '0);
        OnlyFirst:    assert (~first_only_i | (take == oldest));
      end
    end
`endif

  end

endmodule

`default_nettype wire
