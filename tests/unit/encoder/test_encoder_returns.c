/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Implicit return: which returns are reported, and the values of irreport and irdepth. The
 * expectations are derived by hand from the branch trace and packet chapters. */
#include "tests/unit/encoder_rig.h"

static struct rvt_config stack_config(unsigned size)
{
    struct rvt_config config = plain_config();

    config.params.return_stack_size_p = size;
    config.options.implicit_return = true;
    return config;
}

static struct rvt_config counter_config(unsigned size)
{
    struct rvt_config config = plain_config();

    config.params.call_counter_size_p = size;
    config.options.implicit_return = true;
    return config;
}

/* Shows: ETR-MODE-001, ETR-MODE-003, ETR-MODE-005, ETR-MODE-006 */
Test(encoder_returns, a_return_to_its_call_is_not_told)
{
    for (unsigned counter = 0; counter < 2; counter++) {
        struct rvt_config config = counter ? counter_config(3) : stack_config(3);
        struct rig rig;

        begin(&rig, &config);
        call(&rig, 0x1000); /* synchronised, then counted */
        ret(&rig, 0x2000);
        plain(&rig, 0x1004); /* implicit */
        ret(&rig, 0x1008);   /* no call */
        plain(&rig, 0x3000);
        plain(&rig, 0x3004);
        plain(&rig, 0x3008);
        taken(&rig, 0x300c);
        plain(&rig, 0x4000);
        end(&rig, "+ S:1000 A:3000 B1.0:4000 rep-");
    }
}

/* Shows: ETR-MODE-005, ETR-MODE-007 */
Test(encoder_returns, a_return_elsewhere_is_told_with_its_depth)
{
    struct rvt_config config = stack_config(3);
    struct rig rig;

    begin(&rig, &config);
    plain(&rig, 0x1000);
    call(&rig, 0x1004);
    call(&rig, 0x2000);
    ret(&rig, 0x3000);
    plain(&rig, 0x2008); /* not 2004: depth 2 before the pop */
    ret(&rig, 0x200c);
    plain(&rig, 0x1008); /* the outer one is as predicted */
    taken(&rig, 0x100c);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:2008r2 B1.0:100 rep-");

    config.switches.ir_depth_at_mispredict = RVT_IR_DEPTH_AFTER;
    config.switches.ir_mispredict_pop = false;
    begin(&rig, &config);
    call(&rig, 0x1000);
    call(&rig, 0x2000);
    ret(&rig, 0x3000);
    plain(&rig, 0x2008); /* 2004 stays on the stack */
    ret(&rig, 0x200c);
    plain(&rig, 0x2004);
    taken(&rig, 0x2010);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:2008r1 B1.0:100 rep-");
}

/* Shows: ETR-MODE-004 */
Test(encoder_returns, a_counter_does_not_look_at_addresses)
{
    struct rvt_config config = counter_config(2);
    struct rig rig;

    begin(&rig, &config);
    call(&rig, 0x1000);
    ret(&rig, 0x2000);
    plain(&rig, 0x5000);
    ret(&rig, 0x5004);
    plain(&rig, 0x6000);
    taken(&rig, 0x6004);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:6000~ B1.0:100 rep-");
}

/* Shows: ETR-MODE-002, ETR-MODE-012 */
Test(encoder_returns, the_oldest_calls_are_forgotten)
{
    static const struct {
        bool counter, full;
        unsigned size, kept; /* calls that are remembered */
    } cases[] = {
        {false, false, 1, 2}, {false, false, 2, 4}, {true, false, 1, 1},
        {true, false, 2, 3},  {true, true, 2, 4},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        for (unsigned calls = cases[i].kept; calls <= cases[i].kept + 1; calls++) {
            struct rvt_config config =
                cases[i].counter ? counter_config(cases[i].size) : stack_config(cases[i].size);
            struct rig rig;

            config.switches.ccs_max = cases[i].full ? RVT_CCS_MAX_FULL : RVT_CCS_MAX_MINUS_ONE;
            begin(&rig, &config);
            for (unsigned k = 0; k < calls; k++)
                call(&rig, 0x1000 + 0x100 * k);
            ret(&rig, 0x9000);
            for (unsigned k = calls - 1; k > 0; k--)
                ret(&rig, 0x1004 + 0x100 * k);
            taken(&rig, 0x1004);
            plain(&rig, 0x100);
            end(&rig, calls == cases[i].kept ? "+ S:1000 B1.0:100 rep-"
                                             : "+ S:1000 B1.0:1004 A:100 rep-");
        }
    }
}

/* Shows: ETR-MODE-001 */
Test(encoder_returns, only_calls_and_returns_move_the_stack)
{
    static const enum rvt_itype others[] = {
        RVT_ITYPE_INFERABLE_JUMP, RVT_ITYPE_OTHER_INFERABLE_JUMP, RVT_ITYPE_UNINFERABLE_JUMP,
        RVT_ITYPE_OTHER_UNINFERABLE_JUMP, RVT_ITYPE_COROUTINE_SWAP};

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        begin(&rig, &config);
        block(&rig, 0x1000, 2, RVT_ITYPE_UNINFERABLE_CALL);
        block(&rig, 0x2000, 2, others[i]);
        ret(&rig, 0x3000);
        ret(&rig, 0x1004); /* the call's; the next is without one */
        taken(&rig, 0x4000);
        plain(&rig, 0x100);
        end(&rig, i < 2 ? "+ S:1000 A:2000 B1.0:4000 A:100 rep-"
                        : "+ S:1000 A:2000 A:3000 B1.0:4000 A:100 rep-");
    }
}

/* Shows: ETR-MODE-001 */
Test(encoder_returns, a_swap_can_pop_and_push)
{
    struct rvt_config config = stack_config(3);
    struct rig rig;

    config.switches.ir_swap = RVT_IR_SWAP_POP_PUSH;
    begin(&rig, &config);
    call(&rig, 0x1000);
    block(&rig, 0x2000, 2, RVT_ITYPE_COROUTINE_SWAP);
    ret(&rig, 0x3000);
    plain(&rig, 0x2004);
    taken(&rig, 0x2008);
    ret(&rig, 0x100);
    taken(&rig, 0x1004); /* popped by the swap */
    plain(&rig, 0x200);
    end(&rig, "+ S:1000 A:3000 B2.0:1004 A:200 rep-");
}

/* Shows: ETR-MODE-003 */
Test(encoder_returns, a_sync_packet_forgets_the_calls)
{
    struct rvt_config config = stack_config(3);
    struct rig rig;

    begin(&rig, &config);
    call(&rig, 0x1000);
    trap(&rig, 0x2000);
    plain(&rig, 0x8000);
    ret(&rig, 0x8004);
    plain(&rig, 0x1004); /* would have been right */
    call(&rig, 0x1008);
    rig.ctype = RVT_CTYPE_PRECISE;
    call(&rig, 0x3000); /* synchronised: the only one left */
    ret(&rig, 0x4000);
    ret(&rig, 0x3004);
    taken(&rig, 0x100c);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 T1:e5:8000 A:1004 S:3000 B1.0:100c A:100 rep-");

    config.switches.ir_sync_call = RVT_IR_SYNC_CALL_DROPPED;
    begin(&rig, &config);
    call(&rig, 0x1000);
    ret(&rig, 0x2000);
    plain(&rig, 0x1004);
    taken(&rig, 0x1008);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:1004 B1.0:100 rep-");
}

/* Instructions from 1000 on, one a letter: c call of the function at 1000 * (depth + 1), r return
 * to it, n branch that is not taken, i plain. */
static void walk(struct rig *rig, const char *path)
{
    uint64_t pc = 0x1000, stack[8];
    unsigned depth = 0;

    for (; *path != '\0'; path++) {
        if (*path == 'c')
            call(rig, pc);
        else if (*path == 'r')
            ret(rig, pc);
        else if (*path == 'n')
            nottaken(rig, pc);
        else
            plain(rig, pc);
        if (*path == 'c')
            stack[depth++] = pc + 4;
        pc = *path == 'c' ? 0x1000 * (depth + 1) : *path == 'r' ? stack[--depth] : pc + 4;
    }
}

/* The table of situations before a trap. Shows: ETR-MODE-008, ETR-MODE-009 */
Test(encoder_returns, the_depth_is_told_before_a_trap)
{
    static const struct {
        const char *name, *packets;
        const char *path; /* then a trap */
    } cases[] = {
        {"no return", "+ S:1000 A:3000 T1:e5:8000 rep-", "cci"},
        {"after a return, depth 1", "+ S:1000 A:2004r1 T1:e5:8000 rep-", "ccri"},
        {"after a return, depth 0", "+ S:1000 A:1004 T1:e5:8000 rep-", "cri"},
        {"a call since", "+ S:1000 A:3000 T1:e5:8000 rep-", "crcci"},
        {"a return since", "+ S:1000 A:2008r1 T1:e5:8000 rep-", "ccrii"},
        {"a return since, depth 0", "+ S:1000 A:1008r0 T1:e5:8000 rep-", "crii"},
        {"a branch since", "+ S:1000 B1.1:200c T1:e5:8000 rep-", "ccrini"},
        {"a branch itself", "+ S:1000 B1.1:2008 T1:e5:8000 rep-", "ccrin"},
        {"a branch after a return", "+ S:1000 B1.1:2004r1 T1:e5:8000 rep-", "ccrn"},
        {"a branch before the return", "+ S:1000 B1.1:200cr1 T1:e5:8000 rep-", "cncrii"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        begin(&rig, &config);
        walk(&rig, cases[i].path);
        trap(&rig, 0x7000);
        plain(&rig, 0x8000);
        end(&rig, cases[i].packets);
    }
}

/* Other ends of a traced range. Shows: ETR-MODE-008 */
Test(encoder_returns, the_depth_is_told_before_each_kind_of_sync_packet)
{
    struct rvt_config config = stack_config(3);
    struct rig rig;

    for (unsigned how = 0; how < 4; how++) {
        static const char *const packets[] = {
            "+ S:1000 A:2004r1 rep-",           /* the end */
            "+ S:1000 A:2004nr1 S:2008/1 rep-", /* the privilege */
            "+ S:1000 A:2004nr1 S:2008 rep-",   /* the context */
            "+ S:1000 A:2004n B1.1:2008 rep-",  /* nothing */
        };

        begin(&rig, &config);
        call(&rig, 0x1000);
        call(&rig, 0x2000);
        ret(&rig, 0x3000);
        rig.trigger = how > 0 ? RVT_TRIGGER_NOTIFY : 0;
        plain(&rig, 0x2004);
        rig.priv = how == 1 ? 1 : 3;
        rig.ctype = how == 2 ? RVT_CTYPE_PRECISE : RVT_CTYPE_UNREPORTED;
        if (how > 0 && how < 3)
            plain(&rig, 0x2008);
        else if (how == 3)
            nottaken(&rig, 0x2008);
        end(&rig, packets[how]);
    }

    config.resync.mode = RVT_RESYNC_HALFWORDS;
    begin(&rig, &config);
    call(&rig, 0x1000);
    block(&rig, 0x2000, 12, RVT_ITYPE_INFERABLE_CALL);
    ret(&rig, 0x3000);
    nottaken(&rig, 0x2018); /* state 2 */
    plain(&rig, 0x201c);
    end(&rig, "+ S:1000 B1.1:2018r1 S:201c rep-");
}

/* Shows: ETR-MODE-008 */
Test(encoder_returns, the_target_of_another_jump_needs_no_depth)
{
    struct rvt_config config = stack_config(3);
    struct rig rig;

    begin(&rig, &config);
    call(&rig, 0x1000);
    call(&rig, 0x2000);
    ret(&rig, 0x3000);
    jump(&rig, 0x2004);
    plain(&rig, 0x4000);
    trap(&rig, 0x4004);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:4000u T1:e5:8000 rep-");
}

/* A trap where a return leads. Shows: ETR-MODE-005, ETR-ALG-029, ETR-ALG-031 */
Test(encoder_returns, a_trap_at_the_predicted_target_is_inferable)
{
    struct rvt_config config = stack_config(3);
    struct rig rig;

    begin(&rig, &config);
    call(&rig, 0x1000);
    ret(&rig, 0x2000);
    trap(&rig, 0x1004);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:2000 T1:e5:8000 rep-");

    begin(&rig, &config);
    call(&rig, 0x1000);
    ret(&rig, 0x2000);
    trap(&rig, 0x1008);
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:2000 T0:e5:1008 S:8000 rep-");

    config.switches.int_at_updiscon = RVT_INT_AT_UPDISCON_THADDR0;
    begin(&rig, &config);
    call(&rig, 0x1000);
    ret(&rig, 0x2000);
    block(&rig, 0xbad0, 0, RVT_ITYPE_INTERRUPT); /* its address means nothing */
    ret(&rig, 0x8000);
    block(&rig, 0xbad0, 0, RVT_ITYPE_INTERRUPT); /* no call: a discontinuity */
    plain(&rig, 0x8000);
    end(&rig, "+ S:1000 A:2000 T1:i5:8000 T0:i5:0 S:8000 rep-");
}

/* Shows: ETR-MODE-010 */
Test(encoder_returns, what_a_depth_does_not_tell_is_marked)
{
    static const struct {
        const char *packets, *path;
    } cases[] = {
        {"+ S:1000 A:1008? T1:e5:8000 rep-", "crcri"},       /* two leaf calls in a row */
        {"+ S:1000 A:2008r1? T1:e5:8000 rep-", "ccrcri"},    /* the same one deeper */
        {"+ S:1000 B1.1:200cr1 T1:e5:8000 rep-", "ccrncri"}, /* a branch between them */
        {"+ S:1000 A:2004r1 T1:e5:8000 rep-", "ccri"},
        {"+ S:1000 A:2004r1? T1:e5:8000 rep-", "crccri"}, /* the first return left depth 1 */
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        begin(&rig, &config);
        walk(&rig, cases[i].path);
        trap(&rig, 0x7000);
        plain(&rig, 0x8000);
        end(&rig, cases[i].packets);
    }
}

/* AMB-017. Shows: ETR-MODE-005 */
Test(encoder_returns, a_part_of_the_address_may_be_compared)
{
    static const struct {
        unsigned bits;
        const char *packets;
    } cases[] = {
        {0, "+ S:1000 A:5004r1 B1.0:100 rep-"},
        {8, "+ S:1000 B1.0:100~ rep-"},
        {14, "+ S:1000 B1.0:100~ rep-"},
        {15, "+ S:1000 A:5004r1 B1.0:100 rep-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        config.switches.ir_partial_bits = cases[i].bits;
        begin(&rig, &config);
        call(&rig, 0x1000);
        ret(&rig, 0x2000);
        plain(&rig, 0x5004); /* as 1004 but for bit 14 */
        taken(&rig, 0x5008);
        plain(&rig, 0x100);
        end(&rig, cases[i].packets);
    }
}

/* A swap leaves an address on the stack to which no return leads. Where only low bits are compared
 * it may pass for the one to which a return does lead: the decoder goes to the other. AMB-016,
 * AMB-017. Shows: ETR-MODE-004, ETR-MODE-005 */
Test(encoder_returns, what_a_swap_pushes_may_mislead)
{
    static const struct {
        unsigned bits;
        enum rvt_ir_swap swap;
        const char *packets;
    } cases[] = {
        {0, RVT_IR_SWAP_NONE, "+ S:1000 A:3000 B1.0:2000u S:2004/1 rep-"},
        {8, RVT_IR_SWAP_NONE, "+ S:1000 A:3000 B1.0:2000u S:2004/1 rep-"},
        {0, RVT_IR_SWAP_POP_PUSH, "+ S:1000 A:3000 A:1004r1 B1.0:2000u S:2004/1 rep-"},
        {8, RVT_IR_SWAP_POP_PUSH, "+ S:1000 A:3000 B1.0:2000u~ S:2004/1 rep-"},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        config.switches.ir_partial_bits = cases[i].bits;
        config.switches.ir_swap = cases[i].swap;
        begin(&rig, &config);
        call(&rig, 0x1000);
        block(&rig, 0x2000, 2, RVT_ITYPE_COROUTINE_SWAP);
        ret(&rig, 0x3000);
        plain(&rig, 0x1004); /* to the caller; the swap left 2004 */
        taken(&rig, 0x1008);
        jump(&rig, 0x100);
        plain(&rig, 0x2000);
        rig.priv = 1;
        plain(&rig, 0x2004);
        end(&rig, cases[i].packets);
    }
}

/* Shows: AMB-021 */
Test(encoder_returns, a_sync_packet_hides_the_returns_before_it)
{
    static const char *const packets[] = {"+ S:1000 S:9004~ rep-", "+ S:1000 A:9008r2 S:9004 rep-"};

    for (unsigned flush = 0; flush < 2; flush++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        config.switches.ir_flush_before_sync = flush != 0;
        begin(&rig, &config);
        call(&rig, 0x1000);
        call(&rig, 0x9000);
        call(&rig, 0x9000);
        ret(&rig, 0x9100);
        plain(&rig, 0x9004); /* a decoder stops here */
        ret(&rig, 0x9008);
        rig.ctype = RVT_CTYPE_PRECISE;
        plain(&rig, 0x9004);
        end(&rig, packets[flush]);
    }
}

/* One implicit return is pending when a sync packet is due: with ir_flush_before_sync it is
 * reported first, even if the step between is skipped when nothing is. Shows: ETR-MODE-008,
 * ETR-RSY-005, AMB-021, AMB-101 */
Test(encoder_returns, one_return_is_reported_before_a_resynchronisation)
{
    for (unsigned flush = 0; flush < 2; flush++) {
        struct rvt_config config = plain_config();
        struct rig rig;

        config.params.return_stack_size_p = 2;
        config.options.implicit_return = true;
        config.resync = (struct rvt_resync_config){.mode = RVT_RESYNC_HALFWORDS, .max = 0};
        config.switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
        config.switches.resync_s2_skip = true;
        config.switches.ir_flush_before_sync = flush != 0;
        begin(&rig, &config);
        call(&rig, 0x1000);
        for (uint64_t at = 0x2000; at < 0x2014; at += 4)
            plain(&rig, at);
        ret(&rig, 0x2014);
        plain(&rig, 0x1004);
        plain(&rig, 0x1008);
        plain(&rig, 0x100c);
        end(&rig, flush ? "+ S:1000 A:1008r0 S:100c rep-" : "+ S:1000 S:1008 A:100c rep-");
    }
}

/* With an empty stack no return is implicit, so that none is lost in the sync packet after it.
 * Shows: ETR-MODE-001, AMB-021 */
Test(encoder_returns, a_return_of_an_empty_stack_needs_no_flush)
{
    for (unsigned called = 0; called < 2; called++) {
        struct rvt_config config = stack_config(3);
        struct rig rig;

        config.switches.ir_flush_before_sync = true;
        begin(&rig, &config);
        if (called > 0)
            call(&rig, 0x1000);
        plain(&rig, 0x9000);
        ret(&rig, 0x9004);
        rig.ctype = RVT_CTYPE_PRECISE;
        plain(&rig, 0x1004);
        plain(&rig, 0x1008);
        end(&rig,
            called > 0 ? "+ S:1000 A:9004 S:1004 A:1008 rep-" : "+ S:9000 S:1004 A:1008 rep-");
    }
}
