// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The receiving end of ATB: converts beats to byte lanes, requests flushes at random, and checks
// the master against the rules of the protocol.
//
// Shows: ENC-021.
`default_nettype none

module rvt_atb_monitor #(
  parameter int unsigned data_bytes_p = 4
) (
  input  wire logic                              clk_i,
  input  wire logic                              rst_ni,
  // ATB
  input  wire logic                              atvalid_i,
  output logic                                   atready_o,
  input  wire logic [8*data_bytes_p-1:0]         atdata_i,
  input  wire logic [$clog2(data_bytes_p)-1:0]   atbytes_i,
  input  wire logic [6:0]                        atid_i,
  input  wire logic [6:0]                        trace_id_i,  // for the packet that begins
  output logic                                   afvalid_o,
  input  wire logic                              afready_i,
  // packets of the encoder: those present at AFVALID must arrive before AFREADY
  input  wire logic                              source_valid_i,
  input  wire logic                              source_ready_i,
  input  wire logic [$clog2(data_bytes_p+1)-1:0] source_bytes_i,
  input  wire logic                              source_last_i,
  input  wire logic                              flush_i,  // the stages before are asked to finish
  input  wire logic                              flushed_i,
  // byte lanes; ATB does not mark the ends of packets
  output logic                                   valid_o,
  input  wire logic                              ready_i,
  output logic [8*data_bytes_p-1:0]              data_o,
  output logic [$clog2(data_bytes_p+1)-1:0]      bytes_o
);

  // Cycles with a ready sink that a flush may need: the longest packet in single bytes, and the
  // handshake.
  localparam int unsigned FlushPatience = 64;

  assign valid_o   = atvalid_i;
  assign atready_o = ready_i;
  assign data_o    = atdata_i;
  assign bytes_o   = $bits(bytes_o)'(atbytes_i) + 1'b1;

  // ---- flushes --------------------------------------------------------------------------------

  longint unsigned sent_q, arrived_q, meant_q;  // bytes
  int unsigned     willing_q, late_q;
  logic            asked_q;
  logic            open_q;  // a packet has entered except for its end
  logic            owed_q;  // ... the one present at AFVALID, if any
  logic            answered_q;
  logic            take;
  logic [6:0]      id_q;    // of the packet to which the latest beat belongs

  assign take = source_valid_i & source_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      afvalid_o <= 1'b0;
      asked_q   <= 1'b0;
      open_q    <= 1'b0;
      owed_q    <= 1'b0;
      sent_q    <= 0;
      arrived_q <= 0;
      meant_q   <= 0;
      willing_q <= 0;
      late_q    <= 0;
      answered_q <= 1'b0;
      id_q       <= '0;
    end else begin
      afvalid_o <= afvalid_o ? ~afready_i | ($urandom_range(3) == 0) : $urandom_range(31) == 0;
      asked_q   <= afvalid_o & ~afready_i;
      willing_q <= (afvalid_o & ~afready_i) ? willing_q + 32'(ready_i) : 0;
      late_q    <= (asked_q & ~afready_i & ~owed_q & ~flush_i & (arrived_q >= meant_q))
                   ? late_q + 32'(ready_i) : 0;
      answered_q <= ~afready_i & (answered_q | (flush_i & flushed_i));
      if (take) begin
        sent_q <= sent_q + 64'(source_bytes_i);
        open_q <= ~source_last_i;
        if (!open_q) id_q <= trace_id_i;
      end
      if (atvalid_i && atready_o) arrived_q <= arrived_q + 64'(bytes_o);
      // stored bytes, and the complete packet that is offered or in transfer
      if (afvalid_o && !asked_q) begin
        meant_q <= sent_q + (source_valid_i ? 64'(source_bytes_i) : 0);
        owed_q  <= (source_valid_i | open_q) & ~(take & source_last_i);
      end else if (owed_q && take) begin
        meant_q <= sent_q + 64'(source_bytes_i);
        owed_q  <= ~source_last_i;
      end
    end
  end

  AnswerIsAsked: assert property (@(posedge clk_i) disable iff (!rst_ni) afready_i |-> afvalid_o);
  FlushIsComplete: assert property (@(posedge clk_i) disable iff (!rst_ni)
    afready_i && asked_q |-> !owed_q && arrived_q >= meant_q);
  FlushIsNotAtOnce: assert property (@(posedge clk_i) disable iff (!rst_ni)
    afready_i && !asked_q |-> !source_valid_i && sent_q == arrived_q);
  FlushIsPassedOn: assert property (@(posedge clk_i) disable iff (!rst_ni) flush_i |-> asked_q);
  SourceIsAsked: assert property (@(posedge clk_i) disable iff (!rst_ni) afready_i |-> answered_q);
  // Later data do not delay it.
  FlushIsPrompt: assert property (@(posedge clk_i) disable iff (!rst_ni) late_q < 2);
  FlushEnds: assert property (@(posedge clk_i) disable iff (!rst_ni) willing_q < FlushPatience);

  // ---- data -----------------------------------------------------------------------------------

  logic [8*data_bytes_p-1:0] unused_lanes;

  always_comb begin
    for (int unsigned lane = 0; lane < data_bytes_p; lane++) begin
      unused_lanes[8*lane+:8] = {8{32'(lane) > 32'(atbytes_i)}};
    end
  end

  // A packet keeps the identifier that was valid when its first beat was taken.
  IdIsGiven: assert property (@(posedge clk_i) disable iff (!rst_ni)
    atvalid_i |-> atid_i == id_q);
  NothingStale: assert property (@(posedge clk_i) disable iff (!rst_ni)
    atvalid_i |-> (atdata_i & unused_lanes) == '0);

  Flushed:     cover property (@(posedge clk_i) disable iff (!rst_ni) afvalid_o && afready_i);
  IdChangesInside: cover property (@(posedge clk_i) disable iff (!rst_ni)
    take && open_q && trace_id_i != id_q);
  FlushedHeld: cover property (@(posedge clk_i) disable iff (!rst_ni)
    afvalid_o && !asked_q && atvalid_i && source_valid_i);

endmodule

`default_nettype wire
