// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "rvfi_source.hpp"

#include <algorithm>
#include <functional>

namespace rvt
{
namespace
{

using Pick = std::function<bool(const Records &, size_t)>;
using Act = std::function<void(Records &, size_t, rvt_image *)>;

bool plain(const Records &source, size_t r)
{
    const Record &record = source.records[r];
    return !record.trap && !record.intr && !source.records[r - 1].trap && record.pc != record.next;
}

bool two_plain(const Records &source, size_t r)
{
    return plain(source, r) && plain(source, r + 1);
}

bool is_branch(const Records &source, size_t r, rvt_image *image)
{
    const Record &record = source.records[r];
    rvt_insn insn = rvt_image_classify(image, record.insn, record.pc);
    return plain(source, r) && insn.kind == RVT_INSN_BRANCH && insn.target != record.pc + insn.size;
}

// The first record of a handler, which no record with trap announces.
bool alone_handler(const Records &source, size_t r)
{
    return source.records[r].intr && !source.records[r].trap && !source.records[r - 1].trap &&
           plain(source, r + 1);
}

void renumber(Records &source, size_t from, int by)
{
    for (size_t r = from; r < source.records.size(); r++)
        source.records[r].order += static_cast<uint64_t>(by);
    for (Event &event : source.events)
        if (event.handler >= source.records[from].order - static_cast<uint64_t>(by))
            event.handler += static_cast<uint64_t>(by);
}

void erase(Records &source, size_t r)
{
    source.records.erase(source.records.begin() + static_cast<std::ptrdiff_t>(r));
}

void insert_copy(Records &source, size_t r)
{
    Record copy = source.records[r];
    source.records.insert(source.records.begin() + static_cast<std::ptrdiff_t>(r), copy);
}

bool on_record(const Pick &pick, const Act &act, rvt_image *image, Random &random, Records &source)
{
    if (source.records.size() < 100)
        return false;
    size_t count = source.records.size() - 60;
    size_t start = random.below(count);
    for (size_t k = 0; k < count; k++) {
        size_t r = 20 + (start + k) % count;
        if (!pick(source, r))
            continue;
        act(source, r, image);
        return true;
    }
    return false;
}

bool on_event(const std::function<void(Records &, size_t)> &act, Random &random, Records &source)
{
    if (source.events.size() < 4)
        return false;
    act(source, 1 + random.below(source.events.size() - 3));
    return true;
}

} // namespace

bool rvfi_fault(const std::string &name, rvt_image *image, Random &random, Records &source)
{
    auto branch = [&](const Records &records, size_t r) { return is_branch(records, r, image); };
    auto record = [&](const Pick &pick, const Act &act) {
        return on_record(pick, act, image, random, source);
    };
    auto event = [&](const std::function<void(Records &, size_t)> &act) {
        return on_event(act, random, source);
    };
    auto trapped = [](const Records &records, size_t r) {
        return records.records[r].trap && records.records[r].insn != 0x73 &&
               records.records[r].insn != 0x100073 && records.records[r].insn != 0x9002;
    };

    if (name == "record-lost")
        return record(plain, [](Records &s, size_t r, rvt_image *) { erase(s, r); });
    if (name == "record-lost-renumbered")
        return record(plain, [](Records &s, size_t r, rvt_image *) {
            erase(s, r);
            renumber(s, r, -1);
        });
    if (name == "record-duplicated")
        return record(plain, [](Records &s, size_t r, rvt_image *) { insert_copy(s, r); });
    if (name == "record-duplicated-renumbered")
        return record(plain, [](Records &s, size_t r, rvt_image *) {
            insert_copy(s, r);
            renumber(s, r + 1, 1);
        });
    if (name == "records-swapped")
        return record(two_plain, [](Records &s, size_t r, rvt_image *) {
            std::swap(s.records[r], s.records[r + 1]);
        });
    if (name == "records-swapped-renumbered")
        return record(two_plain, [](Records &s, size_t r, rvt_image *) {
            std::swap(s.records[r], s.records[r + 1]);
            std::swap(s.records[r].order, s.records[r + 1].order);
        });
    if (name == "branch-as-nop")
        return record(branch, [](Records &s, size_t r, rvt_image *) {
            s.records[r].insn = (s.records[r].insn & 3) == 3 ? 0x13 : 0x1;
        });
    if (name == "outcome-inverted")
        return record(branch, [](Records &s, size_t r, rvt_image *i) {
            rvt_insn insn = rvt_image_classify(i, s.records[r].insn, s.records[r].pc);
            uint64_t after = s.records[r].pc + insn.size;
            s.records[r].next = s.records[r].next == after ? insn.target : after;
        });
    if (name == "mode-wrong")
        return record(plain, [](Records &s, size_t r, rvt_image *) { s.records[r].mode ^= 3; });
    if (name == "intr-missing")
        return record(alone_handler,
                      [](Records &s, size_t r, rvt_image *) { s.records[r].intr = false; });
    if (name == "intr-late")
        return record(alone_handler, [](Records &s, size_t r, rvt_image *) {
            std::swap(s.records[r].intr, s.records[r + 1].intr);
        });
    if (name == "intr-spurious")
        return record(plain, [](Records &s, size_t r, rvt_image *) { s.records[r].intr = true; });
    if (name == "trap-missing")
        return record(trapped,
                      [](Records &s, size_t r, rvt_image *) { s.records[r].trap = false; });
    if (name == "trap-spurious")
        return record(plain, [](Records &s, size_t r, rvt_image *) { s.records[r].trap = true; });
    if (name == "event-lost")
        return event([](Records &s, size_t e) {
            s.events.erase(s.events.begin() + static_cast<std::ptrdiff_t>(e));
        });
    if (name == "event-duplicated")
        return event([](Records &s, size_t e) {
            Event copy = s.events[e];
            s.events.insert(s.events.begin() + static_cast<std::ptrdiff_t>(e), copy);
        });
    if (name == "event-late")
        return event([](Records &s, size_t e) {
            while (e + 2 < s.events.size() && s.events[e + 1].handler < s.events[e].handler + 2)
                e++;
            s.events[e].handler += 2;
        });
    if (name == "event-cause")
        return event([](Records &s, size_t e) { s.events[e].cause ^= 1; });
    if (name == "event-epc")
        return event([](Records &s, size_t e) { s.events[e].epc ^= 4; });
    if (name == "event-kind")
        return event([](Records &s, size_t e) { s.events[e].irq = !s.events[e].irq; });
    return false;
}

} // namespace rvt
