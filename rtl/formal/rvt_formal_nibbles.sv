// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the nibble packer: all nibbles leave once and in order, in full beats unless there
// is a flush. The assertions are in the module itself (RVT_ASSERT).
//
// Assumed: strings are not empty, and zeros follow their nibbles; a flush starts with an even
// number of nibbles and lasts until the packer is empty, and no string comes meanwhile.

`default_nettype none

module rvt_formal_nibbles (
  input  logic        clk_i,
  input  logic        valid_i,
  input  logic [19:0] nibbles_i,
  input  logic [2:0]  count_i,
  input  logic        flush_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        ready, empty, half, valid, flush_q, owed_q;
  logic [15:0] data;
  logic [1:0]  bytes;

  rvt_nibble_packer #(
    .max_nibbles_p(5), .out_bytes_p(2)
  ) u_packer (
    .clk_i, .rst_ni(rst_n),
    .valid_i, .ready_o(ready), .nibbles_i, .count_i({3'd0, count_i}), .flush_i, .empty_o(empty),
    .half_o(half),
    .valid_o(valid), .ready_i, .data_o(data), .bytes_o(bytes)
  );

  initial begin
    flush_q = 1'b0;
    owed_q  = 1'b0;
  end

  always @(posedge clk_i) begin
    flush_q <= rst_n & flush_i & ~empty;
    owed_q  <= rst_n & flush_i & ~empty & ~valid;
  end

  always @(posedge clk_i) begin
    HasNibbles: assume ((count_i >= 3'd1) & (count_i <= 3'd5));
    ZeroAfter:  assume ((nibbles_i >> {count_i, 2'b00}) == 20'd0);
    FlushAlone: assume (~flush_i | (~valid_i & ~half));
    FlushStays: assume (~flush_q | flush_i);
    if (rst_n) begin
      FullOrFlush: assert (~valid | flush_i | (bytes == 2'd2));
      FlushLeaves: assert (~owed_q | valid);
    end
  end

endmodule

`default_nettype wire
