/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Every type and subtype of SyS-T: which exist, what their payload begins with, and which have a
 * text. Shows: SYST-002, SYST-003, SYST-010, SYST-011, SYST-012 */
#include <criterion/criterion.h>

#include <string.h>

#include "transport/syst/syst.h"
#include "transport/syst/syst_kind.h"

/* The kinds that exist: bytes of the head, of its address, and whether a text follows. */
static const struct kind {
    unsigned type, first, last, head, address;
    bool text;
} kinds[] = {
    {0, 0, 0, 0, 0, false},  /* compact build: in the header */
    {0, 1, 1, 0, 0, false},  /* as well */
    {0, 2, 2, 8, 0, true},   /* long build */
    {1, 0, 63, 0, 0, false}, /* short, 32 bits: in the header */
    {2, 1, 3, 0, 0, true},   /* generic, function entered, function left */
    {2, 5, 5, 0, 0, true},   /* invalid parameter */
    {2, 7, 7, 0, 0, true},   /* assertion */
    {2, 11, 12, 0, 0, true}, /* printf */
    {3, 1, 1, 4, 0, false},  /* catalog: ID of 32 or 64 bits */
    {3, 2, 2, 8, 0, false},    {3, 5, 5, 4, 0, false},   {3, 6, 6, 8, 0, false},
    {6, 0, 63, 0, 0, false}, /* raw */
    {7, 0, 63, 0, 0, false}, /* short, 64 bits: in the header */
    {8, 1, 1, 16, 0, false}, /* clock: value and frequency */
    {9, 0, 0, 4, 0, false},  /* structured binary data: ID, address, name */
    {9, 1, 1, 8, 0, false},    {9, 2, 2, 4, 0, true},    {9, 3, 3, 8, 0, true},
    {9, 4, 4, 6, 2, false},    {9, 5, 5, 10, 2, false},  {9, 6, 6, 6, 2, true},
    {9, 7, 7, 10, 2, true},    {9, 8, 8, 8, 4, false},   {9, 9, 9, 12, 4, false},
    {9, 10, 10, 8, 4, true},   {9, 11, 11, 12, 4, true}, {9, 12, 12, 12, 8, false},
    {9, 13, 13, 16, 8, false}, {9, 14, 14, 12, 8, true}, {9, 15, 15, 16, 8, true},
};

static const struct kind *find(unsigned type, unsigned subtype)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].type == type && kinds[i].first <= subtype && subtype <= kinds[i].last)
            return &kinds[i];
    return NULL;
}

Test(syst_kind, each_type_and_subtype)
{
    for (unsigned type = 0; type < 17; type++) {
        bool exists = false;

        for (unsigned subtype = 0; subtype < 66; subtype++) {
            const struct kind *kind = subtype < 64 ? find(type, subtype) : NULL;
            const struct rvt_syst_message message = {.type = (uint8_t)type,
                                                     .subtype = (uint8_t)subtype};

            exists = exists || kind != NULL;
            cr_expect(rvt_syst_known_subtype(type, subtype) == (kind != NULL), "%u/%u", type,
                      subtype);
            cr_expect(rvt_syst_has_text(&message) == (kind != NULL && kind->text), "%u/%u", type,
                      subtype);
            cr_expect(rvt_syst_head_bytes(type, subtype) == (kind != NULL ? kind->head : 0),
                      "%u/%u: %u", type, subtype, rvt_syst_head_bytes(type, subtype));
            if (type == RVT_SYST_SBD && kind != NULL)
                cr_expect(rvt_syst_address_bytes(subtype) == kind->address, "%u", subtype);
        }
        cr_expect(rvt_syst_known_type(type) == exists, "%u", type);
    }
}

/* A body is a text, its zero byte, and the rest. */
Test(syst_kind, a_text_ends_at_its_first_zero_byte)
{
    static const struct {
        const char *body;
        size_t bytes, text, rest;
        bool ended;
    } cases[] = {
        {"", 0, 0, 0, false},     {"abc", 3, 3, 0, false},   {"\0", 1, 0, 0, true},
        {"abc\0", 4, 3, 0, true}, {"abc\0d", 5, 3, 1, true}, {"a\0b\0cd", 6, 1, 4, true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rvt_syst_message message = {.type = RVT_SYST_STRING,
                                                 .subtype = RVT_SYST_STRING_GENERIC,
                                                 .body = (const uint8_t *)cases[i].body,
                                                 .body_bytes = cases[i].bytes};
        size_t text = 99, rest = 99;

        cr_expect(rvt_syst_split(&message, &text, &rest) == cases[i].ended, "case %zu", i);
        cr_expect(text == cases[i].text && rest == cases[i].rest, "case %zu: %zu and %zu", i, text,
                  rest);
    }
}
