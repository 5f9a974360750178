/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Packets of a decoder that is a packet processor alone: the host may pause it at each packet, but
 * the decode tree reports all packets of a block of bytes. They wait in a queue.
 */
#ifndef RVT_OPENCSD_PACKETS_H
#define RVT_OPENCSD_PACKETS_H

#include "rvt_opencsd.h"

struct rvt_opencsd_queued {
    uint64_t index;
    struct rvt_opencsd_packet packet;
};

/* Zeroed: empty. The members are private. */
struct rvt_opencsd_packets {
    struct rvt_opencsd_queued *queued;
    size_t first, count, room;
};

/* Sets *packet to what a monitor of the decode tree shows. */
void rvt_opencsd_packet_set(const struct rvt_monitored_packet *monitored,
                            const struct rvt_configuration *configuration,
                            struct rvt_opencsd_packet *packet);

/* Writes the packet as one line into text (capacity >= 1). */
void rvt_opencsd_packet_text(const struct rvt_opencsd_packet *packet, char *text, size_t capacity);

/* Adds a packet. False: out of memory. */
bool rvt_opencsd_packets_add(struct rvt_opencsd_packets *packets, uint64_t index,
                             const struct rvt_opencsd_packet *packet);

/* The oldest packet, which leaves the queue; valid up to the next call. Null: there is none. */
const struct rvt_opencsd_queued *rvt_opencsd_packets_next(struct rvt_opencsd_packets *packets);

/* Drops all packets, and what the queue holds. */
void rvt_opencsd_packets_clear(struct rvt_opencsd_packets *packets);

#endif
