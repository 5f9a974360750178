/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The tables that encoder and decoder keep alike. Shows: ETR-MODE-002 ETR-MODE-012 ETR-MODE-020
 * ETR-DISC-005 ETR-MODE-021 ETR-MODE-023 ETR-MODE-040 ETR-MODE-046 ETR-MODE-048 */
#include "tests/unit/checks.h"

#include "modes/branch_predictor.h"
#include "modes/jump_cache.h"
#include "modes/return_stack.h"

static struct rvt_config config_of(unsigned bpred, unsigned cache, unsigned stack, unsigned counter)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_5_DRAFT);
    config.params.bpred_size_p = bpred;
    config.params.cache_size_p = cache;
    config.params.return_stack_size_p = stack;
    config.params.call_counter_size_p = counter;
    return config;
}

/* All eight transitions of the table in the chapter, from the state to the next one. */
Test(tables, a_prediction_changes_as_the_specification_draws_it)
{
    static const struct {
        uint8_t from;
        bool taken;
        uint8_t to;
        bool predicted;
    } rows[] = {
        {0, false, 0, false}, {0, true, 1, false}, {1, false, 0, false}, {1, true, 3, false},
        {3, false, 2, true},  {3, true, 3, true},  {2, false, 0, true},  {2, true, 3, true},
    };
    struct rvt_config config = config_of(2, 0, 0, 0);
    struct rvt_branch_predictor predictor;

    cr_assert(rvt_branch_predictor_open(&predictor, &config.params) == RVT_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        predictor.state[1] = rows[i].from;
        cr_expect(eq(int, rvt_branch_predictor_ask(&predictor, 0x102), rows[i].predicted));
        rvt_branch_predictor_train(&predictor, 0x102, rows[i].taken);
        cr_expect(eq(u8, predictor.state[1], rows[i].to), "row %zu", i);
    }
    rvt_branch_predictor_close(&predictor);
}

Test(tables, an_entry_is_found_by_the_low_address_bits)
{
    struct rvt_config config = config_of(2, 0, 0, 0);
    struct rvt_branch_predictor predictor, copy;

    cr_assert(rvt_branch_predictor_open(&predictor, &config.params) == RVT_OK);
    cr_assert(rvt_branch_predictor_open(&copy, &config.params) == RVT_OK);
    cr_expect(not(rvt_branch_predictor_ask(&predictor, 0x80000006))); /* 01 at first */
    rvt_branch_predictor_train(&predictor, 0x80000006, true);         /* 11 */
    cr_expect(rvt_branch_predictor_ask(&predictor, 0x8000000e));      /* bits 2:1 are the same */
    cr_expect(not(rvt_branch_predictor_ask(&predictor, 0x80000004)));
    rvt_branch_predictor_copy(&copy, &predictor);
    rvt_branch_predictor_reset(&predictor);
    cr_expect(not(rvt_branch_predictor_ask(&predictor, 0x80000006)));
    cr_expect(rvt_branch_predictor_ask(&copy, 0x80000006));
    rvt_branch_predictor_close(&predictor);
    rvt_branch_predictor_close(&copy);
}

/* The count of invalidations begins again; entries of its first round stay void. Shows:
 * ETR-MODE-046 */
Test(tables, the_last_of_2_to_the_32_invalidations_is_one)
{
    struct rvt_config config = config_of(0, 2, 0, 0);
    struct rvt_jump_cache cache;

    cr_assert(rvt_jump_cache_open(&cache, &config.params) == RVT_OK);
    rvt_jump_cache_write(&cache, 0x1006);
    cache.epoch = UINT32_MAX;
    rvt_jump_cache_write(&cache, 0x2004);
    cr_expect(rvt_jump_cache_hits(&cache, 0x2004));
    rvt_jump_cache_clear(&cache);
    cr_expect(not(rvt_jump_cache_hits(&cache, 0x1006)));
    cr_expect(not(rvt_jump_cache_hits(&cache, 0x2004)));
    cr_expect(ne(u32, cache.epoch, 0));
    rvt_jump_cache_write(&cache, 0x2004);
    cr_expect(rvt_jump_cache_hits(&cache, 0x2004));
    rvt_jump_cache_clear(&cache);
    for (uint32_t i = 0; i < 4; i++) /* no later epoch may make one valid again */
        cr_expect(lt(u32, cache.entry[i].epoch, cache.epoch), "entry %u", (unsigned)i);
    rvt_jump_cache_close(&cache);
}

Test(tables, a_target_hits_once_it_was_written)
{
    struct rvt_config config = config_of(0, 2, 0, 0);
    struct rvt_jump_cache cache, copy;
    uint64_t target = 1;

    cr_assert(rvt_jump_cache_open(&cache, &config.params) == RVT_OK);
    cr_assert(rvt_jump_cache_open(&copy, &config.params) == RVT_OK);
    cr_expect(not(rvt_jump_cache_hits(&cache, 0))); /* address 0 is no sign of validity */
    rvt_jump_cache_write(&cache, 0);
    cr_expect(rvt_jump_cache_hits(&cache, 0));
    rvt_jump_cache_write(&cache, 0x1006); /* bits 2:1 are 3 */
    cr_expect(eq(u32, rvt_jump_cache_index(&cache, 0x1006), 3));
    cr_expect(rvt_jump_cache_read(&cache, 3, &target));
    cr_expect(eq(u64, target, 0x1006));
    rvt_jump_cache_write(&cache, 0x2006); /* takes its place */
    cr_expect(not(rvt_jump_cache_hits(&cache, 0x1006)));
    rvt_jump_cache_copy(&copy, &cache);
    rvt_jump_cache_drop(&cache, 0x1006);
    cr_expect(not(rvt_jump_cache_hits(&cache, 0x2006)));
    cr_expect(rvt_jump_cache_hits(&copy, 0x2006));
    rvt_jump_cache_clear(&copy);
    cr_expect(not(rvt_jump_cache_hits(&copy, 0x2006)));
    cr_expect(not(rvt_jump_cache_read(&copy, 0, &target)));
    rvt_jump_cache_close(&cache);
    rvt_jump_cache_close(&copy);
}

/* Targets that differ in one bit above the index, at both ends of the address space. Shows:
 * ETR-MODE-040 */
Test(tables, a_cache_compares_every_bit_of_an_address)
{
    static const uint64_t ends[] = {0x1006, UINT64_C(0xfffffffffffff006)};
    struct rvt_config config = config_of(0, 2, 0, 0);
    struct rvt_jump_cache cache;
    uint64_t target = 0;

    cr_assert(rvt_jump_cache_open(&cache, &config.params) == RVT_OK);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        for (unsigned bit = 3; bit < 64; bit++) {
            uint64_t other = ends[i] ^ UINT64_C(1) << bit;
            rvt_jump_cache_write(&cache, ends[i]);
            cr_expect(not(rvt_jump_cache_hits(&cache, other)), "bit %u", bit);
            rvt_jump_cache_write(&cache, other);
            cr_expect(not(rvt_jump_cache_hits(&cache, ends[i])), "bit %u", bit);
            cr_expect(rvt_jump_cache_hits(&cache, other), "bit %u", bit);
            cr_expect(rvt_jump_cache_read(&cache, rvt_jump_cache_index(&cache, other), &target));
            cr_expect(eq(u64, target, other));
        }
    rvt_jump_cache_close(&cache);
}

Test(tables, a_full_stack_drops_its_oldest_entry)
{
    struct rvt_config config = config_of(0, 0, 1, 0);
    struct rvt_return_stack stack, copy;

    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    cr_assert(rvt_return_stack_open(&copy, &config) == RVT_OK);
    cr_expect(not(stack.counter));
    cr_expect(eq(u32, stack.capacity, 2));
    for (uint64_t address = 0x10; address <= 0x14; address += 2)
        rvt_return_stack_push(&stack, address);
    cr_expect(eq(u32, stack.depth, 2));
    rvt_return_stack_copy(&copy, &stack);
    cr_expect(eq(u64, rvt_return_stack_top(&stack), 0x14));
    rvt_return_stack_pop(&stack);
    cr_expect(eq(u64, rvt_return_stack_top(&stack), 0x12));
    rvt_return_stack_pop(&stack);
    rvt_return_stack_pop(&stack); /* does not go below 0 */
    cr_expect(eq(u32, stack.depth, 0));
    cr_expect(eq(u64, rvt_return_stack_top(&copy), 0x14));
    rvt_return_stack_clear(&copy);
    cr_expect(eq(u32, copy.depth, 0));
    rvt_return_stack_close(&stack);
    rvt_return_stack_close(&copy);
}

/* Return addresses that differ in one bit, at both ends of the address space. Shows:
 * ETR-MODE-002 */
Test(tables, a_stack_holds_every_bit_of_an_address)
{
    static const uint64_t ends[] = {0x1008, UINT64_C(0xfffffffffffff008)};
    struct rvt_config config = config_of(0, 0, 3, 0);
    struct rvt_return_stack stack;

    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        for (unsigned bit = 1; bit < 64; bit++) {
            uint64_t other = ends[i] ^ UINT64_C(1) << bit;
            rvt_return_stack_push(&stack, ends[i]);
            rvt_return_stack_push(&stack, other);
            cr_expect(eq(u64, rvt_return_stack_top(&stack), other));
            rvt_return_stack_pop(&stack);
            cr_expect(eq(u64, rvt_return_stack_top(&stack), ends[i]));
            rvt_return_stack_pop(&stack);
        }
    rvt_return_stack_close(&stack);
}

Test(tables, a_counter_has_as_many_states_as_its_bits)
{
    struct rvt_config config = config_of(0, 0, 0, 2);
    struct rvt_return_stack stack, copy;

    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    cr_expect(stack.counter);
    cr_expect(eq(u32, stack.capacity, 3)); /* AMB-012 */
    rvt_return_stack_close(&stack);
    config.switches.ccs_max = RVT_CCS_MAX_FULL;
    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    cr_expect(eq(u32, stack.capacity, 4));
    rvt_return_stack_close(&stack);
    config.params.call_counter_size_p = 0;
    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    cr_assert(rvt_return_stack_open(&copy, &config) == RVT_OK);
    rvt_return_stack_copy(&copy, &stack);
    rvt_return_stack_close(&copy);
    rvt_return_stack_push(&stack, 0x10);
    cr_expect(eq(u32, stack.depth, 0)); /* there is none */
    rvt_return_stack_close(&stack);
}

/* Extension 0.8: recursion takes one entry, until its counter is full. AMB-012 */
Test(tables, a_counter_beside_a_stack_counts_recursion)
{
    struct rvt_config config = config_of(0, 0, 1, 1);
    struct rvt_return_stack stack;

    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    rvt_return_stack_push(&stack, 0x10);
    rvt_return_stack_push(&stack, 0x10);
    cr_expect(eq(u32, stack.depth, 1));
    rvt_return_stack_push(&stack, 0x10); /* one bit counts one repetition */
    cr_expect(eq(u32, stack.depth, 2));
    for (unsigned left = 3; left > 0; left--) {
        cr_assert(gt(u32, stack.depth, 0));
        cr_expect(eq(u64, rvt_return_stack_top(&stack), 0x10));
        rvt_return_stack_pop(&stack);
    }
    cr_expect(eq(u32, stack.depth, 0));
    rvt_return_stack_close(&stack);
}

/* The largest tables: each entry has its own place, and the oldest of the stack is dropped. Shows:
 * ETR-MODE-002, ETR-DISC-004 */
Test(tables, the_largest_tables_hold_as_many_entries_as_they_have)
{
    enum { ENTRIES = 1 << 15 };
    struct rvt_config config = config_of(15, 15, 15, 0);
    struct rvt_branch_predictor predictor;
    struct rvt_return_stack stack, copy;
    struct rvt_jump_cache cache;

    cr_assert(rvt_branch_predictor_open(&predictor, &config.params) == RVT_OK);
    cr_assert(rvt_jump_cache_open(&cache, &config.params) == RVT_OK);
    cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
    cr_assert(rvt_return_stack_open(&copy, &config) == RVT_OK);
    for (uint64_t i = 0; i <= ENTRIES; i++)
        rvt_return_stack_push(&stack, 2 * i);
    for (uint64_t i = 0; i < ENTRIES; i++) {
        rvt_jump_cache_write(&cache, 2 * i);
        if (i % 3 == 0)
            rvt_branch_predictor_train(&predictor, 2 * i, true);
    }
    rvt_return_stack_copy(&copy, &stack);
    cr_expect(eq(u32, stack.depth, ENTRIES));
    for (uint64_t i = 0; i < ENTRIES; i++) {
        cr_assert(rvt_jump_cache_hits(&cache, 2 * i));
        cr_assert(rvt_branch_predictor_ask(&predictor, 2 * i) == (i % 3 == 0));
        cr_assert(rvt_return_stack_top(&copy) == 2 * (ENTRIES - i));
        rvt_return_stack_pop(&copy);
    }
    cr_expect(eq(u32, copy.depth, 0));
    rvt_branch_predictor_close(&predictor);
    rvt_jump_cache_close(&cache);
    rvt_return_stack_close(&stack);
    rvt_return_stack_close(&copy);
}

/* After 2^16 invalidations an entry is as void as after one. Shows: ETR-MODE-046 */
Test(tables, invalidations_are_told_apart)
{
    struct rvt_config config = config_of(0, 2, 0, 0);
    struct rvt_jump_cache cache, copy;

    cr_assert(rvt_jump_cache_open(&cache, &config.params) == RVT_OK);
    cr_assert(rvt_jump_cache_open(&copy, &config.params) == RVT_OK);
    rvt_jump_cache_write(&cache, 0x2004);
    for (unsigned i = 0; i < 1 << 17; i++) {
        rvt_jump_cache_clear(&cache);
        cr_assert(not(rvt_jump_cache_hits(&cache, 0x2004)));
    }
    rvt_jump_cache_write(&cache, 0x2004);
    rvt_jump_cache_copy(&copy, &cache);
    cr_expect(rvt_jump_cache_hits(&copy, 0x2004));
    rvt_jump_cache_close(&cache);
    rvt_jump_cache_close(&copy);
}

/* Closed ones, and those that were never opened. */
Test(tables, a_table_can_be_closed_twice)
{
    struct rvt_config config = config_of(2, 2, 2, 0);
    struct rvt_branch_predictor predictor = {0};
    struct rvt_return_stack stack = {0};
    struct rvt_jump_cache cache = {0};

    for (unsigned opened = 0; opened < 2; opened++) {
        if (opened) {
            cr_assert(rvt_branch_predictor_open(&predictor, &config.params) == RVT_OK);
            cr_assert(rvt_return_stack_open(&stack, &config) == RVT_OK);
            cr_assert(rvt_jump_cache_open(&cache, &config.params) == RVT_OK);
            cr_expect(not(rvt_jump_cache_hits(&cache, 0)), "an open cache is empty");
        }
        for (unsigned i = 0; i < 2; i++) {
            rvt_branch_predictor_close(&predictor);
            rvt_return_stack_close(&stack);
            rvt_jump_cache_close(&cache);
        }
    }
}
