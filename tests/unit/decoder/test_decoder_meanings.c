/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the decoder says that each packet means: how its path ends, where, what it proves, and
 * that a later packet moved it to another occurrence. As words: "2:updiscon@1004+3[1000..1008]" is
 * packet 2, three instructions; flags follow as letters: t tentative, a ambiguous, l another level
 * or context, u after an uninferable discontinuity, r after a return that is expected to be
 * implicit; "'" a later meaning. Shows: ETR-DEC-003, ETR-DEC-004, ETR-DEC-012
 */
#include "tests/unit/decoder_rig.h"

static enum rvt_status note(void *context, const struct rvt_packet_meaning *meaning)
{
    static const char *const ends[] = {"none",      "start",  "handler", "break",
                                       "inferable", "return", "sijump",  "updiscon"};
    struct rvt_text *text = context;

    rvt_text_add(text, " %u%s:%s", (unsigned)meaning->packet, meaning->te_inst == NULL ? "'" : "",
                 ends[meaning->end]);
    if (meaning->end != RVT_PATH_END_NONE)
        rvt_text_add(text, "@%llx", (unsigned long long)meaning->address);
    if (meaning->instructions > 0)
        rvt_text_add(text, "+%u[%llx..%llx]", (unsigned)meaning->instructions,
                     (unsigned long long)meaning->first, (unsigned long long)meaning->last);
    rvt_text_add(text, "%s%s%s%s%s", meaning->tentative ? "t" : "", meaning->ambiguous ? "a" : "",
                 meaning->new_level ? "l" : "", meaning->updiscon_before ? "u" : "",
                 meaning->return_before ? "r" : "");
    return RVT_OK;
}

static void expect_meanings(const struct rvt_config *config, const struct program *program,
                            const struct path *path)
{
    char out[1000];
    struct rvt_text text;
    struct rvt_image *image = assemble(program->code, program->count);
    const struct rvt_decoder_output output = {.meaning = note, .context = &text};
    struct rvt_decoder *decoder;

    rvt_text_init(&text, out, sizeof out);
    cr_assert(rvt_decoder_profile_open(config, image, &output, 0, &decoder) == RVT_OK);
    for (unsigned i = 0; i < path->packets; i++)
        cr_expect(rvt_decoder_packet(decoder, &path->packet[i], NULL) == RVT_OK, "%s: packet %u",
                  path->name, i);
    cr_expect(rvt_decoder_finish(decoder, NULL) == RVT_OK);
    rvt_decoder_close(decoder);
    rvt_image_close(image);
    cr_expect(strcmp(out[0] == ' ' ? out + 1 : out, path->text) == 0, "%s:%s, not %s", path->name,
              out, path->text);
}

/* 1004 is passed before the jump at 100c leads to it. */
Test(decoder_meanings, a_later_packet_moves_a_report)
{
    static const struct program program = PROGRAM(ADD, ADD, ADD, JR, ADD, ADD);
    static const struct path table[] = {
        {"second arrival",
         "0:start@1000+1[1000..1000]l 1:inferable@1004+1[1004..1004]t 1':updiscon@1004 "
         "2:updiscon@1010+6[1008..1010]",
         PACKETS(START(0x1000), ADDRESS(0x1004), ADDRESS(0x1010))},
        {"first arrival", "0:start@1000+1[1000..1000]l 1:inferable@1004+1[1004..1004]t 2:none",
         PACKETS(START(0x1000), ADDRESS(0x1004), ENDED_REP)},
        {"notification",
         "0:start@1000+1[1000..1000]l 1:inferable@1004+1[1004..1004] "
         "2:updiscon@1010+3[1008..1010] 3:none",
         PACKETS(START(0x1000), ADDRESS_N(0x1004), ADDRESS(0x1010), ENDED_REP)},
        {"a trap after the second",
         "0:start@1000+1[1000..1000]l 1:updiscon@1004+4[1004..1004] "
         "2:handler@1010+1[1010..1010]",
         PACKETS(START(0x1000), ADDRESS_U(0x1004), TRAP(5, 0x1010))},
        {"contexts",
         "0:start@1000+1[1000..1000]l 1:inferable@1004+1[1004..1004] "
         "2:inferable@1008+1[1008..1008]l",
         PACKETS(START_AT(0x1000, 3, 1), START_AT(0x1004, 3, 1), START_AT(0x1008, 3, 2))},
        {"a trap after the jump",
         "0:start@1000+1[1000..1000]l 1:inferable@100c+3[1004..100c]t 2:noneu "
         "3:handler@1014+1[1014..1014]",
         PACKETS(START(0x1000), ADDRESS(0x100c), TRAP_ONLY(5, 0x1010), START(0x1014))},
        {"a break", "0:start@1014+1[1014..1014]l 1:break@1000+1[1000..1000]l",
         PACKETS(START(0x1014), START_AT(0x1000, 3, 2))},
    };
    struct rvt_config config = full_config();

    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_meanings(&config, &program, &table[i]);
}

Test(decoder_meanings, implicit_returns_and_inferable_jumps)
{
    static const struct program program = PROGRAM(JAL(1, 12), ADD, ADD, RET, ADD);
    static const struct path table[] = {
        {"a return", "0:none 1:start@1000+1[1000..1000]l 2:return@1004+2[100c..1004]t 3:none",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS(0x1004), ENDED_REP)},
        {"a trap on it",
         "0:none 1:start@1000+1[1000..1000]l 2:inferable@100c+1[100c..100c]t "
         "3:handler@1010+1[1010..1010]r",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS(0x100c),
                 TRAP(5, 0x1010))},
    };
    struct rvt_config config = full_config();

    config.params.return_stack_size_p = 3;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_meanings(&config, &program, &table[i]);
}

/* 100c is reached by a return to it at depth 1, then by a mispredicted one at the same depth. The
 * packet after the depth is no sync packet, so that it is that of the latter.
 * Shows: ETR-MODE-007, AMB-010 */
Test(decoder_meanings, a_depth_of_a_mispredicted_return_is_not_that_of_an_arrival)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, JAL(1, 12), ADD, RET, RET);
    static const struct path table[] = {
        {"a report follows",
         "0:none 1:start@1000+1[1000..1000]l 2:updiscon@100c+5[1008..100c] "
         "3:updiscon@1004+2[1010..1004] 4:none",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS_D(0x100c, 1),
                 ADDRESS(0x1004), ENDED_REP)},
        {"F3/0 of a later instruction follows",
         "0:none 1:start@1000+1[1000..1000]l 2:updiscon@100c+5[1008..100c] "
         "3:updiscon@1004+2[1010..1004] 4:none",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS_D(0x100c, 1),
                 START(0x1004), ENDED_REP)},
        {"a trap follows",
         "0:none 1:start@1000+1[1000..1000]l 2:return@100c+3[1008..100c]t "
         "3:handler@1004+1[1004..1004]",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS_D(0x100c, 1),
                 TRAP(5, 0x1004))},
    };
    struct rvt_config config = full_config();

    config.params.return_stack_size_p = 3;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_meanings(&config, &program, &table[i]);
}

/* The packet with irets reports the return itself, which leads where an implicit one would.
 * Shows: ETR-MODE-011 */
Test(decoder_meanings, a_reported_return_that_is_expected)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, RET);
    static const struct path path = {
        "irets", "0:none 1:start@1000+1[1000..1000]l 2:return@1004+2[1008..1004] 3:none",
        PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), ADDRESS_D(0x1004, 0), ENDED_REP)};
    struct rvt_config config = full_config();

    config.params.return_stack_size_p = 3;
    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    expect_meanings(&config, &program, &path);
}

/* irets begins again with an F3/0, whether a path with returns leads to it or not. So the report of
 * the end has none, and is no repetition: it means the next turn of the loop.
 * Shows: ETR-MODE-011 */
Test(decoder_meanings, a_sync_packet_begins_the_count_of_returns)
{
    static const struct program program = PROGRAM(JAL(1, 8), LOOP, RET);
    static const struct path table[] = {
        {"without a path",
         "0:none 1:start@1004+1[1004..1004]l 2:inferable@1004+1[1004..1004]t 3:none",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1004), ADDRESS(0x1004), ENDED_REP)},
        {"after a return",
         "0:none 1:start@1000+1[1000..1000]l 2:return@1004+2[1008..1004] "
         "3:inferable@1004+1[1004..1004]t 4:none",
         PACKETS(MODES(0, FIELD(IMPLICIT_RETURN)), START(0x1000), START(0x1004), ADDRESS(0x1004),
                 ENDED_REP)},
    };
    struct rvt_config config = full_config();

    config.params.return_stack_size_p = 3;
    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        expect_meanings(&config, &program, &table[i]);
}

/* A packet before the first sync packet is ignored: it has no meaning. Shows: ETR-DEC-001 */
Test(decoder_meanings, what_is_ignored_has_none)
{
    static const struct program program = PROGRAM(ADD, ADD, JR, ADD, ADD, ADD);
    static const struct rvt_packet packets[] = {ADDRESS(0x1004), START(0x1000), ADDRESS(0x1004)};

    for (unsigned draft = 0; draft < 2; draft++) {
        struct rvt_config config = full_config();
        struct rvt_image *image = assemble(program.code, program.count);
        char out[300];
        struct rvt_text text;
        const struct rvt_decoder_output output = {.meaning = note, .context = &text};
        struct rvt_decoder *decoder;

        if (draft > 0) {
            rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
            config.options.full_address = true;
        }
        rvt_text_init(&text, out, sizeof out);
        cr_assert(rvt_decoder_profile_open(&config, image, &output, 0, &decoder) == RVT_OK);
        for (unsigned i = 0; i < 3; i++) {
            if (i == 2)
                rvt_decoder_break(decoder);
            cr_expect(rvt_decoder_packet(decoder, &packets[i], NULL) ==
                          (i > 0 ? RVT_OK : RVT_ERR_SEQUENCE),
                      "packet %u", i);
        }
        cr_expect(rvt_decoder_finish(decoder, NULL) == RVT_OK);
        rvt_decoder_close(decoder);
        rvt_image_close(image);
        cr_expect_str_eq(out, " 1:start@1000+1[1000..1000]l", "%s", out);
    }
}
