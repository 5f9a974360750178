/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Messages read and written. The vectors in vectors/syst show the formats; these tests add
 * limits, sizes, and places of faults. Shows: SYST-001 SYST-005 SYST-007 SYST-009 SYST-015 */
#include "tests/unit/checks.h"

#include <string.h>

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
    cr_expect(rvt_syst_write(&message, buffer, bytes - 1, &used, NULL) == RVT_ERR_CAPACITY);
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
