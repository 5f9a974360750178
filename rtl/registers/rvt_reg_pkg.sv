// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The registers: offsets (Addr; within a unit from its base), places of fields (At, Bits) and reset
// values (Reset) of fields that the encoder has.
//
// Made of rtl/registers/rvt_encoder.rdl by `make registers-update`: do not edit.
// Spec: RISC-V Trace Control Interface v1.0; ETR-CTL-001..017.

`default_nettype none

package rvt_reg_pkg;

  // trTeFilter<i>: the first, and the distance of the next
  localparam logic [11:0] AddrTeFilter = 12'h400;
  localparam logic [11:0] AddrTeFilterNext = 12'h020;

  // trTeComp<i>: the first, and the distance of the next
  localparam logic [11:0] AddrTeComp = 12'h600;
  localparam logic [11:0] AddrTeCompNext = 12'h020;

  // trTeControl: trace encoder control
  localparam logic [11:0] AddrTeControl = 12'h000;
  localparam logic [31:0] TeControlReset = 32'h00000068;
  localparam int unsigned TeActiveAt = 0;
  localparam logic TeActiveReset = 1'd0;
  localparam int unsigned TeEnableAt = 1;
  localparam logic TeEnableReset = 1'd0;
  localparam int unsigned TeInstTracingAt = 2;
  localparam logic TeInstTracingReset = 1'd0;
  localparam int unsigned TeEmptyAt = 3;
  localparam logic TeEmptyReset = 1'd1;
  localparam int unsigned TeInstModeAt = 4;
  localparam int unsigned TeInstModeBits = 3;
  localparam logic [2:0] TeInstModeReset = 3'd6;
  localparam int unsigned TeInstTrigEnableAt = 11;
  localparam logic TeInstTrigEnableReset = 1'd0;
  localparam int unsigned TeInstStallOrOverflowAt = 12;
  localparam logic TeInstStallOrOverflowReset = 1'd0;
  localparam int unsigned TeInstStallEnaAt = 13;
  localparam logic TeInstStallEnaReset = 1'd0;
  localparam int unsigned TeInhibitSrcAt = 15;
  localparam logic TeInhibitSrcReset = 1'd0;
  localparam int unsigned TeInstSyncModeAt = 16;
  localparam int unsigned TeInstSyncModeBits = 2;
  localparam logic [1:0] TeInstSyncModeReset = 2'd0;
  localparam int unsigned TeInstSyncMaxAt = 20;
  localparam int unsigned TeInstSyncMaxBits = 4;
  localparam logic [3:0] TeInstSyncMaxReset = 4'd0;

  // trTeImpl: implementation
  localparam logic [11:0] AddrTeImpl = 12'h004;
  localparam logic [31:0] TeImplReset = 32'h00000101;
  localparam int unsigned TeVerMajorAt = 0;
  localparam int unsigned TeVerMajorBits = 4;
  localparam logic [3:0] TeVerMajorReset = 4'd1;
  localparam int unsigned TeCompTypeAt = 8;
  localparam int unsigned TeCompTypeBits = 4;
  localparam logic [3:0] TeCompTypeReset = 4'd1;

  // trTeInstFeatures: features of instruction trace
  localparam logic [11:0] AddrTeInstFeatures = 12'h008;
  localparam int unsigned TeInstNoAddrDiffAt = 0;
  localparam logic TeInstNoAddrDiffReset = 1'd0;
  localparam int unsigned TeInstNoTrapAddrAt = 1;
  localparam logic TeInstNoTrapAddrReset = 1'd0;
  localparam int unsigned TeInstEnSequentialJumpAt = 2;
  localparam logic TeInstEnSequentialJumpReset = 1'd0;
  localparam int unsigned TeInstEnImplicitReturnAt = 3;
  localparam logic TeInstEnImplicitReturnReset = 1'd0;
  localparam int unsigned TeInstEnBranchPredictionAt = 4;
  localparam logic TeInstEnBranchPredictionReset = 1'd0;
  localparam int unsigned TeInstEnJumpTargetCacheAt = 5;
  localparam logic TeInstEnJumpTargetCacheReset = 1'd0;
  localparam int unsigned TeSrcIDAt = 16;
  localparam int unsigned TeSrcIDBits = 12;
  localparam logic [11:0] TeSrcIDReset = 12'd0;
  localparam int unsigned TeSrcBitsAt = 28;
  localparam int unsigned TeSrcBitsBits = 4;

  // trTeInstFilters: filters of instruction trace
  localparam logic [11:0] AddrTeInstFilters = 12'h00c;
  localparam int unsigned TeInstFiltersAt = 0;
  localparam int unsigned TeInstFiltersBits = 16;
  localparam logic [15:0] TeInstFiltersReset = 16'd0;

  // trTeDataControl: data trace control
  localparam logic [11:0] AddrTeDataControl = 12'h010;
  localparam logic [31:0] TeDataControlReset = 32'h00000001;
  localparam int unsigned TeDataImplementedAt = 0;
  localparam logic TeDataImplementedReset = 1'd1;
  localparam int unsigned TeDataTracingAt = 1;
  localparam logic TeDataTracingReset = 1'd0;
  localparam int unsigned TeDataTrigEnableAt = 2;
  localparam logic TeDataTrigEnableReset = 1'd0;
  localparam int unsigned TeDataStallOrOverflowAt = 3;
  localparam logic TeDataStallOrOverflowReset = 1'd0;
  localparam int unsigned TeDataNoValueAt = 16;
  localparam logic TeDataNoValueReset = 1'd0;
  localparam int unsigned TeDataNoAddrAt = 17;
  localparam logic TeDataNoAddrReset = 1'd0;
  localparam int unsigned TeDataAddrCompressAt = 18;
  localparam int unsigned TeDataAddrCompressBits = 2;
  localparam logic [1:0] TeDataAddrCompressReset = 2'd0;

  // trTeDataFilters: filters of data trace
  localparam logic [11:0] AddrTeDataFilters = 12'h01c;
  localparam int unsigned TeDataFiltersAt = 0;
  localparam int unsigned TeDataFiltersBits = 16;
  localparam logic [15:0] TeDataFiltersReset = 16'd0;

  // trTsControl: timestamp control
  localparam logic [11:0] AddrTsControl = 12'h040;
  localparam int unsigned TsActiveAt = 0;
  localparam logic TsActiveReset = 1'd0;
  localparam int unsigned TsCountAt = 1;
  localparam logic TsCountReset = 1'd0;
  localparam int unsigned TsResetAt = 2;
  localparam logic TsResetReset = 1'd0;
  localparam int unsigned TsRunInDebugAt = 3;
  localparam logic TsRunInDebugReset = 1'd0;
  localparam int unsigned TsModeAt = 4;
  localparam int unsigned TsModeBits = 3;
  localparam logic [2:0] TsModeReset = 3'd0;
  localparam int unsigned TsPrescaleAt = 8;
  localparam int unsigned TsPrescaleBits = 2;
  localparam logic [1:0] TsPrescaleReset = 2'd0;
  localparam int unsigned TsEnableAt = 15;
  localparam logic TsEnableReset = 1'd0;
  localparam int unsigned TsWidthAt = 24;
  localparam int unsigned TsWidthBits = 6;

  // trTsCounterLow: timestamp counter, bits 31:0
  localparam logic [11:0] AddrTsCounterLow = 12'h048;
  localparam int unsigned TsCounterLowAt = 0;
  localparam int unsigned TsCounterLowBits = 32;
  localparam logic [31:0] TsCounterLowReset = 32'd0;

  // trTsCounterHigh: timestamp counter, upper bits
  localparam logic [11:0] AddrTsCounterHigh = 12'h04c;
  localparam int unsigned TsCounterHighAt = 0;
  localparam int unsigned TsCounterHighBits = 32;
  localparam logic [31:0] TsCounterHighReset = 32'd0;

  // trTeTrigDbgControl: debug triggers
  localparam logic [11:0] AddrTeTrigDbgControl = 12'h050;

  // trTeTrigExtInControl: external trigger inputs
  localparam logic [11:0] AddrTeTrigExtInControl = 12'h054;

  // trTeTrigExtOutControl: external trigger outputs
  localparam logic [11:0] AddrTeTrigExtOutControl = 12'h058;

  // trTeFilter<i>Control: filter control
  localparam logic [4:0] AddrTeFilterControl = 5'h00;
  localparam int unsigned TeFilterEnableAt = 0;
  localparam logic TeFilterEnableReset = 1'd0;
  localparam int unsigned TeFilterMatchPrivilegeAt = 1;
  localparam logic TeFilterMatchPrivilegeReset = 1'd0;
  localparam int unsigned TeFilterMatchEcauseAt = 2;
  localparam logic TeFilterMatchEcauseReset = 1'd0;
  localparam int unsigned TeFilterMatchInterruptAt = 3;
  localparam logic TeFilterMatchInterruptReset = 1'd0;
  localparam int unsigned TeFilterMatchComp1At = 4;
  localparam logic TeFilterMatchComp1Reset = 1'd0;
  localparam int unsigned TeFilterComp1At = 5;
  localparam int unsigned TeFilterComp1Bits = 3;
  localparam logic [2:0] TeFilterComp1Reset = 3'd0;
  localparam int unsigned TeFilterMatchComp2At = 8;
  localparam logic TeFilterMatchComp2Reset = 1'd0;
  localparam int unsigned TeFilterComp2At = 9;
  localparam int unsigned TeFilterComp2Bits = 3;
  localparam logic [2:0] TeFilterComp2Reset = 3'd0;
  localparam int unsigned TeFilterMatchComp3At = 12;
  localparam logic TeFilterMatchComp3Reset = 1'd0;
  localparam int unsigned TeFilterComp3At = 13;
  localparam int unsigned TeFilterComp3Bits = 3;
  localparam logic [2:0] TeFilterComp3Reset = 3'd0;
  localparam int unsigned TeFilterMatchImpdefAt = 16;
  localparam logic TeFilterMatchImpdefReset = 1'd0;
  localparam int unsigned TeFilterMatchDtypeAt = 24;
  localparam logic TeFilterMatchDtypeReset = 1'd0;
  localparam int unsigned TeFilterMatchDsizeAt = 25;
  localparam logic TeFilterMatchDsizeReset = 1'd0;

  // trTeFilter<i>MatchInst: instruction match
  localparam logic [4:0] AddrTeFilterMatchInst = 5'h04;
  localparam int unsigned TeFilterMatchChoicePrivilegeAt = 0;
  localparam int unsigned TeFilterMatchChoicePrivilegeBits = 8;
  localparam logic [7:0] TeFilterMatchChoicePrivilegeReset = 8'd0;
  localparam int unsigned TeFilterMatchValueInterruptAt = 8;
  localparam logic TeFilterMatchValueInterruptReset = 1'd0;

  // trTeFilter<i>MatchEcauseLow: ecause match, bits 31:0
  localparam logic [4:0] AddrTeFilterMatchEcauseLow = 5'h08;
  localparam int unsigned TeFilterMatchChoiceEcauseLowAt = 0;
  localparam int unsigned TeFilterMatchChoiceEcauseLowBits = 32;
  localparam logic [31:0] TeFilterMatchChoiceEcauseLowReset = 32'd0;

  // trTeFilter<i>MatchEcauseHigh: ecause match, bits 63:32
  localparam logic [4:0] AddrTeFilterMatchEcauseHigh = 5'h0c;
  localparam int unsigned TeFilterMatchChoiceEcauseHighAt = 0;
  localparam int unsigned TeFilterMatchChoiceEcauseHighBits = 32;
  localparam logic [31:0] TeFilterMatchChoiceEcauseHighReset = 32'd0;

  // trTeFilter<i>MatchValueImpdef: impdef value
  localparam logic [4:0] AddrTeFilterMatchValueImpdef = 5'h10;
  localparam int unsigned TeFilterMatchValueImpdefAt = 0;
  localparam int unsigned TeFilterMatchValueImpdefBits = 32;
  localparam logic [31:0] TeFilterMatchValueImpdefReset = 32'd0;

  // trTeFilter<i>MatchMaskImpdef: impdef mask
  localparam logic [4:0] AddrTeFilterMatchMaskImpdef = 5'h14;
  localparam int unsigned TeFilterMatchMaskImpdefAt = 0;
  localparam int unsigned TeFilterMatchMaskImpdefBits = 32;
  localparam logic [31:0] TeFilterMatchMaskImpdefReset = 32'd0;

  // trTeFilter<i>MatchData: data match
  localparam logic [4:0] AddrTeFilterMatchData = 5'h18;
  localparam int unsigned TeFilterMatchChoiceDtypeAt = 0;
  localparam int unsigned TeFilterMatchChoiceDtypeBits = 16;
  localparam logic [15:0] TeFilterMatchChoiceDtypeReset = 16'd0;
  localparam int unsigned TeFilterMatchChoiceDsizeAt = 16;
  localparam int unsigned TeFilterMatchChoiceDsizeBits = 8;
  localparam logic [7:0] TeFilterMatchChoiceDsizeReset = 8'd0;

  // trTeComp<i>Control: comparator control
  localparam logic [4:0] AddrTeCompControl = 5'h00;
  localparam int unsigned TeCompPInputAt = 0;
  localparam int unsigned TeCompPInputBits = 2;
  localparam logic [1:0] TeCompPInputReset = 2'd0;
  localparam int unsigned TeCompSInputAt = 2;
  localparam int unsigned TeCompSInputBits = 2;
  localparam logic [1:0] TeCompSInputReset = 2'd0;
  localparam int unsigned TeCompPFunctionAt = 4;
  localparam int unsigned TeCompPFunctionBits = 3;
  localparam logic [2:0] TeCompPFunctionReset = 3'd0;
  localparam int unsigned TeCompSFunctionAt = 8;
  localparam int unsigned TeCompSFunctionBits = 3;
  localparam logic [2:0] TeCompSFunctionReset = 3'd0;
  localparam int unsigned TeCompMatchModeAt = 12;
  localparam int unsigned TeCompMatchModeBits = 2;
  localparam logic [1:0] TeCompMatchModeReset = 2'd0;
  localparam int unsigned TeCompPNotifyAt = 14;
  localparam logic TeCompPNotifyReset = 1'd0;
  localparam int unsigned TeCompSNotifyAt = 15;
  localparam logic TeCompSNotifyReset = 1'd0;

  // trTeComp<i>PMatchLow: primary match, bits 31:0
  localparam logic [4:0] AddrTeCompPMatchLow = 5'h10;
  localparam int unsigned TeCompPMatchLowAt = 0;
  localparam int unsigned TeCompPMatchLowBits = 32;
  localparam logic [31:0] TeCompPMatchLowReset = 32'd0;

  // trTeComp<i>PMatchHigh: primary match, bits 63:32
  localparam logic [4:0] AddrTeCompPMatchHigh = 5'h14;
  localparam int unsigned TeCompPMatchHighAt = 0;
  localparam int unsigned TeCompPMatchHighBits = 32;
  localparam logic [31:0] TeCompPMatchHighReset = 32'd0;

  // trTeComp<i>SMatchLow: secondary match, bits 31:0
  localparam logic [4:0] AddrTeCompSMatchLow = 5'h18;
  localparam int unsigned TeCompSMatchLowAt = 0;
  localparam int unsigned TeCompSMatchLowBits = 32;
  localparam logic [31:0] TeCompSMatchLowReset = 32'd0;

  // trTeComp<i>SMatchHigh: secondary match, bits 63:32
  localparam logic [4:0] AddrTeCompSMatchHigh = 5'h1c;
  localparam int unsigned TeCompSMatchHighAt = 0;
  localparam int unsigned TeCompSMatchHighBits = 32;
  localparam logic [31:0] TeCompSMatchHighReset = 32'd0;

endpackage

`default_nettype wire
