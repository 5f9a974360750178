// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The scoreboard of a source of SyS-T messages that writes to an STP transmitter: the model
// predicts the writes from the messages and payload that are taken, and every write is compared in
// its cycle. With +rvt_transport_verdict=decode, the messages that the writes carry are compared
// instead, and marked_i has no meaning. Bind it to any source with these ports.
//
// Only the optional fields of the parameters are expected; the header bits of others must be sent
// as 0. It prints the finding, and the verdict when end_i rises or at the end of the simulation. A
// run without a comparison fails.
`default_nettype none

module rvt_syst_scoreboard #(
  parameter bit guid_p      = 1'b1,
  parameter bit location_p  = 1'b1,
  parameter bit length_p    = 1'b1,
  parameter bit timestamp_p = 1'b1,
  parameter bit checksum_p  = 1'b1,
  parameter string instance_p = ""  // its name in plusargs and findings; "": %m
) (
  input wire logic         clk_i,
  input wire logic         rst_ni,
  // a message, taken with valid and ready, with all its fields in the same cycle
  input wire logic         msg_valid_i,
  input wire logic         msg_ready_i,
  input wire logic [31:0]  msg_header_i,  // of short messages the first word
  input wire logic [31:0]  msg_data_i,    // the second word
  input wire logic [15:0]  msg_length_i,  // of the payload, with LEN
  input wire logic [1:0]   loc_tag_i,
  input wire logic [63:0]  loc_i,
  input wire logic [127:0] guid_i,        // first byte in bits 127:120
  input wire logic [63:0]  ts_i,
  input wire logic         marked_i,
  input wire logic [15:0]  master_i,
  input wire logic [15:0]  channel_i,
  // its payload, in the same cycle or later, 0 to 4 bytes, the first one in bits 7:0
  input wire logic         pl_valid_i,
  input wire logic         pl_ready_i,
  input wire logic [31:0]  pl_data_i,
  input wire logic [2:0]   pl_bytes_i,
  input wire logic         pl_last_i,
  // writes
  input wire logic         wr_valid_i,
  input wire logic         wr_ready_i,
  input wire logic [2:0]   wr_kind_i,     // 0 data, 1 FLAG
  input wire logic [2:0]   wr_size_i,     // 0 D4 .. 4 D64
  input wire logic         wr_marker_i,
  input wire logic         wr_stamp_i,
  input wire logic [15:0]  wr_master_i,
  input wire logic [15:0]  wr_channel_i,
  input wire logic [63:0]  wr_data_i,
  // the bench
  input wire logic         end_i,         // run over, source empty
  output logic             done_o,
  output logic             failed_o
);

  localparam bit [31:0] Fields = 32'(location_p) << 8 | 32'(length_p) << 9 | 32'(checksum_p) << 10
                                 | 32'(timestamp_p) << 11 | 32'(guid_p) << 23;

  string           instance_name = instance_p != "" ? instance_p : $sformatf("%m");
  chandle          handle;
  longint unsigned cycle;

  initial begin
    cycle = 0;
    done_o = 1'b0;
    failed_o = 1'b0;
    rvt_plusargs_pkg::plan_file("rvt_transport_report", instance_name);
    handle = rvt_transport_dpi_pkg::c_dpi_syst_open(Fields);
    if (handle == null) $fatal(1, "rvt: syst: out of memory");
    rvt_transport_dpi_pkg::configure("syst", instance_name, handle);
  end

  always @(posedge clk_i) begin
    if (rst_ni && !done_o) begin
      if (msg_valid_i && msg_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_syst_message(
          handle, cycle, msg_header_i, msg_data_i, msg_length_i, 8'(loc_tag_i), loc_i,
          guid_i[127:64], guid_i[63:0], ts_i, marked_i, master_i, channel_i);
      end
      if (pl_valid_i && pl_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_syst_payload(handle, cycle, pl_data_i, 32'(pl_bytes_i),
                                                  pl_last_i);
      end
      if (wr_valid_i && wr_ready_i) begin
        rvt_transport_dpi_pkg::c_dpi_syst_write(handle, cycle, 8'(wr_kind_i), 8'(wr_size_i),
                                                wr_marker_i, wr_stamp_i, wr_master_i,
                                                wr_channel_i, wr_data_i);
      end
      rvt_transport_dpi_pkg::report("syst", instance_name, handle, cycle, end_i, done_o,
                                    failed_o);
    end
    if (rst_ni) cycle = cycle + 1;
  end

  final begin
    if (handle != null && !done_o && rst_ni) begin
      rvt_transport_dpi_pkg::report("syst", instance_name, handle, cycle, 1'b1, done_o,
                                    failed_o);
    end
    rvt_transport_dpi_pkg::c_dpi_transport_close(handle);
  end

endmodule

`default_nettype wire
