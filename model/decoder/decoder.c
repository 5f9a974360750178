/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/decoder.h"

#include <stddef.h>
#include <stdlib.h>

#include "decoder/packet_processor.h"
#include "decoder/recovery.h"

/* The call that goes on. */
struct call {
    enum { CALL_PACKET, CALL_BREAK, CALL_FINISH } kind;
    bool suspects;    /* CALL_PACKET: suspect packets come first */
    uint64_t ordinal; /* CALL_BREAK */
};

struct rvt_decoder {
    struct rvt_packet_processor processor;
    struct call call;
    bool waiting;             /* for rvt_decoder_flush */
    bool diagnosed;           /* the call has a diagnosis */
    struct rvt_diag diag;     /* while waiting: that of the call */
    struct rvt_packet packet; /* while waiting: that of the call */
};

enum rvt_status rvt_decoder_open(const struct rvt_config *config,
                                 const struct rvt_packet_rules *rules, struct rvt_image *image,
                                 const struct rvt_decoder_output *output, uint64_t step_limit,
                                 struct rvt_decoder **decoder)
{
    if (rvt_is_draft(config) && rules == NULL)
        return RVT_ERR_PARAMETER;
    struct rvt_decoder *opened = calloc(1, sizeof(*opened));
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    if (rvt_packet_processor_init(&opened->processor, config, rules, image, output, step_limit) !=
        RVT_OK) {
        rvt_decoder_close(opened);
        return RVT_ERR_MEMORY;
    }
    *decoder = opened;
    return RVT_OK;
}

void rvt_decoder_close(struct rvt_decoder *decoder)
{
    if (decoder == NULL)
        return;
    rvt_packet_processor_fini(&decoder->processor);
    free(decoder);
}

uint64_t rvt_decoder_ordinal(const struct rvt_decoder *decoder)
{
    return decoder->processor.buffer.ordinal;
}

const struct rvt_executor *rvt_decoder_executor(const struct rvt_decoder *decoder)
{
    return &decoder->processor.buffer.executor;
}

uint64_t rvt_decoder_address(const struct rvt_decoder *decoder)
{
    return decoder->processor.follower.base;
}

const struct rvt_config *rvt_decoder_config(const struct rvt_decoder *decoder)
{
    return &decoder->processor.config;
}

const struct rvt_packet_processor *rvt_decoder_processor(const struct rvt_decoder *decoder)
{
    return decoder->waiting ? NULL : &decoder->processor;
}

void rvt_decoder_set_vectors(struct rvt_decoder *decoder, rvt_vector_source source, void *context)
{
    decoder->processor.follower.vectors = source;
    decoder->processor.follower.vectors_context = context;
}

void rvt_decoder_set_buffer(struct rvt_decoder *decoder, unsigned entries)
{
    decoder->processor.buffer.limit = entries;
}

/* Takes packet, or goes on to. */
static enum rvt_status take_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    struct rvt_packet_processor *processor = &decoder->processor;
    bool kept = false;

    if (decoder->call.suspects) {
        enum rvt_status status = rvt_recovery_settle(processor, packet, &kept, diag);
        if (status != RVT_OK || kept)
            return status;
        decoder->call.suspects = false;
    }
    return processor->taking.stage == RVT_TAKING_NOTHING
               ? rvt_packet_processor_take(processor, packet, diag)
               : rvt_packet_processor_go_on(processor, diag);
}

static enum rvt_status take_break(struct rvt_decoder *decoder)
{
    struct rvt_packet_processor *processor = &decoder->processor;
    enum rvt_status status = rvt_packet_processor_flush(processor, NULL);

    if (status == RVT_WAIT)
        return RVT_WAIT;
    rvt_recovery_drop(processor);
    rvt_packet_processor_lose_position(processor, RVT_ERR_SEQUENCE, decoder->call.ordinal, false);
    return status == RVT_ERR_SINK ? RVT_ERR_SINK : RVT_OK;
}

static enum rvt_status take_finish(struct rvt_decoder *decoder, struct rvt_diag *diag)
{
    struct rvt_packet_processor *processor = &decoder->processor;
    enum rvt_status first = rvt_packet_processor_flush(processor, diag);

    if (first == RVT_WAIT)
        return RVT_WAIT;
    rvt_recovery_drop(processor);
    enum rvt_status status = rvt_loss_tracker_end(&processor->losses, &processor->output, NULL);
    return first != RVT_OK && status != RVT_WAIT ? first : status;
}

/* Begins the call, or goes on with it. A call that waits keeps its packet and its diagnosis. */
static enum rvt_status go_on(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                             struct rvt_diag *diag)
{
    enum rvt_status status = decoder->call.kind == CALL_PACKET  ? take_packet(decoder, packet, diag)
                             : decoder->call.kind == CALL_BREAK ? take_break(decoder)
                                                                : take_finish(decoder, diag);

    decoder->waiting = status == RVT_WAIT;
    return status;
}

/* The same for the first time. */
static enum rvt_status begin(struct rvt_decoder *decoder, const struct call *call,
                             const struct rvt_packet *packet, struct rvt_diag *diag)
{
    if (decoder->waiting)
        return rvt_diag_set(diag, RVT_ERR_STATE, NULL, 0, NULL, "the decoder waits for a flush");
    decoder->call = *call;
    enum rvt_status status = go_on(decoder, packet, diag);
    if (status != RVT_WAIT)
        return status;
    if (packet != NULL) {
        decoder->packet = *packet;
        rvt_packet_processor_keep(&decoder->processor, packet, &decoder->packet);
    }
    decoder->diagnosed = diag != NULL;
    if (diag != NULL)
        decoder->diag = *diag;
    return RVT_WAIT;
}

enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    const struct call call = {.kind = CALL_PACKET,
                              .suspects = decoder->processor.suspects.count > 0};

    return begin(decoder, &call, packet, diag);
}

enum rvt_status rvt_decoder_break(struct rvt_decoder *decoder)
{
    const struct call call = {.kind = CALL_BREAK, .ordinal = decoder->processor.ordinal};

    if (!decoder->waiting) {
        decoder->processor.ordinal++;
        rvt_packet_processor_begin_flush(&decoder->processor);
    }
    return begin(decoder, &call, NULL, NULL);
}

enum rvt_status rvt_decoder_finish(struct rvt_decoder *decoder, struct rvt_diag *diag)
{
    const struct call call = {.kind = CALL_FINISH};

    if (!decoder->waiting)
        rvt_packet_processor_begin_flush(&decoder->processor);
    return begin(decoder, &call, NULL, diag);
}

enum rvt_status rvt_decoder_flush(struct rvt_decoder *decoder, struct rvt_diag *diag)
{
    if (!decoder->waiting)
        return RVT_OK;
    enum rvt_status status =
        go_on(decoder, &decoder->packet, decoder->diagnosed ? &decoder->diag : NULL);
    if (status != RVT_WAIT && diag != NULL && decoder->diagnosed)
        *diag = decoder->diag;
    return status;
}

void rvt_decoder_reset(struct rvt_decoder *decoder)
{
    decoder->waiting = false;
    rvt_packet_processor_reset(&decoder->processor);
}
