// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "options.hpp"

#include <limits>
#include <map>

#include <CLI/CLI.hpp>

#include "number.hpp"

namespace rvt
{
namespace
{

const char purpose[] =
    "Runs the trace encoder on the rows of a tip trace and compares what it sends\n"
    "with the model. CFG is a configuration file (YAML). Defaults are in parentheses.";
const char footer[] = "Arguments +NAME[=VALUE] are passed to the simulation.\n"
                      "exit: 0 passed, 1 failed, 2 usage or unreadable input";

const std::map<std::string, Cut> cuts = {
    {"single", Cut::single}, {"full", Cut::full}, {"random", Cut::random}};
const std::map<std::string, Misuse> misuses = {
    {"hole", Misuse::hole},   {"trap", Misuse::trap},   {"special", Misuse::special},
    {"size", Misuse::size},   {"itype", Misuse::itype}, {"branch", Misuse::branch},
    {"setup", Misuse::setup}, {"any", Misuse::any}};

// Files, and the cut of the rows.
void add_files(CLI::App &app, Options &options, std::string &cut)
{
    app.add_option("--config", options.config, "configuration of the encoder")
        ->type_name("CFG")
        ->required();
    app.add_option("--tip", options.tip, "rows for the ingress port")->type_name("TIP")->required();
    app.add_option("--elf", options.elf, "program that the rows execute: compare decode-exact, too")
        ->type_name("ELF");
    app.add_option("--program", options.program, "program that the rows execute, for --cut only")
        ->type_name("ELF");
    app.add_option("--cut", cut,
                   "distribute the instructions over new rows: single (one\n"
                   "per cycle), full (as many as fit), random")
        ->type_name("HOW");
    app.add_option("--bytes", options.bytes, "write the encapsulated bytes")->type_name("FILE");
    app.add_option("--waves", options.waves,
                   "write an FST waveform, and FILE.gtkw (builds with WAVES=1)")
        ->type_name("FILE");
    app.add_option("--coverage", options.coverage,
                   "write PREFIX.points (obligations), PREFIX.accesses\n"
                   "(registers) and PREFIX.dat (RTL; builds with coverage)")
        ->type_name("PREFIX");
}

// What the bench does at random.
void add_stimulus(CLI::App &app, Options &options, std::string &misuse)
{
    auto percent = [&app](const char *name, unsigned &value, const char *text) {
        app.add_option(name, value, text)
            ->type_name("PERCENT")
            ->check(whole_number())
            ->check(CLI::Range(0u, 100u).description(""));
    };

    app.add_option("--seed", options.seed, "seed of all random choices (1)")
        ->type_name("N")
        ->check(whole_number());
    percent("--idle", options.idle_percent, "chance of idle cycles before a row (0)");
    percent("--stall", options.stall_percent, "chance that the sink is not ready (0)");
    percent("--sideband", options.sideband_percent,
            "chance that a row has triggers, a context change or a\n"
            "halt (0)");
    percent("--wild", options.wild_percent,
            "chance that a row has another privilege level or another\n"
            "kind of context change than its program. A decoder\n"
            "cannot follow this: packets are compared, not decoded (0)");
    app.add_option("--misuse", misuse,
                   "violate a rule of the ingress port (hole, trap, special,\n"
                   "size, itype, branch, or any of them) or of APB (setup)\n"
                   "at random times")
        ->type_name("RULE");
}

// What software does, and when a run ends.
void add_course(CLI::App &app, Options &options)
{
    app.add_option("--sessions", options.sessions,
                   "disable and enable the encoder N - 1 times during the\n"
                   "run (1)")
        ->type_name("N")
        ->check(whole_number())
        ->check(CLI::Range(1u, std::numeric_limits<unsigned>::max()).description(""));
    app.add_flag("--overflow", options.overflow, "do not stall the hart: rows may be lost");
    app.add_flag("--reprogram", options.reprogram, "change modes while the encoder is enabled");
    app.add_flag("--rewrite", options.rewrite,
                 "repeatedly flip a bit of a filter or comparator register,\n"
                 "and restore it");
    app.add_flag("--poll", options.poll,
                 "read trTeEmpty soon after each session, sometimes\n"
                 "ended by trTeInstTracing; no output may follow a 1");
    app.add_flag("--registers", options.registers, "first check every field of every register");
    app.add_flag("--read-time", options.read_time,
                 "read the time of the timestamp unit while rows run");
    app.add_flag("--internal-time", options.internal_time,
                 "the encoder has a timestamp of type Internal Core");
    app.add_flag("--unstamped", options.unstamped,
                 "do not enable timestamps (CFG: timestamp_bytes 0)");
    app.add_flag("--inhibit", options.inhibit, "set trTeInhibitSrc (CFG: srcid_bits 0)");
    app.add_flag("--decode", options.decode,
                 "let the decode-exact verdict decide, not the bit-exact one");
    app.add_option("--latency", options.latency,
                   "maximum cycles of a packet while the sink is ready\n"
                   "(4096)")
        ->type_name("N")
        ->check(whole_number());
    app.add_option("--max-cycles", options.max_cycles, "fail after N cycles; 0: no limit (0)")
        ->type_name("N")
        ->check(whole_number());
    app.add_flag_callback(
        "--no-scoreboard", [&options] { options.scoreboard = false; },
        "do not compare; to measure speed");
    app.add_flag("--json", options.json, "print a JSON object as the last line");
}

// The value of a name; throws if there is none. Without a name none of them is chosen.
template <typename Kind>
Kind choose(const std::map<std::string, Kind> &kinds, const char *option, const std::string &name)
{
    if (name.empty())
        return Kind::none;
    auto kind = kinds.find(name);
    if (kind == kinds.end())
        throw CLI::ValidationError(option, "unknown value " + name);
    return kind->second;
}

} // namespace

Parsed parse_options(int argc, const char *const *argv, Options &options, std::string &message)
{
    CLI::App app(purpose, "rvt_cosim");
    std::string cut, misuse;
    std::vector<std::string> words;

    for (int i = argc - 1; i > 0; i--) { // CLI11 takes the words in reverse order
        if (argv[i][0] == '+')
            options.plusargs.insert(options.plusargs.begin(), argv[i]);
        else
            words.push_back(argv[i]);
    }
    app.get_formatter()->column_width(22);
    app.footer(footer);
    app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    add_files(app, options, cut);
    add_stimulus(app, options, misuse);
    add_course(app, options);
    try {
        app.parse(words);
        options.cut = choose(cuts, "--cut", cut);
        options.misuse = choose(misuses, "--misuse", misuse);
        if (options.program.empty())
            options.program = options.elf;
        if (options.cut != Cut::none && options.program.empty())
            throw CLI::ValidationError("--cut", "needs --elf or --program");
    } catch (const CLI::CallForHelp &) {
        message = app.help();
        return Parsed::help;
    } catch (const CLI::ParseError &error) {
        message = error.what();
        return Parsed::wrong;
    }
    return Parsed::run;
}

} // namespace rvt
