/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Hexadecimal numbers in texts. */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "base/digits.h"

Test(digits, every_character)
{
    static const char lower[] = "0123456789abcdef", upper[] = "0123456789ABCDEF";

    for (int c = 0; c < 256; c++) {
        const char *in_lower = c ? strchr(lower, c) : NULL, *in_upper = c ? strchr(upper, c) : NULL;
        unsigned expected = in_lower   ? (unsigned)(in_lower - lower)
                            : in_upper ? (unsigned)(in_upper - upper)
                                       : 16;

        cr_expect(eq(uint, rvt_hex_digit((char)c), expected), "character %d", c);
    }
}

/* Up to the first other character, or the length; 64 bits fit, and no more. */
Test(digits, numbers)
{
    static const struct {
        const char *text;
        size_t length, used;
        uint64_t value;
        bool good;
    } cases[] = {
        {"", 0, 0, 0, false},
        {"x", 1, 0, 0, false},
        {"0", 1, 1, 0, true},
        {"1f", 2, 2, 0x1f, true},
        {"1f", 1, 1, 1, true},
        {"aBg1", 4, 2, 0xab, true},
        {"ffffffffffffffff", 16, 16, UINT64_MAX, true},
        {"0ffffffffffffffff", 17, 17, UINT64_MAX, true},
        {"1ffffffffffffffff", 17, 17, UINT64_MAX, false},
        {"10000000000000000", 17, 17, 0, false},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t value = 99;
        size_t used = 99;
        bool good = rvt_hex_number(cases[i].text, cases[i].length, &used, &value);

        cr_expect(eq(int, good, cases[i].good), "case %zu", i);
        cr_expect(eq(sz, used, cases[i].used), "case %zu", i);
        if (good)
            cr_expect(eq(u64, value, cases[i].value), "case %zu", i);
    }
}
