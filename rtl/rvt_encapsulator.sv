// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 8: a compressed te_inst payload becomes one normal encapsulated packet.
//
// Timing: combinational. Order: header, srcID, timestamp, type, payload, packed bit by bit
// (AMB-145). The srcID remainder, the type and the payload are compressed as one string that keeps
// at least one payload bit, so its length follows from the bits that the payload keeps. Padding
// bits, and bits above the packet, are copies of the payload's sign.
//
// Spec: Unformatted Trace & Diagnostic Data Packet Encapsulation, chapters 2 and 3; ENC-001..008,
//       -015, -016, -020.

`default_nettype none

module rvt_encapsulator #(
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned srcid_bits_p      = 0,
  parameter int unsigned type_bits_p       = 0,
  parameter int unsigned type_value_p      = 0,  // of te_inst
  parameter int unsigned type_data_p       = 1,  // of te_data
  parameter int unsigned timestamp_bytes_p = 0,
  localparam int unsigned max_bytes_p = 1 + rvt_pkg::PayloadBytes + srcid_bits_p / 8
                                     + timestamp_bytes_p
) (
  // options
  input  logic                            inhibit_src_i,
  input  logic [11:0]                     src_id_i,
  // compressed payload
  input  logic                            is_data_i,  // te_data
  input  logic [rvt_pkg::PayloadBits-1:0] payload_i,
  input  logic [7:0]                      keep_i,
  input  logic [time_width_p-1:0]         time_i,
  // packet, first byte in bits 7:0
  output logic [8*max_bytes_p-1:0]        packet_o,
  output logic [5:0]                      bytes_o
);

  localparam int unsigned Bits        = 8 * max_bytes_p;
  localparam int unsigned SrcBytes    = srcid_bits_p / 8;
  localparam int unsigned SrcRest     = srcid_bits_p % 8;
  localparam int unsigned StampBits   = 8 * timestamp_bytes_p;
  localparam int unsigned StampAt     = 8 + srcid_bits_p;          // with srcID
  localparam int unsigned TypeAt      = StampAt + StampBits;
  localparam int unsigned PayloadAt   = TypeAt + type_bits_p;
  localparam int unsigned BareStampAt   = 8;                       // srcID inhibited
  localparam int unsigned BareTypeAt    = BareStampAt + StampBits;
  localparam int unsigned BarePayloadAt = BareTypeAt + type_bits_p;
  localparam logic        Extend      = timestamp_bytes_p != 0;

  if (timestamp_bytes_p > 8) begin : gen_bad_timestamp
    $error("timestamp_bytes_p must be 0..8 (trTsWidth is at most 63 bits)");
  end

  logic [Bits-1:0] payload, stamp, kind, with_src, without_src;
  logic [7:0]      src_string, bare_string, string_bits;  // at most 248 + 7
  logic [4:0]      length;

  // Sign copies above the payload, zeros below it after the shift.
  assign payload = {{(Bits - rvt_pkg::PayloadBits){payload_i[rvt_pkg::PayloadBits-1]}}, payload_i};
  assign kind    = (type_bits_p == 0) ? '0 : (is_data_i ? Bits'(type_data_p) : Bits'(type_value_p))
                                             & ~({Bits{1'b1}} << type_bits_p);
  assign stamp   = (timestamp_bytes_p == 0) ? '0 : Bits'(time_i) & ~({Bits{1'b1}} << StampBits);

  assign with_src    = (payload << PayloadAt) | (kind << TypeAt) | (stamp << StampAt)
                     | (Bits'(src_id_i) << 8);
  assign without_src = (payload << BarePayloadAt) | (kind << BareTypeAt) | (stamp << BareStampAt);

  // Bits of the string that length counts (ENC-003), rounded up to bytes.
  assign src_string  = keep_i + 8'(type_bits_p + SrcRest + 7);
  assign bare_string = keep_i + 8'(type_bits_p + 7);
  assign string_bits = inhibit_src_i ? bare_string : src_string;
  assign length      = string_bits[7:3];

  always_comb begin
    packet_o      = inhibit_src_i ? without_src : with_src;
    packet_o[7:0] = {Extend, 2'b00, length};
    bytes_o       = 6'(1 + timestamp_bytes_p) + 6'(length) + (inhibit_src_i ? 6'd0 : 6'(SrcBytes));
  end

  logic unused_string;
  assign unused_string = ^string_bits[2:0];

endmodule

`default_nettype wire
