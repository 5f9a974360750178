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
    bool round_robin;
    unsigned sources;
    unsigned latest;  /* source that was taken last, or NOBODY */
    unsigned offered; /* source that is offered to the transmitter until it is taken, or NOBODY */
    uint64_t taken, written;   /* writes taken, writes sent and compared */
    struct taken queue[QUEUE]; /* by number */
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
    scoreboard->latest = next;
}

/* ---- writes ---- */

void rvt_arbiter_scoreboard_take(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                 unsigned source, const struct rvt_stp_port_write *write)
{
    struct taken *taken = &scoreboard->queue[scoreboard->taken % QUEUE];

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (scoreboard->taken - scoreboard->written == QUEUE) {
        rvt_transport_fault(scoreboard, cycle,
                            "too many writes were taken and not sent [ArbiterOverdue]");
        return;
    }
    if (rvt_stp_port_write_record(write, &taken->record) != RVT_OK) {
        rvt_transport_fault(scoreboard, cycle,
                            "the write that was taken fits no STP packet [StpWrite]");
        return;
    }
    taken->cycle = cycle;
    taken->source = source;
    scoreboard->taken++;
}

static void explain(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                    const struct taken *taken, const struct rvt_stp_record *observed)
{
    const struct rvt_stp_record *expected = &taken->record;
    const char *field = expected->opcode != observed->opcode     ? "opcode"
                        : expected->payload != observed->payload ? "data"
                        : expected->master != observed->master   ? "master"
                                                                 : "channel";
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text, "write %" PRIu64 " differs in its %s [ArbiterWrite]", scoreboard->written,
                 field);
    rvt_text_add(&text, "\n  expected  ");
    rvt_stp_record_print(&text, expected);
    rvt_text_add(&text, "\n  because   source %u, taken in cycle %" PRIu64, taken->source,
                 taken->cycle);
    rvt_text_add(&text, "\n  observed  ");
    rvt_stp_record_print(&text, observed);
    rvt_transport_found(scoreboard);
}

void rvt_arbiter_scoreboard_write(struct rvt_arbiter_scoreboard *scoreboard, uint64_t cycle,
                                  const struct rvt_stp_port_write *write)
{
    const struct taken *taken = &scoreboard->queue[scoreboard->written % QUEUE];
    struct rvt_stp_record observed;

    if (!rvt_transport_comparing(scoreboard))
        return;
    if (rvt_stp_port_write_record(write, &observed) != RVT_OK) {
        rvt_transport_fault(scoreboard, cycle,
                            "the write that was sent fits no STP packet [StpWrite]");
        return;
    }
    if (scoreboard->written == scoreboard->taken) {
        rvt_transport_fault(scoreboard, cycle,
                            "a write was sent that came from no source [ArbiterNoWrite]");
        return;
    }
    if (taken->record.opcode != observed.opcode || taken->record.payload != observed.payload ||
        taken->record.master != observed.master || taken->record.channel != observed.channel)
        explain(scoreboard, cycle, taken, &observed);
    else
        scoreboard->written++;
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_arbiter_scoreboard *scoreboard = context;
    const struct taken *taken = &scoreboard->queue[scoreboard->written % QUEUE];
    struct rvt_text text;

    if (scoreboard->written == scoreboard->taken ||
        !rvt_transport_begin(scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    rvt_text_add(&text, "%" PRIu64 " writes were never sent [ArbiterMissing]\n  expected  ",
                 scoreboard->taken - scoreboard->written);
    rvt_stp_record_print(&text, &taken->record);
    rvt_text_add(&text, "\n  because   source %u, taken in cycle %" PRIu64, taken->source,
                 taken->cycle);
    rvt_transport_found(scoreboard);
}

static uint64_t compared(const void *scoreboard)
{
    return ((const struct rvt_arbiter_scoreboard *)scoreboard)->written;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_arbiter_scoreboard *scoreboard = context;

    rvt_text_add(text, "%u sources, %" PRIu64 " of %" PRIu64 " writes compared",
                 scoreboard->sources, scoreboard->written, scoreboard->taken);
}

enum rvt_status rvt_arbiter_scoreboard_open(unsigned sources, bool round_robin,
                                            struct rvt_arbiter_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {
        sizeof **scoreboard, end, compared, counts, NULL, false};

    *scoreboard = NULL;
    if (sources == 0 || sources > RVT_ARBITER_SOURCES_MAX)
        return RVT_ERR_PARAMETER;
    *scoreboard = rvt_transport_open(&KIND);
    if (*scoreboard == NULL)
        return RVT_ERR_MEMORY;
    (*scoreboard)->sources = sources;
    (*scoreboard)->round_robin = round_robin;
    (*scoreboard)->latest = (*scoreboard)->offered = NOBODY;
    return RVT_OK;
}
