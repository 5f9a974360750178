// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A comparator unit: a primary and a secondary comparison, their combination, and the reports that
// they request.
//
// Timing: combinational from the row to match_o and notify_o, and from its data access to
// access_match_o. The latch of mode 3 passes through the access, if a comparison uses daddr, then
// through the places of a row in order of retirement; it is stored with step_i. It is reset while
// clear_i is 1, and in the cycle in which new fields take effect (changed_i).
//
// Spec: RISC-V Trace Control Interface, trTeComp<j>Control; ETR-FLT-003..005, ETR-FLT-008;
//       docs/decisions/0002-optional-modes.md, "Filters".

`default_nettype none

module rvt_comparator #(
  parameter int unsigned blocks_p         = 1,
  parameter int unsigned iaddress_width_p = 64,
  parameter int unsigned context_width_p  = 16,
  parameter int unsigned iretire_width_p  = 8,
  parameter int unsigned data_p           = 0,
  parameter int unsigned daddress_width_p = 32,
  localparam int unsigned block_places_p = 32'd1 << iretire_width_p,
  localparam int unsigned places_p       = blocks_p * block_places_p
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // registers
  input  logic [15:0]                 control_i,
  input  logic [63:0]                 pmatch_i,
  input  logic [63:0]                 smatch_i,
  input  logic                        changed_i,
  // the row, its blocks with the oldest in the lowest bits
  input  logic                        asked_i,      // a filter uses match_o
  input  logic                        clear_i,      // disabled, or the hart is in reset
  input  logic                        step_i,       // the row is processed
  input  logic [blocks_p*iaddress_width_p-1:0] iaddr_i,
  input  logic [blocks_p-1:0]         iaddr_there_i,
  input  logic [context_width_p-1:0]  context_i,
  input  logic [iaddress_width_p-1:0] tval_i,
  input  logic [places_p-1:0]         tval_there_i,
  input  logic [places_p-1:0]         insts_i,      // places where an instruction begins
  input  logic [places_p-1:0]         trap_i,       // the place of the trap
  // its data access
  input  logic                        access_i,
  input  logic [iaddress_width_p-1:0] access_iaddr_i,
  input  logic [daddress_width_p-1:0] daddr_i,
  output logic [places_p-1:0]         match_o,
  output logic [blocks_p-1:0]         notify_o,     // report the last instruction of the block
  output logic                        access_match_o
);

  logic [1:0]  pinput, sinput, mode;
  logic [2:0]  pfunction, sfunction;
  logic        pnotify, snotify, latching, on, primed, masking;
  logic [63:0] pmask;

  assign pinput    = control_i[1:0];
  assign sinput    = control_i[3:2];
  assign pfunction = control_i[6:4];
  assign sfunction = control_i[10:8];
  assign mode      = control_i[13:12];
  assign pnotify   = control_i[14] & (pinput == rvt_pkg::CompIaddr);
  assign snotify   = control_i[15] & (sinput == rvt_pkg::CompIaddr);

  assign latching = mode == rvt_pkg::CompModeLatch;
  assign on       = asked_i | latching | pnotify | snotify;
  assign primed   = latching & (pfunction == rvt_pkg::CompSix);
  assign masking  = sfunction == rvt_pkg::CompSix;
  assign pmask    = masking ? smatch_i : '1;

  // ---- both halves ------------------------------------------------------------------------------

  logic [places_p-1:0] primary, secondary;

  for (genvar b = 0; b < blocks_p; b++) begin : gen_block
    logic [iaddress_width_p-1:0] iaddr;
    logic                        iaddr_there;
    logic [block_places_p-1:0]   tval_there;

    assign iaddr       = iaddr_i[iaddress_width_p*b+:iaddress_width_p];
    assign iaddr_there = iaddr_there_i[b];
    assign tval_there  = tval_there_i[block_places_p*b+:block_places_p];

    rvt_compare #(
      .iaddress_width_p(iaddress_width_p), .context_width_p(context_width_p),
      .iretire_width_p(iretire_width_p), .data_p(data_p), .six_p(1'b0)
    ) u_primary (
      .on_i(on), .input_i(pinput), .function_i(pfunction), .match_i(pmatch_i), .mask_i(pmask),
      .iaddr_i(iaddr), .iaddr_there_i(iaddr_there), .context_i, .tval_i, .tval_there_i(tval_there),
      .result_o(primary[block_places_p*b+:block_places_p])
    );

    rvt_compare #(
      .iaddress_width_p(iaddress_width_p), .context_width_p(context_width_p),
      .iretire_width_p(iretire_width_p), .data_p(data_p), .six_p(1'b1)
    ) u_secondary (
      .on_i(on), .input_i(sinput), .function_i(sfunction), .match_i(smatch_i), .mask_i('1),
      .iaddr_i(iaddr), .iaddr_there_i(iaddr_there), .context_i, .tval_i, .tval_there_i(tval_there),
      .result_o(secondary[block_places_p*b+:block_places_p])
    );
  end

  // ---- latch ------------------------------------------------------------------------------------
  // Set by the primary, asserted through the place that the secondary meets.

  logic                latch_q, latch_before, latch_row, latch;
  logic [places_p-1:0] latched;

  assign latch_before = changed_i ? primed : latch_q;

  always_comb begin
    latched = '0;
    latch   = latch_row;
    if (latching) begin
      for (int unsigned k = 0; k < places_p; k++) begin
        latched[k] = latch | primary[k];
        if (insts_i[k] | trap_i[k]) latch = latched[k] & ~secondary[k];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      latch_q <= 1'b0;
    end else if (clear_i) begin
      latch_q <= primed;
    end else if (step_i) begin
      latch_q <= latch;
    end else begin
      latch_q <= latch_before;
    end
  end

  // ---- data access ------------------------------------------------------------------------------
  // Evaluated with the latch as it was before the row.

  if (data_p != 0) begin : gen_access
    logic access_primary, access_secondary, primary_looks, secondary_looks;

    rvt_access_compare #(
      .iaddress_width_p(iaddress_width_p), .context_width_p(context_width_p),
      .daddress_width_p(daddress_width_p), .six_p(1'b0)
    ) u_primary (
      .input_i(pinput), .function_i(pfunction), .match_i(pmatch_i), .mask_i(pmask),
      .iaddr_i(access_iaddr_i), .context_i, .daddr_i,
      .looks_o(primary_looks), .result_o(access_primary)
    );

    rvt_access_compare #(
      .iaddress_width_p(iaddress_width_p), .context_width_p(context_width_p),
      .daddress_width_p(daddress_width_p), .six_p(1'b1)
    ) u_secondary (
      .input_i(sinput), .function_i(sfunction), .match_i(smatch_i), .mask_i('1),
      .iaddr_i(access_iaddr_i), .context_i, .daddr_i,
      .looks_o(secondary_looks), .result_o(access_secondary)
    );

    always_comb begin
      latch_row = latch_before;
      if (access_i & (primary_looks | secondary_looks)) begin
        latch_row = (latch_before | access_primary) & ~access_secondary;
      end
    end

    always_comb begin
      unique case (mode)
        rvt_pkg::CompModePrimary: access_match_o = access_primary;
        rvt_pkg::CompModeBoth:    access_match_o = access_primary & access_secondary;
        rvt_pkg::CompModeNotBoth: access_match_o = ~(access_primary & access_secondary);
        default:                  access_match_o = latch_before | access_primary;
      endcase
    end
  end else begin : gen_no_access
    logic unused_access;

    assign latch_row      = latch_before;
    assign access_match_o = 1'b0;
    assign unused_access  = ^{access_i, access_iaddr_i, daddr_i};
  end

  // ---- results ----------------------------------------------------------------------------------

  always_comb begin
    unique case (mode)
      rvt_pkg::CompModePrimary: match_o = primary;
      rvt_pkg::CompModeBoth:    match_o = primary & secondary;
      rvt_pkg::CompModeNotBoth: match_o = ~(primary & secondary);
      default:                  match_o = latched;
    endcase
  end

  logic [places_p-1:0] reported;

  assign reported = insts_i & (({places_p{pnotify}} & primary) | ({places_p{snotify}} & secondary));

  always_comb begin
    for (int unsigned b = 0; b < blocks_p; b++) begin
      notify_o[b] = |reported[block_places_p*b+:block_places_p];
    end
  end

  // Reserved bits.
  logic unused_control;
  assign unused_control = ^{control_i[7], control_i[11]};

endmodule

`default_nettype wire
