/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/transport_scoreboard.h"

#include <inttypes.h>
#include <stdlib.h>

void *rvt_transport_open(const struct rvt_transport_kind *kind)
{
    struct rvt_transport_scoreboard *scoreboard = calloc(1, kind->bytes);

    if (scoreboard != NULL)
        scoreboard->kind = kind;
    return scoreboard;
}

void rvt_transport_close(void *scoreboard)
{
    struct rvt_transport_scoreboard *closed = scoreboard;

    if (closed == NULL)
        return;
    if (closed->kind->close != NULL)
        closed->kind->close(scoreboard);
    free(closed);
}

bool rvt_transport_comparing(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return !asked->found;
}

bool rvt_transport_find(void *scoreboard, struct rvt_text *text)
{
    struct rvt_transport_scoreboard *finder = scoreboard;

    if (finder->found)
        return false;
    finder->found = true;
    rvt_text_init(text, finder->text, sizeof finder->text);
    return true;
}

void rvt_transport_fault(void *scoreboard, uint64_t cycle, const char *words)
{
    struct rvt_text text;

    if (rvt_transport_find(scoreboard, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": %s", cycle, words);
}

void rvt_transport_end(void *scoreboard, uint64_t cycle)
{
    const struct rvt_transport_scoreboard *ended = scoreboard;

    ended->kind->end(scoreboard, cycle);
}

uint64_t rvt_transport_compared(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return asked->kind->compared(scoreboard);
}

bool rvt_transport_passed(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return !asked->found && rvt_transport_compared(scoreboard) > 0;
}

const char *rvt_transport_finding(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return asked->found ? asked->text : NULL;
}

const char *rvt_transport_counts(void *scoreboard)
{
    struct rvt_transport_scoreboard *asked = scoreboard;
    struct rvt_text text;

    rvt_text_init(&text, asked->counts, sizeof asked->counts);
    asked->kind->counts(scoreboard, &text);
    return asked->counts;
}
