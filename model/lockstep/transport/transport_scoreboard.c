/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/transport_scoreboard.h"

#include <inttypes.h>
#include <stdlib.h>

void *rvt_transport_open(const struct rvt_transport_kind *kind)
{
    struct rvt_transport_scoreboard *judge = calloc(1, kind->bytes);

    if (judge == NULL || rvt_mismatch_log_init(&judge->findings, 1) != RVT_OK) {
        free(judge);
        return NULL;
    }
    judge->kind = kind;
    return judge;
}

void rvt_transport_close(void *judge)
{
    struct rvt_transport_scoreboard *closed = judge;

    if (closed == NULL)
        return;
    if (closed->kind->close != NULL)
        closed->kind->close(judge);
    rvt_mismatch_log_fini(&closed->findings);
    free(closed);
}

bool rvt_transport_comparing(const void *judge)
{
    const struct rvt_transport_scoreboard *asked = judge;

    return !rvt_mismatch_log_full(&asked->findings);
}

bool rvt_transport_find(void *judge, uint64_t cycle, struct rvt_text *text)
{
    struct rvt_transport_scoreboard *finder = judge;

    return rvt_mismatch_log_add(&finder->findings, cycle, text);
}

void rvt_transport_fault(void *judge, uint64_t cycle, const char *words)
{
    struct rvt_text text;

    if (rvt_transport_find(judge, cycle, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": %s", cycle, words);
}

void rvt_transport_end(void *judge, uint64_t cycle)
{
    const struct rvt_transport_scoreboard *ended = judge;

    ended->kind->end(judge, cycle);
}

bool rvt_transport_passed(const void *judge)
{
    const struct rvt_transport_scoreboard *asked = judge;

    return asked->findings.count == 0 && asked->kind->compared(judge) > 0;
}

const char *rvt_transport_finding(const void *judge)
{
    const struct rvt_transport_scoreboard *asked = judge;

    return asked->findings.count > 0 ? asked->findings.entry[0].text : NULL;
}

const char *rvt_transport_counts(void *judge)
{
    struct rvt_transport_scoreboard *asked = judge;
    struct rvt_text text;

    rvt_text_init(&text, asked->counts, sizeof asked->counts);
    asked->kind->counts(judge, &text);
    return asked->counts;
}
