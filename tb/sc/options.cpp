// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "options.hpp"

#include <cstdlib>
#include <functional>
#include <map>
#include <set>

namespace rvt
{
namespace
{

const char usage[] =
    "usage: rvt_cosim --config CFG --tip TIP [option]...\n"
    "Runs the trace encoder on the rows of TIP and holds it against the reference model.\n"
    "  --elf ELF         program of the rows: decodes what the encoder sent as well\n"
    "  --seed N          seed of everything random (1)\n"
    "  --idle PERCENT    chance of idle cycles before a row (0)\n"
    "  --stall PERCENT   chance that the sink is not ready (0)\n"
    "  --sideband PERCENT chance that a row gets triggers, a context change, or a halt (0)\n"
    "  --wild PERCENT    chance that a row gets a privilege level, or a context change of a kind, "
    "that no program\n"
    "                    has there: a decoder is misled, only packets are judged (0)\n"
    "  --sessions N      disable and enable the trace N - 1 times on the way (1)\n"
    "  --program ELF     program of the rows, for --cut alone\n"
    "  --cut HOW         rows anew from the instructions of the program: single (one a cycle), "
    "full (as "
    "many blocks\n"
    "                    a cycle as there are), random\n"
    "  --misuse RULE     now and then break a rule of the ingress: hole, trap, special, size, "
    "itype, branch, any; of the APB: setup\n"
    "  --overflow        no stalling: rows may be lost\n"
    "  --reprogram       change the modes while the trace is enabled\n"
    "  --rewrite         change a bit of a register of a filter or comparator, and back, again and "
    "again\n"
    "  --registers       look at every field of every register first\n"
    "  --internal-time   the encoder has the Internal Core timestamp\n"
    "  --unstamped       do not enable timestamps; CFG has timestamp_bytes 0\n"
    "  --inhibit         program trTeInhibitSrc; CFG has srcid_bits 0\n"
    "  --decode          the decode-exact verdict decides, not the bit-exact one\n"
    "  --latency N       cycles a packet may take while the sink is ready (4096)\n"
    "  --max-cycles N    give up after N cycles\n"
    "  --bytes FILE      write the encapsulated bytes\n"
    "  --waves FILE      write an FST waveform and FILE.gtkw (builds with WAVES=1)\n"
    "  --coverage PREFIX write what was reached: PREFIX.points (obligations), PREFIX.accesses (of "
    "registers),\n"
    "                    PREFIX.dat (the RTL; builds with coverage)\n"
    "  --no-scoreboard   drive only: for speed measurements\n"
    "  --json            the last line is a JSON object\n"
    "  +NAME[=VALUE]     passed on to the simulation\n"
    "exit: 0 passed, 1 failed, 2 usage or unreadable input\n";

const std::map<std::string, Cut> cuts = {
    {"single", Cut::single}, {"full", Cut::full}, {"random", Cut::random}};
const std::map<std::string, Misuse> misuses = {
    {"hole", Misuse::hole},   {"trap", Misuse::trap},   {"special", Misuse::special},
    {"size", Misuse::size},   {"itype", Misuse::itype}, {"branch", Misuse::branch},
    {"setup", Misuse::setup}, {"any", Misuse::any}};

const std::set<std::string> percents = {"--idle", "--stall", "--sideband", "--wild"};

bool to_number(const std::string &text, uint64_t &number)
{
    char *end = nullptr;
    number = std::strtoull(text.c_str(), &end, 0);
    return !text.empty() && text[0] != '-' && *end == '\0';
}

} // namespace

Parsed parse_options(int argc, const char *const *argv, Options &options, std::string &message)
{
    uint64_t number = 0;
    const std::map<std::string, std::string *> texts = {
        {"--config", &options.config},    {"--tip", &options.tip},     {"--elf", &options.elf},
        {"--program", &options.program},  {"--bytes", &options.bytes}, {"--waves", &options.waves},
        {"--coverage", &options.coverage}};
    const std::map<std::string, std::function<void()>> numbers = {
        {"--seed", [&] { options.seed = number; }},
        {"--idle", [&] { options.idle_percent = static_cast<unsigned>(number); }},
        {"--stall", [&] { options.stall_percent = static_cast<unsigned>(number); }},
        {"--sideband", [&] { options.sideband_percent = static_cast<unsigned>(number); }},
        {"--wild", [&] { options.wild_percent = static_cast<unsigned>(number); }},
        {"--sessions", [&] { options.sessions = static_cast<unsigned>(number); }},
        {"--latency", [&] { options.latency = static_cast<unsigned>(number); }},
        {"--max-cycles", [&] { options.max_cycles = number; }}};
    const std::map<std::string, std::function<void()>> flags = {
        {"--overflow", [&] { options.overflow = true; }},
        {"--reprogram", [&] { options.reprogram = true; }},
        {"--rewrite", [&] { options.rewrite = true; }},
        {"--registers", [&] { options.registers = true; }},
        {"--internal-time", [&] { options.internal_time = true; }},
        {"--unstamped", [&] { options.unstamped = true; }},
        {"--inhibit", [&] { options.inhibit = true; }},
        {"--decode", [&] { options.decode = true; }},
        {"--no-scoreboard", [&] { options.scoreboard = false; }},
        {"--json", [&] { options.json = true; }}};

    std::string cut, misuse;
    auto words = texts;
    words.insert({{"--cut", &cut}, {"--misuse", &misuse}});

    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        if (word == "--help" || word == "-h") {
            message = usage;
            return Parsed::help;
        }
        if (word[0] == '+') {
            options.plusargs.push_back(word);
        } else if (auto flag = flags.find(word); flag != flags.end()) {
            flag->second();
        } else if (i + 1 == argc) {
            message = word + ": unknown, or its value is missing";
            return Parsed::wrong;
        } else if (auto text = words.find(word); text != words.end()) {
            *text->second = argv[++i];
        } else if (auto action = numbers.find(word); action != numbers.end()) {
            if (!to_number(argv[++i], number)) {
                message = word + ": '" + argv[i] + "' is not a number";
                return Parsed::wrong;
            }
            action->second();
            if (percents.count(word) > 0 && number > 100) {
                message = word + ": '" + argv[i] + "' is no percentage";
                return Parsed::wrong;
            }
        } else {
            message = word + ": unknown option";
            return Parsed::wrong;
        }
    }
    if (options.config.empty() || options.tip.empty() || options.sessions == 0) {
        message = "--config and --tip are needed, and at least one session";
        return Parsed::wrong;
    }
    if ((!cut.empty() && cuts.count(cut) == 0) || (!misuse.empty() && misuses.count(misuse) == 0)) {
        message = "--cut or --misuse: unknown kind";
        return Parsed::wrong;
    }
    if (options.program.empty())
        options.program = options.elf;
    if (!cut.empty() && options.program.empty()) {
        message = "--cut needs --elf or --program";
        return Parsed::wrong;
    }
    options.cut = cut.empty() ? Cut::none : cuts.at(cut);
    options.misuse = misuse.empty() ? Misuse::none : misuses.at(misuse);
    return Parsed::run;
}

} // namespace rvt
