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

  assign to_selected      = paddr_i == rvt_reg_pkg::AddrTeInstFilters;
  assign to_data_selected = paddr_i == rvt_reg_pkg::AddrTeDataFilters;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      selected_o <= '0;
    end else if (~active_i) begin
      selected_o <= '0;
    end else if (write_i & to_selected & HasFilters) begin
      selected_o <= pwdata_i[rvt_reg_pkg::TeInstFiltersAt+:filter_ports_p];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_selected_o <= '0;
    end else if (~active_i) begin
      data_selected_o <= '0;
    end else if (write_i & to_data_selected & HasFilters & HasData) begin
      data_selected_o <= pwdata_i[rvt_reg_pkg::TeDataFiltersAt+:filter_ports_p];
    end
  end

  // ---- filters ----------------------------------------------------------------------------------

  logic [filter_ports_p*32-1:0] filter_rdata;
  logic [2:0]                   comp1, comp2, comp3;
  logic [7:0]                   levels, sizes;
  logic [15:0]                  types;

  assign comp1  = pwdata_i[rvt_reg_pkg::TeFilterComp1At+:rvt_reg_pkg::TeFilterComp1Bits];
  assign comp2  = pwdata_i[rvt_reg_pkg::TeFilterComp2At+:rvt_reg_pkg::TeFilterComp2Bits];
  assign comp3  = pwdata_i[rvt_reg_pkg::TeFilterComp3At+:rvt_reg_pkg::TeFilterComp3Bits];
  assign levels = pwdata_i[rvt_reg_pkg::TeFilterMatchChoicePrivilegeAt
                           +:rvt_reg_pkg::TeFilterMatchChoicePrivilegeBits];
  assign types  = pwdata_i[rvt_reg_pkg::TeFilterMatchChoiceDtypeAt
                           +:rvt_reg_pkg::TeFilterMatchChoiceDtypeBits];
  assign sizes  = pwdata_i[rvt_reg_pkg::TeFilterMatchChoiceDsizeAt
                           +:rvt_reg_pkg::TeFilterMatchChoiceDsizeBits];

  for (genvar i = 0; i < filter_ports_p; i++) begin : gen_filter
    localparam logic [11:0] Base = rvt_reg_pkg::AddrTeFilter
                                   + 12'(i) * rvt_reg_pkg::AddrTeFilterNext;

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
          rvt_reg_pkg::AddrTeFilterControl: begin
            control = {pwdata_i[rvt_reg_pkg::TeFilterMatchImpdefAt],
                       legal_comp(comp3), pwdata_i[rvt_reg_pkg::TeFilterMatchComp3At] & HasComps,
                       legal_comp(comp2), pwdata_i[rvt_reg_pkg::TeFilterMatchComp2At] & HasComps,
                       legal_comp(comp1), pwdata_i[rvt_reg_pkg::TeFilterMatchComp1At] & HasComps,
                       pwdata_i[rvt_reg_pkg::TeFilterMatchInterruptAt] & HasTraps,
                       pwdata_i[rvt_reg_pkg::TeFilterMatchEcauseAt] & HasTraps,
                       pwdata_i[rvt_reg_pkg::TeFilterMatchPrivilegeAt] & HasLevels,
                       pwdata_i[rvt_reg_pkg::TeFilterEnableAt]};
            data[25:24] = {pwdata_i[rvt_reg_pkg::TeFilterMatchDsizeAt],
                           pwdata_i[rvt_reg_pkg::TeFilterMatchDtypeAt]};
          end
          rvt_reg_pkg::AddrTeFilterMatchInst: begin
            inst = {pwdata_i[rvt_reg_pkg::TeFilterMatchValueInterruptAt], levels} & InstMask;
          end
          rvt_reg_pkg::AddrTeFilterMatchEcauseLow:   ecauses[31:0]  = pwdata_i & CauseMask[31:0];
          rvt_reg_pkg::AddrTeFilterMatchEcauseHigh:  ecauses[63:32] = pwdata_i & CauseMask[63:32];
          rvt_reg_pkg::AddrTeFilterMatchValueImpdef: value          = pwdata_i & ImpdefMask;
          rvt_reg_pkg::AddrTeFilterMatchMaskImpdef:  mask           = pwdata_i & ImpdefMask;
          rvt_reg_pkg::AddrTeFilterMatchData:        data[23:0]     = {sizes, types};
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
      rdata = 32'd0;
      unique case (word)
        rvt_reg_pkg::AddrTeFilterControl: begin
          {rdata[rvt_reg_pkg::TeFilterMatchDsizeAt], rdata[rvt_reg_pkg::TeFilterMatchDtypeAt]}
              = data_q[25:24];
          {rdata[rvt_reg_pkg::TeFilterMatchImpdefAt],
           rdata[rvt_reg_pkg::TeFilterComp3At+:rvt_reg_pkg::TeFilterComp3Bits],
           rdata[rvt_reg_pkg::TeFilterMatchComp3At],
           rdata[rvt_reg_pkg::TeFilterComp2At+:rvt_reg_pkg::TeFilterComp2Bits],
           rdata[rvt_reg_pkg::TeFilterMatchComp2At],
           rdata[rvt_reg_pkg::TeFilterComp1At+:rvt_reg_pkg::TeFilterComp1Bits],
           rdata[rvt_reg_pkg::TeFilterMatchComp1At],
           rdata[rvt_reg_pkg::TeFilterMatchInterruptAt],
           rdata[rvt_reg_pkg::TeFilterMatchEcauseAt],
           rdata[rvt_reg_pkg::TeFilterMatchPrivilegeAt],
           rdata[rvt_reg_pkg::TeFilterEnableAt]} = control_q;
        end
        rvt_reg_pkg::AddrTeFilterMatchInst: begin
          {rdata[rvt_reg_pkg::TeFilterMatchValueInterruptAt],
           rdata[rvt_reg_pkg::TeFilterMatchChoicePrivilegeAt
                 +:rvt_reg_pkg::TeFilterMatchChoicePrivilegeBits]} = inst_q;
        end
        rvt_reg_pkg::AddrTeFilterMatchEcauseLow:   rdata = ecauses_q[31:0];
        rvt_reg_pkg::AddrTeFilterMatchEcauseHigh:  rdata = ecauses_q[63:32];
        rvt_reg_pkg::AddrTeFilterMatchValueImpdef: rdata = value_q;
        rvt_reg_pkg::AddrTeFilterMatchMaskImpdef:  rdata = mask_q;
        rvt_reg_pkg::AddrTeFilterMatchData: begin
          {rdata[rvt_reg_pkg::TeFilterMatchChoiceDsizeAt
                 +:rvt_reg_pkg::TeFilterMatchChoiceDsizeBits],
           rdata[rvt_reg_pkg::TeFilterMatchChoiceDtypeAt
                 +:rvt_reg_pkg::TeFilterMatchChoiceDtypeBits]} = data_q[23:0];
        end
        default: ;
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
  logic [1:0]                       pinput, sinput, mode;
  logic [2:0]                       pfunction, sfunction;

  assign pinput    = pwdata_i[rvt_reg_pkg::TeCompPInputAt+:rvt_reg_pkg::TeCompPInputBits];
  assign sinput    = pwdata_i[rvt_reg_pkg::TeCompSInputAt+:rvt_reg_pkg::TeCompSInputBits];
  assign pfunction = pwdata_i[rvt_reg_pkg::TeCompPFunctionAt+:rvt_reg_pkg::TeCompPFunctionBits];
  assign sfunction = pwdata_i[rvt_reg_pkg::TeCompSFunctionAt+:rvt_reg_pkg::TeCompSFunctionBits];
  assign mode      = pwdata_i[rvt_reg_pkg::TeCompMatchModeAt+:rvt_reg_pkg::TeCompMatchModeBits];

  for (genvar j = 0; j < comparator_ports_p; j++) begin : gen_comparator
    localparam logic [11:0] Base = rvt_reg_pkg::AddrTeComp
                                   + 12'(j) * rvt_reg_pkg::AddrTeCompNext;

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
          rvt_reg_pkg::AddrTeCompControl: begin
            control = {pwdata_i[rvt_reg_pkg::TeCompSNotifyAt],
                       pwdata_i[rvt_reg_pkg::TeCompPNotifyAt], mode, 1'b0, sfunction, 1'b0,
                       pfunction, legal_input(sinput), legal_input(pinput)};
          end
          rvt_reg_pkg::AddrTeCompPMatchLow:  pmatch[31:0]  = pwdata_i;
          rvt_reg_pkg::AddrTeCompPMatchHigh: pmatch[63:32] = pwdata_i;
          rvt_reg_pkg::AddrTeCompSMatchLow:  smatch[31:0]  = pwdata_i;
          rvt_reg_pkg::AddrTeCompSMatchHigh: smatch[63:32] = pwdata_i;
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
      rdata = 32'd0;
      unique case (word)
        rvt_reg_pkg::AddrTeCompControl: begin
          rdata[rvt_reg_pkg::TeCompPInputAt+:rvt_reg_pkg::TeCompPInputBits] = control_q[1:0];
          rdata[rvt_reg_pkg::TeCompSInputAt+:rvt_reg_pkg::TeCompSInputBits] = control_q[3:2];
          rdata[rvt_reg_pkg::TeCompPFunctionAt+:rvt_reg_pkg::TeCompPFunctionBits] = control_q[6:4];
          rdata[rvt_reg_pkg::TeCompSFunctionAt+:rvt_reg_pkg::TeCompSFunctionBits]
              = control_q[10:8];
          rdata[rvt_reg_pkg::TeCompMatchModeAt+:rvt_reg_pkg::TeCompMatchModeBits]
              = control_q[13:12];
          rdata[rvt_reg_pkg::TeCompPNotifyAt] = control_q[14];
          rdata[rvt_reg_pkg::TeCompSNotifyAt] = control_q[15];
        end
        rvt_reg_pkg::AddrTeCompPMatchLow:  rdata = pmatch_q[31:0];
        rvt_reg_pkg::AddrTeCompPMatchHigh: rdata = pmatch_q[63:32];
        rvt_reg_pkg::AddrTeCompSMatchLow:  rdata = smatch_q[31:0];
        rvt_reg_pkg::AddrTeCompSMatchHigh: rdata = smatch_q[63:32];
        default: ;
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
