/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows against a program: each rule is broken once, and what a program can retire passes.
 * Shows: ETR-ING-003, ETR-ING-004, ETR-ING-005, ETR-ING-006, ETR-ING-009, ETR-ING-010,
 * ETR-ING-014, ETR-ING-016, ETR-ING-017, ETR-ING-018, ETR-ING-020, ETR-MODE-060 */
#include "tests/unit/row_checker_rig.h"

TestSuite(row_checker, .init = open_image, .fini = close_image);

Test(row_checker, rows_of_the_program_pass)
{
    static const struct rows cases[] = {
        {NULL, 4, {BLOCK(0x00, 2, 5), BLOCK(0x0c, 1, 11), BLOCK(0x14, 1, 9), BLOCK(0x1c, 1, 13)}},
        {NULL, 3, {BLOCK(0x04, 1, 4), BLOCK(0x08, 2, 11), BLOCK(0x14, 1, 9)}},
        {NULL, 2, {BLOCK(0x1c, 1, 13), BLOCK(0x08, 1, 0)}}, /* a return leads anywhere */
        {NULL, 2, {BLOCK(0x24, 2, 10), BLOCK(0x1004, 1, 0)}},
        {NULL, 3, {BLOCK(0x24, 1, 0), BLOCK(0x28, 1, 10), BLOCK(0x1004, 1, 0)}},
        {NULL, 2, {BLOCK(0x08, 1, 0), TRAP(0x0c, 1, 2, 3)}},
        {NULL, 2, {BLOCK(0x08, 1, 1), BLOCK(0x1c, 1, 13)}}, /* a trap behind a nop */
        {NULL, 3, {BLOCK(0x18, 1, 0), TRAP(0x800, 2, 7, 3), BLOCK(0x00, 1, 0)}},
        {NULL, 2, {TRAP(0x20, 1, 11, 3), BLOCK(0x24, 1, 0)}},
        {NULL, 2, {TRAP(0x20, 1, 8, 0), BLOCK(0x24, 1, 0)}},           /* U to M */
        {NULL, 2, {BLOCK(0x2c, 1, 3), TRAP(0x20, 1, 8, 0)}},           /* M to U */
        {NULL, 2, {BLOCK(0x5000, 3, 0), BLOCK(0x5006 + 6, 1, 6 + 4)}}, /* not in the program */
    };

    CHECK_ALL(cases);
}

Test(row_checker, each_rule_is_checked)
{
    static const struct rows cases[] = {
        /* the last instruction of a block */
        {"ETR-ING-005", 1, {BLOCK(0x00, 2, 0)}},  /* a branch as nothing */
        {"ETR-ING-005", 1, {BLOCK(0x00, 1, 5)}},  /* nothing as a branch */
        {"ETR-ING-014", 1, {BLOCK(0x0c, 1, 0)}},  /* a jump as nothing */
        {"ETR-ING-014", 1, {BLOCK(0x0c, 1, 9)}},  /* a jump as a call */
        {"ETR-ING-014", 1, {BLOCK(0x14, 1, 8)}},  /* a call as uninferable */
        {"ETR-ING-014", 1, {BLOCK(0x1c, 1, 10)}}, /* a return as a jump */
        {"ETR-ING-014", 1, {BLOCK(0x28, 1, 13)}}, /* a jump as a return */
        {"ETR-ING-005", 1, {BLOCK(0x2c, 1, 0)}},  /* mret as nothing */
        {"ETR-ING-005", 1, {BLOCK(0x00, 1, 3)}},  /* nothing as mret */
        {"ETR-ING-016", 1, {BLOCK(0x20, 1, 0)}},  /* ecall retires */
        {"ETR-ING-004", 1, {BLOCK(0x00, 3, 0)}},  /* goes on after a branch */
        {"ETR-ING-017", 1, {BLOCK(0x00, 2, 1)}},  /* a branch without outcome */
        /* the next address */
        {"ETR-ING-005", 2, {BLOCK(0x04, 1, 5), BLOCK(0x08, 1, 0)}},
        {"ETR-ING-005", 2, {BLOCK(0x04, 1, 4), BLOCK(0x0c, 1, 11)}},
        {"ETR-ING-004", 2, {BLOCK(0x0c, 1, 11), BLOCK(0x18, 1, 0)}},
        {"ETR-ING-004", 2, {BLOCK(0x00, 1, 0), BLOCK(0x00, 1, 0)}}, /* twice */
        {"ETR-ING-004", 2, {BLOCK(0x08, 1, 0), BLOCK(0x10, 1, 0)}}, /* one is missing */
        {"ETR-ING-004", 2, {BLOCK(0x24, 2, 10), BLOCK(0x1000, 1, 0)}},
        {"ETR-ING-004", 2, {BLOCK(0x5000, 1, 4), BLOCK(0x00, 1, 0)}},
        {"ETR-ING-004", 2, {BLOCK(0x5000, 1, 0), BLOCK(0x00, 1, 0)}},
        /* traps and privilege */
        {"ETR-ING-010", 2, {BLOCK(0x08, 1, 0), TRAP(0x10, 1, 2, 3)}},
        {"ETR-ING-016", 1, {TRAP(0x00, 1, 11, 3)}},
        {"ETR-ING-009", 1, {TRAP(0x20, 1, 8, 3)}},
        {"ETR-ING-009", 2, {BLOCK(0x08, 1, 0), TRAP(0x0c, 2, 7, 1)}},
        {"ETR-ING-009", 2, {TRAP(0x0c, 2, 7, 3), TRAP(0x20, 1, 8, 0)}},   /* falls at a trap */
        {"ETR-ING-009", 2, {BLOCK_AT(0x2c, 1, 3, 1), BLOCK(0x00, 1, 0)}}, /* rises at a return */
        {"ETR-ING-009", 2, {BLOCK(0x00, 1, 0), BLOCK_AT(0x04, 1, 4, 1)}},
    };

    CHECK_ALL(cases);
}

/* With 3 bits an inferable jump is 0 and every other jump is 6. */
Test(row_checker, three_bits_of_itype)
{
    static const struct rows cases[] = {
        {NULL, 2, {BLOCK(0x0c, 1, 0), BLOCK(0x14, 1, 0)}},
        {NULL, 2, {BLOCK(0x1c, 1, 6), BLOCK(0x00, 1, 0)}},
        {"ETR-ING-004", 2, {BLOCK(0x0c, 1, 0), BLOCK(0x10, 1, 0)}},
        {"ETR-ING-006", 1, {BLOCK(0x0c, 1, 6)}},
        {NULL, 2, {BLOCK(0x5000, 1, 0), BLOCK(0x00, 1, 0)}}, /* perhaps an inferable jump */
        {"ETR-ING-006", 1, {BLOCK(0x1c, 1, 0)}},
    };

    config.params.itype_width_p = 3;
    CHECK_ALL(cases);
}

/* After a gap nothing is known about the next address. */
Test(row_checker, a_gap_starts_anew)
{
    struct rvt_row first = BLOCK(0x00, 1, 0);
    const struct rvt_row second = BLOCK(0x18, 1, 0);
    struct rvt_row broken = BLOCK(0x5000, 1, 13);
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    rvt_row_checker_init(&checker, &config, image);
    first.lost = true;
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &first, &instructions, &found), RVT_OK));
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &second, &instructions, &found), RVT_OK));
    broken.halted = true; /* ignored, and the row after it starts anew */
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &broken, &instructions, &found), RVT_OK));
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &second, &instructions, &found), RVT_OK));
    broken.halted = false;
    broken.reset = true;
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &broken, &instructions, &found), RVT_OK));
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &second, &instructions, &found), RVT_OK));
    rvt_row_checker_restart(&checker);
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &second, &instructions, &found), RVT_OK));
    first.lost = false;
    first.ctype = RVT_CTYPE_DISCONTINUITY;
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &first, &instructions, &found), RVT_OK));
    cr_expect(eq(u64, instructions, 6));
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &second, &instructions, &found),
                 RVT_ERR_INGRESS));
}

/* sijump is an error without a load directly before the jump. */
Test(row_checker, a_sequentially_inferable_jump_needs_its_load)
{
    struct rvt_row pair[] = {BLOCK(0x24, 1, 0), BLOCK(0x28, 1, 10)};
    struct rvt_row lone[] = {BLOCK(0x2c, 1, 3), BLOCK(0x30, 1, 10)};
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    rvt_row_checker_init(&checker, &config, image);
    pair[1].block[0].sijump = lone[1].block[0].sijump = true;
    for (unsigned i = 0; i < 2; i++)
        cr_expect(
            eq(int, (int)rvt_row_checker_row(&checker, &pair[i], &instructions, &found), RVT_OK));
    rvt_row_checker_restart(&checker);
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &lone[0], &instructions, &found), RVT_OK));
    cr_expect(eq(int, (int)rvt_row_checker_row(&checker, &lone[1], &instructions, &found),
                 RVT_ERR_INGRESS));
    cr_expect_str_eq(found.diag.clause, "ETR-MODE-060");
}

/* cm.push and cm.popret are shown with itype 0 at their addresses until the last access. */
Test(row_checker, an_instruction_of_zcmp_may_be_shown_again)
{
    static const uint8_t code[] = {0x42, 0xb8, 0x42, 0xbe, 0x01, 0x00}; /* push, popret, nop */
    struct rvt_row rows[6];
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    cr_assert(rvt_image_add(image, BASE + 0x100, code, sizeof code) == RVT_OK);
    rvt_image_set_zcm(image, true);
    for (unsigned i = 0; i < 6; i++)
        rows[i] =
            (struct rvt_row){.priv = 3,
                             .blocks = 1,
                             .block = {{.iaddr = BASE + 0x100 + (i < 3 ? 0 : 2),
                                        .iretire = 1,
                                        .itype = i == 5 ? RVT_ITYPE_RETURN : RVT_ITYPE_NONE}}};
    rvt_row_checker_init(&checker, &config, image);
    for (unsigned i = 0; i < 6; i++)
        cr_expect(
            eq(int, (int)rvt_row_checker_row(&checker, &rows[i], &instructions, &found), RVT_OK),
            "row %u: %s", i, found.diag.text);
}

Test(row_checker, a_violation_shows_row_and_program)
{
    static const char *const words[] = {"block 0: 0x1014..0x1014, iretire 2, itype 8",
                                        "program   0x1014: ef 00 80 00 (a jump to 0x101c, class 9)",
                                        "before    0x100c: 6f 00 80 00 (a jump to 0x1014"};
    const struct rvt_row rows[] = {BLOCK(0x0c, 1, 11), BLOCK(0x14, 1, 8)};
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    struct rvt_text text;
    uint64_t instructions = 0;
    char out[512];

    rvt_row_checker_init(&checker, &config, image);
    cr_assert(rvt_row_checker_row(&checker, &rows[0], &instructions, &found) == RVT_OK);
    cr_assert(rvt_row_checker_row(&checker, &rows[1], &instructions, &found) == RVT_ERR_INGRESS);
    rvt_text_init(&text, out, sizeof out);
    rvt_row_checker_print(&checker, &rows[1], &found, &text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        cr_expect(strstr(out, words[i]) != NULL, "'%s' is not in%s", words[i], out);
}

/* At most 63 branches and jumps may be start-up code. */
Test(row_checker, evidence_is_early_or_enough)
{
    struct rvt_row_checker checker = {.agreed = 63};

    cr_expect(rvt_row_checker_is_early(&checker));
    checker.agreed = 64;
    cr_expect(not(rvt_row_checker_is_early(&checker)));
}
