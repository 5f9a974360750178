/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The comparison of rows with a log: each kind of difference, its message, and where the comparison
 * goes on; gaps of both sides; loops; the ends. */
#include <stdio.h>
#include <string.h>

#include "cores/step_comparison.h"
#include "tests/unit/checks.h"

static struct rvt_step_comparison comparison;
static char found[2000]; /* the messages, a line each */

static void take(void *context, const struct rvt_step_difference *difference)
{
    char line[200];
    struct rvt_diag diag;
    size_t length = strlen(found);

    (void)context;
    rvt_step_difference_diag(difference, &diag);
    rvt_diag_format(&diag, line, sizeof line);
    (void)snprintf(found + length, sizeof found - length, "%s\n", line);
}

static void start(void)
{
    rvt_step_comparison_init(&comparison, take, NULL);
    found[0] = '\0';
}

static void stop(void)
{
    rvt_step_comparison_fini(&comparison);
}

TestSuite(step_comparison, .init = start, .fini = stop);

/* Steps as letters: a to z instructions of 4 bytes, E an exception 2, I an interrupt 7, - a gap. */
static struct rvt_hart_step step_of(char letter, uint64_t place)
{
    struct rvt_hart_step step = {.pc = 0x1000 + 16 * (uint64_t)(letter - 'a'),
                                 .place = place,
                                 .cycle = 10 * place,
                                 .kind = RVT_STEP_RETIRED,
                                 .size = 4,
                                 .privilege = 3,
                                 .pc_known = true};

    if (letter == '-')
        return rvt_hart_step_gap(RVT_HART_GAP_LOST, place, 10 * place);
    if (letter != 'E' && letter != 'I')
        return step;
    step.size = 0;
    step.kind = letter == 'E' ? RVT_STEP_EXCEPTION : RVT_STEP_INTERRUPT;
    step.cause = letter == 'E' ? 2 : 7;
    step.pc_known = letter == 'E';
    step.pc = 0x100;
    step.tval = 5;
    step.tval_known = letter == 'E';
    return step;
}

static void show_step(struct rvt_hart_step step)
{
    cr_assert(rvt_step_comparison_show(&comparison, &step) == RVT_OK);
}

static void log_step(struct rvt_hart_step step)
{
    cr_assert(rvt_step_comparison_log(&comparison, &step) == RVT_OK);
}

static void show(const char *letters)
{
    for (size_t i = 0; letters[i]; i++)
        show_step(step_of(letters[i], i + 1));
}

static void log_steps(const char *letters)
{
    for (size_t i = 0; letters[i]; i++)
        log_step(step_of(letters[i], i + 101));
}

static void finish(void)
{
    rvt_step_comparison_end(&comparison.shown);
    rvt_step_comparison_end(&comparison.logged);
    rvt_step_comparison_run(&comparison);
    cr_expect(comparison.done);
}

static void expect(const char *messages, uint64_t instructions, uint64_t traps)
{
    finish();
    cr_expect(eq(str, found, TEXT(messages)));
    cr_expect(eq(u64, comparison.equal.instructions, instructions));
    cr_expect(eq(u64, comparison.equal.traps, traps));
}

Test(step_comparison, equal_sequences)
{
    show("abcEdefIgh");
    log_steps("abcEdefIgh");
    expect("", 8, 2);
    cr_expect(eq(u64, comparison.differences, 0));
}

Test(step_comparison, waits_for_both_sides)
{
    show("abc");
    log_steps("abc");
    cr_expect(rvt_step_comparison_wants(&comparison, &comparison.shown));
    rvt_step_comparison_end(&comparison.shown);
    cr_expect(not(rvt_step_comparison_wants(&comparison, &comparison.shown)));
    cr_expect(rvt_step_comparison_wants(&comparison, &comparison.logged));
    rvt_step_comparison_run(&comparison);
    cr_expect(eq(u64, comparison.equal.instructions, 0));
    expect("", 3, 0);
    cr_expect(not(rvt_step_comparison_wants(&comparison, &comparison.logged)));
}

Test(step_comparison, missing)
{
    show("abcghijklmnopq");
    log_steps("abcdEfghijklmnopq");
    expect("row 4: cycle 40: 2 instructions and 1 trap missing: 0x1030 in line 104 of the log "
           "[RowMissing]\n",
           14, 0);
}

Test(step_comparison, missing_at_the_start_and_at_the_end)
{
    show("cdefghijklmn");
    log_steps("abcdefghijklmnop");
    expect("row 1: cycle 10: 2 instructions missing: 0x1000 in line 101 of the log [RowMissing]\n"
           "after the last row: 2 instructions missing: 0x10e0 in line 115 of the log "
           "[RowMissing]\n",
           12, 0);
    cr_expect(eq(u64, comparison.differences, 2));
}

Test(step_comparison, extra)
{
    show("abcxyIdefghijklm");
    log_steps("abcdefghijklm");
    expect("row 4: cycle 40: 2 instructions and 1 trap too many: 0x1170 [RowExtra]\n", 13, 0);
}

Test(step_comparison, extra_at_the_end)
{
    show("abcdx");
    log_steps("abcd");
    expect("row 5: cycle 50: 1 instruction too many: 0x1170 [RowExtra]\n", 4, 0);
}

Test(step_comparison, twice)
{
    show("abccdefghijklmab");
    log_steps("abcdefghijklmab");
    expect("row 4: cycle 40: 1 instruction twice: 0x1020 [RowTwice]\n", 15, 0);
}

Test(step_comparison, several_twice)
{
    show("abcIdcIdefghijklm");
    log_steps("abcIdefghijklm");
    expect("row 6: cycle 60: 2 instructions and 1 trap twice: 0x1020 [RowTwice]\n", 13, 1);
}

Test(step_comparison, another_order)
{
    show("abdcefghijklm");
    log_steps("abcdefghijklm");
    expect("row 3: cycle 30: 2 instructions in another order: 0x1030, but 0x1020 in line 103 of "
           "the log [RowOrder]\n",
           11, 0);
}

Test(step_comparison, a_late_interrupt)
{
    show("abcIdefghijklm");
    log_steps("abIcdefghijklm");
    expect("row 3: cycle 30: 1 instruction and 1 trap in another order: 0x1020, but interrupt 7 "
           "in line 103 of the log [RowOrder]\n",
           12, 0);
}

Test(step_comparison, other_steps)
{
    show("abxyefghijklm");
    log_steps("abcdEefghijklm");
    expect("row 3: cycle 30: 2 instructions in place of 2 instructions and 1 trap: 0x1170, but "
           "0x1020 in line 103 of the log [RowOther]\n",
           11, 0);
}

Test(step_comparison, two_differences)
{
    show("bcdefghijklmnopqrtuvwxyz");
    log_steps("abcdefghijklmnopqrstuvwxyz");
    expect("row 1: cycle 10: 1 instruction missing: 0x1000 in line 101 of the log [RowMissing]\n"
           "row 18: cycle 180: 1 instruction missing: 0x1120 in line 119 of the log [RowMissing]\n",
           24, 0);
}

/* Compares a, an exception as shown and as logged, and what follows. */
static void compare_trap(const struct rvt_hart_step *shown, const struct rvt_hart_step *logged)
{
    show("a");
    log_steps("a");
    show_step(*shown);
    log_step(*logged);
    show("bcdefghijk");
    log_steps("bcdefghijk");
}

Test(step_comparison, traps_that_differ)
{
    const struct rvt_hart_step trap = step_of('E', 9);
    struct rvt_hart_step other = trap;

    other.cause = 12;
    compare_trap(&other, &trap);
    expect("row 9: cycle 90: trap differs: exception 12 at 0x100 has cause 0xc, but 0x2 in line 9 "
           "of the log [cause = 12, RowTrap]\n",
           11, 0);
}

Test(step_comparison, traps_of_another_kind)
{
    const struct rvt_hart_step trap = step_of('E', 9);
    struct rvt_hart_step other = trap;

    other.kind = RVT_STEP_INTERRUPT;
    other.pc_known = false;
    compare_trap(&other, &trap);
    expect("row 9: cycle 90: trap differs: interrupt 2 has itype 0x2, but 0x1 in line 9 of the log "
           "[itype = 2, RowTrap]\n",
           11, 0);
}

Test(step_comparison, traps_with_another_epc)
{
    const struct rvt_hart_step trap = step_of('E', 9);
    struct rvt_hart_step other = trap;

    other.pc = 0x104;
    compare_trap(&other, &trap);
    expect("row 9: cycle 90: trap differs: exception 2 at 0x104 has EPC 0x104, but 0x100 in line 9 "
           "of the log [EPC = 260, RowTrap]\n",
           11, 0);
}

Test(step_comparison, traps_with_another_tval)
{
    const struct rvt_hart_step trap = step_of('E', 9);
    struct rvt_hart_step other = trap;

    other.tval = 6;
    compare_trap(&other, &trap);
    expect("row 9: cycle 90: trap differs: exception 2 at 0x100 has tval 0x6, but 0x5 in line 9 of "
           "the log [tval = 0x6, RowTrap]\n",
           11, 0);
}

Test(step_comparison, what_a_side_does_not_know_is_equal)
{
    const struct rvt_hart_step trap = step_of('E', 9);
    struct rvt_hart_step other = trap;

    other.tval = other.pc = 0;
    other.tval_known = other.pc_known = false;
    compare_trap(&trap, &other);
    expect("", 11, 1);
}

Test(step_comparison, sizes_differ)
{
    struct rvt_hart_step step = step_of('a', 4);

    log_step(step);
    step.size = 2;
    show_step(step);
    show("bcdefghij");
    log_steps("bcdefghij");
    expect("row 4: cycle 40: instruction differs: 0x1000 has ilastsize 0x0, but 0x1 in line 4 of "
           "the log [ilastsize = 0, RowSize]\n",
           9, 0);
}

Test(step_comparison, a_privilege_that_stays_wrong_is_one_difference)
{
    static const uint8_t shown[] = {3, 0, 0, 3, 1, 3};

    for (unsigned i = 0; i < sizeof shown; i++) {
        struct rvt_hart_step step = step_of((char)('a' + i), i + 1);
        log_step(step);
        step.privilege = shown[i];
        show_step(step);
    }
    expect("row 2: cycle 20: instruction differs: 0x1010 has priv 0x0, but 0x3 in line 2 of the "
           "log [priv = 0, RowPrivilege]\n"
           "row 5: cycle 50: instruction differs: 0x1040 has priv 0x1, but 0x3 in line 5 of the "
           "log [priv = 1, RowPrivilege]\n",
           3, 0);
}

Test(step_comparison, a_gap_of_the_rows)
{
    show("abc-hijklmnopq");
    log_steps("abcdEfghijklmnopq");
    expect("row 4: cycle 40: gap: the row is lost\n", 13, 0);
    cr_expect(eq(u64, comparison.gaps, 1));
    cr_expect(eq(u64, comparison.skipped.instructions, 3));
    cr_expect(eq(u64, comparison.skipped.traps, 1));
    cr_expect(eq(u64, comparison.differences, 0));
}

Test(step_comparison, a_gap_without_loss)
{
    show("abc-defghijklmn");
    log_steps("abcdefghijklmn");
    expect("row 4: cycle 40: gap: the row is lost\n", 14, 0);
    cr_expect(eq(u64, comparison.skipped.instructions, 0));
}

Test(step_comparison, a_gap_at_the_end)
{
    show("abc-");
    log_steps("abcdefghijklmn");
    expect("row 4: cycle 40: gap: the row is lost\n", 3, 0);
    cr_expect(eq(u64, comparison.skipped.instructions, 11));
}

Test(step_comparison, a_gap_hides_no_extra_steps)
{
    show("abc-xhijklmnopq");
    log_steps("abcdefghijklmnopq");
    finish();
    cr_expect(gt(u64, comparison.differences, 0));
}

Test(step_comparison, a_gap_of_the_log)
{
    show("abcdefghijklmnopq");
    log_steps("abc-hijklmnopq");
    finish();
    cr_expect(eq(u64, comparison.differences, 0));
    cr_expect(eq(u64, comparison.gaps, 1));
    cr_expect(eq(u64, comparison.equal.instructions, 13));
    cr_expect(eq(u64, comparison.skipped.instructions, 4));
}

Test(step_comparison, a_gap_longer_than_the_look_ahead)
{
    show("abc-uvwxyz");
    log_steps("abc");
    for (unsigned i = 0; i < 3 * RVT_STEP_LOOK_AHEAD; i++)
        log_step(step_of("defgh"[i % 5], 1000 + i));
    log_steps("uvwxyz");
    expect("row 4: cycle 40: gap: the row is lost\n", 9, 0);
    cr_expect(eq(u64, comparison.skipped.instructions, 3 * RVT_STEP_LOOK_AHEAD));
}

/* A loop of three instructions, so often, then what follows it. */
static void loop(void (*give)(struct rvt_hart_step step), unsigned rounds)
{
    for (unsigned i = 0; i < 3 * rounds; i++)
        give(step_of("bcd"[i % 3], i + 1));
    for (const char *after = "mnopqrstu"; *after; after++)
        give(step_of(*after, 5000));
}

Test(step_comparison, missing_rounds_of_a_loop)
{
    show("a");
    log_steps("a");
    loop(show_step, 100);
    loop(log_step, 300);
    finish();
    cr_expect(eq(u64, comparison.differences, 1));
    cr_expect(eq(u64, comparison.equal.instructions, 1 + 300 + 9));
    cr_expect(not(eq(ptr, strstr(found, "600 instructions missing"), NULL)));
}

Test(step_comparison, a_gap_in_a_loop_may_be_longer_than_it_seems)
{
    show("abcdbcd-");
    log_steps("abcdbcd");
    loop(show_step, 200);
    loop(log_step, 900);
    finish();
    cr_expect(eq(u64, comparison.differences, 0), "%s", found);
    cr_expect(eq(u64, comparison.equal.instructions, 7 + 600 + 9));
    cr_expect(eq(u64, comparison.skipped.instructions, 2100));
}

Test(step_comparison, no_agreement_ends_the_comparison)
{
    show("abc");
    log_steps("abc");
    for (unsigned i = 0; i < 100; i++) {
        show_step(step_of("defgh"[i % 5], 4 + i));
        log_step(step_of("mnopq"[i % 5], 104 + i));
    }
    expect("row 4: cycle 40: rows and log do not agree again: 0x1030, but 0x10c0 in line 104 of "
           "the log [RowDisagree]\n",
           3, 0);
}

Test(step_comparison, after_no_agreement_it_goes_on_at_a_gap)
{
    show("abc");
    log_steps("abc");
    for (unsigned i = 0; i < 100; i++) {
        show_step(step_of("defgh"[i % 5], 4 + i));
        log_step(step_of("mnopq"[i % 5], 104 + i));
    }
    show("-rstuvwxyz");
    log_steps("rstuvwxyz");
    finish();
    cr_expect(eq(u64, comparison.differences, 1));
    cr_expect(eq(u64, comparison.equal.instructions, 12));
    cr_expect(eq(u64, comparison.skipped.instructions, 200));
}

Test(step_comparison, a_loss_in_a_loop_is_no_repetition)
{
    show("ad");
    log_steps("abcd");
    loop(show_step, 100);
    loop(log_step, 100);
    expect("row 2: cycle 20: 2 instructions missing: 0x1010 in line 102 of the log [RowMissing]\n",
           2 + 300 + 9, 0);
}

Test(step_comparison, a_repetition_after_many_steps)
{
    for (unsigned i = 0; i < RVT_STEP_QUEUE_PAST - 2; i++) {
        show_step(step_of("bcdefg"[i % 6], i + 1));
        log_step(step_of("bcdefg"[i % 6], i + 1));
    }
    show("hijijklmnopq");
    log_steps("hijklmnopq");
    finish();
    cr_expect(not(eq(ptr, strstr(found, "2 instructions twice: 0x1080 [RowTwice]"), NULL)));
    cr_expect(eq(u64, comparison.differences, 1));
}
