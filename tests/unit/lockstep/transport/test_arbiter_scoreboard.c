/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/transport/arbiter_scoreboard.h"
#include "model/lockstep/items/transport_scoreboard.h"

static struct rvt_arbiter_scoreboard *open_scoreboard(bool round_robin)
{
    struct rvt_arbiter_scoreboard *scoreboard;

    cr_assert(rvt_arbiter_scoreboard_open(4, round_robin, &scoreboard) == RVT_OK);
    return scoreboard;
}

/* The write of a source: its number as data, and its own master. */
static struct rvt_stp_port_write write_of(unsigned source)
{
    return (struct rvt_stp_port_write){.size = 1,
                                       .stamp = true,
                                       .master = (uint16_t)(0x10 + source),
                                       .channel = 3,
                                       .data = source};
}

static void take(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle, uint64_t offered,
                 unsigned source)
{
    const struct rvt_stp_port_write write = write_of(source);

    rvt_arbiter_scoreboard_offers(scoreboard, cycle, offered, UINT64_C(1) << source);
    rvt_arbiter_scoreboard_take(scoreboard, cycle, source, &write);
}

static void leave(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle, unsigned source)
{
    const struct rvt_stp_port_write write = write_of(source);

    rvt_arbiter_scoreboard_write(scoreboard, cycle, &write);
}

static void expect(struct rvt_arbiter_scoreboard *scoreboard, const char *words)
{
    rvt_transport_end(scoreboard, 99);
    const char *finding = rvt_transport_finding(scoreboard, 0);

    cr_assert(finding != NULL, "no finding: %s", words);
    cr_expect(strstr(finding, words) != NULL, "%s lacks '%s'", finding, words);
    cr_expect(not(rvt_transport_passed(scoreboard)));
    rvt_transport_close(scoreboard);
}

static void expect_none(struct rvt_arbiter_scoreboard *scoreboard, const char *counts)
{
    rvt_transport_end(scoreboard, 99);
    cr_expect(rvt_transport_finding(scoreboard, 0) == NULL, "%s",
              rvt_transport_finding(scoreboard, 0));
    cr_expect(rvt_transport_passed(scoreboard));
    cr_expect_str_eq(rvt_transport_counts(scoreboard), counts);
    rvt_transport_close(scoreboard);
}

/* Sources that offer in each cycle and the one that is taken, derived by hand; each write is sent
 * at once. */
Test(arbiter_scoreboard, sources_take_turns)
{
    static const struct {
        uint64_t offered;
        unsigned turn;
    } CYCLES[] = {{0xf, 0}, {0xf, 1}, {0xf, 2}, {0xf, 3}, {0xf, 0}, {0x5, 2},
                  {0x5, 0}, {0x1, 0}, {0x8, 3}, {0x6, 1}, {0x3, 0}, {0x2, 1}};
    enum { COUNT = sizeof CYCLES / sizeof CYCLES[0] };

    for (size_t wrong = 0; wrong <= COUNT; wrong++) {
        struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(true);

        for (size_t i = 0; i < COUNT; i++) {
            unsigned source = (CYCLES[i].turn + (i == wrong)) % 4;
            cr_expect(rvt_transport_finding(scoreboard, 0) == NULL);
            take(scoreboard, i, CYCLES[i].offered, source);
            if (i == wrong)
                break;
            leave(scoreboard, i, source);
        }
        if (wrong < COUNT)
            expect(scoreboard, "a source was taken out of order [ArbiterOrder]");
        else
            expect_none(scoreboard, "4 sources, 12 of 12 writes compared");
    }
}

Test(arbiter_scoreboard, who_is_offered_stays)
{
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(true);

    rvt_arbiter_scoreboard_offers(scoreboard, 1, 0x8,
                                  0); /* nothing is taken: source 3 is offered */
    rvt_arbiter_scoreboard_offers(scoreboard, 2, 0x9, 0);
    take(scoreboard, 3, 0xb, 3);
    leave(scoreboard, 3, 3);
    take(scoreboard, 4, 0x3, 0);
    leave(scoreboard, 4, 0);
    expect_none(scoreboard, "4 sources, 2 of 2 writes compared");
    scoreboard = open_scoreboard(true);
    rvt_arbiter_scoreboard_offers(scoreboard, 1, 0x8, 0);
    take(scoreboard, 2, 0x9, 0);
    expect(scoreboard, "expected  source 3\n  observed  source 0\n  offered   source 0, source 3\n"
                       "  because   source 3 was already selected, but not taken yet");
}

/* A source out of turn is one finding: turns go on from the source that was taken. */
Test(arbiter_scoreboard, turns_go_on_after_one_out_of_order)
{
    static const unsigned TURNS[] = {0, 1, 3, 0, 1, 2};
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(true);
    const struct rvt_transport_options options = {.findings_max = 9};

    cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
    for (unsigned i = 0; i < sizeof TURNS / sizeof TURNS[0]; i++) {
        take(scoreboard, i, 0xf, TURNS[i]);
        leave(scoreboard, i, TURNS[i]);
    }
    cr_expect_eq(rvt_transport_findings(scoreboard), 1);
    cr_expect_eq(rvt_transport_compared(scoreboard), 6);
    expect(scoreboard, "cycle 2: a source was taken out of order [ArbiterOrder]");
}

/* Writes before they are taken are one finding, and are those writes when they are taken. */
Test(arbiter_scoreboard, early_writes_are_one_finding)
{
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(false);
    const struct rvt_transport_options options = {.findings_max = 9};

    cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned early = 0; i == 2 && early < 2; early++)
            leave(scoreboard, 9 + i, 3);
        take(scoreboard, 10 + i, 0x8, 3);
        if (i < 2 || i > 3)
            leave(scoreboard, 10 + i, 3);
    }
    cr_expect_eq(rvt_transport_findings(scoreboard), 1);
    expect(scoreboard, "cycle 11: a write was sent that came from no source [ArbiterNoWrite]");
}

/* So is a write that no packet carries, and what it displaces. */
Test(arbiter_scoreboard, what_is_no_write_is_one_finding)
{
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(false);
    const struct rvt_transport_options options = {.findings_max = 9};
    const struct rvt_stp_port_write none = {.kind = RVT_STP_WRITE_KINDS};

    cr_assert(rvt_transport_configure(scoreboard, &options) == RVT_OK);
    for (unsigned i = 0; i < 20; i++) {
        take(scoreboard, i, 0xf, i % 4);
        if (i == 9)
            rvt_arbiter_scoreboard_write(scoreboard, i, &none);
        else
            leave(scoreboard, i, i % 4);
    }
    rvt_transport_end(scoreboard, 30);
    cr_expect_eq(rvt_transport_findings(scoreboard), 1);
    cr_expect_eq(rvt_transport_compared(scoreboard), 19);
    expect(scoreboard, "cycle 9: the write that was sent fits no STP packet [StpWrite]");
}

Test(arbiter_scoreboard, one_at_a_time)
{
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(true);

    rvt_arbiter_scoreboard_offers(scoreboard, 7, 0xf, 0x3);
    expect(scoreboard, "cycle 7: a source was taken out of order [ArbiterOrder]");
}

Test(arbiter_scoreboard, without_turns_the_order_is_that_of_taking)
{
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(false);

    take(scoreboard, 1, 0xf, 2);
    take(scoreboard, 2, 0xf, 2);
    take(scoreboard, 2, 0xf, 3);
    leave(scoreboard, 2, 2);
    leave(scoreboard, 5, 2);
    leave(scoreboard, 6, 3);
    expect_none(scoreboard, "4 sources, 3 of 3 writes compared");
    scoreboard = open_scoreboard(false);
    take(scoreboard, 1, 0xf, 2);
    take(scoreboard, 2, 0xf, 3);
    leave(scoreboard, 4, 3);
    expect(scoreboard, "because   source 2, taken in cycle 1");
}

Test(arbiter_scoreboard, a_write_that_is_changed_is_found)
{
    static const struct {
        const char *words;
        struct rvt_stp_port_write write;
    } CASES[] = {
        {"write 0 differs in its opcode [ArbiterWrite]",
         {.size = 1, .stamp = false, .master = 0x12, .channel = 3, .data = 2}},
        {"differs in its opcode",
         {.size = 1, .stamp = true, .marker = true, .master = 0x12, .channel = 3, .data = 2}},
        {"expected  D8TS 02, master 0x12, channel 0x3",
         {.size = 2, .stamp = true, .master = 0x12, .channel = 3, .data = 2}},
        {"differs in its data",
         {.size = 1, .stamp = true, .master = 0x12, .channel = 3, .data = 3}},
        {"differs in its master",
         {.size = 1, .stamp = true, .master = 0x13, .channel = 3, .data = 2}},
        {"differs in its channel",
         {.size = 1, .stamp = true, .master = 0x12, .channel = 2, .data = 2}},
        {"[StpWrite]", {.kind = RVT_STP_WRITE_KINDS}},
    };

    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(true);

        take(scoreboard, 4, 0x4, 2);
        rvt_arbiter_scoreboard_write(scoreboard, 4, &CASES[i].write);
        expect(scoreboard, CASES[i].words);
    }
}

Test(arbiter_scoreboard, what_is_left_and_what_has_no_cause_is_found)
{
    struct rvt_arbiter_scoreboard *scoreboard = open_scoreboard(true);
    const struct rvt_stp_port_write none = {.kind = RVT_STP_WRITE_KINDS};

    cr_expect(not(rvt_transport_passed(scoreboard)));
    leave(scoreboard, 3, 1); /* before it is taken */
    expect(scoreboard, "cycle 3: a write was sent that came from no source [ArbiterNoWrite]");
    scoreboard = open_scoreboard(true);
    take(scoreboard, 3, 0x2, 1);
    rvt_transport_end(scoreboard, 9);
    expect(scoreboard, "1 writes were never sent [ArbiterMissing]");
    scoreboard = open_scoreboard(true);
    rvt_arbiter_scoreboard_take(scoreboard, 3, 1, &none);
    expect(scoreboard, "[StpWrite]");
    scoreboard = open_scoreboard(false);
    for (unsigned i = 0; rvt_transport_finding(scoreboard, 0) == NULL; i++)
        take(scoreboard, i, 0x1, 0);
    expect(scoreboard, "[ArbiterOverdue]");
    cr_expect(rvt_arbiter_scoreboard_open(0, true, &scoreboard) == RVT_ERR_PARAMETER &&
              scoreboard == NULL);
    cr_expect(rvt_arbiter_scoreboard_open(65, true, &scoreboard) == RVT_ERR_PARAMETER &&
              scoreboard == NULL);
}
