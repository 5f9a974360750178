/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Every format field by field, against the tables of the specification spelt out here once more. */
#include "tests/unit/packets.h"
#include "wire/packet_clause.h"

#include <string.h>

/* A field as the table of the format lists it: bits on the wire, and what they mean. */
struct row {
    const char *name;
    unsigned width;
    uint64_t raw;
    uint64_t meaning;
};

struct format_case {
    const char *name;
    struct rvt_packet packet;
    struct row row[20]; /* ended by a null name */
};

#define SAME(name, width, value)                                                                   \
    {                                                                                              \
        name, width, value, value                                                                  \
    }
#define FORMAT3(subformat) SAME("format", 2, 3), SAME("subformat", 2, subformat)
#define FLAG1              true, .irreport = true, .irdepth = 9
#define ADDRESS            0x1555555555 /* 37 bits, the highest 1 */

/* In wide_config: AW 37, IW 39, PW 3, TW 17, CW 11, EW 6, IRW 4, F0W 2, CS 7. */
static const struct format_case formats[] = {
    /* Shows: ETR-FMT-002, ETR-FMT-008 */
    {"F3/0",
     {.format = 3, .privilege = 5, .time = 0x1a5a5, .context = 0x2d2, .address = ADDRESS},
     {FORMAT3(0), SAME("branch", 1, 0), SAME("privilege", 3, 5), SAME("time", 17, 0x1a5a5),
      SAME("context", 11, 0x2d2), SAME("address", 37, ADDRESS)}},
    /* Shows: ETR-FMT-003, ETR-FMT-011, ETR-FMT-012 */
    {"F3/1",
     {.format = 3,
      .subformat = 1,
      .branch = true,
      .privilege = 1,
      .time = 1,
      .context = 2,
      .ecause = 0x2a,
      .thaddr = true,
      .address = 3,
      .tval = 0x4000000005},
     {FORMAT3(1), SAME("branch", 1, 1), SAME("privilege", 3, 1), SAME("time", 17, 1),
      SAME("context", 11, 2), SAME("ecause", 6, 0x2a), SAME("interrupt", 1, 0),
      SAME("thaddr", 1, 1), SAME("address", 37, 3), SAME("tval", 39, 0x4000000005)}},
    {"F3/1",
     {.format = 3, .subformat = 1, .ecause = 7, .interrupt = true, .address = ADDRESS},
     {FORMAT3(1), SAME("branch", 1, 0), SAME("privilege", 3, 0), SAME("time", 17, 0),
      SAME("context", 11, 0), SAME("ecause", 6, 7), SAME("interrupt", 1, 1), SAME("thaddr", 1, 0),
      SAME("address", 37, ADDRESS)}},
    /* Shows: ETR-FMT-004 */
    {"F3/2",
     {.format = 3, .subformat = 2, .privilege = 6, .time = 0x10001, .context = 0x401},
     {FORMAT3(2), SAME("privilege", 3, 6), SAME("time", 17, 0x10001), SAME("context", 11, 0x401)}},
    /* Shows: ETR-FMT-005 */
    {"F3/3",
     {.format = 3,
      .subformat = 3,
      .support = {{[RVT_SUPPORT_IENABLE] = 1,
                   [RVT_SUPPORT_QUAL_STATUS] = 2,
                   [RVT_SUPPORT_FULL_ADDRESS] = 1,
                   [RVT_SUPPORT_DLOSS] = 1,
                   [RVT_SUPPORT_FULL_DATA] = 1}}},
     {FORMAT3(3), SAME("ienable", 1, 1), SAME("encoder_mode", 1, 0), SAME("qual_status", 2, 2),
      SAME("implicit_return", 1, 0), SAME("implicit_exception", 1, 0), SAME("full_address", 1, 1),
      SAME("jump_target_cache", 1, 0), SAME("branch_prediction", 1, 0), SAME("denable", 1, 0),
      SAME("dloss", 1, 1), SAME("noaddr", 1, 0), SAME("nodata", 1, 0), SAME("full_daddress", 1, 0),
      SAME("full_data", 1, 1)}},
    /* Shows: ETR-FMT-020, ETR-FMT-026..029: the top bit of the address is 1, all flags 0 */
    {"F2",
     {.format = 2, .address = ADDRESS},
     {SAME("format", 2, 2),
      SAME("address", 37, ADDRESS),
      {"notify", 1, 1, 0},
      {"updiscon", 1, 1, 0},
      {"irreport", 1, 1, 0},
      {"irdepth", 4, 0xf, 0}}},
    {"F2",
     {.format = 2, .address = ADDRESS, .notify = true},
     {SAME("format", 2, 2),
      SAME("address", 37, ADDRESS),
      {"notify", 1, 0, 1},
      {"updiscon", 1, 0, 0},
      {"irreport", 1, 0, 0},
      {"irdepth", 4, 0, 0}}},
    {"F2",
     {.format = 2, .address = ADDRESS, .updiscon = FLAG1},
     {SAME("format", 2, 2),
      SAME("address", 37, ADDRESS),
      {"notify", 1, 1, 0},
      {"updiscon", 1, 0, 1},
      {"irreport", 1, 1, 1},
      SAME("irdepth", 4, 9)}},
    {"F2",
     {.format = 2, .address = 1, .notify = true, .updiscon = FLAG1},
     {SAME("format", 2, 2),
      SAME("address", 37, 1),
      {"notify", 1, 1, 1},
      {"updiscon", 1, 0, 1},
      {"irreport", 1, 1, 1},
      SAME("irdepth", 4, 9)}},
    /* Shows: ETR-FMT-021: one row for each size class of the map, at both of its ends */
    {"F1",
     {.format = 1, .branches = 1, .branch_map = 1, .address = 2},
     {SAME("format", 2, 1),
      SAME("branches", 5, 1),
      SAME("branch_map", 1, 1),
      SAME("address", 37, 2),
      {"notify", 1, 0, 0},
      {"updiscon", 1, 0, 0},
      {"irreport", 1, 0, 0},
      {"irdepth", 4, 0, 0}}},
    {"F1",
     {.format = 1, .branches = 2, .branch_map = 1, .address = 2, .updiscon = true},
     {SAME("format", 2, 1),
      SAME("branches", 5, 2),
      SAME("branch_map", 3, 1),
      SAME("address", 37, 2),
      {"notify", 1, 0, 0},
      {"updiscon", 1, 1, 1},
      {"irreport", 1, 1, 0},
      {"irdepth", 4, 0xf, 0}}},
    {"F1",
     {.format = 1, .branches = 7, .branch_map = 0x55, .address = ADDRESS},
     {SAME("format", 2, 1),
      SAME("branches", 5, 7),
      SAME("branch_map", 7, 0x55),
      SAME("address", 37, ADDRESS),
      {"notify", 1, 1, 0},
      {"updiscon", 1, 1, 0},
      {"irreport", 1, 1, 0},
      {"irdepth", 4, 0xf, 0}}},
    {"F1",
     {.format = 1, .branches = 8, .branch_map = 0xaa, .address = ADDRESS, .notify = true},
     {SAME("format", 2, 1),
      SAME("branches", 5, 8),
      SAME("branch_map", 15, 0xaa),
      SAME("address", 37, ADDRESS),
      {"notify", 1, 0, 1},
      {"updiscon", 1, 0, 0},
      {"irreport", 1, 0, 0},
      {"irdepth", 4, 0, 0}}},
    {"F1",
     {.format = 1, .branches = 16, .branch_map = 0x8001, .irreport = true},
     {SAME("format", 2, 1),
      SAME("branches", 5, 16),
      SAME("branch_map", 31, 0x8001),
      SAME("address", 37, 0),
      {"notify", 1, 0, 0},
      {"updiscon", 1, 0, 0},
      {"irreport", 1, 1, 1},
      {"irdepth", 4, 0, 0}}},
    {"F1",
     {.format = 1, .branches = 31, .branch_map = 0x40000001, .address = 1},
     {SAME("format", 2, 1),
      SAME("branches", 5, 31),
      SAME("branch_map", 31, 0x40000001),
      SAME("address", 37, 1),
      {"notify", 1, 0, 0},
      {"updiscon", 1, 0, 0},
      {"irreport", 1, 0, 0},
      {"irdepth", 4, 0, 0}}},
    /* Shows: ETR-FMT-022 */
    {"F1na",
     {.format = 1, .branch_map = 0x40000002},
     {SAME("format", 2, 1), SAME("branches", 5, 0), SAME("branch_map", 31, 0x40000002)}},
    /* Shows: ETR-FMT-040, ETR-FMT-047, ETR-FMT-048 */
    {"F0s0",
     {.branch_count = 0x80000001},
     {SAME("format", 2, 0), SAME("subformat", 2, 0), SAME("branch_count", 32, 0x80000001),
      SAME("branch_fmt", 2, 0)}},
    /* Shows: ETR-FMT-041 */
    {"F0s0",
     {.branch_count = 5, .branch_fmt = 2, .address = ADDRESS},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 0),
      SAME("branch_count", 32, 5),
      SAME("branch_fmt", 2, 2),
      SAME("address", 37, ADDRESS),
      {"notify", 1, 1, 0},
      {"updiscon", 1, 1, 0},
      {"irreport", 1, 1, 0},
      {"irdepth", 4, 0xf, 0}}},
    {"F0s0",
     {.branch_count = 5, .branch_fmt = 3, .address = 4, .updiscon = FLAG1},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 0),
      SAME("branch_count", 32, 5),
      SAME("branch_fmt", 2, 3),
      SAME("address", 37, 4),
      {"notify", 1, 0, 0},
      {"updiscon", 1, 1, 1},
      {"irreport", 1, 0, 1},
      SAME("irdepth", 4, 9)}},
    /* Shows: ETR-FMT-043, ETR-FMT-045, ETR-FMT-049: the reference is the top bit of the
     * map field */
    {"F0s1",
     {.subformat = 1, .index = 0x55, .branches = 3, .branch_map = 4},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 1),
      SAME("index", 7, 0x55),
      SAME("branches", 5, 3),
      SAME("branch_map", 3, 4),
      {"irreport", 1, 1, 0},
      {"irdepth", 4, 0xf, 0}}},
    {"F0s1",
     {.subformat = 1, .index = 0x55, .branches = 4, .branch_map = 8},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 1),
      SAME("index", 7, 0x55),
      SAME("branches", 5, 4),
      SAME("branch_map", 7, 8),
      {"irreport", 1, 0, 0},
      {"irdepth", 4, 0, 0}}},
    {"F0s1",
     {.subformat = 1,
      .index = 0x55,
      .branches = 1,
      .branch_map = 1,
      .irreport = true,
      .irdepth = 9},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 1),
      SAME("index", 7, 0x55),
      SAME("branches", 5, 1),
      SAME("branch_map", 1, 1),
      {"irreport", 1, 0, 1},
      SAME("irdepth", 4, 9)}},
    /* Shows: ETR-FMT-044: without a map the reference is the top bit of branches, 0 */
    {"F0s1",
     {.subformat = 1, .index = 1},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 1),
      SAME("index", 7, 1),
      SAME("branches", 5, 0),
      {"irreport", 1, 0, 0},
      {"irdepth", 4, 0, 0}}},
    {"F0s1",
     {.subformat = 1, .index = 1, .irreport = true, .irdepth = 6},
     {SAME("format", 2, 0),
      SAME("subformat", 2, 1),
      SAME("index", 7, 1),
      SAME("branches", 5, 0),
      {"irreport", 1, 1, 1},
      SAME("irdepth", 4, 6)}},
};

#define FORMATS (sizeof formats / sizeof formats[0])

/* The slow, obvious way, with which the format walks are compared. */
static uint64_t bits_of(const uint8_t *data, size_t at, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; ++i)
        value |= (uint64_t)(data[(at + i) / 8] >> (at + i) % 8 & 1) << i;
    return value;
}

/* Shows: ETR-FMT-030 (irdepth is there although implicit return is off) */
Test(packet, each_format_is_written_as_its_table_says)
{
    struct rvt_config config = wide_config();

    config.switches.compress = RVT_COMPRESS_NONE;
    for (size_t i = 0; i < FORMATS; ++i) {
        const struct format_case *f = &formats[i];
        struct rvt_payload payload;
        size_t at = 0;

        cr_expect(eq(str, TEXT(rvt_packet_name(&f->packet)), TEXT(f->name)));
        cr_assert(eq(int, (int)rvt_packet_write(&config, &f->packet, &payload, NULL), RVT_OK),
                  "%s (row %zu)", f->name, i);
        for (const struct row *row = f->row; row->name; at += row->width, ++row)
            cr_expect(eq(u64, bits_of(payload.byte, at, row->width), row->raw), "%s (row %zu): %s",
                      f->name, i, row->name);
        cr_expect(eq(u16, payload.bits_full, at), "%s (row %zu)", f->name, i);
        cr_expect(eq(u16, payload.bits, at), "%s (row %zu)", f->name, i);
        cr_expect(eq(u8, payload.bytes, (at + 7) / 8), "%s (row %zu)", f->name, i);
    }
}

Test(packet, each_format_is_read_back)
{
    struct rvt_config config = wide_config();

    for (size_t i = 0; i < FORMATS; ++i)
        for (unsigned compress = RVT_COMPRESS_WHOLE; compress <= RVT_COMPRESS_NONE; ++compress) {
            struct rvt_payload payload;
            struct rvt_packet packet;

            config.switches.compress = (enum rvt_compress)compress;
            cr_assert(eq(int, (int)rvt_packet_write(&config, &formats[i].packet, &payload, NULL),
                         RVT_OK));
            cr_assert(eq(int,
                         (int)rvt_packet_read(&config, payload.byte, payload.bytes, &packet, NULL),
                         RVT_OK));
            expect_same_packet(&packet, &formats[i].packet, formats[i].name);
        }
}

struct expected_rows {
    const struct rvt_config *config;
    const struct format_case *format;
    const struct row *row;
    size_t at;
};

static void expect_row(void *context, const char *name, uint64_t value, unsigned width, size_t at)
{
    struct expected_rows *expected = context;

    cr_assert(expected->row->name != NULL, "%s: %s is one too many", expected->format->name, name);
    cr_expect(eq(str, TEXT(name), TEXT(expected->row->name)), "%s", expected->format->name);
    cr_expect(eq(u64, value, expected->row->meaning), "%s: %s", expected->format->name, name);
    cr_expect(eq(uint, width, expected->row->width), "%s: %s", expected->format->name, name);
    cr_expect(eq(sz, at, expected->at), "%s: %s", expected->format->name, name);
    cr_expect(rvt_packet_clause(expected->config, &expected->format->packet, name) != NULL,
              "%s: %s has no clause", expected->format->name, name);
    expected->at += width;
    ++expected->row;
}

Test(packet, visiting_reports_the_rows_of_the_table_and_their_meaning)
{
    struct rvt_config config = wide_config();

    for (unsigned fill = RVT_IR_FILL_REPLICATE; fill <= RVT_IR_FILL_ONES; ++fill)
        for (size_t i = 0; i < FORMATS; ++i) {
            struct expected_rows expected = {&config, &formats[i], formats[i].row, 0};

            config.switches.ir_fill = (enum rvt_ir_fill)fill;
            cr_expect(eq(int,
                         (int)rvt_packet_visit(&config, &formats[i].packet, expect_row, &expected),
                         RVT_OK));
            cr_expect(expected.row->name == NULL, "%s: %s was not reported", formats[i].name,
                      expected.row->name);
        }
}

Test(packet, a_packet_tells_whether_it_syncs_and_has_an_address)
{
    struct rvt_config config = wide_config();

    for (size_t i = 0; i < FORMATS; ++i) {
        const struct rvt_packet *p = &formats[i].packet;
        bool has = false;

        for (const struct row *row = formats[i].row; row->name; ++row)
            has = has || strcmp(row->name, "address") == 0;
        cr_expect(eq(int, rvt_packet_has_address(p, &config), has), "%s", formats[i].name);
        cr_expect(eq(int, rvt_packet_is_sync(p), p->format == 3 && p->subformat <= 1));
    }
    config.options.implicit_exception = true; /* Shows: ETR-MODE-062 */
    for (int thaddr = 0; thaddr < 2; ++thaddr) {
        struct rvt_packet trap = {.format = 3, .subformat = 1, .thaddr = thaddr};

        cr_expect(eq(int, rvt_packet_has_address(&trap, &config), !thaddr));
    }
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026); /* F3/1 has no thaddr (DRF-006) */
    config.options.implicit_exception = true;
    for (int thaddr = 0; thaddr < 2; ++thaddr) {
        struct rvt_packet trap = {.format = 3, .subformat = 1, .thaddr = thaddr};
        struct rvt_packet start = {.format = 3, .thaddr = thaddr};

        cr_expect(not(rvt_packet_has_address(&trap, &config)));
        cr_expect(rvt_packet_has_address(&start, &config));
    }
}

/* Shows: ETR-CTX-006, ETR-FMT-030 */
Test(packet, parameters_remove_fields)
{
    for (unsigned choice = 0; choice < 4; ++choice) {
        struct rvt_config config = wide_config();
        const struct rvt_packet packet = {.format = 3, .subformat = 2, .privilege = 5};
        struct rvt_payload payload;

        config.params.notime_p = choice & 1;
        config.params.nocontext_p = choice & 2;
        cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
        cr_expect(eq(u16, payload.bits_full, 7 + (choice & 1 ? 0 : 17) + (choice & 2 ? 0 : 11)));
    }
    for (unsigned stack = 0; stack < 4; ++stack) {
        struct rvt_config config = wide_config();
        const struct rvt_packet packet = {.format = 2};
        struct rvt_payload payload;

        config.params.return_stack_size_p = stack;
        cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
        cr_expect(eq(u16, payload.bits_full, 2 + 37 + 3 + (stack ? stack + 1 : 0)));
    }
}

/* Shows: ETR-FMT-046, ETR-FMT-047 */
Test(packet, an_optional_subformat_of_width_0_is_implied_by_its_table)
{
    const struct rvt_packet count = {.branch_count = 9}, target = {.subformat = 1, .index = 3};
    struct rvt_config config = wide_config();
    struct rvt_payload payload;
    struct rvt_packet packet;

    config.params.f0s_width_p = 0;
    config.params.cache_size_p = 0;
    cr_assert(eq(int, (int)rvt_packet_write(&config, &count, &payload, NULL), RVT_OK));
    cr_expect(eq(u16, payload.bits_full, 2 + 32 + 2));
    cr_assert(
        eq(int, (int)rvt_packet_read(&config, payload.byte, payload.bytes, &packet, NULL), RVT_OK));
    expect_same_packet(&packet, &count, "F0s0");
    config.params.cache_size_p = 4;
    config.params.bpred_size_p = 0;
    cr_assert(eq(int, (int)rvt_packet_write(&config, &target, &payload, NULL), RVT_OK));
    cr_expect(eq(u16, payload.bits_full, 2 + 4 + 5 + 1 + 4));
    cr_assert(
        eq(int, (int)rvt_packet_read(&config, payload.byte, payload.bytes, &packet, NULL), RVT_OK));
    expect_same_packet(&packet, &target, "F0s1");
}

/* Shows: ETR-FMT-024 */
Test(packet, map_bits_above_the_count_are_masked_when_read_and_still_the_reference)
{
    struct rvt_config config = wide_config();
    struct rvt_packet packet = {.subformat = 1, .branches = 2, .branch_map = 6}, back;
    struct rvt_payload payload;

    cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(u64, bits_of(payload.byte, 16, 3), 6));
    cr_assert(
        eq(int, (int)rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL), RVT_OK));
    packet.branch_map = 2;
    expect_same_packet(&back, &packet, "F0s1");
    packet = (struct rvt_packet){.format = 1, .branches = 30, .branch_map = 0x7fffffff};
    cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_assert(
        eq(int, (int)rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL), RVT_OK));
    packet.branch_map = 0x3fffffff;
    expect_same_packet(&back, &packet, "F1");
}

/* The dialect of the reference flow, AMB-019. */
Test(packet, ir_fill_ones_sets_irdepth_when_nothing_is_reported)
{
    struct rvt_config config = wide_config();
    struct rvt_packet packet = {.format = 2, .address = 4}, back;
    struct rvt_payload payload;

    config.switches.ir_fill = RVT_IR_FILL_ONES;
    cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(u64, bits_of(payload.byte, 39, 7), 0x78));
    cr_assert(
        eq(int, (int)rvt_packet_read(&config, payload.byte, payload.bytes, &back, NULL), RVT_OK));
    expect_same_packet(&back, &packet, "F2");
    packet.irreport = true;
    packet.irdepth = 5;
    cr_assert(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(u64, bits_of(payload.byte, 39, 7), 0x2c));
}

/* Shows: ETR-CMP-002 */
Test(packet, addr_only_compresses_the_address_of_formats_1_and_2_and_nothing_else)
{
    static const struct {
        struct rvt_packet packet;
        unsigned whole, addr_only, none;
    } cases[] = {
        {{.format = 2}, 3, 3, 46},
        {{.format = 2, .address = 0x1fffffffff}, 2, 3, 46},
        {{.format = 1, .branches = 1}, 4, 9, 52},
        {{.format = 1, .branches = 1, .branch_map = 1, .address = 0x1fffffffff}, 8, 9, 52},
        {{.format = 1, .branches = 31}, 8, 39, 82},
        {{.format = 1}, 2, 38, 38},
        {{.format = 3, .subformat = 2}, 5, 35, 35},
        {{.format = 3}, 3, 73, 73},
        {{.branch_count = 0}, 1, 38, 38},
        {{.branch_fmt = 2}, 39, 82, 82},
        {{.subformat = 1}, 4, 21, 21},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const unsigned kept[] = {cases[i].whole, cases[i].addr_only, cases[i].none};

        for (unsigned compress = RVT_COMPRESS_WHOLE; compress <= RVT_COMPRESS_NONE; ++compress) {
            struct rvt_config config = wide_config();
            struct rvt_payload payload;

            config.switches.compress = (enum rvt_compress)compress;
            cr_assert(
                eq(int, (int)rvt_packet_write(&config, &cases[i].packet, &payload, NULL), RVT_OK));
            cr_expect(eq(u16, payload.bits, kept[compress]), "row %zu, compress %u", i, compress);
            cr_expect(eq(u8, payload.bytes, (kept[compress] + 7) / 8));
        }
    }
}
