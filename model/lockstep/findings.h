/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Findings as text: a bounded list; what comes after the limit is not recorded. */
#ifndef RVT_LOCKSTEP_FINDINGS_H
#define RVT_LOCKSTEP_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum { RVT_FINDING_CAPACITY = 4096 };

struct rvt_finding {
    uint64_t cycle;
    char text[RVT_FINDING_CAPACITY];
};

struct rvt_findings {
    struct rvt_finding *entry;
    unsigned count, max;
};

/* An empty list for at most max (>= 1) findings. RVT_ERR_MEMORY: nothing is owned. */
RVT_MUST_USE
enum rvt_status rvt_findings_init(struct rvt_findings *findings, unsigned max);

/* Frees the entries; a zeroed list is accepted. */
void rvt_findings_fini(struct rvt_findings *findings);

/* True if no more findings are recorded: the judge may stop. */
bool rvt_findings_full(const struct rvt_findings *findings);

/*
 * Starts the next finding and makes text a sink for its words. Returns false, with text untouched,
 * if the list is full.
 */
bool rvt_findings_add(struct rvt_findings *findings, uint64_t cycle, struct rvt_text *text);

#endif
