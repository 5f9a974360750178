/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/packets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/encap.h"

static struct rvt_config encap_config(unsigned srcid_bits, unsigned type_bits,
                                      unsigned timestamp_bytes)
{
    struct rvt_config config = delta_config();

    config.encap.srcid_bits = srcid_bits;
    config.encap.type_bits = type_bits;
    config.encap.timestamp_bytes = timestamp_bytes;
    return config;
}

/* A payload of bytes whole bytes. */
static struct rvt_payload bytes_payload(const uint8_t *byte, uint8_t bytes)
{
    struct rvt_payload payload = {
        .bytes = bytes, .bits = (uint16_t)(8 * bytes), .bits_full = (uint16_t)(8 * bytes)};

    memcpy(payload.byte, byte, bytes);
    return payload;
}

static uint64_t bits_of(const uint8_t *data, size_t at, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; ++i)
        value |= (uint64_t)(data[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

/* Shows: GV-22, GV-23, ENC-001, ENC-002, ENC-003 */
Test(encap, packets_of_the_transport_chapter)
{
    static const struct {
        const char *name;
        unsigned srcid_bits, srcid, type_bits, type;
        uint8_t payload_bytes, payload[10];
        size_t bytes;
        uint8_t byte[12];
    } cases[] = {
        {"GV-22",
         6,
         1,
         2,
         2,
         5,
         {0x32, 0x04, 0x00, 0x00, 0x02},
         7,
         {0x06, 0x81, 0x32, 0x04, 0x00, 0x00, 0x02}},
        {"GV-23",
         0,
         0,
         0,
         0,
         5,
         {0x32, 0x04, 0x00, 0x00, 0x02},
         6,
         {0x05, 0x32, 0x04, 0x00, 0x00, 0x02}},
        {"chapter, 6-bit srcID 10",
         6,
         10,
         2,
         2,
         7,
         {0xbd, 0xaa, 0xaa, 0x68, 0x00, 0x00, 0x20},
         9,
         {0x08, 0x8a, 0xbd, 0xaa, 0xaa, 0x68, 0x00, 0x00, 0x20}},
        {"chapter, 6-bit srcID 5",
         6,
         5,
         2,
         2,
         9,
         {0x73, 0x00, 0x00, 0x00, 0x00, 0x91, 0x82, 0x00, 0x10},
         11,
         {0x0a, 0x85, 0x73, 0x00, 0x00, 0x00, 0x00, 0x91, 0x82, 0x00, 0x10}},
        {"chapter, ATB",
         0,
         0,
         0,
         0,
         7,
         {0xbd, 0xaa, 0xaa, 0x68, 0x00, 0x00, 0x20},
         8,
         {0x07, 0xbd, 0xaa, 0xaa, 0x68, 0x00, 0x00, 0x20}},
        {"8-bit srcID", 8, 0x5a, 0, 0, 1, {0x22}, 3, {0x01, 0x5a, 0x22}},
        {"12-bit srcID", 12, 0xabc, 0, 0, 1, {0x22}, 4, {0x02, 0xbc, 0x2a, 0x02}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_config config = encap_config(cases[i].srcid_bits, cases[i].type_bits, 0);
        struct rvt_encap encap = {.srcid = (uint16_t)cases[i].srcid,
                                  .type = (uint8_t)cases[i].type,
                                  .payload =
                                      bytes_payload(cases[i].payload, cases[i].payload_bytes)};
        struct rvt_encap back;
        uint8_t out[RVT_ENCAP_BYTES_MAX];
        size_t bytes, used;

        cr_assert(
            eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK),
            "%s", cases[i].name);
        cr_expect(eq(sz, bytes, cases[i].bytes), "%s", cases[i].name);
        cr_expect(memcmp(out, cases[i].byte, cases[i].bytes) == 0, "%s", cases[i].name);
        cr_assert(
            eq(int, (int)rvt_encap_read(&config, cases[i].byte, bytes, &back, &used, NULL), RVT_OK),
            "%s", cases[i].name);
        cr_expect(eq(sz, used, bytes), "%s", cases[i].name);
        cr_expect(eq(int, (int)back.kind, RVT_ENCAP_NORMAL));
        cr_expect(eq(u16, back.srcid, encap.srcid), "%s", cases[i].name);
        cr_expect(eq(u8, back.type, encap.type), "%s", cases[i].name);
        cr_expect(eq(u8, back.payload.bytes, encap.payload.bytes), "%s", cases[i].name);
        cr_expect(memcmp(back.payload.byte, encap.payload.byte, sizeof encap.payload.byte) == 0,
                  "%s", cases[i].name);
    }
}

/* The payload of GV-5, 7 bits, joins the srcID remainder bit by bit, or padded first. Shows:
 * ENC-020 */
Test(encap, joint_compression_packs_bits_and_separate_packs_bytes)
{
    const struct rvt_packet packet = {.format = 2, .address = 8};
    struct rvt_config config = encap_config(9, 0, 0);
    struct rvt_encap encap = {.srcid = 0x1ff}, back;
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t bytes, used;

    cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &encap.payload, NULL), RVT_OK));
    cr_expect(eq(u16, encap.payload.bits, 7));
    cr_assert(
        eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK));
    cr_assert(eq(sz, bytes, 3));
    cr_expect(memcmp(out, "\x01\xff\x45", 3) == 0);
    config.switches.encap_compress = RVT_ENCAP_COMPRESS_SEPARATE;
    cr_assert(
        eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK));
    cr_assert(eq(sz, bytes, 4));
    cr_expect(memcmp(out, "\x02\xff\x45\x00", 4) == 0);
    cr_assert(eq(int, (int)rvt_encap_read(&config, out, bytes, &back, &used, NULL), RVT_OK));
    cr_expect(eq(u8, back.payload.bytes, 1));
    cr_expect(eq(u8, back.payload.byte[0], 0x22));
}

/* Shows: ENC-009 */
Test(encap, nulls_are_one_byte)
{
    const struct rvt_config config = encap_config(6, 1, 4);

    for (unsigned value = 0; value < 256; value += 32) {
        const uint8_t byte = (uint8_t)value;
        enum rvt_encap_kind kind = value & 0x80 ? RVT_ENCAP_NULL_ALIGNMENT : RVT_ENCAP_NULL_IDLE;
        struct rvt_encap encap;
        uint8_t out[2] = {0x55, 0x55};
        size_t used, bytes;

        cr_assert(eq(int, (int)rvt_encap_read(&config, &byte, 1, &encap, &used, NULL), RVT_OK));
        cr_expect(eq(int, (int)encap.kind, (int)kind));
        cr_expect(eq(u8, encap.flow, value >> 5 & 3));
        cr_expect(eq(u8, encap.length, 0));
        cr_expect(eq(sz, used, 1));
        encap = (struct rvt_encap){.kind = kind, .flow = (uint8_t)(value >> 5 & 3), .srcid = 3};
        cr_assert(eq(int, (int)rvt_encap_write(&config, &encap, out, 1, &bytes, NULL), RVT_OK));
        cr_expect(eq(sz, bytes, 1));
        cr_expect(eq(u8, out[0], byte));
        cr_expect(eq(u8, out[1], 0x55));
    }
}

/*
 * Every srcID, type and timestamp width: the fields are in table order, bit by bit, the sizes
 * follow the formulas, and the packet reads back the same. Shows: ENC-001..005, ENC-007, ENC-008,
 * ENC-020
 */
Test(encap, fields_stand_in_table_order_for_all_widths)
{
    uint64_t state = 5;

    for (unsigned round = 0; round < 40000; ++round) {
        unsigned s = random_below(&state, 17), y = random_below(&state, 9);
        unsigned t = random_below(&state, 9);
        struct rvt_config config = encap_config(s, y, t);
        struct rvt_packet packet = random_packet(&config, &state), seen;
        struct rvt_encap encap = {.flow = (uint8_t)random_below(&state, 4),
                                  .extend = t && next_random(&state) & 1,
                                  .srcid = (uint16_t)(next_random(&state) & rvt_mask(s)),
                                  .type = (uint8_t)(next_random(&state) & rvt_mask(y))};
        struct rvt_encap back;
        bool joint = next_random(&state) & 1;
        uint8_t out[RVT_ENCAP_BYTES_MAX];
        size_t at, bytes, used, length, carried;
        char title[80];

        (void)snprintf(title, sizeof title, "round %u: srcID %u, type %u, T %u, joint %d", round, s,
                       y, t, joint);
        memset(out, 0xa5, sizeof out); /* stale data must not shine through */
        config.switches.encap_compress =
            joint ? RVT_ENCAP_COMPRESS_JOINT : RVT_ENCAP_COMPRESS_SEPARATE;
        encap.timestamp = encap.extend ? next_random(&state) & rvt_mask(8 * t) : 0;
        cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &encap.payload, NULL), RVT_OK));
        cr_assert(
            eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK),
            "%s", title);
        carried = joint ? encap.payload.bits : 8u * encap.payload.bytes;
        length = (carried + y + s % 8 + 7) / 8;
        cr_assert(eq(sz, bytes, 1 + s / 8 + (encap.extend ? t : 0) + length), "%s", title);
        cr_assert(eq(u64, bits_of(out, 0, 5), length), "%s", title);
        cr_assert(eq(u64, bits_of(out, 5, 2), encap.flow), "%s", title);
        cr_assert(eq(u64, bits_of(out, 7, 1), encap.extend), "%s", title);
        cr_assert(eq(u64, bits_of(out, 8, s), encap.srcid), "%s", title);
        at = 8 + s;
        if (encap.extend) {
            cr_assert(eq(u64, bits_of(out, at, 8 * t), encap.timestamp), "%s", title);
            at += 8 * t;
        }
        cr_assert(eq(u64, bits_of(out, at, y), encap.type), "%s", title);
        at += y;
        for (size_t i = 0; i < carried; ++i)
            cr_assert(eq(u64, bits_of(out, at + i, 1), bits_of(encap.payload.byte, i, 1)), "%s",
                      title);
        for (at += carried; at < 8 * bytes; ++at)
            cr_assert(eq(u64, bits_of(out, at, 1), bits_of(out, at - 1, 1)), "%s: padding", title);
        for (size_t i = bytes; i < sizeof out; ++i)
            cr_assert(eq(u8, out[i], 0xa5), "%s: written past the packet", title);

        cr_assert(eq(int, (int)rvt_encap_read(&config, out, bytes, &back, &used, NULL), RVT_OK),
                  "%s", title);
        cr_assert(eq(sz, used, bytes), "%s", title);
        cr_assert(eq(u8, back.flow, encap.flow), "%s", title);
        cr_assert(eq(int, back.extend, encap.extend), "%s", title);
        cr_assert(eq(u16, back.srcid, encap.srcid), "%s", title);
        cr_assert(eq(u8, back.type, encap.type), "%s", title);
        cr_assert(eq(u64, back.timestamp, encap.timestamp), "%s", title);
        cr_assert(eq(u8, back.payload.bytes, encap.payload.bytes), "%s", title);
        cr_assert(memcmp(back.payload.byte, encap.payload.byte, sizeof back.payload.byte) == 0,
                  "%s", title);
        cr_assert(
            eq(int,
               (int)rvt_packet_read(&config, back.payload.byte, back.payload.bytes, &seen, NULL),
               RVT_OK),
            "%s", title);
        expect_same_packet(&seen, &packet, title);
    }
}

/* Any bytes are read or refused in place, and what is read is written as the same bytes but for the
 * padding. */
Test(encap, any_bytes_are_refused_or_written_back)
{
    uint64_t state = 6;
    unsigned readable = 0;

    for (unsigned round = 0; round < 40000; ++round) {
        unsigned t = random_below(&state, 9);
        struct rvt_config config =
            encap_config(random_below(&state, 17), random_below(&state, 9), t);
        size_t available = random_below(&state, 2 * RVT_ENCAP_BYTES_MAX), used, bytes;
        uint8_t *data = malloc(available ? available : 1);
        uint8_t out[RVT_ENCAP_BYTES_MAX];
        struct rvt_encap encap;
        struct rvt_diag diag;
        enum rvt_status status;

        cr_assert(data != NULL);
        for (size_t i = 0; i < available; ++i)
            data[i] = (uint8_t)next_random(&state);
        rvt_diag_clear(&diag);
        status = rvt_encap_read(&config, data, available, &encap, &used, &diag);
        cr_assert(eq(int, (int)diag.status, (int)status));
        if (status == RVT_OK) {
            ++readable;
            cr_assert(le(sz, used, available));
            cr_assert(eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL),
                         RVT_OK),
                      "round %u", round);
            cr_assert(eq(sz, bytes, used), "round %u", round);
            cr_assert(memcmp(out, data, used) == 0, "round %u", round);
        }
        free(data);
    }
    cr_expect(gt(uint, readable, 10000));
}

/* Shows: ENC-004 */
Test(encap, a_packet_cut_anywhere_is_truncated_at_that_byte)
{
    static const char *const field_at[] = {"length",    "srcID",     "timestamp",    "timestamp",
                                           "timestamp", "timestamp", "trace_payload"};
    static const char *const clause_at[] = {"ENC-003", "ENC-015", "ENC-005", "ENC-005",
                                            "ENC-005", "ENC-005", "ENC-004"};
    const struct rvt_config config = encap_config(6, 2, 4);
    struct rvt_encap encap = {.extend = true, .timestamp = 0x12345678};
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    size_t bytes, used;

    encap.payload = bytes_payload((const uint8_t[]){1, 2, 3}, 3);
    cr_assert(
        eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK));
    cr_assert(eq(sz, bytes, 9));
    for (size_t available = 0; available < bytes; ++available) {
        uint8_t *data = malloc(available ? available : 1);
        struct rvt_encap back;
        struct rvt_diag diag;

        cr_assert(data != NULL);
        memcpy(data, out, available);
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_encap_read(&config, data, available, &back, &used, &diag),
                     RVT_ERR_TRUNCATED));
        cr_expect(eq(str, TEXT(diag.unit), "byte"));
        cr_expect(eq(u64, diag.position, available));
        cr_expect(eq(str, TEXT(diag.field), TEXT(field_at[available < 6 ? available : 6])));
        cr_expect(eq(str, TEXT(diag.clause), TEXT(clause_at[available < 6 ? available : 6])));
        free(data);
    }
}

/* Shows: ENC-005, ENC-006 */
Test(encap, impossible_headers_are_refused)
{
    static const struct {
        unsigned srcid_bits, type_bits;
        uint8_t header;
        enum rvt_status status;
        const char *field;
        uint64_t value;
        const char *clause;
    } cases[] = {
        {0, 0, 0x81, RVT_ERR_PARAMETER, "extend", 1, "ENC-005"},
        {0, 8, 0x01, RVT_ERR_RESERVED, "length", 1, "ENC-006"},
        {7, 1, 0x01, RVT_ERR_RESERVED, "length", 1, "ENC-006"},
        {15, 8, 0x01, RVT_ERR_RESERVED, "length", 1, "ENC-006"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const struct rvt_config config = encap_config(cases[i].srcid_bits, cases[i].type_bits, 0);
        const uint8_t data[8] = {cases[i].header, 1, 2, 3, 4, 5, 6, 7};
        struct rvt_encap encap;
        struct rvt_diag diag;
        size_t used;

        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_encap_read(&config, data, sizeof data, &encap, &used, &diag),
                     (int)cases[i].status));
        cr_expect(eq(str, TEXT(diag.field), TEXT(cases[i].field)));
        cr_expect(eq(u64, diag.value, cases[i].value));
        cr_expect(eq(str, TEXT(diag.clause), TEXT(cases[i].clause)));
        cr_expect(eq(str, TEXT(diag.unit), "byte"));
        cr_expect(zero(u64, diag.position));
    }
}

/* Shows: ENC-003, ENC-006 */
Test(encap, the_largest_packet_fits_and_one_bit_more_does_not)
{
    struct rvt_config config = encap_config(16, 0, 8);
    struct rvt_encap encap = {.extend = true, .srcid = 0xffff};
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    struct rvt_diag diag;
    size_t bytes;

    memset(encap.payload.byte, 0x5a, sizeof encap.payload.byte);
    encap.payload.bytes = 31;
    encap.payload.bits = 248;
    cr_assert(
        eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK));
    cr_expect(eq(sz, bytes, RVT_ENCAP_BYTES_MAX));
    for (unsigned extra = 1; extra <= 8; ++extra) {
        struct rvt_config more = config;

        more.encap.type_bits = extra;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_encap_write(&more, &encap, out, sizeof out, &bytes, &diag),
                     RVT_ERR_CAPACITY));
        cr_expect(eq(str, TEXT(diag.field), "trace_payload"));
        cr_expect(eq(u64, diag.value, 248 + extra));
        cr_expect(eq(str, TEXT(diag.clause), "ENC-006"));
    }
    config.encap.srcid_bits = 9;
    encap.srcid = 1;
    cr_expect(eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL),
                 RVT_ERR_CAPACITY));
    encap.payload.bits = 247;
    cr_expect(
        eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, NULL), RVT_OK));
}

Test(encap, values_that_do_not_fit_are_not_written)
{
    static const struct {
        struct rvt_encap encap;
        enum rvt_status status;
        const char *field;
        uint64_t position, value;
        const char *clause;
    } cases[] = {
        {{.flow = 4, .payload = {.bytes = 1, .bits = 8}},
         RVT_ERR_CAPACITY,
         "flow",
         0,
         4,
         "ENC-002"},
        {{.srcid = 64, .payload = {.bytes = 1, .bits = 8}},
         RVT_ERR_CAPACITY,
         "srcID",
         1,
         64,
         "ENC-015"},
        {{.type = 4, .payload = {.bytes = 1, .bits = 8}},
         RVT_ERR_CAPACITY,
         "type",
         1,
         4,
         "ENC-007"},
        {{.extend = true, .timestamp = 0x10000, .payload = {.bytes = 1, .bits = 8}},
         RVT_ERR_CAPACITY,
         "timestamp",
         1,
         0x10000,
         "ENC-005"},
        {{.srcid = 1}, RVT_ERR_CAPACITY, "trace_payload", 0, 0, "ENC-006"},
        {{.kind = RVT_ENCAP_NULL_IDLE, .flow = 4}, RVT_ERR_CAPACITY, "flow", 0, 4, "ENC-002"},
    };
    const struct rvt_config config = encap_config(6, 2, 2);
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    struct rvt_diag diag;
    size_t bytes;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        rvt_diag_clear(&diag);
        cr_expect(eq(int,
                     (int)rvt_encap_write(&config, &cases[i].encap, out, sizeof out, &bytes, &diag),
                     (int)cases[i].status));
        cr_expect(eq(str, TEXT(diag.field), TEXT(cases[i].field)));
        cr_expect(eq(u64, diag.position, cases[i].position), "%s", cases[i].field);
        cr_expect(eq(str, TEXT(diag.clause), TEXT(cases[i].clause)), "%s", cases[i].field);
        cr_expect(eq(u64, diag.value, cases[i].value), "%s", cases[i].field);
        cr_expect(ne(int, (int)rvt_encap_visit(&config, &cases[i].encap, NULL, NULL), RVT_OK));
    }
}

/* What is refused before a field is written. Shows: ENC-004, ENC-005, ENC-006 */
Test(encap, packets_that_cannot_be_are_not_written)
{
    static const struct {
        struct rvt_encap encap;
        size_t room;
        enum rvt_status status;
        const char *field;
        uint64_t value;
        const char *clause;
    } cases[] = {
        {{.extend = true, .payload = {.bytes = 1, .bits = 8}},
         RVT_ENCAP_BYTES_MAX,
         RVT_ERR_PARAMETER,
         "extend",
         1,
         "ENC-005"},
        {{.flow = 1}, RVT_ENCAP_BYTES_MAX, RVT_ERR_CAPACITY, "trace_payload", 0, "ENC-006"},
        {{.payload = {.bytes = 4, .bits = 32}}, 5, RVT_ERR_CAPACITY, "length", 6, "ENC-004"},
    };
    const struct rvt_config config = encap_config(6, 2, 0);

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t out[RVT_ENCAP_BYTES_MAX];
        struct rvt_diag diag;
        size_t bytes;

        rvt_diag_clear(&diag);
        cr_expect(eq(
            int, (int)rvt_encap_write(&config, &cases[i].encap, out, cases[i].room, &bytes, &diag),
            (int)cases[i].status));
        cr_expect(eq(str, TEXT(diag.field), TEXT(cases[i].field)), "case %zu", i);
        cr_expect(eq(u64, diag.value, cases[i].value), "case %zu", i);
        cr_expect(eq(str, TEXT(diag.clause), TEXT(cases[i].clause)), "case %zu", i);
        cr_expect(zero(u64, diag.position));
    }
}

/* AMB-150 */
Test(encap, indexed_packets_are_only_read)
{
    const struct rvt_encap encap = {.payload = {.bytes = 1, .bits = 8}};
    struct rvt_config config = encap_config(6, 2, 2);
    uint8_t out[RVT_ENCAP_BYTES_MAX];
    struct rvt_diag diag;
    size_t bytes;

    config.encap.framing = RVT_FRAMING_INDEXED;
    rvt_diag_clear(&diag);
    cr_expect(eq(int, (int)rvt_encap_write(&config, &encap, out, sizeof out, &bytes, &diag),
                 (int)RVT_ERR_PARAMETER));
    cr_expect(eq(str, TEXT(diag.field), TEXT("framing")));
    cr_expect(eq(str, TEXT(diag.clause), TEXT("AMB-150")));
    cr_expect(eq(u64, diag.value, RVT_FRAMING_INDEXED));
    cr_expect(ne(int, (int)rvt_encap_visit(&config, &encap, NULL, NULL), RVT_OK));
}

/* AMB-150 */
Test(encap, an_indexed_packet_has_a_payload_of_whole_bytes)
{
    struct rvt_config config = encap_config(0, 0, 0);
    uint8_t data[31];

    config.encap.framing = RVT_FRAMING_INDEXED;
    for (unsigned bytes = 4; bytes <= sizeof data; bytes++) {
        struct rvt_encap encap;
        size_t used = 0;

        for (unsigned i = 0; i < sizeof data; i++)
            data[i] = (uint8_t)(0x40 + i);
        data[0] = (uint8_t)bytes;
        cr_assert(eq(int, (int)rvt_encap_read(&config, data, sizeof data, &encap, &used, NULL),
                     (int)RVT_OK));
        cr_expect(eq(sz, used, bytes));
        cr_expect(eq(uint, encap.index, 0x4241));
        cr_expect(eq(uint, encap.length, bytes));
        cr_expect(eq(uint, encap.payload.bytes, bytes - 3));
        cr_expect(eq(uint, encap.payload.bits, 8 * (bytes - 3)));
        cr_expect(eq(uint, encap.payload.bits_full, 8 * (bytes - 3)));
        cr_expect(memcmp(encap.payload.byte, data + 3, bytes - 3) == 0);
    }
}

/* No byte is no packet. Shows: ENC-004 */
Test(encap, nothing_is_truncated)
{
    for (unsigned indexed = 0; indexed < 2; indexed++) {
        struct rvt_config config = encap_config(0, 0, 0);
        struct rvt_encap encap;
        struct rvt_diag diag;
        size_t used = 0;

        config.encap.framing = indexed ? RVT_FRAMING_INDEXED : RVT_FRAMING_STANDARD;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_encap_read(&config, NULL, 0, &encap, &used, &diag),
                     RVT_ERR_TRUNCATED));
        cr_expect(zero(u64, diag.value));
    }
}

/* Only a header of zero is one. Shows: DRF-014 */
Test(encap, the_draft_has_no_other_header_without_payload)
{
    for (unsigned header = 0x20; header < 0x100; header += 0x20) {
        const uint8_t data[4] = {(uint8_t)header};
        struct rvt_config config;
        struct rvt_encap encap;
        struct rvt_diag diag;
        size_t used = 0;

        rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_encap_read(&config, data, sizeof data, &encap, &used, &diag),
                     RVT_ERR_RESERVED));
        cr_expect(eq(str, TEXT(diag.field), "length"));
        cr_expect(zero(u64, diag.value));
        cr_expect(eq(str, TEXT(diag.clause), "DRF-014"));
    }
}

/* The nulls of the draft are bytes of zero. Shows: DRF-014 */
Test(encap, the_draft_has_one_null_packet)
{
    static const struct rvt_encap nulls[] = {{.kind = RVT_ENCAP_NULL_IDLE},
                                             {.kind = RVT_ENCAP_NULL_IDLE, .flow = 1},
                                             {.kind = RVT_ENCAP_NULL_ALIGNMENT}};
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    for (size_t i = 0; i < 3; i++) {
        uint8_t out[RVT_ENCAP_BYTES_MAX] = {0xff};
        struct rvt_diag diag;
        size_t bytes = 0;

        rvt_diag_clear(&diag);
        enum rvt_status status =
            rvt_encap_write(&config, &nulls[i], out, sizeof out, &bytes, &diag);
        cr_expect(eq(int, (int)status, (int)(i == 0 ? RVT_OK : RVT_ERR_RESERVED)), "%zu", i);
        cr_expect(i == 0 ? bytes == 1 && out[0] == 0 : strcmp(diag.clause, "DRF-014") == 0, "%zu",
                  i);
        cr_expect(i == 0 || (strcmp(diag.field, "length") == 0 && diag.value == 0), "%zu", i);
    }
}

Test(encap, a_packet_needs_its_room)
{
    const struct rvt_config config = encap_config(6, 2, 2);
    struct rvt_encap encap = {.extend = true};
    uint8_t out[8] = {0};
    struct rvt_diag diag;
    size_t bytes;

    encap.payload = bytes_payload((const uint8_t[]){1, 2, 3}, 3);
    for (size_t capacity = 0; capacity < 7; ++capacity) {
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_encap_write(&config, &encap, out, capacity, &bytes, &diag),
                     RVT_ERR_CAPACITY));
        cr_expect(eq(str, TEXT(diag.field), "length"));
        cr_expect(eq(u64, diag.value, 7));
    }
    cr_expect(eq(int, (int)rvt_encap_write(&config, &encap, out, 7, &bytes, &diag), RVT_OK));
    encap.extend = true;
    cr_expect(eq(int, (int)rvt_encap_write(&(struct rvt_config){0}, &encap, out, 8, &bytes, NULL),
                 RVT_ERR_PARAMETER));
}

static void add_field(void *context, const char *name, uint64_t value, unsigned width, size_t at)
{
    char *text = context;
    size_t length = strlen(text);

    (void)snprintf(text + length, 200 - length, "%s %llx %u@%zu,", name, (unsigned long long)value,
                   width, at);
}

Test(encap, visiting_reports_the_fields_in_transmission_order)
{
    const struct rvt_config config = encap_config(12, 2, 3);
    struct rvt_encap encap = {
        .flow = 2, .extend = true, .srcid = 0xabc, .type = 1, .timestamp = 0x123456};
    char text[200] = "";

    encap.payload = bytes_payload((const uint8_t[]){1, 2}, 2);
    cr_assert(eq(int, (int)rvt_encap_visit(&config, &encap, add_field, text), RVT_OK));
    cr_expect(eq(str, text,
                 "length 3 5@0,flow 2 2@5,extend 1 1@7,srcID abc 12@8,timestamp 123456 24@20,"
                 "type 1 2@44,"));
    text[0] = '\0';
    encap.kind = RVT_ENCAP_NULL_IDLE;
    cr_assert(eq(int, (int)rvt_encap_visit(&config, &encap, add_field, text), RVT_OK));
    cr_expect(eq(str, text, "length 0 5@0,flow 2 2@5,extend 0 1@7,"));
}
