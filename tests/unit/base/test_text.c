/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
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
