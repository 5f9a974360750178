/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Without packets and bytes, only the rows are checked: they pass if the program can retire them,
 * and if there are any. Shows: ETR-ING-004, ETR-ING-005 */
#include <criterion/criterion.h>

#include <stdio.h>

#include "tests/unit/lockstep_fixture.h"

enum { LINE = 512 };

static struct rig rig;
static struct rvt_lockstep_options options;
static struct rvt_waivers waivers;

static void close_rig(void)
{
    rig_close(&rig);
}

static void defaults(void)
{
    rig_defaults(&rig);
    waivers.count = 0;
    options = (struct rvt_lockstep_options){.findings_max = 4, .waivers = &waivers};
}

TestSuite(ingress_verdict, .init = defaults, .fini = close_rig);

static unsigned findings(void)
{
    return rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_PACKETS);
}

/* Waives every finding of a clause. */
static void waive(const char *clause)
{
    struct rvt_waiver *waiver = &waivers.waiver[waivers.count++];

    *waiver = (struct rvt_waiver){.has_verdict = true, .verdict = RVT_MISMATCH_INGRESS};
    (void)snprintf(waiver->clause, sizeof waiver->clause, "%s", clause);
    (void)snprintf(waiver->reason, sizeof waiver->reason, "known");
}

/* Line number line of the summary is this text, and the line after it, the last, the profile. */
static void expect_summary(unsigned line, const char *wanted)
{
    char got[LINE] = "";
    struct rvt_text text;

    rvt_text_init(&text, got, sizeof got);
    cr_assert(rvt_lockstep_summary(rig.lockstep, line, &text));
    cr_expect_str_eq(got, wanted);
    rvt_text_init(&text, got, sizeof got);
    cr_assert(rvt_lockstep_summary(rig.lockstep, line + 1, &text));
    cr_expect_str_eq(got, "compared with profile v2.0.4");
    cr_expect_not(rvt_lockstep_summary(rig.lockstep, line + 2, &text));
}

Test(ingress_verdict, rows_that_the_program_can_retire_pass)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep));
    cr_expect_eq(rvt_lockstep_compares(rig.lockstep, RVT_VERDICT_PACKETS), RVT_MISMATCH_INGRESS);
    cr_expect(rvt_lockstep_has_verdict(rig.lockstep, RVT_VERDICT_PACKETS));
    cr_expect_not(rvt_lockstep_has_verdict(rig.lockstep, RVT_VERDICT_DECODE_EXACT));
    expect_summary(0, "only the ingress was checked: 40 rows with 60 instructions; no packet was "
                      "observed");
}

Test(ingress_verdict, a_lost_and_a_repeated_block_fail_it)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true) && rig_loop(&rig) && rig_loop(&rig));
    cr_assert(rig_row(&rig, &loop_branch) && rig_row(&rig, &loop_branch));
    cr_assert(rig_row(&rig, &loop_jump) && rig_loop(&rig));
    rig_end(&rig);
    cr_expect_not(rvt_lockstep_passed(rig.lockstep));
    cr_expect_eq(findings(), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "iaddr = 0x1000, ETR-ING-005") !=
              NULL);
    cr_expect_eq(rvt_lockstep_mismatch(rig.lockstep, RVT_VERDICT_PACKETS, 0)->verdict,
                 RVT_MISMATCH_INGRESS);
    cr_expect_eq(rvt_lockstep_findings(rig.lockstep, RVT_VERDICT_DECODE_EXACT), 0);
    expect_summary(1, "only the ingress was checked: 9 rows with 14 instructions; no packet was "
                      "observed");
}

Test(ingress_verdict, a_run_without_rows_fails)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true) && rig_control(&rig, false));
    rig_end(&rig);
    cr_expect_eq(findings(), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "nothing retired") != NULL);
}

/* Rows, but none with an instruction. */
Test(ingress_verdict, a_run_without_instructions_fails)
{
    static const struct rvt_row trap = {
        .cause = 2, .block = {{.iaddr = LOOP_BASE, .itype = RVT_ITYPE_EXCEPTION}}};

    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true) && rig_row(&rig, &trap));
    rig_end(&rig);
    cr_expect_eq(findings(), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS),
                     "no instruction was compared with the program") != NULL);
}

/* This cannot be waived. */
Test(ingress_verdict, a_run_outside_the_program_fails_even_if_that_is_waived)
{
    static const struct rvt_row elsewhere = {
        .block = {{.iaddr = 4 * LOOP_BASE, .iretire = 2, .ilastsize = 1}}};

    waive("ETR-DEC-002");
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_control(&rig, true) && rig_row(&rig, &elsewhere));
    rig_end(&rig);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS),
                     "it has none of the blocks [ETR-DEC-002]; is this the right ELF?") != NULL);
}

Test(ingress_verdict, an_unused_waiver_is_a_finding)
{
    waive("ETR-ING-009");
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    rig_end(&rig);
    cr_expect_eq(findings(), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "[WaiverUsed]") != NULL);
}

/* It is about packets, of which there are none. */
Test(ingress_verdict, a_waiver_of_another_verdict_is_not_missed)
{
    waive("ETR-FMT-005");
    waivers.waiver[0].verdict = RVT_MISMATCH_BIT_EXACT;
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep));
    expect_summary(1, "only the ingress was checked: 40 rows with 60 instructions; no packet was "
                      "observed");
}

Test(ingress_verdict, a_fault_of_the_caller_fails_it)
{
    cr_assert(rig_open(&rig, &options, true));
    cr_assert(rig_session(&rig, 20));
    rvt_lockstep_fault(rig.lockstep, rig_now(&rig), "a record was lost [Lost]");
    rig_end(&rig);
    cr_expect_eq(findings(), 1);
    cr_expect(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "a record was lost [Lost]") != NULL);
}

Test(ingress_verdict, options_that_contradict_it_are_refused)
{
    const struct rvt_lockstep_options refused[] = {
        {.decode_exact = true}, {.same_fields = true}, {.unchecked_rows = true}};
    const struct rvt_pipeline_contract contract = {
        .decision = 3, .packet = 3, .lanes = 8, .depth = 16};
    struct rvt_lockstep *lockstep = NULL;

    cr_assert(rig_open(&rig, &options, true));
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++)
        cr_expect_eq(rvt_lockstep_open(&rig.config, &refused[i], rig.image, &lockstep),
                     RVT_ERR_PARAMETER);
    cr_expect_eq(rvt_lockstep_exact(rig.lockstep, &contract), RVT_ERR_PARAMETER);
    cr_expect_null(lockstep);
}
