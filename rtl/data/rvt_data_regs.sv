// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Control register of data trace on APB: trTeDataControl.
//
// Timing: as rvt_apb_regs, which also gives the APB response for this register. trTeDataTracing and
// trTeDataTrigEnable take effect at once; trTeDataNoValue, trTeDataNoAddr and trTeDataAddrCompress
// are sampled when the encoder is enabled. NoValue and NoAddr together would leave nothing to send;
// NoValue wins. trTeDataAddrCompress holds 0 or the compression that is built. Only
// trTeInstStallEna requests stalls when there is no room; te_data is never dropped in favour of
// te_inst.
//
// Spec: RISC-V Trace Control Interface, register 0x010; ETR-CTL-011; ETR-DAT-014; AMB-179.

`default_nettype none

module rvt_data_regs #(
  parameter int unsigned dat_addr_compress_p = 0  // 0: differences, 1: exclusive or
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // APB, a write that is taken
  input  logic        write_i,
  input  logic [11:0] paddr_i,
  input  logic [31:0] pwdata_i,
  output logic [31:0] prdata_o,
  // status of the encoder
  input  logic        active_i,
  input  logic        enable_i,
  input  logic        tracing_we_i,        // a trigger changes trTeDataTracing
  input  logic        tracing_wdata_i,
  input  logic        stall_or_overflow_i, // the hart is stalled, or a row is dropped
  // control state at ingress in this cycle
  output logic        tracing_o,           // trTeDataTracing
  output logic        trig_enable_o,       // trTeDataTrigEnable
  // options
  output logic        no_data_o,
  output logic        no_address_o,
  output logic        full_address_o
);

  localparam logic [1:0] Compress = (dat_addr_compress_p != 0) ? rvt_pkg::DataAddrXor
                                                               : rvt_pkg::DataAddrDiff;

  logic tracing_q, trig_enable_q, sticky_q, no_data_q, no_address_q, compress_q;
  logic to_control, write_data, enabling, released, active, no_value, no_address;
  logic [rvt_reg_pkg::TeDataAddrCompressBits-1:0] compress;

  assign active     = pwdata_i[rvt_reg_pkg::TeActiveAt];
  assign to_control = write_i & (paddr_i == rvt_reg_pkg::AddrTeControl);
  assign enabling   = to_control & ~enable_i & active & pwdata_i[rvt_reg_pkg::TeEnableAt];
  assign released   = to_control & ~active;
  assign write_data = write_i & active_i & (paddr_i == rvt_reg_pkg::AddrTeDataControl);
  assign no_value   = pwdata_i[rvt_reg_pkg::TeDataNoValueAt];
  assign no_address = pwdata_i[rvt_reg_pkg::TeDataNoAddrAt] & ~no_value;
  assign compress   =
      pwdata_i[rvt_reg_pkg::TeDataAddrCompressAt+:rvt_reg_pkg::TeDataAddrCompressBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tracing_q     <= rvt_reg_pkg::TeDataTracingReset;
      trig_enable_q <= rvt_reg_pkg::TeDataTrigEnableReset;
      no_data_q     <= rvt_reg_pkg::TeDataNoValueReset;
      no_address_q  <= rvt_reg_pkg::TeDataNoAddrReset;
      compress_q    <= 1'b0;
    end else if (released) begin
      tracing_q     <= rvt_reg_pkg::TeDataTracingReset;
      trig_enable_q <= rvt_reg_pkg::TeDataTrigEnableReset;
      no_data_q     <= rvt_reg_pkg::TeDataNoValueReset;
      no_address_q  <= rvt_reg_pkg::TeDataNoAddrReset;
      compress_q    <= 1'b0;
    end else if (write_data) begin
      tracing_q     <= pwdata_i[rvt_reg_pkg::TeDataTracingAt];
      trig_enable_q <= pwdata_i[rvt_reg_pkg::TeDataTrigEnableAt];
      no_data_q     <= no_value;
      no_address_q  <= no_address;
      compress_q    <= compress == Compress;
    end else if (tracing_we_i) begin
      tracing_q     <= tracing_wdata_i;
    end
  end

  // trTeDataStallOrOverflow: set by hardware; cleared by writing 1, by enabling, and by trTeActive
  // 0. Enabling and trTeActive 0 win over a stall in the same cycle.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sticky_q <= rvt_reg_pkg::TeDataStallOrOverflowReset;
    end else if (released | enabling) begin
      sticky_q <= rvt_reg_pkg::TeDataStallOrOverflowReset;
    end else if (stall_or_overflow_i & tracing_q) begin
      sticky_q <= 1'b1;
    end else if (write_data & pwdata_i[rvt_reg_pkg::TeDataStallOrOverflowAt]) begin
      sticky_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      no_data_o      <= 1'b0;
      no_address_o   <= 1'b0;
      full_address_o <= 1'b0;
    end else if (enabling) begin
      no_data_o      <= no_data_q;
      no_address_o   <= no_address_q;
      full_address_o <= ~compress_q;
    end
  end

  assign tracing_o     = tracing_q;
  assign trig_enable_o = trig_enable_q;

  always_comb begin
    prdata_o = 32'd0;
    if (paddr_i == rvt_reg_pkg::AddrTeDataControl) begin
      prdata_o[rvt_reg_pkg::TeDataImplementedAt] = rvt_reg_pkg::TeDataImplementedReset;
      prdata_o[rvt_reg_pkg::TeDataTracingAt] = tracing_q;
      prdata_o[rvt_reg_pkg::TeDataTrigEnableAt] = trig_enable_q;
      prdata_o[rvt_reg_pkg::TeDataStallOrOverflowAt] = sticky_q;
      prdata_o[rvt_reg_pkg::TeDataNoValueAt] = no_data_q;
      prdata_o[rvt_reg_pkg::TeDataNoAddrAt] = no_address_q;
      prdata_o[rvt_reg_pkg::TeDataAddrCompressAt+:rvt_reg_pkg::TeDataAddrCompressBits]
          = compress_q ? Compress : rvt_reg_pkg::TeDataAddrCompressReset;
    end
  end

  // Fields that are read-only or hardwired to 0.
  logic unused_wdata;
  assign unused_wdata = ^pwdata_i;

endmodule

`default_nettype wire
