/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets whose meaning depends on a later packet, and those between them and the packet that
 * decides. Spec: ETR-DEC-012, AMB-010, AMB-048, AMB-131.
 */
#ifndef RVT_DECODER_DEFERRED_PACKETS_H
#define RVT_DECODER_DEFERRED_PACKETS_H

#include "decoder/follower.h"

#define RVT_DEFERRED_MAX 16

struct rvt_deferred_packets {
    unsigned count;
    struct rvt_deferred_packet {
        struct rvt_packet packet;
        uint64_t ordinal;
        bool repeats;          /* it has the address of the position; of the first */
    } entry[RVT_DEFERRED_MAX]; /* the first one is undecided */
};

/*
 * True if the successor of packet decides what it means at this position: a format 2 packet that
 * repeats the address of the position may carry no information; a depth may be that of a
 * mispredicted return or that of the last instruction before a sync packet; a trap after a return
 * may have its EPC where the return was expected to lead, or elsewhere.
 */
bool rvt_deferred_packets_wait(const struct rvt_follower *follower,
                               const struct rvt_packet *packet);

/* True if successor decides; F3/2, and F3/3 without a change, do not. */
bool rvt_deferred_packets_decide(const struct rvt_follower *follower,
                                 const struct rvt_packet *successor);

/* True if the first deferred packet only repeats its address, now that its successor is known.
 * AMB-131. */
bool rvt_deferred_packets_repeat(const struct rvt_deferred_packets *deferred,
                                 const struct rvt_follower *follower,
                                 const struct rvt_packet *successor);

/* True if the first deferred packet cannot be decoded without its successor. */
bool rvt_deferred_packets_depend(const struct rvt_deferred_packets *deferred);

/* Defers packet; there must be room. */
void rvt_deferred_packets_add(struct rvt_deferred_packets *deferred,
                              const struct rvt_follower *follower, const struct rvt_packet *packet,
                              uint64_t ordinal);

#endif
