/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/position.h"

#include <string.h>

void rvt_positions_add(struct rvt_positions *positions, const char *unit, uint64_t position)
{
    positions->unit = unit;
    positions->at[positions->count++ % RVT_POSITIONS] = position;
}

uint64_t rvt_positions_of(const struct rvt_positions *positions, uint64_t ordinal)
{
    return positions->count - ordinal <= RVT_POSITIONS ? positions->at[ordinal % RVT_POSITIONS]
                                                       : positions->since;
}

void rvt_positions_place(const struct rvt_positions *positions, struct rvt_diagnosis *diagnosis)
{
    if (diagnosis->unit == NULL || strcmp(diagnosis->unit, "packet") != 0)
        return;
    diagnosis->position = rvt_positions_of(positions, diagnosis->position);
    diagnosis->unit = positions->unit;
}

void rvt_positions_lose(struct rvt_positions *positions, uint64_t ordinal)
{
    if (!positions->losing)
        positions->since = rvt_positions_of(positions, ordinal);
    positions->losing = true;
}
