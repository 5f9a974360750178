/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The arguments that STRING.PRINTF_nn and CATALOG messages carry for their format string: packed
 * one after the other without alignment, little endian, in the sizes of a 32-bit (P32) or 64-bit
 * (P64) machine; %s is the text with its zero byte. Spec: SyS-T, printf and catalog messages.
 */
#ifndef RVT_TRANSPORT_SYST_SYST_ARGS_H
#define RVT_TRANSPORT_SYST_SYST_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transport/syst/syst.h"
#include "transport/syst/syst_format.h"

/* How arguments are packed. Writers disagree about catalog messages of the same subtype: TYPED
 * is what the protocol says; EIGHT and FOUR give each number as many bytes. */
enum rvt_syst_packing { RVT_SYST_PACKING_TYPED, RVT_SYST_PACKING_EIGHT, RVT_SYST_PACKING_FOUR };

/* How arguments do not match their format. */
enum rvt_syst_misfit {
    RVT_SYST_FITS,
    RVT_SYST_BAD_FORMAT,   /* at: offset in the format */
    RVT_SYST_MISSING,      /* an argument is missing; at: where it should begin */
    RVT_SYST_UNTERMINATED, /* a string has no zero byte; at: where it begins */
    RVT_SYST_LEFT_OVER,    /* bytes follow the last argument; at: the first of them */
};

/* A format and the arguments for it; all borrowed. */
struct rvt_syst_args {
    const char *format;
    size_t format_bytes;
    const uint8_t *data;
    size_t bytes;
    bool p64;
    bool typed; /* every writer packs them as TYPED */
};

/*
 * Infers how the arguments are packed: TYPED if that uses up all bytes. Else, if not known to be
 * typed, EIGHT or FOUR (of numbers alone) if that does. Else TYPED, with the mismatch as result and
 * its place in *at.
 */
enum rvt_syst_misfit rvt_syst_args_infer(const struct rvt_syst_args *args,
                                         enum rvt_syst_packing *packing, size_t *at);

/* The value of an argument. */
struct rvt_syst_value {
    uint64_t number;     /* bits of a number; a signed one is sign extended to 64, of a double its
                            binary64 */
    const uint8_t *text; /* of a string, borrowed */
    size_t text_bytes;   /* without its zero byte */
};

/* Takes the argument of conversion (not RVT_SYST_ARGUMENT_NONE) at *at, and moves *at past it.
 * Returns RVT_SYST_FITS, RVT_SYST_MISSING or RVT_SYST_UNTERMINATED (*at and *value then unset). */
enum rvt_syst_misfit rvt_syst_args_take(const struct rvt_syst_args *args,
                                        enum rvt_syst_packing packing,
                                        const struct rvt_syst_conversion *conversion, size_t *at,
                                        struct rvt_syst_value *value);

/* Takes the int of a '*'. */
enum rvt_syst_misfit rvt_syst_args_star(const struct rvt_syst_args *args,
                                        enum rvt_syst_packing packing, size_t *at, int32_t *value);

/*
 * The format and the arguments of a message: of PRINTF_nn its own format; of CATALOG the given one
 * (null-terminated, found by ID). False for other messages, and for PRINTF_nn without a zero byte
 * after its format.
 */
bool rvt_syst_args_of(const struct rvt_syst_message *message, const char *format,
                      struct rvt_syst_args *args);

#endif
