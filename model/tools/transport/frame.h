/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The two directions of rvt frame. */
#ifndef RVT_TOOLS_FRAME_H
#define RVT_TOOLS_FRAME_H

#include "tools/command.h"
#include "tools/json_list.h"
#include "tools/transport/verb.h"
#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

enum { RVT_FRAME_SOURCES_MAX = 16 };

struct rvt_frame_source {
    unsigned id;
    const char *path;
};

struct rvt_frame_command {
    enum rvt_verb verb;
    const char *input_path, *output_path;
    struct rvt_deformatter_config reader;
    struct rvt_formatter_config formatter;
    bool reset_given, reset; /* what the arguments say of reader.reset_on_four */
    struct rvt_json_list json;
    bool runs, allow_empty;
    unsigned id; /* of the data that are wanted; RVT_FRAME_ID_NONE: all */
    unsigned sources, burst;
    struct rvt_frame_source source[RVT_FRAME_SOURCES_MAX];
};

enum rvt_exit rvt_frame_decode(const struct rvt_frame_command *command);
enum rvt_exit rvt_frame_encode(const struct rvt_frame_command *command);

#endif
