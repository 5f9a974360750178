// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The run: reset, sessions, drain and verdict; accesses on APB.
#include "bench.hpp"

#include <cstdio>
#include <sstream>

namespace rvt
{
namespace
{

constexpr uint64_t patience = 20000; // cycles without any progress

// The requirement that defines the content of a register.
const char *clause_of(uint64_t address)
{
    switch (address) {
    case te_control:
        return "ETR-CTL-001";
    case te_impl:
        return "ETR-CTL-008";
    case te_inst_features:
        return "ETR-CTL-009";
    case te_inst_filters:
        return "ETR-CTL-010";
    case te_data_control:
        return "ETR-CTL-011";
    case te_data_filters:
        return "ETR-CTL-012";
    default:
        return address < te_comp ? "ETR-CTL-015" : "ETR-CTL-016";
    }
}

} // namespace

Bench::Bench(sc_core::sc_module_name name, Signals &signals, const Options &options,
             const rvt_config &config, IngressDriver &driver, Sink &sink)
    : sc_module(name), signals_(signals), options_(options), config_(config), driver_(driver),
      sink_(sink), random_(options.seed, 3), sticky_random_(options.seed, 7),
      poll_random_(options.seed, 8), write_random_(options.seed, 9), apb_random_(options.seed, 15),
      filter_writer_(config, random_)
{
    SC_THREAD(sequence);
    SC_METHOD(watch);
    sensitive << clk.pos();
    dont_initialize();
}

void Bench::fail(const std::string &why)
{
    if (error_.empty()) {
        error_ = why;
        std::printf("rvt_cosim: cycle %llu: %s\n", static_cast<unsigned long long>(cycles_),
                    why.c_str());
    }
    sc_core::sc_stop();
}

// In every cycle: counts, and ends a run that has failed or makes no progress.
void Bench::watch()
{
    cycles_++;
    if (signals_.sending.read())
        sending_cycle_ = cycles_;
    bool stalled = signals_.lost.read() || signals_.stall.read();
    stalled_ = stalled_ || stalled;
    session_stalled_ = session_stalled_ || stalled;
    data_stalled_ = data_stalled_ || (stalled && data_tracing_.read());
    data_rows_ += data_tracing_.read() && signals_.dretire.read() ? 1 : 0;
    uint64_t progress = driver_.rows() + sink_.bytes() + probes_;
    if (progress != progress_ || !signals_.ready.read()) {
        progress_ = progress;
        progress_cycle_ = cycles_;
    }
    if (signals_.failed.read() && failed_cycle_ == 0) {
        failed_cycle_ = cycles_;
        sc_core::sc_stop();
    } else if (signals_.lost.read() && !options_.overflow) {
        fail("a row was dropped although trTeInstStallEna is 1 [ETR-CTL-004]");
    } else if (signals_.stall.read() && signals_.rst_n.read() && options_.overflow) {
        fail("the hart is stalled although trTeInstStallEna is 0 [ETR-CTL-004]");
    } else if (!driver_.error().empty()) {
        fail(driver_.error());
    } else if (options_.max_cycles > 0 && cycles_ > options_.max_cycles) {
        fail("the limit --max-cycles is reached");
    } else if (cycles_ - progress_cycle_ > patience + config_.resync.max) {
        fail(signals_.stall.read() ? "no progress, and the hart is stalled [ETR-CTL-004]"
                                   : "no progress at the ingress or the output");
    }
}

// Nothing is selected: the encoder ignores the other signals of APB.
void Bench::release_port()
{
    signals_.psel.write(false);
    signals_.penable.write(false);
    signals_.pwrite.write(apb_random_.percent(50));
    signals_.paddr.write(apb_random_.next());
    signals_.pwdata.write(apb_random_.next());
}

// One APB transfer; false if it does not complete or returns an error.
bool Bench::access(bool write, uint64_t address, uint64_t &data)
{
    signals_.psel.write(true);
    signals_.penable.write(options_.misuse == Misuse::setup); // nothing before the access
    signals_.pwrite.write(write);
    signals_.paddr.write(address);
    signals_.pwdata.write(write ? data : random_.next());
    wait(clk.posedge_event());
    signals_.penable.write(true);
    for (uint64_t waited = 0; waited < patience * 10; waited++) {
        wait(clk.posedge_event());
        if (!signals_.pready.read())
            continue;
        bool good = !signals_.pslverr.read();
        if (!write)
            data = signals_.prdata.read();
        release_port();
        accesses_[{write, address, data}]++;
        if (!good)
            fail("APB error response [ETR-CTL-001]");
        return good;
    }
    fail("APB transfer without response [ETR-CTL-001]");
    return false;
}

bool Bench::write_accesses(const std::string &path) const
{
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (file == nullptr)
        return false;
    for (const auto &[access, count] : accesses_)
        std::fprintf(file, "%c 0x%03llx 0x%08llx %llu\n", std::get<0>(access) ? 'W' : 'R',
                     static_cast<unsigned long long>(std::get<1>(access)),
                     static_cast<unsigned long long>(std::get<2>(access)),
                     static_cast<unsigned long long>(count));
    return std::fclose(file) == 0;
}

bool Bench::write(uint64_t address, uint64_t data)
{
    return access(true, address, data);
}

// Reads a register; the bits of mask must have these values.
bool Bench::expect(uint64_t address, uint64_t value, uint64_t mask, const char *name)
{
    uint64_t data = 0;
    if (!access(false, address, data))
        return false;
    if (((data ^ value) & mask) == 0)
        return true;
    std::ostringstream words;
    words << std::hex << "register " << name << ": read 0x" << data << ", expected 0x" << value
          << " under mask 0x" << mask << " [" << clause_of(address) << "]";
    fail(words.str());
    return false;
}

// Values after reset. Shows: ETR-CTL-001, ETR-CTL-003, ETR-CTL-007, ETR-CTL-008.
bool Bench::reset()
{
    signals_.rst_n.write(false);
    for (int i = 0; i < 4; i++)
        wait(clk.posedge_event());
    signals_.rst_n.write(true);
    wait(clk.posedge_event());
    return expect(te_control, te_control_reset, UINT32_MAX, "trTeControl after reset") &&
           expect(te_inst_features, 0, ~te_src_bits & UINT32_MAX, "trTeInstFeatures after reset") &&
           expect(te_impl, te_impl_reset, 0xfff, "trTeImpl");
}

// Resets the encoder after a run. Before that, software gives the fields that it can write while
// the encoder is disabled another value than that of reset. Shows: ETR-CTL-001.
bool Bench::reset_again()
{
    constexpr uint64_t sync_fields = te_inst_sync_mode | te_inst_sync_max;
    uint64_t control = te_active | te_inst_tracing | te_inst_trig_enable | te_inst_stall_ena |
                       te_inhibit_src | sync_fields;
    return write(te_control, te_active) && write(te_inst_features, te_src_id | modes_all) &&
           write(te_control, control) &&
           expect(te_control, control, control, "trTeControl before the last reset") && reset() &&
           stays_empty();
}

// Runs the rows to their end, or for some time if another session follows.
bool Bench::session(unsigned number)
{
    bool final = number + 1 == options_.sessions;
    uint64_t until = cycles_ + 50 + random_.below(4000);
    driver_.run(true);
    while (!driver_.done() && (final || cycles_ < until)) {
        if (options_.reprogram && random_.below(100) == 0 && !change_modes())
            return false;
        if (options_.reprogram && config_.options.data_trace && random_.below(100) == 0 &&
            !change_data())
            return false;
        if (options_.reprogram && (signals_.stall.read() || signals_.lost.read()) &&
            sticky_random_.below(50) == 0 && !clear_sticky())
            return false;
        if (options_.read_time && !read_time())
            return false;
        if (options_.rewrite && filter_writer_.any() && random_.below(16) == 0 && !rewrite_filter())
            return false;
        wait(clk.posedge_event());
    }
    if (final || driver_.done()) {
        driver_.run(false);
        for (uint64_t i = random_.below(8); i > 0; i--)
            wait(clk.posedge_event());
    }
    if (!final && filter_writer_.any() && !change_filters())
        return false;
    // software may stop and start tracing in between, while rows run
    if (!final && random_.percent(50)) {
        uint64_t control = 0;
        if (!access(false, te_control, control))
            return false;
        control &= ~(te_inst_stall_or_overflow | te_empty);
        if (!write(te_control, control & ~te_inst_tracing))
            return false;
        for (uint64_t i = random_.below(200); i > 0; i--)
            wait(clk.posedge_event());
        if (!write(te_control, control | te_inst_tracing))
            return false;
        for (uint64_t i = random_.below(2000); i > 0; i--)
            wait(clk.posedge_event());
    }
    return disable();
}

// After trTeEmpty was 1, no output may follow.
bool Bench::stays_empty()
{
    for (int i = 0; i < 8; i++) {
        wait(clk.posedge_event());
        if (signals_.sending.read()) {
            fail("output after trTeEmpty [ETR-CTL-001]");
            return false;
        }
    }
    return true;
}

// Waits until trTeEmpty is 1; no output may follow.
bool Bench::drain()
{
    constexpr uint64_t idle = 500; // cycles in which an encoder that holds something sends
    const uint64_t begin = cycles_;
    for (uint64_t polls = 0; polls < patience; polls++) {
        uint64_t control = 0;
        if (!access(false, te_control, control))
            return false;
        if ((control & te_empty) == 0 && cycles_ - begin > idle &&
            cycles_ - sending_cycle_ > idle) {
            fail("trTeEmpty is 0 although there is no more output [ETR-CTL-001]");
            return false;
        }
        if ((control & te_empty) == 0)
            continue;
        for (int i = 0; i < 8; i++) {
            wait(clk.posedge_event());
            if (signals_.sending.read()) {
                fail("output although trTeEmpty is 1 [ETR-CTL-001]");
                return false;
            }
        }
        while (signals_.busy.read())
            wait(clk.posedge_event());
        return true;
    }
    fail("trTeEmpty never becomes 1 [ETR-CTL-001]");
    return false;
}

void Bench::sequence()
{
    if (!reset() || !probe_registers() || !probe_filters() || !probe_sampled())
        return;
    for (unsigned number = 0; number < options_.sessions && (number == 0 || !driver_.done());
         number++)
        if (!enable(config_.resync.max) || !session(number) || (random_.percent(50) && !drain()))
            return;
    if (!drain() || !check_sticky() || !check_data_sticky() || !probe_sync())
        return;
    if (!write(te_control, 0) ||
        !expect(te_control, te_control_reset, UINT32_MAX, "trTeControl when inactive"))
        return;
    signals_.end.write(true);
    while (!signals_.done.read())
        wait(clk.posedge_event());
    if (!reset_again())
        return;
    sc_core::sc_stop();
}

} // namespace rvt
