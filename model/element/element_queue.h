/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Elements that wait for the sink, in order. Their number is bounded: a decoder that adds elements
 * asks for a pause while the queue is nearly full, and goes on when it is empty. What an element
 * points to is copied; the copies grow to the largest message of software.
 */
#ifndef RVT_ELEMENT_ELEMENT_QUEUE_H
#define RVT_ELEMENT_ELEMENT_QUEUE_H

#include <rvt/tree.h>

#include "base/status.h"

enum {
    RVT_ELEMENT_QUEUE_MAX = 1024,
    /* Nearly full: a callback of a decoder, and what follows its call, add fewer than 16. */
    RVT_ELEMENT_QUEUE_FULL = RVT_ELEMENT_QUEUE_MAX - 16
};

/* Every member is private but base and full. */
struct rvt_element_queue {
    struct rvt_element *element; /* RVT_ELEMENT_QUEUE_MAX */
    size_t first, count;
    size_t full;            /* nearly: 1..RVT_ELEMENT_QUEUE_FULL, which it is after init */
    uint64_t base;          /* added to each index on delivery */
    uint64_t delivered;     /* since rvt_element_queue_clear */
    uint8_t *kept;          /* payloads and diagnoses of the elements that wait */
    size_t used, kept_room; /* bytes */
    enum rvt_status fault;  /* the first element that could not be added */
};

/* Allocates. RVT_ERR_MEMORY: nothing is to be freed. */
RVT_MUST_USE
enum rvt_status rvt_element_queue_init(struct rvt_element_queue *queue);

/* Frees. */
void rvt_element_queue_fini(struct rvt_element_queue *queue);

/* Drops what waits; nothing is freed. */
void rvt_element_queue_clear(struct rvt_element_queue *queue);

/* Adds an element; its payload, or its diagnosis, is copied. A fault is kept in the queue, and the
 * element is dropped: RVT_ERR_CAPACITY: the queue is full; RVT_ERR_MEMORY: no room for the copy. */
void rvt_element_queue_add(struct rvt_element_queue *queue, const struct rvt_element *element);

/* Adds an element without payload or diagnosis, whose members the caller writes at once. Never
 * null; a fault is kept as above. */
struct rvt_element *rvt_element_queue_place(struct rvt_element_queue *queue);

/* What a callback of a decoder answers that has added elements: RVT_WAIT if the queue is nearly
 * full, else RVT_OK. */
static inline enum rvt_status rvt_element_queue_answer(const struct rvt_element_queue *queue)
{
    return queue->first + queue->count < queue->full ? RVT_OK : RVT_WAIT;
}

/* Delivers elements until none waits (RVT_RESP_CONT), or the sink gives another response. */
enum rvt_response rvt_element_queue_deliver(struct rvt_element_queue *queue, rvt_element_sink sink,
                                            void *context);

#endif
