// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Data trace at the ingress, in parallel with stage 1: decides which accesses and responses of a
// cycle are sent, and forms one record of them for the elastic buffer.
//
// Timing: combinational except for the loads in progress, which are tracked whether or not a row is
// stored: a response is sent if and only if its request was. Filters evaluate the access that
// access_*_o presents, in the same cycle.
//
// Spec: E-Trace, Data Trace Interface; ETR-DAT-006, -014, -015; ETR-CTL-012; decision 0003.

`default_nettype none

module rvt_data_ingress #(
  parameter int unsigned blocks_p           = 1,
  parameter int unsigned retires_p          = 8,
  parameter int unsigned iaddress_width_p   = 64,
  parameter int unsigned iretire_width_p    = 8,
  parameter int unsigned ilastsize_width_p  = 1,
  parameter int unsigned daddress_width_p   = 32,
  parameter int unsigned data_width_p       = 32,
  parameter int unsigned dtype_width_p      = 1,
  parameter int unsigned dsize_width_p      = 3,
  parameter int unsigned dblock_width_p     = 1,
  parameter int unsigned iaddr_lsbs_width_p = 1,
  parameter int unsigned lrid_width_p       = 1,
  parameter int unsigned lresp_width_p      = 1,
  parameter int unsigned ldata_width_p      = 32,
  parameter int unsigned sdata_width_p      = 32,
  parameter int unsigned split_p            = 0,
  parameter int unsigned dat_sc_failure_p   = 0,
  parameter int unsigned value_width_p      = 32,  // of the stored values
  localparam int unsigned block_bits_p    = (blocks_p > 1) ? $clog2(blocks_p) : 1,
  localparam int unsigned access_bits_p   = 8 + block_bits_p + daddress_width_p + 2 * value_width_p
                                          + lrid_width_p,
  localparam int unsigned response_bits_p = 7 + value_width_p + lrid_width_p,
  localparam int unsigned record_bits_p   = access_bits_p
                                          + ((split_p != 0) ? response_bits_p : 0)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  // the row of this cycle, its blocks with the oldest in the lowest bits; iretire counts half-words
  input  logic [blocks_p*iaddress_width_p-1:0]  iaddr_i,
  input  logic [blocks_p*iretire_width_p-1:0]   iretire_i,
  input  logic [blocks_p*ilastsize_width_p-1:0] ilastsize_i,
  input  logic                          dretire_i,
  input  logic [dtype_width_p-1:0]      dtype_i,
  input  logic [daddress_width_p-1:0]   daddr_i,
  input  logic [dsize_width_p-1:0]      dsize_i,
  input  logic [data_width_p-1:0]       data_i,       // or the LSBs of CSRs and unified atomics
  input  logic [data_width_p-1:0]       operand_i,    // their MSBs
  input  logic [dblock_width_p-1:0]     dblock_i,
  input  logic [iaddr_lsbs_width_p-1:0] iaddr_lsbs_i,
  input  logic [lrid_width_p-1:0]       lrid_i,
  input  logic [lresp_width_p-1:0]      lresp_i,
  input  logic [lrid_width_p-1:0]       lid_i,
  input  logic [sdata_width_p-1:0]      sdata_i,
  input  logic [ldata_width_p-1:0]      ldata_i,
  input  logic                          trace_on_i,   // trigger
  // qualification
  input  logic                          seen_i,       // the encoder observes the row
  input  logic                          lost_i,       // ... and has no room for it
  input  logic                          clear_i,      // disabled, or the hart is in reset
  // control
  input  logic                          tracing_i,
  input  logic                          trig_enable_i,
  input  logic                          no_data_i,
  input  logic                          no_address_i,
  // filters
  output logic [iaddress_width_p-1:0]   access_iaddr_o,  // of the instruction of the access
  input  logic                          filter_pass_i,
  // record
  output logic                          wanted_o,     // there is something to send
  output logic                          loses_o,      // te_data is lost if the row is dropped
  output logic [record_bits_p-1:0]      record_o
);

  localparam int unsigned VW = value_width_p;

  // ---- the access ----------------------------------------------------------------------------

  logic [3:0] dtype;
  logic [1:0] size;
  logic       tracing, is_load, is_csr, is_atomic, is_failure, is_known;
  logic       request, has_packet, traced, unaligned;

  assign dtype      = 4'(dtype_i);
  assign size       = 2'(dsize_i);
  assign tracing    = tracing_i | (trig_enable_i & trace_on_i);
  assign is_load    = dtype == rvt_pkg::DtypeLoad;
  assign is_csr     = rvt_pkg::is_csr(dtype);
  assign is_atomic  = rvt_pkg::is_atomic(dtype);
  assign is_failure = dtype == rvt_pkg::DtypeScFailure;
  assign is_known   = is_load | (dtype == rvt_pkg::DtypeStore) | is_csr | is_atomic;
  assign request    = (split_p != 0) & (is_load | is_atomic);

  // A split load without address is sent when its response comes. The failure of a conditional
  // store can be reported only by the packet with the address alone.
  always_comb begin
    if (is_failure) begin
      has_packet = no_data_i | ((dat_sc_failure_p != 0) & ~no_address_i);
    end else begin
      has_packet = is_known & ~(request & is_load & no_address_i);
    end
  end

  assign traced = seen_i & dretire_i & tracing & filter_pass_i;

  always_comb begin
    unique case (size)
      2'd0:    unaligned = 1'b0;
      2'd1:    unaligned = daddr_i[0];
      2'd2:    unaligned = |daddr_i[1:0];
      default: unaligned = |daddr_i[2:0];
    endcase
  end

  // ---- its instruction -----------------------------------------------------------------------
  // All instructions of a block but the last are decided with the first one. With retires_p 1 a
  // block is one instruction, and iaddr_lsbs is not needed.

  logic [block_bits_p-1:0]      block;
  logic [iaddress_width_p-1:0]  iaddr;
  logic [iretire_width_p-1:0]   iretire;
  logic [ilastsize_width_p-1:0] ilastsize;

  assign block = (blocks_p > 1) ? block_bits_p'(dblock_i) : '0;

  always_comb begin
    iaddr     = iaddr_i[iaddress_width_p-1:0];
    iretire   = iretire_i[iretire_width_p-1:0];
    ilastsize = ilastsize_i[ilastsize_width_p-1:0];
    for (int unsigned b = 1; b < blocks_p; b++) begin
      if (block == block_bits_p'(b)) begin
        iaddr     = iaddr_i[iaddress_width_p*b+:iaddress_width_p];
        iretire   = iretire_i[iretire_width_p*b+:iretire_width_p];
        ilastsize = ilastsize_i[ilastsize_width_p*b+:ilastsize_width_p];
      end
    end
  end

  localparam int unsigned SpanBits = iretire_width_p + (1 << ilastsize_width_p) + 1;

  logic [SpanBits-1:0]           span, offset;
  logic [iaddr_lsbs_width_p-1:0] distance;  // bytes after the first instruction of the block
  logic                          at_last;

  assign span    = (SpanBits'(iretire) << 1) - (SpanBits'(2) << ilastsize);
  assign distance  = iaddr_lsbs_i - iaddr[iaddr_lsbs_width_p-1:0];
  assign offset  = SpanBits'(distance);
  assign at_last = (retires_p == 1) | (offset == span);

  assign access_iaddr_o = (retires_p == 1) ? iaddr : iaddr + iaddress_width_p'(distance);

  // Of values wider than 64 bits only the low bits are traced.
  logic unused_row;
  assign unused_row = ^{dsize_i, dblock_i, data_i, operand_i};

  // ---- the record ----------------------------------------------------------------------------

  logic                     send_access;
  logic [VW-1:0]            value, operand;
  logic [access_bits_p-1:0] access;

  assign send_access = traced & has_packet;
  assign access      = {send_access, at_last, block, dtype, size, daddr_i, value, operand, lrid_i};

  if (split_p == 0) begin : gen_unified
    assign value    = VW'(data_i);
    assign operand  = VW'(operand_i);
    assign wanted_o = send_access;
    assign loses_o  = wanted_o;
    assign record_o = access;

    logic unused_split;
    assign unused_split = ^{clk_i, rst_ni, lost_i, clear_i, request, unaligned, lresp_i, lid_i,
                            sdata_i, ldata_i};
  end else begin : gen_split
    logic       answers, is_error, late, load_traced, load_atomic, load_unaligned, send_response;
    logic [1:0] load_size;

    assign value    = is_csr ? VW'(data_i) : VW'(sdata_i);
    assign operand  = is_csr ? VW'(operand_i) : VW'(sdata_i);
    assign answers  = seen_i & lresp_i[1];
    assign is_error = lresp_i[0];

    rvt_data_loads #(
      .lrid_width_p(lrid_width_p)
    ) u_loads (
      .clk_i, .rst_ni, .clear_i,
      .request_i(seen_i & dretire_i & request), .lrid_i, .traced_i(traced), .lost_i,
      .atomic_i(is_atomic), .size_i(size), .unaligned_i(unaligned),
      .response_i(answers), .lid_i, .late_o(late), .traced_o(load_traced),
      .atomic_o(load_atomic), .size_o(load_size), .unaligned_o(load_unaligned)
    );

    // Without data the request is complete; without address no packet reports an error.
    assign send_response = answers & load_traced & ~no_data_i
                         & ~(no_address_i & ~load_atomic & is_error);
    assign wanted_o      = send_access | send_response;
    // Of a load without address the response would be sent, and is not without its request.
    assign loses_o       = wanted_o | (traced & request);
    assign record_o      = {access, send_response, late, is_error, load_atomic, load_size,
                            load_unaligned, VW'(ldata_i), lid_i};
  end

endmodule

`default_nettype wire
