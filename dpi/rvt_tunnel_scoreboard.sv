// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The scoreboard of a tunnel, which makes one SyS-T message of type RAW from each encapsulated
// packet, whole and unchanged: the model predicts header, length and each byte from the beats that
// are taken, and each is compared in the cycle in which it is sent. Bind it to any tunnel with
// these ports; the tunnel may cut the payload into beats of any size.
//
// The earliest cycle of a message is that in which the first beat of its packet is taken, with LEN
// that of the last beat. Its options are those of the cycle in which it is sent. With
// +rvt_transport_verdict=decode the packets are compared that the messages carry. It prints the
// finding, and the verdict when end_i rises or at the end of the simulation. A run without a
// comparison fails.
`default_nettype none

module rvt_tunnel_scoreboard #(
  parameter int unsigned in_bytes_p = 8,    // 1..32
  parameter bit          length_p   = 1'b0, // messages have LEN
  parameter string       instance_p = ""    // its name in plusargs and findings; "": %m
) (
  input wire logic                            clk_i,
  input wire logic                            rst_ni,
  // fields of the header
  input wire logic [5:0]                      protocol_i,
  input wire logic [10:0]                     origin_i,
  input wire logic [2:0]                      severity_i,
  input wire logic                            guid_i,
  input wire logic                            checksum_i,
  input wire logic                            stamp_i,
  // no message is under way or due; tie to 0 if there is no such signal
  input wire logic                            idle_i,
  // beats of packets, taken with valid and ready; first byte in bits 7:0
  input wire logic                            valid_i,
  input wire logic                            ready_i,
  input wire logic [8*in_bytes_p-1:0]         data_i,
  input wire logic [$clog2(in_bytes_p+1)-1:0] bytes_i,
  input wire logic                            last_i,
  // a message, and its payload in the same cycle or later, 1 to 4 bytes a beat
  input wire logic                            msg_valid_i,
  input wire logic                            msg_ready_i,
  input wire logic [31:0]                     msg_header_i,
  input wire logic [15:0]                     msg_length_i,
  input wire logic                            pl_valid_i,
  input wire logic                            pl_ready_i,
  input wire logic [31:0]                     pl_data_i,
  input wire logic [2:0]                      pl_bytes_i,
  input wire logic                            pl_last_i,
  // the bench
  input wire logic                            end_i,    // run over, tunnel empty
  output logic                                done_o,   // the verdict is known
  output logic                                failed_o  // there is a finding
);

  string           instance_name = instance_p != "" ? instance_p : $sformatf("%m");
  chandle          handle;
  bit              fresh;  // a beat or a message since the tunnel was idle
  longint unsigned cycle;

  initial begin
    fresh = 1'b0;
    cycle = 0;
    done_o = 1'b0;
    failed_o = 1'b0;
    rvt_plusargs_pkg::plan_file("rvt_transport_report", instance_name);
    if (in_bytes_p < 1 || in_bytes_p > 32) $fatal(1, "rvt: tunnel: in_bytes_p must be 1 to 32");
    handle = rvt_transport_dpi_pkg::c_dpi_tunnel_open(length_p);
    if (handle == null) $fatal(1, "rvt: tunnel: out of memory");
    rvt_transport_dpi_pkg::configure("tunnel", instance_name, handle);
  end

  always @(posedge clk_i) begin
    if (rst_ni && !done_o) begin
      if (idle_i && fresh) begin
        rvt_transport_dpi_pkg::c_dpi_tunnel_idle(handle, cycle);
        fresh = 1'b0;
      end
      if (valid_i && ready_i) begin
        if (rvt_transport_dpi_pkg::is_beat(handle, cycle, 32'(bytes_i), in_bytes_p)) begin
          rvt_transport_dpi_pkg::tunnel_beat(handle, cycle, 256'(data_i), 32'(bytes_i), last_i);
        end
        fresh = 1'b1;
      end
      if (msg_valid_i && msg_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_tunnel_options(handle, 8'(protocol_i), 16'(origin_i),
                                                    8'(severity_i), guid_i, checksum_i, stamp_i);
        rvt_transport_dpi_pkg::c_dpi_tunnel_message(handle, cycle, msg_header_i, msg_length_i);
        fresh = 1'b1;
      end
      if (pl_valid_i && pl_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_tunnel_payload(handle, cycle, pl_data_i, 32'(pl_bytes_i),
                                                    pl_last_i);
        fresh = 1'b1;
      end
      rvt_transport_dpi_pkg::report("tunnel", instance_name, handle, cycle, end_i, done_o,
                                    failed_o);
    end
    if (rst_ni) cycle = cycle + 1;
  end

  final begin
    if (handle != null && !done_o && rst_ni) begin
      rvt_transport_dpi_pkg::report("tunnel", instance_name, handle, cycle, 1'b1, done_o,
                                    failed_o);
    end
    rvt_transport_dpi_pkg::c_dpi_transport_close(handle);
  end

endmodule

`default_nettype wire
