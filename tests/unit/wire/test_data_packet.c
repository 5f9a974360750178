/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_data packets: each table of the specification, written down as its list of fields. The bits
 * are packed here once more, one by one, and compressed by the rule's own words.
 */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "tests/unit/checks.h"
#include "tests/unit/data_config.h"
#include "wire/data.h"

enum { FIELDS = 10 };

struct field {
    const char *name;
    unsigned width;
    uint64_t value;
};

static const struct table {
    const char *name;
    unsigned mode, dtype_width, data_width;
    struct rvt_data_packet packet;
    struct field field[FIELDS];
} tables[] = {
    /* ETR-DAT-001: 2 bits for unified loads and stores, else 3. ETR-DAT-003 */
    {"load",
     0,
     1,
     32,
     {.format = 0, .size = 2, .data_len = 3, .data = 0x12345678, .address = 0x20000000},
     {{"format", 2, 0},
      {"size", 2, 2},
      {"diff", 2, 0},
      {"data_len", 2, 3},
      {"data", 32, 0x12345678},
      {"address", 32, 0x20000000}}},
    {"load", /* a byte has no data_len */
     0,
     4,
     64,
     {.format = 1, .size = 0, .diff = 2, .data = 0x80, .address = 0xfffffffe},
     {{"format", 3, 1},
      {"size", 2, 0},
      {"diff", 2, 2},
      {"data", 8, 0x80},
      {"address", 32, 0xfffffffe}}},
    {"store",
     SPLIT,
     1,
     128,
     {.format = 2, .size = 3, .diff = 1, .data_len = 1, .data = 0x7fff, .address = 1},
     {{"format", 3, 2},
      {"size", 3, 3},
      {"diff", 2, 1},
      {"data_len", 3, 1},
      {"data", 16, 0x7fff},
      {"address", 32, 1}}},
    {"load", /* size has at least one bit */
     0,
     1,
     8,
     {.data = 1, .address = 2},
     {{"format", 2, 0}, {"size", 1, 0}, {"diff", 2, 0}, {"data", 8, 1}, {"address", 32, 2}}},
    /* ETR-DAT-004 */
    {"store",
     NO_DATA,
     1,
     32,
     {.format = 3, .size = 1, .diff = 1, .address = 5},
     {{"format", 2, 3}, {"size", 2, 1}, {"diff", 1, 1}, {"address", 32, 5}}},
    {"load", /* AMB-180 */
     NO_DATA | SPLIT,
     1,
     32,
     {.format = 0, .size = 1, .diff = 0, .address = 5},
     {{"format", 3, 0}, {"size", 2, 1}, {"diff", 1, 0}, {"address", 32, 5}}},
    /* ETR-DAT-005, AMB-174: data_width_p bits whatever the size; AMB-176 */
    {"load",
     NO_ADDRESS,
     1,
     32,
     {.format = 0, .size = 0, .diff = 3, .data = 0xffffff80},
     {{"format", 2, 0}, {"size", 2, 0}, {"diff", 2, 3}, {"data", 32, 0xffffff80}}},
    {"store",
     NO_ADDRESS | ONE_BIT,
     1,
     128,
     {.format = 2, .size = 3, .diff = 1, .data = UINT64_C(0x8000000000000000)},
     {{"format", 2, 2},
      {"size", 3, 3},
      {"diff", 1, 1},
      {"data", 64, UINT64_C(0x8000000000000000)},
      {"data", 64, UINT64_MAX}}},
    /* ETR-DAT-006 */
    {"load.request",
     SPLIT,
     1,
     32,
     {.format = 1, .size = 2, .lrid = 9, .diff = 1, .address = 0x103},
     {{"format", 3, 1}, {"size", 2, 2}, {"lrid", 4, 9}, {"diff", 1, 1}, {"address", 32, 0x103}}},
    {"load.response",
     SPLIT,
     1,
     32,
     {.format = 4, .size = 2, .lrid = 9, .resp = 2, .data = 0x76},
     {{"format", 3, 4}, {"size", 2, 2}, {"lrid", 4, 9}, {"resp", 2, 2}, {"data", 32, 0x76}}},
    {"load.response", /* an error ends with resp, and compresses */
     SPLIT,
     1,
     32,
     {.format = 4, .size = 2, .lrid = 9},
     {{"format", 3, 4}, {"size", 2, 2}, {"lrid", 4, 9}, {"resp", 2, 0}}},
    /* ETR-DAT-007 */
    {"atomic",
     0,
     4,
     64,
     {.format = 6,
      .subtype = 1,
      .size = 2,
      .diff = 3,
      .op_len = 1,
      .operand = 0xabcd,
      .data_len = 0,
      .data = 0xf0,
      .address = 0xfffffff0},
     {{"format", 3, 6},
      {"subtype", 3, 1},
      {"size", 2, 2},
      {"diff", 2, 3},
      {"op_len", 2, 1},
      {"operand", 16, 0xabcd},
      {"data_len", 2, 0},
      {"data", 8, 0xf0},
      {"address", 32, 0xfffffff0}}},
    {"atomic", /* conditional store failure */
     NO_DATA,
     4,
     64,
     {.format = 6, .subtype = 7, .size = 3, .diff = 0, .address = 0x55},
     {{"format", 3, 6}, {"subtype", 3, 7}, {"size", 2, 3}, {"diff", 1, 0}, {"address", 32, 0x55}}},
    {"atomic",
     NO_ADDRESS,
     4,
     64,
     {.format = 6, .subtype = 6, .size = 3, .diff = 1, .op_len = 7, .operand = 1, .data = 2},
     {{"format", 3, 6},
      {"subtype", 3, 6},
      {"size", 2, 3},
      {"diff", 2, 1},
      {"op_len", 3, 7},
      {"operand", 64, 1},
      {"data", 64, 2}}},
    /* ETR-DAT-008, AMB-171 */
    {"atomic.request",
     SPLIT,
     4,
     64,
     {.format = 6, .size = 2, .lrid = 3, .diff = 2, .op_len = 3, .operand = 7, .address = 9},
     {{"format", 3, 6},
      {"subtype", 3, 0},
      {"size", 2, 2},
      {"lrid", 4, 3},
      {"diff", 2, 2},
      {"op_len", 2, 3},
      {"operand", 32, 7},
      {"address", 32, 9}}},
    {"atomic.request",
     SPLIT | NO_ADDRESS | ONE_BIT,
     4,
     32,
     {.format = 6, .subtype = 5, .size = 2, .lrid = 3, .diff = 1, .operand = 0xfffffffe},
     {{"format", 3, 6},
      {"subtype", 3, 5},
      {"size", 2, 2},
      {"lrid", 4, 3},
      {"diff", 1, 1},
      {"operand", 32, 0xfffffffe}}},
    {"atomic.response",
     SPLIT,
     4,
     64,
     {.format = 7, .size = 3, .lrid = 3, .resp = 1, .data_len = 2, .data = 0x123456},
     {{"format", 3, 7},
      {"lrid", 4, 3},
      {"resp", 2, 1},
      {"data_len", 3, 2},
      {"data", 24, 0x123456}}},
    {"atomic.response",
     SPLIT,
     4,
     64,
     {.format = 7, .lrid = 3},
     {{"format", 3, 7}, {"lrid", 4, 3}, {"resp", 2, 0}}},
    {"atomic.response", /* as printed in 2.0.4: AMB-170 */
     SPLIT | RSP6,
     4,
     64,
     {.format = 7, .size = 2, .lrid = 3, .resp = 2, .data_len = 0, .data = 0x7e},
     {{"format", 3, 6}, {"lrid", 4, 3}, {"resp", 2, 2}, {"data_len", 2, 0}, {"data", 8, 0x7e}}},
    /* ETR-DAT-009, AMB-172 */
    {"csr",
     0,
     3,
     32,
     {.format = 5,
      .subtype = 1,
      .diff = 0,
      .data_len = 3,
      .data = 0x80000000,
      .op_len = 0,
      .operand = 8,
      .address = 0x305},
     {{"format", 3, 5},
      {"subtype", 2, 1},
      {"diff", 2, 0},
      {"data_len", 2, 3},
      {"data", 32, 0x80000000},
      {"addr_msbs", 6, 0x0c},
      {"op_len", 2, 0},
      {"operand", 8, 8},
      {"addr_lsbs", 6, 5}}},
    {"csr", /* read-only: address[11:10] = 11; 64 bits: data_len has 3 */
     XLEN64 | ONE_BIT,
     3,
     64,
     {.format = 5, .subtype = 1, .diff = 1, .data_len = 6, .data = 0x10, .address = 0xc01},
     {{"format", 3, 5},
      {"subtype", 2, 1},
      {"diff", 1, 1},
      {"data_len", 3, 6},
      {"data", 56, 0x10},
      {"addr_msbs", 6, 0x30},
      {"addr_lsbs", 6, 1}}},
    {"csr",
     NO_DATA,
     3,
     32,
     {.format = 5, .subtype = 2, .diff = 1, .address = 0xfc0},
     {{"format", 3, 5},
      {"subtype", 2, 2},
      {"diff", 1, 1},
      {"addr_msbs", 6, 0x3f},
      {"addr_lsbs", 6, 0}}},
    /* the MMA/CAS extension: format is as wide as the types need */
    {"load",
     EXTENSION,
     1,
     32,
     {.subformat = 1, .size = 1, .diff = 2, .data_len = 1, .data = 0x4001, .address = 3},
     {{"subformat", 2, 1},
      {"size", 2, 1},
      {"diff", 2, 2},
      {"data_len", 1, 1},
      {"data", 16, 0x4001},
      {"address", 32, 3}}},
    {"mma.store",
     EXTENSION | NO_DATA,
     2,
     32,
     {.format = 1, .subformat = 2, .size = 2, .address = 0x44},
     {{"format", 1, 1},
      {"subformat", 2, 2},
      {"size", 2, 2},
      {"diff", 1, 0},
      {"address", 32, 0x44}}},
    {"mma.load.request",
     EXTENSION | SPLIT,
     2,
     32,
     {.format = 1, .subformat = 0, .size = 2, .lrid = 1, .diff = 1, .address = 1},
     {{"format", 2, 1},
      {"subformat", 2, 0},
      {"size", 2, 2},
      {"lrid", 4, 1},
      {"diff", 1, 1},
      {"address", 32, 1}}},
    {"response",
     EXTENSION | SPLIT,
     4,
     64,
     {.format = 3, .size = 3, .lrid = 15, .resp = 3, .data = 5},
     {{"format", 2, 3}, {"size", 2, 3}, {"lrid", 4, 15}, {"resp", 2, 3}, {"data", 64, 5}}},
    {"atomic", /* compare and swap that failed */
     EXTENSION,
     4,
     64,
     {.format = 2, .subformat = 7, .size = 2, .diff = 1, .op_len = 0, .operand = 4, .address = 6},
     {{"format", 2, 2},
      {"subformat", 4, 7},
      {"size", 2, 2},
      {"diff", 2, 1},
      {"op_len", 2, 0},
      {"operand", 8, 4},
      {"address", 32, 6}}},
    {"csr",
     EXTENSION,
     3,
     32,
     {.format = 2, .subformat = 4, .data = 0x11, .operand = 0x22, .address = 0x7c0},
     {{"format", 2, 2},
      {"subformat", 4, 4},
      {"diff", 2, 0},
      {"data_len", 2, 0},
      {"data", 8, 0x11},
      {"addr_msbs", 6, 0x1f},
      {"op_len", 2, 0},
      {"operand", 8, 0x22},
      {"addr_lsbs", 6, 0}}},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static struct rvt_config configure(const struct table *table)
{
    return configure_data(table->mode, table->dtype_width, table->data_width);
}

/* One bit a byte, in order of transmission; returns their number. */
static size_t spell(const struct table *table, uint8_t *bit)
{
    size_t bits = 0;

    for (size_t f = 0; f < FIELDS && table->field[f].name != NULL; f++)
        for (unsigned i = 0; i < table->field[f].width; i++)
            bit[bits++] = table->field[f].value >> i & 1;
    return bits;
}

ParameterizedTestParameters(data_packet, table_is_that_of_the_specification)
{
    static size_t index[TABLES];

    for (size_t i = 0; i < TABLES; i++)
        index[i] = i;
    return cr_make_param_array(size_t, index, TABLES);
}

static void expect_same(const struct rvt_data_packet *got, const struct rvt_data_packet *want)
{
    cr_expect(eq(u8, got->format, want->format));
    cr_expect(eq(u8, got->subformat, want->subformat));
    cr_expect(eq(u8, got->subtype, want->subtype));
    cr_expect(eq(u8, got->size, want->size));
    cr_expect(eq(u8, got->lrid, want->lrid));
    cr_expect(eq(u8, got->diff, want->diff));
    cr_expect(eq(u8, got->resp, want->resp));
    cr_expect(eq(u8, got->op_len, want->op_len));
    cr_expect(eq(u8, got->data_len, want->data_len));
    cr_expect(eq(u64, got->operand, want->operand));
    cr_expect(eq(u64, got->data, want->data));
    cr_expect(eq(u64, got->address, want->address));
}

/* Reads the payload at every length that is legal, and one byte beyond. */
static void read_back(const struct rvt_config *config, const struct table *table,
                      const struct rvt_payload *payload)
{
    uint8_t data[RVT_PAYLOAD_BYTES_MAX + 1];
    unsigned format = config->switches.mmacas_ext ? 3 : 4;
    bool error = table->packet.format == format && table->packet.resp == 0; /* AMB-183 */
    size_t longest = (payload->bits_full + (error ? config->params.data_width_p : 0) + 7u) / 8u;
    struct rvt_data_pending pending = {{0}};
    struct rvt_data_packet read;

    if (table->mode & RSP6) /* a test of its own */
        return;
    pending.size_plus_1[table->packet.lrid] = (uint8_t)(table->packet.size + 1);
    memset(data, payload->byte[payload->bytes - 1] & 0x80 ? 0xff : 0, sizeof data);
    memcpy(data, payload->byte, payload->bytes);
    for (size_t bytes = payload->bytes; bytes <= longest; bytes++) {
        cr_assert(eq(int, (int)rvt_data_read(config, data, bytes, &pending, &read, NULL), RVT_OK),
                  "%zu bytes", bytes);
        expect_same(&read, &table->packet);
    }
    cr_expect(
        ne(int, (int)rvt_data_read(config, data, longest + 1, &pending, &read, NULL), RVT_OK));
}

static void check_visit(void *context, const char *name, uint64_t value, unsigned width,
                        size_t at_bit)
{
    const struct field **field = context;
    (void)at_bit;
    cr_expect(eq(str, TEXT(name), TEXT((*field)->name)));
    cr_expect(eq(uint, width, (*field)->width), "%s", name);
    cr_expect(eq(u64, value, (*field)->value), "%s", name);
    ++*field;
}

/* Shows: ETR-DAT-001, ETR-DAT-002, ETR-DAT-003, ETR-DAT-004, ETR-DAT-005, ETR-DAT-006, ETR-DAT-007,
 * ETR-DAT-008, ETR-DAT-009, ETR-DAT-010 */
ParameterizedTest(size_t *index, data_packet, table_is_that_of_the_specification)
{
    const struct table *table = &tables[*index];
    struct rvt_config config = configure(table);
    struct rvt_payload payload;
    struct rvt_diag diag;
    const struct field *field = table->field;
    uint8_t bit[256];
    size_t bits = spell(table, bit);
    size_t kept = bits;

    while (kept > 1 && bit[kept - 1] == bit[kept - 2])
        kept--;
    rvt_diag_clear(&diag);
    memset(&payload, 0xa5, sizeof payload);
    cr_assert(eq(int, (int)rvt_data_write(&config, &table->packet, &payload, &diag), RVT_OK),
              "%s: %s", table->name, diag.text);
    cr_expect(eq(uint, payload.bits_full, (unsigned)bits), "%s", table->name);
    cr_expect(eq(uint, payload.bits, (unsigned)kept), "%s", table->name);
    cr_expect(eq(uint, payload.bytes, (unsigned)((kept + 7) / 8)), "%s", table->name);
    for (size_t i = 0; i < 8u * payload.bytes; i++)
        cr_expect(eq(uint, (unsigned)payload.byte[i / 8] >> i % 8 & 1u,
                     (unsigned)bit[i < kept ? i : kept - 1]),
                  "%s: bit %zu", table->name, i);
    cr_expect(eq(int, (int)rvt_data_visit(&config, &table->packet, check_visit, &field), RVT_OK));
    cr_expect(field == table->field + FIELDS || field->name == NULL, "fields are missing");
    cr_expect(eq(str, TEXT(rvt_data_name(&config, &table->packet)), TEXT(table->name)));
    cr_expect(le(uint, (unsigned)bits, rvt_data_bits_max(&config)));
    read_back(&config, table, &payload);
}
