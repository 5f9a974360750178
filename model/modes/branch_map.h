/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The outcomes of branches in chronological order, oldest first: what an encoder has not reported
 * yet, and what a decoder has not used yet. Spec: E-Trace, branch map (ETR-FMT-023, ETR-ALG-012).
 */
#ifndef RVT_MODES_BRANCH_MAP_H
#define RVT_MODES_BRANCH_MAP_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"

#define RVT_BRANCHES_MAX 31 /* outcomes that one packet carries */

struct rvt_branch_map {
    uint64_t bits;  /* bit 0 is the oldest; 0 taken, 1 not taken; 0 above count */
    unsigned count; /* 0..64 */
};

static inline void rvt_branch_map_clear(struct rvt_branch_map *map)
{
    map->bits = 0;
    map->count = 0;
}

/* Appends the outcome of one branch; count must be below 64. */
static inline void rvt_branch_map_add(struct rvt_branch_map *map, bool taken)
{
    assert(map->count < 64);
    map->bits |= (uint64_t)!taken << map->count;
    map->count++;
}

/* The same if branch, else nothing; count must be below 64 either way. Free of jumps: which
 * instruction is a branch is not predictable. */
static inline void rvt_branch_map_add_if(struct rvt_branch_map *map, bool branch, bool taken)
{
    assert(map->count < 64);
    map->bits |= (uint64_t)(branch && !taken) << map->count;
    map->count += branch;
}

/* Appends count outcomes as a packet carries them; the sum must not exceed 64. Bits above count are
 * ignored. */
static inline void rvt_branch_map_append(struct rvt_branch_map *map, uint32_t bits, unsigned count)
{
    assert(map->count + count <= 64);
    if (count == 0)
        return;
    map->bits |= (bits & rvt_mask(count)) << map->count;
    map->count += count;
}

/* Removes the oldest outcome and returns true if it was taken; count must not be 0. */
static inline bool rvt_branch_map_take(struct rvt_branch_map *map)
{
    assert(map->count > 0);
    bool taken = (map->bits & 1) == 0;
    map->bits >>= 1;
    map->count--;
    return taken;
}

#endif
