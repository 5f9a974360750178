// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof of stages 3 to 5 with two blocks in a row (rvt_formal_stream): the oldest block is decided
// first, a token leaves only with its last block, and outcomes beyond a full map are kept.

`default_nettype none

module rvt_formal_blocks (
  input  logic        clk_i,
  input  logic [11:0] options_i,
  input  logic        entry_valid_i,
  input  logic [66:0] entry_i,
  input  logic        hold_i,
  input  logic        alone_i,
  input  logic        ready_i
);

  rvt_formal_stream #(
    .blocks_p(2)
  ) u_stream (
    .clk_i, .options_i, .entry_valid_i, .entry_i, .hold_i, .alone_i, .ready_i
  );

endmodule

`default_nettype wire
