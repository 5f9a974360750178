/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/tables.h"

enum rvt_status rvt_tables_open(struct rvt_tables *tables, const struct rvt_config *config)
{
    enum rvt_status status = rvt_branch_predictor_open(&tables->predictor, &config->params);

    if (status == RVT_OK)
        status = rvt_jump_cache_open(&tables->cache, &config->params);
    if (status == RVT_OK)
        status = rvt_return_stack_open(&tables->stack, config);
    if (status == RVT_OK)
        status = rvt_undo_log_open(&tables->trained, (uint32_t)tables->predictor.mask + 1);
    if (status == RVT_OK)
        status = rvt_undo_log_open(&tables->cached, (uint32_t)tables->cache.mask + 1);
    if (status == RVT_OK)
        status = rvt_undo_log_open(&tables->stacked, tables->stack.capacity + 1);
    return status;
}

void rvt_tables_close(struct rvt_tables *tables)
{
    rvt_branch_predictor_close(&tables->predictor);
    rvt_jump_cache_close(&tables->cache);
    rvt_return_stack_close(&tables->stack);
    rvt_undo_log_close(&tables->trained);
    rvt_undo_log_close(&tables->cached);
    rvt_undo_log_close(&tables->stacked);
}

void rvt_tables_reset(struct rvt_tables *tables, bool forget_cache)
{
    rvt_branch_predictor_reset(&tables->predictor);
    rvt_return_stack_clear(&tables->stack);
    if (forget_cache)
        rvt_jump_cache_clear(&tables->cache);
    (void)rvt_tables_commit(tables);
}

struct rvt_tables_point rvt_tables_commit(struct rvt_tables *tables)
{
    rvt_undo_log_commit(&tables->trained);
    rvt_undo_log_commit(&tables->cached);
    rvt_undo_log_commit(&tables->stacked);
    return (struct rvt_tables_point){.depth = tables->stack.depth, .next = tables->stack.next};
}

struct rvt_tables_point rvt_tables_begin(struct rvt_tables *tables)
{
    return (struct rvt_tables_point){.trained = rvt_undo_log_begin(&tables->trained),
                                     .cached = rvt_undo_log_begin(&tables->cached),
                                     .stacked = rvt_undo_log_begin(&tables->stacked),
                                     .depth = tables->stack.depth,
                                     .next = tables->stack.next};
}

void rvt_tables_undo(struct rvt_tables *tables, const struct rvt_tables_point *point)
{
    const struct rvt_undo_note *note;

    while ((note = rvt_undo_log_take(&tables->trained, &point->trained)) != NULL)
        tables->predictor.state[note->index] = (uint8_t)note->value;
    while ((note = rvt_undo_log_take(&tables->cached, &point->cached)) != NULL)
        tables->cache.entry[note->index] =
            (struct rvt_jump_cache_entry){.target = note->value, .epoch = note->extra};
    while ((note = rvt_undo_log_take(&tables->stacked, &point->stacked)) != NULL)
        tables->stack.entry[note->index] =
            (struct rvt_return_stack_entry){.address = note->value, .again = note->extra};
    tables->stack.depth = point->depth;
    tables->stack.next = point->next;
}

void rvt_tables_swap(struct rvt_tables *tables, struct rvt_tables_point *point)
{
    struct rvt_return_stack *stack = &tables->stack;
    const struct rvt_tables_point now = {.depth = stack->depth, .next = stack->next};

    for (uint32_t i = point->trained.notes; i < tables->trained.notes; i++) {
        struct rvt_undo_note *note = &tables->trained.note[i];
        uint8_t state = tables->predictor.state[note->index];
        tables->predictor.state[note->index] = (uint8_t)note->value;
        note->value = state;
    }
    for (uint32_t i = point->cached.notes; i < tables->cached.notes; i++) {
        struct rvt_undo_note *note = &tables->cached.note[i];
        struct rvt_jump_cache_entry entry = tables->cache.entry[note->index];
        tables->cache.entry[note->index] =
            (struct rvt_jump_cache_entry){.target = note->value, .epoch = note->extra};
        note->value = entry.target;
        note->extra = entry.epoch;
    }
    for (uint32_t i = point->stacked.notes; i < tables->stacked.notes; i++) {
        struct rvt_undo_note *note = &tables->stacked.note[i];
        struct rvt_return_stack_entry entry = stack->entry[note->index];
        stack->entry[note->index] =
            (struct rvt_return_stack_entry){.address = note->value, .again = note->extra};
        note->value = entry.address;
        note->extra = entry.again;
    }
    stack->depth = point->depth;
    stack->next = point->next;
    point->depth = now.depth;
    point->next = now.next;
}
