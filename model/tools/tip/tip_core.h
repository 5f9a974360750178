/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Logs of cores and emulators as tip traces: rvt tip --from. */
#ifndef RVT_TOOLS_TIP_TIP_CORE_H
#define RVT_TOOLS_TIP_TIP_CORE_H

#include "io/tip/tip_file.h"
#include "tools/tip/core_steps.h"

/* What the options of the command say. */
struct rvt_tip_core {
    struct rvt_core_steps_options steps; /* the log */
    const char *tip_path;                /* "-": stdout */
    enum rvt_tip_form form;
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
