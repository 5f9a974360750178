/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The cycle in which te_data leaves, and what it does to the cycles of te_inst: rtl/README.md,
 * Timing. */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/timing/timing.h"

/* A row is decided three cycles after its own cycle, and its packet leaves three cycles later. */
static const struct rvt_pipeline_contract ours = {
    .decision = 3, .packet = 3, .lanes = 8, .depth = 8, .outstanding = 4};

static struct rvt_mismatch_log findings;
static struct rvt_timing timing;

static void open_timing(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    cr_assert_eq(rvt_mismatch_log_init(&findings, RVT_MISMATCH_BIT_EXACT, 2, NULL), RVT_OK);
    cr_assert_eq(rvt_timing_init(&timing, &config, &ours, &findings), RVT_OK);
}

static void close_timing(void)
{
    rvt_timing_fini(&timing);
    rvt_mismatch_log_fini(&findings);
}

TestSuite(timing_data, .init = open_timing, .fini = close_timing);

static const struct rvt_data_arrival at_last = {.access = true, .last = true, .row = true};
static const struct rvt_data_arrival inside = {.access = true, .row = true};
static const struct rvt_data_arrival alone = {.access = true};
static const struct rvt_data_arrival answer = {.response = true};

/* Blocks of two instructions from 0x100 on. */
static void blocks(uint64_t cycle, uint8_t count)
{
    struct rvt_ingress_arrival arrival = {
        .kind = RVT_ARRIVAL_BLOCKS, .cycle = cycle, .blocks = count};

    for (unsigned i = 0; i < count; i++)
        arrival.block[i] =
            (struct rvt_arrival_block){.first = 0x100 + 8 * i, .last = 0x104 + 8 * i};
    rvt_timing_arrive(&timing, &arrival);
}

static void data(uint64_t cycle, struct rvt_data_arrival what)
{
    const struct rvt_ingress_arrival arrival = {
        .kind = RVT_ARRIVAL_DATA, .cycle = cycle, .data = what};

    rvt_timing_arrive(&timing, &arrival);
}

static void te_inst(enum rvt_decision decision, uint64_t cycle, uint64_t iaddr, uint32_t block)
{
    const struct rvt_timing_packet sent = {
        .origin = {.decision = decision, .cycle = cycle, .iaddr = iaddr, .block = block},
        .name = "F0",
        .bytes = 2};

    rvt_timing_expect(&timing, &sent);
}

static void te_data(uint64_t cycle, size_t bytes)
{
    const struct rvt_timing_packet sent = {
        .data = true, .origin.cycle = cycle, .name = "te_data", .bytes = bytes};

    rvt_timing_expect(&timing, &sent);
}

static void beats(uint64_t from, uint64_t to)
{
    for (uint64_t cycle = from; cycle <= to; cycle++)
        rvt_timing_beat(&timing, cycle, cycle);
}

static void expect_compared(uint64_t packets)
{
    cr_expect_str_eq(findings.count > 0 ? findings.entry[0].text : "", "");
    cr_expect_eq(timing.compared, packets);
}

/* Of the last instruction of a block: decided in 13, so te_data follows in 14 and leaves in 17. */
Test(timing_data, te_data_is_a_step_after_that_of_its_instruction)
{
    blocks(10, 1);
    data(10, at_last);
    blocks(11, 1);
    blocks(12, 1);
    te_data(10, 4);
    te_inst(RVT_DECISION_NOTIFY, 11, 0x104, 0);
    beats(17, 18); /* and the next block is decided in 15 */
    expect_compared(2);
}

/* Another instruction of the block: before the block is decided, as soon as that could be. */
Test(timing_data, te_data_inside_of_a_block_is_a_step_before_it)
{
    blocks(10, 1);
    data(10, inside);
    blocks(11, 1);
    te_data(10, 4);
    te_inst(RVT_DECISION_NOTIFY, 10, 0x104, 0);
    beats(16, 17);
    expect_compared(2);
}

/* The first instruction has a packet in a step of its own, then te_data, then the last one; te_data
 * is not taken while the packet is in the stage after the decision. */
Test(timing_data, te_data_waits_until_te_inst_has_left_its_stage)
{
    blocks(10, 1);
    data(10, inside);
    blocks(11, 1);
    te_inst(RVT_DECISION_FIRST, 10, 0x100, 0);
    te_data(10, 4);
    te_inst(RVT_DECISION_NOTIFY, 10, 0x104, 0);
    beats(16, 16);
    beats(18, 19); /* 13, 15, 16 */
    expect_compared(3);
}

/* It waits for nothing: an entry of its own, which leaves in the cycle after its row. */
Test(timing_data, te_data_without_instructions_is_ready_two_cycles_after_its_row)
{
    data(10, alone);
    data(11, alone);
    te_data(10, 4);
    te_data(11, 4);
    beats(15, 16);
    expect_compared(2);
    data(20, alone);
    te_data(20, 4);
    beats(26, 26);
    cr_assert_eq(findings.count, 1);
    cr_expect(strstr(findings.entry[0].text, "te_data) 1 cycle late [PacketOnTime]") != NULL);
    cr_expect(strstr(findings.entry[0].text,
                     "buffer    cycle 22: the access has left the elastic buffer") != NULL);
}

/* A response waits for the instructions before its row, not for those of it. */
Test(timing_data, a_response_waits_for_the_row_before)
{
    struct rvt_data_arrival both = answer;

    both.row = true;
    blocks(10, 1);
    blocks(20, 1); /* the one of 10 is decided in 22, when this one is known */
    data(20, both);
    blocks(21, 1);
    te_data(20, 4);
    te_inst(RVT_DECISION_NOTIFY, 20, 0x104, 0);
    beats(26, 27); /* 23, and 24 instead of 23 */
    expect_compared(2);
}

/* A response to the request of its own cycle comes after it. */
Test(timing_data, access_and_late_response_are_two_steps)
{
    struct rvt_data_arrival both = at_last;

    both.response = both.late = true;
    blocks(10, 1);
    data(10, both);
    blocks(11, 1);
    blocks(12, 1);
    te_data(10, 4);
    te_data(10, 4);
    te_inst(RVT_DECISION_NOTIFY, 11, 0x104, 0);
    beats(17, 19);
    expect_compared(3);
}

/* te_data of the second block of three: a step for each block up to it, one for the rest. */
Test(timing_data, blocks_are_decided_one_by_one_while_te_data_waits_for_one)
{
    struct rvt_data_arrival second = at_last;

    second.block = 1;
    blocks(10, 4);
    data(10, second);
    blocks(11, 1);
    blocks(12, 1);
    te_data(10, 4); /* 13, 14: the blocks, 15 */
    te_inst(RVT_DECISION_NOTIFY, 11, 0x104, 0);
    beats(18, 18);
    beats(20, 20); /* 16: two blocks, 17 */
    expect_compared(2);
}

/*
 * Packets of four beats. te_data needs room in the stage after the decision, like te_inst. te_inst
 * after it has another stage, and waits there while te_data waits for the output.
 */
Test(timing_data, te_data_waits_for_room_and_te_inst_has_its_own)
{
    for (uint64_t cycle = 10; cycle <= 13; cycle++) {
        data(cycle, alone);
        te_data(cycle, 32);
    }
    blocks(14, 1);
    te_inst(RVT_DECISION_NOTIFY, 14, 0x104, 0);
    blocks(15, 1);
    data(16, alone);
    te_data(16, 8);
    blocks(17, 1);
    beats(15, 30); /* taken in 12, 13, 14 and, when the second begins to leave, in 18 */
    beats(31, 31); /* decided in 19, not when the third begins to leave */
    beats(32, 32); /* taken in 27, when the last of the four leaves and te_inst has gone on */
    expect_compared(6);
}

/* Four accesses wait; the fifth row stays in the buffer until one was sent, and so do the rows
 * after it. A row may wait only if fewer than three entries of the buffer are free. */
Test(timing_data, outstanding_accesses_keep_rows_in_the_buffer)
{
    data(10, alone);
    te_data(10, 8);
    for (uint64_t cycle = 11; cycle <= 22; cycle++)
        data(cycle, alone);
    for (uint64_t cycle = 11; cycle <= 22; cycle++)
        te_data(cycle, 8);
    rvt_timing_beat(&timing, 15, 100); /* the sink holds: three are under way, four wait */
    beats(101, 112);
    const struct rvt_ingress_arrival stalled = {
        .kind = RVT_ARRIVAL_DATA, .cycle = 101, .data = alone, .stalled = true};
    rvt_timing_arrive(&timing, &stalled);
    te_data(101, 8);
    beats(113, 113);
    expect_compared(14);
}
