/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Lines or bytes of the latest packets that a decoder numbers, and of the packet with which a loss
 * began. */
#ifndef RVT_TOOLS_POSITION_H
#define RVT_TOOLS_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include <rvt/status.h>

enum { RVT_POSITIONS = 512 }; /* more than a decoder holds back */

struct rvt_positions {
    const char *unit; /* "line" or "byte" */
    uint64_t at[RVT_POSITIONS];
    uint64_t count; /* packets so far; the next has this ordinal */
    uint64_t since; /* position of the packet that a loss began with */
    bool losing;
};

/* The next packet is there. */
void rvt_positions_add(struct rvt_positions *positions, const char *unit, uint64_t position);

/* The position of the packet with that ordinal; of one long gone, where the loss began. */
uint64_t rvt_positions_of(const struct rvt_positions *positions, uint64_t ordinal);

/* Where the decoder gave an ordinal in diagnosis, puts the position in its place. */
void rvt_positions_place(const struct rvt_positions *positions, struct rvt_diagnosis *diagnosis);

/* A loss begins with the packet of that ordinal, unless one goes on. */
void rvt_positions_lose(struct rvt_positions *positions, uint64_t ordinal);

#endif
