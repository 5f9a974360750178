// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A filter: whether an instruction or the trap of a row, or its data access, meets all enabled
// conditions. No instruction and no trap meets a condition on dtype or dsize.
//
// Timing: combinational from the row to match_o and access_match_o. The count of nested traps
// passes through the blocks of a row in order of retirement; it is stored with step_i. It is reset
// while clear_i is 1, and in the cycle in which new fields take effect (changed_i). An access is
// evaluated with the count as it was before the row.
//
// Spec: RISC-V Trace Control Interface, trTeFilter<i>...; ETR-FLT-002, ETR-FLT-006, ETR-FLT-007;
//       docs/decisions/0002-optional-modes.md, "Filters".

`default_nettype none

module rvt_filter #(
  parameter int unsigned blocks_p          = 1,
  parameter int unsigned ecause_width_p    = 5,
  parameter int unsigned privilege_width_p = 2,
  parameter int unsigned iretire_width_p   = 8,
  parameter int unsigned impdef_width_p    = 1,
  parameter int unsigned filter_excint_p   = 1,
  parameter int unsigned data_p            = 0,
  parameter int unsigned dtype_width_p     = 1,
  parameter int unsigned dsize_width_p     = 3,
  localparam int unsigned block_places_p = 32'd1 << iretire_width_p,
  localparam int unsigned places_p       = blocks_p * block_places_p
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  // registers
  input  logic [16:0]                  control_i,
  input  logic [8:0]                   inst_i,         // trTeFilter<i>MatchInst
  input  logic [63:0]                  ecauses_i,      // a bit per cause
  input  logic [31:0]                  impdef_value_i,
  input  logic [31:0]                  impdef_mask_i,
  input  logic [25:0]                  data_i,         // MatchDsize, MatchDtype, MatchData
  input  logic                         changed_i,
  // the row, its blocks with the oldest in the lowest bits
  input  logic                         clear_i,        // disabled, or the hart is in reset
  input  logic                         step_i,         // the row is processed
  input  logic [4*blocks_p-1:0]        itype_i,
  input  logic [ecause_width_p-1:0]    cause_i,
  input  logic [privilege_width_p-1:0] priv_i,
  input  logic [impdef_width_p-1:0]    impdef_i,
  input  logic [places_p-1:0]          insts_i,        // places where an instruction begins
  input  logic [places_p-1:0]          trap_i,         // the place of the trap
  // comparators that the filter selects
  input  logic [places_p-1:0]          comp1_i,
  input  logic [places_p-1:0]          comp2_i,
  input  logic [places_p-1:0]          comp3_i,
  output logic                         match_o,
  // its data access, and the results of the same comparators for it
  input  logic [dtype_width_p-1:0]     dtype_i,
  input  logic [dsize_width_p-1:0]     dsize_i,
  input  logic                         access_comp1_i,
  input  logic                         access_comp2_i,
  input  logic                         access_comp3_i,
  output logic                         access_match_o
);

  // Nested traps that are counted, including the first.
  localparam int unsigned DepthBits = filter_excint_p + 1;
  localparam logic [DepthBits-1:0] DepthMax = DepthBits'(32'd1 << filter_excint_p);

  // ---- conditions on the whole row --------------------------------------------------------------

  logic [7:0]  levels;
  logic [31:0] impdef;
  logic        level_good, impdef_good;

  assign levels      = inst_i[7:0] >> priv_i;
  assign impdef      = 32'(impdef_i);
  assign level_good  = ~control_i[1] | levels[0];
  assign impdef_good = ~control_i[16] | (((impdef ^ impdef_value_i) & impdef_mask_i) == 32'd0);

  // ---- from a trap to its return ----------------------------------------------------------------
  // Per block: trap_good marks places that match a trap, inst_good places that match instructions.

  logic [63:0]          causes;
  logic                 on_traps, trap, returns, nested, hits;
  logic [3:0]           itype;
  logic [DepthBits-1:0] depth_q, depth_before, depth;
  logic [places_p-1:0]  inst_good, trap_good;

  assign causes       = ecauses_i >> cause_i;
  assign on_traps     = control_i[2] | control_i[3];
  assign depth_before = changed_i ? '0 : depth_q;

  always_comb begin
    depth = depth_before;
    for (int unsigned b = 0; b < blocks_p; b++) begin
      itype   = itype_i[4*b+:4];
      trap    = rvt_pkg::is_trap(itype);
      returns = (itype == rvt_pkg::ItypeTrapReturn) & (|insts_i[block_places_p*b+:block_places_p]);
      hits    = trap & (~control_i[2] | causes[0])
              & (~control_i[3] | ((itype == rvt_pkg::ItypeInterrupt) == inst_i[8]));
      nested  = depth != '0;
      inst_good[block_places_p*b+:block_places_p] = {block_places_p{~on_traps | nested}};
      trap_good[block_places_p*b+:block_places_p] = {block_places_p{~on_traps | nested | hits}};
      if (nested & returns) begin
        depth = depth - DepthBits'(1);
      end else if (nested & trap & (depth != DepthMax)) begin
        depth = depth + DepthBits'(1);
      end else if (~nested & hits) begin
        depth = DepthBits'(1);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      depth_q <= '0;
    end else if (clear_i | ~on_traps) begin
      depth_q <= '0;
    end else begin
      depth_q <= step_i ? depth : depth_before;
    end
  end

  // ---- place by place ---------------------------------------------------------------------------

  logic [places_p-1:0] places;

  assign places = (insts_i & inst_good) | (trap_i & trap_good);

  assign match_o = control_i[0] & level_good & impdef_good & (data_i[25:24] == '0)
                 & (|(places & (comp1_i | {places_p{~control_i[4]}})
                             & (comp2_i | {places_p{~control_i[8]}})
                             & (comp3_i | {places_p{~control_i[12]}})));

  // ---- data access ------------------------------------------------------------------------------

  if (data_p != 0) begin : gen_access
    logic [15:0] types;
    logic [7:0]  sizes;
    logic        data_good, trap_past, comps_good;

    assign types      = data_i[15:0] >> dtype_i;
    assign sizes      = data_i[23:16] >> dsize_i;
    assign data_good  = (~data_i[24] | types[0]) & (~data_i[25] | sizes[0]);
    assign trap_past  = ~on_traps | (depth_before != '0);
    assign comps_good = (access_comp1_i | ~control_i[4]) & (access_comp2_i | ~control_i[8])
                      & (access_comp3_i | ~control_i[12]);

    assign access_match_o = control_i[0] & level_good & impdef_good & trap_past & comps_good
                          & data_good;

    logic unused_bits;
    assign unused_bits = ^{types[15:1], sizes[7:1]};
  end else begin : gen_no_access
    logic unused_access;

    assign access_match_o = 1'b0;
    assign unused_access  = ^{data_i[23:0], dtype_i, dsize_i, access_comp1_i, access_comp2_i,
                              access_comp3_i};
  end

  // The selection of comparators is evaluated by the caller.
  logic unused_control;
  assign unused_control = ^{control_i[15:13], control_i[11:9], control_i[7:5], levels[7:1],
                            causes[63:1]};

endmodule

`default_nettype wire
