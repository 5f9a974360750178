// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Converts encapsulated packets in byte lanes to SyS-T messages of type RAW, one complete,
// unchanged packet per message. The subtype is the number of the protocol.
//
// Timing: with length_p 0 one beat is stored, the packet streams through, and the message is
// offered with the first beat. With length_p 1 the complete packet is stored, because the field LEN
// holds its size, and the next packet is taken when it has left. Four bytes leave per cycle.
// msg_valid_o and pl_valid_o never wait for their ready, and are stable while stalled; ready_o
// depends on pl_ready_i. Only the last beat of a packet may have fewer than in_bytes_p bytes. The
// options are stable while busy_o is 1.
//
// Spec: SYST-002, -007; ENC-014; docs/decisions/0005-transports.md (a tunnel).

`default_nettype none

module rvt_trace_tunnel #(
  parameter int unsigned in_bytes_p  = 8,
  parameter int unsigned length_p    = 0,
  parameter int unsigned max_bytes_p = 42,  // of a packet, with length_p
  localparam int unsigned count_width_p = $clog2(in_bytes_p + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // options
  input  logic [5:0]               protocol_i,
  input  logic [10:0]              origin_i,    // header bits 22:12
  input  logic [2:0]               severity_i,
  input  logic                     guid_i,      // optional fields of the message
  input  logic                     checksum_i,
  input  logic                     stamp_i,
  output logic                     busy_o,
  // byte lanes
  input  logic                     valid_i,
  output logic                     ready_o,
  input  logic [8*in_bytes_p-1:0]  data_i,
  input  logic [count_width_p-1:0] bytes_i,
  input  logic                     last_i,
  // message of rvt_syst_source
  output logic                     msg_valid_o,
  input  logic                     msg_ready_i,
  output logic [31:0]              msg_header_o,
  output logic [15:0]              msg_length_o,
  output logic                     pl_valid_o,
  input  logic                     pl_ready_i,
  output logic [31:0]              pl_data_o,
  output logic [2:0]               pl_bytes_o,
  output logic                     pl_last_o
);

  if (in_bytes_p < 1 || in_bytes_p > 32 || max_bytes_p < 1 || max_bytes_p > 128)
  begin : gen_bad_size
    $error("in_bytes_p must be 1..32, max_bytes_p 1..128");
  end

  // Rounded up to beats, and to words.
  localparam int unsigned Beats     = (length_p == 0) ? 1
                                    : (max_bytes_p + in_bytes_p - 1) / in_bytes_p;
  localparam int unsigned HeldBytes = 4 * ((Beats * in_bytes_p + 3) / 4);
  localparam int unsigned LeftBits  = $clog2(HeldBytes + 1);
  localparam int unsigned BeatBits  = $clog2(Beats + 1);

  logic [8*HeldBytes-1:0] held_q;
  logic [LeftBits-1:0]    left_q;   // bytes in it
  logic [BeatBits-1:0]    beat_q;   // beats that came in
  logic                   full_q;   // they can leave
  logic                   last_q;   // they are the last of the packet
  logic                   open_q;   // its message has been taken
  logic                   take, word, empties;

  assign busy_o      = full_q | open_q;
  assign msg_valid_o = full_q & ~open_q;
  assign pl_valid_o  = full_q & open_q;
  assign pl_data_o   = held_q[31:0];
  assign pl_bytes_o  = (left_q >= LeftBits'(4)) ? 3'd4 : 3'(left_q);
  assign pl_last_o   = last_q & (left_q <= LeftBits'(4));
  assign word        = pl_valid_o & pl_ready_i;
  assign empties     = word & (left_q <= LeftBits'(4));
  assign ready_o     = ~full_q | empties;
  assign take        = valid_i & ready_o;

  assign msg_length_o = (length_p == 0) ? 16'd0 : 16'(left_q);
  assign msg_header_o = {2'b00, protocol_i, guid_i, origin_i, stamp_i, checksum_i, (length_p != 0),
                         1'b0, 1'b0, severity_i, rvt_pkg::SystRaw};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      beat_q <= '0;
      full_q <= 1'b0;
      last_q <= 1'b0;
      open_q <= 1'b0;
    end else begin
      if (msg_valid_o & msg_ready_i) begin
        open_q <= 1'b1;
      end else if (empties & last_q) begin
        open_q <= 1'b0;
      end
      if (take) begin
        left_q <= LeftBits'(bytes_i) + (full_q ? '0 : left_q);
        beat_q <= (last_i | (length_p == 0)) ? '0 : beat_q + 1'b1;
        full_q <= last_i | (length_p == 0);
        last_q <= last_i;
      end else if (word) begin
        left_q <= empties ? '0 : left_q - LeftBits'(4);
        full_q <= ~empties;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      for (int unsigned beat = 0; beat < Beats; beat++) begin
        if (beat_q == BeatBits'(beat)) begin
          held_q[8*in_bytes_p*beat+:8*in_bytes_p] <= data_i;
        end
      end
    end else if (word) begin
      held_q <= held_q >> 32;
    end
  end

`ifdef RVT_ASSERT
  logic        message_q, payload_q;
  logic [47:0] message_held_q;
  logic [35:0] payload_held_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      message_q <= 1'b0;
      payload_q <= 1'b0;
    end else begin
      message_q <= msg_valid_o & ~msg_ready_i;
      payload_q <= pl_valid_o & ~pl_ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    message_held_q <= {msg_header_o, msg_length_o};
    payload_held_q <= {pl_data_o, pl_bytes_o, pl_last_o};
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      MessageStays: assert (~message_q | (msg_valid_o
                                & ({msg_header_o, msg_length_o} == message_held_q)));
      PayloadStays: assert (~payload_q | (pl_valid_o
                                & ({pl_data_o, pl_bytes_o, pl_last_o} == payload_held_q)));
      BeatHasBytes: assert (~pl_valid_o | (pl_bytes_o != 3'd0));
      PacketFits:   assert (~take | last_i | (length_p == 0) | (beat_q != BeatBits'(Beats - 1)));
    end
  end
`endif

endmodule

`default_nettype wire
