// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A check of the command lines: CLI11 alone would read "" as 0 and -1 as the largest number.
#ifndef RVT_TB_NUMBER_HPP
#define RVT_TB_NUMBER_HPP

#include <cerrno>
#include <cstdlib>
#include <string>

#include <CLI/CLI.hpp>

namespace rvt
{

// Accepts whole numbers from 0 to 2^64 - 1: decimal, hexadecimal after 0x, octal after 0.
inline CLI::Validator whole_number()
{
    return CLI::Validator(
        [](std::string &text) {
            char *end = nullptr;
            errno = 0;
            (void)std::strtoull(text.c_str(), &end, 0);
            bool good = !text.empty() && text[0] >= '0' && text[0] <= '9' && *end == '\0';
            return good && errno == 0 ? std::string() : "'" + text + "' is not a number";
        },
        "");
}

} // namespace rvt

#endif
