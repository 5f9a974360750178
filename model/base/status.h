/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The diagnosis that explains the first fault; enum rvt_status is part of the public interface. */
#ifndef RVT_BASE_STATUS_H
#define RVT_BASE_STATUS_H

#include <stdint.h>

#include <rvt/status.h>

#include "base/compiler.h"

/* Filled once, at the first fault; later faults leave it alone. All strings are static or held in
 * text. */
struct rvt_diag {
    enum rvt_status status;
    uint64_t position; /* byte offset in a stream, line in a text file, row in a trace */
    unsigned bit;      /* bit offset inside the payload, where that applies */
    uint64_t value;    /* the offending value */
    const char *unit; /* what position counts: "byte", "line", "row", "packet"; null: no position */
    const char *field;  /* the specification's name of the field; null: none */
    const char *clause; /* requirement number or document clause; null: none */
    char text[160];     /* one impersonal line, without control characters */
};

/* Name of a status for messages, such as "truncated"; static. */
const char *rvt_status_text(enum rvt_status status);

/* Resets diag to "no fault". */
void rvt_diag_clear(struct rvt_diag *diag);

/*
 * Records a fault unless diag already holds one (or is null), and returns status, so that a caller
 * can write: return rvt_diag_set(diag, RVT_ERR_RESERVED, "branch_fmt", 1, "ETR-FMT-042", "...").
 * field and clause must outlive diag (string literals). Control characters become visible (text.h).
 */
RVT_PRINTF(6, 7)
enum rvt_status rvt_diag_set(struct rvt_diag *diag, enum rvt_status status, const char *field,
                             uint64_t value, const char *clause, const char *format, ...);

/* Adds a position to a recorded fault that has none yet. unit: a string literal. */
void rvt_diag_at(struct rvt_diag *diag, const char *unit, uint64_t position);

/* The public structure, for callbacks. */
struct rvt_diagnosis rvt_diagnosis_of(const struct rvt_diag *diag);

/*
 * Writes the diagnosis as one line without newline into text, such as
 * "row 12: itype 7 is reserved [itype = 7, ETR-ING-005]"; always null-terminated.
 */
void rvt_diag_format(const struct rvt_diag *diag, char *text, unsigned capacity);

#endif
