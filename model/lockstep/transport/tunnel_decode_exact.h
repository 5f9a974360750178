/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict decode-exact of a tunnel: each packet that was taken must arrive as the payload of
 * one message, whole and unchanged, in order, of type RAW, with protocol, origin, master and
 * channel as configured. Free are the other fields of the header and the optional fields
 * (severity, GUID, LEN, checksum, timestamp), how payload and writes are cut, and the ending. Spec:
 * SYST-002, SYST-007, ENC-014; decision 0005 (a tunnel).
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TUNNEL_DECODE_EXACT_H
#define RVT_LOCKSTEP_TRANSPORT_TUNNEL_DECODE_EXACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"
#include "transport/stp/stp_encoder.h"

/* What the messages must have. */
struct rvt_tunnel_route {
    uint8_t protocol;         /* 6 bits, the subtype */
    uint16_t origin;          /* 11 bits */
    uint16_t master, channel; /* of writes */
};

struct rvt_tunnel_decode_exact; /* opaque */

/* Opens the verdict. Findings go to scoreboard (transport_scoreboard.h), which is borrowed.
 * RVT_ERR_MEMORY: *verdict is null. */
RVT_MUST_USE
enum rvt_status rvt_tunnel_decode_exact_open(void *scoreboard,
                                             struct rvt_tunnel_decode_exact **verdict);

/* Frees; null is accepted. */
void rvt_tunnel_decode_exact_close(struct rvt_tunnel_decode_exact *verdict);

/* 1 or more bytes of a packet were taken; last: the packet ends with them. */
void rvt_tunnel_decode_exact_beat(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                  const uint8_t *data, size_t bytes, bool last);

/* The header of a message was sent, and its length, which counts if the header has LEN. */
void rvt_tunnel_decode_exact_message(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                     const struct rvt_tunnel_route *route, uint32_t header,
                                     uint16_t length);

/* 1 or more bytes of its payload were sent; last: it ends with them. */
void rvt_tunnel_decode_exact_payload(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                     const uint8_t *data, size_t bytes, bool last);

/* A write was sent, in place of message and payload. */
void rvt_tunnel_decode_exact_write(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                   const struct rvt_tunnel_route *route,
                                   const struct rvt_stp_record *record);

/* A write was sent that no STP packet can carry; found: a finding says so that is not waived. */
void rvt_tunnel_decode_exact_lose(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle,
                                  bool found);

/* The tunnel reports that it is in no message and has no packet to begin one with. */
void rvt_tunnel_decode_exact_idle(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle);

/* The run is over. */
void rvt_tunnel_decode_exact_end(struct rvt_tunnel_decode_exact *verdict, uint64_t cycle);

/* Packets compared and equal. */
uint64_t rvt_tunnel_decode_exact_compared(const struct rvt_tunnel_decode_exact *verdict);

/* Appends "3 of 4 packets compared". */
void rvt_tunnel_decode_exact_counts(const struct rvt_tunnel_decode_exact *verdict,
                                    struct rvt_text *text);

#endif
