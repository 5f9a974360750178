// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The command line of the bench.
#ifndef RVT_TB_OPTIONS_HPP
#define RVT_TB_OPTIONS_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace rvt
{

// How the rows are cut into blocks and cycles: as the trace has them, one instruction a cycle, as
// full as the interface allows, or at random.
enum class Cut { none, single, full, random };

// Rules of the ingress that the hart breaks now and then.
enum class Misuse { none, hole, trap, special, size, any, itype, branch, setup };

struct Options {
    std::string config;   // YAML that gave the RTL its parameters, or one that differs in run-time
                          // options only
    std::string tip;      // rows
    std::string elf;      // program: adds the decode-exact verdict
    std::string program;  // program of the rows for the cut alone; if empty, elf
    std::string bytes;    // file for the encapsulated bytes
    std::string waves;    // FST file
    std::string coverage; // prefix of the files that tell what was reached
    uint64_t seed = 1;
    unsigned idle_percent = 0;     // chance of idle cycles before a row
    unsigned stall_percent = 0;    // chance that the sink is not ready
    unsigned sideband_percent = 0; // chance that a row gets triggers, a context change, or a halt
    unsigned wild_percent = 0; // chance of a level or a kind of context change that no program has
    unsigned sessions = 1;     // the trace is disabled and enabled again in between
    Cut cut = Cut::none;
    Misuse misuse = Misuse::none;
    bool overflow = false;      // trTeInstStallEna 0: rows may be lost
    bool inhibit = false;       // trTeInhibitSrc 1: config has no srcID, the RTL has
    bool reprogram = false;     // change modes while enabled
    bool rewrite = false;       // change a bit of a filter or comparator, and back, all the time
    bool registers = false;     // look at every field of every register first
    bool internal_time = false; // the RTL has the Internal Core timestamp
    bool unstamped = false;     // trTsEnable 0: config has no timestamps, the RTL has
    bool decode = false;        // the decode-exact verdict decides
    bool scoreboard = true;
    bool json = false;
    uint64_t max_cycles = 0;           // 0: no limit
    unsigned latency = 4096;           // cycles a packet may take
    std::vector<std::string> plusargs; // passed on to the simulation
};

enum class Parsed { run, help, wrong };

// Reads argv into options. wrong: message says what; help: message is the usage.
Parsed parse_options(int argc, const char *const *argv, Options &options, std::string &message);

} // namespace rvt

#endif
