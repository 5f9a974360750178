// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The class of one instruction: what an itype is made of, and what a sequentially inferable jump
// needs of it and of the instruction before it.
//
// Timing: combinational.
//
// Spec: E-Trace, Instruction Trace Interface, table Instruction Type encoding and Jump
//       Classification; ETR-ING-005, -014, -016, -018; ETR-DEC-021; ETR-MODE-060; AMB-032, AMB-034.

`default_nettype none

module rvt_rvfi_class #(
  parameter int unsigned xlen_p                = 64,
  parameter int unsigned zcm_p                 = 0,  // Zcmp and Zcmt, so no Zcd
  parameter int unsigned uninferable_jalr_x0_p = 0   // jalr with rs1 = x0 is uninferable
) (
  input  logic [31:0] insn_i,       // a compressed instruction: in bits 15:0
  input  logic        custom_i,     // custom_itype_i replaces the class
  input  logic [3:0]  custom_itype_i,
  output logic        compressed_o,
  output logic        branch_o,
  output logic [3:0]  itype_o,      // of a trap return or a jump, four bits; else 0
  output logic        ecall_o,      // these two never retire
  output logic        ebreak_o,
  output logic        load_o,       // lui, auipc, c.lui: loads a constant into rd_o, not x0
  output logic [4:0]  rd_o,
  output logic        indirect_o,   // jumps through register rs1_o
  output logic [4:0]  rs1_o,
  output logic        steps_o       // Zcmp: a core may retire it in several steps
);

  localparam logic [6:0] OpBranch = 7'b1100011;
  localparam logic [6:0] OpJal    = 7'b1101111;
  localparam logic [6:0] OpJalr   = 7'b1100111;
  localparam logic [6:0] OpLui    = 7'b0110111;
  localparam logic [6:0] OpAuipc  = 7'b0010111;

  logic [4:0] rd, rs1, link;
  logic       jal, jalr, cj, cjal, cjr, cjalr, cebreak, cbranch, clui, table_jump;
  logic       is_return, is_xret, direct;

  function automatic logic is_link(input logic [4:0] register);
    is_link = (register == 5'd1) | (register == 5'd5);
  endfunction

  assign compressed_o = insn_i[1:0] != 2'b11;
  assign rd           = insn_i[11:7];
  assign rs1          = compressed_o ? insn_i[11:7] : insn_i[19:15];

  // 32 bits.
  assign jal  = insn_i[6:0] == OpJal;
  assign jalr = (insn_i[6:0] == OpJalr) & (insn_i[14:12] == 3'd0);

  always_comb begin
    unique case (insn_i)
      32'h0020_0073,  // uret
      32'h1020_0073,  // sret
      32'h3020_0073,  // mret
      32'h7020_0073,  // mnret
      32'h7b20_0073:  // dret
        is_xret = 1'b1;
      default:
        is_xret = 1'b0;
    endcase
  end

  // 16 bits.
  assign cj      = (insn_i[1:0] == 2'b01) & (insn_i[15:13] == 3'b101);
  assign cjal    = (insn_i[1:0] == 2'b01) & (insn_i[15:13] == 3'b001) & (xlen_p == 32);
  assign cbranch = (insn_i[1:0] == 2'b01) & (insn_i[15:14] == 2'b11);
  assign clui    = (insn_i[1:0] == 2'b01) & (insn_i[15:13] == 3'b011) & (rd != 5'd0) & (rd != 5'd2)
                 & ({insn_i[12], insn_i[6:2]} != 6'd0);
  assign cjr     = (insn_i[1:0] == 2'b10) & (insn_i[15:12] == 4'b1000) & (insn_i[6:2] == 5'd0)
                 & (rd != 5'd0);
  assign cjalr   = (insn_i[1:0] == 2'b10) & (insn_i[15:12] == 4'b1001) & (insn_i[6:2] == 5'd0)
                 & (rd != 5'd0);
  assign cebreak = insn_i[15:0] == 16'h9002;

  if (zcm_p != 0) begin : gen_zcm
    logic quadrant, list, moves;

    assign quadrant   = (insn_i[1:0] == 2'b10) & (insn_i[15:13] == 3'b101);
    // cm.push, cm.pop, cm.popretz, cm.popret with any register list; cm.mvsa01, cm.mva01s.
    assign list       = quadrant & (insn_i[12:11] == 2'b11) & ~insn_i[8];
    assign moves      = quadrant & (insn_i[12:10] == 3'b011) & insn_i[5]
                      & (insn_i[6] | (insn_i[9:7] != insn_i[4:2]));
    assign steps_o    = list | moves;
    assign is_return  = list & insn_i[10];
    assign table_jump = quadrant & (insn_i[12:10] == 3'b000);
  end else begin : gen_no_zcm
    assign steps_o    = 1'b0;
    assign is_return  = 1'b0;
    assign table_jump = 1'b0;
  end

  // The register that a jump writes with the return address, and whether its target is in it.
  always_comb begin
    unique case (1'b1)
      cjal, cjalr: link = 5'd1;
      jal, jalr:   link = rd;
      default:     link = 5'd0;
    endcase
  end

  assign direct = jal | cj | cjal | (jalr & (rs1 == 5'd0) & (uninferable_jalr_x0_p == 0));

  always_comb begin
    itype_o = rvt_pkg::ItypeNone;
    if (custom_i) begin
      itype_o = custom_itype_i;
    end else if (is_xret) begin
      itype_o = rvt_pkg::ItypeTrapReturn;
    end else if (is_return) begin
      itype_o = rvt_pkg::ItypeReturn;
    end else if (table_jump) begin
      itype_o = (insn_i[9:7] == 3'd0) ? rvt_pkg::ItypeUninferableJump
                                      : rvt_pkg::ItypeUninferableCall;
    end else if (direct) begin
      itype_o = is_link(link)    ? rvt_pkg::ItypeInferableCall
              : (link == 5'd0) ? rvt_pkg::ItypeInferableJump
                               : rvt_pkg::ItypeInferableOther;
    end else if (jalr | cjr | cjalr) begin
      if (is_link(link)) begin
        itype_o = (is_link(rs1) & (rs1 != link)) ? rvt_pkg::ItypeCoroutineSwap
                                                 : rvt_pkg::ItypeUninferableCall;
      end else if (is_link(rs1)) begin
        itype_o = rvt_pkg::ItypeReturn;
      end else begin
        itype_o = (link == 5'd0) ? rvt_pkg::ItypeUninferableJump : rvt_pkg::ItypeUninferableOther;
      end
    end
  end

  assign branch_o   = ~custom_i & (cbranch | ((insn_i[6:0] == OpBranch)
                                              & (insn_i[14:13] != 2'b01)));
  assign ecall_o    = ~custom_i & (insn_i == 32'h0000_0073);
  assign ebreak_o   = ~custom_i & (compressed_o ? cebreak : insn_i == 32'h0010_0073);
  assign load_o     = ~custom_i & (clui | (((insn_i[6:0] == OpLui) | (insn_i[6:0] == OpAuipc))
                                           & (rd != 5'd0)));
  assign rd_o       = rd;
  assign indirect_o = ~custom_i & (cjr | cjalr | (jalr & (rs1 != 5'd0)));
  assign rs1_o      = rs1;

endmodule

`default_nettype wire
