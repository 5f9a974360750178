// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Binds the scoreboard and the checkers to the encoder, which itself has no test hooks.
`default_nettype none

// The scoreboard uses the values that software wrote to registers, not the resulting state of the
// encoder.
bind rvt_trace_encoder rvt_scoreboard #(
  .blocks_p(blocks_p),
  .iaddress_width_p(iaddress_width_p), .itype_width_p(itype_width_p),
  .ecause_width_p(ecause_width_p), .privilege_width_p(privilege_width_p),
  .context_width_p(context_width_p), .time_width_p(time_width_p), .ctype_width_p(ctype_width_p),
  .iretire_width_p(iretire_width_p), .ilastsize_width_p(ilastsize_width_p),
  .impdef_width_p(impdef_width_p),
  .encoder_p(1'b1), .retires_p(retires_p), .iaddress_lsb_p(iaddress_lsb_p),
  .nocontext_p(nocontext_p), .notime_p(notime_p),
  .return_stack_size_p(return_stack_size_p), .call_counter_size_p(call_counter_size_p),
  .bpred_size_p(bpred_size_p), .bcount_max_p(bcount_max_p), .cache_size_p(cache_size_p),
  .f0s_width_p(f0s_width_p), .sijump_p(sijump_p), .filters_p(filters_p),
  .comparators_p(comparators_p), .ecause_choice_p(ecause_choice_p),
  .filter_excint_p(filter_excint_p), .filter_context_p(filter_context_p),
  .filter_tval_p(filter_tval_p), .filter_privilege_p(filter_privilege_p), .type_bits_p(type_bits_p),
  .type_value_p(type_value_p),
  .data_p(data_p), .daddress_width_p(daddress_width_p), .data_width_p(data_width_p),
  .dtype_width_p(dtype_width_p), .dsize_width_p(dsize_width_p),
  .dblock_width_p(dblock_width_p), .iaddr_lsbs_width_p(iaddr_lsbs_width_p),
  .lrid_width_p(lrid_width_p),
  .lresp_width_p(lresp_width_p), .ldata_width_p(ldata_width_p), .sdata_width_p(sdata_width_p),
  .dat_signalling_p(dat_signalling_p), .full_data_p(full_data_p), .dat_compress_p(dat_compress_p),
  .dat_addr_compress_p(dat_addr_compress_p), .dat_hist_p(dat_hist_p), .dat_operand_p(dat_operand_p),
  .dat_sc_failure_p(dat_sc_failure_p), .dat_split_atomic_rsp_p(dat_split_atomic_rsp_p),
  .dat_diff_bits_p(dat_diff_bits_p), .mmacas_ext_p(mmacas_ext_p), .type_data_p(type_data_p),
  .packets_p(1'b1), .bytes_p(1'b1), .has_last_p(1'b1), .out_bytes_p(out_bytes_p),
  // rtl/README.md, Timing
  .decision_cycles_p(3), .packet_cycles_p(2 + compressor_register_p), .buffer_depth_p(fifo_depth_p),
  .waiting_depth_p(data_p == 0 ? 0 : 8 + (dat_signalling_p != 0 ? 1 << lrid_width_p : 0))
) u_scoreboard (
  .clk_i, .rst_ni,
  .itype_i, .cause_i, .tval_i, .priv_i, .iaddr_i, .context_i, .time_i(now), .ctype_i, .sijump_i,
  .iretire_i, .ilastsize_i, .trigger_i, .impdef_i, .halted_i, .reset_i,
  .stall_i(stall_o), .lost_i(lost_o),
  .dretire_i(dretire_i & (data_p != 0)), .dtype_i(4'(dtype_i)), .dsize_i(2'(dsize_i)),
  .dblock_i(2'(dblock_i)), .daddr_i(64'(daddr_i)), .ddata_i(64'(data_i)),
  .doperand_i(64'(operand_i)),
  .iaddr_lsbs_i(16'(iaddr_lsbs_i)), .lrid_i(8'(lrid_i)),
  .lresp_i((data_p != 0) & (dat_signalling_p != 0) ? 2'(lresp_i) : 2'd0), .lid_i(8'(lid_i)),
  .sdata_i(64'(sdata_i)), .ldata_i(64'(ldata_i)),
  .control_valid_i(psel_i & penable_i & pready_o & pwrite_i & (paddr_i == 12'h000)),
  .control_enable_i(pwdata_i[0] & pwdata_i[1]),
  .control_tracing_i(pwdata_i[0] & pwdata_i[2]),
  .control_trig_enable_i(pwdata_i[0] & pwdata_i[11]),
  .write_valid_i(psel_i & penable_i & pready_o & pwrite_i), .write_offset_i(paddr_i),
  .write_value_i(pwdata_i),
  .pkt_valid_i(pkt_valid), .pkt_ready_i(pkt_ready), .pkt_data_i(pkt_data),
  .pkt_bytes_i(pkt_bytes), .pkt_payload_i(248'(pkt_payload)),
  // what arrives after the adapter, if there is one
  .valid_i(tb_top.far_valid), .ready_i(tb_top.ready_i), .data_i(tb_top.far_data),
  .bytes_i(tb_top.far_bytes), .last_i(tb_top.far_last),
  .beat_valid_i(valid_o), .beat_ready_i(ready_i),
  .end_i(tb_top.end_i), .done_o(), .failed_o()
);

bind rvt_trace_encoder rvt_stream_checker #(
  .width_p(8 * out_bytes_p + $bits(bytes_o) + 1)
) u_bytes_checker (
  .clk_i, .rst_ni, .valid_i(valid_o), .ready_i, .payload_i({data_o, bytes_o, last_o})
);

bind rvt_trace_encoder rvt_stream_checker #(
  .width_p($bits(pkt_payload) + $bits(pkt_bytes) + 1)
) u_packets_checker (
  .clk_i, .rst_ni, .valid_i(pkt_valid), .ready_i(pkt_ready),
  .payload_i({pkt_payload, pkt_bytes, pkt_data})
);

bind rvt_trace_encoder rvt_ingress_checker #(
  .blocks_p(blocks_p), .retires_p(retires_p), .iaddress_width_p(iaddress_width_p),
  .itype_width_p(itype_width_p), .iretire_width_p(iretire_width_p),
  .ilastsize_width_p(ilastsize_width_p)
) u_ingress_checker (
  .clk_i, .rst_ni, .taken_i(enable_status & ~stall_o & ~halted_i & ~reset_i),
  .itype_i, .iaddr_i, .iretire_i, .ilastsize_i
);

bind rvt_trace_encoder rvt_ticks_checker #(
  .internal_p(ts_internal_p != 0 && timestamp_bytes_p != 0), .time_width_p(time_width_p)
) u_ticks_checker (
  .clk_i, .rst_ni, .write_i(psel_i & penable_i & pready_o & pwrite_i), .offset_i(paddr_i),
  .value_i(pwdata_i[9:0]), .halted_i, .hart_i(time_i), .time_i(now)
);

bind rvt_trace_encoder rvt_port_checker #(
  .row_bits_p(5 + dtype_width_p + daddress_width_p + dsize_width_p + 2 * data_width_p
            + $bits(dblock_i) + iaddr_lsbs_width_p + 2 * lrid_width_p + lresp_width_p
            + sdata_width_p + ldata_width_p + impdef_width_p + ecause_width_p + iaddress_width_p
            + privilege_width_p + context_width_p + time_width_p + ctype_width_p
            + blocks_p * (2 + itype_width_p + iaddress_width_p + iretire_width_p
                          + ilastsize_width_p))
) u_port_checker (
  .clk_i, .rst_ni,
  .row_i({itype_i, cause_i, tval_i, priv_i, iaddr_i, context_i, time_i, ctype_i, sijump_i,
          iretire_i, ilastsize_i, trigger_i, impdef_i, halted_i, reset_i, dretire_i,
          dtype_i, daddr_i, dsize_i, data_i, operand_i, dblock_i, iaddr_lsbs_i, lrid_i, lresp_i,
          lid_i, sdata_i, ldata_i}),
  .items_i((|itype_i) | (|iretire_i) | ((data_p != 0) & (dretire_i | (|lresp_i)))),
  .stall_i(stall_o), .lost_i(lost_o), .enable_i(enable_status),
  .valid_i(valid_o), .bytes_i(4'(bytes_o)), .last_i(last_o), .lanes_i(4'(out_bytes_p)),
  .psel_i, .penable_i, .pready_i(pready_o), .access_i({paddr_i, pwrite_i, pwdata_i})
);

`default_nettype wire
