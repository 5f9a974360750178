// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Data trace, stage 6: the fields of one te_data packet become its payload, first field at bit 0.
//
// Timing: combinational. Bits above the payload are copies of its last bit: the last field, which
// is signed, enters sign-extended; every other field is cut to its width.
//
// Spec: E-Trace, Data Trace Encoder Output Packets; ETR-DAT-001..009, -012; AMB-170..174.

`default_nettype none

module rvt_data_packetizer #(
  parameter int unsigned payload_bits_p   = rvt_pkg::PayloadBits,
  parameter int unsigned daddress_width_p = 32,
  parameter int unsigned data_width_p     = 32,
  parameter int unsigned value_width_p    = 32,
  parameter int unsigned lrid_width_p     = 1,
  parameter int unsigned format_bits_p    = 3  // 2 if there are only unified loads and stores
) (
  input  logic [2:0]                  format_i,
  input  logic                        csr_i,
  input  logic                        atomic_i,
  input  logic [2:0]                  subtype_i,
  input  logic                        has_size_i,
  input  logic [1:0]                  size_i,
  input  logic                        has_lrid_i,
  input  logic [lrid_width_p-1:0]     lrid_i,
  input  logic                        wide_code_i,
  input  logic [1:0]                  code_i,
  input  logic                        has_operand_i,
  input  logic                        wide_operand_i,
  input  logic [2:0]                  operand_last_i,
  input  logic [value_width_p-1:0]    operand_i,
  input  logic                        has_data_i,
  input  logic                        wide_data_i,
  input  logic [2:0]                  data_last_i,
  input  logic [value_width_p-1:0]    data_i,
  input  logic                        has_address_i,
  input  logic [daddress_width_p-1:0] address_i,
  output logic [payload_bits_p-1:0]   payload_o,
  output logic [7:0]                  bits_o     // of the payload, for assertions
);

  localparam int unsigned PB = payload_bits_p;
  localparam int unsigned VW = value_width_p;
  localparam int unsigned SizeBits = (data_width_p > 64) ? 3 : (data_width_p > 16) ? 2 : 1;

  // ---- head: format, subtype, size, lrid, diff or resp ---------------------------------------

  localparam int unsigned HeadBits = 3 + 3 + 3 + lrid_width_p + 2;

  logic [HeadBits-1:0] head;
  logic [4:0]          at_size, at_lrid, at_code, head_bits;

  always_comb begin
    at_size   = 5'(format_bits_p) + (csr_i ? 5'd2 : (atomic_i ? 5'd3 : 5'd0));
    at_lrid   = at_size + (has_size_i ? 5'(SizeBits) : 5'd0);
    at_code   = at_lrid + (has_lrid_i ? 5'(lrid_width_p) : 5'd0);
    head_bits = at_code + (wide_code_i ? 5'd2 : 5'd1);
    head      = HeadBits'(format_i);
    if (csr_i) head = head | (HeadBits'(subtype_i[1:0]) << format_bits_p);
    if (atomic_i) head = head | (HeadBits'(subtype_i) << format_bits_p);
    if (has_size_i) head = head | (HeadBits'(size_i) << at_size);
    if (has_lrid_i) head = head | (HeadBits'(lrid_i) << at_lrid);
    head = head | (HeadBits'(code_i) << at_code);
  end

  // ---- a value with its length field ---------------------------------------------------------

  localparam int unsigned PartBits = 3 + VW;

  // The value is cut unless it ends the packet.
  function automatic logic [PartBits-1:0] counted(
      input logic [VW-1:0] value, input logic [2:0] last, input logic [1:0] size);
    logic [VW-1:0] kept;
    kept = '0;
    for (int unsigned i = 0; i < VW / 8; i++) begin
      if (3'(i) <= last) kept[8*i+:8] = value[8*i+:8];
    end
    counted = (PartBits'(kept) << size) | PartBits'(last);
  endfunction

  function automatic logic [7:0] counted_bits(input logic [2:0] last, input logic [1:0] size);
    counted_bits = {2'd0, last, 3'd0} + 8'd8 + 8'(size);
  endfunction

  logic [PartBits-1:0] data_part, operand_part;
  logic [7:0]          data_part_bits, operand_part_bits;

  assign data_part         = counted(data_i, data_last_i, size_i);
  assign operand_part      = counted(operand_i, operand_last_i, size_i);
  assign data_part_bits    = counted_bits(data_last_i, size_i);
  assign operand_part_bits = counted_bits(operand_last_i, size_i);

  // ---- the order of the parts ----------------------------------------------------------------
  // CSR: data, upper address, operand, lower address. Others: operand, data, address.

  logic [PartBits-1:0] first_part, second_part;
  logic [7:0]          first_bits, msbs_bits, second_bits, at_msbs, at_second, at_tail;
  logic                ends_wide, ends_counted;

  assign ends_wide    = (has_data_i & wide_data_i) | wide_operand_i;
  assign ends_counted = has_data_i & ~wide_data_i & ~has_address_i;

  always_comb begin
    if (csr_i) begin
      first_part  = has_data_i ? data_part : '0;
      first_bits  = has_data_i ? data_part_bits : 8'd0;
      second_part = has_operand_i ? operand_part : '0;
      second_bits = has_operand_i ? operand_part_bits : 8'd0;
      msbs_bits   = 8'd6;
    end else begin
      first_part  = (has_operand_i & ~wide_operand_i) ? operand_part : '0;
      first_bits  = (has_operand_i & ~wide_operand_i) ? operand_part_bits : 8'd0;
      second_part = (has_data_i & ~wide_data_i & ~ends_counted) ? data_part : '0;
      second_bits = (has_data_i & ~wide_data_i & ~ends_counted) ? data_part_bits : 8'd0;
      msbs_bits   = 8'd0;
    end
    at_msbs   = {3'd0, head_bits} + first_bits;
    at_second = at_msbs + msbs_bits;
    at_tail   = at_second + second_bits;
  end

  // ---- what ends the packet ------------------------------------------------------------------

  logic [PB-1:0] tail;
  logic [7:0]    tail_bits;

  always_comb begin
    if (ends_wide) begin
      tail      = PB'($signed(has_data_i ? data_i : operand_i));
      tail_bits = 8'(data_width_p);
    end else if (ends_counted) begin
      tail      = (PB'($signed(data_i)) << size_i) | PB'(data_last_i);
      tail_bits = data_part_bits;
    end else if (csr_i) begin
      tail      = PB'($signed(address_i[5:0]));
      tail_bits = 8'd6;
    end else if (has_address_i) begin
      tail      = PB'($signed(address_i));
      tail_bits = 8'(daddress_width_p);
    end else begin
      tail      = '0;
      tail_bits = 8'd0;
    end
  end

  logic [PB-1:0] msbs;

  assign msbs      = csr_i ? PB'(address_i[11:6]) << at_msbs : '0;
  assign payload_o = PB'(head) | (PB'(first_part) << head_bits) | msbs
                   | (PB'(second_part) << at_second) | (tail << at_tail);
  assign bits_o    = at_tail + tail_bits;

endmodule

`default_nettype wire
