/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The outcomes of branches in chronological order, oldest first: what an encoder has not reported
 * yet, and what a decoder has not used yet. Spec: E-Trace, branch map (ETR-FMT-023, ETR-ALG-012).
 */
#ifndef RVT_FLOW_BRANCH_MAP_H
#define RVT_FLOW_BRANCH_MAP_H

#include <stdbool.h>
#include <stdint.h>

#define RVT_BRANCHES_MAX 31 /* outcomes that one packet carries */

struct rvt_branch_map {
    uint64_t bits;  /* bit 0 is the oldest; 0 taken, 1 not taken; 0 above count */
    unsigned count; /* 0..64 */
};

void rvt_branch_map_clear(struct rvt_branch_map *map);

/* Appends the outcome of one branch; count must be below 64. */
void rvt_branch_map_add(struct rvt_branch_map *map, bool taken);

/* Appends count outcomes as a packet carries them; the sum must not exceed 64. Bits above count are
 * ignored. */
void rvt_branch_map_append(struct rvt_branch_map *map, uint32_t bits, unsigned count);

/* Removes the oldest outcome and returns true if it was taken; count must not be 0. */
bool rvt_branch_map_take(struct rvt_branch_map *map);

#endif
