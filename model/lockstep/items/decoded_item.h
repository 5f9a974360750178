/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What an item_match compares: items of a stream, observed and expected, and their kind. */
#ifndef RVT_LOCKSTEP_ITEMS_DECODED_ITEM_H
#define RVT_LOCKSTEP_ITEMS_DECODED_ITEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "lockstep/packets/packet_alignment.h"

/* First member of an item. */
struct rvt_decoded_item {
    uint64_t cycle; /* in which it went in or was predicted, or was observed */
    uint64_t at;    /* observed: its place in the stream; both as the kind counts */
};

/* What a bit-exact verdict does in place of kind. The functions with a text append what is wrong,
 * its rule in brackets, and lines of evidence. */
struct rvt_exact_words {
    /* The first items of a break differ. */
    void (*differs)(void *context, struct rvt_text *text, const void *observed,
                    const void *expected);
    /* An item was observed while none was expected. */
    void (*early)(void *context, struct rvt_text *text, const void *observed);
    /* The run ended, and count items were not sent, from the first one on. */
    void (*unsent)(void *context, struct rvt_text *text, uint64_t count, const void *first);
    void (*equal)(void *context, const void *expected); /* it was observed; null: nobody asks */
};

/* What the items of a stream are. Functions that take two take the observed one first. */
struct rvt_decoded_kind {
    size_t bytes;     /* size of an item */
    const char *name; /* "packet" */
    struct rvt_alignment_reach reach;
    enum rvt_packet_pair (*compare)(const void *observed, const void *expected);
    /* The observed item may leave before the expected one: their order has no meaning. Never
     * of items that are equal. Null: it never may. */
    bool (*passes)(const void *observed, const void *expected);
    unsigned passed_max; /* expected items that one may pass */
    /* The clause that is broken; one side is null if the item is missing or extra. */
    const char *(*clause)(const void *observed, const void *expected);
    void (*words)(struct rvt_text *text, const void *item);
    void (*place)(struct rvt_text *text, uint64_t at); /* of the stream */
    /* Lines of evidence on how two items differ; null: words say it. */
    void (*explain)(struct rvt_text *text, const void *observed, const void *expected);
    void (*release)(const void *item); /* frees what the item owns; null: nothing */
    const char *idle;    /* the finding that the hardware is idle too early, with its rule */
    const char *overdue; /* the finding that too much is outstanding; null: that of item_match */
    unsigned outstanding_max;            /* expected items; 0: RVT_ITEMS_EXPECTED_MAX */
    const struct rvt_exact_words *exact; /* of bit-exact; clause, words, place and explain are then
                                            null */
};

enum { RVT_ITEMS_EXPECTED_MAX = 1 << 16 };

#endif
