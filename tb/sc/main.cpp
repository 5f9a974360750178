// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The co-simulation program: wires the encoder to the bench, runs it, and tells the verdict.
// Compiled once per configuration.
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <verilated.h>

#include "Vtb_top.h"
#if VM_TRACE_FST
#include <verilated_fst_sc.h>
#endif

#include "bench.hpp"
#include "ingress_driver.hpp"
#include "inputs.hpp"
#include "options.hpp"
#include "row_source.hpp"
#include "signals.hpp"
#include "sink.hpp"
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
    if (!options.elf.empty())
        words.push_back("+rvt_elf=" + options.elf);
    if (options.decode)
        words.push_back("+rvt_verdict=decode");
    words.insert(words.end(), options.plusargs.begin(), options.plusargs.end());
    return words;
}

void connect(Vtb_top &top, rvt::Signals &signals, sc_core::sc_clock &clock)
{
    top.clk_i(clock);
    top.rst_ni(signals.rst_n);
    top.itype_i(signals.itype);
    top.cause_i(signals.cause);
    top.tval_i(signals.tval);
    top.priv_i(signals.priv);
    top.iaddr0_i(signals.iaddr[0]);
    top.iaddr1_i(signals.iaddr[1]);
    top.iaddr2_i(signals.iaddr[2]);
    top.iaddr3_i(signals.iaddr[3]);
    top.context_i(signals.context);
    top.time_i(signals.time);
    top.ctype_i(signals.ctype);
    top.sijump_i(signals.sijump);
    top.iretire_i(signals.iretire);
    top.ilastsize_i(signals.ilastsize);
    top.trigger_i(signals.trigger);
    top.impdef_i(signals.impdef);
    top.halted_i(signals.halted);
    top.reset_i(signals.reset);
    top.dretire_i(signals.dretire);
    top.dtype_i(signals.dtype);
    top.daddr_i(signals.daddr);
    top.dsize_i(signals.dsize);
    top.ddata_i(signals.ddata);
    top.doperand_i(signals.doperand);
    top.iaddr_lsbs_i(signals.iaddr_lsbs);
    top.lrid_i(signals.lrid);
    top.lresp_i(signals.lresp);
    top.lid_i(signals.lid);
    top.sdata_i(signals.sdata);
    top.ldata_i(signals.ldata);
    top.stall_o(signals.stall);
    top.lost_o(signals.lost);
    top.paddr_i(signals.paddr);
    top.psel_i(signals.psel);
    top.penable_i(signals.penable);
    top.pwrite_i(signals.pwrite);
    top.pwdata_i(signals.pwdata);
    top.prdata_o(signals.prdata);
    top.pready_o(signals.pready);
    top.pslverr_o(signals.pslverr);
    top.sending_o(signals.sending);
    top.busy_o(signals.busy);
    top.valid_o(signals.valid);
    top.ready_i(signals.ready);
    top.data_o(signals.data);
    top.bytes_o(signals.bytes);
    top.last_o(signals.last);
    top.end_i(signals.end);
    top.done_o(signals.done);
    top.failed_o(signals.failed);
}

int report(const rvt::Options &options, const rvt::Bench &bench, const rvt::IngressDriver &driver,
           const rvt::Sink &sink, bool passed, const std::string &error, double seconds)
{
    double khz = seconds > 0 ? static_cast<double>(bench.cycles()) / seconds / 1000 : 0;
    if (!error.empty() && error != bench.error())
        std::printf("rvt_cosim: %s\n", error.c_str());
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
        std::printf("rvt_cosim: %s: %llu cycles, %llu rows, %llu lost, %llu packets, %llu bytes, "
                    "%.0f kHz\n",
                    passed ? "passed" : "FAILED", static_cast<unsigned long long>(bench.cycles()),
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

    sc_core::sc_clock clock("clock", static_cast<double>(rvt::cycle_ps), sc_core::SC_PS);
    rvt::Signals signals;
    auto top = std::make_unique<Vtb_top>("TOP");
    rvt::RowSource source(options, inputs.config, inputs.rows.get(), inputs.image.get());
    rvt::IngressDriver driver("driver", signals, options, inputs.config, source);
    rvt::Sink sink("sink", signals, options, inputs.bytes.get());
    rvt::Bench bench("bench", signals, options, inputs.config, driver, sink);
    connect(*top, signals, clock);
    driver.clk(clock);
    sink.clk(clock);
    bench.clk(clock);

#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstSc> waves;
    if (!options.waves.empty()) {
        Verilated::traceEverOn(true);
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        waves = std::make_unique<VerilatedFstSc>();
        top->trace(waves.get(), 99);
        waves->open(options.waves.c_str());
    }
#endif
    std::clock_t started = std::clock(); // processor time: other programs do not count
    while (!Verilated::gotFinish() && !Verilated::gotError() &&
           sc_core::sc_get_status() != sc_core::SC_STOPPED)
        sc_core::sc_start(sc_core::sc_time(1000.0 * rvt::cycle_ps, sc_core::SC_PS));
    double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
    top->final();

    std::string error = bench.error();
    if (error.empty() && Verilated::gotError())
        error = "an assertion failed";
    if (error.empty() && !sink.written())
        error = options.bytes + ": cannot be written";
#if VM_TRACE_FST
    if (waves != nullptr) {
        waves->close();
        uint64_t cycle = bench.failed_cycle() > 0 ? bench.failed_cycle()
                         : error.empty()          ? 0
                                                  : bench.cycles();
        if (!rvt::write_signal_list(options.waves, cycle) && error.empty())
            error = options.waves + ".gtkw: cannot be written";
    }
#endif
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
#if !VM_TRACE_FST
    if (!options.waves.empty()) {
        std::fprintf(stderr, "rvt_cosim: --waves needs a build with WAVES=1\n");
        return 2;
    }
#endif
    sc_core::sc_report_handler::set_actions("/IEEE_Std_1666/deprecated", sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    std::printf("rvt_cosim: seed %llu, idle %u%%, stall %u%%, sideband %u%%, sessions %u%s\n",
                static_cast<unsigned long long>(options.seed), options.idle_percent,
                options.stall_percent, options.sideband_percent, options.sessions,
                options.overflow ? ", overflow" : "");
    std::printf("rvt_cosim: configuration %s\n", rvt::describe(inputs.config).c_str());
    return simulate(options, inputs);
}
