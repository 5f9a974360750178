/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/tunnel_packets.h"

#include <inttypes.h>

void rvt_tunnel_packets_take(struct rvt_tunnel_packets *packets, uint64_t cycle,
                             const uint8_t *data, size_t bytes, bool last)
{
    struct rvt_tunnel_packet *packet =
        &packets->packet[(packets->taken + RVT_TUNNEL_PACKETS - 1) % RVT_TUNNEL_PACKETS];

    if (packets->taken == 0 || packet->whole) {
        packet = &packets->packet[packets->taken++ % RVT_TUNNEL_PACKETS];
        *packet = (struct rvt_tunnel_packet){.cycle = cycle, .from = packets->bytes};
    }
    for (size_t i = 0; i < bytes; i++)
        packets->byte[packets->bytes++ % RVT_TUNNEL_BYTES] = data[i];
    packet->end = packets->bytes;
    packet->whole = last;
}

const struct rvt_tunnel_packet *rvt_tunnel_packets_at(const struct rvt_tunnel_packets *packets,
                                                      uint64_t number)
{
    return &packets->packet[number % RVT_TUNNEL_PACKETS];
}

uint8_t rvt_tunnel_packets_byte(const struct rvt_tunnel_packets *packets, uint64_t at)
{
    return packets->byte[at % RVT_TUNNEL_BYTES];
}

bool rvt_tunnel_packets_ready(const struct rvt_tunnel_packets *packets, uint64_t number, bool whole)
{
    return number < packets->taken && (!whole || rvt_tunnel_packets_at(packets, number)->whole);
}

void rvt_tunnel_packets_print(const struct rvt_tunnel_packets *packets, struct rvt_text *text,
                              uint64_t number)
{
    const struct rvt_tunnel_packet *packet = rvt_tunnel_packets_at(packets, number);

    rvt_text_add(text,
                 "\n  because   packet %" PRIu64 ", taken from cycle %" PRIu64 " on, %" PRIu64
                 " bytes%s",
                 number, packet->cycle, packet->end - packet->from, packet->whole ? "" : " so far");
}
