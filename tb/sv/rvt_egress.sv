// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Connects the encoder to the sink: directly, or through pauses, an adapter and the monitor at its
// output.
// The scoreboard checks the bytes that leave here.
`default_nettype none

module rvt_egress #(
  parameter int unsigned adapter_p         = 0,  // 0 none, 1 ATB, 2 AXI4-Stream, 3 null inserter
  parameter int unsigned out_bytes_p       = 8,
  parameter int unsigned timestamp_bytes_p = 0,
  parameter int unsigned srcid_bits_p      = 0,
  // of the null inserter
  parameter int unsigned framed_p          = 0,
  parameter int unsigned fill_p            = 0,  // at random
  parameter int unsigned async_freq_p      = 0,
  parameter int unsigned async_bytes_p     = 0,
  localparam int unsigned count_width_p = $clog2(out_bytes_p + 1)
) (
  input  wire logic                     clk_i,
  input  wire logic                     rst_ni,
  // from the encoder
  input  wire logic                     valid_i,
  output logic                          ready_o,
  input  wire logic [8*out_bytes_p-1:0] data_i,
  input  wire logic [count_width_p-1:0] bytes_i,
  input  wire logic                     last_i,
  // to the sink
  output logic                          valid_o,
  input  wire logic                     ready_i,
  output logic [8*out_bytes_p-1:0]      data_o,
  output logic [count_width_p-1:0]      bytes_o,
  output logic                          last_o,
  output logic                          busy_o   // bytes of packets are in transfer
);

  logic offer, room;  // beats at the adapter

  if (adapter_p == 0) begin : gen_direct
    assign offer   = valid_i;
    assign ready_o = room;
  end else begin : gen_pause
    rvt_stream_pause u_pause (
      .clk_i, .rst_ni, .valid_i, .ready_o, .valid_o(offer), .ready_i(room)
    );

    // Every adapter stores one beat, and does not wait for the sink to offer it. Those of ATB and
    // AXI4-Stream have no beats of their own.
    ValidDoesNotWait: assert property (@(posedge clk_i) disable iff (!rst_ni) offer |=> valid_o);
    BeatEachCycle: assert property (@(posedge clk_i) disable iff (!rst_ni)
      ready_i && adapter_p != 3 |-> room);
  end

  if (adapter_p == 0) begin : gen_none
    assign valid_o = offer;
    assign room    = ready_i;
    assign data_o  = data_i;
    assign bytes_o = bytes_i;
    assign last_o  = last_i;
    assign busy_o  = 1'b0;
    logic unused_clock;
    assign unused_clock = clk_i ^ rst_ni;
  end else if (adapter_p == 1) begin : gen_atb
    logic                           atvalid, atready, afvalid, afready, flush;
    logic                           answer_q;  // the stages before are empty, and answer soon
    logic [8*out_bytes_p-1:0]       atdata;
    logic [$clog2(out_bytes_p)-1:0] atbytes;
    logic [6:0]                     atid, trace_id_q;

    always_ff @(posedge clk_i) answer_q <= $urandom_range(3) == 0;

    // changes at any time, also within a packet
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) trace_id_q <= 7'h01;
      else if ($urandom_range(7) == 0) trace_id_q <= 7'($urandom_range(32'h6f, 32'h01));
    end

    rvt_atb_adapter #(
      .data_bytes_p(out_bytes_p)
    ) u_adapter (
      .clk_i, .rst_ni, .valid_i(offer), .ready_o(room), .data_i, .bytes_i, .last_i,
      .flush_o(flush), .flushed_i(flush & answer_q), .trace_id_i(trace_id_q),
      .atvalid_o(atvalid), .atready_i(atready), .atdata_o(atdata), .atbytes_o(atbytes),
      .atid_o(atid), .afvalid_i(afvalid), .afready_o(afready)
    );

    rvt_atb_monitor #(
      .data_bytes_p(out_bytes_p)
    ) u_monitor (
      .clk_i, .rst_ni, .atvalid_i(atvalid), .atready_o(atready), .atdata_i(atdata),
      .atbytes_i(atbytes), .atid_i(atid), .trace_id_i(trace_id_q), .afvalid_o(afvalid),
      .afready_i(afready),
      .source_valid_i(offer), .source_ready_i(room), .source_bytes_i(bytes_i),
      .source_last_i(last_i), .flush_i(flush), .flushed_i(flush & answer_q),
      .valid_o, .ready_i, .data_o, .bytes_o
    );

    rvt_stream_checker #(
      .width_p(8 * out_bytes_p + $clog2(out_bytes_p) + 7)
    ) u_checker (
      .clk_i, .rst_ni, .valid_i(atvalid), .ready_i(atready), .payload_i({atdata, atbytes, atid})
    );

    // ATB does not mark the ends of packets: a beat that ended one at the input ends one.
    logic last_q;

    always_ff @(posedge clk_i) begin
      if (offer & room) last_q <= last_i;
    end

    assign last_o = last_q;
    assign busy_o = atvalid;
  end else if (adapter_p == 2) begin : gen_axis
    logic                     tvalid, tready, tlast;
    logic [8*out_bytes_p-1:0] tdata;
    logic [out_bytes_p-1:0]   tkeep;

    rvt_axis_adapter #(
      .data_bytes_p(out_bytes_p)
    ) u_adapter (
      .clk_i, .rst_ni, .valid_i(offer), .ready_o(room), .data_i, .bytes_i, .last_i,
      .tvalid_o(tvalid), .tready_i(tready), .tdata_o(tdata), .tkeep_o(tkeep), .tlast_o(tlast)
    );

    rvt_axis_monitor #(
      .data_bytes_p(out_bytes_p)
    ) u_monitor (
      .clk_i, .rst_ni, .tvalid_i(tvalid), .tready_o(tready), .tdata_i(tdata), .tkeep_i(tkeep),
      .tlast_i(tlast), .valid_o, .ready_i, .data_o, .bytes_o, .last_o
    );

    rvt_stream_checker #(
      .width_p(9 * out_bytes_p + 1)
    ) u_checker (
      .clk_i, .rst_ni, .valid_i(tvalid), .ready_i(tready), .payload_i({tdata, tkeep, tlast})
    );

    assign busy_o = tvalid;
  end else begin : gen_sync
    logic fill_q, open_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        fill_q <= 1'b0;
        open_q <= 1'b0;
      end else begin
        fill_q <= (fill_p != 0) && (fill_q ^ ($urandom_range(63) == 0));
        open_q <= (offer & room) ? 1'b1 : open_q & ~(ready_i & last_o);
      end
    end

    rvt_sync_inserter #(
      .data_bytes_p(out_bytes_p), .timestamp_bytes_p(timestamp_bytes_p),
      .srcid_bits_p(srcid_bits_p), .async_bytes_p(async_bytes_p)
    ) u_inserter (
      .clk_i, .rst_ni, .framed_i(framed_p != 0), .fill_i(fill_q), .async_freq_i(3'(async_freq_p)),
      .valid_i(offer), .ready_o(room), .data_i, .bytes_i, .last_i,
      .valid_o, .ready_i, .data_o, .bytes_o, .last_o
    );

    rvt_stream_checker #(
      .width_p(8 * out_bytes_p + count_width_p + 1)
    ) u_checker (
      .clk_i, .rst_ni, .valid_i(valid_o), .ready_i, .payload_i({data_o, bytes_o, last_o})
    );

    Filled:   cover property (@(posedge clk_i) disable iff (!rst_ni)
      fill_q && !offer && ready_i);
    Inserted: cover property (@(posedge clk_i) disable iff (!rst_ni)
      offer && !room && ready_i);

    assign busy_o = open_q;
  end

endmodule

`default_nettype wire
