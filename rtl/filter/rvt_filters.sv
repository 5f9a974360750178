// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Connects the filters and comparators of an encoder: the result for the row of this cycle, and
// that for its data access.
//
// Timing: combinational from the row to pass_o, notify_o and data_pass_o; states are stored with
// step_i. An access is evaluated with the address of its instruction and the states before the row.
// A row is evaluated at each place where an instruction of it can begin: in each block, in order of
// retirement, the first, the last, and every aligned place in between; and at its trap, which
// follows the instructions of its block. One match qualifies the row; reports are requested per
// block.
//
// Spec: E-Trace, chapter Filtering; RISC-V Trace Control Interface, "Trace Encoder Filter
//       Registers"; ETR-FLT-001..008; ETR-CTL-012; ETR-MR-004, -006, -007;
//       docs/decisions/0002-optional-modes.md, "Filters".

`default_nettype none

module rvt_filters #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned iaddress_width_p  = 64,
  parameter int unsigned iaddress_lsb_p    = 1,
  parameter int unsigned itype_width_p     = 4,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned context_width_p   = 16,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned ilastsize_width_p = 1,
  parameter int unsigned impdef_width_p    = 1,
  parameter int unsigned filter_excint_p   = 1,
  parameter int unsigned data_p            = 0,
  parameter int unsigned daddress_width_p  = 32,
  parameter int unsigned dtype_width_p     = 1,
  parameter int unsigned dsize_width_p     = 3,
  // with no unit, the ports have the width of one
  parameter int unsigned filter_ports_p     = 1,
  parameter int unsigned comparator_ports_p = 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  // registers
  input  logic [filter_ports_p-1:0]        selected_i,  // trTeInstFilters
  input  logic [filter_ports_p-1:0]        data_selected_i,  // trTeDataFilters
  input  logic [filter_ports_p*17-1:0]     filter_control_i,
  input  logic [filter_ports_p*9-1:0]      filter_inst_i,
  input  logic [filter_ports_p*64-1:0]     filter_ecauses_i,
  input  logic [filter_ports_p*32-1:0]     filter_impdef_value_i,
  input  logic [filter_ports_p*32-1:0]     filter_impdef_mask_i,
  input  logic [filter_ports_p*26-1:0]     filter_data_i,
  input  logic [filter_ports_p-1:0]        filter_changed_i,
  input  logic [comparator_ports_p*16-1:0] comp_control_i,
  input  logic [comparator_ports_p*64-1:0] comp_pmatch_i,
  input  logic [comparator_ports_p*64-1:0] comp_smatch_i,
  input  logic [comparator_ports_p-1:0]    comp_changed_i,
  // the row, its blocks with the oldest in the lowest bits; iretire counts half-words
  input  logic                             clear_i,     // disabled, or the hart is in reset
  input  logic                             step_i,      // the row is processed
  input  logic [blocks_p*itype_width_p-1:0]     itype_i,
  input  logic [ecause_width_p-1:0]        cause_i,
  input  logic [iaddress_width_p-1:0]      tval_i,
  input  logic [privilege_width_p-1:0]     priv_i,
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [context_width_p-1:0]       context_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input  logic [impdef_width_p-1:0]        impdef_i,
  output logic                             pass_o,
  output logic [blocks_p-1:0]              notify_o,    // report its last instruction
  // its data access, and the instruction of that
  input  logic                             access_i,
  input  logic [iaddress_width_p-1:0]      access_iaddr_i,
  input  logic [dtype_width_p-1:0]         dtype_i,
  input  logic [dsize_width_p-1:0]         dsize_i,
  input  logic [daddress_width_p-1:0]      daddr_i,
  output logic                             data_pass_o
);

  // Of a block, and of the row.
  localparam int unsigned BlockPlaces = 32'd1 << iretire_width_p;
  localparam int unsigned Places      = blocks_p * BlockPlaces;

  // Half-words of the last instruction, wide enough not to wrap.
  localparam int unsigned SizeBits = (1 << ilastsize_width_p) + iretire_width_p;

  // ---- places of the row ------------------------------------------------------------------------

  logic [4*blocks_p-1:0] itype;
  logic [blocks_p-1:0]   iaddr_there;
  logic [Places-1:0]     insts, trap, tval_there;

  for (genvar b = 0; b < blocks_p; b++) begin : gen_block
    logic [iretire_width_p-1:0] halfwords, last;
    logic [SizeBits-1:0]        total, size;
    logic                       is_trap, is_exception;
    logic [BlockPlaces-1:0]     block_insts, block_trap;

    assign itype[4*b+:4] = 4'(itype_i[itype_width_p*b+:itype_width_p]);
    assign halfwords    = iretire_i[iretire_width_p*b+:iretire_width_p];
    assign total        = SizeBits'(halfwords);
    assign size         = SizeBits'(1) << ilastsize_i[ilastsize_width_p*b+:ilastsize_width_p];
    assign last         = (total > size) ? iretire_width_p'(total - size) : '0;
    assign is_trap      = rvt_pkg::is_trap(itype[4*b+:4]);
    assign is_exception = itype[4*b+:4] == rvt_pkg::ItypeException;

    // An interrupt alone has no address.
    assign iaddr_there[b] = (halfwords != '0) | is_exception;

    always_comb begin
      block_insts = '0;
      block_trap  = '0;
      for (int unsigned k = 0; k < BlockPlaces; k += iaddress_lsb_p) begin
        block_insts[k] = (halfwords != '0) & (iretire_width_p'(k) <= last);
        block_trap[k]  = is_trap & (iretire_width_p'(k) == halfwords);
      end
    end

    assign insts[BlockPlaces*b+:BlockPlaces]      = block_insts;
    assign trap[BlockPlaces*b+:BlockPlaces]       = block_trap;
    assign tval_there[BlockPlaces*b+:BlockPlaces] = block_trap & {BlockPlaces{is_exception}};
  end

  // ---- comparators ------------------------------------------------------------------------------

  logic [comparator_ports_p*Places-1:0]   comp_match;
  logic [comparator_ports_p*blocks_p-1:0] comp_notify;
  logic [comparator_ports_p-1:0]          comp_asked, access_match;

  for (genvar j = 0; j < comparator_ports_p; j++) begin : gen_comparator
    rvt_comparator #(
      .blocks_p(blocks_p), .iaddress_width_p(iaddress_width_p), .context_width_p(context_width_p),
      .iretire_width_p(iretire_width_p), .data_p(data_p), .daddress_width_p(daddress_width_p)
    ) u_comparator (
      .clk_i, .rst_ni,
      .control_i(comp_control_i[16*j+:16]), .pmatch_i(comp_pmatch_i[64*j+:64]),
      .smatch_i(comp_smatch_i[64*j+:64]), .changed_i(comp_changed_i[j]),
      .asked_i(comp_asked[j]), .clear_i, .step_i,
      .iaddr_i, .iaddr_there_i(iaddr_there), .context_i, .tval_i, .tval_there_i(tval_there),
      .insts_i(insts), .trap_i(trap),
      .access_i, .access_iaddr_i, .daddr_i,
      .match_o(comp_match[Places*j+:Places]), .notify_o(comp_notify[blocks_p*j+:blocks_p]),
      .access_match_o(access_match[j])
    );
  end

  // ---- filters ----------------------------------------------------------------------------------

  logic [filter_ports_p-1:0]                    match, data_match;
  logic [filter_ports_p*comparator_ports_p-1:0] asked;

  for (genvar i = 0; i < filter_ports_p; i++) begin : gen_filter
    logic [16:0]       control;
    logic [Places-1:0] comp1, comp2, comp3;
    logic              access1, access2, access3;

    assign control = filter_control_i[17*i+:17];

    always_comb begin
      comp1 = '0;
      comp2 = '0;
      comp3 = '0;
      asked[comparator_ports_p*i+:comparator_ports_p] = '0;
      {access1, access2, access3} = '0;
      for (int unsigned j = 0; j < comparator_ports_p; j++) begin
        if (control[7:5] == 3'(j)) access1 = access_match[j];
        if (control[11:9] == 3'(j)) access2 = access_match[j];
        if (control[15:13] == 3'(j)) access3 = access_match[j];
        if (control[7:5] == 3'(j)) comp1 = comp_match[Places*j+:Places];
        if (control[11:9] == 3'(j)) comp2 = comp_match[Places*j+:Places];
        if (control[15:13] == 3'(j)) comp3 = comp_match[Places*j+:Places];
        asked[comparator_ports_p*i+j] = control[0]
            & ((control[4] & (control[7:5] == 3'(j))) | (control[8] & (control[11:9] == 3'(j)))
               | (control[12] & (control[15:13] == 3'(j))));
      end
    end

    rvt_filter #(
      .blocks_p(blocks_p), .ecause_width_p(ecause_width_p),
      .privilege_width_p(privilege_width_p), .iretire_width_p(iretire_width_p),
      .impdef_width_p(impdef_width_p), .filter_excint_p(filter_excint_p), .data_p(data_p),
      .dtype_width_p(dtype_width_p), .dsize_width_p(dsize_width_p)
    ) u_filter (
      .clk_i, .rst_ni,
      .control_i(control), .inst_i(filter_inst_i[9*i+:9]),
      .ecauses_i(filter_ecauses_i[64*i+:64]),
      .impdef_value_i(filter_impdef_value_i[32*i+:32]),
      .impdef_mask_i(filter_impdef_mask_i[32*i+:32]), .changed_i(filter_changed_i[i]),
      .data_i(filter_data_i[26*i+:26]), .clear_i, .step_i, .itype_i(itype), .cause_i, .priv_i,
      .impdef_i,
      .insts_i(insts), .trap_i(trap), .comp1_i(comp1), .comp2_i(comp2), .comp3_i(comp3),
      .match_o(match[i]), .dtype_i, .dsize_i, .access_comp1_i(access1), .access_comp2_i(access2),
      .access_comp3_i(access3), .access_match_o(data_match[i])
    );
  end

  always_comb begin
    comp_asked = '0;
    for (int unsigned i = 0; i < filter_ports_p; i++) begin
      comp_asked |= asked[comparator_ports_p*i+:comparator_ports_p];
    end
  end

  assign pass_o      = (selected_i == '0) | (|(selected_i & match));
  assign data_pass_o = (data_selected_i == '0) | (|(data_selected_i & data_match));

  always_comb begin
    notify_o = '0;
    for (int unsigned j = 0; j < comparator_ports_p; j++) begin
      notify_o |= comp_notify[blocks_p*j+:blocks_p];
    end
  end

endmodule

`default_nettype wire
