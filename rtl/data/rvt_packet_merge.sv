// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Data trace: merges te_inst and te_data payloads into one stream before stage 7.
//
// Timing: combinational. te_data goes first: te_data that waits here is older than a te_inst packet
// that waits, because stage 6 of data trace takes nothing while a te_inst packet waits.
//
// Spec: ETR-DAT-011, ETR-DAT-016; decision 0003, Order in the stream.

`default_nettype none

module rvt_packet_merge #(
  parameter int unsigned payload_bits_p = rvt_pkg::PayloadBits,
  parameter int unsigned time_width_p   = 32
) (
  input  logic                      inst_valid_i,
  output logic                      inst_ready_o,
  input  logic [payload_bits_p-1:0] inst_payload_i,
  input  logic [time_width_p-1:0]   inst_time_i,
  input  logic                      data_valid_i,
  output logic                      data_ready_o,
  input  logic [payload_bits_p-1:0] data_payload_i,
  input  logic [time_width_p-1:0]   data_time_i,
  output logic                      valid_o,
  input  logic                      ready_i,
  output logic                      is_data_o,
  output logic [payload_bits_p-1:0] payload_o,
  output logic [time_width_p-1:0]   time_o
);

  assign valid_o      = data_valid_i | inst_valid_i;
  assign is_data_o    = data_valid_i;
  assign data_ready_o = ready_i;
  assign inst_ready_o = ready_i & ~data_valid_i;
  assign payload_o    = data_valid_i ? data_payload_i : inst_payload_i;
  assign time_o       = data_valid_i ? data_time_i : inst_time_i;

endmodule

`default_nettype wire
