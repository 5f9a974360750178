/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "byte_runs.h"

void rvt_opencsd_byte_runs_reset(struct rvt_opencsd_byte_runs *runs)
{
    runs->runs = runs->next = runs->end = 0;
}

void rvt_opencsd_byte_runs_add(struct rvt_opencsd_byte_runs *runs, uint64_t index, size_t count)
{
    if (runs->runs == 0 || index != runs->end) {
        runs->run[runs->runs % RVT_OPENCSD_RUNS].position = runs->next;
        runs->run[runs->runs % RVT_OPENCSD_RUNS].index = index;
        runs->runs++;
    }
    runs->next += count;
    runs->end = index + count;
}

void rvt_opencsd_byte_runs_return(struct rvt_opencsd_byte_runs *runs, size_t count)
{
    runs->next -= count;
    runs->end -= count;
}

uint64_t rvt_opencsd_byte_runs_find(const struct rvt_opencsd_byte_runs *runs, uint64_t position)
{
    uint64_t low = runs->runs > RVT_OPENCSD_RUNS ? runs->runs - RVT_OPENCSD_RUNS : 0;
    uint64_t high = runs->runs;

    if (high == 0)
        return position;
    if (position >= runs->next)
        return runs->end + (position - runs->next);
    while (low + 1 < high) { /* the run of low begins at or before position, if any does */
        uint64_t middle = low + (high - low) / 2;
        if (runs->run[middle % RVT_OPENCSD_RUNS].position <= position)
            low = middle;
        else
            high = middle;
    }
    uint64_t first = runs->run[low % RVT_OPENCSD_RUNS].position;
    uint64_t index = runs->run[low % RVT_OPENCSD_RUNS].index;
    return position < first ? index : index + (position - first);
}
