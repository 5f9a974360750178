// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of data trace, stage 6: the coded value restores the value, with the fewest bytes and
// with an allowed code; a payload ends in copies of its last bit; and a packet that waits does not
// change, whether te_inst or te_data follows. The assertions on values are in the modules
// themselves (RVT_ASSERT).
//
// Assumed: te_inst packets wait unchanged (proved in rvt_formal_items), options do not change while
// packets wait, and the inputs are those that the ingress can send.

`default_nettype none

module rvt_formal_data (
  input  logic        clk_i,
  input  logic [2:0]  options_i,
  input  logic        due_i,
  input  logic        response_i,
  input  logic [3:0]  dtype_i,
  input  logic [1:0]  size_i,
  input  logic [11:0] daddr_i,
  input  logic [31:0] value_i,
  input  logic [31:0] operand_i,
  input  logic [38:0] fields_i,
  input  logic        inst_valid_i,
  input  logic        inst_sync_i,
  input  logic [7:0]  inst_payload_i,
  input  logic        ready_i
);

  localparam int unsigned PB = 96;

  logic rst_n, no_data, no_address;

  assign no_data    = options_i[0];
  assign no_address = options_i[1] & ~options_i[0];

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        fields_ready, data_valid, data_ready, inst_ready, valid, is_data;
  logic [2:0]  format, subtype, operand_last, data_last;
  logic [1:0]  size, code;
  logic        csr, atomic, has_size, has_lrid, wide_code;
  logic        has_operand, wide_operand, has_data, wide_data, has_address, lrid, data_time, stamp;
  logic [31:0] operand, data;
  logic [11:0] address;
  logic [PB-1:0] data_payload, payload;
  logic [7:0]  data_bits;

  rvt_data_fields #(
    .iaddress_width_p(32), .daddress_width_p(12), .value_width_p(32), .lrid_width_p(1),
    .time_width_p(1), .split_p(1)
  ) u_fields (
    .clk_i, .rst_ni(rst_n),
    .no_data_i(no_data), .no_address_i(no_address), .full_address_i(options_i[2]),
    .forget_i(inst_valid_i & inst_ready & inst_sync_i),
    .valid_i(due_i & ~inst_valid_i), .ready_o(fields_ready), .response_i,
    .access_i({dtype_i, size_i, daddr_i, value_i, operand_i, 1'b0}),
    .fields_i(fields_i[37:0]), .time_i(fields_i[38]),
    .valid_o(data_valid), .ready_i(data_ready),
    .format_o(format), .csr_o(csr), .atomic_o(atomic), .subtype_o(subtype),
    .has_size_o(has_size), .size_o(size), .has_lrid_o(has_lrid), .lrid_o(lrid),
    .wide_code_o(wide_code), .code_o(code),
    .has_operand_o(has_operand), .wide_operand_o(wide_operand), .operand_last_o(operand_last),
    .operand_o(operand), .has_data_o(has_data), .wide_data_o(wide_data), .data_last_o(data_last),
    .data_o(data), .has_address_o(has_address), .address_o(address), .time_o(data_time)
  );

  rvt_data_packetizer #(
    .payload_bits_p(PB), .daddress_width_p(12), .data_width_p(32), .value_width_p(32),
    .lrid_width_p(1)
  ) u_packetizer (
    .format_i(format), .csr_i(csr), .atomic_i(atomic), .subtype_i(subtype),
    .has_size_i(has_size), .size_i(size), .has_lrid_i(has_lrid), .lrid_i(lrid),
    .wide_code_i(wide_code), .code_i(code),
    .has_operand_i(has_operand), .wide_operand_i(wide_operand), .operand_last_i(operand_last),
    .operand_i(operand), .has_data_i(has_data), .wide_data_i(wide_data), .data_last_i(data_last),
    .data_i(data), .has_address_i(has_address), .address_i(address),
    .payload_o(data_payload), .bits_o(data_bits)
  );

  rvt_packet_merge #(
    .payload_bits_p(PB), .time_width_p(1)
  ) u_merge (
    .inst_valid_i, .inst_ready_o(inst_ready), .inst_payload_i(PB'(inst_payload_i)),
    .inst_time_i(1'b0),
    .data_valid_i(data_valid), .data_ready_o(data_ready), .data_payload_i(data_payload),
    .data_time_i(data_time),
    .valid_o(valid), .ready_i, .is_data_o(is_data), .payload_o(payload), .time_o(stamp)
  );

  // ---- what was seen a cycle ago ---------------------------------------------------------------

  logic          waits_q, inst_waits_q, is_data_q, sync_q;
  logic [2:0]    options_q;
  logic [7:0]    inst_q;
  logic [PB-1:0] payload_q;

  initial begin
    waits_q      = 1'b0;
    inst_waits_q = 1'b0;
  end

  always @(posedge clk_i) begin
    waits_q      <= rst_n & valid & ~ready_i;
    inst_waits_q <= rst_n & inst_valid_i & ~inst_ready;
    options_q    <= options_i;
    is_data_q    <= is_data;
    sync_q       <= inst_sync_i;
    inst_q       <= inst_payload_i;
    payload_q    <= payload;
  end

  logic [PB-1:0] differs;

  assign differs = data_payload ^ {PB{data_payload[PB-1]}};

  always @(posedge clk_i) begin
    WhatIsSent: assume (response_i ? ~no_data & ~(no_address & ~fields_i[36] & fields_i[37])
                                   : (rvt_pkg::is_csr(dtype_i) | rvt_pkg::is_atomic(dtype_i)
                                      | (dtype_i == rvt_pkg::DtypeStore)
                                      | ((dtype_i == rvt_pkg::DtypeLoad) & ~no_address)
                                      | ((dtype_i == rvt_pkg::DtypeScFailure) & no_data)));
    SizesThatFit: assume ((size_i != 2'd3) & (fields_i[35:34] != 2'd3));
    if (rst_n) begin
      OptionsStay: assume (~waits_q | (options_i == options_q));
      InstWaits: assume (~inst_waits_q
                         | (inst_valid_i & (inst_payload_i == inst_q) & (inst_sync_i == sync_q)));
      SignAbove: assert (~data_valid | ((differs >> (data_bits - 8'd1)) == '0));
      PacketWaits: assert (~waits_q | (valid & (is_data == is_data_q)
                                       & (payload == payload_q)));
    end
  end

endmodule

`default_nettype wire
