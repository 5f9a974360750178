/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict bit-exact of a tunnel that writes to an STP transmitter itself: each packet that was
 * taken becomes the writes of one message. A message depends on the carrier when its first write is
 * sent; so it begins with that write. Those that are needed earlier, to find the place where both
 * sides agree again, begin with the carrier of the present write, and what depends on their
 * timestamp is not compared.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_TUNNEL_WRITES_H
#define RVT_LOCKSTEP_TRANSPORT_TUNNEL_WRITES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#include "lockstep/transport/stp_write_port.h"
#include "lockstep/transport/syst_taking.h"
#include "lockstep/transport/tunnel_packets.h"

struct rvt_tunnel_writes; /* opaque */

/* Opens the verdict. length: messages have LEN. Findings go to scoreboard (transport_scoreboard.h);
 * it and packets are borrowed. RVT_ERR_MEMORY: *verdict is null. */
RVT_MUST_USE
enum rvt_status rvt_tunnel_writes_open(void *scoreboard, const struct rvt_tunnel_packets *packets,
                                       bool length, struct rvt_tunnel_writes **verdict);

/* Frees; null is accepted. */
void rvt_tunnel_writes_close(struct rvt_tunnel_writes *verdict);

/* A write was sent. carrier: of a message that begins with it, and its header. */
void rvt_tunnel_writes_write(struct rvt_tunnel_writes *verdict, uint64_t cycle,
                             const struct rvt_syst_input *carrier,
                             const struct rvt_stp_record *record);

/* A write was sent that no STP packet can carry; a finding says so that is not waived. */
void rvt_tunnel_writes_lose(struct rvt_tunnel_writes *verdict);

/* The tunnel reports that it is in no message and has no packet to begin one with. */
void rvt_tunnel_writes_idle(struct rvt_tunnel_writes *verdict, uint64_t cycle);

/* The run is over. */
void rvt_tunnel_writes_end(struct rvt_tunnel_writes *verdict, uint64_t cycle);

/* Packets whose messages left or were lost; while both sides do not agree, as far as that is
 * known. */
uint64_t rvt_tunnel_writes_done(const struct rvt_tunnel_writes *verdict);

/* True if no break is under way. */
bool rvt_tunnel_writes_agree(const struct rvt_tunnel_writes *verdict);

/* Packets of which every write was equal, and their bytes. */
uint64_t rvt_tunnel_writes_packets(const struct rvt_tunnel_writes *verdict);
uint64_t rvt_tunnel_writes_bytes(const struct rvt_tunnel_writes *verdict);

#endif
