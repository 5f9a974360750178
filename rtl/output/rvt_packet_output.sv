// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Connects stages 7 to 9: a payload becomes byte lanes.
//
// Timing: as rvt_sign_compressor, rvt_encapsulator and rvt_stream_out. pkt_*_o shows observers the
// stream of compressed payloads: the lowest pkt_bytes_o bytes of pkt_payload_o; copies of the sign
// follow.
//
// Spec: E-Trace, Packets (sign based compression); Unformatted Trace & Diagnostic Data Packet
//       Encapsulation.

`default_nettype none

module rvt_packet_output #(
  parameter int unsigned payload_bits_p        = rvt_pkg::PayloadBits,
  parameter int unsigned time_width_p          = 32,
  parameter int unsigned srcid_bits_p          = 0,
  parameter int unsigned type_bits_p           = 0,
  parameter int unsigned type_value_p          = 0,
  parameter int unsigned type_data_p           = 1,
  parameter int unsigned timestamp_bytes_p     = 0,
  parameter int unsigned out_bytes_p           = 8,
  parameter int unsigned compressor_register_p = 1,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // options
  input  logic                      inhibit_src_i,
  input  logic                      stamp_i,
  input  logic [11:0]               src_id_i,
  // payload, sign-extended
  input  logic                      valid_i,
  output logic                      ready_o,
  input  logic                      is_data_i,
  input  logic [payload_bits_p-1:0] payload_i,
  input  logic [time_width_p-1:0]   time_i,
  // compressed
  output logic                      pkt_valid_o,
  output logic                      pkt_ready_o,
  output logic                      pkt_data_o,
  output logic [4:0]                pkt_bytes_o,
  output logic [payload_bits_p-1:0] pkt_payload_o,
  // byte lanes
  output logic                      valid_o,
  input  logic                      ready_i,
  output logic [8*out_bytes_p-1:0]  data_o,
  output logic [count_width_p-1:0]  bytes_o,
  output logic                      last_o
);

  // Bits that are compressed together with the payload.
  localparam int unsigned PrefixBits = type_bits_p + srcid_bits_p % 8;
  localparam int unsigned MaxBytes   = 1 + srcid_bits_p / 8 + timestamp_bytes_p
                                     + (payload_bits_p + PrefixBits + 7) / 8;

  logic [4:0]              string_bytes, bare_bytes;
  logic [time_width_p-1:0] pkt_time;
  logic [8*MaxBytes-1:0]   encap_packet;
  logic [5:0]              encap_bytes;

  rvt_sign_compressor #(
    .payload_bits_p(payload_bits_p), .time_width_p(time_width_p + 1),
    .prefix_bits_p(PrefixBits), .bare_bits_p(type_bits_p), .register_p(compressor_register_p)
  ) u_compressor (
    .clk_i, .rst_ni,
    .valid_i, .ready_o, .payload_i, .time_i({is_data_i, time_i}),
    .valid_o(pkt_valid_o), .ready_i(pkt_ready_o), .payload_o(pkt_payload_o), .bytes_o(pkt_bytes_o),
    .string_bytes_o(string_bytes), .bare_bytes_o(bare_bytes), .time_o({pkt_data_o, pkt_time})
  );

  rvt_encapsulator #(
    .payload_bits_p(payload_bits_p), .time_width_p(time_width_p),
    .srcid_bits_p(srcid_bits_p), .type_bits_p(type_bits_p),
    .type_value_p(type_value_p), .type_data_p(type_data_p), .timestamp_bytes_p(timestamp_bytes_p)
  ) u_encapsulator (
    .inhibit_src_i, .stamp_i, .src_id_i, .is_data_i(pkt_data_o),
    .payload_i(pkt_payload_o), .string_bytes_i(string_bytes), .bare_bytes_i(bare_bytes),
    .time_i(pkt_time),
    .packet_o(encap_packet), .bytes_o(encap_bytes)
  );

  rvt_stream_out #(
    .max_bytes_p(MaxBytes), .out_bytes_p(out_bytes_p)
  ) u_stream (
    .clk_i, .rst_ni,
    .valid_i(pkt_valid_o), .ready_o(pkt_ready_o), .packet_i(encap_packet), .bytes_i(encap_bytes),
    .valid_o, .ready_i, .data_o, .bytes_o, .last_o
  );

endmodule

`default_nettype wire
