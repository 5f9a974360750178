/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The model beside a trace formatter: told of what it takes and of every byte that leaves, it
 * predicts each byte as soon as what was taken determines it, and holds the ones that leave against
 * it in the call that tells them. A byte at an even place is determined by what follows it, all
 * others when they are taken. No simulator. Spec: FRM-001..010, decision 0005.
 */
#ifndef RVT_DPI_FRAME_JUDGE_H
#define RVT_DPI_FRAME_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { RVT_FRAME_BEAT_BYTES = 16 };

struct rvt_frame_judge; /* opaque */

struct rvt_frame_judge_statistics {
    uint64_t taken; /* bytes of sources */
    uint64_t bytes; /* compared, all equal */
    uint64_t due;   /* predicted */
    uint64_t triggers, flushes;
};

/* A judge before the first byte. RVT_ERR_MEMORY; *judge is then null. */
RVT_MUST_USE
enum rvt_status rvt_frame_judge_open(struct rvt_frame_judge **judge);

/* Frees; null is accepted. */
void rvt_frame_judge_close(struct rvt_frame_judge *judge);

/* The periods of FSYNC in frames and of HSYNC in halfwords, 0 none; before the first byte. */
void rvt_frame_judge_periods(struct rvt_frame_judge *judge, unsigned fsync_frames,
                             unsigned hsync_halfwords);

/* Within a cycle: data, trigger, flush, bytes. data: up to 8 bytes of the source with that ID. */
void rvt_frame_judge_data(struct rvt_frame_judge *judge, uint64_t cycle, unsigned id,
                          const uint8_t *data, size_t bytes);
void rvt_frame_judge_trigger(struct rvt_frame_judge *judge, uint64_t cycle);
void rvt_frame_judge_flush(struct rvt_frame_judge *judge, uint64_t cycle);
void rvt_frame_judge_bytes(struct rvt_frame_judge *judge, uint64_t cycle, const uint8_t *data,
                           size_t bytes);

/* Before what else happens in this cycle: the formatter says that nothing is left in it. */
void rvt_frame_judge_idle(struct rvt_frame_judge *judge, uint64_t cycle);

/* The run is over: no byte of a whole frame may be due; a frame in progress may wait for its end.
 */
void rvt_frame_judge_end(struct rvt_frame_judge *judge, uint64_t cycle);

/* No finding, and bytes were compared. */
bool rvt_frame_judge_passed(const struct rvt_frame_judge *judge);

/* The finding in words, null while there is none. Behind it nothing is judged. Borrowed. */
const char *rvt_frame_judge_finding(const struct rvt_frame_judge *judge);

void rvt_frame_judge_statistics(const struct rvt_frame_judge *judge,
                                struct rvt_frame_judge_statistics *statistics);

#endif
