/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/items/transport_scoreboard.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void *rvt_transport_open(const struct rvt_transport_kind *kind)
{
    const struct rvt_transport_options options = {.findings_max = 1};
    struct rvt_transport_scoreboard *scoreboard = calloc(1, kind->bytes);

    if (scoreboard == NULL)
        return NULL;
    scoreboard->kind = kind;
    if (rvt_transport_configure(scoreboard, &options) == RVT_OK)
        return scoreboard;
    free(scoreboard);
    return NULL;
}

void rvt_transport_close(void *scoreboard)
{
    struct rvt_transport_scoreboard *closed = scoreboard;

    if (closed == NULL)
        return;
    if (closed->kind->close != NULL)
        closed->kind->close(scoreboard);
    rvt_mismatch_log_fini(&closed->log);
    free(closed);
}

enum rvt_status rvt_transport_configure(void *scoreboard,
                                        const struct rvt_transport_options *options)
{
    struct rvt_transport_scoreboard *configured = scoreboard;
    struct rvt_mismatch_log log;

    if (options->findings_max == 0 || (options->decode_exact && !configured->kind->decodes))
        return RVT_ERR_PARAMETER;
    if (rvt_mismatch_log_init(
            &log, options->decode_exact ? RVT_MISMATCH_DECODE_EXACT : RVT_MISMATCH_BIT_EXACT,
            options->findings_max, &configured->waivers) != RVT_OK)
        return RVT_ERR_MEMORY;
    rvt_mismatch_log_fini(&configured->log);
    configured->log = log;
    configured->decode_exact = options->decode_exact;
    if (options->waivers != NULL)
        configured->waivers = *options->waivers;
    return RVT_OK;
}

bool rvt_transport_comparing(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return !asked->lost && !rvt_mismatch_log_full(&asked->log);
}

bool rvt_transport_fault(void *scoreboard, uint64_t cycle, const char *message)
{
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_FAULT, cycle, &text))
        return false;
    rvt_text_add(&text, "%s", message);
    return rvt_transport_found(scoreboard);
}

bool rvt_transport_begin(void *scoreboard, enum rvt_mismatch_kind kind, uint64_t cycle,
                         struct rvt_text *text)
{
    struct rvt_transport_scoreboard *finder = scoreboard;

    if (!rvt_transport_comparing(scoreboard))
        return false;
    finder->draft = (struct rvt_mismatch){.kind = kind, .cycle = cycle, .worded = true};
    rvt_text_init(text, finder->words, sizeof finder->words);
    return true;
}

bool rvt_transport_found(void *scoreboard)
{
    struct rvt_transport_scoreboard *finder = scoreboard;
    struct rvt_mismatch *draft = &finder->draft;
    char *evidence = strchr(finder->words, '\n');
    struct rvt_text text;

    if (evidence != NULL) {
        rvt_text_init(&text, draft->detail, sizeof draft->detail);
        rvt_text_add(&text, "%s", evidence);
        *evidence = '\0';
    }
    rvt_mismatch_set_message(draft, finder->words);
    return rvt_mismatch_log_add(&finder->log, draft);
}

void rvt_transport_lose(void *scoreboard)
{
    struct rvt_transport_scoreboard *loser = scoreboard;

    loser->lost = true;
}

/* A waiver must not hide the rest of a run. */
static void check_rest(struct rvt_transport_scoreboard *scoreboard, uint64_t cycle)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_NOTHING, .cycle = cycle, .worded = true};

    if (!scoreboard->lost || scoreboard->log.count > 0)
        return;
    rvt_mismatch_set_message(&found, "nothing was compared after a difference that is waived: "
                                     "the comparison did not find its place again [WaivedRest]");
    (void)rvt_mismatch_log_add(&scoreboard->log, &found);
}

struct rvt_run_result rvt_transport_result(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;
    struct rvt_run_result run = {
        .logs = &asked->log, .log_count = 1, .waivers = &asked->waivers, .transport = true};

    run.compared[asked->log.verdict] = true;
    return run;
}

void rvt_transport_end(void *scoreboard, uint64_t cycle)
{
    struct rvt_transport_scoreboard *ended = scoreboard;

    ended->kind->end(scoreboard, cycle);
    const struct rvt_run_result run = rvt_transport_result(scoreboard);
    rvt_run_result_check_waivers(&run, &ended->log, cycle);
    check_rest(ended, cycle);
}

uint64_t rvt_transport_compared(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return asked->kind->compared(scoreboard);
}

bool rvt_transport_passed(const void *scoreboard)
{
    return rvt_transport_findings(scoreboard) == 0 && rvt_transport_compared(scoreboard) > 0;
}

unsigned rvt_transport_findings(const void *scoreboard)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return asked->log.count;
}

const char *rvt_transport_finding(const void *scoreboard, unsigned index)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    return index < asked->log.count ? asked->log.entry[index].text : NULL;
}

const char *rvt_transport_message(const void *scoreboard)
{
    return strchr(rvt_transport_finding(scoreboard, 0), ':') + 2;
}

const char *rvt_transport_counts(void *scoreboard)
{
    struct rvt_transport_scoreboard *asked = scoreboard;
    struct rvt_text text;

    rvt_text_init(&text, asked->counts, sizeof asked->counts);
    rvt_transport_print_counts(scoreboard, &text);
    return asked->counts;
}

void rvt_transport_print_counts(const void *scoreboard, struct rvt_text *text)
{
    const struct rvt_transport_scoreboard *asked = scoreboard;

    asked->kind->counts(scoreboard, text);
}
