/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The conversions of a printf format string, and the sizes of their arguments on the machine that
 * sent them. Spec: SyS-T, printf and catalog messages. */
#ifndef RVT_TRANSPORT_SYST_SYST_FORMAT_H
#define RVT_TRANSPORT_SYST_SYST_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum rvt_syst_argument {
    RVT_SYST_ARGUMENT_NONE,     /* %% */
    RVT_SYST_ARGUMENT_SIGNED,   /* d i */
    RVT_SYST_ARGUMENT_UNSIGNED, /* o u x X */
    RVT_SYST_ARGUMENT_CHAR,     /* c */
    RVT_SYST_ARGUMENT_DOUBLE,   /* a A e E f F g G, IEEE binary64 also for L */
    RVT_SYST_ARGUMENT_POINTER,  /* p */
    RVT_SYST_ARGUMENT_STRING,   /* s */
    RVT_SYST_ARGUMENT_COUNT,    /* n: takes room, prints nothing */
};

/* One conversion of a format string. */
struct rvt_syst_conversion {
    size_t from, to; /* its bytes in the format: from '%' up to the byte after its last */
    bool minus, plus, space, alternate, zero;
    bool width_star, precision_star; /* from the arguments */
    bool has_precision;
    unsigned width, precision; /* as written; at most RVT_SYST_WIDTH_MAX */
    unsigned value_bits_32;    /* significant bits of the number, in P32 and P64: 8, 16, 32, 64 */
    unsigned value_bits_64;
    unsigned bytes_32, bytes_64; /* size of the argument; 0: %%, and %s, which has its own */
    enum rvt_syst_argument argument;
    char specifier;
};

#define RVT_SYST_WIDTH_MAX 65535 /* no message holds more; larger widths are cut to it */

/*
 * Finds the next conversion at or after *at in a format of bytes bytes (it needs no zero byte) and
 * moves *at past it. RVT_OK with *found false: there is none; *at is the end. RVT_ERR_SYNTAX: the
 * conversion is incomplete or unknown to the protocol; conversion->from is its offset, *at is
 * unchanged.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_conversion_next(const char *format, size_t bytes, size_t *at,
                                         struct rvt_syst_conversion *conversion, bool *found);

#endif
