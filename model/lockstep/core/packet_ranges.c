/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/packet_ranges.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void rvt_packet_ranges_fini(struct rvt_packet_ranges *ranges)
{
    free(ranges->bound);
    memset(ranges, 0, sizeof *ranges);
}

enum rvt_status rvt_packet_ranges_mark(struct rvt_packet_ranges *ranges, uint64_t number,
                                       bool within)
{
    bool inside = ranges->count % 2 == 1;

    if (inside == within)
        return RVT_OK;
    if (ranges->count == ranges->capacity) {
        size_t capacity = ranges->capacity > 0 ? 2 * ranges->capacity : FIRST_CAPACITY;
        uint64_t *bound = realloc(ranges->bound, capacity * sizeof *bound);
        if (bound == NULL)
            return RVT_ERR_MEMORY;
        ranges->bound = bound;
        ranges->capacity = capacity;
    }
    ranges->bound[ranges->count++] = number;
    return RVT_OK;
}
