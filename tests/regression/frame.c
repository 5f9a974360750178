/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Formatter frames with every option, damaged in random places: the bytes that the formatter sends,
 * and the data, events, findings and counts of the deformatter are those of the reference.
 */
#include "bytes.h"

#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"
#include "transport/frame/frame_check.h"
#include "transport/frame/frame_ids.h"

enum { GROUPS = 400, RUNS = 60, FRAMES = 20 };

static struct bytes sent;

/* The formatter hands bytes to its sink in these pieces. */
static void put_piece(void *context, const uint8_t *data, size_t bytes)
{
    regression_note(context, "piece %zu", bytes);
    bytes_put(&sent, data, bytes);
}

static unsigned id_of(struct rvt_random *random)
{
    static const unsigned ids[] = {0x00, 0x01, 0x10, 0x33, 0x6f, 0x70, 0x7d, 0x7f, 0x80, 0xff};

    return rvt_random_chance(random, 10) ? ids[rvt_random_below(random, 10)]
                                         : ids[1 + rvt_random_below(random, 4)];
}

static void random_formatter(struct rvt_random *random, struct rvt_formatter_config *config)
{
    *config = (struct rvt_formatter_config){.fsync_frames = maybe(random, 60, 8),
                                            .hsync_halfwords = maybe(random, 50, 20),
                                            .id_frames = maybe(random, 60, 4),
                                            .id_after_fsync = rvt_random_chance(random, 50),
                                            .no_delay = rvt_random_chance(random, 30),
                                            .at_once = rvt_random_chance(random, 50)};
}

/* Literal bytes: synchronisation, and what resembles it. */
static void send_literal(struct rvt_random *random, struct rvt_formatter *formatter)
{
    uint8_t byte[24];
    size_t count = rvt_random_below(random, sizeof byte);

    for (size_t i = 0; i < count; i++)
        byte[i] = rvt_random_chance(random, 70) ? 0xff : 0x7f;
    rvt_formatter_literal(formatter, byte, count);
}

static void send_run(struct regression *regression, struct rvt_random *random,
                     struct rvt_formatter *formatter)
{
    uint8_t byte[80];
    size_t count = 1 + rvt_random_below(random, rvt_random_chance(random, 60) ? 4 : sizeof byte);
    unsigned id = id_of(random), kind = rvt_random_below(random, 40);
    struct rvt_diag diag;

    for (size_t i = 0; i < count; i++)
        byte[i] = rvt_random_chance(random, 20) ? 0xff : (uint8_t)rvt_random_bits(random);
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_formatter_write(formatter, id, byte, count, &diag);
    regression_diag(regression, "write", status, &diag);
    if (kind == 0)
        rvt_formatter_trigger(formatter, byte[0]);
    else if (kind == 1)
        rvt_formatter_flush(formatter);
    else if (kind == 2)
        rvt_formatter_reset(formatter);
    else if (kind == 3)
        send_literal(random, formatter);
}

static void note_data(void *context, const struct rvt_frame_batch *batch)
{
    regression_note(context, "batch %zu %zu", batch->bytes, batch->runs);
    for (size_t run = 0; run < batch->runs; run++) {
        size_t first = batch->run[run].first, bytes = rvt_frame_run_bytes(batch, run);

        regression_note(context, "run %u first %zu bytes %zu class %d", batch->run[run].id, first,
                        bytes, (int)rvt_frame_id_class(batch->run[run].id));
        note_bytes(context, "data", batch->data + first, bytes);
    }
    for (size_t i = 0; i < batch->bytes; i++)
        regression_note(context, "%" PRIu64, batch->position[i]);
}

static void note_event(void *context, const struct rvt_frame_event *event)
{
    bool frame = event->kind == RVT_FRAME_EVENT_FRAME || event->kind == RVT_FRAME_EVENT_CUT;

    regression_note(context, "event %d %" PRIu64 " %" PRIu64, (int)event->kind, event->position,
                    event->end);
    note_bytes(context, "event", event->data, event->bytes);
    for (size_t at = 0; frame && at < event->bytes; at += 2)
        regression_note(context, "halfword %" PRIu64, event->halfword[at / 2]);
}

static void note_counts(struct regression *regression, const struct rvt_deformatter_counts *counts)
{
    regression_note(regression, "counts %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
                    counts->frames, counts->fsyncs, counts->hsyncs, counts->resets, counts->passed);
    for (unsigned i = 0; i < RVT_FRAME_CLASSES; i++)
        regression_note(regression, "class %u %" PRIu64, i, counts->data[i]);
}

static void receive(struct regression *regression, struct rvt_random *random, bool streaming)
{
    static struct rvt_deformatter deformatter;
    struct rvt_deformatter_config config;
    const struct rvt_deformatter_output output = {
        .data = rvt_random_chance(random, 95) ? note_data : NULL,
        .event = rvt_random_chance(random, 50) ? note_event : NULL,
        .finding = rvt_random_chance(random, 90) ? note_finding : NULL,
        .context = regression};
    unsigned most = rvt_random_chance(random, 50) ? 40 : 4000;

    rvt_deformatter_defaults(&config, streaming);
    regression_note(regression, "defaults %d%d%d%d", config.streaming, config.in_place,
                    config.hsync, config.reset_on_four);
    config.in_place ^= rvt_random_chance(random, 50);
    config.hsync ^= rvt_random_chance(random, 20);
    config.reset_on_four ^= rvt_random_chance(random, 30);
    rvt_deformatter_init(&deformatter, &config, &output);
    if (rvt_random_chance(random, 30)) /* as after so many bytes */
        deformatter.position = (UINT64_C(1) << 32) - 16 * (uint64_t)maybe(random, 50, 20);
    for (size_t at = 0, size = 0; at < sent.count; at += size) {
        size = piece_of(random, sent.count - at, most);
        rvt_deformatter_push(&deformatter, sent.byte + at, size);
    }
    rvt_deformatter_finish(&deformatter);
    note_counts(regression, &deformatter.counts);
}

/* A frame by itself: read, written, and what a checker says of it. */
static void note_frame(struct regression *regression, struct rvt_random *random,
                       const uint8_t *bytes)
{
    uint64_t halfword[RVT_FRAME_BYTES / 2];
    uint8_t written[RVT_FRAME_BYTES] = {0};
    struct rvt_frame frame;
    struct rvt_diag diag;
    bool reported = rvt_random_chance(random, 50);
    unsigned slot = rvt_random_below(random, RVT_FRAME_SLOTS), id = id_of(random);

    for (unsigned i = 0; i < RVT_FRAME_BYTES / 2; i++)
        halfword[i] = (UINT64_C(3) << 32) + 2 * (uint64_t)i;
    reported = rvt_frame_check(bytes, halfword, id, reported, note_finding, regression);
    regression_note(regression, "unknown %d fill %d", reported, rvt_frame_has_fill(bytes));
    rvt_frame_read(bytes, &frame);
    for (unsigned i = 0; i < RVT_FRAME_SLOTS; i++)
        regression_note(regression, "slot %d %u", (int)frame.slot[i].kind, frame.slot[i].value);
    if (rvt_random_chance(random, 50)) {
        frame.slot[slot].kind = (enum rvt_frame_slot_kind)rvt_random_below(random, 3);
        frame.slot[slot].value = (uint8_t)rvt_random_bits(random);
    }
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_frame_write(&frame, written, &diag);
    regression_diag(regression, "frame", status, &diag);
    if (status == RVT_OK)
        note_bytes(regression, "frame", written, sizeof written);
}

/* Sets of IDs as text of any room. */
static void note_ids(struct regression *regression, struct rvt_random *random)
{
    bool present[RVT_FRAME_ID_MAX + 1] = {false};
    unsigned ids = rvt_random_below(random, 20);
    char text[200];

    for (unsigned i = 0; i < ids; i++)
        present[number_of(random, 7)] = true;
    rvt_frame_ids_text(present, text, 16 + rvt_random_below(random, sizeof text - 16));
    regression_note(regression, "ids %s", text);
}

static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_formatter_config config;
    struct rvt_formatter formatter;

    regression_begin(regression);
    rvt_random_seed(&random, 890000 + regression->group);
    random_formatter(&random, &config);
    sent.count = 0;
    rvt_formatter_init(&formatter, &config, put_piece, regression);
    for (unsigned i = 0; i < RUNS; i++)
        send_run(regression, &random, &formatter);
    rvt_formatter_flush(&formatter);
    note_bytes(regression, "sent", sent.byte, sent.count);
    for (unsigned left = regression->group % 4 == 0 ? 0 : rvt_random_below(&random, 10); left > 0;)
        bytes_damage(&random, &sent, --left % 3 == 0 ? 0x7f : 0xff);
    for (size_t at = 0; at < FRAMES && 16 * (at + 1) <= sent.count; at++)
        note_frame(regression, &random, sent.byte + 16 * at);
    note_ids(regression, &random);
    receive(regression, &random, regression->group % 3 != 0);
    receive(regression, &random, config.fsync_frames + config.hsync_halfwords > 0);
    regression_end(regression);
}

Test(regression, frames_are_answered_as_before)
{
    struct regression regression;

    regression_open(&regression, "frame");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
