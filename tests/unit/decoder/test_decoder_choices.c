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

/* 100c calls 1008, which calls 1000, which returns to 100c. An F3/0 shows which arrival at 1008 was
 * meant if it is that of the next instruction; an end does not. Shows: ETR-DEC-012, AMB-021 */
Test(decoder_choices, an_arrival_that_returns_may_repeat)
{
    static const struct program program = PROGRAM(ADD, RET, JAL(1, -8), JAL(1, -4));
    static const struct path elsewhere = {"further on",
                                          "sync context 100c 1008 1000 1004 100c ambiguous",
                                          PACKETS(START(0x100c), ADDRESS(0x1008), START(0x100c))};
    static const struct path end = {"the end", "sync context 100c 1008 ambiguous ended support",
                                    PACKETS(START(0x100c), ADDRESS(0x1008), ENDED_REP)};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &elsewhere);
    expect_choice(&config, &program, &end);
}

/* The jump at 1010 is a call, so that 1018 returns to 1014 if it is not mispredicted; then the
 * second return would have been reported. So it was, and led to 1008. Shows: ETR-MODE-007 */
Test(decoder_choices, a_sync_packet_shows_a_mispredicted_return)
{
    static const uint32_t call = 0x000500e7; /* jalr ra, 0(a0) */
    const struct program program = PROGRAM(ADD, ADD, ADD, ADD, call, ADD, RET);
    static const struct path path = {"mispredicted", "sync context 100c 1010 1018 1008",
                                     PACKETS(START(0x100c), ADDRESS_N(0x1018), START(0x1008))};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}

/* Two calls lead to 100c, with depth 1 after the first. In line 100c is reached once and leads by
 * the return to 1008, not to 1010: so the depth is that of a return to 100c that was mispredicted.
 * Shows: ETR-MODE-007, ETR-MODE-008, AMB-010 */
Test(decoder_choices, a_depth_that_no_path_in_line_explains)
{
    static const struct program program = PROGRAM(ADD, JAL(1, 8), JAL(1, 8), RET, MRET);
    static const struct path path = {"mispredicted", "sync context 1000 1004 100c 100c 1008 1010",
                                     PACKETS(START(0x1000), ADDRESS_D(0x100c, 1), START(0x1010))};
    struct rvt_config config = returning();

    config.switches.ir_mispredict_pop = false;
    expect_choice(&config, &program, &path);
}

/* With irets, the reported target of a return to where it was expected is followed by the F3/0 at
 * another level at once. Shows: ETR-MODE-011, ETR-CTX-003 */
Test(decoder_choices, a_change_directly_after_a_reported_return)
{
    static const struct program program = PROGRAM(ADD, ADD, JAL(1, 8), ADD, RET, ADD, ADD, ADD);
    static const struct path path = {
        "a break", "sync context 1008 1010 100c context 101c",
        PACKETS(START_AT(0x1008, 3, 2), ADDRESS_D(0x100c, 0), START_AT(0x101c, 1, 0))};
    struct rvt_config config = returning();

    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    expect_choice(&config, &program, &path);
}

/* An index stands for a target: address 0, which the path passes, is none.
 * Shows: ETR-DEC-014, ETR-FMT-045 */
Test(decoder_choices, an_index_has_no_address)
{
    static const struct program program = PROGRAM(ADD, JR, JAL(0, -8));
    static const struct path path = {"0 is passed", "sync context 0 4 8 0 4 8",
                                     PACKETS(START(0x0), ADDRESS_U(0x8), INDEX(4))};
    struct rvt_config config = full_config();
    const struct decoder_rig rig = {
        .config = &config, .program = &program, .from_zero = true, .events = true};

    config.params.cache_size_p = 3;
    config.options.jump_target_cache = true;
    expect_path_of(&rig, &path);
}

static struct rvt_config draft(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.options.full_address = true;
    config.params.nocontext_p = false;
    config.params.context_width_p = 8;
    config.params.ctype_width_p = 2;
    return config;
}

/* The draft reports nothing in front of an F3/0, which therefore lies on the path in any context.
 * Shows: DRD-001 */
Test(decoder_choices, a_sync_packet_of_the_draft_lies_on_the_path)
{
    static const struct program program = PROGRAM(ADD, ADD, LOOP);
    static const struct path path = {"not on the path", "sync context 1004 !step limit/ETR-DEC-020",
                                     PACKETS(START_AT(0x1004, 3, 1), START_AT(0x1000, 3, 2))};
    struct rvt_config config = draft();

    expect_choice(&config, &program, &path);
}

/* The return at 100c is not implicit. With draft_looplabel second its report means the arrival by
 * itself, from which the path goes on to the F3/0. Shows: DRD-003 */
Test(decoder_choices, a_label_of_the_draft_before_a_sync_packet)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, RET);
    static const struct path first = {"first", "sync context 1008 100c 1000",
                                      PACKETS(START(0x1008), ADDRESS(0x100c), START(0x1000))};
    static const struct path second = {"second", "sync context 1008 100c 100c 1000",
                                       PACKETS(START(0x1008), ADDRESS(0x100c), START(0x1000))};
    struct rvt_config config = draft();

    expect_choice(&config, &program, &first);
    config.switches.draft_looplabel = RVT_DRAFT_LOOPLABEL_SECOND;
    expect_choice(&config, &program, &second);
}

/* 1004 is the target of an implicit return. A notification and F3/0 are of the first arrival, also
 * for a decoder that looks at the opcode. Shows: ETR-DEC-010, ETR-DEC-013, AMB-018 */
Test(decoder_choices, a_certain_arrival_by_a_return)
{
    static const struct program program = PROGRAM(JAL(1, 8), ADD, RET);
    static const struct path notified = {"notify", "sync context 1000 1008 1004",
                                         PACKETS(START(0x1000), ADDRESS_N(0x1004))};
    struct rvt_config config = returning();

    for (unsigned arrival = 0; arrival < 2; arrival++) {
        config.switches.dec_arrival = (enum rvt_dec_arrival)arrival;
        expect_choice(&config, &program, &notified);
    }
}

/* A jump leads from 1008 to anywhere, but only implicit returns keep a report of the same address
 * from being a repetition. Shows: ETR-MODE-008, ETR-SUP-009 */
Test(decoder_choices, a_jump_on_the_way_leaves_a_repetition)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD);
    static const struct path path = {"repeated", "sync context 1008 ended support",
                                     PACKETS(START(0x1008), ADDRESS(0x1008), ENDED_REP)};
    struct rvt_config config = returning();

    expect_choice(&config, &program, &path);
}
