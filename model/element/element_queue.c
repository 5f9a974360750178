/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/element_queue.h"

#include <stdlib.h>

enum { KEPT_FIRST = 4096, ALIGNMENT = 16 };

enum rvt_status rvt_element_queue_init(struct rvt_element_queue *queue)
{
    *queue = (struct rvt_element_queue){.full = RVT_ELEMENT_QUEUE_FULL, .kept_room = KEPT_FIRST};
    queue->element = malloc(RVT_ELEMENT_QUEUE_MAX * sizeof *queue->element);
    queue->kept = malloc(queue->kept_room);
    if (queue->element != NULL && queue->kept != NULL)
        return RVT_OK;
    rvt_element_queue_fini(queue);
    return RVT_ERR_MEMORY;
}

void rvt_element_queue_fini(struct rvt_element_queue *queue)
{
    free(queue->element);
    free(queue->kept);
    *queue = (struct rvt_element_queue){.element = NULL};
}

void rvt_element_queue_clear(struct rvt_element_queue *queue)
{
    queue->first = queue->count = 0;
    queue->used = 0;
    queue->delivered = 0;
    queue->fault = RVT_OK;
}

/* What an element points to; null: nothing. */
static const void *pointed(const struct rvt_element *element, size_t *bytes)
{
    if (element->kind == RVT_ELEMENT_SWTRACE) {
        *bytes = element->swtrace.bytes;
        return element->swtrace.payload;
    }
    *bytes = sizeof *element->unknown.diagnosis;
    return element->kind == RVT_ELEMENT_UNKNOWN ? element->unknown.diagnosis : NULL;
}

/* Copies bytes into kept, which may move: *at is their place there. */
static enum rvt_status keep(struct rvt_element_queue *queue, const void *data, size_t bytes,
                            size_t *at)
{
    size_t end = queue->used + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    if (end > queue->kept_room) {
        uint8_t *larger = realloc(queue->kept, 2 * end);
        if (larger == NULL)
            return RVT_ERR_MEMORY;
        queue->kept = larger;
        queue->kept_room = 2 * end;
    }
    memcpy(queue->kept + queue->used, data, bytes);
    *at = queue->used;
    queue->used = end;
    return RVT_OK;
}

static void fail(struct rvt_element_queue *queue, enum rvt_status fault)
{
    if (queue->fault == RVT_OK)
        queue->fault = fault;
}

struct rvt_element *rvt_element_queue_place(struct rvt_element_queue *queue)
{
    if (queue->first + queue->count == RVT_ELEMENT_QUEUE_MAX) {
        fail(queue, RVT_ERR_CAPACITY);
        queue->count--;
    }
    return &queue->element[queue->first + queue->count++];
}

void rvt_element_queue_add(struct rvt_element_queue *queue, const struct rvt_element *element)
{
    size_t bytes, at = 0;
    const void *data = pointed(element, &bytes);

    if (data != NULL && keep(queue, data, bytes, &at) != RVT_OK) {
        fail(queue, RVT_ERR_MEMORY);
        return;
    }
    struct rvt_element *added = rvt_element_queue_place(queue);
    *added = *element;
    added->size = at; /* where its data is kept */
}

static void complete(struct rvt_element_queue *queue, struct rvt_element *element)
{
    size_t at = element->size;

    element->size = sizeof *element;
    element->index += queue->base;
    if (element->kind == RVT_ELEMENT_SWTRACE && element->swtrace.payload != NULL)
        element->swtrace.payload = queue->kept + at;
    else if (element->kind == RVT_ELEMENT_UNKNOWN)
        element->unknown.diagnosis = (const void *)(queue->kept + at);
}

enum rvt_response rvt_element_queue_deliver(struct rvt_element_queue *queue, rvt_element_sink sink,
                                            void *context)
{
    enum rvt_response response = RVT_RESP_CONT;

    while (queue->count > 0 && response == RVT_RESP_CONT) {
        struct rvt_element *element = &queue->element[queue->first++];

        queue->count--;
        queue->delivered++;
        complete(queue, element);
        response = sink(context, element);
    }
    if (queue->count == 0)
        queue->first = queue->used = 0;
    return response;
}
