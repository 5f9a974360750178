/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The encoder under its control registers: filters that begin and end tracing, and modes that
 * change while it is enabled. Packets in the notation of notation.h, worked out from the text. */
#include "base/config_check.h"
#include "draft/encoder_profile.h"
#include "tests/unit/notation.h"

#include <criterion/criterion.h>

#include "ingress/registers.h"

struct control_rig {
    struct rvt_config config;
    struct rvt_registers registers;
    struct rvt_encoder *encoder;
    struct notation note;
    char text[2000];
    uint64_t cycle;
};

static struct rvt_config plain(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.ecause_width_p = 5;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    config.params.blocks_p = 2;
    config.params.filters_p = 2;
    config.params.comparators_p = 2;
    config.params.bpred_size_p = 4;
    config.params.return_stack_size_p = 3;
    config.params.filter_excint_p = 2;
    return config;
}

/* Programs from the next row on. */
static void put(struct control_rig *rig, uint32_t offset, uint32_t value)
{
    struct rvt_row row = {.cycle = rig->cycle};

    rvt_registers_set_tracing(&rig->registers, rvt_encoder_tracing(rig->encoder), false);
    rvt_registers_write(&rig->registers, offset, value);
    cr_assert(rvt_encoder_program(rig->encoder, &row, &rig->registers, NULL) == RVT_OK);
}

enum { ENABLED = 3, TRACE = 7 };

static void start(struct control_rig *rig, const struct rvt_config *config)
{
    *rig = (struct control_rig){.config = *config, .cycle = 1};
    cr_assert(rvt_config_check(config, NULL) == RVT_OK);
    rvt_text_init(&rig->note.text, rig->text, sizeof(rig->text));
    rvt_registers_init(&rig->registers, config);
    cr_assert(rvt_encoder_profile_open(config, note_packet, &rig->note, &rig->encoder) == RVT_OK);
    rig->note.config = rvt_encoder_config(rig->encoder);
}

static void expect(struct control_rig *rig, const char *packets)
{
    put(rig, RVT_TE_CONTROL, 1);
    cr_expect_str_eq(rig->text, packets, "%s, not %s", rig->text, packets);
    rvt_encoder_close(rig->encoder);
}

static void row(struct control_rig *rig, struct rvt_row shown)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    shown.cycle = rig->cycle++;
    cr_assert(rvt_encoder_row(rig->encoder, &shown, &diag) == RVT_OK, "%s", diag.text);
}

/* A 4-byte instruction. */
static void inst(struct control_rig *rig, uint64_t iaddr, enum rvt_itype itype)
{
    row(rig,
        (struct rvt_row){
            .priv = 3,
            .blocks = 1,
            .block = {{.iaddr = iaddr, .iretire = 2, .ilastsize = 1, .itype = (uint8_t)itype}}});
}

static void insts(struct control_rig *rig, uint64_t from, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        inst(rig, from + 4 * i, RVT_ITYPE_NONE);
}

/* Filter 0 lets low <= iaddr < high pass. */
static void filter_range(struct control_rig *rig, uint32_t low, uint32_t high)
{
    put(rig, RVT_TE_COMP + RVT_TE_COMP_CONTROL, 5u << 4 | 2u << 8 | 1u << 12);
    put(rig, RVT_TE_COMP + RVT_TE_COMP_PMATCH_LOW, low);
    put(rig, RVT_TE_COMP + RVT_TE_COMP_SMATCH_LOW, high);
    put(rig, RVT_TE_FILTER, 0x11);
    put(rig, RVT_TE_INST_FILTERS, 1);
}

/* Shows: ETR-SUP-002, ETR-FLT-001 */
Test(encoder_control, a_filter_begins_and_ends_tracing)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    filter_range(&rig, 0x1008, 0x1010);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 6);
    insts(&rig, 0x1008, 1);
    expect(&rig, "+ S:1008 A:100c rep S:1008 rep-");
}

/* Idle cycles end nothing. */
Test(encoder_control, a_filter_holds_through_idle_cycles)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    filter_range(&rig, 0x1000, 0x2000);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 1);
    row(&rig, (struct rvt_row){0});
    rig.cycle += 10;
    cr_assert(rvt_encoder_idle(rig.encoder, rig.cycle, NULL) == RVT_OK);
    rig.cycle++;
    insts(&rig, 0x1004, 1);
    insts(&rig, 0x2000, 1);
    row(&rig, (struct rvt_row){0});
    insts(&rig, 0x2004, 1);
    expect(&rig, "+ S:1000 A:1004 rep +-");
}

/* Shows: ETR-FLT-013. What is not traced leaves the branch map alone. */
Test(encoder_control, branches_outside_are_not_counted)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    filter_range(&rig, 0x1000, 0x1010);
    put(&rig, RVT_TE_CONTROL, TRACE);
    inst(&rig, 0x2000, RVT_ITYPE_TAKEN_BRANCH);
    inst(&rig, 0x1000, RVT_ITYPE_NONE);
    inst(&rig, 0x1004, RVT_ITYPE_NONTAKEN_BRANCH);
    inst(&rig, 0x1008, RVT_ITYPE_TAKEN_BRANCH);
    inst(&rig, 0x2000, RVT_ITYPE_TAKEN_BRANCH);
    expect(&rig, "+ S:1000 B2.1:1008 rep +-");
}

/* Shows: AMB-130. The row of two blocks is one unit, or two. */
Test(encoder_control, granularity_cuts_rows)
{
    static const struct {
        enum rvt_filter_gran gran;
        const char *packets;
    } rows[] = {
        {RVT_FILTER_GRAN_CYCLE, "+ S:1000 A:100c rep +-"},
        {RVT_FILTER_GRAN_BLOCK, "+ S:1008 A:100c rep +-"},
    };
    struct rvt_row two = {.priv = 3,
                          .blocks = 2,
                          .block = {{.iaddr = 0x1000, .iretire = 4, .ilastsize = 1},
                                    {.iaddr = 0x1008, .iretire = 4, .ilastsize = 1}}};

    for (unsigned i = 0; i < 2; i++) {
        struct rvt_config config = plain();
        struct control_rig rig;
        config.switches.filter_gran = rows[i].gran;
        start(&rig, &config);
        filter_range(&rig, 0x1008, 0x1010);
        put(&rig, RVT_TE_CONTROL, TRACE);
        row(&rig, two);
        insts(&rig, 0x1010, 1);
        expect(&rig, rows[i].packets);
    }
}

/* Shows: AMB-130. Tracing ends, and begins, inside of a row. */
Test(encoder_control, tracing_ends_between_blocks)
{
    struct rvt_config config = plain();
    struct control_rig rig;
    struct rvt_row two = {.priv = 3,
                          .blocks = 2,
                          .block = {{.iaddr = 0x1008, .iretire = 4, .ilastsize = 1, .itype = 11},
                                    {.iaddr = 0x2000, .iretire = 4, .ilastsize = 1, .itype = 11}}};

    config.switches.filter_gran = RVT_FILTER_GRAN_BLOCK;
    start(&rig, &config);
    filter_range(&rig, 0x1000, 0x1010);
    put(&rig, RVT_TE_CONTROL, TRACE);
    row(&rig, two);
    row(&rig, two);
    expect(&rig, "+ S:1008 A:100c rep S:1008 A:100c rep +-");
}

/* Shows: ETR-SUP-011, ETR-FLT-006. U-mode code alone: the trap is not reported; the handler alone:
 * it is. */
Test(encoder_control, filters_on_privilege_and_on_traps)
{
    struct rvt_config config = plain();
    struct rvt_row trap = {
        .priv = 0, .cause = 8, .blocks = 1, .block = {{.iaddr = 0x1004, .itype = 1}}};
    struct rvt_row user = {
        .priv = 0, .blocks = 1, .block = {{.iaddr = 0x1000, .iretire = 2, .ilastsize = 1}}};

    for (unsigned handler = 0; handler < 2; handler++) {
        struct control_rig rig;
        start(&rig, &config);
        put(&rig, RVT_TE_FILTER, handler ? 1 | 4 : 1 | 2);
        put(&rig, RVT_TE_FILTER + RVT_TE_FILTER_MATCH_INST, 1);
        put(&rig, RVT_TE_FILTER + RVT_TE_FILTER_MATCH_ECAUSE_LOW, 1u << 8);
        put(&rig, RVT_TE_INST_FILTERS, 1);
        put(&rig, RVT_TE_CONTROL, TRACE);
        user.block[0].iaddr = 0x1000;
        row(&rig, user);
        row(&rig, trap);
        insts(&rig, 0x8000, 1);
        inst(&rig, 0x8004, RVT_ITYPE_TRAP_RETURN);
        user.block[0].iaddr = 0x1008;
        row(&rig, user);
        expect(&rig,
               handler ? "+ T0:e8:1004/0 S:8000 A:8004 rep +-" : "+ S:1000/0 rep S:1008/0 rep-");
    }
}

/* Each comparator by itself. Shows: ETR-FLT-008 */
Test(encoder_control, comparators_notify)
{
    struct rvt_config config = plain();

    config.params.comparators_p = RVT_COMPARATORS_MAX;
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++) {
        uint32_t comparator = RVT_TE_COMP + RVT_TE_UNIT * j;
        struct control_rig rig;

        start(&rig, &config);
        put(&rig, comparator, 1u << 14);
        put(&rig, comparator + RVT_TE_COMP_PMATCH_LOW, 0x1004);
        put(&rig, RVT_TE_CONTROL, TRACE);
        insts(&rig, 0x1000, 1);
        row(&rig, (struct rvt_row){.priv = 3,
                                   .blocks = 1,
                                   .block = {{.iaddr = 0x1004, .iretire = 6, .ilastsize = 1}}});
        insts(&rig, 0x1010, 2);
        put(&rig, RVT_TE_CONTROL, ENABLED);
        row(&rig, (struct rvt_row){0});
        insts(&rig, 0x1004, 1);
        expect(&rig, "+ S:1000 A:100cn A:1014 rep +-");
    }
}

/* Shows: ETR-SUP-004, AMB-126 */
Test(encoder_control, a_change_of_modes_is_told_and_followed_by_a_sync)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 3);
    put(&rig, RVT_TE_INST_FEATURES, 1); /* full addresses */
    insts(&rig, 0x100c, 3);
    put(&rig, RVT_TE_INST_FEATURES, 1); /* nothing changes */
    inst(&rig, 0x1018, RVT_ITYPE_UNINFERABLE_JUMP);
    inst(&rig, 0x3000, RVT_ITYPE_TAKEN_BRANCH);
    put(&rig, RVT_TE_INST_FEATURES, 0);
    insts(&rig, 0x4000, 2);
    expect(&rig, "+ S:1000 A:1008 + S:100c B1.0:3000u + S:4000 A:4004 rep-");
}

/*
 * Shows: ETR-SUP-004. Before anything is traced, and after an end, only the support packet is sent.
 */
Test(encoder_control, a_change_without_a_trace_is_told_alone)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, ENABLED);
    put(&rig, RVT_TE_INST_FEATURES, 1);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 1);
    put(&rig, RVT_TE_INST_FEATURES, 0); /* 1000 got a sync packet: no second report */
    put(&rig, RVT_TE_CONTROL, ENABLED);
    row(&rig, (struct rvt_row){0});
    put(&rig, RVT_TE_INST_FEATURES, 1);
    expect(&rig, "+ + S:1000 + rep + +-");
}

/* Shows: ETR-SUP-004. A trap after the change: its own sync packet suffices. */
Test(encoder_control, a_trap_behind_a_change_synchronises)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 2);
    put(&rig, RVT_TE_INST_FEATURES, 1);
    row(&rig, (struct rvt_row){
                  .priv = 3, .cause = 5, .blocks = 1, .block = {{.iaddr = 0x1008, .itype = 1}}});
    insts(&rig, 0x8000, 2);
    expect(&rig, "+ S:1000 A:1004 + T1:e5:8000 A:8004 rep-");
}

/*
 * Shows: AMB-126. support_only: only the support packet, unless predicted branches are unreported.
 */
Test(encoder_control, a_change_can_be_reported_alone)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    config.switches.cfg_change = RVT_CFG_CHANGE_SUPPORT_ONLY;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 1);
    inst(&rig, 0x1004, RVT_ITYPE_NONTAKEN_BRANCH);
    put(&rig, RVT_TE_INST_FEATURES, 1);
    insts(&rig, 0x1008, 2);
    put(&rig, RVT_TE_INST_FEATURES, 0x11);
    insts(&rig, 0x1010, 2);
    expect(&rig, "+ S:1000 + B1.1:100c + S:1010 A:1014 rep-");
}

/* Shows: AMB-126. Branches that no packet has reported stay, if they take part in no prediction. */
Test(encoder_control, a_change_told_alone_keeps_branches)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    config.switches.cfg_change = RVT_CFG_CHANGE_SUPPORT_ONLY;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 1);
    inst(&rig, 0x1004, RVT_ITYPE_NONTAKEN_BRANCH);
    inst(&rig, 0x1008, RVT_ITYPE_TAKEN_BRANCH);
    insts(&rig, 0x1010, 2);
    put(&rig, RVT_TE_INST_FEATURES, 1);
    inst(&rig, 0x1018, RVT_ITYPE_NONTAKEN_BRANCH);
    insts(&rig, 0x101c, 2);
    expect(&rig, "+ S:1000 + B3.5:1020 rep-");
}

/* Shows: ETR-MODE-008, AMB-126. There is no return, so the last report has no depth. */
Test(encoder_control, a_change_told_alone_is_no_return)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    config.switches.cfg_change = RVT_CFG_CHANGE_SUPPORT_ONLY;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    put(&rig, RVT_TE_INST_FEATURES, 8);
    insts(&rig, 0x1000, 2);
    put(&rig, RVT_TE_INST_FEATURES, 9);
    insts(&rig, 0x1008, 2);
    expect(&rig, "+ + S:1000 + A:100c rep-");
}

/* The draft has no change of modes: a trace ends, and another starts. */
Test(encoder_control, a_change_ends_a_trace_of_the_draft)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 3);
    put(&rig, RVT_TE_INST_FEATURES, 1);
    insts(&rig, 0x100c, 3);
    expect(&rig, "+ S:1000t A:1008 rep S:100ct A:1014 rep-");
}

/*
 * A new resync setting acts from its cycle on and is not reported: the layout has no field for it.
 */
Test(encoder_control, resync_is_programmed_without_a_word)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 40);
    put(&rig, RVT_TE_CONTROL, TRACE | 3u << 16);
    insts(&rig, 0x10a0, 12);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x10d0, 20);
    /* 109c was not decided yet and counts: 16 half-words up to 10b8, state 2 at 10bc, then F3/0 */
    expect(&rig, "+ S:1000 S:10c0 A:111c rep-");
}

/* The threshold falls from 2^5 to 2^4 packets: after 16 reports the next F3/0 is announced.
 * Shows: ETR-RSY-004 */
Test(encoder_control, the_threshold_is_lowered_by_one_step)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    config.resync.mode = RVT_RESYNC_PACKETS;
    config.resync.max = 1;
    config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE | 1u << 16 | 1u << 20);
    inst(&rig, 0x1000, RVT_ITYPE_UNINFERABLE_JUMP);
    put(&rig, RVT_TE_CONTROL, TRACE | 1u << 16);
    for (unsigned i = 0; i < 16; i++)
        inst(&rig, 0x2000, RVT_ITYPE_UNINFERABLE_JUMP);
    insts(&rig, 0x3000, 3);
    /* the counted reports are those of 2000 */
    expect(&rig,
           "+ S:1000 A:2000 A:2000 A:2000 A:2000 A:2000 A:2000 A:2000 A:2000 A:2000 A:2000 A:2000 "
           "A:2000 A:2000 A:2000 A:2000 A:2000 A:3000u S:3004 A:3008 rep-");
}

/* Sixteen support packets after F3/0 do not count, except in the older scheme.
 * Shows: ETR-RSY-003, AMB-100 */
Test(encoder_control, support_packets_do_not_count)
{
    for (unsigned counted = 0; counted < 2; counted++) {
        struct rvt_config config = plain();
        struct control_rig rig;

        config.resync.mode = RVT_RESYNC_PACKETS;
        config.resync.max = 0;
        config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
        config.switches.cfg_change = RVT_CFG_CHANGE_SUPPORT_ONLY;
        config.switches.resync_count_support = counted != 0;
        start(&rig, &config);
        put(&rig, RVT_TE_CONTROL, TRACE | 1u << 16);
        insts(&rig, 0x1000, 2);
        for (unsigned i = 0; i < 16; i++)
            put(&rig, RVT_TE_INST_FEATURES, ~i & 1);
        insts(&rig, 0x1008, 4);
        expect(&rig, counted ? "+ S:1000 + + + + + + + + + + + + + + + + S:1008 A:1014 rep-"
                             : "+ S:1000 + + + + + + + + + + + + + + + + A:1014 rep-");
    }
}

/* Draft 0.026 has no change of modes: the trace ends in front of one, if it has begun. */
Test(encoder_control, a_change_of_modes_ends_a_trace_of_the_draft)
{
    struct rvt_config config;
    struct control_rig rig;

    rvt_config_defaults(&config, RVT_PROFILE_DRAFT_0_026);
    config.params.ecause_width_p = 5;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    put(&rig, RVT_TE_INST_FEATURES, 1);
    insts(&rig, 0x1000, 2);
    put(&rig, RVT_TE_INST_FEATURES, 0);
    insts(&rig, 0x1008, 2);
    expect(&rig, "+ + S:1000t A:1004 rep S:1008t A:100c rep-");
}

/* The standard layout has resync_disabled: then it is reported. Spec: ETR-SUP-004, ETR-FMT-013. */
Test(encoder_control, resync_is_told_where_the_layout_has_it)
{
    struct rvt_config config;
    struct control_rig rig;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 2);
    put(&rig, RVT_TE_CONTROL, TRACE | 1u << 16);
    insts(&rig, 0x1008, 2);
    put(&rig, RVT_TE_CONTROL, TRACE | 1u << 16 | 1u << 20); /* still on */
    insts(&rig, 0x1010, 1);
    expect(&rig, "+ S:1000 A:1004 + S:1008 A:1010 rep-");
}

/* Shows: ETR-SUP-008, AMB-123 */
Test(encoder_control, a_restart_can_be_reported)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    config.switches.support_on_restart = true;
    start(&rig, &config);
    filter_range(&rig, 0x1000, 0x1008);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 3);
    insts(&rig, 0x1000, 3);
    put(&rig, RVT_TE_CONTROL, 1);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1000, 3);
    inst(&rig, 0x1004, RVT_ITYPE_NONE); /* alone */
    inst(&rig, 0x2000, RVT_ITYPE_NONE);
    insts(&rig, 0x1000, 1);
    expect(&rig, "+ S:1000 A:1004 rep + S:1000 A:1004 rep +- + S:1000 A:1004 rep + S:1004 rep + "
                 "S:1000 rep-");
}

/* Shows: ETR-SUP-005, ETR-SUP-006, AMB-121 */
Test(encoder_control, early_knowledge_of_the_end_sets_the_flag)
{
    for (unsigned early = 0; early < 2; early++) {
        struct rvt_config config = plain();
        struct control_rig rig;
        config.switches.early_filter = early == 1;
        start(&rig, &config);
        filter_range(&rig, 0x1000, 0x2004);
        put(&rig, RVT_TE_CONTROL, TRACE);
        inst(&rig, 0x1000, RVT_ITYPE_UNINFERABLE_JUMP);
        insts(&rig, 0x2000, 3);
        expect(&rig, early ? "+ S:1000 A:2000u rep +-" : "+ S:1000 A:2000 ntr +-");
    }
}

/* Latches and trap counters restart when the encoder is enabled, and while the hart is in reset. */
Test(encoder_control, enabling_and_reset_clear_what_filters_saw)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    put(&rig, RVT_TE_COMP, 3u << 12); /* latch: from 1000 to 2000 */
    put(&rig, RVT_TE_COMP + RVT_TE_COMP_PMATCH_LOW, 0x1000);
    put(&rig, RVT_TE_COMP + RVT_TE_COMP_SMATCH_LOW, 0x2000);
    put(&rig, RVT_TE_FILTER, 0x11);
    put(&rig, RVT_TE_INST_FILTERS, 1);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x0ffc, 3);
    row(&rig, (struct rvt_row){.halted = true});
    insts(&rig, 0x1008, 1);
    row(&rig, (struct rvt_row){.reset = true});
    insts(&rig, 0x100c, 1);
    insts(&rig, 0x1000, 1);
    put(&rig, RVT_TE_CONTROL, 1);
    put(&rig, RVT_TE_CONTROL, TRACE);
    insts(&rig, 0x1004, 1);
    expect(&rig, "+ S:1000 A:1004 rep S:1008 rep S:1000 rep- + +-");
}

/* Software writes at a cycle that has passed: the call is refused and changes nothing, whatever it
 * would have done. */
Test(encoder_control, a_write_in_the_past_is_refused)
{
    static const struct {
        uint32_t offset, value;
    } writes[] = {{RVT_TE_CONTROL, 1},
                  {RVT_TE_CONTROL, 0},
                  {RVT_TE_CONTROL, 3},
                  {RVT_TE_INST_FEATURES, 1},
                  {RVT_TE_INST_FILTERS, 1}};

    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        struct rvt_config config = plain();
        struct control_rig rig;
        struct rvt_registers registers;
        struct rvt_diag diag;

        start(&rig, &config);
        put(&rig, RVT_TE_CONTROL, TRACE);
        inst(&rig, 0x1000, RVT_ITYPE_NONE);
        registers = rig.registers;
        rvt_registers_write(&registers, writes[i].offset, writes[i].value);
        for (uint64_t cycle = 0; cycle < rig.cycle; cycle++) {
            struct rvt_row moment = {.cycle = cycle};

            rvt_diag_clear(&diag);
            cr_expect(rvt_encoder_program(rig.encoder, &moment, &registers, &diag) ==
                      RVT_ERR_INGRESS);
            cr_expect_str_eq(diag.field, "cycle");
            cr_expect(diag.value == cycle);
        }
        cr_expect(rvt_encoder_tracing(rig.encoder));
        inst(&rig, 0x1004, RVT_ITYPE_UNINFERABLE_JUMP);
        insts(&rig, 0x2000, 2);
        expect(&rig, "+ S:1000 A:2000 A:2004 rep-");
    }
}

/* One write disables the encoder and changes modes: tracing ends with the old modes, and the
 * support packet has the old ones as well. The next session has the new ones. Shows: ETR-SUP-001,
 * ETR-SUP-004 */
Test(encoder_control, modes_that_change_while_disabled_are_told_by_the_next_session)
{
    struct rvt_config config = plain();
    struct control_rig rig;

    start(&rig, &config);
    put(&rig, RVT_TE_CONTROL, TRACE);
    inst(&rig, 0x1000, RVT_ITYPE_UNINFERABLE_JUMP);
    insts(&rig, 0x2000, 2);
    rvt_registers_write(&rig.registers, RVT_TE_INST_FEATURES, 1);
    put(&rig, RVT_TE_CONTROL, 1);
    cr_expect_str_eq(rig.text, "+ S:1000 A:2000 A:2004 rep-");
    cr_expect(rvt_encoder_config(rig.encoder)->options.full_address);
    rvt_registers_write(&rig.registers, RVT_TE_INST_FEATURES, 0);
    put(&rig, RVT_TE_INST_FILTERS, 0);
    cr_expect_str_eq(rig.text, "+ S:1000 A:2000 A:2004 rep-", "nothing while disabled");
    cr_expect(!rvt_encoder_config(rig.encoder)->options.full_address);
    put(&rig, RVT_TE_CONTROL, TRACE);
    inst(&rig, 0x3000, RVT_ITYPE_NONE);
    expect(&rig, "+ S:1000 A:2000 A:2004 rep- + S:3000 rep-");
}
