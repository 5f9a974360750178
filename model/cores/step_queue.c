/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "cores/step_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4 * RVT_STEP_QUEUE_PAST };

void rvt_step_queue_fini(struct rvt_step_queue *queue)
{
    free(queue->step);
    *queue = (struct rvt_step_queue){0};
}

/* Moves the steps to the start of the storage, which is doubled if they fill more than half of it,
 * so that a step is moved a bounded number of times. */
static enum rvt_status make_room(struct rvt_step_queue *queue)
{
    size_t count = queue->end - queue->first;
    size_t capacity = queue->capacity == 0          ? FIRST_CAPACITY
                      : count > queue->capacity / 2 ? 2 * queue->capacity
                                                    : queue->capacity;

    if (queue->first > 0)
        memmove(queue->step, queue->step + queue->first, count * sizeof *queue->step);
    queue->next -= queue->first;
    queue->end = count;
    queue->first = 0;
    if (capacity == queue->capacity)
        return RVT_OK;
    struct rvt_hart_step *grown = realloc(queue->step, capacity * sizeof *grown);
    if (grown == NULL)
        return RVT_ERR_MEMORY;
    queue->step = grown;
    queue->capacity = capacity;
    return RVT_OK;
}

enum rvt_status rvt_step_queue_add(struct rvt_step_queue *queue, const struct rvt_hart_step *step)
{
    if (queue->end == queue->capacity && make_room(queue) != RVT_OK)
        return RVT_ERR_MEMORY;
    queue->step[queue->end++] = *step;
    return RVT_OK;
}

void rvt_step_queue_take(struct rvt_step_queue *queue, size_t count)
{
    assert(count <= rvt_step_queue_waiting(queue));
    queue->next += count;
    if (rvt_step_queue_past(queue) > RVT_STEP_QUEUE_PAST)
        queue->first = queue->next - RVT_STEP_QUEUE_PAST;
}
