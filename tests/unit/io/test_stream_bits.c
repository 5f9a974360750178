/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files of bits: byte boundaries are found, lost and found again. */
#include "tests/unit/random.h"
#include "tests/unit/scratch.h"

#include "base/text.h"
#include "io/stream.h"
#include "stream/encap_parser.h"

TestSuite(stream_bits, .init = scratch_init, .fini = scratch_fini);

enum { BYTES_MAX = 2000, ROUNDS = 500 };

static struct rvt_config bits(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap.unaligned = true;
    return config;
}

/* "position:bytes" of a packet, "position?" of a fault. */
static void add(struct rvt_text *text, uint64_t position, unsigned bytes)
{
    rvt_text_add(text, bytes ? " %u:%u" : " %u?", (unsigned)position, bytes);
}

static void read_file(const char *path, struct rvt_text *text)
{
    const struct rvt_config config = bits();
    struct rvt_stream_item item;
    struct rvt_stream *stream;
    bool end = false;

    cr_assert(rvt_stream_open(path, &config, RVT_STREAM_ENCAP, &stream, NULL) == RVT_OK);
    while (!end) {
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_stream_read(stream, &item, &end, &diag);
        if (!end && status == RVT_OK)
            add(text, item.position, item.encap.length + 1u);
        else if (status != RVT_OK && strcmp(diag.clause, "ENC-010") != 0)
            add(text, diag.position, 0);
    }
    rvt_stream_close(stream);
}

static void add_packets(void *context, const struct rvt_encap_view *packet, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add(context, packet[i].position, packet[i].bytes);
}

static void add_fault(void *context, const struct rvt_diag *fault)
{
    add(context, fault->position, 0);
}

/* Shows: ENC-010 */
Test(stream_bits, what_is_no_packet_casts_doubt_on_the_boundary)
{
    uint8_t byte[91] = {[32] = 0x80, 0x01, 0x22, 0x81, [56] = 0x04, [88] = 0x0c, 0x10, 0x01};
    char out[2000];
    struct rvt_text text;

    memset(byte + 36, 0x55, 20);
    rvt_text_init(&text, out, sizeof out);
    read_file(scratch_bytes("s.bin", byte, sizeof byte), &text);
    cr_expect_str_eq(out, " 33:2 35? 88:2");
}

/* The fault is an item, and the end comes after it. Shows: ENC-010 */
Test(stream_bits, bits_without_a_sequence_are_a_fault_before_the_end)
{
    static const uint8_t byte[] = {0x01, 0x22, 0x01, 0x22};
    const struct rvt_config config = bits();
    struct rvt_stream_item item;
    struct rvt_stream *stream;
    struct rvt_diag diag;
    bool end = true;

    rvt_diag_clear(&diag);
    cr_assert(rvt_stream_open(scratch_bytes("s.bin", byte, sizeof byte), &config, RVT_STREAM_ENCAP,
                              &stream, NULL) == RVT_OK);
    cr_expect(rvt_stream_read(stream, &item, &end, &diag) == RVT_ERR_TRUNCATED);
    cr_expect_str_eq(diag.clause, "ENC-010");
    cr_expect_not(end);
    cr_expect(rvt_stream_read(stream, &item, &end, &diag) == RVT_OK);
    cr_expect(end);
    rvt_stream_close(stream);
}

/* Shows: ENC-009, ENC-010 */
Test(stream_bits, a_sequence_where_it_is_due_is_null_packets)
{
    uint8_t byte[70] = {[32] = 0x80, 0x01, 0x22, [67] = 0x80, 0x01, 0x22};
    char out[2000], expected[2000];
    struct rvt_text found, text;

    rvt_text_init(&text, expected, sizeof expected);
    add(&text, 33, 2);
    for (unsigned position = 35; position < 68; position++)
        add(&text, position, 1);
    add(&text, 68, 2);
    rvt_text_init(&found, out, sizeof out);
    read_file(scratch_bytes("s.bin", byte, sizeof byte), &found);
    cr_expect_str_eq(out, expected);
}

/* The parser finds the same in the bytes, however they are fed, as the reader in the file. */
Test(stream_bits, a_file_holds_what_its_bytes_hold)
{
    static struct rvt_encap_parser parser;
    static char from_file[1 << 16], from_bytes[1 << 16];
    const struct rvt_config config = bits();
    uint8_t byte[BYTES_MAX];
    uint64_t seed = 1;
    size_t characters = 0;

    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t bytes = 1 + random_below(&seed, BYTES_MAX);
        unsigned zeros = 20 + random_below(&seed, 20);
        struct rvt_text file, whole;
        const struct rvt_encap_parser_output output = {
            .packets = add_packets, .fault = add_fault, .context = &whole};

        for (size_t i = 0; i < bytes; i++)
            byte[i] = random_below(&seed, zeros) ? 0
                      : random_below(&seed, 3)   ? (uint8_t)(1u << random_below(&seed, 8))
                                                 : (uint8_t)next_random(&seed);
        rvt_text_init(&file, from_file, sizeof from_file);
        rvt_text_init(&whole, from_bytes, sizeof from_bytes);
        read_file(scratch_bytes("s.bin", byte, bytes), &file);
        rvt_encap_parser_init(&parser, &config, false, &output);
        rvt_encap_parser_push(&parser, byte, bytes);
        rvt_encap_parser_finish(&parser);
        cr_assert_str_eq(from_file, from_bytes, "round %u:%s not%s", round, from_file, from_bytes);
        characters += strlen(from_file);
    }
    cr_expect(characters > 10 * ROUNDS, "%zu", characters);
}
