/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Status of every fallible function, and the diagnosis that explains the first fault. */
#ifndef RVT_BASE_STATUS_H
#define RVT_BASE_STATUS_H

#include <stdint.h>

#include "base/compiler.h"

/* Zero is success. A status is never mixed with a count or a byte. */
enum rvt_status {
    RVT_OK = 0,
    RVT_ERR_PARAMETER,  /* a configuration value is out of range or contradicts another */
    RVT_ERR_TRUNCATED,  /* the input ends inside a field */
    RVT_ERR_TRAILING,   /* bytes behind the last field that are not legal padding */
    RVT_ERR_RESERVED,   /* a reserved or unknown code on the wire */
    RVT_ERR_CHECKSUM,   /* a message whose checksum is not that of its bytes */
    RVT_ERR_CAPACITY,   /* the output buffer is too small, or a value too wide for its field */
    RVT_ERR_INGRESS,    /* a row breaks the rules of the hart to encoder interface (ETR-ING) */
    RVT_ERR_SEQUENCE,   /* a packet that cannot come at this place of the stream */
    RVT_ERR_NO_CODE,    /* the decoder needs an instruction that the image does not hold */
    RVT_ERR_FLOW,       /* the packet contradicts the program */
    RVT_ERR_STEP_LIMIT, /* the reported address was not reached within the step limit */
    RVT_ERR_SYNTAX,     /* a file is not what its format demands */
    RVT_ERR_IO,         /* the operating system refused to read or write */
    RVT_ERR_MEMORY,     /* out of memory */
    RVT_ERR_SINK,       /* the caller's callback asked to stop */
};

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
    char text[160];     /* one impersonal line */
};

/* Name of a status for messages, such as "truncated"; static. */
const char *rvt_status_text(enum rvt_status status);

/* Makes diag say "no fault". */
void rvt_diag_clear(struct rvt_diag *diag);

/*
 * Records a fault unless diag already holds one (or is null), and returns status, so that a caller
 * can write: return rvt_diag_set(diag, RVT_ERR_RESERVED, "branch_fmt", 1, "ETR-FMT-042", "...").
 * field and clause must outlive diag (string literals).
 */
RVT_PRINTF(6, 7)
enum rvt_status rvt_diag_set(struct rvt_diag *diag, enum rvt_status status, const char *field,
                             uint64_t value, const char *clause, const char *format, ...);

/* Adds a position to a recorded fault that has none yet. unit: a string literal. */
void rvt_diag_at(struct rvt_diag *diag, const char *unit, uint64_t position);

/*
 * Writes the diagnosis as one line without newline into text, such as
 * "row 12: itype 7 is reserved [itype = 7, ETR-ING-005]"; always null-terminated.
 */
void rvt_diag_format(const struct rvt_diag *diag, char *text, unsigned capacity);

#endif
