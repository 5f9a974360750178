// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The time of a row, computed from the ports: the time of the hart, or the Internal Core timestamp
// from the register writes and the cycles since then. That advances once in 1, 4, 16 or 64 cycles
// since its reset, and never in between, while trTsCount is 1; after a change of trTsPrescale it is
// known again from its next reset on.
//
// Spec: Trace Control Interface, trTsControl; ETR-CTL-013.
`default_nettype none

module rvt_ticks_checker #(
  parameter bit          internal_p   = 1'b1,  // Internal Core is built
  parameter int unsigned time_width_p = 32
) (
  input wire logic                    clk_i,
  input wire logic                    rst_ni,
  input wire logic                    write_i,   // a register access ends
  input wire logic [11:0]             offset_i,
  input wire logic [9:0]              value_i,
  input wire logic                    halted_i,
  input wire logic [time_width_p-1:0] hart_i,    // time of the hart
  input wire logic [time_width_p-1:0] time_i     // time of the row
);

  // What software wrote. While trTeActive is 0 the timestamp and its fields are 0.
  logic       active_q, internal_q, count_q, in_debug_q;
  logic [1:0] prescale_q;
  logic       set, clear, runs;

  assign set   = write_i && active_q && offset_i == rvt_reg_pkg::AddrTsControl;
  assign clear = set && value_i[2];
  assign runs  = count_q && (in_debug_q || !halted_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {active_q, internal_q, count_q, in_debug_q, prescale_q} <= '0;
    end else begin
      if (write_i && offset_i == rvt_reg_pkg::AddrTeControl) begin
        active_q <= value_i[0];
      end
      if (!active_q) begin
        {internal_q, count_q, in_debug_q, prescale_q} <= '0;
      end else if (set) begin
        count_q    <= value_i[1];
        in_debug_q <= value_i[3];
        internal_q <= internal_p && value_i[6:4] == rvt_pkg::TsInternalCore;
        prescale_q <= value_i[9:8];
      end
    end
  end

  // Cycles in which it has run since its reset.
  logic        known_q;
  logic [63:0] cycles_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, cycles_q} <= {1'b1, 64'd0};
    end else if (!active_q || clear) begin
      {known_q, cycles_q} <= {1'b1, 64'd0};
    end else begin
      if (set && value_i[9:8] != prescale_q && (runs || cycles_q != '0)) begin
        known_q <= 1'b0;
      end
      cycles_q <= cycles_q + 64'(runs);
    end
  end

  logic unused_value;
  assign unused_value = value_i[7];

  TicksAsSet: assert property (@(posedge clk_i) disable iff (!rst_ni)
    internal_q && known_q |-> time_i == time_width_p'(cycles_q >> {prescale_q, 1'b0}));

  TimeOfTheHart: assert property (@(posedge clk_i) disable iff (!rst_ni)
    !internal_q |-> time_i == hart_i);

  rvt_clock_checker #(
    .time_width_p(time_width_p)
  ) u_clock_checker (
    .clk_i, .rst_ni, .internal_i(internal_q), .in_debug_i(in_debug_q), .halted_i, .time_i,
    .clear_i(set || !active_q)
  );

endmodule

`default_nettype wire
