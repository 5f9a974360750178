// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The Internal Core timestamp, computed from the register writes and the cycles since then: it
// advances once in 1, 4, 16 or 64 cycles since its reset, and never in between.
//
// Spec: Trace Control Interface, trTsControl; ETR-CTL-013.
`default_nettype none

module rvt_ticks_checker #(
  parameter bit          internal_p   = 1'b1,  // Internal Core is built
  parameter int unsigned time_width_p = 32
) (
  input wire logic                    clk_i,
  input wire logic                    rst_ni,
  input wire logic                    write_i,   // a register access ends
  input wire logic [11:0]             offset_i,
  input wire logic [9:0]              value_i,
  input wire logic                    halted_i,
  input wire logic [time_width_p-1:0] time_i
);

  logic        known_q, in_debug_q;  // known: counting since its reset, with fixed settings
  logic [1:0]  prescale_q;
  logic [63:0] cycles_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, in_debug_q, prescale_q, cycles_q} <= '0;
    end else if (write_i && offset_i == rvt_pkg::AddrTsControl) begin
      // trTsCount, trTsReset, Internal Core
      known_q    <= internal_p && value_i[2:1] == 2'b11 && value_i[6:4] == rvt_pkg::TsInternalCore;
      in_debug_q <= value_i[3];
      prescale_q <= value_i[9:8];
      cycles_q   <= '0;
    end else begin
      known_q  <= known_q && !(write_i && offset_i == rvt_pkg::AddrControl && !value_i[0]);
      cycles_q <= cycles_q + 64'(in_debug_q || !halted_i);
    end
  end

  logic unused_value;
  assign unused_value = value_i[7];

  TicksAsSet: assert property (@(posedge clk_i) disable iff (!rst_ni)
    known_q |-> time_i == time_width_p'(cycles_q >> {prescale_q, 1'b0}));

endmodule

`default_nettype wire
