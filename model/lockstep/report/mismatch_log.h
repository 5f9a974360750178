/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings of one verdict: where hardware and model differ, or why the comparison could not go
 * on. The log is bounded; findings after its limit are not recorded. Findings that a waiver matches
 * are counted and given to the sink, but not recorded; of a packet that differs in several fields,
 * each is matched alone.
 */
#ifndef RVT_LOCKSTEP_REPORT_MISMATCH_LOG_H
#define RVT_LOCKSTEP_REPORT_MISMATCH_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/report/clause_tally.h"
#include "lockstep/report/waiver.h"

enum { RVT_MISMATCH_TEXT_BYTES = 4096 };

/* A finding and its text (mismatch_text.h). */
struct rvt_mismatch_entry {
    struct rvt_mismatch found;
    char text[RVT_MISMATCH_TEXT_BYTES];
};

/* Takes a finding of the log of verdict that waivers accept as a whole, borrowed for the call, and
 * the reason of the first of them, which lives as long as they do. */
struct rvt_waived_sink {
    void (*waived)(void *context, enum rvt_mismatch_verdict verdict,
                   const struct rvt_mismatch_entry *entry, const char *reason);
    void *context;
};

struct rvt_mismatch_log {
    enum rvt_mismatch_verdict verdict; /* any but timing */
    struct rvt_waived_sink sink;       /* may be set after init */
    struct rvt_mismatch_entry *entry;
    unsigned count, max;
    const struct rvt_waivers *waivers; /* null: none; borrowed */
    uint64_t waived[RVT_WAIVERS_MAX];  /* findings that a waiver matched */
    struct rvt_clause_tally clauses;   /* of the findings, waived ones included */
};

/* An empty log of verdict for at most max (>= 1) findings. waivers may be null. RVT_ERR_MEMORY:
 * nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_mismatch_log_init(struct rvt_mismatch_log *log,
                                      enum rvt_mismatch_verdict verdict, unsigned max,
                                      const struct rvt_waivers *waivers);

/* Frees the entries; a zeroed log is accepted. */
void rvt_mismatch_log_fini(struct rvt_mismatch_log *log);

/* True if the log is full: comparing can stop. */
bool rvt_mismatch_log_full(const struct rvt_mismatch_log *log);

/* True if waivers of the log match found, were it a finding of its verdict, or all its differences;
 * nothing is counted, and their counts do not matter. */
bool rvt_mismatch_log_accepts(const struct rvt_mismatch_log *log, const struct rvt_mismatch *found);

/* Records a copy of found, with its verdict and text. Returns false, with nothing recorded, if the
 * log is full or the finding is waived: the first waiver that matches, and has not matched as often
 * as its count allows, counts it. Differences are waived one by one: a finding of those that are
 * left is recorded, and the waivers of the others count it once. */
bool rvt_mismatch_log_add(struct rvt_mismatch_log *log, const struct rvt_mismatch *found);

/* For a finding of several verdicts, with count logs: full is true if all of them are; add records
 * found in each, and returns true if any of them recorded it. */
bool rvt_mismatch_logs_full(const struct rvt_mismatch_log *logs, unsigned count);
bool rvt_mismatch_logs_add(struct rvt_mismatch_log *logs, unsigned count,
                           const struct rvt_mismatch *found);

#endif
