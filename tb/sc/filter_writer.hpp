// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Changes filters and comparators while rows run: any register of any unit, by a bit, by a field,
// or back to the configuration.
#ifndef RVT_TB_FILTER_WRITER_HPP
#define RVT_TB_FILTER_WRITER_HPP

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

extern "C" {
#include "base/params.h"
}

#include "random.hpp"

struct rvt_registers;

namespace rvt
{

struct RegisterWrite {
    uint32_t offset, value;
};

class FilterWriter
{
  public:
    // Nothing is programmed yet. Both are borrowed.
    FilterWriter(const rvt_config &config, Random &random);
    ~FilterWriter();

    // The encoder has filters or comparators.
    bool any() const
    {
        return !offsets_.empty();
    }

    // The writes that restore every unit to the configuration.
    std::vector<RegisterWrite> restore();

    // The next change.
    RegisterWrite change();

    // A flip of one bit of any register and the write that restores it, both with the values held.
    std::array<RegisterWrite, 2> flip();

    // The value of the register at offset after the writes so far.
    uint32_t held(uint32_t offset) const;

  private:
    uint32_t configured(uint32_t offset) const;
    RegisterWrite write(uint32_t offset, uint32_t value);

    const rvt_config &config_;
    Random &random_;
    std::unique_ptr<rvt_registers> registers_; // those of the model, for the bits that exist
    std::vector<uint32_t> offsets_;            // of all registers that filters have
};

} // namespace rvt

#endif
