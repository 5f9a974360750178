/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Status and diagnosis. Every function that can fail returns enum rvt_status and puts its results
 * into out parameters, which are unset after a failure. The library never prints, never exits, and
 * has no global state: any number of handles live side by side, and handles that share nothing may
 * be used from different threads. Handles that take a configuration copy it; a program that a
 * decoder or comparison borrows is part of it and may not be used elsewhere at the same time.
 */
#ifndef RVT_STATUS_H
#define RVT_STATUS_H

#include <rvt/export.h>

/* Zero is success. Later versions may append values. */
enum rvt_status {
    RVT_OK = 0,
    RVT_ERR_PARAMETER,  /* an argument or value is out of range, or contradicts another */
    RVT_ERR_TRUNCATED,  /* the input ends inside a field */
    RVT_ERR_TRAILING,   /* bytes after the last field that are not legal padding */
    RVT_ERR_RESERVED,   /* a reserved or unknown code in the input */
    RVT_ERR_CHECKSUM,   /* a message whose checksum is not that of its bytes */
    RVT_ERR_CAPACITY,   /* the output buffer is too small, or a value too wide for its field */
    RVT_ERR_INGRESS,    /* a row breaks the rules of the hart to encoder interface (ETR-ING) */
    RVT_ERR_SEQUENCE,   /* a packet that cannot come at this place of the stream */
    RVT_ERR_NO_CODE,    /* the decoder needs an instruction that the program does not contain */
    RVT_ERR_FLOW,       /* the packet contradicts the program */
    RVT_ERR_STEP_LIMIT, /* the reported address was not reached within the step limit */
    RVT_ERR_SYNTAX,     /* a file is not what its format demands */
    RVT_ERR_IO,         /* the operating system refused to read or write */
    RVT_ERR_MEMORY,     /* out of memory */
    RVT_ERR_SINK,       /* the caller's callback asked to stop */
    RVT_WAIT,           /* no error: a callback asked to pause; a flush goes on */
    RVT_ERR_STATE,      /* the call cannot come now: the handle waits for a flush */
};

/*
 * Explains a failure. Functions with a parameter diagnosis accept null for it; otherwise they set
 * it before they return: to the failure, or, with status RVT_OK, to none. It is an output structure
 * (rvt/export.h). All strings are static or part of text.
 */
struct rvt_diagnosis {
    size_t size;
    enum rvt_status status;
    unsigned bit;      /* bit offset in the packet, where that applies */
    uint64_t position; /* byte of a stream, line of a text file, row of a trace, ... */
    uint64_t value;    /* the value that is wrong */
    const char *unit; /* what position counts: "byte", "line", "row", "packet"; null: no position */
    const char *field;  /* the specification's name of the field that is wrong; null: none */
    const char *clause; /* requirement number or clause; null: none */
    char text[160];     /* one line without newline */
};

RVT_BEGIN_C

/* The name of a status, such as "truncated"; static, never null. */
RVT_API const char *rvt_status_name(enum rvt_status status);

/*
 * Writes the diagnosis as one line without newline into text, which has capacity (>= 1) bytes, such
 * as "row 12: itype 7 is reserved [itype 7, ETR-ING-005]". The text is cut where it does not fit
 * and is always null-terminated. A null diagnosis gives an empty text.
 */
RVT_API void rvt_diagnosis_format(const struct rvt_diagnosis *diagnosis, char *text,
                                  size_t capacity);

RVT_END_C

#endif
