/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/packets.h"

#include <stdio.h>
#include <string.h>

#include "check/difference.h"

/* The first difference. */
static void find_first(const struct rvt_config *config, const struct rvt_packet *expected,
                       const uint8_t *observed, size_t bytes, struct rvt_difference *difference)
{
    struct rvt_differences all;

    rvt_differences_find(config, expected, observed, bytes, &all);
    *difference = all.count > 0 ? all.of[0] : (struct rvt_difference){.differs = false};
}

static struct rvt_difference find_difference(const struct rvt_config *config,
                                             const struct rvt_packet *expected,
                                             const struct rvt_packet *observed)
{
    struct rvt_difference difference;
    struct rvt_payload payload;

    cr_assert(eq(int, (int)rvt_packet_write(config, observed, &payload, NULL), RVT_OK));
    find_first(config, expected, payload.byte, payload.bytes, &difference);
    return difference;
}

static void expect_difference(const struct rvt_difference *difference, const char *field,
                              uint64_t expected, uint64_t observed, unsigned bit,
                              const char *clause)
{
    cr_assert(difference->differs, "%s", field);
    cr_expect(eq(str, TEXT(difference->field), TEXT(field)));
    cr_expect(eq(u64, difference->expected, expected), "%s", field);
    cr_expect(eq(u64, difference->observed, observed), "%s", field);
    cr_expect(eq(uint, difference->bit, bit), "%s", field);
    cr_expect(eq(str, TEXT(difference->clause), TEXT(clause)), "%s", field);
}

Test(difference, equal_packets_do_not_differ)
{
    uint64_t state = 3;

    for (unsigned round = 0; round < 2000; ++round) {
        const struct rvt_config config = wide_config();
        struct rvt_packet packet = random_packet(&config, &state);
        struct rvt_difference difference = find_difference(&config, &packet, &packet);

        cr_assert(not(difference.differs), "round %u: %s", round, difference.field);
    }
}

/* In wide_config: AW 37, IW 39, PW 3, TW 17, CW 11, EW 6, IRW 4, F0W 2, CS 7. */
Test(difference, each_field_is_named_with_its_place_and_clause)
{
    static const struct {
        struct rvt_packet expected, observed;
        const char *field;
        uint64_t want, have;
        unsigned bit;
        const char *clause;
    } cases[] = {
        {{.format = 3}, {.format = 3, .branch = true}, "branch", 0, 1, 4, "ETR-FMT-007"},
        {{.format = 3, .privilege = 1},
         {.format = 3, .privilege = 3},
         "privilege",
         1,
         3,
         5,
         "ETR-CTX-008"},
        {{.format = 3, .time = 9}, {.format = 3}, "time", 9, 0, 8, "ETR-FMT-008"},
        {{.format = 3, .context = 9}, {.format = 3}, "context", 9, 0, 25, "ETR-FMT-008"},
        {{.format = 3, .address = 9},
         {.format = 3, .address = 8},
         "address",
         9,
         8,
         36,
         "ETR-FMT-006"},
        {{.format = 3, .subformat = 1, .ecause = 7},
         {.format = 3, .subformat = 1, .ecause = 8},
         "ecause",
         7,
         8,
         36,
         "ETR-FMT-012"},
        {{.format = 3, .subformat = 1},
         {.format = 3, .subformat = 1, .interrupt = true},
         "interrupt",
         0,
         1,
         42,
         "ETR-FMT-012"},
        {{.format = 3, .subformat = 1},
         {.format = 3, .subformat = 1, .thaddr = true},
         "thaddr",
         0,
         1,
         43,
         "ETR-FMT-003"},
        {{.format = 3, .subformat = 1},
         {.format = 3, .subformat = 1, .address = 1},
         "address",
         0,
         1,
         44,
         "AMB-041"},
        {{.format = 3, .subformat = 1, .thaddr = true},
         {.format = 3, .subformat = 1, .thaddr = true, .address = 1},
         "address",
         0,
         1,
         44,
         "ETR-FMT-006"},
        {{.format = 3, .subformat = 1},
         {.format = 3, .subformat = 1, .tval = 1},
         "tval",
         0,
         1,
         81,
         "ETR-FMT-011"},
        {{.format = 3, .subformat = 3},
         {.format = 3, .subformat = 3, .support = {{[RVT_SUPPORT_QUAL_STATUS] = 3}}},
         "qual_status",
         0,
         3,
         6,
         "ETR-FMT-010"},
        {{.format = 3, .subformat = 3},
         {.format = 3, .subformat = 3, .support = {{[RVT_SUPPORT_FULL_DATA] = 1}}},
         "full_data",
         0,
         1,
         18,
         "ETR-FMT-005"},
        {{.format = 2}, {.format = 2, .address = 2}, "address", 0, 2, 2, "ETR-FMT-025"},
        {{.format = 2}, {.format = 2, .notify = true}, "notify", 0, 1, 39, "ETR-FMT-026"},
        {{.format = 2, .updiscon = true}, {.format = 2}, "updiscon", 1, 0, 40, "ETR-FMT-027"},
        {{.format = 2}, {.format = 2, .irreport = true}, "irreport", 0, 1, 41, "ETR-FMT-028"},
        {{.format = 2, .irreport = true, .irdepth = 2},
         {.format = 2, .irreport = true, .irdepth = 3},
         "irdepth",
         2,
         3,
         42,
         "ETR-FMT-029"},
        {{.format = 1, .branches = 2, .branch_map = 1},
         {.format = 1, .branches = 3},
         "branches",
         2,
         3,
         2,
         "ETR-FMT-021"},
        {{.format = 1}, {.format = 1, .branches = 31}, "branches", 0, 31, 2, "ETR-FMT-022"},
        {{.format = 1, .branches = 2, .branch_map = 1},
         {.format = 1, .branches = 2, .branch_map = 2},
         "branch_map",
         1,
         2,
         7,
         "ETR-FMT-023"},
        {{.branch_count = 7}, {.branch_count = 8}, "branch_count", 7, 8, 4, "ETR-FMT-048"},
        {{.branch_fmt = 2}, {.branch_fmt = 3}, "branch_fmt", 2, 3, 36, "ETR-FMT-042"},
        {{.branch_fmt = 2}, {.branch_fmt = 2, .address = 1}, "address", 0, 1, 38, "ETR-FMT-025"},
        {{.subformat = 1, .index = 7}, {.subformat = 1}, "index", 7, 0, 4, "ETR-FMT-043"},
    };
    const struct rvt_config config = wide_config();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_difference difference =
            find_difference(&config, &cases[i].expected, &cases[i].observed);

        expect_difference(&difference, cases[i].field, cases[i].want, cases[i].have, cases[i].bit,
                          cases[i].clause);
        cr_expect(eq(int, (int)difference.status, RVT_OK));
        cr_expect(not(difference.in_length));
    }
}

Test(difference, another_format_is_named_by_the_choice_that_was_expected)
{
    static const struct {
        struct rvt_packet expected;
        const char *field;
        unsigned bit;
        const char *clause;
    } cases[] = {
        {{.branch_count = 1}, "format", 0, "ETR-ALG-050"},
        {{.subformat = 1}, "format", 0, "ETR-ALG-051"},
        {{.format = 1, .branches = 1}, "format", 0, "ETR-ALG-052"},
        {{.format = 1}, "format", 0, "ETR-ALG-034"},
        {{.format = 2}, "format", 0, "ETR-ALG-052"},
        {{.format = 3}, "subformat", 2, "ETR-ALG-028"},
        {{.format = 3, .subformat = 1}, "subformat", 2, "ETR-ALG-022"},
        {{.format = 3, .subformat = 1, .thaddr = true}, "subformat", 2, "ETR-ALG-024"},
        {{.format = 3, .subformat = 3}, "subformat", 2, "ETR-SUP-001"},
    };
    const struct rvt_packet observed = {.format = 3, .subformat = 2};
    const struct rvt_config config = wide_config();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_difference difference = find_difference(&config, &cases[i].expected, &observed);
        bool format = cases[i].bit == 0;

        expect_difference(&difference, cases[i].field,
                          format ? cases[i].expected.format : cases[i].expected.subformat,
                          format ? 3 : 2, cases[i].bit, cases[i].clause);
    }
    {
        const struct rvt_packet context = {.format = 3, .subformat = 2}, start = {.format = 3};
        struct rvt_difference difference = find_difference(&config, &context, &start);

        expect_difference(&difference, "subformat", 2, 0, 2, "ETR-ALG-035");
    }
}

/* Any two different packets give a difference; equal ones give none. */
Test(difference, two_packets_differ_unless_they_are_the_same)
{
    uint64_t state = 4;
    unsigned same = 0;

    for (unsigned round = 0; round < 20000; ++round) {
        const struct rvt_config config = delta_config();
        struct rvt_packet a = random_packet(&config, &state);
        struct rvt_packet b = random_packet(&config, &state);
        struct rvt_payload payload_a, payload_b;
        struct rvt_difference difference = find_difference(&config, &a, &b);
        bool equal;

        cr_assert(eq(int, (int)rvt_packet_write(&config, &a, &payload_a, NULL), RVT_OK));
        cr_assert(eq(int, (int)rvt_packet_write(&config, &b, &payload_b, NULL), RVT_OK));
        equal = payload_a.bytes == payload_b.bytes &&
                memcmp(payload_a.byte, payload_b.byte, payload_a.bytes) == 0;
        same += equal;
        cr_assert(eq(int, difference.differs, !equal), "round %u", round);
    }
    cr_expect(gt(uint, same, 0));
}

/* Shows: ETR-CMP-001, ETR-CMP-003 */
Test(difference, a_payload_that_is_too_long_differs_in_length)
{
    const struct rvt_config config = delta_config();
    const struct rvt_packet packet = {.format = 2, .address = 8};
    const uint8_t longer[] = {0x22, 0, 0};
    struct rvt_difference difference;
    char text[100];

    find_first(&config, &packet, longer, 3, &difference);
    expect_difference(&difference, "payload", 1, 3, 7, "ETR-CMP-001");
    cr_expect(difference.in_length);
    rvt_difference_format(&difference, text, sizeof text);
    cr_expect(eq(str, text, "payload: expected 1 bytes, observed 3 (bit 7, ETR-CMP-001)"));
}

/* Shows: ETR-FMT-029 */
Test(difference, bits_that_must_copy_others_are_named_by_their_field)
{
    struct rvt_config config = wide_config(), ones = config;
    const struct rvt_packet packet = {.format = 2, .address = 8};
    struct rvt_difference difference;
    struct rvt_payload payload;

    ones.switches.ir_fill = RVT_IR_FILL_ONES;
    cr_assert(eq(int, (int)rvt_packet_write(&ones, &packet, &payload, NULL), RVT_OK));
    find_first(&config, &packet, payload.byte, payload.bytes, &difference);
    expect_difference(&difference, "payload", 0, 0xfc, 42, "ETR-FMT-029");
    find_first(&ones, &packet, payload.byte, payload.bytes, &difference);
    cr_expect(not(difference.differs));
}

/* Shows: ETR-FMT-024 */
Test(difference, map_bits_that_say_nothing_may_be_anything)
{
    const struct rvt_config config = wide_config();
    uint64_t state = 8;

    for (unsigned round = 0; round < 2000; ++round) {
        unsigned branches = 1 + random_below(&state, 31);
        unsigned width = branches <= 1    ? 1
                         : branches <= 3  ? 3
                         : branches <= 7  ? 7
                         : branches <= 15 ? 15
                                          : 31;
        struct rvt_packet expected = {.format = (uint8_t)(next_random(&state) & 1),
                                      .branches = (uint8_t)branches};
        struct rvt_packet observed;
        struct rvt_difference difference;

        expected.subformat = expected.format == 0;
        expected.branch_map = (uint32_t)(next_random(&state) & rvt_mask(width));
        observed = expected;
        observed.branch_map =
            (uint32_t)((expected.branch_map & rvt_mask(branches)) |
                       (next_random(&state) & rvt_mask(width) & ~rvt_mask(branches)));
        difference = find_difference(&config, &expected, &observed);
        cr_assert(not(difference.differs), "round %u: %s", round, difference.field);
        observed.branch_map ^= 1;
        difference = find_difference(&config, &expected, &observed);
        cr_assert(difference.differs, "round %u", round);
        cr_assert(eq(str, TEXT(difference.field), "branch_map"));
    }
}

Test(difference, a_payload_that_cannot_be_read_differs_by_its_fault)
{
    const struct rvt_config config = delta_config();
    const struct rvt_packet packet = {.format = 2, .address = 8};
    const uint8_t reserved[] = {0x28, 0, 0, 0, 0x08}, trailing[] = {0x22, 0, 0, 0, 0x80};
    const uint8_t longer[] = {0x22, 0, 0, 0, 0, 0, 0};
    struct rvt_difference difference;
    char text[100];

    find_first(&config, &packet, reserved, 5, &difference);
    expect_difference(&difference, "payload", 0, 1, 35, "ETR-FMT-042");
    cr_expect(eq(int, (int)difference.status, RVT_ERR_RESERVED));
    rvt_difference_format(&difference, text, sizeof text);
    cr_expect(eq(str, text, "payload: cannot be read: reserved 0x1 (bit 35, ETR-FMT-042)"));
    find_first(&config, &packet, trailing, 5, &difference);
    expect_difference(&difference, "payload", 0, 8, 36, "ETR-CMP-005");
    cr_expect(eq(int, (int)difference.status, RVT_ERR_TRAILING));
    rvt_difference_format(&difference, text, sizeof text);
    cr_expect(eq(str, text, "payload: the padding is 0x8 (bit 36, ETR-CMP-005)"));
    find_first(&config, &packet, longer, sizeof longer, &difference);
    expect_difference(&difference, "payload", 0, 7, 36, "ETR-DEC-018");
    rvt_difference_format(&difference, text, sizeof text);
    cr_expect(eq(str, text, "payload: 7 bytes, but the packet has 36 bits (ETR-DEC-018)"));
    find_first(&config, &packet, NULL, 0, &difference);
    expect_difference(&difference, "payload", 0, 0, 0, "ETR-CMP-004");
    cr_expect(eq(int, (int)difference.status, RVT_ERR_TRUNCATED));
}

Test(difference, an_expected_packet_that_does_not_exist_differs)
{
    const struct rvt_config config = delta_config();
    const struct rvt_packet packet = {.format = 2, .address = UINT64_C(1) << 40};
    const uint8_t data[] = {0x22};
    struct rvt_difference difference;

    find_first(&config, &packet, data, 1, &difference);
    cr_expect(difference.differs);
    cr_expect(eq(int, (int)difference.status, RVT_ERR_CAPACITY));
}

Test(difference, all_fields_that_differ_are_listed_up_to_another_format)
{
    static const struct {
        struct rvt_packet expected, observed;
        const char *fields[4];
    } cases[] = {
        {{.format = 3, .privilege = 1, .address = 9},
         {.format = 3, .privilege = 3, .address = 8},
         {"privilege", "address"}},
        {{.format = 3, .privilege = 1}, {.format = 3, .subformat = 2}, {"subformat"}},
        {{.format = 2, .address = 8}, {.format = 3, .address = 8}, {"format"}},
        {{.format = 1, .branches = 2, .branch_map = 2, .address = 1},
         {.format = 1, .branches = 3, .branch_map = 3, .address = 2, .notify = true},
         {"branches", "branch_map", "address", "notify"}},
    };
    const struct rvt_config config = wide_config();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_differences all;
        struct rvt_payload payload;

        cr_assert(
            eq(int, (int)rvt_packet_write(&config, &cases[i].observed, &payload, NULL), RVT_OK));
        rvt_differences_find(&config, &cases[i].expected, payload.byte, payload.bytes, &all);
        for (unsigned j = 0; j < 4 && cases[i].fields[j]; ++j) {
            cr_assert(lt(uint, j, all.count), "case %zu", i);
            cr_expect(eq(str, TEXT(all.of[j].field), TEXT(cases[i].fields[j])), "case %zu", i);
            cr_assert(j < 3 && cases[i].fields[j + 1] ? all.count > j + 1 : all.count == j + 1,
                      "case %zu", i);
        }
    }
}

/* A packet with another field is as long as that makes it; what is wrong beside it is listed.
 * Shows: ETR-CMP-001 */
Test(difference, bytes_are_those_of_the_observed_fields)
{
    const struct rvt_config config = delta_config();
    const struct rvt_packet expected = {.format = 2, .address = 8};
    const struct rvt_packet longer = {.format = 2, .address = 0x10000};
    struct rvt_differences all;
    struct rvt_payload payload;

    cr_assert(eq(int, (int)rvt_packet_write(&config, &longer, &payload, NULL), RVT_OK));
    rvt_differences_find(&config, &expected, payload.byte, payload.bytes, &all);
    cr_expect(eq(uint, all.count, 1));
    payload.byte[payload.bytes++] = 0;
    rvt_differences_find(&config, &expected, payload.byte, payload.bytes, &all);
    cr_assert(eq(uint, all.count, 2));
    cr_expect(eq(str, TEXT(all.of[1].field), "payload"));
    cr_expect(all.of[1].in_length);
}

Test(difference, a_difference_reads_as_one_line)
{
    const struct rvt_difference none = {.differs = false};
    const struct rvt_difference address = {.differs = true,
                                           .field = "address",
                                           .expected = 0x10,
                                           .observed = 0x12,
                                           .bit = 2,
                                           .clause = "ETR-FMT-025"};
    char text[100];

    rvt_difference_format(&address, text, sizeof text);
    cr_expect(eq(str, text, "address: expected 0x10, observed 0x12 (bit 2, ETR-FMT-025)"));
    struct rvt_difference wide = address;
    wide.width = 37;
    rvt_difference_format(&wide, text, sizeof text);
    cr_expect(eq(str, text,
                 "address: expected 0x0000000010, observed 0x0000000012 (bit 2, ETR-FMT-025)"));
    wide.absent = true;
    rvt_difference_format(&wide, text, sizeof text);
    cr_expect(eq(str, text,
                 "address: expected 0x0000000010, observed no such field (bit 2, ETR-FMT-025)"));
    rvt_difference_format(&none, text, sizeof text);
    cr_expect(eq(str, text, "no difference"));
    rvt_difference_format(&address, text, 8);
    cr_expect(eq(str, text, "address"));
}
