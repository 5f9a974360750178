// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 2: the elastic buffer between the hart and the algorithm.
//
// Timing: an entry is readable in the cycle after it was pushed; one push and one pop per cycle.
// The writer checks free_o, which comes from a register; a push without room violates the contract.
// rvalid_o never waits for pop_i.
//
// Spec: E-Trace, Multiple retirement considerations; ETR-MR-005, AMB-161.

`default_nettype none

module rvt_ingress_fifo #(
  parameter int unsigned width_p = 8,
  parameter int unsigned depth_p = 16,  // at least 4
  localparam int unsigned free_width_p = $clog2(depth_p + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     push_i,
  input  logic [width_p-1:0]       wdata_i,
  output logic [free_width_p-1:0]  free_o,
  output logic                     rvalid_o,
  input  logic                     pop_i,
  output logic [width_p-1:0]       rdata_o
);

  localparam int unsigned PtrBits = $clog2(depth_p);
  localparam logic [PtrBits-1:0] LastPtr = PtrBits'(depth_p - 1);

  logic [width_p-1:0]      mem_q [depth_p];
  logic [PtrBits-1:0]      wptr_q, rptr_q;
  logic [free_width_p-1:0] used_q;
  logic                    pop;

  assign rvalid_o = used_q != '0;
  assign pop      = pop_i & rvalid_o;
  assign rdata_o  = mem_q[rptr_q];
  assign free_o   = free_width_p'(depth_p) - used_q;

  always_ff @(posedge clk_i) begin
    if (push_i) begin
      mem_q[wptr_q] <= wdata_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wptr_q <= '0;
      rptr_q <= '0;
      used_q <= '0;
    end else begin
      if (push_i) begin
        wptr_q <= (wptr_q == LastPtr) ? '0 : wptr_q + PtrBits'(1);
      end
      if (pop) begin
        rptr_q <= (rptr_q == LastPtr) ? '0 : rptr_q + PtrBits'(1);
      end
      used_q <= used_q + free_width_p'(push_i) - free_width_p'(pop);
    end
  end

`ifdef RVT_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      CountIsPossible: assert (used_q <= free_width_p'(depth_p));
      PushHasRoom:     assert (~push_i | (free_o != '0));
    end
  end
`endif

endmodule

`default_nettype wire
