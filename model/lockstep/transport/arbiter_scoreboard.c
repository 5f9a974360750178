/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/arbiter_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"

#include "lockstep/transport/transport_scoreboard.h"

enum { QUEUE = 1 << 10, NOBODY = RVT_ARBITER_SOURCES_MAX };

/* A write that was taken. */
struct taken {
    uint64_t cycle;
    unsigned source;
    struct rvt_stp_record record;
};

struct rvt_arbiter_scoreboard {
    struct rvt_transport_scoreboard base;
    bool turns;
    unsigned sources;
    unsigned latest;  /* source that was taken last, or NOBODY */
    unsigned offered; /* source that is offered to the transmitter until it is taken, or NOBODY */
    uint64_t taken, written;   /* writes taken, writes compared */
    struct taken queue[QUEUE]; /* by number */
};

/* ---- turns ---- */

static bool has(uint64_t set, unsigned source)
{
    return source < NOBODY && (set >> source & 1) != 0;
}

/* The first source of set behind the one that was taken last, else the first of all. */
static unsigned search(const struct rvt_arbiter_scoreboard *judge, uint64_t set)
{
    unsigned from = judge->latest == NOBODY ? 0 : judge->latest + 1;

    for (unsigned i = 0; i < judge->sources; i++)
        if (has(set, (from + i) % judge->sources))
            return (from + i) % judge->sources;
    return NOBODY;
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

static void explain_turn(struct rvt_arbiter_scoreboard *judge, uint64_t cycle, unsigned turn,
                         uint64_t offered, uint64_t taken)
{
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": a source was taken that has no turn [ArbiterTurn]",
                 cycle);
    source_words(&text, "expected", turn == NOBODY ? 0 : UINT64_C(1) << turn);
    source_words(&text, "observed", taken);
    source_words(&text, "offered", offered);
    if (turn == judge->offered && turn != NOBODY)
        rvt_text_add(&text, "\n  because   it is offered already");
    else if (judge->latest != NOBODY)
        rvt_text_add(&text, "\n  because   source %u was taken last", judge->latest);
    else
        rvt_text_add(&text, "\n  because   none was taken yet");
}

void rvt_arbiter_scoreboard_offers(struct rvt_arbiter_scoreboard *judge, uint64_t cycle,
                                   uint64_t offered, uint64_t taken)
{
    if (!judge->turns || !rvt_transport_comparing(judge))
        return;
    unsigned turn = has(offered, judge->offered) ? judge->offered : search(judge, offered);
    if (taken == 0) {
        judge->offered = turn;
        return;
    }
    if (turn == NOBODY || taken != UINT64_C(1) << turn)
        explain_turn(judge, cycle, turn, offered, taken);
    judge->offered = NOBODY;
    judge->latest = turn;
}

/* ---- writes ---- */

void rvt_arbiter_scoreboard_take(struct rvt_arbiter_scoreboard *judge, uint64_t cycle,
                                 unsigned source, const struct rvt_stp_port_write *write)
{
    struct taken *taken = &judge->queue[judge->taken % QUEUE];

    if (!rvt_transport_comparing(judge))
        return;
    if (judge->taken - judge->written == QUEUE) {
        rvt_transport_fault(judge, cycle, "so many writes were taken [ArbiterOverdue]");
        return;
    }
    if (rvt_stp_port_write_record(write, &taken->record) != RVT_OK) {
        rvt_transport_fault(judge, cycle, "a write was taken that has no packet [StpWrite]");
        return;
    }
    taken->cycle = cycle;
    taken->source = source;
    judge->taken++;
}

static void explain(struct rvt_arbiter_scoreboard *judge, uint64_t cycle, const struct taken *taken,
                    const struct rvt_stp_record *observed)
{
    const struct rvt_stp_record *expected = &taken->record;
    const char *field = expected->opcode != observed->opcode     ? "packet"
                        : expected->payload != observed->payload ? "data"
                        : expected->master != observed->master   ? "master"
                                                                 : "channel";
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": write %" PRIu64 " differs in its %s [ArbiterWrite]",
                 cycle, judge->written, field);
    rvt_text_add(&text, "\n  expected  ");
    rvt_stp_record_print(&text, expected);
    rvt_text_add(&text, "\n  because   source %u, taken in cycle %" PRIu64, taken->source,
                 taken->cycle);
    rvt_text_add(&text, "\n  observed  ");
    rvt_stp_record_print(&text, observed);
}

void rvt_arbiter_scoreboard_write(struct rvt_arbiter_scoreboard *judge, uint64_t cycle,
                                  const struct rvt_stp_port_write *write)
{
    const struct taken *taken = &judge->queue[judge->written % QUEUE];
    struct rvt_stp_record observed;

    if (!rvt_transport_comparing(judge))
        return;
    if (rvt_stp_port_write_record(write, &observed) != RVT_OK) {
        rvt_transport_fault(judge, cycle, "a write that has no packet [StpWrite]");
        return;
    }
    if (judge->written == judge->taken) {
        rvt_transport_fault(judge, cycle, "a write that no source was taken for [ArbiterNoWrite]");
        return;
    }
    if (taken->record.opcode != observed.opcode || taken->record.payload != observed.payload ||
        taken->record.master != observed.master || taken->record.channel != observed.channel)
        explain(judge, cycle, taken, &observed);
    else
        judge->written++;
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_arbiter_scoreboard *judge = context;
    const struct taken *taken = &judge->queue[judge->written % QUEUE];
    struct rvt_text text;

    if (judge->written == judge->taken || !rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %" PRIu64 " writes never left [ArbiterMissing]\n  expected  ",
                 cycle, judge->taken - judge->written);
    rvt_stp_record_print(&text, &taken->record);
    rvt_text_add(&text, "\n  because   source %u, taken in cycle %" PRIu64, taken->source,
                 taken->cycle);
}

static uint64_t compared(const void *judge)
{
    return ((const struct rvt_arbiter_scoreboard *)judge)->written;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_arbiter_scoreboard *judge = context;

    rvt_text_add(text, "%u sources, %" PRIu64 " of %" PRIu64 " writes compared", judge->sources,
                 judge->written, judge->taken);
}

enum rvt_status rvt_arbiter_scoreboard_open(unsigned sources, bool turns,
                                            struct rvt_arbiter_scoreboard **judge)
{
    static const struct rvt_transport_kind KIND = {sizeof **judge, end, compared, counts, NULL};

    *judge = NULL;
    if (sources == 0 || sources > RVT_ARBITER_SOURCES_MAX)
        return RVT_ERR_PARAMETER;
    *judge = rvt_transport_open(&KIND);
    if (*judge == NULL)
        return RVT_ERR_MEMORY;
    (*judge)->sources = sources;
    (*judge)->turns = turns;
    (*judge)->latest = (*judge)->offered = NOBODY;
    return RVT_OK;
}
