/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The tables of a decoder with their undo: random changes, a trial among them, and back; and the
 * outcomes that packets have reported. Shows: ETR-MODE-001, ETR-MODE-021, ETR-MODE-041,
 * ETR-DEC-015 */
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include <stdlib.h>
#include <string.h>

#include "decoder/branch_outcomes.h"
#include "decoder/tables.h"

/* What a table held. */
struct copy {
    uint8_t state[64];
    struct rvt_jump_cache_entry entry[64];
    struct rvt_return_stack_entry stacked[64];
    uint32_t depth, next;
};

static void copy(struct copy *to, const struct rvt_tables *from)
{
    memset(to, 0, sizeof *to);
    memcpy(to->state, from->predictor.state, from->predictor.mask + 1);
    for (size_t i = 0; i <= from->cache.mask; i++) {
        to->entry[i].target = from->cache.entry[i].target;
        to->entry[i].epoch = from->cache.entry[i].epoch;
    }
    for (size_t i = 0; i < from->stack.capacity; i++) {
        to->stacked[i].address = from->stack.entry[i].address;
        to->stacked[i].again = from->stack.entry[i].again;
    }
    to->depth = from->stack.depth;
    to->next = from->stack.next;
}

static void change(struct rvt_tables *tables, uint64_t *state)
{
    uint64_t address = UINT64_C(0x1234567800000000) + 2 * random_below(state, 8);

    switch (random_below(state, 4)) {
    case 0:
        rvt_tables_train(tables, address, next_random(state) & 1);
        break;
    case 1:
        rvt_tables_cache(tables, address);
        break;
    case 2:
        rvt_tables_pop(tables);
        break;
    default:
        rvt_tables_push(tables, address >> random_below(state, 3) << 2);
        break;
    }
}

static void expect_same(const struct rvt_tables *tables, const struct copy *before, unsigned round)
{
    static struct copy now;

    copy(&now, tables);
    cr_expect(memcmp(now.state, before->state, sizeof now.state) == 0, "round %u", round);
    cr_expect(now.depth == before->depth && now.next == before->next, "round %u", round);
    for (unsigned i = 0; i < 64; i++) {
        cr_expect(now.entry[i].target == before->entry[i].target &&
                      now.entry[i].epoch == before->entry[i].epoch,
                  "round %u, entry %u", round, i);
        cr_expect(now.stacked[i].address == before->stacked[i].address &&
                      now.stacked[i].again == before->stacked[i].again,
                  "round %u, stack entry %u", round, i);
    }
}

static void undo_changes(unsigned stack, unsigned counter)
{
    static struct copy before, within;
    struct rvt_tables tables;
    struct rvt_config config;
    uint64_t state = stack * 16 + counter;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
    config.params.bpred_size_p = 3;
    config.params.cache_size_p = 3;
    config.params.return_stack_size_p = stack;
    config.params.call_counter_size_p = counter;
    cr_assert(rvt_tables_open(&tables, &config) == RVT_OK);
    for (unsigned round = 0; round < 300; round++) {
        struct rvt_tables_point point = rvt_tables_commit(&tables);

        copy(&before, &tables);
        for (unsigned i = random_below(&state, 12); i > 0; i--)
            change(&tables, &state);
        copy(&within, &tables);
        struct rvt_tables_point trial = rvt_tables_begin(&tables);
        for (unsigned i = random_below(&state, 12); i > 0; i--)
            change(&tables, &state);
        rvt_tables_undo(&tables, &trial);
        expect_same(&tables, &within, round);
        for (unsigned i = random_below(&state, 4); i > 0; i--)
            change(&tables, &state);
        if (next_random(&state) & 1)
            continue;
        rvt_tables_undo(&tables, &point);
        expect_same(&tables, &before, round);
    }
    rvt_tables_close(&tables);
}

Test(decoder_tables, undo_returns_to_what_was)
{
    undo_changes(3, 0);
    undo_changes(2, 1);
    undo_changes(1, 2);
    undo_changes(0, 3);
    undo_changes(0, 0);
}

/* A reset cannot be undone, and leaves the cache unless it is to be forgotten. Shows: ETR-MODE-003,
 * ETR-MODE-023, ETR-MODE-046 */
Test(decoder_tables, a_reset)
{
    for (unsigned forget = 0; forget < 2; forget++) {
        struct rvt_tables tables;
        struct rvt_config config;
        uint64_t held = 0;

        rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
        config.params.bpred_size_p = 3;
        config.params.cache_size_p = 3;
        config.params.return_stack_size_p = 2;
        cr_assert(rvt_tables_open(&tables, &config) == RVT_OK);
        rvt_tables_train(&tables, 0x1002, true);
        rvt_tables_train(&tables, 0x1002, true);
        rvt_tables_cache(&tables, 0x1004);
        struct rvt_tables_point point = rvt_tables_commit(&tables);
        rvt_tables_train(&tables, 0x1002, true);
        rvt_tables_push(&tables, 0x1006);
        cr_expect(rvt_branch_predictor_ask(&tables.predictor, 0x1002));
        cr_expect(eq(u32, tables.stack.depth, 1));
        rvt_tables_reset(&tables, forget);
        cr_expect(not(rvt_branch_predictor_ask(&tables.predictor, 0x1002)));
        cr_expect(eq(u32, tables.stack.depth, 0));
        cr_expect(eq(int, rvt_jump_cache_read(&tables.cache, 2, &held), !forget));
        rvt_tables_undo(&tables, &point);
        cr_expect(not(rvt_branch_predictor_ask(&tables.predictor, 0x1002)));
        rvt_tables_close(&tables);
    }
}

/* A map, then correct predictions, then a failed one: in this order, looked at or taken. */
Test(decoder_tables, outcomes_in_their_order)
{
    for (unsigned predicted = 0; predicted < 3; predicted++)
        for (unsigned failed = 0; failed < 2; failed++)
            for (unsigned prediction = 0; prediction < 2; prediction++) {
                struct rvt_outcomes outcomes = {.predicted = predicted, .failed = failed != 0};
                bool expected[6];
                unsigned count = 0;

                rvt_branch_map_add(&outcomes.map, true);
                rvt_branch_map_add(&outcomes.map, false);
                expected[count++] = true;
                expected[count++] = false;
                for (unsigned i = 0; i < predicted; i++)
                    expected[count++] = prediction != 0;
                if (failed)
                    expected[count++] = prediction == 0;
                for (unsigned i = 0; i < count; i++) {
                    cr_expect(eq(u64, rvt_outcomes_left(&outcomes), count - i));
                    cr_expect(eq(int, rvt_outcomes_peek(&outcomes, prediction), expected[i]));
                    cr_expect(eq(int, rvt_outcomes_take(&outcomes, prediction), expected[i]));
                }
                cr_expect(eq(u64, rvt_outcomes_left(&outcomes), 0));
                outcomes.predicted = 7;
                rvt_outcomes_clear(&outcomes);
                cr_expect(eq(u64, rvt_outcomes_left(&outcomes), 0));
            }
}
