/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The packets that a tunnel takes: their bytes, as far as they are known. */
#ifndef RVT_LOCKSTEP_TRANSPORT_TUNNEL_PACKETS_H
#define RVT_LOCKSTEP_TRANSPORT_TUNNEL_PACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

enum {
    RVT_TUNNEL_PACKETS = 1 << 10,           /* of which none is older than that are known */
    RVT_TUNNEL_BYTES = 1 << 16,             /* likewise, a power of two */
    RVT_TUNNEL_OUTSTANDING_BYTES = 15 << 12 /* that may be taken and not sent */
};

/* A packet that was taken, whole or in part. */
struct rvt_tunnel_packet {
    uint64_t cycle;     /* of its first byte */
    uint64_t from, end; /* its bytes among all that were taken, as far as they were */
    bool whole;
};

/* Caller's storage, zero at first. */
struct rvt_tunnel_packets {
    uint64_t taken;                                      /* packets of which a byte was taken */
    uint64_t bytes;                                      /* bytes that were taken */
    struct rvt_tunnel_packet packet[RVT_TUNNEL_PACKETS]; /* by number */
    uint8_t byte[RVT_TUNNEL_BYTES];                      /* by number */
};

/* Takes bytes of the latest packet, or of a new one if that is whole. last: the packet ends. */
void rvt_tunnel_packets_take(struct rvt_tunnel_packets *packets, uint64_t cycle,
                             const uint8_t *data, size_t bytes, bool last);

/* A packet, which was taken. */
const struct rvt_tunnel_packet *rvt_tunnel_packets_at(const struct rvt_tunnel_packets *packets,
                                                      uint64_t number);

/* A byte that was taken. */
uint8_t rvt_tunnel_packets_byte(const struct rvt_tunnel_packets *packets, uint64_t at);

/* True if the packet was taken as far as its message needs to begin: a byte of it, or all of it. */
bool rvt_tunnel_packets_ready(const struct rvt_tunnel_packets *packets, uint64_t number,
                              bool whole);

/* Appends a line of evidence, "because packet 3, ...". */
void rvt_tunnel_packets_print(const struct rvt_tunnel_packets *packets, struct rvt_text *text,
                              uint64_t number);

#endif
