// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The records of a cycle: which of them retire an instruction, with which itype, and whether each
// follows from the record before it.
//
// Channel 0 is the oldest. A record does not retire if it has trap, if its instruction is ecall or
// ebreak, or if it is one of several steps of a Zcmp instruction and not the last: a step either
// has its own address as the next one, or is followed by the same instruction again. follows_o
// tells that step apart: its predecessor is the last record of an earlier cycle.
//
// A record is cut off from the one before it if its order is not the next one, if its address is
// neither the next one of that record nor the first of a handler, or if a trap lies between it and
// an older record of the same cycle. What lies before it is then unknown.
//
// Timing: combinational; the state is that after the latest record, in whatever cycle.
//
// Spec: RVFI (riscv-formal, docs/source/rvfi.rst); E-Trace, Instruction Trace Interface;
//       ETR-ING-004, -006, -013, -014, -016, -018; ETR-MODE-060.

`default_nettype none

module rvt_rvfi_records #(
  parameter int unsigned nret_p                = 1,
  parameter int unsigned xlen_p                = 64,
  parameter int unsigned iaddress_width_p      = 64,
  parameter int unsigned itype_width_p         = 4,
  parameter int unsigned zcm_p                 = 0,
  parameter int unsigned uninferable_jalr_x0_p = 0
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic [nret_p-1:0]                  valid_i,
  input  logic [64*nret_p-1:0]               order_i,
  input  logic [32*nret_p-1:0]               insn_i,
  input  logic [nret_p-1:0]                  trap_i,
  input  logic [nret_p-1:0]                  intr_i,
  input  logic [iaddress_width_p*nret_p-1:0] pc_i,
  input  logic [iaddress_width_p*nret_p-1:0] next_i,
  input  logic [nret_p-1:0]                  custom_i,
  input  logic [4*nret_p-1:0]                custom_itype_i,
  input  logic                               restart_i,    // the next record follows from nothing
  // per channel
  output logic [nret_p-1:0]                  retires_o,
  output logic [nret_p-1:0]                  long_o,       // 32 bits
  output logic [itype_width_p*nret_p-1:0]    itype_o,
  output logic [nret_p-1:0]                  ends_o,       // ends its block
  output logic [nret_p-1:0]                  sijump_o,
  output logic [nret_p-1:0]                  cut_o,        // from the record before it
  // of the cycle
  output logic [nret_p-1:0]                  first_o,      // the first record, one-hot; or 0
  output logic [nret_p-1:0]                  last_o,
  output logic                               follows_o,    // the first repeats the one before
  output logic                               traps_o,      // the last does not retire
  output logic                               ecall_o,
  output logic                               ebreak_o,
  output logic [iaddress_width_p-1:0]        after_o,      // where a trap after the last is taken
  output logic                               order_fault_o,
  output logic                               address_fault_o
);

  logic [nret_p-1:0]   compressed, branch, ecall, ebreak, load, indirect, steps;
  logic [4*nret_p-1:0] jump;
  logic [5*nret_p-1:0] rd, rs1;

  for (genvar k = 0; k < nret_p; k++) begin : gen_class
    rvt_rvfi_class #(
      .xlen_p(xlen_p), .zcm_p(zcm_p), .uninferable_jalr_x0_p(uninferable_jalr_x0_p)
    ) u_class (
      .insn_i(insn_i[32*k+:32]),
      .custom_i(custom_i[k]), .custom_itype_i(custom_itype_i[4*k+:4]),
      .compressed_o(compressed[k]), .branch_o(branch[k]), .itype_o(jump[4*k+:4]),
      .ecall_o(ecall[k]), .ebreak_o(ebreak[k]),
      .load_o(load[k]), .rd_o(rd[5*k+:5]),
      .indirect_o(indirect[k]), .rs1_o(rs1[5*k+:5]),
      .steps_o(steps[k])
    );
  end

  // The latest record.
  logic                        known_q, known;  // there is one
  logic [63:0]                 order_q, order;
  logic [iaddress_width_p-1:0] next_q, next;
  logic                        trap_q, trap;    // it does not retire
  logic                        load_q, load_v;
  logic [4:0]                  rd_q, rd_v;
  logic                        steps_q, steps_v;
  logic [iaddress_width_p-1:0] pc_q, pc;
  logic [15:0]                 insn_q, insn;

  // Of the channel in question.
  logic [iaddress_width_p-1:0] pc_k, next_k;
  logic [3:0]                  itype_k;
  logic                        trap_k, same, jumps, cut_order, cut_address, cut_trap;

  // An itype as a port of itype_width_p bits shows it (ETR-ING-006).
  function automatic logic [3:0] narrow(input logic [3:0] itype);
    narrow = itype;
    if (itype_width_p == 3 && itype[3]) begin
      narrow = (itype[0] & (itype != rvt_pkg::ItypeReturn)) ? rvt_pkg::ItypeNone
                                                            : rvt_pkg::ItypeUninferable;
    end
  endfunction

  always_comb begin
    known   = known_q;
    order   = order_q;
    next    = next_q;
    trap    = trap_q;
    load_v  = load_q;
    rd_v    = rd_q;
    steps_v = steps_q;
    pc      = pc_q;
    insn    = insn_q;

    retires_o       = '0;
    long_o          = ~compressed;
    itype_o         = '0;
    ends_o          = '0;
    sijump_o        = '0;
    cut_o           = '0;
    first_o         = '0;
    last_o          = '0;
    follows_o       = 1'b0;
    traps_o         = 1'b0;
    ecall_o         = 1'b0;
    ebreak_o        = 1'b0;
    after_o         = next_q;
    order_fault_o   = 1'b0;
    address_fault_o = 1'b0;

    pc_k        = '0;
    next_k      = '0;
    itype_k     = '0;
    trap_k      = 1'b0;
    same        = 1'b0;
    jumps       = 1'b0;
    cut_order   = 1'b0;
    cut_address = 1'b0;
    cut_trap    = 1'b0;

    for (int unsigned k = 0; k < nret_p; k++) begin
      if (valid_i[k]) begin
        pc_k   = pc_i[iaddress_width_p*k+:iaddress_width_p];
        next_k = next_i[iaddress_width_p*k+:iaddress_width_p];
        trap_k = trap_i[k] | ecall[k] | ebreak[k];
        same   = known & steps_v & (pc_k == pc) & (insn_i[32*k+:16] == insn) & ~intr_i[k];

        cut_order   = known & (order_i[64*k+:64] != order + 64'd1);
        cut_address = known & ~trap & ~intr_i[k] & ~same & (pc_k != next);
        cut_trap    = (last_o != '0) & (trap | intr_i[k]);
        cut_o[k]    = cut_order | cut_address | cut_trap;
        order_fault_o   = order_fault_o | cut_order;
        address_fault_o = address_fault_o | cut_address | cut_trap;

        // The record before was a step of this one.
        if (same & ~cut_o[k]) begin
          retires_o = retires_o & ~last_o;
          follows_o = follows_o | (last_o == '0);
        end

        jumps   = branch[k] & (next_k != pc_k + (compressed[k] ? iaddress_width_p'(2)
                                                               : iaddress_width_p'(4)));
        itype_k = ~branch[k] ? jump[4*k+:4] : jumps ? rvt_pkg::ItypeTaken
                                                    : rvt_pkg::ItypeNotTaken;
        retires_o[k] = ~trap_k & ~(steps[k] & (next_k == pc_k));
        itype_o[itype_width_p*k+:itype_width_p] = itype_width_p'(narrow(itype_k));
        ends_o[k]    = itype_k != rvt_pkg::ItypeNone;
        sijump_o[k]  = indirect[k] & load_v & (rs1[5*k+:5] == rd_v) & ~cut_o[k] & ~trap
                     & ~intr_i[k];

        if (last_o == '0) begin
          first_o[k] = 1'b1;
        end
        last_o    = '0;
        last_o[k] = 1'b1;
        traps_o   = trap_k;
        ecall_o   = ecall[k];
        ebreak_o  = ebreak[k];
        after_o   = trap_k ? pc_k : next_k;

        known   = 1'b1;
        order   = order_i[64*k+:64];
        next    = next_k;
        trap    = trap_k;
        load_v  = load[k] & ~trap_k;
        rd_v    = rd[5*k+:5];
        steps_v = steps[k] & ~trap_k;
        pc      = pc_k;
        insn    = insn_i[32*k+:16];
      end
    end
    if (restart_i) begin
      known  = 1'b0;
      trap   = 1'b0;
      load_v = 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
      order_q <= '0;
      next_q  <= '0;
      trap_q  <= 1'b0;
      load_q  <= 1'b0;
      rd_q    <= '0;
      steps_q <= 1'b0;
      pc_q    <= '0;
      insn_q  <= '0;
    end else begin
      known_q <= known;
      order_q <= order;
      next_q  <= next;
      trap_q  <= trap;
      load_q  <= load_v;
      rd_q    <= rd_v;
      steps_q <= steps_v;
      pc_q    <= pc;
      insn_q  <= insn;
    end
  end

`ifdef RVT_ASSERT
  // Records of ordinary instructions, which must retire; the first record is the next one.
  logic [nret_p-1:0] ordinary;
  logic [63:0]       first_order;

  assign ordinary = valid_i & ~trap_i & ~ecall & ~ebreak & ~steps;

  always_comb begin
    first_order = '0;
    for (int unsigned k = 0; k < nret_p; k++) begin
      if (first_o[k]) begin
        first_order = order_i[64*k+:64];
      end
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      OrdinaryRetires: assert ((ordinary & ~retires_o) == '0);
      OnlyRecords:     assert ((retires_o & ~valid_i) == '0);
      OrderIsKept:     assert (order_fault_o | ~known_q | (first_o == '0)
                               | (first_order == order_q + 64'd1));
      FaultCuts:       assert ((cut_o != '0) == (order_fault_o | address_fault_o));
    end
  end
`endif

endmodule

`default_nettype wire
