// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Stage 6: the fields of one te_inst packet become its payload, first field at bit 0.
//
// Timing: one register for the fields, then combinational; one packet per cycle. ready_o depends on
// ready_i. Bits above the payload are copies of its last bit. The base of address differences is
// kept here, because it follows the packets that are sent.
//
// Spec: E-Trace, Packets; ETR-FMT-001..008, -010..012, -020..030; ETR-CMP-006, -008, -009;
//       ETR-DISC widths.

`default_nettype none

module rvt_packetizer #(
  parameter int unsigned payload_bits_p      = rvt_pkg::PayloadBits,
  parameter int unsigned iaddress_width_p    = 64,
  parameter int unsigned iaddress_lsb_p      = 1,
  parameter int unsigned ecause_width_p      = 5,
  parameter int unsigned privilege_width_p   = 2,
  parameter int unsigned context_width_p     = 16,
  parameter int unsigned nocontext_p         = 1,
  parameter int unsigned time_width_p        = 32,
  parameter int unsigned notime_p            = 1,
  parameter int unsigned irdepth_width_p     = 0,
  parameter int unsigned bpred_size_p        = 0,
  parameter int unsigned cache_size_p        = 0,
  parameter int unsigned f0s_width_p         = 0,
  parameter int unsigned sijump_p            = 0,
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
  input  logic                            notify_i,  // flags, not yet relative to the preceding bit
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
  input  logic                            dloss_i,
  // payload
  output logic                            valid_o,
  input  logic                            ready_i,
  output logic [payload_bits_p-1:0]       payload_o,
  output logic                            sync_o,       // F3/0 or F3/1
  output logic                            dloss_o,      // F3/3 that reports lost te_data
  output logic [time_width_p-1:0]         time_o        // of the row, for the encapsulation
);

  localparam int unsigned PB = payload_bits_p;

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

  // Positions in F0s0.
  localparam int unsigned CountAt = 2 + f0s_width_p;
  localparam int unsigned FmtAt   = CountAt + 32;
  localparam int unsigned CountedAt = FmtAt + 2;        // address

  // Positions in F0s1.
  localparam int unsigned IndexAt    = 2 + f0s_width_p;
  localparam int unsigned BranchesAt = IndexAt + cache_size_p;
  localparam int unsigned IndexMapAt = BranchesAt + 5;

  // ioptions of F3/3: one bit for each optional mode that the encoder supports.
  localparam int unsigned OptionBits = (sijump_p != 0) ? 6 : 5;

  if (TvalAt + iaddress_width_p > PB || 38 + TailBits > PB
      || (bpred_size_p > 0 && CountedAt + TailBits > PB)
      || (cache_size_p > 0 && IndexMapAt + 32 + IRW > PB)) begin : gen_too_long
    $error("payload_bits_p is less than a packet can have");
  end

  // ---- field register ------------------------------------------------------------------------

  logic                         valid_q, notify_q, updiscon_q, branch_bit_q, interrupt_q, thaddr_q,
                                ienable_q, branch_failed_q, irreport_q,
                                denable_q, dloss_q;
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
  assign dloss_o = (packet_q == rvt_pkg::PacketSupport) & dloss_q;

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
      dloss_q       <= dloss_i;
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

  // irreport relative to the preceding bit; irdepth, or copies of that bit if there is no depth to
  // report (ETR-FMT-029).
  localparam int unsigned ReportBits = 1 + IRW;

  function automatic logic [ReportBits-1:0] report_fields(
      input logic                     report,
      input logic [depth_width_p-1:0] depth,
      input logic                     fill);
    report_fields = ReportBits'({report ? depth : {depth_width_p{fill}}, fill ^ report});
  endfunction

  // ---- formats 1 and 2 -----------------------------------------------------------------------

  logic          notify_bit, updiscon_bit;
  logic [PB-1:0] tail;  // address, notify, updiscon, irreport, irdepth

  assign notify_bit   = address_field[AW-1] ^ notify_q;
  assign updiscon_bit = notify_bit ^ updiscon_q;
  assign tail = PB'($signed({report_fields(irreport_q, depth_q, updiscon_bit),
                             updiscon_bit, notify_bit, address_field}));

  // Length of the map field: 31, 15, 7, 3 or 1.
  logic [4:0] map_length;

  assign map_length = {branches_q > 5'd15, branches_q[4:3] == 2'd1, branches_q[4:2] == 3'd1,
                       branches_q[4:1] == 4'd1, branches_q == 5'd1};

  // The fields that follow a map field of that length and the `at` bits before it.
  function automatic logic [PB-1:0] after_map(
      input logic [PB-1:0] fields,
      input logic [5:0]    at,
      input logic [4:0]    length);
    after_map = ({PB{length[4]}} & (fields << (at + 6'd31)))
               | ({PB{length[3]}} & (fields << (at + 6'd15)))
               | ({PB{length[2]}} & (fields << (at + 6'd7)))
               | ({PB{length[1]}} & (fields << (at + 6'd3)))
               | ({PB{length[0]}} & (fields << (at + 6'd1)));
  endfunction

  logic [PB-1:0] map_address;

  assign map_address = after_map(tail, 6'd7, map_length)
                     | PB'({map_q, branches_q, rvt_pkg::FormatDiffDelta});

  // ---- format 0 ------------------------------------------------------------------------------

  logic [PB-1:0] count_address, count_only, index_map;

  if (bpred_size_p == 0) begin : gen_no_count
    logic unused_count;
    assign count_address = '0;
    assign count_only    = '0;
    assign unused_count  = ^{branch_count_q, branch_failed_q};
  end else begin : gen_count
    logic [1:0] branch_fmt;

    assign branch_fmt    = branch_failed_q ? rvt_pkg::BranchAddrFail : rvt_pkg::BranchAddr;
    assign count_only    = (PB'(branch_count_q) << CountAt) | (PB'(rvt_pkg::BranchNoAddr) << FmtAt)
                         | PB'(rvt_pkg::FormatOptional);
    assign count_address = count_only | (PB'(branch_fmt) << FmtAt) | (tail << CountedAt);
  end

  if (cache_size_p == 0) begin : gen_no_index
    assign index_map = '0;
  end else begin : gen_index
    logic [PB-1:0] subformat, index, report, no_map;
    logic          map_bit;

    // The irreport is relative to the last bit of the map field, or of an empty branches.
    assign map_bit   = |(map_length & {map_q[30], map_q[14], map_q[6], map_q[2], map_q[0]});
    assign report    = PB'($signed(report_fields(irreport_q, depth_q, map_bit)));
    assign no_map    = {PB{branches_q == 5'd0}} & (report << IndexMapAt);
    assign subformat = PB'(f0s_width_p != 0) << 2;
    assign index     = PB'(address_q[iaddress_lsb_p+:cache_size_p]);
    assign index_map = subformat | (index << IndexAt) | PB'(rvt_pkg::FormatOptional)
                     | (PB'({map_q, branches_q}) << BranchesAt)
                     | after_map(report, 6'(IndexMapAt), map_length) | no_map;
  end

  // ---- format 3 ------------------------------------------------------------------------------

  logic [PB-1:0] sync_head, time_context, context_only, trap_fields, trap_address, trap_tval,
                 implicit_tval;
  logic          implicit;

  assign sync_head    = PB'({priv_q, branch_bit_q}) << 4;
  assign time_context = ((notime_p != 0) ? '0 : PB'(time_q) << TimeAt)
                      | ((nocontext_p != 0) ? '0 : PB'(context_q) << ContextAt);

  // The last field of F3/2 is context, or time, or privilege.
  if (nocontext_p == 0) begin : gen_last_context
    assign context_only = PB'($signed(context_q)) << (ContextAt - 1);
  end else if (notime_p == 0) begin : gen_last_time
    assign context_only = PB'($signed(time_q)) << (TimeAt - 1);
  end else begin : gen_last_privilege
    assign context_only = PB'($signed(priv_q)) << (PrivAt - 1);
  end

  // The address of a handler is left out in implicit exception mode; an interrupt has no tval.
  assign implicit      = modes_i[rvt_pkg::ModeImplicitException] & thaddr_q;
  assign trap_address  = interrupt_q ? PB'($signed(absolute_field)) : PB'(absolute_field);
  assign trap_tval     = interrupt_q ? '0 : PB'($signed(tval_q)) << TvalAt;
  assign implicit_tval = interrupt_q ? {PB{1'b1}} << TrapAt : PB'($signed(tval_q)) << TrapAt;
  assign trap_fields   = (PB'({thaddr_q, interrupt_q, ecause_q}) << StartAt)
                       | (implicit ? implicit_tval : trap_address << TrapAt | trap_tval);

  // Sequentially inferable jumps are the last of the modes, and left out if they are not supported.
  logic [OptionBits-1:0] ioptions;

  assign ioptions = OptionBits'({modes_i[rvt_pkg::ModeSequentialJump],
                                 modes_i[rvt_pkg::ModeBranchPrediction],
                                 modes_i[rvt_pkg::ModeJumpTargetCache],
                                 modes_i[rvt_pkg::ModeFullAddress],
                                 modes_i[rvt_pkg::ModeImplicitException],
                                 modes_i[rvt_pkg::ModeImplicitReturn]});

  // ---- payload -------------------------------------------------------------------------------

  always_comb begin
    unique case (packet_q)
      rvt_pkg::PacketF1: payload_o = map_address;
      rvt_pkg::PacketF1na: begin
        payload_o = PB'($signed({map_q, 5'd0, rvt_pkg::FormatDiffDelta}));
      end
      rvt_pkg::PacketF2:      payload_o = (tail << 2) | PB'(rvt_pkg::FormatAddrOnly);
      rvt_pkg::PacketCount:   payload_o = count_address;
      rvt_pkg::PacketIndex:   payload_o = index_map;
      rvt_pkg::PacketCountNa: payload_o = count_only;
      rvt_pkg::PacketStart: begin
        payload_o = (PB'($signed(absolute_field)) << StartAt) | time_context | sync_head
                  | PB'({rvt_pkg::SubformatStart, rvt_pkg::FormatSync});
      end
      rvt_pkg::PacketTrap: begin
        payload_o = trap_fields | time_context | sync_head
                  | PB'({rvt_pkg::SubformatTrap, rvt_pkg::FormatSync});
      end
      rvt_pkg::PacketContext: begin
        payload_o = context_only | (time_context >> 1) | (PB'(priv_q) << 4)
                  | PB'({rvt_pkg::SubformatContext, rvt_pkg::FormatSync});
      end
      default: begin
        payload_o = PB'($signed({data_options_i, dloss_q, denable_q,
                                 ioptions, qual_status_q, 1'b0, ienable_q,
                                 rvt_pkg::SubformatSupport, rvt_pkg::FormatSync}));
      end
    endcase
  end

`ifdef RVT_ASSERT
  // The length of the packet; only copies of its last bit follow.
  logic [7:0]    bits, map_bits, trap_bits;
  logic [PB-1:0] from_last;

  assign map_bits = map_length[4] ? 8'd31 : {3'd0, map_length[3:0], 1'b0} - 8'(map_length != 5'd0);
  assign trap_bits = 8'(TrapAt) + (implicit ? 8'd0 : 8'(AW))
                   + (interrupt_q ? 8'd0 : 8'(iaddress_width_p));

  always_comb begin
    unique case (packet_q)
      rvt_pkg::PacketF1:      bits = 8'(7 + TailBits) + map_bits;
      rvt_pkg::PacketF1na:    bits = 8'd38;
      rvt_pkg::PacketF2:      bits = 8'(2 + TailBits);
      rvt_pkg::PacketCount:   bits = 8'(CountedAt + TailBits);
      rvt_pkg::PacketCountNa: bits = 8'(CountedAt);
      rvt_pkg::PacketIndex:   bits = 8'(IndexMapAt + ReportBits) + map_bits;
      rvt_pkg::PacketStart:   bits = 8'(StartAt + AW);
      rvt_pkg::PacketTrap:    bits = trap_bits;
      rvt_pkg::PacketContext: bits = 8'(StartAt - 1);
      default:                bits = 8'(14 + OptionBits);
    endcase
  end

  assign from_last = {PB{1'b1}} << (bits - 8'd1);

  always @(posedge clk_i) begin
    if (rst_ni & valid_q) begin
      SignAbove: assert (((payload_o & from_last) == '0) | ((payload_o & from_last) == from_last));
    end
  end
`endif

endmodule

`default_nettype wire
