// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 6: the fields of one te_inst packet become its payload, first field at bit 0.
//
// Timing: one register in front (the fields), then combinational; one packet per cycle. ready_o
// depends on ready_i. Bits of the payload above bits_o are 0. The delta base lives here, because it
// follows the packets sent.
//
// Spec: E-Trace, Packets; ETR-FMT-001..008, -010..012, -020..030; ETR-CMP-006, -008, -009;
//       ETR-DISC widths.

`default_nettype none

module rvt_packetizer #(
  parameter int unsigned iaddress_width_p    = 64,
  parameter int unsigned iaddress_lsb_p      = 1,
  parameter int unsigned ecause_width_p      = 5,
  parameter int unsigned privilege_width_p   = 2,
  parameter int unsigned context_width_p     = 16,
  parameter int unsigned nocontext_p         = 1,
  parameter int unsigned time_width_p        = 32,
  parameter int unsigned notime_p            = 1,
  parameter int unsigned irdepth_width_p     = 0,
  parameter int unsigned cache_size_p        = 0,
  parameter int unsigned f0s_width_p         = 0,
  // bits of srcID remainder and type in front of the payload
  parameter int unsigned prefix_bits_p       = 0,
  localparam int unsigned depth_width_p = (irdepth_width_p > 0) ? irdepth_width_p : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  // options
  input  logic [rvt_pkg::ModeBits-1:0]    modes_i,
  input  logic                            data_enable_i,   // denable, beside ienable_i
  input  logic [3:0]                      data_options_i,  // doptions, from no address on
  // fields
  input  logic                            valid_i,
  output logic                            ready_o,
  input  logic [3:0]                      packet_i,
  input  logic [4:0]                      branches_i,
  input  logic [rvt_pkg::MapBits-1:0]     map_i,
  input  logic [31:0]                     branch_count_i,
  input  logic                            branch_failed_i,
  input  logic [iaddress_width_p-1:0]     address_i,
  input  logic                            notify_i,  // flags, not yet relative to the bit in front
  input  logic                            updiscon_i,
  input  logic                            irreport_i,
  input  logic [depth_width_p-1:0]        depth_i,      // sent if irreport_i
  input  logic                            branch_bit_i, // the branch field of F3/0 and F3/1
  input  logic [privilege_width_p-1:0]    priv_i,
  input  logic [time_width_p-1:0]         time_i,
  input  logic [context_width_p-1:0]      context_i,
  input  logic [ecause_width_p-1:0]       ecause_i,
  input  logic                            interrupt_i,
  input  logic                            thaddr_i,
  input  logic [iaddress_width_p-1:0]     tval_i,
  input  logic                            ienable_i,
  input  logic [1:0]                      qual_status_i,
  // payload
  output logic                            valid_o,
  input  logic                            ready_i,
  output logic [rvt_pkg::PayloadBits-1:0] payload_o,
  output logic [7:0]                      bits_o,
  output logic                            sync_o,       // F3/0 or F3/1
  output logic [time_width_p-1:0]         time_o        // of the row, for the encapsulation
);

  localparam int unsigned PB = rvt_pkg::PayloadBits;

  // Widths of the fields (ETR 0.2).
  localparam int unsigned AW  = iaddress_width_p - iaddress_lsb_p;
  localparam int unsigned TW  = (notime_p != 0) ? 0 : time_width_p;
  localparam int unsigned CW  = (nocontext_p != 0) ? 0 : context_width_p;
  localparam int unsigned IRW = irdepth_width_p;

  // Positions in F3/0, F3/1 and F3/2, and their lengths.
  localparam int unsigned PrivAt    = 5;
  localparam int unsigned TimeAt    = PrivAt + privilege_width_p;
  localparam int unsigned ContextAt = TimeAt + TW;
  localparam int unsigned StartAt   = ContextAt + CW;   // address of F3/0, ecause of F3/1
  localparam int unsigned IntAt     = StartAt + ecause_width_p;
  localparam int unsigned TrapAt    = IntAt + 2;        // address of F3/1
  localparam int unsigned TvalAt    = TrapAt + AW;
  localparam int unsigned TailBits  = AW + 3 + IRW;  // address, notify, updiscon, irreport, irdepth

  localparam logic [7:0] StartLength     = 8'(StartAt + AW);
  localparam logic [7:0] InterruptLength = 8'(TvalAt);
  localparam logic [7:0] ExceptionLength = 8'(TvalAt + iaddress_width_p);
  localparam logic [7:0] ContextLength   = 8'(StartAt - 1);
  localparam logic [7:0] SupportLength   = 8'd19;
  localparam logic [7:0] MapLength       = 8'd38;

  // Positions in F0s0.
  localparam int unsigned CountAt = 2 + f0s_width_p;
  localparam int unsigned FmtAt   = CountAt + 32;
  localparam int unsigned CountedAt = FmtAt + 2;        // address

  // Positions in F0s1.
  localparam int unsigned IndexAt    = 2 + f0s_width_p;
  localparam int unsigned BranchesAt = IndexAt + cache_size_p;
  localparam int unsigned IndexMapAt = BranchesAt + 5;

  if (TvalAt + iaddress_width_p + prefix_bits_p > PB) begin : gen_trap_too_long
    $error("F3/1 does not fit the 248 bits of an encapsulated payload (ETR-CMP-011)");
  end
  if (38 + TailBits + prefix_bits_p > PB) begin : gen_map_too_long
    $error("F1 does not fit the 248 bits of an encapsulated payload (ETR-CMP-011)");
  end
  if (f0s_width_p > 2) begin : gen_bad_f0s_width
    $error("f0s_width_p must be 0..2");
  end

  // ---- field register ------------------------------------------------------------------------

  logic                         valid_q, notify_q, updiscon_q, branch_bit_q, interrupt_q, thaddr_q,
                                ienable_q, branch_failed_q, irreport_q,
                                denable_q;
  logic [depth_width_p-1:0]     depth_q;
  logic [3:0]                   packet_q;
  logic [4:0]                   branches_q;
  logic [rvt_pkg::MapBits-1:0]  map_q;
  logic [31:0]                  branch_count_q;
  logic [iaddress_width_p-1:0]  address_q, tval_q, base_q;
  logic [privilege_width_p-1:0] priv_q;
  logic [time_width_p-1:0]      time_q;
  logic [context_width_p-1:0]   context_q;
  logic [ecause_width_p-1:0]    ecause_q;
  logic [1:0]                   qual_status_q;

  assign ready_o = ~valid_q | ready_i;
  assign valid_o = valid_q;
  assign time_o  = time_q;
  assign sync_o  = (packet_q == rvt_pkg::PacketStart) | (packet_q == rvt_pkg::PacketTrap);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (ready_o) begin
      valid_q <= valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o & valid_i) begin
      packet_q      <= packet_i;
      branches_q    <= branches_i;
      map_q         <= map_i;
      branch_count_q  <= branch_count_i;
      branch_failed_q <= branch_failed_i;
      address_q     <= address_i;
      notify_q      <= notify_i;
      updiscon_q    <= updiscon_i;
      irreport_q    <= irreport_i;
      depth_q       <= depth_i;
      branch_bit_q  <= branch_bit_i;
      priv_q        <= priv_i;
      time_q        <= time_i;
      context_q     <= context_i;
      ecause_q      <= ecause_i;
      interrupt_q   <= interrupt_i;
      thaddr_q      <= thaddr_i;
      tval_q        <= tval_i;
      ienable_q     <= ienable_i;
      denable_q     <= data_enable_i;
      qual_status_q <= qual_status_i;
    end
  end

  // ---- addresses -----------------------------------------------------------------------------

  logic [iaddress_width_p-1:0] delta;
  logic [AW-1:0]               absolute_field, address_field;
  logic                        full_address, sets_base;

  assign full_address   = modes_i[rvt_pkg::ModeFullAddress];
  assign delta          = full_address ? address_q : address_q - base_q;
  assign absolute_field = address_q[iaddress_width_p-1:iaddress_lsb_p];
  assign address_field  = delta[iaddress_width_p-1:iaddress_lsb_p];

  logic unused_delta;
  assign unused_delta = ^delta;  // bits below iaddress_lsb_p are not transmitted

  always_comb begin
    unique case (packet_q)
      rvt_pkg::PacketF1,
      rvt_pkg::PacketF2,
      rvt_pkg::PacketCount,
      rvt_pkg::PacketIndex,
      rvt_pkg::PacketStart: sets_base = 1'b1;
      rvt_pkg::PacketTrap:  sets_base = thaddr_q;
      default:              sets_base = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      base_q <= '0;
    end else if (valid_q & ready_i & sets_base) begin
      base_q <= address_q;
    end
  end

  // irdepth, or copies of the bit before irreport if there is nothing to tell (ETR-FMT-029).
  function automatic logic [PB-1:0] irdepth_field(
      input logic                     report,
      input logic [depth_width_p-1:0] depth,
      input logic                     fill);
    irdepth_field = (report ? PB'(depth) : {PB{fill}}) & ~({PB{1'b1}} << IRW);
  endfunction

  // ---- formats 1 and 2 -----------------------------------------------------------------------

  logic          notify_bit, updiscon_bit, irreport_bit;
  logic [PB-1:0] irdepth, tail, head_f1;
  logic [7:0]    head_f1_length, map_length;

  assign notify_bit   = address_field[AW-1] ^ notify_q;
  assign updiscon_bit = notify_bit ^ updiscon_q;
  assign irreport_bit = updiscon_bit ^ irreport_q;
  assign irdepth      = irdepth_field(irreport_q, depth_q, updiscon_bit);
  assign tail    = PB'({irreport_bit, updiscon_bit, notify_bit,
                        address_field}) | (irdepth << (AW + 3));

  always_comb begin
    if (branches_q > 5'd15) begin
      map_length = 8'd31;
    end else if (branches_q > 5'd7) begin
      map_length = 8'd15;
    end else if (branches_q > 5'd3) begin
      map_length = 8'd7;
    end else if (branches_q > 5'd1) begin
      map_length = 8'd3;
    end else if (branches_q != 5'd0) begin
      map_length = 8'd1;
    end else begin
      map_length = 8'd0;
    end
  end

  assign head_f1_length = 8'd7 + map_length;
  assign head_f1 = PB'({map_q, branches_q, rvt_pkg::FormatDiffDelta});

  // ---- format 0 ------------------------------------------------------------------------------

  logic [PB-1:0] head_count;
  logic [1:0]    branch_fmt;

  assign head_count = (PB'(branch_count_q) << CountAt) | PB'(rvt_pkg::FormatOptional);
  assign branch_fmt = branch_failed_q ? rvt_pkg::BranchAddrFail : rvt_pkg::BranchAddr;

  // The irreport of an index is relative to the last bit of the map field, or of an empty branches.
  logic [PB-1:0] head_index, index_tail, index_irdepth;
  logic [7:0]    index_length;
  logic          map_bit, index_irreport;

  assign index_length = 8'(IndexMapAt) + map_length;

  always_comb begin
    unique case (map_length)
      8'd31:   map_bit = map_q[30];
      8'd15:   map_bit = map_q[14];
      8'd7:    map_bit = map_q[6];
      8'd3:    map_bit = map_q[2];
      8'd1:    map_bit = map_q[0];
      default: map_bit = 1'b0;
    endcase
  end

  assign index_irreport = map_bit ^ irreport_q;
  assign index_irdepth  = irdepth_field(irreport_q, depth_q, map_bit);
  assign index_tail     = PB'(index_irreport) | (index_irdepth << 1);

  if (cache_size_p == 0) begin : gen_no_index
    assign head_index = '0;
  end else begin : gen_index
    logic [PB-1:0] subformat, index;
    assign subformat  = PB'(f0s_width_p != 0) << 2;
    assign index      = PB'(address_q[iaddress_lsb_p+:cache_size_p]);
    assign head_index = subformat | (index << IndexAt) | PB'(rvt_pkg::FormatOptional)
                      | (PB'({map_q, branches_q}) << BranchesAt);
  end

  // ---- format 3 ------------------------------------------------------------------------------

  logic [PB-1:0] sync_head, time_context, trap_fields, trap_tval, implicit_tval;
  logic          implicit;
  logic [7:0]    trap_length;

  assign sync_head    = PB'({priv_q, branch_bit_q});
  assign time_context = ((notime_p != 0) ? '0 : PB'(time_q) << TimeAt)
                      | ((nocontext_p != 0) ? '0 : PB'(context_q) << ContextAt);
  assign trap_fields  = (PB'({thaddr_q, interrupt_q, ecause_q}) << StartAt)
                      | (implicit ? implicit_tval : PB'(absolute_field) << TrapAt | trap_tval);

  // The address of a handler is left out in implicit exception mode.
  assign implicit      = modes_i[rvt_pkg::ModeImplicitException] & thaddr_q;
  assign trap_tval     = interrupt_q ? '0 : PB'(tval_q) << TvalAt;
  assign implicit_tval = interrupt_q ? '0 : PB'(tval_q) << TrapAt;
  assign trap_length   = interrupt_q ? InterruptLength : ExceptionLength;

  // ---- payload -------------------------------------------------------------------------------

  always_comb begin
    unique case (packet_q)
      rvt_pkg::PacketF1: begin
        payload_o = head_f1 | (tail << head_f1_length);
        bits_o    = head_f1_length + 8'(TailBits);
      end
      rvt_pkg::PacketF1na: begin
        payload_o = PB'({map_q, 5'd0, rvt_pkg::FormatDiffDelta});
        bits_o    = MapLength;
      end
      rvt_pkg::PacketF2: begin
        payload_o = (tail << 2) | PB'(rvt_pkg::FormatAddrOnly);
        bits_o    = 8'(TailBits + 2);
      end
      rvt_pkg::PacketCount: begin
        payload_o = head_count | (PB'(branch_fmt) << FmtAt) | (tail << CountedAt);
        bits_o    = 8'(CountedAt + TailBits);
      end
      rvt_pkg::PacketIndex: begin
        payload_o = head_index | (index_tail << index_length);
        bits_o    = index_length + 8'(1 + IRW);
      end
      rvt_pkg::PacketCountNa: begin
        payload_o = head_count | (PB'(rvt_pkg::BranchNoAddr) << FmtAt);
        bits_o    = 8'(CountedAt);
      end
      rvt_pkg::PacketStart: begin
        payload_o = (PB'(absolute_field) << StartAt) | time_context | (sync_head << 4)
                  | PB'({rvt_pkg::SubformatStart, rvt_pkg::FormatSync});
        bits_o    = StartLength;
      end
      rvt_pkg::PacketTrap: begin
        payload_o = trap_fields | time_context | (sync_head << 4)
                  | PB'({rvt_pkg::SubformatTrap, rvt_pkg::FormatSync});
        bits_o    = implicit ? trap_length - 8'(AW) : trap_length;
      end
      rvt_pkg::PacketContext: begin
        payload_o = (time_context >> 1) | (PB'(priv_q) << 4)
                  | PB'({rvt_pkg::SubformatContext, rvt_pkg::FormatSync});
        bits_o    = ContextLength;
      end
      default: begin
        // Nobody knows what was lost, so dloss is told wherever there is data trace. ioptions: this
        // layout does not tell sequentially inferable jumps.
        payload_o = PB'({data_options_i,
                         denable_q & (qual_status_q == rvt_pkg::QualTraceLost), denable_q,
                         modes_i[rvt_pkg::ModeBranchPrediction],
                         modes_i[rvt_pkg::ModeJumpTargetCache],
                         modes_i[rvt_pkg::ModeFullAddress],
                         modes_i[rvt_pkg::ModeImplicitException],
                         modes_i[rvt_pkg::ModeImplicitReturn],
                         qual_status_q, 1'b0, ienable_q,
                         rvt_pkg::SubformatSupport, rvt_pkg::FormatSync});
        bits_o    = SupportLength;
      end
    endcase
  end

endmodule

`default_nettype wire
