/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/items/stream_match.h"

#include <stdlib.h>

struct rvt_stream_match {
    unsigned bits; /* of a unit */
    struct rvt_decoded_kind kind;
    struct rvt_item_match *match;
    uint64_t predicted, observed;                                        /* units */
    uint8_t prediction[RVT_STREAM_UNITS], observation[RVT_STREAM_UNITS]; /* by number */
};

/* A unit cannot stand for another one that was not known yet when it was sent. */
static enum rvt_packet_pair compare(const void *observed, const void *expected)
{
    const struct rvt_stream_unit *sent = observed, *wanted = expected;

    if (sent->value == wanted->value)
        return RVT_PAIR_EQUAL;
    return wanted->item.cycle <= sent->item.cycle ? RVT_PAIR_DIFFERS : RVT_PAIR_APART;
}

struct rvt_item_match *rvt_stream_match_units(const struct rvt_stream_match *stream)
{
    return stream->match;
}

void rvt_stream_match_predict(struct rvt_stream_match *stream, uint64_t cycle, uint8_t value)
{
    const struct rvt_stream_unit unit = {.item = {.cycle = cycle, .at = stream->predicted},
                                         .value = value};

    stream->prediction[stream->predicted++ % RVT_STREAM_UNITS] = value;
    rvt_item_match_expect(stream->match, &unit);
}

/* A unit of a byte, the first one from the lowest bits. */
static uint8_t unit_of(const struct rvt_stream_match *stream, uint8_t byte, unsigned unit)
{
    return (uint8_t)((unsigned)byte >> unit * stream->bits & ((1U << stream->bits) - 1));
}

void rvt_stream_match_observe(struct rvt_stream_match *stream, uint64_t cycle, const uint8_t *data,
                              size_t bytes)
{
    unsigned each = RVT_STREAM_BYTE / stream->bits;
    uint64_t at = stream->observed;

    for (size_t i = 0; i < bytes * each; i++)
        stream->observation[stream->observed++ % RVT_STREAM_UNITS] =
            unit_of(stream, data[i / each], (unsigned)(i % each));
    for (; at < stream->observed; at++) {
        const struct rvt_stream_unit unit = {.item = {.cycle = cycle, .at = at},
                                             .value = stream->observation[at % RVT_STREAM_UNITS]};
        rvt_item_match_observe(stream->match, &unit);
    }
}

uint8_t rvt_stream_match_predicted(const struct rvt_stream_match *stream, uint64_t at)
{
    return stream->prediction[at % RVT_STREAM_UNITS];
}

uint64_t rvt_stream_match_predictions(const struct rvt_stream_match *stream)
{
    return stream->predicted;
}

uint64_t rvt_stream_match_equal(const struct rvt_stream_match *stream)
{
    return rvt_item_match_equal(stream->match) * stream->bits / RVT_STREAM_BYTE;
}

/* ---- texts ---- */

/* Bytes of units, of which there are count. */
static void print(const struct rvt_stream_match *stream, struct rvt_text *text,
                  const uint8_t *units, uint64_t count, uint64_t at, unsigned bytes)
{
    unsigned each = RVT_STREAM_BYTE / stream->bits;
    uint64_t byte = at / each, end = count / each;

    if (byte >= end)
        rvt_text_add(text, "nothing");
    for (unsigned i = 0; i < bytes && byte < end; i++, byte++) {
        unsigned value = 0;
        for (unsigned unit = 0; unit < each; unit++)
            value |= (unsigned)units[(byte * each + unit) % RVT_STREAM_UNITS]
                     << unit * stream->bits;
        rvt_text_add(text, "%s%02x", i > 0 ? " " : "", value);
    }
}

void rvt_stream_match_print_predicted(const struct rvt_stream_match *stream, struct rvt_text *text,
                                      uint64_t at, unsigned bytes)
{
    print(stream, text, stream->prediction, stream->predicted, at, bytes);
}

void rvt_stream_match_print_observed(const struct rvt_stream_match *stream, struct rvt_text *text,
                                     uint64_t at, unsigned bytes)
{
    print(stream, text, stream->observation, stream->observed, at, bytes);
}

/* ---- opening ---- */

enum rvt_status rvt_stream_match_open(void *scoreboard, unsigned bits,
                                      const struct rvt_exact_words *words, const char *idle,
                                      const char *overdue, struct rvt_stream_match **stream)
{
    struct rvt_stream_match *opened = calloc(1, sizeof *opened);
    unsigned each = RVT_STREAM_BYTE / bits;

    *stream = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->bits = bits;
    opened->kind =
        (struct rvt_decoded_kind){.bytes = sizeof(struct rvt_stream_unit),
                                  .name = each > 1 ? "nibble" : "byte",
                                  .reach = {RVT_ALIGNMENT_WINDOW_MAX, each * RVT_STREAM_ANCHOR},
                                  .compare = compare,
                                  .outstanding_max = each * RVT_STREAM_OUTSTANDING,
                                  .idle = idle,
                                  .overdue = overdue,
                                  .exact = words};
    if (rvt_item_match_open(&opened->kind, scoreboard, &opened->match) != RVT_OK) {
        free(opened);
        return RVT_ERR_MEMORY;
    }
    *stream = opened;
    return RVT_OK;
}

void rvt_stream_match_close(struct rvt_stream_match *stream)
{
    if (stream == NULL)
        return;
    rvt_item_match_close(stream->match);
    free(stream);
}
