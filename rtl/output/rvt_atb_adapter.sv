// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// AMBA ATB master for the byte lanes of packets.
//
// Timing: one beat is stored, so that ATB outputs come from registers; a beat per cycle while
// atready_i. atvalid_o never waits for atready_i; ATDATA, ATBYTES and ATID are stable while
// stalled. A packet begins in the lowest byte of a beat, and lanes without a byte are zero.
//
// ATID: a packet keeps the trace_id_i of its first beat, so no srcID is needed. Use 0x01 to
// 0x6f; the other values are reserved.
//
// Flush: the data present at AFVALID are the stored beat, the packet that is offered or in
// transfer, and the data of the stages before. flush_o requests the latter; flushed_i is the
// answer, at the earliest in the cycle in which their last beat is taken (1 if they store nothing).
// AFREADY is 1 for one cycle when all of that has left. Later data do not delay it.
//
// Spec: ENC-014, ENC-021; AMBA ATB, data transfer and flush handshakes.

`default_nettype none

module rvt_atb_adapter #(
  parameter int unsigned data_bytes_p = 4,
  localparam int unsigned count_width_p   = $clog2(data_bytes_p + 1),
  localparam int unsigned atbytes_width_p = $clog2(data_bytes_p)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  // byte lanes
  input  logic                       valid_i,
  output logic                       ready_o,
  input  logic [8*data_bytes_p-1:0]  data_i,
  input  logic [count_width_p-1:0]   bytes_i,
  input  logic                       last_i,
  // flush of the stages before
  output logic                       flush_o,
  input  logic                       flushed_i,
  // ATB
  input  logic [6:0]                 trace_id_i,
  output logic                       atvalid_o,
  input  logic                       atready_i,
  output logic [8*data_bytes_p-1:0]  atdata_o,
  output logic [atbytes_width_p-1:0] atbytes_o,
  output logic [6:0]                 atid_o,
  input  logic                       afvalid_i,
  output logic                       afready_o
);

  // Phases of a flush: none, pending data enter, the last of them leave, AFREADY.
  localparam logic [1:0] FlushNone   = 2'd0;
  localparam logic [1:0] FlushTake   = 2'd1;
  localparam logic [1:0] FlushLeave  = 2'd2;
  localparam logic [1:0] FlushAnswer = 2'd3;

  if (data_bytes_p != 4 && data_bytes_p != 8) begin : gen_bad_data_bytes
    $error("data_bytes_p must be 4 or 8");
  end

  logic                      take, take_last;
  logic                      open_q;      // the packet of the latest beat continues
  logic [1:0]                flush_q;
  logic                      owed_q;      // the packet at AFVALID has not entered completely
  logic                      upstream_q;  // the stages before have not answered yet
  logic [8*data_bytes_p-1:0] used_lanes;

  assign ready_o   = ~atvalid_o | atready_i;
  assign take      = valid_i & ready_o;
  assign take_last = take & last_i;
  assign flush_o   = upstream_q;
  assign afready_o = flush_q == FlushAnswer;

  always_comb begin
    used_lanes = '0;
    for (int unsigned lane = 0; lane < data_bytes_p; lane++) begin
      used_lanes[8*lane+:8] = {8{count_width_p'(lane) < bytes_i}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      atvalid_o <= 1'b0;
      open_q    <= 1'b0;
    end else begin
      if (ready_o) begin
        atvalid_o <= valid_i;
      end
      if (take) begin
        open_q <= ~last_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      atdata_o  <= data_i & used_lanes;
      atbytes_o <= atbytes_width_p'(bytes_i - count_width_p'(1));
    end
    if (take & ~open_q) begin
      atid_o <= trace_id_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flush_q    <= FlushNone;
      owed_q     <= 1'b0;
      upstream_q <= 1'b0;
    end else begin
      unique case (flush_q)
        FlushNone: begin
          if (afvalid_i) begin
            flush_q    <= FlushTake;
            owed_q     <= (valid_i | open_q) & ~take_last;
            upstream_q <= 1'b1;
          end
        end
        FlushTake: begin
          owed_q     <= owed_q & ~take_last;
          upstream_q <= upstream_q & ~flushed_i;
          if ((~owed_q | take_last) & (~upstream_q | flushed_i)) begin
            flush_q <= FlushLeave;
          end
        end
        FlushLeave: begin
          if (ready_o) begin
            flush_q <= FlushAnswer;
          end
        end
        default: begin
          flush_q <= FlushNone;
        end
      endcase
    end
  end

`ifdef RVT_ASSERT
  // The data present at AFVALID, in packets that have not left completely: the one whose last beat
  // is stored, and the one that is offered or in transfer.
  logic       stalled_q, last_q, flushing_q, begins_q, held_last, leaves_last, coming;
  logic [1:0] there_q;
  logic [6:0] trace_id_q;
  logic [8*data_bytes_p+atbytes_width_p+6:0] beat_q, beat;

  assign beat        = {atdata_o, atbytes_o, atid_o};
  assign held_last   = atvalid_o & last_q;
  assign leaves_last = held_last & atready_i;
  assign coming      = valid_i | open_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q  <= 1'b0;
      last_q     <= 1'b0;
      flushing_q <= 1'b0;
      there_q    <= 2'd0;
    end else begin
      stalled_q  <= atvalid_o & ~atready_i;
      last_q     <= take ? last_i : last_q;
      flushing_q <= afvalid_i & ~afready_o;
      if (afvalid_i & ~flushing_q) begin
        there_q <= {1'b0, held_last & ~leaves_last} + {1'b0, coming};
      end else if (leaves_last & (there_q != 2'd0)) begin
        there_q <= there_q - 2'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    beat_q     <= beat;
    begins_q   <= take & ~open_q;
    trace_id_q <= trace_id_i;
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      AskedStays:      assume (~flushing_q | afvalid_i);
      BeatStays:       assert (~stalled_q | (atvalid_o & (beat == beat_q)));
      PacketHasId:     assert (atid_o == (begins_q ? trace_id_q : beat_q[6:0]));
      AnswerIsAsked:   assert (~afready_o | afvalid_i);
      FlushIsComplete: assert (~afready_o | (there_q == 2'd0));
      // what the proof needs beside these
      FlushIsKnown:    assert (flushing_q == (flush_q != FlushNone));
      UpstreamInTake:  assert (~upstream_q | (flush_q == FlushTake));
      OwedInTake:      assert (~owed_q | (flush_q == FlushTake));
      OwedIsThere:     assert (~flushing_q | owed_q | (there_q <= {1'b0, held_last}));
      RestIsThere:     assert (~owed_q | (there_q <= 2'd1 + {1'b0, held_last}));
      OpenIsNotLast:   assert (~atvalid_o | (open_q == ~last_q));
    end
  end
`endif

endmodule

`default_nettype wire
