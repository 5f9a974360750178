/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * SyS-T messages: random ones are read back from their bytes and from their line of text. Damage
 * and noise never deliver a message with a wrong checksum or beyond the bytes. Times are converted
 * as by long arithmetic. Shows: SYST-004, SYST-005, SYST-007, SYST-008, SYST-009, SYST-016
 */
#include <criterion/criterion.h>

#include <string.h>

#include "io/transport/syst_line.h"
#include "io/transport/syst_text.h"
#include "tests/unit/random.h"
#include "transport/syst/syst_check.h"

enum { ROUND_TRIPS = 20000, DAMAGES = 10000, NOISES = 200000, TIMES = 20000, BODY_MAX = 300 };

static uint64_t state;

static uint64_t below(uint64_t limit)
{
    return next_random(&state) % limit;
}

static uint64_t of_width(unsigned width)
{
    uint64_t value = next_random(&state) ^ next_random(&state) << 32;

    return value & rvt_mask((unsigned)below(width + 1));
}

/* Polynomial 0x1edc6f41, bit by bit. */
static uint32_t slow_crc(const uint8_t *data, size_t bytes)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < bytes; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ UINT32_C(0x82f63b78) : crc >> 1;
    }
    return ~crc;
}

/* Type and subtype, and the fields of the payload's head with their widths in the protocol. */
static void make_kind(struct rvt_syst_message *message)
{
    static const uint8_t types[] = {0, 1, 2, 3, 6, 7, 8, 9};
    static const struct {
        uint8_t type, subtype, value_bits;
    } heads[] = {{0, 0, 22}, {0, 1, 54}, {0, 2, 64}, {1, 0, 28}, {3, 1, 32},
                 {3, 2, 64}, {3, 5, 32}, {3, 6, 64}, {7, 0, 60}, {8, 1, 64}};

    message->type = types[below(sizeof types)];
    message->subtype = (uint8_t)below(message->type == 1 || message->type == 7 ? 1 : 64);
    if (below(2) > 0)
        message->subtype %= 16;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (heads[i].type == message->type && heads[i].subtype == message->subtype)
            message->value = of_width(heads[i].value_bits);
    if (message->type == 8 && message->subtype == 1)
        message->frequency = of_width(64);
    if (message->type == 9 && message->subtype < 16) {
        static const uint8_t widths[] = {0, 16, 32, 64};

        message->value = of_width(message->subtype & 1 ? 64 : 32);
        message->address = of_width(widths[message->subtype >> 2]);
    }
}

static void make_location(struct rvt_syst_location *location)
{
    location->tag = (uint8_t)below(4);
    if (location->tag >= 2)
        location->address = of_width(location->tag == 2 ? 32 : 64);
    else {
        location->file = (uint32_t)of_width(location->tag == 0 ? 16 : 32);
        location->line = (uint32_t)of_width(location->tag == 0 ? 16 : 32);
    }
}

/* body: of BODY_MAX bytes. */
static void make_message(struct rvt_syst_message *message, uint8_t *body)
{
    *message = (struct rvt_syst_message){.body = body};
    make_kind(message);
    if (message->type == 1 || message->type == 7 || (message->type == 0 && message->subtype < 2))
        return;
    message->severity = (uint8_t)below(8);
    message->res7 = below(20) == 0;
    message->res30 = below(20) == 0;
    message->res31 = below(20) == 0;
    message->loc = below(2) > 0;
    message->len = below(2) > 0;
    message->chk = below(2) > 0;
    message->ts = below(2) > 0;
    message->guid = below(2) > 0;
    message->origin = (uint16_t)of_width(11);
    for (unsigned i = 0; message->guid && i < RVT_SYST_GUID_BYTES; i++)
        message->guid_bytes[i] = (uint8_t)below(256);
    if (message->loc)
        make_location(&message->location);
    if (message->ts)
        message->timestamp = of_width(64);
    message->body_bytes = below(4) > 0 ? below(BODY_MAX) : 0;
    for (size_t i = 0; i < message->body_bytes; i++)
        body[i] = (uint8_t)(below(3) > 0 ? 0x20 + below(95) : below(256));
}

static void expect_same(const struct rvt_syst_message *a, const struct rvt_syst_message *b)
{
    cr_assert(a->type == b->type && a->subtype == b->subtype && a->severity == b->severity);
    cr_assert(a->res7 == b->res7 && a->res30 == b->res30 && a->res31 == b->res31);
    cr_assert(a->loc == b->loc && a->len == b->len && a->chk == b->chk && a->ts == b->ts);
    cr_assert(a->guid == b->guid && a->origin == b->origin);
    cr_assert(memcmp(a->guid_bytes, b->guid_bytes, sizeof a->guid_bytes) == 0);
    cr_assert(a->location.tag == b->location.tag && a->location.file == b->location.file);
    cr_assert(a->location.line == b->location.line && a->location.address == b->location.address);
    cr_assert(a->timestamp == b->timestamp && a->value == b->value);
    cr_assert(a->frequency == b->frequency && a->address == b->address);
    cr_assert(a->body_bytes == b->body_bytes);
    cr_assert(a->body_bytes == 0 || memcmp(a->body, b->body, a->body_bytes) == 0);
}

Test(syst, comes_back_from_bytes_and_text)
{
    static uint8_t body[BODY_MAX], bytes[1024], again[1024], scratch[1024];
    static char line[8192], other[8192];
    const struct rvt_syst_line into = {.out = again, .body = scratch, .capacity = sizeof again};

    state = 0x5eed0001;
    for (unsigned trial = 0; trial < ROUND_TRIPS; trial++) {
        struct rvt_syst_message message, read, second;
        struct rvt_syst_place place = {.has_channel = below(2) > 0, .has_time = below(2) > 0},
                              reported_place;
        struct rvt_text text;
        size_t count = 0, measured = 0, used = 0, excess = below(8) == 0 ? below(9) : 0;

        if (place.has_channel) {
            place.master = (uint16_t)of_width(16);
            place.channel = (uint16_t)of_width(16);
        }
        if (place.has_time)
            place.time = of_width(64);
        make_message(&message, body);
        cr_assert(rvt_syst_write(&message, bytes, sizeof bytes, &count, NULL) == RVT_OK);
        cr_assert(rvt_syst_measure(&message, &measured, NULL) == RVT_OK && measured == count);
        cr_assert(rvt_syst_read(bytes, count, &read, &used, NULL) == RVT_OK && used == count);
        expect_same(&message, &read);
        if (message.chk && read.payload_at > 0)
            cr_assert(read.checksum == slow_crc(bytes, count - 4));

        if (!message.len && read.payload_at > 0)
            excess = 0; /* it would be part of the payload */
        for (size_t i = 0; i < excess; i++)
            bytes[count + i] = (uint8_t)below(256);
        cr_assert(rvt_syst_read(bytes, count + excess, &read, &used, NULL) == RVT_OK);
        cr_assert(used == count);
        rvt_text_init(&text, line, sizeof line);
        rvt_syst_text_message(&read, &place, bytes + used, excess, &text);
        rvt_syst_text_comment(line, text.length < 100 ? text.length : 100, &text);
        cr_assert(!text.cut);
        cr_assert(rvt_syst_line_read(line, text.length, &into, &count, &reported_place, NULL) ==
                      RVT_OK,
                  "%s", line);
        cr_assert(reported_place.has_channel == place.has_channel &&
                  reported_place.master == place.master);
        cr_assert(reported_place.channel == place.channel && reported_place.time == place.time);
        cr_assert(reported_place.has_time == place.has_time);
        cr_assert(count == used + excess && memcmp(bytes, again, count) == 0, "%s", line);
        cr_assert(rvt_syst_read(again, count, &second, &used, NULL) == RVT_OK);
        rvt_text_init(&text, other, sizeof other);
        rvt_syst_text_message(&second, &place, again + used, excess, &text);
        cr_assert(strncmp(line, other, text.length) == 0);
    }
}

static unsigned reported;

static void count_finding(void *context, const struct rvt_finding *finding)
{
    (void)context;
    (void)finding;
    reported++;
}

/* Checks bytes. A delivered message is complete and has its checksum. True if one is delivered. */
static bool check(struct rvt_syst_checker *checker, const uint8_t *bytes, size_t count)
{
    const struct rvt_syst_place place = {.byte = 0};
    struct rvt_syst_message message;
    size_t used = 0;
    bool delivered = false;

    reported = 0;
    rvt_syst_check(checker, &place, bytes, count, &message, &used, &delivered);
    if (!delivered) {
        cr_assert(reported > 0, "nothing says why");
        return false;
    }
    cr_assert(used <= count && message.payload_at <= used);
    if (message.body_bytes > 0)
        cr_assert(message.body >= bytes && message.body + message.body_bytes <= bytes + used);
    if (message.payload_at > 0 && message.chk) {
        uint32_t wanted = slow_crc(bytes, used - 4);
        for (unsigned i = 0; i < 4; i++)
            cr_assert(bytes[used - 4 + i] == (uint8_t)(wanted >> 8 * i), "a wrong checksum");
    }
    return true;
}

/* Flips one to three bits of a message with a checksum: CRC-32C finds every such fault at this
 * length, unless the header no longer announces a checksum. */
Test(syst, damage_is_found)
{
    static uint8_t body[BODY_MAX], bytes[1024];
    const struct rvt_syst_config config = {.sbd = true};
    struct rvt_syst_checker *checker;
    unsigned delivered = 0;

    state = 0x5eed0002;
    cr_assert(rvt_syst_checker_open(&config, count_finding, NULL, &checker) == RVT_OK);
    for (unsigned trial = 0; trial < DAMAGES; trial++) {
        struct rvt_syst_message message;
        size_t count = 0;

        do
            make_message(&message, body);
        while (!message.chk);
        cr_assert(rvt_syst_write(&message, bytes, sizeof bytes, &count, NULL) == RVT_OK);
        cr_assert(check(checker, bytes, count));
        for (uint64_t bits = 1 + below(3), at = below(8 * count); bits > 0; bits--) {
            bytes[at / 8] ^= (uint8_t)(1u << at % 8);
            at = (at + 1 + below(8 * count / 4)) % (8 * count);
        }
        delivered += check(checker, bytes, count) && bytes[1] & 4 &&
                     rvt_syst_short_bytes(bytes[0] | (uint32_t)bytes[3] << 24) == 0;
    }
    rvt_syst_checker_close(checker);
    cr_expect(delivered == 0, "%u damaged messages were delivered", delivered);
}

Test(syst, noise_brings_no_wrong_checksum)
{
    static uint8_t bytes[256];
    const struct rvt_syst_config config = {.origins = 16};
    struct rvt_syst_checker *checker;
    unsigned delivered = 0, refused = 0;

    state = 0x5eed0003;
    cr_assert(rvt_syst_checker_open(&config, count_finding, NULL, &checker) == RVT_OK);
    for (unsigned trial = 0; trial < NOISES; trial++) {
        size_t count = below(sizeof bytes + 1);

        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)below(256);
        if (check(checker, bytes, count))
            delivered++;
        else
            refused++;
    }
    rvt_syst_checker_close(checker);
    cr_expect(delivered > 0 && refused > 0);
}

/* Backwards: from an exact transport time to the message time that it came from. */
Test(syst, times_are_exact)
{
    state = 0x5eed0004;
    for (unsigned trial = 0; trial < TIMES; trial++) {
        uint64_t frequency = 1 + of_width(20), hz = 1 + of_width(20), from = of_width(40);
        const struct rvt_clock clock = {
            .value = from, .frequency = frequency, .transport = UINT64_C(1) << 62};
        uint64_t distance = of_width(22);
        struct rvt_clock_time later, earlier;

        cr_assert(rvt_clock_convert(&clock, from + distance, hz, &later) == RVT_OK);
        cr_assert(later.denominator == frequency && later.numerator < frequency);
        cr_assert((later.ticks - clock.transport) * frequency + later.numerator == distance * hz);
        if (distance > from)
            continue;
        cr_assert(rvt_clock_convert(&clock, from - distance, hz, &earlier) == RVT_OK);
        cr_assert(earlier.numerator < frequency);
        cr_assert((clock.transport - earlier.ticks) * frequency - earlier.numerator ==
                  distance * hz);
    }
}
