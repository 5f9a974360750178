// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 4, behind the window: which blocks of the current row are decided next, as one item. What a
// block in the middle of a row can ask for is known beforehand: nothing, as long as those before it
// in the row, and what came before the row, leave it alone. So the oldest block is taken together
// with those behind it up to the first that asks for something; the chart sees the last of them, and
// of the others only their branches and half-words. Where the state could come between (calm_i), the
// oldest block is taken alone.
//
// Timing: combinational from the current token to the item; what of the row was decided moves on
// with step_i. With one block in a row it is wires.
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
  input  logic                                 second_i,  // the first one was decided already
  input  logic [blocks_p-1:0]                  notify_i,
  input  logic [4*blocks_p-1:0]                itype_i,
  input  logic [blocks_p-1:0]                  sijump_i,
  input  logic [blocks_p-1:0]                  multi_i,
  input  logic [blocks_p*iaddress_width_p-1:0] first_addr_i,
  input  logic [blocks_p*iaddress_width_p-1:0] last_addr_i,
  input  logic [blocks_p*iaddress_width_p-1:0] after_addr_i,
  input  logic [blocks_p*iretire_width_p-1:0]  lead_i,
  input  logic [blocks_p*iretire_width_p-1:0]  size_i,
  // the token behind it
  input  logic                                 next_valid_i,
  input  logic [2:0]                           next_kind_i,
  input  logic                                 next_priv_differs_i,
  input  logic [1:0]                           next_ctype_i,
  input  logic                                 next_elsewhere_i,
  // what the algorithm says
  input  logic                                 calm_i,         // nothing but the blocks themselves
  input  logic                                 keep_branches_i, // branches are decided one by one
  input  logic                                 keep_calls_i,   // calls are decided one by one
  input  logic [4:0]                           branches_i,     // unreported ones before this item
  input  logic                                 full_alone_i,   // a full map is told by itself
  input  logic                                 step_i,         // the item was decided
  input  logic                                 first_only_i,   // ... and only its first instruction
  output logic                                 stay_o,         // ... and something is left
  output logic [blocks_p-1:0]                  done_o,         // blocks that were decided before
  // the item
  output logic                                 later_o,        // not the first of its row
  output logic                                 notify_o,
  output logic [3:0]                           itype_o,
  output logic                                 sijump_o,
  output logic                                 multi_o,        // first and last are different
  output logic [iaddress_width_p-1:0]          first_addr_o,
  output logic [iaddress_width_p-1:0]          last_addr_o,
  output logic [iaddress_width_p-1:0]          after_addr_o,
  output logic [iretire_width_p-1:0]           lead_o,         // half-words of its first block
  // ... in front of its last instruction; with one block those of a first one that was decided, too
  output logic [before_width_p-1:0]            before_o,
  output logic [iretire_width_p-1:0]           size_o,         // ... of its last instruction
  output logic [row_width_p-1:0]               row_o,          // ... of all that is left of the row
  output logic [2:0]                           lead_count_o,   // branches in front of its last block
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
        // of another token than instructions there is one
        left[k]      = ~done_q[k]
                     & ((k == 0)
                        | (inst_i & (size_i[iretire_width_p*k+:iretire_width_p] != '0)));
        branch[k]    = rvt_pkg::is_branch(itype_i[4*k+:4]);
        not_taken[k] = itype_i[4*k+:4] == rvt_pkg::ItypeNotTaken;
        // neither it nor, because of it, the next one asks for a packet
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

    // The last block of the run asks for no packet of its own: a full map may be told with it.
    // Another block follows, or nothing in the next row touches it; so wait for that.
    assign newest    = run & ~(run >> 1);
    assign quiet_end = ~full_alone_i & ((newest & notify_i) == '0)
                     & (((left & ~run) != '0) | ~next_valid_i
                        | ((next_kind_i == rvt_pkg::KindInst) & ~next_priv_differs_i
                           & ~next_ctype_i[1]));

    // ---- what is taken -------------------------------------------------------------------------

    logic [blocks_p-1:0] take, last, behind;
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
    assign behind = left & ~take;
    assign stay_o = first_only_i | (behind != '0);
    assign done_o = done_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        done_q <= '0;
      end else if (step_i & ~first_only_i) begin
        done_q <= (behind != '0) ? (done_q | take) : '0;
      end
    end

    // ---- the item ------------------------------------------------------------------------------

    logic [iaddress_width_p-1:0] behind_addr;

    assign later_o  = done_q[0];
    assign notify_o = (last & notify_i) != '0;
    assign sijump_o = (last & sijump_i) != '0;
    assign multi_o  = (last != oldest) | ((oldest & multi_i) != '0);

    // Its first block, and the row: what is taken depends on these.
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

    // What lies in front of its last instruction.
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
      if (behind != '0) begin
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
