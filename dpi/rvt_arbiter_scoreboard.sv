// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The scoreboard of an arbiter, which merges several STP write ports into one: each write that is
// sent is compared with the write that was taken for it, and the order in which sources are taken
// with the round-robin order. Bind it to any arbiter whose ports are available as plain vectors.
//
// Writes are sent in the order in which they are taken, at the earliest in the same cycle; of
// sources that are taken in one cycle the lowest comes first. round_robin_p = 1: the order of
// sources is that of docs/decisions/0005-transports.md, "Several sources"; 0: any order passes. It
// prints the finding, and the verdict when end_i rises or at the end of the simulation. A run
// without a comparison fails.
`default_nettype none

module rvt_arbiter_scoreboard #(
  parameter int unsigned sources_p     = 2,    // 1..64
  parameter bit          round_robin_p = 1'b1,
  parameter string       instance_p    = ""    // its name in plusargs and findings; "": %m
) (
  input wire logic                    clk_i,
  input wire logic                    rst_ni,
  // writes of the sources, taken with valid and ready; source 0 lowest
  input wire logic [sources_p-1:0]    src_valid_i,
  input wire logic [sources_p-1:0]    src_ready_i,
  input wire logic [3*sources_p-1:0]  src_kind_i,
  input wire logic [3*sources_p-1:0]  src_size_i,
  input wire logic [sources_p-1:0]    src_marker_i,
  input wire logic [sources_p-1:0]    src_stamp_i,
  input wire logic [16*sources_p-1:0] src_master_i,
  input wire logic [16*sources_p-1:0] src_channel_i,
  input wire logic [64*sources_p-1:0] src_data_i,
  // the write that is sent
  input wire logic                    wr_valid_i,
  input wire logic                    wr_ready_i,
  input wire logic [2:0]              wr_kind_i,
  input wire logic [2:0]              wr_size_i,
  input wire logic                    wr_marker_i,
  input wire logic                    wr_stamp_i,
  input wire logic [15:0]             wr_master_i,
  input wire logic [15:0]             wr_channel_i,
  input wire logic [63:0]             wr_data_i,
  // the bench
  input wire logic                    end_i,    // run over, arbiter empty
  output logic                        done_o,   // the verdict is known
  output logic                        failed_o  // there is a finding
);

  string           instance_name = instance_p != "" ? instance_p : $sformatf("%m");
  chandle          handle;
  longint unsigned cycle;

  initial begin
    cycle = 0;
    done_o = 1'b0;
    failed_o = 1'b0;
    rvt_plusargs_pkg::plan_file("rvt_transport_report", instance_name);
    handle = rvt_transport_dpi_pkg::c_dpi_arbiter_open(sources_p, round_robin_p);
    if (handle == null) $fatal(1, "rvt: arbiter: sources_p is not 1 to 64, or out of memory");
    rvt_transport_dpi_pkg::configure("arbiter", instance_name, handle);
  end

  always @(posedge clk_i) begin
    if (rst_ni && !done_o) begin
      if (src_valid_i != '0) begin
        rvt_transport_dpi_pkg::c_dpi_arbiter_offers(handle, cycle, 64'(src_valid_i),
                                                    64'(src_valid_i) & 64'(src_ready_i));
      end
      for (int unsigned s = 0; s < sources_p; s++) begin
        if (src_valid_i[s] && src_ready_i[s]) begin
          rvt_transport_dpi_pkg::c_dpi_arbiter_take(
            handle, cycle, s, 8'(src_kind_i[3*s+:3]), 8'(src_size_i[3*s+:3]), src_marker_i[s],
            src_stamp_i[s], src_master_i[16*s+:16], src_channel_i[16*s+:16],
            src_data_i[64*s+:64]);
        end
      end
      if (wr_valid_i && wr_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_arbiter_write(
          handle, cycle, 8'(wr_kind_i), 8'(wr_size_i), wr_marker_i, wr_stamp_i, wr_master_i,
          wr_channel_i, wr_data_i);
      end
      rvt_transport_dpi_pkg::report("arbiter", instance_name, handle, cycle, end_i, done_o,
                                    failed_o);
    end
    if (rst_ni) cycle = cycle + 1;
  end

  final begin
    if (handle != null && !done_o && rst_ni) begin
      rvt_transport_dpi_pkg::report("arbiter", instance_name, handle, cycle, 1'b1, done_o,
                                    failed_o);
    end
    rvt_transport_dpi_pkg::c_dpi_transport_close(handle);
  end

endmodule

`default_nettype wire
