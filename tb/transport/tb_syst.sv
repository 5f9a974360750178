// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Four sources of SyS-T messages, the arbiter, and an STP transmitter. The messages are: those of
// the bench, encapsulated packets through a streaming tunnel and through one that sends lengths,
// and CLOCK. Tunnels, sources, arbiter and transmitter have scoreboards, and so has a tunnel
// together with its source.
`default_nettype none

module tb_syst (
  input  wire logic         clk_i,
  input  wire logic         rst_ni,
  input  wire logic [31:0]  sync_bytes_i,
  input  wire logic [31:0]  frequency_i,
  input  wire logic         sync_now_i,
  input  wire logic         flush_i,
  output logic              idle_o,
  input  wire logic [63:0]  time_i,
  // options of the sources, 0 messages, 1 and 2 tunnels, 3 CLOCK; changed while not busy
  input  wire logic [3:0]   marked_i,
  input  wire logic [63:0]  master_i,
  input  wire logic [63:0]  channel_i,
  input  wire logic [255:0] guid_i,        // that of the messages, and of the others
  input  wire logic [63:0]  ts_i,
  input  wire logic         tagged_i,      // tunnels and CLOCK have GUID
  input  wire logic         stamped_i,     // ... a timestamp
  input  wire logic         checked_i,     // ... a checksum
  input  wire logic         own_checked_i, // tunnels choose otherwise than their scoreboards know
  output logic [3:0]        busy_o,
  // messages of the bench
  input  wire logic         msg_valid_i,
  output logic              msg_ready_o,
  input  wire logic [31:0]  msg_header_i,
  input  wire logic [63:0]  msg_data_i,
  input  wire logic [15:0]  msg_length_i,
  input  wire logic [1:0]   loc_tag_i,
  input  wire logic [63:0]  loc_i,
  input  wire logic         pl_valid_i,
  output logic              pl_ready_o,
  input  wire logic [31:0]  pl_data_i,
  input  wire logic [2:0]   pl_bytes_i,
  input  wire logic         pl_last_i,
  // byte lanes of the tunnels
  input  wire logic [1:0]   lane_valid_i,
  output logic [1:0]        lane_ready_o,
  input  wire logic [127:0] lane_data_i,
  input  wire logic [7:0]   lane_bytes_i,
  input  wire logic [1:0]   lane_last_i,
  // CLOCK
  input  wire logic         request_i,
  output logic              request_ready_o,
  input  wire logic [63:0]  clock_i,
  input  wire logic [63:0]  clock_hz_i,
  // bytes
  output logic              valid_o,
  input  wire logic         ready_i,
  output logic [63:0]       data_o,
  output logic [3:0]        bytes_o,
  input  wire logic         end_i,
  output logic              done_o,
  output logic              failed_o
);

  localparam int unsigned Sources = 4;

  // outputs of the tunnels
  localparam logic [5:0]  Protocol = 6'd5;
  localparam logic [10:0] Origin   = 11'h123;
  localparam logic [2:0]  Severity = 3'd4;

  logic [Sources-1:0]    msg_valid, msg_ready, pl_valid, pl_ready, pl_last;
  logic [31:0]           header [Sources];
  logic [15:0]           length [Sources];
  logic [31:0]           pl_data [Sources];
  logic [2:0]            pl_bytes [Sources];
  logic [Sources-1:0]    wr_valid, wr_ready, wr_marker, wr_stamp, done, failed, source_busy;
  logic [3*Sources-1:0]  wr_kind, wr_size;
  logic [16*Sources-1:0] wr_master, wr_channel;
  logic [64*Sources-1:0] wr_data;
  logic [1:0]            tunnel_busy, tunnel_done, tunnel_failed, whole_done, whole_failed;
  logic                  stp_done, stp_failed, arbiter_done, arbiter_failed;
  logic                  st_valid, st_ready, st_marker, st_stamp;
  logic [2:0]            st_kind, st_size;
  logic [15:0]           st_master, st_channel;
  logic [63:0]           st_data;

  assign busy_o   = source_busy | {1'b0, tunnel_busy, 1'b0};
  assign done_o   = &done & (&tunnel_done) & (&(whole_done | {2{stamped_i}})) & arbiter_done
                  & stp_done;
  assign failed_o = |failed | (|tunnel_failed) | (|whole_failed) | arbiter_failed | stp_failed;

  // ---- where messages come from ----------------------------------------------------------------

  assign msg_valid[0] = msg_valid_i;
  assign msg_ready_o  = msg_ready[0];
  assign header[0]    = msg_header_i;
  assign length[0]    = msg_length_i;
  assign pl_valid[0]  = pl_valid_i;
  assign pl_ready_o   = pl_ready[0];
  assign pl_data[0]   = pl_data_i;
  assign pl_bytes[0]  = pl_bytes_i;
  assign pl_last[0]   = pl_last_i;

  for (genvar t = 0; t < 2; t++) begin : gen_tunnel
    rvt_trace_tunnel #(.length_p(t)) u_tunnel (
      .clk_i, .rst_ni, .protocol_i(Protocol), .origin_i(Origin), .severity_i(Severity),
      .guid_i(tagged_i), .checksum_i(checked_i ^ own_checked_i), .stamp_i(stamped_i),
      .busy_o(tunnel_busy[t]),
      .valid_i(lane_valid_i[t]), .ready_o(lane_ready_o[t]), .data_i(lane_data_i[64*t+:64]),
      .bytes_i(lane_bytes_i[4*t+:4]), .last_i(lane_last_i[t]),
      .msg_valid_o(msg_valid[1+t]), .msg_ready_i(msg_ready[1+t]), .msg_header_o(header[1+t]),
      .msg_length_o(length[1+t]), .pl_valid_o(pl_valid[1+t]), .pl_ready_i(pl_ready[1+t]),
      .pl_data_o(pl_data[1+t]), .pl_bytes_o(pl_bytes[1+t]), .pl_last_o(pl_last[1+t])
    );

    rvt_tunnel_scoreboard #(.length_p(t)) u_scoreboard (
      .clk_i, .rst_ni, .protocol_i(Protocol), .origin_i(Origin), .severity_i(Severity),
      .guid_i(tagged_i), .checksum_i(checked_i), .stamp_i(stamped_i), .idle_i(~tunnel_busy[t]),
      .valid_i(lane_valid_i[t]), .ready_i(lane_ready_o[t]), .data_i(lane_data_i[64*t+:64]),
      .bytes_i(lane_bytes_i[4*t+:4]), .last_i(lane_last_i[t]),
      .msg_valid_i(msg_valid[1+t]), .msg_ready_i(msg_ready[1+t]), .msg_header_i(header[1+t]),
      .msg_length_i(length[1+t]), .pl_valid_i(pl_valid[1+t]), .pl_ready_i(pl_ready[1+t]),
      .pl_data_i(pl_data[1+t]), .pl_bytes_i(pl_bytes[1+t]), .pl_last_i(pl_last[1+t]), .end_i,
      .done_o(tunnel_done[t]), .failed_o(tunnel_failed[t])
    );

    // Tunnel and source together; from outside the cycle in which they take a timestamp is not
    // visible.
    rvt_tunnel_stp_scoreboard #(.length_p(t)) u_stp_scoreboard (
      .clk_i, .rst_ni(rst_ni & ~stamped_i), .protocol_i(Protocol), .origin_i(Origin),
      .severity_i(Severity), .guid_i(tagged_i), .checksum_i(checked_i), .stamp_i(1'b0),
      .idle_i(1'b0), .valid_i(lane_valid_i[t]), .ready_i(lane_ready_o[t]),
      .data_i(lane_data_i[64*t+:64]), .bytes_i(lane_bytes_i[4*t+:4]), .last_i(lane_last_i[t]),
      .guid_bytes_i(guid_i[255:128]), .ts_i, .marked_i(marked_i[1+t]),
      .master_i(master_i[16*(1+t)+:16]), .channel_i(channel_i[16*(1+t)+:16]),
      .wr_valid_i(wr_valid[1+t]), .wr_ready_i(wr_ready[1+t]), .wr_kind_i(wr_kind[3*(1+t)+:3]),
      .wr_size_i(wr_size[3*(1+t)+:3]), .wr_marker_i(wr_marker[1+t]), .wr_stamp_i(wr_stamp[1+t]),
      .wr_master_i(wr_master[16*(1+t)+:16]), .wr_channel_i(wr_channel[16*(1+t)+:16]),
      .wr_data_i(wr_data[64*(1+t)+:64]), .end_i, .done_o(whole_done[t]), .failed_o(whole_failed[t])
    );
  end

  rvt_syst_clock u_clock (
    .clk_i, .rst_ni, .request_i, .request_ready_o, .clock_i, .frequency_i(clock_hz_i),
    .origin_i(11'h321), .guid_i(tagged_i), .length_i(1'b1), .checksum_i(checked_i),
    .stamp_i(stamped_i), .msg_valid_o(msg_valid[3]), .msg_ready_i(msg_ready[3]),
    .msg_header_o(header[3]), .msg_length_o(length[3]), .pl_valid_o(pl_valid[3]),
    .pl_ready_i(pl_ready[3]), .pl_data_o(pl_data[3]), .pl_bytes_o(pl_bytes[3]),
    .pl_last_o(pl_last[3])
  );

  // ---- to STP ----------------------------------------------------------------------------------

  for (genvar s = 0; s < int'(Sources); s++) begin : gen_source
    logic [127:0] guid;
    assign guid = s == 0 ? guid_i[127:0] : guid_i[255:128];

    rvt_syst_source u_source (
      .clk_i, .rst_ni, .marked_i(marked_i[s]), .master_i(master_i[16*s+:16]),
      .channel_i(channel_i[16*s+:16]), .guid_i(guid), .ts_i, .busy_o(source_busy[s]),
      .msg_valid_i(msg_valid[s]), .msg_ready_o(msg_ready[s]), .msg_header_i(header[s]),
      .msg_data_i(s == 0 ? msg_data_i : '0), .msg_length_i(length[s]),
      .loc_tag_i(s == 0 ? loc_tag_i : '0), .loc_i(s == 0 ? loc_i : '0),
      .pl_valid_i(pl_valid[s]), .pl_ready_o(pl_ready[s]), .pl_data_i(pl_data[s]),
      .pl_bytes_i(pl_bytes[s]), .pl_last_i(pl_last[s]),
      .wr_valid_o(wr_valid[s]), .wr_ready_i(wr_ready[s]), .wr_kind_o(wr_kind[3*s+:3]),
      .wr_size_o(wr_size[3*s+:3]), .wr_marker_o(wr_marker[s]), .wr_stamp_o(wr_stamp[s]),
      .wr_master_o(wr_master[16*s+:16]), .wr_channel_o(wr_channel[16*s+:16]),
      .wr_data_o(wr_data[64*s+:64])
    );

    rvt_syst_scoreboard u_scoreboard (
      .clk_i, .rst_ni, .msg_valid_i(msg_valid[s]), .msg_ready_i(msg_ready[s]),
      .msg_header_i(header[s]), .msg_data_i(s == 0 ? msg_data_i[31:0] : '0),
      .msg_length_i(length[s]), .loc_tag_i(s == 0 ? loc_tag_i : '0),
      .loc_i(s == 0 ? loc_i : '0), .guid_i(guid), .ts_i, .marked_i(marked_i[s]),
      .master_i(master_i[16*s+:16]), .channel_i(channel_i[16*s+:16]),
      .pl_valid_i(pl_valid[s]), .pl_ready_i(pl_ready[s]), .pl_data_i(pl_data[s]),
      .pl_bytes_i(pl_bytes[s]), .pl_last_i(pl_last[s]),
      .wr_valid_i(wr_valid[s]), .wr_ready_i(wr_ready[s]), .wr_kind_i(wr_kind[3*s+:3]),
      .wr_size_i(wr_size[3*s+:3]), .wr_marker_i(wr_marker[s]), .wr_stamp_i(wr_stamp[s]),
      .wr_master_i(wr_master[16*s+:16]), .wr_channel_i(wr_channel[16*s+:16]),
      .wr_data_i(wr_data[64*s+:64]), .end_i, .done_o(done[s]), .failed_o(failed[s])
    );
  end

  rvt_stp_arbiter #(.sources_p(Sources)) u_arbiter (
    .clk_i, .rst_ni, .wr_valid_i(wr_valid), .wr_ready_o(wr_ready), .wr_kind_i(wr_kind),
    .wr_size_i(wr_size), .wr_marker_i(wr_marker), .wr_stamp_i(wr_stamp), .wr_master_i(wr_master),
    .wr_channel_i(wr_channel), .wr_data_i(wr_data),
    .wr_valid_o(st_valid), .wr_ready_i(st_ready), .wr_kind_o(st_kind), .wr_size_o(st_size),
    .wr_marker_o(st_marker), .wr_stamp_o(st_stamp), .wr_master_o(st_master),
    .wr_channel_o(st_channel), .wr_data_o(st_data)
  );

  rvt_arbiter_scoreboard #(.sources_p(Sources)) u_arbiter_scoreboard (
    .clk_i, .rst_ni, .src_valid_i(wr_valid), .src_ready_i(wr_ready), .src_kind_i(wr_kind),
    .src_size_i(wr_size), .src_marker_i(wr_marker), .src_stamp_i(wr_stamp),
    .src_master_i(wr_master), .src_channel_i(wr_channel), .src_data_i(wr_data),
    .wr_valid_i(st_valid), .wr_ready_i(st_ready), .wr_kind_i(st_kind), .wr_size_i(st_size),
    .wr_marker_i(st_marker), .wr_stamp_i(st_stamp), .wr_master_i(st_master),
    .wr_channel_i(st_channel), .wr_data_i(st_data), .end_i, .done_o(arbiter_done),
    .failed_o(arbiter_failed)
  );

  rvt_stp_transmitter u_transmitter (
    .clk_i, .rst_ni, .sync_bytes_i, .frequency_i, .sync_now_i, .flush_i, .idle_o, .time_i,
    .wr_valid_i(st_valid), .wr_ready_o(st_ready), .wr_kind_i(st_kind), .wr_size_i(st_size),
    .wr_marker_i(st_marker), .wr_stamp_i(st_stamp), .wr_master_i(st_master),
    .wr_channel_i(st_channel), .wr_data_i(st_data), .valid_o, .ready_i, .data_o, .bytes_o
  );

  rvt_stp_scoreboard u_scoreboard (
    .clk_i, .rst_ni, .sync_bytes_i, .frequency_i(40'(frequency_i)), .sync_now_i, .flush_i,
    .idle_i(idle_o), .time_i, .wr_valid_i(st_valid), .wr_ready_i(st_ready), .wr_kind_i(st_kind),
    .wr_size_i(st_size), .wr_marker_i(st_marker), .wr_stamp_i(st_stamp), .wr_master_i(st_master),
    .wr_channel_i(st_channel), .wr_data_i(st_data), .valid_i(valid_o), .ready_i, .data_i(data_o),
    .bytes_i(bytes_o), .end_i, .done_o(stp_done), .failed_o(stp_failed)
  );

endmodule

`default_nettype wire
