/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* How a stream ends: reports that a later packet would settle, repetitions, losses, and support
 * packets that change nothing. Paths are derived by hand (decoder_rig.h). */
#include "tests/unit/decoder_rig.h"

/* A report of the address of the position may carry nothing; the packet that would decide does not
 * come. Shows: ETR-DEC-012, AMB-131 */
Test(decoder_ends, a_repetition_that_nothing_decides)
{
    static const struct program program = PROGRAM(ADD, ADD, JR, ADD);
    static const struct path table[] = {
        {"the end", "1000 1004 (2-2 suspect 1 truncated 1004..)",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS(0x1004))},
        {"contexts and the end", "1000 1004 (2-2 suspect 1 truncated 1004..)",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS(0x1004), CONTEXT(1), CONTEXT(2))},
        {"another address", "1000 1004", PACKETS(START(0x1000), ADDRESS(0x1004))},
        {"an arrival by a jump", "1000 1004 1008 1004 1008 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS_U(0x1004))},
    };
    struct rvt_config config = full_config();
    struct decoder_rig rig = {
        .config = &config, .program = &program, .losses = true, .finish = true};

    FOLLOW_RIG(table, rig);
}

/* A repeated address and ended_rep: no second arrival, unless implicit returns lead there.
 * Shows: ETR-DEC-012, ETR-SUP-005, AMB-131 */
Test(decoder_ends, a_repetition_is_no_arrival)
{
    static const struct program program = PROGRAM(JAL(1, 12), JAL(1, 8), ADD, RET);
    static const struct path once[] = {
        {"a repetition", "1000 100c",
         PACKETS(START(0x1000), ADDRESS_N(0x100c), ADDRESS(0x100c), ENDED_REP)},
    };
    static const struct path twice[] = {
        {"an arrival after a return", "1000 100c 1004 100c",
         PACKETS(START(0x1000), ADDRESS_N(0x100c), ADDRESS(0x100c), ENDED_REP)},
    };
    struct rvt_config config = full_config();

    FOLLOW(once, program, false);
    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    FOLLOW(twice, program, false);
    config.switches.final_repeat = true;
    FOLLOW(once, program, false);
}

/* A packet with notify or updiscon reports an arrival, whatever follows.
 * Shows: ETR-DEC-012, ETR-SUP-005, AMB-131 */
Test(decoder_ends, a_notification_is_an_arrival)
{
    static const struct program program = PROGRAM(ADD, ADD, JR, ADD);
    static const struct path table[] = {
        {"a repetition", "1000 1004",
         PACKETS(START(0x1000), ADDRESS_N(0x1004), ADDRESS(0x1004), ENDED_REP)},
        {"a notification after a jump", "1000 1004 1008 1004 1008 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS_N(0x1004), ENDED_REP)},
        {"the target of a jump", "1000 1004 1008 1004",
         PACKETS(START(0x1000), ADDRESS_N(0x1004), ADDRESS_U(0x1004), ENDED_REP)},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, false);
}

/* The same if the first report is tentative: it may mean the target of a later jump, from which
 * implicit returns lead there again. Shows: ETR-DEC-011, ETR-DEC-012, ETR-SUP-005, AMB-131 */
Test(decoder_ends, a_report_after_a_tentative_one_is_an_arrival)
{
    static const struct program program =
        PROGRAM(JAL(1, 16), 0x000500e7 /* jalr x1, 0(a0) */, JAL(1, 8), ADD, RET);
    static const struct path table[] = {
        {"at the third arrival", "1000 1010 1004 1010 1008 1010",
         PACKETS(START(0x1000), ADDRESS(0x1010), ADDRESS(0x1010), ENDED_REP)},
        {"at the first arrival", "1000 1010", PACKETS(START(0x1000), ADDRESS(0x1010), ENDED_REP)},
    };
    static const struct path repeated[] = {
        {"a repetition", "1000 1010",
         PACKETS(START(0x1000), ADDRESS(0x1010), ADDRESS(0x1010), ENDED_REP)},
    };
    struct rvt_config config = full_config();

    config.options.implicit_return = true;
    config.params.return_stack_size_p = 3;
    FOLLOW(table, program, false);
    config.params.return_stack_size_p = 0;
    config.params.call_counter_size_p = 3;
    FOLLOW(table, program, false);
    config.switches.final_repeat = true;
    FOLLOW(repeated, program, false);
}

/* irets counts from the packet before: a loop without returns leads to the repeated address,
 * however many returns led to the first report.
 * Shows: ETR-MODE-011, ETR-DEC-012, ETR-SUP-005, AMB-131 */
Test(decoder_ends, a_loop_without_returns_is_an_arrival)
{
    static const struct program program = PROGRAM(JAL(1, 12), ADD, LOOP, RET);
    static const struct path path = {
        "an arrival", "1000 100c 1004 1008 1008",
        PACKETS(
            START(0x1000),
            {.format = 2, .address = 0x1008 >> 1, .notify = true, .irreport = true, .irdepth = 1},
            ADDRESS(0x1008), ENDED_REP)};
    struct rvt_config config = full_config();

    config.options.implicit_return = true;
    config.params.return_stack_size_p = 3;
    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    expect_path(&config, &program, &path, false);
}

/* ended_ntr asks for another arrival, which does not exist. Shows: ETR-DEC-020, ETR-SUP-005 */
Test(decoder_ends, ended_ntr_where_no_jump_leads)
{
    static const struct program program = PROGRAM(ADD, ADD, LOOP);
    static const struct path table[] = {
        {"no second arrival", "sync context 1000 1004 !step limit/ETR-DEC-020",
         PACKETS(START(0x1000), ADDRESS(0x1004), ENDED_NTR)},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, true);
}

/* Shows: ETR-FMT-009, ETR-DEC-019 */
Test(decoder_ends, another_encoder_mode)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD);
    static const struct path table[] = {
        {"refused", "sync context 1000 support !reserved/ETR-FMT-009 sync context 1008",
         PACKETS(START(0x1000), MODES(RVT_QUAL_NO_CHANGE, FIELD(ENCODER_MODE)), ADDRESS(0x1004),
                 START(0x1008))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, true);
}

/* A trap return writes the jump target cache unless jtc_xret says otherwise. Shows: ETR-MODE-042,
 * AMB-086 */
Test(decoder_ends, the_target_of_a_trap_return_in_the_cache)
{
    static const struct program program = PROGRAM(ADD, MRET, ADD, JR);
    static const struct path entered[] = {
        {"an index finds it", "1000 1004 1008 100c 1008",
         PACKETS(START(0x1000), ADDRESS(0x1008), INDEX(4))},
    };
    static const struct path ignored[] = {
        {"no entry", "1000 1004 1008 !flow/ETR-DEC-014",
         PACKETS(START(0x1000), ADDRESS(0x1008), INDEX(4))},
    };
    struct rvt_config config = full_config();

    config.params.cache_size_p = 3;
    config.options.jump_target_cache = true;
    FOLLOW(entered, program, false);
    config.switches.jtc_xret = RVT_JTC_XRET_IGNORE;
    FOLLOW(ignored, program, false);
}

/* With ctype3 chart an F3/0 of another context follows no report: a path, if one leads there.
 * Shows: ETR-CTX-004, AMB-105 */
Test(decoder_ends, a_break_without_a_report)
{
    static const struct program program = PROGRAM(ADD, BEQ(-4), ADD, LOOP, ADD);
    static const struct path chart[] = {
        {"a path", "1000 {30 1004 1000} 1004 1008",
         PACKETS(START_AT(0x1000, 3, 0), FULL_MAP(0x40000000), START_AT(0x1008, 3, 7))},
        {"a break", "1000 {30 1004 1000} 1004 1010",
         PACKETS(START_AT(0x1000, 3, 0), FULL_MAP(0x40000000), START_AT(0x1010, 3, 7))},
    };
    static const struct path reported[] = {
        {"a path", "1000 {30 1004 1000} 1004 1008",
         PACKETS(START_AT(0x1000, 3, 0), FULL_MAP(0x40000000), START_AT(0x1008, 3, 7))},
        {"no path", "1000 {30 1004 1000} 1004 !step limit/ETR-DEC-020",
         PACKETS(START_AT(0x1000, 3, 0), FULL_MAP(0x40000000), START_AT(0x1010, 3, 7))},
    };
    static const struct program jump = PROGRAM(ADD, BEQ(-4), JR, ADD);
    static const struct path by_jump[] = {
        {"a path by a jump", "1000 {30 1004 1000} 1004 1008 100c",
         PACKETS(START_AT(0x1000, 3, 0), FULL_MAP(0x40000000), START_AT(0x100c, 3, 7))},
    };
    struct rvt_config config = full_config();

    FOLLOW(reported, program, false);
    config.switches.ctype3 = RVT_CTYPE3_CHART;
    FOLLOW(chart, program, false);
    FOLLOW(by_jump, jump, false);
}

/* The handler of each trap, and which packet asks. */
static bool find_vector(void *context, const struct rvt_packet *packet, uint64_t *address)
{
    unsigned *asked = context;

    *asked += packet->ecause;
    *address = 0x1000 + 4 * (uint64_t)packet->ecause;
    return packet->ecause != 9;
}

/* Shows: ETR-MODE-062, AMB-047 */
Test(decoder_ends, handlers_that_the_caller_knows)
{
    static const uint32_t code[] = {ADD, ADD, ADD, ADD};
    struct listener listener = {.image = assemble(code, 4)};
    struct rvt_config config = full_config();
    struct rvt_decoder_output output = {.range = on_range, .trap = on_trap, .context = &listener};
    struct rvt_packet start = START(0x1000), trap = TRAP(2, 0), unknown = TRAP(9, 0);
    struct rvt_decoder *decoder;
    struct rvt_diag diag;
    unsigned asked = 0;
    char out[100];

    config.options.implicit_exception = true;
    rvt_text_init(&listener.text, out, sizeof(out));
    cr_assert(rvt_decoder_profile_open(&config, listener.image, &output, 0, &decoder) == RVT_OK);
    rvt_decoder_set_vectors(decoder, find_vector, &asked);
    rvt_diag_clear(&diag);
    cr_expect(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &trap, &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &unknown, &diag) == RVT_ERR_PARAMETER);
    cr_expect(asked == 11 && diag.value == 9 && diag.position == 2);
    cr_expect_str_eq(diag.field, "ecause");
    cr_expect_str_eq(diag.clause, "AMB-047");
    cr_expect_str_eq(out, " 1000 e2@1004 1008 e9@100c", "%s", out);
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
}
