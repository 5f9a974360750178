// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Connects the units that software controls: the registers on APB, the timestamp unit, and the
// filters and comparators with their results for the row of this cycle and its data access. Units
// that are not built cost nothing: without timestamps the time of a row is that of the hart;
// without filters every row passes.
//
// Timing: as rvt_apb_regs, rvt_timestamp, rvt_filter_regs and rvt_filters.
//
// Spec: RISC-V Trace Control Interface; E-Trace, chapter Filtering.

`default_nettype none

module rvt_control #(
  parameter int unsigned blocks_p           = 1,
  parameter int unsigned iaddress_width_p   = 64,
  parameter int unsigned iaddress_lsb_p     = 1,
  parameter int unsigned itype_width_p      = 4,
  parameter int unsigned ecause_width_p     = 5,
  parameter int unsigned privilege_width_p  = 2,
  parameter int unsigned context_width_p    = 16,
  parameter int unsigned time_width_p       = 32,
  parameter int unsigned iretire_width_p    = 8,
  parameter int unsigned ilastsize_width_p  = 1,
  parameter int unsigned srcid_bits_p       = 0,
  parameter logic [rvt_pkg::ModeBits-1:0] modes_p = 6'b000011,  // modes that exist
  parameter int unsigned timestamp_bytes_p  = 0,
  parameter int unsigned ts_internal_p      = 0,
  parameter int unsigned filters_p          = 0,
  parameter int unsigned comparators_p      = 0,
  parameter int unsigned impdef_width_p     = 1,
  parameter int unsigned ecause_choice_p    = 5,
  parameter int unsigned filter_excint_p    = 1,
  parameter int unsigned filter_context_p   = 1,
  parameter int unsigned filter_tval_p      = 1,
  parameter int unsigned filter_privilege_p = 1,
  parameter int unsigned data_p             = 0,
  parameter int unsigned daddress_width_p   = 32,
  parameter int unsigned dtype_width_p      = 1,
  parameter int unsigned dsize_width_p      = 3
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // APB completer
  input  logic [11:0]                  paddr_i,
  input  logic                         psel_i,
  input  logic                         penable_i,
  input  logic                         pwrite_i,
  input  logic [31:0]                  pwdata_i,
  input  logic [31:0]                  rdata_i,      // of registers elsewhere, 0 for other offsets
  output logic [31:0]                  prdata_o,
  output logic                         pready_o,
  output logic                         pslverr_o,
  // the row, its blocks with the oldest in the lowest bits; iretire counts half-words
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [ecause_width_p-1:0]    cause_i,
  input  logic [iaddress_width_p-1:0]  tval_i,
  input  logic [privilege_width_p-1:0] priv_i,
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [context_width_p-1:0]   context_i,
  input  logic [time_width_p-1:0]      time_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input  logic [impdef_width_p-1:0]    impdef_i,
  input  logic                         halted_i,
  // status from the encoder
  input  logic                         idle_i,              // the encoder is empty
  input  logic                         tracing_we_i,        // a trigger changes trTeInstTracing
  input  logic                         tracing_wdata_i,
  input  logic                         stall_or_overflow_i, // hart stalled or row dropped
  input  logic                         modes_taken_i,       // the change of modes enters the stream
  input  logic                         modes_step_i,        // ... and takes effect
  input  logic                         filter_clear_i,      // filters return to their initial state
  input  logic                         filter_step_i,       // ... or have processed the row
  // control state at ingress in this cycle
  output logic                         active_o,            // trTeActive
  output logic                         enable_o,            // trTeActive and trTeEnable
  output logic                         tracing_o,           // trTeInstTracing
  output logic                         trig_enable_o,       // trTeInstTrigEnable
  output logic                         stall_enable_o,      // trTeInstStallEna
  output logic                         modes_event_o,       // a change of modes waits
  // options, sampled when the encoder was enabled; the modes in force
  output logic [rvt_pkg::ModeBits-1:0] modes_o,             // trTeInstFeatures
  output logic                         inhibit_src_o,       // trTeInhibitSrc
  output logic                         stamp_o,             // timestamps
  output logic [1:0]                   sync_mode_o,         // trTeInstSyncMode
  output logic [3:0]                   sync_max_o,          // trTeInstSyncMax
  output logic [11:0]                  src_id_o,            // trTeSrcID
  // of the row
  output logic [time_width_p-1:0]      time_o,
  output logic                         pass_o,              // a selected filter matches, or none is
  output logic [blocks_p-1:0]          notify_o,            // a comparator asks for a report
  // its data access, and the instruction of that
  input  logic                         access_i,
  input  logic [iaddress_width_p-1:0]  access_iaddr_i,
  input  logic [dtype_width_p-1:0]     dtype_i,
  input  logic [dsize_width_p-1:0]     dsize_i,
  input  logic [daddress_width_p-1:0]  daddr_i,
  output logic                         data_pass_o          // filters pass it
);

  logic [31:0] control_rdata, stamp_rdata, filter_rdata;
  logic        write, stamp_enable;

  assign write    = psel_i & penable_i & pwrite_i;
  assign prdata_o = control_rdata | filter_rdata | stamp_rdata | rdata_i;

  rvt_apb_regs #(
    .srcid_bits_p(srcid_bits_p), .modes_p(modes_p)
  ) u_regs (
    .clk_i, .rst_ni,
    .paddr_i, .psel_i, .penable_i, .pwrite_i, .pwdata_i, .prdata_o(control_rdata), .pready_o,
    .pslverr_o, .idle_i, .tracing_we_i, .tracing_wdata_i, .stall_or_overflow_i,
    .stamp_enable_i(stamp_enable), .active_o, .enable_o, .tracing_o, .trig_enable_o,
    .stall_enable_o, .modes_event_o, .modes_taken_i, .modes_step_i, .modes_o, .inhibit_src_o,
    .stamp_o, .sync_mode_o, .sync_max_o, .src_id_o
  );

  // ---- timestamp unit ------------------------------------------------------------------------

  if (timestamp_bytes_p > 0) begin : gen_timestamp
    rvt_timestamp #(
      .time_width_p(time_width_p), .timestamp_bytes_p(timestamp_bytes_p),
      .ts_internal_p(ts_internal_p)
    ) u_timestamp (
      .clk_i, .rst_ni,
      .write_i(write), .paddr_i, .pwdata_i, .prdata_o(stamp_rdata),
      .active_i(active_o), .halted_i, .time_i, .time_o, .enable_o(stamp_enable)
    );
  end else begin : gen_no_timestamp
    logic unused_timestamp;

    assign stamp_rdata      = 32'd0;
    assign time_o           = time_i;
    assign stamp_enable     = 1'b0;
    assign unused_timestamp = halted_i;
  end

  // ---- filters and comparators ---------------------------------------------------------------

  if (filters_p + comparators_p > 0) begin : gen_filters

    // With no unit, the ports have the width of one.
    localparam int unsigned FilterPorts = (filters_p > 0) ? filters_p : 1;
    localparam int unsigned CompPorts   = (comparators_p > 0) ? comparators_p : 1;

    logic [FilterPorts-1:0]    selected, data_selected, filter_changed;
    logic [FilterPorts*26-1:0] filter_data;
    logic [FilterPorts*17-1:0] filter_control;
    logic [FilterPorts*9-1:0]  filter_inst;
    logic [FilterPorts*64-1:0] filter_ecauses;
    logic [FilterPorts*32-1:0] filter_impdef_value, filter_impdef_mask;
    logic [CompPorts*16-1:0]   comp_control;
    logic [CompPorts*64-1:0]   comp_pmatch, comp_smatch;
    logic [CompPorts-1:0]      comp_changed;

    rvt_filter_regs #(
      .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
      .impdef_width_p(impdef_width_p), .ecause_choice_p(ecause_choice_p),
      .filters_p(filters_p), .comparators_p(comparators_p), .filter_excint_p(filter_excint_p),
      .filter_context_p(filter_context_p), .filter_tval_p(filter_tval_p),
      .filter_privilege_p(filter_privilege_p), .data_p(data_p), .dtype_width_p(dtype_width_p),
      .dsize_width_p(dsize_width_p),
      .filter_ports_p(FilterPorts), .comparator_ports_p(CompPorts)
    ) u_filter_regs (
      .clk_i, .rst_ni,
      .write_i(write), .paddr_i, .pwdata_i, .prdata_o(filter_rdata), .active_i(active_o),
      .selected_o(selected), .data_selected_o(data_selected), .filter_data_o(filter_data),
      .filter_control_o(filter_control), .filter_inst_o(filter_inst),
      .filter_ecauses_o(filter_ecauses), .filter_impdef_value_o(filter_impdef_value),
      .filter_impdef_mask_o(filter_impdef_mask), .filter_changed_o(filter_changed),
      .comp_control_o(comp_control), .comp_pmatch_o(comp_pmatch), .comp_smatch_o(comp_smatch),
      .comp_changed_o(comp_changed)
    );

    rvt_filters #(
      .blocks_p(blocks_p), .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
      .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
      .privilege_width_p(privilege_width_p), .context_width_p(context_width_p),
      .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p),
      .impdef_width_p(impdef_width_p), .filter_excint_p(filter_excint_p), .data_p(data_p),
      .daddress_width_p(daddress_width_p), .dtype_width_p(dtype_width_p),
      .dsize_width_p(dsize_width_p),
      .filter_ports_p(FilterPorts), .comparator_ports_p(CompPorts)
    ) u_filters (
      .clk_i, .rst_ni,
      .selected_i(selected), .data_selected_i(data_selected), .filter_data_i(filter_data),
      .filter_control_i(filter_control), .filter_inst_i(filter_inst),
      .filter_ecauses_i(filter_ecauses), .filter_impdef_value_i(filter_impdef_value),
      .filter_impdef_mask_i(filter_impdef_mask), .filter_changed_i(filter_changed),
      .comp_control_i(comp_control), .comp_pmatch_i(comp_pmatch), .comp_smatch_i(comp_smatch),
      .comp_changed_i(comp_changed),
      .clear_i(filter_clear_i), .step_i(filter_step_i),
      .itype_i, .cause_i, .tval_i, .priv_i, .iaddr_i, .context_i, .iretire_i, .ilastsize_i,
      .impdef_i,
      .pass_o, .notify_o,
      .access_i, .access_iaddr_i, .dtype_i, .dsize_i, .daddr_i,
      .data_pass_o
    );

  end else begin : gen_no_filters

    logic unused_filters;

    assign filter_rdata   = 32'd0;
    assign pass_o         = 1'b1;
    assign notify_o       = '0;
    assign data_pass_o    = 1'b1;
    assign unused_filters = ^{write, filter_clear_i, filter_step_i, itype_i, cause_i, tval_i,
                              priv_i, iaddr_i, context_i, iretire_i, ilastsize_i, impdef_i,
                              access_i, access_iaddr_i, dtype_i, dsize_i, daddr_i};

  end

endmodule

`default_nettype wire
