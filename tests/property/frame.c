/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Formatter and deformatter: the data of sources in any order come out with their IDs, order and
 * positions, however the stream is divided into pieces, and from the next FSYNC on after any
 * damage. Every byte of any stream belongs to one event. Shows: FRM-001, FRM-002, FRM-003, FRM-004,
 * FRM-005, FRM-006, FRM-007, FRM-008, FRM-009, FRM-010, FRM-012
 */
#include <criterion/criterion.h>

#include <string.h>

#include "tests/unit/random.h"
#include "transport/frame/deformatter.h"
#include "transport/frame/formatter.h"

enum { SENT_MAX = 1024, STREAM_MAX = 8192, ROUND_TRIPS = 3000, DAMAGES = 10000, NOISES = 3000 };

/* A byte of a source; position: where the deformatter found it. */
struct item {
    unsigned id;
    uint8_t byte;
    uint64_t position;
};

struct trial {
    struct item sent[SENT_MAX], reported[STREAM_MAX];
    size_t sent_count, reported_count;
    uint8_t stream[STREAM_MAX], rebuilt[STREAM_MAX];
    size_t bytes;
    uint64_t end;  /* of the latest event */
    unsigned bad;  /* findings except infos */
    uint64_t seed; /* for messages */
    struct rvt_deformatter deformatter;
};

static struct trial trial;

static void on_bytes(void *context, const uint8_t *data, size_t bytes)
{
    struct trial *t = context;

    cr_assert(t->bytes + bytes <= STREAM_MAX);
    memcpy(t->stream + t->bytes, data, bytes);
    t->bytes += bytes;
}

static void on_data(void *context, const struct rvt_frame_batch *batch)
{
    struct trial *t = context;

    cr_assert(batch->runs <= RVT_FRAME_BATCH_RUNS);
    for (size_t run = 0; run < batch->runs; run++)
        for (size_t i = 0; i < rvt_frame_run_bytes(batch, run); i++) {
            size_t at = batch->run[run].first + i;
            cr_assert(t->reported_count < STREAM_MAX);
            t->reported[t->reported_count++] =
                (struct item){batch->run[run].id, batch->data[at], batch->position[at]};
        }
}

static void put_rebuilt(struct trial *t, uint64_t position, const uint8_t *data, size_t bytes)
{
    cr_assert(position + bytes <= t->bytes);
    memcpy(t->rebuilt + position, data, bytes);
}

/* Writes the bytes of the event to their position; HSYNC lies between its halfwords. */
static void on_event(void *context, const struct rvt_frame_event *event)
{
    struct trial *t = context;
    bool spread = event->kind == RVT_FRAME_EVENT_FRAME || event->kind == RVT_FRAME_EVENT_CUT;

    cr_assert(event->position == t->end && event->end > t->end && event->end <= t->bytes,
              "an event from %llu to %llu after %llu", (unsigned long long)event->position,
              (unsigned long long)event->end, (unsigned long long)t->end);
    for (uint64_t at = event->position; spread && at < event->end; at++)
        t->rebuilt[at] = (at - event->position) % 2 == 0 ? 0xff : 0x7f;
    for (size_t at = 0; spread && at < event->bytes; at += 2)
        put_rebuilt(t, event->halfword[at / 2], event->data + at, event->bytes - at < 2 ? 1 : 2);
    if (!spread)
        put_rebuilt(t, event->position, event->data, event->bytes);
    t->end = event->end;
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct trial *t = context;

    t->bad += rvt_rule_text(finding->rule)->severity != RVT_SEVERITY_INFO;
}

static unsigned below(struct trial *t, unsigned limit)
{
    return random_below(&t->seed, limit);
}

/* Data of some sources in runs of random length; a formatter of any configuration packs them. */
static void make_stream(struct trial *t, const struct rvt_formatter_config *config)
{
    static const unsigned ids[] = {0x01, 0x10, 0x6f, 0x33, RVT_FRAME_ID_TRIGGER};
    unsigned sources = 1 + below(t, 5), run = 1 + below(t, below(t, 2) ? 3 : 40);
    size_t wanted = 1 + below(t, SENT_MAX);
    struct rvt_formatter formatter;

    t->bytes = t->sent_count = 0;
    rvt_formatter_init(&formatter, config, on_bytes, t);
    while (t->sent_count < wanted) {
        struct item item = {ids[below(t, sources)], 0, 0};

        for (unsigned left = 1 + below(t, run); left > 0 && t->sent_count < wanted; left--) {
            item.byte = below(t, 4) == 0 ? 0xff : (uint8_t)next_random(&t->seed);
            t->sent[t->sent_count++] = item;
            cr_assert(rvt_formatter_write(&formatter, item.id, &item.byte, 1, NULL) == RVT_OK);
        }
        if (below(t, 64) == 0)
            rvt_formatter_flush(&formatter);
    }
    rvt_formatter_flush(&formatter);
}

static void random_formatter(struct trial *t, struct rvt_formatter_config *config)
{
    *config = (struct rvt_formatter_config){.fsync_frames = below(t, 3) * below(t, 9),
                                            .hsync_halfwords = below(t, 3) * below(t, 20),
                                            .id_frames = below(t, 4),
                                            .id_after_fsync = below(t, 2) != 0,
                                            .no_delay = below(t, 3) == 0,
                                            .at_once = below(t, 2) != 0};
}

/* Without a sink for events, the data of many frames are reported at once. They are the same. */
static void read_at_once(struct trial *t, const struct rvt_deformatter_config *config)
{
    static struct item reported[STREAM_MAX];
    const struct rvt_deformatter_output output = {
        .data = on_data, .finding = on_finding, .context = t};
    size_t count = t->reported_count;
    unsigned bad = t->bad;

    memcpy(reported, t->reported, sizeof reported);
    t->reported_count = t->bad = 0;
    rvt_deformatter_init(&t->deformatter, config, &output);
    rvt_deformatter_push(&t->deformatter, t->stream, t->bytes);
    rvt_deformatter_finish(&t->deformatter);
    cr_assert(t->reported_count == count && t->bad == bad);
    for (size_t i = 0; i < count; i++)
        cr_assert(t->reported[i].id == reported[i].id && t->reported[i].byte == reported[i].byte &&
                      t->reported[i].position == reported[i].position,
                  "byte %zu differs without events", i);
}

/* The whole stream, in pieces of random size up to piece. */
static void read_stream(struct trial *t, const struct rvt_deformatter_config *config,
                        unsigned piece)
{
    const struct rvt_deformatter_output output = {
        .data = on_data, .event = on_event, .finding = on_finding, .context = t};

    t->reported_count = 0;
    t->end = t->bad = 0;
    rvt_deformatter_init(&t->deformatter, config, &output);
    for (size_t at = 0, size = 0; at < t->bytes; at += size) {
        size = 1 + below(t, piece);
        size = t->bytes - at < size ? t->bytes - at : size;
        rvt_deformatter_push(&t->deformatter, t->stream + at, size);
    }
    rvt_deformatter_finish(&t->deformatter);
    cr_assert(t->end == t->bytes, "events end at %llu of %zu", (unsigned long long)t->end,
              t->bytes);
    cr_assert(memcmp(t->rebuilt, t->stream, t->bytes) == 0, "events report other bytes");
    read_at_once(t, config);
}

/* Positions rise, and point to the byte; its low bit may be elsewhere. */
static void check_positions(const struct trial *t)
{
    for (size_t i = 0; i < t->reported_count; i++) {
        cr_assert(i == 0 || t->reported[i].position > t->reported[i - 1].position);
        cr_assert(t->reported[i].position < t->bytes);
        cr_assert((t->stream[t->reported[i].position] & 0xfe) == (t->reported[i].byte & 0xfe));
    }
}

Test(frame, what_sources_send_comes_out)
{
    struct trial *t = &trial;
    struct rvt_formatter_config formatter;
    struct rvt_deformatter_config reader;

    for (unsigned round = 0; round < ROUND_TRIPS; round++) {
        size_t found = 0;

        t->seed = round;
        random_formatter(t, &formatter);
        make_stream(t, &formatter);
        rvt_deformatter_defaults(&reader, formatter.fsync_frames + formatter.hsync_halfwords > 0);
        reader.in_place = reader.streaming && (formatter.fsync_frames == 0 || below(t, 2));
        read_stream(t, &reader, below(t, 2) ? 4096 : 7);
        check_positions(t);
        cr_assert(t->bad == 0, "round %u: %u findings", round, t->bad);
        for (size_t i = 0; i < t->reported_count; i++) {
            if (t->reported[i].id == RVT_FRAME_ID_NULL)
                continue;
            cr_assert(found < t->sent_count && t->reported[i].id == t->sent[found].id &&
                          t->reported[i].byte == t->sent[found].byte,
                      "round %u: byte %zu differs", round, found);
            found++;
        }
        cr_assert(found == t->sent_count, "round %u: %zu of %zu bytes", round, found,
                  t->sent_count);
    }
}

/* The sink receives each byte once it is known: the same bytes, in order. */
Test(frame, at_once_is_the_same_stream)
{
    struct trial *t = &trial;
    struct rvt_formatter_config formatter;

    for (unsigned round = 0; round < ROUND_TRIPS; round++) {
        t->seed = round;
        random_formatter(t, &formatter);
        uint64_t seed = t->seed;
        make_stream(t, &formatter);
        size_t bytes = t->bytes;
        memcpy(t->rebuilt, t->stream, bytes);
        t->seed = seed;
        formatter.at_once = true;
        make_stream(t, &formatter);
        cr_assert(t->bytes == bytes && memcmp(t->rebuilt, t->stream, bytes) == 0, "round %u",
                  round);
    }
}

/* Changes, removes or adds a few bytes from at on. Returns the end of the damage. */
static size_t damage(struct trial *t, size_t at, int64_t *shift)
{
    size_t bytes = 1 + below(t, 20), end = at + bytes < t->bytes ? at + bytes : t->bytes;
    unsigned kind = below(t, 3);

    *shift = 0;
    if (kind == 0 && t->bytes + bytes <= STREAM_MAX) {
        memmove(t->stream + at + bytes, t->stream + at, t->bytes - at);
        t->bytes += bytes;
        *shift = (int64_t)bytes;
        end = at + bytes;
    } else if (kind == 1) {
        memmove(t->stream + at, t->stream + end, t->bytes - end);
        t->bytes -= end - at;
        *shift = -(int64_t)(end - at);
        return at;
    }
    for (size_t i = at; i < end; i++)
        t->stream[i] = below(t, 3) == 0 ? 0xff : (uint8_t)next_random(&t->seed);
    return end;
}

/* The first FSYNC at or after at; bytes if there is none. */
static size_t next_fsync(const struct trial *t, size_t at)
{
    for (; at + RVT_FSYNC_BYTES <= t->bytes; at++)
        if (memcmp(t->stream + at, "\xff\xff\xff\x7f", RVT_FSYNC_BYTES) == 0)
            return at;
    return t->bytes;
}

Test(frame, data_are_right_from_the_next_fsync_on)
{
    static struct item whole[STREAM_MAX];
    struct trial *t = &trial;
    struct rvt_deformatter_config reader;
    unsigned compared = 0;

    rvt_deformatter_defaults(&reader, true);
    for (unsigned round = 0; round < DAMAGES; round++) {
        struct rvt_formatter_config formatter = {.fsync_frames = 1, .id_after_fsync = true};
        int64_t shift = 0;

        t->seed = 1000000 + round;
        formatter.fsync_frames += below(t, 8);
        formatter.hsync_halfwords = below(t, 2) * below(t, 9);
        make_stream(t, &formatter);
        read_stream(t, &reader, 4096);
        memcpy(whole, t->reported, sizeof whole);
        size_t count = t->reported_count, from = 0, got = 0;
        size_t good = next_fsync(t, damage(t, below(t, (unsigned)t->bytes), &shift));
        read_stream(t, &reader, 64);
        while (from < count && (int64_t)whole[from].position + shift < (int64_t)good)
            from++;
        /* A damaged frame may end within the first bytes of the FSYNC. */
        while (got < t->reported_count && t->reported[got].position < good + RVT_FSYNC_BYTES)
            got++;
        cr_assert(t->reported_count - got == count - from,
                  "round %u: %zu bytes after FSYNC, not %zu", round, t->reported_count - got,
                  count - from);
        for (; from < count; from++, got++, compared++)
            cr_assert(t->reported[got].id == whole[from].id &&
                          t->reported[got].byte == whole[from].byte &&
                          (int64_t)t->reported[got].position ==
                              (int64_t)whole[from].position + shift,
                      "round %u: a byte after FSYNC differs", round);
    }
    cr_assert(compared > DAMAGES);
}

/* Random bytes, with frequent synchronisation. */
Test(frame, any_bytes_are_events)
{
    struct trial *t = &trial;

    for (unsigned round = 0; round < NOISES; round++) {
        struct rvt_deformatter_config reader;

        t->seed = 2000000 + round;
        t->bytes = below(t, 512);
        for (size_t i = 0; i < t->bytes; i++)
            t->stream[i] = below(t, 3) == 0   ? 0xff
                           : below(t, 4) == 0 ? 0x7f
                                              : (uint8_t)next_random(&t->seed);
        rvt_deformatter_defaults(&reader, below(t, 3) != 0);
        reader.in_place = below(t, 2) != 0;
        reader.hsync = below(t, 4) != 0;
        reader.reset_on_four = below(t, 2) != 0;
        read_stream(t, &reader, 1 + below(t, 40));
        check_positions(t);
    }
}
