/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/step_alignment.h"

enum { BOTH_MAX = 32 }; /* steps of each sequence, if both pass some */
enum { MOST = RVT_STEP_AGREEMENT + RVT_STEP_ANCHOR };

struct search {
    const struct rvt_step_side *shown, *logged;
    struct rvt_step_offset most; /* steps that can be passed */
    struct rvt_step_offset best;
    long score; /* of best: steps that match after it, less those that are passed */
    bool found;
};

bool rvt_hart_steps_match(const struct rvt_hart_step *one, const struct rvt_hart_step *other)
{
    if (one->kind != other->kind || one->kind == RVT_STEP_LOSS)
        return false;
    if (rvt_hart_step_is_trap(one) && one->cause != other->cause)
        return false;
    return !one->pc_known || !other->pc_known || one->pc == other->pc;
}

bool rvt_step_side_ready(const struct rvt_step_side *side)
{
    return side->ended ||
           rvt_step_queue_waiting(&side->queue) >= RVT_STEP_LOOK_AHEAD + RVT_STEP_AGREEMENT;
}

size_t rvt_step_side_until_gap(const struct rvt_step_side *side)
{
    size_t waiting = rvt_step_queue_waiting(&side->queue);
    size_t most = waiting < RVT_STEP_LOOK_AHEAD ? waiting : RVT_STEP_LOOK_AHEAD;
    size_t count = 0;

    while (count < most && rvt_step_queue_at(&side->queue, count)->kind != RVT_STEP_LOSS)
        count++;
    return count;
}

/* The step at index; null: the sequence ends there. */
static const struct rvt_hart_step *step_at(const struct rvt_step_side *side, size_t index)
{
    return index < rvt_step_queue_waiting(&side->queue) ? rvt_step_queue_at(&side->queue, index)
                                                        : NULL;
}

static bool stops(const struct rvt_hart_step *step)
{
    return step == NULL || step->kind == RVT_STEP_LOSS;
}

/* How many steps match after an offset; 0: too few. The end of both counts as an anchor. */
static unsigned agreement_at(const struct search *search, size_t shown, size_t logged)
{
    for (unsigned matched = 0; matched < RVT_STEP_AGREEMENT; matched++) {
        const struct rvt_hart_step *one = step_at(search->shown, shown + matched);
        const struct rvt_hart_step *other = step_at(search->logged, logged + matched);
        if (one == NULL && other == NULL)
            return matched + RVT_STEP_ANCHOR;
        if (stops(one) || stops(other))
            return matched;
        if (!rvt_hart_steps_match(one, other))
            return matched < RVT_STEP_ANCHOR ? 0 : matched;
    }
    return RVT_STEP_AGREEMENT;
}

/* The place after which total steps are passed, shown of them in the rows. */
static void try_place(struct search *search, size_t total, size_t shown)
{
    size_t logged = total - shown;
    bool far = shown > BOTH_MAX || logged > BOTH_MAX;

    if (shown > search->most.shown || logged > search->most.logged)
        return;
    if (far && shown > 0 && logged > 0)
        return;
    unsigned agreement = agreement_at(search, shown, logged);
    long score = (long)agreement - (long)total;
    if (agreement == 0 || (search->found && score <= search->score))
        return;
    search->found = true;
    search->score = score;
    search->best = (struct rvt_step_offset){.shown = shown, .logged = logged};
}

/* Tries all places from a total of least steps on, until no better one is possible. */
static bool find(struct search *search, size_t least, struct rvt_step_offset *offset)
{
    for (size_t total = least; total <= RVT_STEP_LOOK_AHEAD; total++) {
        size_t stride = total > 2 * (size_t)BOTH_MAX ? total : 1; /* none, or all */
        if (search->found && search->score >= MOST - (long)total)
            break;
        for (size_t shown = 0; shown <= total; shown += stride)
            try_place(search, total, shown);
    }
    if (search->found)
        *offset = search->best;
    return search->found;
}

bool rvt_step_alignment_find(const struct rvt_step_side *shown, const struct rvt_step_side *logged,
                             struct rvt_step_offset *offset)
{
    struct search search = {
        .shown = shown,
        .logged = logged,
        .most = {rvt_step_side_until_gap(shown), rvt_step_side_until_gap(logged)}};

    return find(&search, 1, offset);
}

bool rvt_step_alignment_resume(const struct rvt_step_side *shown,
                               const struct rvt_step_side *logged, bool pass_shown,
                               bool pass_logged, struct rvt_step_offset *offset)
{
    struct search search = {.shown = shown,
                            .logged = logged,
                            .most = {pass_shown ? rvt_step_side_until_gap(shown) : 0,
                                     pass_logged ? rvt_step_side_until_gap(logged) : 0}};

    return find(&search, 0, offset);
}
