/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Rows that the loop cannot retire are findings of both verdicts, before those of any packet, each
 * once; a wrong program is one line. Shows: ETR-ING-004, ETR-ING-005, ETR-ING-014 */
#include <criterion/criterion.h>

#include "lockstep/report/ingress_report.h"
#include "tests/unit/lockstep_fixture.h"

static const struct rvt_lockstep_options options = {
    .packets = true, .decode_exact = true, .findings_max = 100};

/* The branch not taken, the jump as a call, and the loop without its first block. */
static const struct rvt_row no_branch = {
    .block = {{.iaddr = LOOP_BASE, .iretire = 4, .itype = RVT_ITYPE_NONE, .ilastsize = 1}}};
static const struct rvt_row call = {.block = {{.iaddr = LOOP_BASE + 12,
                                               .iretire = 2,
                                               .itype = RVT_ITYPE_UNINFERABLE_CALL,
                                               .ilastsize = 1}}};

static struct rig rig;

static void close_rig(void)
{
    rig_close(&rig);
}

static void defaults(void)
{
    rig_defaults(&rig);
}

TestSuite(ingress_report, .init = defaults, .fini = close_rig);

static void open_rig(void)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_loop(&rig));
}

/* Findings of a verdict that begin with "cycle N: ingress: ". */
static unsigned ingress_findings(enum rvt_verdict verdict)
{
    unsigned count = 0;

    for (unsigned i = 0; i < rvt_lockstep_findings(rig.lockstep, verdict); i++)
        count += strstr(rvt_lockstep_finding(rig.lockstep, verdict, i), ": ingress: ") != NULL;
    return count;
}

static void expect_first(const char *words)
{
    for (unsigned i = 0; i < RVT_VERDICTS; i++) {
        const char *text = rig_finding(&rig, (enum rvt_verdict)i);
        cr_expect(strstr(text, ": ingress: ") != NULL && strstr(text, words) != NULL,
                  "'%s' is not in:\n%s", words, text);
        cr_expect_eq(ingress_findings((enum rvt_verdict)i), 1);
    }
}

static void end(void)
{
    cr_assert(rig_loop(&rig) && rig_control(&rig, false));
    rig_pass_packets(&rig);
    rig_end(&rig);
}

Test(ingress_report, rows_of_the_loop_pass)
{
    open_rig();
    end();
    cr_expect_eq(ingress_findings(RVT_VERDICT_PACKETS), 0);
    cr_expect(rvt_lockstep_passed(rig.lockstep));
}

/* The encoder sends what the rows say, so only the rows are wrong. */
Test(ingress_report, a_wrong_class_is_found_before_any_packet)
{
    open_rig();
    cr_assert(rig_row(&rig, &no_branch) && rig_row(&rig, &loop_jump));
    expect_first("which is 4 [itype = 0, ETR-ING-005]");
    end();
    expect_first("which is 4 [itype = 0, ETR-ING-005]");
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS), 1);
}

/* Two programs may share their start-up code. */
Test(ingress_report, an_early_finding_asks_for_the_right_program)
{
    open_rig();
    cr_assert(rig_row(&rig, &no_branch));
    expect_first("agreed with the program before: 4; is this the right ELF?");
}

Test(ingress_report, a_late_finding_does_not)
{
    open_rig();
    for (unsigned i = 0; i < 31; i++)
        cr_assert(rig_loop(&rig));
    cr_assert(rig_row(&rig, &no_branch));
    expect_first("ETR-ING-005");
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "right ELF") == NULL);
}

Test(ingress_report, a_lost_block_is_found_where_it_is_missing)
{
    open_rig();
    cr_assert(rig_row(&rig, &loop_branch) && rig_row(&rig, &loop_branch));
    expect_first("the taken branch at 0x1004 leads to 0x100c [iaddr = 0x1000, ETR-ING-005]");
    expect_first("before    0x1004: 63 04 00 00 (a branch to 0x100c), itype 5");
    end();
}

Test(ingress_report, the_number_of_findings_is_limited)
{
    open_rig();
    for (unsigned i = 0; i < 3 * RVT_INGRESS_FINDINGS_MAX; i++)
        cr_assert(rig_row(&rig, &loop_branch) && rig_row(&rig, &call) && rig_loop(&rig));
    for (unsigned i = 0; i < RVT_VERDICTS; i++)
        cr_expect_eq(ingress_findings((enum rvt_verdict)i), RVT_INGRESS_FINDINGS_MAX);
}

/* Zeros where the loop is. */
Test(ingress_report, a_wrong_program_is_one_line)
{
    static const uint8_t other[16] = {0x13, 0, 0, 0, 0x13, 0, 0, 0, 0x13, 0, 0, 0, 0x13};

    cr_assert(rvt_image_open(64, false, &rig.image) == RVT_OK);
    cr_assert(rvt_image_add(rig.image, LOOP_BASE, other, sizeof other) == RVT_OK);
    cr_assert(rig_open(&rig, &options, false) && rig_control(&rig, true));
    for (unsigned i = 0; i < 100; i++)
        cr_assert(rig_loop(&rig));
    expect_first("the program does not hold what the hart retired: ");
    expect_first("; is this the right ELF?");
    cr_expect(strchr(rig_finding(&rig, RVT_VERDICT_PACKETS), '\n') == NULL);
}

Test(ingress_report, a_program_at_other_addresses_is_one_line)
{
    static const uint8_t other[] = {0x13, 0, 0, 0};

    cr_assert(rvt_image_open(64, false, &rig.image) == RVT_OK);
    cr_assert(rvt_image_add(rig.image, 0x80000000, other, sizeof other) == RVT_OK);
    cr_assert(rig_open(&rig, &options, false) && rig_control(&rig, true));
    cr_assert(rig_loop(&rig));
    end();
    cr_expect_eq(ingress_findings(RVT_VERDICT_PACKETS), 1);
}

Test(ingress_report, unchecked_rows_have_no_findings)
{
    struct rvt_lockstep_options unchecked = options;

    unchecked.unchecked_rows = true;
    cr_assert(rig_open(&rig, &unchecked, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig));
    cr_assert(rig_row(&rig, &call) && rig_row(&rig, &call));
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS), 0);
}
