/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/decision_steps.h"

#include <string.h>

enum { MAP_MAX = 31 };

void rvt_decision_steps_init(struct rvt_decision_steps *steps, const struct rvt_config *config)
{
    memset(steps, 0, sizeof *steps);
    steps->resync = config->resync;
    steps->predicts = config->options.branch_prediction;
    steps->returns = config->options.implicit_return;
}

/* --- packets --------------------------------------------------------------------------------- */

static bool is_of_trap(enum rvt_decision decision)
{
    return decision == RVT_DECISION_TRAP_AFTER_TRAP ||
           decision == RVT_DECISION_TRAP_AFTER_REPORTED ||
           decision == RVT_DECISION_FIRST_EXCEPTION || decision == RVT_DECISION_UPDISCON_EXCEPTION;
}

static bool is_of_event(enum rvt_decision decision)
{
    return decision <= RVT_DECISION_SUPPORT_RESTART;
}

/* An F3/0 packet for an instruction. */
static bool is_start(enum rvt_decision decision)
{
    return decision == RVT_DECISION_HANDLER_REPORTED || decision == RVT_DECISION_FIRST ||
           decision == RVT_DECISION_PPCCD || decision == RVT_DECISION_CHANGED ||
           decision == RVT_DECISION_RESYNC;
}

static bool is_sync(enum rvt_decision decision)
{
    return is_start(decision) || decision == RVT_DECISION_HANDLER || is_of_trap(decision);
}

/* A packet that an instruction sends because of what came before it. */
static bool is_of_first(enum rvt_decision decision)
{
    return is_start(decision) || decision == RVT_DECISION_HANDLER ||
           decision == RVT_DECISION_UPDISCON;
}

static bool reports_context(enum rvt_decision decision)
{
    return is_start(decision) || decision == RVT_DECISION_HANDLER ||
           decision == RVT_DECISION_CONTEXT;
}

static bool is_of(const struct rvt_ingress_arrival *arrival, const struct rvt_origin *origin)
{
    enum rvt_decision decision = origin->decision;

    switch (arrival->kind) {
    case RVT_ARRIVAL_LOST:
        return decision == RVT_DECISION_SUPPORT_LOST;
    case RVT_ARRIVAL_MODES:
        return decision == RVT_DECISION_SUPPORT_CHANGE;
    case RVT_ARRIVAL_ENABLE:
        return decision == RVT_DECISION_SUPPORT_ENABLE;
    case RVT_ARRIVAL_DISABLE:
    case RVT_ARRIVAL_END:
        return decision == RVT_DECISION_SUPPORT_END;
    case RVT_ARRIVAL_TRAP:
        return is_of_trap(decision) && origin->cycle == arrival->cycle;
    case RVT_ARRIVAL_DATA:
        return false;
    case RVT_ARRIVAL_BLOCKS:
        break;
    }
    return !is_of_event(decision) && !is_of_trap(decision) && origin->cycle == arrival->cycle;
}

/* --- which blocks are taken together --------------------------------------------------------- */

/* What a step takes: the blocks from steps->done up to, but not including, end; only: just the
 * first instruction of the first one. */
struct taken {
    unsigned end;
    bool only, sends, looks;
};

static bool is_branch(const struct rvt_arrival_block *block)
{
    return block->itype == RVT_ITYPE_TAKEN_BRANCH || block->itype == RVT_ITYPE_NONTAKEN_BRANCH;
}

static bool is_call(const struct rvt_arrival_block *block)
{
    return block->itype == RVT_ITYPE_UNINFERABLE_CALL || block->itype == RVT_ITYPE_INFERABLE_CALL ||
           block->itype == RVT_ITYPE_COROUTINE_SWAP;
}

static bool ends_group(const struct rvt_decision_steps *steps,
                       const struct rvt_arrival_block *block)
{
    return rvt_itype_is_updiscon((enum rvt_itype)block->itype, true) || block->notify ||
           (steps->predicts && is_branch(block)) || (steps->returns && is_call(block));
}

static uint64_t threshold(const struct rvt_decision_steps *steps)
{
    return UINT64_C(1) << (steps->resync.max + 4);
}

/* True if resynchronisation can become due within the rest of the row. */
static bool is_resync_near(const struct rvt_decision_steps *steps,
                           const struct rvt_ingress_arrival *arrival)
{
    uint64_t count = steps->count;

    if (steps->resync.mode == RVT_RESYNC_OFF || !steps->counting)
        return false;
    if (steps->resync.mode == RVT_RESYNC_CYCLES && steps->done == 0 && !steps->first_done)
        count += arrival->elapsed;
    for (unsigned i = steps->done;
         i < arrival->blocks && steps->resync.mode == RVT_RESYNC_HALFWORDS; i++)
        count += arrival->block[i].halfwords;
    return count >= threshold(steps);
}

/* True if the block before end reports its address whatever follows it. */
static bool reports(const struct rvt_decision_steps *steps,
                    const struct rvt_ingress_arrival *arrival, unsigned end)
{
    bool due = steps->resync.mode == RVT_RESYNC_PACKETS && steps->count + 1 >= threshold(steps);

    return due || arrival->block[end - 1].notify;
}

/* True if the next arrival makes the last block of the row report its address. */
static bool makes_report(const struct rvt_ingress_arrival *arrival,
                         const struct rvt_ingress_arrival *next)
{
    return next != NULL &&
           (next->kind != RVT_ARRIVAL_BLOCKS || next->priv != arrival->priv ||
            next->ctype == RVT_CTYPE_PRECISE || next->ctype == RVT_CTYPE_DISCONTINUITY);
}

/* The block after the one with which the map becomes full; end if it does not. */
static unsigned full_at(const struct rvt_decision_steps *steps,
                        const struct rvt_ingress_arrival *arrival, unsigned end)
{
    unsigned branches = steps->branches;

    for (unsigned i = steps->done; i < end; i++) {
        branches += is_branch(&arrival->block[i]);
        if (is_branch(&arrival->block[i]) && branches >= MAP_MAX)
            return i + 1;
    }
    return end;
}

static struct taken take(const struct rvt_decision_steps *steps,
                         const struct rvt_ingress_arrival *arrival,
                         const struct rvt_ingress_arrival *next,
                         const struct rvt_timing_packet *packet)
{
    const struct rvt_origin *origin = &packet->origin;
    const struct rvt_arrival_block *block = &arrival->block[steps->done];
    bool mine = !packet->data && is_of(arrival, origin);
    bool reported =
        !steps->first_done && mine && origin->block == steps->done && origin->iaddr == block->first;
    bool imprecise =
        steps->done == 0 && !steps->first_done && arrival->ctype == RVT_CTYPE_IMPRECISE;
    struct taken taken = {.end = steps->done + 1, .only = reported && block->first != block->last};

    if (!(reported && is_of_first(origin->decision)) && !imprecise && !taken.only &&
        !is_resync_near(steps, arrival) && !steps->context_pending && !steps->alone)
        while (taken.end < arrival->blocks && !ends_group(steps, &arrival->block[taken.end - 1]))
            taken.end++;
    if (reports(steps, arrival, taken.end))
        taken.end = full_at(steps, arrival, taken.end);
    taken.looks = !taken.only && taken.end == arrival->blocks;
    if (taken.looks && makes_report(arrival, next))
        taken.end = full_at(steps, arrival, taken.end);
    taken.sends = mine && origin->block >= steps->done && origin->block < taken.end;
    return taken;
}

/* --- state after a step ---------------------------------------------------------------------- */

static void count_blocks(struct rvt_decision_steps *steps,
                         const struct rvt_ingress_arrival *arrival, const struct taken *taken)
{
    for (unsigned i = steps->done; i < taken->end; i++) {
        const struct rvt_arrival_block *block = &arrival->block[i];
        uint64_t lead = (block->last - block->first) / 2;
        uint64_t rest =
            i == steps->done && steps->first_done ? block->halfwords - lead : block->halfwords;
        steps->branches += !taken->only && !steps->predicts && is_branch(block);
        if (steps->resync.mode == RVT_RESYNC_HALFWORDS)
            steps->count += taken->only ? lead : rest;
    }
}

/* A packet restarts the counter of resynchronisation. */
static void restart_count(struct rvt_decision_steps *steps, enum rvt_decision decision)
{
    if (is_sync(decision)) {
        steps->counting = true;
        steps->count = 0;
    }
    if (decision == RVT_DECISION_SUPPORT_ENABLE)
        steps->counting = false;
}

static void clear_branches(struct rvt_decision_steps *steps, enum rvt_decision decision)
{
    if (decision == RVT_DECISION_CONTEXT || decision == RVT_DECISION_SUPPORT_END)
        return;
    steps->branches = steps->branches >= MAP_MAX ? steps->branches - MAP_MAX : 0;
}

static void follow(struct rvt_decision_steps *steps, const struct rvt_ingress_arrival *arrival,
                   const struct rvt_timing_packet *packet, const struct taken *taken)
{
    enum rvt_decision decision = packet->origin.decision;
    bool instructions = arrival->kind == RVT_ARRIVAL_BLOCKS;
    bool first = instructions && steps->done == 0 && !steps->first_done;
    bool trap = arrival->kind == RVT_ARRIVAL_TRAP && arrival->qualified && arrival->own_row;

    if (steps->resync.mode == RVT_RESYNC_CYCLES && (first || arrival->kind == RVT_ARRIVAL_TRAP))
        steps->count += arrival->elapsed;
    if ((first || trap) && arrival->ctype == RVT_CTYPE_IMPRECISE)
        steps->context_pending = true;
    if (taken->sends)
        restart_count(steps, decision);
    if (instructions)
        count_blocks(steps, arrival, taken);
    if (taken->sends) {
        clear_branches(steps, decision);
        steps->context_pending = steps->context_pending && !reports_context(decision);
        if (steps->resync.mode == RVT_RESYNC_PACKETS && !is_sync(decision) &&
            !is_of_event(decision))
            steps->count++;
    }
    if (!steps->counting)
        steps->count = 0;
    if (arrival->kind == RVT_ARRIVAL_ENABLE)
        steps->context_pending = false;
    if (arrival->kind == RVT_ARRIVAL_ENABLE || arrival->kind == RVT_ARRIVAL_MODES) {
        steps->predicts = packet->predicts;
        steps->returns = packet->returns;
    }
}

struct rvt_decision_step rvt_decision_steps_next(struct rvt_decision_steps *steps,
                                                 const struct rvt_ingress_arrival *arrival,
                                                 const struct rvt_ingress_arrival *next,
                                                 const struct rvt_timing_packet *packet)
{
    struct taken taken = {.sends = !packet->data && is_of(arrival, &packet->origin)};
    bool instructions = arrival->kind == RVT_ARRIVAL_BLOCKS;

    if (instructions)
        taken = take(steps, arrival, next, packet);
    struct rvt_decision_step step = {.sends = taken.sends, .looks = taken.looks};
    if (taken.looks && next == NULL)
        return step;
    follow(steps, arrival, packet, &taken);
    step.last = !taken.only && (!instructions || taken.end == arrival->blocks);
    steps->first_done = taken.only;
    if (instructions && !taken.only)
        steps->done = step.last ? 0 : taken.end;
    return step;
}
