// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Data trace, stage 6: an access or a response becomes the fields of one te_data packet: the table
// of the specification, the codes, and which values are sent in full or relative to an earlier
// packet.
//
// Timing: combinational, then one register; one packet per cycle. ready_o depends on ready_i. A
// packet enters the history in the cycle in which it is taken.
//
// Spec: E-Trace, Data Trace Encoder Output Packets; ETR-DAT-001..014; decision 0003.

`default_nettype none

module rvt_data_fields #(
  parameter int unsigned iaddress_width_p       = 64,
  parameter int unsigned daddress_width_p       = 32,
  parameter int unsigned value_width_p          = 32,
  parameter int unsigned lrid_width_p           = 1,
  parameter int unsigned time_width_p           = 32,
  parameter int unsigned split_p                = 0,
  parameter int unsigned full_data_p            = 0,
  parameter int unsigned dat_compress_p         = 0,  // 0 both, 1 exclusive or, 2 differences
  parameter int unsigned dat_addr_compress_p    = 0,  // 0 differences, 1 exclusive or
  parameter int unsigned dat_hist_p             = 0,  // 0 by size, 1 by size and class
  parameter int unsigned dat_split_atomic_rsp_p = 7,
  localparam int unsigned access_bits_p   = 6 + daddress_width_p + 2 * value_width_p + lrid_width_p,
  localparam int unsigned response_bits_p = (split_p != 0) ? 5 + value_width_p + lrid_width_p : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  // options
  input  logic                        no_data_i,
  input  logic                        no_address_i,
  input  logic                        full_address_i,
  // a synchronisation packet of te_inst leaves, or a report of lost te_data
  input  logic                        forget_i,
  // access or response
  input  logic                        valid_i,
  output logic                        ready_o,
  input  logic                        response_i,
  input  logic [access_bits_p-1:0]    access_i,
  input  logic [response_bits_p-1:0]  fields_i,
  input  logic [time_width_p-1:0]     time_i,
  // fields, in packet order
  output logic                        valid_o,
  input  logic                        ready_i,
  output logic [2:0]                  format_o,
  output logic                        csr_o,           // subtype of 2 bits, address in two parts
  output logic                        atomic_o,        // subtype of 3 bits
  output logic [2:0]                  subtype_o,
  output logic                        has_size_o,
  output logic [1:0]                  size_o,          // and width of length fields
  output logic                        has_lrid_o,
  output logic [lrid_width_p-1:0]     lrid_o,
  output logic                        wide_code_o,     // diff or resp of 2 bits, not 1
  output logic [1:0]                  code_o,
  output logic                        has_operand_o,
  output logic                        wide_operand_o,  // data_width_p bits, no length field
  output logic [2:0]                  operand_last_o,  // bytes - 1
  output logic [value_width_p-1:0]    operand_o,
  output logic                        has_data_o,
  output logic                        wide_data_o,
  output logic [2:0]                  data_last_o,
  output logic [value_width_p-1:0]    data_o,
  output logic                        has_address_o,
  output logic [daddress_width_p-1:0] address_o,       // as the field holds it
  output logic [time_width_p-1:0]     time_o
);

  localparam int unsigned DA = daddress_width_p;
  localparam int unsigned VW = value_width_p;
  localparam logic [1:0] CsrSize = (iaddress_width_p > 32) ? 2'd3 : 2'd2;
  localparam logic       OffersXor  = (full_data_p == 0) && (dat_compress_p != 2);
  localparam logic       OffersDiff = (full_data_p == 0) && (dat_compress_p != 1);
  localparam int unsigned Places    = (dat_hist_p != 0) ? 16 : 4;
  localparam int unsigned PlaceBits = $clog2(Places);

  // ---- what came -----------------------------------------------------------------------------

  logic [3:0]              dtype;
  logic [1:0]              access_size, size;
  logic [DA-1:0]           daddr;
  logic [VW-1:0]           value, operand;
  logic [lrid_width_p-1:0] lrid, lid;
  logic                    is_error, load_atomic, load_unaligned;
  logic [1:0]              load_size;
  logic [VW-1:0]           ldata;

  assign {dtype, access_size, daddr, value, operand, lrid} = access_i;

  if (split_p != 0) begin : gen_split
    assign {is_error, load_atomic, load_size, load_unaligned, ldata, lid} = fields_i;
  end else begin : gen_unified
    logic unused_fields;
    assign {is_error, load_atomic, load_size, load_unaligned, ldata, lid} = '0;
    assign unused_fields = ^fields_i;
  end

  // ---- its table -----------------------------------------------------------------------------

  logic is_csr, is_atomic, is_failure, is_load, request, address_only, data_only, load_late;

  assign is_csr       = ~response_i & rvt_pkg::is_csr(dtype);
  assign is_failure   = ~response_i & (dtype == rvt_pkg::DtypeScFailure);
  assign is_atomic    = response_i ? load_atomic : rvt_pkg::is_atomic(dtype);
  assign is_load      = response_i ? ~load_atomic : (dtype == rvt_pkg::DtypeLoad);
  assign request      = (split_p != 0) & ~response_i & (is_load | is_atomic) & ~no_data_i;
  assign address_only = ~response_i & (no_data_i | is_failure);
  assign data_only    = no_address_i & ~is_csr;
  // A split load without address is a unified one, sent when the response comes (AMB-180).
  assign load_late    = response_i & is_load & no_address_i;

  assign size = response_i ? load_size : (is_csr ? CsrSize : access_size);

  logic unaligned;

  always_comb begin
    unique case (access_size)
      2'd0:    unaligned = 1'b0;
      2'd1:    unaligned = daddr[0];
      2'd2:    unaligned = |daddr[1:0];
      default: unaligned = |daddr[2:0];
    endcase
  end

  logic [2:0] format;

  always_comb begin
    if (response_i & is_atomic) begin
      format = 3'(dat_split_atomic_rsp_p);
    end else if (response_i & ~load_late) begin
      format = rvt_pkg::DataLoadResponse;
    end else if (is_csr) begin
      format = rvt_pkg::DataCsr;
    end else if (is_atomic | is_failure) begin
      format = rvt_pkg::DataAtomic;
    end else if (is_load) begin
      format = rvt_pkg::DataLoad | {2'd0, response_i ? load_unaligned : unaligned};
    end else begin
      format = rvt_pkg::DataStore | {2'd0, unaligned};
    end
  end

  // ---- history -------------------------------------------------------------------------------

  logic [PlaceBits-1:0] place;
  logic                 address_known, data_known, take, has_data;
  logic [DA-1:0]        earlier_address, own_address;
  logic [VW-1:0]        earlier_data, own_data;

  if (dat_hist_p != 0) begin : gen_classes
    logic [1:0] kind;
    assign kind  =
        {is_csr | is_atomic | is_failure, is_csr | (~is_load & ~is_atomic & ~is_failure)};
    assign place = {kind, size};
  end else begin : gen_sizes
    assign place = size;
  end

  assign take        = valid_i & ready_o;
  assign has_data    = ~address_only & ~request & ~(response_i & is_error);
  assign own_address = is_csr ? DA'(daddr[11:0]) : daddr;
  assign own_data    = response_i ? ldata : value;

  rvt_data_history #(
    .places_p(Places), .daddress_width_p(DA), .value_width_p(VW)
  ) u_history (
    .clk_i, .rst_ni, .forget_i, .place_i(place),
    .address_known_o(address_known), .data_known_o(data_known),
    .address_o(earlier_address), .data_o(earlier_data),
    .write_address_i(take & ~response_i), .write_data_i(take & has_data),
    .address_i(own_address), .data_i(own_data)
  );

  // ---- address -------------------------------------------------------------------------------
  // The difference of the values that the field would hold.

  logic          bytes, by_address;
  logic [DA-1:0] own_field, earlier_field, relative, address;

  assign bytes         = is_csr | (~is_atomic & ~is_failure & unaligned);
  assign own_field     = bytes ? own_address : own_address >> access_size;
  assign earlier_field = bytes ? earlier_address : earlier_address >> access_size;
  assign relative          = (dat_addr_compress_p != 0) ? own_field ^ earlier_field
                                                    : own_field - earlier_field;
  assign by_address    = address_known & ~full_address_i & (~is_csr | address_only);
  assign address       = by_address ? relative : own_field;

  // ---- data and operand ----------------------------------------------------------------------

  logic       against, counted;
  logic [1:0] coding, operand_coding;
  logic [VW-1:0] data, whole_operand;
  logic [2:0] data_last, operand_last;

  // The packet with address and data has no code for a full address with compressed data.
  assign against = data_known & (response_i | data_only | is_csr | by_address);
  assign counted = is_csr | (is_atomic & response_i) | (~response_i & ~data_only);

  rvt_data_coder #(
    .value_width_p(VW)
  ) u_data (
    .size_i(size), .value_i(own_data), .base_i(earlier_data),
    .xor_i(against & OffersXor), .diff_i(against & OffersDiff), .counted_i(counted),
    .coding_o(coding), .value_o(data), .last_o(data_last)
  );

  // Operands are sent in full.
  rvt_data_coder #(
    .value_width_p(VW)
  ) u_operand (
    .size_i(size), .value_i(operand), .base_i('0), .xor_i(1'b0), .diff_i(1'b0), .counted_i(1'b1),
    .coding_o(operand_coding), .value_o(whole_operand), .last_o(operand_last)
  );

  logic unused_coding;
  assign unused_coding = ^operand_coding;

  // ---- code ----------------------------------------------------------------------------------

  logic [1:0] code, differential, data_code;

  assign differential = {coding != rvt_pkg::CodingXor, coding != rvt_pkg::CodingFull};
  assign data_code    = (coding == rvt_pkg::CodingFull) ? 2'b00 : differential;

  always_comb begin
    if (response_i & ~load_late) begin
      code = is_error ? 2'b00 : differential;     // resp
    end else if (address_only | (request & is_load)) begin
      code = {1'b0, by_address};
    end else if (data_only | is_csr) begin
      code = request ? 2'b00 : data_code;
    end else begin
      code = by_address ? (request ? 2'b10 : differential) : 2'b00;
    end
  end

  // ---- register ------------------------------------------------------------------------------

  logic valid_q;

  assign ready_o = ~valid_q | ready_i;
  assign valid_o = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else if (ready_o) begin
      valid_q <= valid_i;
    end
  end

  logic has_operand;

  // A CSR that is read-only has no operand.
  assign has_operand = ~response_i & ~address_only & (is_atomic | (is_csr & ~(&daddr[11:10])));

  always_ff @(posedge clk_i) begin
    if (take) begin
      format_o       <= format;
      csr_o          <= is_csr;
      atomic_o       <= ~response_i & (is_atomic | is_failure);
      subtype_o      <= dtype[2:0];
      has_size_o     <= ~is_csr & ~(response_i & is_atomic);
      size_o         <= size;
      has_lrid_o     <= (split_p != 0) & (request | (response_i & ~load_late));
      lrid_o         <= response_i ? lid : lrid;
      wide_code_o    <= ~(address_only | (request & is_load));
      code_o         <= code;
      has_operand_o  <= has_operand;
      wide_operand_o <= request & data_only;
      operand_last_o <= operand_last;
      operand_o      <= whole_operand;
      has_data_o     <= has_data;
      wide_data_o    <= ~counted;
      data_last_o    <= data_last;
      data_o         <= data;
      has_address_o  <= ~response_i & ~data_only;
      address_o      <= address;
      time_o         <= time_i;
    end
  end

`ifdef RVT_ASSERT
  // Bytes above the counted ones are copies of the sign. The last field is the one that the tables
  // put last.
  function automatic logic is_counted(input logic [VW-1:0] counted_value, input logic [2:0] last);
    logic sign;
    is_counted = 1'b1;
    sign       = 1'b0;
    for (int unsigned i = 0; i < VW / 8; i++) begin
      if (3'(i) > last && counted_value[8*i+:8] != {8{sign}}) is_counted = 1'b0;
      if (3'(i) == last) sign = counted_value[8*i+7];
    end
  endfunction

  always @(posedge clk_i) begin
    if (rst_ni & valid_q) begin
      DataCounted:    assert (is_counted(data_o, data_last_o)
                              & ({1'b0, data_last_o} < (4'd1 << size_o)));
      OperandCounted: assert (is_counted(operand_o, operand_last_o)
                              & ({1'b0, operand_last_o} < (4'd1 << size_o)));
      CsrHasAddress:  assert (~csr_o | (has_address_o & ~wide_data_o & ~wide_operand_o));
      OneIsWide:      assert (~wide_operand_o | ~has_data_o);
      WideIsLast:     assert (~(has_data_o & wide_data_o) | ~has_address_o);
      WideOperand:    assert (~wide_operand_o | (has_operand_o & ~has_address_o));
    end
  end
`endif

endmodule

`default_nettype wire
