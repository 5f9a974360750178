/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/implicit_return.h"

#include <stdlib.h>

#include "base/bits.h"

enum rvt_status rvt_implicit_return_open(struct rvt_implicit_return *returns,
                                         const struct rvt_config *config)
{
    enum rvt_status status = rvt_return_stack_open(&returns->stack, config);

    if (status != RVT_OK)
        return status;
    returns->seen = calloc((size_t)returns->stack.capacity + 1, sizeof(*returns->seen));
    if (returns->seen == NULL)
        return RVT_ERR_MEMORY;
    rvt_implicit_return_restart(returns, config);
    return RVT_OK;
}

void rvt_implicit_return_close(struct rvt_implicit_return *returns)
{
    rvt_return_stack_close(&returns->stack);
    free(returns->seen);
    returns->seen = NULL;
}

void rvt_implicit_return_restart(struct rvt_implicit_return *returns,
                                 const struct rvt_config *config)
{
    const struct rvt_switches *switches = &config->switches;

    returns->enabled = config->options.implicit_return;
    returns->irets = switches->ir_profile == RVT_IR_PROFILE_EXT_IRETS;
    returns->mispredict_pops = switches->ir_mispredict_pop;
    returns->depth_after = switches->ir_depth_at_mispredict == RVT_IR_DEPTH_AFTER;
    returns->sync_call = switches->ir_sync_call == RVT_IR_SYNC_CALL_COUNTED;
    returns->swap_moves = switches->ir_swap == RVT_IR_SWAP_POP_PUSH;
    returns->compared = rvt_mask(switches->ir_partial_bits == 0 ? 64 : switches->ir_partial_bits);
    returns->depth_mask = rvt_mask(rvt_irdepth_bits(config));
    rvt_implicit_return_clear(returns);
}

void rvt_implicit_return_reported(struct rvt_implicit_return *returns)
{
    returns->count = 0;
    returns->before = 0;
    returns->epoch++;
}

void rvt_implicit_return_clear(struct rvt_implicit_return *returns)
{
    rvt_return_stack_clear(&returns->stack);
    returns->arrival = RVT_ARRIVAL_OTHER;
    returns->returned = false;
    returns->branched = false;
    rvt_implicit_return_reported(returns);
}

/* An address that nobody knows shows no difference: the slot of an interrupt has none. */
static bool is_predicted(const struct rvt_implicit_return *returns, const struct rvt_item *item)
{
    bool unknown = item->kind == RVT_ITEM_TRAP && item->itype == RVT_ITYPE_INTERRUPT;

    if (returns->stack.counter || unknown)
        return true;
    return ((rvt_return_stack_top(&returns->stack) ^ item->iaddr) & returns->compared) == 0;
}

/* Notes an implicit return to the present depth. */
static void note_return(struct rvt_implicit_return *returns)
{
    struct rvt_return_depth *seen = &returns->seen[returns->stack.depth];

    if (seen->epoch != returns->epoch)
        *seen = (struct rvt_return_depth){.epoch = returns->epoch};
    seen->returns++;
    returns->count++;
}

bool rvt_implicit_return_arrive(struct rvt_implicit_return *returns, const struct rvt_item *item)
{
    returns->before = returns->count;
    returns->returned = true;
    returns->branched = false;
    if (returns->stack.depth == 0) {
        returns->arrival = RVT_ARRIVAL_EMPTY;
        return false;
    }
    if (is_predicted(returns, item)) {
        returns->arrival = RVT_ARRIVAL_IMPLICIT;
        rvt_return_stack_pop(&returns->stack);
        note_return(returns);
        return true;
    }
    returns->arrival = RVT_ARRIVAL_MISPREDICTED;
    returns->failed_depth = returns->stack.depth;
    if (returns->mispredict_pops)
        rvt_return_stack_pop(&returns->stack);
    return false;
}

void rvt_implicit_return_leave(struct rvt_implicit_return *returns, const struct rvt_item *item,
                               bool synced)
{
    bool call =
        item->itype == RVT_ITYPE_UNINFERABLE_CALL || item->itype == RVT_ITYPE_INFERABLE_CALL;

    if (item->branch) {
        returns->branched = true;
        if (returns->count > 0)
            rvt_implicit_return_reported(returns);
    } else if (call && (!synced || returns->sync_call)) {
        rvt_return_stack_push(&returns->stack, item->after);
        returns->returned = false;
    } else if (item->itype == RVT_ITYPE_COROUTINE_SWAP && returns->swap_moves) {
        rvt_return_stack_pop(&returns->stack);
        rvt_return_stack_push(&returns->stack, item->after);
    }
}

/* Implicit returns to depth since the count was 0. */
static uint32_t returns_to(const struct rvt_implicit_return *returns, uint32_t depth)
{
    const struct rvt_return_depth *seen = &returns->seen[depth];

    return seen->epoch == returns->epoch ? seen->returns : 0;
}

/* irdepth: ETR-MODE-007..009. */
static struct rvt_return_report report_depth(const struct rvt_implicit_return *returns, bool jumped,
                                             bool branch, bool last)
{
    struct rvt_return_report report = {.irdepth = returns->stack.depth};
    uint32_t depth = returns->stack.depth;

    if (returns->arrival == RVT_ARRIVAL_MISPREDICTED) {
        depth = returns->failed_depth;
        report.irreport = true;
        report.irdepth = depth - (returns->depth_after ? 1 : 0);
        report.ambiguous = returns_to(returns, depth - 1) > 0;
    } else if (!jumped) {
        bool untold = returns->returned && !returns->branched && !branch;
        report.irreport = last && (returns->arrival == RVT_ARRIVAL_IMPLICIT ? depth > 0 : untold);
        report.ambiguous = returns->count > 0 &&
                           (returns_to(returns, depth) > 1 ||
                            (report.irreport && depth > 0 && returns_to(returns, depth - 1) > 0));
    }
    report.irdepth &= (uint32_t)returns->depth_mask;
    return report;
}

/* irets: ETR-MODE-011. The return that is reported is not one of those that were not. */
static struct rvt_return_report report_count(const struct rvt_implicit_return *returns, bool jumped)
{
    struct rvt_return_report report = {.irdepth = returns->before};

    switch (returns->arrival) {
    case RVT_ARRIVAL_IMPLICIT:
    case RVT_ARRIVAL_MISPREDICTED:
        report.irreport = true;
        break;
    case RVT_ARRIVAL_EMPTY:
        report.irreport = returns->before > 0;
        break;
    case RVT_ARRIVAL_OTHER:
        report.irreport = !jumped && returns->before > 0;
        break;
    }
    return report;
}

struct rvt_return_report rvt_implicit_return_report(const struct rvt_implicit_return *returns,
                                                    bool jumped, bool branch, bool last)
{
    struct rvt_return_report report = returns->irets ? report_count(returns, jumped)
                                                     : report_depth(returns, jumped, branch, last);

    if (!report.irreport)
        report.irdepth = 0;
    return report;
}
