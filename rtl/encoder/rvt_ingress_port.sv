// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The ingress port: checks its parameters, and gives the size of each block in half-words. With
// retires_p 1 iretire counts instructions, at most one; otherwise it counts half-words. Blocks
// after an unused block or after a trap violate the rules of the port and are dropped.
//
// Timing: combinational.
//
// Spec: E-Trace, Instruction Trace Interface, Simplifications for single-retirement; ETR-ING-002,
//       -007, -008.

`default_nettype none

module rvt_ingress_port #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned retires_p         = 8,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned size_width_p      = 8
) (
  // the blocks of a cycle, the oldest in the lowest bits
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  output logic [blocks_p*itype_width_p-1:0]     itype_o,
  output logic [blocks_p*size_width_p-1:0]      halfwords_o
);

  logic [blocks_p*size_width_p-1:0] halfwords;

  if (retires_p > 1) begin : gen_halfwords

    assign halfwords = iretire_i;

    logic unused_ilastsize;
    assign unused_ilastsize = ^ilastsize_i;

  end else begin : gen_single
    for (genvar k = 0; k < blocks_p; k++) begin : gen_block
      assign halfwords[size_width_p*k+:size_width_p] =
          (iretire_i[iretire_width_p*k+:iretire_width_p] == '0) ? '0
          : size_width_p'(1) << ilastsize_i[ilastsize_width_p*k+:ilastsize_width_p];
    end
  end

  if (blocks_p == 1) begin : gen_one
    assign itype_o     = itype_i;
    assign halfwords_o = halfwords;
  end else begin : gen_several
    logic open;

    always_comb begin
      itype_o     = '0;
      halfwords_o = '0;
      open        = 1'b1;
      for (int unsigned k = 0; k < blocks_p; k++) begin
        if (open) begin
          itype_o[itype_width_p*k+:itype_width_p]   = itype_i[itype_width_p*k+:itype_width_p];
          halfwords_o[size_width_p*k+:size_width_p] = halfwords[size_width_p*k+:size_width_p];
        end
        open = (halfwords_o[size_width_p*k+:size_width_p] != '0)
             & ~rvt_pkg::is_trap(4'(itype_o[itype_width_p*k+:itype_width_p]));
      end
    end
  end

endmodule

`default_nettype wire
