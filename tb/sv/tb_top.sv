// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Wraps the encoder for the bench: the same ports in every configuration, 64 bits wide where the
// width is a parameter. Block k of a row begins at bit 16 k, its sijump is bit k, and its address
// has a port of its own.
`default_nettype none

module tb_top #(
  parameter int unsigned blocks_p            = 1,
  parameter int unsigned retires_p           = 8,
  parameter int unsigned iaddress_width_p    = 64,
  parameter int unsigned iaddress_lsb_p      = 1,
  parameter int unsigned itype_width_p       = 4,
  parameter int unsigned ecause_width_p      = 5,
  parameter int unsigned privilege_width_p   = 2,
  parameter int unsigned context_width_p     = 16,
  parameter int unsigned nocontext_p         = 1,
  parameter int unsigned time_width_p        = 32,
  parameter int unsigned notime_p            = 1,
  parameter int unsigned ctype_width_p       = 2,
  parameter int unsigned iretire_width_p     = 8,
  parameter int unsigned ilastsize_width_p   = 1,
  parameter int unsigned return_stack_size_p = 0,
  parameter int unsigned call_counter_size_p = 0,
  parameter int unsigned bpred_size_p        = 0,
  parameter int unsigned bcount_max_p        = 32'hffff_ffff,
  parameter int unsigned cache_size_p        = 0,
  parameter int unsigned f0s_width_p         = 0,
  parameter int unsigned sijump_p            = 0,
  parameter int unsigned filters_p           = 0,
  parameter int unsigned comparators_p       = 0,
  parameter int unsigned impdef_width_p      = 1,
  parameter int unsigned ecause_choice_p     = 5,
  parameter int unsigned filter_excint_p     = 1,
  parameter int unsigned filter_context_p    = 1,
  parameter int unsigned filter_tval_p       = 1,
  parameter int unsigned filter_privilege_p  = 1,
  parameter int unsigned data_p              = 0,
  parameter int unsigned daddress_width_p    = 32,
  parameter int unsigned data_width_p        = 32,
  parameter int unsigned dtype_width_p       = 1,
  parameter int unsigned dsize_width_p       = 3,
  parameter int unsigned dblock_width_p      = 1,
  parameter int unsigned iaddr_lsbs_width_p  = 1,
  parameter int unsigned lrid_width_p        = 1,
  parameter int unsigned lresp_width_p       = 1,
  parameter int unsigned ldata_width_p       = 32,
  parameter int unsigned sdata_width_p       = 32,
  parameter int unsigned dat_signalling_p    = 0,
  parameter int unsigned full_data_p         = 0,
  parameter int unsigned dat_compress_p      = 0,
  parameter int unsigned dat_addr_compress_p = 0,
  parameter int unsigned dat_hist_p          = 0,
  parameter int unsigned dat_operand_p       = 0,
  parameter int unsigned dat_sc_failure_p    = 0,
  parameter int unsigned dat_split_atomic_rsp_p = 7,
  parameter int unsigned dat_diff_bits_p     = 2,
  parameter int unsigned mmacas_ext_p        = 0,
  parameter int unsigned srcid_bits_p        = 0,
  parameter int unsigned type_bits_p         = 0,
  parameter int unsigned type_value_p        = 0,
  parameter int unsigned type_data_p         = 1,
  parameter int unsigned timestamp_bytes_p   = 0,
  parameter int unsigned ts_internal_p       = 0,
  parameter int unsigned fifo_depth_p        = 16,
  parameter int unsigned out_bytes_p         = 8,
  parameter int unsigned compressor_register_p = 1,
  // between the encoder and the sink: rvt_egress.sv
  parameter int unsigned adapter_p           = 0,
  parameter int unsigned framed_p            = 0,
  parameter int unsigned fill_p              = 0,
  parameter int unsigned async_freq_p        = 0,
  parameter int unsigned async_bytes_p       = 0
) (
  input  wire logic        clk_i,
  input  wire logic        rst_ni,
  // ingress
  input  wire logic [63:0] itype_i,
  input  wire logic [63:0] cause_i,
  input  wire logic [63:0] tval_i,
  input  wire logic [63:0] priv_i,
  input  wire logic [63:0] iaddr0_i,
  input  wire logic [63:0] iaddr1_i,
  input  wire logic [63:0] iaddr2_i,
  input  wire logic [63:0] iaddr3_i,
  input  wire logic [63:0] context_i,
  input  wire logic [63:0] time_i,
  input  wire logic [63:0] ctype_i,
  input  wire logic [63:0] sijump_i,
  input  wire logic [63:0] iretire_i,
  input  wire logic [63:0] ilastsize_i,
  input  wire logic [63:0] trigger_i,
  input  wire logic [63:0] impdef_i,
  input  wire logic        halted_i,
  input  wire logic        reset_i,
  output logic             stall_o,
  output logic             lost_o,
  // data interface
  input  wire logic        dretire_i,
  input  wire logic [63:0] dtype_i,
  input  wire logic [63:0] daddr_i,
  input  wire logic [63:0] dsize_i,
  input  wire logic [63:0] ddata_i,
  input  wire logic [63:0] doperand_i,
  input  wire logic [63:0] dblock_i,
  input  wire logic [63:0] iaddr_lsbs_i,
  input  wire logic [63:0] lrid_i,
  input  wire logic [63:0] lresp_i,
  input  wire logic [63:0] lid_i,
  input  wire logic [63:0] sdata_i,
  input  wire logic [63:0] ldata_i,
  // APB
  input  wire logic [63:0] paddr_i,
  input  wire logic        psel_i,
  input  wire logic        penable_i,
  input  wire logic        pwrite_i,
  input  wire logic [63:0] pwdata_i,
  output logic [63:0]      prdata_o,
  output logic             pready_o,
  output logic             pslverr_o,
  // encapsulated packets, after the adapter
  output logic             sending_o,  // the encoder itself has data to send
  output logic             busy_o,     // bytes of packets are in transfer after it
  output logic             valid_o,
  input  wire logic        ready_i,
  output logic [63:0]      data_o,
  output logic [63:0]      bytes_o,
  output logic             last_o,
  // the run
  input  wire logic        end_i,    // the run is over and the encoder is drained
  output logic             done_o,   // the scoreboard has finished
  output logic             failed_o  // the scoreboard has a finding
);

  localparam int unsigned CountBits = $clog2(out_bytes_p + 1);

  // ---- blocks --------------------------------------------------------------------------------

  logic [4*64-1:0]                       iaddrs;
  logic [blocks_p*itype_width_p-1:0]     itype;
  logic [blocks_p*iaddress_width_p-1:0]  iaddr;
  logic [blocks_p*iretire_width_p-1:0]   iretire;
  logic [blocks_p*ilastsize_width_p-1:0] ilastsize;

  assign iaddrs = {iaddr3_i, iaddr2_i, iaddr1_i, iaddr0_i};

  for (genvar k = 0; k < blocks_p; k++) begin : gen_block
    assign itype[itype_width_p*k+:itype_width_p]             = itype_i[16*k+:itype_width_p];
    assign iaddr[iaddress_width_p*k+:iaddress_width_p]       = iaddrs[64*k+:iaddress_width_p];
    assign iretire[iretire_width_p*k+:iretire_width_p]       = iretire_i[16*k+:iretire_width_p];
    assign ilastsize[ilastsize_width_p*k+:ilastsize_width_p] = ilastsize_i[16*k+:ilastsize_width_p];
  end

  // ---- the encoder ---------------------------------------------------------------------------

  logic [31:0]              prdata;
  logic                     ready, last, far_valid, far_last;
  logic [8*out_bytes_p-1:0] data, far_data;
  logic [CountBits-1:0]     bytes, far_bytes;

  rvt_trace_encoder #(
    .blocks_p(blocks_p), .retires_p(retires_p), .iaddress_width_p(iaddress_width_p),
    .iaddress_lsb_p(iaddress_lsb_p),
    .itype_width_p(itype_width_p), .ecause_width_p(ecause_width_p),
    .privilege_width_p(privilege_width_p), .context_width_p(context_width_p),
    .nocontext_p(nocontext_p), .time_width_p(time_width_p), .notime_p(notime_p),
    .ctype_width_p(ctype_width_p),
    .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p),
    .return_stack_size_p(return_stack_size_p), .call_counter_size_p(call_counter_size_p),
    .bpred_size_p(bpred_size_p), .bcount_max_p(bcount_max_p), .cache_size_p(cache_size_p),
    .f0s_width_p(f0s_width_p),
    .sijump_p(sijump_p),
    .filters_p(filters_p), .comparators_p(comparators_p), .impdef_width_p(impdef_width_p),
    .ecause_choice_p(ecause_choice_p), .filter_excint_p(filter_excint_p),
    .filter_context_p(filter_context_p), .filter_tval_p(filter_tval_p),
    .filter_privilege_p(filter_privilege_p),
    .data_p(data_p), .daddress_width_p(daddress_width_p), .data_width_p(data_width_p),
    .dtype_width_p(dtype_width_p), .dsize_width_p(dsize_width_p),
    .dblock_width_p(dblock_width_p), .iaddr_lsbs_width_p(iaddr_lsbs_width_p),
    .lrid_width_p(lrid_width_p),
    .lresp_width_p(lresp_width_p), .ldata_width_p(ldata_width_p), .sdata_width_p(sdata_width_p),
    .dat_signalling_p(dat_signalling_p), .full_data_p(full_data_p),
    .dat_compress_p(dat_compress_p), .dat_addr_compress_p(dat_addr_compress_p),
    .dat_hist_p(dat_hist_p), .dat_operand_p(dat_operand_p), .dat_sc_failure_p(dat_sc_failure_p),
    .dat_split_atomic_rsp_p(dat_split_atomic_rsp_p), .dat_diff_bits_p(dat_diff_bits_p),
    .mmacas_ext_p(mmacas_ext_p),
    .srcid_bits_p(srcid_bits_p), .type_bits_p(type_bits_p), .type_value_p(type_value_p),
    .type_data_p(type_data_p),
    .timestamp_bytes_p(timestamp_bytes_p), .ts_internal_p(ts_internal_p),
    .fifo_depth_p(fifo_depth_p), .out_bytes_p(out_bytes_p),
    .compressor_register_p(compressor_register_p)
  ) u_encoder (
    .clk_i, .rst_ni,
    .itype_i(itype), .cause_i(cause_i[ecause_width_p-1:0]),
    .tval_i(tval_i[iaddress_width_p-1:0]), .priv_i(priv_i[privilege_width_p-1:0]),
    .iaddr_i(iaddr), .context_i(context_i[context_width_p-1:0]),
    .time_i(time_i[time_width_p-1:0]), .ctype_i(ctype_i[ctype_width_p-1:0]),
    .sijump_i(sijump_i[blocks_p-1:0]),
    .iretire_i(iretire), .ilastsize_i(ilastsize),
    .trigger_i(trigger_i[blocks_p+1:0]), .impdef_i(impdef_i[impdef_width_p-1:0]), .halted_i,
    .reset_i,
    .stall_o, .lost_o,
    .dretire_i, .dtype_i(dtype_i[dtype_width_p-1:0]), .daddr_i(daddr_i[daddress_width_p-1:0]),
    .dsize_i(dsize_i[dsize_width_p-1:0]), .data_i(data_width_p'(ddata_i)),
    .operand_i(data_width_p'(doperand_i)),
    .dblock_i(dblock_i[((dblock_width_p > 0) ? dblock_width_p : 1)-1:0]),
    .iaddr_lsbs_i(iaddr_lsbs_i[iaddr_lsbs_width_p-1:0]),
    .lrid_i(lrid_i[lrid_width_p-1:0]), .lresp_i(lresp_i[lresp_width_p-1:0]),
    .lid_i(lid_i[lrid_width_p-1:0]), .sdata_i(sdata_i[sdata_width_p-1:0]),
    .ldata_i(ldata_i[ldata_width_p-1:0]),
    .paddr_i(paddr_i[11:0]), .psel_i, .penable_i, .pwrite_i, .pwdata_i(pwdata_i[31:0]),
    .prdata_o(prdata), .pready_o, .pslverr_o,
    .valid_o(sending_o), .ready_i(ready), .data_o(data), .bytes_o(bytes), .last_o(last)
  );

  rvt_egress #(
    .adapter_p(adapter_p), .out_bytes_p(out_bytes_p), .timestamp_bytes_p(timestamp_bytes_p),
    .srcid_bits_p(srcid_bits_p), .framed_p(framed_p), .fill_p(fill_p),
    .async_freq_p(async_freq_p), .async_bytes_p(async_bytes_p)
  ) u_egress (
    .clk_i, .rst_ni,
    .valid_i(sending_o), .ready_o(ready), .data_i(data), .bytes_i(bytes), .last_i(last),
    .valid_o(far_valid), .ready_i, .data_o(far_data), .bytes_o(far_bytes), .last_o(far_last),
    .busy_o
  );

  assign prdata_o = 64'(prdata);
  assign valid_o  = far_valid;
  assign data_o   = 64'(far_data);
  assign bytes_o  = 64'(far_bytes);
  assign last_o   = far_last;

  // The bits of the 64 that a configuration does not use.
  logic unused;
  assign unused = ^{itype_i, cause_i, tval_i, priv_i, iaddrs, sijump_i, context_i, time_i, ctype_i,
                    iretire_i, ilastsize_i, trigger_i, impdef_i, paddr_i, pwdata_i,
                    dtype_i, daddr_i, dsize_i, ddata_i, doperand_i, dblock_i, iaddr_lsbs_i, lrid_i,
                    lresp_i, lid_i, sdata_i, ldata_i};

  // Driven by the scoreboard that rvt_bind.sv attaches.
  assign done_o   = u_encoder.u_scoreboard.done_o;
  assign failed_o = u_encoder.u_scoreboard.failed_o;

endmodule

`default_nettype wire
