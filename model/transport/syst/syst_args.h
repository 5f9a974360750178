/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The arguments that STRING.PRINTF_nn and CATALOG messages carry for their format string:
 * packed one behind the other without alignment, little endian, in the sizes of a 32-bit (P32) or
 * 64-bit (P64) machine; %s is the text with its zero byte. Spec: SyS-T, printf and catalog
 * messages.
 */
#ifndef RVT_TRANSPORT_SYST_SYST_ARGS_H
#define RVT_TRANSPORT_SYST_SYST_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "transport/syst/syst.h"
#include "transport/syst/syst_format.h"

/*
 * How arguments are packed. Writers disagree about catalog messages of one and the same subtype:
 * TYPED is what the protocol says; EIGHT and FOUR are writers that give each number as many bytes.
 */
enum rvt_syst_packing { RVT_SYST_PACKING_TYPED, RVT_SYST_PACKING_EIGHT, RVT_SYST_PACKING_FOUR };

/* What is wrong with arguments under their format. */
enum rvt_syst_misfit {
    RVT_SYST_FITS,
    RVT_SYST_BAD_FORMAT,   /* at: in the format */
    RVT_SYST_MISSING,      /* an argument is not there: where it should begin */
    RVT_SYST_UNTERMINATED, /* a string ends without its zero byte: where it begins */
    RVT_SYST_LEFT_OVER,    /* bytes behind the last argument: the first of them */
};

/* A format and the arguments for it; all borrowed. */
struct rvt_syst_args {
    const char *format;
    size_t format_bytes;
    const uint8_t *data;
    size_t bytes;
    bool p64;
    bool typed; /* no writer packs them in another way */
};

/*
 * Finds out how the arguments are packed: TYPED if that uses up all bytes, else, if not known to be
 * typed, EIGHT and FOUR (of numbers alone) if one of them does, else TYPED with what is wrong in
 * the result and the place of it in *at.
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

/*
 * Takes the argument of conversion (not RVT_SYST_ARGUMENT_NONE) at *at, and moves behind it.
 * Returns RVT_SYST_FITS, RVT_SYST_MISSING or RVT_SYST_UNTERMINATED (*at and *value then unset).
 */
enum rvt_syst_misfit rvt_syst_args_take(const struct rvt_syst_args *args,
                                        enum rvt_syst_packing packing,
                                        const struct rvt_syst_conversion *conversion, size_t *at,
                                        struct rvt_syst_value *value);

/* Takes the int of a '*'. */
enum rvt_syst_misfit rvt_syst_args_star(const struct rvt_syst_args *args,
                                        enum rvt_syst_packing packing, size_t *at, int32_t *value);

/*
 * The format and the arguments in a message: of PRINTF_nn its own; of CATALOG the arguments, and
 * format (null-terminated, found by ID) for them. False for other messages, and for PRINTF_nn
 * without a zero byte behind its format.
 */
bool rvt_syst_args_of(const struct rvt_syst_message *message, const char *format,
                      struct rvt_syst_args *args);

#endif
