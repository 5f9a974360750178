// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 7: whole-payload sign compression.
//
// Timing: combinational, then one register; one packet per cycle. ready_o depends on ready_i.
// payload_o is the payload, sign-extended from its last bit; keep_o is the number of bits that must
// be kept so that a receiver can restore the rest: at least one copy of what was removed. bytes_o =
// ceil(keep_o / 8).
//
// Spec: E-Trace, Packets (sign based compression); ETR-CMP-001, -002, -004, -005.

`default_nettype none

module rvt_sign_compressor #(
  parameter int unsigned time_width_p = 32
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            valid_i,
  output logic                            ready_o,
  input  logic [rvt_pkg::PayloadBits-1:0] payload_i,  // bits above bits_i are 0
  input  logic [7:0]                      bits_i,     // 1..248
  input  logic [time_width_p-1:0]         time_i,
  output logic                            valid_o,
  input  logic                            ready_i,
  output logic [rvt_pkg::PayloadBits-1:0] payload_o,
  output logic [7:0]                      keep_o,     // 1..248
  output logic [4:0]                      bytes_o,    // 1..31
  output logic [time_width_p-1:0]         time_o
);

  localparam int unsigned PB = rvt_pkg::PayloadBits;

  logic [PB-1:0] above, extended, differs;
  logic [7:0]    keep;
  logic          sign;

  // The last bit of the payload, and its copies above.
  assign sign     = payload_i[bits_i - 8'd1];
  assign above    = {PB{1'b1}} << bits_i;
  assign extended = payload_i | (above & {PB{sign}});
  assign differs  = extended ^ {PB{sign}};

  // One bit more than up to the last one that differs from the sign.
  always_comb begin
    keep = 8'd1;
    for (int unsigned i = 0; i < PB - 1; i++) begin
      if (differs[i]) begin
        keep = 8'(i + 2);
      end
    end
  end

  logic          valid_q;
  logic [PB-1:0] payload_q;
  logic [7:0]    keep_q;
  logic [time_width_p-1:0] time_q;

  assign ready_o = ~valid_q | ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (ready_o) begin
      valid_q <= valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o & valid_i) begin
      payload_q <= extended;
      keep_q    <= keep;
      time_q    <= time_i;
    end
  end

  logic [7:0] rounded;

  assign rounded   = keep_q + 8'd7;
  assign valid_o   = valid_q;
  assign payload_o = payload_q;
  assign keep_o    = keep_q;
  assign bytes_o   = rounded[7:3];
  assign time_o    = time_q;

  logic unused_rounded;
  assign unused_rounded = ^{rounded[2:0], differs[PB-1]};

`ifdef RVT_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni & valid_i) begin
      NothingAbove: assert ((payload_i & above) == '0);
      Restorable:   assert ((differs >> (keep - 8'd1)) == '0);
      Shortest:     assert ((keep == 8'd1) | differs[keep - 8'd2]);
    end
  end
`endif

endmodule

`default_nettype wire
