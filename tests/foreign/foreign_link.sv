// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Sends packets of foreign_encoder byte by byte. A header comes before each payload, with an order
// of its own: bits 4:0 length of the payload in bytes, bit 5 is 1 for a sync packet, bits 7:6 tag.
// There are no null packets and no timestamps.

module foreign_link #(
  parameter logic [1:0] tag_p = 2'd2
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         packet_valid_i,
  output logic         packet_ready_o,
  input  logic [159:0] packet_i,
  input  logic [4:0]   packet_bytes_i,
  input  logic         packet_sync_i,
  output logic         byte_valid_o,
  input  logic         byte_ready_i,
  output logic [7:0]   byte_o,
  output logic         byte_last_o
);

  logic [4:0] sent_q;  // bytes of this packet that were sent; the header is the first

  assign byte_valid_o   = packet_valid_i;
  assign byte_last_o    = (sent_q == packet_bytes_i);
  assign packet_ready_o = byte_ready_i & byte_last_o;
  assign byte_o         = (sent_q == 5'd0) ? {tag_p, packet_sync_i, packet_bytes_i}
                                           : packet_i[8'({sent_q - 5'd1, 3'b000}) +: 8];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= '0;
    else if (byte_valid_o & byte_ready_i) sent_q <= byte_last_o ? 5'd0 : sent_q + 5'd1;
  end

endmodule
