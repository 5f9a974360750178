// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Timestamp unit: trTsControl, trTsCounterLow and High, and the time that rows carry.
//
// Timing: a write takes effect in the cycle after its access phase; reads are combinational; time_o
// is the time of the row of this cycle. Mode External: time_i. Mode Internal Core, if it is built:
// a counter of time_width_p bits that runs with this clock while trTsCount is 1, and while the hart
// is halted only if trTsRunInDebug is 1; it counts once every 4^trTsPrescale cycles. trTsActive is
// a copy of trTeActive: while it is 0 the counter and every field are 0. A mode that is not built
// reads back as None. enable_o, which the caller samples, enables timestamps in packets.
//
// Spec: RISC-V Trace Control Interface, Timestamp Unit, registers 0x040, 0x048, 0x04C; ETR-CTL-013;
//       ENC-016, AMB-148.

`default_nettype none

module rvt_timestamp #(
  parameter int unsigned time_width_p      = 32,
  parameter int unsigned timestamp_bytes_p = 4,  // of a packet, 1..8
  parameter int unsigned ts_internal_p     = 0   // not 0: Internal Core is built as well
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // a register write in this cycle; the address selects the read data at any time
  input  logic                    write_i,
  input  logic [11:0]             paddr_i,
  input  logic [31:0]             pwdata_i,
  output logic [31:0]             prdata_o,
  input  logic                    active_i,   // trTeActive
  input  logic                    halted_i,
  input  logic [time_width_p-1:0] time_i,     // External
  output logic [time_width_p-1:0] time_o,
  output logic                    enable_o    // packets carry timestamps
);

  localparam logic HasInternal = ts_internal_p != 0;
  localparam logic [rvt_reg_pkg::TsWidthBits-1:0] Width = (timestamp_bytes_p < 8)
                                                        ? 6'(8 * timestamp_bytes_p) : 6'd63;

  // ---- trTsControl ------------------------------------------------------------------------------

  logic       to_control, write_control, enable_q, external_q, internal_q, count_q, in_debug_q;
  logic [rvt_reg_pkg::TsPrescaleBits-1:0] prescale, prescale_q;
  logic [rvt_reg_pkg::TsModeBits-1:0]     new_mode;

  assign prescale      = pwdata_i[rvt_reg_pkg::TsPrescaleAt+:rvt_reg_pkg::TsPrescaleBits];
  assign new_mode      = pwdata_i[rvt_reg_pkg::TsModeAt+:rvt_reg_pkg::TsModeBits];
  assign to_control    = paddr_i == rvt_reg_pkg::AddrTsControl;
  assign write_control = write_i & to_control;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {enable_q, external_q, internal_q, count_q, in_debug_q, prescale_q} <= '0;
    end else if (~active_i) begin
      {enable_q, external_q, internal_q, count_q, in_debug_q, prescale_q} <= '0;
    end else if (write_control) begin
      enable_q   <= pwdata_i[rvt_reg_pkg::TsEnableAt];
      external_q <= new_mode == rvt_pkg::TsExternal;
      internal_q <= (new_mode == rvt_pkg::TsInternalCore) & HasInternal;
      count_q    <= pwdata_i[rvt_reg_pkg::TsCountAt] & HasInternal;
      in_debug_q <= pwdata_i[rvt_reg_pkg::TsRunInDebugAt] & HasInternal;
      prescale_q <= prescale & {rvt_reg_pkg::TsPrescaleBits{HasInternal}};
    end
  end

  assign enable_o = enable_q & (external_q | internal_q);

  // ---- time -------------------------------------------------------------------------------------

  if (ts_internal_p == 0) begin : gen_external

    logic unused;

    assign time_o = time_i;
    assign unused = ^{halted_i, internal_q, count_q, in_debug_q, prescale_q};

  end else begin : gen_internal

    logic [time_width_p-1:0] counter_q;
    logic [5:0]              divider_q, last;
    logic                    runs, clear;

    // Cycles between two counts, less one: 0, 3, 15, 63.
    assign last  = 6'((7'd1 << {prescale_q, 1'b0}) - 7'd1);
    assign runs  = count_q & (in_debug_q | ~halted_i);
    assign clear = write_control & pwdata_i[rvt_reg_pkg::TsResetAt];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        counter_q <= '0;
        divider_q <= 6'd0;
      end else if (~active_i | clear) begin
        counter_q <= '0;
        divider_q <= 6'd0;
      end else if (runs) begin
        counter_q <= counter_q + time_width_p'((divider_q & last) == last);
        divider_q <= divider_q + 6'd1;
      end
    end

    assign time_o = internal_q ? counter_q : time_i;

  end

  // ---- reads ------------------------------------------------------------------------------------

  logic [rvt_reg_pkg::TsModeBits-1:0] mode;
  logic [63:0] now;

  assign mode = internal_q ? rvt_pkg::TsInternalCore : external_q ? rvt_pkg::TsExternal
                : rvt_reg_pkg::TsModeReset;
  assign now  = (internal_q | external_q) ? 64'(time_o) : 64'd0;

  always_comb begin
    prdata_o = 32'd0;
    unique case (paddr_i)
      rvt_reg_pkg::AddrTsControl: begin
        prdata_o[rvt_reg_pkg::TsActiveAt] = active_i;
        prdata_o[rvt_reg_pkg::TsCountAt] = count_q;
        prdata_o[rvt_reg_pkg::TsRunInDebugAt] = in_debug_q;
        prdata_o[rvt_reg_pkg::TsModeAt+:rvt_reg_pkg::TsModeBits] = mode;
        prdata_o[rvt_reg_pkg::TsPrescaleAt+:rvt_reg_pkg::TsPrescaleBits] = prescale_q;
        prdata_o[rvt_reg_pkg::TsEnableAt] = enable_q;
        prdata_o[rvt_reg_pkg::TsWidthAt+:rvt_reg_pkg::TsWidthBits] = Width;
      end
      rvt_reg_pkg::AddrTsCounterLow:  prdata_o = now[31:0];
      rvt_reg_pkg::AddrTsCounterHigh: prdata_o = now[63:32];
      default: ;
    endcase
  end

  // Fields that do not exist.
  logic unused_wdata;
  assign unused_wdata = ^pwdata_i;

endmodule

`default_nettype wire
