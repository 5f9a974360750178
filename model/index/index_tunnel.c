/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_tunnel.h"

#include <stdlib.h>

#include "transport/carrier/packet_stream.h"

struct rvt_index_tunnel {
    struct rvt_index_store *store;
    struct rvt_index_channel *channel;
    struct rvt_packet_stream *stream; /* null before byte 0 */
    uint64_t async;                   /* byte of the latest ASYNC, */
    bool due;                         /* after which VERSION makes a place to begin */
    bool open;                        /* a message of the source is under way */
    bool losing;                      /* the latest nibbles are no packet */
};

/* Takes out what the stream has of the source. */
static void drain(struct rvt_index_tunnel *tunnel)
{
    for (;;) {
        struct rvt_diag diag = {.status = RVT_OK};
        struct rvt_encap_event event;
        enum rvt_encap_event_kind kind = rvt_packet_stream_next(tunnel->stream, &event, &diag);

        if (kind == RVT_ENCAP_EVENT_NONE)
            return;
        if (kind == RVT_ENCAP_EVENT_PACKET)
            rvt_index_channel_packet(tunnel->channel, &event.encap, event.position);
        else
            rvt_index_channel_fault(
                tunnel->channel, kind == RVT_ENCAP_EVENT_SKIPPED ? event.position : diag.position);
    }
}

/* ---- STP ---- */

/* Whether a message of the source is under way after the event. */
static bool is_open(const struct rvt_index_tunnel *tunnel, const struct rvt_stp_event *event)
{
    const struct rvt_transport_config *transport = &tunnel->channel->packets->config.transport;
    const struct rvt_stp_form *form = rvt_stp_form(event->packet.opcode);

    if (event->master != transport->master || event->channel != transport->channel)
        return tunnel->open;
    if (form->kind == RVT_STP_KIND_DATA)
        return !form->marker;
    return tunnel->open && form->kind != RVT_STP_KIND_FLAG;
}

/* A place where a reader can begin. What comes before it lies before it in the index, too. */
static void add_place(struct rvt_index_tunnel *tunnel)
{
    struct rvt_index_store *store = tunnel->store;

    drain(tunnel);
    store->fsync[store->fsyncs++ % RVT_INDEX_FSYNCS] = tunnel->async;
}

static void take_packet(struct rvt_index_tunnel *tunnel, const struct rvt_stp_event *event)
{
    enum rvt_stp_kind kind = rvt_stp_form(event->packet.opcode)->kind;
    uint64_t byte = event->at / 2;

    if (kind == RVT_STP_KIND_ASYNC)
        rvt_index_store_note_source(tunnel->store, RVT_INDEX_FRAME_SYNC, byte, 0);
    if (event->timed)
        rvt_index_store_note_source(tunnel->store, RVT_INDEX_TIME, byte, event->time);
    if (kind == RVT_STP_KIND_TRIGGER)
        rvt_index_store_note_source(tunnel->store, RVT_INDEX_TRIGGER, byte, event->packet.payload);
    if (kind == RVT_STP_KIND_VERSION && tunnel->due)
        add_place(tunnel);
    if (kind == RVT_STP_KIND_ASYNC)
        tunnel->async = byte;
    tunnel->due =
        kind == RVT_STP_KIND_ASYNC ? !tunnel->open : tunnel->due && kind == RVT_STP_KIND_NULL;
    tunnel->open = is_open(tunnel, event);
}

static void watch(void *context, const struct rvt_stp_event *event)
{
    struct rvt_index_tunnel *tunnel = context;

    if (!event->lost)
        take_packet(tunnel, event);
    else if (!tunnel->losing)
        rvt_index_store_note_source(tunnel->store, RVT_INDEX_LOSS, event->at / 2, 0);
    if (event->lost)
        tunnel->open = tunnel->due = false;
    tunnel->losing = event->lost;
}

/* ---- the interface ---- */

struct rvt_index_tunnel *rvt_index_tunnel_open(struct rvt_index_store *store,
                                               struct rvt_index_channel *channel)
{
    struct rvt_index_tunnel *made = calloc(1, sizeof *made);

    if (made != NULL) {
        made->store = store;
        made->channel = channel;
    }
    return made;
}

void rvt_index_tunnel_close(struct rvt_index_tunnel *tunnel)
{
    if (tunnel != NULL)
        rvt_packet_stream_close(tunnel->stream);
    free(tunnel);
}

/* Before byte 0. */
static enum rvt_status begin(struct rvt_index_tunnel *tunnel)
{
    struct rvt_index_channel *channel = tunnel->channel;

    rvt_packet_stream_close(tunnel->stream);
    *tunnel = (struct rvt_index_tunnel){.store = tunnel->store, .channel = channel};
    channel->lost = false;
    rvt_index_store_restart(tunnel->store);
    bool stp = tunnel->store->shape.stp;
    enum rvt_status status =
        rvt_packet_stream_open(&channel->packets->config, stp ? RVT_CARRIER_STP : RVT_CARRIER_RING,
                               NULL, NULL, &tunnel->stream);
    if (status == RVT_OK && stp)
        rvt_packet_stream_watch(tunnel->stream, watch, tunnel);
    return status;
}

void rvt_index_tunnel_push(struct rvt_index_tunnel *tunnel, uint64_t at, const uint8_t *data,
                           size_t bytes)
{
    enum rvt_status status = at == 0 ? begin(tunnel) : RVT_OK;

    if (status == RVT_OK)
        status = rvt_packet_stream_feed(tunnel->stream, data, bytes);
    if (status != RVT_OK)
        tunnel->store->status = status;
    else
        drain(tunnel);
}

void rvt_index_tunnel_finish(struct rvt_index_tunnel *tunnel)
{
    enum rvt_status status = rvt_packet_stream_end(tunnel->stream);

    if (status != RVT_OK)
        tunnel->store->status = status;
    else
        drain(tunnel);
}
