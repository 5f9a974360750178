/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What each switch of the encoder changes, and that nothing changes without it. The number is the
 * question that the switch answers. */
#include "draft/encoder_profile.h"
#include "tests/unit/encoder_rig.h"

static void interrupt(struct rig *rig, uint64_t iaddr)
{
    block(rig, iaddr, 0, RVT_ITYPE_INTERRUPT);
}

/* AMB-040. Shows: ETR-ALG-022 */
Test(encoder_switches, trap_cause_sel)
{
    for (unsigned own = 0; own < 2; own++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.trap_cause_sel =
            own ? RVT_TRAP_CAUSE_SEL_ISSUE144 : RVT_TRAP_CAUSE_SEL_CHART204;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        trap(&rig, 0x1008);
        interrupt(&rig, 0);
        plain(&rig, 0x8000);
        end(&rig, own ? "+ S:1000 A:1004 T0:i5:0 T1:i5:8000 rep-"
                      : "+ S:1000 A:1004 T0:e5:0 T1:i5:8000 rep-");
    }
}

/* AMB-033. Shows: ETR-ALG-028, ETR-ALG-006 */
Test(encoder_switches, xret_sync)
{
    for (unsigned always = 0; always < 2; always++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.xret_sync = always ? RVT_XRET_SYNC_ALWAYS : RVT_XRET_SYNC_ON_PRIV_CHANGE;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        nottaken(&rig, 0x1004);
        jump(&rig, 0x1008);
        block(&rig, 0x2000, 2, RVT_ITYPE_TRAP_RETURN); /* a jump target before a sync packet */
        nottaken(&rig, 0x3000);
        block(&rig, 0x3004, 2, RVT_ITYPE_TRAP_RETURN); /* its branch is reported before the sync */
        plain(&rig, 0x4000);
        end(&rig, always ? "+ S:1000 B1.1:2000u S:3000 S:4000 rep-"
                         : "+ S:1000 B1.1:2000 B1.1:3000 A:4000 ntr-");
    }

    struct rvt_config config = plain_config();
    struct rig rig;
    config.switches.xret_sync = RVT_XRET_SYNC_ALWAYS;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    nottaken(&rig, 0x1004);
    block(&rig, 0x1008, 2, RVT_ITYPE_TRAP_RETURN);
    plain(&rig, 0x4000);
    end(&rig, "+ S:1000 B1.1:1008 S:4000 rep-");
    cr_expect(rig.note.decision[3] == RVT_DECISION_TRAP_RETURN);
}

/* AMB-105. Shows: ETR-CTX-004, ETR-SUP-005 */
Test(encoder_switches, ctype3)
{
    static const struct {
        enum rvt_ctype3 how;
        bool branch, jumps;
        const char *packets;
    } cases[] = {
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, false, false, "+ S:1000 A:1008 S:5000 rep-"},
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, true, false, "+ S:1000 B1.1:1008 S:5000 rep-"},
        {RVT_CTYPE3_CHART, false, false, "+ S:1000 S:5000? rep-"},
        {RVT_CTYPE3_CHART, true, false, "+ S:1000 B1.1:1008 S:5000 rep-"},
        {RVT_CTYPE3_SUPPORT_BREAK, false, false, "+ S:1000 A:1008 rep S:5000 rep-"},
        {RVT_CTYPE3_SUPPORT_BREAK, true, false, "+ S:1000 B1.1:1008 rep S:5000 rep-"},
        {RVT_CTYPE3_SUPPORT_BREAK, false, true, "+ S:1000 A:1008u rep S:5000 rep-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.params.nocontext_p = false;
        config.switches.ctype3 = cases[i].how;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        if (cases[i].branch)
            nottaken(&rig, 0x1004);
        else if (cases[i].jumps)
            jump(&rig, 0x1004);
        else
            plain(&rig, 0x1004);
        plain(&rig, 0x1008);
        rig.ctype = RVT_CTYPE_DISCONTINUITY;
        plain(&rig, 0x5000);
        end(&rig, cases[i].packets);
        cr_expect(cases[i].how != RVT_CTYPE3_SUPPORT_BREAK ||
                      (rig.note.decision[3] == RVT_DECISION_CONTEXT_BREAK &&
                       rig.note.decision[4] == RVT_DECISION_FIRST),
                  "%zu: %d, %d", i, (int)rig.note.decision[3], (int)rig.note.decision[4]);
    }
}

/*
 * After a notification or a synchronisation packet there may be instructions that need no packet,
 * so no decoder knows whether a path leads from there to the F3/0 of a discontinuity: "?". AMB-105.
 * Shows: ETR-CTX-004
 */
Test(encoder_switches, a_discontinuity_that_looks_like_a_path)
{
    static const struct {
        enum rvt_ctype3 how;
        bool notify, nocontext;
        enum rvt_itype before;
        enum rvt_ctype last;
        const char *packets;
    } cases[] = {
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, true, false, RVT_ITYPE_NONE, 0,
         "+ S:1000 A:1008n S:5000? rep-"},
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, true, false, RVT_ITYPE_UNINFERABLE_JUMP, 0,
         "+ S:1000 A:1008u S:5000 rep-"},
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, true, false, RVT_ITYPE_NONTAKEN_BRANCH, 0,
         "+ S:1000 B1.1:1008n S:5000? rep-"},
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, false, false, RVT_ITYPE_NONE, RVT_CTYPE_PRECISE,
         "+ S:1000 S:1008 S:5000? rep-"},
        {RVT_CTYPE3_REPORT_LAST_THEN_F30, true, true, RVT_ITYPE_NONE, 0,
         "+ S:1000 A:1008n S:5000 rep-"},
        {RVT_CTYPE3_CHART, false, false, RVT_ITYPE_NONE, 0, "+ S:1000 S:5000? rep-"},
        {RVT_CTYPE3_CHART, false, false, RVT_ITYPE_NONTAKEN_BRANCH, 0,
         "+ S:1000 B1.1:1008 S:5000 rep-"},
        {RVT_CTYPE3_SUPPORT_BREAK, true, false, RVT_ITYPE_NONE, 0,
         "+ S:1000 A:1008n rep S:5000 rep-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.params.nocontext_p = cases[i].nocontext;
        config.switches.ctype3 = cases[i].how;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        block(&rig, 0x1004, 2, cases[i].before);
        rig.ctype = (uint8_t)cases[i].last;
        rig.trigger = cases[i].notify ? RVT_TRIGGER_NOTIFY : 0;
        plain(&rig, 0x1008);
        rig.ctype = RVT_CTYPE_DISCONTINUITY;
        plain(&rig, 0x5000);
        end(&rig, cases[i].packets);
    }
}

/* AMB-129. Shows: ETR-FMT-027, ETR-SUP-005 */
Test(encoder_switches, updiscon_bit)
{
    for (unsigned every = 0; every < 2; every++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.updiscon_bit =
            every ? RVT_UPDISCON_BIT_EVERY_TARGET : RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        plain(&rig, 0x2000);
        jump(&rig, 0x2004);
        plain(&rig, 0x3000);
        end(&rig, every ? "+ S:1000 A:2000u A:3000u rep-" : "+ S:1000 A:2000 A:3000 ntr-");
    }
}

/* AMB-042. Shows: ETR-ALG-031 */
Test(encoder_switches, int_at_updiscon)
{
    static const char *const packets[] = {
        "+ S:1000 A:1004 T1:i5:8000 rep-",        /* defer */
        "+ S:1000 A:1004 T0:i5:0 S:8000 rep-",    /* thaddr0 */
        "+ S:1000 A:1004 A:3000 T1:i5:8000 rep-", /* literal */
    };

    for (unsigned how = 0; how < 3; how++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.int_at_updiscon = (enum rvt_int_at_updiscon)how;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        jump(&rig, 0x1004);
        interrupt(&rig, 0x3000);
        plain(&rig, 0x8000);
        end(&rig, packets[how]);
    }

    /* the bits below iaddress_lsb_p, where they are sent, are 0 as well */
    struct rvt_config config = plain_config();
    struct rig rig;
    config.switches.addr_shift = false;
    config.switches.int_at_updiscon = RVT_INT_AT_UPDISCON_THADDR0;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    jump(&rig, 0x1004);
    interrupt(&rig, 0x3000);
    plain(&rig, 0x8000);
    end(&rig, packets[1]);

    /* the interrupt is the last item: a literal report is one of a jump's target */
    config = plain_config();
    config.switches.int_at_updiscon = RVT_INT_AT_UPDISCON_LITERAL;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    jump(&rig, 0x1004);
    interrupt(&rig, 0x3000);
    end(&rig, "+ S:1000 A:1004 A:3000 ntr-");
    cr_expect(rig.note.decision[3] == RVT_DECISION_UPDISCON);

    /* its updiscon flag is that of the target, not of the jump */
    config.switches.updiscon_bit = RVT_UPDISCON_BIT_EVERY_TARGET;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    jump(&rig, 0x1004);
    interrupt(&rig, 0x3000);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:1004 A:3000u T1:i5:8000 rep-");
}

/* AMB-049. Shows: ETR-SUP-011 */
Test(encoder_switches, report_last_trap)
{
    for (unsigned reported = 0; reported < 2; reported++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.report_last_trap = reported != 0;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        trap(&rig, 0x1008);
        end(&rig, reported ? "+ S:1000 A:1004 T0:e5:1008 rep-" : "+ S:1000 A:1004 rep-");

        begin(&rig, &config); /* one that has been reported is not reported again */
        plain(&rig, 0x1000);
        jump(&rig, 0x1004);
        trap(&rig, 0x3000);
        end(&rig, "+ S:1000 A:1004 T0:e5:3000 rep-");

        begin(&rig, &config); /* nor when tracing is back for the handler */
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        rig.trigger = RVT_TRIGGER_OFF;
        trap(&rig, 0x1008);
        rig.cycle++;
        rig.trigger = RVT_TRIGGER_ON;
        plain(&rig, 0x8000);
        end(&rig, reported ? "+ S:1000 A:1004 T0:e5:1008 rep S:8000 rep-"
                           : "+ S:1000 A:1004 rep T1:e5:8000 rep-");

        begin(&rig, &config); /* two of them */
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        trap(&rig, 0x1008);
        interrupt(&rig, 0xbad0);
        end(&rig,
            reported ? "+ S:1000 A:1004 T0:e5:0 T0:i5:0 rep-" : "+ S:1000 A:1004 T0:e5:0 rep-");
    }
}

/* AMB-101. Shows: ETR-RSY-005, ETR-RSY-006 */
Test(encoder_switches, resync_s2_skip)
{
    for (unsigned skip = 0; skip < 2; skip++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.resync_s2_skip = skip != 0;
        config.resync.mode = RVT_RESYNC_HALFWORDS;
        begin(&rig, &config); /* nothing pending at the end of the block */
        block(&rig, 0x1000, 16, RVT_ITYPE_NONE);
        block(&rig, 0x1020, 4, RVT_ITYPE_INFERABLE_JUMP);
        plain(&rig, 0x3000);
        end(&rig, skip ? "+ S:1000 S:1024 A:3000 rep-" : "+ S:1000 A:1024 S:3000 rep-");

        begin(&rig, &config); /* a branch itself: its outcome is in the sync packet */
        block(&rig, 0x1000, 16, RVT_ITYPE_NONE);
        block(&rig, 0x1020, 4, RVT_ITYPE_TAKEN_BRANCH);
        plain(&rig, 0x3000);
        end(&rig, skip ? "+ S:1000 S:1024t A:3000 rep-" : "+ S:1000 B1.0:1024 S:3000 rep-");

        begin(&rig, &config); /* a branch pending: as without the switch */
        block(&rig, 0x1000, 14, RVT_ITYPE_NONTAKEN_BRANCH);
        block(&rig, 0x101c, 6, RVT_ITYPE_INFERABLE_JUMP);
        plain(&rig, 0x3000);
        end(&rig, "+ S:1000 B1.1:1024 S:3000 rep-");

        config.params.return_stack_size_p = 2;
        config.options.implicit_return = true;
        begin(&rig, &config); /* a failed return must be reported as such */
        block(&rig, 0x1000, 14, RVT_ITYPE_INFERABLE_CALL);
        ret(&rig, 0x2000);
        block(&rig, 0x3000, 2, RVT_ITYPE_INFERABLE_JUMP);
        plain(&rig, 0x4000);
        end(&rig, "+ S:1000 A:3000ur1 S:4000 rep-");
    }
}

/* AMB-100: a gap ends with a sync packet, which clears the count. Shows: ETR-RSY-001 */
Test(encoder_switches, resync_cycles_gated)
{
    for (unsigned gated = 0; gated < 2; gated++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.switches.resync_cycles_gated = gated != 0;
        config.resync.mode = RVT_RESYNC_CYCLES;
        begin(&rig, &config);
        rig.trigger = RVT_TRIGGER_OFF;
        plain(&rig, 0x1000);
        for (unsigned i = 0; i < 40; i++)
            plain(&rig, 0x1004 + 4 * i);
        rig.trigger = RVT_TRIGGER_ON;
        plain(&rig, 0x2000);
        nottaken(&rig, 0x2004);
        plain(&rig, 0x2008);
        end(&rig, "+ S:1000 rep S:2000 B1.1:2008 rep-");
    }
}

static enum rvt_status keep_tval(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    uint64_t *tval = context;

    (void)origin;
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_TRAP)
        *tval = packet->tval;
    return RVT_OK;
}

/* AMB-046. Shows: ETR-ING-011 */
Test(encoder_switches, tval_always)
{
    for (unsigned always = 0; always < 2; always++) {
        struct rvt_control on = {.enable = true, .inst_tracing = true};
        struct rvt_config config = plain_config();
        struct rvt_row row = {.cycle = 1, .priv = 3, .cause = 7, .tval = 0x1234567890, .blocks = 1};
        struct rvt_encoder *encoder;
        uint64_t tval = 1;

        config.switches.tval_always = always != 0;
        cr_assert(rvt_encoder_profile_open(&config, keep_tval, &tval, &encoder) == RVT_OK);
        cr_assert(rvt_encoder_control(encoder, &(struct rvt_row){0}, &on, NULL) == RVT_OK);
        row.block[0] = (struct rvt_block){.itype = RVT_ITYPE_INTERRUPT};
        cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
        row.block[0] = (struct rvt_block){.iaddr = 0x8000, .iretire = 2, .ilastsize = 1};
        for (row.cycle = 2; row.cycle < 4; row.cycle++)
            cr_assert(rvt_encoder_row(encoder, &row, NULL) == RVT_OK);
        rvt_encoder_close(encoder);
        cr_expect(tval == (always ? 0x34567890 : 0), "%llx", (unsigned long long)tval);
    }
}

/* AMB-151. Shows: ETR-FMT-025 */
Test(encoder_switches, addr_shift)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.addr_shift = false;
    begin(&rig, &config);
    jump(&rig, 0x1000);
    jump(&rig, 0x80000002);
    plain(&rig, 0x20);
    end(&rig, "+ S:1000 A:80000002 A:20 ntr-");
}

/* AMB-131, with a mode on. Shows: ETR-SUP-007 */
Test(encoder_switches, final_repeat)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.switches.final_repeat = true;
    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    begin(&rig, &config);
    call(&rig, 0x1000);
    call(&rig, 0x2000);
    ret(&rig, 0x3000);
    jump(&rig, 0x2004);
    plain(&rig, 0x5000);
    end(&rig, "+ S:1000 A:5000 A:5000 rep-");
}
