// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Codes of the packet formats, the fields of registers, the transports, and the internal streams.
// rvt_reg_pkg has the offsets of registers and the places of fields.
//
// Spec: E-Trace v2.0.4, chapters Interface (itype, ctype), Packets (formats, qual_status);
//       RISC-V Trace Control Interface v1.0 (register fields).

`default_nettype none

package rvt_pkg;

  // Largest te_inst payload that the encapsulation carries, in bits and bytes (ENC-006).
  localparam int unsigned PayloadBits  = 248;
  localparam int unsigned PayloadBytes = 31;

  // Width of the resynchronisation counter: the largest threshold is 2^(15 + 4) (ETR-RSY-001).
  localparam int unsigned CountBits = 20;

  // Branches that the branch map holds (ETR-FMT-022).
  localparam int unsigned MapBits = 31;

  // Tokens of the item stream: five events and two kinds of items.
  localparam logic [2:0] KindEnable  = 3'd0;
  localparam logic [2:0] KindEnd     = 3'd1;
  localparam logic [2:0] KindDisable = 3'd2;
  localparam logic [2:0] KindLost    = 3'd3;
  localparam logic [2:0] KindInst    = 3'd4;
  localparam logic [2:0] KindTrap    = 3'd5;
  localparam logic [2:0] KindModes   = 3'd6;  // the modes change
  localparam logic [2:0] KindDataLost = 3'd7; // LOST, and te_data was lost

  // itype (table Instruction Type encoding); three-bit codes are zero-extended.
  localparam logic [3:0] ItypeNone             = 4'd0;
  localparam logic [3:0] ItypeException        = 4'd1;
  localparam logic [3:0] ItypeInterrupt        = 4'd2;
  localparam logic [3:0] ItypeTrapReturn       = 4'd3;
  localparam logic [3:0] ItypeNotTaken         = 4'd4;
  localparam logic [3:0] ItypeTaken            = 4'd5;
  localparam logic [3:0] ItypeUninferable      = 4'd6;
  localparam logic [3:0] ItypeUninferableCall  = 4'd8;
  localparam logic [3:0] ItypeInferableCall    = 4'd9;
  localparam logic [3:0] ItypeUninferableJump  = 4'd10;
  localparam logic [3:0] ItypeInferableJump    = 4'd11;
  localparam logic [3:0] ItypeCoroutineSwap    = 4'd12;
  localparam logic [3:0] ItypeReturn           = 4'd13;
  localparam logic [3:0] ItypeUninferableOther = 4'd14;
  localparam logic [3:0] ItypeInferableOther   = 4'd15;

  // ctype (table Context type values).
  localparam logic [1:0] CtypeNone       = 2'd0;
  localparam logic [1:0] CtypeImprecise  = 2'd1;
  localparam logic [1:0] CtypePrecise    = 2'd2;
  localparam logic [1:0] CtypeDiscon     = 2'd3;

  // te_inst packets that this encoder sends.
  localparam logic [3:0] PacketF1      = 4'd0;  // format 1 with address
  localparam logic [3:0] PacketF1na    = 4'd1;  // format 1 without address
  localparam logic [3:0] PacketF2      = 4'd2;  // format 2
  localparam logic [3:0] PacketStart   = 4'd3;  // format 3, subformat 0
  localparam logic [3:0] PacketTrap    = 4'd4;  // format 3, subformat 1
  localparam logic [3:0] PacketContext = 4'd5;  // format 3, subformat 2
  localparam logic [3:0] PacketSupport = 4'd6;  // format 3, subformat 3
  localparam logic [3:0] PacketCount   = 4'd7;  // format 0, subformat 0 with address
  localparam logic [3:0] PacketCountNa = 4'd8;  // format 0, subformat 0 without address
  localparam logic [3:0] PacketIndex   = 4'd9;  // format 0, subformat 1, with or without a map

  // format field (ETR-FMT-001) and subformat of format 3.
  localparam logic [1:0] FormatOptional   = 2'b00;
  localparam logic [1:0] FormatDiffDelta  = 2'b01;
  localparam logic [1:0] FormatAddrOnly   = 2'b10;
  localparam logic [1:0] FormatSync       = 2'b11;
  localparam logic [1:0] SubformatStart   = 2'b00;
  localparam logic [1:0] SubformatTrap    = 2'b01;
  localparam logic [1:0] SubformatContext = 2'b10;
  localparam logic [1:0] SubformatSupport = 2'b11;

  // branch_fmt of format 0, subformat 0 (ETR-FMT-040, -041).
  localparam logic [1:0] BranchNoAddr   = 2'b00;
  localparam logic [1:0] BranchAddr     = 2'b10;
  localparam logic [1:0] BranchAddrFail = 2'b11;

  // qual_status (ETR-FMT-010).
  localparam logic [1:0] QualNoChange  = 2'b00;
  localparam logic [1:0] QualEndedRep  = 2'b01;
  localparam logic [1:0] QualTraceLost = 2'b10;
  localparam logic [1:0] QualEndedNtr  = 2'b11;

  // trTeInstSyncMode.
  localparam logic [1:0] SyncOff       = 2'd0;
  localparam logic [1:0] SyncPackets   = 2'd1;
  localparam logic [1:0] SyncCycles    = 2'd2;
  localparam logic [1:0] SyncHalfwords = 2'd3;

  // Modes, at their places in trTeInstFeatures.
  localparam int unsigned ModeBits              = 6;
  localparam int unsigned ModeFullAddress       = 0;  // trTeInstNoAddrDiff
  localparam int unsigned ModeImplicitException = 1;  // trTeInstNoTrapAddr
  localparam int unsigned ModeSequentialJump    = 2;  // trTeInstEnSequentialJump
  localparam int unsigned ModeImplicitReturn    = 3;  // trTeInstEnImplicitReturn
  localparam int unsigned ModeBranchPrediction  = 4;  // trTeInstEnBranchPrediction
  localparam int unsigned ModeJumpTargetCache   = 5;  // trTeInstEnJumpTargetCache

  // trTeDataAddrCompress.
  localparam logic [1:0] DataAddrXor  = 2'd1;
  localparam logic [1:0] DataAddrDiff = 2'd2;

  // dtype (table Data access type encoding) of loads, stores and what is neither CSR nor atomic.
  localparam logic [3:0] DtypeLoad      = 4'd0;
  localparam logic [3:0] DtypeStore     = 4'd1;
  localparam logic [3:0] DtypeScFailure = 4'd15;

  // format of te_data (ETR-DAT-001); bit 0 of loads and stores: not aligned.
  localparam logic [2:0] DataLoad         = 3'b000;
  localparam logic [2:0] DataStore        = 3'b010;
  localparam logic [2:0] DataLoadResponse = 3'b100;
  localparam logic [2:0] DataCsr          = 3'b101;
  localparam logic [2:0] DataAtomic       = 3'b110;

  // Coding of data: in full, as exclusive or, as a difference.
  localparam logic [1:0] CodingFull = 2'd0;
  localparam logic [1:0] CodingXor  = 2'd1;
  localparam logic [1:0] CodingDiff = 2'd2;

  // What is written to an STP transmitter (wr_kind), and log2 of the nibbles of data (wr_size).
  localparam logic [2:0] StpData = 3'd0;
  localparam logic [2:0] StpFlag = 3'd1;
  localparam logic [2:0] StpTrig = 3'd2;
  localparam logic [2:0] StpFreq = 3'd3;
  localparam logic [2:0] StpMerr = 3'd4;
  localparam logic [2:0] StpGerr = 3'd5;
  localparam logic [2:0] StpNull = 3'd6;
  localparam logic [2:0] StpD4   = 3'd0;
  localparam logic [2:0] StpD8   = 3'd1;
  localparam logic [2:0] StpD16  = 3'd2;
  localparam logic [2:0] StpD32  = 3'd3;
  localparam logic [2:0] StpD64  = 3'd4;

  // The packets of the STP sequencer: that of the write, and those it adds (STP-001, -002, -006,
  // -013).
  localparam logic [2:0] StpPacketWrite   = 3'd0;  // the packet of the write
  localparam logic [2:0] StpPacketAsync   = 3'd1;
  localparam logic [2:0] StpPacketVersion = 3'd2;
  localparam logic [2:0] StpPacketFreq    = 3'd3;
  localparam logic [2:0] StpPacketMaster  = 3'd4;
  localparam logic [2:0] StpPacketChannel = 3'd5;
  localparam logic [2:0] StpPacketPad     = 3'd6;  // NULL

  // Nibbles of the longest STP packet: F7, 16 of data, size of the timestamp, 16 of it.
  localparam int unsigned StpNibbles = 35;

  // SyS-T: types of messages (SYST-002), and subtypes of BUILD and CLOCK.
  localparam logic [3:0] SystBuild      = 4'd0;
  localparam logic [3:0] SystShort32    = 4'd1;
  localparam logic [3:0] SystRaw        = 4'd6;
  localparam logic [3:0] SystShort64    = 4'd7;
  localparam logic [3:0] SystClock      = 4'd8;
  localparam logic [5:0] SystCompact32  = 6'd0;
  localparam logic [5:0] SystCompact64  = 6'd1;
  localparam logic [5:0] SystClockSync  = 6'd1;  // CLOCK, TRANSPORT_SYNC

  // Header bits of the optional fields.
  localparam int unsigned SystLocation  = 8;
  localparam int unsigned SystLength    = 9;
  localparam int unsigned SystChecksum  = 10;
  localparam int unsigned SystTimestamp = 11;
  localparam int unsigned SystGuid      = 23;

  // trTsMode.
  localparam logic [2:0] TsExternal     = 3'd1;
  localparam logic [2:0] TsInternalCore = 3'd3;

  // trTeCompPInput, trTeCompSInput.
  localparam logic [1:0] CompIaddr   = 2'd0;
  localparam logic [1:0] CompContext = 2'd1;
  localparam logic [1:0] CompTval    = 2'd2;
  localparam logic [1:0] CompDaddr   = 2'd3;

  // trTeCompPFunction, trTeCompSFunction.
  localparam logic [2:0] CompEqual        = 3'd0;
  localparam logic [2:0] CompNotEqual     = 3'd1;
  localparam logic [2:0] CompLess         = 3'd2;
  localparam logic [2:0] CompLessEqual    = 3'd3;
  localparam logic [2:0] CompGreater      = 3'd4;
  localparam logic [2:0] CompGreaterEqual = 3'd5;
  localparam logic [2:0] CompSix          = 3'd6;  // primary: primes the latch; secondary: masks
  localparam logic [2:0] CompAlways       = 3'd7;

  // trTeCompMatchMode.
  localparam logic [1:0] CompModePrimary = 2'd0;
  localparam logic [1:0] CompModeBoth    = 2'd1;
  localparam logic [1:0] CompModeNotBoth = 2'd2;
  localparam logic [1:0] CompModeLatch   = 2'd3;

  // CRC-32C, reflected, of one more byte (SYST-008).
  function automatic logic [31:0] crc32c(input logic [31:0] crc, input logic [7:0] data);
    logic [31:0] state;
    state = crc ^ {24'd0, data};
    for (int unsigned step = 0; step < 8; step++) begin
      state = (state >> 1) ^ (state[0] ? 32'h82f6_3b78 : 32'd0);
    end
    crc32c = state;
  endfunction

  // An instruction whose successor cannot be determined from the program alone (ETR-ALG-003).
  function automatic logic is_updiscon(input logic [3:0] itype);
    unique case (itype)
      ItypeTrapReturn,
      ItypeUninferable,
      ItypeUninferableCall,
      ItypeUninferableJump,
      ItypeCoroutineSwap,
      ItypeReturn,
      ItypeUninferableOther: is_updiscon = 1'b1;
      default:               is_updiscon = 1'b0;
    endcase
  endfunction

  // A jump whose target can be inferred from it and the instruction before it, if the hart asserts
  // sijump at the ingress port.
  function automatic logic is_sequential(input logic [3:0] itype);
    unique case (itype)
      ItypeUninferable,
      ItypeUninferableCall,
      ItypeUninferableJump,
      ItypeCoroutineSwap,
      ItypeUninferableOther: is_sequential = 1'b1;
      default:               is_sequential = 1'b0;
    endcase
  endfunction

  // A call, and a return (table Instruction Type encoding).
  function automatic logic is_call(input logic [3:0] itype);
    is_call = (itype == ItypeUninferableCall) | (itype == ItypeInferableCall);
  endfunction

  function automatic logic is_return(input logic [3:0] itype);
    is_return = itype == ItypeReturn;
  endfunction

  // A conditional branch, taken or not (ETR-ALG-002).
  function automatic logic is_branch(input logic [3:0] itype);
    is_branch = (itype == ItypeNotTaken) | (itype == ItypeTaken);
  endfunction

  // Data access types that are CSRs, and atomics (ETR-DAT-015).
  function automatic logic is_csr(input logic [3:0] dtype);
    is_csr = (dtype[3:2] == 2'b01) & (dtype[1:0] != 2'b11);
  endfunction

  function automatic logic is_atomic(input logic [3:0] dtype);
    is_atomic = dtype[3] & (dtype != DtypeScFailure);
  endfunction

  // An itype that announces a trap after the block (ETR-ING-005).
  function automatic logic is_trap(input logic [3:0] itype);
    is_trap = (itype == ItypeException) | (itype == ItypeInterrupt);
  endfunction

endpackage

`default_nettype wire
