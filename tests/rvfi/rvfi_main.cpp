// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Turns a tip trace into RVFI, drives it through the adapter, and compares what its rows show with
// what the trace shows; and checks the rows against the program. With --fault the core, or the
// adapter's rows, have one fault. Prints one line that says what each check found.
//
// exit: 0 no check found anything, 1 a check found something, 2 the run is not possible
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "adapter.hpp"
#include "row_faults.hpp"
#include "zcm_program.hpp"

extern "C" {
#include "ingress/row_checker.h"
#include "io/elf_image.h"
}

namespace rvt
{
namespace
{

struct Options {
    std::string tip, elf, fault;
    uint64_t seed = 1;
    unsigned stall = 0, idle = 10, full = 60, debug = 0, lead = 3, unshown = 10, flush = 0;
    bool intr_after_trap = true;
};

bool same(const Step &expected, const Step &shown)
{
    bool equal = expected.kind == shown.kind && expected.priv == shown.priv;
    if (expected.kind == Step::inst)
        return equal && expected.pc == shown.pc && expected.itype == shown.itype &&
               expected.sijump == shown.sijump && expected.context == shown.context &&
               expected.time == shown.time;
    return equal && expected.cause == shown.cause && expected.tval == shown.tval &&
           expected.pc == shown.pc;
}

// The first difference, or nothing. lost: steps whose records the adapter said it dropped.
// equal: steps that are shown as expected.
std::string compare(const std::vector<Step> &expected, const std::vector<bool> &lost,
                    const std::vector<Step> &shown, size_t &equal)
{
    bool any_lost = std::find(lost.begin(), lost.end(), true) != lost.end();
    bool gap = false; // steps were lost since the latest step that is shown
    size_t &s = equal;
    for (size_t e = 0; e < expected.size(); e++) {
        bool trap = expected[e].kind != Step::inst;
        bool here = s < shown.size() && same(expected[e], shown[s]);
        // The record of an exception can be lost, and its event tell the trap.
        if (lost[e] && !(trap && here)) {
            gap = true;
            continue;
        }
        // A trap at a gap may be lost with it.
        if (!here && any_lost && trap && (gap || (s < shown.size() && shown[s].gap))) {
            gap = true;
            continue;
        }
        if (s == shown.size())
            return "missing: " + describe(expected[e]);
        if (!here)
            return "expected " + describe(expected[e]) + ", shown " + describe(shown[s]);
        bool wants_gap = expected[e].gap || (gap && s > 0);
        if (shown[s].gap != wants_gap && !(any_lost && trap))
            return (wants_gap ? "no gap before " : "a gap before ") + describe(shown[s]);
        gap = false;
        s++;
    }
    return s < shown.size() ? "too much: " + describe(shown[s]) : "";
}

// A change of context has its code on the first row that retires after it, and no other row has.
std::string check_ctype(const std::vector<rvt_row> &rows)
{
    bool known = false;
    uint64_t context = 0;
    for (const rvt_row &row : rows) {
        if (row.halted)
            continue;
        bool retires = row.block[0].iretire > 0;
        unsigned code = retires && known && row.context != context
                            ? (RVFI_ctype_width_p > 1 ? RVT_CTYPE_PRECISE : RVT_CTYPE_IMPRECISE)
                            : RVT_CTYPE_UNREPORTED;
        if (row.ctype != code)
            return "ctype " + std::to_string(row.ctype) + " where the context says " +
                   std::to_string(code);
        if (retires) {
            known = true;
            context = row.context;
        }
    }
    return "";
}

std::string explain(const rvt_diag &diag)
{
    char reason[256];
    rvt_diag_format(&diag, reason, sizeof reason);
    return reason;
}

// The rows against the rules of the interface and the program.
std::string check_rows(const std::vector<rvt_row> &rows, const rvt_config &config, rvt_image *image)
{
    rvt_row_checker checker;
    rvt_row_checker_init(&checker, &config, image);
    for (const rvt_row &row : rows) {
        rvt_diag diag;
        rvt_diag_clear(&diag);
        uint64_t instructions = 0;
        rvt_row_break found{};
        if (!row.halted && rvt_row_check(&config.params, &row, &diag) != RVT_OK)
            return explain(diag);
        if (rvt_row_checker_row(&checker, &row, &instructions, &found) != RVT_OK)
            return explain(found.diag);
    }
    return "";
}

std::vector<bool> lost_steps(const std::vector<Cycle> &cycles, const Outcome &outcome, size_t count)
{
    std::vector<bool> lost(count, false);
    for (size_t c : outcome.lost)
        for (const Record &record : cycles[c].channel)
            if (record.valid)
                lost[record.step] = true;
    return lost;
}

// The program and its steps. Null: they cannot be read.
rvt_image *open_program(const Options &options, const rvt_config &config, std::vector<Step> &steps)
{
    if (options.elf.empty())
        return zcm_program(steps);
    rvt_diag diag;
    rvt_diag_clear(&diag);
    rvt_image *image = nullptr;
    std::string error;
    if (rvt_elf_open(options.elf.c_str(), &config, &image, &diag) != RVT_OK) {
        std::fprintf(stderr, "rvfi: %s: %s\n", options.elf.c_str(), explain(diag).c_str());
    } else if (!read_steps(options.tip, config, image, steps, error)) {
        std::fprintf(stderr, "rvfi: %s\n", error.c_str());
        rvt_image_close(image);
        image = nullptr;
    }
    return image;
}

int run(const Options &options)
{
    rvt_config config = build_config();
    std::vector<Step> steps;
    rvt_image *opened = open_program(options, config, steps);
    if (opened == nullptr)
        return 2;
    std::unique_ptr<rvt_image, void (*)(rvt_image *)> image(opened, rvt_image_close);
    Random random(options.seed, 17);
    SourceOptions source_options{
        build_channels, build_xlen,   build_traps,   options.intr_after_trap, options.unshown,
        options.idle,   options.full, options.debug, RVFI_zcm_p != 0,         options.lead};
    Records source = rvfi_records(steps, opened, source_options, random);
    bool row_fault = is_row_fault(options.fault);
    if (!options.fault.empty() && !row_fault &&
        !rvfi_fault(options.fault, opened, random, source)) {
        std::fprintf(stderr, "rvfi: fault %s finds no place\n", options.fault.c_str());
        return 2;
    }
    std::vector<Cycle> cycles = rvfi_cycles(source, steps, source_options, random);
    Outcome outcome = run_adapter(cycles, options.stall, options.flush, random);
    if (row_fault && !put_row_fault(options.fault, random, outcome.rows)) {
        std::fprintf(stderr, "rvfi: fault %s finds no place\n", options.fault.c_str());
        return 2;
    }

    Retired shown(opened);
    std::string difference;
    size_t equal = 0;
    for (const rvt_row &row : outcome.rows)
        if (difference.empty() && !shown.add(row, config))
            difference = shown.error();
    if (difference.empty())
        difference = compare(steps, lost_steps(cycles, outcome, steps.size()), shown.steps, equal);
    if (difference.empty())
        difference = check_ctype(outcome.rows);
    if (difference.empty() && !outcome.idle)
        difference = "the adapter is not idle at the end";
    std::string broken = check_rows(outcome.rows, config, opened);
    std::printf(
        "rvfi: %zu records, %zu events, %zu rows, %zu cycles lost, %zu of %zu steps equal; "
        "adapter: order %llu, address %llu, trap %llu, assumed %llu; rows: %s; comparison: %s\n",
        source.records.size(), source.events.size(), outcome.rows.size(), outcome.lost.size(),
        equal, steps.size(), static_cast<unsigned long long>(outcome.order_faults),
        static_cast<unsigned long long>(outcome.address_faults),
        static_cast<unsigned long long>(outcome.trap_faults),
        static_cast<unsigned long long>(outcome.assumed), broken.empty() ? "good" : broken.c_str(),
        difference.empty() ? "equal" : difference.c_str());
    // CSRs do not show a trap that another one followed at once, and a trap can be lost.
    bool unseen = build_traps == TrapSource::csrs || !outcome.lost.empty();
    bool good = difference.empty() && broken.empty() && outcome.order_faults == 0 &&
                outcome.address_faults == 0 &&
                (outcome.trap_faults == 0 || (unseen && options.fault.empty()));
    return good ? 0 : 1;
}

bool parse(int argc, char **argv, Options &options)
{
    int i = 1;
    for (; i + 1 < argc && std::strncmp(argv[i], "--", 2) == 0; i += 2) {
        std::string name = argv[i] + 2;
        unsigned value = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
        if (name == "fault")
            options.fault = argv[i + 1];
        else if (name == "seed")
            options.seed = value;
        else if (name == "stall")
            options.stall = value;
        else if (name == "idle")
            options.idle = value;
        else if (name == "full")
            options.full = value;
        else if (name == "debug")
            options.debug = value;
        else if (name == "lead")
            options.lead = value;
        else if (name == "unshown")
            options.unshown = value;
        else if (name == "flush")
            options.flush = value;
        else if (name == "intr-after-trap")
            options.intr_after_trap = value != 0;
        else
            return false;
    }
    if (i + 1 == argc && std::strcmp(argv[i], "zcm") == 0)
        return true;
    if (i + 2 != argc)
        return false;
    options.tip = argv[i];
    options.elf = argv[i + 1];
    return true;
}

} // namespace
} // namespace rvt

int main(int argc, char **argv)
{
    rvt::Options options;
    if (!rvt::parse(argc, argv, options)) {
        std::fprintf(stderr, "usage: rvfi [--seed N] [--fault NAME] [--stall P] [--idle P] "
                             "[--full P] [--debug N] [--lead N] [--unshown P] "
                             "[--flush P] [--intr-after-trap 0|1] zcm | TIP ELF\n");
        return 2;
    }
    return rvt::run(options);
}
