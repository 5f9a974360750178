// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of the AXI4-Stream adapter: every beat leaves once, in order, with its bytes in
// place, and nothing else leaves. The other proved assertions are in the module itself
// (RVT_ASSERT).
//
// Assumed: a beat has bytes, and all lanes unless it ends a packet.

`default_nettype none

module rvt_formal_axis (
  input  logic        clk_i,
  input  logic        valid_i,
  input  logic [23:0] data_i,
  input  logic [1:0]  bytes_i,
  input  logic        last_i,
  input  logic        tready_i
);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic        ready, tvalid, tlast;
  logic [23:0] tdata;
  logic [2:0]  tkeep;

  rvt_axis_adapter #(
    .data_bytes_p(3)
  ) u_adapter (
    .clk_i, .rst_ni(rst_n),
    .valid_i, .ready_o(ready), .data_i, .bytes_i, .last_i,
    .tvalid_o(tvalid), .tready_i, .tdata_o(tdata), .tkeep_o(tkeep), .tlast_o(tlast)
  );

  // The beat that has entered and not left.
  logic        held_q, held_last_q;
  logic [23:0] held_data_q;
  logic [1:0]  held_bytes_q;

  always @(posedge clk_i) begin
    if (!rst_n) begin
      held_q <= 1'b0;
    end else begin
      held_q <= (valid_i & ready) | (held_q & ~tready_i);
      if (valid_i & ready) begin
        held_data_q  <= data_i;
        held_bytes_q <= bytes_i;
        held_last_q  <= last_i;
      end
    end
  end

  always @(posedge clk_i) begin
    BeatHasBytes: assume (bytes_i >= 2'd1);
    FullInside:   assume (last_i | (bytes_i == 2'd3));
    if (rst_n) begin
      AllAndNothingElse: assert (tvalid == held_q);
      TakenWhenRoom:     assert (ready == (~held_q | tready_i));
      KeepIsBytes:       assert (~held_q | ({1'b0, tkeep[0]} + {1'b0, tkeep[1]} + {1'b0, tkeep[2]}
                                            == held_bytes_q));
      LastInPlace:       assert (~held_q | (tlast == held_last_q));
      Lane0InPlace:      assert (~held_q | (tdata[7:0] == held_data_q[7:0]));
      Lane1InPlace:      assert (~held_q | (tdata[15:8]
                                 == ((held_bytes_q > 2'd1) ? held_data_q[15:8] : 8'd0)));
      Lane2InPlace:      assert (~held_q | (tdata[23:16]
                                 == ((held_bytes_q > 2'd2) ? held_data_q[23:16] : 8'd0)));
    end
  end

endmodule

`default_nettype wire
