/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* te_data packets that must be refused, the code that the text gave to two packets, and how far
 * compression goes. */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <string.h>

#include "tests/unit/checks.h"
#include "tests/unit/data_config.h"
#include "wire/data.h"

/* What must be refused: mode, types, first bytes, status and field. */
static const struct refusal {
    unsigned mode, dtype_width, data_width;
    uint8_t byte[2];
    enum rvt_status status;
    const char *field;
} refusals[] = {
    {0, 3, 32, {0x04}, RVT_ERR_RESERVED, "format"},           /* response without split */
    {0, 3, 32, {0x06}, RVT_ERR_RESERVED, "format"},           /* atomics need dtype_width_p 4 */
    {SPLIT, 1, 32, {0x05}, RVT_ERR_RESERVED, "format"},       /* CSRs need 3 */
    {0, 3, 32, {0x05 | 3 << 3}, RVT_ERR_RESERVED, "subtype"}, /* CSR 11 */
    {0, 4, 32, {0x06 | 7 << 3}, RVT_ERR_RESERVED, "subtype"}, /* 111 with data */
    {NO_ADDRESS, 4, 32, {0x06 | 7 << 3}, RVT_ERR_RESERVED, "subtype"},
    {0, 1, 32, {3 << 2}, RVT_ERR_RESERVED, "size"},  /* 8 bytes on 32 bits */
    {0, 1, 128, {4 << 2}, RVT_ERR_RESERVED, "size"}, /* 16 bytes */
    {NO_ADDRESS, 1, 32, {2 << 2 | 2 << 4}, RVT_ERR_RESERVED, "diff"},
    {0, 3, 32, {0x05 | 2 << 5}, RVT_ERR_RESERVED, "diff"},
    {SPLIT | NO_DATA, 4, 32, {0x07}, RVT_ERR_RESERVED, "format"},    /* no data, no response */
    {SPLIT | NO_ADDRESS, 4, 32, {0x04}, RVT_ERR_RESERVED, "format"}, /* AMB-180 */
    {SPLIT, 4, 32, {0x07, 1}, RVT_ERR_SEQUENCE, "resp"},             /* no request */
    {SPLIT | RSP6, 4, 32, {0x07}, RVT_ERR_RESERVED, "format"},
    {EXTENSION, 4, 64, {2 | 3 << 2}, RVT_ERR_RESERVED, "subformat"},
    {EXTENSION | NO_ADDRESS, 4, 64, {2 | 7 << 2}, RVT_ERR_RESERVED, "subformat"},
    {EXTENSION, 3, 64, {2 | 8 << 2}, RVT_ERR_RESERVED, "subformat"},
};

/* Shows: ETR-DAT-001, ETR-DAT-005, ETR-DAT-007 */
Test(data_errors, codes_without_a_table_are_refused)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *r = &refusals[i];
        struct rvt_config config = configure_data(r->mode, r->dtype_width, r->data_width);
        struct rvt_data_packet packet;
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        cr_expect(
            eq(int, (int)rvt_data_read(&config, r->byte, 2, NULL, &packet, &diag), (int)r->status),
            "refusal %zu", i);
        cr_expect(diag.field != NULL && strcmp(diag.field, r->field) == 0, "refusal %zu: %s", i,
                  diag.text);
        /* sizes up to that of the data exist, even if rvt does not support them */
        bool wide = strcmp(r->field, "size") == 0 && 8u << diag.value <= r->data_width;
        bool says = strstr(diag.text, "supports accesses of at most") != NULL;
        cr_expect(eq(int, says, wide), "refusal %zu: %s", i, diag.text);
    }
}

static enum rvt_status write_one(struct rvt_data_packet packet, const char **field)
{
    struct rvt_config config = configure_data(0, 4, 64);
    struct rvt_payload payload;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_data_write(&config, &packet, &payload, &diag);
    *field = diag.field;
    return status;
}

Test(data_errors, values_that_do_not_fit_are_refused)
{
    const char *field = NULL;

    struct rvt_data_packet wide = {.size = 1, .data = 0x100};
    cr_expect(eq(int, (int)write_one(wide, &field), RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(field), "data"));
    struct rvt_data_packet longer = {.size = 1, .data_len = 2};
    cr_expect(eq(int, (int)write_one(longer, &field), RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(field), "data_len"));
    struct rvt_data_packet huge = {.size = 200, .data_len = 255};
    cr_expect(ne(int, (int)write_one(huge, &field), RVT_OK));
    struct rvt_data_packet csr = {.format = 5, .address = 0x1000};
    cr_expect(eq(int, (int)write_one(csr, &field), RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(field), "addr_msbs"));
}

/* The size of the response of an atomic is that of its request, which a writer gives.
 * Shows: ETR-DAT-002, ETR-DAT-008 */
Test(data_errors, a_response_of_an_atomic_has_at_most_8_bytes)
{
    struct rvt_config config = configure_data(SPLIT, 4, 64);
    struct rvt_data_packet packet = {.resp = RVT_RESP_FULL, .data_len = 7};
    struct rvt_payload payload;
    struct rvt_diag diag;

    rvt_data_set_response(&config, &packet, true);
    packet.size = 3;
    cr_expect(eq(int, (int)rvt_data_write(&config, &packet, &payload, NULL), RVT_OK));
    packet.size = 4;
    rvt_diag_clear(&diag);
    cr_expect(eq(int, (int)rvt_data_write(&config, &packet, &payload, &diag), RVT_ERR_RESERVED));
    cr_expect(eq(str, TEXT(diag.field), "size"));
}

/* Code 110 for request and response: only the atomics in progress can distinguish them, and not
 * always. Shows: ETR-DAT-001 (AMB-170) */
Test(data_errors, the_printed_code_of_split_atomics_is_read_where_it_can_be)
{
    struct rvt_config config = configure_data(SPLIT | RSP6, 4, 64);
    struct rvt_data_pending pending = {{0}};
    struct rvt_data_packet read;
    struct rvt_payload payload;
    const struct rvt_data_packet request = {.format = 6, .subtype = 1, .size = 2, .lrid = 3};
    const struct rvt_data_packet response = {.format = 7, .size = 2, .lrid = 15, .resp = 2};

    cr_assert(eq(int, (int)rvt_data_write(&config, &request, &payload, NULL), RVT_OK));
    cr_assert(eq(int,
                 (int)rvt_data_read(&config, payload.byte, payload.bytes, &pending, &read, NULL),
                 RVT_OK));
    cr_expect(eq(u8, read.format, RVT_DATA_ATOMIC));
    cr_expect(eq(u8, read.lrid, 3));
    pending.size_plus_1[15] = 3;
    cr_assert(eq(int, (int)rvt_data_write(&config, &response, &payload, NULL), RVT_OK));
    cr_assert(eq(int,
                 (int)rvt_data_read(&config, payload.byte, payload.bytes, &pending, &read, NULL),
                 RVT_OK));
    cr_expect(eq(u8, read.format, RVT_DATA_ATOMIC_RESPONSE));
    cr_expect(eq(u8, read.lrid, 15));
    /* an AND on 1 byte: its first bits are those of a response to lrid 2 */
    const struct rvt_data_packet both = {.format = 6, .subtype = 2, .size = 0, .lrid = 3};
    pending.size_plus_1[2] = 1;
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    cr_assert(eq(int, (int)rvt_data_write(&config, &both, &payload, NULL), RVT_OK));
    cr_expect(eq(int,
                 (int)rvt_data_read(&config, payload.byte, payload.bytes, &pending, &read, &diag),
                 RVT_ERR_RESERVED));
    cr_expect_str_eq(diag.field, "format");
    cr_expect(eq(u64, diag.value, 6));
    /* an ADD of 2 bytes on 8 bits: its first bits are those of an error for lrid 9, for which
     * nothing is in progress */
    const uint8_t neither[] = {6 | 1 << 3 | 1 << 6, RVT_RESP_ERROR};
    config = configure_data(SPLIT | RSP6, 4, 8);
    pending.size_plus_1[2] = 0;
    rvt_diag_clear(&diag);
    cr_expect(eq(int, (int)rvt_data_read(&config, neither, sizeof neither, &pending, &read, &diag),
                 RVT_ERR_RESERVED));
    cr_expect_str_eq(diag.field, "size");
    cr_expect(eq(u64, diag.value, 1));
}

/* Shows: ETR-CMP-002, ETR-CMP-011 */
Test(data_errors, compression_and_limit_follow_the_configuration)
{
    struct rvt_config config = configure_data(XLEN64, 4, 128);
    const struct rvt_data_packet packet = {.size = 2, .data = 1, .address = 2};
    struct rvt_payload payload;

    /* format 3, size 3, diff 2, data_len 2, data 8 */
    cr_assert(eq(int, (int)rvt_data_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(uint, payload.bits, 18 + 3));
    config.switches.compress = RVT_COMPRESS_NONE;
    cr_assert(eq(int, (int)rvt_data_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(uint, payload.bits, 18 + 32));
    const struct rvt_data_packet zero = {.size = 2};
    config.switches.compress = RVT_COMPRESS_ADDR_ONLY;
    cr_assert(eq(int, (int)rvt_data_write(&config, &zero, &payload, NULL), RVT_OK));
    cr_expect(eq(uint, payload.bits, 18 + 1));
    config.switches.compress = RVT_COMPRESS_WHOLE;
    cr_assert(eq(int, (int)rvt_data_write(&config, &zero, &payload, NULL), RVT_OK));
    cr_expect(eq(uint, payload.bits, 6)); /* the 0 after size */
    /* the longest of all: atomic, 3 + 3 + 3 + 2 + 2 * (3 + 64) + 64 */
    config.params.daddress_width_p = 64;
    cr_expect(eq(uint, rvt_data_bits_max(&config), 209));
}

/* Shows: ETR-CMP-004 */
Test(data_errors, an_empty_payload_is_refused)
{
    const struct rvt_config config = configure_data(0, 3, 32);
    struct rvt_data_packet packet;
    struct rvt_diag diag;
    uint8_t none = 0;

    rvt_diag_clear(&diag);
    cr_expect(rvt_data_read(&config, &none, 0, NULL, &packet, &diag) == RVT_ERR_TRUNCATED);
    cr_expect(eq(str, TEXT(diag.field), TEXT("payload")));
    cr_expect(eq(str, TEXT(diag.clause), TEXT("ETR-CMP-004")));
    cr_expect(eq(u64, diag.value, 0));
}
