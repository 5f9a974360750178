/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Conversions and their arguments: each specifier with each length modifier on both machines, in
 * each packing, and cut off after each byte. Shows: SYST-013, SYST-014, SYST-018
 */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"
#include "transport/syst/syst_args.h"

/* The integers of C on machines of 32 and 64 bits: bytes as an argument, and significant bits. */
static const struct {
    const char *modifier;
    unsigned bytes_32, bytes_64, bits_32, bits_64;
} integers[] = {
    {"", 4, 4, 32, 32},  {"hh", 4, 4, 8, 8},   {"h", 4, 4, 16, 16},
    {"l", 4, 8, 32, 64}, {"ll", 8, 8, 64, 64}, {"j", 8, 8, 64, 64},
    {"z", 4, 8, 32, 64}, {"t", 4, 8, 32, 64},  {"L", 8, 8, 64, 64},
};
enum { INTEGERS = sizeof integers / sizeof integers[0] };

/* The only conversion of a format of at most 30 bytes. */
static struct rvt_syst_conversion one_of(const char *format)
{
    struct rvt_syst_conversion conversion;
    size_t at = 0;
    bool found = false;

    cr_assert(rvt_syst_conversion_next(format, strlen(format), &at, &conversion, &found) == RVT_OK,
              "%s", format);
    cr_assert(found && at == conversion.to, "%s", format);
    struct rvt_syst_conversion none;
    cr_assert(rvt_syst_conversion_next(format, strlen(format), &at, &none, &found) == RVT_OK, "%s",
              format);
    cr_assert(found == false && at == strlen(format), "%s", format);
    return conversion;
}

static void expect_size(const char *format, enum rvt_syst_argument argument, unsigned bytes_32,
                        unsigned bytes_64, unsigned bits_32, unsigned bits_64)
{
    struct rvt_syst_conversion got = one_of(format);

    cr_expect(got.argument == argument && got.specifier == format[strlen(format) - 1], "%s",
              format);
    cr_expect(got.bytes_32 == bytes_32 && got.bytes_64 == bytes_64, "%s: %u and %u bytes", format,
              got.bytes_32, got.bytes_64);
    cr_expect(got.value_bits_32 == bits_32 && got.value_bits_64 == bits_64, "%s: %u and %u bits",
              format, got.value_bits_32, got.value_bits_64);
    cr_expect(got.from == 0 && got.to == strlen(format), "%s", format);
}

/* A number or a star, not both; and no part twice or in another order. */
Test(syst_args, the_parts_of_a_conversion_have_one_order)
{
    static const char *const wrong[] = {"%5*d",   "%*5d", "%.5*d", "%.*5d", "%**d",
                                        "%.3.3d", "%l5d", "%5-d",  "%l.3d", "%h"};

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct rvt_syst_conversion conversion;
        size_t at = 0;
        bool found = false;

        cr_expect(rvt_syst_conversion_next(wrong[i], strlen(wrong[i]), &at, &conversion, &found) ==
                      RVT_ERR_SYNTAX,
                  "%s", wrong[i]);
    }
    struct rvt_syst_conversion got = one_of("%12.34d");
    cr_expect(got.width == 12 && !got.width_star && got.precision == 34 && !got.precision_star);
    got = one_of("%*.*d");
    cr_expect(got.width == 0 && got.width_star && got.precision == 0 && got.precision_star);
    got = one_of("%7d");
    cr_expect(got.width == 7 && !got.width_star && !got.has_precision && !got.precision_star);
}

Test(syst_args, each_conversion_has_the_size_of_its_type)
{
    for (unsigned i = 0; i < INTEGERS; i++) {
        char format[8];

        for (const char *at = "diouxX"; *at != '\0'; at++) {
            (void)snprintf(format, sizeof format, "%%%s%c", integers[i].modifier, *at);
            expect_size(format,
                        *at == 'd' || *at == 'i' ? RVT_SYST_ARGUMENT_SIGNED
                                                 : RVT_SYST_ARGUMENT_UNSIGNED,
                        integers[i].bytes_32, integers[i].bytes_64, integers[i].bits_32,
                        integers[i].bits_64);
        }
        for (const char *at = "aAeEfFgG"; *at != '\0'; at++) {
            (void)snprintf(format, sizeof format, "%%%s%c", integers[i].modifier, *at);
            expect_size(format, RVT_SYST_ARGUMENT_DOUBLE, 8, 8, 64, 64);
        }
    }
    expect_size("%c", RVT_SYST_ARGUMENT_CHAR, 4, 4, 32, 32);
    expect_size("%p", RVT_SYST_ARGUMENT_POINTER, 4, 8, 32, 64);
    expect_size("%n", RVT_SYST_ARGUMENT_COUNT, 4, 8, 32, 64);
    expect_size("%s", RVT_SYST_ARGUMENT_STRING, 0, 0, 0, 0);
    expect_size("%%", RVT_SYST_ARGUMENT_NONE, 0, 0, 0, 0);
}

Test(syst_args, no_other_specifier_exists)
{
    for (unsigned specifier = 0; specifier < 256; specifier++) {
        char format[] = {'a', '%', '5', (char)specifier};
        struct rvt_syst_conversion conversion;
        size_t at = 1;
        bool found = false;
        bool known = specifier != 0 && strchr("diouxXaAeEfFgGcpns", (int)specifier) != NULL;
        enum rvt_status status =
            rvt_syst_conversion_next(format, sizeof format, &at, &conversion, &found);

        cr_expect(status == (known ? RVT_OK : RVT_ERR_SYNTAX), "%02x", specifier);
        cr_expect(at == (known ? 4u : 1u) && conversion.from == 1 && found, "%02x", specifier);
    }
}

/* Without a further conversion, the text after the last one is passed. */
Test(syst_args, a_format_is_taken_up_to_its_end)
{
    static const char format[] = "a%db";
    struct rvt_syst_conversion conversion;
    bool found = false;

    for (size_t from = 0; from <= strlen(format); from++) {
        size_t at = from;

        cr_assert(rvt_syst_conversion_next(format, strlen(format), &at, &conversion, &found) ==
                  RVT_OK);
        cr_expect(found == (from <= 1) && at == (found ? 3 : 4), "from %zu: at %zu", from, at);
    }
}

Test(syst_args, each_flag_is_noted_alone_and_with_the_others)
{
    static const char flags[] = "-+ #0";

    for (unsigned set = 0; set < 32; set++) {
        char format[8] = "%";

        for (unsigned i = 0; i < 5; i++)
            if (set >> i & 1)
                format[strlen(format)] = flags[i];
        strcat(format, "d");
        struct rvt_syst_conversion got = one_of(format);
        unsigned noted = (unsigned)got.minus | (unsigned)got.plus << 1 | (unsigned)got.space << 2 |
                         (unsigned)got.alternate << 3 | (unsigned)got.zero << 4;
        cr_expect(noted == set, "%s: %x", format, noted);
        cr_expect(got.width == 0 && !got.has_precision && !got.width_star, "%s", format);
    }
}

Test(syst_args, width_and_precision_are_numbers_or_arguments)
{
    static const struct {
        const char *format;
        unsigned width, precision;
        bool width_star, has_precision, precision_star;
    } cases[] = {
        {"%d", 0, 0, false, false, false},
        {"%7d", 7, 0, false, false, false},
        {"%.d", 0, 0, false, true, false},
        {"%.9d", 0, 9, false, true, false},
        {"%10.20d", 10, 20, false, true, false},
        {"%*d", 0, 0, true, false, false},
        {"%.*d", 0, 0, false, true, true},
        {"%*.*d", 0, 0, true, true, true},
        {"%*.3d", 0, 3, true, true, false},
        {"%65535d", 65535, 0, false, false, false},
        {"%65536d", 65535, 0, false, false, false},
        {"%.99999999999d", 0, 65535, false, true, false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_syst_conversion got = one_of(cases[i].format);

        cr_expect(got.width == cases[i].width && got.precision == cases[i].precision, "%s",
                  cases[i].format);
        cr_expect(got.width_star == cases[i].width_star, "%s", cases[i].format);
        cr_expect(got.has_precision == cases[i].has_precision, "%s", cases[i].format);
        cr_expect(got.precision_star == cases[i].precision_star, "%s", cases[i].format);
    }
}

/* A message in the making: its arguments, where each begins, and the value it means. */
struct packed {
    uint8_t data[256];
    size_t bytes, begin[16];
    uint64_t value[16];
    unsigned count;
};

/* Appends a number of so many bytes, of which the bits are significant. */
static void put(struct packed *packed, uint64_t number, unsigned bytes, unsigned bits,
                bool is_signed)
{
    uint64_t value = bits < 64 ? number & ((UINT64_C(1) << bits) - 1) : number;

    if (is_signed && bits < 64 && (value >> (bits - 1) & 1) != 0)
        value |= ~((UINT64_C(1) << bits) - 1);
    packed->begin[packed->count] = packed->bytes;
    packed->value[packed->count++] = value;
    for (unsigned i = 0; i < bytes; i++)
        packed->data[packed->bytes++] = (uint8_t)(number >> 8 * i);
}

/* One signed and one unsigned integer of each modifier, and a pointer. */
static const char numbers_format[] = "%d %hhi %ho %lx %llX %jd %zu %ti %p %x";

static void put_numbers(struct packed *packed, uint64_t *seed, enum rvt_syst_packing packing,
                        bool p64)
{
    packed->bytes = packed->count = 0;
    for (unsigned i = 0; i < 10; i++) {
        unsigned row = i < 8 ? i : i == 8 ? 6 : 0; /* a pointer is as wide as size_t */
        bool is_signed = i == 0 || i == 1 || i == 5 || i == 7;
        unsigned typed = p64 ? integers[row].bytes_64 : integers[row].bytes_32;
        unsigned bits = p64 ? integers[row].bits_64 : integers[row].bits_32;
        unsigned bytes = packing == RVT_SYST_PACKING_TYPED   ? typed
                         : packing == RVT_SYST_PACKING_EIGHT ? 8
                                                             : 4;

        put(packed, next_random(seed), bytes, bits < 8 * bytes ? bits : 8 * bytes, is_signed);
    }
}

static struct rvt_syst_args args_of(const char *format, const struct packed *packed, bool p64)
{
    return (struct rvt_syst_args){.format = format,
                                  .format_bytes = strlen(format),
                                  .data = packed->data,
                                  .bytes = packed->bytes,
                                  .p64 = p64};
}

/* Takes the arguments of a format of conversions without stars. */
static void expect_values(const struct rvt_syst_args *args, enum rvt_syst_packing packing,
                          const struct packed *packed)
{
    size_t format_at = 0, at = 0;

    for (unsigned i = 0; i < packed->count; i++) {
        struct rvt_syst_conversion conversion;
        struct rvt_syst_value value;
        bool found = false;

        cr_assert(rvt_syst_conversion_next(args->format, args->format_bytes, &format_at,
                                           &conversion, &found) == RVT_OK);
        cr_assert(found && at == packed->begin[i]);
        cr_assert(rvt_syst_args_take(args, packing, &conversion, &at, &value) == RVT_SYST_FITS);
        cr_expect(value.number == packed->value[i], "%u: %llx, not %llx", i,
                  (unsigned long long)value.number, (unsigned long long)packed->value[i]);
        cr_expect(value.text == NULL && value.text_bytes == 0);
    }
    cr_expect(eq(sz, at, packed->bytes));
}

Test(syst_args, numbers_are_taken_in_each_packing)
{
    uint64_t seed = 1;

    for (unsigned trial = 0; trial < 100; trial++)
        for (unsigned p64 = 0; p64 < 2; p64++)
            for (unsigned how = 0; how < 3; how++) {
                struct packed packed;
                enum rvt_syst_packing packing = RVT_SYST_PACKING_TYPED;
                size_t at = 0;

                put_numbers(&packed, &seed, (enum rvt_syst_packing)how, p64 != 0);
                struct rvt_syst_args args = args_of(numbers_format, &packed, p64 != 0);
                expect_values(&args, (enum rvt_syst_packing)how, &packed);
                cr_assert(rvt_syst_args_infer(&args, &packing, &at) == RVT_SYST_FITS);
                cr_expect(eq(int, (int)packing, (int)how));
            }
}

/* Arguments that end after each byte, and bytes after the last one. */
Test(syst_args, the_place_of_what_is_missing_or_left_over_is_reported)
{
    uint64_t seed = 2;

    for (unsigned p64 = 0; p64 < 2; p64++) {
        struct packed packed;
        size_t whole, at = 0;
        enum rvt_syst_packing packing = RVT_SYST_PACKING_FOUR;

        put_numbers(&packed, &seed, RVT_SYST_PACKING_TYPED, p64 != 0);
        struct rvt_syst_args args = args_of(numbers_format, &packed, p64 != 0);
        args.typed = true;
        whole = packed.bytes;
        for (args.bytes = 0; args.bytes < whole; args.bytes++) {
            size_t begin = 0;

            for (unsigned i = 0; i < packed.count; i++) {
                size_t end = i + 1 < packed.count ? packed.begin[i + 1] : whole;
                begin = args.bytes >= packed.begin[i] && args.bytes < end ? packed.begin[i] : begin;
            }
            cr_expect(rvt_syst_args_infer(&args, &packing, &at) == RVT_SYST_MISSING);
            cr_expect(at == begin && packing == RVT_SYST_PACKING_TYPED, "%zu bytes: %zu",
                      args.bytes, at);
        }
        for (args.bytes = whole + 1; args.bytes < whole + 20; args.bytes++) {
            cr_expect(rvt_syst_args_infer(&args, &packing, &at) == RVT_SYST_LEFT_OVER);
            cr_expect(eq(sz, at, whole));
        }
    }
}

/* %s has its own size in every packing; only TYPED may hold one, and only EIGHT a double. */
Test(syst_args, texts_and_doubles_restrict_the_packing)
{
    static const struct {
        const char *format;
        const char *data;
        size_t bytes, at;
        bool typed;
        enum rvt_syst_misfit misfit;
        enum rvt_syst_packing packing;
    } cases[] = {
        {"%s%d", "ab\0\1\0\0\0", 7, 7, false, RVT_SYST_FITS, RVT_SYST_PACKING_TYPED},
        {"%s", "", 0, 0, false, RVT_SYST_MISSING, RVT_SYST_PACKING_TYPED},
        {"%d%s", "\1\0\0\0ab", 6, 4, false, RVT_SYST_UNTERMINATED, RVT_SYST_PACKING_TYPED},
        {"%d%s", "\1\0\0\0", 4, 4, false, RVT_SYST_MISSING, RVT_SYST_PACKING_TYPED},
        /* a text of seven bytes and its zero byte is no number of eight */
        {"%s%d", "abcdefg\0\1\0\0\0\0\0\0\0", 16, 12, false, RVT_SYST_LEFT_OVER,
         RVT_SYST_PACKING_TYPED},
        {"%f%d", "\0\0\0\0\0\0\xf0\x3f\1\0\0\0\0\0\0\0", 16, 0, false, RVT_SYST_FITS,
         RVT_SYST_PACKING_EIGHT},
        {"%f%d", "\0\0\0\0\0\0\xf0\x3f\1\0\0\0\0\0\0\0", 16, 12, true, RVT_SYST_LEFT_OVER,
         RVT_SYST_PACKING_TYPED},
        {"%f%d", "\0\0\xf0\x3f\1\0\0\0", 8, 8, false, RVT_SYST_MISSING, RVT_SYST_PACKING_TYPED},
        {"%*d", "\5\0\0\0\1\0\0\0", 8, 0, false, RVT_SYST_FITS, RVT_SYST_PACKING_TYPED},
        {"%.*ld", "\5\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16, 0, false, RVT_SYST_FITS,
         RVT_SYST_PACKING_EIGHT},
        {"%*.*d", "\5\0\0\0\1\0\0\0", 8, 8, false, RVT_SYST_MISSING, RVT_SYST_PACKING_TYPED},
        {"%*d", "\5\0\0", 3, 0, false, RVT_SYST_MISSING, RVT_SYST_PACKING_TYPED},
        {"%.*d", "\5\0\0", 3, 0, false, RVT_SYST_MISSING, RVT_SYST_PACKING_TYPED},
        {"ab%%c%y", "\1\0\0\0", 4, 5, false, RVT_SYST_BAD_FORMAT, RVT_SYST_PACKING_TYPED},
        {"no conversion", "", 0, 0, false, RVT_SYST_FITS, RVT_SYST_PACKING_TYPED},
        {"no conversion", "\1", 1, 0, false, RVT_SYST_LEFT_OVER, RVT_SYST_PACKING_TYPED},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_syst_args args = {.format = cases[i].format,
                                     .format_bytes = strlen(cases[i].format),
                                     .data = (const uint8_t *)cases[i].data,
                                     .bytes = cases[i].bytes,
                                     .typed = cases[i].typed};
        enum rvt_syst_packing packing = RVT_SYST_PACKING_FOUR;
        size_t at = 99;
        enum rvt_syst_misfit misfit = rvt_syst_args_infer(&args, &packing, &at);

        cr_expect(misfit == cases[i].misfit, "case %zu: misfit %u", i, (unsigned)misfit);
        cr_expect(packing == cases[i].packing, "case %zu: packing %u", i, (unsigned)packing);
        cr_expect(misfit == RVT_SYST_FITS || at == cases[i].at, "case %zu: at %zu", i, at);
    }
}

Test(syst_args, a_text_ends_before_its_zero_byte)
{
    static const uint8_t data[] = {1, 0, 0, 0, 'x', 'y', 'z', 0, 9};
    const struct rvt_syst_args args = {.data = data, .bytes = sizeof data};
    struct rvt_syst_conversion conversion = one_of("%s");
    struct rvt_syst_value value;
    size_t at = 4;

    cr_assert(rvt_syst_args_take(&args, RVT_SYST_PACKING_TYPED, &conversion, &at, &value) ==
              RVT_SYST_FITS);
    cr_expect(value.text == data + 4 && value.text_bytes == 3 && at == 8);
}

Test(syst_args, a_star_is_a_signed_int)
{
    static const uint8_t data[] = {0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0x80};
    const struct rvt_syst_args args = {.data = data, .bytes = sizeof data, .p64 = true};
    size_t at = 0;
    int32_t star = 0;

    cr_assert(rvt_syst_args_star(&args, RVT_SYST_PACKING_TYPED, &at, &star) == RVT_SYST_FITS);
    cr_expect(star == -2 && at == 4);
    cr_assert(rvt_syst_args_star(&args, RVT_SYST_PACKING_FOUR, &at, &star) == RVT_SYST_FITS);
    cr_expect(star == INT32_MIN && at == 8);
    at = 0;
    cr_assert(rvt_syst_args_star(&args, RVT_SYST_PACKING_EIGHT, &at, &star) == RVT_SYST_FITS);
    cr_expect(star == -2 && at == 8);
    at = 5;
    cr_expect(rvt_syst_args_star(&args, RVT_SYST_PACKING_TYPED, &at, &star) == RVT_SYST_MISSING);
    cr_expect(eq(sz, at, 5));
}

/* Which messages have arguments, and for which machine: every type and subtype. */
Test(syst_args, catalog_and_printf_have_arguments)
{
    static const uint8_t body[] = {'%', 'd', 0, 1, 2, 3, 4, 5};

    for (unsigned type = 0; type < 16; type++)
        for (unsigned subtype = 0; subtype < 64; subtype++)
            for (unsigned given = 0; given < 2; given++) {
                struct rvt_syst_message message = {.type = (uint8_t)type,
                                                   .subtype = (uint8_t)subtype,
                                                   .body = body,
                                                   .body_bytes = sizeof body};
                struct rvt_syst_args args = {.format = NULL};
                bool print = type == 2 && (subtype == 11 || subtype == 12);
                bool catalog = type == 3 &&
                               (subtype == 1 || subtype == 2 || subtype == 5 || subtype == 6) &&
                               given;

                cr_assert(rvt_syst_args_of(&message, given ? "%x%x" : NULL, &args) ==
                              (print || catalog),
                          "type %u subtype %u", type, subtype);
                if (!print && !catalog)
                    continue;
                cr_expect(args.p64 == (print ? subtype == 12 : subtype >= 5), "%u/%u", type,
                          subtype);
                cr_expect(args.typed == print && args.data == body + (print ? 3 : 0));
                cr_expect(args.bytes == (print ? 5u : 8u));
                cr_expect(args.format_bytes == (print ? 2u : 4u));
                cr_expect(strncmp(args.format, print ? "%d" : "%x%x", args.format_bytes) == 0);
            }
}

Test(syst_args, a_printf_without_a_zero_byte_has_none)
{
    const struct rvt_syst_message message = {.type = RVT_SYST_STRING,
                                             .subtype = RVT_SYST_STRING_PRINTF_32,
                                             .body = (const uint8_t *)"abc",
                                             .body_bytes = 3};
    struct rvt_syst_args args;

    cr_expect(not(rvt_syst_args_of(&message, NULL, &args)));
}
