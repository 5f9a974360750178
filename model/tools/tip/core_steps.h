/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The checked steps of the log of a core, line by line from its file. */
#ifndef RVT_TOOLS_TIP_CORE_STEPS_H
#define RVT_TOOLS_TIP_CORE_STEPS_H

#include "cores/continuity.h"
#include "cores/core_log.h"
#include "io/bytes/input.h"

struct rvt_core_steps_options {
    const char *path; /* "-": stdin */
    const struct rvt_config *config;
    struct rvt_core_log_options log;
    struct rvt_step_defaults defaults;
};

/* In the caller's storage; log may be read, the rest is private. A zeroed one can be closed. */
struct rvt_core_steps {
    struct rvt_core_log log;
    struct rvt_continuity *continuity;
    struct rvt_input *input;
};

/* Opens the file; options and all that they borrow stay as they are until the close. RVT_ERR_IO,
 * RVT_ERR_MEMORY; the caller closes steps after an error, too. */
RVT_MUST_USE
enum rvt_status rvt_core_steps_open(const struct rvt_core_steps_options *options,
                                    rvt_checked_sink sink, void *context,
                                    struct rvt_core_steps *steps, struct rvt_diag *diag);

/*
 * Reads a line and gives the steps that it completes to the sink. *end: there was none; the last
 * steps were given, and *cut is the step that was left out because its outcome is unknown, or null.
 * Errors of cores/core_log.h and cores/continuity.h; RVT_ERR_IO; any status of the sink.
 */
RVT_MUST_USE
enum rvt_status rvt_core_steps_next(struct rvt_core_steps *steps, bool *end,
                                    const struct rvt_checked_step **cut, struct rvt_diag *diag);

/* How far reading is in the file itself (rvt_input_place). */
uint64_t rvt_core_steps_place(const struct rvt_core_steps *steps);

/* Closes the file and frees. */
void rvt_core_steps_close(struct rvt_core_steps *steps);

#endif
