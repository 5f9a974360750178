/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Which of several paths packets mean, and whether that is certain; the paths are derived by hand.
 * Where an implicit return may lead to the reported address once more, the report is "ambiguous".
 */
#include "tests/unit/decoder_rig.h"

static struct rvt_config returning(void)
{
    struct rvt_config config = full_config();

    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    return config;
}

static void expect_choice(const struct rvt_config *config, const struct program *program,
                          const struct path *path)
{
    const struct decoder_rig rig = {
        .config = config, .program = program, .events = true, .step_limit = 1000};

    expect_path_of(&rig, path);
}

/* 1008 calls 1014, which returns to 100c, and 1010 leads to 1008 again.
 * Shows: ETR-MODE-010, AMB-021 */
Test(decoder_choices, a_notification_may_mean_a_later_arrival_by_a_return)
{
    static const struct program program =
        PROGRAM(BEQ(8), ADD, JAL(1, 12), ADD, JAL(0, -8), RET, MRET, JAL(1, -20));
    static const struct path path = {"after a return", "sync context 101c 1008 ambiguous",
                                     PACKETS(START(0x101c), ADDRESS_N(0x1008))};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* 100c calls 1008, which is before it: no return on the way. Shows: ETR-MODE-010 */
Test(decoder_choices, a_loop_without_returns_is_certain)
{
    static const struct program program = PROGRAM(ADD, JAL(1, -4), ADD, JAL(1, -4), RET);
    static const struct path path = {"calls alone", "sync context 100c 1008",
                                     PACKETS(START(0x100c), ADDRESS_N(0x1008))};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* The target of an uninferable jump is reported at once, although a return leads there later: 1014
 * calls 1008, which returns to 1018, a call of 1014. Shows: ETR-DEC-010, ETR-MODE-010 */
Test(decoder_choices, the_target_of_a_jump_is_certain)
{
    static const struct program program =
        PROGRAM(JR, RET, ADD, RET, ADD, JAL(1, -12), JAL(1, -4), ADD, JR);
    static const struct path path = {"a jump", "sync context 1020 1014",
                                     PACKETS(START(0x1020), ADDRESS_N(0x1014))};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* The return at 1010 goes to 1010, and then nowhere that is known. The next report shows that the
 * first one was of the target of the second return. Shows: ETR-DEC-012, ETR-MODE-010 */
Test(decoder_choices, a_report_after_it_leaves_nothing_ambiguous)
{
    static const struct program program = PROGRAM(RET, ADD, ADD, JAL(1, 4), RET);
    static const struct path path = {
        "a later occurrence", "sync context 100c 1010 1010 1010 1000 ended support",
        PACKETS(START(0x100c), ADDRESS(0x1010), ADDRESS(0x1000), ENDED_REP)};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* The call at 1000 returns to 1004, from where 1008 is reached again; but the last report would
 * have a depth then, as a return is the latest of calls, returns and branches. So 1008 is only
 * repeated. Shows: ETR-MODE-008, ETR-SUP-009 */
Test(decoder_choices, a_report_that_lacks_the_depth_repeats_the_position)
{
    static const struct program program = PROGRAM(JAL(1, 20), ADD, JAL(0, -8), ADD, ADD, RET);
    static const struct path path = {"repeated", "sync context 1008 ended support",
                                     PACKETS(START(0x1008), ADDRESS(0x1008), ENDED_REP)};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* What an index means does not depend on the next packet. Shows: ETR-DEC-014, ETR-FMT-045 */
Test(decoder_choices, an_index_is_decoded_at_once)
{
    static const struct program program = PROGRAM(JR, JR, ADD);
    static const struct path path = {"no packet after it", "sync context 1000 1004 1004",
                                     PACKETS(START(0x1000), ADDRESS(0x1004), INDEX(2))};
    struct rvt_config config = returning();

    config.params.cache_size_p = 2;
    config.options.jump_target_cache = true;
    expect_choice(&config, &program, &path);
}

/* A support packet with other modes decides on the depth before it, as an end does.
 * Shows: ETR-MODE-008, ETR-SUP-004 */
Test(decoder_choices, a_change_of_modes_decides_on_a_depth)
{
    static const struct program program = PROGRAM(JR, ADD);
    static const struct path path = {"implicit returns go off", "sync context 1000 1004 support",
                                     PACKETS(START(0x1000), ADDRESS_D(0x1004, 0), ENABLED)};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* No path leads from 1014 to 1014: the context was left in between. Shows: ETR-CTX-003 */
Test(decoder_choices, two_sync_packets_in_two_contexts)
{
    static const struct program program =
        PROGRAM(ADD, ADD, ADD, ADD, JAL(1, 8), ADD, JAL(1, -12), ADD);
    static const struct path path = {"a break", "sync context 1014 context 1014",
                                     PACKETS(START_AT(0x1014, 3, 1), START(0x1014))};
    struct rvt_config config = full_config();

    expect_choice(&config, &program, &path);
}

/* The updiscon flag of the report of 1004 announces a sync packet of 1008. The older rule of
 * resynchronisation, and encoders that treat blocks as instructions, are less exact.
 * Shows: ETR-FMT-027, AMB-101 */
Test(decoder_choices, the_updiscon_flag_is_exact_in_the_newer_scheme)
{
    static const struct program program = PROGRAM(JR, ADD, ADD, ADD, LOOP);
    static const struct path late = {"later", "sync context 1000 1004 1008 100c",
                                     PACKETS(START(0x1000), ADDRESS_U(0x1004), START(0x100c))};
    static const struct path wrong = {"contradicts", "sync context 1000 1004 !flow/ETR-FMT-027",
                                      PACKETS(START(0x1000), ADDRESS_U(0x1004), START(0x100c))};
    static const struct path elsewhere = {"no path", "sync context 1000 1004 !flow/ETR-FMT-027",
                                          PACKETS(START(0x1000), ADDRESS_U(0x1004), START(0x1000))};
    struct rvt_config config = full_config();

    config.resync.mode = RVT_RESYNC_PACKETS;
    expect_choice(&config, &program, &wrong);
    expect_choice(&config, &program, &elsewhere);
    config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    expect_choice(&config, &program, &late);
    config.switches.resync_point = RVT_RESYNC_POINT_BLOCK_END;
    config.switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
    expect_choice(&config, &program, &late);
}

/* The return at 100c leads to 100c again; but the report of 1008 came directly before the change.
 * Shows: ETR-DEC-012 */
Test(decoder_choices, a_change_of_context_directly_after_a_report)
{
    static const struct program program = PROGRAM(ADD, ADD, JAL(1, 4), RET, JR);
    static const struct path path = {
        "certain", "sync context 1004 1008 context 100c",
        PACKETS(START(0x1004), ADDRESS(0x1008), START_AT(0x100c, 3, 1))};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
    config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    expect_choice(&config, &program, &path);
}

/* A support packet reports a loss. Nothing comes after it. Shows: ETR-SUP-003, ETR-DEC-019 */
Test(decoder_choices, a_reported_loss_lasts_to_the_end)
{
    static const struct program program = PROGRAM(ADD, ADD);
    static const struct path path = {"no sync packet",
                                     "sync context 1000 lost support (1-1 ok 1000..)",
                                     PACKETS(START(0x1000), SUPPORT(1, RVT_QUAL_TRACE_LOST))};
    struct rvt_config config = full_config();
    const struct decoder_rig rig = {
        .config = &config, .program = &program, .events = true, .losses = true, .finish = true};

    expect_path_of(&rig, &path);
}
