/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* F3/0 packets that can be periodic or show a change of context, by configuration. */
#include "tests/unit/decoder_rig.h"

/*
 * 100c is reached by a call, and again by the return of it. A periodic F3/0 at the end of a block
 * follows the report before it directly, so that the first arrival is certain. Where packets have
 * no context, but the hart signals its changes, this F3/0 can also show such a change.
 * Shows: ETR-DEC-003, AMB-021
 */
Test(decoder_contexts, a_sync_packet_that_shows_no_change_is_periodic_or_not)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, JAL(1, 4), ADD, RET);
    static const struct {
        bool nocontext;
        unsigned ctype_width;
        bool resync_off, any_item;
        const char *text;
    } cases[] = {
        {false, 2, false, false, "sync context 1000 1008 100c"},
        {true, 2, false, false, "sync context 1000 1008 100c ambiguous"},
        {true, 1, false, false, "sync context 1000 1008 100c"},
        {false, 1, false, false, "sync context 1000 1008 100c"},
        {false, 2, true, false, "sync context 1000 1008 100c ambiguous"},
        {false, 2, false, true, "sync context 1000 1008 100c ambiguous"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct path path = {"periodic", cases[i].text, PACKETS(START(0x1000), START(0x100c))};
        struct rvt_config config = full_config();

        config.options.implicit_return = true;
        config.resync.mode = cases[i].resync_off ? RVT_RESYNC_OFF : RVT_RESYNC_PACKETS;
        config.params.return_stack_size_p = 3;
        config.params.nocontext_p = cases[i].nocontext;
        config.params.ctype_width_p = cases[i].ctype_width;
        config.switches.resync_point =
            cases[i].any_item ? RVT_RESYNC_POINT_ANY_ITEM : RVT_RESYNC_POINT_BLOCK_END;
        expect_path(&config, &program, &path, true);
    }
}

/* An encoder whose F3/0 can follow any item sends a periodic one further on. Without periodic ones,
 * the report meant the later arrival at 1004, to which the jump leads. Shows: ETR-DEC-012 */
Test(decoder_contexts, a_sync_packet_further_on_is_periodic_or_shows_the_later_arrival)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD);
    static const struct {
        enum rvt_resync_mode mode;
        enum rvt_resync_point point;
        const char *text;
    } cases[] = {
        {RVT_RESYNC_PACKETS, RVT_RESYNC_POINT_ANY_ITEM, "1000 1004 1008 100c"},
        {RVT_RESYNC_OFF, RVT_RESYNC_POINT_ANY_ITEM, "1000 1004 1008 100c 1004 1008 100c"},
        {RVT_RESYNC_PACKETS, RVT_RESYNC_POINT_BLOCK_END, "1000 1004 1008 100c 1004 1008 100c"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct path path = {"further on", cases[i].text,
                                  PACKETS(START(0x1000), ADDRESS(0x1004), START(0x100c))};
        struct rvt_config config = full_config();

        config.resync.mode = cases[i].mode;
        config.switches.resync_point = cases[i].point;
        expect_path(&config, &program, &path, false);
    }
}

/* After a report of 1004, the path leads to 1010 by two jumps. A break after the first arrival at
 * 1004 looks the same, unless a support packet would show it. Shows: ETR-DEC-012, AMB-105 */
Test(decoder_contexts, a_support_packet_shows_each_break)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD);
    static const struct path by_context[] = {
        {"a break", "1000 1004 1010",
         PACKETS(START_AT(0x1000, 3, 0), ADDRESS(0x1004), START_AT(0x1010, 3, 7))},
    };
    static const struct path by_support[] = {
        {"a path", "1000 1004 1008 100c 1004 1008 100c 1010",
         PACKETS(START_AT(0x1000, 3, 0), ADDRESS(0x1004), START_AT(0x1010, 3, 7))},
    };
    struct rvt_config config = full_config();

    FOLLOW(by_context, program, false);
    config.switches.ctype3 = RVT_CTYPE3_SUPPORT_BREAK;
    FOLLOW(by_support, program, false);
}

/* ctype has one bit: there is no break, so that a new context lies on the path or not at all.
 * Shows: ETR-DEC-003, AMB-105 */
Test(decoder_contexts, a_narrow_ctype_has_no_break)
{
    static const struct program program = PROGRAM(ADD, LOOP, ADD);
    static const struct path broken = {"a break", "1000 1008",
                                       PACKETS(START(0x1000), START_AT(0x1008, 3, 5))};
    static const struct path refused = {"no break", "1000 !step limit/ETR-DEC-020",
                                        PACKETS(START(0x1000), START_AT(0x1008, 3, 5))};
    struct rvt_config config = full_config();

    expect_path(&config, &program, &broken, false);
    config.params.ctype_width_p = 1;
    expect_path(&config, &program, &refused, false);
}

/* Only the jump at 100c leads to the F3/0 at 1000, so that it follows the later arrival at 1008,
 * wherever F3/0 can be sent. Shows: ETR-DEC-012 */
Test(decoder_contexts, a_sync_packet_after_a_jump_shows_the_later_arrival)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR);
    static const struct path path = {"by a jump", "1000 1004 1008 100c 1008 100c 1000",
                                     PACKETS(START(0x1000), ADDRESS(0x1008), START(0x1000))};

    for (unsigned any_item = 0; any_item < 2; any_item++) {
        struct rvt_config config = full_config();

        config.resync.mode = RVT_RESYNC_PACKETS;
        config.switches.resync_point =
            any_item ? RVT_RESYNC_POINT_ANY_ITEM : RVT_RESYNC_POINT_BLOCK_END;
        expect_path(&config, &program, &path, false);
    }
}

/* No jump leads to 1008 again: the report meant the first arrival. Shows: ETR-DEC-012 */
Test(decoder_contexts, without_a_later_arrival_the_path_goes_on)
{
    static const struct program program = PROGRAM(ADD, ADD, JAL(0, -4));
    static const struct path path = {"a loop", "1008 1004 1008 1004 1008",
                                     PACKETS(START(0x1008), ADDRESS(0x1008), START(0x1008))};
    struct rvt_config config = full_config();

    expect_path(&config, &program, &path, false);
}

/* An F3/0 that can follow any item lies on the path in line from 1008, in another context, although
 * no path from a later arrival leads there. Shows: ETR-DEC-012, AMB-105 */
Test(decoder_contexts, a_sync_packet_in_line_changes_the_context)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JAL(0, -4));
    static const struct path path = {
        "in line", "sync context 100c 1008 100c context 1008",
        PACKETS(START(0x100c), ADDRESS(0x1008), START_AT(0x1008, 3, 1))};
    struct rvt_config config = full_config();

    config.resync.mode = RVT_RESYNC_PACKETS;
    config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    expect_path(&config, &program, &path, true);
}

/* 100c is reached as in the first test. A support packet says whether there are periodic F3/0.
 * Shows: ETR-FMT-013, ETR-DEC-003 */
Test(decoder_contexts, a_support_packet_tells_whether_sync_packets_are_periodic)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, JAL(1, 4), ADD, RET);
    static const struct rvt_support_layout layout = {
        .count = 5,
        .place = {{RVT_SUPPORT_IENABLE, 1},
                  {RVT_SUPPORT_QUAL_STATUS, 2},
                  {RVT_SUPPORT_IMPLICIT_RETURN, 1},
                  {RVT_SUPPORT_FULL_ADDRESS, 1},
                  {RVT_SUPPORT_RESYNC_DISABLED, 1}},
    };
    static const struct path periodic = {
        "periodic", "support sync context 1000 1008 100c",
        PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), START(0x100c))};
    static const struct path off = {
        "off", "support sync context 1000 1008 100c ambiguous",
        PACKETS(MODES(0, FIELD(IMPLICIT_RETURN), FIELD(RESYNC_DISABLED)), START(0x1000),
                START(0x100c))};

    for (unsigned mode = 0; mode < 2; mode++) {
        struct rvt_config config = full_config();

        config.resync.mode = mode ? RVT_RESYNC_PACKETS : RVT_RESYNC_OFF;
        config.params.return_stack_size_p = 3;
        config.switches.support_layout = RVT_SUPPORT_OWN;
        config.support_layout = layout;
        expect_path(&config, &program, &periodic, true);
        expect_path(&config, &program, &off, true);
    }
}

/* A program with two address spaces: of context 0, and of context 7. */
static void expect_spaces(const struct rvt_config *config, const struct program spaces[2],
                          const struct path *path)
{
    static const uint64_t contexts[] = {0, 7};
    char out[256] = "";
    struct listener listener = {.events = true};
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = &listener};
    struct rvt_decoder *decoder;

    rvt_text_init(&listener.text, out, sizeof out);
    cr_assert(rvt_image_open(32, false, &listener.image) == RVT_OK);
    for (unsigned i = 0; i < 2; i++) {
        const struct rvt_executor space = {.has_context = true, .context = contexts[i]};
        cr_assert(rvt_image_set_space(listener.image, &space) == RVT_OK);
        load(listener.image, 0x1000, spaces[i].code, spaces[i].count);
    }
    cr_assert(rvt_decoder_profile_open(config, listener.image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < path->packets; i++)
        if (rvt_decoder_packet(decoder, &path->packet[i], NULL) != RVT_OK)
            rvt_text_add(&listener.text, " !");
    cr_expect_str_eq(out + 1, path->text, "%s: %s", path->name, out);
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
}

/* Those on the path see an ADD at 1004, the new context a jump to 100c. Shows: ETR-DEC-003 */
Test(decoder_contexts, a_new_context_sees_its_first_instruction)
{
    static const struct program spaces[] = {PROGRAM(ADD, ADD, ADD, ADD, ADD),
                                            PROGRAM(ADD, JAL(0, 8), ADD, ADD, ADD)};
    static const struct path path = {
        "in line", "sync context 1000 context 1004 100c 1010",
        PACKETS(START(0x1000), START_AT(0x1004, 3, 7), ADDRESS(0x1010))};
    struct rvt_config config = full_config();

    expect_spaces(&config, spaces, &path);
}

/* 100c is reached by a call. Whether a return leads there again decides the old context, which
 * retired what lies between; the new one begins at the last arrival. Shows: ETR-DEC-003, AMB-021 */
Test(decoder_contexts, the_old_context_decides_whether_a_new_one_may_begin_later)
{
    static const struct program calls = PROGRAM(JAL(1, 8), JR, JAL(1, 4), ADD, RET),
                                line = PROGRAM(JAL(1, 8), JR, JAL(1, 4), ADD, ADD, ADD),
                                jump = PROGRAM(ADD, ADD, ADD, JR),
                                branch = PROGRAM(ADD, ADD, ADD, BEQ(8));
    const struct {
        struct program spaces[2];
        const char *text;
    } cases[] = {
        {{calls, jump}, "sync context 1000 1008 context 100c ambiguous"},
        {{calls, branch}, "sync context 1000 1008 context 100c ambiguous"},
        {{line, calls}, "sync context 1000 1008 context 100c"},
    };
    struct rvt_config config = full_config();

    config.options.implicit_return = true;
    config.params.return_stack_size_p = 3;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct path path = {"by a call", cases[i].text,
                                  PACKETS(START(0x1000), START_AT(0x100c, 3, 7))};
        expect_spaces(&config, cases[i].spaces, &path);
    }
}
