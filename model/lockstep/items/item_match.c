/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/items/item_match.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lockstep/items/item_match_report.h"
#include "lockstep/items/item_queues.h"
#include "lockstep/items/transport_scoreboard.h"

/* Expected items of bit-exact that are kept while both sides do not agree. */
enum { LOST_WINDOW = 4096 };

struct rvt_item_match {
    const struct rvt_decoded_kind *kind;
    void *scoreboard;
    struct rvt_item_match_report report;
    struct rvt_item_queues queues;
    bool searching;        /* the break is reported; the latest items were observed since */
    bool reported;         /* the break that is under way is a finding */
    bool lossy;            /* a loss was reported, and no difference came since */
    uint64_t since;        /* items equal since the loss */
    bool malformed;        /* a finding says that the stream is malformed */
    uint64_t malformed_at; /* items equal at that finding */
    uint64_t equal, total;
};

/* ---- expected items ---- */

/* More is outstanding than may be: all of it is given up. */
static void give_up(struct rvt_item_match *match, uint64_t cycle)
{
    const char *words = match->kind->overdue != NULL
                            ? match->kind->overdue
                            : "too much went in that was not observed [TransportOverdue]";

    rvt_transport_fault(match->scoreboard, cycle, words);
    rvt_item_queues_erase(&match->queues, 0, rvt_item_queues_count(&match->queues));
    if (match->kind->exact != NULL)
        rvt_transport_lose(match->scoreboard);
}

static uint64_t outstanding_max(const struct rvt_item_match *match)
{
    return match->kind->outstanding_max > 0 ? match->kind->outstanding_max : RVT_ITEMS_EXPECTED_MAX;
}

void rvt_item_match_expect(struct rvt_item_match *match, const void *item)
{
    const struct rvt_decoded_item *known = item;
    struct rvt_item_queues *queues = &match->queues;

    if (!rvt_transport_comparing(match->scoreboard)) {
        rvt_item_queues_release(queues, item);
        return;
    }
    if (match->searching && match->kind->exact != NULL &&
        rvt_item_queues_count(queues) >= LOST_WINDOW)
        rvt_item_queues_erase(queues, 0, 1);
    else if (rvt_item_queues_count(queues) == outstanding_max(match))
        give_up(match, known->cycle);
    if (rvt_item_queues_expect(queues, item) != RVT_OK) {
        rvt_transport_fault(match->scoreboard, known->cycle, "out of memory [Memory]");
        rvt_item_queues_release(queues, item);
        return;
    }
    match->total++;
}

/* The place of the expected item that observed is, in *index; false: there is none. */
static bool find(const struct rvt_item_match *match, const void *observed, uint64_t *index)
{
    const struct rvt_decoded_kind *kind = match->kind;
    uint64_t count = rvt_item_queues_count(&match->queues);

    for (uint64_t i = 0; i < count && i <= kind->passed_max; i++) {
        const void *expected = rvt_item_queues_expected(&match->queues, i);
        if (kind->passes != NULL && kind->passes(observed, expected))
            continue;
        *index = i;
        return kind->compare(observed, expected) == RVT_PAIR_EQUAL;
    }
    return false;
}

/* ---- a break ---- */

static enum rvt_packet_pair compare(void *context, unsigned observed, unsigned expected)
{
    const struct rvt_item_match *match = context;

    return match->kind->compare(rvt_item_queues_observed(&match->queues, observed),
                                rvt_item_queues_expected(&match->queues, expected));
}

/* True if the break that ends, or is to be reported, belongs to a finding that there is. */
static bool is_known(struct rvt_item_match *match)
{
    bool known = match->reported || match->lossy;

    match->reported = false;
    match->lossy = false;
    return known;
}

/* The window is full and has no place where both sides agree. */
static void lose_place(struct rvt_item_match *match)
{
    match->searching = true;
    if (!is_known(match))
        rvt_item_match_report_streams(&match->report);
    rvt_item_queues_forget(&match->queues, match->queues.pending - match->kind->reach.anchor + 1);
}

/* An item of bit-exact that was sent while none was expected begins a break. */
static void check_early(struct rvt_item_match *match)
{
    if (match->kind->exact == NULL || match->searching || match->reported ||
        match->queues.pending == 0 || rvt_item_queues_count(&match->queues) > 0)
        return;
    if (!match->lossy)
        rvt_item_match_report_early(&match->report);
    match->lossy = false;
    match->reported = true;
}

/* The expected item at index was observed. */
static void pass_equal(struct rvt_item_match *match, uint64_t index)
{
    const struct rvt_exact_words *exact = match->kind->exact;

    if (exact != NULL && exact->equal != NULL)
        exact->equal(match->report.context, rvt_item_queues_expected(&match->queues, index));
    rvt_item_queues_erase(&match->queues, index, 1);
    match->equal++;
    match->since++;
    if (match->since >= match->kind->reach.window) /* after so many equal items a loss is over */
        match->lossy = false;
}

/* Compares the pending items again that come after a break. */
static void replay(struct rvt_item_match *match)
{
    uint64_t index;

    while (match->queues.pending > 0 &&
           find(match, rvt_item_queues_observed(&match->queues, 0), &index)) {
        pass_equal(match, index);
        rvt_item_queues_forget(&match->queues, 1);
    }
}

/* True if the latest observed items are expected items anywhere: the break is over. */
static bool anchor(struct rvt_item_match *match)
{
    unsigned anchor = match->kind->reach.anchor;
    uint64_t count = rvt_item_queues_count(&match->queues);

    if (match->queues.pending < anchor)
        return false;
    for (uint64_t index = 0; index + anchor <= count; index++) {
        unsigned run = 0;
        while (run < anchor && compare(match, run, (unsigned)(index + run)) == RVT_PAIR_EQUAL)
            run++;
        if (run < anchor)
            continue;
        rvt_item_queues_erase(&match->queues, 0, index);
        match->searching = false;
        return true;
    }
    return false;
}

/* Passes what the steps lead through. Decode-exact does not count what is equal within a break. */
static void take_steps(struct rvt_item_match *match, const struct rvt_alignment *alignment)
{
    bool exact = match->kind->exact != NULL;

    for (unsigned i = 0; i < alignment->steps; i++) {
        enum rvt_alignment_step step = alignment->step[i];
        if (step != RVT_STEP_MISSING)
            rvt_item_queues_forget(&match->queues, 1);
        if (step == RVT_STEP_EQUAL && exact)
            pass_equal(match, 0);
        else if (step != RVT_STEP_EXTRA)
            rvt_item_queues_erase(&match->queues, 0, 1);
    }
}

/* Ends breaks as far as the pending items tell. */
static void settle(struct rvt_item_match *match)
{
    struct rvt_item_queues *queues = &match->queues;
    struct rvt_alignment alignment;

    while (queues->pending > 0) {
        if (match->searching) {
            if (!anchor(match)) {
                if (queues->pending >= match->kind->reach.anchor)
                    rvt_item_queues_forget(queues, 1);
                return;
            }
        } else if (rvt_alignment_find(&match->kind->reach, queues->pending,
                                      rvt_item_queues_in_window(queues), compare, match,
                                      &alignment)) {
            if (!is_known(match))
                rvt_item_match_report_break(&match->report, &alignment, 0, 0);
            take_steps(match, &alignment);
        } else {
            check_early(match);
            if (queues->pending == match->kind->reach.window)
                lose_place(match);
            return;
        }
        replay(match);
    }
}

/* The streams end here, for the break that is under way: whatever is left is a part of it, but the
 * latest optional expected items. */
static void end_break(struct rvt_item_match *match, uint64_t cycle, uint64_t optional)
{
    struct rvt_item_queues *queues = &match->queues;
    unsigned expected = rvt_item_queues_in_window(queues);
    uint64_t unsent = rvt_item_queues_count(queues) - expected;
    struct rvt_alignment alignment;

    unsigned rest = optional <= unsent             ? 0
                    : optional - unsent < expected ? (unsigned)(optional - unsent)
                                                   : expected;
    rvt_alignment_finish(queues->pending, expected, rest, compare, match, &alignment);
    if (!is_known(match))
        rvt_item_match_report_break(&match->report, &alignment,
                                    optional <= unsent ? unsent - optional : 0, cycle);
    take_steps(match, &alignment);
}

/* ---- calls ---- */

void rvt_item_match_observe(struct rvt_item_match *match, const void *item)
{
    uint64_t index;

    if (!rvt_transport_comparing(match->scoreboard)) {
        rvt_item_queues_release(&match->queues, item);
        return;
    }
    if (rvt_item_match_agrees(match) && find(match, item, &index)) {
        rvt_item_queues_release(&match->queues, item);
        pass_equal(match, index);
        return;
    }
    rvt_item_queues_observe(&match->queues, item);
    settle(match);
}

void rvt_item_match_lose(struct rvt_item_match *match)
{
    match->lossy = true;
    match->since = 0;
}

/* True while no item was equal since the stream was found to be malformed: it is still lost. */
static bool is_malformed(const struct rvt_item_match *match)
{
    return match->malformed && match->equal == match->malformed_at;
}

void rvt_item_match_malformed(struct rvt_item_match *match, uint64_t cycle, uint64_t at,
                              const struct rvt_finding *finding, const char *evidence)
{
    bool again = is_malformed(match);

    match->malformed = true;
    match->malformed_at = match->equal;
    if (!again && rvt_item_match_report_malformed(&match->report, cycle, at, finding, evidence))
        rvt_item_match_lose(match);
}

/* What is outstanding is lost, but the latest items that the receiver holds back. */
static void lose_all_but(struct rvt_item_match *match, uint64_t held)
{
    uint64_t count = rvt_item_queues_count(&match->queues);

    if (count > held)
        rvt_item_queues_erase(&match->queues, 0, count - held);
}

void rvt_item_match_idle(struct rvt_item_match *match, uint64_t cycle, uint64_t held)
{
    struct rvt_item_queues *queues = &match->queues;

    if (match->kind->exact != NULL && queues->pending > 0 && !match->searching &&
        rvt_transport_comparing(match->scoreboard)) {
        end_break(match, cycle, held);
        rvt_item_queues_forget(queues, queues->pending);
        lose_all_but(match, held);
    }
    if (rvt_item_match_outstanding(match) <= held || is_malformed(match) ||
        !rvt_item_match_report_idle(&match->report, cycle))
        return;
    rvt_item_match_lose(match);
    lose_all_but(match, held);
}

const void *rvt_item_match_next(const struct rvt_item_match *match)
{
    return rvt_item_queues_count(&match->queues) > 0 ? rvt_item_queues_expected(&match->queues, 0)
                                                     : NULL;
}

void *rvt_item_match_latest(const struct rvt_item_match *match)
{
    uint64_t count = rvt_item_queues_count(&match->queues);

    return count > 0 ? rvt_item_queues_expected(&match->queues, count - 1) : NULL;
}

void rvt_item_match_retract(struct rvt_item_match *match, uint64_t count)
{
    rvt_item_queues_retract(&match->queues, count);
    match->total -= count;
}

void rvt_item_match_drop(struct rvt_item_match *match)
{
    rvt_item_queues_erase(&match->queues, 0, rvt_item_queues_count(&match->queues));
}

bool rvt_item_match_agrees(const struct rvt_item_match *match)
{
    return match->queues.pending == 0 && !match->searching;
}

uint64_t rvt_item_match_outstanding(const struct rvt_item_match *match)
{
    return rvt_item_match_agrees(match) ? rvt_item_queues_count(&match->queues) : 0;
}

void rvt_item_match_finish(struct rvt_item_match *match, uint64_t cycle, uint64_t optional)
{
    uint64_t count = rvt_item_queues_count(&match->queues);

    if (match->searching) /* reported, and what came since was not compared */
        rvt_transport_lose(match->scoreboard);
    else if (match->queues.pending > 0)
        end_break(match, cycle, optional);
    else if (count > optional && !match->lossy)
        rvt_item_match_report_missing(&match->report, cycle, count - optional);
}

uint64_t rvt_item_match_equal(const struct rvt_item_match *match)
{
    return match->equal;
}

uint64_t rvt_item_match_expected(const struct rvt_item_match *match)
{
    return match->total;
}

void rvt_item_match_counts(const struct rvt_item_match *match, struct rvt_text *text)
{
    rvt_text_add(text, "%" PRIu64 " of %" PRIu64 " %ss compared", match->equal, match->total,
                 match->kind->name);
}

void rvt_item_match_set_context(struct rvt_item_match *match, void *context)
{
    match->report.context = context;
}

enum rvt_status rvt_item_match_open(const struct rvt_decoded_kind *kind, void *scoreboard,
                                    struct rvt_item_match **match)
{
    struct rvt_item_match *opened = calloc(1, sizeof *opened);

    *match = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->kind = kind;
    opened->scoreboard = scoreboard;
    opened->report = (struct rvt_item_match_report){
        .scoreboard = scoreboard, .context = scoreboard, .queues = &opened->queues};
    if (rvt_item_queues_init(&opened->queues, kind) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    *match = opened;
    return RVT_OK;
}

void rvt_item_match_close(struct rvt_item_match *match)
{
    if (match == NULL)
        return;
    rvt_item_queues_fini(&match->queues);
    free(match);
}
