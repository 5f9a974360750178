/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Elements on their way to the sink, in order. An element that a decoder adds goes to the sink at
 * once. After RVT_RESP_WAIT, elements wait here: a decoder of te_inst pauses, and adds only what
 * belongs to its latest callback; one of STP goes on to the end of the bytes that it was given. So
 * their number is bounded. What an element points to is copied while it waits; the copies grow to
 * the messages that end in those bytes.
 */
#ifndef RVT_ELEMENT_ELEMENT_QUEUE_H
#define RVT_ELEMENT_ELEMENT_QUEUE_H

#include <rvt/tree.h>

#include "base/status.h"

enum { RVT_ELEMENT_QUEUE_MAX = 1024 };

/* Every member is private but base, which is added to each index on delivery, and those that may be
 * read: response, delivered, fault. */
struct rvt_element_queue {
    rvt_element_sink sink;
    void *context;
    enum rvt_response response;  /* the latest one; not RVT_RESP_CONT: elements wait */
    struct rvt_element *element; /* RVT_ELEMENT_QUEUE_MAX */
    size_t first, count;
    struct rvt_element *place; /* of the next one */
    uint64_t base;
    uint64_t delivered;     /* since rvt_element_queue_clear */
    uint8_t *kept;          /* payloads and diagnoses of the elements that wait */
    size_t used, kept_room; /* bytes */
    enum rvt_status fault;  /* the first element that could not be added */
};

/* Allocates. RVT_ERR_MEMORY: nothing is to be freed. */
RVT_MUST_USE
enum rvt_status rvt_element_queue_init(struct rvt_element_queue *queue, rvt_element_sink sink,
                                       void *context);

/* Frees. */
void rvt_element_queue_fini(struct rvt_element_queue *queue);

/* Drops what waits, and forgets the responses; nothing is freed. */
void rvt_element_queue_clear(struct rvt_element_queue *queue);

/* Adds an element. A fault is kept in the queue, and the element is dropped: RVT_ERR_CAPACITY: too
 * many wait; RVT_ERR_MEMORY: no room to copy its payload or diagnosis. */
void rvt_element_queue_add(struct rvt_element_queue *queue, const struct rvt_element *element);

/* Gives an element to the sink. */
static inline void rvt_element_queue_give(struct rvt_element_queue *queue,
                                          struct rvt_element *element)
{
    element->size = sizeof *element;
    element->index += queue->base;
    queue->delivered++;
    queue->response = queue->sink(queue->context, element);
}

/* The same for an element without payload and diagnosis: its place, whose members the caller
 * writes at once, all but size; then rvt_element_queue_added. Nothing else is called in between. */
static inline struct rvt_element *rvt_element_queue_place(struct rvt_element_queue *queue)
{
    return queue->place;
}
void rvt_element_queue_wait(struct rvt_element_queue *queue);
static inline void rvt_element_queue_added(struct rvt_element_queue *queue)
{
    if (queue->response == RVT_RESP_CONT)
        rvt_element_queue_give(queue, queue->place);
    else
        rvt_element_queue_wait(queue);
}

/* What a callback of a decoder answers that has added elements: RVT_OK, RVT_WAIT, RVT_ERR_SINK. */
static inline enum rvt_status rvt_element_queue_answer(const struct rvt_element_queue *queue)
{
    return queue->response == RVT_RESP_CONT   ? RVT_OK
           : queue->response == RVT_RESP_WAIT ? RVT_WAIT
                                              : RVT_ERR_SINK;
}

/* Delivers elements until none waits (RVT_RESP_CONT), or the sink gives another response. */
enum rvt_response rvt_element_queue_deliver(struct rvt_element_queue *queue);

#endif
