// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// What the self-test drives: the foreign encoder for RV64 with blocks, and for RV32 with one
// instruction per cycle, each with its link. Both see the same ingress port.

module foreign_pair (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         enable_i,
  input  logic         full_address_i,
  input  logic [15:0]  resync_i,
  input  logic [7:0]   bugs_i,
  input  logic [3:0]   itype_i,
  input  logic [4:0]   cause_i,
  input  logic [63:0]  tval_i,
  input  logic [1:0]   priv_i,
  input  logic [63:0]  iaddr_i,
  input  logic [7:0]   iretire_i,
  input  logic         ilastsize_i,
  input  logic         notify_i,
  input  logic         ready_i,
  // 0: RV64, 1: RV32
  output logic [1:0]   packet_valid_o,
  output logic [159:0] packet64_o,
  output logic [159:0] packet32_o,
  output logic [4:0]   bytes64_o,
  output logic [4:0]   bytes32_o,
  output logic [1:0]   packet_ready_o,  // the packet is taken
  output logic [1:0]   byte_valid_o,
  output logic [7:0]   byte64_o,
  output logic [7:0]   byte32_o,
  output logic [1:0]   byte_last_o,
  output logic [1:0]   idle_o
);

  logic sync64, sync32;

  foreign_encoder u_encoder64 (
    .clk_i, .rst_ni, .enable_i, .full_address_i, .resync_i, .bugs_i, .itype_i, .cause_i, .tval_i,
    .priv_i, .iaddr_i, .iretire_i, .ilastsize_i, .notify_i,
    .packet_valid_o(packet_valid_o[0]), .packet_ready_i(packet_ready_o[0]),
    .packet_o(packet64_o), .packet_bytes_o(bytes64_o), .packet_sync_o(sync64), .idle_o(idle_o[0]));

  foreign_link u_link64 (
    .clk_i, .rst_ni, .packet_valid_i(packet_valid_o[0]), .packet_ready_o(packet_ready_o[0]),
    .packet_i(packet64_o), .packet_bytes_i(bytes64_o), .packet_sync_i(sync64),
    .byte_valid_o(byte_valid_o[0]), .byte_ready_i(ready_i), .byte_o(byte64_o),
    .byte_last_o(byte_last_o[0]));

  foreign_encoder #(
    .iaddress_width_p(32), .iretire_width_p(1), .single_p(1'b1), .delay_p(3)
  ) u_encoder32 (
    .clk_i, .rst_ni, .enable_i, .full_address_i, .resync_i, .bugs_i, .itype_i, .cause_i,
    .tval_i(tval_i[31:0]), .priv_i, .iaddr_i(iaddr_i[31:0]), .iretire_i(iretire_i != '0),
    .ilastsize_i, .notify_i,
    .packet_valid_o(packet_valid_o[1]), .packet_ready_i(packet_ready_o[1]),
    .packet_o(packet32_o), .packet_bytes_o(bytes32_o), .packet_sync_o(sync32), .idle_o(idle_o[1]));

  foreign_link #(.tag_p(2'd1)) u_link32 (
    .clk_i, .rst_ni, .packet_valid_i(packet_valid_o[1]), .packet_ready_o(packet_ready_o[1]),
    .packet_i(packet32_o), .packet_bytes_i(bytes32_o), .packet_sync_i(sync32),
    .byte_valid_o(byte_valid_o[1]), .byte_ready_i(ready_i), .byte_o(byte32_o),
    .byte_last_o(byte_last_o[1]));

endmodule
