/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The cycles in which packets leave, derived by hand from the contract of timing.h. */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/timing/timing.h"

static struct rvt_config config;
static struct rvt_mismatch_log findings;
static struct rvt_timing timing;

/* Three cycles to a decision, three to the output, beats of eight bytes, a buffer of four. */
static const struct rvt_pipeline_contract ours = {
    .decision = 3, .packet = 3, .lanes = 8, .depth = 4};

static void open_timing(void)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    cr_assert_eq(rvt_mismatch_log_init(&findings, RVT_MISMATCH_BIT_EXACT, 2, NULL), RVT_OK);
    cr_assert_eq(rvt_timing_init(&timing, &config, &ours, &findings), RVT_OK);
}

static void close_timing(void)
{
    rvt_timing_fini(&timing);
    rvt_mismatch_log_fini(&findings);
}

TestSuite(timing, .init = open_timing, .fini = close_timing);

static void event(enum rvt_ingress_arrival_kind kind, uint64_t cycle)
{
    const struct rvt_ingress_arrival arrival = {.kind = kind, .cycle = cycle};

    rvt_timing_arrive(&timing, &arrival);
}

/* A block at 0x100, of two instructions. */
static void block(uint64_t cycle)
{
    const struct rvt_ingress_arrival arrival = {.kind = RVT_ARRIVAL_BLOCKS,
                                                .cycle = cycle,
                                                .blocks = 1,
                                                .block = {{.first = 0x100, .last = 0x104}}};

    rvt_timing_arrive(&timing, &arrival);
}

static void packet(enum rvt_decision decision, uint64_t cycle, uint64_t iaddr, size_t bytes)
{
    const struct rvt_timing_packet sent = {
        .origin = {.decision = decision, .cycle = cycle, .iaddr = iaddr},
        .name = "F0",
        .bytes = bytes};

    rvt_timing_expect(&timing, &sent);
}

/* Events that send packets of so many bytes, in the cycles from..to. */
static void events(uint64_t from, uint64_t to, size_t bytes)
{
    for (uint64_t cycle = from; cycle <= to; cycle++) {
        bool even = (cycle - from) % 2 == 0;
        event(even ? RVT_ARRIVAL_ENABLE : RVT_ARRIVAL_DISABLE, cycle);
        packet(even ? RVT_DECISION_SUPPORT_ENABLE : RVT_DECISION_SUPPORT_END, cycle, 0, bytes);
    }
}

/* Beats in the cycles from..to, each taken at once. */
static void beats(uint64_t from, uint64_t to)
{
    for (uint64_t cycle = from; cycle <= to; cycle++)
        rvt_timing_beat(&timing, cycle, cycle);
}

static const char *found(void)
{
    return findings.count > 0 ? findings.entry[findings.count - 1].text : "";
}

static void expect_found(const char *words)
{
    cr_expect(strstr(found(), words) != NULL, "'%s' in:\n%s", words, found());
}

Test(timing, an_event_leaves_six_cycles_after_its_own)
{
    event(RVT_ARRIVAL_ENABLE, 10);
    packet(RVT_DECISION_SUPPORT_ENABLE, 10, 0, 3);
    beats(16, 16);
    rvt_timing_end(&timing, 20);
    cr_expect_str_eq(found(), "");
    cr_expect_eq(timing.compared, 1);
}

/* Responses to loads may be many packets ahead of the model (decision 0003). */
Test(timing, beats_wait_for_their_packets_however_many_they_are)
{
    const uint64_t waiting = 1000;

    beats(16, 16 + waiting - 1);
    cr_expect_eq(timing.beats_tail - timing.beats_head, waiting);
    event(RVT_ARRIVAL_ENABLE, 10);
    packet(RVT_DECISION_SUPPORT_ENABLE, 10, 0, ours.lanes * waiting);
    rvt_timing_settle(&timing);
    rvt_timing_end(&timing, 16 + waiting);
    cr_expect_str_eq(found(), "");
    cr_expect_eq(timing.compared, 1);
}

Test(timing, a_cycle_late_or_early_is_found)
{
    event(RVT_ARRIVAL_ENABLE, 10);
    packet(RVT_DECISION_SUPPORT_ENABLE, 10, 0, 3);
    beats(17, 17);
    expect_found("cycle 17: first beat of packet 0 (F0) 1 cycle late [PacketOnTime]");
    expect_found("expected  cycle 16");
    expect_found("arrival   cycle 10: enabling of cycle 10");
    event(RVT_ARRIVAL_DISABLE, 30);
    packet(RVT_DECISION_SUPPORT_END, 30, 0, 3);
    beats(34, 34);
    expect_found("cycle 34: first beat of packet 1 (F0) 2 cycles early [PacketOnTime]");
}

Test(timing, blocks_look_at_what_follows)
{
    block(20);
    packet(RVT_DECISION_NOTIFY, 20, 0x104, 2);
    event(RVT_ARRIVAL_END, 30);
    packet(RVT_DECISION_SUPPORT_END, 30, 0, 2);
    beats(35, 36); /* decided in 30 + 2, and in 30 + 3 */
    cr_expect_str_eq(found(), "");
    block(40);
    packet(RVT_DECISION_NOTIFY, 40, 0x104, 2);
    block(41);
    beats(46, 46);
    cr_expect_str_eq(found(), "");
}

Test(timing, what_arrives_in_one_cycle_is_taken_one_by_one)
{
    event(RVT_ARRIVAL_ENABLE, 20);
    block(20);
    event(RVT_ARRIVAL_TRAP, 20);
    block(21);
    block(22);
    event(RVT_ARRIVAL_END, 23);
    packet(RVT_DECISION_NOTIFY, 22, 0x104, 2);
    beats(30, 30); /* two steps more than cycles */
    cr_expect_str_eq(found(), "");
}

Test(timing, a_first_instruction_that_tells_something_takes_a_step)
{
    block(20);
    packet(RVT_DECISION_FIRST, 20, 0x100, 2);
    packet(RVT_DECISION_NOTIFY, 20, 0x104, 2);
    block(21);
    packet(RVT_DECISION_NOTIFY, 21, 0x104, 2);
    block(22);
    beats(26, 28);
    cr_expect_str_eq(found(), "");
}

Test(timing, beats_follow_one_another)
{
    events(10, 11, 17); /* three beats each */
    beats(16, 21);
    cr_expect_str_eq(found(), "");
    cr_expect_eq(timing.compared, 2);
    events(40, 40, 9);
    beats(46, 46);
    beats(48, 48);
    expect_found("cycle 48: a later beat of packet 2 (F0) 1 cycle late [BeatOnTime]");
}

Test(timing, a_beat_that_is_not_taken_holds_the_others)
{
    events(10, 11, 9);
    rvt_timing_beat(&timing, 16, 20);
    rvt_timing_beat(&timing, 21, 21);
    rvt_timing_beat(&timing, 22, 29);
    rvt_timing_beat(&timing, 30, 30);
    cr_expect_str_eq(found(), "");
    cr_expect_eq(timing.compared, 2);
}

/*
 * Packets of four beats, decided in 13, 14 and 15. The fourth waits for room until the second
 * begins to leave in 20, so it is decided in 19 instead of 16, and later decisions are delayed as
 * much.
 */
Test(timing, a_packet_waits_for_room_before_the_output)
{
    events(10, 13, 31);
    for (uint64_t cycle = 14; cycle <= 31; cycle++)
        block(cycle);
    packet(RVT_DECISION_NOTIFY, 30, 0x104, 2);
    beats(16, 31);
    cr_expect_str_eq(found(), "");
    beats(39, 39); /* 30 + 6 without it */
    cr_expect_str_eq(found(), "");
}

/*
 * The output is held until 100. Entries of 15..18 fill the buffer; the first leaves it in 100, the
 * second in 101, so there is room for a loss in 102.
 */
Test(timing, a_loss_arrives_when_there_is_room)
{
    events(10, 18, 8);
    event(RVT_ARRIVAL_LOST, 19);
    packet(RVT_DECISION_SUPPORT_LOST, 0, 0, 8);
    rvt_timing_beat(&timing, 16, 100);
    beats(101, 109);
    cr_expect_str_eq(found(), "");
    cr_expect_eq(timing.compared, 10);
    cr_expect_eq(timing.pipeline.why.arrived, 102 + 3);
}

/* A change of modes in 40 waits for room itself: the loss enters before it, in 102. */
Test(timing, a_loss_does_not_leave_with_a_change_of_modes_that_waits)
{
    events(10, 18, 8);
    event(RVT_ARRIVAL_LOST, 19);
    packet(RVT_DECISION_SUPPORT_LOST, 0, 0, 8);
    event(RVT_ARRIVAL_MODES, 40);
    rvt_timing_beat(&timing, 16, 100);
    beats(101, 109);
    cr_expect_str_eq(found(), "");
    cr_expect_eq(timing.compared, 10);
    cr_expect_eq(timing.pipeline.why.arrived, 102 + 3);
}

Test(timing, a_row_is_stalled_or_dropped_only_without_room)
{
    struct rvt_ingress_arrival row = {
        .kind = RVT_ARRIVAL_LOST, .cycle = 20, .qualified = true, .stalled = true};

    events(10, 12, 3);
    rvt_timing_arrive(&timing, &row);
    packet(RVT_DECISION_SUPPORT_LOST, 0, 0, 3);
    beats(16, 18);
    beats(26, 26);
    expect_found("cycle 19: a row was dropped although 4 entries of 4 were free [RoomIsUsed]");
    row = (struct rvt_ingress_arrival){.kind = RVT_ARRIVAL_TRAP, .cycle = 31, .stalled = true};
    rvt_timing_arrive(&timing, &row);
    packet(RVT_DECISION_FIRST_EXCEPTION, 31, 0, 3);
    beats(37, 37);
    expect_found("cycle 30: the hart was stalled although 4 entries of 4 were free [RoomIsUsed]");
}

Test(timing, a_loss_does_not_wait_for_disabling)
{
    events(10, 18, 8);
    event(RVT_ARRIVAL_LOST, 19);
    packet(RVT_DECISION_SUPPORT_LOST, 0, 0, 8);
    event(RVT_ARRIVAL_DISABLE, 40);
    packet(RVT_DECISION_SUPPORT_END, 40, 0, 8);
    rvt_timing_beat(&timing, 16, 100);
    beats(101, 109);
    cr_expect_eq(timing.pipeline.why.arrived, 40 + 3);
}

Test(timing, the_computation_continues_after_a_finding)
{
    events(10, 10, 3);
    beats(19, 19);
    expect_found("3 cycles late");
    events(30, 30, 3);
    beats(36, 36);
    cr_expect_eq(findings.count, 1);
    cr_expect_eq(timing.compared, 2);
}

Test(timing, what_is_decided_after_a_late_packet_is_late_too)
{
    events(10, 10, 3);
    beats(19, 19);
    for (uint64_t cycle = 11; cycle <= 16; cycle++)
        block(cycle);
    packet(RVT_DECISION_NOTIFY, 15, 0x104, 2);
    beats(24, 24); /* five steps after 16 */
    cr_expect_eq(findings.count, 1);
}

Test(timing, a_packet_that_the_model_has_not_decided_waits)
{
    event(RVT_ARRIVAL_TRAP, 10);
    beats(16, 16);
    cr_expect_eq(timing.compared, 0);
    packet(RVT_DECISION_FIRST_EXCEPTION, 10, 0, 3);
    rvt_timing_settle(&timing);
    cr_expect_eq(timing.compared, 1);
    cr_expect_str_eq(found(), "");
}

Test(timing, a_packet_of_nothing_that_arrived_is_found)
{
    event(RVT_ARRIVAL_TRAP, 10);
    packet(RVT_DECISION_NOTIFY, 10, 0x104, 3);
    beats(16, 16);
    expect_found("but no row or event causes it [PacketOnTime]");
}

Test(timing, nothing_compared_is_found)
{
    rvt_timing_end(&timing, 20);
    expect_found("no packet was compared with its cycle [PacketOnTime]");
}

Test(timing, packets_and_beats_that_are_left_are_found)
{
    events(10, 11, 9);
    beats(16, 18); /* two and one */
    rvt_timing_end(&timing, 40);
    expect_found("cycle 40: 1 packets without all their beats, 0 beats without a packet");
    beats(19, 20);
    rvt_timing_end(&timing, 41);
    expect_found("cycle 41: 0 packets without all their beats, 1 beats without a packet");
}

Test(timing, a_contract_has_numbers_in_their_range)
{
    struct rvt_timing other;
    struct rvt_pipeline_contract wrong[] = {ours, ours, ours, ours, ours, ours};

    wrong[0].decision = 0;
    wrong[1].packet = 0;
    wrong[2].lanes = 0;
    wrong[3].depth = 3;
    wrong[4].decision = RVT_PIPELINE_CYCLES_MAX + 1;
    wrong[5].packet = RVT_PIPELINE_CYCLES_MAX + 1;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        cr_expect_eq(rvt_timing_init(&other, &config, &wrong[i], &findings), RVT_ERR_PARAMETER);
}
