/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Promises of the frame interfaces that the vectors do not show. Shows: FRM-001, FRM-003,
 * FRM-007, FRM-010, FRM-012 */
#include "tests/unit/checks.h"

#include <string.h>

#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

Test(frame, ids_have_classes)
{
    cr_expect(eq(int, (int)rvt_frame_id_class(0x00), (int)RVT_FRAME_CLASS_NULL));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x01), (int)RVT_FRAME_CLASS_SOURCE));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x6f), (int)RVT_FRAME_CLASS_SOURCE));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x70), (int)RVT_FRAME_CLASS_RESERVED));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x7c), (int)RVT_FRAME_CLASS_RESERVED));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x7d), (int)RVT_FRAME_CLASS_TRIGGER));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x7e), (int)RVT_FRAME_CLASS_RESERVED));
    cr_expect(eq(int, (int)rvt_frame_id_class(0x7f), (int)RVT_FRAME_CLASS_RESERVED));
    cr_expect(eq(int, (int)rvt_frame_id_class(RVT_FRAME_ID_NONE), (int)RVT_FRAME_CLASS_UNKNOWN));
}

Test(frame, write_refuses_what_no_frame_holds)
{
    struct rvt_frame frame = {0};
    struct rvt_diag diag;
    uint8_t bytes[RVT_FRAME_BYTES];

    frame.slot[3].kind = RVT_FRAME_ID;
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_frame_write(&frame, bytes, &diag), RVT_ERR_PARAMETER));
    cr_expect(strcmp(diag.clause, "FRM-003") == 0);
    cr_expect(eq(u64, diag.position, 3));
    frame.slot[3].kind = RVT_FRAME_DATA;
    frame.slot[14].kind = RVT_FRAME_ID;
    frame.slot[14].value = 0x80;
    rvt_diag_clear(&diag);
    cr_expect(eq(int, rvt_frame_write(&frame, bytes, &diag), RVT_ERR_CAPACITY));
    cr_expect(eq(u64, diag.position, 14));
    frame.slot[14].value = 0x7f;
    cr_expect(eq(int, rvt_frame_write(&frame, bytes, NULL), RVT_OK));
    cr_expect(eq(u8, bytes[14], 0xff));
}

/* Any 16 bytes are a frame, and each frame has exactly one form in bytes. */
Test(frame, every_frame_is_written_as_it_was_read)
{
    uint8_t bytes[RVT_FRAME_BYTES], again[RVT_FRAME_BYTES];
    struct rvt_frame frame;

    for (unsigned at = 0; at < RVT_FRAME_BYTES; at++)
        for (unsigned value = 0; value < 256; value++) {
            memset(bytes, 0x5a, sizeof bytes);
            bytes[at] = (uint8_t)value;
            rvt_frame_read(bytes, &frame);
            cr_assert(eq(int, rvt_frame_write(&frame, again, NULL), RVT_OK));
            cr_expect(memcmp(bytes, again, sizeof bytes) == 0, "byte %u %02x", at, value);
        }
}

static void count_bytes(void *context, const uint8_t *data, size_t bytes)
{
    size_t *count = context;

    (void)data;
    *count += bytes;
}

Test(frame, formatter_refuses_reserved_ids_and_takes_nothing)
{
    struct rvt_formatter formatter;
    struct rvt_diag diag;
    const uint8_t data[20] = {0};
    size_t count = 0;

    rvt_formatter_init(&formatter, &(struct rvt_formatter_config){0}, count_bytes, &count);
    for (unsigned id = 0x70; id < 0x84; id++) {
        if (id == RVT_FRAME_ID_TRIGGER)
            continue;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, rvt_formatter_write(&formatter, id, data, sizeof data, &diag),
                     RVT_ERR_PARAMETER));
        cr_expect(strcmp(diag.clause, "FRM-007") == 0);
        cr_expect(eq(u64, diag.value, id));
    }
    rvt_formatter_flush(&formatter);
    cr_expect(eq(sz, count, 0));
}

/* Every data byte is counted by the class of its ID, every other byte by its kind. */
Test(frame, counts_are_those_of_the_stream)
{
    static const uint8_t stream[] = {0xff, 0xff, 0xff, 0x7f, 0x30, 0x31, 0x21, 0x32, 0xfb, 0x33,
                                     0xe1, 0x34, 0x01, 0x35, 0x00, 0x36, 0x00, 0x37, 0x00, 0x00,
                                     0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f,
                                     0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0x11, 0x12,
                                     0x13, 0xff, 0xff, 0xff, 0x7f, 0x11};
    static struct rvt_deformatter deformatter;
    const struct rvt_deformatter_output none = {.data = NULL};
    struct rvt_deformatter_config config;

    rvt_deformatter_defaults(&config, true);
    config.reset_on_four = true;
    rvt_deformatter_init(&deformatter, &config, &none);
    rvt_deformatter_push(&deformatter, stream, sizeof stream);
    rvt_deformatter_finish(&deformatter);
    const struct rvt_deformatter_counts *counts = &deformatter.counts;
    cr_expect(eq(u64, counts->frames, 1));
    cr_expect(eq(u64, counts->fsyncs, 6));
    cr_expect(eq(u64, counts->hsyncs, 1));
    cr_expect(eq(u64, counts->resets, 1));
    cr_expect(eq(u64, counts->passed, 4));
    cr_expect(eq(u64, counts->data[RVT_FRAME_CLASS_UNKNOWN], 2));
    cr_expect(eq(u64, counts->data[RVT_FRAME_CLASS_SOURCE], 1));
    cr_expect(eq(u64, counts->data[RVT_FRAME_CLASS_TRIGGER], 1));
    cr_expect(eq(u64, counts->data[RVT_FRAME_CLASS_RESERVED], 1));
    cr_expect(eq(u64, counts->data[RVT_FRAME_CLASS_NULL], 6));
}

struct batches {
    size_t bytes, runs, runs_most;
};

static void count_batch(void *context, const struct rvt_frame_batch *batch)
{
    struct batches *count = context;

    count->bytes += batch->bytes;
    count->runs += batch->runs;
    if (batch->runs > count->runs_most)
        count->runs_most = batch->runs;
}

static void keep_ends(void *context, const struct rvt_frame_batch *batch)
{
    uint64_t *ends = context;

    ends[0] = batch->position[0];
    ends[1] = batch->position[batch->bytes - 1];
}

/* A capture of more than 4 GiB. Shows: FRM-012 */
Test(frame, positions_have_64_bits)
{
    static const uint8_t stream[RVT_FRAME_BYTES] = {0x21, 1, 2,  3,  4,  5,  6,  7,
                                                    8,    9, 10, 11, 12, 13, 14, 0};
    static struct rvt_deformatter deformatter;
    uint64_t ends[2] = {0, 0}, base = UINT64_C(5) << 32;
    const struct rvt_deformatter_output output = {.data = keep_ends, .context = ends};
    struct rvt_deformatter_config config;

    for (unsigned whole = 0; whole < 2; whole++) {
        rvt_deformatter_defaults(&config, false);
        rvt_deformatter_init(&deformatter, &config, &output);
        deformatter.position = base;
        for (size_t i = 0; i < sizeof stream; i += whole ? sizeof stream : 1)
            rvt_deformatter_push(&deformatter, stream + i, whole ? sizeof stream : 1);
        rvt_deformatter_finish(&deformatter);
        cr_expect(eq(u64, ends[0], base + 1));
        cr_expect(eq(u64, ends[1], base + 14));
    }
}

/* Frames of eight IDs each have few bytes and many runs: a batch is full of these first. */
Test(frame, a_batch_holds_the_runs_it_has_room_for)
{
    static struct rvt_deformatter deformatter;
    static uint8_t stream[RVT_FRAME_BYTES * 300];
    struct batches count = {0};
    const struct rvt_deformatter_output output = {.data = count_batch, .context = &count};
    struct rvt_deformatter_config config;

    for (size_t at = 0; at < sizeof stream; at += 4) {
        stream[at] = 0x03;
        stream[at + 2] = 0x05;
    }
    rvt_deformatter_defaults(&config, false);
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_push(&deformatter, stream, sizeof stream);
    rvt_deformatter_finish(&deformatter);
    cr_expect(eq(sz, count.bytes, 7 * 300));
    cr_expect(count.runs_most <= RVT_FRAME_BATCH_RUNS, "%zu runs", count.runs_most);
    cr_expect(count.runs >= 8 * 300);
}

static void count_ids(void *context, const uint8_t *data, size_t bytes)
{
    uint64_t *frames = context; /* frames, and how many of the latest are without ID */
    struct rvt_frame frame;

    cr_assert(eq(sz, bytes, RVT_FRAME_BYTES));
    rvt_frame_read(data, &frame);
    frames[0]++;
    frames[1] = frame.slot[0].kind == RVT_FRAME_ID ? 0 : frames[1] + 1;
}

/* The ID is repeated after as many frames as the configuration says, more than 2^16 too.
 * Shows: FRM-005 */
Test(frame, an_id_is_repeated_after_any_number_of_frames)
{
    enum { FRAMES = 65540 };
    static const uint8_t data[RVT_FRAME_SLOTS] = {0};
    const struct rvt_formatter_config config = {.id_frames = FRAMES};
    struct rvt_formatter formatter;
    uint64_t frames[2] = {0};

    rvt_formatter_init(&formatter, &config, count_ids, frames);
    cr_assert(eq(int, rvt_formatter_write(&formatter, 5, data, RVT_FRAME_SLOTS - 1, NULL), RVT_OK));
    for (unsigned i = 0; i < FRAMES; i++)
        cr_assert(eq(int, rvt_formatter_write(&formatter, 5, data, sizeof data, NULL), RVT_OK));
    cr_expect(eq(u64, frames[0], 1 + FRAMES));
    cr_expect(eq(u64, frames[1], FRAMES));
    cr_assert(eq(int, rvt_formatter_write(&formatter, 5, data, sizeof data, NULL), RVT_OK));
    rvt_formatter_flush(&formatter);
    cr_expect(eq(u64, frames[0], 3 + FRAMES));
    cr_expect(eq(u64, frames[1], 1), "the frame after the one with the ID");
}

struct syncs {
    uint64_t position[8], end[8];
    size_t bytes[8];
    unsigned count;
};

static void note_sync(void *context, const struct rvt_frame_event *event)
{
    struct syncs *syncs = context;

    cr_assert(event->kind == RVT_FRAME_EVENT_FSYNC && syncs->count < 8);
    syncs->position[syncs->count] = event->position;
    syncs->end[syncs->count] = event->end;
    syncs->bytes[syncs->count++] = event->bytes;
}

/* In memory a frame of four FSYNC is four events of four bytes. Shows: FRM-010 */
Test(frame, a_reset_in_memory_is_four_synchronisations)
{
    static const uint8_t stream[RVT_FRAME_BYTES] = {0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f,
                                                    0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f};
    static struct rvt_deformatter deformatter;
    struct syncs syncs = {.count = 0};
    const struct rvt_deformatter_output output = {.event = note_sync, .context = &syncs};
    struct rvt_deformatter_config config;

    rvt_deformatter_defaults(&config, false);
    config.reset_on_four = true;
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_push(&deformatter, stream, sizeof stream);
    rvt_deformatter_push(&deformatter, stream, sizeof stream);
    rvt_deformatter_finish(&deformatter);
    cr_assert(eq(uint, syncs.count, 8));
    for (unsigned i = 0; i < 8; i++) {
        cr_expect(eq(u64, syncs.position[i], 4 * i));
        cr_expect(eq(u64, syncs.end[i], 4 * i + 4));
        cr_expect(eq(sz, syncs.bytes[i], 4));
    }
    cr_expect(eq(u64, deformatter.counts.fsyncs, 8));
    cr_expect(eq(u64, deformatter.counts.resets, 2));
}

static void order_finding(void *context, const struct rvt_finding *finding)
{
    (void)finding;
    strcat(context, "f");
}

static void order_event(void *context, const struct rvt_frame_event *event)
{
    strcat(context, event->kind == RVT_FRAME_EVENT_FRAME ? "e" : "?");
}

static void order_data(void *context, const struct rvt_frame_batch *batch)
{
    (void)batch;
    strcat(context, "d");
}

/* Of each frame: its findings, the frame, its data. The ID of the first frame is unknown, that of
 * the second one reserved. */
Test(frame, findings_and_event_of_a_frame_precede_its_data)
{
    static const uint8_t stream[2 * RVT_FRAME_BYTES] = {0x10, 1,  2,  3,  4,  5, 6,    7, 8, 9,
                                                        10,   11, 12, 13, 14, 0, 0xe3, 1, 2, 3};
    static struct rvt_deformatter deformatter;
    char order[20] = "";
    const struct rvt_deformatter_output output = {
        .event = order_event, .data = order_data, .finding = order_finding, .context = order};
    struct rvt_deformatter_config config;

    rvt_deformatter_defaults(&config, false);
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_push(&deformatter, stream, sizeof stream);
    rvt_deformatter_finish(&deformatter);
    cr_expect(eq(str, order, TEXT("fedfed")));
}
