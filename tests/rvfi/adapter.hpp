// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The verilated adapter: cycles of RVFI in, rows out. Parameters of the build are RVFI_nret_p, ...
#ifndef RVT_TESTS_RVFI_ADAPTER_HPP
#define RVT_TESTS_RVFI_ADAPTER_HPP

#include <memory>
#include <vector>

extern "C" {
#include "base/params.h"
#include "ingress/tip.h"
}

#include "rvfi_source.hpp"

class VerilatedContext;
class Vrvt_rvfi_ingress;

namespace rvt
{

struct Outcome {
    std::vector<rvt_row> rows; // those that the encoder takes
    std::vector<size_t> lost;  // cycles that were dropped
    uint64_t order_faults = 0, address_faults = 0, trap_faults = 0, assumed = 0;
    bool idle = false; // at the end

    uint64_t faults() const
    {
        return order_faults + address_faults + trap_faults;
    }
};

constexpr unsigned build_channels = RVFI_nret_p;
constexpr unsigned build_xlen = RVFI_iaddress_width_p > 32 ? 64 : 32;
constexpr TrapSource build_traps = static_cast<TrapSource>(RVFI_trap_source_p);

// The parameters of the build as a configuration.
rvt_config build_config();

// Drives the cycles, then a flush, until the adapter is idle. stall: percent of cycles in which the
// encoder takes no row; flush: percent of cycles with a flush.
Outcome run_adapter(const std::vector<Cycle> &cycles, unsigned stall, unsigned flush,
                    Random &random);

// The instruction that this core has beside those of its ISA, a trap return: retirq of PicoRV32.
constexpr uint32_t custom_mask = 0xfe00007f, custom_match = 0x0400000b;

} // namespace rvt

#endif
