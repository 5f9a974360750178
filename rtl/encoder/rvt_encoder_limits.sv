// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The values that the parameters of rvt_trace_encoder can have. Elaboration stops at any other with
// a message that names the parameter and its range. ../parameters.yaml lists the same ranges and
// rules; `make parameters` compares them.
//
// Timing: none; no hardware.
//
// Spec: E-Trace v2.0.4, chapter Discovery (parameters); the clauses of the messages.

`default_nettype none

module rvt_encoder_limits #(
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
  parameter int unsigned string_bits_p       = 0  // longest payload, and the bits before it
);

  localparam logic HasData    = data_p == 1;
  localparam logic HasFilters = filters_p + comparators_p > 0;

  // Width of the count of half-words in a block.
  localparam int unsigned HalfwordBits = (retires_p > 1) ? iretire_width_p : 1 << ilastsize_width_p;

  if (blocks_p < 1 || blocks_p > 4) begin : gen_blocks
    $error("blocks_p must be 1..4 (ETR-ING-008)");
  end
  if (retires_p < 1 || retires_p > 255) begin : gen_retires
    $error("retires_p must be 1..255 (ETR-ING-002)");
  end
  if (iaddress_width_p < 8 || iaddress_width_p > 64) begin : gen_iaddress_width
    $error("iaddress_width_p must be 8..64 (ETR-DISC-001)");
  end
  if (iaddress_lsb_p > 2) begin : gen_iaddress_lsb
    $error("iaddress_lsb_p must be 0..2 (ETR-DISC-001)");
  end
  if (itype_width_p < 3 || itype_width_p > 4) begin : gen_itype_width
    $error("itype_width_p must be 3..4 (ETR-DISC-002)");
  end
  if (ecause_width_p < 1 || ecause_width_p > 64) begin : gen_ecause_width
    $error("ecause_width_p must be 1..64 (ETR-DISC-001)");
  end
  if (privilege_width_p < 1 || privilege_width_p > 3) begin : gen_privilege_width
    $error("privilege_width_p must be 1..3 (ETR-DISC-001)");
  end
  if (context_width_p < 1 || context_width_p > 64) begin : gen_context_width
    $error("context_width_p must be 1..64 (ETR-DISC-001)");
  end
  if (nocontext_p > 1) begin : gen_nocontext
    $error("nocontext_p must be 0..1 (ETR-DISC-001)");
  end
  if (time_width_p < 1 || time_width_p > 64) begin : gen_time_width
    $error("time_width_p must be 1..64 (ETR-DISC-001)");
  end
  if (notime_p > 1) begin : gen_notime
    $error("notime_p must be 0..1 (ETR-DISC-001)");
  end
  if (ctype_width_p < 1 || ctype_width_p > 2) begin : gen_ctype_width
    $error("ctype_width_p must be 1..2 (ETR-DISC-002)");
  end
  if (iretire_width_p < 1 || iretire_width_p > 32) begin : gen_iretire_width
    $error("iretire_width_p must be 1..32 (ETR-DISC-002)");
  end
  if (ilastsize_width_p < 1 || ilastsize_width_p > 2) begin : gen_ilastsize_width
    $error("ilastsize_width_p must be 1..2 (ETR-DISC-002)");
  end
  if (return_stack_size_p > 8) begin : gen_return_stack_size
    $error("return_stack_size_p must be 0..8 (a table of registers)");
  end
  if (call_counter_size_p > 15) begin : gen_call_counter_size
    $error("call_counter_size_p must be 0..15 (ETR-DISC-004)");
  end
  if (bpred_size_p > 8) begin : gen_bpred_size
    $error("bpred_size_p must be 0..8 (a table of registers)");
  end
  if (cache_size_p > 8) begin : gen_cache_size
    $error("cache_size_p must be 0..8 (a table of registers)");
  end
  if (f0s_width_p > 2) begin : gen_f0s_width
    $error("f0s_width_p must be 0..2 (ETR-DISC-001)");
  end
  if (sijump_p > 1) begin : gen_sijump
    $error("sijump_p must be 0..1 (ETR-DISC-001)");
  end
  if (filters_p > 16) begin : gen_filters
    $error("filters_p must be 0..16 (trTeInstFilters)");
  end
  if (comparators_p > 8) begin : gen_comparators
    $error("comparators_p must be 0..8 (trTeFilterComp1)");
  end
  if (impdef_width_p < 1 || impdef_width_p > 32) begin : gen_impdef_width
    $error("impdef_width_p must be 1..32 (trTeFilterMatchValueImpdef)");
  end
  if (ecause_choice_p < 1 || ecause_choice_p > 6) begin : gen_ecause_choice
    $error("ecause_choice_p must be 1..6 (trTeFilterMatchChoiceEcause)");
  end
  if (filter_excint_p > 8) begin : gen_filter_excint
    $error("filter_excint_p must be 0..8 (ETR-DISC-002)");
  end
  if (filter_context_p > 1) begin : gen_filter_context
    $error("filter_context_p must be 0..1 (ETR-DISC-002)");
  end
  if (filter_tval_p > 1) begin : gen_filter_tval
    $error("filter_tval_p must be 0..1 (ETR-DISC-002)");
  end
  if (filter_privilege_p > 1) begin : gen_filter_privilege
    $error("filter_privilege_p must be 0..1 (ETR-DISC-002)");
  end
  if (data_p > 1) begin : gen_data
    $error("data_p must be 0..1 (ETR-DAT-014)");
  end
  if (daddress_width_p < 1 || daddress_width_p > 64) begin : gen_daddress_width
    $error("daddress_width_p must be 1..64 (ETR-DISC-003)");
  end
  if (data_width_p < 8 || data_width_p > 128) begin : gen_data_width
    $error("data_width_p must be 8..128 (ETR-DISC-003)");
  end
  if (dtype_width_p < 1 || dtype_width_p > 4) begin : gen_dtype_width
    $error("dtype_width_p must be 1..4 (ETR-DISC-003)");
  end
  if (dsize_width_p < 1 || dsize_width_p > 3) begin : gen_dsize_width
    $error("dsize_width_p must be 1..3 (ETR-DISC-003)");
  end
  if (dblock_width_p > 2) begin : gen_dblock_width
    $error("dblock_width_p must be 0..2 (ETR-DISC-003)");
  end
  if (iaddr_lsbs_width_p < 1 || iaddr_lsbs_width_p > 16) begin : gen_iaddr_lsbs_width
    $error("iaddr_lsbs_width_p must be 1..16 (ETR-DISC-003)");
  end
  if (lrid_width_p < 1 || lrid_width_p > 8) begin : gen_lrid_width
    $error("lrid_width_p must be 1..8 (ETR-DISC-003)");
  end
  if (lresp_width_p < 1 || lresp_width_p > 2) begin : gen_lresp_width
    $error("lresp_width_p must be 1..2 (ETR-DISC-003)");
  end
  if (ldata_width_p < 8 || ldata_width_p > 64) begin : gen_ldata_width
    $error("ldata_width_p must be 8..64 (ETR-DISC-003)");
  end
  if (sdata_width_p < 8 || sdata_width_p > 64) begin : gen_sdata_width
    $error("sdata_width_p must be 8..64 (ETR-DISC-003)");
  end
  if (dat_signalling_p > 1) begin : gen_dat_signalling
    $error("dat_signalling_p must be 0..1 (ETR-DAT-006)");
  end
  if (full_data_p > 1) begin : gen_full_data
    $error("full_data_p must be 0..1 (ETR-DAT-014)");
  end
  if (dat_compress_p > 2) begin : gen_dat_compress
    $error("dat_compress_p must be 0..2 (AMB-176)");
  end
  if (dat_addr_compress_p > 1) begin : gen_dat_addr_compress
    $error("dat_addr_compress_p must be 0..1 (AMB-179)");
  end
  if (dat_hist_p > 1) begin : gen_dat_hist
    $error("dat_hist_p must be 0..1 (AMB-177)");
  end
  if (dat_operand_p > 3) begin : gen_dat_operand
    $error("dat_operand_p must be 0..3 (AMB-177)");
  end
  if (dat_sc_failure_p > 1) begin : gen_dat_sc_failure
    $error("dat_sc_failure_p must be 0..1 (ETR-DAT-007)");
  end
  if (dat_split_atomic_rsp_p < 6 || dat_split_atomic_rsp_p > 7) begin : gen_dat_split_atomic_rsp
    $error("dat_split_atomic_rsp_p must be 6..7 (AMB-170)");
  end
  if (dat_diff_bits_p < 1 || dat_diff_bits_p > 2) begin : gen_dat_diff_bits
    $error("dat_diff_bits_p must be 1..2 (AMB-176)");
  end
  if (mmacas_ext_p > 1) begin : gen_mmacas_ext
    $error("mmacas_ext_p must be 0..1 (ETR-DAT-001)");
  end
  if (srcid_bits_p > 12) begin : gen_srcid_bits
    $error("srcid_bits_p must be 0..12 (trTeSrcBits)");
  end
  if (type_bits_p > 8) begin : gen_type_bits
    $error("type_bits_p must be 0..8 (ENC-007)");
  end
  if (type_value_p > 255) begin : gen_type_value
    $error("type_value_p must be 0..255 (ENC-007)");
  end
  if (type_data_p > 255) begin : gen_type_data
    $error("type_data_p must be 0..255 (ENC-007)");
  end
  if (timestamp_bytes_p > 8) begin : gen_timestamp_bytes
    $error("timestamp_bytes_p must be 0..8 (trTsWidth)");
  end
  if (ts_internal_p > 1) begin : gen_ts_internal
    $error("ts_internal_p must be 0..1 (trTsMode)");
  end
  if (fifo_depth_p < 4 || fifo_depth_p > 1024) begin : gen_fifo_depth
    $error("fifo_depth_p must be 4..1024 (a buffer of registers)");
  end
  if (out_bytes_p < 1 || out_bytes_p > 32) begin : gen_out_bytes
    $error("out_bytes_p must be 1..32 (ENC-021)");
  end
  if (compressor_register_p > 1) begin : gen_compressor_register
    $error("compressor_register_p must be 0..1 (a flag)");
  end

  // ---- several parameters --------------------------------------------------------------------

  if (retires_p > 1 && iretire_width_p == 1) begin : gen_rule_iretire
    $error("iretire_width_p must be at least 2 unless retires_p is 1 (ETR-ING-002)");
  end
  if (return_stack_size_p > 0 && call_counter_size_p > 0) begin : gen_rule_depth
    $error("return_stack_size_p and call_counter_size_p must not both be built (AMB-012)");
  end
  if (return_stack_size_p + call_counter_size_p > 0 && itype_width_p == 3)
  begin : gen_rule_return_itype
    $error("return_stack_size_p and call_counter_size_p need itype_width_p 4 (ETR-ING-006)");
  end
  if (bpred_size_p > 0 && cache_size_p > 0 && f0s_width_p == 0) begin : gen_rule_f0s
    $error("bpred_size_p and cache_size_p together need f0s_width_p 1 or 2 (ETR-FMT-046)");
  end
  if (iaddress_lsb_p + bpred_size_p > iaddress_width_p) begin : gen_rule_bpred_index
    $error("bpred_size_p must not use address bits that do not exist (AMB-068)");
  end
  if (iaddress_lsb_p + cache_size_p >= iaddress_width_p) begin : gen_rule_cache_index
    $error("cache_size_p must leave address bits beside the index (AMB-068)");
  end
  if (HasFilters && iretire_width_p > 10 && retires_p > 1) begin : gen_rule_places
    $error("filters and comparators need iretire_width_p of at most 10 (ETR-FLT-001)");
  end
  if (HasFilters && iaddress_width_p <= HalfwordBits + 1) begin : gen_rule_places_address
    $error("filters and comparators need iaddress_width_p above iretire_width_p + 1 (ETR-FLT-001)");
  end
  if (ts_internal_p == 1 && timestamp_bytes_p == 0) begin : gen_rule_ts_internal
    $error("ts_internal_p needs timestamp_bytes_p of at least 1 (trTsMode)");
  end
  if (type_value_p < 256 && (type_value_p >> type_bits_p) != 0) begin : gen_rule_type_value
    $error("type_value_p must fit into type_bits_p bits (ENC-007)");
  end
  if (HasData && type_data_p < 256 && (type_data_p >> type_bits_p) != 0) begin : gen_rule_type_data
    $error("type_data_p must fit into type_bits_p bits (ENC-007)");
  end
  if (HasData && type_data_p == type_value_p) begin : gen_rule_types
    $error("type_data_p must differ from type_value_p (ETR-DAT-016)");
  end
  if (HasData && blocks_p > 32'd1 << dblock_width_p) begin : gen_rule_dblock
    $error("dblock_width_p must be wide enough for blocks_p blocks (ETR-DISC-003)");
  end
  if (HasData && dtype_width_p == 2) begin : gen_rule_dtype
    $error("dtype_width_p must not be 2 (ETR-DAT-015)");
  end
  if (HasData && daddress_width_p < 12) begin : gen_rule_daddress
    $error("daddress_width_p must be at least 12 with data_p (ETR-DAT-015)");
  end
  if (HasData && dat_signalling_p != 0 && lresp_width_p < 2) begin : gen_rule_lresp
    $error("lresp_width_p must be 2 with dat_signalling_p (ETR-DAT-006)");
  end
  if (HasData && dat_operand_p != 0) begin : gen_rule_operand
    $error("data_p needs dat_operand_p 0 (the encoder sends no relative operands)");
  end
  if (HasData && dat_diff_bits_p != 2) begin : gen_rule_diff
    $error("data_p needs dat_diff_bits_p 2 (the encoder sends no diff field of one bit)");
  end
  if (HasData && mmacas_ext_p != 0) begin : gen_rule_mmacas
    $error("data_p needs mmacas_ext_p 0 (the encoder sends no MMA/CAS packets)");
  end
  if (string_bits_p > rvt_pkg::PayloadBits) begin : gen_rule_payload
    $error("packets must fit into the 248 bits of an encapsulated payload (ETR-CMP-011)");
  end

endmodule

`default_nettype wire
