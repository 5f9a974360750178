// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Packs strings of nibbles into a stream of byte lanes, lane 0 first, the low nibble of a byte
// first.
//
// Timing: one string is stored, and one beat is being filled, with up to out_bytes_p bytes of the
// string per cycle; strings of at most that length take a cycle each. Beats are full. Only during
// flush_i, which requires an even number of nibbles, the rest leaves as a beat with fewer bytes;
// its other lanes are zero. valid_o never waits for ready_i; ready_o depends on ready_i; a beat is
// stable while stalled.

`default_nettype none

module rvt_nibble_packer #(
  parameter int unsigned max_nibbles_p = 35,
  parameter int unsigned out_bytes_p   = 8,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  // strings, first nibble in bits 3:0, zero after the last one
  input  logic                       valid_i,
  output logic                       ready_o,
  input  logic [4*max_nibbles_p-1:0] nibbles_i,
  input  logic [5:0]                 count_i,
  input  logic                       flush_i,  // until empty_o, without strings
  output logic                       empty_o,
  output logic                       half_o,   // half a byte waits
  // byte lanes
  output logic                       valid_o,
  input  logic                       ready_i,
  output logic [8*out_bytes_p-1:0]   data_o,
  output logic [count_width_p-1:0]   bytes_o
);

  if (max_nibbles_p > 47 || out_bytes_p < 1 || out_bytes_p > 8) begin : gen_bad_size
    $error("max_nibbles_p must be 1..47, out_bytes_p 1..8");
  end

  localparam int unsigned Room     = 2 * out_bytes_p;  // nibbles of a beat
  localparam int unsigned FillBits = $clog2(Room + 1);

  logic [4*max_nibbles_p-1:0] held_q;
  logic [5:0]                 left_q;  // nibbles of held_q
  logic [FillBits-1:0]        fill_q;  // nibbles of data_o
  logic [FillBits-1:0]        base, room, moved;
  logic                       full, beat, take;

  assign full    = fill_q == FillBits'(Room);
  assign empty_o = (fill_q == '0) & (left_q == 6'd0);
  assign half_o  = fill_q[0] ^ left_q[0];
  assign valid_o = full | (flush_i & (left_q == 6'd0) & (fill_q != '0));
  assign bytes_o = count_width_p'(fill_q >> 1);
  assign beat    = valid_o & ready_i;

  assign base    = beat ? '0 : fill_q;
  assign room    = FillBits'(Room) - base;
  assign moved   = (left_q < 6'(room)) ? FillBits'(left_q) : room;
  assign ready_o = left_q == 6'(moved);
  assign take    = valid_i & ready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fill_q <= '0;
      left_q <= 6'd0;
      held_q <= '0;
      data_o <= '0;
    end else begin
      fill_q <= base + moved;
      left_q <= take ? count_i : left_q - 6'(moved);
      data_o <= (beat ? '0 : data_o)
              | ((8*out_bytes_p)'({{(8*out_bytes_p){1'b0}}, held_q} << {base, 2'b00}));
      held_q <= take ? nibbles_i : held_q >> {moved, 2'b00};
    end
  end

`ifdef RVT_ASSERT
  logic                     stalled_q;
  logic [8*out_bytes_p-1:0] data_q;
  logic [count_width_p-1:0] bytes_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= valid_o & ~ready_i & (full | flush_i);
    end
  end

  always_ff @(posedge clk_i) begin
    data_q  <= data_o;
    bytes_q <= bytes_o;
  end

  // All nibbles that came in and have not left, as one sequence.
  localparam int unsigned RowBits = 4 * (max_nibbles_p + Room);

  logic [RowBits-1:0] row_q, row_left;
  logic [6:0]         row_count_q, row_count_left;

  assign row_left       = row_q >> (beat ? {bytes_o, 3'b000} : '0);
  assign row_count_left = row_count_q - (beat ? 7'({bytes_o, 1'b0}) : 7'd0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      row_q       <= '0;
      row_count_q <= 7'd0;
    end else begin
      row_q       <= row_left | (take ? RowBits'(nibbles_i) << {row_count_left, 2'b00} : '0);
      row_count_q <= row_count_left + (take ? 7'(count_i) : 7'd0);
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      BeatStays:       assert (~stalled_q | ((data_o == data_q) & (bytes_o == bytes_q)));
      BeatHasBytes:    assert (~valid_o | (bytes_o != '0));
      WholeBytes:      assert (~valid_o | ~fill_q[0]);
      FitsInBeat:      assert (fill_q <= FillBits'(Room));
      NoneLost:        assert (row_count_q == 7'(fill_q) + 7'(left_q));
      InTheirOrder:    assert (row_q == (RowBits'(data_o) | (RowBits'(held_q) << {fill_q, 2'b00})));
      EmptyIsEmpty:    assert (empty_o == (row_count_q == 7'd0));
      // what the proof needs beside these
      ZeroAfterBeat:   assert ((data_o >> {fill_q, 2'b00}) == '0);
      ZeroAfterHeld:   assert ((held_q >> {left_q, 2'b00}) == '0);
    end
  end
`endif

endmodule

`default_nettype wire
