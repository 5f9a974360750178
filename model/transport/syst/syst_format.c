/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_format.h"

#include <string.h>

/* Length modifiers, as index of the tables below. */
enum modifier { MOD_NONE, MOD_HH, MOD_H, MOD_L, MOD_LL, MOD_J, MOD_Z, MOD_T, MOD_LONG_DOUBLE };

/* The rest of a format; past the end it reads as a zero byte. */
struct scan {
    const char *format;
    size_t bytes, at;
};

static char peek(const struct scan *scan)
{
    return scan->at < scan->bytes ? scan->format[scan->at] : '\0';
}

static bool accept(struct scan *scan, char wanted)
{
    bool met = scan->at < scan->bytes && scan->format[scan->at] == wanted;

    scan->at += met;
    return met;
}

static void scan_flags(struct scan *scan, struct rvt_syst_conversion *conversion)
{
    for (;; scan->at++)
        switch (peek(scan)) {
        case '-':
            conversion->minus = true;
            break;
        case '+':
            conversion->plus = true;
            break;
        case ' ':
            conversion->space = true;
            break;
        case '#':
            conversion->alternate = true;
            break;
        case '0':
            conversion->zero = true;
            break;
        default:
            return;
        }
}

static unsigned scan_number(struct scan *scan)
{
    unsigned number = 0;

    for (; peek(scan) >= '0' && peek(scan) <= '9'; scan->at++) {
        number = 10 * number + (unsigned)(peek(scan) - '0');
        number = number < RVT_SYST_WIDTH_MAX ? number : RVT_SYST_WIDTH_MAX;
    }
    return number;
}

static enum modifier scan_modifier(struct scan *scan)
{
    if (accept(scan, 'h'))
        return accept(scan, 'h') ? MOD_HH : MOD_H;
    if (accept(scan, 'l'))
        return accept(scan, 'l') ? MOD_LL : MOD_L;
    if (accept(scan, 'j'))
        return MOD_J;
    if (accept(scan, 'z'))
        return MOD_Z;
    if (accept(scan, 't'))
        return MOD_T;
    return accept(scan, 'L') ? MOD_LONG_DOUBLE : MOD_NONE;
}

static void set_size(struct rvt_syst_conversion *conversion, enum rvt_syst_argument argument,
                     unsigned bytes_32, unsigned bytes_64)
{
    conversion->argument = argument;
    conversion->bytes_32 = bytes_32;
    conversion->bytes_64 = bytes_64;
    conversion->value_bits_32 = 8 * bytes_32;
    conversion->value_bits_64 = 8 * bytes_64;
}

/* d i o u x X, by length modifier; int without one. */
static void set_integer(struct rvt_syst_conversion *conversion, enum modifier modifier)
{
    static const struct {
        uint8_t bytes_32, bytes_64, bits_32, bits_64;
    } sizes[] = {
        [MOD_NONE] = {4, 4, 32, 32}, [MOD_HH] = {4, 4, 8, 8},   [MOD_H] = {4, 4, 16, 16},
        [MOD_L] = {4, 8, 32, 64},    [MOD_LL] = {8, 8, 64, 64}, [MOD_J] = {8, 8, 64, 64},
        [MOD_Z] = {4, 8, 32, 64},    [MOD_T] = {4, 8, 32, 64},  [MOD_LONG_DOUBLE] = {8, 8, 64, 64},
    };
    bool is_signed = conversion->specifier == 'd' || conversion->specifier == 'i';

    set_size(conversion, is_signed ? RVT_SYST_ARGUMENT_SIGNED : RVT_SYST_ARGUMENT_UNSIGNED,
             sizes[modifier].bytes_32, sizes[modifier].bytes_64);
    conversion->value_bits_32 = sizes[modifier].bits_32;
    conversion->value_bits_64 = sizes[modifier].bits_64;
}

/* False: the protocol does not know the specifier. */
static bool set_argument(struct rvt_syst_conversion *conversion, enum modifier modifier)
{
    if (conversion->specifier == '\0')
        return false;
    if (strchr("diouxX", conversion->specifier) != NULL)
        set_integer(conversion, modifier);
    else if (strchr("aAeEfFgG", conversion->specifier) != NULL)
        set_size(conversion, RVT_SYST_ARGUMENT_DOUBLE, 8, 8);
    else if (conversion->specifier == 'c')
        set_size(conversion, RVT_SYST_ARGUMENT_CHAR, 4, 4);
    else if (conversion->specifier == 'p')
        set_size(conversion, RVT_SYST_ARGUMENT_POINTER, 4, 8);
    else if (conversion->specifier == 'n')
        set_size(conversion, RVT_SYST_ARGUMENT_COUNT, 4, 8);
    else if (conversion->specifier == 's')
        set_size(conversion, RVT_SYST_ARGUMENT_STRING, 0, 0);
    else
        return false;
    return true;
}

/* The conversion after '%'. */
static bool scan_conversion(struct scan *scan, struct rvt_syst_conversion *conversion)
{
    enum modifier modifier;

    if (accept(scan, '%')) {
        set_size(conversion, RVT_SYST_ARGUMENT_NONE, 0, 0);
        conversion->specifier = '%';
        return true;
    }
    scan_flags(scan, conversion);
    conversion->width_star = accept(scan, '*');
    conversion->width = conversion->width_star ? 0 : scan_number(scan);
    conversion->has_precision = accept(scan, '.');
    if (conversion->has_precision) {
        conversion->precision_star = accept(scan, '*');
        conversion->precision = conversion->precision_star ? 0 : scan_number(scan);
    }
    modifier = scan_modifier(scan);
    conversion->specifier = peek(scan);
    scan->at++;
    return set_argument(conversion, modifier);
}

enum rvt_status rvt_syst_conversion_next(const char *format, size_t bytes, size_t *at,
                                         struct rvt_syst_conversion *conversion, bool *found)
{
    const char *percent = bytes > *at ? memchr(format + *at, '%', bytes - *at) : NULL;
    struct scan scan = {.format = format, .bytes = bytes};

    *found = percent != NULL;
    if (percent == NULL) {
        *at = bytes;
        return RVT_OK;
    }
    *conversion = (struct rvt_syst_conversion){.from = (size_t)(percent - format)};
    scan.at = conversion->from + 1;
    if (!scan_conversion(&scan, conversion))
        return RVT_ERR_SYNTAX;
    conversion->to = scan.at;
    *at = scan.at;
    return RVT_OK;
}
