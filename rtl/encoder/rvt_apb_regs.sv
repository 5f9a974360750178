// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Control registers on APB: trTeControl, trTeImpl, trTeInstFeatures.
//
// Timing: a write takes effect at ingress in the cycle after its access phase; reads are
// combinational. An enabling write (trTeActive and trTeEnable become 1) waits, with pready_o low,
// until the encoder is idle. Modes written while the encoder is enabled take their place in the
// item stream (modes_event_o); the next write to them waits until they are in force. All other
// accesses complete at once. pslverr_o is never raised; unknown offsets read 0. The other options
// that affect packets (resynchronisation, source ID) are sampled when the encoder is enabled, so
// that a later write cannot change packets that are already in flight.
//
// Spec: RISC-V Trace Control Interface, registers 0x000, 0x004, 0x008; ETR-CTL-001..009,
//       ETR-CTL-017, ENC-015.

`default_nettype none

module rvt_apb_regs #(
  parameter int unsigned srcid_bits_p = 0,
  parameter logic [rvt_pkg::ModeBits-1:0] modes_p = 6'b000011  // modes that exist
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // APB completer
  input  logic [11:0] paddr_i,
  input  logic        psel_i,
  input  logic        penable_i,
  input  logic        pwrite_i,
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,
  output logic        pready_o,
  output logic        pslverr_o,
  // status from the encoder
  input  logic        idle_i,              // the encoder is empty
  input  logic        tracing_we_i,        // a trigger changes trTeInstTracing
  input  logic        tracing_wdata_i,
  input  logic        stall_or_overflow_i, // the hart is stalled, or a row is dropped
  input  logic        stamp_enable_i,      // packets carry timestamps
  // control state at ingress in this cycle
  output logic        active_o,            // trTeActive
  output logic        enable_o,            // trTeActive and trTeEnable
  output logic        tracing_o,           // trTeInstTracing
  output logic        trig_enable_o,       // trTeInstTrigEnable
  output logic        stall_enable_o,      // trTeInstStallEna
  // change of modes
  output logic        modes_event_o,       // a change waits to enter the item stream
  input  logic        modes_taken_i,       // ... and enters it in this cycle
  input  logic        modes_step_i,        // it was decided: the new modes take effect
  // options, sampled when the encoder was enabled; the modes in force
  output logic [rvt_pkg::ModeBits-1:0] modes_o,  // trTeInstFeatures
  output logic        inhibit_src_o,       // trTeInhibitSrc
  output logic        stamp_o,             // timestamps
  output logic [1:0]  sync_mode_o,         // trTeInstSyncMode
  output logic [3:0]  sync_max_o,          // trTeInstSyncMax
  output logic [11:0] src_id_o             // trTeSrcID
);

  localparam logic [3:0]  SrcBits = 4'(srcid_bits_p);
  localparam logic [11:0] SrcMask = 12'((32'd1 << srcid_bits_p) - 32'd1);

  logic        active_q, enable_q, tracing_q, trig_enable_q, sticky_q, stall_enable_q, inhibit_q;
  logic [1:0]  sync_mode_q;
  logic [3:0]  sync_max_q;
  logic [rvt_pkg::ModeBits-1:0] modes_q;
  logic [11:0] src_id_q;

  // ---- fields of a write to trTeControl --------------------------------------------------------

  logic active, enable, tracing, trig_enable, clear_sticky, stall_enable, inhibit;
  logic [rvt_reg_pkg::TeInstSyncModeBits-1:0] sync_mode;
  logic [rvt_reg_pkg::TeInstSyncMaxBits-1:0]  sync_max;

  assign active       = pwdata_i[rvt_reg_pkg::TeActiveAt];
  assign enable       = pwdata_i[rvt_reg_pkg::TeEnableAt];
  assign tracing      = pwdata_i[rvt_reg_pkg::TeInstTracingAt];
  assign trig_enable  = pwdata_i[rvt_reg_pkg::TeInstTrigEnableAt];
  assign clear_sticky = pwdata_i[rvt_reg_pkg::TeInstStallOrOverflowAt];
  assign stall_enable = pwdata_i[rvt_reg_pkg::TeInstStallEnaAt];
  assign inhibit      = pwdata_i[rvt_reg_pkg::TeInhibitSrcAt];
  assign sync_mode    = pwdata_i[rvt_reg_pkg::TeInstSyncModeAt+:rvt_reg_pkg::TeInstSyncModeBits];
  assign sync_max     = pwdata_i[rvt_reg_pkg::TeInstSyncMaxAt+:rvt_reg_pkg::TeInstSyncMaxBits];

  // ---- access decode -------------------------------------------------------------------------

  logic access, to_control, to_features, write_control, write_features, enabling, held;
  logic modes_event_q, modes_change_q;

  assign access         = psel_i & penable_i;
  assign enabling       = ~enable_o & active & enable;
  assign to_control     = access & pwrite_i & (paddr_i == rvt_reg_pkg::AddrTeControl);
  assign to_features    = access & pwrite_i & (paddr_i == rvt_reg_pkg::AddrTeInstFeatures);
  assign held           = (to_control & enabling & ~idle_i) | (to_features & modes_change_q);
  assign write_control  = to_control & ~held;
  assign write_features = to_features & ~held & active_q;
  assign pready_o       = ~held;
  assign pslverr_o      = 1'b0;

  // ---- trTeControl ---------------------------------------------------------------------------
  // While trTeActive is 0 every field has its reset value.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q       <= rvt_reg_pkg::TeActiveReset;
      enable_q       <= rvt_reg_pkg::TeEnableReset;
      tracing_q      <= rvt_reg_pkg::TeInstTracingReset;
      trig_enable_q  <= rvt_reg_pkg::TeInstTrigEnableReset;
      stall_enable_q <= rvt_reg_pkg::TeInstStallEnaReset;
      inhibit_q      <= rvt_reg_pkg::TeInhibitSrcReset;
      sync_mode_q    <= rvt_reg_pkg::TeInstSyncModeReset;
      sync_max_q     <= rvt_reg_pkg::TeInstSyncMaxReset;
    end else if (write_control) begin
      active_q       <= active;
      enable_q       <= active ? enable : rvt_reg_pkg::TeEnableReset;
      tracing_q      <= active ? tracing : rvt_reg_pkg::TeInstTracingReset;
      trig_enable_q  <= active ? trig_enable : rvt_reg_pkg::TeInstTrigEnableReset;
      stall_enable_q <= active ? stall_enable : rvt_reg_pkg::TeInstStallEnaReset;
      inhibit_q      <= active ? inhibit : rvt_reg_pkg::TeInhibitSrcReset;
      sync_mode_q    <= active ? sync_mode : rvt_reg_pkg::TeInstSyncModeReset;
      sync_max_q     <= active ? sync_max : rvt_reg_pkg::TeInstSyncMaxReset;
    end else if (tracing_we_i) begin
      tracing_q      <= tracing_wdata_i;
    end
  end

  // trTeInstStallOrOverflow: set by hardware; cleared by writing 1, by enabling, and by trTeActive
  // 0. Enabling and trTeActive 0 win over a stall in the same cycle.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sticky_q <= rvt_reg_pkg::TeInstStallOrOverflowReset;
    end else if (write_control & (enabling | ~active)) begin
      sticky_q <= rvt_reg_pkg::TeInstStallOrOverflowReset;
    end else if (stall_or_overflow_i) begin
      sticky_q <= 1'b1;
    end else if (write_control & clear_sticky) begin
      sticky_q <= 1'b0;
    end
  end

  // ---- trTeInstFeatures ----------------------------------------------------------------------
  // modes_o has the modes at the places that rvt_pkg gives them, beginning with trTeInstNoAddrDiff.

  localparam int unsigned First = rvt_reg_pkg::TeInstNoAddrDiffAt;

  if (rvt_reg_pkg::TeInstNoTrapAddrAt != First + rvt_pkg::ModeImplicitException
      || rvt_reg_pkg::TeInstEnSequentialJumpAt != First + rvt_pkg::ModeSequentialJump
      || rvt_reg_pkg::TeInstEnImplicitReturnAt != First + rvt_pkg::ModeImplicitReturn
      || rvt_reg_pkg::TeInstEnBranchPredictionAt != First + rvt_pkg::ModeBranchPrediction
      || rvt_reg_pkg::TeInstEnJumpTargetCacheAt != First + rvt_pkg::ModeJumpTargetCache)
  begin : gen_modes
    $error("the modes of rvt_pkg are not at their places in trTeInstFeatures");
  end

  logic [rvt_pkg::ModeBits-1:0] modes_new;

  assign modes_new = pwdata_i[First+:rvt_pkg::ModeBits] & modes_p;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      modes_q  <= '0;
      src_id_q <= rvt_reg_pkg::TeSrcIDReset;
    end else if (write_control & ~active) begin
      modes_q  <= '0;
      src_id_q <= rvt_reg_pkg::TeSrcIDReset;
    end else if (write_features) begin
      modes_q  <= modes_new;
      src_id_q <= pwdata_i[rvt_reg_pkg::TeSrcIDAt+:rvt_reg_pkg::TeSrcIDBits] & SrcMask;
    end
  end

  // ---- change of modes -----------------------------------------------------------------------

  logic [rvt_pkg::ModeBits-1:0] modes_next_q;
  logic                         change;

  assign change = write_features & enable_o & (modes_new != modes_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      modes_event_q  <= 1'b0;
      modes_change_q <= 1'b0;
      modes_next_q   <= '0;
    end else begin
      modes_event_q  <= change | (modes_event_q & ~modes_taken_i);
      modes_change_q <= change | (modes_change_q & ~modes_step_i);
      if (change) begin
        modes_next_q <= modes_new;
      end
    end
  end

  assign modes_event_o = modes_event_q;

  // ---- options -----------------------------------------------------------------------------

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      modes_o        <= '0;
      inhibit_src_o  <= 1'b0;
      stamp_o        <= 1'b0;
      sync_mode_o    <= rvt_pkg::SyncOff;
      sync_max_o     <= 4'd0;
      src_id_o       <= 12'd0;
    end else if (write_control & enabling) begin
      modes_o        <= modes_q;
      inhibit_src_o  <= inhibit;
      stamp_o        <= stamp_enable_i;
      sync_mode_o    <= sync_mode;
      sync_max_o     <= sync_max;
      src_id_o       <= src_id_q;
    end else if (modes_step_i) begin
      modes_o        <= modes_next_q;
    end
  end

  assign active_o       = active_q;
  assign enable_o       = active_q & enable_q;
  assign tracing_o      = tracing_q;
  assign trig_enable_o  = trig_enable_q;
  assign stall_enable_o = stall_enable_q;

  // ---- reads ---------------------------------------------------------------------------------

  logic [31:0] control_value, features_value;

  always_comb begin
    control_value = 32'd0;
    control_value[rvt_reg_pkg::TeActiveAt] = active_q;
    control_value[rvt_reg_pkg::TeEnableAt] = enable_q;
    control_value[rvt_reg_pkg::TeInstTracingAt] = tracing_q;
    control_value[rvt_reg_pkg::TeEmptyAt] = idle_i;
    control_value[rvt_reg_pkg::TeInstModeAt+:rvt_reg_pkg::TeInstModeBits]
        = rvt_reg_pkg::TeInstModeReset;
    control_value[rvt_reg_pkg::TeInstTrigEnableAt] = trig_enable_q;
    control_value[rvt_reg_pkg::TeInstStallOrOverflowAt] = sticky_q;
    control_value[rvt_reg_pkg::TeInstStallEnaAt] = stall_enable_q;
    control_value[rvt_reg_pkg::TeInhibitSrcAt] = inhibit_q;
    control_value[rvt_reg_pkg::TeInstSyncModeAt+:rvt_reg_pkg::TeInstSyncModeBits] = sync_mode_q;
    control_value[rvt_reg_pkg::TeInstSyncMaxAt+:rvt_reg_pkg::TeInstSyncMaxBits] = sync_max_q;
  end

  always_comb begin
    features_value = 32'd0;
    features_value[First+:rvt_pkg::ModeBits] = modes_q;
    features_value[rvt_reg_pkg::TeSrcIDAt+:rvt_reg_pkg::TeSrcIDBits] = src_id_q;
    features_value[rvt_reg_pkg::TeSrcBitsAt+:rvt_reg_pkg::TeSrcBitsBits] = SrcBits;
  end

  always_comb begin
    unique case (paddr_i)
      rvt_reg_pkg::AddrTeControl:      prdata_o = control_value;
      rvt_reg_pkg::AddrTeImpl:         prdata_o = rvt_reg_pkg::TeImplReset;
      rvt_reg_pkg::AddrTeInstFeatures: prdata_o = features_value;
      default:                         prdata_o = 32'd0;
    endcase
  end

  // Fields that are read-only or hardwired to 0.
  logic unused_wdata;
  assign unused_wdata = ^pwdata_i;

endmodule

`default_nettype wire
