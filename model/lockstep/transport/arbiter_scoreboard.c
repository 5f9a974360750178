/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/arbiter_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/items/item_match.h"
#include "lockstep/items/transport_scoreboard.h"

enum { OUTSTANDING = 1 << 10, NOBODY = RVT_ARBITER_SOURCES_MAX };

/* A write that was taken, or sent. */
struct write {
    struct rvt_decoded_item item; /* at: its number */
    unsigned source;              /* of one that was taken */
    struct rvt_stp_record record;
};

struct rvt_arbiter_scoreboard {
    struct rvt_transport_scoreboard base;
    bool round_robin;
    unsigned sources;
    unsigned latest;  /* source that was taken last, or NOBODY */
    unsigned offered; /* source that is offered to the transmitter until it is taken, or NOBODY */
    uint64_t sent;    /* writes sent */
    struct rvt_item_match *match; /* of writes that were taken and sent */
};

/* ---- order ---- */

static bool has(uint64_t set, unsigned source)
{
    return source < NOBODY && (set >> source & 1) != 0;
}

/* The next source of set after the one taken last, round-robin. */
static unsigned search(const struct rvt_arbiter_scoreboard *scoreboard, uint64_t set)
{
    unsigned from = scoreboard->latest == NOBODY ? 0 : scoreboard->latest + 1;

    for (unsigned i = 0; i < scoreboard->sources; i++)
        if (has(set, (from + i) % scoreboard->sources))
            return (from + i) % scoreboard->sources;
    return NOBODY;
}

/* The source that is taken last in a cycle. */
static unsigned latest_of(uint64_t taken)
{
    unsigned source = NOBODY;

    while (!has(taken, --source))
        ;
    return source;
}

static void source_words(struct rvt_text *text, const char *head, uint64_t set)
{
    const char *between = " ";

    rvt_text_add(text, "\n  %-9s", head);
    if (set == 0)
        rvt_text_add(text, " none");
    for (unsigned source = 0; source < NOBODY; source++) {
        if (!has(set, source))
            continue;
        rvt_text_add(text, "%ssource %u", between, source);
        between = ", ";
    }
}

static void explain_order(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle, unsigned next,
                          uint64_t offered, uint64_t taken)
{
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text, "a source was taken out of order [ArbiterOrder]");
    source_words(&text, "expected", next == NOBODY ? 0 : UINT64_C(1) << next);
    source_words(&text, "observed", taken);
    source_words(&text, "offered", offered);
    if (next == scoreboard->offered && next != NOBODY)
        rvt_text_add(&text, "\n  because   source %u was already selected, but not taken yet",
                     next);
    else if (scoreboard->latest != NOBODY)
        rvt_text_add(&text, "\n  because   source %u was taken last", scoreboard->latest);
    else
        rvt_text_add(&text, "\n  because   no source was taken before");
    rvt_transport_found(scoreboard);
}

void rvt_arbiter_scoreboard_offers(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                   uint64_t offered, uint64_t taken)
{
    if (!scoreboard->round_robin || !rvt_transport_comparing(scoreboard))
        return;
    unsigned next =
        has(offered, scoreboard->offered) ? scoreboard->offered : search(scoreboard, offered);
    if (taken == 0) {
        scoreboard->offered = next;
        return;
    }
    if (next == NOBODY || taken != UINT64_C(1) << next)
        explain_order(scoreboard, cycle, next, offered, taken);
    scoreboard->offered = NOBODY;
    scoreboard->latest = latest_of(taken);
}

/* ---- writes ---- */

static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct write *sent = observed, *taken = expected;

    if (rvt_stp_record_is_equal(&taken->record, &sent->record))
        return RVT_PAIR_EQUAL;
    return taken->item.cycle <= sent->item.cycle ? RVT_PAIR_DIFFERS : RVT_PAIR_APART;
}

static void taken_words(struct rvt_text *text, const struct write *taken)
{
    rvt_text_add(text, "\n  expected  ");
    rvt_stp_record_print(text, &taken->record);
    rvt_text_add(text, "\n  because   source %u, taken in cycle %" PRIu64, taken->source,
                 taken->item.cycle);
}

static void sent_words(struct rvt_text *text, const struct write *sent)
{
    rvt_text_add(text, "\n  observed  ");
    rvt_stp_record_print(text, &sent->record);
}

static void differs(void *scoreboard, struct rvt_text *text, const void *observed,
                    const void *expected)
{
    const struct write *sent = observed, *taken = expected;
    const char *field = taken->record.opcode != sent->record.opcode     ? "opcode"
                        : taken->record.payload != sent->record.payload ? "data"
                        : taken->record.master != sent->record.master   ? "master"
                                                                        : "channel";

    (void)scoreboard;
    rvt_text_add(text, "write %" PRIu64 " differs in its %s [ArbiterWrite]", sent->item.at, field);
    taken_words(text, taken);
    sent_words(text, sent);
}

static void early(void *scoreboard, struct rvt_text *text, const void *observed)
{
    (void)scoreboard;
    rvt_text_add(text, "a write was sent that came from no source [ArbiterNoWrite]");
    sent_words(text, observed);
}

static void unsent(void *scoreboard, struct rvt_text *text, uint64_t count, const void *first)
{
    (void)scoreboard;
    rvt_text_add(text, "%" PRIu64 " writes were never sent [ArbiterMissing]", count);
    taken_words(text, first);
}

/* The write of a port, in *record; false: it is none, which is a finding. */
static bool read_write(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle, const char *words,
                       const struct rvt_stp_port_write *write, struct rvt_stp_record *record)
{
    if (rvt_stp_port_write_record(write, record) == RVT_OK)
        return true;
    if (rvt_transport_fault(scoreboard, cycle, words))
        rvt_item_match_lose(scoreboard->match);
    return false;
}

void rvt_arbiter_scoreboard_take(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                 unsigned source, const struct rvt_stp_port_write *write)
{
    struct write taken = {
        .item = {.cycle = cycle, .at = rvt_item_match_expected(scoreboard->match)},
        .source = source};

    if (read_write(scoreboard, cycle, "the write that was taken fits no STP packet [StpWrite]",
                   write, &taken.record))
        rvt_item_match_expect(scoreboard->match, &taken);
}

void rvt_arbiter_scoreboard_write(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                  const struct rvt_stp_port_write *write)
{
    struct write sent = {.item = {.cycle = cycle, .at = scoreboard->sent++}};

    if (read_write(scoreboard, cycle, "the write that was sent fits no STP packet [StpWrite]",
                   write, &sent.record))
        rvt_item_match_observe(scoreboard->match, &sent);
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_arbiter_scoreboard *scoreboard = context;

    rvt_item_match_finish(scoreboard->match, cycle, 0);
}

static void free_match(void *scoreboard)
{
    rvt_item_match_close(((struct rvt_arbiter_scoreboard *)scoreboard)->match);
}

static uint64_t compared(const void *scoreboard)
{
    return rvt_item_match_equal(((const struct rvt_arbiter_scoreboard *)scoreboard)->match);
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_arbiter_scoreboard *scoreboard = context;

    rvt_text_add(text, "%u sources, ", scoreboard->sources);
    rvt_item_match_counts(scoreboard->match, text);
}

enum rvt_status rvt_arbiter_scoreboard_open(unsigned sources, bool round_robin,
                                            struct rvt_arbiter_scoreboard **scoreboard)
{
    static const struct rvt_exact_words WORDS = {differs, early, unsent, NULL};
    static const struct rvt_decoded_kind WRITE = {
        .bytes = sizeof(struct write),
        .name = "write",
        .reach = {RVT_ALIGNMENT_WINDOW, RVT_ALIGNMENT_ANCHOR},
        .compare = compare,
        .outstanding_max = OUTSTANDING,
        .overdue = "too many writes were taken and not sent [ArbiterOverdue]",
        .exact = &WORDS};
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end,  compared, counts,
                                                   free_match,          false};
    struct rvt_arbiter_scoreboard *opened;

    *scoreboard = NULL;
    if (sources == 0 || sources > RVT_ARBITER_SOURCES_MAX)
        return RVT_ERR_PARAMETER;
    opened = rvt_transport_open(&KIND);
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    if (rvt_item_match_open(&WRITE, opened, &opened->match) != RVT_OK) {
        rvt_transport_close(opened);
        return RVT_ERR_MEMORY;
    }
    opened->sources = sources;
    opened->round_robin = round_robin;
    opened->latest = opened->offered = NOBODY;
    *scoreboard = opened;
    return RVT_OK;
}
