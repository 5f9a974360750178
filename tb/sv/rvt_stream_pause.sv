// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Withholds beats of a stream for some cycles at random, also within a packet, as a stage without a
// buffer for whole packets may. A beat that was offered stays.
`default_nettype none

module rvt_stream_pause (
  input  wire logic clk_i,
  input  wire logic rst_ni,
  // from the source
  input  wire logic valid_i,
  output logic      ready_o,
  // to the adapter
  output logic      valid_o,
  input  wire logic ready_i
);

  logic pause_q;

  assign valid_o = valid_i & ~pause_q;
  assign ready_o = ready_i & ~pause_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pause_q <= 1'b0;
    end else if (valid_o && !ready_i) begin
      pause_q <= 1'b0;
    end else begin
      pause_q <= $urandom_range(pause_q ? 1 : 7) == 0 ? ~pause_q : pause_q;
    end
  end

  Pauses: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_i && pause_q && ready_i);

endmodule

`default_nettype wire
