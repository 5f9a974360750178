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

  // ---- access decode -------------------------------------------------------------------------

  logic access, to_control, to_features, write_control, write_features, enabling, held;
  logic modes_event_q, modes_change_q;

  assign access         = psel_i & penable_i;
  assign enabling       = ~enable_o & pwdata_i[0] & pwdata_i[1];
  assign to_control     = access & pwrite_i & (paddr_i == rvt_pkg::AddrControl);
  assign to_features    = access & pwrite_i & (paddr_i == rvt_pkg::AddrFeatures);
  assign held           = (to_control & enabling & ~idle_i) | (to_features & modes_change_q);
  assign write_control  = to_control & ~held;
  assign write_features = to_features & ~held & active_q;
  assign pready_o       = ~held;
  assign pslverr_o      = 1'b0;

  // ---- trTeControl ---------------------------------------------------------------------------
  // While trTeActive is 0 every field has its reset value.

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q       <= 1'b0;
      enable_q       <= 1'b0;
      tracing_q      <= 1'b0;
      trig_enable_q  <= 1'b0;
      stall_enable_q <= 1'b0;
      inhibit_q      <= 1'b0;
      sync_mode_q    <= rvt_pkg::SyncOff;
      sync_max_q     <= 4'd0;
    end else if (write_control) begin
      active_q       <= pwdata_i[0];
      enable_q       <= pwdata_i[0] & pwdata_i[1];
      tracing_q      <= pwdata_i[0] & pwdata_i[2];
      trig_enable_q  <= pwdata_i[0] & pwdata_i[11];
      stall_enable_q <= pwdata_i[0] & pwdata_i[13];
      inhibit_q      <= pwdata_i[0] & pwdata_i[15];
      sync_mode_q    <= pwdata_i[0] ? pwdata_i[17:16] : rvt_pkg::SyncOff;
      sync_max_q     <= pwdata_i[0] ? pwdata_i[23:20] : 4'd0;
    end else if (tracing_we_i) begin
      tracing_q      <= tracing_wdata_i;
    end
  end

  // trTeInstStallOrOverflow: set by hardware; cleared by writing 1, by enabling, and by trTeActive
  // 0. Enabling and trTeActive 0 win over a stall in the same cycle.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sticky_q <= 1'b0;
    end else if (write_control & (enabling | ~pwdata_i[0])) begin
      sticky_q <= 1'b0;
    end else if (stall_or_overflow_i) begin
      sticky_q <= 1'b1;
    end else if (write_control & pwdata_i[12]) begin
      sticky_q <= 1'b0;
    end
  end

  // ---- trTeInstFeatures ----------------------------------------------------------------------

  logic [rvt_pkg::ModeBits-1:0] modes_new;

  assign modes_new = pwdata_i[rvt_pkg::ModeBits-1:0] & modes_p;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      modes_q  <= '0;
      src_id_q <= 12'd0;
    end else if (write_control & ~pwdata_i[0]) begin
      modes_q  <= '0;
      src_id_q <= 12'd0;
    end else if (write_features) begin
      modes_q  <= modes_new;
      src_id_q <= pwdata_i[27:16] & SrcMask;
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
      inhibit_src_o  <= pwdata_i[15];
      stamp_o        <= stamp_enable_i;
      sync_mode_o    <= pwdata_i[17:16];
      sync_max_o     <= pwdata_i[23:20];
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

  assign control_value = {8'd0, sync_max_q, 2'd0, sync_mode_q,
                          inhibit_q, 1'b0, stall_enable_q, sticky_q,
                          trig_enable_q, 4'd0, rvt_pkg::InstMode,
                          idle_i, tracing_q, enable_q, active_q};
  assign features_value = {SrcBits, src_id_q, 10'd0, modes_q};

  always_comb begin
    unique case (paddr_i)
      rvt_pkg::AddrControl:  prdata_o = control_value;
      rvt_pkg::AddrImpl:     prdata_o = rvt_pkg::ImplValue;
      rvt_pkg::AddrFeatures: prdata_o = features_value;
      default:               prdata_o = 32'd0;
    endcase
  end

  // Fields that are read-only or hardwired to 0.
  logic unused_wdata;
  assign unused_wdata = ^{pwdata_i[31:28], pwdata_i[14], pwdata_i[10:3], pwdata_i[19:18]};

endmodule

`default_nettype wire
