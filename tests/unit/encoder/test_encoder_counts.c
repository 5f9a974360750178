/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What an encoder counts and remembers: branches, the base of addresses, the time to synchronise,
 * cycles; and its errors. */
#include "draft/encoder_profile.h"
#include "tests/unit/encoder_rig.h"

/* Shows: ETR-ALG-002, ETR-ALG-012, ETR-ALG-021, ETR-ALG-034, ETR-ALG-052, ETR-ALG-053, ETR-ALG-054,
 * ETR-FMT-022 */
Test(encoder_counts, thirty_one_branches)
{
    static const struct {
        unsigned branches;
        enum rvt_itype last;
        const char *packets;
    } cases[] = {
        {0, RVT_ITYPE_NONE, "+ S:1000 A:3000 rep-"},
        {1, RVT_ITYPE_NONE, "+ S:1000 B1.0:3000 rep-"},
        {30, RVT_ITYPE_NONE, "+ S:1000 B30.2aaaaaaa:3000 rep-"},
        {31, RVT_ITYPE_NONE, "+ S:1000 M.2aaaaaaa A:3000 rep-"},
        {33, RVT_ITYPE_NONE, "+ S:1000 M.2aaaaaaa B2.1:3000 rep-"},
        {30, RVT_ITYPE_NONTAKEN_BRANCH, "+ S:1000 B31.6aaaaaaa:3000 rep-"},
        {62, RVT_ITYPE_NONE, "+ S:1000 M.2aaaaaaa M.55555555 A:3000 rep-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = plain_config();
        struct rig rig;
        begin(&rig, &config);
        block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
        branches(&rig, cases[i].branches);
        block(&rig, 0x3000, 2, cases[i].last);
        end(&rig, cases[i].packets);
    }
}

/* A branch that is the target of a jump is in the map of the packet that reports it. Shows:
 * ETR-ALG-021, ETR-ALG-053 */
Test(encoder_counts, the_reported_branch_is_in_the_map)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    branches(&rig, 30);
    block(&rig, 0x3000, 2, RVT_ITYPE_RETURN);
    block(&rig, 0x4000, 2, RVT_ITYPE_TAKEN_BRANCH);
    block(&rig, 0x5000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 B31.2aaaaaaa:4000 A:5000 rep-");
}

/* Shows: ETR-CMP-006, ETR-FMT-025, ETR-FMT-006, ETR-MODE-063 */
Test(encoder_counts, addresses_are_told_from_the_latest_one)
{
    for (unsigned full = 0; full < 2; full++) {
        struct rvt_config config = plain_config();
        struct rig rig;
        config.options.full_address = full != 0;
        begin(&rig, &config);
        block(&rig, 0xfffffff0, 2, RVT_ITYPE_UNINFERABLE_JUMP);
        block(&rig, 0x10, 2, RVT_ITYPE_UNINFERABLE_JUMP);
        block(&rig, 0xffffff00, 2, RVT_ITYPE_NONE);
        branches(&rig, 31);
        block(&rig, 0x80000000, 2, RVT_ITYPE_UNINFERABLE_JUMP);
        block(&rig, 0x7ffffffe, 1, RVT_ITYPE_UNINFERABLE_JUMP);
        end(&rig, "+ S:fffffff0 A:10 A:ffffff00 M.2aaaaaaa A:7ffffffe ntr-");
    }
}

/* Sixteen jump targets, then the next inferable or uninferable end of a block. Shows: ETR-RSY-003,
 * ETR-RSY-012 */
Test(encoder_counts, resync_by_packets_has_its_place)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.resync.mode = RVT_RESYNC_PACKETS;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_RETURN);
    for (unsigned i = 0; i < 18; i++)
        block(&rig, 0x1000, 2, RVT_ITYPE_RETURN);
    end(&rig, "+ S:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 "
              "A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000u S:1000 rep-");
}

/* Shows: ETR-RSY-004, ETR-RSY-005, ETR-RSY-006, ETR-ALG-010 */
Test(encoder_counts, resync_by_halfwords_waits_for_the_end_of_a_block)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.resync.mode = RVT_RESYNC_HALFWORDS;
    begin(&rig, &config);
    block(&rig, 0x1000, 16, RVT_ITYPE_NONE);
    block(&rig, 0x1020, 16, RVT_ITYPE_NONE);
    block(&rig, 0x1040, 4, RVT_ITYPE_TAKEN_BRANCH);
    block(&rig, 0x2000, 12, RVT_ITYPE_NONE);
    block(&rig, 0x2018, 4, RVT_ITYPE_INFERABLE_JUMP);
    block(&rig, 0x3000, 4, RVT_ITYPE_INFERABLE_JUMP);
    block(&rig, 0x4000, 4, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 B1.0:1044 S:2000 A:3004 S:4000 A:4004 rep-");
}

/* Shows: ETR-RSY-001, ETR-RSY-007, ETR-RSY-008 */
Test(encoder_counts, resync_by_cycles_counts_idle_ones_and_starts_anew_with_a_trap)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.resync.mode = RVT_RESYNC_CYCLES;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE); /* S, count 0 */
    rig.cycle += 14;
    block(&rig, 0x1004, 2, RVT_ITYPE_INFERABLE_JUMP); /* 15 */
    block(&rig, 0x2000, 2, RVT_ITYPE_INFERABLE_JUMP); /* 16: state 2 */
    block(&rig, 0x3000, 0, RVT_ITYPE_EXCEPTION);
    block(&rig, 0x4000, 2, RVT_ITYPE_INFERABLE_JUMP); /* T1, count 0 */
    rig.cycle += 15;
    block(&rig, 0x5000, 2, RVT_ITYPE_INFERABLE_JUMP); /* 16 */
    block(&rig, 0x6000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 A:2000 T1:e5:4000 A:5000 S:6000 rep-");
}

/* Shows: ETR-RSY-001 */
Test(encoder_counts, resync_can_be_off)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    for (unsigned i = 0; i < 100; i++)
        block(&rig, 0x2000, 200, RVT_ITYPE_INFERABLE_JUMP);
    end(&rig, "+ S:1000 A:218c rep-");
}

/* Shows: ETR-ALG-070, ETR-ALG-071, ETR-ALG-072, ETR-ALG-073, ETR-ALG-074, ETR-ALG-075,
 * ETR-ALG-076 */
Test(encoder_counts, the_older_chart)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.chart = RVT_CHART_V200;
    config.switches.thaddr0_addr = RVT_THADDR0_IADDR;
    begin(&rig, &config); /* J A B H: A twice */
    block(&rig, 0x1000, 2, RVT_ITYPE_RETURN);
    block(&rig, 0x3000, 0, RVT_ITYPE_EXCEPTION);
    block(&rig, 0x3100, 0, RVT_ITYPE_INTERRUPT);
    block(&rig, 0x2000, 2, RVT_ITYPE_NONE);
    block(&rig, 0x2004, 2, RVT_ITYPE_EXCEPTION); /* with retirement */
    block(&rig, 0x2100, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 T0:e5:3000 T0:e5:3100~ T1:i5:2000 A:2004 T1:e5:2100 rep-");

    begin(&rig, &config); /* a trap first: F3/0 at its address */
    block(&rig, 0x1000, 0, RVT_ITYPE_EXCEPTION);
    block(&rig, 0x2000, 2, RVT_ITYPE_RETURN);
    block(&rig, 0x3000, 0, RVT_ITYPE_INTERRUPT); /* thaddr 0 at a jump target */
    block(&rig, 0x4000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000~ T1:e5:2000 T0:i5:3000 S:4000 rep-");
}

/* A trap alone passes the decisions for instructions, which report its address as if an instruction
 * had retired there. Shows: ETR-ALG-072, ETR-ALG-074, ETR-ALG-075 */
Test(encoder_counts, the_older_chart_reports_the_address_of_a_trap)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.chart = RVT_CHART_V200;
    begin(&rig, &config); /* before the end */
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    block(&rig, 0x1004, 0, RVT_ITYPE_EXCEPTION);
    end(&rig, "+ S:1000 A:1004~ rep-");

    begin(&rig, &config); /* before the next trap */
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    block(&rig, 0x1004, 0, RVT_ITYPE_EXCEPTION);
    block(&rig, 0x2000, 0, RVT_ITYPE_EXCEPTION);
    block(&rig, 0x2000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 A:1004~ T0:e5:2000 T1:e5:2000 rep-");
}

/* A trap alone is reported as if an instruction had retired there. Shows: ETR-ALG-074 */
Test(encoder_counts, the_older_chart_reports_the_address_of_a_last_trap)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.chart = RVT_CHART_V200;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    block(&rig, 0x3000, 0, RVT_ITYPE_EXCEPTION);
    end(&rig, "+ S:1000 A:3000~ rep-");
}

/* Shows: ETR-ALG-077 */
Test(encoder_counts, the_older_resync)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
    config.resync.mode = RVT_RESYNC_PACKETS;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_RETURN);
    for (unsigned i = 0; i < 15; i++)
        block(&rig, 0x1000, 2, RVT_ITYPE_RETURN);
    block(&rig, 0x2000, 2, RVT_ITYPE_NONE);         /* the sixteenth: count 16 */
    block(&rig, 0x2004, 2, RVT_ITYPE_NONE);         /* no branch: nothing */
    block(&rig, 0x2008, 2, RVT_ITYPE_TAKEN_BRANCH); /* equal, and a branch: count 17 */
    block(&rig, 0x3000, 2, RVT_ITYPE_NONE);         /* above */
    end(&rig, "+ S:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 A:1000 "
              "A:1000 A:1000 A:1000 A:1000 A:1000 A:2000 B1.0:2008 S:3000 rep-");
}

/* Shows: ETR-ALG-077 */
Test(encoder_counts, a_late_resync_of_the_older_chart_loses_branches)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
    config.resync.mode = RVT_RESYNC_CYCLES;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    rig.cycle += 40; /* beyond 16 cycles, and no branch before: nothing is lost */
    block(&rig, 0x1004, 2, RVT_ITYPE_TAKEN_BRANCH);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    block(&rig, 0x1004, 2, RVT_ITYPE_TAKEN_BRANCH);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    rig.cycle += 40; /* the count is never equal to 16, so no packet reports the second branch */
    block(&rig, 0x1004, 2, RVT_ITYPE_TAKEN_BRANCH);
    end(&rig, "+ S:1000 S:1004t S:1004t~ rep-");
}

/* Shows: ETR-SUP-009 */
Test(encoder_counts, the_last_address_is_repeated_where_a_profile_asks_for_it)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.final_repeat = true;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_RETURN);
    block(&rig, 0x2000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 A:2000 A:2000 rep-");
}

/* Shows: ETR-SUP-001, ETR-SUP-009 */
Test(encoder_counts, a_session_can_follow_another)
{
    struct rvt_config config = plain_config();
    struct rvt_control on = {.enable = true, .inst_tracing = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row moment = {.cycle = 3};
    struct rig rig;

    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_TAKEN_BRANCH);
    block(&rig, 0x2000, 2, RVT_ITYPE_TAKEN_BRANCH);
    cr_assert(rvt_encoder_control(rig.encoder, &moment, &off, NULL) == RVT_OK);
    block(&rig, 0x3000, 2, RVT_ITYPE_TAKEN_BRANCH);
    moment.cycle = 4;
    cr_assert(rvt_encoder_control(rig.encoder, &moment, &on, NULL) == RVT_OK);
    block(&rig, 0x4000, 2, RVT_ITYPE_NONE);
    on.inst_tracing = false;
    moment.cycle = 5;
    cr_assert(rvt_encoder_control(rig.encoder, &moment, &on, NULL) == RVT_OK);
    block(&rig, 0x5000, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000t B1.0:2000 rep- + S:4000 rep +-");
}

/* Shows: ETR-FLT-010 */
Test(encoder_counts, idle_cycles_bring_a_pending_end)
{
    struct rvt_config config = plain_config();
    struct rvt_row row = {.cycle = 1, .priv = 3, .blocks = 1, .trigger = RVT_TRIGGER_OFF};
    struct rig rig;

    row.block[0] = (struct rvt_block){.iaddr = 0x1000, .iretire = 2, .ilastsize = 1};
    begin(&rig, &config);
    cr_assert(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_OK);
    cr_assert(rvt_encoder_idle(rig.encoder, 1, NULL) == RVT_OK);
    cr_expect_str_eq(rig.text, "+");
    cr_assert(rvt_encoder_idle(rig.encoder, 2, NULL) == RVT_OK);
    cr_expect_str_eq(rig.text, "+ S:1000 rep");
    rig.cycle = 2;
    end(&rig, "+ S:1000 rep +-");
}

Test(encoder_counts, a_row_that_breaks_a_rule_is_not_taken)
{
    struct rvt_config config = plain_config();
    struct rvt_row row = {.cycle = 2, .priv = 2, .blocks = 1};
    struct rvt_diag diag;
    struct rig rig;

    row.block[0] = (struct rvt_block){.iaddr = 0x1000, .iretire = 2, .ilastsize = 1};
    begin(&rig, &config);
    rvt_diag_clear(&diag);
    cr_expect(rvt_encoder_row(rig.encoder, &row, &diag) == RVT_ERR_INGRESS);
    cr_expect_str_eq(diag.field, "priv");
    row.priv = 3;
    cr_expect(rvt_encoder_row(rig.encoder, &row, NULL) == RVT_OK);
    rvt_diag_clear(&diag);
    cr_expect(rvt_encoder_row(rig.encoder, &row, &diag) == RVT_ERR_INGRESS, "the same cycle");
    cr_expect_str_eq(diag.field, "cycle");
    cr_expect(rvt_encoder_control(rig.encoder, &row, &(struct rvt_control){0}, NULL) ==
              RVT_ERR_INGRESS);
    rig.cycle = 2;
    end(&rig, "+ S:1000 rep-");
}

static enum rvt_status refuse(void *context, const struct rvt_packet *packet,
                              const struct rvt_origin *origin)
{
    unsigned *calls = context;

    (void)packet;
    (void)origin;
    return ++*calls == 2 ? RVT_ERR_IO : RVT_OK;
}

Test(encoder_counts, a_refusal_of_the_sink_is_told)
{
    struct rvt_config config = plain_config();
    struct rvt_control on = {.enable = true, .inst_tracing = true};
    struct rvt_row row = {.cycle = 1, .priv = 3, .blocks = 1};
    struct rvt_encoder *encoder;
    unsigned calls = 0;

    row.block[0] = (struct rvt_block){.iaddr = 0x1000, .iretire = 4, .ilastsize = 1, .itype = 5};
    cr_assert(rvt_encoder_profile_open(&config, refuse, &calls, &encoder) == RVT_OK);
    cr_expect(rvt_encoder_control(encoder, &(struct rvt_row){0}, &on, NULL) == RVT_OK);
    cr_expect(rvt_encoder_row(encoder, &row, NULL) == RVT_ERR_SINK);
    row.cycle++;
    cr_expect(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
    cr_expect(calls == 2);
    rvt_encoder_close(encoder);
    rvt_encoder_close(NULL);
}

static enum rvt_status note_time(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct rvt_text *text = context;

    rvt_text_add(text, "%s@%llu/%llu/%llu ", rvt_packet_name(packet),
                 (unsigned long long)origin->cycle, (unsigned long long)origin->time,
                 (unsigned long long)packet->time);
    return RVT_OK;
}

/* Shows: ETR-CTX-009 */
Test(encoder_counts, packets_have_the_time_of_their_row)
{
    struct rvt_config config = plain_config();
    struct rvt_control on = {.enable = true, .inst_tracing = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row row = {.cycle = 5, .time = 50, .priv = 3, .blocks = 1};
    struct rvt_encoder *encoder;
    struct rvt_text text;
    char out[200];

    config.params.notime_p = false;
    config.params.time_width_p = 16;
    rvt_text_init(&text, out, sizeof(out));
    row.block[0] = (struct rvt_block){.iaddr = 0x1000, .iretire = 2, .ilastsize = 1};
    cr_assert(rvt_encoder_profile_open(&config, note_time, &text, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &row, &on, NULL) == RVT_OK);
    cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
    row.cycle = 7;
    row.time = 70;
    row.block[0].iaddr = 0x1004;
    cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
    row.cycle = 9;
    row.time = 90;
    cr_assert(rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK);
    rvt_encoder_close(encoder);
    cr_expect_str_eq(out, "F3/3@5/0/0 F3/0@5/50/50 F2@7/70/0 F3/3@9/70/0 ", "%s", out);
}

Test(encoder_counts, each_decision_has_a_clause_and_a_text)
{
    for (int i = RVT_DECISION_SUPPORT_ENABLE; i <= RVT_DECISION_CONTEXT_BREAK; i++) {
        cr_expect(rvt_decision_clause((enum rvt_decision)i)[0] == 'E');
        cr_expect(rvt_decision_text((enum rvt_decision)i)[0] != '\0');
    }
    for (int i = RVT_FORMAT_WHY_DECISION; i <= RVT_FORMAT_WHY_NO_BRANCHES; i++) {
        cr_expect(rvt_format_why_clause((enum rvt_format_why)i)[0] == 'E');
        cr_expect(rvt_format_why_text((enum rvt_format_why)i)[0] != '\0');
    }
}

static enum rvt_status note_why(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct rvt_text *text = context;

    rvt_text_add(text, "%s:%d ", rvt_packet_name(packet), (int)origin->format_why);
    return RVT_OK;
}

/* Shows: ETR-ALG-052, ETR-ALG-053 */
Test(encoder_counts, each_format_has_its_reason)
{
    struct rvt_config config = plain_config();
    struct rvt_control on = {.enable = true, .inst_tracing = true};
    struct rvt_row row = {.cycle = 1, .priv = 3, .blocks = 1};
    struct rvt_encoder *encoder;
    struct rvt_text text;
    char out[200];

    rvt_text_init(&text, out, sizeof(out));
    cr_assert(rvt_encoder_profile_open(&config, note_why, &text, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &(struct rvt_row){0}, &on, NULL) == RVT_OK);
    for (unsigned i = 0; i < 38; i++) { /* at jump targets: no branch, one, and 31 of them */
        bool jump = i == 0 || i == 3 || i == 35;
        bool branch = i == 2 || (i > 4 && !jump);

        row.block[0] = (struct rvt_block){.iaddr = 0x1000 + 4 * (uint64_t)i,
                                          .iretire = 2,
                                          .ilastsize = 1,
                                          .itype = jump     ? RVT_ITYPE_UNINFERABLE_JUMP
                                                   : branch ? RVT_ITYPE_NONTAKEN_BRANCH
                                                            : RVT_ITYPE_NONE};
        cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
        row.cycle++;
    }
    rvt_encoder_close(encoder);
    cr_expect_str_eq(out, "F3/3:0 F3/0:0 F2:6 F1:4 F1:5 ", "%s", out);
}

/* Rows that are not traced set no time: a loss and an end have that of the latest qualified row
 * with items. Shows: ETR-SUP-002, ETR-SUP-003 */
Test(encoder_counts, events_have_the_time_of_the_latest_qualified_row)
{
    static const struct {
        uint32_t trigger;
        unsigned blocks;
        bool lost;
    } rows[] = {
        {0, 1, false},               /* time 10: traced */
        {0, 0, false},               /* 20: no items */
        {RVT_TRIGGER_OFF, 1, false}, /* 30: the last one that is traced */
        {0, 1, false},               /* 40 */
        {RVT_TRIGGER_ON, 0, false},  /* 50 */
        {0, 0, true},                /* 60: lost */
        {0, 1, false},               /* 70 */
        {RVT_TRIGGER_OFF, 0, false}, /* 80 */
        {0, 1, false},               /* 90 */
    };
    struct rvt_config config = plain_config();
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row row = {.priv = 3};
    struct rvt_encoder *encoder;
    struct rvt_text text;
    char out[300];

    rvt_text_init(&text, out, sizeof(out));
    cr_assert(rvt_encoder_profile_open(&config, note_time, &text, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &row, &on, NULL) == RVT_OK);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        row = (struct rvt_row){.cycle = i + 1,
                               .time = 10 * (i + 1),
                               .priv = 3,
                               .trigger = rows[i].trigger,
                               .lost = rows[i].lost,
                               .blocks = (uint8_t)rows[i].blocks};
        row.block[0] = (struct rvt_block){.iaddr = 0x1000 + 4 * i, .iretire = 2, .ilastsize = 1};
        cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
    }
    row.cycle = 20;
    cr_assert(rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK);
    rvt_encoder_close(encoder);
    cr_expect_str_eq(out,
                     "F3/3@0/0/0 F3/0@1/10/0 F2@3/30/0 F3/3@4/30/0 F3/3@6/30/0 F3/0@7/70/0 "
                     "F3/3@9/70/0 F3/3@20/70/0 ",
                     "%s", out);
}

/* 70,000 branches of one loop: the first 31 are in a map, since the first of them was mispredicted,
 * and the other 69,969 in a count, of which the packet has 31 less.
 * Shows: ETR-ALG-050, ETR-FMT-041 */
Test(encoder_counts, a_long_count_has_32_bits)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.params.bpred_size_p = 2;
    config.options.branch_prediction = true;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_NONE);
    for (unsigned i = 0; i < 70000; i++)
        block(&rig, 0x1004, 2, RVT_ITYPE_TAKEN_BRANCH);
    block(&rig, 0x1008, 2, RVT_ITYPE_NONE);
    end(&rig, "+ S:1000 M.0 K69969:1008 rep-");
}
