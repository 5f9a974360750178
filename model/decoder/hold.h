/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets that mean one thing or another depending on what comes next, and those between them and
 * the packet that decides. Spec: ETR-DEC-012, AMB-010, AMB-048, AMB-131.
 */
#ifndef RVT_DECODER_HOLD_H
#define RVT_DECODER_HOLD_H

#include "decoder/follow.h"

#define RVT_HOLD_MAX 16

struct rvt_hold {
    unsigned count;
    struct rvt_held {
        struct rvt_packet packet;
        uint64_t ordinal;
        bool repeats;     /* the address of the position */
    } held[RVT_HOLD_MAX]; /* the first is the one that waits */
};

/*
 * True if what packet means at this position is decided by its successor: a format 2 packet that
 * repeats the address of the position may say nothing at all; a depth may be that of a mispredicted
 * return or that of the last instruction before a sync packet; a trap behind a return may have its
 * EPC where the return was expected to lead, or elsewhere.
 */
bool rvt_hold_wants(const struct rvt_follow *follow, const struct rvt_packet *packet);

/* True if successor decides; F3/2 and F3/3 without a change do not. */
bool rvt_hold_decides(const struct rvt_follow *follow, const struct rvt_packet *successor);

/* True if the first packet that is held says nothing but its address again, now that its successor
 * is known. AMB-131. */
bool rvt_hold_repeats(const struct rvt_hold *hold, const struct rvt_follow *follow,
                      const struct rvt_packet *successor);

/* True if the first packet that is held cannot be told without its successor. */
bool rvt_hold_depends(const struct rvt_hold *hold);

/* Holds packet back; there must be room. */
void rvt_hold_add(struct rvt_hold *hold, const struct rvt_follow *follow,
                  const struct rvt_packet *packet, uint64_t ordinal);

#endif
