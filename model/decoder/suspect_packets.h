/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* An F3/0 that contradicted the position of a decoder, and the packets after it, until another F3/0
 * decides on them. Spec: ETR-DEC-019. */
#ifndef RVT_DECODER_SUSPECT_PACKETS_H
#define RVT_DECODER_SUSPECT_PACKETS_H

#include "wire/packet.h"

#define RVT_SUSPECTS_MAX 256

struct rvt_suspects {
    unsigned count;   /* packets; 0: none */
    uint64_t ordinal; /* of the first; the others follow without a gap */
    bool settling;    /* they are confirmed, and being taken */
    unsigned next;    /* the one that is taken next */
    struct rvt_packet packet[RVT_SUSPECTS_MAX];
};

/* True if packet is an F3/0: one that can be suspect, and that decides on others. */
static inline bool rvt_suspects_is_start(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_START;
}

/* Begins with packet, an F3/0 of that ordinal. */
static inline void rvt_suspects_begin(struct rvt_suspects *suspects,
                                      const struct rvt_packet *packet, uint64_t ordinal)
{
    suspects->count = 1;
    suspects->ordinal = ordinal;
    suspects->packet[0] = *packet;
}

/* Adds packet, the next of the stream. False if it does not wait with them, because it is a sync or
 * support packet, or because there is no room. */
static inline bool rvt_suspects_add(struct rvt_suspects *suspects, const struct rvt_packet *packet)
{
    bool waits = packet->format != RVT_FORMAT_SYNC || packet->subformat == RVT_SUBFORMAT_CONTEXT;

    if (!waits || suspects->count == RVT_SUSPECTS_MAX)
        return false;
    suspects->packet[suspects->count++] = *packet;
    return true;
}

/* The ordinal of the last one; there must be one. */
static inline uint64_t rvt_suspects_last(const struct rvt_suspects *suspects)
{
    return suspects->ordinal + suspects->count - 1;
}

#endif
