/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Notes what a decoder reports, and its answer to each packet. */
#ifndef RVT_TESTS_REGRESSION_DECODER_NOTES_H
#define RVT_TESTS_REGRESSION_DECODER_NOTES_H

#include "decoder/decoder.h"
#include "regression.h"

static inline enum rvt_status note_range(void *context, const struct rvt_range *range)
{
    regression_note(context, "range %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64 " %u",
                    range->first, range->last, range->count, range->packet, range->last_size);
    return RVT_OK;
}

static inline enum rvt_status note_trap(void *context, const struct rvt_trap *trap)
{
    regression_note(context, "trap %u %d %d %" PRIx64 " %" PRIx64 " %" PRIu64, trap->ecause,
                    trap->interrupt, trap->epc_known, trap->epc, trap->tval, trap->packet);
    return RVT_OK;
}

static inline enum rvt_status note_event(void *context, enum rvt_trace_event event,
                                         const struct rvt_packet *packet)
{
    regression_note(context, "event %d %s", (int)event,
                    packet == NULL ? "-" : rvt_packet_name(packet));
    return RVT_OK;
}

static inline enum rvt_status note_loss(void *context, const struct rvt_loss *loss)
{
    regression_note(context,
                    "loss %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %" PRIx64 " %d %" PRIx64,
                    rvt_status_text(loss->cause), loss->first_packet, loss->last_packet,
                    loss->suspect_packet, loss->from_known, loss->from_known ? loss->from : 0,
                    loss->to_known, loss->to_known ? loss->to : 0);
    return RVT_OK;
}

static inline enum rvt_status note_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    regression_note(
        context, "meaning %" PRIu64 " %s %d %d%d%d%d%d %" PRIx64 " %" PRIu64, meaning->packet,
        meaning->te_inst == NULL ? "-" : rvt_packet_name(meaning->te_inst), (int)meaning->end,
        meaning->tentative, meaning->ambiguous, meaning->new_level, meaning->updiscon_before,
        meaning->return_before, meaning->end == RVT_PATH_END_NONE ? 0 : meaning->address,
        meaning->instructions);
    if (meaning->instructions > 0)
        regression_note(context, "proved %" PRIx64 " %" PRIx64, meaning->first, meaning->last);
    return RVT_OK;
}

static inline struct rvt_decoder_output notes_output(struct regression *regression)
{
    return (struct rvt_decoder_output){.range = note_range,
                                       .trap = note_trap,
                                       .event = note_event,
                                       .loss = note_loss,
                                       .meaning = note_meaning,
                                       .context = regression};
}

/* Decodes a packet and notes the answer. */
static inline void note_packet(struct regression *regression, struct rvt_decoder *decoder,
                               const struct rvt_packet *packet)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_decoder_packet(decoder, packet, &diag);
    regression_diag(regression, "packet", status, &diag);
    regression_note(regression, "at %" PRIu64 " %" PRIx64, rvt_decoder_ordinal(decoder),
                    rvt_decoder_address(decoder));
}

/* Ends the stream and notes the answer. */
static inline void note_finish(struct regression *regression, struct rvt_decoder *decoder)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_decoder_finish(decoder, &diag);
    regression_diag(regression, "finish", status, &diag);
}

#endif
