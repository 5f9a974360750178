/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The output of one packet: reported as a whole, up to what is proved, at once, or not at all. */
#include "tests/unit/checks.h"

#include <criterion/criterion.h>

#include <stdlib.h>

#include "decoder/output_buffer.h"

struct received {
    unsigned ranges, traps, events;
    uint64_t last;
};

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct received *received = context;

    received->ranges++;
    received->last = range->last;
    return RVT_OK;
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct received *received = context;

    received->traps++;
    cr_expect(trap->packet == 7);
    return RVT_OK;
}

static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    struct received *received = context;

    (void)packet;
    received->events++;
    return event == RVT_EVENT_LOST ? RVT_ERR_IO : RVT_OK;
}

static struct rvt_output_buffer *open_buffer(const struct rvt_decoder_output *output)
{
    struct rvt_output_buffer *buffer = calloc(1, sizeof(*buffer));

    cr_assert(buffer != NULL);
    buffer->output = output;
    rvt_output_buffer_begin(buffer, NULL, 7);
    return buffer;
}

Test(output_buffer, nothing_is_reported_before_the_flush)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);
    const struct rvt_trap trap = {.ecause = 5};

    cr_assert(rvt_output_buffer_range(buffer, 0x1000, 0x1004, 2, 4) == RVT_OK);
    cr_assert(rvt_output_buffer_trap(buffer, &trap) == RVT_OK);
    rvt_output_buffer_prove(buffer);
    cr_assert(rvt_output_buffer_event(buffer, RVT_EVENT_SYNC) == RVT_OK);
    cr_assert(rvt_output_buffer_range(buffer, 0x2000, 0x2000, 1, 2) == RVT_OK);
    cr_expect(received.ranges + received.traps + received.events == 0);
    cr_assert(rvt_output_buffer_flush(buffer, true) == RVT_OK);
    cr_expect(received.ranges == 1 && received.traps == 1 && received.events == 0);
    cr_expect(received.last == 0x1004 && buffer->instructions == 2 && buffer->latest == 0x1004);
    cr_assert(rvt_output_buffer_flush(buffer, false) == RVT_OK);
    cr_expect(received.ranges == 3 && received.events == 1 && received.last == 0x2000);
    free(buffer);
}

Test(output_buffer, direct_output_and_trials)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {
        .range = on_range, .event = on_event, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    buffer->mode = RVT_OUTPUT_DISCARDED;
    cr_assert(rvt_output_buffer_range(buffer, 0x1000, 0x1000, 1, 4) == RVT_OK);
    cr_expect(received.ranges == 0 && buffer->count == 0);
    buffer->mode = RVT_OUTPUT_DIRECT;
    cr_assert(rvt_output_buffer_range(buffer, 0x1000, 0x1000, 1, 4) == RVT_OK);
    cr_expect(received.ranges == 1 && buffer->reported);
    cr_expect(rvt_output_buffer_event(buffer, RVT_EVENT_LOST) == RVT_ERR_SINK);
    free(buffer);
}

Test(output_buffer, more_than_fits_is_an_overflow)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {.range = on_range, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    for (uint64_t i = 0; i < RVT_OUTPUT_BUFFER_MAX; i++)
        cr_assert(rvt_output_buffer_range(buffer, 4 * i, 4 * i, 1, 4) == RVT_OK);
    cr_expect(buffer->overflow == false);
    cr_assert(rvt_output_buffer_range(buffer, 0, 0, 1, 4) == RVT_OK);
    cr_expect(buffer->overflow && buffer->count == RVT_OUTPUT_BUFFER_MAX);
    free(buffer);
}
