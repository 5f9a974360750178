/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows against a program: each rule is broken once, and what a program can retire passes.
 * Shows: ETR-ING-003, ETR-ING-004, ETR-ING-005, ETR-ING-006, ETR-ING-009, ETR-ING-010,
 * ETR-ING-014, ETR-ING-016, ETR-ING-017, ETR-ING-018, ETR-ING-020, ETR-MODE-060 */
#include <string.h>

#include "tests/unit/checks.h"

#include "base/config_check.h"
#include "ingress/row_checker.h"

enum { BASE = 0x1000, ROWS_MAX = 4 };

/* 00 nop; 04 beq +8; 08 nop; 0c jal x0, +8; 10 nop; 14 jal ra, +8; 18 nop; 1c ret; 20 ecall;
 * 24 lui x6, 2; 28 jalr x0, 4(x6); 2c mret; 30 jalr x0, x6 */
static const uint32_t CODE[] = {0x00000013, 0x00000463, 0x00000013, 0x0080006f, 0x00000013,
                                0x008000ef, 0x00000013, 0x00008067, 0x00000073, 0x00002337,
                                0x00430067, 0x30200073, 0x00030067};

static struct rvt_config config;
static struct rvt_image *image;

static void open_image(void)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.iaddress_width_p = 64;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.itype_width_p = 4;
    config.params.ctype_width_p = 2;
    config.params.sijump_p = true;
    cr_assert(rvt_image_open(64, false, &image) == RVT_OK);
    for (size_t i = 0; i < sizeof CODE / sizeof CODE[0]; i++) {
        const uint8_t bytes[] = {(uint8_t)CODE[i], (uint8_t)(CODE[i] >> 8),
                                 (uint8_t)(CODE[i] >> 16), (uint8_t)(CODE[i] >> 24)};
        cr_assert(rvt_image_add(image, BASE + 4 * i, bytes, sizeof bytes) == RVT_OK);
    }
}

static void close_image(void)
{
    rvt_image_close(image);
}

TestSuite(row_checker, .init = open_image, .fini = close_image);

/* A row of one block of so many instructions of four bytes, in machine mode or at a level. */
#define BLOCK_AT(offset, count, type, level)                                                       \
    {                                                                                              \
        .priv = (level), .blocks = 1, .block = {                                                   \
            {.iaddr = BASE + (offset), .iretire = 2 * (count), .itype = (type), .ilastsize = 1}    \
        }                                                                                          \
    }
#define BLOCK(offset, count, type) BLOCK_AT(offset, count, type, 3)
#define TRAP(offset, type, number, level)                                                          \
    {                                                                                              \
        .priv = (level), .cause = (number), .blocks = 1, .block = {                                \
            {.iaddr = BASE + (offset), .itype = (type)}                                            \
        }                                                                                          \
    }

struct rows {
    const char *clause; /* of the last row; null: all rows pass */
    unsigned count;
    struct rvt_row row[ROWS_MAX];
};

static void check(const struct rows *rows, size_t number)
{
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    rvt_row_checker_init(&checker, &config, image);
    for (unsigned i = 0; i < rows->count; i++) {
        enum rvt_status status =
            rvt_row_checker_row(&checker, &rows->row[i], &instructions, &found);
        if (i + 1 < rows->count || rows->clause == NULL) {
            cr_expect(eq(int, (int)status, RVT_OK), "case %zu, row %u: %s", number, i,
                      found.diag.text);
            continue;
        }
        cr_expect(eq(int, (int)status, RVT_ERR_INGRESS), "case %zu", number);
        cr_expect_str_eq(found.diag.clause, rows->clause, "case %zu: %s", number, found.diag.text);
        cr_expect(eq(int, (int)checker.before.kind, RVT_ROW_END_NONE), "case %zu", number);
    }
}

#define CHECK_ALL(cases)                                                                           \
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases)[0]; i++)                                  \
    check(&(cases)[i], i)

Test(row_checker, rows_of_the_program_pass)
{
    static const struct rows cases[] = {
        {NULL, 4, {BLOCK(0x00, 2, 5), BLOCK(0x0c, 1, 11), BLOCK(0x14, 1, 9), BLOCK(0x1c, 1, 13)}},
        {NULL, 3, {BLOCK(0x04, 1, 4), BLOCK(0x08, 2, 11), BLOCK(0x14, 1, 9)}},
        {NULL, 2, {BLOCK(0x1c, 1, 13), BLOCK(0x08, 1, 0)}}, /* a return leads anywhere */
        {NULL, 2, {BLOCK(0x24, 2, 10), BLOCK(0x1004, 1, 0)}},
        {NULL, 3, {BLOCK(0x24, 1, 0), BLOCK(0x28, 1, 10), BLOCK(0x1004, 1, 0)}},
        {NULL, 2, {BLOCK(0x08, 1, 0), TRAP(0x0c, 1, 2, 3)}},
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
    cr_assert(rvt_image_set_zcm(image, true) == RVT_OK);
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
