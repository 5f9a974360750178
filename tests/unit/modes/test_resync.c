/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <criterion/criterion.h>

#include "modes/resync.h"

static struct rvt_resync make(enum rvt_resync_mode mode, unsigned max, enum rvt_resync_cmp cmp)
{
    struct rvt_config config = {.resync = {.mode = mode, .max = max}};
    struct rvt_resync resync;

    config.switches.resync_cmp = cmp;
    config.switches.resync_count_support = cmp == RVT_RESYNC_CMP_LEGACY;
    rvt_resync_init(&resync, &config);
    return resync;
}

/* Shows: ETR-RSY-001 */
Test(resync, the_threshold_is_a_power_of_two)
{
    for (unsigned max = 0; max <= 15; max++) {
        struct rvt_resync resync = make(RVT_RESYNC_PACKETS, max, RVT_RESYNC_CMP_FSM);
        cr_expect(resync.threshold == UINT64_C(16) << max);
    }
}

static void count_one(struct rvt_resync *resync)
{
    rvt_resync_cycles(resync, 1);
    rvt_resync_halfwords(resync, 1);
    rvt_resync_packet(resync, RVT_RESYNC_PACKET_OTHER);
}

/* One unit before the threshold nothing is due, with it the machine leaves state 1: every value of
 * trTeInstSyncMax in every unit, twice. Shows: ETR-RSY-001, ETR-RSY-003, ETR-RSY-004 */
Test(resync, every_maximum_in_every_unit)
{
    static const enum rvt_resync_mode modes[] = {RVT_RESYNC_PACKETS, RVT_RESYNC_CYCLES,
                                                 RVT_RESYNC_HALFWORDS};

    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        for (unsigned max = 0; max <= 15; max++) {
            struct rvt_resync resync = make(modes[i], max, RVT_RESYNC_CMP_FSM);
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
            for (unsigned pass = 0; pass < 2; pass++) {
                for (uint64_t units = 1; units < UINT64_C(16) << max; units++)
                    count_one(&resync);
                rvt_resync_before(&resync, true, true);
                cr_expect(!rvt_resync_flushes(&resync), "mode %zu, max %u: early", i, max);
                count_one(&resync);
                rvt_resync_before(&resync, true, true);
                cr_expect(rvt_resync_flushes(&resync), "mode %zu, max %u: late", i, max);
                rvt_resync_after(&resync);
                cr_expect(rvt_resync_syncs(&resync), "mode %zu, max %u", i, max);
                rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
                cr_expect(resync.count == 0 && resync.state == RVT_RESYNC_COUNTING);
            }
        }
}

/* Shows: ETR-RSY-002, ETR-RSY-003 */
Test(resync, counting_starts_with_a_sync_packet_and_counts_its_own_unit)
{
    static const struct {
        enum rvt_resync_mode mode;
        uint64_t count;
    } cases[] = {{RVT_RESYNC_OFF, 0},
                 {RVT_RESYNC_PACKETS, 2},
                 {RVT_RESYNC_CYCLES, 7},
                 {RVT_RESYNC_HALFWORDS, 5}};

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_resync resync = make(cases[i].mode, 0, RVT_RESYNC_CMP_FSM);
        for (unsigned pass = 0; pass < 2; pass++) {
            rvt_resync_cycles(&resync, 7);
            rvt_resync_halfwords(&resync, 5);
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_OTHER);
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_CONTEXT);
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SUPPORT);
            cr_expect(resync.count == (pass == 0 ? 0 : cases[i].count), "mode %zu", i);
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
            cr_expect(resync.count == 0);
        }
        rvt_resync_restart(&resync);
        rvt_resync_cycles(&resync, 7);
        cr_expect(resync.count == 0);
    }
}

/* Shows: ETR-RSY-004, ETR-RSY-005, ETR-RSY-006, ETR-RSY-007 */
Test(resync, the_machine_takes_one_step_an_instruction_and_leaves_state_1_at_points_only)
{
    struct rvt_resync resync = make(RVT_RESYNC_HALFWORDS, 0, RVT_RESYNC_CMP_FSM);

    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    rvt_resync_halfwords(&resync, 15);
    rvt_resync_before(&resync, true, true);
    cr_expect(resync.state == RVT_RESYNC_COUNTING);
    rvt_resync_halfwords(&resync, 1000);
    cr_expect(resync.count == 16, "it saturates");
    rvt_resync_before(&resync, false, true);
    cr_expect(!rvt_resync_flushes(&resync), "not a point");
    rvt_resync_before(&resync, true, true);
    cr_expect(rvt_resync_flushes(&resync) && rvt_resync_syncs_next(&resync));
    cr_expect(!rvt_resync_syncs(&resync));
    rvt_resync_after(&resync);
    cr_expect(rvt_resync_syncs(&resync) && !rvt_resync_flushes(&resync));
    rvt_resync_before(&resync, true, true);
    cr_expect(rvt_resync_syncs(&resync), "it waits for an instruction");
    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    rvt_resync_after(&resync);
    cr_expect(resync.state == RVT_RESYNC_COUNTING && resync.count == 0);
}

/* Shows: ETR-RSY-007 */
Test(resync, any_sync_packet_returns_to_state_1)
{
    struct rvt_resync resync = make(RVT_RESYNC_CYCLES, 1, RVT_RESYNC_CMP_FSM);

    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    rvt_resync_cycles(&resync, 32);
    rvt_resync_before(&resync, true, true);
    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    rvt_resync_after(&resync);
    cr_expect(resync.state == RVT_RESYNC_COUNTING);
}

/* Shows: ETR-ALG-077 */
Test(resync, the_older_scheme_compares_the_counter)
{
    struct rvt_resync resync = make(RVT_RESYNC_PACKETS, 0, RVT_RESYNC_CMP_LEGACY);

    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    for (unsigned i = 0; i < 15; i++)
        rvt_resync_packet(&resync, RVT_RESYNC_PACKET_OTHER);
    cr_expect(!rvt_resync_flushes(&resync) && !rvt_resync_syncs(&resync));
    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SUPPORT);
    cr_expect(rvt_resync_flushes(&resync) && !rvt_resync_syncs(&resync), "equal");
    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_OTHER);
    cr_expect(!rvt_resync_flushes(&resync) && rvt_resync_syncs(&resync), "above");
    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_OTHER);
    cr_expect(rvt_resync_syncs(&resync), "still above");
}

Test(resync, off_is_off)
{
    for (unsigned cmp = 0; cmp < 2; cmp++) {
        struct rvt_resync resync = make(RVT_RESYNC_OFF, 0, (enum rvt_resync_cmp)cmp);
        rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
        for (unsigned i = 0; i < 100; i++)
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_OTHER);
        rvt_resync_before(&resync, true, true);
        cr_expect(!rvt_resync_flushes(&resync) && !rvt_resync_syncs(&resync));
    }
}

/* With the older scheme a threshold may be far above 2^32. Shows: ETR-RSY-001, ETR-ALG-077 */
Test(resync, counts_have_64_bits)
{
    struct rvt_resync resync = make(RVT_RESYNC_CYCLES, 40, RVT_RESYNC_CMP_LEGACY);
    const uint64_t half = UINT64_C(1) << 43;

    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    rvt_resync_cycles(&resync, half);
    rvt_resync_cycles(&resync, half - 1);
    cr_expect(!rvt_resync_flushes(&resync) && !rvt_resync_syncs(&resync));
    rvt_resync_cycles(&resync, 1);
    cr_expect(rvt_resync_flushes(&resync) && !rvt_resync_syncs(&resync));
    rvt_resync_cycles(&resync, UINT64_MAX);
    cr_expect(rvt_resync_syncs(&resync));
}

/* Each reading of what a restart and a new configuration leave. Counting goes on in the same mode
 * with the new threshold, a new mode begins at 0, and a sync packet that was announced is sent.
 * Shows: ETR-RSY-001, ETR-RSY-002 */
Test(resync, a_new_configuration_while_counting)
{
    for (unsigned number = 0; number < 2 * 4 * 4 * 3 * 2; number++) {
        enum rvt_resync_cmp cmp = number % 2 ? RVT_RESYNC_CMP_LEGACY : RVT_RESYNC_CMP_FSM;
        enum rvt_resync_mode from = (enum rvt_resync_mode)(number / 2 % 4);
        enum rvt_resync_mode to = (enum rvt_resync_mode)(number / 8 % 4);
        unsigned counted = 31 + number / 32 % 3, max = number / 96;
        struct rvt_resync resync = make(from, 1, cmp), expected = make(to, max, cmp);
        struct rvt_config config = {.resync = {.mode = to, .max = max}};
        bool announced = from != RVT_RESYNC_OFF && counted >= 32;

        config.switches.resync_cmp = cmp;
        rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
        for (unsigned i = 0; i < counted; i++)
            count_one(&resync);
        rvt_resync_before(&resync, true, true);
        rvt_resync_after(&resync);
        cr_expect(rvt_resync_program(&resync, &config) == announced, "case %u", number);
        rvt_resync_packet(&expected, RVT_RESYNC_PACKET_SYNC);
        for (unsigned i = 0; from == to && !announced && i < counted; i++)
            count_one(&expected);
        cr_expect(resync.mode == to && resync.running, "case %u", number);
        cr_expect(resync.threshold == UINT64_C(16) << max, "case %u", number);
        cr_expect(resync.state == RVT_RESYNC_COUNTING, "case %u", number);
        cr_expect(resync.count == expected.count, "case %u: %llu", number,
                  (unsigned long long)resync.count);
        rvt_resync_restart(&resync);
        cr_expect(!resync.running && resync.count == 0, "case %u", number);
    }
}

/* Shows: ETR-RSY-002 */
Test(resync, a_restart_ends_what_was_due)
{
    struct rvt_resync resync = make(RVT_RESYNC_PACKETS, 0, RVT_RESYNC_CMP_FSM);

    rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
    for (unsigned i = 0; i < 16; i++)
        count_one(&resync);
    for (unsigned steps = 0; steps < 2; steps++) {
        rvt_resync_before(&resync, true, true);
        cr_expect(rvt_resync_flushes(&resync));
        if (steps > 0)
            rvt_resync_after(&resync);
        rvt_resync_restart(&resync);
        cr_expect(!rvt_resync_flushes(&resync) && !rvt_resync_syncs(&resync));
        rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
        for (unsigned i = 0; i < 16; i++)
            count_one(&resync);
    }
}

/* The count of the draft stops at the threshold before it goes beyond; the others do not. Both
 * stop there. Shows: ETR-RSY-001, DRA-013 */
Test(resync, the_count_of_the_draft_stops_at_the_threshold)
{
    for (unsigned max = 0; max <= 40; max += 20)
        for (unsigned draft = 0; draft < 2; draft++) {
            const uint64_t threshold = UINT64_C(16) << max;
            struct rvt_config config = {.resync = {.mode = RVT_RESYNC_CYCLES, .max = max}};
            struct rvt_resync resync;

            config.spec_profile = draft ? RVT_PROFILE_DRAFT_0_026 : RVT_PROFILE_V2_0_3;
            config.switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
            rvt_resync_init(&resync, &config);
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
            rvt_resync_cycles(&resync, threshold - 1);
            cr_expect(resync.count == threshold - 1);
            rvt_resync_cycles(&resync, 5);
            cr_expect(resync.count == threshold + (draft ? 0 : 1), "max %u", max);
            cr_expect(rvt_resync_flushes(&resync) == (draft != 0));
            rvt_resync_cycles(&resync, 1);
            cr_expect(resync.count == threshold + 1, "max %u", max);
            rvt_resync_cycles(&resync, UINT64_MAX);
            cr_expect(resync.count == threshold + 1, "max %u", max);
            cr_expect(rvt_resync_syncs(&resync) && !rvt_resync_flushes(&resync));
            rvt_resync_packet(&resync, RVT_RESYNC_PACKET_SYNC);
            rvt_resync_exceed(&resync);
            cr_expect(resync.count == threshold + 1, "max %u", max);
        }
}
