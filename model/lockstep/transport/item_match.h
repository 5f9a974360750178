/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict decode-exact of a transport: what the observed stream decodes to, item by item,
 * compared with what went in. An item is what one side means (a packet, a message, a byte of a
 * source), however it is written. Each break is one finding; after it the comparison finds the
 * place where both sides agree again (lockstep/packets/packet_alignment.h) and goes on there.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_ITEM_MATCH_H
#define RVT_LOCKSTEP_TRANSPORT_ITEM_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/finding.h"
#include "base/status.h"
#include "base/text.h"
#include "lockstep/packets/packet_alignment.h"

/* First member of an item. */
struct rvt_decoded_item {
    uint64_t cycle; /* in which it went in, or was observed */
    uint64_t at;    /* observed: its place in the stream; both as the kind counts */
};

/* What the items of a stream are. Functions that take two take the observed one first. */
struct rvt_decoded_kind {
    size_t bytes;     /* size of an item */
    const char *name; /* "packet" */
    enum rvt_packet_pair (*compare)(const void *observed, const void *expected);
    /* The observed item may leave before the expected one: their order has no meaning. Never
     * of items that are equal. */
    bool (*passes)(const void *observed, const void *expected);
    unsigned passed_max; /* expected items that one may pass */
    /* The clause that is broken; one side is null if the item is missing or extra. */
    const char *(*clause)(const void *observed, const void *expected);
    void (*words)(struct rvt_text *text, const void *item);
    void (*place)(struct rvt_text *text, uint64_t at); /* of the stream */
    /* Lines of evidence on how two items differ; null: words say it. */
    void (*explain)(struct rvt_text *text, const void *observed, const void *expected);
    void (*release)(const void *item); /* frees what the item owns; null: nothing */
    const char *idle; /* the finding that the hardware is idle too early, with its rule */
};

enum { RVT_ITEMS_EXPECTED_MAX = 1 << 16 };

struct rvt_item_match; /* opaque */

/* Opens a comparison whose findings go to scoreboard (transport_scoreboard.h); both are borrowed.
 * RVT_ERR_MEMORY: *match is null. */
RVT_MUST_USE
enum rvt_status rvt_item_match_open(const struct rvt_decoded_kind *kind, void *scoreboard,
                                    struct rvt_item_match **match);

/* Frees; null is accepted. */
void rvt_item_match_close(struct rvt_item_match *match);

/* An item went in; it is copied, and what it owns belongs to match. More than
 * RVT_ITEMS_EXPECTED_MAX that were not observed, or no memory, are a finding. */
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
 * are outstanding are a finding, and are lost unless it is waived. */
void rvt_item_match_idle(struct rvt_item_match *match, uint64_t cycle, uint64_t held);

/* The oldest item that was not observed; null if there is none. Borrowed until the next call. */
const void *rvt_item_match_next(const struct rvt_item_match *match);

/* Items that went in and were not observed, not counting those of a break that is not over. */
uint64_t rvt_item_match_outstanding(const struct rvt_item_match *match);

/* The run ended in cycle: items that are missing, or a break that is not over, are a finding, even
 * if what began the break is waived. */
void rvt_item_match_finish(struct rvt_item_match *match, uint64_t cycle);

/* Items compared and equal, and items that went in. */
uint64_t rvt_item_match_equal(const struct rvt_item_match *match);
uint64_t rvt_item_match_expected(const struct rvt_item_match *match);

/* Appends "3 of 4 packets compared". */
void rvt_item_match_counts(const struct rvt_item_match *match, struct rvt_text *text);

#endif
