// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Periodic resynchronisation: the counter and the three-state machine.
//
// Timing: state2_o and state3_o hold for the current item in the same cycle; counter and state are
// stored with step_i. State 2 lasts for one item: it is entered before that item is decided, and
// left after it. Only state 3 is stored. The counter saturates at the threshold, 2^(sync_max + 4).
//
// Spec: E-Trace, Resynchronisation; docs/decisions/0001-item-stream.md; ETR-RSY-001..008; AMB-100,
//       -101, -104.

`default_nettype none

module rvt_resync #(
  parameter int unsigned blocks_p        = 1,
  parameter int unsigned iretire_width_p = 8,
  parameter int unsigned before_width_p  = iretire_width_p,
  parameter int unsigned row_width_p     = iretire_width_p
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // options
  input  logic [1:0]                    sync_mode_i,
  input  logic [3:0]                    sync_max_i,
  // the current item
  input  logic                          ends_block_i,  // a qualified INST item that ends a block
  input  logic [rvt_pkg::CountBits-1:0] cycles_i,      // cycles to count before it is decided
  input  logic [before_width_p-1:0]     before_i,      // half-words to count before it is decided
  input  logic [iretire_width_p-1:0]    after_i,       // half-words to count after it was decided
  input  logic [row_width_p-1:0]        row_i,         // half-words of its row, at least those left
  output logic                          state2_o,
  output logic                          state3_o,
  output logic                          near_o,        // state 2 may begin within the row
  output logic                          next_near_o,   // ... if a packet is sent before
  // its decision
  input  logic                          step_i,        // the current item was decided
  input  logic                          restart_i,     // ... it is ENABLE
  input  logic                          sync_i,        // ... a sync packet was sent
  input  logic                          packet_i  // ... a packet that is no sync packet was sent
);

  localparam int unsigned CountBits = rvt_pkg::CountBits;

  logic [CountBits-1:0] count_q, count_d, threshold, rise_before, rise_after, count_now;
  logic                 counting_q, state3_q, due;

  // Saturating sum; one bit wider internally, so that it cannot wrap.
  function automatic logic [CountBits-1:0] add_saturating(
      input logic [CountBits-1:0] a,
      input logic [CountBits-1:0] b,
      input logic [CountBits-1:0] limit);
    logic [CountBits:0] sum;
    sum = {1'b0, a} + {1'b0, b};
    add_saturating = (sum > {1'b0, limit}) ? limit : sum[CountBits-1:0];
  endfunction

  assign threshold = CountBits'(16) << sync_max_i;

  // ---- what the current item adds ------------------------------------------------------------

  always_comb begin
    unique case (sync_mode_i)
      rvt_pkg::SyncPackets: begin
        rise_before = '0;
        rise_after  = CountBits'(packet_i);
      end
      rvt_pkg::SyncCycles: begin
        rise_before = cycles_i;
        rise_after  = '0;
      end
      rvt_pkg::SyncHalfwords: begin
        rise_before = CountBits'(before_i);
        rise_after  = CountBits'(after_i);
      end
      default: begin
        rise_before = '0;
        rise_after  = '0;
      end
    endcase
  end

  assign count_now = counting_q ? add_saturating(count_q, rise_before, threshold) : '0;

  always_comb begin
    if (restart_i) begin
      count_d = '0;
    end else if (sync_i) begin
      count_d = add_saturating('0, rise_after, threshold);
    end else if (counting_q) begin
      count_d = add_saturating(count_now, rise_after, threshold);
    end else begin
      count_d = '0;
    end
  end

  // ---- how far it is ---------------------------------------------------------------------------
  if (blocks_p == 1) begin : gen_one

    assign near_o      = 1'b0;
    assign next_near_o = 1'b0;

    logic unused_row;
    assign unused_row = ^row_i;

  end else begin : gen_several

    logic [CountBits-1:0] rise_row;

    always_comb begin
      unique case (sync_mode_i)
        rvt_pkg::SyncCycles:    rise_row = cycles_i;
        rvt_pkg::SyncHalfwords: rise_row = CountBits'(row_i);
        default:                rise_row = '0;
      endcase
    end

    assign near_o = (sync_mode_i != rvt_pkg::SyncOff) & counting_q
                  & (add_saturating(count_q, rise_row, threshold) >= threshold);
    assign next_near_o = (sync_mode_i == rvt_pkg::SyncPackets)
                       & (add_saturating(count_q, CountBits'(1), threshold) >= threshold);

  end

  // ---- state machine -------------------------------------------------------------------------

  assign due      = (sync_mode_i != rvt_pkg::SyncOff) & (count_now >= threshold);
  assign state2_o = ends_block_i & due & ~state3_q;
  assign state3_o = state3_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q    <= '0;
      counting_q <= 1'b0;
      state3_q   <= 1'b0;
    end else if (step_i) begin
      count_q    <= count_d;
      counting_q <= ~restart_i & (counting_q | sync_i);
      state3_q   <= ~sync_i & (state3_q | state2_o);
    end
  end

endmodule

`default_nettype wire
