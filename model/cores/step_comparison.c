/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/step_comparison.h"

#include <stddef.h>

void rvt_step_comparison_init(struct rvt_step_comparison *comparison,
                              rvt_step_difference_sink *sink, void *context)
{
    *comparison = (struct rvt_step_comparison){.sink = sink, .context = context};
}

void rvt_step_comparison_fini(struct rvt_step_comparison *comparison)
{
    rvt_step_queue_fini(&comparison->shown.queue);
    rvt_step_queue_fini(&comparison->logged.queue);
}

bool rvt_step_comparison_wants(const struct rvt_step_comparison *comparison,
                               const struct rvt_step_side *side)
{
    return !comparison->done && !rvt_step_side_ready(side);
}

enum rvt_status rvt_step_comparison_show(struct rvt_step_comparison *comparison,
                                         const struct rvt_hart_step *step)
{
    return rvt_step_queue_add(&comparison->shown.queue, step);
}

enum rvt_status rvt_step_comparison_log(struct rvt_step_comparison *comparison,
                                        const struct rvt_hart_step *step)
{
    return rvt_step_queue_add(&comparison->logged.queue, step);
}

void rvt_step_comparison_end(struct rvt_step_side *side)
{
    side->ended = true;
}

/* The next step; null: none is left. */
static const struct rvt_hart_step *front(const struct rvt_step_side *side)
{
    return rvt_step_queue_waiting(&side->queue) > 0 ? rvt_step_queue_at(&side->queue, 0) : NULL;
}

static bool is_gap(const struct rvt_step_side *side, size_t index)
{
    return index < rvt_step_queue_waiting(&side->queue) &&
           rvt_step_queue_at(&side->queue, index)->kind == RVT_STEP_LOSS;
}

static void count_step(const struct rvt_hart_step *step, struct rvt_step_count *count)
{
    count->instructions += step->kind == RVT_STEP_RETIRED;
    count->traps += rvt_hart_step_is_trap(step);
}

static void count_steps(const struct rvt_step_side *side, size_t steps,
                        struct rvt_step_count *count)
{
    for (size_t i = 0; i < steps; i++)
        count_step(rvt_step_queue_at(&side->queue, i), count);
}

/* --- differences ---------------------------------------------------------------------------- */

/* The steps of offset differ. */
static void report(struct rvt_step_comparison *comparison, enum rvt_step_difference_kind kind,
                   const struct rvt_step_offset *offset)
{
    struct rvt_step_difference difference = {.kind = kind, .row = front(&comparison->shown)};

    if (offset->shown > 0)
        difference.shown = front(&comparison->shown);
    if (offset->logged > 0)
        difference.logged = front(&comparison->logged);
    count_steps(&comparison->shown, offset->shown, &difference.shown_count);
    count_steps(&comparison->logged, offset->logged, &difference.logged_count);
    comparison->differences += kind != RVT_STEP_DIFFERENCE_GAP;
    comparison->gaps += kind == RVT_STEP_DIFFERENCE_GAP;
    comparison->sink(comparison->context, &difference);
}

/* True if the next count steps repeat those before them. */
static bool is_repetition(const struct rvt_step_queue *queue, size_t count)
{
    if (rvt_step_queue_past(queue) < count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!rvt_hart_steps_match(rvt_step_queue_at(queue, i),
                                  rvt_step_queue_before(queue, count - i)))
            return false;
    return true;
}

/* How often step is among the next count steps. */
static size_t occurrences(const struct rvt_step_queue *queue, size_t count,
                          const struct rvt_hart_step *step)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++)
        found += rvt_hart_steps_match(rvt_step_queue_at(queue, i), step);
    return found;
}

/* True if the next count steps of both sides are the same steps. */
static bool is_permutation(const struct rvt_step_comparison *comparison, size_t count)
{
    const struct rvt_step_queue *shown = &comparison->shown.queue;
    const struct rvt_step_queue *logged = &comparison->logged.queue;

    for (size_t i = 0; i < count; i++) {
        const struct rvt_hart_step *step = rvt_step_queue_at(logged, i);
        if (occurrences(shown, count, step) != occurrences(logged, count, step))
            return false;
    }
    return true;
}

static enum rvt_step_difference_kind kind_of(const struct rvt_step_comparison *comparison,
                                             const struct rvt_step_offset *offset)
{
    bool traps = offset->shown == 1 && offset->logged == 1 &&
                 rvt_hart_step_is_trap(front(&comparison->shown)) &&
                 rvt_hart_step_is_trap(front(&comparison->logged));

    if (offset->shown == 0)
        return RVT_STEP_DIFFERENCE_MISSING;
    if (offset->logged == 0)
        return is_repetition(&comparison->shown.queue, offset->shown) ? RVT_STEP_DIFFERENCE_TWICE
                                                                      : RVT_STEP_DIFFERENCE_EXTRA;
    if (traps)
        return RVT_STEP_DIFFERENCE_TRAP;
    return offset->shown == offset->logged && is_permutation(comparison, offset->shown)
               ? RVT_STEP_DIFFERENCE_ORDER
               : RVT_STEP_DIFFERENCE_OTHER;
}

static void take(struct rvt_step_comparison *comparison, const struct rvt_step_offset *offset)
{
    rvt_step_queue_take(&comparison->shown.queue, offset->shown);
    rvt_step_queue_take(&comparison->logged.queue, offset->logged);
}

static void skip(struct rvt_step_comparison *comparison, const struct rvt_step_offset *offset)
{
    count_steps(&comparison->shown, offset->shown, &comparison->skipped);
    count_steps(&comparison->logged, offset->logged, &comparison->skipped);
    take(comparison, offset);
}

/* There is no agreement: goes on at a gap that can be seen, if there is one. */
static void skip_to_gap(struct rvt_step_comparison *comparison)
{
    struct rvt_step_offset offset = {rvt_step_side_until_gap(&comparison->shown),
                                     rvt_step_side_until_gap(&comparison->logged)};

    if (is_gap(&comparison->shown, offset.shown))
        offset.logged = 0;
    else if (is_gap(&comparison->logged, offset.logged))
        offset.shown = 0;
    else
        comparison->done = true;
    if (!comparison->done)
        skip(comparison, &offset);
}

/*
 * True if the gap of the rows may have been longer by the next count steps of the log: what was
 * compared since then is also in the log count steps later, as in a loop.
 */
static bool is_longer_gap(const struct rvt_step_comparison *comparison, size_t count)
{
    const struct rvt_step_queue *logged = &comparison->logged.queue;
    size_t since = comparison->since_gap;

    if (!comparison->shown_gap_open || rvt_step_queue_past(logged) < since)
        return false;
    for (size_t i = 1; i <= since; i++) {
        const struct rvt_hart_step *later = i <= count ? rvt_step_queue_at(logged, count - i)
                                                       : rvt_step_queue_before(logged, i - count);
        if (!rvt_hart_steps_match(rvt_step_queue_before(logged, i), later))
            return false;
    }
    return true;
}

/* The next steps differ: reports it and passes them. */
static void differ(struct rvt_step_comparison *comparison)
{
    struct rvt_step_offset offset = {1, 1};
    bool found = rvt_step_alignment_find(&comparison->shown, &comparison->logged, &offset);

    if (found && offset.shown == 0 && is_longer_gap(comparison, offset.logged)) {
        skip(comparison, &offset);
        return;
    }
    comparison->shown_gap_open = false;
    if (found) {
        report(comparison, kind_of(comparison, &offset), &offset);
        take(comparison, &offset);
    } else {
        report(comparison, RVT_STEP_DIFFERENCE_DISAGREE, &offset);
        skip_to_gap(comparison);
    }
}

/* --- gaps ----------------------------------------------------------------------------------- */

static void begin_gap(struct rvt_step_comparison *comparison, const struct rvt_step_offset *offset,
                      bool *gap)
{
    report(comparison, RVT_STEP_DIFFERENCE_GAP, offset);
    take(comparison, offset);
    comparison->shown_gap_open = false;
    *gap = true;
}

static void end_gap(struct rvt_step_comparison *comparison)
{
    comparison->shown_gap_open = comparison->shown_gap;
    comparison->since_gap = 0;
    comparison->shown_gap = comparison->logged_gap = false;
}

/* After a gap: passes steps of the other side up to where both agree, or as many as can be seen. */
static void resume(struct rvt_step_comparison *comparison)
{
    struct rvt_step_offset offset;

    if (rvt_step_alignment_resume(&comparison->shown, &comparison->logged, comparison->logged_gap,
                                  comparison->shown_gap, &offset)) {
        skip(comparison, &offset);
        end_gap(comparison);
        return;
    }
    if (comparison->shown_gap && comparison->logged_gap && front(&comparison->shown) &&
        front(&comparison->logged)) {
        report(comparison, RVT_STEP_DIFFERENCE_DISAGREE, &(struct rvt_step_offset){1, 1});
        end_gap(comparison);
        skip_to_gap(comparison);
        return;
    }
    offset.shown = comparison->logged_gap ? rvt_step_side_until_gap(&comparison->shown) : 0;
    offset.logged = comparison->shown_gap ? rvt_step_side_until_gap(&comparison->logged) : 0;
    if (offset.shown + offset.logged == 0) {
        end_gap(comparison); /* nothing is left to pass */
        return;
    }
    skip(comparison, &offset);
}

/* --- steps ---------------------------------------------------------------------------------- */

/* A privilege that stays wrong is one difference. */
static bool is_new_privilege(struct rvt_step_comparison *comparison,
                             const struct rvt_hart_step *shown, const struct rvt_hart_step *logged)
{
    bool before = comparison->privilege_differs &&
                  comparison->shown_privilege == shown->privilege &&
                  comparison->logged_privilege == logged->privilege;

    comparison->privilege_differs = shown->privilege != logged->privilege;
    comparison->shown_privilege = shown->privilege;
    comparison->logged_privilege = logged->privilege;
    return comparison->privilege_differs && !before;
}

/* Two steps that match: compares what a match leaves open. */
static void compare(struct rvt_step_comparison *comparison, const struct rvt_hart_step *shown,
                    const struct rvt_hart_step *logged)
{
    static const struct rvt_step_offset ONE = {1, 1};
    bool tval = shown->tval_known && logged->tval_known && shown->tval != logged->tval;
    bool fresh = is_new_privilege(comparison, shown, logged);

    if (tval)
        report(comparison, RVT_STEP_DIFFERENCE_TRAP, &ONE);
    if (shown->size != logged->size)
        report(comparison, RVT_STEP_DIFFERENCE_SIZE, &ONE);
    if (fresh)
        report(comparison, RVT_STEP_DIFFERENCE_PRIVILEGE, &ONE);
    if (!tval && shown->size == logged->size && !comparison->privilege_differs)
        count_step(shown, &comparison->equal);
    comparison->since_gap++;
    take(comparison, &ONE);
}

/* Only one side has steps left: collects them, for one difference at the end. */
static void collect(struct rvt_step_comparison *comparison, struct rvt_step_side *side)
{
    size_t waiting = rvt_step_queue_waiting(&side->queue);

    if (comparison->left.instructions + comparison->left.traps == 0)
        comparison->first_left = *front(side);
    comparison->left_shown = side == &comparison->shown;
    count_steps(side, waiting, &comparison->left);
    rvt_step_queue_take(&side->queue, waiting);
}

static void finish(struct rvt_step_comparison *comparison)
{
    const struct rvt_hart_step *first = &comparison->first_left;
    struct rvt_step_difference difference = {.kind = RVT_STEP_DIFFERENCE_MISSING};

    comparison->done = true;
    if (comparison->left.instructions + comparison->left.traps == 0)
        return;
    if (comparison->left_shown) {
        difference.kind = RVT_STEP_DIFFERENCE_EXTRA;
        difference.row = difference.shown = first;
        difference.shown_count = comparison->left;
    } else {
        difference.logged = first;
        difference.logged_count = comparison->left;
    }
    comparison->differences++;
    comparison->sink(comparison->context, &difference);
}

static void advance(struct rvt_step_comparison *comparison)
{
    const struct rvt_hart_step *shown = front(&comparison->shown);
    const struct rvt_hart_step *logged = front(&comparison->logged);

    if (is_gap(&comparison->shown, 0))
        begin_gap(comparison, &(struct rvt_step_offset){1, 0}, &comparison->shown_gap);
    else if (is_gap(&comparison->logged, 0))
        begin_gap(comparison, &(struct rvt_step_offset){0, 1}, &comparison->logged_gap);
    else if (shown == NULL && logged == NULL)
        finish(comparison);
    else if (comparison->shown_gap || comparison->logged_gap)
        resume(comparison);
    else if (shown == NULL || logged == NULL)
        collect(comparison, shown ? &comparison->shown : &comparison->logged);
    else if (rvt_hart_steps_match(shown, logged))
        compare(comparison, shown, logged);
    else
        differ(comparison);
}

void rvt_step_comparison_run(struct rvt_step_comparison *comparison)
{
    while (!comparison->done && rvt_step_side_ready(&comparison->shown) &&
           rvt_step_side_ready(&comparison->logged))
        advance(comparison);
}
