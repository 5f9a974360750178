// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// RVFI, and the trap port, of a core that retires given steps: first the records, then the cycles
// in which they appear.
#ifndef RVT_TESTS_RVFI_SOURCE_HPP
#define RVT_TESTS_RVFI_SOURCE_HPP

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "../../tb/sc/random.hpp"
#include "retired.hpp"

namespace rvt
{

constexpr unsigned channels_max = 4;

// What the core tells of a trap, trap_source_p.
enum class TrapSource { port, csrs, none };

struct Record {
    bool valid, trap, intr;
    uint64_t order, pc, next;
    uint32_t insn;
    uint8_t mode;
    uint64_t cause, tval, epc, status; // the trap CSRs of mode
    uint64_t context, time;
    size_t step; // that it shows
};

// A trap, on the trap port.
struct Event {
    bool irq;
    uint32_t cause;
    uint64_t tval, epc, target;
    uint8_t priv;
    uint64_t handler; // order of the handler's first record
};

struct Cycle {
    std::array<Record, channels_max> channel;
    bool event_valid;
    Event event;
    uint64_t context, time;
    bool debug;
};

struct SourceOptions {
    unsigned channels, xlen;
    TrapSource traps;
    bool intr_after_trap; // intr also after a record with trap
    unsigned unshown;     // percent of exceptions without a record, if the traps are known
    unsigned idle, full;  // percent: idle cycles; records that share the cycle of the one before
    unsigned debug;       // per 1000 records: debug mode before it
    bool zcm;             // Zcmp instructions retire in several steps
    unsigned lead;        // the most cycles by which an event precedes the cycle before the record
};

struct Records {
    std::vector<Record> records;
    std::vector<Event> events;
};

// The records and events of steps. Where traps cannot be seen, steps become what an adapter can
// report of them.
Records rvfi_records(std::vector<Step> &steps, rvt_image *image, const SourceOptions &options,
                     Random &random);

// Puts one fault of the core into its records and events. False: there is no such fault, or it
// finds no place.
bool rvfi_fault(const std::string &name, rvt_image *image, Random &random, Records &source);

// The cycles in which they appear. Debug mode is put between, and marked in steps.
std::vector<Cycle> rvfi_cycles(const Records &source, std::vector<Step> &steps,
                               const SourceOptions &options, Random &random);

} // namespace rvt

#endif
