/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/packet_ranges.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64 };

void rvt_packet_ranges_fini(struct rvt_packet_ranges *stretches)
{
    free(stretches->turn);
    memset(stretches, 0, sizeof *stretches);
}

enum rvt_status rvt_packet_ranges_mark(struct rvt_packet_ranges *stretches, uint64_t number,
                                       bool within)
{
    bool inside = stretches->count % 2 == 1;

    if (inside == within)
        return RVT_OK;
    if (stretches->count == stretches->capacity) {
        size_t capacity = stretches->capacity > 0 ? 2 * stretches->capacity : FIRST_CAPACITY;
        uint64_t *turn = realloc(stretches->turn, capacity * sizeof *turn);
        if (turn == NULL)
            return RVT_ERR_MEMORY;
        stretches->turn = turn;
        stretches->capacity = capacity;
    }
    stretches->turn[stretches->count++] = number;
    return RVT_OK;
}
