// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 7: whole-payload sign compression.
//
// Timing: combinational, then an optional register; one packet per cycle. ready_o depends on
// ready_i. payload_i is sign-extended from its last bit, and leaves unchanged. The module
// determines how many bytes must be kept so that a receiver can restore the rest: the kept bytes
// contain at least one copy of the removed bit. The encapsulation puts bits before the payload and
// compresses both as one string, so the bytes of that string are determined as well; at least one
// payload bit is kept in it.
//
// Spec: E-Trace, Packets (sign based compression); ETR-CMP-001, -002, -004, -005; ENC-003.

`default_nettype none

module rvt_sign_compressor #(
  parameter int unsigned payload_bits_p = rvt_pkg::PayloadBits,  // whole bytes
  parameter int unsigned time_width_p   = 32,
  parameter int unsigned prefix_bits_p  = 0,  // of the string, before the payload
  parameter int unsigned bare_bits_p    = 0,  // ... if srcID is inhibited
  parameter int unsigned register_p     = 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      valid_i,
  output logic                      ready_o,
  input  logic [payload_bits_p-1:0] payload_i,
  input  logic [time_width_p-1:0]   time_i,
  output logic                      valid_o,
  input  logic                      ready_i,
  output logic [payload_bits_p-1:0] payload_o,
  output logic [4:0]                bytes_o,         // of the payload, 1..31
  output logic [4:0]                string_bytes_o,  // of the string, 1..31
  output logic [4:0]                bare_bytes_o,    // of the string if srcID is inhibited
  output logic [time_width_p-1:0]   time_o
);

  localparam int unsigned PB   = payload_bits_p;
  localparam int unsigned Long = rvt_pkg::PayloadBits + 16;  // with any prefix

  if (PB % 8 != 0) begin : gen_bad_payload_bits
    $error("payload_bits_p must be whole bytes");
  end
  if (prefix_bits_p > 15 || bare_bits_p > prefix_bits_p) begin : gen_bad_prefix
    $error("a string has at most 15 bits in front of the payload");
  end

  // ---- what must be kept ---------------------------------------------------------------------

  logic [PB-2:0] differs;  // from the last bit, which is the sign

  assign differs = payload_i[PB-2:0] ^ {(PB - 1){payload_i[PB-1]}};

  // Bytes of a string with prefix bits before the payload: all bits up to the last one that differs
  // from the sign, one bit more, and at least one bit of the payload.
  function automatic logic [4:0] kept_bytes(input logic [PB-2:0] bits, input logic [3:0] prefix);
    logic [Long-1:0] kept;
    kept = Long'({bits, 1'b1}) << prefix;
    kept_bytes = 5'd1;
    for (int unsigned k = 0; k < rvt_pkg::PayloadBytes; k++) begin
      if (|kept[8*k+:8]) kept_bytes = 5'(k + 1);
    end
  endfunction

  logic [4:0] bytes, string_bytes, bare_bytes;

  assign bytes        = kept_bytes(differs, 4'd0);
  assign string_bytes = kept_bytes(differs, 4'(prefix_bits_p));
  assign bare_bytes   = kept_bytes(differs, 4'(bare_bits_p));

  // ---- register ------------------------------------------------------------------------------

  if (register_p != 0) begin : gen_register
    logic                    valid_q;
    logic [PB-1:0]           payload_q;
    logic [4:0]              bytes_q, string_bytes_q, bare_bytes_q;
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
        payload_q      <= payload_i;
        bytes_q        <= bytes;
        string_bytes_q <= string_bytes;
        bare_bytes_q   <= bare_bytes;
        time_q         <= time_i;
      end
    end

    assign valid_o        = valid_q;
    assign payload_o      = payload_q;
    assign bytes_o        = bytes_q;
    assign string_bytes_o = string_bytes_q;
    assign bare_bytes_o   = bare_bytes_q;
    assign time_o         = time_q;
  end else begin : gen_through
    assign ready_o        = ready_i;
    assign valid_o        = valid_i;
    assign payload_o      = payload_i;
    assign bytes_o        = bytes;
    assign string_bytes_o = string_bytes;
    assign bare_bytes_o   = bare_bytes;
    assign time_o         = time_i;

    logic unused;
    assign unused = ^{clk_i, rst_ni};
  end

`ifdef RVT_ASSERT
  logic [7:0] keep, unkept;  // bits of the kept bytes but the last, of one byte less

  assign keep   = {bytes, 3'd0} - 8'd1;
  assign unkept = keep - 8'd8;

  always @(posedge clk_i) begin
    if (rst_ni & valid_i) begin
      Restorable: assert ((differs >> keep) == '0);
      Shortest:   assert ((bytes == 5'd1) | ((differs >> unkept) != '0));
    end
  end
`endif

endmodule

`default_nettype wire
