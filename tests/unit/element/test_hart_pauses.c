/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Of a packet with many elements few wait, wherever the sink pauses. Shows: ETR-DEC-016 */
#include "tests/unit/element/element_rig.h"

#include "element/hart_elements.h"

/* The first branch; a jump and a branch for each prediction, and for the misprediction. */
enum { LOOPS = 5031, RANGES = 1 + 2 * (LOOPS + 1) };

static const struct program loop = PROGRAM(BEQ(8), JAL(0, -4), ADD);

struct rig {
    struct rvt_config config;
    struct rvt_image *image;
    struct rvt_element_queue queue;
    struct rvt_hart_elements *hart;
    struct capture capture;
    uint64_t ranges, others;
    unsigned every; /* it asks for a pause at each one of so many; 0: never */
};

static enum rvt_response take_element(void *context, const struct rvt_element *element)
{
    struct rig *rig = context;

    if (element->kind == RVT_ELEMENT_INSTR_RANGE) {
        cr_assert(element->range.start == (rig->ranges % 2 == 0 ? 0x1000 : 0x1004));
        rig->ranges++;
    } else {
        rig->others++;
    }
    bool waits = rig->every > 0 && (rig->ranges + rig->others) % rig->every == 0;
    return waits ? RVT_RESP_WAIT : RVT_RESP_CONT;
}

static void open_rig(struct rig *rig)
{
    const struct rvt_packet start = START(0x1000), count = COUNT(LOOPS - 31);

    *rig = (struct rig){.config = full_config()};
    rig->config.params.nocontext_p = true;
    rig->config.params.bpred_size_p = 4;
    rig->config.options.branch_prediction = true;
    rig->image = assemble(loop.code, loop.count);
    cr_assert(rvt_element_queue_init(&rig->queue, take_element, rig) == RVT_OK);
    const struct rvt_hart_elements_options options = {
        .config = &rig->config, .image = rig->image, .queue = &rig->queue};
    cr_assert(rvt_hart_elements_open(&options, &rig->hart) == RVT_OK);
    capture_packet(&rig->capture, &rig->config, 0, &start);
    capture_packet(&rig->capture, &rig->config, 0, &count);
}

static void close_rig(struct rig *rig)
{
    rvt_hart_elements_close(rig->hart);
    rvt_element_queue_fini(&rig->queue);
    rvt_image_close(rig->image);
}

static void feed(struct rig *rig)
{
    cr_assert(rvt_hart_elements_feed(rig->hart, rig->capture.byte, NULL, rig->capture.bytes) ==
              RVT_OK);
    cr_assert(rvt_hart_elements_end(rig->hart, rig->capture.bytes) == RVT_OK);
}

/* Decodes to the end. */
static void finish(struct rig *rig)
{
    do {
        cr_assert(rig->queue.count < 4);
        while (rvt_element_queue_deliver(&rig->queue) == RVT_RESP_WAIT)
            ;
    } while (rvt_hart_elements_proceed(rig->hart));
    cr_expect(rig->queue.fault == RVT_OK);
}

Test(hart_pauses, few_elements_of_a_packet_wait)
{
    static const unsigned every[] = {0, 1, 2, 7, 1000};

    for (unsigned i = 0; i < sizeof every / sizeof *every; i++) {
        struct rig rig;

        open_rig(&rig);
        rig.every = every[i];
        feed(&rig);
        finish(&rig);
        cr_expect(rig.ranges == RANGES, "%llu", (unsigned long long)rig.ranges);
        cr_expect(rig.others == 4, "NO_SYNC, TRACE_ON, PE_CONTEXT, EO_TRACE");
        close_rig(&rig);
    }
}

Test(hart_pauses, a_reset_forgets_the_packet_that_waits)
{
    struct rig rig;

    open_rig(&rig);
    rig.every = RANGES / 2;
    feed(&rig);
    cr_assert(rvt_hart_elements_proceed(rig.hart));
    cr_assert(rig.ranges > 0 && rig.ranges < RANGES);
    rvt_element_queue_clear(&rig.queue);
    rvt_hart_elements_reset(rig.hart);
    rig.ranges = rig.others = 0;
    rig.every = 0;
    feed(&rig);
    finish(&rig);
    cr_expect(rig.ranges == RANGES, "%llu", (unsigned long long)rig.ranges);
    close_rig(&rig);
}
