/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What is refused: status, field, bit, value and clause of each fault. */
#include "tests/unit/packets.h"
#include "wire/packet_clause.h"

#include <stdio.h>
#include <string.h>

struct fault {
    enum rvt_status status;
    const char *field;
    unsigned bit;
    uint64_t value;
    const char *clause;
};

static void expect_fault(const struct rvt_diag *diag, enum rvt_status status,
                         const struct fault *fault, const char *title)
{
    cr_expect(eq(int, (int)status, (int)fault->status), "%s", title);
    cr_expect(eq(int, (int)diag->status, (int)fault->status), "%s", title);
    cr_assert(diag->field != NULL && diag->clause != NULL, "%s", title);
    cr_expect(eq(str, TEXT(diag->field), TEXT(fault->field)), "%s", title);
    cr_expect(eq(uint, diag->bit, fault->bit), "%s", title);
    cr_expect(eq(u64, diag->value, fault->value), "%s", title);
    cr_expect(eq(str, TEXT(diag->clause), TEXT(fault->clause)), "%s", title);
    cr_expect(gt(sz, strlen(diag->text), 0), "%s", title);
    cr_expect(fault->status != RVT_ERR_RESERVED || strstr(diag->text, "does not exist") != NULL,
              "%s: %s", title, diag->text);
    cr_expect(fault->status != RVT_ERR_CAPACITY || strstr(diag->text, "does not fit") != NULL,
              "%s: %s", title, diag->text);
}

static void expect_unreadable(const struct rvt_config *config, const uint8_t *data, size_t bytes,
                              const struct fault *fault, const char *title)
{
    struct rvt_packet packet;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    expect_fault(&diag, rvt_packet_read(config, data, bytes, &packet, &diag), fault, title);
    cr_expect(
        eq(int, (int)rvt_packet_read(config, data, bytes, &packet, NULL), (int)fault->status));
}

/* Shows: ETR-FMT-009, ETR-FMT-042, ETR-FMT-046, ETR-FMT-047, ETR-DEC-019 */
Test(packet_errors, reserved_codes_and_missing_options_are_refused)
{
    static const struct {
        const char *title;
        unsigned f0s_width, bpred_size, cache_size;
        uint8_t data[6];
        struct fault fault;
    } cases[] = {
        {"branch_fmt 1",
         1,
         4,
         4,
         {0x28, 0, 0, 0, 0x08},
         {RVT_ERR_RESERVED, "branch_fmt", 35, 1, "ETR-FMT-042"}},
        {"branch_fmt 1, subformat of 2 bits",
         2,
         4,
         0,
         {0x00, 0, 0, 0, 0x10},
         {RVT_ERR_RESERVED, "branch_fmt", 36, 1, "ETR-FMT-042"}},
        {"format 0 without options",
         0,
         0,
         0,
         {0x00},
         {RVT_ERR_RESERVED, "format", 0, 0, "ETR-FMT-001"}},
        {"subformat 0 without predictor",
         1,
         0,
         4,
         {0x00},
         {RVT_ERR_RESERVED, "subformat", 2, 0, "ETR-FMT-046"}},
        {"subformat 1 without cache",
         1,
         4,
         0,
         {0x04},
         {RVT_ERR_RESERVED, "subformat", 2, 1, "ETR-FMT-046"}},
        {"subformat 2", 2, 4, 4, {0x08}, {RVT_ERR_RESERVED, "subformat", 2, 2, "ETR-FMT-046"}},
        {"subformat 3", 2, 4, 4, {0x0c}, {RVT_ERR_RESERVED, "subformat", 2, 3, "ETR-FMT-046"}},
        {"encoder_mode 1",
         0,
         0,
         0,
         {0x3f, 0, 0},
         {RVT_ERR_RESERVED, "encoder_mode", 5, 1, "ETR-FMT-009"}},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_config config = delta_config();

        config.params.f0s_width_p = cases[i].f0s_width;
        config.params.bpred_size_p = cases[i].bpred_size;
        config.params.cache_size_p = cases[i].cache_size;
        expect_unreadable(&config, cases[i].data, i == 7 ? 3 : 5, &cases[i].fault, cases[i].title);
    }
}

/* Shows: ETR-CMP-003, ETR-CMP-005, ETR-DEC-018 */
Test(packet_errors, only_padding_may_stand_behind_a_packet)
{
    /* F2 with 36 bits: 5 bytes, of which the upper 4 bits of the last pad */
    static const struct {
        const char *title;
        size_t bytes;
        uint8_t data[7];
        struct fault fault;
    } cases[] = {
        {"no byte at all", 0, {0}, {RVT_ERR_TRUNCATED, "payload", 0, 0, "ETR-CMP-004"}},
        {"a byte too many", 6, {0x22}, {RVT_ERR_TRAILING, "payload", 36, 6, "ETR-DEC-018"}},
        {"two bytes too many", 7, {0x22}, {RVT_ERR_TRAILING, "payload", 36, 7, "ETR-DEC-018"}},
        {"padding 1 after a 0",
         5,
         {0x22, 0, 0, 0, 0x10},
         {RVT_ERR_TRAILING, "payload", 36, 1, "ETR-CMP-005"}},
        {"top padding bit 1 after a 0",
         5,
         {0x22, 0, 0, 0, 0x80},
         {RVT_ERR_TRAILING, "payload", 36, 8, "ETR-CMP-005"}},
        {"padding of ones after a 0",
         5,
         {0x22, 0, 0, 0, 0xf0},
         {RVT_ERR_TRAILING, "payload", 36, 15, "ETR-CMP-005"}},
        {"padding of zeros after a 1",
         5,
         {0x22, 0, 0, 0, 0x08},
         {RVT_ERR_TRAILING, "payload", 36, 0, "ETR-CMP-005"}},
        {"padding 0 after a 1",
         5,
         {0x22, 0, 0, 0, 0x78},
         {RVT_ERR_TRAILING, "payload", 36, 7, "ETR-CMP-005"}},
    };
    const struct rvt_config config = delta_config();
    const uint8_t good[] = {0x22, 0, 0, 0, 0x08 | 0xf0};
    struct rvt_packet packet;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        expect_unreadable(&config, cases[i].data, cases[i].bytes, &cases[i].fault, cases[i].title);
    cr_expect(eq(int, (int)rvt_packet_read(&config, good, 5, &packet, NULL), RVT_OK));
}

Test(packet_errors, a_fault_that_is_already_recorded_stays)
{
    const struct rvt_config config = delta_config();
    const uint8_t data[] = {0x22, 0, 0, 0, 0x10};
    struct rvt_packet packet = {.format = 4};
    struct rvt_payload payload;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    rvt_diag_set(&diag, RVT_ERR_FLOW, "first", 1, "X-1", "first");
    cr_expect(eq(int, (int)rvt_packet_write(&config, &packet, &payload, &diag), RVT_ERR_RESERVED));
    packet = (struct rvt_packet){.format = 3, .privilege = 9};
    cr_expect(eq(int, (int)rvt_packet_write(&config, &packet, &payload, &diag), RVT_ERR_CAPACITY));
    cr_expect(eq(int, (int)rvt_packet_read(&config, data, 5, &packet, &diag), RVT_ERR_TRAILING));
    cr_expect(eq(str, TEXT(diag.field), "first"));
    cr_expect(eq(uint, diag.bit, 0));
}

/* In wide_config: AW 37, IW 39, PW 3, TW 17, CW 11, EW 6, IRW 4, F0W 2, CS 7. Shows: ETR-FMT-021 */
Test(packet_errors, values_that_do_not_fit_are_not_written)
{
    static const struct {
        struct rvt_packet packet;
        struct fault fault;
    } cases[] = {
        {{.format = 4}, {RVT_ERR_RESERVED, "format", 0, 4, "ETR-FMT-001"}},
        {{.format = 3, .subformat = 4}, {RVT_ERR_RESERVED, "subformat", 0, 4, "ETR-FMT-001"}},
        {{.format = 0, .subformat = 2}, {RVT_ERR_RESERVED, "subformat", 0, 2, "ETR-FMT-046"}},
        {{.branch_fmt = 1}, {RVT_ERR_RESERVED, "branch_fmt", 36, 1, "ETR-FMT-042"}},
        {{.branch_fmt = 4}, {RVT_ERR_RESERVED, "branch_fmt", 0, 4, "ETR-FMT-042"}},
        {{.format = 3, .privilege = 8}, {RVT_ERR_CAPACITY, "privilege", 5, 8, "ETR-CTX-008"}},
        {{.format = 3, .time = 0x20000}, {RVT_ERR_CAPACITY, "time", 8, 0x20000, "ETR-FMT-008"}},
        {{.format = 3, .context = 0x800}, {RVT_ERR_CAPACITY, "context", 25, 0x800, "ETR-FMT-008"}},
        {{.format = 3, .address = UINT64_C(1) << 37},
         {RVT_ERR_CAPACITY, "address", 36, UINT64_C(1) << 37, "ETR-FMT-006"}},
        {{.format = 3, .subformat = 1, .ecause = 64},
         {RVT_ERR_CAPACITY, "ecause", 36, 64, "ETR-FMT-012"}},
        {{.format = 3, .subformat = 1, .tval = UINT64_C(1) << 39},
         {RVT_ERR_CAPACITY, "tval", 81, UINT64_C(1) << 39, "ETR-FMT-011"}},
        {{.format = 3, .subformat = 3, .support = {{[RVT_SUPPORT_QUAL_STATUS] = 4}}},
         {RVT_ERR_CAPACITY, "qual_status", 6, 4, "ETR-FMT-010"}},
        {{.format = 3, .subformat = 3, .support = {{[RVT_SUPPORT_DLOSS] = 2}}},
         {RVT_ERR_CAPACITY, "dloss", 14, 2, "ETR-FMT-005"}},
        {{.format = 2, .address = UINT64_C(1) << 37},
         {RVT_ERR_CAPACITY, "address", 2, UINT64_C(1) << 37, "ETR-FMT-025"}},
        {{.format = 2, .irreport = true, .irdepth = 16},
         {RVT_ERR_CAPACITY, "irdepth", 42, 16, "ETR-FMT-029"}},
        {{.format = 1, .branches = 32}, {RVT_ERR_CAPACITY, "branches", 2, 32, "ETR-FMT-021"}},
        {{.format = 1, .branches = 1, .branch_map = 2},
         {RVT_ERR_CAPACITY, "branch_map", 7, 2, "ETR-FMT-023"}},
        {{.format = 1, .branches = 3, .branch_map = 8},
         {RVT_ERR_CAPACITY, "branch_map", 7, 8, "ETR-FMT-023"}},
        {{.format = 1, .branches = 7, .branch_map = 0x80},
         {RVT_ERR_CAPACITY, "branch_map", 7, 0x80, "ETR-FMT-023"}},
        {{.format = 1, .branches = 15, .branch_map = 0x8000},
         {RVT_ERR_CAPACITY, "branch_map", 7, 0x8000, "ETR-FMT-023"}},
        {{.format = 1, .branch_map = 0x80000000},
         {RVT_ERR_CAPACITY, "branch_map", 7, 0x80000000, "ETR-FMT-023"}},
        {{.subformat = 1, .index = 128}, {RVT_ERR_CAPACITY, "index", 4, 128, "ETR-FMT-043"}},
        {{.subformat = 1, .branches = 32}, {RVT_ERR_CAPACITY, "branches", 11, 32, "ETR-FMT-043"}},
        {{.subformat = 1, .irreport = true, .irdepth = 16},
         {RVT_ERR_CAPACITY, "irdepth", 17, 16, "ETR-FMT-049"}},
    };
    const struct rvt_config config = wide_config();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        struct rvt_packet packet = cases[i].packet;
        struct rvt_payload payload;
        struct rvt_diag diag;
        char title[32];

        (void)snprintf(title, sizeof title, "row %zu", i);
        rvt_diag_clear(&diag);
        expect_fault(&diag, rvt_packet_write(&config, &packet, &payload, &diag), &cases[i].fault,
                     title);
        expect_same_packet(&packet, &cases[i].packet, "the packet is not touched");
        cr_expect(eq(int, (int)rvt_packet_visit(&config, &packet, NULL, NULL),
                     (int)cases[i].fault.status),
                  "%s", title);
    }
}

Test(packet_errors, optional_formats_are_not_written_without_their_table)
{
    struct rvt_config config = wide_config();
    const struct rvt_packet count = {.branch_count = 1}, target = {.subformat = 1};
    struct rvt_payload payload;

    config.params.bpred_size_p = 0;
    cr_expect(eq(int, (int)rvt_packet_write(&config, &count, &payload, NULL), RVT_ERR_RESERVED));
    cr_expect(eq(int, (int)rvt_packet_write(&config, &target, &payload, NULL), RVT_OK));
    config.params.f0s_width_p = 0;
    cr_expect(eq(int, (int)rvt_packet_write(&config, &count, &payload, NULL), RVT_ERR_RESERVED));
    config.params.cache_size_p = 0;
    cr_expect(eq(int, (int)rvt_packet_write(&config, &target, &payload, NULL), RVT_ERR_RESERVED));
}

/* Shows: ETR-CMP-011 */
Test(packet_errors, a_payload_above_248_bits_is_not_written)
{
    struct rvt_packet packet = {.format = 3, .subformat = 1};
    struct rvt_config config = wide_config();
    struct rvt_payload payload;
    struct rvt_diag diag;

    /* 5 + 3 + 64 + 41 + 6 + 2 + 63 + 64 = 248 bits */
    config.params.iaddress_width_p = 64;
    config.params.iaddress_lsb_p = 1;
    config.params.time_width_p = 64;
    config.params.context_width_p = 41;
    cr_expect(eq(int, (int)rvt_packet_write(&config, &packet, &payload, NULL), RVT_OK));
    cr_expect(eq(u16, payload.bits_full, 248));
    config.params.context_width_p = 42;
    rvt_diag_clear(&diag);
    cr_expect(eq(int, (int)rvt_packet_write(&config, &packet, &payload, &diag), RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(diag.field), "tval"));
    cr_expect(eq(uint, diag.bit, 185));
}

/* Shows: DRF-012 */
Test(packet_errors, a_clause_of_the_draft_is_given_by_the_field)
{
    static const struct {
        struct rvt_packet packet;
        const char *field, *clause;
    } cases[] = {
        {{.format = 2}, "format", "DRF-014"},
        {{.format = 2}, "irreport", NULL},
        {{.format = 1, .subformat = 3}, "irreport", NULL},
        {{.format = 3, .subformat = 2}, "ienable", NULL},
        {{.format = 3, .subformat = 3}, "ienable", "DRF-012"},
        {{.format = 3, .subformat = 3}, "payload", "DRF-014"},
    };
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *clause = rvt_packet_clause(&config, &cases[i].packet, cases[i].field);

        cr_expect(eq(str, TEXT(clause != NULL ? clause : "none"),
                     TEXT(cases[i].clause != NULL ? cases[i].clause : "none")),
                  "case %zu", i);
    }
}

Test(packet_errors, a_clause_is_given_for_fields_that_a_packet_has_and_no_others)
{
    static const struct {
        struct rvt_packet packet;
        const char *field, *clause;
    } cases[] = {
        {{.format = 2}, "format", "ETR-FMT-001"},
        {{.format = 2}, "updiscon", "ETR-FMT-027"},
        {{.format = 2}, "payload", "ETR-CMP-001"},
        {{.format = 2}, "tval", NULL},
        {{.format = 1}, "branches", "ETR-FMT-022"},
        {{.format = 1, .branches = 3}, "branches", "ETR-FMT-021"},
        {{.format = 1, .branches = 3}, "branch_map", "ETR-FMT-023"},
        {{.format = 0}, "subformat", "ETR-FMT-046"},
        {{.format = 0, .branch_fmt = 2}, "notify", "ETR-FMT-026"},
        {{.format = 0, .branch_fmt = 2}, "irreport", "ETR-FMT-028"},
        {{.format = 0}, "index", NULL},
        {{.format = 0, .subformat = 1}, "irreport", "ETR-FMT-044"},
        {{.format = 0, .subformat = 1, .branches = 1}, "irreport", "ETR-FMT-043"},
        {{.format = 0, .subformat = 1, .branches = 1}, "branch_map", "ETR-FMT-023"},
        {{.format = 0, .subformat = 1}, "branches", "ETR-FMT-043"},
        {{.format = 0, .subformat = 1}, "subformat", "ETR-FMT-046"},
        {{.format = 3, .subformat = 0}, "subformat", "ETR-FMT-002"},
        {{.format = 3, .subformat = 1}, "subformat", "ETR-FMT-003"},
        {{.format = 3, .subformat = 2}, "subformat", "ETR-FMT-004"},
        {{.format = 3, .subformat = 3}, "subformat", "ETR-FMT-005"},
        {{.format = 3, .subformat = 3}, "encoder_mode", "ETR-FMT-009"},
        {{.format = 9}, "address", NULL},
    };

    struct rvt_config config = delta_config();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const char *clause = rvt_packet_clause(&config, &cases[i].packet, cases[i].field);

        cr_assert(eq(int, clause != NULL, cases[i].clause != NULL), "row %zu", i);
        if (clause)
            cr_expect(eq(str, TEXT(clause), TEXT(cases[i].clause)), "row %zu", i);
    }
    cr_expect(
        eq(str, TEXT(rvt_packet_name(&(struct rvt_packet){.format = 3, .subformat = 4})), "F3"));
}
