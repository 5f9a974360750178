/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Two streams of a transport, item by item. With the verdict decode-exact, an item is what one side
 * means (a packet, a message, a byte of a source), however it is written: what the observed stream
 * decodes to is compared with what went in. With bit-exact, an item is what is sent (a nibble, a
 * byte, a write), and the observed ones are compared with those that the model sends. Each break is
 * one finding; after it the comparison finds the place where both sides agree again
 * (lockstep/packets/packet_alignment.h) and goes on there.
 *
 * A break of bit-exact is found where the first items differ, or where an item was observed while
 * none was expected. That is a finding at once, whatever follows; every other break is one when it
 * is known where both sides agree again.
 */
#ifndef RVT_LOCKSTEP_ITEMS_ITEM_MATCH_H
#define RVT_LOCKSTEP_ITEMS_ITEM_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"
#include "base/status.h"
#include "base/text.h"

#include "lockstep/items/decoded_item.h"

struct rvt_item_match; /* opaque */

/* Opens a comparison whose findings go to scoreboard (transport_scoreboard.h), which is also the
 * context of kind->exact; both are borrowed. RVT_ERR_MEMORY: *match is null. */
RVT_MUST_USE
enum rvt_status rvt_item_match_open(const struct rvt_decoded_kind *kind, void *scoreboard,
                                    struct rvt_item_match **match);

/* Frees; null is accepted. */
void rvt_item_match_close(struct rvt_item_match *match);

/* Another context of kind->exact, borrowed. */
void rvt_item_match_set_context(struct rvt_item_match *match, void *context);

/* An item went in; it is copied, and what it owns belongs to match. More that were not observed
 * than kind->outstanding_max, or no memory, are a finding; bit-exact then has lost its place. */
void rvt_item_match_expect(struct rvt_item_match *match, const void *item);

/* An item was observed; the same. */
void rvt_item_match_observe(struct rvt_item_match *match, const void *item);

/* A part of the stream was lost, and a finding that is not waived says so: the first difference
 * after it belongs to the same break and is no finding. */
void rvt_item_match_lose(struct rvt_item_match *match);

/*
 * The stream breaks the rule of finding, at its place: a finding of its own, but not while no item
 * was equal since the latest one. Unless it is waived, the items after it are lost as above.
 * evidence: more lines, each begins with a newline.
 */
void rvt_item_match_malformed(struct rvt_item_match *match, uint64_t cycle, uint64_t at,
                              const struct rvt_finding *finding, const char *evidence);

/* The hardware reports that it holds nothing; held: items that the receiver holds back. More that
 * are outstanding are a finding, and are lost unless it is waived. A break of bit-exact ends. */
void rvt_item_match_idle(struct rvt_item_match *match, uint64_t cycle, uint64_t held);

/* The oldest and the latest item that was not observed; null if there is none. Borrowed until the
 * next call; the latest one may be changed. */
const void *rvt_item_match_next(const struct rvt_item_match *match);
void *rvt_item_match_latest(const struct rvt_item_match *match);

/* The latest count items are expected no more; they were not observed. */
void rvt_item_match_retract(struct rvt_item_match *match, uint64_t count);

/* What is outstanding is lost. */
void rvt_item_match_drop(struct rvt_item_match *match);

/* True if no break is under way. */
bool rvt_item_match_agrees(const struct rvt_item_match *match);

/* Items that went in and were not observed, not counting those of a break that is not over. */
uint64_t rvt_item_match_outstanding(const struct rvt_item_match *match);

/* The run ended in cycle: items that are missing, or a break that is not over, are a finding, even
 * if what began the break is waived. The latest optional ones need not have been observed. */
void rvt_item_match_finish(struct rvt_item_match *match, uint64_t cycle, uint64_t optional);

/* Items compared and equal, and items that went in, without those that were retracted. */
uint64_t rvt_item_match_equal(const struct rvt_item_match *match);
uint64_t rvt_item_match_expected(const struct rvt_item_match *match);

/* Appends "3 of 4 packets compared". */
void rvt_item_match_counts(const struct rvt_item_match *match, struct rvt_text *text);

#endif
