/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The stretches of te_inst packets that were not judged, because no decoder can follow them: from
 * the packet that leads astray up to the one with which a decoder can begin. That may be the same
 * packet: the way to it is not judged then. */
#ifndef RVT_LOCKSTEP_CORE_PACKET_RANGES_H
#define RVT_LOCKSTEP_CORE_PACKET_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Packet numbers, never falling; at an even index the first of a stretch, at the next one the first
 * behind it, which is missing while the stretch lasts. */
struct rvt_packet_ranges {
    uint64_t *turn;
    size_t count, capacity;
};

/* Frees; a zeroed list is an empty one, and is accepted. */
void rvt_packet_ranges_fini(struct rvt_packet_ranges *stretches);

/* The packet of this number, and all up to the next one told, are in a stretch or are not.
 * RVT_ERR_MEMORY: nothing has changed. */
RVT_MUST_USE
enum rvt_status rvt_packet_ranges_mark(struct rvt_packet_ranges *stretches, uint64_t number,
                                       bool within);

#endif
