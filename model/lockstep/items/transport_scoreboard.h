/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * What the scoreboards of the transports share: their findings, waivers, and a verdict. Each
 * scoreboard begins with struct rvt_transport_scoreboard; the calls of this header take any
 * scoreboard (void *) that was opened by the open call of its own header.
 *
 * Two verdicts: bit-exact, where every byte or write is the one that the model sends, and
 * decode-exact, where the stream decodes to what went in, however it is written. After a difference
 * both find the place where both sides agree again (item_match.h), and go on there.
 */
#ifndef RVT_LOCKSTEP_ITEMS_TRANSPORT_SCOREBOARD_H
#define RVT_LOCKSTEP_ITEMS_TRANSPORT_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

#include "lockstep/report/mismatch_log.h"
#include "lockstep/report/run_result.h"

/* What each kind of scoreboard defines. */
struct rvt_transport_kind {
    size_t bytes;                                  /* size of its struct */
    void (*end)(void *scoreboard, uint64_t cycle); /* reports what is missing at the end */
    uint64_t (*compared)(const void *scoreboard);  /* comparisons made, all equal */
    void (*counts)(const void *scoreboard, struct rvt_text *text); /* "3 writes, ... compared" */
    void (*close)(void *scoreboard); /* frees what it owns; null: nothing */
    bool decodes;                    /* it has the verdict decode-exact */
};

/* How a scoreboard compares. */
struct rvt_transport_options {
    bool decode_exact;                 /* the verdict, else bit-exact */
    unsigned findings_max;             /* >= 1: findings after which nothing is compared */
    const struct rvt_waivers *waivers; /* null: none; copied */
};

/* First member of a scoreboard. */
struct rvt_transport_scoreboard {
    const struct rvt_transport_kind *kind;
    struct rvt_waivers waivers; /* of log */
    struct rvt_mismatch_log log;
    struct rvt_mismatch draft; /* the finding between begin and found */
    char words[RVT_MISMATCH_TEXT_BYTES];
    bool decode_exact; /* the verdict */
    bool lost;         /* its place in the stream: nothing is compared any more */
    char counts[256];  /* text of the latest rvt_transport_counts */
};

/* Allocates a scoreboard of that kind, zero but for its first member, with the verdict bit-exact
 * and one finding at most; null: out of memory. */
void *rvt_transport_open(const struct rvt_transport_kind *kind);

/* Frees a scoreboard; null is accepted. */
void rvt_transport_close(void *scoreboard);

/* Sets how it compares, before the first call. RVT_ERR_PARAMETER: no findings, or a verdict that
 * the kind does not have; RVT_ERR_MEMORY. Nothing has changed then. */
RVT_MUST_USE
enum rvt_status rvt_transport_configure(void *scoreboard,
                                        const struct rvt_transport_options *options);

/* True while the scoreboard compares: it has not as many findings as it may have, and knows its
 * place in the stream. */
bool rvt_transport_comparing(const void *scoreboard);

/* Records a finding if the scoreboard compares: "cycle N: " and message, which ends with the rule
 * in brackets. False: it does not compare, or the finding is waived. */
bool rvt_transport_fault(void *scoreboard, uint64_t cycle, const char *message);

/*
 * Begins a finding and makes text a sink for its words: what is wrong, then the rule in brackets,
 * then lines of evidence that each begin with a newline. False if the scoreboard does not compare.
 * found records it, and returns false if it is waived.
 */
bool rvt_transport_begin(void *scoreboard, enum rvt_mismatch_kind kind, uint64_t cycle,
                         struct rvt_text *text);
bool rvt_transport_found(void *scoreboard);

/* The scoreboard has lost its place: nothing is compared any more. If every difference so far is
 * waived, the end of the run is a finding. */
void rvt_transport_lose(void *scoreboard);

/* The run is over: what is missing or not resolved becomes a finding, and so do a waiver that
 * matched nothing and is not optional, and a place that was lost if all findings are waived. */
void rvt_transport_end(void *scoreboard, uint64_t cycle);

/* How much was compared and equal: bytes, writes, packets or messages, as kind and verdict count
 * them. */
uint64_t rvt_transport_compared(const void *scoreboard);

/* True if there is no finding and something was compared. */
bool rvt_transport_passed(const void *scoreboard);

/* How many findings there are, and the text of one; null: there is none. Borrowed until close. */
unsigned rvt_transport_findings(const void *scoreboard);
const char *rvt_transport_finding(const void *scoreboard, unsigned index);

/* The text of the first finding, which there is, without its cycle. Borrowed until close. */
const char *rvt_transport_message(const void *scoreboard);

/* What was found so far, with the log of the verdict. Borrowed until close. */
struct rvt_run_result rvt_transport_result(const void *scoreboard);

/* What was compared, as text. Borrowed until the next call or close. */
const char *rvt_transport_counts(void *scoreboard);

/* Appends the same text. */
void rvt_transport_print_counts(const void *scoreboard, struct rvt_text *text);

#endif
