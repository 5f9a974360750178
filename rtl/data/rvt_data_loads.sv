// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The loads and atomics of a split hart that are in progress, by lrid.
//
// Timing: the lookup of a response is combinational; the table is updated with the clock. A
// response in the cycle of its own request sets late_o: it follows the request. If an earlier
// request has the same ID, a response of that cycle answers the earlier one, and the new request
// replaces it.
//
// Spec: E-Trace, Data Trace Interface (lrid, lid, lresp); ETR-DAT-006; decision 0003.

`default_nettype none

module rvt_data_loads #(
  parameter int unsigned lrid_width_p = 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,      // no load is in progress any more
  // a request
  input  logic                    request_i,
  input  logic [lrid_width_p-1:0] lrid_i,
  input  logic                    traced_i,     // it is to be traced
  input  logic                    lost_i,       // but its row has no room
  input  logic                    atomic_i,
  input  logic [1:0]              size_i,
  input  logic                    unaligned_i,
  // a response, and the request that it answers
  input  logic                    response_i,
  input  logic [lrid_width_p-1:0] lid_i,
  output logic                    late_o,       // of this cycle
  output logic                    traced_o,     // also 0 if it answers no request
  output logic                    atomic_o,
  output logic [1:0]              size_o,
  output logic                    unaligned_o
);

  localparam int unsigned Loads = 1 << lrid_width_p;

  logic [Loads-1:0] awaited_q, traced_q, atomic_q, unaligned_q;
  logic [1:0]       size_q [Loads];
  logic [Loads-1:0] asked, answered;

  assign asked    = request_i ? Loads'(1) << lrid_i : '0;
  assign answered = response_i ? Loads'(1) << lid_i : '0;

  assign late_o      = ~awaited_q[lid_i] & request_i & (lrid_i == lid_i);
  assign traced_o    = late_o ? traced_i : awaited_q[lid_i] & traced_q[lid_i];
  assign atomic_o    = late_o ? atomic_i : atomic_q[lid_i];
  assign size_o      = late_o ? size_i : size_q[lid_i];
  assign unaligned_o = late_o ? unaligned_i : unaligned_q[lid_i];

  // A response in the cycle of its own request leaves nothing in progress.
  logic [Loads-1:0] ended;
  assign ended = answered & (awaited_q | asked) & ~(answered & awaited_q & asked);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awaited_q <= '0;
    end else if (clear_i) begin
      awaited_q <= '0;
    end else begin
      awaited_q <= (awaited_q | asked) & ~ended;
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_i) begin
      traced_q[lrid_i]    <= traced_i & ~lost_i;
      atomic_q[lrid_i]    <= atomic_i;
      unaligned_q[lrid_i] <= unaligned_i;
      size_q[lrid_i]      <= size_i;
    end
  end

endmodule

`default_nettype wire
