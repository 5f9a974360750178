/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/random.h"
#include "tests/unit/scratch.h"

#include "io/dump.h"
#include "io/stream.h"
#include "io/stream_writer.h"
#include "wire/packet.h"

TestSuite(stream, .init = scratch_init, .fini = scratch_fini);

static struct rvt_config config_of(unsigned srcid_bits, unsigned type_bits,
                                   unsigned timestamp_bytes)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.encap = (struct rvt_encap_config){.srcid_bits = srcid_bits,
                                             .srcid = srcid_bits ? 1 : 0,
                                             .type_bits = type_bits,
                                             .flow = 2,
                                             .timestamp_bytes = timestamp_bytes};
    return config;
}

static struct rvt_stream *opened(const char *path, const struct rvt_config *config,
                                 enum rvt_stream_form form)
{
    struct rvt_stream *stream = NULL;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_stream_open(path, config, form, &stream, &diag), RVT_OK));
    return stream;
}

/* Reads an item; end counts as status RVT_OK with unit null. */
static enum rvt_status next(struct rvt_stream *stream, struct rvt_stream_item *item,
                            struct rvt_diag *diag)
{
    bool end = false;

    rvt_diag_clear(diag);
    enum rvt_status status = rvt_stream_read(stream, item, &end, diag);
    if (status == RVT_OK && end)
        item->unit = NULL;
    return status;
}

static struct rvt_payload payload_of(const char *text)
{
    struct rvt_payload payload = {.bytes = (uint8_t)strlen(text)};

    payload.bits = payload.bits_full = (uint16_t)(8 * payload.bytes);
    memcpy(payload.byte, text, payload.bytes);
    return payload;
}

Test(stream, a_packet_list_may_have_comments_blanks_and_no_last_newline)
{
    struct rvt_config config = config_of(0, 0, 0);
    struct rvt_stream *stream =
        opened(scratch_text("s.hex", "# head\n\n 1F\t# support\r\n\t\n7300000020\r\n4f"), &config,
               RVT_STREAM_HEX);
    struct rvt_stream_item item;
    struct rvt_diag diag;

    cr_assert(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(u64, item.position, 3));
    cr_expect(eq(str, TEXT(item.unit), "line"));
    cr_expect(eq(u8, item.encap.payload.bytes, 1));
    cr_expect(eq(u8, item.encap.payload.byte[0], 0x1f));
    cr_assert(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(u64, item.position, 5));
    cr_expect(eq(u8, item.encap.payload.bytes, 5));
    cr_expect(eq(u8, item.encap.payload.byte[4], 0x20));
    cr_expect(eq(ptr, (void *)(uintptr_t)rvt_stream_foreign(&config, &item), NULL));
    cr_assert(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(u64, item.position, 6));
    cr_assert(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(ptr, (void *)(uintptr_t)item.unit, NULL));
    rvt_stream_close(stream);
}

/* Shows: ENC-006 */
Test(stream, a_payload_that_is_too_long_is_passed_over)
{
    struct rvt_config config = config_of(0, 0, 0);
    char text[31 * 2 + 1 + 32 * 2 + 1 + 4];
    struct rvt_stream_item item;
    struct rvt_diag diag;

    memset(text, '0', sizeof text);
    text[62] = '\n';
    text[62 + 65] = '\n';
    memcpy(text + 62 + 66, "1f\n", 4);
    struct rvt_stream *stream = opened(scratch_text("s.hex", text), &config, RVT_STREAM_HEX);
    cr_expect(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(u8, item.encap.payload.bytes, 31));
    cr_expect(eq(int, next(stream, &item, &diag), RVT_ERR_CAPACITY));
    cr_expect(eq(u64, diag.position, 2));
    cr_expect(eq(u64, diag.value, 256));
    cr_expect(eq(str, TEXT(diag.clause), "ENC-006"));
    cr_expect(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(u8, item.encap.payload.byte[0], 0x1f));
    rvt_stream_close(stream);
}

Test(stream, bad_hexadecimal_is_reported_with_line_and_column)
{
    static const char *const lines[] = {"1g", "1", "1 f", "0x1f", "1f,1f"};

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        struct rvt_config config = config_of(0, 0, 0);
        struct rvt_stream_item item;
        struct rvt_diag diag;
        struct rvt_stream *stream =
            opened(scratch_text("s.hex", lines[i]), &config, RVT_STREAM_HEX);
        cr_expect(eq(int, next(stream, &item, &diag), RVT_ERR_SYNTAX), "%s", lines[i]);
        cr_expect(eq(u64, diag.position, 1), "%s", lines[i]);
        rvt_stream_close(stream);
    }
}

/* Writes 50 random payloads under every encapsulation in that form, and reads them back. */
static void round_trip(enum rvt_stream_form form)
{
    static const unsigned widths[] = {0, 1, 6, 8, 12, 16};
    uint64_t random = 5;

    for (size_t width = 0; width < 6; ++width)
        for (unsigned stamp = 0; stamp <= 8; stamp += 4) {
            struct rvt_config config = config_of(widths[width], width % 3 ? 1 : 0, stamp);
            struct rvt_output *output = NULL;
            struct rvt_stream_writer writer;
            struct rvt_diag diag;
            struct rvt_payload payload[50];
            uint64_t offset = 0;
            rvt_diag_clear(&diag);
            cr_assert(eq(int, rvt_output_open(scratch_path("s.bin"), &output, &diag), RVT_OK));
            rvt_stream_writer_init(&writer, output, &config, form);
            for (unsigned i = 0; i < 50; ++i) {
                payload[i] = payload_of("");
                payload[i].bytes = (uint8_t)(1 + random_below(&random, 30));
                payload[i].bits = (uint16_t)(8 * payload[i].bytes);
                for (unsigned byte = 0; byte < payload[i].bytes; ++byte)
                    payload[i].byte[byte] = (uint8_t)next_random(&random);
                cr_assert(eq(
                    int, rvt_stream_writer_put(&writer, &payload[i], false, UINT64_MAX - i, &diag),
                    RVT_OK));
            }
            cr_assert(eq(int, rvt_stream_writer_finish(&writer), RVT_OK));
            cr_assert(eq(int, rvt_output_finish(output, &diag), RVT_OK));
            struct rvt_stream *stream = opened(scratch_path("s.bin"), &config, form);
            for (unsigned i = 0; i < 50; ++i) {
                struct rvt_stream_item item;
                cr_assert(eq(int, next(stream, &item, &diag), RVT_OK), "%s", diag.text);
                cr_assert(ge(u64, item.position, offset));
                offset = item.position + 1;
                cr_expect(eq(u8, item.encap.flow, 2));
                cr_expect(eq(int, item.encap.extend, stamp > 0));
                cr_expect(eq(u64, item.encap.timestamp,
                             stamp ? (UINT64_MAX - i) & rvt_mask(8 * stamp) : 0));
                for (unsigned byte = 0; byte < payload[i].bytes; ++byte) {
                    const struct rvt_payload *got = &item.encap.payload;
                    uint8_t sign = got->byte[got->bytes - 1] & 0x80 ? 0xff : 0;
                    cr_assert(
                        eq(u8, byte < got->bytes ? got->byte[byte] : sign, payload[i].byte[byte]));
                }
                cr_expect(eq(ptr, (void *)(uintptr_t)rvt_stream_foreign(&config, &item), NULL));
            }
            rvt_stream_close(stream);
        }
}

/* Shows: ENC-001 ENC-003 ENC-004 ENC-005 ENC-016 ENC-020 */
Test(stream, what_is_written_reads_back_under_every_encapsulation)
{
    round_trip(RVT_STREAM_ENCAP);
}

Test(stream, what_is_written_in_frames_reads_back)
{
    round_trip(RVT_STREAM_FRAME);
}

Test(stream, what_is_written_in_messages_on_stp_reads_back)
{
    round_trip(RVT_STREAM_STP);
}

/* Shows: ENC-007 ENC-009 ENC-015 */
Test(stream, nulls_other_sources_and_other_types_are_distinguished)
{
    /* srcID 8 bits, type 1 bit: 01 is ours, 02 another source, type 1 data */
    static const uint8_t bytes[] = {0x00, 0x80, 0x01, 0x01, 0x0e, 0x01,
                                    0x02, 0x0e, 0x01, 0x01, 0x0f};
    static const char *const want[] = {"null", "null", NULL, "other source", "other type"};
    struct rvt_config config = config_of(8, 1, 0);
    struct rvt_stream *stream =
        opened(scratch_bytes("s.bin", bytes, sizeof bytes), &config, RVT_STREAM_ENCAP);

    for (unsigned i = 0; i < 5; ++i) {
        struct rvt_stream_item item;
        struct rvt_diag diag;
        cr_assert(eq(int, next(stream, &item, &diag), RVT_OK));
        const char *foreign = rvt_stream_foreign(&config, &item);
        cr_expect(eq(str, TEXT(foreign ? foreign : "-"), TEXT(want[i] ? want[i] : "-")), "item %u",
                  i);
    }
    rvt_stream_close(stream);
}

/* Shows: ENC-004 */
Test(stream, an_incomplete_packet_is_reported_at_every_length)
{
    struct rvt_config config = config_of(12, 1, 4);
    struct rvt_payload payload = payload_of("\x11\x22\x33\x44");
    struct rvt_output *output = NULL;
    struct rvt_stream_writer writer;
    struct rvt_diag diag;
    size_t bytes = 0;

    rvt_diag_clear(&diag);
    cr_assert(eq(int, rvt_output_open(scratch_path("s.bin"), &output, &diag), RVT_OK));
    rvt_stream_writer_init(&writer, output, &config, RVT_STREAM_ENCAP);
    cr_assert(eq(int, rvt_stream_writer_put(&writer, &payload, false, 7, &diag), RVT_OK));
    cr_assert(eq(int, rvt_output_finish(output, &diag), RVT_OK));
    char *file = scratch_read(scratch_path("s.bin"), &bytes);
    for (size_t length = 1; length < bytes; ++length) {
        struct rvt_stream *stream =
            opened(scratch_bytes("cut.bin", file, length), &config, RVT_STREAM_ENCAP);
        struct rvt_stream_item item;
        cr_expect(eq(int, next(stream, &item, &diag), RVT_ERR_TRUNCATED), "%zu bytes", length);
        cr_expect(eq(str, TEXT(diag.unit), "byte"));
        cr_expect(le(u64, diag.position, length));
        cr_expect(eq(int, next(stream, &item, &diag), RVT_OK));
        cr_expect(eq(ptr, (void *)(uintptr_t)item.unit, NULL));
        rvt_stream_close(stream);
    }
    free(file);
}

/* Shows: ENC-010 ENC-012 */
Test(stream, after_a_bad_header_reading_resumes_after_a_synchronisation_sequence)
{
    /* 31 + T + S = 31: with 31 nulls the header is not known yet, with 32 it is */
    for (unsigned nulls = 31; nulls <= 32; ++nulls) {
        struct rvt_config config = config_of(0, 0, 0);
        uint8_t bytes[64] = {0x81, 0x01, 0x02};
        struct rvt_stream_item item;
        struct rvt_diag diag;
        bytes[3 + nulls] = 0x01;
        bytes[4 + nulls] = 0x1f;
        struct rvt_stream *stream =
            opened(scratch_bytes("s.bin", bytes, 5 + nulls), &config, RVT_STREAM_ENCAP);
        cr_expect(eq(int, next(stream, &item, &diag), RVT_ERR_PARAMETER));
        cr_expect(eq(str, TEXT(diag.clause), "ENC-005"));
        cr_expect(eq(int, next(stream, &item, &diag), RVT_OK));
        if (nulls == 32) {
            cr_assert(ne(ptr, (void *)(uintptr_t)item.unit, NULL));
            cr_expect(eq(u64, item.position, 3 + nulls));
            cr_expect(eq(u8, item.encap.payload.byte[0], 0x1f));
        } else {
            cr_expect(eq(ptr, (void *)(uintptr_t)item.unit, NULL));
        }
        rvt_stream_close(stream);
    }
}

Test(stream, a_packet_without_payload_is_passed_over_whole)
{
    /* srcID 7 bits, type 2 bits: one counted byte leaves nothing for the payload */
    static const uint8_t bytes[] = {0x01, 0xff, 0x02, 0x01, 0x0f};
    struct rvt_config config = config_of(7, 2, 0);
    struct rvt_stream *stream =
        opened(scratch_bytes("s.bin", bytes, sizeof bytes), &config, RVT_STREAM_ENCAP);
    struct rvt_stream_item item;
    struct rvt_diag diag;

    cr_expect(eq(int, next(stream, &item, &diag), RVT_ERR_RESERVED));
    cr_expect(eq(u64, diag.position, 0));
    cr_expect(eq(int, next(stream, &item, &diag), RVT_OK));
    cr_expect(eq(u64, item.position, 2));
    rvt_stream_close(stream);
}

static void dump_item(void *output, const struct rvt_config *config,
                      const struct rvt_stream_item *item)
{
    struct rvt_packet packet;
    const struct rvt_payload *payload = &item->encap.payload;
    bool own = !rvt_stream_foreign(config, item) &&
               rvt_packet_read(config, payload->byte, payload->bytes, &packet, NULL) == RVT_OK;

    rvt_dump_text(output, config, item, own ? &packet : NULL);
    cr_expect(eq(int, rvt_dump_json(output, config, item, own ? &packet : NULL), RVT_OK));
}

/* Any bytes give items and faults up to the end, and each can be dumped. Runs under sanitizers
 * as well. */
Test(stream, random_bytes_are_survived)
{
    uint64_t random = 9;

    for (unsigned round = 0; round < 300; ++round) {
        struct rvt_config config = config_of(random_below(&random, 17), random_below(&random, 9),
                                             random_below(&random, 9));
        uint8_t bytes[400];
        struct rvt_output *output = NULL;
        struct rvt_stream_item item = {.unit = "byte"};
        struct rvt_diag diag;
        unsigned reads = 0;
        for (size_t i = 0; i < sizeof bytes; ++i)
            bytes[i] = random_below(&random, 3) ? (uint8_t)next_random(&random) : 0;
        rvt_diag_clear(&diag);
        cr_assert(eq(int, rvt_output_open("/dev/null", &output, &diag), RVT_OK));
        struct rvt_stream *stream =
            opened(scratch_bytes("s.bin", bytes, sizeof bytes), &config, RVT_STREAM_ENCAP);
        while (item.unit) {
            enum rvt_status status = next(stream, &item, &diag);
            cr_assert(lt(uint, ++reads, 500));
            if (status != RVT_OK) {
                rvt_dump_text_fault(output, &item, &diag);
                cr_expect(
                    eq(int, rvt_dump_json_fault(output, &config, &item, false, &diag), RVT_OK));
            } else if (item.unit) {
                dump_item(output, &config, &item);
            }
        }
        rvt_stream_close(stream);
        cr_assert(eq(int, rvt_output_finish(output, &diag), RVT_OK));
    }
}
