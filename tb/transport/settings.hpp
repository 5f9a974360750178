// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The command line of a transport bench: numbers and file names, each with a default.
#ifndef RVT_TB_TRANSPORT_SETTINGS_HPP
#define RVT_TB_TRANSPORT_SETTINGS_HPP

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace CLI
{
class App;
}

namespace rvt
{

class Settings
{
  public:
    // program: the name in messages; purpose: one or two lines for --help.
    Settings(const char *program, const char *purpose);
    ~Settings();
    Settings(const Settings &) = delete;
    Settings &operator=(const Settings &) = delete;

    // Declares --NAME N. text: its description, with units; the default is added to it.
    void number(const char *name, uint64_t value, const std::string &text);
    // The same, for a number that must be one of these.
    void choice(const char *name, uint64_t value, const std::set<uint64_t> &choices,
                const std::string &text);
    // Declares --NAME FILE, empty by default.
    void file(const char *name, const std::string &text);

    // Reads the command line; words that begin with a plus are left to the simulator. False if the
    // program must end: status is 0 after --help, 2 after a message on stderr about an option that
    // is unknown, has no value, or a bad one.
    bool parse(int argc, char **argv, int &status);

    uint64_t number(const std::string &name) const;
    const std::string &text(const std::string &name) const;

  private:
    std::string program_;
    std::unique_ptr<CLI::App> app_;
    std::map<std::string, uint64_t> numbers_;
    std::map<std::string, std::string> texts_;
};

} // namespace rvt

#endif
