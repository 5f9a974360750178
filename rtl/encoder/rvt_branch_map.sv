// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Branch outcomes that have not been reported yet, oldest in bit 0; 0 taken, 1 not taken.
//
// Timing: in the same cycle, map_o and count_o include the outcomes of the current item and of the
// blocks decided with it (decision step 2); the state is stored with step_i. Bits above count_o are
// 0. The chart never leaves 31 branches pending. If blocks decided together have more outcomes than
// the map can hold, the first 31 are shown, and the others start the next map once those are
// reported; the caller ensures that nothing else is reported in that step.
//
// Spec: ETR-ALG-012, -021, -055, -056; ETR-FMT-023, -024.

`default_nettype none

module rvt_branch_map #(
  parameter int unsigned blocks_p = 1,  // items that are decided together
  localparam int unsigned lead_width_p = (blocks_p > 1) ? blocks_p - 1 : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // outcomes of the items before the current one that are decided with it
  input  logic [2:0]                  lead_count_i,
  input  logic [lead_width_p-1:0]     lead_map_i,
  input  logic                        branch_i,  // the current item is a qualified branch
  input  logic                        taken_i,
  input  logic                        step_i,    // the current item was decided
  // ... and all outcomes, its own included, are reported or dropped
  input  logic                        clear_i,
  output logic [4:0]                  pending_o,  // outcomes before those of this cycle
  output logic [rvt_pkg::MapBits-1:0] map_o,
  output logic [4:0]                  count_o
);

  logic [rvt_pkg::MapBits-1:0] map_q, rest_map;
  logic [4:0]                  count_q, rest_count;

  logic                        not_taken;

  assign not_taken = branch_i & ~taken_i;
  assign pending_o = count_q;

  if (blocks_p == 1) begin : gen_one

    logic [rvt_pkg::MapBits-1:0] outcome;

    assign outcome    = rvt_pkg::MapBits'(not_taken) << count_q;
    assign map_o      = map_q | outcome;
    assign count_o    = count_q + 5'(branch_i);
    assign rest_map   = '0;
    assign rest_count = 5'd0;

    logic unused_lead;
    assign unused_lead = ^{lead_count_i, lead_map_i};

  end else begin : gen_several

    localparam int unsigned Bits = rvt_pkg::MapBits + blocks_p - 1;

    logic [Bits-1:0]     all;
    logic [blocks_p-1:0] outcomes;
    logic [5:0]          count;
    logic                full;

    assign outcomes   = blocks_p'(lead_map_i) | (blocks_p'(not_taken) << lead_count_i);
    assign all        = Bits'(map_q) | (Bits'(outcomes) << count_q);
    assign count      = 6'(count_q) + 6'(lead_count_i) + 6'(branch_i);
    assign full       = count >= 6'd31;
    assign map_o      = all[rvt_pkg::MapBits-1:0];
    assign count_o    = full ? 5'd31 : count[4:0];
    assign rest_map   = full ? rvt_pkg::MapBits'(all >> rvt_pkg::MapBits) : '0;
    assign rest_count = full ? 5'(count - 6'd31) : 5'd0;

  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      map_q   <= '0;
      count_q <= 5'd0;
    end else if (step_i) begin
      map_q   <= clear_i ? rest_map : map_o;
      count_q <= clear_i ? rest_count : count_o;
    end
  end

`ifdef RVT_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      NeverFull:    assert (count_q != 5'd31);
      NothingAbove: assert ((map_q >> count_q) == '0);
    end
  end
`endif

endmodule

`default_nettype wire
