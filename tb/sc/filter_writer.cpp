// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "filter_writer.hpp"

// C allows a function with the name of a structure; in C++ that is a warning.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "ingress/registers.h"
}
#pragma GCC diagnostic pop

namespace rvt
{

FilterWriter::FilterWriter(const rvt_config &config, Random &random)
    : config_(config), random_(random), registers_(new rvt_registers)
{
    const rvt_params &params = config.params;
    rvt_registers_reset(registers_.get(), &config);
    rvt_registers_write(registers_.get(), RVT_TE_CONTROL, 1);
    if (params.filters_p > 0)
        offsets_.push_back(RVT_TE_INST_FILTERS);
    if (params.filters_p > 0 && config.options.data_trace)
        offsets_.push_back(RVT_TE_DATA_FILTERS);
    uint32_t end = RVT_TE_FILTER_MATCH_DATA + (config.options.data_trace ? 4 : 0);
    for (unsigned i = 0; i < params.filters_p; i++)
        for (uint32_t at = 0; at < end; at += 4)
            offsets_.push_back(RVT_TE_FILTER + RVT_TE_UNIT * i + at);
    for (unsigned j = 0; j < params.comparators_p; j++) {
        offsets_.push_back(RVT_TE_COMP + RVT_TE_UNIT * j);
        for (uint32_t at = RVT_TE_COMP_PMATCH_LOW; at < RVT_TE_UNIT; at += 4)
            offsets_.push_back(RVT_TE_COMP + RVT_TE_UNIT * j + at);
    }
}

FilterWriter::~FilterWriter() = default;

uint32_t FilterWriter::held(uint32_t offset) const
{
    return rvt_registers_read(registers_.get(), offset);
}

// The configured value of a register; 0 if the configuration does not set it.
uint32_t FilterWriter::configured(uint32_t offset) const
{
    uint32_t value = 0;
    for (unsigned i = 0; i < config_.registers.count; i++)
        if (config_.registers.write[i].offset == offset)
            value = config_.registers.write[i].value;
    return value;
}

RegisterWrite FilterWriter::write(uint32_t offset, uint32_t value)
{
    rvt_registers_write(registers_.get(), offset, value);
    return {offset, value};
}

std::vector<RegisterWrite> FilterWriter::restore()
{
    std::vector<RegisterWrite> writes;
    for (uint32_t offset : offsets_)
        if (held(offset) != configured(offset))
            writes.push_back(write(offset, configured(offset)));
    return writes;
}

// Half of the changes prefer registers that the configuration uses; the others mostly have no
// effect.
RegisterWrite FilterWriter::change()
{
    uint32_t offset = offsets_[random_.below(offsets_.size())];
    for (unsigned tries = 0; tries < 8 && random_.percent(50) && configured(offset) == 0; tries++)
        offset = offsets_[random_.below(offsets_.size())];
    if (random_.percent(40))
        return write(offset, configured(offset));
    bool control = offset < RVT_TE_COMP ? offset % RVT_TE_UNIT == 0 : offset % RVT_TE_UNIT < 16;
    bool data = offset < RVT_TE_COMP && offset % RVT_TE_UNIT == RVT_TE_FILTER_MATCH_DATA;
    unsigned bits = control ? 17 : data ? 24 : 12;
    if (control && config_.options.data_trace && offset >= RVT_TE_FILTER)
        bits = 26;
    uint32_t value = held(offset) ^ uint32_t { 1 } << random_.below(bits);
    if (random_.percent(10))
        value = static_cast<uint32_t>(random_.next());
    return write(offset, value);
}

// Selects the register first, so that narrow ones are as frequent as wide ones. Registers without
// bits are skipped.
std::array<RegisterWrite, 2> FilterWriter::flip()
{
    for (;;) {
        const uint32_t offset = offsets_[random_.below(offsets_.size())], before = held(offset);
        uint32_t after = before;
        for (unsigned tries = 0; tries < 64 && after == before; tries++) {
            write(offset, before ^ uint32_t{1} << random_.below(32));
            after = held(offset);
            write(offset, before);
        }
        if (after != before)
            return {{{offset, after}, {offset, before}}};
    }
}

} // namespace rvt
