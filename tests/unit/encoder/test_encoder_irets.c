/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Implicit return by extension 0.8: counts of unreported returns. Expectations by hand from its two
 * lists of conditions. */
#include "tests/unit/encoder_rig.h"

static struct rvt_config irets_config(void)
{
    struct rvt_config config = plain_config();

    config.spec_profile = RVT_PROFILE_V2_0_5_DRAFT;
    config.switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
    config.switches.support_layout = RVT_SUPPORT_EXT_V0_8;
    config.params.return_stack_size_p = 3;
    config.options.implicit_return = true;
    return config;
}

/* A leaf at 9000, called from at, that returns to the instruction after it. */
static void leaf(struct rig *rig, uint64_t at)
{
    call(rig, at);
    ret(rig, 0x9000);
}

static void trapped(struct rig *rig, const char *packets)
{
    trap(rig, 0x7000);
    plain(rig, 0x8000);
    end(rig, packets);
}

/* Shows: ETR-MODE-011 */
Test(encoder_irets, returns_since_the_latest_branch_or_packet_are_counted)
{
    struct rvt_config config = irets_config();
    struct rig rig;

    begin(&rig, &config); /* not after a return: all of them */
    leaf(&rig, 0x1000);
    leaf(&rig, 0x1004);
    plain(&rig, 0x1008);
    plain(&rig, 0x100c);
    trapped(&rig, "+ S:1000 A:100cr2 T1:e5:8000 rep-");

    begin(&rig, &config); /* after one: without it */
    leaf(&rig, 0x1000);
    leaf(&rig, 0x1004);
    plain(&rig, 0x1008);
    trapped(&rig, "+ S:1000 A:1008r1 T1:e5:8000 rep-");

    begin(&rig, &config); /* the first one: a count of 0, but reported */
    leaf(&rig, 0x1000);
    plain(&rig, 0x1004);
    trapped(&rig, "+ S:1000 A:1004r0 T1:e5:8000 rep-");

    begin(&rig, &config); /* no return */
    call(&rig, 0x1000);
    plain(&rig, 0x9000);
    trapped(&rig, "+ S:1000 A:9000 T1:e5:8000 rep-");

    begin(&rig, &config); /* a branch between */
    leaf(&rig, 0x1000);
    nottaken(&rig, 0x1004);
    leaf(&rig, 0x1008);
    plain(&rig, 0x100c);
    plain(&rig, 0x1010);
    trapped(&rig, "+ S:1000 B1.1:1010r1 T1:e5:8000 rep-");

    begin(&rig, &config); /* a branch is reported before it counts itself */
    leaf(&rig, 0x1000);
    plain(&rig, 0x1004);
    nottaken(&rig, 0x1008);
    trapped(&rig, "+ S:1000 B1.1:1008r1 T1:e5:8000 rep-");

    begin(&rig, &config); /* a packet between */
    leaf(&rig, 0x1000);
    rig.trigger = RVT_TRIGGER_NOTIFY;
    leaf(&rig, 0x1004); /* the call is reported, after a return */
    plain(&rig, 0x1008);
    plain(&rig, 0x100c);
    trapped(&rig, "+ S:1000 A:1004nr0 A:100cr1 T1:e5:8000 rep-");

    begin(&rig, &config); /* a context packet is none */
    leaf(&rig, 0x1000);
    leaf(&rig, 0x1004);
    rig.ctype = RVT_CTYPE_IMPRECISE;
    plain(&rig, 0x1008);
    plain(&rig, 0x100c);
    trapped(&rig, "+ S:1000 C:0 A:100cr2 T1:e5:8000 rep-");
}

/* Shows: ETR-MODE-011 */
Test(encoder_irets, returns_that_are_reported_say_how_many_were_not)
{
    struct rvt_config config = irets_config();
    struct rig rig;

    begin(&rig, &config); /* mispredicted */
    leaf(&rig, 0x1000);
    leaf(&rig, 0x1004);
    plain(&rig, 0x100c);
    taken(&rig, 0x1010);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:100cr1 B1.0:100 rep-");

    begin(&rig, &config); /* the stack is empty */
    leaf(&rig, 0x1000);
    ret(&rig, 0x1004);
    ret(&rig, 0x2000);
    taken(&rig, 0x3000);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:2000r1 B1.0:3000 A:100 rep-");

    begin(&rig, &config); /* another jump has no effect */
    leaf(&rig, 0x1000);
    jump(&rig, 0x1004);
    plain(&rig, 0x2000);
    trapped(&rig, "+ S:1000 A:2000u T1:e5:8000 rep-");
}

/* Shows: ETR-MODE-011 */
Test(encoder_irets, no_more_than_255_returns_stay_unreported)
{
    struct rvt_config config = irets_config();
    struct rig rig;

    for (unsigned returns = 255; returns <= 257; returns++) {
        static const char *const packets[] = {
            "+ S:1000 A:1400r255 T1:e5:8000 rep-",
            "+ S:1000 A:1400r255 A:1404 T1:e5:8000 rep-",
            "+ S:1000 A:1400r255 A:1408r1 T1:e5:8000 rep-",
        };

        begin(&rig, &config);
        for (unsigned i = 0; i < returns; i++)
            leaf(&rig, 0x1000 + 4 * i);
        plain(&rig, 0x1000 + 4 * returns);
        if (returns == 255)
            plain(&rig, 0x1400);
        else
            plain(&rig, 0x1004 + 4 * returns);
        trap(&rig, 0x7000);
        plain(&rig, 0x8000);
        end(&rig, packets[returns - 255]);
        cr_expect(rig.note.decision[2] ==
                  (returns == 255 ? RVT_DECISION_BEFORE_TRAP : RVT_DECISION_RETURNS_FULL));
    }
}

/* Shows: ETR-MODE-012 */
Test(encoder_irets, recursion_takes_one_entry_where_entries_count)
{
    struct rvt_config config = irets_config();
    struct rig rig;

    config.params.return_stack_size_p = 1; /* two entries, each of up to four calls */
    config.params.call_counter_size_p = 2;
    begin(&rig, &config);
    for (unsigned i = 0; i < 9; i++)
        call(&rig, 0x1000);
    for (unsigned i = 0; i < 9; i++) /* the ninth call drops the four of the oldest entry */
        ret(&rig, i == 0 ? 0x1010 : 0x1004);
    taken(&rig, 0x1004);
    plain(&rig, 0x100);
    end(&rig, "+ S:1000 A:1004r5 A:1004 A:1004 B1.0:1004 A:100 rep-");
}

/* Shows: ETR-MODE-008 */
Test(encoder_irets, returns_can_be_reported_before_a_sync_packet)
{
    for (unsigned flush = 0; flush < 2; flush++) {
        struct rvt_config config = irets_config();
        struct rig rig;

        config.switches.ir_flush_before_sync = flush != 0;
        begin(&rig, &config);
        leaf(&rig, 0x1000);
        plain(&rig, 0x1004);
        plain(&rig, 0x1008);
        rig.priv = 1;
        plain(&rig, 0x100c);
        plain(&rig, 0x1010);
        rig.priv = 3;
        plain(&rig, 0x1014);
        end(&rig,
            flush ? "+ S:1000 A:1008r1 S:100c/1 S:1014 rep-" : "+ S:1000 S:100c/1 S:1014 rep-");
        if (flush)
            cr_expect(rig.note.decision[2] == RVT_DECISION_IMPLICIT_RETURNS);
    }
}

/* Shows: AMB-021 */
Test(encoder_irets, a_sync_packet_hides_the_returns_before_it)
{
    static const char *const packets[] = {"+ S:1000 S:9004~ rep-", "+ S:1000 A:9008r1 S:9004 rep-"};

    for (unsigned flush = 0; flush < 2; flush++) {
        struct rvt_config config = irets_config();
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
