// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Trace formatter: byte lanes of several sources, each under its ID, as one stream of 16-byte
// frames, with triggers, flush and synchronisation packets.
//
// Timing: a byte per cycle; one beat of one source is stored until its last byte has been passed
// on. Sources are served in round-robin order, one beat each. valid_o never waits for ready_i;
// data_o and bytes_o are stable while stalled. A beat ends with its frame, so it may have fewer
// bytes than lanes, always an even number. Halfwords leave as soon as they are known.
//
// Order within a cycle: the beat that is taken, then the trigger, then the flush. A trigger is
// taken in a cycle with trigger_i and trigger_ready_o. flush_i ends the frame after all data taken
// up to and including its cycle; until the frame has ended nothing is taken, and flush_i has no
// further effect. idle_o: all data taken have left, and no frame is in progress.
//
// src_id_i is sampled in the cycle in which the beat is taken. Use 0x01 to 0x6f: data under 0
// belong to no source, 0x7d is the trigger, and 0x7f can look like a synchronisation packet.
// fsync_frames_i and hsync_halfwords_i (0: none) change in reset only.
//
// Spec: trace formatter, frames of 16 bytes; docs/decisions/0005-transports.md, Formatter frames.

`default_nettype none

module rvt_frame_formatter #(
  parameter int unsigned sources_p   = 2,
  parameter int unsigned in_bytes_p  = 8,
  parameter int unsigned out_bytes_p = 16,
  localparam int unsigned in_width_p    = $clog2(in_bytes_p + 1),
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic [15:0]                       fsync_frames_i,
  input  logic [15:0]                       hsync_halfwords_i,
  // sources, the first in the lowest bits
  input  logic [sources_p-1:0]              src_valid_i,
  output logic [sources_p-1:0]              src_ready_o,
  input  logic [8*in_bytes_p*sources_p-1:0] src_data_i,
  input  logic [in_width_p*sources_p-1:0]   src_bytes_i,
  input  logic [7*sources_p-1:0]            src_id_i,
  // events
  input  logic                              trigger_i,
  output logic                              trigger_ready_o,
  input  logic                              flush_i,
  output logic                              idle_o,
  // frames
  output logic                              valid_o,
  input  logic                              ready_i,
  output logic [8*out_bytes_p-1:0]          data_o,
  output logic [count_width_p-1:0]          bytes_o
);

  localparam int unsigned InBits = 8 * in_bytes_p;

  localparam logic [6:0] TriggerId = 7'h7d;

  if (sources_p < 2 || sources_p > 8) begin : gen_bad_sources
    $error("sources_p must be 2..8");
  end
  if (in_bytes_p < 1 || in_bytes_p > 8) begin : gen_bad_in_bytes
    $error("in_bytes_p must be 1..8");
  end

  // Round-robin order: the sources after the one that was taken last come first.
  logic [sources_p-1:0]  behind_q, first, turn;
  logic                  room, take;
  logic [InBits-1:0]     turn_data;
  logic [in_width_p-1:0] turn_bytes;
  logic [6:0]            turn_id;

  // Pending, in this order: the rest of a beat, a trigger, a flush.
  logic [InBits-1:0]     data_q;
  logic [in_width_p-1:0] left_q;
  logic [6:0]            id_q;
  logic                  trigger_q, flush_q;
  logic                  byte_here, byte_valid, byte_ready, byte_last, flush, empty;
  logic [7:0]            byte_value;
  logic [6:0]            byte_id;

  logic        half_valid, half_ready, half_first, half_last, lanes_idle;
  logic [15:0] halfword;

  assign byte_here  = left_q != '0;
  assign byte_last  = left_q == in_width_p'(1);
  assign byte_valid = byte_here | trigger_q;
  assign byte_value = byte_here ? data_q[7:0] : 8'd0;
  assign byte_id    = byte_here ? id_q : TriggerId;
  assign flush      = flush_q & ~byte_valid;

  assign room            = ~trigger_q & ~flush_q & (~byte_here | (byte_last & byte_ready));
  assign trigger_ready_o = ~trigger_q & ~flush_q;
  assign idle_o          = ~byte_valid & ~flush_q & empty & lanes_idle;

  assign first       = ((src_valid_i & behind_q) != '0) ? src_valid_i & behind_q : src_valid_i;
  assign turn        = first & (~first + sources_p'(1));
  assign take        = room & (src_valid_i != '0);
  assign src_ready_o = turn & {sources_p{room}};

  always_comb begin
    turn_data  = '0;
    turn_bytes = '0;
    turn_id    = '0;
    for (int unsigned source = 0; source < sources_p; source++) begin
      if (turn[source]) begin
        turn_data  = turn_data | src_data_i[InBits*source+:InBits];
        turn_bytes = turn_bytes | src_bytes_i[in_width_p*source+:in_width_p];
        turn_id    = turn_id | src_id_i[7*source+:7];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      behind_q  <= '0;
      left_q    <= '0;
      trigger_q <= 1'b0;
      flush_q   <= 1'b0;
    end else begin
      if (take) begin
        behind_q <= ~(turn | (turn - sources_p'(1)));
        left_q   <= turn_bytes;
      end else if (byte_here & byte_ready) begin
        left_q <= left_q - in_width_p'(1);
      end
      trigger_q <= trigger_q ? byte_here | ~byte_ready : trigger_ready_o & trigger_i;
      flush_q   <= flush_q ? byte_valid | ~empty : flush_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      data_q <= turn_data;
      id_q   <= turn_id;
    end else if (byte_ready) begin
      data_q <= data_q >> 8;
    end
  end

  rvt_frame_pairs u_pairs (
    .clk_i, .rst_ni,
    .valid_i(byte_valid), .ready_o(byte_ready), .byte_i(byte_value), .id_i(byte_id),
    .flush_i(flush), .empty_o(empty),
    .valid_o(half_valid), .ready_i(half_ready), .halfword_o(halfword),
    .first_o(half_first), .last_o(half_last)
  );

  rvt_frame_lanes #(
    .out_bytes_p(out_bytes_p)
  ) u_lanes (
    .clk_i, .rst_ni, .fsync_frames_i, .hsync_halfwords_i,
    .valid_i(half_valid), .ready_o(half_ready), .halfword_i(halfword),
    .first_i(half_first), .last_i(half_last), .idle_o(lanes_idle),
    .valid_o, .ready_i, .data_o, .bytes_o
  );

`ifdef RVT_ASSERT
  // The beat that was taken last, how much of it has been passed on, and what is due after it.
  logic [InBits-1:0]     taken_q, taken;
  logic [in_width_p-1:0] taken_bytes_q, taken_bytes, sent_q;
  logic [6:0]            taken_id_q, taken_id;
  logic                  trigger_owed_q, flush_owed_q, offered_q;
  logic [14:0]           offer_q;
  logic [sources_p-1:0]  served_q;
  logic                  all_sent, sends;

  // Beats of other sources that were taken while a source was offering: at most the number of the
  // others. The distance from the source to the one that was taken last is the bound.
  logic [3*sources_p-1:0] passed_q;
  logic                   late, far;

  always_comb begin
    taken       = '0;
    taken_bytes = '0;
    taken_id    = '0;
    late = 1'b0;
    far  = (served_q == '0) & (passed_q != '0);
    for (int unsigned source = 0; source < sources_p; source++) begin
      if (src_ready_o[source]) begin
        taken       = src_data_i[InBits*source+:InBits];
        taken_bytes = src_bytes_i[in_width_p*source+:in_width_p];
        taken_id    = src_id_i[7*source+:7];
      end
      late = late | (32'(passed_q[3*source+:3]) >= sources_p);
      for (int unsigned last = 0; last < sources_p; last++) begin
        far = far | (served_q[last] & (32'(passed_q[3*source+:3])
                                       > (last + sources_p - source) % sources_p));
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      passed_q <= '0;
    end else begin
      for (int unsigned source = 0; source < sources_p; source++) begin
        if (src_ready_o[source] | ~src_valid_i[source]) begin
          passed_q[3*source+:3] <= 3'd0;
        end else if (take) begin
          passed_q[3*source+:3] <= passed_q[3*source+:3] + 3'd1;
        end
      end
    end
  end

  assign all_sent = sent_q == taken_bytes_q;
  assign sends    = byte_valid & byte_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_bytes_q  <= '0;
      sent_q         <= '0;
      trigger_owed_q <= 1'b0;
      flush_owed_q   <= 1'b0;
      offered_q      <= 1'b0;
      served_q       <= '0;
    end else begin
      offered_q      <= byte_valid & ~byte_ready;
      trigger_owed_q <= (trigger_i & trigger_ready_o) | (trigger_owed_q & ~(sends & all_sent));
      flush_owed_q   <= flush_owed_q ? ~(flush & empty) : flush_i;
      if (take) begin
        taken_bytes_q <= taken_bytes;
        sent_q        <= '0;
        served_q      <= src_ready_o;
      end else if (sends & ~all_sent) begin
        sent_q <= sent_q + in_width_p'(1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    offer_q <= {byte_id, byte_value};
    if (take) begin
      taken_q    <= taken;
      taken_id_q <= taken_id;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      OneIsTaken:    assert ((src_ready_o & (src_ready_o - sources_p'(1))) == '0);
      TakenOffers:   assert ((src_ready_o & ~src_valid_i) == '0);
      InTurn:        assert (~late);
      ByteIsDue:     assert (all_sent | (byte_valid & (byte_id == taken_id_q)
                             & (byte_value == 8'(taken_q >> {sent_q, 3'b000}))));
      TriggerIsDue:  assert (~all_sent | (byte_valid == trigger_owed_q));
      TriggerByte:   assert (~all_sent | ~byte_valid | ((byte_id == 7'h7d) & (byte_value == 8'd0)));
      BeatIsSent:    assert (~take | all_sent
                             | (sends & (sent_q + in_width_p'(1) == taken_bytes_q)));
      FlushIsLast:   assert (flush == (flush_owed_q & all_sent & ~trigger_owed_q));
      NothingPasses: assert (~(trigger_owed_q | flush_owed_q) | ~take);
      IdleIsEmpty:   assert (~idle_o | (all_sent & ~trigger_owed_q & ~flush_owed_q & ~half_valid
                                        & ~valid_o));
      OfferStays:    assert (~offered_q | (byte_valid & ({byte_id, byte_value} == offer_q)));
      // what the proof needs beside these
      LeftIsKnown:   assert (left_q == taken_bytes_q - sent_q);
      SentIsLess:    assert (sent_q <= taken_bytes_q);
      RestIsKnown:   assert (all_sent | ((data_q == taken_q >> {sent_q, 3'b000})
                                         & (id_q == taken_id_q)));
      OwedIsKnown:   assert ((trigger_owed_q == trigger_q) & (flush_owed_q == flush_q));
      LaterIsKnown:  assert (behind_q == ((served_q == '0) ? '0
                             : ~(served_q | (served_q - sources_p'(1)))));
      PassedIsNear:  assert (~far);
      ServedIsOne:   assert ((served_q & (served_q - sources_p'(1))) == '0);
    end
  end
`endif

endmodule

`default_nettype wire
