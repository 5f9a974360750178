/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/retirement/retirement.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/ring_buffer.h"

enum { FIRST_CAPACITY = 256 };

static struct rvt_retirement *at(const struct rvt_retirement_queue *queue, uint64_t number)
{
    return &queue->entry[number & (queue->capacity - 1)];
}

enum rvt_status rvt_retirement_queue_init(struct rvt_retirement_queue *queue)
{
    memset(queue, 0, sizeof *queue);
    queue->entry = malloc(FIRST_CAPACITY * sizeof *queue->entry);
    if (queue->entry == NULL)
        return RVT_ERR_MEMORY;
    queue->capacity = FIRST_CAPACITY;
    return RVT_OK;
}

void rvt_retirement_queue_fini(struct rvt_retirement_queue *queue)
{
    free(queue->entry);
    memset(queue, 0, sizeof *queue);
}

enum rvt_status rvt_retirement_queue_add(struct rvt_retirement_queue *queue,
                                         const struct rvt_retirement *entry)
{
    if (queue->tail - queue->head == queue->capacity) {
        void *grown = rvt_ring_buffer_grow(queue->entry, sizeof *queue->entry, &queue->capacity,
                                           queue->head, queue->tail);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        queue->entry = grown;
    }
    *at(queue, queue->tail++) = *entry;
    return RVT_OK;
}

struct rvt_retirement *rvt_retirement_queue_back(struct rvt_retirement_queue *queue)
{
    return queue->head != queue->tail ? at(queue, queue->tail - 1) : NULL;
}

const struct rvt_retirement *rvt_retirement_queue_at(const struct rvt_retirement_queue *queue,
                                                     uint64_t number)
{
    assert(number >= queue->head && number < queue->tail);
    return at(queue, number);
}

void rvt_retirement_queue_release(struct rvt_retirement_queue *queue, uint64_t number)
{
    assert(number >= queue->head && number <= queue->tail);
    queue->head = number;
}

void rvt_retirement_print(const struct rvt_retirement *entry, struct rvt_text *text)
{
    if (entry == NULL) {
        rvt_text_add(text, "nothing more");
        return;
    }
    switch (entry->kind) {
    case RVT_RETIREMENT_CODE:
        rvt_text_add(text, "instructions from 0x%" PRIx64 " on, %" PRIu64 " bytes", entry->address,
                     entry->bytes);
        break;
    case RVT_RETIREMENT_TRAP:
        rvt_text_add(text, "trap, interrupt %d, cause %" PRIu32 ", tval 0x%" PRIx64,
                     (int)entry->interrupt, entry->cause, entry->tval);
        if (entry->epc_known)
            rvt_text_add(text, ", epc 0x%" PRIx64, entry->address);
        break;
    case RVT_RETIREMENT_END:
        rvt_text_add(text, "the end of tracing");
        break;
    case RVT_RETIREMENT_LOST:
        rvt_text_add(text, "a loss of rows");
        break;
    }
    rvt_text_add(text, " (cycle %" PRIu64 ")", entry->cycle);
}
