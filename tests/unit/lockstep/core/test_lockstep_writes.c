/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Register writes of software during a lockstep run. */
#include <criterion/criterion.h>

#include <stdlib.h>

#include "tests/unit/lockstep_fixture.h"

static const struct rvt_lockstep_options packets_only = {.packets = true, .findings_max = 3};

static struct rig rig;

static void open_rig(const struct rvt_lockstep_options *options)
{
    cr_assert(rig_open(&rig, options, true));
}

static void close_rig(void)
{
    rig_close(&rig);
}

static void defaults(void)
{
    rig_defaults(&rig);
}

TestSuite(lockstep_writes, .init = defaults, .fini = close_rig);

static unsigned findings(enum rvt_verdict verdict)
{
    return rvt_lockstep_findings(rig.lockstep, verdict);
}

/* Filter 0 is selected but not enabled: nothing may be traced, but the hardware traces. */
Test(lockstep_writes, what_software_writes_into_filters_acts)
{
    open_rig(&packets_only);
    rvt_lockstep_write(rig.lockstep, 0x00c, 1);
    cr_assert(rig_session(&rig, 4));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
    cr_expect_gt(findings(RVT_VERDICT_DECODE_EXACT), 0);
}

/* Shows: ETR-CTL-009. The model is programmed for differences, the hardware has full addresses. */
Test(lockstep_writes, what_software_writes_into_features_acts)
{
    open_rig(&packets_only);
    rvt_lockstep_write(rig.lockstep, 0x008, 0);
    cr_assert(rig_session(&rig, 4));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
}

/* The hardware does not report the change of modes, which does not need a row. */
Test(lockstep_writes, modes_change_without_rows)
{
    open_rig(&packets_only);
    cr_assert(rig_control(&rig, true));
    rvt_lockstep_write(rig.lockstep, 0x008, 0);
    rig.cycle++;
    rvt_lockstep_program(rig.lockstep, rig_now(&rig), 0);
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(!rvt_lockstep_passed(rig.lockstep));
    cr_expect_not_null(strstr(rig_finding(&rig, RVT_VERDICT_PACKETS), "(F3/3) missing"));
}

Test(lockstep_writes, a_released_encoder_has_no_filters)
{
    open_rig(&packets_only);
    rvt_lockstep_write(rig.lockstep, 0x00c, 1);
    rvt_lockstep_write(rig.lockstep, 0x000, 0);
    rvt_lockstep_write(rig.lockstep, 0x008, 1);
    cr_assert(rig_session(&rig, 40));
    rig_pass_packets(&rig);
    rig_end(&rig);
    cr_expect(rvt_lockstep_passed(rig.lockstep), "%s", rig_finding(&rig, RVT_VERDICT_PACKETS));
    cr_expect_eq(findings(RVT_VERDICT_DECODE_EXACT), 0);
}
