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

// How instructions are divided into blocks and cycles: as in the trace, one instruction per cycle,
// as full as the interface allows, or at random.
enum class Cut { none, single, full, random };

// Rules of the ingress that the hart violates at random.
enum class Misuse { none, hole, trap, special, size, any, itype, branch, setup };

struct Options {
    std::string config;   // YAML with the parameters of the RTL build; run-time options may
                          // differ
    std::string tip;      // rows
    std::string elf;      // program: adds the decode-exact verdict
    std::string program;  // program of the rows for the cut alone; if empty, elf
    std::string bytes;    // file for the encapsulated bytes
    std::string waves;    // FST file
    std::string coverage; // prefix of the coverage files
    uint64_t seed = 1;
    unsigned idle_percent = 0;     // chance of idle cycles before a row
    unsigned stall_percent = 0;    // chance that the sink is not ready
    unsigned sideband_percent = 0; // chance that a row gets triggers, a context change, or a halt
    unsigned wild_percent = 0; // chance of a level or a kind of context change that no program has
    unsigned sessions = 1;     // number of times that the trace is enabled
    Cut cut = Cut::none;
    Misuse misuse = Misuse::none;
    bool overflow = false;      // trTeInstStallEna 0: rows may be lost
    bool inhibit = false;       // trTeInhibitSrc 1: config has no srcID, the RTL has
    bool reprogram = false;     // change modes while enabled
    bool poll = false;          // read trTeEmpty soon after each session
    bool rewrite = false;       // flip and restore bits of filters and comparators
    bool registers = false;     // check every field of every register first
    bool read_time = false;     // read the timestamp unit's time while rows run
    bool internal_time = false; // the RTL has the Internal Core timestamp
    bool unstamped = false;     // trTsEnable 0: config has no timestamps, the RTL has
    bool decode = false;        // the decode-exact verdict decides, not the bit-exact one
    bool scoreboard = true;
    bool json = false;
    uint64_t max_cycles = 0;           // 0: no limit
    unsigned latency = 4096;           // cycles a packet may take
    std::vector<std::string> plusargs; // passed on to the simulation
};

enum class Parsed { run, help, wrong };

// Reads argv into options. wrong: message is the error; help: message is the help text.
Parsed parse_options(int argc, const char *const *argv, Options &options, std::string &message);

} // namespace rvt

#endif
