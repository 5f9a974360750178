// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Branch outcomes that have not been reported yet, oldest in bit 0; 0 taken, 1 not taken.
//
// Timing: map_o and count_o show the state with the outcome of the current item already in it
// (decision step 2), in the same cycle; the state is stored with step_i. Bits above count_o are 0.
// The chart never leaves 31 branches pending, so the map cannot overflow.
//
// Spec: ETR-ALG-012, -021, -055, -056; ETR-FMT-023, -024.

`default_nettype none

module rvt_branch_map (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        branch_i,  // the current item is a qualified branch
  input  logic                        taken_i,
  input  logic                        step_i,    // the current item was decided
  // ... and all outcomes, its own included, are reported or dropped
  input  logic                        clear_i,
  output logic [rvt_pkg::MapBits-1:0] map_o,
  output logic [4:0]                  count_o
);

  logic [rvt_pkg::MapBits-1:0] map_q, outcome;
  logic [4:0]                  count_q;

  logic                        not_taken;

  assign not_taken = branch_i & ~taken_i;
  assign outcome   = rvt_pkg::MapBits'(not_taken) << count_q;
  assign map_o     = map_q | outcome;
  assign count_o   = count_q + 5'(branch_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      map_q   <= '0;
      count_q <= 5'd0;
    end else if (step_i) begin
      map_q   <= clear_i ? '0 : map_o;
      count_q <= clear_i ? 5'd0 : count_o;
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
