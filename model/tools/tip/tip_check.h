/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* rvt tip --check: compares a tip trace with the program, and with the log of the core. */
#ifndef RVT_TOOLS_TIP_TIP_CHECK_H
#define RVT_TOOLS_TIP_TIP_CHECK_H

#include "program/image.h"
#include "tools/command.h"
#include "tools/tip/core_steps.h"

/* What the options of the command say. */
struct rvt_tip_check {
    const struct rvt_config *config;
    struct rvt_image *image;
    const char *tip_path;                     /* "-": stdin */
    const struct rvt_core_steps_options *log; /* null: none */
    uint64_t limit;                           /* findings after which it stops; 0: never */
};

/* Checks, and prints findings and what was compared. */
enum rvt_exit rvt_tip_check_run(const struct rvt_tip_check *options);

#endif
