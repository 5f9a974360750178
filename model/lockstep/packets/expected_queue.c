/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/expected_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/ring_buffer.h"

enum { FIRST_CAPACITY = 64 };

enum rvt_status rvt_expected_queue_init(struct rvt_expected_queue *queue, bool packets, bool bytes)
{
    memset(queue, 0, sizeof *queue);
    queue->entry = malloc(FIRST_CAPACITY * sizeof *queue->entry);
    if (queue->entry == NULL)
        return RVT_ERR_MEMORY;
    queue->capacity = FIRST_CAPACITY;
    queue->present[RVT_OBSERVER_PACKETS] = packets;
    queue->present[RVT_OBSERVER_BYTES] = bytes;
    return RVT_OK;
}

void rvt_expected_queue_fini(struct rvt_expected_queue *queue)
{
    free(queue->entry);
    memset(queue, 0, sizeof *queue);
}

/* Number of the oldest entry that an observer has not passed. */
static uint64_t oldest(const struct rvt_expected_queue *queue)
{
    uint64_t number = queue->end;
    for (unsigned i = 0; i < RVT_OBSERVERS; i++)
        if (queue->present[i] && queue->next[i] < number)
            number = queue->next[i];
    return number;
}

enum rvt_status rvt_expected_queue_add(struct rvt_expected_queue *queue,
                                       const struct rvt_expected_packet *packet,
                                       struct rvt_expected_packet **entry)
{
    uint64_t head = oldest(queue);

    if (queue->end - head == queue->capacity) {
        void *grown = rvt_ring_buffer_grow(queue->entry, sizeof *queue->entry, &queue->capacity,
                                           head, queue->end);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        queue->entry = grown;
    }
    *entry = &queue->entry[queue->end & (queue->capacity - 1)];
    **entry = *packet;
    (*entry)->number = queue->end++;
    memset((*entry)->reported, 0, sizeof(*entry)->reported);
    return RVT_OK;
}

struct rvt_expected_packet *rvt_expected_queue_at(const struct rvt_expected_queue *queue,
                                                  enum rvt_observer observer, uint64_t index)
{
    assert(index < rvt_expected_queue_outstanding(queue, observer));
    return &queue->entry[(queue->next[observer] + index) & (queue->capacity - 1)];
}

struct rvt_expected_packet *rvt_expected_queue_front(const struct rvt_expected_queue *queue,
                                                     enum rvt_observer observer)
{
    if (rvt_expected_queue_outstanding(queue, observer) == 0)
        return NULL;
    return rvt_expected_queue_at(queue, observer, 0);
}

void rvt_expected_queue_pass(struct rvt_expected_queue *queue, enum rvt_observer observer)
{
    assert(rvt_expected_queue_outstanding(queue, observer) > 0);
    queue->next[observer]++;
}

uint64_t rvt_expected_queue_outstanding(const struct rvt_expected_queue *queue,
                                        enum rvt_observer observer)
{
    return queue->present[observer] ? queue->end - queue->next[observer] : 0;
}
