// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "rvfi_source.hpp"

#include <algorithm>

namespace rvt
{
namespace
{

enum { MACHINE = 3, MPP_SHIFT = 11, SPP_SHIFT = 8 };
constexpr size_t chain_most = 2;
constexpr uint32_t ecall = 0x73, ebreak = 0x100073, c_ebreak = 0x9002;

uint64_t even(Random &random, unsigned xlen)
{
    return random.next() >> (64 - xlen) & ~uint64_t{1};
}

// Where the step at index leads: to the next step, if it has an address.
uint64_t follower(const std::vector<Step> &steps, size_t index, uint64_t otherwise)
{
    bool has = index + 1 < steps.size() && steps[index + 1].kind != Step::interrupt;
    return has ? steps[index + 1].pc : otherwise;
}

void set_csrs(Record &record, const Event &trap, unsigned xlen)
{
    record.cause = trap.cause | (trap.irq ? uint64_t{1} << (xlen - 1) : 0);
    record.tval = trap.tval;
    record.epc = trap.epc;
    record.status = record.mode == MACHINE ? uint64_t{trap.priv} << MPP_SHIFT
                                           : uint64_t{trap.priv & 1u} << SPP_SHIFT;
}

// A Zcmp instruction that pushes, pops or moves registers.
bool has_steps(uint32_t word)
{
    bool list = (word & 0xf903) == 0xb802;
    bool moves = (word & 0xfc23) == 0xac22;
    return word <= 0xffff && (list || moves);
}

// Two traps before the record look like one: the handler of the first is that of the record, the
// CSRs show the same EPC, or nothing precedes them.
bool cannot_tell(const std::vector<Event> &chain, const Record &record, const Records &out,
                 TrapSource traps)
{
    return chain[0].target == record.pc || out.records.empty() ||
           (traps == TrapSource::csrs && chain[0].epc == chain[1].epc);
}

// What an adapter reports of a trap of which it knows only that it happened.
void assume(Step &step, const Record &record, const Record &handler)
{
    uint32_t insn = step.kind == Step::exception ? record.insn : 0;
    step.cause = insn == ecall ? 8u + record.mode : insn == ebreak || insn == c_ebreak ? 3u : 0u;
    step.tval = 0;
    step.priv = std::min(record.mode, handler.mode);
}

} // namespace

Records rvfi_records(std::vector<Step> &steps, rvt_image *image, const SourceOptions &options,
                     Random &random)
{
    Records out;
    std::vector<Event> chain;        // traps since the latest record
    std::vector<size_t> chain_steps; // and their steps
    std::vector<bool> hidden(steps.size(), false);
    uint64_t at = 0; // where the next trap is taken
    uint8_t xret_mode = 0;
    bool after_xret = false;
    for (size_t i = 0; i < steps.size(); i++) {
        Step &step = steps[i];
        bool trap = step.kind != Step::inst;
        // Two traps without a record between are the most that a hart takes.
        if (step.kind == Step::interrupt && chain.size() == chain_most) {
            hidden[i] = true;
            chain.back().target = at = follower(steps, i, even(random, options.xlen));
            continue;
        }
        bool hides = options.traps != TrapSource::none && chain.size() < chain_most &&
                     random.percent(options.unshown);
        bool shown = step.kind == Step::exception && !hides;
        if (!trap || shown) {
            Record record{};
            record.valid = true;
            record.trap = trap;
            record.order = out.records.size();
            record.pc = step.pc;
            record.insn = step.word;
            record.step = i;
            if (trap && !rvt_image_word(image, step.pc, &record.insn))
                record.insn = 0;
            record.next = follower(steps, i,
                                   trap ? even(random, options.xlen)
                                        : next_of(step, image, even(random, options.xlen)));
            // As Ibex: directly after a trap return, a trap still shows the mode of the return.
            record.mode =
                trap && after_xret && options.traps != TrapSource::none ? xret_mode : step.priv;
            record.context = step.context;
            record.time = step.time;
            bool after_trap = !out.records.empty() && out.records.back().trap;
            if (chain.size() == chain_most && cannot_tell(chain, record, out, options.traps)) {
                size_t gone = out.records.empty() ? 0 : 1;
                hidden[chain_steps[gone]] = true;
                chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(gone));
                chain_steps.erase(chain_steps.begin() + static_cast<std::ptrdiff_t>(gone));
            }
            if (!chain.empty()) {
                record.intr = !after_trap || options.intr_after_trap || chain.size() > 1;
                set_csrs(record, chain.back(), options.xlen);
                for (Event &event : chain) {
                    event.handler = record.order;
                    out.events.push_back(event);
                }
                // The CSRs report only the last trap, RVFI alone only the first exception.
                if (options.traps == TrapSource::csrs && chain.size() > 1) {
                    for (size_t index : chain_steps)
                        hidden[index] = true;
                    step.gap = true;
                } else if (options.traps == TrapSource::none) {
                    assume(steps[chain_steps[0]], out.records.back(), record);
                    for (size_t k = 1; k < chain_steps.size(); k++)
                        hidden[chain_steps[k]] = true;
                }
                chain.clear();
                chain_steps.clear();
            }
            at = trap ? record.pc : record.next;
            after_xret = step.itype == RVT_ITYPE_TRAP_RETURN;
            xret_mode = step.priv;
            if (options.zcm && has_steps(record.insn)) {
                Record part = record;
                bool stays = random.percent(50);
                part.trap = false;
                for (uint64_t count = random.below(4); count > 0; count--) {
                    part.next = part.pc + (stays ? 0 : 2);
                    part.order = out.records.size();
                    out.records.push_back(part);
                    part.intr = false;
                    record.intr = false;
                }
                record.order = out.records.size();
            }
            out.records.push_back(record);
        }
        if (trap) {
            Event event{};
            event.irq = step.kind == Step::interrupt;
            event.cause = step.cause;
            event.tval = step.tval;
            event.epc = step.kind == Step::exception ? step.pc : at;
            event.priv = step.priv;
            event.target = follower(steps, i, even(random, options.xlen));
            at = event.target;
            if (shown)
                out.records.back().next = event.target;
            chain.push_back(event);
            chain_steps.push_back(i);
        }
    }
    // A trap at the end has no handler, so nothing reports it.
    for (size_t index : chain_steps)
        hidden[index] = true;
    std::vector<size_t> place(steps.size());
    size_t kept = 0;
    for (size_t i = 0; i < steps.size(); i++) {
        place[i] = kept;
        if (!hidden[i])
            steps[kept++] = steps[i];
    }
    steps.resize(kept);
    for (Record &record : out.records)
        record.step = place[record.step];
    return out;
}

std::vector<Cycle> rvfi_cycles(const Records &source, std::vector<Step> &steps,
                               const SourceOptions &options, Random &random)
{
    std::vector<Cycle> cycles;
    std::vector<size_t> event_cycle(source.events.size());
    size_t events = 0; // that have a cycle
    size_t room = 0;   // the first cycle that the next event can have
    unsigned used = options.channels;
    uint64_t skipped = 0; // orders that debug mode used
    const Record *before = nullptr;
    for (const Record &record : source.records) {
        size_t due = 0;
        while (events + due < source.events.size() &&
               source.events[events + due].handler <= record.order)
            due++;
        bool quiet = before != nullptr && !before->trap && !record.intr && !record.trap && due == 0;
        bool debug = quiet && random.below(1000) < options.debug;
        bool shares = used < options.channels && !record.intr && !before->trap && due == 0 &&
                      !debug && record.context == before->context && record.time == before->time &&
                      random.percent(options.full);
        if (debug) {
            for (uint64_t count = 1 + random.below(4); count > 0; count--) {
                Cycle cycle{};
                cycle.debug = true;
                for (unsigned k = 0; k < options.channels; k++) {
                    cycle.channel[k] = record;
                    cycle.channel[k].valid = random.percent(50);
                    cycle.channel[k].pc = even(random, options.xlen);
                    cycle.channel[k].order = record.order + skipped;
                    skipped += cycle.channel[k].valid;
                }
                cycles.push_back(cycle);
            }
            room = cycles.size();
            steps[record.step].gap = true;
            steps[record.step].sijump = false;
        }
        if (!shares) {
            size_t least = due;
            while (cycles.size() < room + least || random.percent(options.idle))
                cycles.push_back({});
            for (size_t k = due; k > 0; k--) {
                size_t latest = cycles.size() - (due - k) - 1;
                size_t lead = random.below(options.lead + 1);
                size_t first = room + k - 1;
                event_cycle[events + k - 1] = latest > first + lead ? latest - lead : first;
            }
            for (size_t k = 1; k < due; k++)
                event_cycle[events + k] =
                    std::max(event_cycle[events + k], event_cycle[events + k - 1] + 1);
            for (size_t k = 0; k < due; k++) {
                Cycle &cycle = cycles[event_cycle[events + k]];
                cycle.event_valid = true;
                cycle.event = source.events[events + k];
                room = event_cycle[events + k] + 1;
            }
            events += due;
            Cycle cycle{};
            cycle.context = record.context;
            cycle.time = record.time;
            cycles.push_back(cycle);
            used = 0;
        }
        while (used + 1 < options.channels && random.percent(10))
            used++; // an unused channel between
        cycles.back().channel[used] = record;
        cycles.back().channel[used].order += skipped;
        used++;
        before = &record;
    }
    return cycles;
}

} // namespace rvt
