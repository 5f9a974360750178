/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The findings of one verdict as text: where hardware and model differ, or why the comparison could
 * not go on. The log is bounded; findings after its limit are not recorded.
 */
#ifndef RVT_LOCKSTEP_REPORT_MISMATCH_LOG_H
#define RVT_LOCKSTEP_REPORT_MISMATCH_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum { RVT_MISMATCH_TEXT_BYTES = 4096 };

struct rvt_mismatch {
    uint64_t cycle;
    char text[RVT_MISMATCH_TEXT_BYTES];
};

struct rvt_mismatch_log {
    struct rvt_mismatch *entry;
    unsigned count, max;
};

/* An empty log for at most max (>= 1) findings. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_mismatch_log_init(struct rvt_mismatch_log *findings, unsigned max);

/* Frees the entries; a zeroed log is accepted. */
void rvt_mismatch_log_fini(struct rvt_mismatch_log *findings);

/* True if the log is full: comparing can stop. */
bool rvt_mismatch_log_full(const struct rvt_mismatch_log *findings);

/*
 * Begins the next finding and makes text a sink for its message. Returns false, with text
 * untouched, if the log is full.
 */
bool rvt_mismatch_log_add(struct rvt_mismatch_log *findings, uint64_t cycle, struct rvt_text *text);

#endif
