/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/syst_printf.h"

#include <stdio.h>
#include <string.h>

/* Width and precision as printf takes them; -1: none. */
struct size {
    bool minus;
    int width, precision;
};

/* Limits the value of a star, which may be anything. */
static int limited(int64_t value)
{
    return value > RVT_SYST_WIDTH_MAX ? RVT_SYST_WIDTH_MAX : (int)value;
}

/* Takes the stars. */
static enum rvt_syst_misfit take_size(const struct rvt_syst_args *args,
                                      enum rvt_syst_packing packing,
                                      const struct rvt_syst_conversion *conversion, size_t *at,
                                      struct size *size)
{
    enum rvt_syst_misfit misfit = RVT_SYST_FITS;
    int32_t star = 0;

    *size = (struct size){.minus = conversion->minus,
                          .width = (int)conversion->width,
                          .precision = conversion->has_precision ? (int)conversion->precision : -1};
    if (conversion->width_star) {
        misfit = rvt_syst_args_star(args, packing, at, &star);
        size->minus = size->minus || star < 0; /* C11 7.21.6.1: a flag and a positive width */
        size->width = limited(star < 0 ? -(int64_t)star : star);
    }
    if (misfit == RVT_SYST_FITS && conversion->precision_star) {
        misfit = rvt_syst_args_star(args, packing, at, &star);
        size->precision = star < 0 ? -1 : limited(star);
    }
    return misfit;
}

/* Writes "%", the flags, "*.*" and conversion to format (16 bytes). */
static void make_format(const struct rvt_syst_conversion *conversion, const struct size *size,
                        const char *modifier, char specifier, char *format)
{
    (void)snprintf(format, 16, "%%%s%s%s%s%s*.*%s%c", size->minus ? "-" : "",
                   conversion->plus ? "+" : "", conversion->space ? " " : "",
                   conversion->alternate ? "#" : "", conversion->zero ? "0" : "", modifier,
                   specifier);
}

static void print_double(const struct rvt_syst_conversion *conversion, const struct size *size,
                         uint64_t bits, struct rvt_text *text)
{
    char format[16];
    double number;

    memcpy(&number, &bits, sizeof number);
    make_format(conversion, size, "", conversion->specifier, format);
    rvt_text_add(text, format, size->width, size->precision, number);
}

static void print_number(const struct rvt_syst_conversion *conversion, const struct size *size,
                         uint64_t number, struct rvt_text *text)
{
    struct rvt_syst_conversion shown = *conversion;
    char format[16], specifier = conversion->specifier;

    if (conversion->argument == RVT_SYST_ARGUMENT_POINTER) {
        specifier = 'x';
        if (number == 0) { /* the alternate form of 0 has no prefix */
            make_format(conversion, size, "", 's', format);
            rvt_text_add(text, format, size->width, -1, "0x0");
            return;
        }
        shown.alternate = true;
    }
    make_format(&shown, size, "ll", specifier, format);
    if (conversion->argument == RVT_SYST_ARGUMENT_SIGNED)
        rvt_text_add(text, format, size->width, size->precision, (long long)number);
    else
        rvt_text_add(text, format, size->width, size->precision, (unsigned long long)number);
}

static void print_argument(const struct rvt_syst_conversion *conversion, const struct size *size,
                           const struct rvt_syst_value *value, struct rvt_text *text)
{
    char format[16];

    switch (conversion->argument) {
    case RVT_SYST_ARGUMENT_SIGNED:
    case RVT_SYST_ARGUMENT_UNSIGNED:
    case RVT_SYST_ARGUMENT_POINTER:
        print_number(conversion, size, value->number, text);
        break;
    case RVT_SYST_ARGUMENT_DOUBLE:
        print_double(conversion, size, value->number, text);
        break;
    case RVT_SYST_ARGUMENT_CHAR:
        rvt_text_add(text, size->minus ? "%-*c" : "%*c", size->width, (int)(value->number & 0xff));
        break;
    case RVT_SYST_ARGUMENT_STRING:
        make_format(conversion, size, "", 's', format);
        rvt_text_add(text, format, size->width, size->precision, (const char *)value->text);
        break;
    case RVT_SYST_ARGUMENT_NONE:
        rvt_text_add(text, "%%");
        break;
    case RVT_SYST_ARGUMENT_COUNT:
        break;
    }
}

/* Prints up to the first fault. */
static void print(const struct rvt_syst_args *args, enum rvt_syst_packing packing,
                  struct rvt_text *text)
{
    struct rvt_syst_conversion conversion;
    size_t format_at = 0, at = 0, literal = 0;
    bool found = true;

    while (found) {
        struct rvt_syst_value value = {0};
        struct size size;
        enum rvt_status status = rvt_syst_conversion_next(args->format, args->format_bytes,
                                                          &format_at, &conversion, &found);
        size_t end = found ? conversion.from : args->format_bytes;

        rvt_text_add(text, "%.*s", (int)(end - literal), args->format + literal);
        if (status != RVT_OK || !found)
            return;
        literal = conversion.to;
        if (take_size(args, packing, &conversion, &at, &size) != RVT_SYST_FITS)
            return;
        if (conversion.argument != RVT_SYST_ARGUMENT_NONE &&
            rvt_syst_args_take(args, packing, &conversion, &at, &value) != RVT_SYST_FITS)
            return;
        print_argument(&conversion, &size, &value, text);
    }
}

enum rvt_syst_misfit rvt_syst_print(const struct rvt_syst_args *args, struct rvt_text *text,
                                    enum rvt_syst_packing *packing)
{
    size_t at = 0;
    enum rvt_syst_misfit misfit = rvt_syst_args_infer(args, packing, &at);

    print(args, *packing, text);
    return misfit;
}
