/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside an STP transmitter: told of every write that it takes, every request and every
 * byte that leaves, it predicts the bytes and holds each against the one observed, in the call that
 * tells it. What a sender is free to choose is decision 0005. No simulator. Spec: STP-001..006,
 * STP-011..014.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_STP_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_STP_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "transport/stp/stp_encoder.h"

#include "lockstep/transport/stp_write_port.h"

struct rvt_stp_scoreboard; /* opaque; end, verdict and close: rvt_transport_scoreboard.h */

/*
 * A judge before the first write. config: what the transmitter sends; sync_bytes and frequency are
 * told with the writes. RVT_ERR_PARAMETER for a config that no VERSION tells, RVT_ERR_MEMORY;
 * *judge is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_scoreboard_open(const struct rvt_stp_encoder_config *config,
                                        struct rvt_stp_scoreboard **judge);

/*
 * Within a cycle: sync, write, flush, bytes. Cycles never go back.
 *
 * sync: the next write begins with ASYNC. write: taken in this cycle; sync_bytes and, of the first
 * write, frequency are those of decision 0005. flush: half a byte behind the latest write is
 * completed. bytes: a beat that is taken.
 */
void rvt_stp_scoreboard_sync(struct rvt_stp_scoreboard *judge);
void rvt_stp_scoreboard_write(struct rvt_stp_scoreboard *judge, uint64_t cycle,
                              const struct rvt_stp_port_write *write, uint64_t sync_bytes,
                              uint64_t frequency);
void rvt_stp_scoreboard_flush(struct rvt_stp_scoreboard *judge, uint64_t cycle);
void rvt_stp_scoreboard_bytes(struct rvt_stp_scoreboard *judge, uint64_t cycle, const uint8_t *data,
                              size_t bytes);

/* Before what else happens in this cycle: the transmitter says that nothing is left in it, not even
 * half a byte. */
void rvt_stp_scoreboard_idle(struct rvt_stp_scoreboard *judge, uint64_t cycle);

#endif
