/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/branch_map.h"

#include <assert.h>

#include "base/bits.h"

void rvt_branch_map_clear(struct rvt_branch_map *map)
{
    map->bits = 0;
    map->count = 0;
}

void rvt_branch_map_add(struct rvt_branch_map *map, bool taken)
{
    assert(map->count < 64);
    map->bits |= (uint64_t)!taken << map->count;
    map->count++;
}

void rvt_branch_map_append(struct rvt_branch_map *map, uint32_t bits, unsigned count)
{
    assert(map->count + count <= 64);
    if (count == 0)
        return;
    map->bits |= (bits & rvt_mask(count)) << map->count;
    map->count += count;
}

bool rvt_branch_map_take(struct rvt_branch_map *map)
{
    assert(map->count > 0);
    bool taken = (map->bits & 1) == 0;
    map->bits >>= 1;
    map->count--;
    return taken;
}
