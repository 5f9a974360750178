// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The scoreboard of an STP transmitter: the model predicts the bytes from the writes, and every
// byte is compared in the cycle in which it is sent. Bind it to any transmitter whose writes are
// available as plain vectors; docs/integration.md has an example.
//
// docs/decisions/0005-transports.md fixes what the specification leaves to the sender; the
// parameters state what VERSION says. The time of a write is that of the cycle in which it is
// taken. It prints the finding, and the verdict when end_i rises or at the end of the simulation. A
// run without a comparison fails.
`default_nettype none

module rvt_stp_scoreboard #(
  parameter int unsigned out_bytes_p = 8,     // 1..8
  parameter int unsigned time_type_p = 3,     // 1 STP 1, 2 NATDELTA, 3 NAT, 4 GRAY
  parameter int unsigned minor_p     = 0,     // 0: 2.0 and 2.1, or STP 1; 2, 3, 4
  parameter bit          le_p        = 1'b0,  // least significant nibble first, stated by VERSION
  parameter bit          le_always_p = 1'b0,  // the same, not stated
  parameter string       instance_p  = ""     // its name in plusargs and findings; "": %m
) (
  input wire logic                             clk_i,
  input wire logic                             rst_ni,
  input wire logic [31:0]                      sync_bytes_i,  // with each write
  input wire logic [39:0]                      frequency_i,   // with the first write; 0: none
  // the write taken now or next begins with ASYNC
  input wire logic                             sync_now_i,
  input wire logic                             flush_i,       // after the writes up to this cycle
  // the transmitter is empty; tie to 0 if it has no such signal
  input wire logic                             idle_i,
  input wire logic [63:0]                      time_i,
  // a write, taken with valid and ready
  input wire logic                             wr_valid_i,
  input wire logic                             wr_ready_i,
  // 0 data, FLAG, TRIG, FREQ, MERR, GERR, 6 NULL
  input wire logic [2:0]                       wr_kind_i,
  input wire logic [2:0]                       wr_size_i,     // data: 0 D4 .. 4 D64
  input wire logic                             wr_marker_i,
  input wire logic                             wr_stamp_i,
  input wire logic [15:0]                      wr_master_i,
  input wire logic [15:0]                      wr_channel_i,
  input wire logic [63:0]                      wr_data_i,
  // bytes; first one in bits 7:0
  input wire logic                             valid_i,
  input wire logic                             ready_i,
  input wire logic [8*out_bytes_p-1:0]         data_i,
  input wire logic [$clog2(out_bytes_p+1)-1:0] bytes_i,
  // the bench
  input wire logic                             end_i,         // run over, transmitter empty
  output logic                                 done_o,        // the verdict is known
  output logic                                 failed_o       // there is a finding
);

  string           instance_name = instance_p != "" ? instance_p : $sformatf("%m");
  chandle          handle;
  bit              fresh;  // a write was taken since the transmitter was idle
  longint unsigned cycle;

  initial begin
    fresh = 1'b0;
    cycle = 0;
    done_o = 1'b0;
    failed_o = 1'b0;
    rvt_plusargs_pkg::plan_file("rvt_transport_report", instance_name);
    if (out_bytes_p < 1 || out_bytes_p > 8) begin
      $fatal(1, "rvt: stp: out_bytes_p is %0d; it must be 1 to 8", out_bytes_p);
    end
    handle = rvt_transport_dpi_pkg::c_dpi_stp_open(time_type_p, minor_p, le_p, le_always_p);
    if (handle == null) begin
      $fatal(1, "rvt: stp: no VERSION packet can state these parameters, or out of memory");
    end
    rvt_transport_dpi_pkg::configure("stp", instance_name, handle);
  end

  always @(posedge clk_i) begin
    if (rst_ni && !done_o) begin
      bit called;
      called = 1'b0;
      if (idle_i && fresh) begin
        rvt_transport_dpi_pkg::c_dpi_stp_idle(handle, cycle);
        fresh = 1'b0;
        called = 1'b1;
      end
      if (sync_now_i) rvt_transport_dpi_pkg::c_dpi_stp_sync(handle);
      if (wr_valid_i && wr_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_stp_write(
          handle, cycle, 8'(wr_kind_i), 8'(wr_size_i), wr_marker_i, wr_stamp_i, wr_master_i,
          wr_channel_i, wr_data_i, time_i, 64'(sync_bytes_i), 64'(frequency_i));
        fresh = 1'b1;
        called = 1'b1;
      end
      if (flush_i) rvt_transport_dpi_pkg::c_dpi_stp_flush(handle, cycle);
      if (valid_i && ready_i) begin
        if (rvt_transport_dpi_pkg::is_beat(handle, cycle, 32'(bytes_i), out_bytes_p)) begin
          rvt_transport_dpi_pkg::c_dpi_stp_bytes(handle, cycle, 64'(data_i), 32'(bytes_i));
        end
        called = 1'b1;
      end
      if (called || end_i) begin
        rvt_transport_dpi_pkg::report("stp", instance_name, handle, cycle, end_i, done_o,
                                      failed_o);
      end
    end
    if (rst_ni) cycle = cycle + 1;
  end

  final begin
    if (handle != null && !done_o && rst_ni) begin
      rvt_transport_dpi_pkg::report("stp", instance_name, handle, cycle, 1'b1, done_o,
                                    failed_o);
    end
    rvt_transport_dpi_pkg::c_dpi_transport_close(handle);
  end

endmodule

`default_nettype wire
