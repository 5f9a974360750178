/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_args.h"

#include <string.h>

/* The bytes of an argument in this packing. */
static unsigned argument_bytes(const struct rvt_syst_args *args, enum rvt_syst_packing packing,
                               unsigned bytes_32, unsigned bytes_64)
{
    if (packing == RVT_SYST_PACKING_EIGHT)
        return 8;
    if (packing == RVT_SYST_PACKING_FOUR)
        return 4;
    return args->p64 ? bytes_64 : bytes_32;
}

/* Little endian; false if bytes are missing. */
static bool take_number(const struct rvt_syst_args *args, unsigned bytes, size_t *at,
                        uint64_t *number)
{
    if (args->bytes - *at < bytes)
        return false;
    *number = 0;
    for (unsigned i = bytes; i-- > 0;)
        *number = *number << 8 | args->data[*at + i];
    *at += bytes;
    return true;
}

enum rvt_syst_misfit rvt_syst_args_star(const struct rvt_syst_args *args,
                                        enum rvt_syst_packing packing, size_t *at, int32_t *value)
{
    uint64_t number = 0;

    if (!take_number(args, argument_bytes(args, packing, 4, 4), at, &number))
        return RVT_SYST_MISSING;
    *value = (int32_t)(uint32_t)number;
    return RVT_SYST_FITS;
}

static enum rvt_syst_misfit take_text(const struct rvt_syst_args *args, size_t *at,
                                      struct rvt_syst_value *value)
{
    const uint8_t *text = args->data + *at;
    const uint8_t *end = args->bytes > *at ? memchr(text, 0, args->bytes - *at) : NULL;

    if (args->bytes == *at)
        return RVT_SYST_MISSING;
    if (end == NULL)
        return RVT_SYST_UNTERMINATED;
    *value = (struct rvt_syst_value){.text = text, .text_bytes = (size_t)(end - text)};
    *at += value->text_bytes + 1;
    return RVT_SYST_FITS;
}

enum rvt_syst_misfit rvt_syst_args_take(const struct rvt_syst_args *args,
                                        enum rvt_syst_packing packing,
                                        const struct rvt_syst_conversion *conversion, size_t *at,
                                        struct rvt_syst_value *value)
{
    unsigned bytes = argument_bytes(args, packing, conversion->bytes_32, conversion->bytes_64);
    unsigned bits = args->p64 ? conversion->value_bits_64 : conversion->value_bits_32;

    if (conversion->argument == RVT_SYST_ARGUMENT_STRING)
        return take_text(args, at, value);
    *value = (struct rvt_syst_value){0};
    if (!take_number(args, bytes, at, &value->number))
        return RVT_SYST_MISSING;
    bits = bits < 8 * bytes ? bits : 8 * bytes;
    if (conversion->argument == RVT_SYST_ARGUMENT_SIGNED)
        value->number = rvt_sign_extend(value->number, bits);
    else
        value->number &= rvt_mask(bits);
    return RVT_SYST_FITS;
}

/* Whether a packing of plain numbers can hold the argument. */
static bool is_plain(const struct rvt_syst_conversion *conversion, enum rvt_syst_packing packing)
{
    if (packing == RVT_SYST_PACKING_TYPED)
        return true;
    return conversion->argument != RVT_SYST_ARGUMENT_STRING &&
           (conversion->argument != RVT_SYST_ARGUMENT_DOUBLE || packing == RVT_SYST_PACKING_EIGHT);
}

/* Takes the stars and the argument of a conversion. */
static enum rvt_syst_misfit pass(const struct rvt_syst_args *args, enum rvt_syst_packing packing,
                                 const struct rvt_syst_conversion *conversion, size_t *at)
{
    struct rvt_syst_value value;
    int32_t star;
    enum rvt_syst_misfit misfit = RVT_SYST_FITS;

    if (conversion->width_star)
        misfit = rvt_syst_args_star(args, packing, at, &star);
    if (misfit == RVT_SYST_FITS && conversion->precision_star)
        misfit = rvt_syst_args_star(args, packing, at, &star);
    if (misfit == RVT_SYST_FITS && !is_plain(conversion, packing))
        misfit = RVT_SYST_MISSING;
    if (misfit == RVT_SYST_FITS && conversion->argument != RVT_SYST_ARGUMENT_NONE)
        misfit = rvt_syst_args_take(args, packing, conversion, at, &value);
    return misfit;
}

static enum rvt_syst_misfit measure(const struct rvt_syst_args *args, enum rvt_syst_packing packing,
                                    size_t *at)
{
    size_t format_at = 0;
    bool found = true;

    for (*at = 0; found;) {
        struct rvt_syst_conversion conversion;
        enum rvt_syst_misfit misfit;

        if (rvt_syst_conversion_next(args->format, args->format_bytes, &format_at, &conversion,
                                     &found) != RVT_OK) {
            *at = conversion.from;
            return RVT_SYST_BAD_FORMAT;
        }
        misfit = found ? pass(args, packing, &conversion, at) : RVT_SYST_FITS;
        if (misfit != RVT_SYST_FITS)
            return misfit;
    }
    return *at == args->bytes ? RVT_SYST_FITS : RVT_SYST_LEFT_OVER;
}

enum rvt_syst_misfit rvt_syst_args_infer(const struct rvt_syst_args *args,
                                         enum rvt_syst_packing *packing, size_t *at)
{
    static const enum rvt_syst_packing others[] = {RVT_SYST_PACKING_EIGHT, RVT_SYST_PACKING_FOUR};
    enum rvt_syst_misfit misfit = measure(args, RVT_SYST_PACKING_TYPED, at);
    size_t unused;

    *packing = RVT_SYST_PACKING_TYPED;
    if (misfit == RVT_SYST_FITS || misfit == RVT_SYST_BAD_FORMAT || args->typed)
        return misfit;
    for (unsigned i = 0; i < 2; i++)
        if (measure(args, others[i], &unused) == RVT_SYST_FITS) {
            *packing = others[i];
            return RVT_SYST_FITS;
        }
    return misfit;
}

bool rvt_syst_args_of(const struct rvt_syst_message *message, const char *format,
                      struct rvt_syst_args *args)
{
    size_t text = 0, rest = 0;

    if (!rvt_syst_known_subtype(message->type, message->subtype))
        return false;
    if (message->type == RVT_SYST_CATALOG && format != NULL) {
        *args = (struct rvt_syst_args){.format = format,
                                       .format_bytes = strlen(format),
                                       .data = message->body,
                                       .bytes = message->body_bytes,
                                       .p64 = message->subtype >= RVT_SYST_CATALOG_ID32_P64};
        return true;
    }
    if (message->type != RVT_SYST_STRING || message->subtype < RVT_SYST_STRING_PRINTF_32 ||
        !rvt_syst_split(message, &text, &rest))
        return false;
    *args = (struct rvt_syst_args){.format = (const char *)message->body,
                                   .format_bytes = text,
                                   .data = message->body + text + 1,
                                   .bytes = rest,
                                   .p64 = message->subtype == RVT_SYST_STRING_PRINTF_64,
                                   .typed = true};
    return true;
}
