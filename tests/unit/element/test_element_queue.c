/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Elements that wait: in order, with what they point to, however the sink answers. */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "element/element_queue.h"

/* A queue whose sink asked for a pause: elements wait. */
static struct rvt_element_queue open_queue(rvt_element_sink sink, void *context)
{
    struct rvt_element_queue queue;

    cr_assert(rvt_element_queue_init(&queue, sink, context) == RVT_OK);
    queue.response = RVT_RESP_WAIT;
    return queue;
}

static void add_payload(struct rvt_element_queue *queue, unsigned number, size_t bytes)
{
    uint8_t payload[600];
    const struct rvt_element element = {
        .kind = RVT_ELEMENT_SWTRACE,
        .index = number,
        .swtrace = {.payload = payload, .bytes = bytes},
    };

    memset(payload, (int)number, sizeof payload);
    rvt_element_queue_add(queue, &element);
    cr_assert(queue->fault == RVT_OK);
    memset(payload, 0xff, sizeof payload); /* it was copied */
}

struct taken {
    unsigned next, until; /* until: waits at this element */
    enum rvt_response response;
};

static enum rvt_response take(void *context, const struct rvt_element *element)
{
    struct taken *taken = context;

    cr_assert(eq(u64, element->index, taken->next));
    cr_assert(eq(sz, element->size, sizeof *element));
    cr_assert(eq(sz, element->swtrace.bytes, element->index % 600));
    for (size_t i = 0; i < element->swtrace.bytes; i++)
        cr_assert(eq(u8, element->swtrace.payload[i], (uint8_t)element->index));
    taken->next++;
    return taken->next == taken->until ? taken->response : RVT_RESP_CONT;
}

/* More bytes than the queue has room for at first. */
Test(element_queue, delivers_all_elements_in_order)
{
    struct taken taken = {.next = 0};
    struct rvt_element_queue queue = open_queue(take, &taken);

    for (unsigned i = 0; i < 1000; i++)
        add_payload(&queue, i, i % 600);
    cr_expect(eq(uint, taken.next, 0));
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    cr_expect(eq(uint, taken.next, 1000));
    cr_expect(eq(u64, queue.delivered, 1000));
    rvt_element_queue_fini(&queue);
}

Test(element_queue, without_a_pause_no_element_waits)
{
    struct taken taken = {.until = 10, .response = RVT_RESP_WAIT};
    struct rvt_element_queue queue = open_queue(take, &taken);

    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    for (unsigned i = 0; i < 20; i++) {
        cr_expect(rvt_element_queue_answer(&queue) == (i < 10 ? RVT_OK : RVT_WAIT));
        add_payload(&queue, i, i % 600);
        cr_expect(eq(uint, taken.next, i < 10 ? i + 1 : 10));
    }
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    cr_expect(eq(uint, taken.next, 20));
    rvt_element_queue_fini(&queue);
}

/* Nothing is written beyond the end. */
Test(element_queue, an_element_too_many_is_a_fault)
{
    const struct rvt_element element = {.kind = RVT_ELEMENT_CYCLE_COUNT};
    struct rvt_element_queue queue = open_queue(NULL, NULL);
    unsigned added = 0;

    for (; queue.fault == RVT_OK && added <= RVT_ELEMENT_QUEUE_MAX; added++)
        rvt_element_queue_add(&queue, &element);
    cr_expect(queue.fault == RVT_ERR_CAPACITY);
    cr_expect(eq(uint, added, RVT_ELEMENT_QUEUE_MAX));
    rvt_element_queue_fini(&queue);
}

Test(element_queue, goes_on_where_the_sink_waited)
{
    struct taken taken = {.until = 4, .response = RVT_RESP_WAIT};
    struct rvt_element_queue queue = open_queue(take, &taken);

    for (unsigned i = 0; i < 900; i++)
        add_payload(&queue, i, i % 600);
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_WAIT);
    cr_expect(eq(uint, taken.next, 4));
    for (unsigned i = 900; i < 1000; i++)
        add_payload(&queue, i, i % 600);
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    cr_expect(eq(uint, taken.next, 1000));
    rvt_element_queue_fini(&queue);
}

Test(element_queue, waits_after_the_last_element_too)
{
    struct taken taken = {.until = 1, .response = RVT_RESP_WAIT};
    struct rvt_element_queue queue = open_queue(take, &taken);

    add_payload(&queue, 0, 0);
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_WAIT);
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    cr_expect(eq(uint, taken.next, 1));
    rvt_element_queue_fini(&queue);
}

Test(element_queue, stops_for_a_fatal_response_and_forgets)
{
    struct taken taken = {.until = 2, .response = RVT_RESP_FATAL};
    struct rvt_element_queue queue = open_queue(take, &taken);

    for (unsigned i = 0; i < 5; i++)
        add_payload(&queue, i, i);
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_FATAL);
    cr_expect(rvt_element_queue_answer(&queue) == RVT_ERR_SINK);
    rvt_element_queue_clear(&queue);
    cr_expect(eq(u64, queue.delivered, 0));
    cr_expect(rvt_element_queue_answer(&queue) == RVT_OK);
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    cr_expect(eq(uint, taken.next, 2));
    rvt_element_queue_fini(&queue);
}

static enum rvt_response take_diagnosis(void *context, const struct rvt_element *element)
{
    unsigned *next = context;
    char text[16];

    (void)snprintf(text, sizeof text, "fault %u", (*next)++);
    cr_expect(eq(str, TEXT(element->unknown.diagnosis->text), text));
    return RVT_RESP_CONT;
}

Test(element_queue, keeps_diagnoses)
{
    unsigned next = 0;
    struct rvt_element_queue queue = open_queue(take_diagnosis, &next);

    for (unsigned i = 0; i < 100; i++) {
        struct rvt_diagnosis diagnosis = {.size = sizeof diagnosis};
        const struct rvt_element element = {.kind = RVT_ELEMENT_UNKNOWN,
                                            .unknown = {.diagnosis = &diagnosis}};

        (void)snprintf(diagnosis.text, sizeof diagnosis.text, "fault %u", i);
        rvt_element_queue_add(&queue, &element);
    }
    cr_expect(rvt_element_queue_deliver(&queue) == RVT_RESP_CONT);
    cr_expect(eq(uint, next, 100));
    rvt_element_queue_fini(&queue);
}
