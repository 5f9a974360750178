/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Deformatter: any bytes in pieces of any size. Every byte belongs to one event, every data byte
 * stands where it is said to, and what is told does not depend on the pieces, nor the data on
 * whether anyone is told of events. Shows: FRM-012
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "transport/frame/deformatter.h"

struct told {
    const uint8_t *data;
    size_t size;
    uint64_t end, position; /* of the latest event; behind the latest data byte */
    uint64_t all, of_data;  /* digests of what was told */
};

static void digest(uint64_t *digest, uint64_t value)
{
    *digest = (*digest ^ value) * UINT64_C(0x100000001b3);
}

static void on_event(void *context, const struct rvt_frame_event *event)
{
    struct told *told = context;

    FUZZ_EXPECT(event->position == told->end && event->end > event->position);
    FUZZ_EXPECT(event->end <= told->size && event->bytes <= event->end - event->position);
    told->end = event->end;
    digest(&told->all, event->kind);
    digest(&told->all, event->end);
}

static void on_data(void *context, const struct rvt_frame_batch *batch)
{
    struct told *told = context;

    FUZZ_EXPECT(batch->runs <= RVT_FRAME_BATCH_RUNS);
    for (size_t run = 0; run < batch->runs; run++)
        for (size_t i = 0; i < rvt_frame_run_bytes(batch, run); i++) {
            size_t at = batch->run[run].first + i;
            FUZZ_EXPECT(batch->position[at] >= told->position && batch->position[at] < told->size);
            FUZZ_EXPECT(((told->data[batch->position[at]] ^ batch->data[at]) & 0xfe) == 0);
            told->position = batch->position[at] + 1;
            digest(&told->of_data, batch->run[run].id);
            digest(&told->of_data, batch->data[at]);
            digest(&told->of_data, batch->position[at]);
            digest(&told->all, told->of_data);
        }
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct told *told = context;

    FUZZ_EXPECT(finding->byte < told->size);
    digest(&told->all, finding->rule);
    digest(&told->all, finding->byte);
}

static struct told run(const struct rvt_deformatter_config *config, const uint8_t *data,
                       size_t size, size_t piece, bool events)
{
    static struct rvt_deformatter deformatter;
    struct told told = {.data = data, .size = size};
    const struct rvt_deformatter_output output = {.data = on_data,
                                                  .event = events ? on_event : NULL,
                                                  .finding = on_finding,
                                                  .context = &told};

    rvt_deformatter_init(&deformatter, config, &output);
    for (size_t at = 0; at < size; at += piece)
        rvt_deformatter_push(&deformatter, data + at, size - at < piece ? size - at : piece);
    rvt_deformatter_finish(&deformatter);
    FUZZ_EXPECT(told.end == (events ? size : 0));
    return told;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    uint8_t head = fuzz_byte(&input);
    const struct rvt_deformatter_config config = {.streaming = (head & 1) != 0,
                                                  .in_place = (head & 2) != 0,
                                                  .hsync = (head & 4) != 0,
                                                  .reset_on_four = (head & 8) != 0};
    struct told whole = run(&config, input.data, input.left, input.left + 1, true);
    struct told pieces = run(&config, input.data, input.left, 1 + (size_t)(head >> 4), true);
    struct told gathered = run(&config, input.data, input.left, input.left + 1, false);

    FUZZ_EXPECT(pieces.all == whole.all);
    FUZZ_EXPECT(gathered.of_data == whole.of_data);
    return 0;
}
