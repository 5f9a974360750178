/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The loss that is going on: which packets could not be used since the latest fault. Spec:
 * E-Trace, "Decoder" (ETR-DEC-019).
 */
#ifndef RVT_DECODER_LOSS_TRACKER_H
#define RVT_DECODER_LOSS_TRACKER_H

#include "decoder/output_buffer.h"

struct rvt_loss_tracker {
    bool open; /* a loss goes on */
    struct rvt_loss loss;
};

/* Begins or extends a loss with the packet of that ordinal. suspect: the first packet that may have
 * the fault, <= ordinal. buffer has the last instruction reported before. */
void rvt_loss_tracker_extend(struct rvt_loss_tracker *tracker, enum rvt_status cause,
                             uint64_t ordinal, uint64_t suspect,
                             const struct rvt_output_buffer *buffer);

/* Ends the loss, if there is one, and reports it. to: where the path goes on; null: nowhere.
 * RVT_WAIT, RVT_ERR_SINK. */
RVT_MUST_USE
enum rvt_status rvt_loss_tracker_end(struct rvt_loss_tracker *tracker,
                                     const struct rvt_decoder_output *output, const uint64_t *to);

#endif
