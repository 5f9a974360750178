/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Implicit returns and the jump target cache in the decoder; the paths are derived by hand. A
 * packet whose successor decides on its depth is decoded together with it: the reports of both come
 * first, then the fault.
 */
#include "tests/unit/decoder_rig.h"

static struct rvt_config returning(unsigned stack, unsigned counter)
{
    struct rvt_config config = full_config();

    config.params.return_stack_size_p = stack;
    config.params.call_counter_size_p = counter;
    config.options.implicit_return = true;
    return config;
}

/* Only what follows shows which return a packet with a depth reports; at the end nothing does.
 * Shows: ETR-DEC-019, AMB-010 */
Test(decoder_returns, a_depth_at_the_end_of_a_stream_is_lost)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, RET, ADD, ADD);
    static const struct path table[] = {
        {"with a depth", "1000 (1-1 truncated 1000..)",
         PACKETS(START(0x1000), ADDRESS_D(0x100c, 1))},
        {"without", "1000 1008 1004 100c", PACKETS(START(0x1000), ADDRESS(0x100c))},
    };
    struct rvt_config config = returning(3, 0);
    struct decoder_rig rig = {
        .config = &config, .program = &program, .losses = true, .finish = true};

    FOLLOW_RIG(table, rig);
}

/* A sync packet does not make a return further on mispredicted. Shows: ETR-DEC-003, AMB-010 */
Test(decoder_returns, a_return_behind_the_position_is_not_mispredicted)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, ADD, ADD, RET, ADD);
    static const struct path table[] = {
        {"not reached", "1000 1008 !step limit/ETR-DEC-020",
         PACKETS(START(0x1000), ADDRESS(0x1008), START(0x1014))},
        {"reached", "1000 1008 100c 1010 1004",
         PACKETS(START(0x1000), ADDRESS(0x1008), START(0x1004))},
    };
    struct rvt_config config = returning(3, 0);

    FOLLOW(table, program, false);
}

/* Shows: ETR-MODE-001, ETR-MODE-007, ETR-DEC-019, AMB-010, AMB-011 */
Test(decoder_returns, the_depth_shows_which_return_failed)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, RET, ADD, ADD);
    static const struct path before[] = {
        {"none", "1000 1008 1004 100c", PACKETS(START(0x1000), ADDRESS(0x100c), ENDED_REP)},
        {"the only one", "1000 1008 100c", PACKETS(START(0x1000), ADDRESS_D(0x100c, 1), ENDED_NTR)},
        {"one that there is not", "1000 1010 !flow/ETR-MODE-009",
         PACKETS(START(0x1000), ADDRESS_D(0x100c, 2), START(0x1010))},
        {"one after all returns", "1000 1010 !flow/ETR-MODE-009",
         PACKETS(START(0x1000), ADDRESS_D(0x100c, 7), START(0x1010))},
    };
    static const struct path after[] = {
        {"after the pop", "1000 1008 100c",
         PACKETS(START(0x1000), ADDRESS_D(0x100c, 0), ENDED_NTR)},
        {"before it", "1000 1010 !flow/ETR-MODE-009",
         PACKETS(START(0x1000), ADDRESS_D(0x100c, 1), START(0x1010))},
    };
    struct rvt_config config = returning(3, 0);

    FOLLOW(before, program, false);
    config.switches.ir_depth_at_mispredict = RVT_IR_DEPTH_AFTER;
    FOLLOW(after, program, false);
}

/*
 * Packets are lost after a depth, so that none shows what it means. To 100c leads nothing but the
 * mispredicted return. To 1018 lead a return at 1010 that was mispredicted, and returns that were
 * not: the path is unknown.
 * Shows: ETR-MODE-007, AMB-010
 */
Test(decoder_returns, a_loss_after_a_depth)
{
    static const struct program failed = PROGRAM(JAL(1, 8), JR, RET, ADD, ADD);
    static const struct program either =
        PROGRAM(JAL(1, 16), JAL(1, 16), ADD, ADD, RET, JAL(1, 12), ADD, ADD, RET);
    static const struct path mispredicted = {
        "mispredicted", "sync context 1000 1008 100c lost support",
        PACKETS(START(0x1000), ADDRESS_D(0x100c, 1),
                MODES(RVT_QUAL_TRACE_LOST, FIELD(IMPLICIT_RETURN)))};
    static const struct path unknown = {
        "either", "sync context 1000 lost support",
        PACKETS(START(0x1000), ADDRESS_D(0x1018, 1),
                MODES(RVT_QUAL_TRACE_LOST, FIELD(IMPLICIT_RETURN)))};
    static const struct path known = {
        "a report follows: mispredicted",
        "sync context 1000 1010 1018 101c 1020 1008 ended support",
        PACKETS(START(0x1000), ADDRESS_D(0x1018, 1), ADDRESS(0x1008), ENDED_NTR)};
    struct rvt_config config = returning(3, 0);

    expect_path(&config, &failed, &mispredicted, true);
    expect_path(&config, &either, &unknown, true);
    expect_path(&config, &either, &known, true);
}

/* A recursion two deep: 1008 to 1014 is left at depths 3, 2 and 1.
 * Shows: ETR-MODE-008, ETR-MODE-009, ETR-DEC-011, ETR-DEC-013 */
Test(decoder_returns, the_depth_shows_which_arrival_was_the_last)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, BEQ(8), JAL(1, -4), ADD, RET, ADD);
    static const struct path table[] = {
        {"no depth: before the first return", "1000 1008 100c 1008 100c 1008 1010 e5@1014 1018",
         PACKETS(START(0x1000), BRANCHES(3, 3, 0x1010), TRAP(5, 0x1018))},
        {"2: after it", "1000 1008 100c 1008 100c 1008 1010 1014 1010 e5@1014 1018",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 2), TRAP(5, 0x1018))},
        {"1: after the next", "1000 1008 100c 1008 100c 1008 1010 1014 1010 1014 1010 e5@1014 1018",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 1), TRAP(5, 0x1018))},
        {"3: nowhere", "1000 e5@? 1018 !flow/ETR-MODE-009",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 3), TRAP(5, 0x1018))},
        {"4: nowhere", "1000 e5@? 1018 !flow/ETR-MODE-009",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 4), TRAP(5, 0x1018))},
    };
    struct rvt_config config = returning(3, 0);

    FOLLOW(table, program, false);
    config = returning(0, 3);
    FOLLOW(table, program, false);
}

/* A counter whose largest count reads as 0: where no depth would be reported, none is meant, not
 * even for a notification. Shows: ETR-MODE-008, ETR-MODE-010, AMB-012 */
Test(decoder_returns, a_depth_is_reported_only_after_a_return)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, BEQ(8), JAL(1, -4), ADD, RET, ADD);
    static const struct path table[] = {
        {"a notification", "1000 {4 1008 100c} 1008 1010 {4 1014 1010} 1014 e5@? 1018",
         PACKETS(START(0x1000),
                 {.format = 1,
                  .branches = 5,
                  .branch_map = 0xf,
                  .address = 0x1014 >> 1,
                  .notify = true,
                  .irreport = true},
                 TRAP(5, 0x1018))},
        {"the same without one", "1000 {4 1008 100c} 1008 1010 {4 1014 1010} 1014 e5@? 1018",
         PACKETS(START(0x1000), BRANCHES_D(5, 0xf, 0x1014, 0), TRAP(5, 0x1018))},
    };
    struct rvt_config config = returning(0, 2);

    config.switches.ccs_max = RVT_CCS_MAX_FULL;
    FOLLOW(table, program, false);
}

/* A notification with a depth comes before a sync packet. A return there was mispredicted if it
 * does not lead to it. Shows: ETR-MODE-008, ETR-DEC-003, AMB-021 */
Test(decoder_returns, a_notification_with_a_depth_is_the_last_report)
{
    static const struct program program =
        PROGRAM(JAL(1, 16), ADD, ADD, JR, JAL(1, 12), RET, ADD, RET);
    static const struct path table[] = {
        {"with a depth: the return was mispredicted", "1000 1010 101c 1014 1008",
         PACKETS(
             START(0x1000),
             {.format = 2, .address = 0x1014 >> 1, .notify = true, .irreport = true, .irdepth = 1},
             START(0x1008))},
        {"without: it led to 1004", "1000 1010 101c 1014 1004 1008",
         PACKETS(START(0x1000), ADDRESS_N(0x1014), START(0x1008))},
    };
    struct rvt_config config = returning(3, 0);

    config.params.nocontext_p = true;
    FOLLOW(table, program, false);
}

/* Where implicit returns are reported before a sync packet, a return after a report without such a
 * packet was not implicit. Shows: ETR-DEC-003, AMB-021 */
Test(decoder_returns, a_return_that_would_have_been_flushed_failed)
{
    static const struct program program = PROGRAM(JAL(1, 16), ADD, ADD, JR, RET, ADD);
    static const struct path chart = {"as in the chart", "1000 1010 1004 1008",
                                      PACKETS(START(0x1000), ADDRESS_N(0x1010), START(0x1008))};
    static const struct path flushed = {"flushed", "1000 1010 1008",
                                        PACKETS(START(0x1000), ADDRESS_N(0x1010), START(0x1008))};
    struct rvt_config config = returning(3, 0);

    config.params.nocontext_p = true;
    expect_path(&config, &program, &chart, false);
    config.switches.ir_flush_before_sync = true;
    expect_path(&config, &program, &flushed, false);
}

/* The same with the number of returns instead of the depth. Shows: ETR-MODE-011 */
Test(decoder_returns, irets_show_which_arrival_was_the_last)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, BEQ(8), JAL(1, -4), ADD, RET, ADD);
    static const struct path table[] = {
        {"no count: before the first return", "1000 1008 100c 1008 100c 1008 1010 e5@1014 1018",
         PACKETS(START(0x1000), BRANCHES(3, 3, 0x1010), TRAP(5, 0x1018))},
        {"0: the target of the first", "1000 1008 100c 1008 100c 1008 1010 1014 1010 e5@1014 1018",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 0), TRAP(5, 0x1018))},
        {"1: that of the next",
         "1000 1008 100c 1008 100c 1008 1010 1014 1010 1014 1010 e5@1014 1018",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 1), TRAP(5, 0x1018))},
        {"4: there are three", "1000 !flow/ETR-MODE-011 e5@? 1018",
         PACKETS(START(0x1000), BRANCHES_D(3, 3, 0x1010, 4), TRAP(5, 0x1018))},
    };
    struct rvt_config config = returning(3, 0);

    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    FOLLOW(table, program, false);
}

/* A return from before a change of modes does not count: the tables were reset after it.
 * Shows: ETR-MODE-008, ETR-SUP-004, AMB-126 */
Test(decoder_returns, a_change_of_modes_forgets_the_return_before_it)
{
    static const struct program program = PROGRAM(ADD, RET, ADD, ADD, RET, ADD);
    static const struct path table[] = {
        {"no depth is reported at the next return", "1000 1004 1000 1004 e5@1010 1008",
         PACKETS(START(0x1000), ADDRESS(0x1004), MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)),
                 START(0x1000), ADDRESS(0x1004), TRAP_ONLY(5, 0x1010), START(0x1008))},
        {"nor after a trap at its target", "1004 e5@1010 1000 1004 e6@1010 1008",
         PACKETS(START(0x1004), TRAP_ONLY(5, 0x1010),
                 MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS(0x1004),
                 TRAP_ONLY(6, 0x1010), START(0x1008))},
        {"nor after an interrupt at its target", "1004 i7@? 100c 1010 e5@? 1014",
         PACKETS(START(0x1004), MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)),
                 INTERRUPT(7, 0x100c), ADDRESS(0x1010), TRAP(5, 0x1014))},
        {"without a change it would be", "1000 1004 1000 1004 1004 e5@1010 1008",
         PACKETS(START(0x1000), ADDRESS(0x1004),
                 MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN), FIELD(IMPLICIT_EXCEPTION)),
                 START(0x1000), ADDRESS(0x1004), TRAP_ONLY(5, 0x1010), START(0x1008))},
    };
    struct rvt_config config = returning(3, 0);

    config.options.implicit_exception = true;
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    FOLLOW(table, program, false);
}

/* A trap after a return may have been taken before the modes changed, where the stack at that time
 * said, or after it; the end of a chain of traps shows which.
 * Shows: ETR-DEC-006, ETR-SUP-004, AMB-048, AMB-126 */
Test(decoder_returns, a_change_of_modes_between_a_return_and_a_trap)
{
    static const struct program program = PROGRAM(JAL(1, 8), ADD, RET, ADD, ADD);
    static const struct path table[] = {
        {"taken before it", "1000 1008 e5@1004 e6@? 100c",
         PACKETS(START(0x1000), ADDRESS(0x1008), MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)),
                 TRAP_ONLY(5, 0x1010), TRAP(6, 0x100c))},
        {"alone", "1000 1008 e5@1004 100c",
         PACKETS(START(0x1000), ADDRESS(0x1008), MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)),
                 TRAP(5, 0x100c))},
        {"taken after it", "1000 1008 e5@1010 100c",
         PACKETS(START(0x1000), ADDRESS(0x1008), MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)),
                 TRAP_ONLY(5, 0x1010), START(0x100c))},
        {"no trap: anywhere", "1000 1008 1010",
         PACKETS(START(0x1000), ADDRESS(0x1008), MODES(RVT_QUAL_NO_CHANGE, FIELD(IMPLICIT_RETURN)),
                 START(0x1010))},
        {"the same where implicit returns end", "1000 1008 e5@1004 e6@? 100c",
         PACKETS(START(0x1000), ADDRESS(0x1008), ENABLED, TRAP_ONLY(5, 0x1010), TRAP(6, 0x100c))},
    };
    struct rvt_config config = returning(3, 0);

    config.options.implicit_exception = true;
    FOLLOW(table, program, false);
}

/* 5001 nested calls, and their returns: more ranges than the buffer holds for one packet.
 * Shows: ETR-MODE-001, ETR-MODE-002, ETR-MODE-004, AMB-012, AMB-013 */
Test(decoder_returns, deep_recursion)
{
    static const struct program program = PROGRAM(BEQ(8), JAL(1, -4), RET, ADD);
    static const struct path whole = {
        "each return is implicit, except for that of the first call's caller",
        "1000 {5001 1004 1000} {5002 1008} 100c",
        PACKETS(START(0x1000), COUNT(4969), ADDRESS(0x100c), ENDED_REP)};
    static const struct path wrong = {"a depth that does not occur: nothing is reported",
                                      "1000 {5001 1004 1000} 1008 !flow/ETR-MODE-009 100c",
                                      PACKETS(START(0x1000), COUNT(4969), ADDRESS_D(0x100c, 5002),
                                              START(0x1008), ADDRESS(0x100c), ENDED_REP)};
    static const struct path shallow = {"a stack of eight has the last eight calls",
                                        "1000 {5001 1004 1000} {9 1008} 1008 1008 100c",
                                        PACKETS(START(0x1000), COUNT(4969), ADDRESS(0x1008),
                                                ADDRESS(0x1008), ADDRESS(0x100c), ENDED_REP)};
    static const struct {
        unsigned stack, counter;
        const struct path *path[2];
    } table[] = {
        {13, 0, {&whole, &wrong}},
        {0, 13, {&whole, &wrong}},
        {3, 0, {&shallow}},
        {0, 3, {&shallow}},
    };

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct rvt_config config = returning(table[i].stack, table[i].counter);
        config.params.bpred_size_p = 4;
        config.options.branch_prediction = true;
        config.switches.ccs_max = RVT_CCS_MAX_FULL;
        for (size_t k = 0; k < 2 && table[i].path[k] != NULL; k++)
            expect_path(&config, &program, table[i].path[k], false);
    }
}

/* The program begins at address 0, so that an empty entry would lead to an instruction.
 * Shows: ETR-DEC-014, ETR-MODE-041, ETR-MODE-046, AMB-082, AMB-085 */
Test(decoder_returns, an_index_needs_an_entry)
{
    static const struct program program = PROGRAM(ADD, JR, ADD, JR);
    static const struct path table[] = {
        {"never written", "4 !flow/ETR-DEC-014", PACKETS(START(4), INDEX(4))},
        {"never written, that of address 0", "4 !flow/ETR-DEC-014", PACKETS(START(4), INDEX(0))},
        {"written by a report", "4 8 c 8", PACKETS(START(4), ADDRESS(8), INDEX(4), ENDED_REP)},
        {"the entry beside it", "4 8 !flow/ETR-DEC-014", PACKETS(START(4), ADDRESS(8), INDEX(6))},
        {"address 0 is a target", "4 0 4 0", PACKETS(START(4), ADDRESS(0), INDEX(0), ENDED_REP)},
        {"empty after a gap", "4 8 c !flow/ETR-DEC-014",
         PACKETS(START(4), ADDRESS(8), MODES(RVT_QUAL_ENDED_REP, FIELD(JUMP_TARGET_CACHE)),
                 START(0xc), INDEX(4))},
        {"a fault reports nothing and writes nothing", "4 !flow/ETR-DEC-009 4 !flow/ETR-DEC-014",
         PACKETS(START(4), BRANCHES(1, 0, 8), START(4), INDEX(4))},
        {"without the mode", "4 !reserved/ETR-DEC-019", PACKETS(START(4), ENABLED, INDEX(0))},
        {"empty after a change of modes", "4 8 !flow/ETR-DEC-014",
         PACKETS(START(4), ADDRESS(8), MODES(0, FIELD(JUMP_TARGET_CACHE), FIELD(IMPLICIT_RETURN)),
                 INDEX(4))},
    };
    static const struct path invalid = {"address 0 is none", "4 0 !flow/ETR-DEC-014",
                                        PACKETS(START(4), ADDRESS(0), INDEX(0))};
    struct rvt_config config = full_config();
    struct decoder_rig rig = {.config = &config, .program = &program, .from_zero = true};

    config.params.cache_size_p = 3;
    config.params.return_stack_size_p = 3;
    config.options.jump_target_cache = true;
    FOLLOW_RIG(table, rig);
    config.switches.jtc_zero_invalid = true;
    expect_path_of(&rig, &invalid);
}

/* With jtc_write any_address, a report that no jump leads to is written, unless it has a count and
 * those write nothing. Shows: ETR-DEC-014, AMB-080, AMB-084 */
Test(decoder_returns, a_count_enters_its_address_or_not)
{
    static const struct program program = PROGRAM(ADD, BEQ(8), JAL(0, -8), ADD, JR, ADD);
    static const struct path entered = {
        "entered", "1000 {31 1004 1008 1000} 1004 100c 1010 1004",
        PACKETS(START(0x1000), COUNT_AT(0, 2, 0x1004),
                {.subformat = 1, .index = 2, .branches = 2, .branch_map = 2}, ENDED_REP)};
    static const struct path none = {
        "not entered", "1000 {30 1004 1008 1000} 1004 !flow/ETR-DEC-014",
        PACKETS(START(0x1000), COUNT_AT(0, 2, 0x1004),
                {.subformat = 1, .index = 2, .branches = 2, .branch_map = 2}, ENDED_REP)};
    struct rvt_config config = full_config();

    config.params.bpred_size_p = 4;
    config.params.cache_size_p = 3;
    config.params.f0s_width_p = 1;
    config.options.branch_prediction = true;
    config.options.jump_target_cache = true;
    config.switches.jtc_write = RVT_JTC_WRITE_ANY_ADDRESS;
    expect_path(&config, &program, &entered, false);
    config.switches.jtc_update_on_f0s0 = false;
    expect_path(&config, &program, &none, false);
}

/* A report is written, too, if a discontinuity of the context decides on its arrival.
 * Shows: ETR-DEC-012, AMB-080, AMB-105 */
Test(decoder_returns, a_report_in_front_of_a_break_is_entered)
{
    static const struct program program = PROGRAM(ADD, ADD, JR, ADD, JR, ADD);
    static const struct path entered = {
        "an index finds it", "1000 1004 100c 1010 1004",
        PACKETS(START_AT(0x1000, 3, 0), ADDRESS(0x1004), START_AT(0x100c, 3, 7), INDEX(2))};
    struct rvt_config config = full_config();

    config.params.cache_size_p = 3;
    config.options.jump_target_cache = true;
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    config.switches.jtc_write = RVT_JTC_WRITE_ANY_ADDRESS;
    expect_path(&config, &program, &entered, false);
}

/* A deferred packet waits through any number of packets that do not decide on it.
 * Shows: ETR-DEC-012, ETR-MODE-008 */
Test(decoder_returns, many_contexts_between_a_depth_and_its_successor)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, RET, ADD, ADD);
    struct listener listener = {.image = assemble(program.code, program.count), .events = true};
    struct rvt_config config = returning(3, 0);
    struct rvt_decoder_output output = {
        .range = on_range, .event = on_event, .loss = on_loss, .context = &listener};
    struct rvt_packet start = START(0x1000), report = ADDRESS_D(0x100c, 1), context = CONTEXT(3);
    struct rvt_packet next = ADDRESS(0x1010);
    struct rvt_decoder *decoder;
    unsigned contexts = 0;
    char out[2000];

    rvt_text_init(&listener.text, out, sizeof(out));
    cr_assert(rvt_decoder_profile_open(&config, listener.image, &output, 0, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &report, NULL) == RVT_OK);
    for (unsigned i = 0; i < 40; i++)
        cr_expect(rvt_decoder_packet(decoder, &context, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &next, NULL) == RVT_OK);
    for (const char *at = strstr(out, "context"); at != NULL; at = strstr(at + 1, "context"))
        contexts++;
    cr_expect(contexts == 41, "%u", contexts);
    cr_expect(strstr(out, " 1000") != NULL && strstr(out, " 1008 100c") != NULL &&
                  strchr(out, '(') == NULL,
              "%s", out);
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
}

/* 100c is reached by a call, and again by the return of it. Shows: ETR-DEC-003, AMB-021 */
Test(decoder_returns, a_sync_packet_to_which_returns_lead_again_is_ambiguous)
{
    static const struct program program = PROGRAM(JAL(1, 8), JR, JAL(1, 4), ADD, RET);
    static const struct path table[] = {
        {"again by a return", "sync context 1000 1008 100c ambiguous",
         PACKETS(START(0x1000), START(0x100c))},
        {"but not to the call", "sync context 1000 1008", PACKETS(START(0x1000), START(0x1008))},
        {"nor after a report of the return", "sync context 1000 1008 100c 1010 100c 1010 1004",
         PACKETS(START(0x1000), ADDRESS(0x1010), START(0x100c), START(0x1004))},
    };
    static const struct program jump = PROGRAM(JR, JAL(1, 8), JAL(0, -4), RET);
    static const struct path target = {
        "a jump leads there first: a packet would have reported it, had it gone on",
        "sync context 1000 1004", PACKETS(START(0x1000), START(0x1004))};
    struct rvt_config config = returning(3, 0);

    FOLLOW(table, program, true);
    expect_path(&config, &jump, &target, true);
    config.switches.ir_flush_before_sync = true;
    expect_path(&config, &program,
                &(struct path){"the encoder would have reported the return",
                               "sync context 1000 1008 100c",
                               PACKETS(START(0x1000), START(0x100c))},
                true);
}

/* What a report says of its successor ends with the F3/0 that follows: the next one may be that of
 * a mispredicted return. Shows: ETR-FMT-027, ETR-DEC-003 */
Test(decoder_returns, a_report_says_nothing_of_a_second_sync_packet)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, JR, ADD, ADD, RET, ADD);
    static const struct path path = {"the return to 1018 failed", "1000 1008 100c 1010 1014 1018",
                                     PACKETS(START_AT(0x1000, 3, 0), ADDRESS(0x100c),
                                             START_AT(0x1014, 3, 5), START_AT(0x1018, 3, 6))};
    struct rvt_config config = returning(3, 0);

    config.params.ctype_width_p = 1;
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    expect_path(&config, &program, &path, false);
}

/* The first instruction of a handler is a call: it goes on the stack as any other.
 * Shows: ETR-MODE-001, AMB-015 */
Test(decoder_returns, a_handler_that_begins_with_a_call)
{
    static const struct program program = PROGRAM(ADD, JAL(1, 8), ADD, RET);
    static const struct path table[] = {
        {"its return is implicit", "1000 e5@1004 1004 100c 1008",
         PACKETS(START(0x1000), TRAP(5, 0x1004), ADDRESS(0x1008), ENDED_REP)},
    };
    struct rvt_config config = returning(3, 0);

    FOLLOW(table, program, false);
    config = returning(0, 3);
    FOLLOW(table, program, false);
}

/* A discontinuity of the context directly after a return: the return did not lead where the stack
 * says, and takes its entry with it if ir_mispredict_pop says so. Shows: ETR-MODE-001,
 * ETR-CTX-004, AMB-014, AMB-105 */
Test(decoder_returns, a_break_after_a_return)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, JAL(1, 8), RET, RET, RET);
    static const struct path popped[] = {
        {"one entry is left", "1000 1008 1010 1014 1004",
         PACKETS(START(0x1000), ADDRESS_N(0x1010), START_AT(0x1014, 3, 7), ADDRESS(0x1004),
                 ENDED_REP)},
    };
    static const struct path held[] = {
        {"two entries are left", "1000 1008 1010 1014 100c 1004",
         PACKETS(START(0x1000), ADDRESS_N(0x1010), START_AT(0x1014, 3, 7), ADDRESS(0x1004),
                 ENDED_REP)},
    };
    struct rvt_config config = returning(3, 0);

    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    FOLLOW(popped, program, false);
    config.switches.ir_mispredict_pop = false;
    FOLLOW(held, program, false);
}

/* A change of context and level directly after a return, which leads to where the stack says: it
 * was not mispredicted, and its entry is gone whatever ir_mispredict_pop says. Shows: ETR-MODE-001,
 * ETR-CTX-004, AMB-014 */
Test(decoder_returns, a_break_to_where_the_return_leads)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, JAL(1, 8), RET, JR, RET);
    static const struct path path = {"one entry is left", "1000 1008 1010 1014 100c 1004",
                                     PACKETS(START(0x1000), ADDRESS_U(0x1014),
                                             START_AT(0x100c, 1, 7), ADDRESS(0x1004), ENDED_REP)};
    struct rvt_config config = returning(3, 0);

    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    for (unsigned pop = 0; pop < 2; pop++) {
        config.switches.ir_mispredict_pop = pop;
        expect_path(&config, &program, &path, false);
    }
}

/* With table_reset any_f3 a context packet empties the stack. Shows: ETR-MODE-003, AMB-071 */
Test(decoder_returns, a_context_packet_empties_the_stack)
{
    static const struct program program = PROGRAM(JAL(1, 8), ADD, ADD, RET, ADD);
    static const struct path emptied[] = {
        {"the return is reported", "1000 1008 100c 1010",
         PACKETS(START(0x1000), ADDRESS_N(0x1008), CONTEXT(0), ADDRESS(0x1010), ENDED_NTR)},
    };
    static const struct path full[] = {
        {"the return is implicit", "1000 1008 100c 1004 1008 100c 1010",
         PACKETS(START(0x1000), ADDRESS_N(0x1008), CONTEXT(0), ADDRESS(0x1010), ENDED_NTR)},
    };
    struct rvt_config config = returning(3, 0);

    FOLLOW(full, program, false);
    config.switches.table_reset = RVT_TABLE_RESET_ANY_F3;
    FOLLOW(emptied, program, false);
}

/* A trap after a return, and another one instead of a sync packet: the return was not mispredicted,
 * and its entry is gone whatever ir_mispredict_pop says. Shows: ETR-MODE-001, ETR-CMP-007,
 * AMB-014, AMB-048 */
Test(decoder_returns, a_trap_after_a_return_and_another_one)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, JAL(1, 8), RET, RET, RET);
    static const struct path table[] = {
        {"one entry is left", "1000 1008 1010 e5@100c e6@? 1014 1004",
         PACKETS(START(0x1000), ADDRESS_N(0x1010), TRAP_ONLY(5, 0x100c), TRAP(6, 0x1014),
                 ADDRESS(0x1004), ENDED_REP)},
    };
    struct rvt_config config = returning(3, 0);

    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    FOLLOW(table, program, false);
    config.switches.ir_mispredict_pop = false;
    FOLLOW(table, program, false);
}

/* The pseudo-code of v2.0.4 looks at the registers: jal x1 is a call and jalr x0, x1 a return; x5
 * does not count. The first return leads to 1004 if it is implicit, else to 1010. AMB-016 */
Test(decoder_returns, the_pseudo_code_knows_calls_by_x1)
{
    static const struct program one = PROGRAM(JAL(1, 12), ADD, ADD, RET, ADD);
    static const struct program five = PROGRAM(JAL(5, 12), ADD, ADD, 0x00028067, ADD);
    static const struct program jump = PROGRAM(JAL(1, 12), ADD, ADD, JR, ADD);
    static const struct program linked = PROGRAM(JAL(1, 12), ADD, ADD, 0x000083e7, ADD); /* x7 */
    static const struct path implicit = {"implicit", "1000 100c 1004 1008 100c 1010",
                                         PACKETS(START(0x1000), ADDRESS(0x1010), ENDED_REP)};
    static const struct path reported = {"reported", "1000 100c 1010",
                                         PACKETS(START(0x1000), ADDRESS(0x1010), ENDED_REP)};

    for (unsigned pseudo = 0; pseudo < 2; pseudo++) {
        struct rvt_config config = returning(3, 0);

        config.switches.ir_classes = pseudo ? RVT_IR_CLASSES_PSEUDO204 : RVT_IR_CLASSES_TABLE;
        expect_path(&config, &one, &implicit, false);
        expect_path(&config, &five, pseudo ? &reported : &implicit, false);
        expect_path(&config, &jump, &reported, false);
        if (pseudo)
            expect_path(&config, &linked, &reported, false);
    }
}

/* By the pseudo-code a call has rd x1, and rs1 unless it is a JAL. Another instruction that writes
 * x1 is none, although a trap comes directly after it: the return in the handler leads to 1004.
 * AMB-016 */
Test(decoder_returns, the_pseudo_code_knows_calls_by_their_kind)
{
    static const struct program program = PROGRAM(JAL(1, 12), ADD, ADD, 0x000010b7, ADD, RET);
    static const struct path path = {
        "after lui x1", "1000 100c e5@1010 1014 1004 1008",
        PACKETS(START(0x1000), ADDRESS_N(0x100c), TRAP(5, 0x1014), ADDRESS_N(0x1008))};
    struct rvt_config config = returning(3, 0);

    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    for (unsigned pseudo = 0; pseudo < 2; pseudo++) {
        config.switches.ir_classes = pseudo ? RVT_IR_CLASSES_PSEUDO204 : RVT_IR_CLASSES_TABLE;
        expect_path(&config, &program, &path, false);
    }
}

/*
 * An encoder sends the depth of an arrival if a return is the latest of calls, returns and
 * branches. A trap changes nothing of this: the instruction before it counts as well, a branch at
 * 100c, or another instruction. With the wrong depth the path leads past the end of the program.
 * Shows: ETR-MODE-008, ETR-MODE-009
 */
Test(decoder_returns, a_trap_leaves_what_came_last_as_it_was)
{
    static const struct program in_line =
        PROGRAM(JAL(1, 8), LOOP, JAL(1, 8), ADD, RET, ADD, ADD, ADD);
    static const struct program branch =
        PROGRAM(JAL(1, 8), LOOP, JAL(1, 8), BEQ(8), RET, ADD, ADD, ADD);
    static const struct path sent[] = {
        {"no branch", "1000 1008 1010 100c e5@1010 1014 1018",
         PACKETS(START(0x1000), ADDRESS_N(0x100c), TRAP(5, 0x1014), ADDRESS_D(0x1018, 1),
                 ENDED_REP)},
        {"no branch, no depth", "1000 1008 1010 100c e5@1010 1014 !no code/ETR-DEC-002",
         PACKETS(START(0x1000), ADDRESS_N(0x100c), TRAP(5, 0x1014), ADDRESS(0x1018), ENDED_REP)},
    };
    static const struct path not_sent[] = {
        {"a branch", "1000 1008 1010 100c e5@1010 1014 1018",
         PACKETS(START(0x1000), BRANCHES_N(1, 1, 0x100c), TRAP(5, 0x1014), ADDRESS(0x1018),
                 ENDED_REP)},
        {"a branch, a depth", "1000 1008 1010 100c e5@1010 1014 !no code/ETR-DEC-002",
         PACKETS(START(0x1000), BRANCHES_N(1, 1, 0x100c), TRAP(5, 0x1014), ADDRESS_D(0x1018, 1),
                 ENDED_REP)},
    };
    struct rvt_config config = returning(3, 0);

    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    FOLLOW(sent, in_line, false);
    FOLLOW(not_sent, branch, false);
}

/* With irets, a report without a count is of an arrival without implicit returns: here the second
 * one at 1004, since an implicit return leads to the first. A notification comes at the first.
 * Shows: ETR-MODE-011 */
Test(decoder_returns, an_arrival_without_a_count_has_no_implicit_return)
{
    static const struct program program = PROGRAM(JAL(1, 8), ADD, RET, ADD);
    static const struct path table[] = {
        {"reported", "1000 1008 1004 1008 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), ENDED_REP)},
        {"notified", "1000 1008 1004", PACKETS(START(0x1000), ADDRESS_N(0x1004))},
    };
    struct rvt_config config = returning(3, 0);

    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    FOLLOW(table, program, false);
}

/* The diagnosis of a report of an address to which no path leads. */
static void expect_endless_loop(const uint32_t *code, unsigned count,
                                const struct rvt_packet *never)
{
    struct rvt_config config = returning(5, 0);
    struct rvt_image *image = assemble(code, count);
    const struct rvt_decoder_output output = {.context = NULL};
    const struct rvt_packet start = START(0x1000);
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, never, &diag) == RVT_ERR_STEP_LIMIT);
    cr_expect(strstr(diag.text, "in a loop that never reaches") != NULL, "%s", diag.text);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* A loop with an implicit return is found, and one after 131071 of them: each of 16 functions calls
 * the next one twice. Shows: ETR-DEC-020 */
Test(decoder_returns, a_path_with_implicit_returns_may_be_an_endless_loop)
{
    static const uint32_t loop[] = {JAL(1, 8), JAL(0, -4), RET};
    static const struct rvt_packet without = ADDRESS_N(0x1800);
    static const struct rvt_packet with = {
        .format = 2, .address = 0x1800 >> 1, .notify = true, .irreport = true, .irdepth = 1};
    uint32_t nested[2 + 3 * 16 + 1] = {JAL(1, 8), LOOP};
    unsigned count = 2;

    expect_endless_loop(loop, 3, &without);
    for (unsigned i = 0; i < 16; i++) {
        nested[count++] = JAL(1, 12);
        nested[count++] = JAL(1, 8);
        nested[count++] = RET;
    }
    nested[count++] = RET;
    expect_endless_loop(nested, count, &with);
}

/* The load at 1008 gives the target of the return at 100c, which is therefore the EPC, and not the
 * address on the stack. Shows: ETR-MODE-060, ETR-DEC-006 */
Test(decoder_returns, a_return_whose_target_is_loaded_directly_before)
{
    static const uint32_t auipc = 0x00000097; /* auipc ra, 0 */
    static const uint32_t jump = 0x00c08067;  /* jalr x0, 12(ra) */
    const struct program program = PROGRAM(JAL(1, 8), ADD, auipc, jump, ADD, ADD);
    static const struct path path = {"the loaded one", "1000 1008 100c e5@1014 1010",
                                     PACKETS(START(0x1000), ADDRESS(0x100c), TRAP(5, 0x1010))};
    struct rvt_config config = returning(3, 0);

    config.params.itype_width_p = 3;
    config.params.sijump_p = true;
    config.options.sequentially_inferred_jumps = true;
    expect_path(&config, &program, &path, false);
}

/* No return waits for its outcome at a change of modes: the break to 1010 leaves the call on the
 * stack, although mispredicted returns are taken off it. Shows: ETR-SUP-004, AMB-014, AMB-126 */
Test(decoder_returns, a_break_after_a_change_of_modes_leaves_the_stack)
{
    static const struct program program = PROGRAM(ADD, JAL(1, 8), ADD, LOOP, RET);
    static const struct path path = {"an implicit return", "1000 1004 100c 1010 1008 100c",
                                     PACKETS(START(0x1000), MODES(0, FIELD(IMPLICIT_RETURN)),
                                             ADDRESS(0x100c), START_AT(0x1010, 3, 1),
                                             ADDRESS_N(0x100c))};
    struct rvt_config config = returning(3, 0);

    config.options.implicit_return = false;
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    config.switches.ir_mispredict_pop = true;
    expect_path(&config, &program, &path, false);
}

/* The position of an F3/0 is none of a report: the next F3/0 settles nothing, and it is not
 * written. Shows: ETR-DEC-014, AMB-080 */
Test(decoder_returns, what_no_report_named_is_not_entered)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD, ADD);
    static const struct path table[] = {
        {"reported", "1000 1004 1008 100c 1004 1008 100c",
         PACKETS(START(0x1000), ADDRESS_N(0x1004), START(0x1008), START(0x100c), INDEX(2),
                 START(0x100c))},
        {"not reported", "1000 1004 1008 100c !flow/ETR-DEC-014",
         PACKETS(START(0x1000), ADDRESS_N(0x1004), START(0x1008), START(0x100c), INDEX(4))},
    };
    struct rvt_config config = full_config();

    config.params.cache_size_p = 3;
    config.options.jump_target_cache = true;
    config.resync.mode = RVT_RESYNC_OFF;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    config.switches.jtc_write = RVT_JTC_WRITE_ANY_ADDRESS;
    FOLLOW(table, program, false);
}

/* One implicit return, and an arrival after it that is not its target. Shows: ETR-MODE-011 */
Test(decoder_returns, an_arrival_after_one_implicit_return)
{
    static const struct program program = PROGRAM(JAL(1, 12), ADD, ADD, RET, ADD);
    static const struct path table[] = {
        {"counted", "1000 100c 1004 1008 e5@100c 1010",
         PACKETS(START(0x1000), ADDRESS_D(0x1008, 1), TRAP(5, 0x1010))},
    };
    struct rvt_config config = returning(3, 0);

    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    FOLLOW(table, program, false);
}
