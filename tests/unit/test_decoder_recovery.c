/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A synchronisation packet that contradicts the position: one of the two is wrong, and the packet
 * behind it decides which. Losses are told with their packets and what was told on either side.
 */
#include "decoder_rig.h"

/* From 1000 nothing but 1004 can be reached; from 1008 on, everything by the jump. */
static const struct program maze = PROGRAM(ADD, LOOP, ADD, JR, ADD, ADD, BEQ(8), ADD, JR);

/* Shows: ETR-DEC-019, ETR-RSY-010 */
Test(decoder_recovery, the_packet_behind_a_contradiction_decides)
{
    static const struct path table[] = {
        {"it goes on from the sync packet: the position was wrong",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1008) 1008 100c 1010",
         PACKETS(START(0x1000), START(0x1008), ADDRESS(0x1010))},
        {"it goes on from the position: the sync packet was wrong",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1010) 1010 1014",
         PACKETS(START(0x1000), START(0x1008), ADDRESS(0x1004), START(0x1010), ADDRESS(0x1014))},
        {"it goes on from neither: nothing is certain",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1010) 1010",
         PACKETS(START(0x1000), START(0x1008), FULL_MAP(0), START(0x1010))},
        {"a trap fits anywhere and decides nothing",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1010) e5@? 1010",
         PACKETS(START(0x1000), START(0x1008), TRAP(5, 0x1010))},
        {"another sync packet that goes on from the first",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1008) 1008 100c 1010",
         PACKETS(START(0x1000), START(0x1008), START(0x1010))},
        {"another that goes on from the position",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1004) 1004",
         PACKETS(START(0x1000), START(0x1008), START(0x1004))},
        {"context and support wait for it, and tell nothing",
         "1000 !step limit/ETR-DEC-020 (1-3 step limit 1000..1008) 1008 100c 1010",
         PACKETS(START(0x1000), START(0x1008), CONTEXT(0), ENABLED, ADDRESS(0x1010))},
        {"a branch outcome of the sync packet counts",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1018) 1018 101c 1020",
         PACKETS(START(0x1000), START(0x1018), ADDRESS(0x1020))},
        {"the other outcome", "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1018) 1018 1020",
         PACKETS(START(0x1000), START_TAKEN(0x1018), ADDRESS(0x1020))},
        {"nothing behind it", "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..)",
         PACKETS(START(0x1000), START(0x1008))},
        {"a place without code is no position",
         "1000 !no code/ETR-DEC-002 (1-2 no code 1000..1010) 1010",
         PACKETS(START(0x1000), START(0x5000), ADDRESS(0x1010), START(0x1010))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &maze, .losses = true, .finish = true};

    FOLLOW_RIG(table, rig);
}

/* Between the latest sync packet and the contradiction any packet may be the wrong one.
 * Shows: ETR-DEC-019 */
Test(decoder_recovery, a_contradiction_suspects_what_came_before)
{
    static const struct path table[] = {
        {"a report in between",
         "1008 100c 1000 !step limit/ETR-DEC-020 (2-2 suspect 1 step limit "
         "1000..1010) 1010 1014",
         PACKETS(START(0x1008), ADDRESS(0x1000), START(0x1010), ADDRESS(0x1014))},
        {"behind a gap nothing is suspected", "1008 !sequence/ETR-DEC-001",
         PACKETS(START(0x1008), ENDED_REP, ADDRESS(0x1010))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &maze, .losses = true};

    FOLLOW_RIG(table, rig);
}

/* The walk to the contradicting packet trains the predictor; what comes next is held against the
 * position with the predictor of before. Shows: ETR-DEC-015, ETR-DEC-019 */
Test(decoder_recovery, the_tables_of_the_position_are_kept)
{
    static const struct program program = PROGRAM(ADD, BEQ(8), JAL(0, -8), JAL(0, -12), ADD);
    static const struct path table[] = {
        {"trained once more, 1008 would be out of reach",
         "1000 {31 1004 1008 1000} 1004 !flow/ETR-DEC-009 (2-3 suspect 1 flow 1004..1010) 1010",
         PACKETS(START(0x1000), COUNT(0), START(0x1008), COUNT_AT(0, 2, 0x1008), START(0x1010))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &program, .losses = true};

    config.params.bpred_size_p = 4;
    config.options.branch_prediction = true;
    FOLLOW_RIG(table, rig);
}

/* A packet that could not be read stands between them. Shows: ETR-DEC-019 */
Test(decoder_recovery, a_break_ends_the_suspicion)
{
    struct listener listener = {.image = assemble(maze.code, maze.count)};
    struct rvt_decoder_output output = {.range = on_range, .loss = on_loss, .context = &listener};
    struct rvt_config config = full_config();
    struct rvt_packet first = START(0x1000), other = START(0x1008), next = ADDRESS(0x1010);
    struct rvt_decoder *decoder;
    char out[200];

    rvt_text_init(&listener.text, out, sizeof(out));
    cr_assert(rvt_decoder_open(&config, listener.image, &output, 0, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &first, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &other, NULL) == RVT_ERR_STEP_LIMIT);
    rvt_decoder_break(decoder);
    cr_expect(rvt_decoder_packet(decoder, &next, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &other, NULL) == RVT_OK);
    cr_expect_str_eq(out, " 1000 (1-3 step limit 1000..1008) 1008");
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
}
