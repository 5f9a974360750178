// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Halfwords of formatter frames -> byte lanes, with FSYNC and HSYNC where they are due.
//
// Timing: a halfword per cycle, synchronisation included. One beat is collected; it leaves when it
// is full or ends a frame. valid_o never waits for ready_i; data_o and bytes_o are stable while
// stalled, and lanes without a byte are zero.
//
// FSYNC (FF FF FF 7F) precedes the first halfword of frames 0, fsync_frames_i, 2 fsync_frames_i,
// and so on. HSYNC (FF 7F) directly follows every hsync_halfwords_i'th halfword, counted across
// frames. Neither counts as a halfword. 0: none. Both inputs change in reset only.
//
// Spec: trace formatter, synchronisation packets; docs/decisions/0005-transports.md.

`default_nettype none

module rvt_frame_lanes #(
  parameter int unsigned out_bytes_p = 16,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic [15:0]              fsync_frames_i,
  input  logic [15:0]              hsync_halfwords_i,
  // halfwords
  input  logic                     valid_i,
  output logic                     ready_o,
  input  logic [15:0]              halfword_i,
  input  logic                     first_i,
  input  logic                     last_i,
  output logic                     idle_o,  // empty
  // byte lanes
  output logic                     valid_o,
  input  logic                     ready_i,
  output logic [8*out_bytes_p-1:0] data_o,
  output logic [count_width_p-1:0] bytes_o
);

  localparam int unsigned DataBits = 8 * out_bytes_p;

  localparam logic [15:0] SyncBegin = 16'hffff;
  localparam logic [15:0] SyncEnd   = 16'h7fff;

  if (out_bytes_p != 2 && out_bytes_p != 4 && out_bytes_p != 8
      && out_bytes_p != 16) begin : gen_bad_out_bytes
    $error("out_bytes_p must be 2, 4, 8 or 16");
  end

  logic        open_q;     // the stored beat is incomplete
  logic        hsync_q;    // HSYNC is due
  logic        fsync_q;    // FSYNC has begun
  logic        synced_q;   // FSYNC of this frame has left
  logic        between_q;  // the latest halfword of frames ended a frame
  logic [15:0] frames_q;   // frames up to the next FSYNC
  logic [15:0] count_q;    // halfwords since the latest HSYNC
  logic        room, fsync_due, fsync, take, put, counted, closes;
  logic [15:0] halfword;
  logic [DataBits-1:0]      placed;
  logic [count_width_p-1:0] fills;  // bytes of the beat with this halfword

  assign room      = open_q | ~valid_o | ready_i;
  assign fsync_due = (fsync_frames_i != 16'd0) & (frames_q == 16'd0);
  assign fsync     = ~hsync_q & valid_i & first_i & fsync_due & ~synced_q;
  assign ready_o   = room & ~hsync_q & ~(first_i & fsync_due & ~synced_q);
  assign take      = valid_i & ready_o;
  assign put       = room & (hsync_q | valid_i);
  assign idle_o    = ~valid_o & ~open_q & ~hsync_q;

  assign halfword = hsync_q ? SyncEnd : fsync ? (fsync_q ? SyncEnd : SyncBegin) : halfword_i;
  assign counted  = (hsync_halfwords_i != 16'd0) & (count_q + 16'd1 == hsync_halfwords_i);

  // An HSYNC after the last halfword of a frame belongs to its last beat.
  assign fills  = (open_q ? bytes_o : '0) + count_width_p'(2);
  assign closes = (fills == count_width_p'(out_bytes_p))
                | (hsync_q ? between_q : ~fsync & last_i & ~counted);

  always_comb begin
    placed = open_q ? data_o : '0;
    for (int unsigned lane = 0; lane < out_bytes_p; lane += 2) begin
      if (fills == count_width_p'(lane + 2)) begin
        placed[8*lane+:16] = halfword;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o   <= 1'b0;
      open_q    <= 1'b0;
      hsync_q   <= 1'b0;
      fsync_q   <= 1'b0;
      synced_q  <= 1'b0;
      between_q <= 1'b0;
      frames_q  <= 16'd0;
      count_q   <= 16'd0;
    end else begin
      if (room) begin
        valid_o <= put & closes;
        open_q  <= put ? ~closes : open_q;
        hsync_q <= (hsync_q & ~put) | (take & counted);
        if (fsync) begin
          fsync_q  <= ~fsync_q;
          synced_q <= fsync_q;
        end
      end
      if (take) begin
        synced_q  <= 1'b0;
        between_q <= last_i;
        count_q   <= counted ? 16'd0 : count_q + 16'd1;
        if (first_i) begin
          frames_q <= (frames_q == 16'd0) ? fsync_frames_i - 16'(fsync_due) : frames_q - 16'd1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (put) begin
      data_o  <= placed;
      bytes_o <= fills;
    end
  end

`ifdef RVT_ASSERT
  // The latest halfwords that were stored, the latest on top; the halfwords and frames since each
  // kind of synchronisation, and how much of an FSYNC directly precedes.
  logic                     stalled_q, ever_q, due;
  logic [1:0]               front_q;
  logic [15:0]              since_q, frames_since_q;
  logic [DataBits-1:0]      latest_q, beat_q;
  logic [count_width_p-1:0] bytes_q;

  assign due = (fsync_frames_i != 16'd0) & (~ever_q | (frames_since_q == fsync_frames_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q      <= 1'b0;
      ever_q         <= 1'b0;
      front_q        <= 2'd0;
      since_q        <= 16'd0;
      frames_since_q <= 16'd0;
    end else begin
      stalled_q <= valid_o & ~ready_i;
      if (put) begin
        ever_q  <= ever_q | (front_q == 2'd2);
        front_q <= (take | hsync_q) ? 2'd0 : front_q + 2'd1;
        since_q <= hsync_q ? 16'd0 : since_q + 16'(take);
        if (take & first_i) begin
          frames_since_q <= (front_q == 2'd2) ? 16'd1 : frames_since_q + 16'd1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q  <= data_o;
    bytes_q <= bytes_o;
    if (put) begin
      latest_q <= DataBits'({halfword, latest_q} >> 16);
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      BeatStays:     assert (~stalled_q | (valid_o & (data_o == beat_q) & (bytes_o == bytes_q)));
      BeatHasBytes:  assert (~valid_o | ((bytes_o != '0) & ~bytes_o[0]
                                         & (bytes_o <= count_width_p'(out_bytes_p))));
      NotReplaced:   assert (~put | ~valid_o | ready_i);
      IdleIsEmpty:   assert (~idle_o | (~valid_o & ~open_q & ((hsync_halfwords_i == 16'd0)
                                                              | (since_q != hsync_halfwords_i))));
      InOrder:       assert ((~valid_o & ~open_q)
                             | (data_o == (latest_q >> (32'(DataBits) - 8 * 32'(bytes_o)))));
      TakenIsPut:    assert (~take | (put & (halfword == halfword_i)));
      BeatEnds:      assert (~open_q | ~between_q | hsync_q | (front_q != 2'd0));
      // FSYNC is complete, before every frame that has one, nowhere else
      FsyncBegins:   assert (~put | take | hsync_q
                             | (halfword == (front_q[0] ? 16'h7fff : 16'hffff)));
      FsyncIsWhole:  assert (~put | (front_q != 2'd1) | ~(take | hsync_q));
      FsyncIsOne:    assert (~put | (front_q != 2'd2) | take);
      FsyncWhenDue:  assert (~take | ((front_q == 2'd2) == (first_i & due)));
      // HSYNC after each interval of halfwords, nowhere else
      HsyncValue:    assert (~put | ~hsync_q | (halfword == 16'h7fff));
      HsyncWhenDue:  assert (~take | (hsync_halfwords_i == 16'd0) | (since_q < hsync_halfwords_i));
      HsyncHasCause: assert (~put | ~hsync_q | ((since_q == hsync_halfwords_i)
                                                  & (since_q != 16'd0)));
      // what the proof needs beside these
      OneOfBoth:     assert (~valid_o | ~open_q);
      OpenHasRoom:   assert (~open_q | ((bytes_o != '0) & ~bytes_o[0]
                                        & (bytes_o < count_width_p'(out_bytes_p))));
      FrontIsKnown:  assert ((front_q == {synced_q, fsync_q}) & (front_q != 2'd3));
      SinceIsKnown:  assert ((hsync_halfwords_i == 16'd0)
                             | (since_q == (hsync_q ? hsync_halfwords_i : count_q)));
      CountIsLess:   assert ((hsync_halfwords_i == 16'd0) ? ~hsync_q
                             : (count_q < hsync_halfwords_i));
      OwedIsCounted: assert (~hsync_q | (count_q == 16'd0));
      FsyncWaits:    assert ((front_q == 2'd0) | (valid_i & first_i & fsync_due & ~hsync_q));
      FramesKnown:   assert ((fsync_frames_i == 16'd0) | (frames_since_q + frames_q
                             == (ever_q ? fsync_frames_i : 16'd0)));
      FramesInside:  assert ((fsync_frames_i == 16'd0)
                             | (frames_since_q <= (ever_q ? fsync_frames_i : 16'd0)));
    end
  end
`endif

endmodule

`default_nettype wire
