// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Offsets of registers and places of fields: the bits of a field; if it is wider, its position
// (_at); if it is not 0, its reset value, at its place (_reset). A register has its reset value if
// that is not 0 and the same in every encoder.
//
// Made of rtl/registers/rvt_encoder.rdl by `make registers-update`: do not edit.
// Spec: ETR-CTL-001..017.
#ifndef RVT_TB_CONTROL_INTERFACE_HPP
#define RVT_TB_CONTROL_INTERFACE_HPP

#include <cstdint>

namespace rvt
{

// trTeFilter<i>: the first, and the distance of the next
constexpr uint32_t te_filter = 0x400;
constexpr uint32_t te_filter_next = 0x020;

// trTeComp<i>: the first, and the distance of the next
constexpr uint32_t te_comp = 0x600;
constexpr uint32_t te_comp_next = 0x020;

// trTeControl: trace encoder control
constexpr uint32_t te_control = 0x000;
constexpr uint64_t te_active = 0x1u << 0;
constexpr uint64_t te_enable = 0x1u << 1;
constexpr uint64_t te_inst_tracing = 0x1u << 2;
constexpr uint64_t te_empty = 0x1u << 3;
constexpr uint64_t te_empty_reset = 0x1u << 3;
constexpr uint64_t te_inst_mode = 0x7u << 4;
constexpr unsigned te_inst_mode_at = 4;
constexpr uint64_t te_inst_mode_reset = 0x6u << 4;
constexpr uint64_t te_context = 0x1u << 9;
constexpr uint64_t te_inst_trig_enable = 0x1u << 11;
constexpr uint64_t te_inst_stall_or_overflow = 0x1u << 12;
constexpr uint64_t te_inst_stall_ena = 0x1u << 13;
constexpr uint64_t te_inhibit_src = 0x1u << 15;
constexpr uint64_t te_inst_sync_mode = 0x3u << 16;
constexpr unsigned te_inst_sync_mode_at = 16;
constexpr uint64_t te_inst_sync_max = 0xfu << 20;
constexpr unsigned te_inst_sync_max_at = 20;
constexpr uint64_t te_format = 0x7u << 24;
constexpr unsigned te_format_at = 24;
constexpr uint64_t te_control_reset = 0x68;

// trTeImpl: implementation
constexpr uint32_t te_impl = 0x004;
constexpr uint64_t te_ver_major = 0xfu << 0;
constexpr unsigned te_ver_major_at = 0;
constexpr uint64_t te_ver_major_reset = 0x1u << 0;
constexpr uint64_t te_ver_minor = 0xfu << 4;
constexpr unsigned te_ver_minor_at = 4;
constexpr uint64_t te_comp_type = 0xfu << 8;
constexpr unsigned te_comp_type_at = 8;
constexpr uint64_t te_comp_type_reset = 0x1u << 8;
constexpr uint64_t te_protocol_major = 0xfu << 16;
constexpr unsigned te_protocol_major_at = 16;
constexpr uint64_t te_protocol_minor = 0xfu << 20;
constexpr unsigned te_protocol_minor_at = 20;
constexpr uint64_t te_impl_reset = 0x101;

// trTeInstFeatures: features of instruction trace
constexpr uint32_t te_inst_features = 0x008;
constexpr uint64_t te_inst_no_addr_diff = 0x1u << 0;
constexpr uint64_t te_inst_no_trap_addr = 0x1u << 1;
constexpr uint64_t te_inst_en_sequential_jump = 0x1u << 2;
constexpr uint64_t te_inst_en_implicit_return = 0x1u << 3;
constexpr uint64_t te_inst_en_branch_prediction = 0x1u << 4;
constexpr uint64_t te_inst_en_jump_target_cache = 0x1u << 5;
constexpr uint64_t te_inst_implicit_return_mode = 0x3u << 6;
constexpr unsigned te_inst_implicit_return_mode_at = 6;
constexpr uint64_t te_inst_en_repeated_history = 0x1u << 8;
constexpr uint64_t te_inst_en_all_jumps = 0x1u << 9;
constexpr uint64_t te_inst_extend_addr_msb = 0x1u << 10;
constexpr uint64_t te_src_id = 0xfffu << 16;
constexpr unsigned te_src_id_at = 16;
constexpr uint64_t te_src_bits = 0xfu << 28;
constexpr unsigned te_src_bits_at = 28;

// trTeInstFilters: filters of instruction trace
constexpr uint32_t te_inst_filters = 0x00c;

// trTeDataControl: data trace control
constexpr uint32_t te_data_control = 0x010;
constexpr uint64_t te_data_implemented = 0x1u << 0;
constexpr uint64_t te_data_implemented_reset = 0x1u << 0;
constexpr uint64_t te_data_tracing = 0x1u << 1;
constexpr uint64_t te_data_trig_enable = 0x1u << 2;
constexpr uint64_t te_data_stall_or_overflow = 0x1u << 3;
constexpr uint64_t te_data_stall_ena = 0x1u << 4;
constexpr uint64_t te_data_drop = 0x1u << 5;
constexpr uint64_t te_data_drop_ena = 0x1u << 6;
constexpr uint64_t te_data_no_value = 0x1u << 16;
constexpr uint64_t te_data_no_addr = 0x1u << 17;
constexpr uint64_t te_data_addr_compress = 0x3u << 18;
constexpr unsigned te_data_addr_compress_at = 18;
constexpr uint64_t te_data_control_reset = 0x1;

// trTeDataFilters: filters of data trace
constexpr uint32_t te_data_filters = 0x01c;

// trTsControl: timestamp control
constexpr uint32_t ts_control = 0x040;
constexpr uint64_t ts_active = 0x1u << 0;
constexpr uint64_t ts_count = 0x1u << 1;
constexpr uint64_t ts_reset = 0x1u << 2;
constexpr uint64_t ts_run_in_debug = 0x1u << 3;
constexpr uint64_t ts_mode = 0x7u << 4;
constexpr unsigned ts_mode_at = 4;
constexpr uint64_t ts_prescale = 0x3u << 8;
constexpr unsigned ts_prescale_at = 8;
constexpr uint64_t ts_enable = 0x1u << 15;
constexpr uint64_t ts_width = 0x3fu << 24;
constexpr unsigned ts_width_at = 24;

// trTsCounterLow: timestamp counter, bits 31:0
constexpr uint32_t ts_counter_low = 0x048;

// trTsCounterHigh: timestamp counter, upper bits
constexpr uint32_t ts_counter_high = 0x04c;

// trTeTrigDbgControl: debug triggers
constexpr uint32_t te_trig_dbg_control = 0x050;

// trTeTrigExtInControl: external trigger inputs
constexpr uint32_t te_trig_ext_in_control = 0x054;

// trTeTrigExtOutControl: external trigger outputs
constexpr uint32_t te_trig_ext_out_control = 0x058;

// trTeFilter<i>Control: filter control
constexpr uint32_t te_filter_control = 0x000;
constexpr uint64_t te_filter_enable = 0x1u << 0;
constexpr uint64_t te_filter_match_privilege = 0x1u << 1;
constexpr uint64_t te_filter_match_ecause = 0x1u << 2;
constexpr uint64_t te_filter_match_interrupt = 0x1u << 3;
constexpr uint64_t te_filter_match_comp1 = 0x1u << 4;
constexpr uint64_t te_filter_comp1 = 0x7u << 5;
constexpr unsigned te_filter_comp1_at = 5;
constexpr uint64_t te_filter_match_comp2 = 0x1u << 8;
constexpr uint64_t te_filter_comp2 = 0x7u << 9;
constexpr unsigned te_filter_comp2_at = 9;
constexpr uint64_t te_filter_match_comp3 = 0x1u << 12;
constexpr uint64_t te_filter_comp3 = 0x7u << 13;
constexpr unsigned te_filter_comp3_at = 13;
constexpr uint64_t te_filter_match_impdef = 0x1u << 16;
constexpr uint64_t te_filter_match_dtype = 0x1u << 24;
constexpr uint64_t te_filter_match_dsize = 0x1u << 25;

// trTeFilter<i>MatchInst: instruction match
constexpr uint32_t te_filter_match_inst = 0x004;
constexpr uint64_t te_filter_match_choice_privilege = 0xffu << 0;
constexpr unsigned te_filter_match_choice_privilege_at = 0;
constexpr uint64_t te_filter_match_value_interrupt = 0x1u << 8;

// trTeFilter<i>MatchEcauseLow: ecause match, bits 31:0
constexpr uint32_t te_filter_match_ecause_low = 0x008;
constexpr uint64_t te_filter_match_choice_ecause_low = 0xffffffffu << 0;
constexpr unsigned te_filter_match_choice_ecause_low_at = 0;

// trTeFilter<i>MatchEcauseHigh: ecause match, bits 63:32
constexpr uint32_t te_filter_match_ecause_high = 0x00c;
constexpr uint64_t te_filter_match_choice_ecause_high = 0xffffffffu << 0;
constexpr unsigned te_filter_match_choice_ecause_high_at = 0;

// trTeFilter<i>MatchValueImpdef: impdef value
constexpr uint32_t te_filter_match_value_impdef = 0x010;

// trTeFilter<i>MatchMaskImpdef: impdef mask
constexpr uint32_t te_filter_match_mask_impdef = 0x014;

// trTeFilter<i>MatchData: data match
constexpr uint32_t te_filter_match_data = 0x018;
constexpr uint64_t te_filter_match_choice_dtype = 0xffffu << 0;
constexpr unsigned te_filter_match_choice_dtype_at = 0;
constexpr uint64_t te_filter_match_choice_dsize = 0xffu << 16;
constexpr unsigned te_filter_match_choice_dsize_at = 16;

// trTeComp<i>Control: comparator control
constexpr uint32_t te_comp_control = 0x000;
constexpr uint64_t te_comp_pinput = 0x3u << 0;
constexpr unsigned te_comp_pinput_at = 0;
constexpr uint64_t te_comp_sinput = 0x3u << 2;
constexpr unsigned te_comp_sinput_at = 2;
constexpr uint64_t te_comp_pfunction = 0x7u << 4;
constexpr unsigned te_comp_pfunction_at = 4;
constexpr uint64_t te_comp_sfunction = 0x7u << 8;
constexpr unsigned te_comp_sfunction_at = 8;
constexpr uint64_t te_comp_match_mode = 0x3u << 12;
constexpr unsigned te_comp_match_mode_at = 12;
constexpr uint64_t te_comp_pnotify = 0x1u << 14;
constexpr uint64_t te_comp_snotify = 0x1u << 15;

// trTeComp<i>PMatchLow: primary match, bits 31:0
constexpr uint32_t te_comp_pmatch_low = 0x010;

// trTeComp<i>PMatchHigh: primary match, bits 63:32
constexpr uint32_t te_comp_pmatch_high = 0x014;

// trTeComp<i>SMatchLow: secondary match, bits 31:0
constexpr uint32_t te_comp_smatch_low = 0x018;

// trTeComp<i>SMatchHigh: secondary match, bits 63:32
constexpr uint32_t te_comp_smatch_high = 0x01c;

} // namespace rvt

#endif
