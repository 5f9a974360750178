/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include <stdlib.h>

#include "tests/unit/lockstep_fixture.h"

static struct rig rig;

static void open_rig(void)
{
    static const struct rvt_lockstep_options options = {.packets = true, .findings_max = 1};

    rig_defaults(&rig);
    cr_assert(rig_open(&rig, &options, true));
}

static void close_rig(void)
{
    rig_close(&rig);
}

TestSuite(coverage_sampling, .init = open_rig, .fini = close_rig);

static uint64_t count(const char *name)
{
    char text[80];

    for (unsigned point = 0; point < RVT_COVERAGE_POINTS; point++) {
        rvt_coverage_name(point, text, sizeof text);
        if (strcmp(text, name) == 0)
            return rvt_lockstep_coverage(rig.lockstep)->count[point];
    }
    cr_assert_fail("no point is called '%s'", name);
    return 0;
}

Test(coverage_sampling, packets_count_with_their_reasons)
{
    cr_assert(rig_session(&rig, 40));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(count("packet F3/0"), 1);
    cr_expect_eq(count("packet F3/3"), 2);
    cr_expect_gt(count("F1 by 6b, not at a branch"), 30);
    cr_expect_eq(count("F1 by 6b, at a branch"), 0);
    cr_expect_eq(count("F2 by 6b, not at a branch"), 0);
}

Test(coverage_sampling, packets_that_differ_do_not_count)
{
    cr_assert(rig_session(&rig, 40));
    for (unsigned i = 2; i + 1 < rig.sent_count; i++)
        rig.sent[i].payload.byte[0] ^= 0x80;
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect_eq(count("packet F3/0"), 1);
    cr_expect_eq(count("packet F1"), 0);
}
