/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Records of origins: each part of an origin tells it from others, all are found again, and no more
 * are kept than there is room for. Shows: SYST-105, SYST-106 */
#include <criterion/criterion.h>

#include "transport/syst/syst_origins.h"

/* Origin number n: a module of channel n / 128. */
static struct rvt_syst_origin *find(struct rvt_syst_origins *origins, unsigned n, bool add)
{
    const struct rvt_syst_place place = {.has_channel = true, .channel = (uint16_t)(n / 128)};
    const struct rvt_syst_message message = {.type = RVT_SYST_STRING,
                                             .origin = (uint16_t)(n % 128 << 4)};

    return rvt_syst_origins_find(origins, RVT_ORIGIN_MODULE, &place, &message, add);
}

Test(syst_origins, exactly_as_many_as_there_is_room_for_are_kept)
{
    static const unsigned counts[] = {1, 2, 5, 6, 7, 11, 12, 13, 100, 1024, 3000};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct rvt_syst_origins *origins = rvt_syst_origins_open(counts[i]);

        cr_assert(origins != NULL);
        for (unsigned n = 0; n < counts[i]; n++) {
            cr_assert(find(origins, n, false) == NULL, "%u of %u", n, counts[i]);
            struct rvt_syst_origin *added = find(origins, n, true);
            cr_assert(added != NULL, "%u of %u", n, counts[i]);
            added->time = n;
        }
        cr_expect(find(origins, counts[i], true) == NULL, "%u", counts[i]);
        for (unsigned n = 0; n < counts[i]; n++) {
            struct rvt_syst_origin *found = find(origins, n, n % 2 == 0);
            cr_assert(found != NULL && found->time == n, "%u of %u", n, counts[i]);
        }
        rvt_syst_origins_close(origins);
    }
}

/* A search ends although the table is as full as it may be: six origins on eight places, whichever
 * places they are. */
Test(syst_origins, a_full_table_ends_each_search)
{
    enum { COUNT = 6, ROUNDS = 300 };

    for (unsigned round = 0; round < ROUNDS; round++) {
        struct rvt_syst_origins *origins = rvt_syst_origins_open(COUNT);

        cr_assert(origins != NULL);
        for (unsigned n = 0; n < COUNT; n++) {
            cr_assert(find(origins, round * COUNT + n, false) == NULL);
            cr_assert(find(origins, round * COUNT + n, true) != NULL);
        }
        for (unsigned n = 0; n < ROUNDS * COUNT; n++)
            cr_assert((find(origins, n, true) != NULL) == (n / COUNT == round), "%u", n);
        rvt_syst_origins_close(origins);
    }
}

/* Origins that differ in one part from the first are others, in all others they are the same. */
Test(syst_origins, each_part_of_an_origin_distinguishes_it)
{
    enum { PARTS = 5 + RVT_SYST_GUID_BYTES };
    struct rvt_syst_origins *origins = rvt_syst_origins_open(PARTS);
    struct rvt_syst_origin *record[PARTS];

    cr_assert(origins != NULL);
    for (unsigned again = 0; again < 2; again++)
        for (unsigned part = 0; part < PARTS; part++) {
            struct rvt_syst_place place = {.has_channel = part != 1, .master = 7, .channel = 8};
            struct rvt_syst_message message = {.type = RVT_SYST_STRING, .guid = true};
            enum rvt_origin_kind kind = part == 2 ? RVT_ORIGIN_CHANNEL : RVT_ORIGIN_GUID;

            place.master = part == 3 ? 0x107 : 7;
            place.channel = part == 4 ? 0x108 : 8;
            if (part >= 5)
                message.guid_bytes[part - 5] = 1;
            struct rvt_syst_origin *found =
                rvt_syst_origins_find(origins, kind, &place, &message, again == 0);
            cr_assert(found != NULL, "part %u", part);
            for (unsigned other = 0; again == 0 && other < part; other++)
                cr_assert(found != record[other], "parts %u and %u", part, other);
            cr_assert(again == 0 || found == record[part], "part %u", part);
            record[part] = found;
        }
    rvt_syst_origins_close(origins);
}

/* Without a GUID the unit is no part of an origin, with one the module is none. */
Test(syst_origins, units_share_an_origin)
{
    struct rvt_syst_origins *origins = rvt_syst_origins_open(8);
    const struct rvt_syst_place place = {.has_channel = false, .master = 3, .channel = 4};
    const struct rvt_syst_place elsewhere = {.has_channel = false, .master = 5, .channel = 6};
    struct rvt_syst_message message = {.type = RVT_SYST_STRING, .origin = 0x121};

    cr_assert(origins != NULL);
    cr_expect(rvt_syst_origin_kind(&message) == RVT_ORIGIN_MODULE);
    struct rvt_syst_origin *first =
        rvt_syst_origins_find(origins, RVT_ORIGIN_MODULE, &place, &message, true);
    message.origin = 0x12f;
    cr_expect(rvt_syst_origins_find(origins, RVT_ORIGIN_MODULE, &elsewhere, &message, false) ==
              first);
    message.origin = 0x131;
    cr_expect(rvt_syst_origins_find(origins, RVT_ORIGIN_MODULE, &place, &message, false) == NULL);
    message.guid = true;
    cr_expect(rvt_syst_origin_kind(&message) == RVT_ORIGIN_GUID);
    first = rvt_syst_origins_find(origins, RVT_ORIGIN_GUID, &place, &message, true);
    message.origin = 0x777;
    cr_expect(rvt_syst_origins_find(origins, RVT_ORIGIN_GUID, &place, &message, false) == first);
    rvt_syst_origins_close(origins);
}

Test(syst_origins, a_reset_makes_room_for_as_many)
{
    enum { COUNT = 6 };
    struct rvt_syst_origins *origins = rvt_syst_origins_open(COUNT);

    cr_assert(origins != NULL);
    for (unsigned n = 0; n < COUNT; n++)
        cr_assert(find(origins, n, true) != NULL);
    rvt_syst_origins_reset(origins);
    for (unsigned n = 0; n < COUNT; n++)
        cr_assert(find(origins, n, false) == NULL, "%u", n);
    for (unsigned n = 10; n < 10 + COUNT; n++)
        cr_assert(find(origins, n, true) != NULL, "%u", n);
    cr_expect(find(origins, 0, true) == NULL);
    rvt_syst_origins_close(origins);
}
