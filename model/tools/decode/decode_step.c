/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/decode/decode_step.h"

#include <string.h>

#include "tools/command.h"

/* A finding, with its place in the file. A status is a fault of the output. */
static enum rvt_status report(struct rvt_decode_output *out, const struct rvt_diagnosis *fault)
{
    struct rvt_diagnosis placed = *fault;

    if (placed.status != RVT_OK && placed.unit != NULL && strcmp(placed.unit, "packet") == 0)
        rvt_positions_lose(&out->positions, placed.position);
    rvt_positions_place(&out->positions, &placed);
    if (placed.unit == NULL) {
        placed.unit = out->item->unit;
        placed.position = out->item->position;
    }
    rvt_complain_diagnosis(out->stream_path, &placed);
    out->findings++;
    return rvt_decode_finding(out, &placed);
}

/* A loss begins with the latest packet, unless one goes on. */
static void lose_latest(struct rvt_positions *positions)
{
    rvt_positions_lose(positions, positions->count - 1);
}

/* What the decoder finds. A te_inst packet that cannot be read has no number of the decoder's. */
static enum rvt_status take_fault(void *context, const struct rvt_diagnosis *fault)
{
    struct rvt_decode_output *out = context;

    if (out->trial)
        return RVT_ERR_SINK;
    if (fault->unit == NULL && out->item->packet != NULL && !out->item->is_data)
        lose_latest(&out->positions);
    return report(out, fault);
}

struct rvt_decoder_callbacks rvt_decode_step_callbacks(struct rvt_decode_output *out)
{
    struct rvt_decoder_callbacks callbacks = rvt_decode_callbacks(out);

    callbacks.fault = take_fault;
    return callbacks;
}

enum rvt_status rvt_decode_packet(struct rvt_decode_output *out)
{
    const struct rvt_trace_item *item = out->item;

    if (!item->is_data)
        rvt_positions_add(&out->positions, item->unit, item->position);
    return rvt_trace_decoder_payload(out->decoder, item->is_data, item->packet->payload,
                                     item->packet->payload_bytes);
}

enum rvt_status rvt_decode_gap(struct rvt_decode_output *out, const struct rvt_diagnosis *fault)
{
    rvt_positions_add(&out->positions, fault->unit, fault->position);
    enum rvt_status status = rvt_trace_decoder_lost(out->decoder);
    lose_latest(&out->positions);
    return status == RVT_OK ? report(out, fault) : status;
}
