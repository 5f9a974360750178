// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A bench that somebody had before rvt: the encoder of tests/foreign, and rows written by hand (a
// loop whose branch is taken eight times, a call, the return). docs/integration.md binds the
// scoreboard to the encoder.

module own_bench;

  logic         clk = 1'b0, rst_n = 1'b0, enable = 1'b0, valid, sync, idle;
  logic [3:0]   itype = '0;
  logic [63:0]  iaddr = '0;
  logic [7:0]   iretire = '0;
  logic [159:0] packet;
  logic [4:0]   bytes;
  int           packets = 0;

  foreign_encoder u_encoder (
    .clk_i(clk), .rst_ni(rst_n), .enable_i(enable), .full_address_i(1'b1), .resync_i('0),
    .bugs_i('0), .itype_i(itype), .cause_i('0), .tval_i('0), .priv_i(2'd3), .iaddr_i(iaddr),
    .iretire_i(iretire), .ilastsize_i(1'b1), .notify_i(1'b0), .packet_valid_o(valid),
    .packet_ready_i(1'b1), .packet_o(packet), .packet_bytes_o(bytes), .packet_sync_o(sync),
    .idle_o(idle));

  always #1 clk = ~clk;

  always @(negedge clk) if (valid) packets++;

  // A block of this many half-words, then an idle cycle.
  task automatic retire(input logic [3:0] kind, input logic [63:0] address, input int halfwords);
    itype   = kind;
    iaddr   = address;
    iretire = 8'(halfwords);
    @(negedge clk);
    itype   = '0;
    iretire = '0;
    @(negedge clk);
  endtask

  initial begin
    repeat (4) @(negedge clk);
    rst_n = 1'b1;
    repeat (4) @(negedge clk);
    enable = 1'b1;
    repeat (4) @(negedge clk);
    retire(4'd0, 64'h80000000, 8);
    repeat (8) retire(4'd5, 64'h80000010, 8);  // a taken branch at 0x8000001c
    retire(4'd4, 64'h80000010, 8);             // ... and not taken
    retire(4'd8, 64'h80000020, 6);             // an uninferable call at 0x80000028
    retire(4'd13, 64'h80000100, 4);            // the return at 0x80000104
    retire(4'd0, 64'h8000002c, 4);
    enable = 1'b0;
    repeat (200) @(negedge clk);
    if (!idle || packets == 0) $fatal(1, "the encoder sent %0d packets", packets);
    $finish;
  end

endmodule
