/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside a trace formatter: told of what it takes and of every byte that leaves, it
 * predicts each byte as soon as what was taken determines it, and holds the ones that leave against
 * it in the call that tells them. A byte at an even place is determined by what follows it, all
 * others when they are taken. No simulator. Spec: FRM-001..010, decision 0005.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_FRAME_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_FRAME_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Opaque; end, verdict and close: rvt_transport_scoreboard.h. At the end no byte of a whole frame may be
 * due; a frame in progress may wait for its end. */
struct rvt_frame_scoreboard;

/*
 * A judge before the first byte, with the periods of FSYNC in frames and of HSYNC in halfwords (0:
 * none). RVT_ERR_MEMORY; *judge is then null.
 */
RVT_MUST_USE
enum rvt_status rvt_frame_scoreboard_open(unsigned fsync_frames, unsigned hsync_halfwords,
                                          struct rvt_frame_scoreboard **judge);

/* Within a cycle: data, trigger, flush, bytes. data: up to 8 bytes of the source with that ID. */
void rvt_frame_scoreboard_data(struct rvt_frame_scoreboard *judge, uint64_t cycle, unsigned id,
                               const uint8_t *data, size_t bytes);
void rvt_frame_scoreboard_trigger(struct rvt_frame_scoreboard *judge, uint64_t cycle);
void rvt_frame_scoreboard_flush(struct rvt_frame_scoreboard *judge, uint64_t cycle);
void rvt_frame_scoreboard_bytes(struct rvt_frame_scoreboard *judge, uint64_t cycle,
                                const uint8_t *data, size_t bytes);

/* Before what else happens in this cycle: the formatter says that nothing is left in it. */
void rvt_frame_scoreboard_idle(struct rvt_frame_scoreboard *judge, uint64_t cycle);

#endif
