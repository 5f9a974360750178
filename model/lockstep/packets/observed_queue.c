/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/packets/observed_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum rvt_status rvt_observed_queue_init(struct rvt_observed_queue *queue, unsigned capacity)
{
    memset(queue, 0, sizeof *queue);
    queue->entry = calloc(capacity, sizeof *queue->entry);
    if (queue->entry == NULL)
        return RVT_ERR_MEMORY;
    queue->capacity = capacity;
    return RVT_OK;
}

void rvt_observed_queue_fini(struct rvt_observed_queue *queue)
{
    free(queue->entry);
    memset(queue, 0, sizeof *queue);
}

struct rvt_observed_packet *rvt_observed_queue_at(const struct rvt_observed_queue *queue,
                                                  unsigned index)
{
    unsigned at = queue->head + index;

    return &queue->entry[at < queue->capacity ? at : at - queue->capacity];
}

struct rvt_observed_packet *rvt_observed_queue_add(struct rvt_observed_queue *queue,
                                                   struct rvt_instant at, uint64_t blocks,
                                                   bool is_data, const uint8_t *data, size_t bytes)
{
    struct rvt_observed_packet *packet = rvt_observed_queue_at(queue, queue->count);

    assert(queue->count < queue->capacity && bytes <= sizeof packet->data);
    queue->count++;
    queue->te_inst += is_data ? 0 : 1;
    packet->number = queue->seen++;
    packet->at = at;
    packet->blocks = blocks;
    packet->is_data = is_data;
    packet->reported = false;
    if (bytes > 0)
        memcpy(packet->data, data, bytes);
    packet->bytes = bytes;
    return packet;
}

void rvt_observed_queue_pass(struct rvt_observed_queue *queue)
{
    assert(queue->count > 0);
    queue->te_inst -= queue->entry[queue->head].is_data ? 0 : 1;
    queue->head = queue->head + 1 < queue->capacity ? queue->head + 1 : 0;
    queue->count--;
}
