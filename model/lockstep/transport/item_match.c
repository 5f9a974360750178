/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/item_match.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/ring_buffer.h"
#include "lockstep/transport/transport_scoreboard.h"

enum {
    FIRST_ROOM = 64,   /* expected items that there is memory for at first; a power of two */
    STEPS_PRINTED = 4, /* of a break */
    FORGOTTEN_AFTER = RVT_ALIGNMENT_WINDOW, /* equal items after which a loss is over */
};

struct rvt_item_match {
    const struct rvt_decoded_kind *kind;
    void *scoreboard;
    char *expected;        /* ring of items, by number */
    size_t room;           /* items of the ring */
    uint64_t head, tail;   /* numbers of the oldest, and of the next one */
    char *observed;        /* of a break: what came since, from the first difference on */
    unsigned pending;      /* items in observed; 0: both sides agree */
    bool searching;        /* the break is reported; observed has the latest items */
    bool lossy;            /* a loss was reported, and no difference came since */
    uint64_t since;        /* items equal since the loss */
    bool malformed;        /* a finding says that the stream is malformed */
    uint64_t malformed_at; /* items equal at that finding */
    uint64_t equal, total;
};

static char *expected_item(const struct rvt_item_match *match, uint64_t index)
{
    return match->expected + ((match->head + index) & (match->room - 1)) * match->kind->bytes;
}

static char *observed_item(const struct rvt_item_match *match, unsigned index)
{
    return match->observed + index * match->kind->bytes;
}

static void release(const struct rvt_item_match *match, const void *item)
{
    if (match->kind->release != NULL)
        match->kind->release(item);
}

/* ---- expected items ---- */

/* Removes count items from index on: those before it move up. */
static void erase(struct rvt_item_match *match, uint64_t index, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        release(match, expected_item(match, index + i));
    while (index-- > 0)
        memcpy(expected_item(match, index + count), expected_item(match, index),
               match->kind->bytes);
    match->head += count;
}

void rvt_item_match_expect(struct rvt_item_match *match, const void *item)
{
    const struct rvt_decoded_item *known = item;

    if (!rvt_transport_comparing(match->scoreboard)) {
        release(match, item);
        return;
    }
    if (match->tail - match->head == RVT_ITEMS_EXPECTED_MAX) {
        rvt_transport_fault(match->scoreboard, known->cycle,
                            "too much went in that was not observed [TransportOverdue]");
        erase(match, 0, match->tail - match->head);
    }
    if (match->tail - match->head == match->room) {
        char *grown = rvt_ring_buffer_grow(match->expected, match->kind->bytes, &match->room,
                                           match->head, match->tail);
        if (grown == NULL) {
            rvt_transport_fault(match->scoreboard, known->cycle, "out of memory [Memory]");
            release(match, item);
            return;
        }
        match->expected = grown;
    }
    memcpy(expected_item(match, match->tail - match->head), item, match->kind->bytes);
    match->tail++;
    match->total++;
}

/* The place of the expected item that observed is, in *index; false: there is none. */
static bool find(const struct rvt_item_match *match, const void *observed, uint64_t *index)
{
    uint64_t count = match->tail - match->head;

    for (uint64_t i = 0; i < count && i <= match->kind->passed_max; i++) {
        const void *expected = expected_item(match, i);
        if (match->kind->passes(observed, expected))
            continue;
        *index = i;
        return match->kind->compare(observed, expected) == RVT_PAIR_EQUAL;
    }
    return false;
}

/* ---- a break ---- */

static enum rvt_packet_pair compare(void *context, unsigned observed, unsigned expected)
{
    const struct rvt_item_match *match = context;

    return match->kind->compare(observed_item(match, observed), expected_item(match, expected));
}

static unsigned expected_count(const struct rvt_item_match *match)
{
    uint64_t count = match->tail - match->head;

    return count < RVT_ALIGNMENT_WINDOW ? (unsigned)count : RVT_ALIGNMENT_WINDOW;
}

static void print_side(const struct rvt_item_match *match, struct rvt_text *text, const char *head,
                       const void *item)
{
    rvt_text_add(text, "\n  %s  ", head);
    if (item == NULL)
        rvt_text_add(text, "nothing");
    else
        match->kind->words(text, item);
}

/* "2 packets differ, 1 packet is missing"; unsent: more that are missing. Without a difference,
 * expected items came after the observed ones. */
static void print_counts(const struct rvt_item_match *match, struct rvt_text *text,
                         const struct rvt_alignment *alignment, uint64_t unsent)
{
    static const struct {
        enum rvt_alignment_step step;
        const char *one, *many;
    } PARTS[] = {{RVT_STEP_DIFFERS, "differs", "differ"},
                 {RVT_STEP_MISSING, "is missing", "are missing"},
                 {RVT_STEP_EXTRA, "is extra", "are extra"}};
    const char *between = "";

    for (unsigned part = 0; part < sizeof PARTS / sizeof *PARTS; part++) {
        uint64_t count = PARTS[part].step == RVT_STEP_MISSING ? unsent : 0;
        for (unsigned i = 0; i < alignment->steps; i++)
            count += alignment->step[i] == PARTS[part].step;
        if (count == 0)
            continue;
        rvt_text_add(text, "%s%" PRIu64 " %s%s %s", between, count, match->kind->name,
                     count == 1 ? "" : "s", count == 1 ? PARTS[part].one : PARTS[part].many);
        between = ", ";
    }
    if (*between == '\0')
        rvt_text_add(text, "what follows was sent before it went in");
}

/* The items of each step, of the first ones. */
static void print_steps(const struct rvt_item_match *match, struct rvt_text *text,
                        const struct rvt_alignment *alignment)
{
    unsigned o = 0, e = 0, printed = 0;

    for (unsigned i = 0; i < alignment->steps; i++) {
        enum rvt_alignment_step step = alignment->step[i];
        const void *observed = step == RVT_STEP_MISSING ? NULL : observed_item(match, o++);
        const void *expected = step == RVT_STEP_EXTRA ? NULL : expected_item(match, e++);
        if (step == RVT_STEP_EQUAL)
            continue;
        if (printed++ == STEPS_PRINTED) {
            rvt_text_add(text, "\n  ...");
            return;
        }
        print_side(match, text, "expected", expected);
        print_side(match, text, "observed", observed);
        if (step == RVT_STEP_DIFFERS && match->kind->explain != NULL)
            match->kind->explain(text, observed, expected);
    }
}

static const struct rvt_decoded_item *first_observed(const struct rvt_item_match *match)
{
    return (const void *)observed_item(match, 0);
}

/* The cycle of the break: that of its first observed item, else the present one. */
static uint64_t break_cycle(const struct rvt_item_match *match, uint64_t cycle)
{
    return match->pending > 0 ? first_observed(match)->cycle : cycle;
}

static void print_place(const struct rvt_item_match *match, struct rvt_text *text)
{
    if (match->pending > 0)
        match->kind->place(text, first_observed(match)->at);
    else
        rvt_text_add(text, "end of the stream");
    rvt_text_add(text, ": ");
}

/* Both sides agree again after these steps, or end with them and with unsent expected items. */
static void report(struct rvt_item_match *match, const struct rvt_alignment *alignment,
                   uint64_t unsent, uint64_t cycle)
{
    static const enum rvt_mismatch_kind KINDS[] = {[RVT_STEP_EQUAL] = RVT_MISMATCH_EXTRA,
                                                   [RVT_STEP_DIFFERS] = RVT_MISMATCH_DIFFERS,
                                                   [RVT_STEP_MISSING] = RVT_MISMATCH_MISSING,
                                                   [RVT_STEP_EXTRA] = RVT_MISMATCH_EXTRA};
    enum rvt_alignment_step first = alignment->steps > 0 ? alignment->step[0] : RVT_STEP_EQUAL;
    bool spurious = first == RVT_STEP_EXTRA || first == RVT_STEP_EQUAL;
    struct rvt_text text;

    if (match->lossy) {
        match->lossy = false;
        return;
    }
    if (!rvt_transport_begin(match->scoreboard, KINDS[first], break_cycle(match, cycle), &text))
        return;
    print_place(match, &text);
    print_counts(match, &text, alignment, unsent);
    rvt_text_add(&text, " [%s]",
                 match->kind->clause(first == RVT_STEP_MISSING ? NULL : observed_item(match, 0),
                                     spurious ? NULL : expected_item(match, 0)));
    print_steps(match, &text, alignment);
    rvt_transport_found(match->scoreboard);
}

/* The window is full and has no place where both sides agree. */
static void report_streams(struct rvt_item_match *match)
{
    const void *expected = expected_count(match) > 0 ? expected_item(match, 0) : NULL;
    const void *observed = observed_item(match, 0);
    struct rvt_text text;

    match->searching = true;
    if (match->lossy) {
        match->lossy = false;
        return;
    }
    if (!rvt_transport_begin(match->scoreboard, RVT_MISMATCH_STREAMS, break_cycle(match, 0), &text))
        return;
    print_place(match, &text);
    rvt_text_add(&text, "what follows does not agree again within %d %ss [%s]",
                 RVT_ALIGNMENT_WINDOW, match->kind->name, match->kind->clause(observed, expected));
    print_side(match, &text, "expected", expected);
    print_side(match, &text, "observed", observed);
    rvt_transport_found(match->scoreboard);
}

/* Removes the oldest observed items of a break. */
static void forget(struct rvt_item_match *match, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        release(match, observed_item(match, i));
    match->pending -= count;
    memmove(match->observed, observed_item(match, count), match->pending * match->kind->bytes);
}

static void count_equal(struct rvt_item_match *match, uint64_t items)
{
    match->equal += items;
    match->since += items;
    if (match->since >= FORGOTTEN_AFTER)
        match->lossy = false;
}

/* Compares the pending items again that come after a break. */
static void replay(struct rvt_item_match *match)
{
    uint64_t index;

    while (match->pending > 0 && find(match, match->observed, &index)) {
        erase(match, index, 1);
        forget(match, 1);
        count_equal(match, 1);
    }
}

/* True if the latest observed items are expected items anywhere: the break is over. */
static bool anchor(struct rvt_item_match *match)
{
    uint64_t count = match->tail - match->head;

    if (match->pending < RVT_ALIGNMENT_ANCHOR)
        return false;
    for (uint64_t index = 0; index + RVT_ALIGNMENT_ANCHOR <= count; index++) {
        unsigned run = 0;
        while (run < RVT_ALIGNMENT_ANCHOR &&
               match->kind->compare(observed_item(match, run), expected_item(match, index + run)) ==
                   RVT_PAIR_EQUAL)
            run++;
        if (run < RVT_ALIGNMENT_ANCHOR)
            continue;
        erase(match, 0, index);
        match->searching = false;
        return true;
    }
    return false;
}

/* Ends breaks as far as the pending items tell. */
static void settle(struct rvt_item_match *match)
{
    static const struct rvt_alignment_reach REACH = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR};
    struct rvt_alignment alignment;

    while (match->pending > 0) {
        if (match->searching) {
            if (!anchor(match)) {
                if (match->pending >= RVT_ALIGNMENT_ANCHOR)
                    forget(match, 1);
                return;
            }
        } else if (rvt_alignment_find(&REACH, match->pending, expected_count(match), compare, match,
                                      &alignment)) {
            unsigned extra = 0, missing = 0;
            report(match, &alignment, 0, 0);
            for (unsigned i = 0; i < alignment.steps; i++) {
                extra += alignment.step[i] != RVT_STEP_MISSING;
                missing += alignment.step[i] != RVT_STEP_EXTRA;
            }
            forget(match, extra);
            erase(match, 0, missing);
        } else if (match->pending == RVT_ALIGNMENT_WINDOW) {
            report_streams(match);
            forget(match, match->pending - RVT_ALIGNMENT_ANCHOR + 1);
            return;
        } else {
            return;
        }
        replay(match);
    }
}

/* ---- calls ---- */

void rvt_item_match_observe(struct rvt_item_match *match, const void *item)
{
    uint64_t index;

    if (!rvt_transport_comparing(match->scoreboard)) {
        release(match, item);
        return;
    }
    if (match->pending == 0 && !match->searching && find(match, item, &index)) {
        release(match, item);
        erase(match, index, 1);
        count_equal(match, 1);
        return;
    }
    memcpy(observed_item(match, match->pending++), item, match->kind->bytes);
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
    const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
    bool again = is_malformed(match);
    struct rvt_text text;

    match->malformed = true;
    match->malformed_at = match->equal;
    if (again || !rvt_transport_begin(match->scoreboard, RVT_MISMATCH_UNDECODABLE, cycle, &text))
        return;
    match->kind->place(&text, at);
    rvt_text_add(&text, ": %s [%s]", rule->title, rule->number);
    if (finding->field != NULL)
        rvt_text_add(&text, "\n  observed  %s 0x%" PRIx64, finding->field, finding->value);
    rvt_text_add(&text, "%s", evidence);
    if (rvt_transport_found(match->scoreboard))
        rvt_item_match_lose(match);
}

void rvt_item_match_idle(struct rvt_item_match *match, uint64_t cycle, uint64_t held)
{
    struct rvt_text text;

    if (rvt_item_match_outstanding(match) <= held || is_malformed(match) ||
        !rvt_transport_begin(match->scoreboard, RVT_MISMATCH_FAULT, cycle, &text))
        return;
    rvt_text_add(&text, "%s", match->kind->idle);
    print_side(match, &text, "expected", expected_item(match, 0));
    if (!rvt_transport_found(match->scoreboard))
        return;
    rvt_item_match_lose(match);
    erase(match, 0, match->tail - match->head - held);
}

const void *rvt_item_match_next(const struct rvt_item_match *match)
{
    return match->head < match->tail ? expected_item(match, 0) : NULL;
}

uint64_t rvt_item_match_outstanding(const struct rvt_item_match *match)
{
    return match->pending > 0 || match->searching ? 0 : match->tail - match->head;
}

/* Everything that is left is missing. */
static void report_missing(struct rvt_item_match *match, uint64_t cycle)
{
    const void *first = rvt_item_match_next(match);
    struct rvt_text text;

    if (first == NULL || match->lossy ||
        !rvt_transport_begin(match->scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    uint64_t count = match->tail - match->head;
    rvt_text_add(&text, "%" PRIu64 " %s%s never sent [%s]", count, match->kind->name,
                 count == 1 ? " was" : "s were", match->kind->clause(NULL, first));
    print_side(match, &text, "expected", first);
    rvt_transport_found(match->scoreboard);
}

void rvt_item_match_finish(struct rvt_item_match *match, uint64_t cycle)
{
    struct rvt_alignment alignment;

    if (match->searching) { /* reported, and what came since was not compared */
        rvt_transport_lose(match->scoreboard);
        return;
    }
    if (match->pending == 0) {
        report_missing(match, cycle);
        return;
    }
    rvt_alignment_finish(match->pending, expected_count(match), 0, compare, match, &alignment);
    report(match, &alignment, match->tail - match->head - expected_count(match), cycle);
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

enum rvt_status rvt_item_match_open(const struct rvt_decoded_kind *kind, void *scoreboard,
                                    struct rvt_item_match **match)
{
    struct rvt_item_match *opened = calloc(1, sizeof *opened);

    *match = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->kind = kind;
    opened->scoreboard = scoreboard;
    opened->room = FIRST_ROOM;
    opened->expected = malloc(opened->room * kind->bytes);
    opened->observed = malloc(RVT_ALIGNMENT_WINDOW * kind->bytes);
    if (opened->expected == NULL || opened->observed == NULL) {
        rvt_item_match_close(opened);
        return RVT_ERR_MEMORY;
    }
    *match = opened;
    return RVT_OK;
}

void rvt_item_match_close(struct rvt_item_match *match)
{
    if (match == NULL)
        return;
    if (match->observed != NULL) {
        erase(match, 0, match->tail - match->head);
        forget(match, match->pending);
    }
    free(match->expected);
    free(match->observed);
    free(match);
}
