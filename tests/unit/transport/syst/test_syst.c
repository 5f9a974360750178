/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Messages read and written. The vectors in vectors/syst show the formats; these tests add
 * limits, sizes, and places of faults. Shows: SYST-001 SYST-005 SYST-007 SYST-009 SYST-015 */
#include "tests/unit/checks.h"

#include <string.h>

#include "transport/syst/crc32c.h"
#include "transport/syst/syst.h"
#include "transport/syst/syst_check.h"

static uint8_t buffer[RVT_SYST_MESSAGE_BYTES_MAX + 16];

/* Every optional field and the longest payload: the largest message there is. */
Test(syst, largest_message)
{
    static uint8_t body[RVT_SYST_PAYLOAD_BYTES_MAX + 1];
    struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                       .subtype = 63,
                                       .guid = true,
                                       .loc = true,
                                       .len = true,
                                       .ts = true,
                                       .chk = true,
                                       .location = {.tag = RVT_SYST_LOCATION_SOURCE32},
                                       .body = body,
                                       .body_bytes = RVT_SYST_PAYLOAD_BYTES_MAX};
    struct rvt_syst_message read;
    struct rvt_diag diag;
    size_t bytes = 0, used = 0;

    memset(body, 0xa5, sizeof body);
    cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
    cr_expect(eq(sz, bytes, RVT_SYST_MESSAGE_BYTES_MAX));
    cr_assert(rvt_syst_read(buffer, bytes, &read, &used, NULL) == RVT_OK);
    cr_expect(eq(sz, used, bytes));
    cr_expect(eq(sz, read.body_bytes, message.body_bytes));
    cr_expect(memcmp(read.body, body, read.body_bytes) == 0);
    rvt_diag_clear(&diag);
    cr_expect(rvt_syst_write(&message, buffer, bytes - 1, &used, &diag) == RVT_ERR_CAPACITY);
    cr_expect(eq(str, TEXT(diag.field), "message"));
    cr_expect(eq(u64, diag.value, bytes));
    cr_expect(eq(str, TEXT(diag.unit), "byte"));
    cr_expect(eq(u64, diag.position, 0));
    message.body_bytes++;
    rvt_diag_clear(&diag);
    cr_expect(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, &diag) == RVT_ERR_CAPACITY);
    cr_expect(eq(str, TEXT(diag.clause), "SYST-015"));
}

/* Without a length field a payload can be too long on the wire. */
Test(syst, payload_too_long)
{
    struct rvt_syst_message read;
    struct rvt_diag diag;
    size_t used = 0;

    memset(buffer, 0, sizeof buffer);
    buffer[0] = RVT_SYST_RAW;
    cr_expect(rvt_syst_read(buffer, 4 + 65535, &read, &used, NULL) == RVT_OK);
    rvt_diag_clear(&diag);
    cr_expect(rvt_syst_read(buffer, 4 + 65536, &read, &used, &diag) == RVT_ERR_CAPACITY);
    cr_expect(eq(str, TEXT(diag.clause), "SYST-015"));
    cr_expect(eq(u64, diag.position, 4 + 65535));
}

/* So it is refused, whatever the type and subtype of a message with fields. Shows: SYST-015 */
Test(syst, a_payload_that_is_too_long_is_not_sent)
{
    static uint8_t body[RVT_SYST_PAYLOAD_BYTES_MAX + 1];

    for (unsigned type = 0; type < 16; type++)
        for (unsigned subtype = 0; subtype < 64; subtype++) {
            const struct rvt_syst_message message = {.type = (uint8_t)type,
                                                     .subtype = (uint8_t)subtype,
                                                     .body = body,
                                                     .body_bytes = sizeof body};
            struct rvt_diag diag;
            size_t bytes = 0;

            if (!rvt_syst_known_type((uint8_t)type) ||
                rvt_syst_short_bytes(type | subtype << 24) > 0)
                continue;
            rvt_diag_clear(&diag);
            cr_expect(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, &diag) ==
                          RVT_ERR_CAPACITY,
                      "%u/%u", type, subtype);
            cr_assert(diag.clause != NULL && diag.field != NULL, "%u/%u", type, subtype);
            cr_expect(eq(str, TEXT(diag.clause), "SYST-015"), "%u/%u", type, subtype);
            cr_expect(eq(str, TEXT(diag.field), "payload"), "%u/%u", type, subtype);
        }
}

/* Messages that end at each byte, with the rule and field that report it. */
Test(syst, truncated_anywhere)
{
    static const struct {
        size_t from;
        const char *clause, *field;
    } places[] = {{0, "SYST-001", "header"},    {4, "SYST-005", "guid"},
                  {20, "SYST-005", "location"}, {21, "SYST-005", "location.address"},
                  {29, "SYST-005", "length"},   {31, "SYST-005", "timestamp"},
                  {39, "SYST-005", "checksum"}, {43, "SYST-007", "length"},
                  {43 + 20, NULL, NULL}};
    struct rvt_syst_message message = {.type = RVT_SYST_CLOCK,
                                       .subtype = RVT_SYST_CLOCK_TRANSPORT_SYNC,
                                       .guid = true,
                                       .loc = true,
                                       .len = true,
                                       .ts = true,
                                       .chk = true,
                                       .location = {.tag = RVT_SYST_LOCATION_CODE64},
                                       .body = (const uint8_t *)"abcd",
                                       .body_bytes = 4};
    struct rvt_syst_message read;
    size_t bytes = 0, used = 0;
    unsigned at = 0;

    cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
    cr_assert(eq(sz, bytes, 43 + 20));
    for (size_t available = 0; available < bytes; available++) {
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        if (available >= places[at + 1].from)
            at++;
        cr_assert(rvt_syst_read(buffer, available, &read, &used, &diag) == RVT_ERR_TRUNCATED,
                  "%zu bytes", available);
        cr_expect(eq(str, TEXT(diag.clause), TEXT(places[at].clause)), "%zu bytes", available);
        cr_expect(strstr(diag.text, "ends") != NULL, "%s", diag.text);
        cr_expect(eq(str, TEXT(diag.field), TEXT(places[at].field)), "%zu bytes", available);
    }
    cr_expect(rvt_syst_read(buffer, bytes, &read, &used, NULL) == RVT_OK);
}

/* A value one bit too wide is refused; the widest one is accepted. */
Test(syst, widths_of_short_values)
{
    static const struct {
        uint8_t type, subtype;
        unsigned bits, bytes;
    } rows[] = {{RVT_SYST_SHORT32, 0, 28, 4},
                {RVT_SYST_SHORT64, 0, 60, 8},
                {RVT_SYST_BUILD, RVT_SYST_BUILD_COMPACT32, 22, 4},
                {RVT_SYST_BUILD, RVT_SYST_BUILD_COMPACT64, 54, 8}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (unsigned bit = 0; bit <= rows[i].bits; bit++) {
            struct rvt_syst_message message = {
                .type = rows[i].type, .subtype = rows[i].subtype, .value = UINT64_C(1) << bit};
            struct rvt_syst_message read;
            struct rvt_diag diag;
            size_t bytes = 0, used = 0;
            enum rvt_status status = RVT_OK;

            rvt_diag_clear(&diag);
            status = rvt_syst_write(&message, buffer, sizeof buffer, &bytes, &diag);

            if (bit == rows[i].bits) {
                cr_expect(status == RVT_ERR_CAPACITY, "row %zu", i);
                cr_expect(eq(str, diag.text, "the value does not fit the field"));
                continue;
            }
            cr_assert(status == RVT_OK && bytes == rows[i].bytes, "row %zu bit %u", i, bit);
            cr_assert(rvt_syst_read(buffer, bytes + 1, &read, &used, NULL) == RVT_OK);
            cr_expect(used == bytes && read.value == message.value, "row %zu bit %u", i, bit);
            cr_expect(read.type == message.type && read.subtype == message.subtype);
        }
}

static void take_finding(void *context, const struct rvt_finding *finding)
{
    *(struct rvt_finding *)context = *finding;
}

/* A checker reports it with the limit. Shows: SYST-015 */
Test(syst, payload_too_long_for_a_checker)
{
    const struct rvt_syst_config config = {.origins = 4};
    const struct rvt_syst_place place = {.has_channel = false};
    struct rvt_finding finding = {.rule = RVT_RULE_SYST_001};
    struct rvt_syst_checker *checker;
    struct rvt_syst_message read;
    bool delivered = true;
    size_t used = 0;

    memset(buffer, 0, sizeof buffer);
    buffer[0] = RVT_SYST_RAW;
    cr_assert(rvt_syst_checker_open(&config, take_finding, &finding, &checker) == RVT_OK);
    rvt_syst_check(checker, &place, buffer, 4 + 65536, &read, &used, &delivered);
    cr_expect(not(delivered));
    cr_expect(eq(int, (int)finding.rule, RVT_RULE_SYST_015));
    cr_expect(eq(u64, finding.byte, 4 + 65535));
    cr_expect(eq(u64, finding.value, 65536));
    cr_expect(eq(u64, finding.expected, 65535));
    cr_expect_str_eq(finding.field, "payload");
    cr_expect_str_eq(finding.expects, "at most");
    rvt_syst_checker_close(checker);
}

struct reports {
    struct rvt_finding finding[4];
    unsigned count;
};

static void note_finding(void *context, const struct rvt_finding *finding)
{
    struct reports *reports = context;

    cr_assert(reports->count < 4);
    reports->finding[reports->count++] = *finding;
}

/* The findings on bytes, which begin at byte 1000 of a stream. */
static void check_bytes(const uint8_t *data, size_t bytes, struct reports *reports)
{
    const struct rvt_syst_config config = {.origins = 4};
    const struct rvt_syst_place place = {.byte = 1000};
    struct rvt_syst_checker *checker;
    struct rvt_syst_message read;
    bool delivered = false;
    size_t used = 0;

    reports->count = 0;
    cr_assert(rvt_syst_checker_open(&config, note_finding, reports, &checker) == RVT_OK);
    rvt_syst_check(checker, &place, data, bytes, &read, &used, &delivered);
    rvt_syst_checker_close(checker);
}

/* A RAW message with that time, of that channel. */
static void check_timestamp(struct rvt_syst_checker *checker, uint16_t channel, uint64_t time)
{
    const struct rvt_syst_message message = {.type = RVT_SYST_RAW, .ts = true, .timestamp = time};
    const struct rvt_syst_place place = {.has_channel = true, .channel = channel};
    struct rvt_syst_message read;
    bool delivered = false;
    size_t bytes = 0, used = 0;

    cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
    rvt_syst_check(checker, &place, buffer, bytes, &read, &used, &delivered);
    cr_expect(delivered);
}

/* Shows: SYST-105 */
Test(syst, times_are_compared_in_64_bits)
{
    static const uint64_t times[] = {
        1, UINT64_C(1) << 32, UINT64_C(0x300000002), UINT64_C(0x300000001), UINT64_MAX, 5};
    const struct rvt_syst_config config = {.origins = 4};
    struct reports reports = {.count = 0};
    struct rvt_syst_checker *checker;

    cr_assert(rvt_syst_checker_open(&config, note_finding, &reports, &checker) == RVT_OK);
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        check_timestamp(checker, 1, times[i]);
    rvt_syst_checker_close(checker);
    cr_assert(eq(uint, reports.count, 3));
    cr_expect(eq(int, (int)reports.finding[0].rule, RVT_RULE_SYST_106));
    for (unsigned i = 0; i < 2; i++) {
        cr_expect(eq(int, (int)reports.finding[1 + i].rule, RVT_RULE_SYST_105));
        cr_expect(eq(u64, reports.finding[1 + i].value, times[3 + 2 * i]));
        cr_expect(eq(u64, reports.finding[1 + i].expected, times[2 + 2 * i]));
    }
}

static void count_finding(void *context, const struct rvt_finding *finding)
{
    (void)finding;
    ++*(unsigned *)context;
}

/* One finding for each origin. Shows: SYST-106 */
Test(syst, a_checker_keeps_1024_origins_unless_told_otherwise)
{
    const struct rvt_syst_config config = {.origins = 0};
    struct rvt_syst_checker *checker;
    unsigned findings = 0;

    cr_assert(rvt_syst_checker_open(&config, count_finding, &findings, &checker) == RVT_OK);
    for (uint16_t channel = 0; channel < 1030; channel++)
        check_timestamp(checker, channel, 1);
    rvt_syst_checker_close(checker);
    cr_expect(eq(uint, findings, 1024));
}

/* A text argument after stars and numbers: its first illegal byte is reported, and no byte of a
 * number. Shows: SYST-102 */
Test(syst, the_place_of_an_illegal_byte_in_an_argument)
{
    static const char body[] = "%*d%.*x%s%s\0"
                               "\xfe\0\0\0\2\0\0\0\3\0\0\0\xfd\0\0\0"
                               "good\0ab\xff";
    const struct rvt_syst_message message = {.type = RVT_SYST_STRING,
                                             .subtype = RVT_SYST_STRING_PRINTF_32,
                                             .body = (const uint8_t *)body,
                                             .body_bytes = sizeof body};
    struct reports reports;
    size_t bytes = 0;

    cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
    check_bytes(buffer, bytes, &reports);
    cr_assert(eq(uint, reports.count, 1));
    cr_expect(eq(int, (int)reports.finding[0].rule, RVT_RULE_SYST_102));
    cr_expect(eq(u64, reports.finding[0].byte, 1000 + bytes - 2));
    cr_expect(eq(u64, reports.finding[0].value, 0xff));
}

/* An illegal byte at the beginning of a format. Shows: SYST-102 */
Test(syst, the_place_of_an_illegal_byte_in_a_format)
{
    static const char body[] = "\xfelong format\0";
    const struct rvt_syst_message message = {.type = RVT_SYST_STRING,
                                             .subtype = RVT_SYST_STRING_PRINTF_32,
                                             .body = (const uint8_t *)body,
                                             .body_bytes = sizeof body - 1};
    struct reports reports;
    size_t bytes = 0;

    cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
    check_bytes(buffer, bytes, &reports);
    cr_assert(eq(uint, reports.count, 1));
    cr_expect(eq(int, (int)reports.finding[0].rule, RVT_RULE_SYST_102));
    cr_expect(eq(u64, reports.finding[0].byte, 1000 + 4));
    cr_expect(eq(u64, reports.finding[0].value, 0xfe));
}

/* Shows: SYST-014 */
Test(syst, a_build_needs_no_text)
{
    const struct rvt_syst_message message = {
        .type = RVT_SYST_BUILD, .subtype = RVT_SYST_BUILD_LONG, .body_bytes = 0};
    struct reports reports;
    size_t bytes = 0;

    cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
    check_bytes(buffer, bytes, &reports);
    cr_expect(zero(uint, reports.count));
}

/* The bytes of a head that are there: up to the stated length, if it is stated. Shows: SYST-012 */
Test(syst, a_head_ends_with_its_payload)
{
    for (unsigned stated = 0; stated < 2; stated++)
        for (unsigned length = 0; length < 4; length++)
            for (unsigned timed = 0; timed < 2; timed++) {
                uint8_t data[40] = {RVT_SYST_CATALOG, (uint8_t)(stated << 1 | timed << 3), 0,
                                    RVT_SYST_CATALOG_ID32_P32};
                size_t at = 4 + 2 * stated + 8 * timed;
                struct reports reports;

                if (stated)
                    data[4] = (uint8_t)length;
                check_bytes(data, stated ? sizeof data : at + length, &reports);
                cr_assert(ge(uint, reports.count, 1));
                cr_expect(eq(int, (int)reports.finding[0].rule, RVT_RULE_SYST_012), "%u/%u", stated,
                          length);
                cr_expect(eq(u64, reports.finding[0].value, length), "%u/%u", stated, length);
                cr_expect(eq(u64, reports.finding[0].expected, 4));
                cr_expect(eq(u64, reports.finding[0].byte, 1000 + at));
            }
}

/* A length that leaves out the last bytes before the right checksum. Shows: SYST-007 */
Test(syst, the_place_of_a_length_that_is_too_small)
{
    for (unsigned timed = 0; timed < 2; timed++) {
        const struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                                 .len = true,
                                                 .ts = timed != 0,
                                                 .chk = true,
                                                 .body = (const uint8_t *)"abcdefgh",
                                                 .body_bytes = 8};
        struct rvt_syst_message read;
        struct rvt_diag diag;
        size_t bytes = 0, used = 0;

        cr_assert(rvt_syst_write(&message, buffer, sizeof buffer, &bytes, NULL) == RVT_OK);
        buffer[4] = 5;
        uint32_t sum = rvt_crc32c(0, buffer, bytes - 4);
        for (unsigned i = 0; i < 4; i++)
            buffer[bytes - 4 + i] = (uint8_t)(sum >> 8 * i);
        rvt_diag_clear(&diag);
        cr_expect(rvt_syst_read(buffer, bytes, &read, &used, &diag) == RVT_ERR_CAPACITY);
        cr_expect(eq(str, TEXT(diag.clause), TEXT("SYST-007")));
        cr_expect(eq(u64, diag.position, 4));
        cr_expect(eq(u64, diag.value, 5));
    }
}

struct visited {
    uint64_t length, checksum;
    unsigned fields;
};

static void visit_field(void *context, const char *name, uint64_t value, unsigned width,
                        size_t at_bit)
{
    struct visited *visited = context;

    (void)at_bit;
    if (strcmp(name, "length") == 0) {
        visited->length = value;
        cr_expect(eq(uint, width, 16));
    }
    if (strcmp(name, "checksum") == 0) {
        visited->checksum = value;
        cr_expect(eq(uint, width, 32));
    }
    visited->fields++;
}

/* Length and checksum are reported as they are in the message, right or wrong.
 * Shows: SYST-007, SYST-008 */
Test(syst, a_visit_shows_length_and_checksum_of_the_message)
{
    const struct rvt_syst_message message = {.type = RVT_SYST_RAW,
                                             .len = true,
                                             .chk = true,
                                             .length = 0x8405,
                                             .checksum = 0x12345678,
                                             .body = (const uint8_t *)"abcdefgh",
                                             .body_bytes = 8};
    struct visited visited = {0};

    cr_assert(rvt_syst_visit(&message, visit_field, &visited) == RVT_OK);
    cr_expect(eq(u64, visited.length, 0x8405));
    cr_expect(eq(u64, visited.checksum, 0x12345678));
    cr_expect(gt(uint, visited.fields, 10));
    const struct rvt_syst_message wide = {.type = RVT_SYST_RAW, .origin = 1 << 11};
    cr_expect(eq(int, (int)rvt_syst_visit(&wide, visit_field, &visited), RVT_ERR_CAPACITY));
}
