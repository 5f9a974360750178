// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The list of signals that goes with a waveform.
#ifndef RVT_TB_WAVES_HPP
#define RVT_TB_WAVES_HPP

#include <cstdint>
#include <string>

namespace rvt
{

constexpr uint64_t cycle_ps = 10000;

// Writes WAVES.gtkw, a gtkwave save file that opens waves at the given cycle, with a marker there.
// False if it cannot be written.
bool write_signal_list(const std::string &waves, uint64_t cycle);

} // namespace rvt

#endif
