// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Merges several STP write ports into one: round-robin, write by write.
//
// Timing: combinational from the sources to the output; no write is stored. The selected source
// stays selected until its write is taken; the next search starts after it, so a source waits for
// at most one write of each other source. wr_valid_o never waits for wr_ready_i. Source 0 is in the
// lowest bits of the inputs. Each write has its own master and channel, so packets of sources may
// alternate.

`default_nettype none

module rvt_stp_arbiter #(
  parameter int unsigned sources_p = 2
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  // STP write ports of the sources
  input  logic [sources_p-1:0]    wr_valid_i,
  output logic [sources_p-1:0]    wr_ready_o,
  input  logic [3*sources_p-1:0]  wr_kind_i,
  input  logic [3*sources_p-1:0]  wr_size_i,
  input  logic [sources_p-1:0]    wr_marker_i,
  input  logic [sources_p-1:0]    wr_stamp_i,
  input  logic [16*sources_p-1:0] wr_master_i,
  input  logic [16*sources_p-1:0] wr_channel_i,
  input  logic [64*sources_p-1:0] wr_data_i,
  // STP write port of the transmitter
  output logic                    wr_valid_o,
  input  logic                    wr_ready_i,
  output logic [2:0]              wr_kind_o,
  output logic [2:0]              wr_size_o,
  output logic                    wr_marker_o,
  output logic                    wr_stamp_o,
  output logic [15:0]             wr_master_o,
  output logic [15:0]             wr_channel_o,
  output logic [63:0]             wr_data_o
);

  if (sources_p < 2) begin : gen_bad_sources
    $error("sources_p must be at least 2");
  end

  logic [sources_p-1:0] passed_q;  // sources up to the one served last
  logic [sources_p-1:0] waiting, first, any, chosen, held_q;
  logic                 hold_q;

  // The lowest source after the latest one, else the lowest of all.
  assign waiting = wr_valid_i & ~passed_q;
  assign first   = waiting & (~waiting + 1'b1);
  assign any     = wr_valid_i & (~wr_valid_i + 1'b1);
  assign chosen  = hold_q ? held_q : ((|waiting) ? first : any);

  assign wr_valid_o = |(wr_valid_i & chosen);
  assign wr_ready_o = chosen & {sources_p{wr_ready_i}};

  always_comb begin
    wr_kind_o    = '0;
    wr_size_o    = '0;
    wr_marker_o  = 1'b0;
    wr_stamp_o   = 1'b0;
    wr_master_o  = '0;
    wr_channel_o = '0;
    wr_data_o    = '0;
    for (int unsigned source = 0; source < sources_p; source++) begin
      if (chosen[source]) begin
        wr_kind_o    = wr_kind_o | wr_kind_i[3*source+:3];
        wr_size_o    = wr_size_o | wr_size_i[3*source+:3];
        wr_marker_o  = wr_marker_o | wr_marker_i[source];
        wr_stamp_o   = wr_stamp_o | wr_stamp_i[source];
        wr_master_o  = wr_master_o | wr_master_i[16*source+:16];
        wr_channel_o = wr_channel_o | wr_channel_i[16*source+:16];
        wr_data_o    = wr_data_o | wr_data_i[64*source+:64];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      passed_q <= '0;
      hold_q   <= 1'b0;
    end else begin
      hold_q <= wr_valid_o & ~wr_ready_i;
      if (wr_valid_o & wr_ready_i) begin
        passed_q <= chosen | (chosen - 1'b1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (wr_valid_o & ~wr_ready_i) begin
      held_q <= chosen;
    end
  end

`ifdef RVT_ASSERT
  logic                           stalled_q;
  logic [103:0]                   write, write_q;
  logic [sources_p*sources_p-1:0] met_q, met, unfair, misplaced;
  logic [sources_p*sources_p-1:0] earlier, overtaken;
  logic [sources_p-1:0]           taken;

  // met_q of (i, j): j was taken while i waits. Then j comes after i in the order.
  assign taken = wr_valid_i & wr_ready_o;

  always_comb begin
    for (int unsigned i = 0; i < sources_p; i++) begin
      for (int unsigned j = 0; j < sources_p; j++) begin
        earlier[sources_p*i+j]   = (passed_q[i] == passed_q[j]) ? (i < j) : ~passed_q[i];
        met[sources_p*i+j]       = wr_valid_i[i] & ~taken[i] & (met_q[sources_p*i+j] | taken[j]);
        unfair[sources_p*i+j]    = met_q[sources_p*i+j] & taken[j];
        misplaced[sources_p*i+j] = met_q[sources_p*i+j]
            & ((hold_q & held_q[j]) | ~(earlier[sources_p*i+j] & (i != j)));
        overtaken[sources_p*i+j] = (met_q[sources_p*i+:sources_p] != '0) & hold_q & held_q[j]
            & (i != j) & earlier[sources_p*i+j];
      end
    end
  end

  assign write = {wr_kind_o, wr_size_o, wr_marker_o, wr_stamp_o, wr_master_o, wr_channel_o,
                  wr_data_o};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
      met_q     <= '0;
    end else begin
      stalled_q <= wr_valid_o & ~wr_ready_i;
      met_q     <= met;
    end
  end

  always_ff @(posedge clk_i) begin
    write_q <= write;
  end

  always @(posedge clk_i) begin
    if (rst_ni) begin
      OneAtATime:    assert ((chosen & (chosen - 1'b1)) == '0);
      WriteStays:    assert (~stalled_q | (wr_valid_o & (write == write_q)));
      NoneForgotten: assert ((|wr_valid_i) == wr_valid_o);
      NoneTwice:     assert (unfair == '0);
      // what the proof needs beside these
      PassedIsBelow: assert ((passed_q & (passed_q + 1'b1)) == '0);
      HeldIsOne:     assert (~hold_q | ((held_q != '0) & ((held_q & (held_q - 1'b1)) == '0)));
      HeldIsValid:   assert (~hold_q | ((held_q & wr_valid_i) == held_q));
      HeldStalled:   assert (hold_q == stalled_q);
      MetIsAfter:    assert (misplaced == '0);
      HeldIsFirst:   assert (overtaken == '0);
    end
  end
`endif

endmodule

`default_nettype wire
