/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of cores and emulators as tip traces: rvt tip --from. */
#ifndef RVT_TOOLS_TIP_CORE_H
#define RVT_TOOLS_TIP_CORE_H

#include "cores/continuity.h"
#include "cores/core_log.h"
#include "io/tip/tip_file.h"

/* What the options of the command say. */
struct rvt_tip_core {
    const char *log_path, *tip_path; /* "-": stdin, stdout */
    enum rvt_tip_form form;
    const struct rvt_config *config;
    struct rvt_core_log_options log;
    struct rvt_step_defaults defaults;
};

/* What happened that no error is. */
struct rvt_tip_core_notes {
    bool cut;        /* the last branch is left out: its outcome is unknown */
    uint64_t losses; /* rows with lost */
    uint64_t rows;
};

/*
 * Converts the log and completes the tip trace, or leaves no file. False: diag has the fault, and
 * *at_fault the path of the file that has it.
 */
RVT_MUST_USE
bool rvt_tip_from_core(const struct rvt_tip_core *conversion, struct rvt_tip_core_notes *notes,
                       const char **at_fault, struct rvt_diag *diag);

#endif
