/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A pause at every packet and fault, in pieces of any size: what is reported is as without pauses.
 * Shows: ENC-012
 */
#include <criterion/criterion.h>

#include <string.h>

#include "stream/encap_parser.h"
#include "tests/unit/random.h"

enum { CALLS_MAX = 512, BYTES = 400 };

/* What was reported: the position and size of a packet, the position of a fault with size 0. */
struct calls {
    struct rvt_encap_parser parser;
    uint64_t position[CALLS_MAX];
    unsigned bytes[CALLS_MAX];
    unsigned count;
    bool pauses;
};

static void add(struct calls *calls, uint64_t position, unsigned bytes)
{
    cr_assert(calls->count < CALLS_MAX);
    calls->position[calls->count] = position;
    calls->bytes[calls->count++] = bytes;
    if (calls->pauses)
        rvt_encap_parser_pause(&calls->parser);
}

static void take_packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(context, view[i].position, view[i].bytes);
}

static void take_fault(void *context, const struct rvt_diag *fault)
{
    add(context, fault->position, 0);
}

/* Parses the stream in pieces; each call reports at most one thing if there are pauses. */
static void parse(struct calls *calls, const struct rvt_config *config, const uint8_t *data,
                  size_t bytes, size_t piece)
{
    const struct rvt_encap_parser_output output = {
        .packets = take_packets, .fault = take_fault, .context = calls, .pauses = calls->pauses};
    unsigned before;

    rvt_encap_parser_init(&calls->parser, config, !config->encap.unaligned, &output);
    for (size_t at = 0; at < bytes;) {
        size_t left = bytes - at < piece ? bytes - at : piece;
        before = calls->count;
        size_t used = rvt_encap_parser_push(&calls->parser, data + at, left);
        cr_assert(!calls->pauses || calls->count <= before + 1);
        cr_assert(used == left || calls->count == before + 1);
        at += used;
    }
    do {
        before = calls->count;
        rvt_encap_parser_finish(&calls->parser);
        cr_assert(!calls->pauses || calls->count <= before + 1);
    } while (calls->count > before);
}

/* Returns what was reported. */
static unsigned compare(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                        size_t piece)
{
    static struct calls plain, paused;

    memset(&plain, 0, sizeof plain);
    memset(&paused, 0, sizeof paused);
    paused.pauses = true;
    parse(&plain, config, data, bytes, bytes);
    parse(&paused, config, data, bytes, piece);
    cr_assert(plain.count == paused.count, "%u: %zu bytes in %zu: %u, %u", config->encap.unaligned,
              bytes, piece, plain.count, paused.count);
    cr_assert(memcmp(plain.position, paused.position, sizeof plain.position) == 0 &&
              memcmp(plain.bytes, paused.bytes, sizeof plain.bytes) == 0);
    return plain.count;
}

/* Bytes that are mostly packets of a few bytes, with many sequences of zeros. */
Test(encap_pauses, random_bytes)
{
    unsigned reported[2] = {0, 0};
    uint64_t random = 5;
    uint8_t data[BYTES];

    for (unsigned round = 0; round < 2000; round++) {
        struct rvt_config config;
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.encap.unaligned = round % 2 == 1;
        for (size_t at = 0; at < BYTES;) {
            size_t zeros = random_below(&random, 8) == 0 ? 30 + random_below(&random, 20) : 0;
            for (; zeros > 0 && at < BYTES; zeros--)
                data[at++] = 0;
            if (at < BYTES)
                data[at++] = (uint8_t)(next_random(&random) & (random_below(&random, 4) ? 3 : 255));
        }
        reported[round % 2] += compare(&config, data, BYTES - random_below(&random, 60),
                                       1 + random_below(&random, 90));
    }
    cr_assert(reported[0] > 50000 && reported[1] > 10000, "%u, %u", reported[0], reported[1]);
}

Test(encap_pauses, every_packet_and_fault)
{
    /* packets of 1 to 3 bytes of payload, nulls, a reserved header, what is skipped up to a
     * sequence, and at the end a null, a packet, and one that is cut */
    static const uint8_t stream[] = {
        0x01, 0x11, 0x00, 0x02, 0x21, 0x22, 0x00, 0x00, 0x00, 0x03, 0x31, 0x32, 0x33,
        0x01, 0x12, 0x60, 0x77, 0x78, 0,    0,    0,    0,    0,    0,    0,    0,
        0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
        0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0x80, 0x01,
        0x41, 0x02, 0x51, 0x52, 0x00, 0x01, 0x61, 0x03, 0x71};

    for (unsigned unaligned = 0; unaligned < 2; unaligned++)
        for (size_t bytes = 1; bytes <= sizeof stream; bytes++)
            for (size_t piece = 1; piece <= bytes; piece += 1 + piece / 4) {
                struct rvt_config config;
                rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
                config.encap.unaligned = unaligned == 1;
                (void)compare(&config, stream, bytes, piece);
            }
}

/* Packets are missing before most packets, so that a pause leaves a whole one. AMB-150 */
Test(encap_pauses, missing_packets)
{
    static const uint8_t stream[] = {
        4, 1, 0, 0x11, 4, 3, 0, 0x21, 0,    0, 5, 7, 0,    0x31, 0x32, 5, 8, 0, 0x41, 0x42,
        4, 2, 1, 0x51, 0, 4, 9, 1,    0x61, 6, 0, 2, 0x71, 0x72, 0x73, 4, 0, 3, 0x81};

    for (size_t bytes = 1; bytes <= sizeof stream; bytes++)
        for (size_t piece = 1; piece <= bytes; piece++) {
            struct rvt_config config;
            rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
            config.encap.framing = RVT_FRAMING_INDEXED;
            (void)compare(&config, stream, bytes, piece);
        }
}
