/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The output of one packet: reported as a whole, up to what is proved, or not at all. */
#include "tests/unit/checks.h"

#include <criterion/criterion.h>

#include <stdlib.h>

#include "decoder/output_buffer.h"

/* Of the packet, above 32 bits. */
#define ORDINAL (UINT64_C(1) << 40 | 7)

static const struct rvt_insn add = {.size = 4}, c_add = {.size = 2};

struct received {
    unsigned ranges, traps, events;
    uint64_t last;
    struct rvt_range range; /* the latest one */
};

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct received *received = context;

    received->ranges++;
    cr_expect(range->packet == ORDINAL);
    received->last = range->last;
    received->range = *range;
    return RVT_OK;
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct received *received = context;

    received->traps++;
    cr_expect(trap->packet == ORDINAL);
    return RVT_OK;
}

static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    struct received *received = context;

    (void)packet;
    received->events++;
    return event == RVT_EVENT_LOST ? RVT_ERR_IO : event == RVT_EVENT_ENDED ? RVT_WAIT : RVT_OK;
}

static struct rvt_output_buffer *open_buffer(const struct rvt_decoder_output *output)
{
    struct rvt_output_buffer *buffer = calloc(1, sizeof(*buffer));

    cr_assert(buffer != NULL);
    buffer->output = output;
    buffer->limit = RVT_OUTPUT_BUFFER_MAX;
    rvt_output_buffer_begin(buffer, NULL, ORDINAL);
    return buffer;
}

Test(output_buffer, nothing_is_reported_before_the_flush)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);
    const struct rvt_trap trap = {.ecause = 5};

    rvt_output_buffer_range(buffer, 0x1000, 0x1004, 2, &add, false);
    rvt_output_buffer_trap(buffer, &trap);
    rvt_output_buffer_prove(buffer);
    rvt_output_buffer_event(buffer, RVT_EVENT_SYNC);
    cr_expect(rvt_output_buffer_step(buffer, 0x2000, 0x2000, 1, &c_add, false));
    cr_expect(received.ranges + received.traps + received.events == 0);
    cr_assert(rvt_output_buffer_flush(buffer) == RVT_OK);
    cr_expect(received.ranges == 2 && received.traps == 1 && received.events == 1);
    cr_expect(received.last == 0x2000 && buffer->instructions == 3 && buffer->latest == 0x2000);
    free(buffer);
}

Test(output_buffer, what_is_not_proved_is_dropped_after_a_fault)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {
        .range = on_range, .event = on_event, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    rvt_output_buffer_range(buffer, 0x1000, 0x1004, 2, &add, false);
    rvt_output_buffer_prove(buffer);
    rvt_output_buffer_event(buffer, RVT_EVENT_SYNC);
    rvt_output_buffer_keep_proved(buffer);
    cr_assert(rvt_output_buffer_flush(buffer) == RVT_OK);
    cr_expect(received.ranges == 1 && received.events == 0 && received.last == 0x1004);
    free(buffer);
}

Test(output_buffer, a_flush_goes_on_after_a_pause_and_stops_at_a_refusal)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {
        .range = on_range, .event = on_event, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    rvt_output_buffer_event(buffer, RVT_EVENT_ENDED);
    rvt_output_buffer_range(buffer, 0x1000, 0x1000, 1, &add, false);
    rvt_output_buffer_event(buffer, RVT_EVENT_LOST);
    rvt_output_buffer_range(buffer, 0x2000, 0x2000, 1, &add, false);
    cr_expect(rvt_output_buffer_flush(buffer) == RVT_WAIT);
    cr_expect(received.events == 1 && received.ranges == 0);
    cr_expect(rvt_output_buffer_flush(buffer) == RVT_ERR_SINK);
    cr_expect(received.events == 2 && received.ranges == 1 && buffer->reported);
    free(buffer);
}

/* Shows: ETR-DEC-003 */
Test(output_buffer, a_range_has_its_last_instruction)
{
    static const struct rvt_insn insn[] = {
        {.kind = RVT_INSN_BRANCH, .size = 2},
        {.kind = RVT_INSN_UNINFERABLE, .size = 4, .jump_class = RVT_ITYPE_OTHER_INFERABLE_JUMP},
        {.kind = RVT_INSN_UNKNOWN, .size = 4},
    };
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {.range = on_range, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    for (unsigned i = 0; i < 2 * sizeof insn / sizeof *insn; i++) {
        const struct rvt_insn *last = &insn[i / 2];
        if (i % 2 == 0)
            rvt_output_buffer_range(buffer, 0x1000, 0x1004, 2, last, i < 2);
        else
            cr_assert(rvt_output_buffer_step(buffer, 0x1000, 0x1004, 2, last, i < 2));
        cr_assert(rvt_output_buffer_flush(buffer) == RVT_OK);
        cr_expect(rvt_range_kind(&received.range) == last->kind && received.range.taken == (i < 2));
        cr_expect(rvt_range_jump_class(&received.range) == last->jump_class);
        cr_expect(received.range.last_size == last->size);
    }
    free(buffer);
}

Test(output_buffer, a_trial_keeps_nothing)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {.range = on_range, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    buffer->mode = RVT_OUTPUT_DISCARDED;
    rvt_output_buffer_range(buffer, 0x1000, 0x1000, 1, &add, false);
    cr_expect(rvt_output_buffer_step(buffer, 0x1000, 0x1000, 1, &add, false));
    cr_expect(received.ranges == 0 && buffer->count == 0);
    free(buffer);
}

Test(output_buffer, what_comes_after_a_full_buffer_is_kept_apart)
{
    struct received received = {.ranges = 0};
    const struct rvt_decoder_output output = {.range = on_range, .context = &received};
    struct rvt_output_buffer *buffer = open_buffer(&output);

    for (uint64_t i = 1; i < RVT_OUTPUT_BUFFER_MAX; i++)
        cr_assert(rvt_output_buffer_step(buffer, 4 * i, 4 * i, 1, &add, false));
    cr_expect(rvt_output_buffer_is_full(buffer) == false);
    cr_expect(rvt_output_buffer_step(buffer, 0x8000, 0x8000, 1, &add, false) == false);
    cr_expect(rvt_output_buffer_is_full(buffer) && buffer->laters == 0);
    rvt_output_buffer_path(buffer);
    rvt_output_buffer_range(buffer, 0x9000, 0x9000, 1, &add, false);
    cr_expect(buffer->laters == 2 && buffer->later[0].kind == RVT_OUTPUT_PATH);
    cr_expect(buffer->later[1].kind == RVT_OUTPUT_RANGE && buffer->later[1].first == 0x9000);
    cr_expect(rvt_output_buffer_flush(buffer) == RVT_OK);
    cr_expect(received.ranges == RVT_OUTPUT_BUFFER_MAX && received.last == 0x8000);
    rvt_output_buffer_drop(buffer);
    cr_expect(buffer->count == 0 && buffer->laters == 0);
    free(buffer);
}
