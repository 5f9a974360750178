/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The verdict decode-exact of a trace formatter: the model's deformatter reads its bytes, and the
 * bytes of each source must be those that were taken with its ID, in that order; a trigger is a
 * byte of the trigger ID. The formatter is free in what says the same: where FSYNC and HSYNC come,
 * if any; where an ID is delayed or repeated; padding with ID 0; where frames end; and how sources
 * are interleaved, within RVT_FRAME_PASSED_MAX bytes. A frame that breaks a rule is a finding.
 * Spec: FRM-001..010, FRM-013.
 */
#ifndef RVT_LOCKSTEP_TRANSPORT_FRAME_DECODE_EXACT_H
#define RVT_LOCKSTEP_TRANSPORT_FRAME_DECODE_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum { RVT_FRAME_PASSED_MAX = 4096 }; /* bytes of other sources that a byte may pass */

struct rvt_frame_decode_exact; /* opaque */

/* Opens the verdict. Findings go to scoreboard (transport_scoreboard.h), which is borrowed.
 * RVT_ERR_MEMORY: *verdict is null. */
RVT_MUST_USE
enum rvt_status rvt_frame_decode_exact_open(void *scoreboard,
                                            struct rvt_frame_decode_exact **verdict);

/* Frees; null is accepted. */
void rvt_frame_decode_exact_close(struct rvt_frame_decode_exact *verdict);

/* Bytes were taken with this ID; of ID 0 they are padding, and need not leave. */
void rvt_frame_decode_exact_data(struct rvt_frame_decode_exact *verdict, uint64_t cycle,
                                 unsigned id, const uint8_t *data, size_t bytes);

/* A flush was taken: everything so far must leave. */
void rvt_frame_decode_exact_flush(struct rvt_frame_decode_exact *verdict);

/* Bytes were sent. */
void rvt_frame_decode_exact_bytes(struct rvt_frame_decode_exact *verdict, uint64_t cycle,
                                  const uint8_t *data, size_t bytes);

/* The formatter reports that it holds no byte. */
void rvt_frame_decode_exact_idle(struct rvt_frame_decode_exact *verdict, uint64_t cycle);

/* The run is over. As many bytes as a frame has places for, taken after the latest flush, may wait
 * for the rest of their frame. */
void rvt_frame_decode_exact_end(struct rvt_frame_decode_exact *verdict, uint64_t cycle);

/* Bytes of sources compared and equal. */
uint64_t rvt_frame_decode_exact_compared(const struct rvt_frame_decode_exact *verdict);

/* Appends "3 of 4 bytes compared". */
void rvt_frame_decode_exact_counts(const struct rvt_frame_decode_exact *verdict,
                                   struct rvt_text *text);

#endif
