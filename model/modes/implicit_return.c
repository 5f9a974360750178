/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/implicit_return.h"

#include <stdlib.h>

#include "base/bits.h"

enum rvt_status rvt_implicit_return_open(struct rvt_implicit_return *returns,
                                         const struct rvt_config *config)
{
    enum rvt_status status = rvt_return_stack_open(&returns->stack, config);

    if (status != RVT_OK)
        return status;
    returns->seen = calloc((size_t)returns->stack.capacity + 1, sizeof(*returns->seen));
    returns->place = calloc(RVT_RETURN_PLACES_MAX, sizeof(*returns->place));
    if (returns->seen == NULL || returns->place == NULL)
        return RVT_ERR_MEMORY;
    rvt_implicit_return_restart(returns, config);
    return RVT_OK;
}

void rvt_implicit_return_close(struct rvt_implicit_return *returns)
{
    rvt_return_stack_close(&returns->stack);
    free(returns->seen);
    free(returns->place);
    returns->seen = NULL;
    returns->place = NULL;
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
    rvt_implicit_return_clear(returns);
}

void rvt_implicit_return_clear(struct rvt_implicit_return *returns)
{
    rvt_return_stack_clear(&returns->stack);
    returns->arrival = RVT_ARRIVAL_OTHER;
    returns->returned = false;
    returns->branched = false;
    rvt_implicit_return_reported(returns);
}

/* An unknown address cannot differ: the slot of an interrupt has no address. */
static bool is_unknown(const struct rvt_item *item)
{
    return item->kind == RVT_ITEM_TRAP && item->itype == RVT_ITYPE_INTERRUPT;
}

/* True if a return to item leads elsewhere than a decoder, which compares whole addresses,
 * predicts. */
static bool misleads(const struct rvt_implicit_return *returns, const struct rvt_item *item)
{
    return !is_unknown(item) && rvt_return_stack_top(&returns->stack) != item->iaddr;
}

static bool is_predicted(const struct rvt_implicit_return *returns, const struct rvt_item *item)
{
    if (returns->stack.counter || is_unknown(item))
        return true;
    return ((rvt_return_stack_top(&returns->stack) ^ item->iaddr) & returns->compared) == 0;
}

/* Records an implicit return to the present depth. */
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
        returns->undecodable = returns->undecodable || misleads(returns, item);
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

/* Records the path, as long as a report could be ambiguous. */
static void note_place(struct rvt_implicit_return *returns, const struct rvt_item *item, bool named)
{
    if (returns->places < RVT_RETURN_PLACES_MAX)
        returns->place[returns->places] = (struct rvt_return_place){
            .from = item->iaddr + (named ? 1 : 0), /* reported, except what comes after it */
            .to = item->after,
            .depth = returns->stack.depth,
            .target = returns->arrival == RVT_ARRIVAL_IMPLICIT,
            .unreported = returns->returned && !returns->branched,
        };
    returns->places++;
}

void rvt_implicit_return_leave(struct rvt_implicit_return *returns, const struct rvt_item *item,
                               bool synced, bool named)
{
    bool call =
        item->itype == RVT_ITYPE_UNINFERABLE_CALL || item->itype == RVT_ITYPE_INFERABLE_CALL;

    if (item->branch) {
        returns->branched = true;
        rvt_implicit_return_reported(returns);
        return;
    }
    note_place(returns, item, named);
    if (call && (!synced || returns->sync_call)) {
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

/* The value of irreport before a sync packet, at a place that no uninferable discontinuity leads
 * to. ETR-MODE-008. */
static bool is_reported(bool target, bool unreported, uint32_t depth)
{
    return target ? depth > 0 : unreported;
}

/* True if report, of address, fits an earlier place of the path. sure: a packet without irreport
 * comes before a sync packet. */
static bool fits_earlier(const struct rvt_implicit_return *returns,
                         const struct rvt_return_report *report, uint64_t address, bool sure)
{
    uint32_t kept =
        returns->places < RVT_RETURN_PLACES_MAX ? returns->places : RVT_RETURN_PLACES_MAX;

    for (uint32_t i = 0; i < kept; i++) {
        const struct rvt_return_place *place = &returns->place[i];
        bool reported =
            is_reported(place->target && address == place->from, place->unreported, place->depth);
        bool alike =
            report->irreport ? reported && place->depth == report->irdepth : !(sure && reported);
        if (address >= place->from && address < place->to && alike)
            return true;
    }
    return returns->places > kept;
}

bool rvt_implicit_return_hides(const struct rvt_implicit_return *returns,
                               const struct rvt_item *item)
{
    struct rvt_return_report nothing = {.irreport = false};

    return returns->count > 0 && fits_earlier(returns, &nothing, item->iaddr, false);
}

/* irdepth: ETR-MODE-007..010. It fits its field: a full counter is never reported, since a return
 * comes after the latest call. */
static struct rvt_return_report report_depth(const struct rvt_implicit_return *returns,
                                             const struct rvt_item *item, bool jumped, bool last,
                                             bool notify)
{
    struct rvt_return_report report = {.irdepth = returns->stack.depth};
    bool failed = returns->arrival == RVT_ARRIVAL_MISPREDICTED;
    bool target = returns->arrival == RVT_ARRIVAL_IMPLICIT;
    uint32_t depth = failed ? returns->failed_depth : returns->stack.depth;

    if (failed) {
        report.irreport = true;
        report.irdepth = depth - (returns->depth_after ? 1 : 0);
    } else if (!jumped && last) {
        bool unreported = returns->returned && !returns->branched && !item->branch;
        report.irreport = is_reported(target, unreported, depth);
    }
    if (returns->count > 0 && (failed || !jumped))
        report.ambiguous = (!failed && returns_to(returns, depth) > 1) ||
                           (report.irreport && depth > 0 && returns_to(returns, depth - 1) > 0) ||
                           fits_earlier(returns, &report, item->iaddr, last && !notify);
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
                                                    const struct rvt_item *item, bool jumped,
                                                    bool last, bool notify)
{
    struct rvt_return_report report = returns->irets
                                          ? report_count(returns, jumped)
                                          : report_depth(returns, item, jumped, last, notify);

    if (!report.irreport)
        report.irdepth = 0;
    return report;
}
