// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The co-simulation program: connects the encoder to the bench, runs it, and prints the verdict.
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <verilated.h>

#include "bench.hpp"
#include "ingress_driver.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "pulse_clock.hpp"
#include "row_source.hpp"
#include "signals.hpp"
#include "sink.hpp"
#include "top.hpp"
#include "waves.hpp"

namespace
{

// What the scoreboard and Verilator read from the command line.
std::vector<std::string> plusargs(const rvt::Options &options)
{
    std::vector<std::string> words = {"rvt_cosim",
                                      "+rvt_config=" + options.config,
                                      "+rvt_latency=" + std::to_string(options.latency),
                                      "+rvt_scoreboard=" + std::to_string(options.scoreboard),
                                      "+verilator+rand+reset+2",
                                      "+verilator+seed+" +
                                          std::to_string(1 + options.seed % 0x7ffffffe)};
    if (!options.elf.empty() && options.wild_percent == 0)
        words.push_back("+rvt_elf=" + options.elf);
    if (options.decode)
        words.push_back("+rvt_verdict=decode");
    if (!options.coverage.empty())
        words.push_back("+rvt_coverage=" + options.coverage + ".points");
    words.insert(words.end(), options.plusargs.begin(), options.plusargs.end());
    return words;
}

int report(const rvt::Options &options, const rvt::Bench &bench, const rvt::IngressDriver &driver,
           const rvt::Sink &sink, bool passed, const std::string &error, double seconds)
{
    double khz = seconds > 0 ? static_cast<double>(bench.cycles()) / seconds / 1000 : 0;
    if (!error.empty() && error != bench.error())
        std::printf("rvt_cosim: %s\n", error.c_str());
    if (options.reprogram && !options.json)
        std::printf("rvt_cosim: changed: %s\n", bench.changes().c_str());
    if (options.json)
        std::printf("{\"verdict\": \"%s\", \"seed\": %llu, \"cycles\": %llu, \"rows\": %llu, "
                    "\"lost\": %llu, "
                    "\"stalled\": %llu, \"packets\": %llu, \"bytes\": %llu, \"khz\": %.1f}\n",
                    passed ? "passed" : "failed", static_cast<unsigned long long>(options.seed),
                    static_cast<unsigned long long>(bench.cycles()),
                    static_cast<unsigned long long>(driver.rows()),
                    static_cast<unsigned long long>(driver.lost_rows()),
                    static_cast<unsigned long long>(driver.stalled_cycles()),
                    static_cast<unsigned long long>(sink.packets()),
                    static_cast<unsigned long long>(sink.bytes()), khz);
    else
        std::printf("rvt_cosim: %s: %llu cycles, %llu stalled, %llu rows, %llu lost, %llu packets, "
                    "%llu bytes, %.0f kHz\n",
                    passed ? "passed" : "FAILED", static_cast<unsigned long long>(bench.cycles()),
                    static_cast<unsigned long long>(driver.stalled_cycles()),
                    static_cast<unsigned long long>(driver.rows()),
                    static_cast<unsigned long long>(driver.lost_rows()),
                    static_cast<unsigned long long>(sink.packets()),
                    static_cast<unsigned long long>(sink.bytes()), khz);
    return passed ? 0 : 1;
}

int simulate(const rvt::Options &options, rvt::Inputs &inputs)
{
    const std::vector<std::string> words = plusargs(options);
    std::vector<const char *> arguments;
    for (const std::string &word : words)
        arguments.push_back(word.c_str());
    Verilated::commandArgs(static_cast<int>(arguments.size()), arguments.data());
    Verilated::fatalOnError(false);

    const sc_core::sc_time period(static_cast<double>(rvt::cycle_ps), sc_core::SC_PS);
    std::unique_ptr<sc_core::sc_clock> wave_clock;
    std::unique_ptr<rvt::PulseClock> pulses;
    if (options.waves.empty())
        pulses = std::make_unique<rvt::PulseClock>("pulses", period);
    else
        wave_clock = std::make_unique<sc_core::sc_clock>("clock", period);
    sc_core::sc_signal<bool> &clock = pulses ? pulses->level : *wave_clock;
    rvt::Signals signals;
    rvt::Top top(signals, clock);
    rvt::RowSource source(options, inputs.config, inputs.rows.get(), inputs.image.get());
    rvt::IngressDriver driver("driver", signals, options, inputs.config, source);
    rvt::Sink sink("sink", signals, options, inputs.bytes.get());
    rvt::Bench bench("bench", signals, options, inputs.config, driver, sink);
    driver.clk(clock);
    sink.clk(clock);
    bench.clk(clock);

    if (!options.waves.empty())
        top.open_waves(options.waves);
    std::clock_t started = std::clock(); // processor time, independent of other programs
    while (!Verilated::gotFinish() && !Verilated::gotError() &&
           sc_core::sc_get_status() != sc_core::SC_STOPPED)
        sc_core::sc_start(1000.0 * period);
    double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
    top.final();

    std::string error = bench.error();
    if (error.empty() && Verilated::gotError())
        error = "an assertion failed";
    if (error.empty() && !sink.written())
        error = options.bytes + ": cannot be written";
    if (!options.waves.empty()) {
        top.close_waves();
        uint64_t cycle = bench.failed_cycle() > 0 ? bench.failed_cycle()
                         : error.empty()          ? 0
                                                  : bench.cycles();
        if (!rvt::write_signal_list(options.waves, cycle) && error.empty())
            error = options.waves + ".gtkw: cannot be written";
    }
    if (!options.coverage.empty()) {
        if (!bench.write_accesses(options.coverage + ".accesses") && error.empty())
            error = options.coverage + ".accesses: cannot be written";
        rvt::Top::write_coverage(options.coverage + ".dat");
    }
    bool passed = error.empty() && signals.done.read() && !signals.failed.read();
    return report(options, bench, driver, sink, passed, error, seconds);
}

} // namespace

int sc_main(int argc, char *argv[])
{
    rvt::Options options;
    std::string message;
    switch (rvt::parse_options(argc, argv, options, message)) {
    case rvt::Parsed::help:
        std::printf("%s", message.c_str());
        return 0;
    case rvt::Parsed::wrong:
        std::fprintf(stderr, "rvt_cosim: %s\n", message.c_str());
        return 2;
    case rvt::Parsed::run:
        break;
    }
    rvt::Inputs inputs;
    if (!rvt::open_inputs(options, inputs, message)) {
        std::fprintf(stderr, "rvt_cosim: %s\n", message.c_str());
        return 2;
    }
    if (!options.waves.empty() && !rvt::Top::has_waves()) {
        std::fprintf(stderr, "rvt_cosim: --waves needs a build with WAVES=1\n");
        return 2;
    }
    sc_core::sc_report_handler::set_actions("/IEEE_Std_1666/deprecated", sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    std::printf("rvt_cosim: seed %llu, idle %u%%, stall %u%%, sideband %u%%, wild %u%%, "
                "sessions %u%s\n",
                static_cast<unsigned long long>(options.seed), options.idle_percent,
                options.stall_percent, options.sideband_percent, options.wild_percent,
                options.sessions, options.overflow ? ", overflow" : "");
    std::printf("rvt_cosim: configuration %s\n", rvt::describe(inputs.config).c_str());
    return simulate(options, inputs);
}
