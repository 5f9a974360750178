/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/encap_stream.h"

#include <stdlib.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/structure.h"
#include "stream/encap_parser.h"
#include "stream/encap_writer.h"
#include "wire/encap.h"

_Static_assert((int)RVT_ENCAP_BYTES == (int)RVT_ENCAP_BYTES_MAX, "packets of one size");
_Static_assert((int)RVT_ENCAP_ALIGNMENT == (int)RVT_ENCAP_NULL_ALIGNMENT, "kinds of one code");

struct rvt_encap_receiver {
    struct rvt_config config;
    struct rvt_encap_callbacks callbacks;
    struct rvt_encap_parser parser;
    bool stopped; /* a callback asked to stop in this call */
};

struct rvt_encap_sender {
    struct rvt_config config;
    struct rvt_encap_writer writer;
};

static enum rvt_status refuse(struct rvt_diagnosis *diagnosis)
{
    return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                "a null argument, or a structure of the wrong size");
}

struct rvt_encap_packet rvt_encap_packet_of(const struct rvt_encap *encap)
{
    struct rvt_encap_packet made = {.size = sizeof made,
                                    .what = (enum rvt_encap_type)encap->kind,
                                    .flow = encap->flow,
                                    .extend = encap->extend};

    if (encap->kind != RVT_ENCAP_NORMAL)
        return made;
    made.srcid = encap->srcid;
    made.type = encap->type;
    made.timestamp = encap->timestamp;
    made.payload_bytes = encap->payload.bytes;
    memcpy(made.payload, encap->payload.byte, encap->payload.bytes);
    return made;
}

static enum rvt_status take(struct rvt_encap *encap, const struct rvt_encap_packet *packet)
{
    struct rvt_encap_packet known;

    if (rvt_structure_take(&known, sizeof known, packet) != RVT_OK ||
        known.payload_bytes > RVT_TE_PAYLOAD_BYTES)
        return RVT_ERR_PARAMETER;
    *encap = (struct rvt_encap){.kind = (enum rvt_encap_kind)known.what,
                                .flow = known.flow,
                                .extend = known.extend,
                                .srcid = known.srcid,
                                .type = known.type,
                                .timestamp = known.timestamp};
    encap->payload.bytes = known.payload_bytes;
    encap->payload.bits = encap->payload.bits_full = (uint16_t)(8 * known.payload_bytes);
    memcpy(encap->payload.byte, known.payload, known.payload_bytes);
    return RVT_OK;
}

/* ---- single packets ---- */

enum rvt_status rvt_encap_packet_read(const struct rvt_configuration *configuration,
                                      const uint8_t *data, size_t available,
                                      struct rvt_encap_packet *packet, size_t *used,
                                      struct rvt_diagnosis *diagnosis)
{
    struct rvt_encap read;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || (data == NULL && available > 0) || packet == NULL || used == NULL)
        return refuse(diagnosis);
    enum rvt_status status =
        rvt_encap_read(&configuration->config, data, available, &read, used, &diag);
    if (status == RVT_OK) {
        const struct rvt_encap_packet made = rvt_encap_packet_of(&read);
        status = rvt_structure_give(packet, &made, sizeof made);
    }
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

enum rvt_status rvt_encap_packet_write(const struct rvt_configuration *configuration,
                                       const struct rvt_encap_packet *packet, uint8_t *out,
                                       size_t capacity, size_t *bytes,
                                       struct rvt_diagnosis *diagnosis)
{
    struct rvt_encap taken;
    struct rvt_diag diag = {.status = RVT_OK};

    if (configuration == NULL || out == NULL || bytes == NULL || take(&taken, packet) != RVT_OK)
        return refuse(diagnosis);
    enum rvt_status status =
        rvt_encap_write(&configuration->config, &taken, out, capacity, bytes, &diag);
    return rvt_diagnosis_set(diagnosis, &diag, status);
}

/* ---- streams in ---- */

static void packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct rvt_encap_receiver *receiver = context;
    struct rvt_encap encap;
    size_t used = 0;

    for (size_t i = 0; i < count && receiver->callbacks.packet != NULL; i++) {
        if (receiver->stopped || rvt_encap_read(&receiver->config, view[i].data, view[i].bytes,
                                                &encap, &used, NULL) != RVT_OK)
            continue;
        const struct rvt_encap_packet made = rvt_encap_packet_of(&encap);
        receiver->stopped = receiver->callbacks.packet(receiver->callbacks.context, &made,
                                                       view[i].position) != RVT_OK;
    }
}

static void fault(void *context, const struct rvt_diag *diag)
{
    struct rvt_encap_receiver *receiver = context;
    const struct rvt_diagnosis made = rvt_diagnosis_of(diag);

    if (receiver->callbacks.fault != NULL && !receiver->stopped)
        receiver->stopped = receiver->callbacks.fault(receiver->callbacks.context, &made) != RVT_OK;
}

enum rvt_status rvt_encap_receiver_open(const struct rvt_configuration *configuration,
                                        bool in_place, const struct rvt_encap_callbacks *callbacks,
                                        struct rvt_encap_receiver **receiver)
{
    struct rvt_encap_callbacks known;

    if (rvt_structure_take(&known, sizeof known, callbacks) != RVT_OK || receiver == NULL ||
        rvt_configuration_usable(configuration, NULL) != RVT_OK)
        return RVT_ERR_PARAMETER;
    struct rvt_encap_receiver *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = configuration->config;
    made->callbacks = known;
    const struct rvt_encap_parser_output output = {
        .packets = packets, .fault = fault, .context = made};
    rvt_encap_parser_init(&made->parser, &made->config, in_place && !made->config.encap.unaligned,
                          &output);
    *receiver = made;
    return RVT_OK;
}

static enum rvt_status outcome(struct rvt_encap_receiver *receiver)
{
    bool stopped = receiver->stopped;

    receiver->stopped = false;
    return stopped ? RVT_ERR_SINK : RVT_OK;
}

enum rvt_status rvt_encap_receiver_push(struct rvt_encap_receiver *receiver, const uint8_t *data,
                                        size_t bytes)
{
    rvt_encap_parser_push(&receiver->parser, data, bytes);
    return outcome(receiver);
}

enum rvt_status rvt_encap_receiver_finish(struct rvt_encap_receiver *receiver)
{
    rvt_encap_parser_finish(&receiver->parser);
    return outcome(receiver);
}

void rvt_encap_receiver_close(struct rvt_encap_receiver *receiver)
{
    free(receiver);
}

/* ---- streams out ---- */

enum rvt_status rvt_encap_sender_open(const struct rvt_configuration *configuration,
                                      rvt_bytes_callback bytes, void *context,
                                      struct rvt_encap_sender **sender)
{
    if (bytes == NULL || sender == NULL || rvt_configuration_usable(configuration, NULL) != RVT_OK)
        return RVT_ERR_PARAMETER;
    struct rvt_encap_sender *made = calloc(1, sizeof *made);
    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = configuration->config;
    rvt_encap_writer_init(&made->writer, &made->config, bytes, context);
    *sender = made;
    return RVT_OK;
}

enum rvt_status rvt_encap_sender_packet(struct rvt_encap_sender *sender,
                                        const struct rvt_encap_packet *packet,
                                        struct rvt_diagnosis *diagnosis)
{
    struct rvt_encap taken;
    struct rvt_diag diag = {.status = RVT_OK};

    if (take(&taken, packet) != RVT_OK)
        return refuse(diagnosis);
    return rvt_diagnosis_set(diagnosis, &diag,
                             rvt_encap_writer_packet(&sender->writer, &taken, &diag));
}

enum rvt_status rvt_encap_sender_payload(struct rvt_encap_sender *sender, bool te_data,
                                         const uint8_t *payload, size_t bytes, uint64_t timestamp,
                                         struct rvt_diagnosis *diagnosis)
{
    const struct rvt_encap_config *encap = &sender->config.encap;
    struct rvt_encap_packet packet = {.size = sizeof packet,
                                      .what = RVT_ENCAP_PACKET,
                                      .flow = (uint8_t)encap->flow,
                                      .srcid = (uint16_t)encap->srcid,
                                      .type =
                                          (uint8_t)(te_data ? encap->type_data : encap->type_inst),
                                      .extend = encap->timestamp_bytes > 0,
                                      .payload_bytes = (uint8_t)bytes};

    if (payload == NULL || bytes == 0 || bytes > RVT_TE_PAYLOAD_BYTES)
        return refuse(diagnosis);
    packet.timestamp = timestamp & rvt_mask(8 * encap->timestamp_bytes);
    memcpy(packet.payload, payload, bytes);
    return rvt_encap_sender_packet(sender, &packet, diagnosis);
}

void rvt_encap_sender_nulls(struct rvt_encap_sender *sender, uint64_t count)
{
    rvt_encap_writer_nulls(&sender->writer, count);
}

void rvt_encap_sender_synchronise(struct rvt_encap_sender *sender)
{
    rvt_encap_writer_sync(&sender->writer);
}

void rvt_encap_sender_finish(struct rvt_encap_sender *sender)
{
    rvt_encap_writer_finish(&sender->writer);
}

void rvt_encap_sender_close(struct rvt_encap_sender *sender)
{
    free(sender);
}
