// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// AXI4-Stream master for the byte lanes of packets.
//
// Timing: one beat is stored, so that the stream's signals come from registers; a beat per cycle
// while tready_i. tvalid_o never waits for tready_i; TDATA, TKEEP and TLAST are stable while
// stalled. A packet begins in the lowest byte of a beat; TKEEP has one of its lowest bits set for
// each byte; TLAST marks the last beat of a packet; lanes without a byte are zero.
//
// Spec: ENC-014; AMBA AXI4-Stream, handshake, TKEEP and TLAST.

`default_nettype none

module rvt_axis_adapter #(
  parameter int unsigned data_bytes_p = 8,
  localparam int unsigned count_width_p = $clog2(data_bytes_p + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // byte lanes
  input  logic                      valid_i,
  output logic                      ready_o,
  input  logic [8*data_bytes_p-1:0] data_i,
  input  logic [count_width_p-1:0]  bytes_i,
  input  logic                      last_i,
  // AXI4-Stream
  output logic                      tvalid_o,
  input  logic                      tready_i,
  output logic [8*data_bytes_p-1:0] tdata_o,
  output logic [data_bytes_p-1:0]   tkeep_o,
  output logic                      tlast_o
);

  if (data_bytes_p < 1 || data_bytes_p > 32) begin : gen_bad_data_bytes
    $error("data_bytes_p must be 1..32");
  end

  logic                      take;
  logic [data_bytes_p-1:0]   keep;
  logic [8*data_bytes_p-1:0] used_lanes;

  assign ready_o = ~tvalid_o | tready_i;
  assign take    = valid_i & ready_o;

  always_comb begin
    for (int unsigned lane = 0; lane < data_bytes_p; lane++) begin
      keep[lane]            = count_width_p'(lane) < bytes_i;
      used_lanes[8*lane+:8] = {8{keep[lane]}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tvalid_o <= 1'b0;
    end else if (ready_o) begin
      tvalid_o <= valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      tdata_o <= data_i & used_lanes;
      tkeep_o <= keep;
      tlast_o <= last_i;
    end
  end

`ifdef RVT_ASSERT
  logic                                   stalled_q;
  logic [9*data_bytes_p:0]                beat_q, beat;

  assign beat = {tdata_o, tkeep_o, tlast_o};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= tvalid_o & ~tready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q <= beat;
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      BeatStays:     assert (~stalled_q | (tvalid_o & (beat == beat_q)));
      KeepIsLowest:  assert (~tvalid_o | (tkeep_o[0] & ((tkeep_o & (tkeep_o + 1'b1)) == '0)));
      FullUntilLast: assert (~tvalid_o | tlast_o | (&tkeep_o));
    end
  end
`endif

endmodule

`default_nettype wire
