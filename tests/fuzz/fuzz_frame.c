/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Deformatter: any bytes in pieces of any size. Every byte belongs to one event, every data byte is
 * at its reported position, the reports do not depend on the pieces, and the data do not depend on
 * whether there is a sink for events. Shows: FRM-012
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "transport/frame/deformatter.h"

struct reported {
    const uint8_t *data;
    size_t size;
    uint64_t end, position; /* of the latest event; after the latest data byte */
    uint64_t all, of_data;  /* digests of the reports */
};

static void digest(uint64_t *digest, uint64_t value)
{
    *digest = (*digest ^ value) * UINT64_C(0x100000001b3);
}

static void on_event(void *context, const struct rvt_frame_event *event)
{
    struct reported *reported = context;

    FUZZ_EXPECT(event->position == reported->end && event->end > event->position);
    FUZZ_EXPECT(event->end <= reported->size && event->bytes <= event->end - event->position);
    reported->end = event->end;
    digest(&reported->all, event->kind);
    digest(&reported->all, event->end);
}

static void on_data(void *context, const struct rvt_frame_batch *batch)
{
    struct reported *reported = context;

    FUZZ_EXPECT(batch->runs <= RVT_FRAME_BATCH_RUNS);
    for (size_t run = 0; run < batch->runs; run++)
        for (size_t i = 0; i < rvt_frame_run_bytes(batch, run); i++) {
            size_t at = batch->run[run].first + i;
            FUZZ_EXPECT(batch->position[at] >= reported->position &&
                        batch->position[at] < reported->size);
            FUZZ_EXPECT(((reported->data[batch->position[at]] ^ batch->data[at]) & 0xfe) == 0);
            reported->position = batch->position[at] + 1;
            digest(&reported->of_data, batch->run[run].id);
            digest(&reported->of_data, batch->data[at]);
            digest(&reported->of_data, batch->position[at]);
            digest(&reported->all, reported->of_data);
        }
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct reported *reported = context;

    FUZZ_EXPECT(finding->byte < reported->size);
    digest(&reported->all, finding->rule);
    digest(&reported->all, finding->byte);
}

static struct reported run(const struct rvt_deformatter_config *config, const uint8_t *data,
                           size_t size, size_t piece, bool events)
{
    static struct rvt_deformatter deformatter;
    struct reported reported = {.data = data, .size = size};
    const struct rvt_deformatter_output output = {.data = on_data,
                                                  .event = events ? on_event : NULL,
                                                  .finding = on_finding,
                                                  .context = &reported};

    rvt_deformatter_init(&deformatter, config, &output);
    for (size_t at = 0; at < size; at += piece)
        rvt_deformatter_push(&deformatter, data + at, size - at < piece ? size - at : piece);
    rvt_deformatter_finish(&deformatter);
    FUZZ_EXPECT(reported.end == (events ? size : 0));
    return reported;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    uint8_t head = fuzz_byte(&input);
    const struct rvt_deformatter_config config = {.streaming = (head & 1) != 0,
                                                  .in_place = (head & 2) != 0,
                                                  .hsync = (head & 4) != 0,
                                                  .reset_on_four = (head & 8) != 0};
    struct reported whole = run(&config, input.data, input.left, input.left + 1, true);
    struct reported pieces = run(&config, input.data, input.left, 1 + (size_t)(head >> 4), true);
    struct reported gathered = run(&config, input.data, input.left, input.left + 1, false);

    FUZZ_EXPECT(pieces.all == whole.all);
    FUZZ_EXPECT(gathered.of_data == whole.of_data);
    return 0;
}
