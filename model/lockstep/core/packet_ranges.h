/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Ranges of packets, by number. Decode-exact marks the te_inst packets that no decoder can follow:
 * from the first one that misleads a decoder to the first one with which a decoder can begin again.
 * That may be the same packet; the range is then empty, and the path to the packet is not compared.
 */
#ifndef RVT_LOCKSTEP_CORE_PACKET_RANGES_H
#define RVT_LOCKSTEP_CORE_PACKET_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Rising packet numbers: at an even index the first packet of a range, at the next index the first
 * packet after it, which is missing while the range lasts. */
struct rvt_packet_ranges {
    uint64_t *bound;
    size_t count, capacity;
};

/* Frees; a zeroed list is empty, and is accepted. */
void rvt_packet_ranges_fini(struct rvt_packet_ranges *ranges);

/* All packets from number to the next one marked are within a range, or are not. RVT_ERR_MEMORY:
 * nothing has changed. */
RVT_MUST_USE
enum rvt_status rvt_packet_ranges_mark(struct rvt_packet_ranges *ranges, uint64_t number,
                                       bool within);

#endif
