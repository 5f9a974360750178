/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A stream of bytes that is compared bit by bit with the predicted one, in units of a nibble or a
 * byte: after a difference both agree again where RVT_STREAM_ANCHOR bytes in a row are equal. Less
 * is not enough, because synchronisation, timestamps and padding have long runs of equal units.
 */
#ifndef RVT_LOCKSTEP_ITEMS_STREAM_MATCH_H
#define RVT_LOCKSTEP_ITEMS_STREAM_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

#include "lockstep/items/item_match.h"

enum {
    RVT_STREAM_ANCHOR = 12,            /* bytes */
    RVT_STREAM_OUTSTANDING = 15 << 12, /* bytes that may be predicted and not observed */
    RVT_STREAM_UNITS = 1 << 17,        /* the latest units whose values are kept */
    RVT_STREAM_NIBBLE = 4,             /* bits of a unit */
    RVT_STREAM_BYTE = 8,               /* likewise */
};

/* A unit, of either side. */
struct rvt_stream_unit {
    struct rvt_decoded_item item; /* at: its number in its stream */
    uint8_t value;
};

struct rvt_stream_match; /* opaque */

/* Opens a comparison of units of so many bits. Findings go to scoreboard (transport_scoreboard.h),
 * in words; idle and overdue: as in struct rvt_decoded_kind. All are borrowed. RVT_ERR_MEMORY:
 * *stream is null. */
RVT_MUST_USE
enum rvt_status rvt_stream_match_open(void *scoreboard, unsigned bits,
                                      const struct rvt_exact_words *words, const char *idle,
                                      const char *overdue, struct rvt_stream_match **stream);

/* Frees; null is accepted. */
void rvt_stream_match_close(struct rvt_stream_match *stream);

/* The units, for the calls of item_match.h. Borrowed. */
struct rvt_item_match *rvt_stream_match_units(const struct rvt_stream_match *stream);

/* The next unit is predicted. */
void rvt_stream_match_predict(struct rvt_stream_match *stream, uint64_t cycle, uint8_t value);

/* Bytes were sent. Of nibbles, the low one of a byte comes first. */
void rvt_stream_match_observe(struct rvt_stream_match *stream, uint64_t cycle, const uint8_t *data,
                              size_t bytes);

/* A unit that was predicted, one of the latest RVT_STREAM_UNITS; and how many there are. */
uint8_t rvt_stream_match_predicted(const struct rvt_stream_match *stream, uint64_t at);
uint64_t rvt_stream_match_predictions(const struct rvt_stream_match *stream);

/* Whole bytes that were compared and equal. */
uint64_t rvt_stream_match_equal(const struct rvt_stream_match *stream);

/* Appends whole bytes as text, "01 ff", those that were predicted or observed from the byte of unit
 * at on, at most so many; "nothing" if there are none. */
void rvt_stream_match_print_predicted(const struct rvt_stream_match *stream, struct rvt_text *text,
                                      uint64_t at, unsigned bytes);
void rvt_stream_match_print_observed(const struct rvt_stream_match *stream, struct rvt_text *text,
                                     uint64_t at, unsigned bytes);

#endif
