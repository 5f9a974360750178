// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the ATB adapter: every beat leaves once, in order, with its bytes in place, and
// nothing else leaves. The assertions that AFREADY follows all data present at AFVALID, and that a
// packet keeps its ATID, are in the module itself (RVT_ASSERT).
//
// Assumed: an offered beat stays until it is taken; it has bytes, and all lanes unless it ends a
// packet; AFVALID stays until AFREADY (in the module).

`default_nettype none

module rvt_formal_atb (
  input  logic        clk_i,
  input  logic        valid_i,
  input  logic [31:0] data_i,
  input  logic [2:0]  bytes_i,
  input  logic        last_i,
  input  logic        flushed_i,
  input  logic [6:0]  trace_id_i,
  input  logic        atready_i,
  input  logic        afvalid_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        ready, flush, atvalid, afready, take;
  logic [31:0] atdata;
  logic [1:0]  atbytes;
  logic [6:0]  atid;

  rvt_atb_adapter #(
    .data_bytes_p(4)
  ) u_adapter (
    .clk_i, .rst_ni(rst_n),
    .valid_i, .ready_o(ready), .data_i, .bytes_i, .last_i,
    .flush_o(flush), .flushed_i, .trace_id_i,
    .atvalid_o(atvalid), .atready_i, .atdata_o(atdata), .atbytes_o(atbytes), .atid_o(atid),
    .afvalid_i, .afready_o(afready)
  );

  // The beat that has entered and not left; the inputs one cycle ago.
  logic        held_q, waits_q;
  logic [31:0] held_data_q, data_q;
  logic [2:0]  held_bytes_q, bytes_q;
  logic        last_q;

  assign take = valid_i & ready;

  always @(posedge clk_i) begin
    if (!rst_n) begin
      held_q  <= 1'b0;
      waits_q <= 1'b0;
    end else begin
      held_q  <= take | (held_q & ~atready_i);
      waits_q <= valid_i & ~ready;
      if (take) begin
        held_data_q  <= data_i;
        held_bytes_q <= bytes_i;
      end
    end
    data_q  <= data_i;
    bytes_q <= bytes_i;
    last_q  <= last_i;
  end

  always @(posedge clk_i) begin
    OfferStays:   assume (~waits_q | (valid_i & (data_i == data_q) & (bytes_i == bytes_q)
                                      & (last_i == last_q)));
    BeatHasBytes: assume ((bytes_i >= 3'd1) & (bytes_i <= 3'd4));
    FullInside:   assume (last_i | (bytes_i == 3'd4));
    if (rst_n) begin
      AllAndNothingElse: assert (atvalid == held_q);
      TakenWhenRoom:     assert (ready == (~held_q | atready_i));
      BytesLessOne:      assert (~held_q | ({1'b0, atbytes} + 3'd1 == held_bytes_q));
      Lane0InPlace:      assert (~held_q | (atdata[7:0] == held_data_q[7:0]));
      Lane1InPlace:      assert (~held_q | (atdata[15:8]
                                 == ((held_bytes_q > 3'd1) ? held_data_q[15:8] : 8'd0)));
      Lane2InPlace:      assert (~held_q | (atdata[23:16]
                                 == ((held_bytes_q > 3'd2) ? held_data_q[23:16] : 8'd0)));
      Lane3InPlace:      assert (~held_q | (atdata[31:24]
                                 == ((held_bytes_q > 3'd3) ? held_data_q[31:24] : 8'd0)));
    end
  end

endmodule

`default_nettype wire
