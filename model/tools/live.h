/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Live input: when a pipe or terminal has no more bytes for now, what was made of the bytes so far
 * is printed. */
#ifndef RVT_TOOLS_LIVE_H
#define RVT_TOOLS_LIVE_H

#include "io/bytes/output.h"
#include "tools/json_list.h"

struct rvt_live {
    int fd; /* of the input; -1: it never pauses */
    struct rvt_output *output;
    struct rvt_json_list *json; /* null: none */
};

/* input_path ("-": stdin) is what the command reads; output and json are borrowed until close. */
void rvt_live_open(struct rvt_live *live, const char *input_path, struct rvt_output *output,
                   struct rvt_json_list *json);

/* Between two items: if the input pauses, writes all of output to the system. */
void rvt_live_step(struct rvt_live *live);

/* Releases the input. */
void rvt_live_close(struct rvt_live *live);

#endif
