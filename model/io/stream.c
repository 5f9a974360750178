/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/stream.h"

#include <inttypes.h>
#include <stdlib.h>

#include "io/bytes/input.h"
#include "io/packet_list.h"
#include "transport/carrier/packet_stream.h"
#include "transport/frame/frame_ids.h"

enum { CHUNK = 4096 }; /* bytes of the file that are fed at once */

struct rvt_stream {
    struct rvt_input *input;
    struct rvt_packet_stream *packets; /* of all forms but packet lists */
    struct rvt_config config;
    enum rvt_stream_form form;
    rvt_finding_sink sink;
    void *sink_context;
    rvt_stream_tap tap; /* null: none */
    void *tap_context;
    uint64_t from; /* what comes before this byte is not shown */
    bool ended;    /* all of the file was fed */
};

enum rvt_carrier rvt_stream_carrier(enum rvt_stream_form form)
{
    return form == RVT_STREAM_STP     ? RVT_CARRIER_STP
           : form == RVT_STREAM_FRAME ? RVT_CARRIER_FRAME
                                      : RVT_CARRIER_NONE;
}

static void found(void *context, const struct rvt_finding *finding)
{
    struct rvt_stream *stream = context;

    if (stream->sink != NULL && finding->byte >= stream->from)
        stream->sink(stream->sink_context, finding);
}

/* Opens the packets before the first byte. */
static enum rvt_status open_packets(struct rvt_stream *stream, enum rvt_carrier carrier,
                                    struct rvt_diag *diag)
{
    rvt_packet_stream_close(stream->packets);
    stream->packets = NULL;
    enum rvt_status status =
        rvt_packet_stream_open(&stream->config, carrier, found, stream, &stream->packets);
    return status == RVT_OK ? RVT_OK : rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
}

/* write: of a ring buffer; else 0. */
static enum rvt_status open_stream(const char *path, const struct rvt_config *config,
                                   enum rvt_stream_form form, enum rvt_carrier carrier,
                                   uint64_t write, struct rvt_stream **stream,
                                   struct rvt_diag *diag)
{
    struct rvt_stream *made = calloc(1, sizeof *made);

    if (made == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->form = form;
    made->config = *config;
    enum rvt_status status = rvt_input_open_ring(path, write, &made->input, diag);
    if (status == RVT_OK && form != RVT_STREAM_HEX)
        status = open_packets(made, carrier, diag);
    if (status == RVT_OK)
        *stream = made;
    else
        rvt_stream_close(made);
    return status;
}

enum rvt_status rvt_stream_open(const char *path, const struct rvt_config *config,
                                enum rvt_stream_form form, struct rvt_stream **stream,
                                struct rvt_diag *diag)
{
    return open_stream(path, config, form, rvt_stream_carrier(form), 0, stream, diag);
}

enum rvt_status rvt_stream_open_ring(const char *path, const struct rvt_config *config,
                                     uint64_t write, struct rvt_stream **stream,
                                     struct rvt_diag *diag)
{
    return open_stream(path, config, RVT_STREAM_ENCAP, RVT_CARRIER_RING, write, stream, diag);
}

void rvt_stream_close(struct rvt_stream *stream)
{
    if (stream) {
        rvt_input_close(stream->input);
        rvt_packet_stream_close(stream->packets);
    }
    free(stream);
}

void rvt_stream_findings(struct rvt_stream *stream, rvt_finding_sink sink, void *context)
{
    stream->sink = sink;
    stream->sink_context = context;
}

/* Whether a packet at byte from can be entered at byte position. */
static bool can_seek(const struct rvt_stream *stream, uint64_t position, uint64_t from)
{
    const struct rvt_encap_config *encap = &stream->config.encap;

    switch (stream->form) {
    case RVT_STREAM_HEX:
        return false;
    case RVT_STREAM_ENCAP:
        return from == position && !encap->unaligned;
    case RVT_STREAM_FRAME:
        return from >= position && encap->block_bytes == 0;
    case RVT_STREAM_STP:
        return from >= position;
    }
    return false;
}

enum rvt_status rvt_stream_seek(struct rvt_stream *stream, uint64_t position, uint64_t from,
                                struct rvt_diag *diag)
{
    if (!can_seek(stream, position, from))
        return rvt_diag_set(diag, RVT_ERR_PARAMETER, NULL, 0, NULL,
                            "no packet of this form can be found by its position");
    enum rvt_status status = rvt_input_seek(stream->input, position, diag);
    if (status == RVT_OK) /* also of a ring buffer a packet begins there */
        status = open_packets(stream, rvt_stream_carrier(stream->form), diag);
    if (status == RVT_OK)
        rvt_packet_stream_enter(stream->packets, position, from);
    stream->from = from;
    return status;
}

void rvt_stream_set_tap(struct rvt_stream *stream, rvt_stream_tap tap, void *context)
{
    stream->tap = tap;
    stream->tap_context = context;
}

static enum rvt_status read_hex(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag)
{
    item->encap = (struct rvt_encap){.kind = RVT_ENCAP_NORMAL};
    enum rvt_status status =
        rvt_packet_list_read(stream->input, &item->encap.payload, &item->data, end, diag);
    item->position = rvt_input_line_number(stream->input);
    return status;
}

/* Whether an event is to be shown: of STP, packets before the one that is wanted come as well. */
static bool is_shown(const struct rvt_stream *stream, enum rvt_encap_event_kind kind,
                     const struct rvt_encap_event *event, const struct rvt_diag *diag)
{
    return kind != RVT_ENCAP_EVENT_SKIPPED &&
           (kind == RVT_ENCAP_EVENT_LOSS ? diag->position : event->position) >= stream->from;
}

/* Feeds the next chunk of the file. RVT_ERR_IO for any failure. */
static enum rvt_status feed(struct rvt_stream *stream, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_input_peek(stream->input, 1, &data, &bytes, diag);

    if (status != RVT_OK)
        return RVT_ERR_IO;
    stream->ended = bytes == 0;
    bytes = bytes < CHUNK ? bytes : CHUNK;
    if (stream->tap != NULL)
        status = stream->tap(stream->tap_context, data, bytes);
    if (status == RVT_OK)
        status = stream->ended ? rvt_packet_stream_end(stream->packets)
                               : rvt_packet_stream_feed(stream->packets, data, bytes);
    rvt_input_skip(stream->input, bytes);
    if (status == RVT_OK)
        return RVT_OK;
    (void)rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    return RVT_ERR_IO;
}

static bool is_data(const struct rvt_encap_config *config, const struct rvt_encap *encap)
{
    return config->type_bits > 0 && encap->type == config->type_data &&
           encap->type != config->type_inst;
}

static enum rvt_status read_encap(struct rvt_stream *stream, struct rvt_stream_item *item,
                                  bool *end, struct rvt_diag *diag)
{
    enum rvt_encap_event_kind kind;
    struct rvt_encap_event event;

    *end = false;
    for (;;) {
        kind = rvt_packet_stream_next(stream->packets, &event, diag);
        if (kind != RVT_ENCAP_EVENT_NONE && is_shown(stream, kind, &event, diag))
            break;
        if (kind != RVT_ENCAP_EVENT_NONE)
            continue;
        *end = stream->ended;
        if (*end)
            return RVT_OK;
        if (feed(stream, diag) != RVT_OK)
            return RVT_ERR_IO;
    }
    if (kind == RVT_ENCAP_EVENT_LOSS)
        return diag->status;
    item->position = event.position;
    if (kind == RVT_ENCAP_EVENT_FAULT)
        return diag->status;
    item->encap = event.encap;
    item->data = is_data(&stream->config.encap, &item->encap);
    return RVT_OK;
}

enum rvt_status rvt_stream_read(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag)
{
    bool hex = stream->form == RVT_STREAM_HEX;

    item->form = stream->form;
    item->unit = hex ? "line" : "byte";
    return hex ? read_hex(stream, item, end, diag) : read_encap(stream, item, end, diag);
}

uint64_t rvt_stream_place(const struct rvt_stream *stream)
{
    return rvt_input_place(stream->input);
}

bool rvt_stream_elsewhere(const struct rvt_stream *stream, struct rvt_diag *diag)
{
    const struct rvt_transport_config *transport = &stream->config.transport;
    const struct rvt_carrier_others *others;
    char ids[64];

    if (rvt_stream_carrier(stream->form) == RVT_CARRIER_NONE)
        return false;
    others = rvt_packet_stream_others(stream->packets);
    rvt_frame_ids_text(others->id, ids, sizeof ids);
    if (others->messages > 0)
        (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, NULL, 0, NULL,
                           "no RAW message has master %u channel %u protocol %u; others: %" PRIu64
                           ", the first with master %u channel %u protocol %u",
                           transport->master, transport->channel, transport->protocol,
                           others->messages, others->master, others->channel, others->protocol);
    else if (ids[0] != '\0')
        (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, NULL, 0, NULL,
                           "no data has ID 0x%02x; IDs with data:%s", transport->frame_id, ids);
    return others->messages > 0 || ids[0] != '\0';
}

const char *rvt_stream_foreign(const struct rvt_config *config, const struct rvt_stream_item *item)
{
    bool data = item->data && config->options.data_trace;

    if (item->form == RVT_STREAM_HEX)
        return item->data && !data ? "other type" : NULL;
    if (item->encap.kind != RVT_ENCAP_NORMAL)
        return "null";
    if (config->encap.srcid_bits && item->encap.srcid != config->encap.srcid)
        return "other source";
    if (config->encap.type_bits && item->encap.type != config->encap.type_inst && !data)
        return "other type";
    return NULL;
}
