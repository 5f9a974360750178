// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof of stages 3 to 5 with one block in a row (rvt_formal_stream): a packet that waits does not
// change, the chart takes at most one decision per item, and the branch map never stays full.

`default_nettype none

module rvt_formal_items (
  input  logic        clk_i,
  input  logic [11:0] options_i,
  input  logic        entry_valid_i,
  input  logic [53:0] entry_i,
  input  logic        hold_i,
  input  logic        ready_i
);

  rvt_formal_stream #(
    .blocks_p(1)
  ) u_stream (
    .clk_i, .options_i, .entry_valid_i, .entry_i, .hold_i, .alone_i(1'b0), .ready_i
  );

endmodule

`default_nettype wire
