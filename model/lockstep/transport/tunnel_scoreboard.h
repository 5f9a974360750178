/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Scoreboard of a tunnel, which makes SyS-T messages of type RAW from encapsulated packets. From
 * the beats of a packet it predicts the message, and compares header, length and each byte of
 * payload that is sent (tunnel_messages.h), or each write (tunnel_writes.h). Needs no simulator.
 * Spec: SYST-002, SYST-007, ENC-014; decision 0005 (a tunnel).
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TUNNEL_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_TUNNEL_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/stp_write_port.h"
#include "lockstep/transport/syst_taking.h"

/* Fields of the header of a message beside its type. */
struct rvt_tunnel_options {
    uint8_t protocol; /* 6 bits, the subtype */
    uint16_t origin;  /* 11 bits */
    uint8_t severity; /* 3 bits */
    bool guid, checksum, stamp;
};

struct rvt_tunnel_scoreboard; /* opaque; end, verdict and close: transport_scoreboard.h */

/* Opens a scoreboard before the first packet. length: messages have LEN. RVT_ERR_MEMORY:
 * *scoreboard is null. */
RVT_MUST_USE
enum rvt_status rvt_tunnel_scoreboard_open(bool length, struct rvt_tunnel_scoreboard **scoreboard);

/*
 * Calls of one cycle, in this order: options, carrier, beat, message, payload, write.
 *
 * options: those of messages that begin from now on; all are 0 at first.
 * beat: 1 or more bytes of a packet are taken; last: the packet ends with them.
 * message: the header of the next packet's message is sent. A byte of the packet must have been
 * taken before, with LEN all of them; length is compared if the message has LEN.
 * payload: 1..4 bytes of it, first one in bits 7:0; last must be set with the last byte of the
 * packet and with no other.
 */
void rvt_tunnel_scoreboard_options(struct rvt_tunnel_scoreboard *scoreboard,
                                   const struct rvt_tunnel_options *options);
void rvt_tunnel_scoreboard_beat(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                const uint8_t *data, size_t bytes, bool last);
void rvt_tunnel_scoreboard_message(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                   uint32_t header, uint16_t length);
void rvt_tunnel_scoreboard_payload(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                   uint32_t data, unsigned bytes, bool last);

/*
 * For a tunnel that writes to an STP transmitter itself, in place of message and payload.
 *
 * carrier: ending, master, channel, GUID and timestamp of messages whose first write is sent from
 * now on.
 * write: a write that is sent.
 */
void rvt_tunnel_scoreboard_carrier(struct rvt_tunnel_scoreboard *scoreboard,
                                   const struct rvt_syst_input *carrier);
void rvt_tunnel_scoreboard_write(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle,
                                 const struct rvt_stp_port_write *write);

/* The tunnel reports that no message is under way and that it has no packet to begin one with.
 * First call of its cycle. */
void rvt_tunnel_scoreboard_idle(struct rvt_tunnel_scoreboard *scoreboard, uint64_t cycle);

#endif
