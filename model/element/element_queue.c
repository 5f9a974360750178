/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/element_queue.h"

#include <stdlib.h>

enum { KEPT_FIRST = 4096, ALIGNMENT = 16 };

enum rvt_status rvt_element_queue_init(struct rvt_element_queue *queue, rvt_element_sink sink,
                                       void *context)
{
    *queue = (struct rvt_element_queue){
        .sink = sink, .context = context, .response = RVT_RESP_CONT, .kept_room = KEPT_FIRST};
    queue->element = malloc(RVT_ELEMENT_QUEUE_MAX * sizeof *queue->element);
    queue->place = queue->element;
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
    queue->first = queue->count = queue->used = 0;
    queue->place = queue->element;
    queue->delivered = 0;
    queue->response = RVT_RESP_CONT;
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

void rvt_element_queue_wait(struct rvt_element_queue *queue)
{
    if (queue->place < queue->element + RVT_ELEMENT_QUEUE_MAX - 1)
        queue->place = &queue->element[queue->first + ++queue->count];
    else
        fail(queue, RVT_ERR_CAPACITY);
}

void rvt_element_queue_add(struct rvt_element_queue *queue, const struct rvt_element *element)
{
    struct rvt_element *place = rvt_element_queue_place(queue);
    size_t bytes, at = 0;
    const void *data = queue->response != RVT_RESP_CONT ? pointed(element, &bytes) : NULL;

    if (data != NULL && keep(queue, data, bytes, &at) != RVT_OK) {
        fail(queue, RVT_ERR_MEMORY);
        return;
    }
    *place = *element;
    place->size = at; /* while it waits: where its data is kept */
    rvt_element_queue_added(queue);
}

/* The data of an element that has waited. */
static void find_kept(const struct rvt_element_queue *queue, struct rvt_element *element)
{
    const uint8_t *data = queue->kept + element->size;

    if (element->kind == RVT_ELEMENT_SWTRACE && element->swtrace.payload != NULL)
        element->swtrace.payload = data;
    else if (element->kind == RVT_ELEMENT_UNKNOWN)
        element->unknown.diagnosis = (const void *)data;
}

enum rvt_response rvt_element_queue_deliver(struct rvt_element_queue *queue)
{
    queue->response = RVT_RESP_CONT;
    while (queue->count > 0 && queue->response == RVT_RESP_CONT) {
        struct rvt_element *element = &queue->element[queue->first++];

        queue->count--;
        find_kept(queue, element);
        rvt_element_queue_give(queue, element);
    }
    if (queue->count == 0) {
        queue->first = queue->used = 0;
        queue->place = queue->element;
    }
    return queue->response;
}
