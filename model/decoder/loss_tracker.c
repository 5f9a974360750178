/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/loss_tracker.h"

#include <stddef.h>

void rvt_loss_tracker_extend(struct rvt_loss_tracker *tracker, enum rvt_status cause,
                             uint64_t ordinal, uint64_t suspect,
                             const struct rvt_output_buffer *buffer)
{
    if (!tracker->open)
        tracker->loss = (struct rvt_loss){
            .cause = cause,
            .first_packet = ordinal,
            .suspect_packet = suspect,
            .from_known = buffer->reported,
            .from = buffer->latest,
        };
    tracker->loss.last_packet = ordinal;
    tracker->open = true;
}

enum rvt_status rvt_loss_tracker_end(struct rvt_loss_tracker *tracker,
                                     const struct rvt_decoder_output *output, const uint64_t *to)
{
    struct rvt_loss *loss = &tracker->loss;

    if (!tracker->open)
        return RVT_OK;
    tracker->open = false;
    loss->to_known = to != NULL;
    loss->to = to != NULL ? *to : 0;
    if (output->loss == NULL)
        return RVT_OK;
    return rvt_decoder_answer(output->loss(output->context, loss));
}
