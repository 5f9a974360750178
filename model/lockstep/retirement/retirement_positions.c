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
    positions->count = rvt_retirement_reader_candidates(queue, cycle, reported, positions->reader,
                                                        RVT_RETIREMENT_POSITIONS_MAX);
    return positions->count;
}

void rvt_retirement_positions_keep_first(struct rvt_retirement_positions *positions)
{
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

void rvt_retirement_positions_release(const struct rvt_retirement_positions *positions,
                                      struct rvt_retirement_queue *queue)
{
    uint64_t number = positions->reader[0].number;

    for (unsigned i = 1; i < positions->count; i++)
        if (positions->reader[i].number < number)
            number = positions->reader[i].number;
    rvt_retirement_queue_release(queue, number);
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
