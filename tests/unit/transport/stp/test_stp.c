/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, MAP_NORESERVE */

#include "tests/unit/stp_rig.h"

#include <sys/mman.h>

#include "transport/stp/stp_encoder.h"

static const struct rvt_stp_format NAT = {.time_type = RVT_STP_TIME_NAT};
static const struct rvt_stp_format LEGACY = {.time_type = RVT_STP_TIME_LEGACY};
static const struct rvt_stp_format UNKNOWN = {.time_type = RVT_STP_TIME_UNKNOWN};

/* Shows: STP-003 */
Test(stp, opcodes_are_numbered_by_their_place)
{
    unsigned named = 0, undocumented = 0;

    for (unsigned row = 0; row < RVT_STP_OPCODES; row++) {
        enum rvt_stp_opcode opcode = (enum rvt_stp_opcode)row, found = RVT_STP_NULL;
        const struct rvt_stp_form *form = rvt_stp_form(opcode);

        cr_expect(eq(int, form->name == NULL, form->kind == RVT_STP_KIND_RESERVED));
        if (form->name == NULL)
            continue;
        cr_expect(rvt_stp_opcode_named(form->name, &found) && found == opcode, "%s", form->name);
        named++;
        undocumented += form->kind == RVT_STP_KIND_UNDOCUMENTED;
    }
    cr_expect(eq(uint, named, 48));
    cr_expect(eq(uint, undocumented, 9));
    cr_expect(eq(uint, rvt_stp_opcode_code(RVT_STP_D32MTS), 0xa));
    cr_expect(eq(uint, rvt_stp_opcode_code(RVT_STP_D4TS), 0xfc));
    cr_expect(eq(uint, rvt_stp_opcode_code(RVT_STP_FREQ_TS), 0xf09));
    cr_expect(eq(uint, rvt_stp_opcode_code(RVT_STP_CERR), 0xf0f3));
    cr_expect(eq(uint, rvt_stp_opcode_code(RVT_STP_PDID_DATA), 0xff1));
    cr_expect(eq(uint, rvt_stp_opcode_code(RVT_STP_ASYNC), 0xfff));
    enum rvt_stp_opcode none;
    cr_expect(not(rvt_stp_opcode_named("D128", &none)));
    cr_expect(not(rvt_stp_opcode_named("", &none)));
}

/* Shows: STP-003, STP-004 */
Test(stp, reading_reports_the_fault_and_its_length)
{
    static const struct {
        const char *digits;
        const struct rvt_stp_format *format;
        enum rvt_status status;
        enum rvt_stp_opcode opcode;
        unsigned nibbles, timestamp_nibbles;
    } rows[] = {
        {"f0c", &NAT, RVT_ERR_RESERVED, (enum rvt_stp_opcode)0x2c, 3, 0},
        {"f0f4", &NAT, RVT_ERR_RESERVED, (enum rvt_stp_opcode)0x34, 4, 0},
        {"ff0", &NAT, RVT_ERR_RESERVED, (enum rvt_stp_opcode)0x40, 3, 0},
        {"f02123", &NAT, RVT_ERR_RESERVED, RVT_STP_USER, 3, 0},
        {"ff2123", &NAT, RVT_ERR_RESERVED, RVT_STP_PDID_TYPE_TS, 3, 0},
        {"f4abf1", &NAT, RVT_ERR_RESERVED, RVT_STP_D8TS, 5, 15},
        {"f4ab12", &UNKNOWN, RVT_ERR_SEQUENCE, RVT_STP_D8TS, 4, 0},
        {"fffff1", &NAT, RVT_ERR_RESERVED, RVT_STP_ASYNC, 6, 0},
        {"f4ab1", &NAT, RVT_ERR_TRUNCATED, RVT_STP_D8TS, 5, 1},
        {"f4a", &UNKNOWN, RVT_ERR_TRUNCATED, RVT_STP_D8TS, 2, 0}, /* the first of two faults */
        {"f4ab12", &LEGACY, RVT_OK, RVT_STP_D8TS, 6, 2},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct stp_stream stream = stp_stream(rows[i].digits);
        struct rvt_stp_packet packet;
        unsigned nibbles = 0;
        enum rvt_status status =
            rvt_stp_read(rows[i].format, stream.byte, 0, stream.nibbles, &packet, &nibbles);

        cr_expect(eq(int, (int)status, (int)rows[i].status), "%s", rows[i].digits);
        cr_expect(eq(int, (int)packet.opcode, (int)rows[i].opcode), "%s", rows[i].digits);
        cr_expect(eq(uint, nibbles, rows[i].nibbles), "%s", rows[i].digits);
        cr_expect(eq(uint, packet.timestamp_nibbles, rows[i].timestamp_nibbles), "%s",
                  rows[i].digits);
    }
}

/* Shows: STP-003, STP-004 */
Test(stp, writing_refuses_what_no_packet_holds)
{
    static const struct {
        struct rvt_stp_packet packet;
        const struct rvt_stp_format *format;
        enum rvt_status status;
    } rows[] = {
        {{.opcode = RVT_STP_D8, .payload = 0x100}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_D4, .payload = 0x10}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_FLAG, .payload = 1}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_D8, .timestamp_nibbles = 1}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_D8, .timestamp = 1}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_D8, .version = 1}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_VERSION, .payload = 3, .version = 1}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_VERSION, .payload = 16}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp = 1}, &NAT, RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp_nibbles = 1, .timestamp = 16},
         &NAT,
         RVT_ERR_CAPACITY},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp_nibbles = 13}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp_nibbles = 15}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp_nibbles = 17}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp_nibbles = 3}, &LEGACY, RVT_ERR_RESERVED},
        {{.opcode = RVT_STP_FLAG_TS, .timestamp_nibbles = 2}, &UNKNOWN, RVT_ERR_SEQUENCE},
        {{.opcode = RVT_STP_XSYNC}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = (enum rvt_stp_opcode)0x0f}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = (enum rvt_stp_opcode)0x10}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = (enum rvt_stp_opcode)0x2f}, &NAT, RVT_ERR_RESERVED},
        {{.opcode = (enum rvt_stp_opcode)0x4e}, &NAT, RVT_ERR_RESERVED},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t bytes[32];
        unsigned nibbles = 0;

        cr_expect(eq(int,
                     (int)rvt_stp_write(rows[i].format, &rows[i].packet, bytes, 0, 2 * sizeof bytes,
                                        &nibbles),
                     (int)rows[i].status),
                  "row %zu", i);
        cr_expect(eq(int,
                     (int)rvt_stp_write(rows[i].format, &rows[i].packet, NULL, 0, 64, &nibbles),
                     (int)rows[i].status),
                  "row %zu, measured", i);
    }
}

/* Shows: STP-001, STP-005 */
Test(stp, async_is_found_at_every_nibble)
{
    uint8_t data[64];
    size_t start = 0;

    for (size_t before = 0; before < 60; before++)
        for (size_t from = 0; from <= before; from++)
            for (size_t f = 0; f < 24; f++) {
                size_t end = before + f + 1, at = before + f - 21;

                memset(data, 0x11, sizeof data);
                for (size_t i = before; i < before + f; i++)
                    data[i / 2] |= (uint8_t)(15U << 4 * (i & 1));
                data[(before + f) / 2] &= (uint8_t)(15U << 4 * (~(before + f) & 1));
                bool found = rvt_stp_find_async(data, from, end, &start);
                cr_assert(found == (f >= 21) && start == (found ? at : end),
                          "%zu F after %zu nibbles, from %zu", f, before, from);
                found = rvt_stp_find_async(data, from, before + f, &start);
                cr_assert(not(found));
                cr_assert(start == before, "a run of %zu F begins at %zu, not %zu", f, before,
                          start);
            }
}

/* Shows: STP-004 */
Test(stp, gray_code_of_64_bits)
{
    static const struct {
        uint64_t value, gray;
    } rows[] = {
        {0, 0},
        {1, 1},
        {2, 3},
        {0x37, 0x2c},
        {0x7fffffff, 0x40000000},
        {0x80000000, 0xc0000000},
        {UINT64_C(1) << 63, UINT64_C(3) << 62},
        {UINT64_MAX, UINT64_C(1) << 63},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(eq(u64, rvt_stp_to_gray(rows[i].value), rows[i].gray));
        cr_expect(eq(u64, rvt_stp_from_gray(rows[i].gray), rows[i].value));
    }
}

Test(stp, a_refused_record_leaves_the_sender_as_it_was)
{
    const struct rvt_stp_encoder_config config = {.time_type = RVT_STP_TIME_NAT};
    struct rvt_stp_record good = {.opcode = RVT_STP_D8, .master = 5, .payload = 0xab};
    struct rvt_stp_record wide = {.opcode = RVT_STP_D8, .master = 6, .payload = 0x100};
    struct rvt_stp_encoder encoder;
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes = 0;

    cr_assert(rvt_stp_encoder_init(&encoder, &config) == RVT_OK);
    cr_expect(rvt_stp_encoder_put(&encoder, &good, out, 15, &bytes) == RVT_ERR_CAPACITY);
    cr_expect(rvt_stp_encoder_put(&encoder, &wide, out, sizeof out, &bytes) == RVT_ERR_CAPACITY);
    cr_assert(rvt_stp_encoder_put(&encoder, &good, out, 16, &bytes) == RVT_OK);
    struct stp_stream expected = stp_stream(STP_ASYNC "f003 105 4ab");
    cr_expect(eq(sz, bytes, 16));
    cr_expect(memcmp(out, expected.byte, 16) == 0);
    cr_expect(rvt_stp_encoder_put(&encoder, &wide, out, sizeof out, &bytes) == RVT_ERR_CAPACITY);
    cr_assert(rvt_stp_encoder_put(&encoder, &good, out, sizeof out, &bytes) == RVT_OK);
    cr_expect(eq(sz, bytes, 1)); /* 4 a: no master before it */
    cr_expect(eq(u8, out[0], 0xa4));
    cr_expect(rvt_stp_encoder_finish(&encoder, out, 0, &bytes) == RVT_ERR_CAPACITY);
    cr_assert(rvt_stp_encoder_finish(&encoder, out, 1, &bytes) == RVT_OK);
    cr_expect(eq(sz, bytes, 1));
    cr_expect(eq(u8, out[0], 0x0b));
    cr_assert(rvt_stp_encoder_finish(&encoder, out, 0, &bytes) == RVT_OK);
    cr_expect(eq(sz, bytes, 0));
}

Test(stp, a_decoder_refuses_what_is_no_switch)
{
    static const struct rvt_stp_config wrong[] = {
        {.start = (enum rvt_stp_start)2},
        {.version_scope = (enum rvt_stp_version_scope)3},
        {.m8_scope = (enum rvt_stp_m8_scope)2},
        {.error_scope = (enum rvt_stp_error_scope)2},
        {.time_type = (enum rvt_stp_time_type)5},
        {.start = (enum rvt_stp_start)0x10000},
        {.version_scope = (enum rvt_stp_version_scope)0x10000},
        {.m8_scope = (enum rvt_stp_m8_scope)0x10000},
        {.error_scope = (enum rvt_stp_error_scope)0x10000},
        {.time_type = (enum rvt_stp_time_type)0x10000},
    };
    const struct rvt_stp_config good = {0};
    const struct rvt_stp_sinks sinks = {.event = stp_log_event}, none = {0};
    struct rvt_stp_decoder decoder;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_expect(rvt_stp_decoder_init(&decoder, &wrong[i], &sinks) == RVT_ERR_PARAMETER, "%zu", i);
    cr_expect(rvt_stp_decoder_init(&decoder, &good, &none) == RVT_ERR_PARAMETER);
    cr_expect(rvt_stp_decoder_init(&decoder, &good, &sinks) == RVT_OK);
}

/* A member that the packet does not have says nothing. Shows: STP-003, STP-004 */
Test(stp, a_version_without_a_second_field_is_not_little_endian)
{
    for (unsigned payload = 0; payload < 16; payload++)
        for (unsigned version = 0; version < 256; version++) {
            const struct rvt_stp_packet packet = {
                .opcode = RVT_STP_VERSION, .payload = payload, .version = (uint8_t)version};
            struct rvt_stp_format format = rvt_stp_announced(&packet);

            cr_expect(eq(int, format.le, payload >= 8 && version >= 128), "%x %02x", payload,
                      version);
        }
}

/* A packet far before the end of a stream of more than 4 GiB. Only its first page is read. */
Test(stp, a_stream_of_more_than_4_gib)
{
    static const uint64_t bytes = (UINT64_C(1) << 32) + 3;
    struct rvt_stp_packet packet;
    unsigned nibbles = 0;
    uint8_t *data =
        mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    cr_assert(data != MAP_FAILED && mprotect(data, 4096, PROT_READ | PROT_WRITE) == 0);
    memcpy(data, "\x17\x32\x54\x76\x98", 5); /* D64: opcode 7, then 16 nibbles */
    cr_expect(eq(int, (int)rvt_stp_read(&NAT, data, 0, 2 * bytes, &packet, &nibbles), RVT_OK));
    cr_expect(eq(int, (int)packet.opcode, RVT_STP_D64));
    cr_expect(eq(u64, packet.payload, UINT64_C(0x1234567890000000)), "%llx",
              (unsigned long long)packet.payload);
    cr_expect(eq(uint, nibbles, 17));
    (void)munmap(data, bytes);
}
