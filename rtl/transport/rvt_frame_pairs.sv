// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Bytes with IDs -> the eight halfwords of formatter frames: decides which places have IDs.
//
// Timing: combinational except for one byte, which waits at an even place for its successor. A byte
// per cycle while ready_i, except for one cycle in which a byte at place 14 ends a frame. valid_o
// never waits for ready_i; all outputs are stable while stalled if the input is.
//
// Places 2k and 2k+1 are pair k; pair 7 is place 14 and the auxiliary bits. An ID is sent when it
// changes. At an even place it takes effect at once (auxiliary bit 0). If the change falls on an
// odd place, the waiting byte moves there and the ID takes the even place with auxiliary bit 1. An
// ID at place 14 applies to the next frame. flush_i, never together with valid_i, fills the frame
// with ID 0 and zeros; it stays 1 until empty_o.
//
// Spec: trace formatter, frames of 16 bytes; docs/decisions/0005-transports.md, Formatter frames.

`default_nettype none

module rvt_frame_pairs (
  input  logic        clk_i,
  input  logic        rst_ni,
  // bytes
  input  logic        valid_i,
  output logic        ready_o,
  input  logic [7:0]  byte_i,
  input  logic [6:0]  id_i,
  input  logic        flush_i,
  output logic        empty_o,  // no frame is in progress
  // halfwords, the even place in the low byte
  output logic        valid_o,
  input  logic        ready_i,
  output logic [15:0] halfword_o,
  output logic        first_o,  // of a frame
  output logic        last_o
);

  logic [2:0] pair_q;       // place of the next byte
  logic       waits_q;      // a byte waits at the even place of that pair
  logic [7:0] byte_q;       // that byte
  logic       known_q;      // an ID has been sent
  logic [6:0] id_q;         // that of the next byte
  logic [6:0] aux_q;        // auxiliary bits of the pairs before, the latest on top
  logic       fill, offer;  // offer: a byte follows
  logic       leaves;       // the byte that waits is at place 14
  logic       change;       // an ID takes the even place
  logic       aux, step, put, beat, waits_d;
  logic [6:0] id;
  logic [7:0] next_byte, even, odd;

  assign first_o = pair_q == 3'd0;
  assign last_o  = pair_q == 3'd7;
  assign empty_o = first_o & ~waits_q;

  assign fill      = flush_i & ~empty_o;
  assign offer     = valid_i | fill;
  assign id        = flush_i ? 7'd0 : id_i;
  assign next_byte = flush_i ? 8'd0 : byte_i;

  assign leaves = last_o & waits_q;
  assign change = ~leaves & (~known_q | (id != id_q));

  // A single byte is not a pair, except at place 14.
  assign put     = last_o | waits_q | change | flush_i;
  assign valid_o = leaves | (offer & put);
  assign step    = offer & ~leaves & (~put | ready_i);
  assign beat    = valid_o & ready_i;
  assign ready_o = ~leaves & (~put | ready_i);

  assign even       = waits_q ? byte_q : next_byte;
  assign aux        = change ? waits_q : even[0];
  assign odd        = (change & waits_q) ? byte_q : next_byte;
  assign halfword_o = {last_o ? {aux, aux_q} : odd,
                       change ? {id, 1'b1} : {even[7:1], 1'b0}};

  // The next byte waits unless it belongs to this pair: at the odd place after an ID or a byte, or
  // as a byte at place 14.
  assign waits_d = ~flush_i & (last_o ? change : (waits_q == change));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pair_q  <= 3'd0;
      waits_q <= 1'b0;
      known_q <= 1'b0;
    end else begin
      if (beat) begin
        pair_q <= pair_q + 3'd1;
      end
      if (step) begin
        waits_q <= waits_d;
        known_q <= 1'b1;
      end else if (beat) begin
        waits_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (step) begin
      byte_q <= next_byte;
      id_q   <= id;
    end
    if (beat) begin
      aux_q <= {aux, aux_q[6:1]};
    end
  end

`ifdef RVT_ASSERT
  // A reader of the pairs, which is given the auxiliary bit of each: the ID that applies, the byte
  // that came in and has not left, and the auxiliary bits of the frame by pair.
  logic        taken, is_id, even_data, odd_data;
  logic        read_known_q, held_q;
  logic [6:0]  read_id_q, held_id_q, odd_id, aux_known, aux_seen;
  logic [6:0]  read_aux_q;
  logic [2:0]  read_pair_q;
  logic [7:0]  held_byte_q;
  logic [14:0] first_read, second_read, first_due, second_due;  // ID and byte, in order
  logic        stalled_q;
  logic [17:0] beat_q;

  assign taken       = valid_i & ready_o;
  assign is_id       = halfword_o[0];
  assign even_data   = beat & ~is_id;
  assign odd_data    = beat & ~last_o;
  assign odd_id      = (is_id & ~aux) ? halfword_o[7:1] : read_id_q;
  assign first_read  = even_data ? {read_id_q, halfword_o[7:1], aux} : {odd_id, halfword_o[15:8]};
  assign second_read = {odd_id, halfword_o[15:8]};
  // A flush is an endless sequence of zeros with ID 0.
  assign first_due   = held_q ? {held_id_q, held_byte_q} : {id, next_byte};
  assign second_due  = held_q ? {id, next_byte} : 15'd0;
  assign aux_known   = aux_q >> (3'd7 - pair_q);
  assign aux_seen    = read_aux_q & ~(7'h7f << read_pair_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_known_q <= 1'b0;
      read_pair_q  <= 3'd0;
      held_q       <= 1'b0;
      stalled_q    <= 1'b0;
    end else begin
      read_known_q <= read_known_q | (beat & is_id);
      read_pair_q  <= read_pair_q + 3'(beat);
      held_q       <= (2'(held_q) + 2'(taken)) > (2'(even_data) + 2'(odd_data));
      stalled_q    <= valid_o & ~ready_i;
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q <= {halfword_o, first_o, last_o};
    if (beat & is_id) begin
      read_id_q <= halfword_o[7:1];
    end
    if (taken) begin
      held_byte_q <= byte_i;
      held_id_q   <= id_i;
    end
    if (beat) begin
      read_aux_q[read_pair_q] <= aux;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      HalfwordStays:   assert (~stalled_q | (valid_o & ({halfword_o, first_o, last_o} == beat_q)));
      // every byte once, in order, with its ID
      FirstIsDue:      assert (~(even_data | odd_data) | (first_read == first_due));
      SecondIsDue:     assert (~(even_data & odd_data) | (second_read == second_due));
      NothingInvented: assert (~(even_data | odd_data) | held_q | taken | fill);
      NoMoreInvented:  assert (~(even_data & odd_data) | fill | (held_q & taken));
      NothingDropped:  assert (~(held_q & taken) | even_data | odd_data);
      // places
      IdBeforeData:    assert (~even_data | read_known_q);
      IdIsNew:         assert (~(beat & is_id & read_known_q) | (halfword_o[7:1] != read_id_q));
      IdAt14AtOnce:    assert (~(beat & last_o & is_id) | ~halfword_o[15]);
      AuxInPlace:      assert (~(beat & last_o) | (halfword_o[15:8] == {aux, aux_seen}));
      EightInFrame:    assert ((first_o == (read_pair_q == 3'd0))
                               & (last_o == (read_pair_q == 3'd7)));
      EmptyIsWhole:    assert (empty_o == ((read_pair_q == 3'd0) & ~held_q));
      // what the proof needs beside these
      PairIsKnown:     assert (read_pair_q == pair_q);
      HeldIsKnown:     assert (held_q == waits_q);
      ByteIsKnown:     assert (~held_q | ((held_byte_q == byte_q) & (held_id_q == id_q)));
      IdIsKnown:       assert ((read_known_q == known_q) & (~known_q | (read_id_q == id_q)));
      IdIsFirst:       assert (known_q | empty_o);
      AuxIsKnown:      assert (aux_known == aux_seen);
    end
  end
`endif

endmodule

`default_nettype wire
