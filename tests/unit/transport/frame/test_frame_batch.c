/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The fast way through frames against the slow one: a batch of random frames holds the data, the
 * positions and the runs that their slots give one by one. Shows: FRM-001, FRM-002, FRM-003,
 * FRM-004, FRM-005, FRM-006, FRM-007, FRM-012
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "tests/unit/random.h"
#include "transport/frame/deformatter.h"

enum { BATCHES = 400, BYTES_MAX = RVT_FRAME_BATCH_BYTES };

/* What slots give: each byte with its position and ID, and the current ID. */
struct slots {
    size_t bytes;
    uint8_t data[BYTES_MAX];
    uint64_t position[BYTES_MAX];
    unsigned id[BYTES_MAX];
    unsigned current;
};

/* Takes a frame slot by slot. Returns whether a checker needs to look at it. */
static bool take_slots(struct slots *to, const uint8_t *bytes, uint64_t position)
{
    struct rvt_frame frame;
    unsigned before = to->current; /* the ID of the next byte */
    bool look = false;

    rvt_frame_read(bytes, &frame);
    for (unsigned slot = 0; slot < RVT_FRAME_SLOTS; slot++) {
        unsigned value = frame.slot[slot].value;

        if (frame.slot[slot].kind == RVT_FRAME_DATA) {
            to->data[to->bytes] = (uint8_t)value;
            to->position[to->bytes] = position + slot;
            to->id[to->bytes++] = before;
            before = to->current;
            continue;
        }
        look = look || value == to->current || value > RVT_FRAME_ID_SOURCE_MAX;
        look = look || (frame.slot[slot].kind == RVT_FRAME_ID_DELAYED && slot == 14);
        before = frame.slot[slot].kind == RVT_FRAME_ID_DELAYED ? to->current : value;
        to->current = value;
    }
    return look;
}

/* Data, IDs that change, repeat or are reserved, each delayed or not. */
static void random_frame(uint64_t *seed, uint8_t *bytes)
{
    static const uint8_t ids[] = {0x00, 0x01, 0x02, 0x41, 0x6f, 0x70, 0x7d, 0x7f};
    unsigned density = random_below(seed, 4);

    for (unsigned at = 0; at < RVT_FRAME_BYTES; at++)
        bytes[at] = (uint8_t)next_random(seed);
    for (unsigned at = 0; at < RVT_FRAME_SLOTS; at += 2) {
        bool id = density > 0 && random_below(seed, 4) < density;
        unsigned range = random_below(seed, 8) == 0 ? 8 : 5;

        bytes[at] = (uint8_t)(id ? ids[random_below(seed, range)] * 2u + 1u : bytes[at] & ~1u);
    }
}

static void compare(const struct rvt_frame_batch *batch, const struct slots *slots, uint64_t seed)
{
    size_t at = 0;

    cr_assert(batch->bytes == slots->bytes && rvt_frame_batch_id(batch) == slots->current,
              "seed %llx: %zu bytes, not %zu; ID %x, not %x", (unsigned long long)seed,
              batch->bytes, slots->bytes, rvt_frame_batch_id(batch), slots->current);
    for (size_t run = 0; run < batch->runs; run++) {
        cr_assert(eq(sz, batch->run[run].first, at));
        for (size_t end = at + rvt_frame_run_bytes(batch, run); at < end; at++)
            cr_assert(batch->data[at] == slots->data[at] && batch->run[run].id == slots->id[at] &&
                          batch->position[at] == slots->position[at],
                      "seed %llx: byte %zu: %02x of %02x at %llx", (unsigned long long)seed, at,
                      batch->data[at], batch->run[run].id, (unsigned long long)batch->position[at]);
    }
    cr_assert(eq(sz, at, slots->bytes));
}

Test(frame_batch, holds_what_the_slots_of_its_frames_give)
{
    static struct rvt_frame_batch batch;
    static struct slots slots;
    uint64_t seed = 1, position = UINT64_C(3) << 32;
    unsigned looks = 0, quiet = 0;

    for (unsigned i = 0; i < BATCHES; i++) {
        uint64_t first = seed;

        slots.bytes = 0;
        slots.current = i % 3 == 0 ? RVT_FRAME_ID_NONE : random_below(&seed, 4);
        rvt_frame_batch_start(&batch, slots.current);
        for (unsigned left = 1 + random_below(&seed, 64);
             left > 0 && rvt_frame_batch_has_room(&batch); left--) {
            uint8_t bytes[RVT_FRAME_BYTES];

            random_frame(&seed, bytes);
            bool look = take_slots(&slots, bytes, position);
            cr_assert(rvt_frame_unpack(bytes, position, &batch) == look, "seed %llx",
                      (unsigned long long)first);
            looks += look;
            quiet += !look;
            position += RVT_FRAME_BYTES;
        }
        compare(&batch, &slots, first);
    }
    cr_assert(looks > BATCHES && quiet > BATCHES, "%u and %u frames", looks, quiet);
}

Test(frame_batch, has_room_for_the_longest_frame_and_the_most_runs)
{
    static struct rvt_frame_batch batch;

    rvt_frame_batch_start(&batch, 1);
    batch.bytes = RVT_FRAME_BATCH_BYTES - RVT_FRAME_SLOTS;
    batch.runs = RVT_FRAME_BATCH_RUNS - RVT_FRAME_IDS;
    cr_expect(rvt_frame_batch_has_room(&batch));
    batch.bytes++;
    cr_expect(not(rvt_frame_batch_has_room(&batch)));
    batch.bytes--;
    batch.runs++;
    cr_expect(not(rvt_frame_batch_has_room(&batch)));
}

/* ff at an even place is synchronisation or the forbidden ID; no other byte is. Shows: FRM-009 */
Test(frame_batch, fill_is_found_at_even_places_alone)
{
    static const uint8_t others[] = {0x00, 0xfe, 0x7f, 0x80, 0x01};
    uint8_t bytes[RVT_FRAME_BYTES];

    for (size_t other = 0; other < sizeof others; other++)
        for (unsigned at = 0; at < RVT_FRAME_BYTES; at++)
            for (unsigned value = 0; value < 256; value++) {
                memset(bytes, others[other], sizeof bytes);
                bytes[at] = (uint8_t)value;
                cr_assert(rvt_frame_has_fill(bytes) == (value == 0xff && at % 2 == 0),
                          "%02x at %u among %02x", value, at, others[other]);
            }
    memset(bytes, 0, sizeof bytes);
    for (unsigned at = 1; at < RVT_FRAME_BYTES; at += 2)
        bytes[at] = 0xff;
    cr_expect(not(rvt_frame_has_fill(bytes)));
}

static void count_batch(void *context, const struct rvt_frame_batch *batch)
{
    size_t *counts = context;

    counts[0]++;
    counts[1] += batch->bytes;
}

/* The data of several frames comes in as few batches as they fill; with events, frame by frame. */
Test(frame_batch, frames_of_a_piece_are_handed_out_together)
{
    enum { FRAMES = 3 * RVT_FRAME_BATCH_BYTES / 15 };
    static struct rvt_deformatter deformatter;
    static uint8_t frames[FRAMES * RVT_FRAME_BYTES];
    size_t counts[2] = {0};
    const struct rvt_deformatter_output output = {.data = count_batch, .context = counts};
    struct rvt_deformatter_config config;

    frames[0] = 1 << 1 | 1;
    rvt_deformatter_defaults(&config, false);
    rvt_deformatter_init(&deformatter, &config, &output);
    rvt_deformatter_push(&deformatter, frames, sizeof frames);
    cr_expect(le(sz, counts[0], 4));
    cr_expect(eq(sz, counts[1], 15 * (size_t)FRAMES - 1));
}
