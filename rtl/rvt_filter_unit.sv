// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Filters and comparators with their registers; with none of them every row passes, and nothing is
// left of it.
//
// Timing: as rvt_filter_regs and rvt_filters.
//
// Spec: E-Trace, chapter Filtering; RISC-V Trace Control Interface, "Trace Encoder Filter
//       Registers".

`default_nettype none

module rvt_filter_unit #(
  parameter int unsigned iaddress_width_p   = 64,
  parameter int unsigned iaddress_lsb_p     = 1,
  parameter int unsigned itype_width_p      = 4,
  parameter int unsigned ecause_width_p     = 5,
  parameter int unsigned privilege_width_p  = 2,
  parameter int unsigned context_width_p    = 16,
  parameter int unsigned iretire_width_p    = 8,
  parameter int unsigned ilastsize_width_p  = 1,
  parameter int unsigned filters_p          = 0,
  parameter int unsigned comparators_p      = 0,
  parameter int unsigned impdef_width_p     = 1,
  parameter int unsigned ecause_choice_p    = 5,
  parameter int unsigned filter_excint_p    = 1,
  parameter int unsigned filter_context_p   = 1,
  parameter int unsigned filter_tval_p      = 1,
  parameter int unsigned filter_privilege_p = 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // a write of software in this cycle; the address serves reads at any time
  input  logic                         write_i,
  input  logic [11:0]                  paddr_i,
  input  logic [31:0]                  pwdata_i,
  output logic [31:0]                  prdata_o,
  input  logic                         active_i,   // trTeActive
  // the row
  input  logic                         clear_i,    // disabled, or the hart is in reset
  input  logic                         step_i,     // the row is seen
  input  logic [itype_width_p-1:0]     itype_i,
  input  logic [ecause_width_p-1:0]    cause_i,
  input  logic [iaddress_width_p-1:0]  tval_i,
  input  logic [privilege_width_p-1:0] priv_i,
  input  logic [iaddress_width_p-1:0]  iaddr_i,
  input  logic [context_width_p-1:0]   context_i,
  input  logic [iretire_width_p-1:0]   iretire_i,
  input  logic [ilastsize_width_p-1:0] ilastsize_i,
  input  logic [impdef_width_p-1:0]    impdef_i,
  output logic                         pass_o,
  output logic                         notify_o
);

  if (filters_p + comparators_p > 0) begin : gen_filters

    localparam int unsigned FilterPorts = (filters_p > 0) ? filters_p : 1;
    localparam int unsigned CompPorts   = (comparators_p > 0) ? comparators_p : 1;

    logic [FilterPorts-1:0]    selected, filter_changed;
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
      .filter_privilege_p(filter_privilege_p),
      .filter_ports_p(FilterPorts), .comparator_ports_p(CompPorts)
    ) u_filter_regs (
      .clk_i, .rst_ni,
      .write_i, .paddr_i, .pwdata_i, .prdata_o, .active_i,
      .selected_o(selected), .filter_control_o(filter_control), .filter_inst_o(filter_inst),
      .filter_ecauses_o(filter_ecauses), .filter_impdef_value_o(filter_impdef_value),
      .filter_impdef_mask_o(filter_impdef_mask), .filter_changed_o(filter_changed),
      .comp_control_o(comp_control), .comp_pmatch_o(comp_pmatch), .comp_smatch_o(comp_smatch),
      .comp_changed_o(comp_changed)
    );

    rvt_filters #(
      .iaddress_width_p(iaddress_width_p), .iaddress_lsb_p(iaddress_lsb_p),
      .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
      .privilege_width_p(privilege_width_p), .context_width_p(context_width_p),
      .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p),
      .impdef_width_p(impdef_width_p), .filter_excint_p(filter_excint_p),
      .filter_ports_p(FilterPorts), .comparator_ports_p(CompPorts)
    ) u_filters (
      .clk_i, .rst_ni,
      .selected_i(selected), .filter_control_i(filter_control), .filter_inst_i(filter_inst),
      .filter_ecauses_i(filter_ecauses), .filter_impdef_value_i(filter_impdef_value),
      .filter_impdef_mask_i(filter_impdef_mask), .filter_changed_i(filter_changed),
      .comp_control_i(comp_control), .comp_pmatch_i(comp_pmatch), .comp_smatch_i(comp_smatch),
      .comp_changed_i(comp_changed),
      .clear_i, .step_i,
      .itype_i, .cause_i, .tval_i, .priv_i, .iaddr_i, .context_i, .iretire_i, .ilastsize_i,
      .impdef_i,
      .pass_o, .notify_o
    );

  end else begin : gen_no_filters

    logic unused;

    assign prdata_o = 32'd0;
    assign pass_o   = 1'b1;
    assign notify_o = 1'b0;
    assign unused   = ^{clk_i, rst_ni, write_i, paddr_i, pwdata_i, active_i, clear_i, step_i, itype_i,
                        cause_i, tval_i, priv_i, iaddr_i, context_i, iretire_i, ilastsize_i, impdef_i};

  end

endmodule

`default_nettype wire
