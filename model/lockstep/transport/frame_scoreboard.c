/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/frame_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"
#include "transport/frame/formatter.h"

#include "lockstep/transport/expected_bytes.h"
#include "lockstep/transport/transport_scoreboard.h"

/* Where a predicted byte stands. */
struct place {
    uint64_t frame;
    enum { IN_FRAME, IN_FSYNC, IN_HSYNC } in;
    uint8_t at; /* byte of the frame */
};

struct rvt_frame_scoreboard {
    struct rvt_transport_scoreboard base;
    struct rvt_formatter formatter;
    uint64_t taken; /* bytes of sources */
    uint64_t cycle;
    uint64_t frames;   /* predicted whole */
    unsigned in_frame; /* bytes of the next one that are predicted */
    uint64_t owed;     /* bytes predicted up to the end of the latest whole frame */
    struct place place[RVT_EXPECTED_BYTES_MAX];
    struct rvt_expected_bytes lanes;
};

/* ---- words ---- */

static const char *clause_of(const struct place *place)
{
    static const char *const CLAUSES[] = {
        [IN_FRAME] = "FrameBytes", [IN_FSYNC] = "FRM-008", [IN_HSYNC] = "FRM-009"};

    return CLAUSES[place->in];
}

static void place_words(struct rvt_text *text, const struct place *place, uint8_t byte)
{
    static const char *const PARTS[] = {
        [IN_FRAME] = "", [IN_FSYNC] = "FSYNC before ", [IN_HSYNC] = "HSYNC in or behind "};

    rvt_text_add(text, "%s", PARTS[place->in]);
    if (place->in == IN_FRAME) {
        bool even = place->at % 2 == 0;
        rvt_text_add(text, "place %u, ", place->at);
        if (place->at == RVT_FRAME_BYTES - 1)
            rvt_text_add(text, "the auxiliary bits, of ");
        else if (even && (byte & 1) != 0)
            rvt_text_add(text, "ID 0x%02x, of ", byte >> 1);
        else
            rvt_text_add(text, "data, of ");
    }
    rvt_text_add(text, "frame %" PRIu64, place->frame);
}

static void explain(struct rvt_frame_scoreboard *judge, uint64_t cycle, const uint8_t *data,
                    size_t bytes)
{
    const struct rvt_expected_bytes *lanes = &judge->lanes;
    const struct place *place = &judge->place[lanes->at & (RVT_EXPECTED_BYTES_MAX - 1)];
    uint8_t expected = rvt_expected_bytes_byte(lanes, lanes->at);
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": byte %" PRIu64 " differs [%s]\n  field     ", cycle,
                 lanes->at, clause_of(place));
    place_words(&text, place, expected);
    rvt_text_add(&text, ": expected 0x%02x, observed 0x%02x\n  expected  ", expected, data[0]);
    for (size_t i = 0; i < RVT_FRAME_BYTES && lanes->at + i < lanes->due; i++)
        rvt_text_add(&text, "%02x ", rvt_expected_bytes_byte(lanes, lanes->at + i));
    rvt_text_add(&text, "\n  observed  ");
    rvt_bytes_print(&text, data, bytes);
}

/* A byte came that nothing that was taken explains. */
static void explain_early(struct rvt_frame_scoreboard *judge, uint64_t cycle, const uint8_t *data,
                          size_t bytes)
{
    const struct rvt_formatter *formatter = &judge->formatter;
    struct rvt_text text;

    if (!rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": byte %" PRIu64 " has no source [FrameNoSource]\n  expected  ",
                 cycle, judge->lanes.at);
    if (formatter->waiting)
        rvt_text_add(&text,
                     "no byte: data 0x%02x for place %u of frame %" PRIu64
                     " wait for what follows them",
                     formatter->byte, formatter->slots, judge->frames);
    else
        rvt_text_add(&text, "no byte");
    rvt_text_add(&text, "\n  observed  ");
    rvt_bytes_print(&text, data, bytes);
}

/* ---- predicted ---- */

static void predict(void *context, const uint8_t *data, size_t bytes)
{
    struct rvt_frame_scoreboard *judge = context;
    bool hsync = bytes == RVT_HSYNC_BYTES && data[0] == RVT_SYNC_FILL && data[1] == RVT_SYNC_END;
    uint64_t from = judge->lanes.due;

    if (!rvt_transport_comparing(judge))
        return;
    if (!rvt_expected_bytes_put(&judge->lanes, data, bytes)) {
        rvt_transport_fault(judge, judge->cycle, "so many bytes are due [FrameOverdue]");
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        struct place *place = &judge->place[(from + i) & (RVT_EXPECTED_BYTES_MAX - 1)];
        *place = (struct place){.frame = judge->frames,
                                .in = hsync                      ? IN_HSYNC
                                      : bytes == RVT_FSYNC_BYTES ? IN_FSYNC
                                                                 : IN_FRAME,
                                .at = (uint8_t)judge->in_frame};
        if (place->in != IN_FRAME || ++judge->in_frame < RVT_FRAME_BYTES)
            continue;
        judge->in_frame = 0;
        judge->frames++;
    }
    if (judge->in_frame == 0 && bytes != RVT_FSYNC_BYTES)
        judge->owed = judge->lanes.due;
}

/* ---- calls ---- */

void rvt_frame_scoreboard_data(struct rvt_frame_scoreboard *judge, uint64_t cycle, unsigned id,
                               const uint8_t *data, size_t bytes)
{
    judge->cycle = cycle;
    judge->taken += bytes;
    if (rvt_formatter_write(&judge->formatter, id, data, bytes, NULL) != RVT_OK)
        rvt_transport_fault(judge, cycle,
                            "data of an ID that no source may have were taken [FRM-007]");
}

void rvt_frame_scoreboard_trigger(struct rvt_frame_scoreboard *judge, uint64_t cycle)
{
    judge->cycle = cycle;
    rvt_formatter_trigger(&judge->formatter, 0);
}

void rvt_frame_scoreboard_flush(struct rvt_frame_scoreboard *judge, uint64_t cycle)
{
    judge->cycle = cycle;
    rvt_formatter_flush(&judge->formatter);
}

void rvt_frame_scoreboard_bytes(struct rvt_frame_scoreboard *judge, uint64_t cycle,
                                const uint8_t *data, size_t bytes)
{
    if (!rvt_transport_comparing(judge))
        return;
    if (bytes == 0) {
        rvt_transport_fault(judge, cycle, "a beat without bytes [FrameBeat]");
        return;
    }
    size_t same = rvt_expected_bytes_compare(&judge->lanes, data, bytes);
    if (same == bytes)
        return;
    if (judge->lanes.at == judge->lanes.due)
        explain_early(judge, cycle, data + same, bytes - same);
    else
        explain(judge, cycle, data + same, bytes - same);
}

void rvt_frame_scoreboard_idle(struct rvt_frame_scoreboard *judge, uint64_t cycle)
{
    if (judge->lanes.at != judge->lanes.due || judge->formatter.slots > 0 ||
        judge->formatter.waiting)
        rvt_transport_fault(judge, cycle,
                            "the formatter says that nothing is left, and bytes are [FrameIdle]");
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_frame_scoreboard *judge = context;
    const struct rvt_expected_bytes *lanes = &judge->lanes;
    struct rvt_text text;

    if (lanes->at >= judge->owed || !rvt_transport_find(judge, cycle, &text))
        return;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": %" PRIu64 " bytes never came [FrameMissing]\n  expected  ",
                 cycle, judge->owed - lanes->at);
    place_words(&text, &judge->place[lanes->at & (RVT_EXPECTED_BYTES_MAX - 1)],
                rvt_expected_bytes_byte(lanes, lanes->at));
}

static uint64_t compared(const void *judge)
{
    return ((const struct rvt_frame_scoreboard *)judge)->lanes.at;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_frame_scoreboard *judge = context;

    rvt_text_add(text, "%" PRIu64 " bytes of sources, %" PRIu64 " of %" PRIu64 " bytes compared",
                 judge->taken, judge->lanes.at, judge->lanes.due);
}

enum rvt_status rvt_frame_scoreboard_open(unsigned fsync_frames, unsigned hsync_halfwords,
                                          struct rvt_frame_scoreboard **judge)
{
    static const struct rvt_transport_kind KIND = {sizeof **judge, end, compared, counts, NULL};
    const struct rvt_formatter_config config = {
        .fsync_frames = fsync_frames, .hsync_halfwords = hsync_halfwords, .at_once = true};

    *judge = rvt_transport_open(&KIND);
    if (*judge == NULL)
        return RVT_ERR_MEMORY;
    rvt_formatter_init(&(*judge)->formatter, &config, predict, *judge);
    return RVT_OK;
}
