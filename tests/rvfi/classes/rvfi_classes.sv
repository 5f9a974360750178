// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The classifier of rtl/core with each of its eight parameter sets: bit 0 of the set is RV64, bit 1
// Zcmp and Zcmt, bit 2 an uninferable jalr through x0.

`default_nettype none

module rvfi_classes (
  input  logic [31:0] insn_i,
  output logic [7:0]  compressed_o,
  output logic [7:0]  branch_o,
  output logic [31:0] itype_o,
  output logic [7:0]  never_o,     // ecall or ebreak
  output logic [7:0]  load_o,
  output logic [7:0]  indirect_o,
  output logic [4:0]  rd_o,
  output logic [4:0]  rs1_o
);

  logic [39:0] rd, rs1;
  logic [7:0]  ecall, ebreak, steps;

  for (genvar set = 0; set < 8; set++) begin : gen_set
    rvt_rvfi_class #(
      .xlen_p((set & 1) != 0 ? 64 : 32), .zcm_p((set >> 1) & 1),
      .uninferable_jalr_x0_p((set >> 2) & 1)
    ) u_class (
      .insn_i, .custom_i(1'b0), .custom_itype_i(4'd0),
      .compressed_o(compressed_o[set]), .branch_o(branch_o[set]), .itype_o(itype_o[4*set+:4]),
      .ecall_o(ecall[set]), .ebreak_o(ebreak[set]),
      .load_o(load_o[set]), .rd_o(rd[5*set+:5]),
      .indirect_o(indirect_o[set]), .rs1_o(rs1[5*set+:5]), .steps_o(steps[set])
    );
  end

  assign never_o = ecall | ebreak;
  assign rd_o    = rd[4:0];
  assign rs1_o   = rs1[4:0];

  logic unused;
  assign unused = ^{rd, rs1, steps};

endmodule

`default_nettype wire
