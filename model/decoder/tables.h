/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The tables that a decoder keeps in step with the encoder: branch predictor, jump target cache,
 * return stack. Changes can be tried and undone. Spec: E-Trace, "Optional and run-time configurable
 * modes" (ETR-MODE-001..049).
 */
#ifndef RVT_DECODER_TABLES_H
#define RVT_DECODER_TABLES_H

#include "decoder/undo_log.h"
#include "modes/branch_predictor.h"
#include "modes/jump_cache.h"
#include "modes/return_stack.h"

struct rvt_tables {
    struct rvt_branch_predictor predictor;
    struct rvt_jump_cache cache;
    struct rvt_return_stack stack;
    struct rvt_undo_log trained, cached, stacked; /* of the three */
};

/* What a trial has to restore in addition to the entries. */
struct rvt_tables_point {
    struct rvt_undo_point trained, cached, stacked;
    uint32_t depth, next; /* of the stack */
};

/* Opens empty tables of the sizes in config. RVT_ERR_MEMORY. rvt_tables_close frees them; it may
 * also be called on a zeroed struct. */
RVT_MUST_USE
enum rvt_status rvt_tables_open(struct rvt_tables *tables, const struct rvt_config *config);
void rvt_tables_close(struct rvt_tables *tables);

/* Resets the tables as at the start of tracing. forget_cache false: the cache keeps its entries
 * (AMB-082). Cannot be undone. */
void rvt_tables_reset(struct rvt_tables *tables, bool forget_cache);

/* Makes all changes so far final. rvt_tables_undo returns to this point. */
struct rvt_tables_point rvt_tables_commit(struct rvt_tables *tables);

/* Begins a trial, which may lie in one other one. rvt_tables_undo ends it. */
struct rvt_tables_point rvt_tables_begin(struct rvt_tables *tables);
void rvt_tables_undo(struct rvt_tables *tables, const struct rvt_tables_point *point);

/* Returns to point, which keeps what the tables hold now; the second call comes back, although the
 * entries that were changed since point may have been changed again. */
void rvt_tables_swap(struct rvt_tables *tables, struct rvt_tables_point *point);

/* As the functions of the tables themselves, with undo. */
static inline void rvt_tables_train(struct rvt_tables *tables, uint64_t address, bool taken)
{
    struct rvt_branch_predictor *predictor = &tables->predictor;
    uint32_t index = (uint32_t)(address >> predictor->shift & predictor->mask);

    rvt_undo_log_save(&tables->trained, index, predictor->state[index], 0);
    rvt_branch_predictor_train(predictor, address, taken);
}

/* To be called before the stack entry at index changes. */
static inline void rvt_tables_note(struct rvt_tables *tables, uint32_t index)
{
    const struct rvt_return_stack_entry *entry = &tables->stack.entry[index];

    rvt_undo_log_save(&tables->stacked, index, entry->address, entry->again);
}

static inline void rvt_tables_push(struct rvt_tables *tables, uint64_t address)
{
    struct rvt_return_stack *stack = &tables->stack;

    if (stack->capacity == 0)
        return;
    rvt_tables_note(tables, stack->next);
    if (stack->again_max > 0 && stack->depth > 0)
        rvt_tables_note(tables, (stack->next == 0 ? stack->capacity : stack->next) - 1);
    rvt_return_stack_push(stack, address);
}

static inline void rvt_tables_pop(struct rvt_tables *tables)
{
    struct rvt_return_stack *stack = &tables->stack;

    if (stack->again_max > 0 && stack->depth > 0)
        rvt_tables_note(tables, (stack->next == 0 ? stack->capacity : stack->next) - 1);
    rvt_return_stack_pop(stack);
}

static inline void rvt_tables_cache(struct rvt_tables *tables, uint64_t target)
{
    uint32_t index = rvt_jump_cache_index(&tables->cache, target);
    const struct rvt_jump_cache_entry *entry = &tables->cache.entry[index];

    rvt_undo_log_save(&tables->cached, index, entry->target, entry->epoch);
    rvt_jump_cache_write(&tables->cache, target);
}

#endif
