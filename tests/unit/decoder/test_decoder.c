/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The decoder on programs of a few instructions (decoder_rig.h). */
#include "tests/unit/decoder_rig.h"

/* The loop of the packet chapter: looplabel - 4 is 1000, looplabel 1004, the jump 100c.
 * Shows: ETR-DEC-009, ETR-DEC-010, ETR-DEC-011, ETR-DEC-012, ETR-FMT-026, ETR-FMT-027 */
Test(decoder, the_label_of_an_indirect_loop)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD, ADD);
    static const struct path table[] = {
        {"case 1: the second arrival, then on", "1000 1004 1008 100c 1004 1008 100c 1010",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS(0x1010))},
        {"case 2: the second arrival, then a trap", "1000 1004 1008 100c 1004 e5@1008 1010",
         PACKETS(START(0x1000), ADDRESS_U(0x1004), TRAP(5, 0x1010))},
        {"case 3: the first arrival, then a trap", "1000 1004 e5@1008 1010",
         PACKETS(START(0x1000), ADDRESS(0x1004), TRAP(5, 0x1010))},
        {"case 4: a notification at the first", "1000 1004 1008 100c 1004 1008 100c 1010",
         PACKETS(START(0x1000), ADDRESS_N(0x1004), ADDRESS(0x1004), ADDRESS(0x1010))},
        {"ended_rep: the first", "1000 1004", PACKETS(START(0x1000), ADDRESS(0x1004), ENDED_REP)},
        {"ended_ntr: the second", "1000 1004 1008 100c 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), ENDED_NTR)},
        {"a context packet leaves it open", "1000 1004 1008 100c 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), CONTEXT(0), ENDED_NTR)},
        {"a support packet leaves it open", "1000 1004 1008 100c 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), ENABLED, ENDED_NTR)},
        {"F3/0 of the next instruction: the first", "1000 1004 1008",
         PACKETS(START(0x1000), ADDRESS(0x1004), START(0x1008))},
        {"F3/0 further on: the second", "1000 1004 1008 100c 1004 1008 100c",
         PACKETS(START(0x1000), ADDRESS(0x1004), START(0x100c))},
        {"F3/0 at the target of the jump: the second", "1000 1004 1008 100c 1004 1008 100c 1010",
         PACKETS(START(0x1000), ADDRESS(0x1004), START(0x1010))},
        {"three iterations", "1000 1004 1008 100c 1004 1008 100c 1004 1008 100c 1004",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS(0x1004), ADDRESS(0x1004), ENDED_NTR)},
        {"the last address repeated", "1000 1004 1008 100c 1010",
         PACKETS(START(0x1000), ADDRESS(0x1010), ADDRESS(0x1010), ENDED_REP)},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, false);
}

/* Shows: ETR-DEC-003, ETR-DEC-007, ETR-DEC-008, ETR-FMT-007, ETR-ALG-056 */
Test(decoder, branches)
{
    static const struct program program = PROGRAM(ADD, BEQ(8), ADD, ADD, BEQ(-4), JR, ADD);
    static const struct path table[] = {
        {"taken and not", "1000 1004 100c 1010 1014",
         PACKETS(START(0x1000), BRANCHES(2, 2, 0x1014), ENDED_REP)},
        {"a branch that is the last", "1000 1004",
         PACKETS(START(0x1000), BRANCHES(1, 1, 0x1004), ENDED_REP)},
        {"its outcome is used later", "1000 1004 1008 100c 1010 100c 1010 1014",
         PACKETS(START(0x1000),
                 {.format = 1, .branches = 1, .branch_map = 1, .address = 0x802, .notify = true},
                 BRANCHES(2, 2, 0x1014), ENDED_REP)},
        {"sync on a taken branch", "1004 100c", PACKETS(START_TAKEN(0x1004), ADDRESS(0x100c))},
        {"sync on one not taken", "1004 1008 100c", PACKETS(START(0x1004), ADDRESS(0x100c))},
        {"sync further on", "1000 1004 100c 1010 100c",
         PACKETS(START(0x1000), BRANCHES(2, 0, 0x1010), START(0x100c))},
        {"sync on a branch while tracing", "1000 1004 100c",
         PACKETS(START(0x1000), START_TAKEN(0x1004), ADDRESS(0x100c))},
        {"no outcome", "1000 !flow/ETR-DEC-009", PACKETS(START(0x1000), ADDRESS(0x100c))},
        {"too many outcomes", "1000 !flow/ETR-DEC-009",
         PACKETS(START(0x1000), BRANCHES(3, 3, 0x1018))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, false);
}

/* A full map ends on its last branch, whose outcome stays pending. Shows: ETR-DEC-007,
 * ETR-DEC-008 */
Test(decoder, full_maps)
{
    static const struct program loop = PROGRAM(ADD, ADD, BEQ(-4), ADD);
    static const struct program jump = PROGRAM(ADD, BEQ(8), JR, ADD);
    static const struct path iterations = {
        "thirty iterations",
        "1000 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 "
        "1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 "
        "1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 "
        "1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 1008 1004 "
        "1008 1004 1008 1004 1008 1004 1008 100c",
        PACKETS(START(0x1000), FULL_MAP(0x40000000), ADDRESS(0x100c), ENDED_REP)};
    static const struct path crossing = {"a jump before the last branch", "1000 !flow/ETR-DEC-008",
                                         PACKETS(START(0x1000), FULL_MAP(0x7fffffff))};
    struct rvt_config config = full_config();

    expect_path(&config, &loop, &iterations, false);
    expect_path(&config, &jump, &crossing, false);
}

/* Shows: ETR-DEC-004, ETR-DEC-005, ETR-DEC-006 */
Test(decoder, exception_program_counters)
{
    static const struct program program =
        PROGRAM(ADD, JAL(0, 8), ADD, BEQ(8), ADD, JR, ADD, ECALL, ADD, MRET, ADD);
    static const struct path table[] = {
        {"after a plain instruction", "1000 e5@1004 1020", PACKETS(START(0x1000), TRAP(5, 0x1020))},
        {"after a direct jump", "1000 1004 e5@100c 1020",
         PACKETS(START(0x1000), ADDRESS(0x1004), TRAP(5, 0x1020))},
        {"after a taken branch", "100c e5@1014 1020",
         PACKETS(START_TAKEN(0x100c), TRAP(5, 0x1020))},
        {"after a branch not taken", "100c e5@1010 1020", PACKETS(START(0x100c), TRAP(5, 0x1020))},
        {"at the target of a jump: reported", "1014 e5@1008 1020",
         PACKETS(START(0x1014), TRAP_ONLY(5, 0x1008), START(0x1020))},
        {"at the target of a trap return: reported", "1024 e5@1008 1020",
         PACKETS(START(0x1024), TRAP_ONLY(5, 0x1008), START(0x1020))},
        {"interrupt there: not reported", "1014 i5@? 1020",
         PACKETS(START(0x1014), INTERRUPT(5, 0x1020))},
        {"interrupt elsewhere", "1000 i5@1004 1020", PACKETS(START(0x1000), INTERRUPT(5, 0x1020))},
        {"thaddr 0 elsewhere: the address says nothing", "1000 e5@1004 e6@? 1020",
         PACKETS(START(0x1000), TRAP_ONLY(5, 0x1ffc), TRAP(6, 0x1020))},
        {"the second of two", "1014 e5@1008 e6@? 1020",
         PACKETS(START(0x1014), TRAP_ONLY(5, 0x1008), TRAP_ONLY(6, 0x1018), START(0x1020))},
        {"first of all, thaddr 0: reported", "e5@1008 1020",
         PACKETS(ENABLED, TRAP_ONLY(5, 0x1008), START(0x1020))},
        {"first of all, thaddr 1: not known", "e5@? 1020", PACKETS(ENABLED, TRAP(5, 0x1020))},
        {"thaddr 0 with nothing before it: not known", "e5@? 1020",
         PACKETS(TRAP_ONLY(5, 0x1008), START(0x1020))},
        {"an ecall that retired", "1018 101c e8@101c 1020",
         PACKETS(START(0x1018), ADDRESS(0x101c), TRAP(8, 0x1020))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, false);
}

/* Shows: ETR-DEC-003, ETR-CTX-004, ETR-CTX-008 */
Test(decoder, privilege_and_context)
{
    static const struct program program = PROGRAM(ADD, ADD, MRET, ADD, ADD, JR);
    static const struct path table[] = {
        {"the address of a lower level lies before the return", "1000 1004 1008 1004",
         PACKETS(START(0x1000), START_AT(0x1004, 0, 0))},
        {"the same without change: the first", "1000 1004",
         PACKETS(START(0x1000), START_AT(0x1004, 3, 0))},
        {"precise context change in a straight line", "1000 1004",
         PACKETS(START(0x1000), START_AT(0x1004, 3, 7))},
        {"a break after an explicit report", "100c 1010 1000",
         PACKETS(START(0x100c), ADDRESS(0x1010), START_AT(0x1000, 3, 7))},
        {"a break on a jump target", "1014 100c 1000",
         PACKETS(START(0x1014), ADDRESS_U(0x100c), START_AT(0x1000, 3, 7))},
        {"the next instruction, but at a lower level: after the second return",
         "1000 1004 1008 1004 1008 1008",
         PACKETS(START(0x1000), ADDRESS(0x1004), START_AT(0x1008, 0, 0))},
        {"after the only one", "1000 1004 1008 1004",
         PACKETS(START(0x1000), ADDRESS(0x1008), START_AT(0x1004, 0, 0))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, false);
}

/* Shows: ETR-DEC-001, ETR-DEC-002, ETR-DEC-019, ETR-SUP-012, ETR-CMP-007, ETR-DISC-004 */
Test(decoder, starts_ends_and_errors)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD);
    static const struct path table[] = {
        {"enabled, traced, disabled", "support sync context 1000 1004 ended support",
         PACKETS(ENABLED, START(0x1000), ADDRESS(0x1004), ENDED_REP)},
        {"no sync packet", "!sequence/ETR-DEC-001", PACKETS(ADDRESS(0x1004), ADDRESS(0x1008))},
        {"none after an end", "sync context 1000 ended support !sequence/ETR-DEC-001",
         PACKETS(START(0x1000), ENDED_REP, FULL_MAP(0))},
        {"a loss", "sync context 1000 lost support sync context 1008",
         PACKETS(START(0x1000), SUPPORT(1, RVT_QUAL_TRACE_LOST), START(0x1008))},
        {"recovery", "sync context 1000 !no code/ETR-DEC-002 sync context 1008",
         PACKETS(START(0x1000), START(0x5000), ADDRESS(0x1004), START(0x1008))},
        {"format 0", "sync context 1000 !reserved/ETR-DEC-019",
         PACKETS(START(0x1000), {.format = 0})},
        {"a report after a trap without handler", "sync context 1000 e5@1004 !sequence/ETR-CMP-007",
         PACKETS(START(0x1000), TRAP_ONLY(5, 0), ADDRESS(0x1004))},
        {"a mode without its table", "support !reserved/ETR-DISC-004 sync context 1000",
         PACKETS({.format = 3,
                  .subformat = 3,
                  .support.value = {[RVT_SUPPORT_IENABLE] = 1,
                                    [RVT_SUPPORT_IMPLICIT_RETURN] = 1,
                                    [RVT_SUPPORT_FULL_ADDRESS] = 1}},
                 START(0x1000))},
        {"switched off", "sync context 1000 support !sequence/ETR-DEC-001",
         PACKETS(START(0x1000), SUPPORT(0, RVT_QUAL_NO_CHANGE), ADDRESS(0x1004))},
        {"context", "sync context 1000 context context 1004",
         PACKETS(START(0x1000), CONTEXT(5), START_AT(0x1004, 3, 6))},
        {"context without a position", "", PACKETS(CONTEXT(5))},
    };
    struct rvt_config config = full_config();

    FOLLOW(table, program, true);
}

/* Shows: ETR-DEC-020 */
Test(decoder, cycles_without_branches)
{
    static const struct program program = PROGRAM(ADD, LOOP, ADD);
    static const struct path table[] = {
        {"one iteration is reported", "1000 1004 i7@1004 1008",
         PACKETS(START(0x1000), ADDRESS(0x1004), INTERRUPT(7, 0x1008))},
    };
    struct rvt_config config = full_config();
    struct rvt_image *image = assemble(program.code, program.count);
    struct rvt_decoder_output output = {0};
    struct rvt_packet start = START(0x1000), never = ADDRESS(0x1008);
    struct rvt_decoder *decoder;
    struct rvt_diag diag;

    FOLLOW(table, program, false);
    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 1000, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &never, &diag) == RVT_ERR_STEP_LIMIT);
    cr_expect_str_eq(diag.field, "address");
    cr_expect(diag.value == 0x1008);
    cr_expect(strstr(diag.text, "in a loop that never reaches") != NULL, "%s", diag.text);
    rvt_decoder_close(decoder);
    rvt_diag_clear(&diag);
    cr_assert(rvt_decoder_profile_open(&config, image, &output, 1, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &never, &diag) == RVT_ERR_STEP_LIMIT);
    cr_expect(strstr(diag.text, "step limit") != NULL, "%s", diag.text);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
}

/* Shows: ETR-CMP-008, ETR-CMP-010 */
Test(decoder, differential_addresses_wrap)
{
    static const struct program program = PROGRAM(ADD, JR, ADD, JR);
    static const struct path table[] = {
        {"forth and back", "1000 1004 100c 1000",
         PACKETS({.format = 3, .branch = true, .privilege = 3, .address = 0x800},
                 {.format = 2, .address = 6}, {.format = 2, .address = 0x7ffffffa},
                 {.format = 3,
                  .subformat = 3,
                  .support.value = {[RVT_SUPPORT_IENABLE] = 1, [RVT_SUPPORT_QUAL_STATUS] = 3}})},
    };
    struct rvt_config config = full_config();

    config.options.full_address = false;
    FOLLOW(table, program, false);
}

static enum rvt_status refuse(void *context, const struct rvt_range *range)
{
    (void)context;
    (void)range;
    return RVT_ERR_IO;
}

Test(decoder, an_error_of_a_callback_is_returned)
{
    static const uint32_t code[] = {ADD, ADD};
    struct rvt_image *image = assemble(code, 2);
    struct rvt_config config = full_config();
    struct rvt_decoder_output output = {.range = refuse};
    struct rvt_packet start = START(0x1000);
    struct rvt_decoder *decoder;

    cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, NULL) == RVT_ERR_SINK);
    rvt_decoder_close(decoder);
    rvt_decoder_close(NULL);
    rvt_image_close(image);
}

/* Shows: ETR-DEC-019 */
Test(decoder, a_break_waits_for_a_sync_packet)
{
    static const uint32_t code[] = {ADD, ADD, ADD};
    struct listener listener = {.image = assemble(code, 3)};
    struct rvt_config config = full_config();
    struct rvt_decoder_output output = {.range = on_range, .context = &listener};
    struct rvt_packet start = START(0x1000), next = ADDRESS(0x1004);
    struct rvt_decoder *decoder;
    char out[100];

    rvt_text_init(&listener.text, out, sizeof(out));
    cr_assert(rvt_decoder_profile_open(&config, listener.image, &output, 0, &decoder) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, NULL) == RVT_OK);
    rvt_decoder_break(decoder);
    cr_expect(rvt_decoder_packet(decoder, &next, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &start, NULL) == RVT_OK);
    cr_expect(rvt_decoder_packet(decoder, &next, NULL) == RVT_OK);
    cr_expect_str_eq(out, " 1000 1000 1004");
    rvt_decoder_close(decoder);
    rvt_image_close(listener.image);
}

/* Shows: ETR-DEC-009 */
Test(decoder, outcomes_that_are_missing_or_left)
{
    static const struct program program = PROGRAM(ADD, JR, BEQ(8), ADD, ADD);
    static const struct {
        struct rvt_packet packet;
        const char *text;
        uint64_t left;
    } cases[] = {
        {ADDRESS(0x1008), "is missing", 0},
        {BRANCHES(2, 3, 0x1008), "are left", 2},
        {BRANCHES(1, 1, 0x100c), "are left", 1},
    };
    struct rvt_config config = full_config();

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_image *image = assemble(program.code, program.count);
        struct rvt_decoder_output output = {0};
        struct rvt_packet start = START(0x1000);
        struct rvt_decoder *decoder;
        struct rvt_diag diag;

        rvt_diag_clear(&diag);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &start, &diag) == RVT_OK);
        cr_expect(rvt_decoder_packet(decoder, &cases[i].packet, &diag) == RVT_ERR_FLOW);
        cr_expect(strstr(diag.text, cases[i].text) != NULL, "%zu: %s", i, diag.text);
        cr_expect_str_eq(diag.field, "branches");
        cr_expect_str_eq(diag.clause, "ETR-DEC-009");
        cr_expect(diag.value == cases[i].left, "%zu: %llu", i, (unsigned long long)diag.value);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
    }
}
