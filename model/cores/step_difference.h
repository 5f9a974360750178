/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A difference between the steps that rows show and those of a log, and its message. */
#ifndef RVT_CORES_STEP_DIFFERENCE_H
#define RVT_CORES_STEP_DIFFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "cores/hart_step.h"

enum rvt_step_difference_kind {
    RVT_STEP_DIFFERENCE_MISSING,   /* the rows lack steps of the log */
    RVT_STEP_DIFFERENCE_EXTRA,     /* the rows have steps that the log lacks */
    RVT_STEP_DIFFERENCE_TWICE,     /* of these, steps that repeat those before them */
    RVT_STEP_DIFFERENCE_ORDER,     /* the same steps in another order */
    RVT_STEP_DIFFERENCE_OTHER,     /* other steps */
    RVT_STEP_DIFFERENCE_TRAP,      /* a trap has another kind, cause, EPC or tval */
    RVT_STEP_DIFFERENCE_SIZE,      /* an instruction has another size */
    RVT_STEP_DIFFERENCE_PRIVILEGE, /* an instruction or a trap has another privilege */
    RVT_STEP_DIFFERENCE_DISAGREE,  /* no place was found where both agree again */
    RVT_STEP_DIFFERENCE_GAP,       /* no fault: a gap of the rows, or of the log */
};

struct rvt_step_count {
    uint64_t instructions, traps;
};

/* Borrowed by a sink for the call. */
struct rvt_step_difference {
    enum rvt_step_difference_kind kind;
    const struct rvt_hart_step *row;    /* where it is in the rows; null: after their end */
    const struct rvt_hart_step *shown;  /* first step of the rows that differs; null: none */
    const struct rvt_hart_step *logged; /* first step of the log that differs; null: none */
    struct rvt_step_count shown_count, logged_count; /* steps that differ */
};

/*
 * Sets diag to the difference, in one line: the row, its cycle, what differs, and the line of the
 * log. clause is one of the rules RowMissing, RowExtra, RowTwice, RowOrder, RowOther, RowTrap,
 * RowSize, RowPrivilege, RowDisagree (docs/files.md), null for a gap; field and value are those of
 * the row where one field differs.
 */
void rvt_step_difference_diag(const struct rvt_step_difference *difference, struct rvt_diag *diag);

#endif
