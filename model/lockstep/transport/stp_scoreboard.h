/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Scoreboard of an STP transmitter. From the writes that it takes and the requests that it gets the
 * scoreboard predicts the bytes, and compares each byte that is sent. After a difference it goes on
 * where both sides agree again (stream_match.h). Decision 0005 fixes what the specification leaves
 * to the sender. Needs no simulator. Spec: STP-001..006, STP-011..014.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_STP_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_STP_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "transport/stp/stp_encoder.h"

#include "lockstep/transport/stp_write_port.h"

struct rvt_stp_scoreboard; /* opaque; end, verdict and close: transport_scoreboard.h */

/*
 * Opens a scoreboard before the first write. config: the format of the stream; its sync_bytes and
 * frequency are ignored, they come with the writes. RVT_ERR_PARAMETER: no VERSION packet states
 * this config; RVT_ERR_MEMORY. *scoreboard is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_stp_scoreboard_open(const struct rvt_stp_encoder_config *config,
                                        struct rvt_stp_scoreboard **scoreboard);

/*
 * Calls of one cycle, in this order: sync, write, flush, bytes. Cycles never go back.
 *
 * sync: the next write begins with ASYNC.
 * write: taken in this cycle; sync_bytes and, of the first write, frequency are those of decision
 * 0005.
 * flush: half a byte after the latest write is completed.
 * bytes: a beat is sent.
 */
void rvt_stp_scoreboard_sync(struct rvt_stp_scoreboard *scoreboard);
void rvt_stp_scoreboard_write(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle,
                              const struct rvt_stp_port_write *write, uint64_t sync_bytes,
                              uint64_t frequency);
void rvt_stp_scoreboard_flush(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle);
void rvt_stp_scoreboard_bytes(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle,
                              const uint8_t *data, size_t bytes);

/* The transmitter reports that it holds nothing, not even half a byte. First call of its cycle. */
void rvt_stp_scoreboard_idle(struct rvt_stp_scoreboard *scoreboard, uint64_t cycle);

#endif
