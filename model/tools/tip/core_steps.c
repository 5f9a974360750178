/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/tip/core_steps.h"

#include <stddef.h>

enum rvt_status rvt_core_steps_open(const struct rvt_core_steps_options *options,
                                    rvt_checked_sink sink, void *context,
                                    struct rvt_core_steps *steps, struct rvt_diag *diag)
{
    *steps = (struct rvt_core_steps){.input = NULL};
    enum rvt_status status = rvt_continuity_open(
        options->config, options->log.image, &options->defaults, sink, context, &steps->continuity);
    if (status != RVT_OK)
        return rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    rvt_core_log_init(&steps->log, &options->log, rvt_continuity_put, steps->continuity);
    return rvt_input_open(options->path, &steps->input, diag);
}

enum rvt_status rvt_core_steps_next(struct rvt_core_steps *steps, bool *end,
                                    const struct rvt_checked_step **cut, struct rvt_diag *diag)
{
    const char *text = NULL;
    size_t length = 0;
    bool is_cut = false;
    enum rvt_status status = rvt_input_line(steps->input, &text, &length, end, diag);

    *cut = NULL;
    if (status != RVT_OK)
        return status;
    if (!*end)
        return rvt_core_log_line(&steps->log, text, length, diag);
    status = rvt_core_log_end(&steps->log, diag);
    if (status == RVT_OK)
        status = rvt_continuity_end(steps->continuity, &is_cut, diag);
    if (status == RVT_OK && is_cut)
        *cut = rvt_continuity_cut(steps->continuity);
    return status;
}

uint64_t rvt_core_steps_place(const struct rvt_core_steps *steps)
{
    return rvt_input_place(steps->input);
}

void rvt_core_steps_close(struct rvt_core_steps *steps)
{
    rvt_input_close(steps->input);
    rvt_continuity_close(steps->continuity);
}
