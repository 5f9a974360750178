/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the scoreboards of the transports share: at most one finding, after which nothing is
 * compared, and a verdict. Each scoreboard begins with struct rvt_transport_scoreboard; the calls
 * of this header take any scoreboard (void *) that was opened by the open call of its own header.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TRANSPORT_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_TRANSPORT_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

/* Size of the text of a finding, with its end. */
enum { RVT_TRANSPORT_TEXT_BYTES = 4096 };

/* What each kind of scoreboard defines. */
struct rvt_transport_kind {
    size_t bytes;                                  /* size of its struct */
    void (*end)(void *scoreboard, uint64_t cycle); /* reports what is missing at the end */
    uint64_t (*compared)(const void *scoreboard);  /* comparisons made, all equal */
    void (*counts)(const void *scoreboard, struct rvt_text *text); /* "3 writes, ... compared" */
    void (*close)(void *scoreboard); /* frees what it owns; null: nothing */
};

/* First member of a scoreboard. */
struct rvt_transport_scoreboard {
    const struct rvt_transport_kind *kind;
    bool found;                          /* the finding is in text */
    char text[RVT_TRANSPORT_TEXT_BYTES]; /* of the finding */
    char counts[256];                    /* text of the latest rvt_transport_counts */
};

/* Allocates a scoreboard of that kind, zero but for its first member; null: out of memory. */
void *rvt_transport_open(const struct rvt_transport_kind *kind);

/* Frees a scoreboard; null is accepted. */
void rvt_transport_close(void *scoreboard);

/* True while there is no finding: the scoreboard still compares. */
bool rvt_transport_comparing(const void *scoreboard);

/* Records the finding if there is none yet: "cycle N: " and message, which ends with the rule in
 * brackets. */
void rvt_transport_fault(void *scoreboard, uint64_t cycle, const char *message);

/* Begins the finding and makes text a sink for its message; false if there is one already. */
bool rvt_transport_find(void *scoreboard, struct rvt_text *text);

/* The run is over: whatever is missing becomes the finding. */
void rvt_transport_end(void *scoreboard, uint64_t cycle);

/* How much was compared and equal: bytes or writes, as the kind counts them. */
uint64_t rvt_transport_compared(const void *scoreboard);

/* True if there is no finding and something was compared. */
bool rvt_transport_passed(const void *scoreboard);

/* The text of the finding; null while there is none. Borrowed until close. */
const char *rvt_transport_finding(const void *scoreboard);

/* What was compared, as text. Borrowed until the next call or close. */
const char *rvt_transport_counts(void *scoreboard);

#endif
