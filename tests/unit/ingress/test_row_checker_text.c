/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The evidence of a row that a program cannot retire, as a whole, and what is counted. */
#include "tests/unit/row_checker_rig.h"

TestSuite(row_checker_text, .init = open_image, .fini = close_image);

/* The text and the diagnosis of the last of count rows. */
static void expect_text(const struct rvt_row *rows, unsigned count, const char *text,
                        const char *why)
{
    struct rvt_row_checker checker;
    struct rvt_row_break found = {.block = 9};
    struct rvt_text out;
    char bytes[512];
    uint64_t instructions = 0;

    rvt_row_checker_init(&checker, &config, image);
    for (unsigned i = 0; i + 1 < count; i++)
        cr_assert(rvt_row_checker_row(&checker, &rows[i], &instructions, &found) == RVT_OK);
    cr_expect(rvt_row_checker_row(&checker, &rows[count - 1], &instructions, &found) ==
              RVT_ERR_INGRESS);
    rvt_text_init(&out, bytes, sizeof bytes);
    rvt_row_checker_print(&checker, &rows[count - 1], &found, &out);
    cr_expect_str_eq(bytes, text, "%s", bytes);
    cr_expect_str_eq(found.diag.text, why, "%s", found.diag.text);
}

Test(row_checker_text, each_kind_of_instruction_has_its_words)
{
    static const struct rvt_row jump[] = {BLOCK(0x0c, 1, 11), BLOCK(0x18, 1, 0)};
    static const struct rvt_row taken[] = {BLOCK(0x04, 1, 5), BLOCK(0x08, 1, 0)};
    static const struct rvt_row straight[] = {BLOCK(0x04, 1, 4), BLOCK(0x0c, 1, 11)};
    static const struct rvt_row falls[] = {BLOCK_AT(0x2c, 1, 3, 1), BLOCK(0x00, 1, 0)};
    static const struct rvt_row exception[] = {BLOCK(0x08, 1, 0), TRAP(0x10, 1, 2, 3)};
    static const struct rvt_row trapped[] = {TRAP(0x0c, 2, 7, 3), TRAP(0x20, 1, 8, 0)};
    static const struct rvt_row ecall[] = {BLOCK(0x20, 1, 0)};
    static const struct rvt_row wrong[] = {BLOCK(0x1c, 1, 10)};
    static const struct rvt_row absent[] = {BLOCK(0x5000, 2, 4), BLOCK(0x00, 1, 0)};
    static const struct rvt_row outside[] = {BLOCK(0x08, 1, 0), BLOCK(0x5000, 2, 0)};

    expect_text(jump, 2,
                "\n  row       block 0: 0x1018..0x1018, iretire 2, itype 0, ilastsize 1, priv 3"
                "\n  program   0x1018: 13 00 00 00 (a sequential instruction)"
                "\n  before    0x100c: 6f 00 80 00 (a jump to 0x1014, class 11), itype 11, priv 3",
                "the block begins elsewhere, but the instruction at 0x100c leads to 0x1014");
    expect_text(taken, 2,
                "\n  row       block 0: 0x1008..0x1008, iretire 2, itype 0, ilastsize 1, priv 3"
                "\n  program   0x1008: 13 00 00 00 (a sequential instruction)"
                "\n  before    0x1004: 63 04 00 00 (a branch to 0x100c), itype 5, priv 3",
                "the block begins elsewhere, but the taken branch at 0x1004 leads to 0x100c");
    expect_text(straight, 2,
                "\n  row       block 0: 0x100c..0x100c, iretire 2, itype 11, ilastsize 1, priv 3"
                "\n  program   0x100c: 6f 00 80 00 (a jump to 0x1014, class 11)"
                "\n  before    0x1004: 63 04 00 00 (a branch to 0x100c), itype 4, priv 3",
                "the block begins elsewhere, but the branch that is not taken at 0x1004 leads to "
                "0x1008");
    expect_text(falls, 2,
                "\n  row       block 0: 0x1000..0x1000, iretire 2, itype 0, ilastsize 1, priv 3"
                "\n  program   0x1000: 13 00 00 00 (a sequential instruction)"
                "\n  before    0x102c: 73 00 20 30 (a trap return), itype 3, priv 1",
                "the privilege rises at a trap return");
    expect_text(exception, 2,
                "\n  row       block 0: trap at 0x1010, iretire 0, itype 1, ilastsize 0, priv 3"
                "\n  program   0x1010: 13 00 00 00 (a sequential instruction)"
                "\n  before    0x1008: 13 00 00 00 (a sequential instruction), itype 0, priv 3",
                "the exception is at another address, but the instruction at 0x1008 leads to "
                "0x100c");
    expect_text(trapped, 2,
                "\n  row       block 0: trap at 0x1020, iretire 0, itype 1, ilastsize 0, priv 0"
                "\n  program   0x1020: 73 00 00 00 (an ecall or ebreak)"
                "\n  before    a trap, itype 2, priv 3",
                "the privilege falls at a trap");
    expect_text(ecall, 1,
                "\n  row       block 0: 0x1020..0x1020, iretire 2, itype 0, ilastsize 1, priv 3"
                "\n  program   0x1020: 73 00 00 00 (an ecall or ebreak)",
                "ecall and ebreak never retire");
    expect_text(wrong, 1,
                "\n  row       block 0: 0x101c..0x101c, iretire 2, itype 10, ilastsize 1, priv 3"
                "\n  program   0x101c: 67 80 00 00 (an uninferable jump, class 13)",
                "itype is not the class of the last instruction, which is 13");
    expect_text(absent, 2,
                "\n  row       block 0: 0x1000..0x1000, iretire 2, itype 0, ilastsize 1, priv 3"
                "\n  program   0x1000: 13 00 00 00 (a sequential instruction)"
                "\n  before    0x6004: not in the program, itype 4, priv 3",
                "the block begins elsewhere, but the instruction at 0x6004 leads to 0x6008");
    expect_text(outside, 2,
                "\n  row       block 0: 0x6000..0x6004, iretire 4, itype 0, ilastsize 1, priv 3"
                "\n  program   0x6004: not in the program"
                "\n  before    0x1008: 13 00 00 00 (a sequential instruction), itype 0, priv 3",
                "the block begins elsewhere, but the instruction at 0x1008 leads to 0x100c");
}

/* The second block of a row breaks a rule: its number, and what precedes and ends it. */
Test(row_checker_text, the_block_is_numbered)
{
    struct rvt_row row = BLOCK(0x08, 1, 0);
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    row.blocks = 4;
    row.block[2] = (struct rvt_block){
        .iaddr = BASE + 0x0c, .iretire = 2, .itype = RVT_ITYPE_NONE, .ilastsize = 1};
    rvt_row_checker_init(&checker, &config, image);
    cr_expect(rvt_row_checker_row(&checker, &row, &instructions, &found) == RVT_ERR_INGRESS);
    cr_expect(eq(uint, found.block, 2));
    cr_expect(eq(u64, found.before.pc, BASE + 0x08));
    cr_expect(eq(u64, found.before.next, BASE + 0x0c));
    cr_expect(eq(u64, found.end.pc, BASE + 0x0c));
    cr_expect(eq(u64, found.end.next, BASE + 0x14));
    cr_expect(eq(u64, instructions, 2));
    cr_expect(eq(u64, checker.blocks, 2));
    cr_expect(eq(u64, checker.known, 1));
    cr_expect(eq(u64, checker.agreed, 0));
}

/* Blocks outside of the program are known by nothing, sequential ones agree with nothing. */
Test(row_checker_text, what_was_checked_is_counted)
{
    static const struct rvt_row rows[] = {
        BLOCK(0x00, 2, 5),   BLOCK(0x0c, 1, 11),   BLOCK(0x14, 1, 9), BLOCK(0x1c, 1, 13),
        BLOCK(0x5000, 3, 0), BLOCK(0x500c, 1, 10), BLOCK(0x08, 1, 0)};
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    rvt_row_checker_init(&checker, &config, image);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect(rvt_row_checker_row(&checker, &rows[i], &instructions, &found) == RVT_OK,
                  "row %zu: %s", i, found.diag.text);
    cr_expect(eq(u64, checker.blocks, 7));
    cr_expect(eq(u64, checker.known, 5));
    cr_expect(eq(u64, checker.agreed, 4));
    cr_expect(eq(u64, instructions, 8));
}

/* Traps and trap returns lead from each level to each: up at a trap, down at a return, anywhere
 * from and to debug mode. Shows: ETR-ING-009, ETR-ING-012 */
Test(row_checker_text, privilege_changes_one_way)
{
    static const uint8_t levels[] = {0, 1, 3, 4, 5, 6}; /* U, S, M, debug, VU, VS */
    static const unsigned height[] = {0, 1, 3, 9, 0, 1};

    config.params.privilege_width_p = 3;
    for (unsigned from = 0; from < 6; from++)
        for (unsigned to = 0; to < 6; to++)
            for (unsigned how = 0; how < 3; how++) {
                struct rvt_row first = how == 0   ? (struct rvt_row)TRAP(0x800, 2, 7, 3)
                                       : how == 1 ? (struct rvt_row)BLOCK(0x2c, 1, 3)
                                                  : (struct rvt_row)BLOCK(0x08, 1, 0);
                struct rvt_row second = BLOCK(0x0c, 1, 11);
                bool debug = height[from] == 9 || height[to] == 9;
                bool good = from == to || debug ||
                            (how == 0   ? height[to] >= height[from]
                             : how == 1 ? height[to] <= height[from]
                                        : false);
                struct rvt_row_checker checker;
                struct rvt_row_break found;
                uint64_t instructions = 0;

                first.priv = levels[from];
                second.priv = levels[to];
                rvt_row_checker_init(&checker, &config, image);
                cr_assert(rvt_row_checker_row(&checker, &first, &instructions, &found) == RVT_OK);
                enum rvt_status status =
                    rvt_row_checker_row(&checker, &second, &instructions, &found);
                cr_expect(eq(int, (int)status, good ? RVT_OK : RVT_ERR_INGRESS),
                          "%u to %u, case %u", levels[from], levels[to], how);
                if (!good)
                    cr_expect_str_eq(found.diag.clause, "ETR-ING-009");
            }
}

/* The cause of an ecall belongs to its level. Cause 10 belongs to S and to VS; with fewer
 * than 4 bits of cause nothing is known. Shows: ETR-ING-009, ETR-ING-016 */
Test(row_checker_text, an_ecall_has_the_cause_of_its_level)
{
    static const uint8_t levels[] = {0, 1, 3, 5, 6};
    static const char *const good[] = {"1001000", "0100000", "0100100", "0010000"};

    config.params.privilege_width_p = 3;
    for (unsigned narrow = 0; narrow < 2; narrow++)
        for (uint32_t cause = 7; cause <= 12; cause++)
            for (unsigned i = 0; i < 5; i++) {
                struct rvt_row row = TRAP(0x20, 1, 0, 0);
                struct rvt_row other = TRAP(0x00, 1, 0, 0);
                bool ecall = cause >= 8 && cause <= 11 && !narrow;
                bool passes = !ecall || good[cause - 8][i] == '1';
                struct rvt_row_checker checker;
                struct rvt_row_break found;
                uint64_t instructions = 0;

                config.params.ecause_width_p = narrow ? 3 : 4;
                row.priv = other.priv = levels[i];
                row.cause = other.cause = cause;
                rvt_row_checker_init(&checker, &config, image);
                enum rvt_status status = rvt_row_checker_row(&checker, &row, &instructions, &found);
                cr_expect(eq(int, (int)status, passes ? RVT_OK : RVT_ERR_INGRESS), "cause %u at %u",
                          cause, levels[i]);
                rvt_row_checker_restart(&checker);
                status = rvt_row_checker_row(&checker, &other, &instructions, &found);
                cr_expect(eq(int, (int)status, ecall ? RVT_ERR_INGRESS : RVT_OK), "no ecall");
                if (ecall)
                    cr_expect_str_eq(found.diag.clause, "ETR-ING-016");
                other.block[0].itype = RVT_ITYPE_INTERRUPT;
                rvt_row_checker_restart(&checker);
                status = rvt_row_checker_row(&checker, &other, &instructions, &found);
                cr_expect(eq(int, (int)status, RVT_OK), "an interrupt");
            }
}

/* The privilege shows that of the handler only from its first reported instruction on: an ecall at
 * the entry of a handler that retired nothing may be shown at the interrupted level. After another
 * instruction an ecall has the cause of the level that is shown. Shows: ETR-ING-009 */
Test(row_checker_text, an_ecall_at_the_entry_of_a_handler_has_any_level)
{
    static const struct rows cases[] = {
        {NULL, 2, {TRAP(0x00, 1, 5, 0), TRAP(0x20, 1, 11, 0)}},
        {NULL, 2, {TRAP(0x00, 1, 5, 0), TRAP(0x20, 1, 11, 3)}},
        {"ETR-ING-009", 2, {BLOCK_AT(0x1c, 1, 13, 0), TRAP(0x20, 1, 11, 0)}},
    };

    CHECK_ALL(cases);
}

/* The last instruction has another size than the row says, and does not begin where it says.
 * Shows: ETR-ING-003 */
Test(row_checker_text, the_size_of_the_last_instruction)
{
    struct rvt_row half = BLOCK(0x08, 1, 0), middle = BLOCK(0x08, 1, 0);

    half.block[0].iretire = 1;
    half.block[0].ilastsize = 0;
    expect_text(&half, 1,
                "\n  row       block 0: 0x1008..0x1008, iretire 1, itype 0, ilastsize 0, priv 3"
                "\n  program   0x1008: 13 00 00 00 (a sequential instruction)",
                "the last instruction has 4 bytes");
    middle.block[0].iretire = 3;
    expect_text(&middle, 1,
                "\n  row       block 0: 0x1008..0x100a, iretire 3, itype 0, ilastsize 1, priv 3"
                "\n  program   0x100a: 00 00 (no known instruction)",
                "the block ends with an instruction at 0x100a, but the program has none there");
}

/* The same program above 2^40: every address has 64 bits. Shows: ETR-ING-004, ETR-ING-010 */
Test(row_checker_text, addresses_have_64_bits)
{
    static const struct rvt_row good[] = {
        BLOCK(0x00, 2, 5), BLOCK(0x0c, 1, 11),  BLOCK(0x14, 1, 9), BLOCK(0x1c, 1, 13),
        BLOCK(0x08, 1, 0), TRAP(0x0c, 1, 2, 3), BLOCK(0x10, 2, 9)};
    const uint64_t high = UINT64_C(1) << 40;
    struct rvt_row_checker checker;
    struct rvt_row_break found;
    uint64_t instructions = 0;

    for (size_t i = 0; i < sizeof CODE / sizeof CODE[0]; i++) {
        const uint8_t bytes[] = {(uint8_t)CODE[i], (uint8_t)(CODE[i] >> 8),
                                 (uint8_t)(CODE[i] >> 16), (uint8_t)(CODE[i] >> 24)};
        cr_assert(rvt_image_add(image, high + BASE + 4 * i, bytes, sizeof bytes) == RVT_OK);
    }
    rvt_row_checker_init(&checker, &config, image);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct rvt_row row = good[i], low = good[i];

        row.block[0].iaddr += high;
        if (i == 1 || i == 2 || i == 5) { /* where nothing leads */
            struct rvt_row_checker other = checker;
            cr_expect(rvt_row_checker_row(&other, &low, &instructions, &found) == RVT_ERR_INGRESS);
        }
        cr_expect(rvt_row_checker_row(&checker, &row, &instructions, &found) == RVT_OK,
                  "row %zu: %s", i, found.diag.text);
        if (row.block[0].iretire > 0)
            cr_expect(eq(u64, found.end.pc, row.block[0].iaddr + 2 * row.block[0].iretire - 4));
    }
    cr_expect(eq(u64, checker.known, 6));
    cr_expect(eq(u64, found.end.next, high + BASE + 0x1c));
}
