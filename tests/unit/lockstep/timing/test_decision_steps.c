/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* In how many steps the blocks of a row are decided, by the rules of decision_steps.h. */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "model/lockstep/timing/decision_steps.h"

enum { TEXT_CAPACITY = 128 };

static struct rvt_decision_steps steps;
static struct rvt_ingress_arrival row, next;
static char text[TEXT_CAPACITY];

/* A row of four blocks of two instructions, and another one after it. */
static void four_blocks(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.resync = (struct rvt_resync_config){.mode = RVT_RESYNC_PACKETS, .max = 0};
    rvt_decision_steps_init(&steps, &config);
    row = (struct rvt_ingress_arrival){
        .kind = RVT_ARRIVAL_BLOCKS, .cycle = 7, .blocks = 4, .priv = 3};
    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i] =
            (struct rvt_arrival_block){.first = 0x100 * i, .last = 0x100 * i + 4, .halfwords = 4};
    next = row;
    next.cycle = 8;
}

TestSuite(decision_steps, .init = four_blocks);

static struct rvt_timing_packet of_block(enum rvt_decision decision, uint8_t block, bool first)
{
    return (struct rvt_timing_packet){
        .origin = {.decision = decision,
                   .cycle = row.cycle,
                   .iaddr = first ? row.block[block].first : row.block[block].last,
                   .block = block}};
}

/* The steps of the row: how many blocks each takes, f: a first instruction alone, s: it sends the
 * next packet, l: it looks at what follows. */
static const char *steps_of(const struct rvt_timing_packet *packet, unsigned packets)
{
    static const struct rvt_timing_packet none = {
        .origin = {.decision = RVT_DECISION_SUPPORT_ENABLE}};
    struct rvt_decision_step step;

    text[0] = '\0';
    do {
        size_t length = strlen(text);
        unsigned done = steps.done;
        step = rvt_decision_steps_next(&steps, &row, &next, packets > 0 ? packet : &none);
        unsigned taken = steps.first_done ? 0 : (step.last ? row.blocks : steps.done) - done;
        (void)snprintf(text + length, sizeof text - length, "%s%u%s%s%s", length > 0 ? " " : "",
                       taken, steps.first_done ? "f" : "", step.sends ? "s" : "",
                       step.looks ? "l" : "");
        if (step.sends) {
            packet++;
            packets--;
        }
    } while (!step.last && strlen(text) + 8 < sizeof text);
    return text;
}

Test(decision_steps, blocks_that_end_no_group_are_one_step)
{
    row.block[1].itype = RVT_ITYPE_TAKEN_BRANCH;
    row.block[2].itype = RVT_ITYPE_INFERABLE_CALL;
    cr_expect_str_eq(steps_of(NULL, 0), "4l");
}

Test(decision_steps, an_uninferable_jump_is_the_last_of_its_step)
{
    struct rvt_timing_packet packet = of_block(RVT_DECISION_UPDISCON, 2, true);

    row.block[1].itype = RVT_ITYPE_RETURN;
    cr_expect_str_eq(steps_of(&packet, 1), "2 0fs 2l");
    row.block[2].last =
        row.block[2].first; /* a group of its own: its first instruction sends a packet */
    cr_expect_str_eq(steps_of(&packet, 1), "2 1s 1l");
}

Test(decision_steps, a_packet_for_the_first_and_one_for_the_last)
{
    struct rvt_timing_packet packet[] = {of_block(RVT_DECISION_FIRST, 0, true),
                                         of_block(RVT_DECISION_NOTIFY, 0, false),
                                         of_block(RVT_DECISION_BEFORE_TRAP, 3, false)};

    row.block[0].notify = true;
    cr_expect_str_eq(steps_of(packet, 3), "0fs 1s 3sl");
}

/* Blocks at one address: the model states which of them a packet reports. */
Test(decision_steps, a_packet_belongs_to_its_block)
{
    struct rvt_timing_packet packet = of_block(RVT_DECISION_UPDISCON, 2, true);

    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i] = (struct rvt_arrival_block){.halfwords = 2, .itype = RVT_ITYPE_RETURN};
    packet.origin.iaddr = 0;
    cr_expect_str_eq(steps_of(&packet, 1), "1 1 1s 1l");
    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i].last = 4;
    cr_expect_str_eq(steps_of(&packet, 1), "1 1 0fs 1 1l");
}

Test(decision_steps, branches_that_are_predicted_and_calls_that_are_remembered_are_alone)
{
    row.block[0].itype = RVT_ITYPE_TAKEN_BRANCH;
    row.block[1].itype = RVT_ITYPE_INFERABLE_CALL;
    steps.predicts = true;
    cr_expect_str_eq(steps_of(NULL, 0), "1 3l");
    steps.returns = true;
    cr_expect_str_eq(steps_of(NULL, 0), "1 1 2l");
}

Test(decision_steps, a_full_map_is_told_with_the_row_if_that_is_all)
{
    struct rvt_timing_packet packet = of_block(RVT_DECISION_BRANCH_MAP_FULL, 1, false);

    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i].itype = RVT_ITYPE_TAKEN_BRANCH;
    steps.branches = 29;
    cr_expect_str_eq(steps_of(&packet, 1), "4sl");
    cr_expect_eq(steps.branches, 2);
}

Test(decision_steps, a_full_map_is_told_before_what_reports_an_address)
{
    struct rvt_timing_packet packet = of_block(RVT_DECISION_BRANCH_MAP_FULL, 1, false);

    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i].itype = RVT_ITYPE_TAKEN_BRANCH;
    steps.branches = 29;
    next.priv = 0;
    cr_expect_str_eq(steps_of(&packet, 1), "2sl 2l");
    steps.branches = 29;
    next.priv = 3;
    row.block[3].notify = true;
    cr_expect_str_eq(steps_of(&packet, 1), "2s 2l");
}

Test(decision_steps, where_resynchronisation_is_near_blocks_are_alone)
{
    steps.counting = true;
    steps.count = 15;
    cr_expect_str_eq(steps_of(NULL, 0), "4l");
    steps.count = 16;
    cr_expect_str_eq(steps_of(NULL, 0), "1 1 1 1l");
    steps.resync.mode = RVT_RESYNC_HALFWORDS;
    steps.count = 5; /* what is counted and what is left are 21 in each step */
    cr_expect_str_eq(steps_of(NULL, 0), "1 1 1 1l");
    steps.count = 0;
    steps.resync.max = 1;
    cr_expect_str_eq(steps_of(NULL, 0), "4l");
    cr_expect_eq(steps.count, 16);
    steps.resync.mode = RVT_RESYNC_CYCLES;
    row.elapsed = 16;
    cr_expect_str_eq(steps_of(NULL, 0), "1 1 1 1l");
}

Test(decision_steps, a_context_change_that_is_not_told_keeps_blocks_apart)
{
    struct rvt_timing_packet packet = of_block(RVT_DECISION_CONTEXT, 2, false);

    steps.context_pending = true;
    row.block[2].itype = RVT_ITYPE_TAKEN_BRANCH;
    cr_expect_str_eq(steps_of(&packet, 1), "1 1 1s 1l");
    cr_expect_str_eq(steps_of(NULL, 0), "4l");
}
