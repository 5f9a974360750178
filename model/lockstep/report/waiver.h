/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Waivers: findings that are known and do not fail a verdict. A waiver names what its findings have
 * in common, and why they are accepted.
 */
#ifndef RVT_LOCKSTEP_REPORT_WAIVER_H
#define RVT_LOCKSTEP_REPORT_WAIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#include "lockstep/report/mismatch.h"

enum {
    RVT_WAIVERS_MAX = 64,
    RVT_WAIVER_NAME_BYTES = 32,    /* of a packet or field, with the end */
    RVT_WAIVER_REASON_BYTES = 160, /* with the end */
    RVT_WAIVER_TEXT_BYTES = 288,
};

/* What a finding must have. */
struct rvt_waiver {
    bool has_verdict, has_kind, has_expected, has_observed;
    enum rvt_mismatch_verdict verdict;
    enum rvt_mismatch_kind kind;
    bool observed_absent;                   /* has_observed: the packet has no such field */
    char clause[RVT_MISMATCH_CLAUSE_BYTES]; /* "": any */
    char packet[RVT_WAIVER_NAME_BYTES];     /* "F1"; "te_data": any of these; "": any */
    char field[RVT_WAIVER_NAME_BYTES];      /* "": any */
    uint64_t expected, observed;
    uint32_t count; /* only the first findings of each verdict; 0: all */
    bool optional;  /* that no finding matches is no finding */
    char reason[RVT_WAIVER_REASON_BYTES];
    char text[RVT_WAIVER_TEXT_BYTES]; /* of rvt_waiver_print */
};

struct rvt_waivers {
    unsigned count;
    struct rvt_waiver waiver[RVT_WAIVERS_MAX];
};

/* True if findings of kind can be waived: not those that say that too little was compared. */
bool rvt_waiver_allows(enum rvt_mismatch_kind kind);

/* True if found, whose verdict is set, has everything that waiver names, and its kind can be
 * waived. */
bool rvt_waiver_matches(const struct rvt_waiver *waiver, const struct rvt_mismatch *found);

/* Sets text to what the waiver names, as "clause ETR-FMT-027, packet F1", with count and "optional"
 * but without reason. */
void rvt_waiver_print(struct rvt_waiver *waiver);

#endif
