/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside a tunnel, which makes SyS-T messages of type RAW from encapsulated packets: told
 * of each beat of a packet that it takes, it predicts the message, and holds the header, the length
 * and each byte against those observed, in the call that tells them. No simulator. Spec: SYST-002,
 * SYST-007, ENC-014, decision 0005 (a tunnel).
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TUNNEL_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_TUNNEL_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/syst_scoreboard.h"

/* What the header of a message tells beside its type, within its bits. */
struct rvt_tunnel_options {
    uint8_t protocol; /* 6 bits, the subtype */
    uint16_t origin;  /* 11 bits */
    uint8_t severity; /* 3 bits */
    bool guid, checksum, stamp;
};

struct rvt_tunnel_scoreboard; /* opaque; end, verdict and close: rvt_transport_scoreboard.h */

/* A judge before the first packet. length: messages have LEN. RVT_ERR_MEMORY; *judge is then
 * null. */
RVT_MUST_USE
enum rvt_status rvt_tunnel_scoreboard_open(bool length, struct rvt_tunnel_scoreboard **judge);

/*
 * Within a cycle: options, carrier, beat, message, payload, write.
 *
 * options: those of a message that begins from now on; none are set and all are 0 before.  * beat:
 * bytes of a packet that are taken, 1 or more; last: the packet ends with them. message: the header
 * of the next packet's message is taken from the tunnel; length is looked at where there is LEN. A
 * byte of the packet must have been taken, with LEN all of them. payload: 1 to 4 bytes of it, the
 * first one lowest; last is told with the last byte of the packet and never before.
 */
void rvt_tunnel_scoreboard_options(struct rvt_tunnel_scoreboard *judge,
                                   const struct rvt_tunnel_options *options);
void rvt_tunnel_scoreboard_beat(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                const uint8_t *data, size_t bytes, bool last);
void rvt_tunnel_scoreboard_message(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                   uint32_t header, uint16_t length);
void rvt_tunnel_scoreboard_payload(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                   uint32_t data, unsigned bytes, bool last);

/*
 * Of a tunnel that writes to an STP transmitter itself, in place of message and payload. carrier:
 * ending, master, channel, GUID and timestamp of a message whose first write leaves from now on.
 */
void rvt_tunnel_scoreboard_carrier(struct rvt_tunnel_scoreboard *judge,
                                   const struct rvt_syst_input *carrier);
void rvt_tunnel_scoreboard_write(struct rvt_tunnel_scoreboard *judge, uint64_t cycle,
                                 const struct rvt_stp_port_write *write);

/* Before what else happens in this cycle: the tunnel says that no message is under way and that it
 * has nothing to begin one with. */
void rvt_tunnel_scoreboard_idle(struct rvt_tunnel_scoreboard *judge, uint64_t cycle);

#endif
