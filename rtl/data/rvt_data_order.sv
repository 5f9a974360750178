// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Data trace in parallel with stages 3 to 5: a record waits for the item that covers its
// instruction, and leaves when that item has been decided. So te_data follows the te_inst packet of
// its instruction and precedes later te_inst packets.
//
// Timing: a record enters when its entry leaves the elastic buffer, and is examined one cycle
// later, before any token of that entry can be decided. hold_o: a record is due, so the item stream
// decides nothing until it has left. due_o never waits for ready_i. Tokens are numbered modulo 16;
// at most two are undecided, so the difference of two numbers gives their order. room_o: a record
// fits; otherwise no entry may leave the elastic buffer. Accesses wait for one of the two tokens of
// the window, responses for the first of them, so room always becomes free (depth_p is at least 4,
// plus one for each load in progress).
//
// Spec: ETR-DAT-006, ETR-DAT-011; decision 0003, Order in the stream.

`default_nettype none

module rvt_data_order #(
  parameter int unsigned blocks_p        = 1,
  parameter int unsigned access_bits_p   = 8,  // send, at_last, block, fields
  parameter int unsigned response_bits_p = 0,  // send, late, fields; 0: unified
  parameter int unsigned time_width_p    = 32,
  parameter int unsigned depth_p         = 8,
  localparam int unsigned record_bits_p  = access_bits_p + response_bits_p,
  localparam int unsigned block_bits_p   = (blocks_p > 1) ? $clog2(blocks_p) : 1,
  localparam int unsigned fields_a_p     = access_bits_p - 2 - block_bits_p,
  localparam int unsigned fields_r_p     = (response_bits_p > 0) ? response_bits_p - 2 : 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  // the entry that leaves the elastic buffer
  input  logic                     push_i,
  input  logic [record_bits_p-1:0] record_i,
  input  logic [time_width_p-1:0]  time_i,
  input  logic                     block_i,     // it has a token of a block
  input  logic                     trap_i,      // ... and one of a trap after it
  output logic                     room_o,
  // the item stream
  input  logic                     issue_i,     // a token enters the window
  input  logic                     leave_i,     // the current token has been decided
  input  logic                     cur_valid_i,
  input  logic                     cur_first_i, // its first instruction is undecided
  input  logic [blocks_p-1:0]      cur_done_i,  // its decided blocks, the oldest in bit 0
  output logic                     alone_o,     // decide its blocks one by one
  output logic                     hold_o,
  output logic                     busy_o,
  // an access or a response that is due
  output logic                     due_o,
  input  logic                     ready_i,
  output logic                     response_o,
  output logic [fields_a_p-1:0]    access_o,
  output logic [fields_r_p-1:0]    fields_o,    // of the response
  output logic [time_width_p-1:0]  time_o
);

  localparam int unsigned NumberBits = 4;
  localparam int unsigned Width      = record_bits_p + time_width_p + 2 * NumberBits;
  localparam int unsigned FreeBits   = $clog2(depth_p + 1);

  // ---- numbers -------------------------------------------------------------------------------
  // issued: number of the latest token that entered the window; decided: of the latest that left.

  logic [NumberBits-1:0] issued_q, issued, decided_q, before_block, block;

  assign issued       = issued_q + NumberBits'(issue_i);
  assign block        = issued - NumberBits'(trap_i);
  assign before_block = block - NumberBits'(block_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      issued_q  <= '0;
      decided_q <= '0;
    end else begin
      issued_q  <= issued;
      decided_q <= decided_q + NumberBits'(leave_i);
    end
  end

  // ---- what waits ----------------------------------------------------------------------------

  logic [Width-1:0]         head;
  logic                     head_valid, pop;
  logic [FreeBits-1:0]      free;
  logic [record_bits_p-1:0] record;
  logic [NumberBits-1:0]    head_before, head_block;

  rvt_ingress_fifo #(
    .width_p(Width), .depth_p(depth_p)
  ) u_waiting (
    .clk_i, .rst_ni,
    .push_i, .wdata_i({record_i, time_i, before_block, block}), .free_o(free),
    .rvalid_o(head_valid), .pop_i(pop), .rdata_o(head)
  );

  assign room_o = free != '0;
  assign busy_o = head_valid;
  assign {record, time_o, head_before, head_block} = head;

  // ---- its parts -----------------------------------------------------------------------------

  logic has_access, at_last, access_done_q, access_left;
  logic response_left, response_first, late;
  logic [block_bits_p-1:0] in_block;

  assign {has_access, at_last, in_block, access_o} = record[record_bits_p-1-:access_bits_p];
  assign access_left = has_access & ~access_done_q;

  if (response_bits_p == 0) begin : gen_no_response
    assign fields_o       = '0;
    assign response_left  = 1'b0;
    assign response_first = 1'b0;
    assign late           = 1'b0;
  end else begin : gen_response
    logic has_response, response_done_q;

    assign {has_response, late, fields_o} = record[response_bits_p-1:0];
    assign response_left  = has_response & ~response_done_q;
    assign response_first = response_left & ~(late & access_left);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        response_done_q <= 1'b0;
      end else if (due_o & ready_i) begin
        response_done_q <= ~pop & (response_done_q | response_o);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      access_done_q <= 1'b0;
    end else if (due_o & ready_i) begin
      access_done_q <= ~pop & (access_done_q | ~response_o);
    end
  end

  // ---- what is due ---------------------------------------------------------------------------
  // An access of any instruction but the last is due as soon as the first instruction of its block
  // and everything before the block are decided. While it waits, its block is decided alone. A
  // response in the cycle of its request waits for the same, whether or not the request is sent.

  logic [NumberBits-1:0] since_before, since_block;
  logic                  before_decided, block_decided, first_decided;
  logic [blocks_p:0]     done;  // the blocks before it, and it

  assign since_before   = decided_q - head_before;
  assign since_block    = decided_q - head_block;
  assign before_decided = ~since_before[NumberBits-1];
  assign block_decided  = ~since_block[NumberBits-1];
  assign done           = {cur_done_i, 1'b1} >> in_block;
  assign first_decided  = block_decided
                        | (before_decided & cur_valid_i
                           & (done[1] | (done[0] & ~cur_first_i & ~at_last)));
  assign alone_o        = head_valid & before_decided & ~block_decided
                        & (access_left | (response_left & late));

  logic unused_done;
  assign unused_done = ^done;

  assign response_o = response_first;
  assign due_o      = head_valid & ((response_first & ~late) ? before_decided : first_decided);
  assign hold_o     = due_o;
  assign pop        = due_o & ready_i & ~(access_left & response_left);

`ifdef RVT_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      HeadHasParts: assert (~head_valid | access_left | response_left);
      TwoUndecided: assert (NumberBits'(issued_q - decided_q) <= NumberBits'(2));
    end
  end
`endif

endmodule

`default_nettype wire
