// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// The files of a run, opened and closed in one place.
#ifndef RVT_TB_INPUTS_HPP
#define RVT_TB_INPUTS_HPP

#include <cstdio>
#include <memory>
#include <string>

extern "C" {
#include "base/params.h"
#include "io/tip/tip_file.h"
#include "program/image.h"
}

#include "options.hpp"

namespace rvt
{

struct CloseTip {
    void operator()(rvt_tip_reader *reader) const
    {
        rvt_tip_close(reader);
    }
};

struct CloseImage {
    void operator()(rvt_image *image) const
    {
        rvt_image_close(image);
    }
};

struct CloseFile {
    void operator()(std::FILE *file) const
    {
        (void)std::fclose(file);
    }
};

struct Inputs {
    rvt_config config{};
    std::unique_ptr<rvt_tip_reader, CloseTip> rows;
    std::unique_ptr<rvt_image, CloseImage> image; // null if rows are not divided anew
    std::unique_ptr<std::FILE, CloseFile> bytes;  // null if none is asked for
};

// Opens what options name. False: message says which file and why.
bool open_inputs(const Options &options, Inputs &inputs, std::string &message);

// The configuration in one line, for the head of the log: its title and what differs from the
// defaults.
std::string describe(const rvt_config &config);

} // namespace rvt

#endif
