/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Steps that wait to be compared, and the latest ones that were. */
#ifndef RVT_CORES_STEP_QUEUE_H
#define RVT_CORES_STEP_QUEUE_H

#include <stddef.h>

#include "base/compiler.h"
#include "cores/hart_step.h"

enum { RVT_STEP_QUEUE_PAST = 4096 }; /* steps that stay readable after they were taken */

/* Oldest first. The members are read by the functions below alone; a zeroed queue is empty. */
struct rvt_step_queue {
    struct rvt_hart_step *step;
    size_t first, next, end; /* oldest that is readable, next to be taken, end of all */
    size_t capacity;
};

/* Frees the steps; the queue is empty then. */
void rvt_step_queue_fini(struct rvt_step_queue *queue);

/* Appends a copy of step. RVT_ERR_MEMORY: the queue is unchanged. */
RVT_MUST_USE
enum rvt_status rvt_step_queue_add(struct rvt_step_queue *queue, const struct rvt_hart_step *step);

/* Takes the next count steps, which wait. */
void rvt_step_queue_take(struct rvt_step_queue *queue, size_t count);

/* Steps that wait, and steps before them that are readable. */
static inline size_t rvt_step_queue_waiting(const struct rvt_step_queue *queue)
{
    return queue->end - queue->next;
}

static inline size_t rvt_step_queue_past(const struct rvt_step_queue *queue)
{
    return queue->next - queue->first;
}

/* The step that is index steps after the next one (below waiting), and the one that is index steps
 * before it (1 to past). Borrowed until the next add or take. */
static inline const struct rvt_hart_step *rvt_step_queue_at(const struct rvt_step_queue *queue,
                                                            size_t index)
{
    return &queue->step[queue->next + index];
}

static inline const struct rvt_hart_step *rvt_step_queue_before(const struct rvt_step_queue *queue,
                                                                size_t index)
{
    return &queue->step[queue->next - index];
}

#endif
