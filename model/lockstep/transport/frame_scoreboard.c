/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/frame_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"
#include "transport/frame/formatter.h"

#include "lockstep/transport/frame_decode_exact.h"
#include "lockstep/items/stream_match.h"
#include "lockstep/items/transport_scoreboard.h"

static const uint8_t TRIGGER = 0; /* the byte of a trigger */
static const char IDLE[] = "the formatter reports idle while bytes are outstanding [FrameIdle]";

enum { PLACES = 1 << 16 }; /* predicted bytes whose positions are kept */

/* The position of a predicted byte. */
struct place {
    uint64_t frame;
    enum { IN_FRAME, IN_FSYNC, IN_HSYNC } in;
    uint8_t at; /* byte of the frame */
};

struct rvt_frame_scoreboard {
    struct rvt_transport_scoreboard base;
    struct rvt_formatter formatter;
    uint64_t taken; /* bytes taken from sources */
    uint64_t cycle;
    uint64_t frames;              /* frames predicted whole */
    unsigned in_frame;            /* bytes predicted of the next frame */
    uint64_t owed;                /* bytes predicted up to the end of the latest whole frame */
    uint64_t inputs, idle_inputs; /* taken; before the latest finding on an incomplete frame */
    struct place place[PLACES];   /* by number of the byte */
    struct rvt_stream_match *stream;
    struct rvt_frame_decode_exact *decode_exact;
};

/* ---- texts ---- */

static const char *clause_of(const struct place *place)
{
    static const char *const CLAUSES[] = {
        [IN_FRAME] = "FrameBytes", [IN_FSYNC] = "FRM-008", [IN_HSYNC] = "FRM-009"};

    return CLAUSES[place->in];
}

static void place_words(struct rvt_text *text, const struct place *place, uint8_t byte)
{
    static const char *const PARTS[] = {
        [IN_FRAME] = "", [IN_FSYNC] = "FSYNC before ", [IN_HSYNC] = "HSYNC in or after "};

    rvt_text_add(text, "%s", PARTS[place->in]);
    if (place->in == IN_FRAME) {
        bool even = place->at % 2 == 0;
        rvt_text_add(text, "byte %u, ", place->at);
        if (place->at == RVT_FRAME_BYTES - 1)
            rvt_text_add(text, "auxiliary bits, of ");
        else if (even && (byte & 1) != 0)
            rvt_text_add(text, "ID 0x%02x, of ", byte >> 1);
        else
            rvt_text_add(text, "data, of ");
    }
    rvt_text_add(text, "frame %" PRIu64, place->frame);
}

static void differs(void *context, struct rvt_text *text, const void *observed,
                    const void *expected)
{
    const struct rvt_frame_scoreboard *scoreboard = context;
    const struct rvt_stream_unit *seen = observed, *wanted = expected;
    const struct place *place = &scoreboard->place[wanted->item.at % PLACES];

    rvt_text_add(text, "byte %" PRIu64 " differs [%s]\n  field     ", seen->item.at,
                 clause_of(place));
    place_words(text, place, wanted->value);
    rvt_text_add(text, ": expected 0x%02x, observed 0x%02x\n  expected  ", wanted->value,
                 seen->value);
    rvt_stream_match_print_predicted(scoreboard->stream, text, wanted->item.at, RVT_FRAME_BYTES);
    rvt_text_add(text, "\n  observed  ");
    rvt_stream_match_print_observed(scoreboard->stream, text, seen->item.at, RVT_FRAME_BYTES);
}

/* A byte was sent that nothing taken so far determines. */
static void early(void *context, struct rvt_text *text, const void *observed)
{
    const struct rvt_frame_scoreboard *scoreboard = context;
    const struct rvt_formatter *formatter = &scoreboard->formatter;
    uint64_t at = ((const struct rvt_stream_unit *)observed)->item.at;

    rvt_text_add(text,
                 "byte %" PRIu64
                 " was sent before any source determined it [FrameNoSource]\n  expected  ",
                 at);
    if (formatter->waiting)
        rvt_text_add(text,
                     "no byte: data 0x%02x for byte %u of frame %" PRIu64
                     " waits for the byte that follows",
                     formatter->byte, formatter->slots, scoreboard->frames);
    else
        rvt_text_add(text, "no byte");
    rvt_text_add(text, "\n  observed  ");
    rvt_stream_match_print_observed(scoreboard->stream, text, at, RVT_FRAME_BYTES);
}

static void unsent(void *context, struct rvt_text *text, uint64_t count, const void *first)
{
    const struct rvt_frame_scoreboard *scoreboard = context;
    const struct rvt_stream_unit *wanted = first;

    rvt_text_add(text, "%" PRIu64 " bytes were never sent [FrameMissing]\n  expected  ", count);
    place_words(text, &scoreboard->place[wanted->item.at % PLACES], wanted->value);
}

/* ---- predicted ---- */

static void predict(void *context, const uint8_t *data, size_t bytes)
{
    struct rvt_frame_scoreboard *scoreboard = context;
    bool hsync = bytes == RVT_HSYNC_BYTES && data[0] == RVT_SYNC_FILL && data[1] == RVT_SYNC_END;

    if (!rvt_transport_comparing(scoreboard) || scoreboard->base.decode_exact)
        return;
    for (size_t i = 0; i < bytes; i++) {
        uint64_t at = rvt_stream_match_predictions(scoreboard->stream);
        struct place *place = &scoreboard->place[at % PLACES];
        *place = (struct place){.frame = scoreboard->frames,
                                .in = hsync                      ? IN_HSYNC
                                      : bytes == RVT_FSYNC_BYTES ? IN_FSYNC
                                                                 : IN_FRAME,
                                .at = (uint8_t)scoreboard->in_frame};
        rvt_stream_match_predict(scoreboard->stream, scoreboard->cycle, data[i]);
        if (place->in != IN_FRAME || ++scoreboard->in_frame < RVT_FRAME_BYTES)
            continue;
        scoreboard->in_frame = 0;
        scoreboard->frames++;
    }
    if (scoreboard->in_frame == 0 && bytes != RVT_FSYNC_BYTES)
        scoreboard->owed = rvt_stream_match_predictions(scoreboard->stream);
}

/* ---- calls ---- */

void rvt_frame_scoreboard_data(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle, unsigned id,
                               const uint8_t *data, size_t bytes)
{
    scoreboard->cycle = cycle;
    scoreboard->inputs++;
    scoreboard->taken += bytes;
    if (rvt_formatter_write(&scoreboard->formatter, id, data, bytes, NULL) != RVT_OK)
        rvt_transport_fault(scoreboard, cycle,
                            "data with a reserved source ID was taken [FRM-007]");
    else if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_data(scoreboard->decode_exact, cycle, id, data, bytes);
}

void rvt_frame_scoreboard_trigger(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle)
{
    scoreboard->cycle = cycle;
    scoreboard->inputs++;
    rvt_formatter_trigger(&scoreboard->formatter, TRIGGER);
    if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_data(scoreboard->decode_exact, cycle, RVT_FRAME_ID_TRIGGER, &TRIGGER,
                                    1);
}

void rvt_frame_scoreboard_flush(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle)
{
    scoreboard->cycle = cycle;
    rvt_formatter_flush(&scoreboard->formatter);
    if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_flush(scoreboard->decode_exact);
}

void rvt_frame_scoreboard_bytes(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle,
                                const uint8_t *data, size_t bytes)
{
    if (!rvt_transport_comparing(scoreboard))
        return;
    if (bytes == 0)
        rvt_transport_fault(scoreboard, cycle, "a beat without bytes was sent [FrameBeat]");
    else if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_bytes(scoreboard->decode_exact, cycle, data, bytes);
    else
        rvt_stream_match_observe(scoreboard->stream, cycle, data, bytes);
}

void rvt_frame_scoreboard_idle(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle)
{
    struct rvt_item_match *bytes = rvt_stream_match_units(scoreboard->stream);
    bool whole = scoreboard->formatter.slots == 0 && !scoreboard->formatter.waiting;
    bool outstanding = rvt_item_match_outstanding(bytes) > 0;

    if (scoreboard->base.decode_exact) {
        rvt_frame_decode_exact_idle(scoreboard->decode_exact, cycle);
        return;
    }
    rvt_item_match_idle(bytes, cycle, 0);
    if (!whole && !outstanding && scoreboard->idle_inputs != scoreboard->inputs)
        rvt_transport_fault(scoreboard, cycle, IDLE);
    scoreboard->idle_inputs = scoreboard->inputs;
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_frame_scoreboard *scoreboard = context;

    if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_end(scoreboard->decode_exact, cycle);
    else
        rvt_item_match_finish(rvt_stream_match_units(scoreboard->stream), cycle,
                              rvt_stream_match_predictions(scoreboard->stream) - scoreboard->owed);
}

static uint64_t compared(const void *context)
{
    const struct rvt_frame_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact ? rvt_frame_decode_exact_compared(scoreboard->decode_exact)
                                         : rvt_stream_match_equal(scoreboard->stream);
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_frame_scoreboard *scoreboard = context;

    rvt_text_add(text, "%" PRIu64 " bytes of sources, ", scoreboard->taken);
    if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_counts(scoreboard->decode_exact, text);
    else
        rvt_item_match_counts(rvt_stream_match_units(scoreboard->stream), text);
}

static void free_verdicts(void *context)
{
    struct rvt_frame_scoreboard *scoreboard = context;

    rvt_frame_decode_exact_close(scoreboard->decode_exact);
    rvt_stream_match_close(scoreboard->stream);
}

enum rvt_status rvt_frame_scoreboard_open(unsigned fsync_frames, unsigned hsync_halfwords,
                                          struct rvt_frame_scoreboard **scoreboard)
{
    static const struct rvt_exact_words WORDS = {differs, early, unsent, NULL};
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end, compared, counts,
                                                   free_verdicts,       true};
    const struct rvt_formatter_config config = {
        .fsync_frames = fsync_frames, .hsync_halfwords = hsync_halfwords, .at_once = true};
    struct rvt_frame_scoreboard *opened = rvt_transport_open(&KIND);

    *scoreboard = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    enum rvt_status status = rvt_frame_decode_exact_open(opened, &opened->decode_exact);
    if (status == RVT_OK)
        status =
            rvt_stream_match_open(opened, RVT_STREAM_BYTE, &WORDS, IDLE,
                                  "too many bytes are outstanding [FrameOverdue]", &opened->stream);
    if (status != RVT_OK) {
        rvt_transport_close(opened);
        return status;
    }
    rvt_formatter_init(&opened->formatter, &config, predict, opened);
    *scoreboard = opened;
    return RVT_OK;
}
