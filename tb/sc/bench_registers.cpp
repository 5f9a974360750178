// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Checks every field of every register against the tables of the Trace Control Interface and the
// parameters of the build: the reset value, the value held after a write, and the reset value again
// when the encoder is released. Bits outside the table read 0. The table is typed from the
// specification, independent of the model and of the description of the registers; in addition the
// registers of filters are compared with those of the model.
#include "bench.hpp"

#include <cstdio>
#include <functional>
#include <sstream>
#include <vector>

// C allows a function with the name of a structure; in C++ that is a warning.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "ingress/registers.h"
}
#pragma GCC diagnostic pop

namespace rvt
{
namespace
{

struct Field {
    uint32_t offset;
    unsigned low, bits;
    const char *name;
    uint32_t reset;
    std::function<uint32_t(uint32_t)> legal; // what reads back of a value that fits
};

uint32_t ones(unsigned bits)
{
    return bits >= 32 ? UINT32_MAX : (uint32_t{1} << bits) - 1;
}

std::function<uint32_t(uint32_t)> mask(uint32_t bits)
{
    return [bits](uint32_t value) { return value & bits; };
}

std::function<uint32_t(uint32_t)> constant(uint32_t value)
{
    return [value](uint32_t) { return value; };
}

// Shows: ETR-CTL-001..009.
void add_control(std::vector<Field> &table, const rvt_config &config)
{
    const rvt_params &params = config.params;
    unsigned srcid = config.encap.srcid_bits;
    bool returns = params.return_stack_size_p > 0 || params.call_counter_size_p > 0;
    table.insert(table.end(),
                 {{0x000, 0, 1, "trTeActive", 0, mask(1)},
                  {0x000, 2, 1, "trTeInstTracing", 0, mask(1)},
                  {0x000, 3, 1, "trTeEmpty", 1, constant(1)},
                  {0x000, 4, 3, "trTeInstMode", 6, constant(6)},
                  {0x000, 11, 1, "trTeInstTrigEnable", 0, mask(1)},
                  {0x000, 12, 1, "trTeInstStallOrOverflow", 0, constant(0)},
                  {0x000, 13, 1, "trTeInstStallEna", 0, mask(1)},
                  {0x000, 15, 1, "trTeInhibitSrc", 0, mask(1)},
                  {0x000, 16, 2, "trTeInstSyncMode", 0, mask(3)},
                  {0x000, 20, 4, "trTeInstSyncMax", 0, mask(15)},
                  {0x000, 24, 3, "trTeFormat", 0, constant(0)},
                  {0x004, 0, 4, "trTeVerMajor", 1, constant(1)},
                  {0x004, 8, 4, "trTeCompType", 1, constant(1)},
                  {0x008, 0, 1, "trTeInstNoAddrDiff", 0, mask(1)},
                  {0x008, 1, 1, "trTeInstNoTrapAddr", 0, mask(1)},
                  {0x008, 2, 1, "trTeInstEnSequentialJump", 0, mask(params.sijump_p)},
                  {0x008, 3, 1, "trTeInstEnImplicitReturn", 0, mask(returns)},
                  {0x008, 4, 1, "trTeInstEnBranchPrediction", 0, mask(params.bpred_size_p > 0)},
                  {0x008, 5, 1, "trTeInstEnJumpTargetCache", 0, mask(params.cache_size_p > 0)},
                  {0x008, 16, 12, "trTeSrcID", 0, mask(ones(srcid))},
                  {0x008, 28, 4, "trTeSrcBits", srcid, constant(srcid)}});
}

// NoValue and NoAddr together would leave nothing to send. Shows: ETR-CTL-011.
void add_data(std::vector<Field> &table, const rvt_config &config)
{
    uint32_t compression = config.switches.dat_addr_compress == RVT_DAT_ADDR_XOR ? 1 : 2;
    auto left_out = [](uint32_t value) { return value == 3 ? 1 : value; };
    auto compress = [compression](uint32_t value) { return value == compression ? value : 0; };
    if (!config.options.data_trace)
        return;
    table.insert(table.end(), {{0x010, 0, 1, "trTeDataImplemented", 1, constant(1)},
                               {0x010, 1, 1, "trTeDataTracing", 0, mask(1)},
                               {0x010, 2, 1, "trTeDataTrigEnable", 0, mask(1)},
                               {0x010, 16, 2, "trTeDataNoValue and trTeDataNoAddr", 0, left_out},
                               {0x010, 18, 2, "trTeDataAddrCompress", 0, compress}});
}

// Shows: ETR-CTL-013.
void add_timestamp(std::vector<Field> &table, const rvt_config &config, bool internal)
{
    unsigned bytes = config.encap.timestamp_bytes;
    if (bytes == 0)
        return;
    auto mode = [internal](uint32_t value) {
        return value == 1 || (internal && value == 3) ? value : 0;
    };
    uint32_t width = bytes < 8 ? 8 * bytes : 63, there = internal ? UINT32_MAX : 0;
    table.insert(table.end(), {{0x040, 0, 1, "trTsActive", 0, constant(1)},
                               {0x040, 1, 1, "trTsCount", 0, mask(there)},
                               {0x040, 3, 1, "trTsRunInDebug", 0, mask(there)},
                               {0x040, 4, 3, "trTsMode", 0, mode},
                               {0x040, 8, 2, "trTsPrescale", 0, mask(there)},
                               {0x040, 15, 1, "trTsEnable", 0, mask(1)},
                               {0x040, 24, 6, "trTsWidth", width, constant(width)}});
}

// Shows: ETR-CTL-010, ETR-CTL-015.
void add_filter(std::vector<Field> &table, const rvt_config &config, uint32_t base)
{
    const rvt_params &params = config.params;
    bool data = config.options.data_trace;
    uint32_t types = data ? ones(1u << params.dtype_width_p) : 0;
    uint32_t sizes = data ? ones(1u << params.dsize_width_p) : 0;
    bool traps = params.filter_excint_p > 0, levels = params.filter_privilege_p;
    unsigned width = params.ecause_choice_p < params.ecause_width_p ? params.ecause_choice_p
                                                                    : params.ecause_width_p;
    uint64_t causes = !traps ? 0 : width >= 6 ? UINT64_MAX : (uint64_t{1} << (1u << width)) - 1;
    uint32_t comparators = params.comparators_p;
    auto comparator = [comparators](uint32_t value) { return value < comparators ? value : 0; };
    uint32_t compares = comparators > 0, impdef = ones(params.impdef_width_p);
    table.insert(table.end(), {{base, 0, 1, "trTeFilterEnable", 0, mask(1)},
                               {base, 1, 1, "trTeFilterMatchPrivilege", 0, mask(levels)},
                               {base, 2, 1, "trTeFilterMatchEcause", 0, mask(traps)},
                               {base, 3, 1, "trTeFilterMatchInterrupt", 0, mask(traps)},
                               {base, 4, 1, "trTeFilterMatchComp1", 0, mask(compares)},
                               {base, 5, 3, "trTeFilterComp1", 0, comparator},
                               {base, 8, 1, "trTeFilterMatchComp2", 0, mask(compares)},
                               {base, 9, 3, "trTeFilterComp2", 0, comparator},
                               {base, 12, 1, "trTeFilterMatchComp3", 0, mask(compares)},
                               {base, 13, 3, "trTeFilterComp3", 0, comparator},
                               {base, 16, 1, "trTeFilterMatchImpdef", 0, mask(1)},
                               {base, 24, 1, "trTeFilterMatchDtype", 0, mask(data)},
                               {base, 25, 1, "trTeFilterMatchDsize", 0, mask(data)},
                               {base + 0x04, 0, 8, "trTeFilterMatchChoicePrivilege", 0,
                                mask(levels ? ones(1u << params.privilege_width_p) : 0)},
                               {base + 0x04, 8, 1, "trTeFilterMatchValueInterrupt", 0, mask(traps)},
                               {base + 0x08, 0, 32, "trTeFilterMatchChoiceEcause", 0,
                                mask(static_cast<uint32_t>(causes))},
                               {base + 0x0c, 0, 32, "trTeFilterMatchChoiceEcause", 0,
                                mask(static_cast<uint32_t>(causes >> 32))},
                               {base + 0x10, 0, 32, "trTeFilterMatchValueImpdef", 0, mask(impdef)},
                               {base + 0x14, 0, 32, "trTeFilterMatchMaskImpdef", 0, mask(impdef)},
                               {base + 0x18, 0, 16, "trTeFilterMatchChoiceDtype", 0, mask(types)},
                               {base + 0x18, 16, 8, "trTeFilterMatchChoiceDsize", 0, mask(sizes)}});
}

// Shows: ETR-CTL-016.
void add_comparator(std::vector<Field> &table, const rvt_config &config, uint32_t base)
{
    const rvt_params &params = config.params;
    bool data = config.options.data_trace;
    bool context = params.filter_context_p;
    bool tval = params.filter_tval_p && params.filter_excint_p > 0;
    auto input = [context, tval, data](uint32_t value) {
        bool there = (value == 1 && context) || (value == 2 && tval) || (value == 3 && data);
        return there ? value : 0;
    };
    table.insert(table.end(), {{base, 0, 2, "trTeCompPInput", 0, input},
                               {base, 2, 2, "trTeCompSInput", 0, input},
                               {base, 4, 3, "trTeCompPFunction", 0, mask(7)},
                               {base, 8, 3, "trTeCompSFunction", 0, mask(7)},
                               {base, 12, 2, "trTeCompMatchMode", 0, mask(3)},
                               {base, 14, 1, "trTeCompPNotify", 0, mask(1)},
                               {base, 15, 1, "trTeCompSNotify", 0, mask(1)},
                               {base + 0x10, 0, 32, "trTeCompPMatchLow", 0, mask(UINT32_MAX)},
                               {base + 0x14, 0, 32, "trTeCompPMatchHigh", 0, mask(UINT32_MAX)},
                               {base + 0x18, 0, 32, "trTeCompSMatchLow", 0, mask(UINT32_MAX)},
                               {base + 0x1c, 0, 32, "trTeCompSMatchHigh", 0, mask(UINT32_MAX)}});
}

std::vector<Field> fields(const rvt_config &config, bool internal_time)
{
    const rvt_params &params = config.params;
    std::vector<Field> table;
    add_control(table, config);
    add_data(table, config);
    add_timestamp(table, config, internal_time);
    if (params.filters_p > 0)
        table.push_back({0x00c, 0, 16, "trTeInstFilters", 0, mask(ones(params.filters_p))});
    if (params.filters_p > 0 && config.options.data_trace)
        table.push_back({0x01c, 0, 16, "trTeDataFilters", 0, mask(ones(params.filters_p))});
    for (uint32_t i = 0; i < params.filters_p; i++)
        add_filter(table, config, 0x400 + 0x20 * i);
    for (uint32_t j = 0; j < params.comparators_p; j++)
        add_comparator(table, config, 0x600 + 0x20 * j);
    return table;
}

constexpr uint32_t registers_end = 0x1000;

// A value that a field can hold: the largest, or the smallest but 0.
uint32_t extreme(const Field &field, bool largest)
{
    uint32_t all = ones(field.bits);
    if (field.bits > 4)
        return field.legal(all);
    for (uint32_t i = 1; i <= all; i++) {
        uint32_t value = largest ? all + 1 - i : i;
        if (field.legal(value) == value)
            return value;
    }
    return 0;
}

// Every possible register of filters and comparators.
std::vector<uint32_t> filter_registers()
{
    std::vector<uint32_t> offsets = {RVT_TE_INST_FILTERS, RVT_TE_DATA_FILTERS};
    for (uint32_t offset = RVT_TE_FILTER; offset < RVT_TE_COMP + 8 * RVT_TE_UNIT; offset += 4)
        offsets.push_back(offset);
    return offsets;
}

} // namespace

// The register at offset must read the value that its fields hold after *written was written, or
// the reset values if written is null.
bool Bench::expect_fields(const void *table, uint32_t offset, const uint32_t *written)
{
    uint64_t data = 0;
    if (!access(false, offset, data))
        return false;
    uint32_t left = static_cast<uint32_t>(data);
    for (const Field &field : *static_cast<const std::vector<Field> *>(table)) {
        if (field.offset != offset)
            continue;
        uint32_t all = ones(field.bits);
        uint32_t value =
            written != nullptr ? field.legal(*written >> field.low & all) : field.reset;
        uint32_t seen = left >> field.low & all;
        left &= ~(all << field.low);
        if (seen == value)
            continue;
        std::ostringstream words;
        words << std::hex << field.name << " at 0x" << offset << ": read 0x" << seen
              << ", expected 0x" << value;
        if (written != nullptr)
            words << " after 0x" << *written << " was written";
        fail(words.str() + " [ETR-CTL-001]");
        return false;
    }
    if (left == 0)
        return true;
    std::ostringstream words;
    words << std::hex << "register at 0x" << offset << ": bits 0x" << left << " belong to no field";
    fail(words.str() + " [ETR-CTL-001]");
    return false;
}

// Every value of small fields; of large fields every bit, all ones, and random values.
bool Bench::probe_register(const void *table, uint32_t offset)
{
    std::vector<uint32_t> values = {0, UINT32_MAX, static_cast<uint32_t>(random_.next()),
                                    static_cast<uint32_t>(random_.next())};
    for (const Field &field : *static_cast<const std::vector<Field> *>(table)) {
        if (field.offset != offset)
            continue;
        for (uint32_t i = 0; i < (field.bits <= 4 ? 1u << field.bits : field.bits); i++)
            values.push_back((field.bits <= 4 ? i : 1u << i) << field.low);
    }
    constexpr uint32_t active = 1, enable = 2;
    probes_++;
    for (uint32_t value : values) {
        if (offset == te_control)
            value = (value | active) & ~enable;
        if (!write(offset, value) || !expect_fields(table, offset, &value))
            return false;
    }
    return offset != ts_control || write(offset, 0);
}

// Gives every field of every register a value other than 0, releases the encoder, and finds each at
// its reset value. Shows: ETR-CTL-001.
bool Bench::release_all(const void *table)
{
    constexpr uint32_t active = 1, enable = 2;
    for (bool largest : {true, false}) {
        std::map<uint32_t, uint32_t> values;
        for (const Field &field : *static_cast<const std::vector<Field> *>(table))
            values[field.offset] |= extreme(field, largest) << field.low;
        values[te_control] = (values[te_control] | active) & ~enable;
        for (const auto &[offset, value] : values)
            if (!write(offset, value) || !expect_fields(table, offset, &value))
                return false;
        // trTeActive 0 resets the other fields, whatever is written to them
        if (!write(te_control, largest ? ~active : 0) ||
            !expect_fields(table, te_control, nullptr) || !write(te_control, active))
            return false;
        uint32_t released = active;
        for (const auto &[offset, value] : values)
            if (offset != te_control && offset != ts_control &&
                !expect_fields(table, offset, nullptr))
                return false;
        if (!expect_fields(table, te_control, &released) ||
            !expect(ts_control, 0, 0x00ffffff & ~1u, "trTsControl after release"))
            return false;
    }
    return true;
}

bool Bench::probe_registers()
{
    if (!options_.registers)
        return true;
    const std::vector<Field> table = fields(config_, options_.internal_time);
    uint32_t inactive = 0;
    for (uint32_t offset = 0; offset < registers_end; offset += 4, probes_++) {
        // nothing but trTeControl takes a write while trTeActive is 0
        if (offset != te_control &&
            (!write(offset, UINT32_MAX) || !expect_fields(&table, offset, nullptr)))
            return false;
    }
    if (!write(te_control, 1))
        return false;
    for (uint32_t offset = 0; offset < registers_end; offset += 4)
        if (!probe_register(&table, offset))
            return false;
    if (!probe_clock() || !release_all(&table) || !write(te_control, inactive) ||
        !write(te_control, 1))
        return false;
    uint32_t released = 1;
    for (uint32_t offset = 4; offset < registers_end; offset += 4, probes_++)
        if (offset != ts_control && !expect_fields(&table, offset, nullptr))
            return false;
    return expect_fields(&table, te_control, &released) &&
           expect(ts_control, 0, 0x00ffffff & ~1u, "trTsControl after release");
}

// Fields of filters and comparators hold the same values as those of the model after any write, and
// are 0 when the encoder is released again. Shows: ETR-CTL-010, ETR-CTL-012, ETR-CTL-015,
// ETR-CTL-016.
bool Bench::probe_filters()
{
    constexpr uint32_t active = 1;
    if (config_.params.filters_p + config_.params.comparators_p == 0)
        return true;
    rvt_registers registers;
    rvt_registers_reset(&registers, &config_);
    rvt_registers_write(&registers, te_control, active);
    if (!write(te_control, active))
        return false;
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t at : filter_registers()) {
            uint32_t value = round == 0 ? UINT32_MAX : static_cast<uint32_t>(random_.next());
            rvt_registers_write(&registers, at, value);
            if (!write(at, value) ||
                !expect(at, rvt_registers_read(&registers, at), UINT32_MAX, "of a filter"))
                return false;
        }
    }
    if (!write(te_control, 0) || !write(te_control, active))
        return false;
    for (uint32_t at : filter_registers())
        if (!expect(at, 0, UINT32_MAX, "of a filter after release"))
            return false;
    return true;
}

// The counter of the timestamp unit counts prescaled cycles, stops, and is reset.
bool Bench::probe_clock()
{
    if (!options_.internal_time)
        return true;
    constexpr uint64_t count = 1u << 1, clear = 1u << 2, internal = 3u << 4;
    for (unsigned prescale = 0; prescale < 4; prescale++) {
        uint64_t first = 0, second = 0, third = 0;
        uint64_t setting = internal | uint64_t{prescale} << 8;
        if (!write(ts_control, setting | count | clear) || !access(false, ts_counter_low, first))
            return false;
        uint64_t begin = cycles_;
        for (unsigned i = 0; i < 500; i++)
            wait(clk.posedge_event());
        if (!access(false, ts_counter_low, second))
            return false;
        uint64_t ticks = (cycles_ - begin) >> (2 * prescale), counted = second - first;
        if (first > 8 || counted < ticks || counted > ticks + (prescale > 0)) {
            fail("trTsCounter does not count at the rate of trTsPrescale [ETR-CTL-013]");
            return false;
        }
        if (!write(ts_control, setting) || !access(false, ts_counter_low, second) ||
            !access(false, ts_counter_low, third))
            return false;
        if (second != third || second == 0) {
            fail("trTsCounter counts although trTsCount is 0 [ETR-CTL-013]");
            return false;
        }
        if (!write(ts_control, setting | clear) ||
            !expect(ts_counter_low, 0, UINT32_MAX, "trTsCounterLow after trTsReset"))
            return false;
    }
    return true;
}

} // namespace rvt
