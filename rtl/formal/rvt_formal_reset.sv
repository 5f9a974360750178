// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Shared by all proof benches: reset in the first cycle only.

`default_nettype none

module rvt_formal_reset (
  input  logic clk_i,
  output logic rst_no
);

  initial rst_no = 1'b0;
  always @(posedge clk_i) begin
    rst_no <= 1'b1;
  end

endmodule

`default_nettype wire
