/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings of one verdict: where hardware and model differ, or why the comparison could not go
 * on. The log is bounded; findings after its limit are not recorded.
 */
#ifndef RVT_LOCKSTEP_REPORT_MISMATCH_LOG_H
#define RVT_LOCKSTEP_REPORT_MISMATCH_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/report/mismatch.h"

enum { RVT_MISMATCH_TEXT_BYTES = 4096 };

/* A finding and its text (mismatch_text.h). */
struct rvt_mismatch_entry {
    struct rvt_mismatch found;
    char text[RVT_MISMATCH_TEXT_BYTES];
};

struct rvt_mismatch_log {
    enum rvt_mismatch_verdict verdict; /* bit-exact or decode-exact */
    struct rvt_mismatch_entry *entry;
    unsigned count, max;
};

/* An empty log of verdict for at most max (>= 1) findings. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_mismatch_log_init(struct rvt_mismatch_log *log,
                                      enum rvt_mismatch_verdict verdict, unsigned max);

/* Frees the entries; a zeroed log is accepted. */
void rvt_mismatch_log_fini(struct rvt_mismatch_log *log);

/* True if the log is full: comparing can stop. */
bool rvt_mismatch_log_full(const struct rvt_mismatch_log *log);

/* Records a copy of found, with its verdict and text. Returns false if the log is full. */
bool rvt_mismatch_log_add(struct rvt_mismatch_log *log, const struct rvt_mismatch *found);

#endif
