// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Registers of filters and comparators on APB: trTeInstFilters, trTeDataFilters, trTeFilter<i>...,
// trTeComp<j>...
//
// Timing: a write takes effect at ingress in the cycle after its access phase; in that cycle
// *_changed_o marks the units with new fields. Reads are combinational; registers that do not exist
// read 0. Fields are WARL, as the parameters define them; while trTeActive is 0 all are 0.
//
// Spec: RISC-V Trace Control Interface, registers 0x00C, 0x01C, 0x400..0x7FF; ETR-CTL-010, -012,
//       -015, -016;
//       docs/decisions/0002-optional-modes.md, "Registers".

`default_nettype none

module rvt_filter_regs #(
  parameter int unsigned ecause_width_p     = 5,
  parameter int unsigned privilege_width_p  = 2,
  parameter int unsigned impdef_width_p     = 1,
  parameter int unsigned ecause_choice_p    = 5,
  parameter int unsigned filters_p          = 1,
  parameter int unsigned comparators_p      = 1,
  parameter int unsigned filter_excint_p    = 1,
  parameter int unsigned filter_context_p   = 1,
  parameter int unsigned filter_tval_p      = 1,
  parameter int unsigned filter_privilege_p = 1,
  parameter int unsigned data_p             = 0,
  parameter int unsigned dtype_width_p      = 1,
  parameter int unsigned dsize_width_p      = 3,
  // with no unit, the ports have the width of one
  parameter int unsigned filter_ports_p     = 1,
  parameter int unsigned comparator_ports_p = 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // a register write in this cycle; the address selects the read data at any time
  input  logic                             write_i,
  input  logic [11:0]                      paddr_i,
  input  logic [31:0]                      pwdata_i,
  output logic [31:0]                      prdata_o,
  input  logic                             active_i,   // trTeActive
  // fields
  output logic [filter_ports_p-1:0]        selected_o,  // trTeInstFilters
  output logic [filter_ports_p-1:0]        data_selected_o,  // trTeDataFilters
  output logic [filter_ports_p*17-1:0]     filter_control_o,
  output logic [filter_ports_p*9-1:0]      filter_inst_o,
  output logic [filter_ports_p*64-1:0]     filter_ecauses_o,
  output logic [filter_ports_p*32-1:0]     filter_impdef_value_o,
  output logic [filter_ports_p*32-1:0]     filter_impdef_mask_o,
  output logic [filter_ports_p*26-1:0]     filter_data_o,  // MatchDsize, MatchDtype, choice of both
  output logic [filter_ports_p-1:0]        filter_changed_o,
  output logic [comparator_ports_p*16-1:0] comp_control_o,
  output logic [comparator_ports_p*64-1:0] comp_pmatch_o,
  output logic [comparator_ports_p*64-1:0] comp_smatch_o,
  output logic [comparator_ports_p-1:0]    comp_changed_o
);

  // Bits that the fields implement.
  localparam logic HasFilters  = filters_p > 0;
  localparam logic HasTraps    = filter_excint_p > 0;
  localparam logic HasLevels   = filter_privilege_p != 0;
  localparam logic HasComps    = comparators_p > 0;
  localparam logic HasContext  = filter_context_p != 0;
  localparam logic HasTval     = (filter_tval_p != 0) & HasTraps;
  localparam logic HasData     = data_p != 0;
  localparam int unsigned CauseBits = (ecause_choice_p < ecause_width_p) ? ecause_choice_p
                                                                         : ecause_width_p;
  localparam logic [63:0] AllCauses  = ~64'd0 >> (64 - (64'd1 << CauseBits));
  localparam logic [63:0] CauseMask  = HasTraps ? AllCauses : 64'd0;
  localparam logic [7:0]  AllLevels  = 8'hff >> (8 - (32'd1 << privilege_width_p));
  localparam logic [8:0]  InstMask   = {HasTraps, HasLevels ? AllLevels : 8'd0};
  localparam logic [31:0] ImpdefMask = 32'hffff_ffff >> (32 - impdef_width_p);
  localparam logic [15:0] AllTypes   = 16'hffff >> (16 - (32'd1 << dtype_width_p));
  localparam logic [7:0]  AllSizes   = 8'hff >> (8 - (32'd1 << dsize_width_p));
  localparam logic [25:0] DataMask   = HasData ? {2'b11, AllSizes, AllTypes} : 26'd0;

  // A comparator that a filter can select; one that does not exist reads 0.
  function automatic logic [2:0] legal_comp(input logic [2:0] value);
    legal_comp = (32'(value) + 32'd1 > comparators_p) ? 3'd0 : value;
  endfunction

  function automatic logic [1:0] legal_input(input logic [1:0] value);
    legal_input = ((value == rvt_pkg::CompContext) & HasContext)
                | ((value == rvt_pkg::CompDaddr) & HasData)
                | ((value == rvt_pkg::CompTval) & HasTval) ? value : rvt_pkg::CompIaddr;
  endfunction

  logic [4:0] word;  // register of a unit

  assign word = {paddr_i[4:2], 2'b00};

  // ---- trTeInstFilters, trTeDataFilters ---------------------------------------------------------

  logic to_selected, to_data_selected;

  assign to_selected      = paddr_i == rvt_pkg::AddrInstFilters;
  assign to_data_selected = paddr_i == rvt_pkg::AddrDataFilters;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      selected_o <= '0;
    end else if (~active_i) begin
      selected_o <= '0;
    end else if (write_i & to_selected & HasFilters) begin
      selected_o <= pwdata_i[filter_ports_p-1:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_selected_o <= '0;
    end else if (~active_i) begin
      data_selected_o <= '0;
    end else if (write_i & to_data_selected & HasFilters & HasData) begin
      data_selected_o <= pwdata_i[0+:filter_ports_p];
    end
  end

  // ---- filters ----------------------------------------------------------------------------------

  logic [filter_ports_p*32-1:0] filter_rdata;

  for (genvar i = 0; i < filter_ports_p; i++) begin : gen_filter
    localparam logic [11:0] Base = rvt_pkg::AddrFilter + 12'(32 * i);

    logic [16:0] control_q, control;
    logic [8:0]  inst_q, inst;
    logic [63:0] ecauses_q, ecauses;
    logic [31:0] value_q, value, mask_q, mask, rdata;
    logic [25:0] data_q, data;
    logic        here, changed_q;

    assign here = HasFilters & (paddr_i[11:5] == Base[11:5]);

    always_comb begin
      control = control_q;
      inst    = inst_q;
      ecauses = ecauses_q;
      value   = value_q;
      mask    = mask_q;
      data    = data_q;
      if (write_i & here) begin
        unique case (word)
          rvt_pkg::FilterControl: begin
            control = {pwdata_i[16],
                       legal_comp(pwdata_i[15:13]), pwdata_i[12] & HasComps,
                       legal_comp(pwdata_i[11:9]), pwdata_i[8] & HasComps,
                       legal_comp(pwdata_i[7:5]), pwdata_i[4] & HasComps,
                       pwdata_i[3] & HasTraps, pwdata_i[2] & HasTraps,
                       pwdata_i[1] & HasLevels, pwdata_i[0]};
            data[25:24] = pwdata_i[25:24];
          end
          rvt_pkg::FilterInst:        inst           = pwdata_i[8:0] & InstMask;
          rvt_pkg::FilterEcauseLow:   ecauses[31:0]  = pwdata_i & CauseMask[31:0];
          rvt_pkg::FilterEcauseHigh:  ecauses[63:32] = pwdata_i & CauseMask[63:32];
          rvt_pkg::FilterImpdefValue: value          = pwdata_i & ImpdefMask;
          rvt_pkg::FilterImpdefMask:  mask           = pwdata_i & ImpdefMask;
          rvt_pkg::FilterData:        data[23:0]     = pwdata_i[23:0];
          default: ;
        endcase
      end
      data = data & DataMask;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {control_q, inst_q, ecauses_q, value_q, mask_q, data_q, changed_q} <= '0;
      end else if (~active_i) begin
        {control_q, inst_q, ecauses_q, value_q, mask_q, data_q, changed_q} <= '0;
      end else begin
        {control_q, inst_q, ecauses_q, value_q, mask_q, data_q}
            <= {control, inst, ecauses, value, mask, data};
        changed_q <= {control, inst, ecauses, value, mask, data}
                  != {control_q, inst_q, ecauses_q, value_q, mask_q, data_q};
      end
    end

    always_comb begin
      unique case (word)
        rvt_pkg::FilterControl:     rdata = {6'd0, data_q[25:24], 7'd0, control_q};
        rvt_pkg::FilterInst:        rdata = 32'(inst_q);
        rvt_pkg::FilterEcauseLow:   rdata = ecauses_q[31:0];
        rvt_pkg::FilterEcauseHigh:  rdata = ecauses_q[63:32];
        rvt_pkg::FilterImpdefValue: rdata = value_q;
        rvt_pkg::FilterImpdefMask:  rdata = mask_q;
        rvt_pkg::FilterData:        rdata = 32'(data_q[23:0]);
        default:                    rdata = 32'd0;
      endcase
    end

    assign filter_rdata[32*i+:32]          = here ? rdata : 32'd0;
    assign filter_control_o[17*i+:17]      = control_q;
    assign filter_inst_o[9*i+:9]           = inst_q;
    assign filter_ecauses_o[64*i+:64]      = ecauses_q;
    assign filter_impdef_value_o[32*i+:32] = value_q;
    assign filter_impdef_mask_o[32*i+:32]  = mask_q;
    assign filter_data_o[26*i+:26]         = data_q;
    assign filter_changed_o[i]             = changed_q;
  end

  // ---- comparators ------------------------------------------------------------------------------

  logic [comparator_ports_p*32-1:0] comp_rdata;

  for (genvar j = 0; j < comparator_ports_p; j++) begin : gen_comparator
    localparam logic [11:0] Base = rvt_pkg::AddrComp + 12'(32 * j);

    logic [15:0] control_q, control;
    logic [63:0] pmatch_q, pmatch, smatch_q, smatch;
    logic [31:0] rdata;
    logic        here, changed_q;

    assign here = HasComps & (paddr_i[11:5] == Base[11:5]);

    always_comb begin
      control = control_q;
      pmatch  = pmatch_q;
      smatch  = smatch_q;
      if (write_i & here) begin
        unique case (word)
          rvt_pkg::CompControl: begin
            control = {pwdata_i[15:12], 1'b0, pwdata_i[10:8], 1'b0, pwdata_i[6:4],
                       legal_input(pwdata_i[3:2]), legal_input(pwdata_i[1:0])};
          end
          rvt_pkg::CompPmatchLow:  pmatch[31:0]  = pwdata_i;
          rvt_pkg::CompPmatchHigh: pmatch[63:32] = pwdata_i;
          rvt_pkg::CompSmatchLow:  smatch[31:0]  = pwdata_i;
          rvt_pkg::CompSmatchHigh: smatch[63:32] = pwdata_i;
          default: ;
        endcase
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {control_q, pmatch_q, smatch_q, changed_q} <= '0;
      end else if (~active_i) begin
        {control_q, pmatch_q, smatch_q, changed_q} <= '0;
      end else begin
        {control_q, pmatch_q, smatch_q} <= {control, pmatch, smatch};
        changed_q <= {control, pmatch, smatch} != {control_q, pmatch_q, smatch_q};
      end
    end

    always_comb begin
      unique case (word)
        rvt_pkg::CompControl:    rdata = 32'(control_q);
        rvt_pkg::CompPmatchLow:  rdata = pmatch_q[31:0];
        rvt_pkg::CompPmatchHigh: rdata = pmatch_q[63:32];
        rvt_pkg::CompSmatchLow:  rdata = smatch_q[31:0];
        rvt_pkg::CompSmatchHigh: rdata = smatch_q[63:32];
        default:                 rdata = 32'd0;
      endcase
    end

    assign comp_rdata[32*j+:32]     = here ? rdata : 32'd0;
    assign comp_control_o[16*j+:16] = control_q;
    assign comp_pmatch_o[64*j+:64]  = pmatch_q;
    assign comp_smatch_o[64*j+:64]  = smatch_q;
    assign comp_changed_o[j]        = changed_q;
  end

  // ---- reads ------------------------------------------------------------------------------------

  always_comb begin
    prdata_o = to_selected ? 32'(selected_o) : to_data_selected ? 32'(data_selected_o) : 32'd0;
    for (int unsigned i = 0; i < filter_ports_p; i++) prdata_o |= filter_rdata[32*i+:32];
    for (int unsigned j = 0; j < comparator_ports_p; j++) prdata_o |= comp_rdata[32*j+:32];
    if (~active_i) prdata_o = 32'd0;
  end

  // Registers are words.
  logic unused_paddr;
  assign unused_paddr = ^paddr_i[1:0];

endmodule

`default_nettype wire
