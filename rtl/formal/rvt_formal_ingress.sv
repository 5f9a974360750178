// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Proof bench of stages 1 and 2: for any behaviour of the hart, the trace control and the later
// stages, the elastic buffer never overflows, no event is lost, and a stalled hart loses no row.
// The assertions are in the modules themselves (RVT_ASSERT).
//
// Assumed: the encoder is enabled only when the buffer is empty (rvt_apb_regs delays the write).

`default_nettype none

module rvt_formal_ingress (
  input  logic       clk_i,
  input  logic [3:0] itype_i,
  input  logic [1:0] iretire_i,
  input  logic [2:0] trigger_i,
  input  logic       halted_i,
  input  logic       reset_i,
  input  logic       filter_pass_i,    // any result of filters
  input  logic       filter_notify_i,
  input  logic       data_wanted_i,    // data trace has te_data to send
  input  logic       data_loses_i,     // ... or loses some with the row
  input  logic       enable_i,
  input  logic       modes_i,          // a change of modes, while it waits
  input  logic       tracing_i,
  input  logic       trig_enable_i,
  input  logic       stall_enable_i,
  input  logic       pop_i
);

  localparam int unsigned Depth    = 4;
  localparam int unsigned FreeBits = $clog2(Depth + 1);

  logic rst_n;

  rvt_formal_reset u_reset (.clk_i, .rst_no(rst_n));

  logic [FreeBits-1:0]           free;
  logic                          push, stall, lost, row, qualified, forget, notify, busy;
  logic                          end_event, disable_event, enable_event, modes_event;
  logic [1:0]                    lost_event, modes_after;
  logic                          tracing_we, tracing_wdata, rvalid, rdata;
  logic                          filter_step, filter_clear, seen, data_kept;
  logic [rvt_pkg::CountBits-1:0] cycles;

  rvt_qualifier #(
    .itype_width_p(4), .iretire_width_p(2), .free_width_p(FreeBits)
  ) u_qualifier (
    .clk_i, .rst_ni(rst_n),
    .itype_i, .iretire_i, .trigger_i, .halted_i, .reset_i, .stall_o(stall), .lost_o(lost),
    .filter_pass_i, .filter_notify_i, .filter_step_o(filter_step), .filter_clear_o(filter_clear),
    .data_wanted_i, .data_loses_i, .seen_o(seen), .data_kept_o(data_kept),
    .enable_i, .tracing_i, .trig_enable_i, .stall_enable_i,
    .tracing_we_o(tracing_we), .tracing_wdata_o(tracing_wdata),
    .free_i(free), .push_o(push),
    .lost_event_o(lost_event), .end_event_o(end_event),
    .disable_event_o(disable_event), .enable_event_o(enable_event),
    .modes_event_i(modes_i), .modes_event_o(modes_event), .modes_after_o(modes_after),
    .row_o(row), .qualified_o(qualified), .forget_o(forget), .notify_o(notify),
    .cycles_o(cycles), .busy_o(busy)
  );

  rvt_ingress_fifo #(
    .width_p(1), .depth_p(Depth)
  ) u_fifo (
    .clk_i, .rst_ni(rst_n),
    .push_i(push), .wdata_i(qualified), .free_o(free),
    .rvalid_o(rvalid), .pop_i, .rdata_o(rdata)
  );

  always @(posedge clk_i) begin
    EnabledWhenEmpty: assume (~enable_event | ~rvalid);
    DataOfARow: assume (~data_wanted_i | seen);
    if (rst_n) begin
      EveryEventIsStored: assert (push | ~((|lost_event) | end_event | disable_event | enable_event
                                           | modes_event));
      EveryRowIsStored:   assert (push | ~row);
      DataIsStored:       assert (push | ~data_kept);
      DataIsKeptOrLost:   assert (~data_wanted_i | data_kept | lost);
    end
  end

endmodule

`default_nettype wire
