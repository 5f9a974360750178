/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Bits to bytes, by hand: which zeros end a synchronisation sequence, and what a call returns.
 * Shows: ENC-010 */
#include <criterion/criterion.h>

#include <string.h>

#include "stream/bit_aligner.h"

enum { NULLS = 31 }; /* bytes of zero that a packet without timestamps can have, and 7 bits */

struct taken {
    uint8_t out[128];
    size_t used, count;
    bool begins;
};

static struct taken take(struct rvt_bit_aligner *aligner, const uint8_t *data, size_t bytes,
                         size_t capacity)
{
    struct taken taken = {.used = 0};

    taken.used = rvt_bit_aligner_take(aligner, data, bytes, taken.out, capacity, &taken.count,
                                      &taken.begins);
    return taken;
}

/* An aligner that knows the boundary: it has taken a sequence that ends with a byte. */
static struct rvt_bit_aligner aligned(unsigned timestamp_bytes)
{
    const struct rvt_encap_config config = {.timestamp_bytes = (uint8_t)timestamp_bytes};
    static const uint8_t sequence[NULLS + 9] = {[NULLS + 8] = 0x80};
    struct rvt_bit_aligner aligner;

    rvt_bit_aligner_init(&aligner, &config);
    struct taken taken = take(&aligner, sequence, sizeof sequence, sizeof taken.out);
    cr_assert(taken.used == sizeof sequence && taken.count == 0 && taken.begins);
    return aligner;
}

/* So many bytes, then as many zeros as a packet can have, and a 1 in bit 0: no boundary that is
 * known. What decides is whether the reader doubts that boundary, so the call returns before it. */
Test(bit_aligner, what_depends_on_doubt_is_decided_in_a_call_of_its_own)
{
    const uint8_t data[] = {0x11, 0x01, [NULLS + 2] = 0x05, 0x41};

    for (unsigned doubt = 0; doubt < 2; doubt++) {
        struct rvt_bit_aligner aligner = aligned(0);
        uint64_t before = aligner.bytes;

        for (size_t at = 0; at < NULLS + 2;) {
            struct taken taken = take(&aligner, data + at, sizeof data - at, sizeof taken.out);
            cr_assert(taken.used > 0 && taken.count == taken.used && !taken.begins);
            cr_assert(memcmp(taken.out, data + at, taken.count) == 0);
            at += taken.used;
            cr_assert(at <= NULLS + 2, "the last two are taken too early");
        }
        aligner.doubt = doubt != 0;
        struct taken taken = take(&aligner, data + NULLS + 2, 2, sizeof taken.out);
        cr_expect(taken.used == (doubt ? 1 : 2) && taken.count == (doubt ? 0 : 2));
        cr_expect(taken.begins == (doubt != 0));
        if (!doubt) {
            cr_expect(taken.out[0] == 0x05 && taken.out[1] == 0x41);
            continue;
        }
        /* 0000010 from the byte of the 1, then the 1 of the next */
        cr_expect(!aligner.doubt);
        cr_expect(rvt_bit_aligner_position(&aligner) == before + NULLS + 2);
        taken = take(&aligner, data + NULLS + 3, 1, sizeof taken.out);
        cr_expect(taken.count == 1 && taken.out[0] == 0x82 && !taken.begins);
    }
}

/* Zeros on from a byte with a 1 at bit high, which a 1 at bit low of the last byte ends. */
struct run {
    unsigned high, bytes, low;
    bool ends;     /* a sequence, where the boundary is known */
    bool if_doubt; /* ... if the reader doubts it */
};

Test(bit_aligner, zeros_that_end_a_sequence)
{
    static const struct run runs[] = {
        {0, NULLS - 1, 7, false, false}, /* 7 + 8 * 30 + 7: one less than is needed */
        {0, NULLS, 0, false, true},      /* as many as needed */
        {0, NULLS, 1, true, true},       /* one more */
        {7, NULLS, 6, false, false},     /* one less */
        {7, NULLS, 7, true, true},       /* as many, up to the boundary */
        {6, NULLS, 6, false, true},      /* as many */
        {6, NULLS, 7, true, true},       /* one more */
        {3, NULLS, 3, false, true},      {3, NULLS + 1, 0, true, true},
    };

    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        for (unsigned doubt = 0; doubt < 2; doubt++) {
            uint8_t data[NULLS + 4] = {(uint8_t)(1u << runs[i].high)};
            struct rvt_bit_aligner aligner = aligned(0);

            data[runs[i].bytes + 1] = (uint8_t)(1u << runs[i].low);
            aligner.doubt = doubt != 0;
            for (size_t at = 0; at <= runs[i].bytes; at++)
                cr_assert(!take(&aligner, data + at, 1, 1).begins, "run %zu", i);
            struct taken taken = take(&aligner, data + runs[i].bytes + 1, 1, sizeof taken.out);
            cr_expect(taken.begins == (doubt ? runs[i].if_doubt : runs[i].ends), "run %zu", i);
        }
}

/* With timestamps, nothing but a sequence has as many zeros: the boundary does not matter. */
Test(bit_aligner, with_timestamps_zeros_are_enough)
{
    for (unsigned time = 1; time <= 8; time++)
        for (unsigned low = 2; low < 5; low++) {
            uint8_t data[NULLS + 10] = {1u << 4}; /* and 3 zeros */
            struct rvt_bit_aligner aligner = aligned(time);

            data[NULLS + time + 1] = (uint8_t)(1u << low);
            for (size_t at = 0; at <= NULLS + time; at++)
                cr_assert(!take(&aligner, data + at, 1, 1).begins);
            struct taken taken = take(&aligner, data + NULLS + time + 1, 1, sizeof taken.out);
            cr_expect(taken.begins == (low >= 4), "%u bytes, %u zeros", time, 3 + low);
        }
}

/* No more is written than there is room for, and the rest is taken later. */
Test(bit_aligner, room_is_not_exceeded)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7, 8};

    for (size_t room = 1; room < sizeof data; room++) {
        struct rvt_bit_aligner aligner = aligned(0);
        struct taken taken = take(&aligner, data, sizeof data, room);

        cr_expect(taken.used == room && taken.count == room);
        taken = take(&aligner, data + room, sizeof data - room, sizeof taken.out);
        cr_expect(taken.count == sizeof data - room &&
                  memcmp(taken.out, data + room, sizeof data - room) == 0);
    }
}
