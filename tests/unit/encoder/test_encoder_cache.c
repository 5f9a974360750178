/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The jump target cache: 16 entries, found by bits 4:1 of the target, so that 3000, 4000 and 5000
 * share entry 0. Expectations by hand from "Jump target cache mode" and "Format selection". */
#include "tests/unit/encoder_rig.h"

static struct rvt_config cache_config(void)
{
    struct rvt_config config = plain_config();

    config.params.cache_size_p = 4;
    config.options.jump_target_cache = true;
    return config;
}

/* Shows: ETR-MODE-040, ETR-MODE-041, ETR-ALG-051 */
Test(encoder_cache, a_target_is_told_by_index_the_second_time)
{
    struct rvt_config config = cache_config();
    struct rig rig;

    begin(&rig, &config);
    jump(&rig, 0x1000);
    jump(&rig, 0x3002); /* entry 1 */
    jump(&rig, 0x4000); /* entry 0 */
    jump(&rig, 0x3002); /* hit */
    jump(&rig, 0x5000); /* takes entry 0 */
    jump(&rig, 0x4000); /* so this misses, and takes it back */
    jump(&rig, 0x4000);
    jump(&rig, 0x3002);
    plain(&rig, 0x6008);
    end(&rig, "+ S:1000 A:3002 A:4000 J1:3002 A:5000 A:4000 J0:4000 J1:3002 A:6008 ntr-");
    cr_expect(rig.note.decision[4] == RVT_DECISION_UPDISCON);
}

/* Shows: ETR-ALG-051, ETR-ALG-053, ETR-CMP-006 */
Test(encoder_cache, an_index_carries_branches_and_moves_the_base)
{
    struct rvt_config config = cache_config();
    struct rig rig;

    begin(&rig, &config);
    jump(&rig, 0x1000);
    jump(&rig, 0x3000);
    nottaken(&rig, 0x5002);
    taken(&rig, 0x5006);
    jump(&rig, 0x5104);
    nottaken(&rig, 0x3000); /* itself in the map */
    jump(&rig, 0x3004);
    plain(&rig, 0x3008); /* reported as a difference to 3000 */
    end(&rig, "+ S:1000 A:3000 B1.1:5002 J0B2.2:3000 A:3008 ntr-");
}

/* Shows: ETR-MODE-042 */
Test(encoder_cache, each_kind_of_uninferable_jump_enters)
{
    static const enum rvt_itype kinds[] = {
        RVT_ITYPE_UNINFERABLE_CALL, RVT_ITYPE_UNINFERABLE_JUMP,       RVT_ITYPE_COROUTINE_SWAP,
        RVT_ITYPE_RETURN,           RVT_ITYPE_OTHER_UNINFERABLE_JUMP, RVT_ITYPE_TRAP_RETURN,
    };

    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        begin(&rig, &config);
        block(&rig, 0x1000, 2, kinds[i]);
        block(&rig, 0x3000, 2, kinds[i]);
        plain(&rig, 0x3000);
        end(&rig, "+ S:1000 A:3000 J0:3000 ntr-");
    }

    struct rvt_config config = cache_config();
    struct rig rig;
    config.params.itype_width_p = 3;
    begin(&rig, &config);
    block(&rig, 0x1000, 2, RVT_ITYPE_UNINFERABLE_JUMP_3BIT);
    block(&rig, 0x3000, 2, RVT_ITYPE_UNINFERABLE_JUMP_3BIT);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 A:3000 J0:3000 ntr-");
}

/* Shows: ETR-MODE-043, ETR-MODE-065 */
Test(encoder_cache, implicit_returns_leave_it_alone)
{
    for (unsigned write = 0; write < 2; write++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.params.return_stack_size_p = 3;
        config.options.implicit_return = true;
        config.switches.jtc_implicit_return =
            write ? RVT_JTC_IMPLICIT_RETURN_WRITE : RVT_JTC_IMPLICIT_RETURN_NO_WRITE;
        begin(&rig, &config);
        call(&rig, 0x1000);
        jump(&rig, 0x9000);
        ret(&rig, 0x4004);  /* entry 2 */
        jump(&rig, 0x1004); /* entry 2, implicit */
        jump(&rig, 0x4004);
        plain(&rig, 0x1004); /* miss, or hit where returns are written and 4004 was not */
        end(&rig,
            write ? "+ S:1000 A:4004 A:4004 A:1004 ntr-" : "+ S:1000 A:4004 J2:4004 A:1004 ntr-");
    }
}

/* Shows: ETR-MODE-043, AMB-081 */
Test(encoder_cache, an_index_that_an_implicit_return_changed_is_not_sure)
{
    for (unsigned write = 0; write < 2; write++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.spec_profile = RVT_PROFILE_V2_0_5_DRAFT;
        config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
        config.switches.support_layout = RVT_SUPPORT_EXT_V0_8;
        config.params.return_stack_size_p = 3;
        config.options.implicit_return = true;
        config.switches.jtc_implicit_return =
            write ? RVT_JTC_IMPLICIT_RETURN_WRITE : RVT_JTC_IMPLICIT_RETURN_NO_WRITE;
        begin(&rig, &config);
        call(&rig, 0x1000);
        jump(&rig, 0x9000);
        jump(&rig, 0x4004); /* entry 2 */
        ret(&rig, 0x9100);  /* implicit, to 1004: entry 2 meant another target before it */
        call(&rig, 0x1004);
        ret(&rig, 0x9200); /* failed, to 1004 */
        call(&rig, 0x1004);
        ret(&rig, 0x9200); /* the same: nothing changed since the packet before */
        plain(&rig, 0x1004);
        end(&rig, write ? "+ S:1000 A:4004 A:9100 J2:1004r1? J2:1004r0 ntr-"
                        : "+ S:1000 A:4004 A:9100 A:1004r1 J2:1004r0 ntr-");
    }
}

/* An implicit return changes an entry, and its target gets a sync packet that leaves the cache
 * alone: from there on the entry means one target. Shows: ETR-MODE-043, ETR-MODE-046, AMB-081 */
Test(encoder_cache, an_index_is_sure_after_a_sync_packet)
{
    for (unsigned synced = 0; synced < 2; synced++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.spec_profile = RVT_PROFILE_V2_0_5_DRAFT;
        config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
        config.switches.support_layout = RVT_SUPPORT_EXT_V0_8;
        config.switches.jtc_implicit_return = RVT_JTC_IMPLICIT_RETURN_WRITE;
        config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
        config.resync.mode = RVT_RESYNC_OFF;
        config.params.return_stack_size_p = 3;
        config.options.implicit_return = true;
        begin(&rig, &config);
        call(&rig, 0x1000);
        jump(&rig, 0x9000);
        jump(&rig, 0x4004); /* entry 2 */
        ret(&rig, 0x9100);  /* implicit, to 1004: takes entry 2 */
        rig.ctype = synced ? RVT_CTYPE_PRECISE : 0;
        call(&rig, 0x1004);
        ret(&rig, 0x9200); /* failed, to 1004 */
        plain(&rig, 0x1004);
        end(&rig, synced ? "+ S:1000 A:4004 A:9100u S:1004 J2:1004r0 ntr-"
                         : "+ S:1000 A:4004 A:9100 J2:1004r1? ntr-");
    }
}

/* Shows: ETR-MODE-044 */
Test(encoder_cache, a_mispredicted_return_replaces_or_empties_its_entry)
{
    for (unsigned invalidate = 0; invalidate < 2; invalidate++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.params.return_stack_size_p = 3;
        config.options.implicit_return = true;
        config.switches.jtc_mispredict_return =
            invalidate ? RVT_JTC_MISPREDICT_INVALIDATE : RVT_JTC_MISPREDICT_UPDATE;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        call(&rig, 0x3000); /* enters 3000 */
        ret(&rig, 0x9000);
        jump(&rig, 0x4000); /* not 3004: entry 0 again */
        jump(&rig, 0x4000);
        call(&rig, 0x3000);
        ret(&rig, 0x9000);
        plain(&rig, 0x3000); /* a hit reports a failed return too */
        end(&rig, invalidate ? "+ S:1000 A:3000 A:4000r1 A:4000 A:3000 J0:3000r1 ntr-"
                             : "+ S:1000 A:3000 A:4000r1 J0:4000 A:3000 J0:3000r1 ntr-");
    }
}

/* Shows: ETR-MODE-045 */
Test(encoder_cache, addresses_for_other_reasons_do_not_enter)
{
    for (unsigned any = 0; any < 2; any++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.switches.jtc_write = any ? RVT_JTC_WRITE_ANY_ADDRESS : RVT_JTC_WRITE_UPDISCON_ONLY;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        rig.trigger = RVT_TRIGGER_NOTIFY;
        plain(&rig, 0x1004);
        jump(&rig, 0x1008);
        plain(&rig, 0x1004);
        rig.trigger = RVT_TRIGGER_NOTIFY; /* held, but no jump leads there */
        plain(&rig, 0x1004);
        end(&rig,
            any ? "+ S:1000 A:1004n J2:1004 A:1004n rep-" : "+ S:1000 A:1004n A:1004 A:1004n rep-");
    }
}

/* The last address is repeated without an index: no jump leads there again.
 * Shows: ETR-MODE-045, ETR-SUP-009 */
Test(encoder_cache, the_repeated_last_address_is_no_target)
{
    struct rvt_config config = cache_config();
    struct rig rig;

    config.switches.final_repeat = true;
    begin(&rig, &config);
    jump(&rig, 0x1000);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 A:3000 A:3000 rep-");
}

/* Shows: ETR-MODE-046 */
Test(encoder_cache, a_sync_packet_empties_it)
{
    static const struct {
        enum rvt_table_reset reset;
        enum rvt_jtc_sync_populate populate;
        bool resync;
        const char *packets;
    } cases[] = {
        {RVT_TABLE_RESET_EVERY_SYNC, RVT_JTC_SYNC_NEVER, false,
         "+ S:1000 A:3000 A:4004u S:4002 A:3000 A:4002 ntr-"},
        {RVT_TABLE_RESET_EVERY_SYNC, RVT_JTC_SYNC_NON_START_IF_RESYNC_OFF, false,
         "+ S:1000 A:3000 A:4004u S:4002 A:3000 J1:4002 ntr-"},
        {RVT_TABLE_RESET_EVERY_SYNC, RVT_JTC_SYNC_NON_START_IF_RESYNC_OFF, true,
         "+ S:1000 A:3000 A:4004u S:4002 A:3000 A:4002 ntr-"},
        {RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF, RVT_JTC_SYNC_NEVER, false,
         "+ S:1000 A:3000 A:4004u S:4002 J0:3000 A:4002 ntr-"},
        {RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF, RVT_JTC_SYNC_NEVER, true,
         "+ S:1000 A:3000 A:4004u S:4002 A:3000 A:4002 ntr-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.switches.table_reset = cases[i].reset;
        config.switches.jtc_sync_populate = cases[i].populate;
        config.resync.mode = cases[i].resync ? RVT_RESYNC_CYCLES : RVT_RESYNC_OFF;
        config.resync.max = 15;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        jump(&rig, 0x3000);
        jump(&rig, 0x4004);
        rig.ctype = RVT_CTYPE_PRECISE;
        jump(&rig, 0x4002); /* a jump target that is synchronised */
        jump(&rig, 0x3000);
        plain(&rig, 0x4002);
        end(&rig, cases[i].packets);
    }
}

/* Shows: ETR-MODE-046 */
Test(encoder_cache, context_packets_empty_it_where_any_format_3_does)
{
    for (unsigned any = 0; any < 2; any++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.switches.table_reset = any ? RVT_TABLE_RESET_ANY_F3 : RVT_TABLE_RESET_EVERY_SYNC;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        plain(&rig, 0x3000);
        rig.ctype = RVT_CTYPE_IMPRECISE;
        jump(&rig, 0x3004);
        plain(&rig, 0x3000);
        end(&rig, any ? "+ S:1000 A:3000 C:0 A:3000 ntr-" : "+ S:1000 A:3000 C:0 J0:3000 ntr-");
    }
}

/* Shows: ETR-MODE-047, ETR-ALG-050 */
Test(encoder_cache, a_count_packet_enters_its_target)
{
    for (unsigned update = 0; update < 2; update++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.params.bpred_size_p = 6;
        config.params.f0s_width_p = 1;
        config.options.branch_prediction = true;
        config.switches.jtc_update_on_f0s0 = update != 0;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        for (unsigned i = 0; i < 31; i++)
            nottaken(&rig, 0x2000);
        jump(&rig, 0x2004);
        jump(&rig, 0x3000);
        plain(&rig, 0x3000);
        for (unsigned i = 0; i < 31; i++)
            nottaken(&rig, 0x2000);
        jump(&rig, 0x2004);
        plain(&rig, 0x3000); /* held, but counted */
        end(&rig, update ? "+ S:1000 K31:3000 J0:3000 K31:3000 ntr-"
                         : "+ S:1000 K31:3000 A:3000 K31:3000 ntr-");
    }
}

/* Shows: ETR-MODE-048 */
Test(encoder_cache, address_0_is_a_target)
{
    for (unsigned invalid = 0; invalid < 2; invalid++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.switches.jtc_zero_invalid = invalid != 0;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        jump(&rig, 0);
        plain(&rig, 0);
        end(&rig, invalid ? "+ S:1000 A:0 A:0 ntr-" : "+ S:1000 A:0 J0:0 ntr-");
    }
}

/* Shows: ETR-MODE-049 */
Test(encoder_cache, the_shorter_packet_can_be_taken)
{
    struct rvt_config config = cache_config();
    struct rig rig;

    config.switches.jtc_choose = RVT_JTC_CHOOSE_SHORTER_BYTES;
    config.params.cache_size_p = 6;
    begin(&rig, &config);
    jump(&rig, 0x1000);
    jump(&rig, 0x107e); /* entry 63: the index takes 9 bits, two bytes */
    jump(&rig, 0x107e); /* difference 0: one byte */
    jump(&rig, 0x9002); /* entry 1: the index takes one byte */
    jump(&rig, 0x1000);
    jump(&rig, 0x9002);  /* the difference takes three */
    plain(&rig, 0x107e); /* three against two */
    end(&rig, "+ S:1000 A:107e A:107e A:9002 A:1000 J1:9002 J3f:107e ntr-");

    config.params.cache_size_p = 4; /* as many bytes: the index */
    begin(&rig, &config);
    jump(&rig, 0x1000);
    jump(&rig, 0x101e);
    plain(&rig, 0x101e);
    end(&rig, "+ S:1000 A:101e Jf:101e ntr-");
}

/* Shows: ETR-FMT-045, ETR-FMT-027 */
Test(encoder_cache, an_index_may_stand_before_a_sync_packet)
{
    for (unsigned fallback = 0; fallback < 2; fallback++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.switches.jtc_before_sync =
            fallback ? RVT_JTC_BEFORE_SYNC_FALLBACK_F12 : RVT_JTC_BEFORE_SYNC_INDEX;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        jump(&rig, 0x3000);
        jump(&rig, 0x3000);
        plain(&rig, 0x3000);
        trap(&rig, 0x7000);
        plain(&rig, 0x8000);
        end(&rig, fallback ? "+ S:1000 A:3000 J0:3000 A:3000u T1:e5:8000 rep-"
                           : "+ S:1000 A:3000 J0:3000 J0:3000 T1:e5:8000 rep-");
    }
}

/* Shows: ETR-MODE-042 */
Test(encoder_cache, trap_returns_are_jumps_or_not)
{
    static const char *const packets[] = {
        "+ S:1000 A:3000 A:4000 J0:4000 A:3000 ntr-", /* write */
        "+ S:1000 A:3000 A:4000 A:4000 A:3000 ntr-",  /* invalidate */
        "+ S:1000 A:3000 A:4000 A:4000 J0:3000 ntr-", /* ignore */
    };

    for (unsigned how = 0; how < 3; how++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.switches.jtc_xret = (enum rvt_jtc_xret)how;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        block(&rig, 0x3000, 2, RVT_ITYPE_TRAP_RETURN);
        block(&rig, 0x4000, 2, RVT_ITYPE_TRAP_RETURN);
        jump(&rig, 0x4000);
        plain(&rig, 0x3000);
        end(&rig, packets[how]);
    }
}

/* The slot of an interrupt is no target, whatever is sent for it. Shows: ETR-MODE-042 */
Test(encoder_cache, interrupts_do_not_enter)
{
    struct rvt_config config = cache_config();
    struct rig rig;

    config.switches.int_at_updiscon = RVT_INT_AT_UPDISCON_LITERAL;
    config.switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    begin(&rig, &config);
    jump(&rig, 0x1000);
    block(&rig, 0x3000, 0, RVT_ITYPE_INTERRUPT);
    jump(&rig, 0x8000);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 A:3000 T1:i5:8000 A:3000 ntr-");
}

/* Shows: ETR-FMT-049, ETR-MODE-007 */
Test(encoder_cache, an_index_without_irreport_tells_no_failed_return)
{
    for (unsigned omitted = 0; omitted < 2; omitted++) {
        struct rvt_config config = cache_config();
        struct rig rig;

        config.params.return_stack_size_p = 3;
        config.options.implicit_return = true;
        config.switches.f0s1_irreport = omitted == 0;
        begin(&rig, &config);
        jump(&rig, 0x1000);
        call(&rig, 0x3000);
        ret(&rig, 0x9000);
        jump(&rig, 0x3000); /* not 3004 */
        plain(&rig, 0x3000);
        end(&rig, omitted ? "+ S:1000 A:3000 A:3000r1 J0:3000 ntr-"
                          : "+ S:1000 A:3000 J0:3000r1 J0:3000 ntr-");
    }
}
