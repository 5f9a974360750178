// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the places in formatter frames. The assertions are in the module itself
// (RVT_ASSERT): every byte leaves once, in order, with its ID; IDs and auxiliary bits are in their
// places; a flush adds only zeros with ID 0, up to the end of the frame.
//
// Assumed: an offered byte stays until it is taken; a flush lasts until the frame is complete, and
// no byte comes meanwhile.

`default_nettype none

module rvt_formal_pairs (
  input  logic        clk_i,
  input  logic        valid_i,
  input  logic [7:0]  byte_i,
  input  logic [6:0]  id_i,
  input  logic        flush_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        ready, empty, valid, first, last;
  logic [15:0] halfword;

  rvt_frame_pairs u_pairs (
    .clk_i, .rst_ni(rst_n),
    .valid_i, .ready_o(ready), .byte_i, .id_i, .flush_i, .empty_o(empty),
    .valid_o(valid), .ready_i, .halfword_o(halfword), .first_o(first), .last_o(last)
  );

  // The inputs one cycle ago.
  logic        waits_q, fill_q;
  logic [14:0] offer_q;

  always @(posedge clk_i) begin
    waits_q <= rst_n & valid_i & ~ready;
    fill_q  <= rst_n & flush_i & ~empty;
    offer_q <= {id_i, byte_i};
  end

  always @(posedge clk_i) begin
    OfferStays: assume (~waits_q | (valid_i & ({id_i, byte_i} == offer_q)));
    FlushStays: assume (~fill_q | flush_i | empty);
    FlushAlone: assume (~valid_i | ~flush_i);
  end

endmodule

`default_nettype wire
