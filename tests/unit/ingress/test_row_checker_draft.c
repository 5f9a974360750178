/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows of the draft against a program. A block may contain branches that are not taken, which ntkn
 * counts, and jumps have other codes. Shows: DRA-006, DRA-007, DRA-008, DRA-009 */
#include "tests/unit/row_checker_rig.h"

static void open_draft(void)
{
    open_image();
    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.iaddress_width_p = 64;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.ctype_width_p = 2;
    config.params.nocontext_p = false;
    config.params.ntkn_width_p = 3;
}

TestSuite(row_checker_draft, .init = open_draft, .fini = close_image);

/* A row whose block contains so many branches that are not taken. */
#define COUNTED(offset, count, type, branches)                                                     \
    {                                                                                              \
        .priv = 3, .blocks = 1, .block = {                                                         \
            {.iaddr = BASE + (offset),                                                             \
             .iretire = 2 * (count),                                                               \
             .itype = (type),                                                                      \
             .ilastsize = 1,                                                                       \
             .ntkn = (branches)}                                                                   \
        }                                                                                          \
    }

Test(row_checker_draft, branches_that_are_counted)
{
    static const struct rows cases[] = {
        {NULL, 2, {COUNTED(0x00, 3, 0, 1), BLOCK(0x0c, 1, 15)}},
        {NULL, 2, {COUNTED(0x00, 2, 0, 1), BLOCK(0x08, 1, 0)}}, /* the last one is counted */
        {NULL, 1, {BLOCK(0x00, 2, 4)}},                         /* it is shown */
        {NULL, 2, {BLOCK(0x00, 2, 5), BLOCK(0x0c, 1, 15)}},
        {NULL, 2, {COUNTED(0x00, 2, 1, 1), BLOCK(0x08, 1, 0)}}, /* a trap after it */
        {"DRA-007", 1, {BLOCK(0x00, 2, 0)}},                    /* neither */
        {"DRA-007", 1, {COUNTED(0x00, 1, 4, 1)}},               /* no branch */
        {"ETR-ING-017", 1, {BLOCK(0x00, 2, 1)}},                /* hidden by the trap */
        {"ETR-ING-004", 1, {COUNTED(0x08, 3, 0, 1)}},           /* goes on after a jump */
        {"ETR-ING-005", 2, {BLOCK(0x00, 2, 5), BLOCK(0x08, 1, 0)}},
        {"ETR-ING-005", 2, {COUNTED(0x00, 2, 0, 1), BLOCK(0x0c, 1, 15)}},
    };

    CHECK_ALL(cases);
}

Test(row_checker_draft, jumps_have_the_codes_of_the_draft)
{
    static const struct rows cases[] = {
        {NULL, 3, {BLOCK(0x0c, 1, 15), BLOCK(0x14, 1, 9), BLOCK(0x1c, 1, 12)}},
        {"DRA-007", 1, {BLOCK(0x0c, 1, 11)}},
        {"DRA-007", 1, {BLOCK(0x14, 1, 15)}},
        {"DRA-007", 1, {BLOCK(0x1c, 1, 13)}},
        {"DRA-007", 1, {BLOCK(0x1c, 1, 10)}},
        {NULL, 1, {BLOCK(0x2c, 1, 3)}},
        {"DRA-007", 1, {BLOCK(0x2c, 1, 0)}},
    };

    CHECK_ALL(cases);
}

/* A jump through a register that the instruction before it loads, in one block and in two. */
Test(row_checker_draft, a_switch_makes_pairs_inferable)
{
    static const struct rows inferable[] = {
        {NULL, 2, {BLOCK(0x24, 2, 11), BLOCK(0x1004, 1, 0)}},
        {NULL, 3, {BLOCK(0x24, 1, 0), BLOCK(0x28, 1, 11), BLOCK(0x1004, 1, 0)}},
        {"DRA-007", 1, {BLOCK(0x24, 2, 10)}},
        {"ETR-ING-004", 2, {BLOCK(0x24, 2, 11), BLOCK(0x1000, 1, 0)}},
        {"DRA-007", 1, {BLOCK(0x30, 1, 11)}}, /* nothing loads it */
    };
    static const struct rows plain[] = {
        {NULL, 2, {BLOCK(0x24, 2, 10), BLOCK(0x1004, 1, 0)}},
        {"DRA-007", 1, {BLOCK(0x24, 2, 11)}},
    };

    config.switches.draft_sijump = true;
    CHECK_ALL(inferable);
    config.switches.draft_sijump = false;
    CHECK_ALL(plain);
}

/* Context type 0, which is a discontinuity in later editions only in name, does not start anew. */
Test(row_checker_draft, a_context_type_is_no_gap)
{
    static const struct rows cases[] = {{"ETR-ING-004", 2, {BLOCK(0x00, 1, 0), BLOCK(0x18, 1, 0)}}};

    for (unsigned type = 0; type < 4; type++) {
        struct rows rows = cases[0];

        rows.row[1].ctype = (uint8_t)type;
        check(&rows, type);
    }
}

/* Another context with type 0 stops the execution; with type 1, or the same context, it goes on.
 * Shows: DRA-010 */
Test(row_checker_draft, another_context_with_discontinuity_starts_anew)
{
    struct rows rows = {NULL, 2, {BLOCK(0x00, 1, 0), BLOCK(0x18, 1, 0)}};

    config.params.nocontext_p = false;
    rows.row[1].context = 7;
    check(&rows, 0);
    rows.clause = "ETR-ING-004";
    rows.row[1].ctype = 1;
    check(&rows, 1);
    rows.row[0].context = 7;
    rows.row[1].ctype = 0;
    check(&rows, 2);
    config.params.nocontext_p = true;
    rows.row[0].context = 0;
    check(&rows, 3);
}

/* Every instruction of a block is counted, before a branch and after it. */
Test(row_checker_draft, instructions_are_counted)
{
    static const struct rvt_row row = COUNTED(0x00, 3, 0, 1);
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 100;

    rvt_row_checker_init(&checker, &config, image);
    cr_expect(rvt_row_checker_row(&checker, &row, &instructions, &found) == RVT_OK);
    cr_expect(eq(u64, instructions, 103));
}

/* Runs of instructions before a pair: a branch in the same block, and an address above 2^40 that
 * auipc computes. */
Test(row_checker_draft, a_pair_at_the_end_of_a_block)
{
    /* beq +8; nop; auipc x6, 0; jalr x0, 16(x6) */
    static const uint32_t code[] = {0x00000463, 0x00000013, 0x00000317, 0x01030067};
    const uint64_t at = (UINT64_C(1) << 40) + 0x5000;
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++) {
        const uint8_t bytes[] = {(uint8_t)code[i], (uint8_t)(code[i] >> 8),
                                 (uint8_t)(code[i] >> 16), (uint8_t)(code[i] >> 24)};
        cr_assert(rvt_image_add(image, at + 4 * i, bytes, sizeof bytes) == RVT_OK);
    }
    config.switches.draft_sijump = true;
    for (unsigned from = 0; from < 4; from++) { /* from 3: nothing shows the pair */
        struct rvt_row row = COUNTED(0, 4 - from, from < 3 ? 11 : 10, from == 0);

        row.block[0].iaddr = at + 4 * (uint64_t)from;
        rvt_row_checker_init(&checker, &config, image);
        cr_expect(rvt_row_checker_row(&checker, &row, &instructions, &found) == RVT_OK, "%u: %s",
                  from, found.diag.text);
        cr_expect(eq(int, found.end.leads_on, from < 3));
        if (from < 3)
            cr_expect(eq(u64, found.end.next, at + 8 + 16));
    }
    cr_expect(eq(u64, instructions, 4 + 3 + 2 + 1));
}
