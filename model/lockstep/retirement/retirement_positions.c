/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/retirement/retirement_positions.h"

#include <stddef.h>

void rvt_retirement_positions_init(struct rvt_retirement_positions *positions)
{
    *positions = (struct rvt_retirement_positions){.count = 1};
}

unsigned rvt_retirement_positions_find(struct rvt_retirement_positions *positions,
                                       const struct rvt_retirement_queue *queue, uint64_t cycle,
                                       const struct rvt_retirement *reported)
{
    unsigned count = rvt_retirement_reader_candidates(queue, cycle, reported, positions->reader,
                                                      RVT_RETIREMENT_POSITIONS_MAX);

    positions->count = count;
    if (count == 0 || count > RVT_RETIREMENT_POSITIONS_MAX) {
        positions->reader[0] = (struct rvt_retirement_reader){.number = queue->head};
        positions->count = 1;
    }
    return count;
}

struct rvt_retirement_reader *
rvt_retirement_positions_oldest(struct rvt_retirement_positions *positions)
{
    struct rvt_retirement_reader *oldest = &positions->reader[0];

    for (unsigned i = 1; i < positions->count; i++)
        if (positions->reader[i].number < oldest->number)
            oldest = &positions->reader[i];
    return oldest;
}

void rvt_retirement_positions_keep(struct rvt_retirement_positions *positions,
                                   const struct rvt_retirement_reader *reader)
{
    positions->reader[0] = *reader;
    positions->reader[0].end_known = false;
    positions->count = 1;
}

bool rvt_retirement_positions_take(struct rvt_retirement_positions *positions,
                                   const struct rvt_retirement_queue *queue,
                                   const struct rvt_retirement *reported, uint64_t *taken)
{
    struct rvt_retirement_reader *reader = positions->reader;
    unsigned left = 0;

    for (unsigned i = 0; i < positions->count; i++) {
        uint64_t bytes;
        bool agrees = rvt_retirement_reader_take(queue, &reader[i], reported, &bytes);
        if (i == 0)
            *taken = bytes;
        if (agrees && left < i)
            reader[left] = reader[i];
        left += agrees;
    }
    if (left == 0)
        return false;
    positions->count = left;
    return true;
}

void rvt_retirement_positions_release(struct rvt_retirement_positions *positions,
                                      struct rvt_retirement_queue *queue)
{
    rvt_retirement_queue_release(queue, rvt_retirement_positions_oldest(positions)->number);
}

const struct rvt_retirement_reader *
rvt_retirement_positions_overdue(struct rvt_retirement_positions *positions,
                                 const struct rvt_retirement_queue *queue, bool enabled)
{
    for (unsigned i = 0; i < positions->count; i++)
        if (!rvt_retirement_reader_overdue(queue, &positions->reader[i], enabled))
            return NULL;
    return &positions->reader[positions->count - 1];
}
