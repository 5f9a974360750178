// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Rules of the encoder's other ports, for the bench (ingress, APB) and for the encoder.
`default_nettype none

module rvt_port_checker #(
  parameter int unsigned row_bits_p = 8
) (
  input wire logic                  clk_i,
  input wire logic                  rst_ni,
  input wire logic [row_bits_p-1:0] row_i,      // every ingress signal
  input wire logic                  items_i,    // an instruction retired, or a trap
  input wire logic                  stall_i,
  input wire logic                  lost_i,
  input wire logic                  enable_i,   // trTeActive and trTeEnable
  input wire logic                  valid_i,
  input wire logic [3:0]            bytes_i,
  input wire logic                  last_i,
  input wire logic [3:0]            lanes_i,    // byte lanes of the output
  input wire logic                  psel_i,
  input wire logic                  penable_i,
  input wire logic                  pready_i,
  input wire logic [44:0]           access_i    // address, direction and data
);

  // The hart holds a row that was not taken.
  RowHeldWhileStalled: assert property (@(posedge clk_i) disable iff (!rst_ni)
    stall_i && items_i |=> $stable(row_i));

  // A row is stalled or dropped, not both; a row without items is never dropped; nothing happens
  // while disabled.
  StallOrLost: assert property (@(posedge clk_i) disable iff (!rst_ni) !(stall_i && lost_i));
  LostHasItems: assert property (@(posedge clk_i) disable iff (!rst_ni) lost_i |-> items_i);
  QuietWhileDisabled: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !enable_i |-> !stall_i && !lost_i);

  // A beat carries bytes; all lanes are used unless it ends a packet.
  BeatHasBytes: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i |-> bytes_i != 4'd0 && bytes_i <= lanes_i);
  OnlyLastIsShort: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i && !last_i |-> bytes_i == lanes_i);

  // APB: the access phase follows the setup phase and stays until it is ready.
  AccessAfterSetup: assert property (@(posedge clk_i) disable iff (!rst_ni)
    psel_i && !penable_i |=> psel_i && penable_i && $stable(access_i));
  AccessStays: assert property (@(posedge clk_i) disable iff (!rst_ni)
    psel_i && penable_i && !pready_i |=> psel_i && penable_i && $stable(access_i));
  SetupBeforeAccess: assert property (@(posedge clk_i)
    !rst_ni || !psel_i || (penable_i && pready_i) |=> !penable_i);

  Stalls: cover property (@(posedge clk_i) disable iff (!rst_ni) stall_i && items_i);
  Loses:  cover property (@(posedge clk_i) disable iff (!rst_ni) lost_i);

endmodule

`default_nettype wire
