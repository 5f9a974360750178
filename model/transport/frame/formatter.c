/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/frame/formatter.h"

#include <assert.h>

enum { LAST = RVT_FRAME_SLOTS - 1, FSYNCS_OF_RESET = 4 };

static const uint8_t FSYNC[RVT_FSYNC_BYTES] = {0xff, 0xff, 0xff, 0x7f};
static const uint8_t HSYNC[RVT_HSYNC_BYTES] = {0xff, 0x7f};

void rvt_formatter_init(struct rvt_formatter *formatter, const struct rvt_formatter_config *config,
                        void (*sink)(void *context, const uint8_t *data, size_t bytes),
                        void *context)
{
    *formatter = (struct rvt_formatter){
        .config = *config, .sink = sink, .context = context, .id = RVT_FRAME_ID_NONE};
}

static bool every(uint64_t count, unsigned period)
{
    return period > 0 && count % period == 0;
}

/* Passes the sink the first bytes of the frame, with HSYNC where it is due. */
static void give(struct rvt_formatter *f, unsigned bytes)
{
    uint8_t byte[RVT_FRAME_BYTES];
    enum rvt_status status = rvt_frame_write(&f->frame, byte, NULL);

    assert(status == RVT_OK);
    (void)status;
    while (f->given < bytes) {
        unsigned from = f->given, halfword = (from | 1U) + 1;
        bool stops = f->config.hsync_halfwords > 0 && halfword < bytes;
        f->given = stops ? halfword : bytes;
        f->sink(f->context, byte + from, f->given - from);
        if (f->config.hsync_halfwords > 0 && f->given % 2 == 0 &&
            every(++f->halfwords, f->config.hsync_halfwords))
            f->sink(f->context, HSYNC, sizeof HSYNC);
    }
}

static void send(struct rvt_formatter *f)
{
    give(f, RVT_FRAME_BYTES);
    f->frames++;
    f->given = 0;
    f->slots = 0;
    f->plain = f->has_id ? 0 : f->plain + 1;
    f->has_id = false;
}

static bool fsync_due(const struct rvt_formatter *f)
{
    return every(f->frames, f->config.fsync_frames);
}

/* Whether the new frame repeats the ID even if it is the current one. */
static bool id_due(const struct rvt_formatter *f)
{
    return (f->config.id_after_fsync && fsync_due(f)) ||
           (f->config.id_frames > 0 && f->plain >= f->config.id_frames);
}

static void put(struct rvt_formatter *f, enum rvt_frame_slot_kind kind, unsigned value)
{
    if (f->slots == 0 && fsync_due(f))
        f->sink(f->context, FSYNC, sizeof FSYNC);
    f->frame.slot[f->slots].kind = kind;
    f->frame.slot[f->slots].value = (uint8_t)value;
    if (kind != RVT_FRAME_DATA) {
        f->id = value;
        f->has_id = true;
    }
    if (f->slots++ == LAST)
        send(f);
    else if (f->config.at_once)
        give(f, f->slots);
}

/* Places the byte held back, followed by nothing or by data of another ID. */
static void place_before(struct rvt_formatter *f, unsigned next_id)
{
    uint8_t byte = f->byte;

    if (!f->waiting)
        return;
    f->waiting = false;
    put(f, f->config.no_delay ? RVT_FRAME_ID : RVT_FRAME_ID_DELAYED,
        f->config.no_delay ? f->id : next_id);
    put(f, RVT_FRAME_DATA, byte);
}

static void take(struct rvt_formatter *f, unsigned id, uint8_t byte)
{
    if (f->id != id) {
        place_before(f, id);
        if (f->id != id)
            put(f, RVT_FRAME_ID, id);
    }
    if (f->slots == 0 && !f->waiting && id_due(f))
        put(f, RVT_FRAME_ID, id);
    if (f->waiting) {
        f->waiting = false;
        put(f, RVT_FRAME_DATA, f->byte);
        put(f, RVT_FRAME_DATA, byte);
    } else if (f->slots % 2 != 0 || f->slots == LAST) {
        put(f, RVT_FRAME_DATA, byte);
    } else {
        f->waiting = true;
        f->byte = byte;
    }
}

enum rvt_status rvt_formatter_write(struct rvt_formatter *formatter, unsigned id,
                                    const uint8_t *data, size_t bytes, struct rvt_diag *diag)
{
    if (id > RVT_FRAME_ID_SOURCE_MAX && id != RVT_FRAME_ID_TRIGGER)
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, "ID", id, "FRM-007", "the ID is reserved");
    for (size_t i = 0; i < bytes; i++)
        take(formatter, id, data[i]);
    return RVT_OK;
}

void rvt_formatter_trigger(struct rvt_formatter *formatter, uint8_t byte)
{
    take(formatter, RVT_FRAME_ID_TRIGGER, byte);
}

void rvt_formatter_flush(struct rvt_formatter *formatter)
{
    struct rvt_formatter *f = formatter;

    place_before(f, RVT_FRAME_ID_NULL);
    if (f->slots > 0 && f->slots % 2 == 0 && f->id != RVT_FRAME_ID_NULL)
        put(f, RVT_FRAME_ID, RVT_FRAME_ID_NULL);
    while (f->slots > 0)
        put(f, RVT_FRAME_DATA, 0);
}

void rvt_formatter_literal(struct rvt_formatter *formatter, const uint8_t *data, size_t bytes)
{
    rvt_formatter_flush(formatter);
    formatter->sink(formatter->context, data, bytes);
    formatter->id = RVT_FRAME_ID_NONE;
}

void rvt_formatter_reset(struct rvt_formatter *formatter)
{
    uint8_t four[FSYNCS_OF_RESET * RVT_FSYNC_BYTES];

    for (unsigned at = 0; at < sizeof four; at++)
        four[at] = FSYNC[at % RVT_FSYNC_BYTES];
    rvt_formatter_literal(formatter, four, sizeof four);
}
