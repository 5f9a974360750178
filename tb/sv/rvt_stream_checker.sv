// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Rules of a valid/ready stream: an offered payload stays unchanged until it is taken.
`default_nettype none

module rvt_stream_checker #(
  parameter int unsigned width_p = 8
) (
  input wire logic               clk_i,
  input wire logic               rst_ni,
  input wire logic               valid_i,
  input wire logic               ready_i,
  input wire logic [width_p-1:0] payload_i
);

  ValidStays: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i && !ready_i |=> valid_i);

  PayloadStays: assert property (@(posedge clk_i) disable iff (!rst_ni)
    valid_i && !ready_i |=> $stable(payload_i));

  Stalled: cover property (@(posedge clk_i) disable iff (!rst_ni) valid_i && !ready_i);
  Taken:   cover property (@(posedge clk_i) disable iff (!rst_ni) valid_i && ready_i);

endmodule

`default_nettype wire
