/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/syst/syst_stream.h"

#include <stdlib.h>

struct rvt_syst_stream {
    struct rvt_stp_config config;
    struct rvt_syst_stream_sinks sinks;
    struct rvt_stp_decoder stp;
    struct rvt_sequence *sequence;
    struct rvt_syst_checker *syst;
    const struct rvt_sequence_message *raw; /* under check */
    uint64_t transport_hz;
    uint64_t end; /* the first nibble after the latest event */
    enum rvt_status status;
};

static void find(struct rvt_syst_stream *stream, const struct rvt_finding *finding)
{
    if (stream->sinks.finding != NULL)
        stream->sinks.finding(stream->sinks.context, finding);
}

static void found_in_transport(void *context, const struct rvt_finding *finding)
{
    find(context, finding);
}

/* The place of a byte of a message is that of the packet that carries it. A missing byte after
 * the last one is placed after the last packet. */
static void found_in_message(void *context, const struct rvt_finding *finding)
{
    struct rvt_syst_stream *stream = context;
    const struct rvt_sequence_message *raw = stream->raw;
    struct rvt_finding placed = *finding;
    uint64_t at =
        finding->byte < raw->bytes ? rvt_sequence_place(raw, (size_t)finding->byte) : raw->end;

    placed.byte = at / 2;
    placed.has_nibble = true;
    placed.nibble = (unsigned)(at & 1);
    find(stream, &placed);
}

static void message_came(void *context, const struct rvt_sequence_message *raw)
{
    struct rvt_syst_stream *stream = context;
    struct rvt_syst_place place = {.has_channel = true,
                                   .master = raw->master,
                                   .channel = raw->channel,
                                   .has_time = raw->trusted,
                                   .time = raw->time};
    struct rvt_syst_message message;
    bool delivered;
    size_t used;

    stream->raw = raw;
    rvt_syst_check(stream->syst, &place, raw->byte, raw->bytes, &message, &used, &delivered);
    if (delivered && stream->sinks.message != NULL) {
        struct rvt_syst_arrival arrival = {.raw = raw,
                                           .message = &message,
                                           .clock = rvt_syst_clock(stream->syst, &place, &message),
                                           .transport_hz = stream->transport_hz};

        stream->sinks.message(stream->sinks.context, &arrival);
    }
    if (!delivered && stream->sinks.refused != NULL)
        stream->sinks.refused(stream->sinks.context, raw);
    stream->raw = NULL;
}

static void packet_came(void *context, const struct rvt_stp_event *event)
{
    struct rvt_syst_stream *stream = context;
    enum rvt_status status;

    if (stream->sinks.packet != NULL)
        stream->sinks.packet(stream->sinks.context, event);
    if (!event->lost && rvt_stp_form(event->packet.opcode)->kind == RVT_STP_KIND_FREQUENCY)
        stream->transport_hz = event->packet.payload;
    stream->end = event->at + event->nibbles;
    status = rvt_sequence_event(stream->sequence, event);
    if (stream->status == RVT_OK)
        stream->status = status;
}

/* Begins before the first nibble. */
static enum rvt_status begin_stp(struct rvt_syst_stream *stream)
{
    const struct rvt_stp_sinks sinks = {.event = packet_came,
                                        .event_context = stream,
                                        .finding = found_in_transport,
                                        .finding_context = stream};

    return rvt_stp_decoder_init(&stream->stp, &stream->config, &sinks);
}

enum rvt_status rvt_syst_stream_open(const struct rvt_syst_stream_config *config,
                                     const struct rvt_syst_stream_sinks *sinks,
                                     struct rvt_syst_stream **stream)
{
    struct rvt_syst_stream *opened = calloc(1, sizeof(*opened));
    enum rvt_status status;

    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->sinks = *sinks;
    opened->config = config->stp;
    status = begin_stp(opened);
    if (status == RVT_OK)
        status = rvt_sequence_open(&config->sequence,
                                   &(struct rvt_sequence_sinks){.message = message_came,
                                                                .message_context = opened,
                                                                .finding = found_in_transport,
                                                                .finding_context = opened},
                                   &opened->sequence);
    if (status == RVT_OK)
        status = rvt_syst_checker_open(&config->syst, found_in_message, opened, &opened->syst);
    if (status != RVT_OK) {
        rvt_syst_stream_close(opened);
        return status;
    }
    *stream = opened;
    return RVT_OK;
}

void rvt_syst_stream_enter(struct rvt_syst_stream *stream, uint64_t byte)
{
    rvt_stp_decoder_enter(&stream->stp, byte);
    stream->end = 2 * byte;
}

void rvt_syst_stream_reset(struct rvt_syst_stream *stream)
{
    (void)!begin_stp(stream); /* the configuration was good before */
    rvt_sequence_reset(stream->sequence);
    rvt_syst_checker_reset(stream->syst);
    stream->transport_hz = 0;
    stream->end = 0;
    stream->status = RVT_OK;
}

void rvt_syst_stream_close(struct rvt_syst_stream *stream)
{
    if (stream == NULL)
        return;
    rvt_sequence_close(stream->sequence);
    rvt_syst_checker_close(stream->syst);
    free(stream);
}

/* The fault since the last call. */
static enum rvt_status taken_status(struct rvt_syst_stream *stream)
{
    enum rvt_status status = stream->status;

    stream->status = RVT_OK;
    return status;
}

enum rvt_status rvt_syst_stream_bytes(struct rvt_syst_stream *stream, const uint8_t *data,
                                      size_t bytes)
{
    rvt_stp_decoder_bytes(&stream->stp, data, bytes);
    return taken_status(stream);
}

enum rvt_status rvt_syst_stream_lose(struct rvt_syst_stream *stream)
{
    rvt_stp_decoder_lose(&stream->stp);
    return taken_status(stream);
}

enum rvt_status rvt_syst_stream_finish(struct rvt_syst_stream *stream)
{
    rvt_stp_decoder_finish(&stream->stp);
    rvt_sequence_finish(stream->sequence, stream->end);
    return taken_status(stream);
}
