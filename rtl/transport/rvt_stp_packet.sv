// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// One STP packet as a string of nibbles, the first in the lowest place.
//
// Timing: combinational. Opcode, payload, timestamp; payload and timestamp have their most
// significant nibble first. Nibbles after the packet are zero.
//
// Spec: STP-001 (ASYNC), -002 and -003 (opcodes), -004 (timestamp), -009, -013 (FREQ_40).

`default_nettype none

module rvt_stp_packet (
  input  logic [2:0]                         packet_i,     // rvt_pkg::StpPacket*
  input  logic [2:0]                         kind_i,       // of the packet of a write
  input  logic [2:0]                         size_i,
  input  logic                               marker_i,
  input  logic                               stamp_i,
  input  logic                               wide_i,       // M16, C16, FREQ_40
  input  logic [63:0]                        value_i,      // payload
  input  logic [63:0]                        time_i,
  input  logic [4:0]                         digits_i,     // nibbles of the timestamp, 0..16
  output logic                               has_stamp_o,  // with a timestamp
  output logic [4*rvt_pkg::StpNibbles-1:0]   nibbles_o,
  output logic [5:0]                         count_o
);

  localparam int unsigned Bits      = 4 * rvt_pkg::StpNibbles;
  localparam logic [3:0]  Version   = 4'd3;  // NAT
  localparam logic [5:0]  AsyncSize = 6'd22;

  // The last of `digits` nibbles, most significant one in the lowest place.
  function automatic logic [63:0] in_time(input logic [63:0] value, input logic [4:0] digits);
    logic [63:0] turned;
    for (int unsigned place = 0; place < 16; place++) begin
      turned[4*place+:4] = value[60-4*place+:4];
    end
    in_time = turned >> (7'd64 - {digits, 2'b00});
  endfunction

  // ---- opcode and size of the payload ----------------------------------------------------------

  logic [15:0] opcode;  // first nibble in bits 3:0
  logic [2:0]  opcode_size;
  logic [4:0]  payload_size;

  logic        stamped;

  assign stamped = stamp_i & (packet_i == rvt_pkg::StpPacketWrite)
                   & (kind_i != rvt_pkg::StpMerr) & (kind_i != rvt_pkg::StpGerr);

  // Data: D8 to D64 have the opcodes 4 to 7, with marker and timestamp 8 to B, F4 to F7 with a
  // timestamp and F8 to FB with a marker; those of D4 are separate.
  logic [15:0] data_opcode;
  logic [2:0]  data_opcode_size;

  always_comb begin
    data_opcode      = '0;
    data_opcode_size = (marker_i == stamp_i) ? 3'd1 : 3'd2;
    if (size_i == rvt_pkg::StpD4) begin
      unique case ({marker_i, stamp_i})
        2'b00:   data_opcode = 16'h000c;
        2'b01:   data_opcode = 16'h00cf;
        2'b10:   data_opcode = 16'h00df;
        default: data_opcode = 16'h000d;
      endcase
    end else begin
      unique case ({marker_i, stamp_i})
        2'b00:   data_opcode = 16'h0003 + 16'(size_i);
        2'b01:   data_opcode = 16'h003f + {9'd0, size_i, 4'd0};
        2'b10:   data_opcode = 16'h007f + {9'd0, size_i, 4'd0};
        default: data_opcode = 16'h0007 + 16'(size_i);
      endcase
    end
  end

  // The packet of a write.
  logic [15:0] write_opcode;
  logic [2:0]  write_opcode_size;
  logic [4:0]  write_payload_size;

  always_comb begin
    write_opcode       = '0;
    write_opcode_size  = 3'd1;
    write_payload_size = 5'd0;
    unique case (kind_i)
      rvt_pkg::StpData: begin
        write_opcode       = data_opcode;
        write_opcode_size  = data_opcode_size;
        write_payload_size = 5'd1 << size_i;
      end
      rvt_pkg::StpFlag: begin
        write_opcode      = stamp_i ? 16'h000e : 16'h00ef;
        write_opcode_size = stamp_i ? 3'd1 : 3'd2;
      end
      rvt_pkg::StpTrig: begin
        write_opcode       = stamp_i ? 16'h070f : 16'h060f;
        write_opcode_size  = 3'd3;
        write_payload_size = 5'd2;
      end
      rvt_pkg::StpFreq: begin
        write_opcode       = wide_i ? (stamp_i ? 16'h1f0f : 16'h0f0f)
                                    : (stamp_i ? 16'h090f : 16'h080f);
        write_opcode_size  = wide_i ? 3'd4 : 3'd3;
        write_payload_size = wide_i ? 5'd10 : 5'd8;
      end
      rvt_pkg::StpMerr: begin
        write_opcode       = 16'h0002;
        write_payload_size = 5'd2;
      end
      rvt_pkg::StpGerr: begin
        write_opcode       = 16'h002f;
        write_opcode_size  = 3'd2;
        write_payload_size = 5'd2;
      end
      default: begin
        write_opcode      = stamp_i ? 16'h010f : 16'h0000;
        write_opcode_size = stamp_i ? 3'd3 : 3'd1;
      end
    endcase
  end

  always_comb begin
    opcode       = '0;
    opcode_size  = 3'd1;
    payload_size = 5'd0;
    unique case (packet_i)
      rvt_pkg::StpPacketWrite: begin
        opcode       = write_opcode;
        opcode_size  = write_opcode_size;
        payload_size = write_payload_size;
      end
      rvt_pkg::StpPacketVersion: begin
        opcode      = {Version, 12'h00f};
        opcode_size = 3'd4;
      end
      rvt_pkg::StpPacketFreq: begin
        opcode       = wide_i ? 16'h0f0f : 16'h080f;
        opcode_size  = wide_i ? 3'd4 : 3'd3;
        payload_size = wide_i ? 5'd10 : 5'd8;
      end
      rvt_pkg::StpPacketMaster: begin
        opcode       = wide_i ? 16'h001f : 16'h0001;
        opcode_size  = wide_i ? 3'd2 : 3'd1;
        payload_size = wide_i ? 5'd4 : 5'd2;
      end
      rvt_pkg::StpPacketChannel: begin
        opcode       = wide_i ? 16'h003f : 16'h0003;
        opcode_size  = wide_i ? 3'd2 : 3'd1;
        payload_size = wide_i ? 5'd4 : 5'd2;
      end
      default: ;  // NULL
    endcase
  end

  // ---- the string ------------------------------------------------------------------------------

  logic [4:0]      front;  // nibbles before the timestamp
  logic [3:0]      stamp_size;
  logic [67:0]     stamp;
  logic [Bits-1:0] bare;

  // 14 nibbles have the size 13, 16 have 14.
  assign stamp_size = (digits_i == 5'd16) ? 4'd14 : ((digits_i == 5'd14) ? 4'd13 : digits_i[3:0]);
  assign stamp      = stamped ? {in_time(time_i, digits_i), stamp_size} : '0;
  assign front      = 5'(opcode_size) + payload_size;
  assign bare       = Bits'(opcode)
                    | (Bits'(in_time(value_i, payload_size)) << {opcode_size, 2'b00});

  always_comb begin
    has_stamp_o = stamped;
    if (packet_i == rvt_pkg::StpPacketAsync) begin
      nibbles_o = Bits'({84{1'b1}});
      count_o   = AsyncSize;
    end else begin
      nibbles_o = bare | (Bits'(stamp) << {front, 2'b00});
      count_o   = 6'(front) + (stamped ? 6'(digits_i) + 6'd1 : 6'd0);
    end
  end

endmodule

`default_nettype wire
