// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The ingress port: what its parameters can be, and the half-words that each block retires. With
// retires_p 1 iretire counts instructions, one at most; with more it counts half-words.
//
// Timing: combinational.
//
// Spec: E-Trace, Instruction Trace Interface, Simplifications for single-retirement; ETR-ING-002.

`default_nettype none

module rvt_ingress_port #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned retires_p         = 8,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned ctype_width_p     = 2,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned size_width_p      = 8,
  parameter int unsigned one_block_p       = 0   // not 0: something judges rows of one block only
) (
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  output logic [blocks_p*size_width_p-1:0]      halfwords_o
);

  if (blocks_p < 1 || blocks_p > 4) begin : gen_bad_blocks
    $error("blocks_p must be 1 to 4");
  end
  if (blocks_p > 1 && one_block_p != 0) begin : gen_bad_one_block
    $error("data trace knows rows of one block: blocks_p must be 1");
  end
  if (itype_width_p < 3 || itype_width_p > 4) begin : gen_bad_itype_width
    $error("itype_width_p must be 3 or 4");
  end
  if (ctype_width_p < 1 || ctype_width_p > 2) begin : gen_bad_ctype_width
    $error("ctype_width_p must be 1 or 2");
  end
  if (retires_p < 1) begin : gen_bad_retires
    $error("retires_p must be at least 1");
  end
  if (retires_p > 1 && iretire_width_p < 2) begin : gen_bad_iretire_width
    $error("iretire_width_p must be at least 2: iretire counts half-words if retires_p is not 1");
  end

  if (retires_p > 1) begin : gen_halfwords

    assign halfwords_o = iretire_i;

    logic unused_ilastsize;
    assign unused_ilastsize = ^ilastsize_i;

  end else begin : gen_single
    for (genvar k = 0; k < blocks_p; k++) begin : gen_block
      assign halfwords_o[size_width_p*k+:size_width_p] =
          (iretire_i[iretire_width_p*k+:iretire_width_p] == '0) ? '0
          : size_width_p'(1) << ilastsize_i[ilastsize_width_p*k+:ilastsize_width_p];
    end
  end

endmodule

`default_nettype wire
