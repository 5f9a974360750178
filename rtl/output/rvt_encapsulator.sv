// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 8: a compressed te_inst payload becomes one normal encapsulated packet.
//
// Timing: combinational. Order: header, srcID, timestamp, type, payload, packed bit by bit
// (AMB-145). The srcID remainder, the type and the payload are compressed as one string that keeps
// at least one payload bit; stage 7 counts its bytes. Padding bits, and bits above the packet, are
// copies of the payload's sign.
//
// Spec: Unformatted Trace & Diagnostic Data Packet Encapsulation, chapters 2 and 3; ENC-001..008,
//       -015, -016, -020.

`default_nettype none

module rvt_encapsulator #(
  parameter int unsigned payload_bits_p    = rvt_pkg::PayloadBits,
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned srcid_bits_p      = 0,
  parameter int unsigned type_bits_p       = 0,
  parameter int unsigned type_value_p      = 0,  // of te_inst
  parameter int unsigned type_data_p       = 1,  // of te_data
  parameter int unsigned timestamp_bytes_p = 0,
  localparam int unsigned max_bytes_p = 1 + srcid_bits_p / 8 + timestamp_bytes_p
                                     + (payload_bits_p + type_bits_p + srcid_bits_p % 8 + 7) / 8
) (
  // options
  input  logic                            inhibit_src_i,
  input  logic                            stamp_i,         // with timestamp, if it is built
  input  logic [11:0]                     src_id_i,
  // compressed payload
  input  logic                            is_data_i,  // te_data
  input  logic [payload_bits_p-1:0]       payload_i,
  input  logic [4:0]                      string_bytes_i,  // ENC-003
  input  logic [4:0]                      bare_bytes_i,    // srcID inhibited
  input  logic [time_width_p-1:0]         time_i,
  // packet, first byte in bits 7:0
  output logic [8*max_bytes_p-1:0]        packet_o,
  output logic [5:0]                      bytes_o
);

  localparam int unsigned Bits        = 8 * max_bytes_p;
  localparam int unsigned SrcBytes    = srcid_bits_p / 8;
  localparam int unsigned StampBits   = 8 * timestamp_bytes_p;
  localparam int unsigned StampAt     = 8 + srcid_bits_p;          // with srcID
  localparam int unsigned TypeAt      = StampAt + StampBits;
  localparam int unsigned BareStampAt   = 8;                       // srcID inhibited
  localparam int unsigned BareTypeAt    = BareStampAt + StampBits;

  logic [Bits-1:0] payload, kind, body, stamp, with_src, without_src;
  logic [4:0]      length;
  logic            extend;

  // Copies of the sign above the payload; zeros below it after the shift.
  assign payload = {{(Bits - payload_bits_p){payload_i[payload_bits_p-1]}}, payload_i};
  assign kind    = (type_bits_p == 0) ? '0 : (is_data_i ? Bits'(type_data_p) : Bits'(type_value_p))
                                             & ~({Bits{1'b1}} << type_bits_p);
  assign body    = (payload << type_bits_p) | kind;
  assign stamp   = (timestamp_bytes_p == 0) ? '0 : Bits'(time_i) & ~({Bits{1'b1}} << StampBits);
  assign extend  = stamp_i & (timestamp_bytes_p != 0);

  always_comb begin
    if (extend) begin
      with_src    = (body << TypeAt) | (stamp << StampAt) | (Bits'(src_id_i) << 8);
      without_src = (body << BareTypeAt) | (stamp << BareStampAt);
    end else begin
      with_src    = (body << StampAt) | (Bits'(src_id_i) << 8);
      without_src = body << BareStampAt;
    end
  end

  assign length = inhibit_src_i ? bare_bytes_i : string_bytes_i;

  always_comb begin
    packet_o      = inhibit_src_i ? without_src : with_src;
    packet_o[7:0] = {extend, 2'b00, length};
    bytes_o       = 6'd1 + 6'(length) + (extend ? 6'(timestamp_bytes_p) : 6'd0)
                  + (inhibit_src_i ? 6'd0 : 6'(SrcBytes));
  end

endmodule

`default_nettype wire
