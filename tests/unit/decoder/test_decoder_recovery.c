/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A synchronisation packet that contradicts the position: there was an undetected fault before it,
 * or it is faulty itself. It is followed once the next one confirms it. Losses are reported with
 * their packets and the instructions on either side.
 */
#include "tests/unit/decoder_rig.h"

#include "decoder/recovery.h"

/* From 1000 only 1004 can be reached; from 1008 on, every address by the jump. */
static const struct program maze = PROGRAM(ADD, LOOP, ADD, JR, ADD, ADD, BEQ(8), ADD, JR);

/* Shows: ETR-DEC-019, ETR-RSY-010 */
Test(decoder_recovery, the_next_sync_packet_confirms_a_contradiction)
{
    static const struct path table[] = {
        {"a full address in between: any path may have led there",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1014) 1014",
         PACKETS(START(0x1000), START(0x1008), ADDRESS(0x1010), START(0x1014))},
        {"it is the next packet",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1010) 1010 1014",
         PACKETS(START(0x1000), START(0x1010), START(0x1014))},
        {"a packet in between does not fit",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1014) 1014",
         PACKETS(START(0x1000), START(0x1008), FULL_MAP(0), START(0x1014))},
        {"it contradicts that, too: it is taken as after a gap",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1008) 1008 100c",
         PACKETS(START(0x1000), START(0x1010), ADDRESS(0x1014), START(0x1008), START(0x100c))},
        {"a jump leads there, as it does anywhere",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1010) 1010",
         PACKETS(START(0x1000), START(0x1008), START(0x1010))},
        {"a trap fits anywhere",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1010) e5@? 1010",
         PACKETS(START(0x1000), START(0x1008), ADDRESS(0x1010), TRAP(5, 0x1010))},
        {"so does the end", "1000 !step limit/ETR-DEC-020 (1-3 step limit 1000..)",
         PACKETS(START(0x1000), START(0x1008), ADDRESS(0x1010), ENDED_REP)},
        {"a missing packet may have changed the modes",
         "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1014) 1014",
         PACKETS(START(0x1000), START(0x1010), ENABLED, START(0x1014))},
        {"its branch was not taken",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1018) 1018 101c",
         PACKETS(START(0x1000), START(0x1018), START(0x101c))},
        {"its branch was taken", "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..101c) 101c",
         PACKETS(START(0x1000), START_TAKEN(0x1018), START(0x101c))},
        {"nothing after it", "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..)",
         PACKETS(START(0x1000), START(0x1008))},
        {"a place without code is no position",
         "1000 !no code/ETR-DEC-002 (1-2 no code 1000..1010) 1010",
         PACKETS(START(0x1000), START(0x5000), ADDRESS(0x1010), START(0x1010))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &maze, .losses = true, .finish = true};

    FOLLOW_RIG(table, rig);
}

/* A return or a jump of which the program shows the target leads to the next sync packet: that
 * confirms the contradiction. Shows: ETR-DEC-019, ETR-MODE-003, ETR-MODE-060 */
Test(decoder_recovery, a_path_may_end_with_a_jump_that_is_inferred)
{
    static const struct program returns = PROGRAM(ADD, LOOP, JAL(1, 8), ADD, RET);
    static const struct program pair = PROGRAM(ADD, LOOP, 0x00000517 /* auipc a0, 0 */,
                                               0x00c50067 /* jalr x0, 12(a0) */, ADD, ADD);
    static const struct path by_return = {
        "a return", "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1008) 1008 1010 100c",
        PACKETS(START(0x1000), START(0x1008), START(0x100c))};
    static const struct path by_pair = {
        "a pair", "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1008) 1008 100c 1014",
        PACKETS(START(0x1000), START(0x1008), START(0x1014))};
    struct rvt_config config = full_config();
    struct decoder_rig rig = {
        .config = &config, .program = &returns, .losses = true, .finish = true};

    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    expect_path_of(&rig, &by_return);
    config.options.implicit_return = false;
    config.params.sijump_p = true;
    config.options.sequentially_inferred_jumps = true;
    rig.program = &pair;
    expect_path_of(&rig, &by_pair);
}

/* The end contradicts the path, but the modes that its packet states are those of what follows.
 * Shows: ETR-DEC-019 */
Test(decoder_recovery, a_support_packet_that_does_not_fit_changes_the_modes)
{
    static const struct program program = PROGRAM(ADD, ADD, LOOP);
    static const struct path table[] = {
        {"differential addresses", "1000 1004 !step limit/ETR-DEC-020 1000 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004),
                 {.format = 3,
                  .subformat = 3,
                  .support.value =
                      {[RVT_SUPPORT_IENABLE] = 1, [RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_ENDED_NTR}},
                 START(0x1000), ADDRESS(4))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, false);
}

/* With differential addresses a wrong position stays wrong. Shows: ETR-DEC-019, ETR-RSY-010 */
Test(decoder_recovery, differences_show_where_they_start)
{
    static const struct path table[] = {
        {"all packets between them are reported",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1008) 1008 100c 1010 1014",
         PACKETS(START(0x1000), START(0x1008), ADDRESS(8), START(0x1014))},
        {"a context packet waits with it",
         "1000 !step limit/ETR-DEC-020 (1-1 step limit 1000..1008) 1008 100c 1010 1014",
         PACKETS(START(0x1000), START(0x1008), CONTEXT(0), ADDRESS(8), START(0x1014))},
        {"a wrong place", "1000 !step limit/ETR-DEC-020 (1-2 step limit 1000..1010) 1010 1014",
         PACKETS(START(0x1000), START(0x100c), ADDRESS(8), START(0x1010), ADDRESS(4))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &maze, .losses = true};

    config.options.full_address = false;
    FOLLOW_RIG(table, rig);
}

/* Between the latest sync packet and the contradiction any packet may be the wrong one.
 * Shows: ETR-DEC-019 */
Test(decoder_recovery, a_contradiction_suspects_what_came_before)
{
    static const struct path table[] = {
        {"a report in between",
         "1008 100c 1000 !step limit/ETR-DEC-020 (2-2 suspect 1 step limit 1000..1010) 1010 1014",
         PACKETS(START(0x1008), ADDRESS(0x1000), START(0x1010), START(0x1014))},
        {"after a gap nothing is suspected", "1008 !sequence/ETR-DEC-001",
         PACKETS(START(0x1008), ENDED_REP, ADDRESS(0x1010))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &maze, .losses = true};

    FOLLOW_RIG(table, rig);
}

/* The trial changes nothing: the later reports are those of the packets.
 * Shows: ETR-DEC-015, ETR-DEC-019, ETR-MODE-023 */
Test(decoder_recovery, suspects_are_reported_with_reset_tables)
{
    static const struct program program = PROGRAM(ADD, BEQ(8), JAL(0, -8), JAL(0, -12), ADD);
    static const struct path table[] = {
        {"a count, confirmed",
         "1000 {31 1004 1008 1000} 1004 !flow/ETR-DEC-009 (2-2 suspect 1 flow 1004..1008) "
         "1008 1000 {31 1004 1008 1000} 1004 100c 1000 1004",
         PACKETS(START(0x1000), COUNT(0), START(0x1008), COUNT(0), START_TAKEN(0x1004))},
        {"outcomes that train it the other way, then a count",
         "1000 {31 1004 1008 1000} 1004 !flow/ETR-DEC-009 (2-2 suspect 1 flow 1004..1008) "
         "1008 1000 {33 1004 100c 1000} 1004 1008 1000",
         PACKETS(START(0x1000), COUNT(0), START(0x1008), BRANCHES_N(2, 0, 0x100c), COUNT(0),
                 START(0x1000))},
        {"outcomes, not confirmed",
         "1000 {31 1004 1008 1000} 1004 !flow/ETR-DEC-009 (2-3 suspect 1 flow 1004..1010) 1010 "
         "1000 {31 1004 1008 1000} 1004 100c",
         PACKETS(START(0x1000), COUNT(0), START(0x1008), BRANCHES_N(3, 0, 0x100c), START(0x1010),
                 MODES(RVT_QUAL_ENDED_REP, FIELD(BRANCH_PREDICTION)), START(0x1000), COUNT(0),
                 START(0x100c))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &program, .losses = true};

    config.params.bpred_size_p = 4;
    config.options.branch_prediction = true;
    FOLLOW_RIG(table, rig);
}

/* More packets than can be deferred report nothing. Shows: ETR-DEC-019 */
Test(decoder_recovery, suspects_are_kept_in_fixed_memory)
{
    struct rvt_config config = full_config();

    config.options.full_address = false;
    for (unsigned between = 255; between <= 256; between++) {
        struct listener listener = {.image = assemble(maze.code, maze.count)};
        struct rvt_decoder_output output = {
            .range = on_range, .loss = on_loss, .context = &listener};
        struct rvt_packet first = START(0x1000), other = START(0x1008), jump = ADDRESS_U(0);
        struct rvt_packet last = START(0x100c);
        struct rvt_decoder *decoder;
        char out[4000];

        rvt_text_init(&listener.text, out, sizeof(out));
        cr_assert(rvt_decoder_profile_open(&config, listener.image, &output, 0, &decoder) ==
                  RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &first, NULL) == RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &other, NULL) == RVT_ERR_STEP_LIMIT);
        for (unsigned i = 0; i < between; i++)
            cr_expect(rvt_decoder_packet(decoder, &jump, NULL) == RVT_OK);
        cr_expect_str_eq(out, " 1000");
        cr_expect(rvt_decoder_packet(decoder, &last, NULL) == RVT_OK);
        if (between == 255)
            cr_expect(strlen(out) == strlen(" 1000 (1-1 step limit 1000..1008)") + 5 * 512);
        else
            cr_expect_str_eq(out, " 1000 (1-257 step limit 1000..100c) 100c");
        rvt_decoder_close(decoder);
        rvt_image_close(listener.image);
    }
}

/* A packet between them could not be read. Shows: ETR-DEC-019 */
Test(decoder_recovery, a_break_ends_the_suspicion)
{
    struct listener listener = {.image = assemble(maze.code, maze.count)};
    struct rvt_decoder_output output = {.range = on_range, .loss = on_loss, .context = &listener};
    struct rvt_config config = full_config();
    struct rvt_packet first = START(0x1000), other = START(0x1008), next = ADDRESS(0x1010);
    struct rvt_decoder *decoder;
    char out[200];

    rvt_text_init(&listener.text, out, sizeof(out));
    cr_assert(rvt_decoder_profile_open(&config, listener.image, &output, 0, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &first, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &other, NULL) == RVT_ERR_STEP_LIMIT);
    rvt_decoder_break(decoder);
    cr_expect(rvt_decoder_packet(decoder, &next, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &other, NULL) == RVT_OK);
    cr_expect_str_eq(out, " 1000 (1-3 step limit 1000..1008) 1008");
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
}

/* A discontinuity to an address without code: what leads to it was executed, if the packet fits it.
 * Shows: ETR-DEC-002, ETR-DEC-019 */
Test(decoder_recovery, the_path_to_a_target_without_code)
{
    static const struct program jump = PROGRAM(ADD, ADD, JR, ADD);
    static const struct program branch = PROGRAM(ADD, BEQ(8), JR, ADD);
    static const struct program away = PROGRAM(ADD, ADD, JAL(0, 0x1000), ADD);
    static const struct path after_jump[] = {
        {"it fits", "1000 1004 1008 !no code/ETR-DEC-002", PACKETS(START(0x1000), ADDRESS(0x5000))},
        {"an outcome is left", "1000 !no code/ETR-DEC-002",
         PACKETS(START(0x1000), BRANCHES(1, 1, 0x5000))},
    };
    static const struct path after_branch[] = {
        {"its outcome is used", "1000 1004 1008 !no code/ETR-DEC-002",
         PACKETS(START(0x1000), BRANCHES(1, 1, 0x5000))},
        {"another is left", "1000 !no code/ETR-DEC-002",
         PACKETS(START(0x1000), BRANCHES(2, 3, 0x5000))},
    };
    static const struct path inferred[] = {
        {"the program leads there", "1000 !no code/ETR-DEC-002",
         PACKETS(START(0x1000), ADDRESS(0x2008))},
    };
    struct rvt_config config = full_config();

    FOLLOW(after_jump, jump, false);
    FOLLOW(after_branch, branch, false);
    FOLLOW(inferred, away, false);
}

static enum rvt_status keep_loss(void *context, const struct rvt_loss *loss)
{
    *(struct rvt_loss *)context = *loss;
    return RVT_OK;
}

/* After 2^32 packets, a suspect F3/0 and one that waits with it, which are dropped at the end.
 * Shows: ETR-DEC-019 */
Test(decoder_recovery, packets_are_numbered_with_64_bits)
{
    static const struct rvt_packet packets[] = {START(0x1000), START(0x1008), ADDRESS(0x1010)};
    const struct rvt_config config = full_config();
    struct rvt_image *image = assemble(maze.code, maze.count);
    struct rvt_loss loss = {.cause = RVT_OK};
    const struct rvt_decoder_output output = {.loss = keep_loss, .context = &loss};
    struct rvt_packet_processor *processor = calloc(1, sizeof(*processor));
    bool kept = false;

    cr_assert(processor != NULL);
    cr_assert(rvt_packet_processor_init(processor, &config, NULL, image, &output, 0) == RVT_OK);
    processor->ordinal = UINT64_C(1) << 32;
    cr_expect(rvt_packet_processor_take(processor, &packets[0], NULL) == RVT_OK);
    cr_expect(rvt_packet_processor_take(processor, &packets[1], NULL) == RVT_ERR_STEP_LIMIT);
    cr_expect(rvt_recovery_settle(processor, &packets[2], &kept, NULL) == RVT_OK && kept);
    rvt_recovery_drop(processor);
    cr_expect(rvt_loss_tracker_end(&processor->losses, &output, NULL) == RVT_OK);
    cr_expect(loss.cause == RVT_ERR_STEP_LIMIT);
    cr_expect(loss.first_packet == 0x100000001 && loss.last_packet == 0x100000002, "%llx..%llx",
              (unsigned long long)loss.first_packet, (unsigned long long)loss.last_packet);
    rvt_packet_processor_fini(processor);
    free(processor);
    rvt_image_close(image);
}

/* From 1008 the program has no path to 1004. From 1004 an implicit return leads to 100c, and so
 * confirms 1004. Shows: ETR-DEC-019, ETR-MODE-001 */
Test(decoder_recovery, an_implicit_return_confirms_a_contradiction)
{
    static const struct program program = PROGRAM(RET, ADD, JAL(1, -8), ADD);
    static const struct path table[] = {
        {"returned",
         "1000 1008 !no code/ETR-DEC-002 (2-2 suspect 1 no code 1008..1004) 1004 1008 1000 100c",
         PACKETS(START(0x1000), ADDRESS_N(0x1008), START(0x1004), START(0x100c))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &program, .losses = true};

    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    FOLLOW_RIG(table, rig);
}
