/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/byte_indices.h"

void rvt_byte_indices_add(struct rvt_byte_indices *indices, const uint64_t *index, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (indices->runs == 0 || index[i] != indices->end) {
            indices->run[indices->runs % RVT_BYTE_RUNS].position = indices->next;
            indices->run[indices->runs % RVT_BYTE_RUNS].index = index[i];
            indices->runs++;
        }
        indices->next++;
        indices->end = index[i] + 1;
    }
}

uint64_t rvt_byte_indices_find(const struct rvt_byte_indices *indices, uint64_t position)
{
    uint64_t low = indices->runs > RVT_BYTE_RUNS ? indices->runs - RVT_BYTE_RUNS : 0;
    uint64_t high = indices->runs;

    if (high == 0)
        return position;
    if (position >= indices->next)
        return indices->end + (position - indices->next);
    while (low + 1 < high) { /* the run of low begins at or before position, if any does */
        uint64_t middle = low + (high - low) / 2;
        if (indices->run[middle % RVT_BYTE_RUNS].position <= position)
            low = middle;
        else
            high = middle;
    }
    uint64_t first = indices->run[low % RVT_BYTE_RUNS].position;
    uint64_t index = indices->run[low % RVT_BYTE_RUNS].index;
    return position < first ? index : index + (position - first);
}
