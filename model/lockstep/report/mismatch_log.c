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

/* True if a waiver matches the finding, which it then has counted. */
static bool is_waived(struct rvt_mismatch_log *log, const struct rvt_mismatch *found)
{
    for (unsigned i = 0; log->waivers != NULL && i < log->waivers->count; i++) {
        const struct rvt_waiver *waiver = &log->waivers->waiver[i];
        if ((waiver->count > 0 && log->waived[i] >= waiver->count) ||
            !rvt_waiver_matches(waiver, found))
            continue;
        log->waived[i]++;
        return true;
    }
    return false;
}

bool rvt_mismatch_log_accepts(const struct rvt_mismatch_log *log, const struct rvt_mismatch *found)
{
    struct rvt_mismatch own = *found;

    own.verdict = log->verdict;
    for (unsigned i = 0; log->waivers != NULL && i < log->waivers->count; i++)
        if (rvt_waiver_matches(&log->waivers->waiver[i], &own))
            return true;
    return false;
}

bool rvt_mismatch_log_add(struct rvt_mismatch_log *log, const struct rvt_mismatch *found)
{
    struct rvt_text text;

    if (rvt_mismatch_log_full(log))
        return false;
    struct rvt_mismatch_entry *entry = &log->entry[log->count];
    entry->found = *found;
    if (found->verdict != RVT_MISMATCH_INGRESS && found->verdict != RVT_MISMATCH_TIMING)
        entry->found.verdict = log->verdict;
    bool waived = is_waived(log, &entry->found);
    rvt_clause_tally_add(&log->clauses, entry->found.clause, waived);
    if (waived)
        return false;
    log->count++;
    rvt_text_init(&text, entry->text, sizeof entry->text);
    rvt_mismatch_print(&entry->found, &text);
    return true;
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
