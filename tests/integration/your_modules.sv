// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The modules, and the signals in them, that the snippets of docs/integration.md name but do not
// define. A snippet that is compiled with them names ports that exist and widths that fit.

module your_transmitter;
  logic        clk, rst_n, flush, write, accepted, marked, stamped, out_valid, out_ready, drained;
  logic [31:0] sync_period, out_data;
  logic [63:0] timestamp, data;
  logic [2:0]  size, out_bytes;
  logic [15:0] master, channel;
endmodule

module your_tunnel;
  logic        clk, rst_n, busy, te_valid, te_ready, te_last, msg_valid, msg_ready, pl_valid;
  logic        pl_ready, pl_last, drained;
  logic [10:0] origin;
  logic [63:0] te_data;
  logic [3:0]  te_bytes;
  logic [31:0] msg_header, pl_data;
  logic [2:0]  pl_bytes;
endmodule

module tb;
  logic stp_done, stp_failed, tunnel_done, tunnel_failed;
  your_transmitter u_transmitter ();
  your_tunnel      u_tunnel ();
endmodule
