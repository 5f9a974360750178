// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the null inserter. The assertions are in the module itself (RVT_ASSERT): the
// packets leave once, in order and unchanged, with only the nulls between them that the rules
// allow.
//
// Both kinds of interval; T = 1 and S = 1, so that N is no multiple of the lanes. Assumed: an
// offered beat stays until it is taken; a beat has bytes, and all lanes unless it ends a packet; a
// packet begins with a header whose length is not 0 (ENC-003, in the module); the options are
// stable.

`default_nettype none

// One inserter; the interval counts packets, or bytes.
module rvt_formal_inserter #(
  parameter int unsigned async_bytes_p = 0
) (
  input  logic        clk_i,
  input  logic        framed_i,
  input  logic        fill_i,
  input  logic [2:0]  async_freq_i,
  input  logic        valid_i,
  input  logic [63:0] data_i,
  input  logic [3:0]  bytes_i,
  input  logic        last_i,
  input  logic        ready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        ready, valid, last;
  logic [63:0] data;
  logic [3:0]  bytes;

  rvt_sync_inserter #(
    .data_bytes_p(8), .timestamp_bytes_p(1), .srcid_bits_p(12),
    .async_bytes_p(async_bytes_p), .async_base_p(0)
  ) u_inserter (
    .clk_i, .rst_ni(rst_n),
    .framed_i, .fill_i, .async_freq_i,
    .valid_i, .ready_o(ready), .data_i, .bytes_i, .last_i,
    .valid_o(valid), .ready_i, .data_o(data), .bytes_o(bytes), .last_o(last)
  );

  // The inputs one cycle ago.
  logic        waits_q, framed_q, last_q;
  logic [63:0] data_q;
  logic [3:0]  bytes_q;
  logic [2:0]  freq_q;

  always @(posedge clk_i) begin
    waits_q  <= rst_n & valid_i & ~ready;
    framed_q <= framed_i;
    freq_q   <= async_freq_i;
    data_q   <= data_i;
    bytes_q  <= bytes_i;
    last_q   <= last_i;
  end

  always @(posedge clk_i) begin
    OfferStays:   assume (~waits_q | (valid_i & (data_i == data_q) & (bytes_i == bytes_q)
                                      & (last_i == last_q)));
    BeatHasBytes: assume ((bytes_i >= 4'd1) & (bytes_i <= 4'd8));
    FullInside:   assume (last_i | (bytes_i == 4'd8));
    OptionsStay:  assume (~rst_n | ((framed_i == framed_q) & (async_freq_i == freq_q)));
    if (rst_n) begin
      BytesLeave: assert (~valid | ((bytes >= 4'd1) & (bytes <= 4'd8)));
    end
  end

endmodule

module rvt_formal_sync (
  input  logic         clk_i,
  input  logic [1:0]   framed_i,
  input  logic [1:0]   fill_i,
  input  logic [5:0]   async_freq_i,
  input  logic [1:0]   valid_i,
  input  logic [127:0] data_i,
  input  logic [7:0]   bytes_i,
  input  logic [1:0]   last_i,
  input  logic [1:0]   ready_i
);

  for (genvar unit = 0; unit < 2; unit++) begin : gen_unit
    rvt_formal_inserter #(
      .async_bytes_p(unit)
    ) u_one (
      .clk_i, .framed_i(framed_i[unit]), .fill_i(fill_i[unit]),
      .async_freq_i(async_freq_i[3*unit+:3]), .valid_i(valid_i[unit]),
      .data_i(data_i[64*unit+:64]), .bytes_i(bytes_i[4*unit+:4]), .last_i(last_i[unit]),
      .ready_i(ready_i[unit])
    );
  end

endmodule

`default_nettype wire
