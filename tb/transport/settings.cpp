// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "settings.hpp"

#include <cstdio>
#include <vector>

#include <CLI/CLI.hpp>

#include "../sc/number.hpp"

namespace rvt
{
namespace
{

const char footer[] = "Defaults are in parentheses.\n"
                      "Arguments +NAME[=VALUE] are passed to the simulation.\n"
                      "exit: 0 passed, 1 failed, 2 usage or unreadable input";

CLI::Option *add_number(CLI::App &app, const std::string &name, uint64_t &value,
                        const std::string &text)
{
    return app.add_option("--" + name, value, text + " (" + std::to_string(value) + ")")
        ->type_name("N")
        ->check(whole_number());
}

} // namespace

Settings::Settings(const char *program, const char *purpose)
    : program_(program), app_(std::make_unique<CLI::App>(purpose, program))
{
    app_->get_formatter()->column_width(18);
    app_->footer(footer);
    app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

Settings::~Settings() = default;

void Settings::number(const char *name, uint64_t value, const std::string &text)
{
    numbers_[name] = value;
    add_number(*app_, name, numbers_[name], text);
}

void Settings::choice(const char *name, uint64_t value, const std::set<uint64_t> &choices,
                      const std::string &text)
{
    numbers_[name] = value;
    add_number(*app_, name, numbers_[name], text)->check(CLI::IsMember(choices).description(""));
}

void Settings::file(const char *name, const std::string &text)
{
    app_->add_option(std::string("--") + name, texts_[name], text)->type_name("FILE");
}

bool Settings::parse(int argc, char **argv, int &status)
{
    std::vector<std::string> words;

    for (int i = argc - 1; i > 0; i--) // CLI11 takes the words in reverse order
        if (argv[i][0] != '+')
            words.push_back(argv[i]);
    try {
        app_->parse(words);
        return true;
    } catch (const CLI::CallForHelp &) {
        std::printf("%s", app_->help().c_str());
        status = 0;
    } catch (const CLI::ParseError &error) {
        std::fprintf(stderr, "%s: %s\n", program_.c_str(), error.what());
        status = 2;
    }
    return false;
}

uint64_t Settings::number(const std::string &name) const
{
    return numbers_.at(name);
}

const std::string &Settings::text(const std::string &name) const
{
    return texts_.at(name);
}

} // namespace rvt
