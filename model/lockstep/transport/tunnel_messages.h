/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict bit-exact of a tunnel that sends the header and the payload of its messages: each is
 * compared with the packets that were taken, header by header and byte by byte. After a difference
 * both sides agree again where 12 of these in a row are equal.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TUNNEL_MESSAGES_H
#define RVT_LOCKSTEP_TRANSPORT_TUNNEL_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/tunnel_packets.h"

struct rvt_tunnel_messages; /* opaque */

/* Opens the verdict. length: messages have LEN. Findings go to scoreboard (transport_scoreboard.h);
 * it and packets are borrowed. RVT_ERR_MEMORY: *verdict is null. */
RVT_MUST_USE
enum rvt_status rvt_tunnel_messages_open(void *scoreboard, const struct rvt_tunnel_packets *packets,
                                         bool length, struct rvt_tunnel_messages **verdict);

/* Frees; null is accepted. */
void rvt_tunnel_messages_close(struct rvt_tunnel_messages *verdict);

/* The header of a message was sent, with its length; expected: the header that it must be. */
void rvt_tunnel_messages_header(struct rvt_tunnel_messages *verdict, uint64_t cycle,
                                uint32_t header, uint16_t length, uint32_t expected);

/* 1 or more bytes of payload were sent; last: the message ends with them. */
void rvt_tunnel_messages_payload(struct rvt_tunnel_messages *verdict, uint64_t cycle,
                                 const uint8_t *data, size_t bytes, bool last);

/* The tunnel reports that it is in no message and has no packet to begin one with. */
void rvt_tunnel_messages_idle(struct rvt_tunnel_messages *verdict, uint64_t cycle);

/* The run is over. */
void rvt_tunnel_messages_end(struct rvt_tunnel_messages *verdict, uint64_t cycle);

/* Packets that left or were lost; while both sides do not agree, as far as that is known. */
uint64_t rvt_tunnel_messages_done(const struct rvt_tunnel_messages *verdict);

/* True if no break is under way. */
bool rvt_tunnel_messages_agree(const struct rvt_tunnel_messages *verdict);

/* Packets of which every byte was equal, and bytes that were. */
uint64_t rvt_tunnel_messages_packets(const struct rvt_tunnel_messages *verdict);
uint64_t rvt_tunnel_messages_bytes(const struct rvt_tunnel_messages *verdict);

#endif
