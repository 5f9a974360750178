/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the judges of the transports have in common: one finding, behind which nothing is judged,
 * and a verdict. A judge begins with struct rvt_transport_scoreboard; the calls of this header take any
 * judge that one of the open calls of its own header gave.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TRANSPORT_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_TRANSPORT_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

#include "lockstep/mismatch_log.h"

/* What differs among them. */
struct rvt_transport_kind {
    size_t bytes;                                             /* of the judge's struct */
    void (*end)(void *judge, uint64_t cycle);                 /* finds what is missing at the end */
    uint64_t (*compared)(const void *judge);                  /* comparisons, all equal */
    void (*counts)(const void *judge, struct rvt_text *text); /* "3 writes, ... compared" */
    void (*close)(void *judge); /* frees what it owns; null: nothing */
};

/* First member of a judge. */
struct rvt_transport_scoreboard {
    const struct rvt_transport_kind *kind;
    struct rvt_mismatch_log findings;
    char counts[256]; /* words */
};

/* A judge of that kind, zero but for its first member; null without memory. */
void *rvt_transport_open(const struct rvt_transport_kind *kind);

/* Frees; null is accepted. */
void rvt_transport_close(void *judge);

/* Whether there is no finding yet. */
bool rvt_transport_comparing(const void *judge);

/* The finding, if there is none yet: the cycle, and words with the rule in brackets. */
void rvt_transport_fault(void *judge, uint64_t cycle, const char *words);

/* Starts the finding and makes text a sink for its words; false if there is one already. */
bool rvt_transport_find(void *judge, uint64_t cycle, struct rvt_text *text);

/* The run is over: nothing may be missing. */
void rvt_transport_end(void *judge, uint64_t cycle);

/* No finding, and something was compared. */
bool rvt_transport_passed(const void *judge);

/* The finding in words, null while there is none. Borrowed until close. */
const char *rvt_transport_finding(const void *judge);

/* What was compared, in words. Borrowed until the next call or close. */
const char *rvt_transport_counts(void *judge);

#endif
