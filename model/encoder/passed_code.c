/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/passed_code.h"

void rvt_passed_code_add(struct rvt_passed_code *passed, uint64_t first, uint64_t after)
{
    if (passed->pieces > RVT_PASSED_PIECES_MAX)
        return;
    if (passed->pieces > 0 && passed->piece[passed->pieces - 1].after == first) {
        passed->piece[passed->pieces - 1].after = after;
        return;
    }
    if (passed->pieces < RVT_PASSED_PIECES_MAX) {
        passed->piece[passed->pieces].first = first;
        passed->piece[passed->pieces].after = after;
    }
    passed->pieces++;
}

bool rvt_passed_code_includes(const struct rvt_passed_code *passed, uint64_t address)
{
    if (passed->pieces > RVT_PASSED_PIECES_MAX)
        return true;
    for (unsigned i = 0; i < passed->pieces; i++)
        if (address - passed->piece[i].first < passed->piece[i].after - passed->piece[i].first)
            return true;
    return false;
}
