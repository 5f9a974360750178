/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <inttypes.h>
#include <stdio.h>

#include "tests/unit/checks.h"

#include "base/text.h"

Test(text, appends_in_order)
{
    struct rvt_text text;
    char out[32];

    rvt_text_init(&text, out, sizeof out);
    cr_expect(eq(str, out, ""));
    rvt_text_add(&text, "%s=%d", "a", 1);
    rvt_text_add(&text, ", %s", "b");
    cr_expect(eq(str, out, "a=1, b"));
    cr_expect(eq(sz, text.length, 6));
    cr_expect(not(text.cut));
}

Test(text, what_fits_exactly_is_not_cut)
{
    struct rvt_text text;
    char out[5];

    rvt_text_init(&text, out, sizeof out);
    rvt_text_add(&text, "1234");
    cr_expect(eq(str, out, "1234"));
    cr_expect(not(text.cut));
    rvt_text_add(&text, "%s", "");
    cr_expect(not(text.cut));
}

Test(text, what_does_not_fit_is_cut_and_remembered)
{
    char out[8] = "xxxxxxx";
    struct rvt_text text;

    rvt_text_init(&text, out, 5);
    rvt_text_add(&text, "12345");
    cr_expect(eq(str, out, "1234"));
    cr_expect(text.cut);
    cr_expect(eq(sz, text.length, 4));
    cr_expect(eq(chr, out[5], 'x'));
    rvt_text_add(&text, "6");
    cr_expect(eq(str, out, "1234"));
}

Test(text, a_sink_of_one_byte_holds_the_terminator)
{
    char out[2] = {'x', 'y'};
    struct rvt_text text;

    rvt_text_init(&text, out, 1);
    rvt_text_add(&text, "z");
    cr_expect(eq(chr, out[0], '\0'));
    cr_expect(eq(chr, out[1], 'y'));
    cr_expect(text.cut);
}

Test(text, what_could_move_a_terminal_becomes_visible)
{
    static const struct {
        const char *from, *shown;
    } cases[] = {
        {"plain", "plain"},
        {"", ""},
        {"\x1b[31m\t\r\n", "\\x1b[31m\\x09\\x0d\\x0a"},
        {"~\x7f", "~\\x7f"},
        {"Gr\xc3\xb6\xc3\x9f\xe2\x82\xac\xf0\x9f\x98\x80",
         "Gr\xc3\xb6\xc3\x9f\xe2\x82\xac\xf0\x9f\x98\x80"},
        {"\xc2\x9b\xc2\xa0", "\\xc2\\x9b\xc2\xa0"}, /* CSI of C1, and the first beyond */
        {"\x9b\xff\xc3", "\\x9b\\xff\\xc3"},        /* no UTF-8 */
        {"\xe2\x82", "\\xe2\\x82"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_text text;
        char out[64];

        rvt_text_init(&text, out, sizeof out);
        rvt_text_add_visible(&text, cases[i].from);
        cr_expect(eq(str, out, TEXT(cases[i].shown)));
        cr_expect(not(text.cut));
    }
}

Test(text, a_visible_text_is_cut_as_any_other)
{
    struct rvt_text text;
    char out[6];

    rvt_text_init(&text, out, sizeof out);
    rvt_text_add_visible(&text, "ab\n\n");
    cr_expect(eq(str, out, "ab\\x0"));
    cr_expect(text.cut);
}

/* Values of each length, beside the borders between lengths. */
static uint64_t sample(unsigned i)
{
    uint64_t border = i / 3 % 2 == 0 ? UINT64_C(1) << (i / 6 % 64) : 1;

    for (unsigned power = 0; i / 3 % 2 != 0 && power < i / 6 % 20; power++)
        border *= 10;
    return border - 1 + i % 3;
}

enum { SAMPLES = 6 * 64 };

Test(text, numbers_are_those_of_printf)
{
    char out[64], want[64];
    struct rvt_text text;

    for (unsigned i = 0; i < SAMPLES; i++) {
        for (unsigned least = 0; least <= 16; least++) {
            (void)snprintf(want, sizeof want, "%0*" PRIx64, (int)least, sample(i));
            for (unsigned capacity = 17; capacity <= sizeof out; capacity += 23) {
                rvt_text_init(&text, out, capacity);
                rvt_text_hex(&text, sample(i), least);
                cr_assert(eq(str, out, want));
                cr_assert(eq(sz, text.length, strlen(want)));
            }
        }
        for (unsigned width = 0; width <= 20; width++) {
            (void)snprintf(want, sizeof want, "%*" PRIu64, (int)width, sample(i));
            rvt_text_init(&text, out, sizeof out);
            rvt_text_decimal(&text, sample(i), width);
            cr_assert(eq(str, out, want));
        }
    }
}

Test(text, each_hexadecimal_digit_at_each_place)
{
    char out[64], want[64];
    struct rvt_text text;

    for (uint64_t digit = 0; digit < 16; digit++)
        for (unsigned place = 0; place < 16; place++) {
            uint64_t value = UINT64_C(0x0123456789abcdef) ^ digit << 4 * place;

            (void)snprintf(want, sizeof want, "%016" PRIx64, value);
            rvt_text_init(&text, out, sizeof out);
            rvt_text_hex(&text, value, 16);
            cr_assert(eq(str, out, want));
        }
}

Test(text, bytes_are_digits_in_order)
{
    static const uint8_t data[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0xf0};
    static const char want[] = "0123456789abcdeff0";
    char out[64];
    struct rvt_text text;

    for (size_t bytes = 0; bytes <= sizeof data; bytes++) {
        rvt_text_init(&text, out, sizeof out);
        rvt_text_bytes(&text, data, bytes);
        cr_assert(eq(sz, text.length, 2 * bytes));
        cr_assert(eq(int, memcmp(out, want, 2 * bytes), 0));
        cr_assert(eq(chr, out[2 * bytes], '\0'));
    }
}

Test(text, columns_are_reached_or_passed_by_one)
{
    char out[16];
    struct rvt_text text;

    rvt_text_init(&text, out, sizeof out);
    rvt_text_word(&text, "ab");
    rvt_text_column(&text, 5);
    rvt_text_put(&text, "cde", 2);
    rvt_text_column(&text, 7);
    rvt_text_word(&text, "e");
    cr_expect(eq(str, out, "ab   cd e"));
    rvt_text_column(&text, 99);
    cr_expect(eq(str, out, "ab   cd e      "));
    cr_expect(text.cut);
}

/* Whatever is appended, it ends where the storage does, and nothing follows what was cut. */
Test(text, what_is_appended_without_a_format_is_cut_as_well)
{
    static const char whole[] = "word 12 9f8e7d6c 00ff";
    static const uint8_t data[] = {0x00, 0xff};

    for (size_t capacity = 1; capacity <= sizeof whole + 1; capacity++) {
        char out[sizeof whole + 16];
        struct rvt_text text;
        size_t length = capacity < sizeof whole ? capacity - 1 : sizeof whole - 1;

        memset(out, 'x', sizeof out);
        rvt_text_init(&text, out, capacity);
        rvt_text_word(&text, "word");
        rvt_text_column(&text, 5);
        rvt_text_decimal(&text, 12, 0);
        rvt_text_put(&text, " ", 1);
        rvt_text_hex(&text, 0x9f8e7d6c, 1);
        rvt_text_column(&text, 0);
        rvt_text_bytes(&text, data, sizeof data);
        cr_assert(eq(sz, text.length, length));
        cr_assert(eq(int, memcmp(out, whole, length), 0));
        cr_assert(eq(chr, out[length], '\0'));
        cr_assert(eq(chr, out[capacity], 'x'));
        cr_assert(eq(int, text.cut, capacity < sizeof whole));
    }
}
