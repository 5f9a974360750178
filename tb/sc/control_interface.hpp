// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Offsets and bits of the Trace Control Interface. Spec: ETR-CTL-001..016.
#ifndef RVT_TB_CONTROL_INTERFACE_HPP
#define RVT_TB_CONTROL_INTERFACE_HPP

#include <cstdint>

namespace rvt
{

// offsets
constexpr uint32_t te_control = 0x000, te_impl = 0x004, te_inst_features = 0x008;
constexpr uint32_t te_inst_filters = 0x00c, te_data_control = 0x010, te_data_filters = 0x01c;
constexpr uint32_t ts_control = 0x040, ts_counter_low = 0x048, te_comparators = 0x600;

// trTeControl
constexpr uint64_t te_active = 1u << 0;
constexpr uint64_t te_enable = 1u << 1;
constexpr uint64_t te_inst_tracing = 1u << 2;
constexpr uint64_t te_empty = 1u << 3;
constexpr uint64_t te_inst_mode = 6u << 4;
constexpr uint64_t te_trig_enable = 1u << 11;
constexpr uint64_t te_stall_or_overflow = 1u << 12;
constexpr uint64_t te_stall_enable = 1u << 13;
constexpr uint64_t te_inhibit_src = 1u << 15;

// trTeInstFeatures
constexpr uint64_t te_all_modes = 0xffff;

// trTeDataControl
constexpr uint64_t te_data_implemented = 1u << 0;
constexpr uint64_t te_data_tracing = 1u << 1;
constexpr uint64_t te_data_trig_enable = 1u << 2;
constexpr uint64_t te_data_stall_or_overflow = 1u << 3;

// trTsMode of trTsControl
constexpr uint64_t ts_modes = 7u << 4;
constexpr uint64_t ts_external = 1u << 4;

} // namespace rvt

#endif
