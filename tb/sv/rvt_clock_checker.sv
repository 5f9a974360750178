// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The timestamp does not advance while the hart is halted, unless trTsRunInDebug is 1.
`default_nettype none

module rvt_clock_checker #(
  parameter int unsigned time_width_p = 32
) (
  input wire logic                    clk_i,
  input wire logic                    rst_ni,
  input wire logic                    internal_i,  // Internal Core
  input wire logic                    in_debug_i,  // trTsRunInDebug
  input wire logic                    halted_i,
  input wire logic                    clear_i,     // trTsControl is written, or the unit inactive
  input wire logic [time_width_p-1:0] time_i
);

  StandsWhileHalted: assert property (@(posedge clk_i) disable iff (!rst_ni)
    internal_i && !in_debug_i && halted_i && !clear_i |=> $stable(time_i) || !internal_i);

  Halts: cover property (@(posedge clk_i) disable iff (!rst_ni) internal_i && halted_i);

endmodule

`default_nettype wire
