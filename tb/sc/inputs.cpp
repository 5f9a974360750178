// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "inputs.hpp"

#include <cerrno>
#include <cstring>
#include <sstream>

extern "C" {
#include "base/config_keys.h"
#include "io/config_yaml.h"
#include "io/elf_image.h"
}

namespace rvt
{
namespace
{

std::string explain(const std::string &path, const rvt_diag &diag)
{
    char reason[256];
    rvt_diag_format(&diag, reason, sizeof reason);
    return path + ": " + reason;
}

} // namespace

bool open_inputs(const Options &options, Inputs &inputs, std::string &message)
{
    rvt_diag diag;
    rvt_diag_clear(&diag);
    if (rvt_config_load(options.config.c_str(), &inputs.config, &diag) != RVT_OK) {
        message = explain(options.config, diag);
        return false;
    }
    rvt_config trace_config = inputs.config;
    if (options.cut != Cut::none) {
        rvt_image *image = nullptr;
        if (rvt_elf_open(options.program.c_str(), &inputs.config, &image, &diag) != RVT_OK) {
            message = explain(options.program, diag);
            return false;
        }
        inputs.image.reset(image);
        trace_config.params.blocks_p = RVT_BLOCKS_MAX;
        trace_config.params.retires_p = 2;
        trace_config.params.iretire_width_p = 16;
    }
    rvt_tip_reader *reader = nullptr;
    if (rvt_tip_open(options.tip.c_str(), &trace_config, &reader, &diag) != RVT_OK) {
        message = explain(options.tip, diag);
        return false;
    }
    inputs.rows.reset(reader);
    if (!options.bytes.empty()) {
        inputs.bytes.reset(std::fopen(options.bytes.c_str(), "wb"));
        if (inputs.bytes == nullptr) {
            message = options.bytes + ": " + std::strerror(errno);
            return false;
        }
    }
    return true;
}

std::string describe(const rvt_config &config)
{
    std::ostringstream words;
    rvt_config defaults;
    rvt_config_defaults(&defaults, config.spec_profile);
    words << config.title << ";";
    for (const rvt_key *key = rvt_config_keys(); key->name != nullptr; key++) {
        unsigned value = rvt_config_get(&config, key);
        if (value == rvt_config_get(&defaults, key))
            continue;
        words << ' ' << key->name << '=';
        if (key->kind == RVT_KEY_ENUM)
            words << key->values[value];
        else
            words << value;
    }
    return words.str();
}

} // namespace rvt
