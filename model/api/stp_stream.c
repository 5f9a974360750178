/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/stp.h>

#include <stdlib.h>

#include "api/rule_finding.h"
#include "api/stp_element.h"
#include "api/structure.h"
#include "transport/stp/stp_decoder.h"
#include "transport/stp/stp_encoder.h"
#include "transport/syst/syst.h"
#include "transport/syst/syst_sender.h"

struct rvt_stp_receiver {
    struct rvt_stp_callbacks callbacks;
    struct rvt_stp_decoder decoder;
};

struct rvt_stp_sender {
    struct rvt_stp_encoder encoder;
    void (*bytes)(void *context, const uint8_t *data, size_t bytes);
    void *context;
};

static void event(void *context, const struct rvt_stp_event *event)
{
    const struct rvt_stp_callbacks *callbacks = &((struct rvt_stp_receiver *)context)->callbacks;
    const struct rvt_stp_element element = rvt_stp_element_of(event);

    if (callbacks->element != NULL)
        callbacks->element(callbacks->context, &element);
}

static void finding(void *context, const struct rvt_finding *found)
{
    const struct rvt_stp_callbacks *callbacks = &((struct rvt_stp_receiver *)context)->callbacks;

    rvt_rule_finding_pass(callbacks->finding, callbacks->context, found);
}

enum rvt_status rvt_stp_receiver_open(const struct rvt_stp_options *options,
                                      const struct rvt_stp_callbacks *callbacks,
                                      struct rvt_stp_receiver **receiver)
{
    struct rvt_stp_callbacks known;
    struct rvt_stp_config config;

    if (rvt_structure_take(&known, sizeof known, callbacks) != RVT_OK || receiver == NULL ||
        rvt_stp_options_take(&config, options) != RVT_OK)
        return RVT_ERR_PARAMETER;
    struct rvt_stp_receiver *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->callbacks = known;
    const struct rvt_stp_sinks sinks = {
        .event = event, .event_context = made, .finding = finding, .finding_context = made};
    enum rvt_status status = rvt_stp_decoder_init(&made->decoder, &config, &sinks);
    if (status != RVT_OK)
        free(made);
    else
        *receiver = made;
    return status;
}

void rvt_stp_receiver_push(struct rvt_stp_receiver *receiver, const uint8_t *data, size_t bytes)
{
    rvt_stp_decoder_bytes(&receiver->decoder, data, bytes);
}

void rvt_stp_receiver_finish(struct rvt_stp_receiver *receiver)
{
    rvt_stp_decoder_finish(&receiver->decoder);
}

void rvt_stp_receiver_close(struct rvt_stp_receiver *receiver)
{
    free(receiver);
}

enum rvt_status rvt_stp_sender_open(const struct rvt_stp_format_options *format,
                                    void (*bytes)(void *context, const uint8_t *data, size_t bytes),
                                    void *context, struct rvt_stp_sender **sender)
{
    struct rvt_stp_format_options known;

    if (rvt_structure_take(&known, sizeof known, format) != RVT_OK || bytes == NULL ||
        sender == NULL)
        return RVT_ERR_PARAMETER;
    struct rvt_stp_sender *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    const struct rvt_stp_encoder_config config = rvt_stp_format_taken(&known);
    made->bytes = bytes;
    made->context = context;
    enum rvt_status status = rvt_stp_encoder_init(&made->encoder, &config);
    if (status != RVT_OK)
        free(made);
    else
        *sender = made;
    return status;
}

static enum rvt_status put(struct rvt_stp_sender *sender, const struct rvt_stp_record *record)
{
    uint8_t out[RVT_STP_ENCODER_BYTES_MAX];
    size_t bytes = 0;
    enum rvt_status status = rvt_stp_encoder_put(&sender->encoder, record, out, sizeof out, &bytes);

    if (status == RVT_OK && bytes > 0)
        sender->bytes(sender->context, out, bytes);
    return status;
}

enum rvt_status rvt_stp_sender_packet(struct rvt_stp_sender *sender, const char *opcode,
                                      uint16_t master, uint16_t channel, uint64_t payload,
                                      uint64_t time)
{
    struct rvt_stp_record record = {
        .master = master, .channel = channel, .payload = payload, .time = time};

    if (opcode == NULL || !rvt_stp_opcode_named(opcode, &record.opcode))
        return RVT_ERR_PARAMETER;
    return put(sender, &record);
}

enum rvt_status rvt_stp_sender_message(struct rvt_stp_sender *sender, uint16_t master,
                                       uint16_t channel, uint64_t time, bool marked,
                                       const uint8_t *message, size_t bytes)
{
    struct rvt_syst_sender parts = {.master = master,
                                    .channel = channel,
                                    .time = time,
                                    .marked = marked,
                                    .byte = message,
                                    .bytes = bytes};
    struct rvt_stp_record record;
    enum rvt_status status = RVT_OK;

    if (message == NULL || bytes < RVT_SYST_HEADER_BYTES)
        return RVT_ERR_PARAMETER;
    while (status == RVT_OK && rvt_syst_sender_next(&parts, &record))
        status = put(sender, &record);
    return status;
}

void rvt_stp_sender_finish(struct rvt_stp_sender *sender)
{
    uint8_t out[1];
    size_t bytes = 0;

    if (rvt_stp_encoder_finish(&sender->encoder, out, sizeof out, &bytes) == RVT_OK && bytes > 0)
        sender->bytes(sender->context, out, bytes);
}

void rvt_stp_sender_close(struct rvt_stp_sender *sender)
{
    free(sender);
}
