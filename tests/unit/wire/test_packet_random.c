/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Properties of packets over random configurations. The message of a failing round contains its
 * seed; RVT_SEED in the environment starts there. */
#include "base/config_check.h"
#include "base/config_keys.h"
#include "tests/unit/packets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 20000

static uint64_t first_seed(void)
{
    const char *text = getenv("RVT_SEED");

    return text ? strtoull(text, NULL, 0) : 1;
}

/* Whether random_config chooses the value of a key: all widths, and what changes packets. */
static bool varies(const struct rvt_key *key)
{
    return strcmp(key->section, "parameters") == 0 || strcmp(key->name, "compress") == 0 ||
           strcmp(key->name, "ir_fill") == 0 || strcmp(key->name, "support_layout") == 0;
}

/* The keys that vary, ended by null. They are found once: most combinations are not legal, so that
 * a legal one takes many attempts. */
static const struct rvt_key *const *varying_keys(void)
{
    static const struct rvt_key *keys[100];
    size_t count = 0;

    if (keys[0] == NULL)
        for (const struct rvt_key *key = rvt_config_keys(); key->name; ++key)
            if (varies(key)) {
                cr_assert(lt(sz, count + 1, sizeof keys / sizeof keys[0]));
                keys[count++] = key;
            }
    return keys;
}

/* Any legal combination of widths and wire switches; options that change packets as well. */
static struct rvt_config random_config(uint64_t *state)
{
    struct rvt_config config;

    do {
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        for (const struct rvt_key *const *key = varying_keys(); *key; ++key)
            rvt_config_set(&config, *key,
                           (*key)->minimum +
                               random_below(state, (*key)->maximum - (*key)->minimum + 1));
        if (next_random(state) & 1)
            config.params.return_stack_size_p = 0;
        else
            config.params.call_counter_size_p = 0;
        /* addresses compressed to bytes are read, not written: notify has no meaning there */
    } while (rvt_config_check(&config, NULL) != RVT_OK ||
             config.switches.compress == RVT_COMPRESS_ADDR_BYTES);
    config.options.implicit_exception = next_random(state) & 1;
    config.options.full_address = next_random(state) & 1;
    return config;
}

/* Shows: ETR-CMP-001, ETR-CMP-003, ETR-CMP-005 */
Test(packet_random, what_is_written_is_read_at_every_legal_length)
{
    for (uint64_t seed = first_seed(), end = seed + ROUNDS; seed < end; ++seed) {
        uint64_t state = seed;
        struct rvt_config config = random_config(&state);
        struct rvt_packet packet = random_packet(&config, &state), back;
        struct rvt_payload payload;
        uint8_t data[RVT_PAYLOAD_BYTES_MAX + 1];
        size_t full;
        char title[40];

        (void)snprintf(title, sizeof title, "seed %llu", (unsigned long long)seed);
        cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK), "%s",
                  title);
        cr_assert(le(uint, payload.bits_full, rvt_packet_bits_max(&config)), "%s", title);
        full = (payload.bits_full + 7u) / 8;
        memset(data, payload.byte[payload.bytes - 1] & 0x80 ? 0xff : 0, sizeof data);
        memcpy(data, payload.byte, payload.bytes);
        for (size_t bytes = payload.bytes; bytes <= full; ++bytes) {
            cr_assert(eq(int, (int)rvt_packet_read(&config, data, bytes, &back, NULL), RVT_OK),
                      "%s, %zu bytes", title, bytes);
            expect_same_packet(&back, &packet, title);
        }
        cr_assert(
            eq(int, (int)rvt_packet_read(&config, data, full + 1, &back, NULL), RVT_ERR_TRAILING),
            "%s", title);
        if (config.switches.compress == RVT_COMPRESS_WHOLE && payload.bytes > 1 &&
            config.switches.ir_fill == RVT_IR_FILL_REPLICATE && packet.branches == 0) {
            /* without bits that have no meaning, one byte less is another packet, or none */
            struct rvt_payload again;

            if (rvt_packet_read(&config, data, payload.bytes - 1u, &back, NULL) == RVT_OK &&
                rvt_packet_write(&config, &back, &again, NULL) == RVT_OK)
                cr_assert(again.bytes != payload.bytes ||
                              memcmp(again.byte, payload.byte, payload.bytes) != 0,
                          "%s", title);
        }
    }
}

/* The least 8 k + 1 bits, k >= 1, whose sign extension is the address of full bits. */
static unsigned address_width(uint64_t address, unsigned full)
{
    for (unsigned width = 9; width < full; width += 8) {
        uint64_t above = rvt_mask(full) & ~rvt_mask(width - 1);

        if ((address & above) == 0 || (address & above) == above)
            return width;
    }
    return 8 * ((full - 2) / 8) + 9;
}

/* Addresses that are compressed to bytes by themselves: each packet is as much shorter as its
 * address, is read back from its own length, and a byte more is one too many. AMB-141. Shows:
 * ETR-CMP-002, ETR-CMP-005 */
Test(packet_random, addresses_are_compressed_to_bytes)
{
    unsigned shorter = 0, longer = 0;

    for (uint64_t seed = first_seed(), end = seed + ROUNDS / 10; seed < end; ++seed) {
        uint64_t state = seed;
        struct rvt_config config = random_config(&state);
        struct rvt_packet packet = random_packet(&config, &state), back;
        struct rvt_payload plain, payload;
        uint8_t data[RVT_PAYLOAD_BYTES_MAX + 2] = {0};
        bool address = rvt_packet_has_address(&packet, &config);
        unsigned full = rvt_address_bits(&config);
        int saved;
        char title[40];

        (void)snprintf(title, sizeof title, "seed %llu", (unsigned long long)seed);
        packet.notify = false;
        config.switches.compress = RVT_COMPRESS_NONE;
        cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &plain, NULL), RVT_OK), "%s",
                  title);
        config.switches.compress = RVT_COMPRESS_ADDR_BYTES;
        if (rvt_packet_write(&config, &packet, &payload, NULL) != RVT_OK) {
            cr_assert(plain.bits_full + 8u > 8u * RVT_PAYLOAD_BYTES_MAX, "%s", title);
            continue;
        }
        saved = address ? (int)full - (int)address_width(packet.address, full) : 0;
        cr_assert(eq(int, (int)payload.bits_full, (int)plain.bits_full - saved), "%s", title);
        cr_assert(eq(uint, payload.bytes, (payload.bits_full + 7u) / 8), "%s", title);
        shorter += saved > 0;
        longer += saved < 0;
        memcpy(data, payload.byte, payload.bytes);
        cr_assert(eq(int, (int)rvt_packet_read(&config, data, payload.bytes, &back, NULL), RVT_OK),
                  "%s", title);
        expect_same_packet(&back, &packet, title);
        if (!address) {
            memset(data + payload.bytes, data[payload.bytes - 1] & 0x80 ? 0xff : 0, 1);
            cr_assert(eq(int, (int)rvt_packet_read(&config, data, payload.bytes + 1u, &back, NULL),
                         RVT_ERR_TRAILING),
                      "%s", title);
        }
    }
    cr_assert(gt(uint, shorter, ROUNDS / 200));
    cr_assert(gt(uint, longer, ROUNDS / 200));
}

/* Any bytes are read or refused, in place; a packet that is read is the same when it is written and
 * read again. */
Test(packet_random, any_bytes_are_refused_or_mean_one_packet)
{
    unsigned readable = 0;

    for (uint64_t seed = first_seed(), end = seed + ROUNDS; seed < end; ++seed) {
        uint64_t state = seed;
        struct rvt_config config = random_config(&state);
        size_t bytes = 1 + random_below(&state, RVT_PAYLOAD_BYTES_MAX);
        uint8_t *data = malloc(bytes); /* the sanitizer detects a read past its end */
        struct rvt_packet packet, back;
        struct rvt_payload payload;
        char title[40];

        cr_assert(data != NULL);
        (void)snprintf(title, sizeof title, "seed %llu", (unsigned long long)seed);
        for (size_t i = 0; i < bytes; ++i)
            data[i] = (uint8_t)next_random(&state);
        if (rvt_packet_read(&config, data, bytes, &packet, NULL) == RVT_OK) {
            ++readable;
            cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK),
                      "%s", title);
            cr_assert(eq(int,
                         (int)rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL),
                         RVT_OK),
                      "%s", title);
            expect_same_packet(&back, &packet, title);
        }
        free(data);
    }
    cr_expect(gt(uint, readable, ROUNDS / 10), "%u", readable);
}

/* A payload cut at any byte is read safely: sign copies replace the missing bytes. */
Test(packet_random, a_payload_cut_anywhere_does_no_harm)
{
    for (uint64_t seed = first_seed(), end = seed + ROUNDS / 10; seed < end; ++seed) {
        uint64_t state = seed;
        struct rvt_config config = random_config(&state);
        struct rvt_packet packet = random_packet(&config, &state), back;
        struct rvt_payload payload;

        config.switches.compress = RVT_COMPRESS_NONE;
        cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
        for (size_t bytes = 1; bytes < payload.bytes; ++bytes) {
            uint8_t *data = malloc(bytes);
            struct rvt_diag diag;
            enum rvt_status status;

            cr_assert(data != NULL);
            memcpy(data, payload.byte, bytes);
            rvt_diag_clear(&diag);
            status = rvt_packet_read(&config, data, bytes, &back, &diag);
            cr_expect(eq(int, (int)diag.status, (int)status));
            free(data);
        }
    }
}
