/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/frame_scoreboard.h"

#include <inttypes.h>

#include "base/text.h"
#include "transport/frame/formatter.h"

#include "lockstep/transport/expected_bytes.h"
#include "lockstep/transport/frame_decode_exact.h"
#include "lockstep/transport/transport_scoreboard.h"

static const uint8_t TRIGGER = 0; /* the byte of a trigger */

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
    uint64_t frames;   /* frames predicted whole */
    unsigned in_frame; /* bytes predicted of the next frame */
    uint64_t owed;     /* bytes predicted up to the end of the latest whole frame */
    struct place place[RVT_EXPECTED_BYTES_MAX];
    struct rvt_expected_bytes expected;
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

static void explain(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle, const uint8_t *data,
                    size_t bytes)
{
    const struct rvt_expected_bytes *expected = &scoreboard->expected;
    const struct place *place = &scoreboard->place[expected->at & (RVT_EXPECTED_BYTES_MAX - 1)];
    uint8_t byte = rvt_expected_bytes_byte(expected, expected->at);
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_DIFFERS, cycle, &text))
        return;
    rvt_text_add(&text, "byte %" PRIu64 " differs [%s]\n  field     ", expected->at,
                 clause_of(place));
    place_words(&text, place, byte);
    rvt_text_add(&text, ": expected 0x%02x, observed 0x%02x\n  expected  ", byte, data[0]);
    for (size_t i = 0; i < RVT_FRAME_BYTES && expected->at + i < expected->due; i++)
        rvt_text_add(&text, "%02x ", rvt_expected_bytes_byte(expected, expected->at + i));
    rvt_text_add(&text, "\n  observed  ");
    rvt_bytes_print(&text, data, bytes);
    rvt_transport_found(scoreboard);
}

/* A byte was sent that nothing taken so far determines. */
static void explain_early(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle,
                          const uint8_t *data, size_t bytes)
{
    const struct rvt_formatter *formatter = &scoreboard->formatter;
    struct rvt_text text;

    if (!rvt_transport_begin(scoreboard, RVT_MISMATCH_EXTRA, cycle, &text))
        return;
    rvt_text_add(&text,
                 "byte %" PRIu64
                 " was sent before any source determined it [FrameNoSource]\n  expected  ",
                 scoreboard->expected.at);
    if (formatter->waiting)
        rvt_text_add(&text,
                     "no byte: data 0x%02x for byte %u of frame %" PRIu64
                     " waits for the byte that follows",
                     formatter->byte, formatter->slots, scoreboard->frames);
    else
        rvt_text_add(&text, "no byte");
    rvt_text_add(&text, "\n  observed  ");
    rvt_bytes_print(&text, data, bytes);
    rvt_transport_found(scoreboard);
}

/* ---- predicted ---- */

static void predict(void *context, const uint8_t *data, size_t bytes)
{
    struct rvt_frame_scoreboard *scoreboard = context;
    bool hsync = bytes == RVT_HSYNC_BYTES && data[0] == RVT_SYNC_FILL && data[1] == RVT_SYNC_END;
    uint64_t from = scoreboard->expected.due;

    if (!rvt_transport_comparing(scoreboard) || scoreboard->base.decode_exact)
        return;
    if (!rvt_expected_bytes_put(&scoreboard->expected, data, bytes)) {
        rvt_transport_fault(scoreboard, scoreboard->cycle,
                            "too many bytes are outstanding [FrameOverdue]");
        return;
    }
    for (size_t i = 0; i < bytes; i++) {
        struct place *place = &scoreboard->place[(from + i) & (RVT_EXPECTED_BYTES_MAX - 1)];
        *place = (struct place){.frame = scoreboard->frames,
                                .in = hsync                      ? IN_HSYNC
                                      : bytes == RVT_FSYNC_BYTES ? IN_FSYNC
                                                                 : IN_FRAME,
                                .at = (uint8_t)scoreboard->in_frame};
        if (place->in != IN_FRAME || ++scoreboard->in_frame < RVT_FRAME_BYTES)
            continue;
        scoreboard->in_frame = 0;
        scoreboard->frames++;
    }
    if (scoreboard->in_frame == 0 && bytes != RVT_FSYNC_BYTES)
        scoreboard->owed = scoreboard->expected.due;
}

/* ---- calls ---- */

void rvt_frame_scoreboard_data(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle, unsigned id,
                               const uint8_t *data, size_t bytes)
{
    scoreboard->cycle = cycle;
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
    if (bytes == 0) {
        rvt_transport_fault(scoreboard, cycle, "a beat without bytes was sent [FrameBeat]");
        return;
    }
    if (scoreboard->base.decode_exact) {
        rvt_frame_decode_exact_bytes(scoreboard->decode_exact, cycle, data, bytes);
        return;
    }
    size_t same = rvt_expected_bytes_compare(&scoreboard->expected, data, bytes);
    if (same == bytes)
        return;
    if (scoreboard->expected.at == scoreboard->expected.due)
        explain_early(scoreboard, cycle, data + same, bytes - same);
    else
        explain(scoreboard, cycle, data + same, bytes - same);
}

void rvt_frame_scoreboard_idle(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle)
{
    if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_idle(scoreboard->decode_exact, cycle);
    else if (scoreboard->expected.at != scoreboard->expected.due ||
             scoreboard->formatter.slots > 0 || scoreboard->formatter.waiting)
        rvt_transport_fault(scoreboard, cycle,
                            "the formatter reports idle while bytes are outstanding [FrameIdle]");
}

/* ---- the verdict ---- */

static void end(void *context, uint64_t cycle)
{
    struct rvt_frame_scoreboard *scoreboard = context;
    const struct rvt_expected_bytes *expected = &scoreboard->expected;
    struct rvt_text text;

    if (scoreboard->base.decode_exact) {
        rvt_frame_decode_exact_end(scoreboard->decode_exact, cycle);
        return;
    }
    if (expected->at >= scoreboard->owed ||
        !rvt_transport_begin(scoreboard, RVT_MISMATCH_MISSING, cycle, &text))
        return;
    rvt_text_add(&text, "%" PRIu64 " bytes were never sent [FrameMissing]\n  expected  ",
                 scoreboard->owed - expected->at);
    place_words(&text, &scoreboard->place[expected->at & (RVT_EXPECTED_BYTES_MAX - 1)],
                rvt_expected_bytes_byte(expected, expected->at));
    rvt_transport_found(scoreboard);
}

static uint64_t compared(const void *context)
{
    const struct rvt_frame_scoreboard *scoreboard = context;

    return scoreboard->base.decode_exact ? rvt_frame_decode_exact_compared(scoreboard->decode_exact)
                                         : scoreboard->expected.at;
}

static void counts(const void *context, struct rvt_text *text)
{
    const struct rvt_frame_scoreboard *scoreboard = context;

    rvt_text_add(text, "%" PRIu64 " bytes of sources, ", scoreboard->taken);
    if (scoreboard->base.decode_exact)
        rvt_frame_decode_exact_counts(scoreboard->decode_exact, text);
    else
        rvt_text_add(text, "%" PRIu64 " of %" PRIu64 " bytes compared", scoreboard->expected.at,
                     scoreboard->expected.due);
}

static void free_verdict(void *scoreboard)
{
    rvt_frame_decode_exact_close(((struct rvt_frame_scoreboard *)scoreboard)->decode_exact);
}

enum rvt_status rvt_frame_scoreboard_open(unsigned fsync_frames, unsigned hsync_halfwords,
                                          struct rvt_frame_scoreboard **scoreboard)
{
    static const struct rvt_transport_kind KIND = {sizeof **scoreboard, end,  compared, counts,
                                                   free_verdict,        true, true};
    const struct rvt_formatter_config config = {
        .fsync_frames = fsync_frames, .hsync_halfwords = hsync_halfwords, .at_once = true};
    struct rvt_frame_scoreboard *opened = rvt_transport_open(&KIND);

    *scoreboard = NULL;
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    enum rvt_status status = rvt_frame_decode_exact_open(opened, &opened->decode_exact);
    if (status != RVT_OK) {
        rvt_transport_close(opened);
        return status;
    }
    rvt_formatter_init(&opened->formatter, &config, predict, opened);
    *scoreboard = opened;
    return RVT_OK;
}
