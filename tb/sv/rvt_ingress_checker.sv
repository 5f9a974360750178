// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Rules of the ingress port within a row, each a named assertion. A violation is an error of the
// hart; the encoder then drops the blocks that follow and continues.
//
// +rvt_misuse disables them, for runs that show that the encoder continues.
//
// Spec: E-Trace, Instruction Trace Interface; ETR-ING-001..005, -007, -008.
`default_nettype none

module rvt_ingress_checker #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned retires_p         = 8,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1
) (
  input wire logic                                  clk_i,
  input wire logic                                  rst_ni,
  input wire logic                                  taken_i,  // the row is valid
  input wire logic [blocks_p*itype_width_p-1:0]     itype_i,
  input wire logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input wire logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input wire logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i
);

  bit watch;

  initial watch = $test$plusargs("rvt_misuse") == 0;

  // Per block: is used, retires an instruction, ends in a trap, ends in a branch not taken.
  logic [blocks_p-1:0]                  used, retires, trap, falls;
  logic [blocks_p*iaddress_width_p-1:0] after;  // address after it

  for (genvar k = 0; k < blocks_p; k++) begin : gen_block
    logic [3:0]  itype;
    logic [31:0] iretire, size, halfwords;

    assign itype     = 4'(itype_i[itype_width_p*k+:itype_width_p]);
    assign iretire   = 32'(iretire_i[iretire_width_p*k+:iretire_width_p]);
    assign size      = 32'd1 << ilastsize_i[ilastsize_width_p*k+:ilastsize_width_p];
    assign halfwords = retires_p > 1 ? iretire : iretire * size;

    assign used[k]    = retires[k] | (itype != rvt_pkg::ItypeNone);
    assign retires[k] = iretire != 0;
    assign trap[k]    = rvt_pkg::is_trap(itype);
    assign falls[k]   = itype == rvt_pkg::ItypeNotTaken;
    assign after[iaddress_width_p*k+:iaddress_width_p] =
        iaddr_i[iaddress_width_p*k+:iaddress_width_p] + (iaddress_width_p'(halfwords) << 1);

    // A block that ends in an instruction retires at least that one; only a trap may retire none.
    SpecialRetires: assert property (@(posedge clk_i) disable iff (!rst_ni)
      watch && taken_i && used[k] |-> retires[k] || trap[k]);
    KnownItype: assert property (@(posedge clk_i) disable iff (!rst_ni)
      watch && taken_i |-> itype != 4'd7
                           && (itype != rvt_pkg::ItypeUninferable || itype_width_p == 3));
    // The last instruction is part of its block; with single retirement iretire is 0 or 1.
    LastIsInBlock: assert property (@(posedge clk_i) disable iff (!rst_ni)
      watch && taken_i && retires[k] |-> size <= halfwords);
    OneInstruction: assert property (@(posedge clk_i) disable iff (!rst_ni)
      watch && taken_i |-> retires_p > 1 || iretire <= 1);

    if (k > 0) begin : gen_behind
      // Lower groups are used first.
      NoHole: assert property (@(posedge clk_i) disable iff (!rst_ni)
        watch && taken_i && used[k] |-> used[k-1]);
      // A trap is in the newest group, so there is at most one.
      TrapIsNewest: assert property (@(posedge clk_i) disable iff (!rst_ni)
        watch && taken_i && used[k] |-> !trap[k-1]);
      // A branch not taken is followed by the next instruction in memory.
      NotTakenGoesOn: assert property (@(posedge clk_i) disable iff (!rst_ni)
        watch && taken_i && retires[k] && falls[k-1]
        |-> iaddr_i[iaddress_width_p*k+:iaddress_width_p]
            == after[iaddress_width_p*(k-1)+:iaddress_width_p]);

      Retires: cover property (@(posedge clk_i) disable iff (!rst_ni) taken_i && retires[k]);
    end
  end

  logic unused;
  assign unused = ^{falls, after, iaddr_i};

endmodule

`default_nettype wire
