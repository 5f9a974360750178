/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/carrier/packet_stream.h"

#include <stdlib.h>

struct rvt_packet_stream {
    struct rvt_carrier_decoder *carrier;
    struct rvt_encap_reader *reader;
};

static enum rvt_status feed_reader(void *context, const struct rvt_encap_piece *piece)
{
    struct rvt_packet_stream *stream = context;

    return rvt_encap_reader_feed(stream->reader, piece);
}

static enum rvt_status lose(void *context, const struct rvt_finding *loss)
{
    struct rvt_packet_stream *stream = context;

    return rvt_encap_reader_lose(stream->reader, loss);
}

static enum rvt_encap_source source_of(enum rvt_carrier carrier)
{
    return carrier == RVT_CARRIER_STP     ? RVT_ENCAP_SOURCE_MESSAGES
           : carrier == RVT_CARRIER_FRAME ? RVT_ENCAP_SOURCE_FRAMES
           : carrier == RVT_CARRIER_RING  ? RVT_ENCAP_SOURCE_RING
                                          : RVT_ENCAP_SOURCE_PLAIN;
}

enum rvt_status rvt_packet_stream_open(const struct rvt_config *config, enum rvt_carrier carrier,
                                       rvt_finding_sink sink, void *sink_context,
                                       struct rvt_packet_stream **stream)
{
    struct rvt_packet_stream *made = calloc(1, sizeof *made);
    enum rvt_status status = RVT_ERR_MEMORY;

    if (made == NULL)
        return status;
    const struct rvt_carrier_output output = {.bytes = feed_reader, .lost = lose, .context = made};
    status = rvt_encap_reader_open(config, source_of(carrier), &made->reader);
    if (status == RVT_OK)
        status = rvt_carrier_decoder_open(carrier, &config->transport, &output, sink, sink_context,
                                          &made->carrier);
    if (status != RVT_OK) {
        rvt_packet_stream_close(made);
        return status;
    }
    *stream = made;
    return RVT_OK;
}

void rvt_packet_stream_watch(struct rvt_packet_stream *stream, rvt_stp_event_sink watch,
                             void *context)
{
    rvt_carrier_decoder_watch(stream->carrier, watch, context);
}

void rvt_packet_stream_enter(struct rvt_packet_stream *stream, uint64_t position, uint64_t from)
{
    rvt_carrier_decoder_enter(stream->carrier, position, from);
    rvt_encap_reader_enter(stream->reader, from);
}

void rvt_packet_stream_close(struct rvt_packet_stream *stream)
{
    if (stream == NULL)
        return;
    rvt_carrier_decoder_close(stream->carrier);
    rvt_encap_reader_close(stream->reader);
    free(stream);
}

const struct rvt_carrier_others *rvt_packet_stream_others(const struct rvt_packet_stream *stream)
{
    return rvt_carrier_decoder_others(stream->carrier);
}

enum rvt_status rvt_packet_stream_feed(struct rvt_packet_stream *stream, const uint8_t *data,
                                       size_t bytes)
{
    return rvt_carrier_decoder_push(stream->carrier, data, bytes);
}

enum rvt_status rvt_packet_stream_end(struct rvt_packet_stream *stream)
{
    enum rvt_status status = rvt_carrier_decoder_finish(stream->carrier);

    rvt_encap_reader_end(stream->reader, rvt_carrier_decoder_position(stream->carrier));
    return status;
}

enum rvt_encap_event_kind rvt_packet_stream_next(struct rvt_packet_stream *stream,
                                                 struct rvt_encap_event *event,
                                                 struct rvt_diag *diag)
{
    return rvt_encap_reader_next(stream->reader, event, diag);
}

static void call_back(struct rvt_packet_stream *stream,
                      const struct rvt_packet_stream_output *output)
{
    struct rvt_encap_event event;
    struct rvt_diag diag;
    enum rvt_encap_event_kind kind;

    for (;;) {
        rvt_diag_clear(&diag);
        kind = rvt_packet_stream_next(stream, &event, &diag);
        if (kind == RVT_ENCAP_EVENT_NONE)
            return;
        if (kind == RVT_ENCAP_EVENT_PACKET)
            output->packet(output->context, &event);
        else if (output->fault != NULL)
            output->fault(output->context, kind, &diag);
    }
}

enum rvt_status rvt_packet_stream_push(struct rvt_packet_stream *stream, const uint8_t *data,
                                       size_t bytes, const struct rvt_packet_stream_output *output)
{
    enum rvt_status status = rvt_packet_stream_feed(stream, data, bytes);

    call_back(stream, output);
    return status;
}

enum rvt_status rvt_packet_stream_finish(struct rvt_packet_stream *stream,
                                         const struct rvt_packet_stream_output *output)
{
    enum rvt_status status = rvt_packet_stream_end(stream);

    call_back(stream, output);
    return status;
}
