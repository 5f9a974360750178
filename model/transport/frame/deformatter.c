/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/frame/deformatter.h"

#include <string.h>

#include "transport/frame/frame_check.h"

enum { FILLS_OF_FSYNC = RVT_FSYNC_BYTES - 1, FSYNCS_OF_RESET = 4 };

void rvt_deformatter_defaults(struct rvt_deformatter_config *config, bool streaming)
{
    *config = (struct rvt_deformatter_config){
        .streaming = streaming, .hsync = true, .reset_on_four = !streaming};
}

void rvt_deformatter_init(struct rvt_deformatter *deformatter,
                          const struct rvt_deformatter_config *config,
                          const struct rvt_deformatter_output *output)
{
    *deformatter = (struct rvt_deformatter){
        .config = *config, .output = *output, .hunting = config->streaming && !config->in_place};
    rvt_frame_batch_start(&deformatter->batch, RVT_FRAME_ID_NONE);
}

void rvt_deformatter_enter(struct rvt_deformatter *deformatter, uint64_t position, unsigned id)
{
    deformatter->position = position;
    deformatter->hunting = false;
    rvt_frame_batch_start(&deformatter->batch, id);
}

uint64_t rvt_deformatter_place(const struct rvt_deformatter *deformatter, unsigned *id)
{
    *id = rvt_frame_batch_id(&deformatter->batch);
    if (deformatter->count == 0 || deformatter->hunting)
        return deformatter->position - deformatter->count;
    return deformatter->halfword[0];
}

static void find(struct rvt_deformatter *d, enum rvt_rule rule, uint64_t byte, const char *field,
                 uint64_t value)
{
    const struct rvt_finding finding = {.rule = rule, .byte = byte, .field = field, .value = value};

    if (d->output.finding != NULL)
        d->output.finding(d->output.context, &finding);
}

static void report(struct rvt_deformatter *d, enum rvt_frame_event_kind kind, uint64_t position,
                   uint64_t end, const uint8_t *data, size_t bytes)
{
    struct rvt_frame_event event = {
        .kind = kind, .position = position, .end = end, .data = data, .bytes = bytes};

    if (d->output.event == NULL)
        return;
    memcpy(event.halfword, d->halfword, sizeof event.halfword);
    d->output.event(d->output.context, &event);
}

static void hand_out(struct rvt_deformatter *d)
{
    struct rvt_frame_batch *batch = &d->batch;

    if (batch->bytes > 0) {
        for (size_t run = 0; run < batch->runs; run++)
            d->counts.data[rvt_frame_id_class(batch->run[run].id)] +=
                rvt_frame_run_bytes(batch, run);
        if (d->output.data != NULL)
            d->output.data(d->output.context, batch);
    }
    rvt_frame_batch_start(batch, rvt_frame_batch_id(batch));
}

/* The current ID is unknown from here on. */
static void forget_id(struct rvt_deformatter *d)
{
    hand_out(d);
    rvt_frame_batch_start(&d->batch, RVT_FRAME_ID_NONE);
    d->unknown_reported = false;
}

/* The halfwords of a contiguous frame. */
static void place_halfwords(struct rvt_deformatter *d, uint64_t position)
{
    for (unsigned i = 0; i < RVT_FRAME_BYTES / 2; i++)
        d->halfword[i] = position + (uint64_t)2 * i;
}

/* A frame at position; whole: it is contiguous, else d->halfword has its positions. */
static void take_frame(struct rvt_deformatter *d, const uint8_t *bytes, uint64_t position,
                       bool whole)
{
    struct rvt_frame_batch *batch = &d->batch;
    unsigned id = rvt_frame_batch_id(batch);
    size_t first = batch->bytes;
    bool look = rvt_frame_unpack(bytes, position, batch);

    for (size_t i = first; !whole && i < batch->bytes; i++) {
        uint64_t slot = batch->position[i] - position;
        batch->position[i] = d->halfword[slot / 2] + slot % 2;
    }
    d->counts.frames++;
    d->row = 0;
    if (whole && (look || id == RVT_FRAME_ID_NONE || d->output.event != NULL))
        place_halfwords(d, position);
    if (d->output.finding != NULL && (look || id == RVT_FRAME_ID_NONE))
        d->unknown_reported |= rvt_frame_check(bytes, d->halfword, id, d->unknown_reported,
                                               d->output.finding, d->output.context);
    if (d->output.event != NULL) {
        report(d, RVT_FRAME_EVENT_FRAME, position, d->halfword[7] + 2, bytes, RVT_FRAME_BYTES);
        hand_out(d);
    } else if (!rvt_frame_batch_has_room(batch)) {
        hand_out(d);
    }
}

/* Four FSYNC in a row: the data that follows is unrelated to the data before. */
static void reset(struct rvt_deformatter *d, uint64_t position)
{
    find(d, RVT_RULE_FRM_010, position, NULL, 0);
    d->counts.resets++;
    forget_id(d);
}

static bool is_reset(const uint8_t *bytes)
{
    static const uint8_t four[RVT_FRAME_BYTES] = {0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f,
                                                  0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f};

    return memcmp(bytes, four, sizeof four) == 0;
}

/* In memory: a frame, or a reset in its place. */
static void take_aligned(struct rvt_deformatter *d, const uint8_t *bytes, uint64_t position)
{
    if (!d->config.reset_on_four || !is_reset(bytes)) {
        take_frame(d, bytes, position, true);
        return;
    }
    for (unsigned at = 0; at < RVT_FRAME_BYTES; at += RVT_FSYNC_BYTES)
        report(d, RVT_FRAME_EVENT_FSYNC, position + at, position + at + RVT_FSYNC_BYTES, bytes + at,
               RVT_FSYNC_BYTES);
    d->counts.fsyncs += FSYNCS_OF_RESET;
    reset(d, position);
}

/* Takes whole frames until a byte may be synchronisation; returns the bytes taken. */
static size_t take_frames(struct rvt_deformatter *d, const uint8_t *data, size_t bytes)
{
    size_t used = 0;

    for (; bytes - used >= RVT_FRAME_BYTES; used += RVT_FRAME_BYTES) {
        if (d->config.streaming && rvt_frame_has_fill(data + used))
            break;
        if (d->config.streaming)
            take_frame(d, data + used, d->position + used, true);
        else
            take_aligned(d, data + used, d->position + used);
    }
    if (used > 0)
        d->fills = data[used - 1] == RVT_SYNC_FILL;
    d->position += used;
    return used;
}

/* The end of the first FSYNC, which began at start: frames begin after it. */
static void find_place(struct rvt_deformatter *d, uint64_t start)
{
    unsigned passed = d->count - FILLS_OF_FSYNC;

    if (passed > 0)
        report(d, RVT_FRAME_EVENT_SKIP, start - passed, start, d->raw, passed);
    d->counts.passed += passed;
    if (d->counts.passed > 0)
        find(d, RVT_RULE_FRM_014, start, "bytes", d->counts.passed);
    d->hunting = false;
    d->count = FILLS_OF_FSYNC;
    memset(d->raw, RVT_SYNC_FILL, d->count);
}

/* An FSYNC that began at start interrupts a frame: its bytes are reported as CUT. */
static void cut_frame(struct rvt_deformatter *d, uint64_t start)
{
    unsigned cut = 0;

    while (cut < d->count && d->halfword[cut / 2] + cut % 2 < start)
        cut++;
    find(d, RVT_RULE_FRM_008, start, "bytes cut", cut);
    if (cut > 0)
        report(d, RVT_FRAME_EVENT_CUT, d->halfword[0], start, d->raw, cut);
    d->counts.passed += cut;
    forget_id(d);
    d->count -= cut;
    memmove(d->raw, d->raw + cut, d->count);
}

/* The last byte of an FSYNC is at position. */
static void take_fsync(struct rvt_deformatter *d, uint64_t position)
{
    uint64_t start = position - FILLS_OF_FSYNC;

    if (d->hunting)
        find_place(d, start);
    else if (d->count != FILLS_OF_FSYNC || d->halfword[0] != start)
        cut_frame(d, start);
    d->raw[d->count++] = RVT_SYNC_END;
    /* of an FSYNC that began in a frame already reported, only the rest is left */
    report(d, d->count == RVT_FSYNC_BYTES ? RVT_FRAME_EVENT_FSYNC : RVT_FRAME_EVENT_SKIP,
           position + 1 - d->count, position + 1, d->raw, d->count);
    d->count = 0;
    d->counts.fsyncs++;
    d->row++;
    if (d->row == FSYNCS_OF_RESET && d->config.reset_on_four)
        reset(d, position + 1 - (uint64_t)FSYNCS_OF_RESET * RVT_FSYNC_BYTES);
    d->row %= FSYNCS_OF_RESET;
}

/* A byte before the first FSYNC; bytes that may begin an FSYNC are kept. */
static void pass_byte(struct rvt_deformatter *d, uint8_t byte, uint64_t position)
{
    d->raw[d->count++] = byte;
    if (d->count < RVT_FRAME_BYTES + FILLS_OF_FSYNC)
        return;
    report(d, RVT_FRAME_EVENT_SKIP, position + 1 - d->count, position + 1 - FILLS_OF_FSYNC, d->raw,
           RVT_FRAME_BYTES);
    d->counts.passed += RVT_FRAME_BYTES;
    d->count = FILLS_OF_FSYNC;
    memmove(d->raw, d->raw + RVT_FRAME_BYTES, FILLS_OF_FSYNC);
}

/* The two bytes after raw are an HSYNC, which ends at end. */
static void take_hsync(struct rvt_deformatter *d, uint64_t end)
{
    if (!d->config.hsync)
        find(d, RVT_RULE_FRM_009, end - RVT_HSYNC_BYTES, NULL, 0);
    if (d->count == 0)
        report(d, RVT_FRAME_EVENT_HSYNC, end - RVT_HSYNC_BYTES, end, d->raw, RVT_HSYNC_BYTES);
    d->counts.hsyncs++;
    d->row = 0;
}

static void take_byte(struct rvt_deformatter *d, uint8_t byte)
{
    uint64_t position = d->position++;
    unsigned fills = d->fills;

    d->fills = byte != RVT_SYNC_FILL ? 0 : fills < FILLS_OF_FSYNC ? fills + 1 : fills;
    if (d->config.streaming && byte == RVT_SYNC_END && fills == FILLS_OF_FSYNC) {
        take_fsync(d, position);
        return;
    }
    if (d->hunting) {
        pass_byte(d, byte, position);
        return;
    }
    if (d->count % 2 == 0)
        d->halfword[d->count / 2] = position;
    d->raw[d->count++] = byte;
    if (d->config.streaming && d->count % 2 == 0 && byte == RVT_SYNC_END &&
        d->raw[d->count - 2] == RVT_SYNC_FILL) {
        d->count -= RVT_HSYNC_BYTES;
        take_hsync(d, position + 1);
    } else if (d->count == RVT_FRAME_BYTES) {
        d->count = 0;
        if (d->config.streaming)
            take_frame(d, d->raw, d->halfword[0], false);
        else
            take_aligned(d, d->raw, d->halfword[0]);
    }
}

void rvt_deformatter_push(struct rvt_deformatter *deformatter, const uint8_t *data, size_t bytes)
{
    while (bytes > 0) {
        size_t used = 0;

        /* The end of an FSYNC that began in the frame before does not begin a frame. */
        if (deformatter->count == 0 && !deformatter->hunting && deformatter->fills < FILLS_OF_FSYNC)
            used = take_frames(deformatter, data, bytes);
        data += used;
        bytes -= used;
        if (bytes == 0)
            break;
        take_byte(deformatter, *data++);
        bytes--;
    }
    hand_out(deformatter);
}

void rvt_deformatter_finish(struct rvt_deformatter *deformatter)
{
    struct rvt_deformatter *d = deformatter;
    uint64_t start = d->hunting ? d->position - d->count : d->halfword[0];

    d->counts.passed += d->count;
    if (d->hunting && d->position > 0)
        find(d, RVT_RULE_FRM_015, 0, "bytes", d->counts.passed);
    else if (d->count > 0)
        find(d, RVT_RULE_FRM_011, start, "bytes", d->count);
    if (d->count > 0)
        report(d, d->hunting ? RVT_FRAME_EVENT_SKIP : RVT_FRAME_EVENT_CUT, start, d->position,
               d->raw, d->count);
    d->count = 0;
    hand_out(d);
}
