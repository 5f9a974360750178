/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/decoder.h"

#include <stddef.h>
#include <stdlib.h>

#include "decoder/packet_processor.h"
#include "decoder/recovery.h"

struct rvt_decoder {
    struct rvt_packet_processor processor;
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

uint64_t rvt_decoder_address(const struct rvt_decoder *decoder)
{
    return decoder->processor.follower.base;
}

const struct rvt_config *rvt_decoder_config(const struct rvt_decoder *decoder)
{
    return &decoder->processor.config;
}

void rvt_decoder_set_vectors(struct rvt_decoder *decoder, rvt_vector_source source, void *context)
{
    decoder->processor.follower.vectors = source;
    decoder->processor.follower.vectors_context = context;
}

enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    struct rvt_packet_processor *processor = &decoder->processor;
    bool kept = false;
    enum rvt_status status = RVT_OK;

    if (processor->suspects.count > 0)
        status = rvt_recovery_settle(processor, packet, &kept, diag);
    return status != RVT_OK || kept ? status : rvt_packet_processor_take(processor, packet, diag);
}

void rvt_decoder_break(struct rvt_decoder *decoder)
{
    struct rvt_packet_processor *processor = &decoder->processor;
    uint64_t ordinal = processor->ordinal++;

    if (rvt_packet_processor_flush(processor, NULL) != RVT_OK)
        processor->deferred.count = 0;
    rvt_recovery_drop(processor);
    rvt_packet_processor_lose_position(processor, RVT_ERR_SEQUENCE, ordinal, false);
}

enum rvt_status rvt_decoder_finish(struct rvt_decoder *decoder, struct rvt_diag *diag)
{
    struct rvt_packet_processor *processor = &decoder->processor;
    enum rvt_status first = rvt_packet_processor_flush(processor, diag);

    rvt_recovery_drop(processor);
    enum rvt_status status = rvt_loss_tracker_end(&processor->losses, &processor->output, NULL);

    return first != RVT_OK ? first : status;
}
