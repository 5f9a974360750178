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
