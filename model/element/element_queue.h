/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Elements that wait for the sink, in order. A decoder adds the elements of one packet, and the
 * queue delivers them before the next packet is taken: it grows to the largest packet.
 */
#ifndef RVT_ELEMENT_ELEMENT_QUEUE_H
#define RVT_ELEMENT_ELEMENT_QUEUE_H

#include <rvt/tree.h>

#include "base/status.h"

/* Every member is private. */
struct rvt_element_queue {
    struct rvt_element *element;
    size_t first, count, room;
    uint64_t base;          /* added to each index on delivery; the user's */
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

/* Adds an element; its payload, or its diagnosis, is copied. RVT_ERR_MEMORY, which is kept in
 * fault. */
enum rvt_status rvt_element_queue_add(struct rvt_element_queue *queue,
                                      const struct rvt_element *element);

/* Adds an element without payload or diagnosis, whose members the caller writes at once. Null: no
 * memory, which is kept in fault. */
struct rvt_element *rvt_element_queue_place(struct rvt_element_queue *queue);

/* Delivers elements until none waits (RVT_RESP_CONT), or the sink gives another response. */
enum rvt_response rvt_element_queue_deliver(struct rvt_element_queue *queue, rvt_element_sink sink,
                                            void *context);

#endif
