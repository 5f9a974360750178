/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/mismatch_log.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep/report/mismatch_text.h"

enum rvt_status rvt_mismatch_log_init(struct rvt_mismatch_log *log,
                                      enum rvt_mismatch_verdict verdict, unsigned max,
                                      const struct rvt_waivers *waivers)
{
    memset(log, 0, sizeof *log);
    log->entry = calloc(max, sizeof *log->entry);
    if (log->entry == NULL)
        return RVT_ERR_MEMORY;
    log->verdict = verdict;
    log->max = max;
    log->waivers = waivers;
    return RVT_OK;
}

void rvt_mismatch_log_fini(struct rvt_mismatch_log *log)
{
    free(log->entry);
    memset(log, 0, sizeof *log);
}

bool rvt_mismatch_log_full(const struct rvt_mismatch_log *log)
{
    return log->count == log->max;
}

/* Which waivers of a log match a finding. */
struct use {
    const struct rvt_mismatch_log *log;
    bool counted;               /* a waiver waives no more findings than its count */
    bool used[RVT_WAIVERS_MAX]; /* waivers that match */
};

/* Finds the first waiver that matches found as a whole. */
static bool find_waiver(struct use *use, const struct rvt_mismatch *found)
{
    const struct rvt_waivers *waivers = use->log->waivers;

    for (unsigned i = 0; waivers != NULL && i < waivers->count; i++) {
        const struct rvt_waiver *waiver = &waivers->waiver[i];
        if ((use->counted && waiver->count > 0 && use->log->waived[i] >= waiver->count) ||
            !rvt_waiver_matches(waiver, found))
            continue;
        use->used[i] = true;
        return true;
    }
    return false;
}

/* Waives a finding, or each of its differences: those that no waiver matches are left. True: none
 * is left, and found is as it was. */
static bool waive(struct use *use, struct rvt_mismatch *found)
{
    struct rvt_differences left = {.count = 0};

    if (found->differences.count == 0 || found->kind != RVT_MISMATCH_DIFFERS)
        return find_waiver(use, found);
    for (unsigned i = 0; i < found->differences.count; i++) {
        const struct rvt_difference *difference = &found->differences.of[i];
        rvt_mismatch_set_difference(found, difference);
        if (!find_waiver(use, found))
            rvt_differences_add(&left, difference);
    }
    rvt_mismatch_set_differences(found, left.count > 0 ? &left : &found->differences);
    return left.count == 0;
}

/* The reason of the first waiver that was used, of which there is one. */
static const char *reason_of(const struct use *use)
{
    unsigned first = 0;

    while (!use->used[first])
        first++;
    return use->log->waivers->waiver[first].reason;
}

bool rvt_mismatch_log_accepts(const struct rvt_mismatch_log *log, const struct rvt_mismatch *found)
{
    struct use use = {.log = log};
    struct rvt_mismatch own = *found;

    own.verdict = log->verdict;
    return waive(&use, &own);
}

bool rvt_mismatch_log_add(struct rvt_mismatch_log *log, const struct rvt_mismatch *found)
{
    struct use use = {.log = log, .counted = true};
    struct rvt_text text;

    if (rvt_mismatch_log_full(log))
        return false;
    struct rvt_mismatch_entry *entry = &log->entry[log->count];
    entry->found = *found;
    if (found->verdict != RVT_MISMATCH_INGRESS && found->verdict != RVT_MISMATCH_TIMING)
        entry->found.verdict = log->verdict;
    bool waived = waive(&use, &entry->found);
    for (unsigned i = 0; i < RVT_WAIVERS_MAX; i++)
        log->waived[i] += use.used[i];
    rvt_clause_tally_add(&log->clauses, entry->found.clause, waived);
    if (waived && log->sink.waived == NULL)
        return false;
    rvt_text_init(&text, entry->text, sizeof entry->text);
    rvt_mismatch_print(&entry->found, &text);
    if (waived)
        log->sink.waived(log->sink.context, log->verdict, entry, reason_of(&use));
    log->count += !waived;
    return !waived;
}

bool rvt_mismatch_logs_full(const struct rvt_mismatch_log *logs, unsigned count)
{
    bool full = true;

    for (unsigned i = 0; i < count; i++)
        full = full && rvt_mismatch_log_full(&logs[i]);
    return full;
}

bool rvt_mismatch_logs_add(struct rvt_mismatch_log *logs, unsigned count,
                           const struct rvt_mismatch *found)
{
    bool recorded = false;

    for (unsigned i = 0; i < count; i++)
        recorded = rvt_mismatch_log_add(&logs[i], found) || recorded;
    return recorded;
}
