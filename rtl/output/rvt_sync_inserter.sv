// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Inserts null packets between the packets of a byte-lane stream: synchronisation sequences, fill,
// and the alignment before a packet.
//
// Timing: one beat is stored; packets pass at a beat per cycle while ready_i. valid_o never waits
// for ready_i, and all outputs are stable while stalled. Nulls have beats of their own, with
// last_o, from lane 0 on; none is inserted between the beats of a packet.
//
// Nulls have flow 0: 0x00 is idle, 0x80 alignment. A synchronisation sequence is N idles in a row,
// N = 31 + T + S, and one more null: alignment, or idle with framed_i. A sequence is inserted
// before the first packet, and before a packet when 2^(async_base_p + async_freq_i) packets (with
// async_bytes_p bytes of packets) have left since the last sequence; async_freq_i 0: never. With
// fill_i idles are sent while there is no packet. Every (N+1)th of them in a row is an alignment
// unless framed_i, so a long fill is a sequence and counts as one. Without framed_i, the null
// directly before a packet is an alignment.
//
// framed_i and async_freq_i change only while no packet is offered.
//
// Spec: Unformatted Trace & Diagnostic Data Packet Encapsulation, Null Encapsulation and
//       Synchronization; ENC-009..011, -013, -014, -019.

`default_nettype none

module rvt_sync_inserter #(
  parameter int unsigned data_bytes_p      = 8,
  parameter int unsigned timestamp_bytes_p = 0,  // T
  parameter int unsigned srcid_bits_p      = 0,  // S: its whole bytes
  parameter int unsigned async_bytes_p     = 0,  // 1: the interval counts bytes
  parameter int unsigned async_base_p      = 4,
  localparam int unsigned count_width_p = $clog2(data_bytes_p + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  // options of the sink
  input  logic                      framed_i,
  input  logic                      fill_i,
  input  logic [2:0]                async_freq_i,
  // packets
  input  logic                      valid_i,
  output logic                      ready_o,
  input  logic [8*data_bytes_p-1:0] data_i,
  input  logic [count_width_p-1:0]  bytes_i,
  input  logic                      last_i,
  // packets and nulls
  output logic                      valid_o,
  input  logic                      ready_i,
  output logic [8*data_bytes_p-1:0] data_o,
  output logic [count_width_p-1:0]  bytes_o,
  output logic                      last_o
);

  localparam int unsigned RunMax    = 31 + timestamp_bytes_p + srcid_bits_p / 8;  // N
  localparam int unsigned RunBits   = $clog2(RunMax + 2);
  localparam int unsigned SinceBits = async_base_p + 8;
  localparam int unsigned DataBits  = 8 * data_bytes_p;

  localparam logic [7:0] Alignment = 8'h80;

  if (data_bytes_p < 1 || data_bytes_p > 32) begin : gen_bad_data_bytes
    $error("data_bytes_p must be 1..32");
  end
  if (timestamp_bytes_p > 8 || srcid_bits_p > 16) begin : gen_bad_header
    $error("timestamp_bytes_p must be 0..8, srcid_bits_p 0..16");
  end
  if (async_base_p > 20) begin : gen_bad_base
    $error("async_base_p must be 0..20");
  end

  logic                 room, due, sequence_null, align_null, fill_null, null_beat, take;
  logic                 closes;   // the null beat has the (N+1)th null in a row
  logic                 open_q;   // the packet of the latest beat continues
  logic [RunBits-1:0]   run_q;    // idles in a row, up to N
  logic [RunBits-1:0]   missing;  // nulls missing up to the (N+1)th
  logic [SinceBits-1:0] since_q;  // packets or bytes since the latest sequence
  logic [DataBits-1:0]  null_data;
  logic [count_width_p-1:0] null_bytes;

  assign room = ~valid_o | ready_i;
  assign due  = (async_freq_i != 3'd0)
              & ((since_q >> (6'(async_base_p) + 6'(async_freq_i))) != '0);

  // Without a packet no alignment is needed: the fill continues.
  assign sequence_null = ~open_q & due;
  assign align_null    = ~open_q & ~due & valid_i & ~framed_i & (run_q != '0);
  assign fill_null     = ~open_q & ~due & ~valid_i & fill_i;
  assign null_beat     = sequence_null | align_null | fill_null;

  assign ready_o = room & (open_q | ~(due | (~framed_i & (run_q != '0))));
  assign take    = valid_i & ready_o;

  assign missing = RunBits'(RunMax + 1) - run_q;
  assign closes  = 32'(missing) <= (align_null ? 32'd1 : data_bytes_p);

  always_comb begin
    null_bytes = count_width_p'(data_bytes_p);
    null_data  = '0;
    if (align_null) begin
      null_bytes = count_width_p'(1);
    end else if (closes) begin
      null_bytes = count_width_p'(missing);
    end
    if (align_null | (closes & ~framed_i)) begin
      null_data = DataBits'(Alignment) << {null_bytes - count_width_p'(1), 3'b000};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      open_q  <= 1'b0;
      run_q   <= '0;
    end else if (room) begin
      valid_o <= take | null_beat;
      if (take) begin
        open_q <= ~last_i;
      end
      if (take | align_null | (null_beat & closes)) begin
        run_q <= '0;
      end else if (null_beat) begin
        run_q <= run_q + RunBits'(data_bytes_p);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (room) begin
      data_o  <= take ? data_i : null_data;
      bytes_o <= take ? bytes_i : null_bytes;
      last_o  <= take ? last_i : 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      since_q <= '1;
    end else if (async_freq_i == 3'd0) begin
      since_q <= '1;
    end else if (room & null_beat & closes) begin
      since_q <= '0;
    end else if (take) begin
      since_q <= since_q + ((async_bytes_p != 0) ? SinceBits'(bytes_i) : SinceBits'(last_i));
    end
  end

`ifdef RVT_ASSERT
  // The longest run of null bytes inside a packet (ENC-010).
  localparam int unsigned Longest = 31 + timestamp_bytes_p
                                  + ((srcid_bits_p < 8) ? 0 : (srcid_bits_p < 16) ? 1 : 2);

  // State derived from the output alone: whether it is inside a packet, the idles in a row, whether
  // the latest null was an alignment that ends no sequence, and the packets (bytes) since the
  // latest sequence. The same state after the stored beat has left.
  logic                 left_open_q, left_alone_q, from_input_q, ever_fill_q;
  logic                 null_held, idle_held, align_held;
  logic                 mixed;  // contains something other than idles and an alignment after them
  logic                 whole, alone;
  logic [RunBits-1:0]   left_run_q, run;
  logic [SinceBits-1:0] left_since_q, since;
  logic                 stalled_q, fill_q, left_due;
  logic [DataBits+count_width_p:0] beat_q, beat, input_q;

  assign beat      = {data_o, bytes_o, last_o};
  assign null_held = valid_o & ~left_open_q & (data_o[4:0] == 5'd0);
  assign left_due  = (async_freq_i != 3'd0)
                   & ((left_since_q >> (6'(async_base_p) + 6'(async_freq_i))) != '0);

  always_comb begin
    run        = left_run_q;
    since      = left_since_q;
    alone      = 1'b0;
    whole      = 1'b0;
    idle_held  = 1'b0;
    align_held = 1'b0;
    mixed      = 1'b0;
    if (null_held) begin
      for (int unsigned lane = 0; lane < data_bytes_p; lane++) begin
        if (count_width_p'(lane) < bytes_o) begin
          mixed      = mixed | align_held;
          idle_held  = data_o[8*lane+:8] == 8'h00;
          align_held = data_o[8*lane+:8] == 8'h80;
          mixed      = mixed | ~(idle_held | align_held);
          if (align_held | (framed_i & (run == RunBits'(Longest)))) begin
            whole = run == RunBits'(Longest);
            alone = ~whole;
            run   = '0;
          end else begin
            run = run + RunBits'(1);
          end
        end
      end
      since = whole ? '0 : since;
    end else if (valid_o) begin
      run   = '0;
      since = since + ((async_bytes_p != 0) ? SinceBits'(bytes_o) : SinceBits'(last_o));
    end
    if (async_freq_i == 3'd0) begin
      since = '1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q    <= 1'b0;
      left_open_q  <= 1'b0;
      left_alone_q <= 1'b0;
      left_run_q   <= '0;
      left_since_q <= '1;
      ever_fill_q     <= 1'b0;
      from_input_q <= 1'b0;
      fill_q  <= 1'b0;
    end else begin
      stalled_q    <= valid_o & ~ready_i;
      ever_fill_q     <= ever_fill_q | fill_i;
      fill_q  <= fill_i;
      from_input_q <= take | (from_input_q & ~ready_i);
      if (valid_o & ready_i) begin
        left_open_q  <= ~last_o;
        left_alone_q <= alone;
        left_run_q   <= run;
        left_since_q <= since;
      end else if (async_freq_i == 3'd0) begin
        left_since_q <= '1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q <= beat;
    if (take) begin
      input_q <= {data_i, bytes_i, last_i};
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      HeaderFirst:         assume (open_q | ~valid_i | (data_i[4:0] != 5'd0));
      BeatStays:           assert (~stalled_q | (valid_o & (beat == beat_q)));
      // ENC-014: packets leave unchanged; only nulls are added, between packets
      PacketLeaves:        assert (~from_input_q | (valid_o & (beat == input_q) & ~null_held));
      NullOtherwise:       assert (from_input_q | ~valid_o | null_held);
      // ENC-009, ENC-011, ENC-013, ENC-010
      NullIsIdleOrAlign:   assert (~null_held | (~mixed & last_o));
      NoAlignmentInFrames: assert (~(null_held & align_held & framed_i));
      AlignedBeforePacket: assert (framed_i | left_open_q | ~valid_o | null_held
                                   | (left_run_q == '0));
      AlignmentHasReason:  assert (~(left_alone_q & null_held));
      NoMoreThanN:         assert (run <= RunBits'(Longest));
      // ENC-019
      SequenceWhenDue:     assert (left_open_q | ~valid_o | null_held | ~left_due);
      NullHasCause:        assert (~null_held | ever_fill_q | left_due);
      // the fill leaves no gap between packets
      FilledIsFull:        assert (~fill_q | valid_o | open_q);
      // what the proof needs beside these
      RunIsKnown:          assert (run_q == run);
      SinceIsKnown:        assert ((async_freq_i == 3'd0) | (since_q == since));
      OpenIsKnown:         assert (open_q == (valid_o ? ~last_o : left_open_q));
      OpenHasNoRun:        assert (~open_q | (run_q == '0));
      AlonePrecedes:       assert (~(alone | (left_alone_q & ~valid_o))
                                   | (valid_i & ~open_q & ~due & (run_q == '0)));
      RunIsDue:            assert (ever_fill_q | (run_q == '0) | due);
    end
  end
`endif

endmodule

`default_nettype wire
