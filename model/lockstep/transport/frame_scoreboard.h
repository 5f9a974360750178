/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Scoreboard of a trace formatter. It predicts each byte of a frame as soon as the data that was
 * taken determines it, and compares each byte that is sent. A byte at an even position of a frame
 * is determined by the byte after it; every other byte is determined when it is taken. After a
 * difference it goes on where both sides agree again (stream_match.h). With the verdict
 * decode-exact the bytes of each source are compared instead (frame_decode_exact.h). Needs no
 * simulator. Spec: FRM-001..010; decision 0005.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_FRAME_SCOREBOARD_H
#define RVT_LOCKSTEP_TRANSPORT_FRAME_SCOREBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Opaque; end, verdict and close: transport_scoreboard.h. At the end every byte of a complete frame
 * must have been sent; a frame in progress may be incomplete. */
struct rvt_frame_scoreboard;

/*
 * Opens a scoreboard before the first byte. fsync_frames: frames between FSYNC; hsync_halfwords:
 * halfwords between HSYNC; 0: none. Decode-exact does not use them. RVT_ERR_MEMORY: *scoreboard is
 * null.
 */
RVT_MUST_USE
enum rvt_status rvt_frame_scoreboard_open(unsigned fsync_frames, unsigned hsync_halfwords,
                                          struct rvt_frame_scoreboard **scoreboard);

/*
 * Calls of one cycle, in this order: data, trigger, flush, bytes.
 *
 * data: up to 8 bytes are taken from the source with this ID.
 * bytes: a beat is sent.
 */
void rvt_frame_scoreboard_data(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle, unsigned id,
                               const uint8_t *data, size_t bytes);
void rvt_frame_scoreboard_trigger(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle);
void rvt_frame_scoreboard_flush(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle);
void rvt_frame_scoreboard_bytes(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle,
                                const uint8_t *data, size_t bytes);

/* The formatter reports that it holds no byte. First call of its cycle. */
void rvt_frame_scoreboard_idle(struct rvt_frame_scoreboard *scoreboard, uint64_t cycle);

#endif
