// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The receiving end of AXI4-Stream: converts beats to byte lanes, using TKEEP alone.
`default_nettype none

module rvt_axis_monitor #(
  parameter int unsigned data_bytes_p = 8
) (
  input  wire logic                         clk_i,
  input  wire logic                         rst_ni,
  // AXI4-Stream
  input  wire logic                         tvalid_i,
  output logic                              tready_o,
  input  wire logic [8*data_bytes_p-1:0]    tdata_i,
  input  wire logic [data_bytes_p-1:0]      tkeep_i,
  input  wire logic                         tlast_i,
  // byte lanes
  output logic                              valid_o,
  input  wire logic                         ready_i,
  output logic [8*data_bytes_p-1:0]         data_o,
  output logic [$clog2(data_bytes_p+1)-1:0] bytes_o,
  output logic                              last_o
);

  logic [8*data_bytes_p-1:0] unused_lanes;

  assign valid_o  = tvalid_i;
  assign tready_o = ready_i;
  assign last_o   = tlast_i;

  // The bytes that TKEEP marks, in any position.
  always_comb begin
    data_o  = '0;
    bytes_o = '0;
    for (int unsigned lane = 0; lane < data_bytes_p; lane++) begin
      unused_lanes[8*lane+:8] = {8{~tkeep_i[lane]}};
      if (tkeep_i[lane]) begin
        data_o[8*bytes_o+:8] = tdata_i[8*lane+:8];
        bytes_o              = bytes_o + 1'b1;
      end
    end
  end

  NothingStale: assert property (@(posedge clk_i) disable iff (!rst_ni)
    tvalid_i |-> (tdata_i & unused_lanes) == '0);

  ShortLast: cover property (@(posedge clk_i) disable iff (!rst_ni)
    tvalid_i && tready_o && tlast_i && !tkeep_i[data_bytes_p-1]);

endmodule

`default_nettype wire
