// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The history of te_data packets: address and data of the latest access of each size.
//
// Timing: reads are combinational; writes are clocked. A synchronisation packet of te_inst, or a
// report of lost te_data, makes everything unknown; it never occurs in the cycle of a write.
//
// Spec: E-Trace, diff field; ETR-DAT-011, AMB-177; decision 0003, History.

`default_nettype none

module rvt_data_history #(
  parameter int unsigned places_p         = 4,   // sizes, or sizes of each class
  parameter int unsigned daddress_width_p = 32,
  parameter int unsigned value_width_p    = 32,
  localparam int unsigned place_bits_p = $clog2(places_p)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        forget_i,
  input  logic [place_bits_p-1:0]     place_i,
  // the stored values
  output logic                        address_known_o,
  output logic                        data_known_o,
  output logic [daddress_width_p-1:0] address_o,
  output logic [value_width_p-1:0]    data_o,
  // the values of this packet
  input  logic                        write_address_i,
  input  logic                        write_data_i,
  input  logic [daddress_width_p-1:0] address_i,
  input  logic [value_width_p-1:0]    data_i
);

  logic [places_p-1:0]         address_known_q, data_known_q;
  logic [daddress_width_p-1:0] address_q [places_p];
  logic [value_width_p-1:0]    data_q [places_p];

  assign address_known_o = address_known_q[place_i];
  assign data_known_o    = data_known_q[place_i];
  assign address_o       = address_q[place_i];
  assign data_o          = data_q[place_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      address_known_q <= '0;
      data_known_q    <= '0;
    end else if (forget_i) begin
      address_known_q <= '0;
      data_known_q    <= '0;
    end else begin
      if (write_address_i) address_known_q[place_i] <= 1'b1;
      if (write_data_i) data_known_q[place_i] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_address_i) address_q[place_i] <= address_i;
    if (write_data_i) data_q[place_i] <= data_i;
  end

`ifdef RVT_ASSERT
  always @(posedge clk_i) begin
    if (rst_ni) begin
      ForgetAlone: assert (~(forget_i & (write_address_i | write_data_i)));
    end
  end
`endif

endmodule

`default_nettype wire
