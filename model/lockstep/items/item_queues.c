/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/items/item_queues.h"

#include <stdlib.h>
#include <string.h>

#include "lockstep/ring_buffer.h"

enum { FIRST_ROOM = 64 }; /* expected items that there is memory for at first; a power of two */

enum rvt_status rvt_item_queues_init(struct rvt_item_queues *queues,
                                     const struct rvt_decoded_kind *kind)
{
    *queues = (struct rvt_item_queues){.kind = kind, .room = FIRST_ROOM};
    queues->expected = malloc(queues->room * kind->bytes);
    queues->observed = malloc(kind->reach.window * kind->bytes);
    if (queues->expected != NULL && queues->observed != NULL)
        return RVT_OK;
    rvt_item_queues_fini(queues);
    return RVT_ERR_MEMORY;
}

void rvt_item_queues_fini(struct rvt_item_queues *queues)
{
    rvt_item_queues_erase(queues, 0, rvt_item_queues_count(queues));
    rvt_item_queues_forget(queues, queues->pending);
    free(queues->expected);
    free(queues->observed);
    *queues = (struct rvt_item_queues){.kind = NULL};
}

void *rvt_item_queues_expected(const struct rvt_item_queues *queues, uint64_t index)
{
    return queues->expected + ((queues->head + index) & (queues->room - 1)) * queues->kind->bytes;
}

void *rvt_item_queues_observed(const struct rvt_item_queues *queues, unsigned index)
{
    return queues->observed + index * queues->kind->bytes;
}

uint64_t rvt_item_queues_count(const struct rvt_item_queues *queues)
{
    return queues->tail - queues->head;
}

unsigned rvt_item_queues_in_window(const struct rvt_item_queues *queues)
{
    uint64_t count = rvt_item_queues_count(queues);
    unsigned window = queues->kind->reach.window;

    return count < window ? (unsigned)count : window;
}

enum rvt_status rvt_item_queues_expect(struct rvt_item_queues *queues, const void *item)
{
    if (rvt_item_queues_count(queues) == queues->room) {
        char *grown = rvt_ring_buffer_grow(queues->expected, queues->kind->bytes, &queues->room,
                                           queues->head, queues->tail);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        queues->expected = grown;
    }
    queues->tail++;
    memcpy(rvt_item_queues_expected(queues, rvt_item_queues_count(queues) - 1), item,
           queues->kind->bytes);
    return RVT_OK;
}

void rvt_item_queues_observe(struct rvt_item_queues *queues, const void *item)
{
    memcpy(rvt_item_queues_observed(queues, queues->pending++), item, queues->kind->bytes);
}

void rvt_item_queues_erase(struct rvt_item_queues *queues, uint64_t index, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        rvt_item_queues_release(queues, rvt_item_queues_expected(queues, index + i));
    while (index-- > 0)
        memcpy(rvt_item_queues_expected(queues, index + count),
               rvt_item_queues_expected(queues, index), queues->kind->bytes);
    queues->head += count;
}

void rvt_item_queues_retract(struct rvt_item_queues *queues, uint64_t count)
{
    for (; count > 0; count--, queues->tail--)
        rvt_item_queues_release(
            queues, rvt_item_queues_expected(queues, rvt_item_queues_count(queues) - 1));
}

void rvt_item_queues_forget(struct rvt_item_queues *queues, unsigned count)
{
    if (count == 0)
        return;
    for (unsigned i = 0; i < count; i++)
        rvt_item_queues_release(queues, rvt_item_queues_observed(queues, i));
    queues->pending -= count;
    if (queues->pending > 0)
        memmove(queues->observed, rvt_item_queues_observed(queues, count),
                queues->pending * queues->kind->bytes);
}

void rvt_item_queues_release(const struct rvt_item_queues *queues, const void *item)
{
    if (queues->kind->release != NULL)
        queues->kind->release(item);
}
