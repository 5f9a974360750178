/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The fields of a report after implicit returns, and when they fit an earlier place of the path as
 * well. Shows: ETR-MODE-004, ETR-MODE-007, ETR-MODE-008, ETR-MODE-010, ETR-MODE-011 */
#include "tests/unit/checks.h"

#include "modes/implicit_return.h"

enum { CALL = 0x1000, TARGET = 0x1004, FREE = 0x9000 };

static struct rvt_implicit_return returns;

static void start(enum rvt_ir_profile profile)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
    config.params.return_stack_size_p = 2;
    config.options.implicit_return = true;
    config.switches.ir_profile = profile;
    returns = (struct rvt_implicit_return){0};
    cr_assert(rvt_implicit_return_open(&returns, &config) == RVT_OK);
}

static void stop(void)
{
    rvt_implicit_return_close(&returns);
}

static struct rvt_item item_at(uint64_t iaddr, enum rvt_itype itype)
{
    return (struct rvt_item){
        .kind = RVT_ITEM_INST, .iaddr = iaddr, .after = iaddr + 4, .itype = (uint8_t)itype};
}

/* An instruction that no return led to, which no packet reports. */
static void step(uint64_t iaddr, enum rvt_itype itype)
{
    struct rvt_item item = item_at(iaddr, itype);

    rvt_implicit_return_other(&returns);
    rvt_implicit_return_leave(&returns, &item, false, false);
}

/* The same, which a return led to. */
static bool arrive(uint64_t iaddr)
{
    struct rvt_item item = item_at(iaddr, RVT_ITYPE_NONE);
    bool implicit = rvt_implicit_return_arrive(&returns, &item);

    rvt_implicit_return_leave(&returns, &item, false, false);
    return implicit;
}

static struct rvt_return_report report_at(uint64_t iaddr, bool last, bool notify)
{
    struct rvt_item item = item_at(iaddr, RVT_ITYPE_NONE);

    rvt_implicit_return_other(&returns);
    return rvt_implicit_return_report(&returns, &item, false, last, notify);
}

static bool ambiguous_at(uint64_t iaddr, bool last, bool notify)
{
    return report_at(iaddr, last, notify).ambiguous;
}

/* A call and its return, then steps, to so many places in all; place k is at FREE + 16 k. */
static void walk(unsigned places)
{
    start(RVT_IR_PROFILE_V2_0_IRDEPTH);
    step(CALL, RVT_ITYPE_INFERABLE_CALL);
    cr_assert(arrive(TARGET));
    for (unsigned k = 3; k <= places; k++)
        step(FREE + 16 * (uint64_t)k, RVT_ITYPE_NONE);
}

/* Each of the first 64 places is known; after more of them any address may have been passed. */
Test(implicit_return, sixty_four_places_are_compared)
{
    for (unsigned places = 3; places <= RVT_RETURN_PLACES_MAX + 2; places++) {
        bool more = places > RVT_RETURN_PLACES_MAX;

        walk(places);
        cr_expect(eq(int, ambiguous_at(FREE, false, false), more), "%u places", places);
        for (unsigned k = 3; k <= places; k++)
            cr_expect(ambiguous_at(FREE + 16 * (uint64_t)k, false, false), "place %u", k);
        stop();
    }
}

/* A place ends before its next instruction. If a packet named it, it begins after its address. */
Test(implicit_return, a_place_is_a_range)
{
    for (unsigned named = 0; named < 2; named++) {
        struct rvt_item item = item_at(FREE, RVT_ITYPE_NONE);

        walk(4);
        item.after = FREE + 8;
        rvt_implicit_return_other(&returns);
        rvt_implicit_return_leave(&returns, &item, false, named);
        cr_expect(not(ambiguous_at(FREE - 2, false, false)));
        cr_expect(eq(int, ambiguous_at(FREE, false, false), named == 0));
        cr_expect(ambiguous_at(FREE + 2, false, false));
        cr_expect(ambiguous_at(FREE + 6, false, false));
        cr_expect(not(ambiguous_at(FREE + 8, false, false)));
        stop();
    }
}

/* Before a sync packet a report of FREE would have had irreport when it was first passed, after a
 * return without a call since. With a notification it would not. */
Test(implicit_return, irreport_distinguishes_places_before_a_sync_packet)
{
    walk(2);
    step(FREE, RVT_ITYPE_NONE);
    cr_expect(report_at(FREE + 0x100, true, false).irreport);
    step(FREE + 0x100, RVT_ITYPE_INFERABLE_CALL);
    cr_expect(not(report_at(FREE, true, false).irreport));
    cr_expect(not(ambiguous_at(FREE, true, false)));
    cr_expect(ambiguous_at(FREE, true, true));
    cr_expect(ambiguous_at(FREE, false, false));
    cr_expect(ambiguous_at(TARGET, true, false), "at depth 0 the target of a return has none");
    cr_expect(not(ambiguous_at(TARGET + 2, true, false)));
    stop();
}

/* A return without a call is an ordinary jump: what it leads to is no target of an implicit one. */
Test(implicit_return, a_return_without_a_call_shows_irreport_later)
{
    walk(2);
    cr_expect(not(arrive(FREE)), "the stack is empty");
    step(FREE + 0x100, RVT_ITYPE_INFERABLE_CALL);
    cr_expect(not(ambiguous_at(FREE, true, false)));
    cr_expect(ambiguous_at(FREE, false, false));
    stop();
}

/* A branch in between: nothing before it is counted, and its own place is none. */
Test(implicit_return, a_branch_ends_the_path)
{
    struct rvt_item branch = item_at(FREE + 0x100, RVT_ITYPE_NONTAKEN_BRANCH);

    walk(4);
    branch.branch = true;
    rvt_implicit_return_leave(&returns, &branch, false, false);
    cr_expect(eq(u32, returns.count, 0));
    step(FREE, RVT_ITYPE_NONE);
    cr_expect(not(report_at(FREE + 8, true, false).irreport), "the branch shows the position");
    cr_expect(not(ambiguous_at(FREE, false, false)), "no return since");
    stop();
}

/* A second return to one depth: a report of that depth fits both. */
Test(implicit_return, depths_are_counted_one_by_one)
{
    for (unsigned rounds = 1; rounds <= 3; rounds++) {
        start(RVT_IR_PROFILE_V2_0_IRDEPTH);
        for (unsigned i = 0; i < rounds; i++) {
            step(CALL + 0x40 * (uint64_t)i, RVT_ITYPE_INFERABLE_CALL);
            cr_assert(arrive(TARGET + 0x40 * (uint64_t)i));
        }
        cr_expect(eq(int, ambiguous_at(FREE, false, false), rounds > 1), "%u", rounds);
        cr_expect(eq(u32, report_at(FREE, true, false).irdepth, 0));
        stop();
    }
}

/* A return to another address: its depth, before or after it was popped. AMB-011, AMB-014 */
Test(implicit_return, a_failed_return_reports_its_depth)
{
    for (unsigned bits = 0; bits < 4; bits++)
        for (unsigned calls = 1; calls <= 3; calls++) {
            struct rvt_item item = item_at(FREE, RVT_ITYPE_NONE);

            start(RVT_IR_PROFILE_V2_0_IRDEPTH);
            returns.depth_after = bits & 1;
            returns.mispredict_pops = bits >> 1;
            for (unsigned i = 0; i < calls; i++)
                step(CALL + 0x40 * (uint64_t)i, RVT_ITYPE_INFERABLE_CALL);
            cr_expect(not(rvt_implicit_return_arrive(&returns, &item)));
            struct rvt_return_report got =
                rvt_implicit_return_report(&returns, &item, true, false, false);
            cr_expect(got.irreport);
            cr_expect(eq(u32, got.irdepth, calls - (bits & 1)), "%u calls, %u", calls, bits);
            cr_expect(not(got.ambiguous));
            cr_expect(eq(u32, returns.stack.depth, calls - (bits >> 1)));
            stop();
        }
}

/* irets: the returns before the one that is reported, and irreport where there are any, or the
 * arrival is that of a return that a call belongs to. */
Test(implicit_return, irets_counts_earlier_returns)
{
    static const struct {
        enum rvt_return_arrival arrival;
        bool jumped;
        uint32_t before;
        bool irreport;
    } cases[] = {
        {RVT_ARRIVAL_OTHER, false, 0, false},      {RVT_ARRIVAL_OTHER, false, 3, true},
        {RVT_ARRIVAL_OTHER, true, 3, false},       {RVT_ARRIVAL_EMPTY, true, 0, false},
        {RVT_ARRIVAL_EMPTY, true, 2, true},        {RVT_ARRIVAL_IMPLICIT, false, 0, true},
        {RVT_ARRIVAL_IMPLICIT, false, 255, true},  {RVT_ARRIVAL_MISPREDICTED, true, 0, true},
        {RVT_ARRIVAL_MISPREDICTED, true, 7, true},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_item item = item_at(FREE, RVT_ITYPE_NONE);

        start(RVT_IR_PROFILE_EXT_IRETS);
        returns.arrival = cases[i].arrival;
        returns.before = returns.count = cases[i].before;
        struct rvt_return_report got =
            rvt_implicit_return_report(&returns, &item, cases[i].jumped, false, false);
        cr_expect(eq(int, got.irreport, cases[i].irreport), "case %zu", i);
        cr_expect(eq(u32, got.irdepth, cases[i].irreport ? cases[i].before : 0), "case %zu", i);
        cr_expect(not(got.ambiguous), "case %zu", i);
        stop();
    }
}

/* Only the 256th unreported return in a row asks for a report, and a report starts anew. */
Test(implicit_return, a_count_is_full_at_255_returns_before)
{
    start(RVT_IR_PROFILE_EXT_IRETS);
    for (unsigned n = 1; n <= RVT_IRETS_MAX + 2; n++) {
        step(CALL, RVT_ITYPE_INFERABLE_CALL);
        cr_expect(not(rvt_implicit_return_full(&returns)), "not a return");
        cr_assert(arrive(TARGET));
        cr_expect(eq(int, rvt_implicit_return_full(&returns), n > RVT_IRETS_MAX), "%u", n);
    }
    returns.irets = false;
    cr_expect(not(rvt_implicit_return_full(&returns)), "irdepth has no such limit");
    returns.irets = true;
    rvt_implicit_return_forget(&returns);
    cr_expect(not(report_at(FREE, true, false).irreport));
    stop();
}

/* The address is reported once more: how it was reached has no effect. AMB-131 */
Test(implicit_return, a_repeated_report_has_no_returns)
{
    for (unsigned irets = 0; irets < 2; irets++) {
        struct rvt_item item = item_at(FREE, RVT_ITYPE_NONE);

        start(irets ? RVT_IR_PROFILE_EXT_IRETS : RVT_IR_PROFILE_V2_0_IRDEPTH);
        for (unsigned i = 0; i < 2; i++)
            step(CALL + 0x40 * (uint64_t)i, RVT_ITYPE_INFERABLE_CALL);
        cr_assert(arrive(TARGET + 0x40));
        rvt_implicit_return_other(&returns);
        rvt_implicit_return_forget(&returns);
        struct rvt_return_report got =
            rvt_implicit_return_report(&returns, &item, false, true, false);
        cr_expect(not(got.irreport));
        cr_expect(eq(u32, got.irdepth, 0));
        cr_expect(not(got.ambiguous));
        stop();
    }
}

/* A packet that clears the tables, and a restart. Shows: ETR-MODE-003 */
Test(implicit_return, a_clear_leaves_no_calls_and_no_returns)
{
    for (unsigned restart = 0; restart < 2; restart++) {
        struct rvt_config config;

        walk(5);
        step(CALL, RVT_ITYPE_INFERABLE_CALL);
        cr_assert(arrive(TARGET));
        rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
        config.options.implicit_return = true;
        config.switches.ir_profile = RVT_IR_PROFILE_V2_0_IRDEPTH;
        if (restart)
            rvt_implicit_return_restart(&returns, &config);
        else
            rvt_implicit_return_clear(&returns);
        cr_expect(returns.enabled);
        cr_expect(zero(u32, returns.count | returns.before | returns.places));
        cr_expect(zero(u32, returns.stack.depth));
        cr_expect(eq(int, (int)returns.arrival, RVT_ARRIVAL_OTHER));
        cr_expect(not(returns.returned || returns.branched));
        cr_expect(not(ambiguous_at(FREE + 16 * 4, false, false)));
        cr_expect(not(report_at(FREE, true, false).irreport));
        stop();
    }
}

/* AMB-017 */
Test(implicit_return, so_many_address_bits_are_compared)
{
    for (unsigned bits = 0; bits <= 16; bits++)
        for (unsigned bit = 1; bit < 64; bit++) {
            struct rvt_config config;

            start(RVT_IR_PROFILE_V2_0_IRDEPTH);
            rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
            config.options.implicit_return = true;
            config.switches.ir_partial_bits = bits;
            rvt_implicit_return_restart(&returns, &config);
            step(CALL, RVT_ITYPE_INFERABLE_CALL);
            bool implicit = arrive(TARGET ^ UINT64_C(1) << bit);
            cr_expect(eq(int, implicit, bits > 0 && bit >= bits), "%u bits, bit %u", bits, bit);
            cr_expect(eq(int, returns.undecodable, implicit), "a decoder compares whole addresses");
            stop();
        }
}

/* irdepth has as many bits as its field. Shows: ETR-FMT-029 */
Test(implicit_return, a_depth_of_two_to_the_fifteen_calls)
{
    struct rvt_item item = item_at(FREE, RVT_ITYPE_NONE);
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.return_stack_size_p = 15;
    config.options.implicit_return = true;
    returns = (struct rvt_implicit_return){0};
    cr_assert(rvt_implicit_return_open(&returns, &config) == RVT_OK);
    for (unsigned i = 0; i < 1000; i++)
        step(CALL + 8 * (uint64_t)i, RVT_ITYPE_INFERABLE_CALL);
    cr_expect(not(rvt_implicit_return_arrive(&returns, &item)));
    cr_expect(eq(u32, rvt_implicit_return_report(&returns, &item, true, false, false).irdepth,
                 1000 - returns.depth_after));
    stop();
}

/* A closed one may be closed again. */
Test(implicit_return, it_can_be_closed_twice)
{
    walk(3);
    stop();
    stop();
}

/* A report with irreport fits an earlier place only if it would have had irreport there, and the
 * same depth. */
Test(implicit_return, irreport_and_depth_must_both_fit)
{
    walk(2); /* after the return, at depth 0 */
    step(FREE, RVT_ITYPE_NONE);
    cr_expect(eq(u32, report_at(FREE, true, false).irdepth, 0));
    cr_expect(report_at(FREE, true, false).irreport);
    cr_expect(ambiguous_at(FREE, true, false), "the same at the same depth");
    cr_expect(not(ambiguous_at(CALL, true, false)), "before the return there was none to report");
    stop();
    start(RVT_IR_PROFILE_V2_0_IRDEPTH);
    step(CALL, RVT_ITYPE_INFERABLE_CALL);
    step(CALL + 0x40, RVT_ITYPE_INFERABLE_CALL);
    cr_assert(arrive(TARGET + 0x40));
    step(FREE, RVT_ITYPE_NONE); /* at depth 1 */
    cr_assert(arrive(TARGET));
    cr_expect(report_at(FREE, true, false).irreport);
    cr_expect(not(ambiguous_at(FREE, true, false)), "at another depth");
    cr_expect(ambiguous_at(FREE, false, false), "without irreport it fits");
    stop();
}
