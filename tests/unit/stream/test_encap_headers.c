/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/packets.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "stream/encap_parser.h"
#include "stream/encap_writer.h"
#include "tests/unit/random.h"

/* Shows: ENC-004, ENC-005, ENC-006, ENC-009, DRF-014 */
Test(encap_headers, a_header_states_the_bytes_of_its_packet)
{
    static const struct {
        enum rvt_spec_profile profile;
        struct rvt_encap_config encap;
        uint8_t header;
        size_t bytes; /* 0: there is no such packet */
    } cases[] = {
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 6, .type_bits = 2}, 0x00, 1},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 6, .type_bits = 2}, 0xe0, 1},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 6, .type_bits = 2}, 0x01, 0},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 6, .type_bits = 2}, 0x62, 3},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 6, .type_bits = 2}, 0x82, 0},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 12, .timestamp_bytes = 4}, 0x02, 4},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 12, .timestamp_bytes = 4}, 0x82, 8},
        {RVT_PROFILE_V2_0_4, {.srcid_bits = 16, .timestamp_bytes = 8}, 0xff, RVT_ENCAP_BYTES_MAX},
        {RVT_PROFILE_DRAFT_0_026, {.srcid_bits = 0}, 0x00, 1},
        {RVT_PROFILE_DRAFT_0_026, {.srcid_bits = 0}, 0x20, 0},
        {RVT_PROFILE_DRAFT_0_026, {.srcid_bits = 0}, 0x80, 0},
        {RVT_PROFILE_V2_0_4, {.framing = RVT_FRAMING_INDEXED}, 0x00, 1},
        {RVT_PROFILE_V2_0_4, {.framing = RVT_FRAMING_INDEXED}, 0x03, 0},
        {RVT_PROFILE_V2_0_4, {.framing = RVT_FRAMING_INDEXED}, 0x04, 4},
        {RVT_PROFILE_V2_0_4, {.framing = RVT_FRAMING_INDEXED}, 0x1f, 31},
        {RVT_PROFILE_V2_0_4, {.framing = RVT_FRAMING_INDEXED}, 0x24, 0},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_config config;

        rvt_config_defaults(&config, cases[i].profile);
        config.encap = cases[i].encap;
        cr_expect(eq(sz, rvt_encap_peek_bytes(&config, cases[i].header), cases[i].bytes),
                  "case %zu", i);
    }
}

/* Reading finds the size that a header states, whatever follows the header. */
Test(encap_headers, reading_takes_the_bytes_that_the_header_states)
{
    uint64_t seed = 1;
    unsigned taken = 0, refused = 0;

    for (unsigned round = 0; round < 2000; round++) {
        struct rvt_config config;
        uint8_t data[RVT_ENCAP_BYTES_MAX];

        rvt_config_defaults(&config,
                            random_below(&seed, 4) ? RVT_PROFILE_V2_0_4 : RVT_PROFILE_DRAFT_0_026);
        config.encap.srcid_bits = random_below(&seed, 17);
        config.encap.type_bits = random_below(&seed, 9);
        config.encap.timestamp_bytes = random_below(&seed, 9);
        config.encap.framing = random_below(&seed, 8) ? RVT_FRAMING_STANDARD : RVT_FRAMING_INDEXED;
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (uint8_t)next_random(&seed);
        for (unsigned header = 0; header < 256; header++) {
            struct rvt_encap encap;
            size_t used = 0;

            data[0] = (uint8_t)header;
            bool is_packet =
                rvt_encap_read(&config, data, sizeof data, &encap, &used, NULL) == RVT_OK;
            taken += is_packet;
            refused += !is_packet;
            cr_assert(eq(sz, rvt_encap_peek_bytes(&config, data[0]), is_packet ? used : 0),
                      "header %02x", header);
        }
    }
    cr_expect(taken > 100000 && refused > 10000, "%u taken, %u refused", taken, refused);
}

static void count_packets(void *context, const struct rvt_encap_view *packet, size_t count)
{
    unsigned *counts = context;

    for (size_t i = 0; i < count; i++)
        counts[0] += packet[i].bytes > 1;
}

static void count_fault(void *context, const struct rvt_diag *fault)
{
    unsigned *counts = context;

    counts[1] += fault->clause != NULL;
}

/* A byte that is no header is reported without more bytes, and so is a packet that exceeds its
 * block, without bytes after the block. Shows: ENC-005, ENC-017 */
Test(encap_headers, complete_packets_are_reported_at_once)
{
    static struct rvt_encap_parser parser;
    static const uint8_t stream[35] = {[0] = 0x81, [33] = 0x01, [34] = 0x22};
    static const uint8_t block[32] = {[30] = 0x05, [31] = 0x11};
    unsigned counts[2] = {0};
    const struct rvt_encap_parser_output output = {
        .packets = count_packets, .fault = count_fault, .context = counts};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    rvt_encap_parser_init(&parser, &config, true, &output);
    rvt_encap_parser_push(&parser, stream, 1);
    cr_expect(eq(uint, counts[1], 1));
    rvt_encap_parser_push(&parser, stream + 1, sizeof stream - 1);
    cr_expect(eq(uint, counts[0], 1));
    config.encap.block_bytes = sizeof block;
    rvt_encap_parser_init(&parser, &config, true, &output);
    rvt_encap_parser_push(&parser, block, sizeof block);
    cr_expect(eq(uint, counts[1], 2));
}

/* A packet without a bit of payload is passed as a whole, with its srcID and timestamp: the next
 * header is after it. Shows: ENC-004, ENC-006 */
Test(encap_headers, a_refused_packet_has_the_size_that_its_header_states)
{
    static const struct {
        struct rvt_encap_config encap;
        uint8_t header;
        size_t bytes;
    } cases[] = {
        {{.srcid_bits = 6, .type_bits = 2}, 0x01, 2},
        {{.srcid_bits = 12, .type_bits = 4}, 0x01, 3},
        {{.srcid_bits = 12, .type_bits = 4, .timestamp_bytes = 4}, 0x81, 7},
        {{.srcid_bits = 15, .type_bits = 8}, 0x01, 3},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct rvt_encap_parser parser;
        uint8_t stream[RVT_ENCAP_BYTES_MAX];
        struct rvt_config config;
        struct rvt_encap_view view;
        struct rvt_diag diag;
        size_t used = 0, bytes = cases[i].bytes;

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.encap = cases[i].encap;
        rvt_encap_parser_init(&parser, &config, true, NULL);
        memset(stream, 0x03, sizeof stream);
        stream[0] = cases[i].header;
        rvt_diag_clear(&diag);
        cr_expect(rvt_encap_parser_next(&parser, stream, sizeof stream, true, &used, &view,
                                        &diag) == RVT_ENCAP_FOUND_FAULT);
        cr_expect(eq(str, TEXT(diag.clause), TEXT("ENC-006")), "case %zu", i);
        cr_expect(eq(sz, used, bytes), "case %zu", i);
        cr_expect(rvt_encap_parser_next(&parser, stream + bytes, sizeof stream - bytes, true, &used,
                                        &view, &diag) == RVT_ENCAP_FOUND_PACKET,
                  "case %zu", i);
        cr_expect(eq(u64, view.position, bytes), "case %zu", i);
    }
}

/* The same at the end of the stream. */
Test(encap_headers, no_header_is_no_cut_packet)
{
    static const struct {
        uint8_t header;
        enum rvt_status status;
    } cases[] = {{0x02, RVT_ERR_RESERVED}, {0x24, RVT_ERR_RESERVED}, {0x04, RVT_ERR_TRUNCATED}};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap.framing = RVT_FRAMING_INDEXED;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_encap encap;
        size_t used = 0;

        cr_expect(eq(int, (int)rvt_encap_read(&config, &cases[i].header, 1, &encap, &used, NULL),
                     (int)cases[i].status),
                  "header %02x", cases[i].header);
    }
}

/* The packets of a source, in a text. */
static void note_route(void *context, const struct rvt_encap_view *packet)
{
    unsigned *route = context;

    route[0]++;
    route[1] = (unsigned)packet->position;
    route[2] = packet->srcid;
}

static void note_others(void *context, const struct rvt_encap_view *packet, size_t count)
{
    unsigned *counts = context;

    for (size_t i = 0; i < count; i++)
        counts[0] += packet[i].bytes == 1 ? 101u : 1u;
}

/* Packets go to the first route with their source, the rest to the others. Shows: ENC-015 */
Test(encap_headers, packets_go_to_the_route_of_their_source)
{
    static struct rvt_encap_parser parser;
    static const uint8_t stream[] = {0x01, 7, 0x11, 0x01, 8, 0x22, 0x00,
                                     0x01, 9, 0x33, 0x01, 8, 0x44};
    unsigned seven[3] = {0}, eight[3] = {0}, again[3] = {0}, others[2] = {0};
    const struct rvt_encap_route routes[] = {
        {7, note_route, seven}, {8, note_route, eight}, {8, note_route, again}};
    const struct rvt_encap_parser_output output = {.route = routes,
                                                   .routes = 3,
                                                   .packets = note_others,
                                                   .fault = count_fault,
                                                   .context = others};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap.srcid_bits = 8;
    for (size_t piece = 1; piece <= sizeof stream; piece++) {
        memset(seven, 0, sizeof seven);
        memset(eight, 0, sizeof eight);
        memset(others, 0, sizeof others);
        rvt_encap_parser_init(&parser, &config, true, &output);
        for (size_t at = 0; at < sizeof stream; at += piece)
            rvt_encap_parser_push(&parser, stream + at,
                                  sizeof stream - at < piece ? sizeof stream - at : piece);
        rvt_encap_parser_finish(&parser);
        cr_expect(seven[0] == 1 && seven[1] == 0 && seven[2] == 7, "pieces of %zu", piece);
        cr_expect(eight[0] == 2 && eight[1] == 10 && eight[2] == 8, "pieces of %zu", piece);
        cr_expect(again[0] == 0 && others[1] == 0, "pieces of %zu", piece);
        cr_expect(others[0] == 102, "a packet and a null packet, pieces of %zu: %u", piece,
                  others[0]);
    }
}

static void count_bytes(void *context, const uint8_t *data, size_t bytes)
{
    (void)data;
    *(size_t *)context += bytes;
}

/* A block that a packet fills exactly holds it, a smaller one does not, and nothing is written.
 * Shows: ENC-017 */
Test(encap_headers, a_packet_longer_than_a_block_is_refused)
{
    const struct rvt_encap packet = {.payload = {.byte = {1, 2, 3, 4, 5}, .bytes = 5, .bits = 40}};

    for (unsigned block = 1; block < 12; block++) {
        struct rvt_encap_writer writer;
        struct rvt_config config;
        struct rvt_diag diag;
        size_t bytes = 0;

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.encap.block_bytes = block; /* not checked: no such configuration is legal */
        rvt_encap_writer_init(&writer, &config, count_bytes, &bytes);
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_encap_writer_packet(&writer, &packet, &diag);
        if (block >= 6) {
            cr_expect(eq(int, (int)status, RVT_OK), "%u", block);
            cr_expect(eq(sz, bytes, 6), "%u", block);
            continue;
        }
        cr_expect(eq(int, (int)status, RVT_ERR_CAPACITY), "%u", block);
        cr_expect(eq(sz, bytes, 0));
        cr_expect(eq(str, TEXT(diag.clause), TEXT("ENC-017")));
        cr_expect(eq(str, TEXT(diag.field), TEXT("block_bytes")));
        cr_expect(eq(u64, diag.value, block));
        cr_expect(strstr(diag.text, " 6 bytes") != NULL, "%s", diag.text);
    }
}

/* Bytes without a place for a packet are pushed before a restart: the parser has to be as new. */
Test(encap_headers, a_restart_forgets_what_came_before)
{
    static const uint8_t zeros[40], stream[] = {2, 0x11, 0x22, 1, 0x33};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    for (size_t round = 0; round < 2 * sizeof zeros; round++) {
        static struct rvt_encap_parser parser;
        size_t before = round / 2, header = round % 2;
        unsigned counts[2] = {0, 0};
        struct rvt_encap_parser_output output = {
            .packets = count_packets, .fault = count_fault, .context = counts};

        rvt_encap_parser_init(&parser, &config, before % 2 == 0, &output);
        rvt_encap_parser_push(&parser, zeros, before);
        rvt_encap_parser_push(&parser, stream, header);
        counts[0] = counts[1] = 0;
        rvt_encap_parser_restart(&parser, 100);
        cr_expect(eq(uint, parser.nulls, 0));
        cr_expect(eq(sz, parser.pending, 0));
        rvt_encap_parser_push(&parser, stream, sizeof stream);
        rvt_encap_parser_finish(&parser);
        cr_expect(eq(u64, parser.position, 105), "%zu", before);
        cr_expect(eq(uint, counts[0], 2), "%zu", before);
        cr_expect(eq(uint, counts[1], 0), "%zu", before);
    }
}

static void keep_fault(void *context, const struct rvt_diag *fault)
{
    *(struct rvt_diag *)context = *fault;
}

/* AMB-150: what was expected, what came, and how many are missing, modulo 2^16. */
Test(encap_headers, a_gap_of_indexed_packets_is_reported)
{
    static const struct {
        unsigned first, second, missing;
    } cases[] = {{5, 9, 3}, {5, 5, 0xffff}, {0xffff, 2, 2}, {0xfffe, 0xffff, 0}};
    enum { PACKETS = 2 + RVT_ENCAP_BYTES_MAX / 4 }; /* after the gap, more than the longest one */

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t stream[4 * PACKETS];
        static struct rvt_encap_parser parser;
        struct rvt_diag diag;
        char text[80];
        const struct rvt_encap_parser_output output = {.fault = keep_fault, .context = &diag};
        struct rvt_config config;

        for (unsigned packet = 0; packet < PACKETS; packet++) {
            unsigned index = packet == 0 ? cases[i].first : cases[i].second + packet - 1;

            memcpy(stream + 4 * packet, (uint8_t[]){4, (uint8_t)index, (uint8_t)(index >> 8), 0x11},
                   4);
        }
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.encap.framing = RVT_FRAMING_INDEXED;
        rvt_diag_clear(&diag);
        rvt_encap_parser_init(&parser, &config, true, &output);
        rvt_encap_parser_push(&parser, stream, sizeof stream);
        rvt_encap_parser_finish(&parser);
        cr_expect(eq(int, (int)diag.status, cases[i].missing ? RVT_ERR_SEQUENCE : RVT_OK));
        if (cases[i].missing == 0)
            continue;
        (void)snprintf(text, sizeof text, "expected index %u, observed %u: packets missing: %u,",
                       (cases[i].first + 1) & 0xffff, cases[i].second, cases[i].missing);
        cr_expect(strncmp(diag.text, text, strlen(text)) == 0, "%s", diag.text);
        cr_expect(eq(u64, diag.value, cases[i].second));
        cr_expect(eq(u64, diag.position, 4));
    }
}

/* How many packets came in each call. */
static void note_calls(void *context, const struct rvt_encap_view *packet, size_t count)
{
    struct rvt_text *calls = context;

    (void)packet;
    rvt_text_add(calls, "%u ", (unsigned)count);
}

/* A caller gets the packets of a piece together, as many at a time as there may be. */
Test(encap_headers, packets_are_handed_out_together)
{
    static struct rvt_encap_parser parser;
    static const size_t packets[] = {1, 3, RVT_ENCAP_VIEWS, RVT_ENCAP_VIEWS + 1};
    uint8_t stream[2 * (RVT_ENCAP_VIEWS + 1)];
    char line[64];
    struct rvt_text calls;
    const struct rvt_encap_parser_output output = {.packets = note_calls, .context = &calls};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    memset(stream, 1, sizeof stream);
    rvt_text_init(&calls, line, sizeof line);
    for (size_t i = 0; i < sizeof packets / sizeof packets[0]; i++) {
        rvt_encap_parser_init(&parser, &config, true, &output);
        rvt_encap_parser_push(&parser, stream, 2 * packets[i]);
    }
    cr_expect(eq(str, line, TEXT("1 3 64 64 1 ")));
}

static void note_position(void *context, const struct rvt_encap_view *packet, size_t count)
{
    *(uint64_t *)context = packet[count - 1].position;
}

/* Positions have 64 bits, after a restart as before. */
Test(encap_headers, a_restart_may_be_anywhere)
{
    static struct rvt_encap_parser parser;
    static const uint8_t packet[] = {1, 0x11};
    uint64_t position = 0;
    const struct rvt_encap_parser_output output = {.packets = note_position, .context = &position};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = 0};
    rvt_encap_parser_init(&parser, &config, false, &output);
    rvt_encap_parser_restart(&parser, UINT64_C(0x500000006));
    rvt_encap_parser_push(&parser, packet, sizeof packet);
    cr_expect(eq(u64, position, UINT64_C(0x500000006)));
}

/* A packet is cut at the end of its block, wherever it begins. Shows: ENC-017 */
Test(encap_headers, a_packet_past_the_end_of_its_block_is_a_fault)
{
    for (unsigned at = 0; at < 16; at++)
        for (unsigned length = 1; length < 31; length++) {
            uint8_t stream[48] = {0};
            static struct rvt_encap_parser parser;
            struct rvt_diag diag;
            const struct rvt_encap_parser_output output = {.fault = keep_fault, .context = &diag};
            struct rvt_config config;

            rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
            config.encap.block_bytes = 16;
            stream[at] = (uint8_t)length;
            memset(stream + at + 1, 0x55, length);
            rvt_diag_clear(&diag);
            rvt_encap_parser_init(&parser, &config, true, &output);
            rvt_encap_parser_push(&parser, stream, 16);
            rvt_encap_parser_finish(&parser);
            if (at + 1 + length <= 16) {
                cr_expect(eq(int, (int)diag.status, RVT_OK), "%u at %u: %s", length, at, diag.text);
                continue;
            }
            cr_expect(eq(int, (int)diag.status, RVT_ERR_TRUNCATED), "%u at %u", length, at);
            cr_assert(diag.clause != NULL && diag.field != NULL, "%u at %u", length, at);
            cr_expect(eq(str, TEXT(diag.clause), TEXT("ENC-017")));
            cr_expect(eq(str, TEXT(diag.field), TEXT("length")));
            cr_expect(eq(u64, diag.value, length), "at %u", at);
            cr_expect(eq(u64, diag.position, at), "%u", length);
        }
}
