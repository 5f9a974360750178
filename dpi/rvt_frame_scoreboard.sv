// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The scoreboard of a trace formatter: the model predicts frames and synchronisation, and every
// byte is compared in the cycle in which it is sent. Bind it to any formatter whose sources are
// available as plain vectors.
//
// A byte at an even position of a frame depends on the byte after it; sending it before that byte
// is taken is a finding. Of sources that are taken in the same cycle the lowest comes first. The
// periods are read in the first cycle after reset. With +rvt_transport_verdict=decode the model
// reads the frames instead, and the bytes of each source are compared. It prints the finding, and
// the verdict when end_i rises or at the end of the simulation. A run without a comparison fails.
`default_nettype none

module rvt_frame_scoreboard #(
  parameter int unsigned sources_p   = 2,
  parameter int unsigned in_bytes_p  = 8,  // 1..8
  parameter int unsigned out_bytes_p = 16, // 1..16
  parameter string       instance_p  = ""  // its name in plusargs and findings; "": %m
) (
  input wire logic                                        clk_i,
  input wire logic                                        rst_ni,
  input wire logic [15:0]                                 fsync_frames_i,     // 0: none
  input wire logic [15:0]                                 hsync_halfwords_i,  // 0: none
  // beats of the sources, taken with valid and ready, with their ID; the first source lowest
  input wire logic [sources_p-1:0]                        src_valid_i,
  input wire logic [sources_p-1:0]                        src_ready_i,
  input wire logic [8*in_bytes_p*sources_p-1:0]           src_data_i,
  input wire logic [$clog2(in_bytes_p+1)*sources_p-1:0]   src_bytes_i,
  input wire logic [7*sources_p-1:0]                      src_id_i,
  // a trigger is taken, after the beat
  input wire logic                                        trigger_i,
  input wire logic                                        flush_i,    // after both
  // the formatter is empty; tie to 0 if it has no such signal
  input wire logic                                        idle_i,
  // frames; first byte in bits 7:0
  input wire logic                                        valid_i,
  input wire logic                                        ready_i,
  input wire logic [8*out_bytes_p-1:0]                    data_i,
  input wire logic [$clog2(out_bytes_p+1)-1:0]            bytes_i,
  // the bench
  input wire logic                                        end_i,
  output logic                                            done_o,
  output logic                                            failed_o
);

  localparam int unsigned InWidth = $clog2(in_bytes_p + 1);

  string           instance_name = instance_p != "" ? instance_p : $sformatf("%m");
  chandle          handle;
  bit              fresh;  // a beat or a trigger since the formatter was idle
  longint unsigned cycle;
  logic [127:0]    beat;

  assign beat = 128'(data_i);

  initial begin
    fresh = 1'b0;
    cycle = 0;
    done_o = 1'b0;
    failed_o = 1'b0;
    rvt_plusargs_pkg::plan_file("rvt_transport_report", instance_name);
    if (in_bytes_p < 1 || in_bytes_p > 8 || out_bytes_p < 1 || out_bytes_p > 16) begin
      $fatal(1, "rvt: frame: in_bytes_p must be 1 to 8, out_bytes_p 1 to 16");
    end
    handle = null;
  end

  always @(posedge clk_i) begin
    if (rst_ni && !done_o) begin
      if (cycle == 0) begin
        handle = rvt_transport_dpi_pkg::c_dpi_frame_open(32'(fsync_frames_i),
                                                         32'(hsync_halfwords_i));
        if (handle == null) $fatal(1, "rvt: frame: out of memory");
        rvt_transport_dpi_pkg::configure("frame", instance_name, handle);
      end
      if (idle_i && fresh) begin
        rvt_transport_dpi_pkg::c_dpi_frame_idle(handle, cycle);
        fresh = 1'b0;
      end
      for (int unsigned s = 0; s < sources_p; s++) begin
        if (src_valid_i[s] && src_ready_i[s]) begin
          if (rvt_transport_dpi_pkg::is_beat(
                handle, cycle, 32'(src_bytes_i[InWidth*s+:InWidth]), in_bytes_p)) begin
            rvt_transport_dpi_pkg::c_dpi_frame_data(
              handle, cycle, 32'(src_id_i[7*s+:7]), 64'(src_data_i[8*in_bytes_p*s+:8*in_bytes_p]),
              32'(src_bytes_i[InWidth*s+:InWidth]));
          end
          fresh = 1'b1;
        end
      end
      if (trigger_i) begin
        rvt_transport_dpi_pkg::c_dpi_frame_trigger(handle, cycle);
        fresh = 1'b1;
      end
      if (flush_i) rvt_transport_dpi_pkg::c_dpi_frame_flush(handle, cycle);
      if (valid_i && ready_i) begin
        if (rvt_transport_dpi_pkg::is_beat(handle, cycle, 32'(bytes_i), out_bytes_p)) begin
          rvt_transport_dpi_pkg::c_dpi_frame_bytes(handle, cycle, beat[63:0], beat[127:64],
                                                   32'(bytes_i));
        end
      end
      rvt_transport_dpi_pkg::report("frame", instance_name, handle, cycle, end_i, done_o,
                                    failed_o);
    end
    if (rst_ni) cycle = cycle + 1;
  end

  final begin
    if (handle != null && !done_o && rst_ni) begin
      rvt_transport_dpi_pkg::report("frame", instance_name, handle, cycle, 1'b1, done_o,
                                    failed_o);
    end
    rvt_transport_dpi_pkg::c_dpi_transport_close(handle);
  end

endmodule

`default_nettype wire
