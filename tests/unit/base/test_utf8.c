/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Shows: SYST-102 */
#include "tests/unit/checks.h"

#include <stdbool.h>

#include "base/utf8.h"
#include "tests/unit/random.h"

/* Writes a code point the only legal way; returns its length. */
static size_t write_point(uint32_t point, uint8_t *text)
{
    if (point < 0x80) {
        text[0] = (uint8_t)point;
        return 1;
    }
    if (point < 0x800) {
        text[0] = (uint8_t)(0xc0 | point >> 6);
        text[1] = (uint8_t)(0x80 | (point & 0x3f));
        return 2;
    }
    if (point < 0x10000) {
        text[0] = (uint8_t)(0xe0 | point >> 12);
        text[1] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
        text[2] = (uint8_t)(0x80 | (point & 0x3f));
        return 3;
    }
    text[0] = (uint8_t)(0xf0 | point >> 18);
    text[1] = (uint8_t)(0x80 | (point >> 12 & 0x3f));
    text[2] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
    text[3] = (uint8_t)(0x80 | (point & 0x3f));
    return 4;
}

/* Every point, whole and cut anywhere. */
Test(utf8, every_code_point)
{
    for (uint32_t point = 0; point < 0x110000; point++) {
        uint8_t text[4];
        size_t bytes = write_point(point, text);
        bool legal = point < 0xd800 || point > 0xdfff;

        cr_assert(rvt_utf8_legal(text, bytes) == (legal ? bytes : 0), "U+%04x", point);
        for (size_t cut = 1; cut < bytes; cut++)
            cr_assert(rvt_utf8_legal(text, cut) == 0, "U+%04x cut at %zu", point, cut);
    }
}

/* Legal is exactly what is the encoding of some code point. */
Test(utf8, nothing_else)
{
    uint64_t state = 1;
    unsigned legal = 0;

    for (unsigned trial = 0; trial < 3000000; trial++) {
        uint64_t random = next_random(&state);
        uint8_t text[4], again[4];
        size_t bytes = 1 + trial % 4, found;
        uint32_t point;

        text[0] = (uint8_t)(trial % 3 ? random | 0xc0 : random);
        for (unsigned i = 1; i < 4; i++)
            text[i] =
                (uint8_t)((random >> 8 * i & (trial % 5 ? 0x3f : 0xff)) | (trial % 5 ? 0x80 : 0));
        found = rvt_utf8_legal(text, bytes);
        if (bytes == 1) {
            cr_assert(found == (text[0] < 0x80 ? 1 : 0));
            continue;
        }
        bool one = found == bytes && text[0] >= 0x80; /* character, not several */
        for (size_t i = 1; i < bytes; i++)
            one = one && (text[i] & 0xc0) == 0x80;
        if (!one)
            continue;
        legal++;
        point = text[0] & (0xffu >> (bytes + 1));
        for (size_t i = 1; i < bytes; i++)
            point = point << 6 | (text[i] & 0x3f);
        cr_assert(write_point(point, again) == bytes);
        for (size_t i = 0; i < bytes; i++)
            cr_assert(text[i] == again[i]);
    }
    cr_expect(legal > 1000);
}

/* What is legal before a broken character is counted, and nothing of the character. */
Test(utf8, a_broken_character_ends_the_text)
{
    static const uint8_t broken[][4] = {{0xe1, 0x80, 0x41, 0x41}, {0xf1, 0x80, 0x41, 0x80},
                                        {0xf1, 0x80, 0x80, 0x41}, {0xe1, 0x41, 0x80, 0x41},
                                        {0xc2, 0x41, 0x41, 0x41}, {0x80, 0x41, 0x41, 0x41},
                                        {0xf5, 0x80, 0x80, 0x80}, {0xc1, 0x80, 0x41, 0x41},
                                        {0xe1, 0xbf, 0xc0, 0x41}, {0xe1, 0xbf, 0x00, 0x41}};

    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        uint8_t text[7] = {'a', 0xc3, 0xa4};

        for (size_t k = 0; k < 4; k++)
            text[3 + k] = broken[i][k];
        cr_expect(eq(sz, rvt_utf8_legal(text, sizeof text), 3), "case %zu", i);
        cr_expect(eq(sz, rvt_utf8_legal(broken[i], 4), 0), "case %zu", i);
    }
}
