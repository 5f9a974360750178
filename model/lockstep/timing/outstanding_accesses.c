/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/timing/outstanding_accesses.h"

#include <stddef.h>

static struct rvt_outstanding_access *record_at(struct rvt_outstanding_accesses *waiting,
                                                uint64_t number)
{
    return &waiting->record[number % RVT_OUTSTANDING_ACCESSES_MAX];
}

struct rvt_outstanding_access *
rvt_outstanding_accesses_oldest(struct rvt_outstanding_accesses *waiting)
{
    return waiting->head < waiting->tail ? record_at(waiting, waiting->head) : NULL;
}

void rvt_outstanding_accesses_push(struct rvt_outstanding_accesses *waiting,
                                   const struct rvt_outstanding_access *record)
{
    struct rvt_outstanding_access *place = record_at(waiting, waiting->tail++);

    *place = *record;
    place->left = UINT64_MAX;
}

bool rvt_outstanding_accesses_room(const struct rvt_outstanding_accesses *waiting, uint64_t *cycle)
{
    for (;; ++*cycle) {
        unsigned used = 0, stuck = 0;
        for (uint64_t i = 0; i < waiting->tail && i < RVT_OUTSTANDING_ACCESSES_MAX; i++) {
            const struct rvt_outstanding_access *record = &waiting->record[i];
            used += record->seen <= *cycle && record->left >= *cycle;
            stuck += record->left == UINT64_MAX;
        }
        if (used < waiting->depth)
            return true;
        if (stuck >= waiting->depth)
            return false;
    }
}

bool rvt_outstanding_accesses_responds(const struct rvt_data_arrival *data)
{
    return data->response && !(data->late && data->access);
}

void rvt_outstanding_accesses_take(struct rvt_outstanding_accesses *waiting, uint64_t cycle)
{
    struct rvt_outstanding_access *record = rvt_outstanding_accesses_oldest(waiting);

    if (rvt_outstanding_accesses_responds(&record->data))
        record->data.response = false;
    else
        record->data.access = false;
    if (record->data.access || record->data.response)
        return;
    record->left = cycle;
    waiting->head++;
}
