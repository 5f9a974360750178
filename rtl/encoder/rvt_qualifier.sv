// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 1: decides, once per row, whether it is traced, and marks the events of the item stream.
//
// Timing: combinational from the ingress port to the elastic buffer, at most one entry per cycle.
// An entry is a set of events, in the order LOST without te_data, LOST with te_data, END or
// DISABLE, ENABLE, with MODES before, between or after the first two, then a row. Room: a row is
// taken only if END and DISABLE still fit after it, so events are never lost. A row that does not
// fit is dropped (lost_o) and reported by LOST before the next entry; with trTeInstStallEna the
// hart is stalled instead. stall_o depends on registers only. An unqualified row is stored only if
// it ends in a trap (ETR-ALG-038). Data trace requests and loses entries independently: its
// accesses need no row of instructions.
//
// Spec: docs/decisions/0001-item-stream.md; ETR-ING-001, -019, -020; ETR-SUP-001..003, -010;
//       ETR-FLT-001, ETR-FLT-009..012; ETR-FMT-005 (dloss).

`default_nettype none

module rvt_qualifier #(
  parameter int unsigned blocks_p        = 1,
  parameter int unsigned itype_width_p   = 4,
  parameter int unsigned iretire_width_p = 8,
  parameter int unsigned free_width_p    = 5
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  // the row of this cycle, the oldest block in the lowest bits
  input  logic [blocks_p*itype_width_p-1:0]   itype_i,
  input  logic [blocks_p*iretire_width_p-1:0] iretire_i,
  input  logic [blocks_p+1:0]            trigger_i,
  input  logic                           halted_i,
  input  logic                           reset_i,
  output logic                           stall_o,
  output logic                           lost_o,
  // results of filters and comparators for its items
  input  logic                           filter_pass_i,
  input  logic [blocks_p-1:0]            filter_notify_i,  // per block
  output logic                           filter_step_o,   // they have processed the row
  output logic                           filter_clear_o,  // they return to their initial state
  // data trace: accesses or responses of this cycle are to be sent
  input  logic                           data_wanted_i,
  input  logic                           data_loses_i, // ... or are lost if the row is dropped
  output logic                           seen_o,       // the row is observed
  output logic                           data_kept_o,  // the entry holds them
  // control
  input  logic                           enable_i,
  input  logic                           tracing_i,
  input  logic                           trig_enable_i,
  input  logic                           stall_enable_i,
  output logic                           tracing_we_o,
  output logic                           tracing_wdata_o,
  // entry for the elastic buffer
  input  logic [free_width_p-1:0]        free_i,       // free places, from a register
  output logic                           push_o,
  output logic [1:0]                     lost_event_o,   // of te_inst alone; of te_data
  output logic                           end_event_o,
  output logic                           disable_event_o,
  output logic                           enable_event_o,
  input  logic                           modes_event_i,  // a change of modes waits
  output logic                           modes_event_o,
  output logic [1:0]                     modes_after_o,  // after each LOST
  output logic                           row_o,        // the entry holds the row of this cycle
  output logic                           qualified_o,
  // the row before this one was not observed as a trap
  output logic                           forget_o,
  // notify request for the last instruction of each block
  output logic [blocks_p-1:0]            notify_o,
  // cycles since the previous stored row, saturating
  output logic [rvt_pkg::CountBits-1:0]  cycles_o,
  output logic                           busy_o        // an event is pending and not yet stored
);

  // Places that must be free before a row is stored: the row, and those reserved for END and
  // DISABLE.
  localparam logic [free_width_p-1:0] RoomQualified   = free_width_p'(3);
  localparam logic [free_width_p-1:0] RoomUnqualified = free_width_p'(2);

  logic enable_q, traced_q, forget_q, pass_q;
  logic [1:0] lost, lost_q, losing_q;  // of te_inst alone; of te_data
  logic [rvt_pkg::CountBits-1:0] cycles_q;

  logic [1:0] modes_before, modes_before_q;  // each LOST
  logic other_push;
  logic seen, tracing_now, passed, trap_row, items, wanted, room, ends, paused;

  // ---- qualification -------------------------------------------------------------------------

  assign stall_o     = enable_i & stall_enable_i & (free_i < RoomQualified);

  assign paused      = halted_i | reset_i;
  assign seen        = enable_i & ~stall_o & ~paused;
  assign tracing_now = tracing_i | (trig_enable_i & trigger_i[0]);
  assign qualified_o = seen & tracing_now & passed;
  // independent of trTeInstTrigEnable
  assign notify_o    = trigger_i[blocks_p+1:2] | filter_notify_i;

  // Filters apply to items; in a row without items the previous result stays. Filters process every
  // row that is not lost, traced or not.
  assign passed         = items ? filter_pass_i : pass_q;
  assign filter_step_o  = seen & items & ~lost_o;
  assign filter_clear_o = ~enable_i | (reset_i & ~stall_o);

  // Trace-off acts after the row, and wins over a trace-on of the same row.
  assign tracing_we_o    = seen & trig_enable_i & (trigger_i[0] | trigger_i[1]);
  assign tracing_wdata_o = ~trigger_i[1];

  // ---- rows ----------------------------------------------------------------------------------

  always_comb begin
    trap_row = 1'b0;
    for (int unsigned k = 0; k < blocks_p; k++) begin
      trap_row = trap_row | rvt_pkg::is_trap(4'(itype_i[itype_width_p*k+:itype_width_p]));
    end
  end

  assign items    = (iretire_i != '0) | trap_row;
  assign wanted   = seen & items & (qualified_o | trap_row);
  assign room     = free_i >= (qualified_o ? RoomQualified : RoomUnqualified);
  assign row_o    = wanted & room;
  assign lost_o   = (wanted | data_wanted_i) & ~room;
  assign seen_o      = seen;
  assign data_kept_o = data_wanted_i & room;
  assign forget_o = forget_q;
  assign cycles_o = cycles_q;

  // ---- events --------------------------------------------------------------------------------

  assign enable_event_o  = enable_i & ~enable_q;
  assign disable_event_o = ~enable_i & enable_q;
  assign ends            = enable_i & ~stall_o & ~qualified_o;
  assign end_event_o     = ends & traced_q;
  // A loss is reported as soon as there is room, whether or not rows follow.
  assign lost_event_o    = lost_q & {2{(free_i >= RoomUnqualified) | disable_event_o}};
  assign other_push      = row_o | data_kept_o | (|lost_event_o) | end_event_o | disable_event_o
                         | enable_event_o;
  assign push_o          = other_push | modes_event_o;
  assign busy_o          = (|lost_q) | enable_event_o | disable_event_o | modes_event_i;

  // A change of modes comes before the next entry, or has an entry of its own if there is room. A
  // pending loss precedes it; a loss that occurs while the change waits follows it.
  assign modes_event_o = modes_event_i & (other_push | (~stall_o & (free_i >= RoomQualified)));
  assign modes_before  = ~lost_q | modes_before_q;
  assign modes_after_o = {2{modes_event_i}} & ~modes_before;

  // Drops with nothing stored in between are one loss, reported once; and once more if te_data is
  // lost after a report without.
  assign lost = {lost_o & data_loses_i & ~losing_q[1], lost_o & ~data_loses_i & ~losing_q[0]};

  // ---- state ---------------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      enable_q <= 1'b0;
      traced_q <= 1'b0;
      lost_q   <= 2'b00;
      losing_q <= 2'b00;
      forget_q <= 1'b1;
      pass_q   <= 1'b1;
      cycles_q <= '0;
      modes_before_q <= 2'b00;
    end else begin
      enable_q <= enable_i;
      modes_before_q <= modes_before & {2{modes_event_i & ~modes_event_o}};
      if (filter_step_o) pass_q <= filter_pass_i;

      // a qualified row was stored since the latest ENABLE, END or LOST
      if (~enable_i | lost_o | ends) begin
        traced_q <= 1'b0;
      end else if (row_o & qualified_o) begin
        traced_q <= 1'b1;
      end

      lost_q <= lost | (lost_q & ~lost_event_o);

      if (~enable_i | row_o | data_kept_o) begin
        losing_q <= 2'b00;
      end else if (lost_o) begin
        losing_q <= losing_q | {data_loses_i, 1'b1};
      end

      if (~enable_i | (~stall_o & paused)) begin
        forget_q <= 1'b1;
      end else if (seen & items & ~wanted) begin
        forget_q <= 1'b1;
      end else if (row_o) begin
        forget_q <= 1'b0;
      end

      if (row_o) begin
        cycles_q <= rvt_pkg::CountBits'(1);
      end else if (~(&cycles_q)) begin
        cycles_q <= cycles_q + rvt_pkg::CountBits'(1);
      end
    end
  end

`ifdef RVT_ASSERT
  // The events that can still come always fit: DISABLE, and END while something is traced.
  always @(posedge clk_i) begin
    if (rst_ni) begin
      EventsFit:      assert (~enable_q | (free_i > free_width_p'(traced_q)));
      LossEndsTrace:  assert (~((|lost_q) & traced_q));
      StallLosesNone: assert (~(stall_enable_i & lost_o));
    end
  end
`endif

endmodule

`default_nettype wire
