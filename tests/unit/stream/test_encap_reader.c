/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The reader of encapsulated bytes: the result does not depend on how the bytes are fed, even in
 * damaged streams of every source and framing. Shows: ENC-012, ENC-017 */
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "stream/encap_reader.h"
#include "stream/encap_writer.h"

enum { BYTES_MAX = 1024, TEXT_MAX = 1 << 16, ROUNDS = 10 };

/* Where byte i of a capture was in its carrier; without a carrier, the place is i. */
static uint64_t place_of(size_t i)
{
    return (UINT64_C(5) << 32) + 3 * i + 7;
}

/* A stream with the places where messages begin, and those after which something was lost. */
struct capture {
    uint8_t byte[BYTES_MAX];
    size_t bytes;
    bool begins[BYTES_MAX + 1], lost[BYTES_MAX + 1];
};

/* Takes all events, none of which is before least. */
static void take_all(struct rvt_encap_reader *reader, uint64_t least, struct rvt_text *text)
{
    struct rvt_encap_event event;
    struct rvt_diag diag;

    for (;;) {
        rvt_diag_clear(&diag);
        switch (rvt_encap_reader_next(reader, &event, &diag)) {
        case RVT_ENCAP_EVENT_NONE:
            return;
        case RVT_ENCAP_EVENT_PACKET:
            cr_assert(event.position >= least);
            rvt_text_add(text, "%" PRIu64 ":%u.%u ", event.position, event.encap.kind,
                         event.encap.length);
            break;
        case RVT_ENCAP_EVENT_FAULT:
            cr_assert(event.position >= least && (diag.unit == NULL || diag.position >= least));
            rvt_text_add(text, "%" PRIu64 "?%s@%" PRIu64 " ", event.position, diag.clause,
                         diag.position);
            break;
        case RVT_ENCAP_EVENT_LOSS:
            rvt_text_add(text, "lost@%" PRIu64 " ", diag.position);
            break;
        case RVT_ENCAP_EVENT_SKIPPED:
            cr_assert(false, "of ring buffers alone");
        }
    }
}

/* Feeds the bytes from..to, cut where messages begin or something is lost. */
static void feed(struct rvt_encap_reader *reader, const struct capture *capture, size_t from,
                 size_t to)
{
    while (from < to) {
        uint64_t place[BYTES_MAX];
        size_t end = from + 1;

        while (end < to && !capture->begins[end] && !capture->lost[end])
            end++;
        for (size_t i = from; i < end; i++)
            place[i - from] = place_of(i);
        const struct rvt_encap_piece piece = {.data = capture->byte + from,
                                              .bytes = end - from,
                                              .place = place,
                                              .begins = capture->begins[from]};
        cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
        if (capture->lost[end]) {
            const struct rvt_finding loss = {.rule = RVT_RULE_FRM_011, .byte = end};
            cr_assert(rvt_encap_reader_lose(reader, &loss) == RVT_OK);
        }
        from = end;
    }
}

/* Everything that the reader finds: cut is fed first, then pieces of size bytes. */
static void read_pieces(const struct rvt_config *config, enum rvt_encap_source source,
                        const struct capture *capture, size_t cut, size_t size, char *out)
{
    struct rvt_encap_reader *reader = NULL;
    uint64_t least = source == RVT_ENCAP_SOURCE_PLAIN ? 0 : place_of(0);
    struct rvt_text text;

    rvt_text_init(&text, out, TEXT_MAX);
    cr_assert(rvt_encap_reader_open(config, source, &reader) == RVT_OK);
    for (size_t at = 0, end = cut; at < capture->bytes; at = end, end += size) {
        if (end > capture->bytes)
            end = capture->bytes;
        feed(reader, capture, at, end);
        take_all(reader, least, &text);
    }
    rvt_encap_reader_end(reader, place_of(capture->bytes));
    take_all(reader, least, &text);
    rvt_encap_reader_close(reader);
}

static void append(void *context, const uint8_t *data, size_t bytes)
{
    struct capture *capture = context;

    for (size_t i = 0; i < bytes && capture->bytes < BYTES_MAX; i++)
        capture->byte[capture->bytes++] = data[i];
}

/* Packets of any length, with some bytes damaged; messages and losses at random. */
static void make_capture(const struct rvt_config *config, uint64_t seed, struct capture *capture)
{
    struct rvt_encap_writer writer;
    uint64_t state = seed;

    memset(capture, 0, sizeof *capture);
    rvt_encap_writer_init(&writer, config, append, capture);
    while (capture->bytes < BYTES_MAX / 2) {
        struct rvt_encap packet = {.kind = RVT_ENCAP_NORMAL};
        unsigned bytes = 1 + random_below(&state, 20);

        if (config->encap.framing != RVT_FRAMING_INDEXED) {
            packet.payload.bytes = (uint8_t)bytes;
            packet.payload.bits = packet.payload.bits_full = (uint16_t)(8 * bytes);
            for (unsigned i = 0; i < bytes; i++)
                packet.payload.byte[i] = (uint8_t)next_random(&state);
            capture->begins[capture->bytes] = random_below(&state, 8) != 0;
            cr_assert(rvt_encap_writer_packet(&writer, &packet, NULL) == RVT_OK);
        } else {
            capture->byte[capture->bytes++] = (uint8_t)(random_below(&state, 32));
        }
    }
    for (unsigned i = 0; i < 6; i++)
        capture->byte[random_below(&state, (unsigned)capture->bytes)] ^= 1u
                                                                         << random_below(&state, 8);
    for (unsigned i = 0; i < 4; i++) {
        capture->begins[random_below(&state, (unsigned)capture->bytes)] = true;
        capture->lost[1 + random_below(&state, (unsigned)capture->bytes)] = true;
    }
}

/* Every cut in two, and pieces of every size. */
static void expect_the_same(struct rvt_encap_config encap, enum rvt_encap_source source)
{
    static char whole[TEXT_MAX], cut[TEXT_MAX];
    static struct capture capture;
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = encap;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        make_capture(&config, seed, &capture);
        if (source == RVT_ENCAP_SOURCE_PLAIN)
            memset(capture.lost, 0, sizeof capture.lost);
        read_pieces(&config, source, &capture, capture.bytes, 1, whole);
        cr_assert(whole[0] != 0);
        for (size_t at = 1; at < capture.bytes; at++) {
            read_pieces(&config, source, &capture, at, capture.bytes, cut);
            cr_assert(strcmp(cut, whole) == 0, "seed %" PRIu64 ", cut at %zu", seed, at);
        }
        for (size_t size = 1; size < 100; size++) {
            read_pieces(&config, source, &capture, size, size, cut);
            cr_assert(strcmp(cut, whole) == 0, "seed %" PRIu64 ", pieces of %zu", seed, size);
        }
    }
}

Test(encap_reader, plain_bytes)
{
    expect_the_same((struct rvt_encap_config){.sync_period = 8}, RVT_ENCAP_SOURCE_PLAIN);
    expect_the_same((struct rvt_encap_config){.timestamp_bytes = 2, .block_bytes = 64},
                    RVT_ENCAP_SOURCE_PLAIN);
    expect_the_same((struct rvt_encap_config){.framing = RVT_FRAMING_INDEXED},
                    RVT_ENCAP_SOURCE_PLAIN);
}

Test(encap_reader, unaligned_bits)
{
    expect_the_same((struct rvt_encap_config){.unaligned = true, .sync_period = 4},
                    RVT_ENCAP_SOURCE_PLAIN);
    expect_the_same(
        (struct rvt_encap_config){.unaligned = true, .sync_period = 4, .timestamp_bytes = 2},
        RVT_ENCAP_SOURCE_PLAIN);
}

Test(encap_reader, data_of_frames)
{
    expect_the_same((struct rvt_encap_config){.sync_period = 4}, RVT_ENCAP_SOURCE_FRAMES);
}

Test(encap_reader, bodies_of_messages)
{
    expect_the_same((struct rvt_encap_config){.timestamp_bytes = 2}, RVT_ENCAP_SOURCE_MESSAGES);
    expect_the_same((struct rvt_encap_config){.timestamp_bytes = 0}, RVT_ENCAP_SOURCE_MESSAGES);
}

/* The reader looks at a limited number of bytes to learn whether packets cross the end of their
 * messages: the eight messages after a packet that is cut are longer than that. */
Test(encap_reader, long_messages_after_a_packet_that_is_cut)
{
    static char whole[TEXT_MAX], pieces[TEXT_MAX];
    static struct capture capture;
    struct rvt_encap packet = {.kind = RVT_ENCAP_NORMAL};
    struct rvt_encap_writer writer;
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    rvt_encap_writer_init(&writer, &config, append, &capture);
    packet.payload.bytes = 20;
    packet.payload.bits = packet.payload.bits_full = 160;
    for (unsigned i = 0; i < 20; i++)
        packet.payload.byte[i] = (uint8_t)(i + 1);
    for (unsigned i = 0; i < 31; i++) {
        capture.begins[capture.bytes] = i == 0 || i % 3 == 1;
        cr_assert(rvt_encap_writer_packet(&writer, &packet, NULL) == RVT_OK);
        if (i == 0)
            capture.bytes -= 14;
    }
    read_pieces(&config, RVT_ENCAP_SOURCE_MESSAGES, &capture, 1, 1, pieces);
    for (size_t size = 2; size < capture.bytes + 100; size += 50) {
        read_pieces(&config, RVT_ENCAP_SOURCE_MESSAGES, &capture, size, size, whole);
        cr_expect(strcmp(pieces, whole) == 0, "pieces of %zu: %s, not %s", size, whole, pieces);
    }
}

static void append_message(struct capture *capture, const uint8_t *data, size_t bytes)
{
    capture->begins[capture->bytes] = true;
    append(capture, data, bytes);
}

/* The message of a packet before a loss may have gone on in what was lost, even if a message begins
 * after the loss: seven messages end with a packet, and the next one does not count. Then a packet
 * does cross the end of its message. Shows: ENC-012 */
Test(encap_reader, a_loss_hides_where_a_message_ends)
{
    static const uint8_t packet[] = {1, 0x11}, first[] = {4, 0x11}, second[] = {0x11, 0x11, 0x11};
    static char whole[TEXT_MAX], pieces[TEXT_MAX];
    struct capture capture = {.bytes = 0};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    for (unsigned i = 0; i < 8; i++)
        append_message(&capture, packet, sizeof packet);
    capture.lost[capture.bytes] = true;
    append_message(&capture, first, sizeof first);
    append_message(&capture, second, sizeof second);
    read_pieces(&config, RVT_ENCAP_SOURCE_MESSAGES, &capture, 1, 1, pieces);
    read_pieces(&config, RVT_ENCAP_SOURCE_MESSAGES, &capture, capture.bytes, 1, whole);
    cr_expect_str_eq(whole, pieces);
    cr_expect(strstr(pieces, "lost@16 21474836535:0.4 ") != NULL, "%s", pieces);
}

/* Eight messages end with a packet, so that no packet crosses the end of its message: the next one
 * is cut. Then this must be seen anew: seven messages do not suffice, and the packet after them
 * does cross the end of its message. Shows: ENC-012 */
Test(encap_reader, a_packet_may_cross_messages_after_a_fault)
{
    static const uint8_t packet[] = {1, 0x11}, first[] = {4, 0x11}, second[] = {0x11, 0x11, 0x11};
    static char text[TEXT_MAX];
    struct capture capture = {.bytes = 0};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    for (unsigned i = 0; i < 8; i++)
        append_message(&capture, packet, sizeof packet);
    append_message(&capture, first, sizeof first);
    for (unsigned i = 0; i < 7; i++)
        append_message(&capture, packet, sizeof packet);
    append_message(&capture, first, sizeof first);
    append_message(&capture, second, sizeof second);
    read_pieces(&config, RVT_ENCAP_SOURCE_MESSAGES, &capture, capture.bytes, 1, text);
    cr_expect(strstr(text, "?ENC-004@21474836541 ") != NULL &&
                  strstr(text, " 21474836583:0.4 ") != NULL,
              "%s", text);
}

/* Four bytes in a message, which begins in the middle of a packet of three: the window moves again
 * and again, and each packet keeps its place. */
Test(encap_reader, packets_keep_their_places_over_a_long_stream)
{
    enum { PIECE = 4, PIECES = 6000 };
    struct rvt_encap_reader *reader = NULL;
    struct rvt_config config;
    size_t packets = 0;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    cr_assert(rvt_encap_reader_open(&config, RVT_ENCAP_SOURCE_FRAMES, &reader) == RVT_OK);
    for (size_t at = 0; at < (size_t)PIECE * PIECES; at += PIECE) {
        uint8_t byte[PIECE];
        uint64_t place[PIECE];
        const struct rvt_encap_piece piece = {.data = byte, .bytes = PIECE, .place = place};
        struct rvt_encap_event event;

        for (size_t i = 0; i < PIECE; i++) {
            byte[i] = (at + i) % 3 == 0 ? 2 : 0x11;
            place[i] = place_of(at + i);
        }
        cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
        while (rvt_encap_reader_next(reader, &event, NULL) == RVT_ENCAP_EVENT_PACKET)
            cr_assert(eq(u64, event.position, place_of(3 * packets++)));
    }
    cr_expect(ge(sz, packets, (size_t)PIECE * PIECES / 3 - RVT_ENCAP_BYTES_MAX));
    rvt_encap_reader_close(reader);
}

/* As many bytes as the longest packet has suffice for any packet. */
Test(encap_reader, the_bytes_of_the_longest_packet_suffice)
{
    static uint8_t byte[RVT_ENCAP_BYTES_MAX];
    const struct rvt_encap_piece piece = {.data = byte, .bytes = sizeof byte};
    struct rvt_encap_reader *reader = NULL;
    struct rvt_encap_event event;
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    for (size_t i = 0; i < sizeof byte; i++)
        byte[i] = i % 3 == 0 ? 2 : 0x11;
    cr_assert(rvt_encap_reader_open(&config, RVT_ENCAP_SOURCE_PLAIN, &reader) == RVT_OK);
    cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
    cr_expect(eq(int, rvt_encap_reader_next(reader, &event, NULL), RVT_ENCAP_EVENT_PACKET));
    rvt_encap_reader_close(reader);
}

/* Bits in one piece, of which the aligner makes more bytes than it holds at a time: a packet is cut
 * where they end, wherever that is. Shows: ENC-010 */
Test(encap_reader, many_unaligned_bits_in_one_piece)
{
    enum { SEQUENCE = 33, BYTES = 20000 };
    static uint8_t byte[SEQUENCE + BYTES];

    for (unsigned size = 2; size <= 32; size++) {
        const size_t packets = BYTES / size;
        const struct rvt_encap_piece piece = {.data = byte, .bytes = SEQUENCE + packets * size};
        struct rvt_encap_reader *reader = NULL;
        struct rvt_encap_event event;
        struct rvt_config config;
        size_t found = 0;

        memset(byte, 0, SEQUENCE);
        memset(byte + SEQUENCE, 0x11, BYTES);
        byte[SEQUENCE - 1] = 0x80;
        for (size_t i = 0; i < packets; i++)
            byte[SEQUENCE + i * size] = (uint8_t)(size - 1);
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.encap = (struct rvt_encap_config){.unaligned = true};
        cr_assert(rvt_encap_reader_open(&config, RVT_ENCAP_SOURCE_PLAIN, &reader) == RVT_OK);
        cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
        rvt_encap_reader_end(reader, piece.bytes);
        while (rvt_encap_reader_next(reader, &event, NULL) == RVT_ENCAP_EVENT_PACKET) {
            cr_assert(eq(u64, event.position, SEQUENCE + size * found), "%u", size);
            cr_assert(event.encap.length == size - 1);
            found++;
        }
        cr_expect(eq(sz, found, packets), "packets of %u bytes", size);
        rvt_encap_reader_close(reader);
    }
}

/* A loss right behind a header that states no length: both are reported. A packet that the loss
 * cuts is reported once. Shows: ENC-005 */
Test(encap_reader, a_fault_before_a_loss_is_reported)
{
    static const struct {
        uint8_t byte[4];
        const char *text;
    } cases[] = {
        {{2, 0x11, 0x11, 0x81}, "0:0.2 3?ENC-005@3 lost@7 "},
        {{2, 0x11, 0x11, 0x02}, "0:0.2 lost@7 "},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct rvt_finding loss = {.rule = RVT_RULE_FRM_011, .byte = 7};
        const struct rvt_encap_piece piece = {.data = cases[i].byte, .bytes = 4};
        struct rvt_encap_reader *reader = NULL;
        struct rvt_config config;
        struct rvt_text text;
        char line[80];

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.encap = (struct rvt_encap_config){.srcid_bits = 0};
        rvt_text_init(&text, line, sizeof line);
        cr_assert(rvt_encap_reader_open(&config, RVT_ENCAP_SOURCE_FRAMES, &reader) == RVT_OK);
        cr_assert(rvt_encap_reader_feed(reader, &piece) == RVT_OK);
        cr_assert(rvt_encap_reader_lose(reader, &loss) == RVT_OK);
        rvt_encap_reader_end(reader, 8);
        take_all(reader, 0, &text);
        cr_expect(eq(str, line, TEXT(cases[i].text)));
        rvt_encap_reader_close(reader);
    }
}
