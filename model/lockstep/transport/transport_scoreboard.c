/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/transport_scoreboard.h"

#include <inttypes.h>
#include <stdlib.h>

void *rvt_transport_open(const struct rvt_transport_kind *kind)
{
    struct rvt_transport_scoreboard *scoreboard = calloc(1, kind->bytes);

    if (scoreboard == NULL || rvt_mismatch_log_init(&scoreboard->findings, 1) != RVT_OK) {
        free(scoreboard);
        return NULL;
    }
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
    rvt_mismatch_log_fini(&closed->findings);
    free(closed);
}

bool rvt_transport_comparing(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return !rvt_mismatch_log_full(&asked->findings);
}

bool rvt_transport_find(void *scoreboard, uint64_t cycle, struct rvt_text *text)
{
    struct rvt_transport_scoreboard *finder = scoreboard;

    return rvt_mismatch_log_add(&finder->findings, cycle, text);
}

void rvt_transport_fault(void *scoreboard, uint64_t cycle, const char *words)
{
    struct rvt_text text;

    if (rvt_transport_find(scoreboard, cycle, &text))
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

    return asked->findings.count == 0 && rvt_transport_compared(scoreboard) > 0;
}

const char *rvt_transport_finding(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return asked->findings.count > 0 ? asked->findings.entry[0].text : NULL;
}

const char *rvt_transport_counts(void *scoreboard)
{
    struct rvt_transport_scoreboard *asked = scoreboard;
    struct rvt_text text;

    rvt_text_init(&text, asked->counts, sizeof asked->counts);
    asked->kind->counts(scoreboard, &text);
    return asked->counts;
}
