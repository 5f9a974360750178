/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Sequentially inferable jumps, implicit exceptions, and all modes in series. */
#include "tests/unit/encoder_rig.h"

static struct rvt_config sijump_config(void)
{
    struct rvt_config config = plain_config();

    config.params.sijump_p = true;
    config.options.sequentially_inferred_jumps = true;
    return config;
}

/* A jump whose register the instruction before has loaded. */
static void sijump(struct rig *rig, uint64_t iaddr, enum rvt_itype itype)
{
    rig->sijump = true;
    block(rig, iaddr, 2, itype);
}

/* Shows: ETR-MODE-060, ETR-ING-013, ETR-ALG-003 */
Test(encoder_jumps, a_sequentially_inferable_jump_is_not_told)
{
    static const struct {
        enum rvt_itype itype;
        bool inferred;
    } cases[] = {
        {RVT_ITYPE_UNINFERABLE_CALL, true}, {RVT_ITYPE_UNINFERABLE_JUMP, true},
        {RVT_ITYPE_COROUTINE_SWAP, true},   {RVT_ITYPE_OTHER_UNINFERABLE_JUMP, true},
        {RVT_ITYPE_RETURN, false},          {RVT_ITYPE_TRAP_RETURN, false},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (unsigned off = 0; off < 2; off++) {
            struct rvt_config config = sijump_config();
            bool inferred = cases[i].inferred && !off;
            struct rig rig;

            config.options.sequentially_inferred_jumps = !off;
            begin(&rig, &config);
            plain(&rig, 0x1000);
            plain(&rig, 0x1004);
            sijump(&rig, 0x1008, cases[i].itype);
            plain(&rig, 0x3000);
            taken(&rig, 0x3004);
            plain(&rig, 0x100);
            end(&rig, inferred ? "+ S:1000 B1.0:100 rep-" : "+ S:1000 A:3000 B1.0:100 rep-");
        }
    }
}

/* Shows: ETR-MODE-060 */
Test(encoder_jumps, load_and_jump_may_be_one_block)
{
    struct rvt_config config = sijump_config();
    struct rig rig;

    config.params.itype_width_p = 3;
    begin(&rig, &config);
    rig.sijump = true;
    block(&rig, 0x1000, 4, RVT_ITYPE_UNINFERABLE_JUMP_3BIT); /* the first traced ones */
    plain(&rig, 0x3000);
    taken(&rig, 0x3004);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 B1.0:100 rep-");
}

/* Shows: ETR-MODE-061 */
Test(encoder_jumps, its_load_must_have_been_traced)
{
    struct rvt_config config = sijump_config();
    struct rig rig;

    begin(&rig, &config); /* the jump is the first instruction */
    sijump(&rig, 0x1008, RVT_ITYPE_UNINFERABLE_JUMP);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1008 A:3000 ntr-");

    begin(&rig, &config); /* the first after a gap */
    plain(&rig, 0x1000);
    rig.trigger = RVT_TRIGGER_OFF;
    plain(&rig, 0x1004);
    plain(&rig, 0x1008);
    rig.trigger = RVT_TRIGGER_ON;
    sijump(&rig, 0x100c, RVT_ITYPE_UNINFERABLE_JUMP);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 A:1004 rep S:100c A:3000 ntr-");

    begin(&rig, &config); /* a trap between */
    plain(&rig, 0x1000);
    plain(&rig, 0x1004);
    trap(&rig, 0x1008);
    sijump(&rig, 0x8000, RVT_ITYPE_UNINFERABLE_JUMP);
    plain(&rig, 0x3000);
    end(&rig, "+ S:1000 A:1004 T1:e5:8000 A:3000 ntr-");
}

/* Shows: ETR-MODE-060 */
Test(encoder_jumps, a_sync_packet_between_does_not_part_them_unless_asked)
{
    for (unsigned report = 0; report < 2; report++) {
        struct rvt_config config = sijump_config();
        struct rig rig;

        config.switches.sijump_across_sync =
            report ? RVT_SIJUMP_ACROSS_SYNC_REPORT : RVT_SIJUMP_ACROSS_SYNC_INFER;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        plain(&rig, 0x1004);
        rig.ctype = RVT_CTYPE_PRECISE;
        sijump(&rig, 0x1008, RVT_ITYPE_UNINFERABLE_JUMP);
        plain(&rig, 0x3000);
        taken(&rig, 0x3004);
        rig.ctype = RVT_CTYPE_PRECISE; /* on the load it does not matter */
        plain(&rig, 0x100);
        sijump(&rig, 0x104, RVT_ITYPE_UNINFERABLE_JUMP);
        plain(&rig, 0x4000);
        taken(&rig, 0x4004);
        plain(&rig, 0x100);
        end(&rig, report ? "+ S:1000 S:1008 A:3000 B1.0:3004 S:100 B1.0:100 rep-"
                         : "+ S:1000 S:1008 B1.0:3004 S:100 B1.0:100 rep-");
    }
}

/* Shows: ETR-MODE-060, ETR-ALG-029, ETR-FMT-027 */
Test(encoder_jumps, its_target_is_told_for_other_reasons)
{
    struct rvt_config config = sijump_config();
    struct rig rig;

    begin(&rig, &config); /* before a trap: reached in order, so no updiscon flag */
    plain(&rig, 0x1000);
    sijump(&rig, 0x1004, RVT_ITYPE_UNINFERABLE_JUMP);
    plain(&rig, 0x3000);
    trap(&rig, 0x3004);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:3000 T1:e5:8000 rep-");

    begin(&rig, &config); /* notified; the end */
    plain(&rig, 0x1000);
    sijump(&rig, 0x1004, RVT_ITYPE_UNINFERABLE_JUMP);
    rig.trigger = RVT_TRIGGER_NOTIFY;
    sijump(&rig, 0x3000, RVT_ITYPE_UNINFERABLE_JUMP);
    plain(&rig, 0x4000);
    end(&rig, "+ S:1000 A:3000n A:4000 rep-");

    begin(&rig, &config); /* a trap at the target: its address is known */
    plain(&rig, 0x1000);
    sijump(&rig, 0x1004, RVT_ITYPE_UNINFERABLE_JUMP);
    trap(&rig, 0x3000);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:1004 T1:e5:8000 rep-");
}

/* Shows: ETR-MODE-062, ETR-CMP-006 */
Test(encoder_jumps, implicit_exceptions_leave_out_the_handler)
{
    struct rvt_config config = plain_config();
    struct rig rig;

    config.options.implicit_exception = true;
    begin(&rig, &config);
    plain(&rig, 0x1000);
    plain(&rig, 0x1004);
    trap(&rig, 0x1008);
    jump(&rig, 0x8000);
    plain(&rig, 0x8040); /* reported as a difference to the handler, which was not */
    jump(&rig, 0x8044);
    trap(&rig, 0x9000); /* thaddr 0: the address is there */
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:1004 T1:e5:0 A:8040 A:8044 T0:e5:9000 S:8000 rep-");
}

/* The order of the modes: first sijump, then implicit return, then the cache. Shows: ETR-MODE-065,
 * ETR-MODE-063 */
Test(encoder_jumps, the_modes_act_in_series)
{
    for (unsigned full = 0; full < 2; full++) {
        struct rvt_config config = sijump_config();
        struct rig rig;

        config.params.return_stack_size_p = 2;
        config.params.cache_size_p = 4;
        config.params.bpred_size_p = 6;
        config.params.f0s_width_p = 1;
        config.options.implicit_return = true;
        config.options.jump_target_cache = true;
        config.options.branch_prediction = true;
        config.options.full_address = full != 0;
        begin(&rig, &config);
        plain(&rig, 0x1000);
        sijump(&rig, 0x1004, RVT_ITYPE_UNINFERABLE_CALL); /* neither reported nor entered */
        ret(&rig, 0x3000);
        jump(&rig, 0x1008); /* implicit, not entered */
        jump(&rig, 0x3000); /* entry 0, reported: the call did not enter it */
        jump(&rig, 0x3000); /* now it is held */
        jump(&rig, 0x1008); /* entry 4, reported: the return did not enter it */
        ret(&rig, 0x1008);
        for (unsigned i = 0; i < 31; i++) /* the first one is the target of a return */
            nottaken(&rig, 0x2000 + 4 * i);
        jump(&rig, 0x207c);
        plain(&rig, 0x3000);
        end(&rig, "+ S:1000 A:3000 J0:3000 A:1008 J4:1008 B1.1:2000 B30.3fffffff:3000 ntr-");
    }
}
