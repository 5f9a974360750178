/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/hart_packets.h"

#include <stdlib.h>

#include "element/byte_indices.h"
#include "transport/carrier/carrier_decoder.h"

struct rvt_hart_packets {
    struct rvt_encap_reader *reader;
    struct rvt_carrier_decoder *stp; /* null: the bytes are encapsulated packets */
    struct rvt_byte_indices indices; /* of the bytes of STP */
};

static enum rvt_status take_body(void *context, const struct rvt_encap_piece *piece)
{
    struct rvt_hart_packets *packets = context;

    return rvt_encap_reader_feed(packets->reader, piece);
}

static enum rvt_status take_loss(void *context, const struct rvt_finding *loss)
{
    struct rvt_hart_packets *packets = context;

    return rvt_encap_reader_lose(packets->reader, loss);
}

static enum rvt_status open_parts(struct rvt_hart_packets *packets, const struct rvt_config *config,
                                  enum rvt_hart_carrier carrier)
{
    static const enum rvt_encap_source sources[] = {
        [RVT_HART_CARRIER_NONE] = RVT_ENCAP_SOURCE_PLAIN,
        [RVT_HART_CARRIER_RING] = RVT_ENCAP_SOURCE_RING,
        [RVT_HART_CARRIER_FRAMES] = RVT_ENCAP_SOURCE_FRAMES,
        [RVT_HART_CARRIER_STP] = RVT_ENCAP_SOURCE_MESSAGES,
    };
    const struct rvt_carrier_output output = {
        .bytes = take_body, .lost = take_loss, .context = packets};
    enum rvt_status status = rvt_encap_reader_open(config, sources[carrier], &packets->reader);

    if (status == RVT_OK && carrier == RVT_HART_CARRIER_STP)
        status = rvt_carrier_decoder_open(RVT_CARRIER_STP, &config->transport, &output, NULL, NULL,
                                          &packets->stp);
    return status;
}

enum rvt_status rvt_hart_packets_open(const struct rvt_config *config,
                                      enum rvt_hart_carrier carrier,
                                      struct rvt_hart_packets **packets)
{
    struct rvt_hart_packets *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    enum rvt_status status = open_parts(made, config, carrier);
    if (status != RVT_OK) {
        rvt_hart_packets_close(made);
        return status;
    }
    *packets = made;
    return RVT_OK;
}

void rvt_hart_packets_close(struct rvt_hart_packets *packets)
{
    if (packets == NULL)
        return;
    rvt_carrier_decoder_close(packets->stp);
    rvt_encap_reader_close(packets->reader);
    free(packets);
}

void rvt_hart_packets_reset(struct rvt_hart_packets *packets)
{
    rvt_encap_reader_reset(packets->reader);
    if (packets->stp != NULL)
        rvt_carrier_decoder_reset(packets->stp);
    packets->indices.runs = packets->indices.next = packets->indices.end = 0;
}

enum rvt_status rvt_hart_packets_feed(struct rvt_hart_packets *packets, const uint8_t *data,
                                      const uint64_t *index, size_t count)
{
    if (packets->stp != NULL) {
        if (index != NULL)
            rvt_byte_indices_add(&packets->indices, index, count);
        return rvt_carrier_decoder_push(packets->stp, data, count);
    }
    const struct rvt_encap_piece piece = {.data = data, .bytes = count, .place = index};
    return rvt_encap_reader_feed(packets->reader, &piece);
}

enum rvt_status rvt_hart_packets_lose(struct rvt_hart_packets *packets,
                                      const struct rvt_finding *loss)
{
    struct rvt_finding placed = *loss;

    if (packets->stp == NULL)
        return rvt_encap_reader_lose(packets->reader, loss);
    placed.byte = rvt_carrier_decoder_position(packets->stp);
    return rvt_carrier_decoder_lose(packets->stp, &placed);
}

enum rvt_status rvt_hart_packets_end(struct rvt_hart_packets *packets, uint64_t index)
{
    enum rvt_status status = RVT_OK;

    if (packets->stp != NULL) {
        status = rvt_carrier_decoder_finish(packets->stp);
        index = rvt_carrier_decoder_position(packets->stp);
    }
    rvt_encap_reader_end(packets->reader, index);
    return status;
}

enum rvt_encap_event_kind rvt_hart_packets_next(struct rvt_hart_packets *packets,
                                                struct rvt_encap_event *event, uint64_t *index,
                                                struct rvt_diag *diag)
{
    enum rvt_encap_event_kind kind = rvt_encap_reader_next(packets->reader, event, diag);

    *index = kind == RVT_ENCAP_EVENT_LOSS ? diag->position : event->position;
    if (packets->stp != NULL)
        *index = rvt_byte_indices_find(&packets->indices, *index);
    return kind;
}
