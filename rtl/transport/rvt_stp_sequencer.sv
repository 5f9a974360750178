// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Generates the STP packets of a write, in order: synchronisation, master, channel, and the packet
// itself with the changed part of the timestamp.
//
// Timing: a packet per cycle while ready_i; the write is taken with its own packet, the last one.
// valid_o never waits for ready_i. frequency_i is sampled with the first packet; afterwards writes
// of FREQ change the frequency. pad_i, only without a write, requests a NULL.
//
// Spec: STP-001, -002, -004, -006, -009, -012, -013; docs/decisions/0005-transports.md.

`default_nettype none

module rvt_stp_sequencer (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] sync_bytes_i,
  input  logic [31:0] frequency_i,
  input  logic        pad_i,
  // write
  input  logic        wr_valid_i,
  output logic        wr_ready_o,
  input  logic [2:0]  wr_kind_i,
  input  logic [2:0]  wr_size_i,
  input  logic        wr_marker_i,
  input  logic        wr_stamp_i,
  input  logic [15:0] wr_master_i,
  input  logic [15:0] wr_channel_i,
  input  logic [63:0] wr_data_i,
  input  logic [63:0] wr_time_i,
  input  logic        wr_sync_i,    // synchronisation before it
  // packet
  output logic                             valid_o,
  input  logic                             ready_i,
  output logic [4*rvt_pkg::StpNibbles-1:0] nibbles_o,
  output logic [5:0]                       count_o
);

  localparam int unsigned DistanceBits = 33;
  localparam logic [4:0]  AllDigits    = 5'd16;

  logic                    started_q;     // a synchronisation has been sent
  logic                    inside_q;      // a packet was sent for this write
  logic                    version_q;     // VERSION is due
  logic                    freq_q;        // and FREQ
  logic [DistanceBits-1:0] distance_q;    // nibbles since the beginning of ASYNC, saturating
  logic                    whole_q;       // the next timestamp is complete
  logic [63:0]             time_q;        // latest timestamp
  logic [39:0]             frequency_q;   // 0: not set
  logic                    master_set_q;
  logic [15:0]             master_q, channel_q;

  logic [2:0]  packet;
  logic [63:0] value;
  logic        wide, sync_due, needs_master, needs_channel, own, send, has_stamp;
  logic        new_frequency;
  logic [4:0]  digits;

  // ---- which packet ----------------------------------------------------------------------------

  assign sync_due = ~inside_q & (~started_q | wr_sync_i
                    | ((sync_bytes_i != '0) & (distance_q[DistanceBits-1:1] >= sync_bytes_i)));

  always_comb begin
    unique case (wr_kind_i)
      rvt_pkg::StpData, rvt_pkg::StpFlag, rvt_pkg::StpTrig: begin
        needs_master  = 1'b1;
        needs_channel = 1'b1;
      end
      rvt_pkg::StpMerr: begin
        needs_master  = 1'b1;
        needs_channel = 1'b0;
      end
      default: begin
        needs_master  = 1'b0;
        needs_channel = 1'b0;
      end
    endcase
  end

  assign new_frequency = (packet == rvt_pkg::StpPacketWrite) & (wr_kind_i == rvt_pkg::StpFreq)
                         & (wr_data_i[39:0] != frequency_q);

  always_comb begin
    packet = rvt_pkg::StpPacketWrite;
    value  = wr_data_i;
    wide   = wr_data_i[39:32] != 8'd0;
    if (~wr_valid_i) begin
      packet = rvt_pkg::StpPacketPad;
    end else if (sync_due) begin
      packet = rvt_pkg::StpPacketAsync;
    end else if (version_q) begin
      packet = rvt_pkg::StpPacketVersion;
    end else if (freq_q) begin
      packet = rvt_pkg::StpPacketFreq;
      value  = 64'(frequency_q);
      wide   = frequency_q[39:32] != 8'd0;
    end else if (needs_master & (~master_set_q | (wr_master_i != master_q))) begin
      packet = rvt_pkg::StpPacketMaster;
      value  = 64'(wr_master_i);
      wide   = wr_master_i[15:8] != 8'd0;
    end else if (needs_channel & (wr_channel_i != channel_q)) begin
      packet = rvt_pkg::StpPacketChannel;
      value  = 64'(wr_channel_i);
      wide   = wr_channel_i[15:8] != channel_q[15:8];
    end
  end

  assign valid_o    = wr_valid_i | pad_i;
  assign send       = valid_o & ready_i;
  assign own        = wr_valid_i & (packet == rvt_pkg::StpPacketWrite);
  assign wr_ready_o = own & ready_i;

  // ---- timestamp -------------------------------------------------------------------------------

  logic [63:0] changed;

  assign changed = wr_time_i ^ time_q;

  always_comb begin
    digits = 5'd0;
    for (int unsigned place = 0; place < 16; place++) begin
      if (changed[4*place+:4] != 4'd0) begin
        digits = 5'(place + 1);
      end
    end
    if ((digits == 5'd13) | (digits == 5'd15)) begin
      digits = digits + 5'd1;
    end
    if (whole_q | new_frequency) begin
      digits = AllDigits;
    end
  end

  rvt_stp_packet u_packet (
    .packet_i(packet), .kind_i(wr_kind_i), .size_i(wr_size_i), .marker_i(wr_marker_i),
    .stamp_i(wr_stamp_i), .wide_i(wide), .value_i(value), .time_i(wr_time_i), .digits_i(digits),
    .has_stamp_o(has_stamp), .nibbles_o, .count_o
  );

  // ---- state -----------------------------------------------------------------------------------

  logic [DistanceBits:0] distance;

  assign distance = {1'b0, distance_q} + (DistanceBits + 1)'(count_o);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      started_q    <= 1'b0;
      inside_q     <= 1'b0;
      version_q    <= 1'b0;
      freq_q       <= 1'b0;
      distance_q   <= '0;
      whole_q      <= 1'b0;
      time_q       <= '0;
      frequency_q  <= '0;
      master_set_q <= 1'b0;
      master_q     <= '0;
      channel_q    <= '0;
    end else if (send) begin
      inside_q   <= wr_valid_i & ~own;
      distance_q <= distance[DistanceBits] ? '1 : distance[DistanceBits-1:0];
      if (has_stamp) begin
        time_q  <= wr_time_i;
        whole_q <= 1'b0;
      end
      unique case (packet)
        rvt_pkg::StpPacketAsync: begin
          started_q  <= 1'b1;
          version_q  <= 1'b1;
          distance_q <= DistanceBits'(count_o);
          if (~started_q) begin
            frequency_q <= {8'd0, frequency_i};
          end
        end
        rvt_pkg::StpPacketVersion: begin
          version_q    <= 1'b0;
          freq_q       <= frequency_q != '0;
          whole_q      <= 1'b1;
          master_set_q <= 1'b0;
          master_q     <= '0;
          channel_q    <= '0;
        end
        rvt_pkg::StpPacketFreq: freq_q <= 1'b0;
        rvt_pkg::StpPacketMaster: begin
          master_set_q <= 1'b1;
          master_q     <= wr_master_i;
          channel_q    <= '0;
        end
        rvt_pkg::StpPacketChannel: channel_q <= wr_channel_i;
        rvt_pkg::StpPacketWrite: begin
          if (wr_kind_i == rvt_pkg::StpFreq) begin
            frequency_q <= wr_data_i[39:0];
          end
          if (new_frequency & ~has_stamp) begin
            whole_q <= 1'b1;
          end
          if (wr_kind_i == rvt_pkg::StpMerr) begin
            channel_q <= '0;
          end
          if (wr_kind_i == rvt_pkg::StpGerr) begin
            channel_q    <= '0;
            master_q     <= '0;
            master_set_q <= 1'b0;
          end
        end
        default: ;  // NULL
      endcase
    end
  end

`ifdef RVT_ASSERT
  logic                                 stalled_q;
  logic [4*rvt_pkg::StpNibbles+5:0]     string_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= valid_o & ~ready_i & wr_valid_i;
    end
  end

  always_ff @(posedge clk_i) begin
    string_q <= {nibbles_o, count_o};
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      PacketStays:        assert (~stalled_q | (valid_o & ({nibbles_o, count_o} == string_q)));
      PacketHasNibbles:   assert (~valid_o | ((count_o != 6'd0)
                                              & (count_o <= 6'(rvt_pkg::StpNibbles))));
      VersionAfterAsync:  assert (~version_q | started_q);
      MasterIsKnown:      assert (~own | ~needs_master
                                  | (master_set_q & (master_q == wr_master_i)));
      ChannelIsKnown:     assert (~own | ~needs_channel | (channel_q == wr_channel_i));
    end
  end
`endif

endmodule

`default_nettype wire
