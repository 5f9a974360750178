/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_builder.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "index/index_channel.h"
#include "index/index_tunnel.h"
#include "transport/frame/deformatter.h"

enum { LOSSES_MAX = RVT_FRAME_BATCH_FRAMES + 2 };

struct rvt_index_builder {
    struct rvt_index_store *store;
    rvt_index_checksum checksum;
    struct rvt_index_packets packets;
    uint64_t at; /* byte that is pushed next */
    struct rvt_index_channel **channel;
    size_t channels;
    struct rvt_deformatter *deformatter; /* null without frames */
    struct rvt_index_tunnel *tunnel;     /* null: packets are found here; it has the one channel */
    /* Frames in memory: those that lost bytes, and whose data were not handed out yet. */
    struct loss {
        uint64_t frame, byte;
    } loss[LOSSES_MAX];
    size_t losses;
};

/* ---- where a reader begins ---- */

static uint64_t restart_here(const void *context, uint64_t index)
{
    (void)context;
    return index;
}

static uint64_t restart_frame(const void *context, uint64_t index)
{
    (void)context;
    return index / RVT_FRAME_BYTES * RVT_FRAME_BYTES;
}

/* The latest FSYNC before the byte, or place of STP; the beginning, if that is too long ago. */
static uint64_t restart_fsync(const void *context, uint64_t index)
{
    const struct rvt_index_builder *builder = context;
    const struct rvt_index_store *store = builder->store;
    uint64_t known = store->fsyncs < RVT_INDEX_FSYNCS ? store->fsyncs : RVT_INDEX_FSYNCS;

    for (uint64_t back = 1; back <= known; back++) {
        uint64_t fsync = store->fsync[(store->fsyncs - back) % RVT_INDEX_FSYNCS];
        if (fsync < index)
            return fsync;
    }
    return 0;
}

static rvt_index_restart restart_of(const struct rvt_index_shape *shape)
{
    return shape->framing == RVT_TREE_FRAMES                       ? restart_frame
           : shape->framing == RVT_TREE_FRAME_STREAM || shape->stp ? restart_fsync
                                                                   : restart_here;
}

/* ---- frames ---- */

static struct rvt_index_channel *find_channel(const struct rvt_index_builder *builder, unsigned id)
{
    for (size_t i = 0; i < builder->channels; i++)
        if (builder->channel[i]->id == id)
            return builder->channel[i];
    return NULL;
}

/* Data of an ID that is not E-Trace. */
static void count_bytes(struct rvt_index_builder *builder, unsigned id, const uint64_t *place,
                        size_t bytes)
{
    struct rvt_index_stream *stream = rvt_index_store_stream(builder->store, id, place[0]);

    for (size_t i = 0; stream != NULL && i < bytes; i++) {
        struct rvt_index_block *block = rvt_index_store_block(builder->store, stream, place[i]);
        if (block == NULL)
            return;
        block->packets++;
        stream->packets++;
    }
}

static void take_run(struct rvt_index_builder *builder, unsigned id, const uint8_t *data,
                     const uint64_t *place, size_t bytes)
{
    struct rvt_index_channel *channel = find_channel(builder, id);

    if (id == RVT_FRAME_ID_TRIGGER)
        for (size_t i = 0; i < bytes; i++)
            rvt_index_store_note_source(builder->store, RVT_INDEX_TRIGGER, place[i], data[i]);
    else if (channel != NULL)
        rvt_index_channel_feed(channel, data, place, bytes);
    else if (id >= 1 && id <= RVT_FRAME_ID_SOURCE_MAX)
        count_bytes(builder, id, place, bytes);
}

static void lose(const struct rvt_index_builder *builder, uint64_t byte)
{
    for (size_t i = 0; i < builder->channels; i++)
        rvt_index_channel_lose(builder->channel[i], byte);
}

/* Losses of frames up to the one that begins at byte end. */
static void take_losses(struct rvt_index_builder *builder, uint64_t end)
{
    size_t taken = 0;

    for (; taken < builder->losses && builder->loss[taken].frame <= end; taken++)
        lose(builder, builder->loss[taken].byte);
    if (taken == 0)
        return;
    builder->losses -= taken;
    memmove(builder->loss, builder->loss + taken, builder->losses * sizeof builder->loss[0]);
}

/* The bytes of a run that come before the next frame with a loss. */
static size_t before_loss(const struct rvt_index_builder *builder, const uint64_t *place,
                          size_t bytes)
{
    size_t count = 0;

    if (builder->losses == 0)
        return bytes;
    while (count < bytes && place[count] < builder->loss[0].frame)
        count++;
    return count;
}

static void take_data(void *context, const struct rvt_frame_batch *batch)
{
    struct rvt_index_builder *builder = context;

    for (size_t run = 0; run < batch->runs; run++) {
        size_t first = batch->run[run].first, bytes = rvt_frame_run_bytes(batch, run);

        while (bytes > 0) {
            const uint64_t *place = batch->position + first;
            take_losses(builder, place[0]);
            size_t piece = before_loss(builder, place, bytes);
            take_run(builder, batch->run[run].id, batch->data + first, place, piece);
            first += piece;
            bytes -= piece;
        }
    }
}

/* All data of whole frames were handed out. */
static void flush(struct rvt_index_builder *builder)
{
    take_losses(builder, UINT64_MAX);
    for (size_t i = 0; i < builder->channels; i++)
        rvt_index_channel_flush(builder->channel[i]);
}

/* FSYNC alone: it comes before the data after it, whose packets begin there at the latest. */
static void take_event(void *context, const struct rvt_frame_event *event)
{
    struct rvt_index_builder *builder = context;

    if (event->kind != RVT_FRAME_EVENT_FSYNC)
        return;
    flush(builder);
    builder->store->fsync[builder->store->fsyncs++ % RVT_INDEX_FSYNCS] = event->position;
    rvt_index_store_note_source(builder->store, RVT_INDEX_FRAME_SYNC, event->position, 0);
}

/*
 * Bytes that have no ID, or that no frame holds, may be of any source. With events, data are handed
 * out frame by frame, and the loss comes in its place. Frames in memory wait for their data.
 */
static void take_finding(void *context, const struct rvt_finding *finding)
{
    struct rvt_index_builder *builder = context;
    uint64_t frame = finding->byte / RVT_FRAME_BYTES * RVT_FRAME_BYTES;
    bool lost = rvt_rule_text(finding->rule)->severity == RVT_SEVERITY_ERROR ||
                finding->rule == RVT_RULE_FRM_005 || finding->rule == RVT_RULE_FRM_014;

    if (!lost)
        return;
    if (builder->store->shape.framing == RVT_TREE_FRAME_STREAM) {
        lose(builder, finding->byte);
    } else if (builder->losses == 0 || builder->loss[builder->losses - 1].frame != frame) {
        assert(builder->losses < LOSSES_MAX);
        builder->loss[builder->losses++] = (struct loss){.frame = frame, .byte = finding->byte};
    }
}

static bool open_frames(struct rvt_index_builder *builder)
{
    const struct rvt_index_store *store = builder->store;
    bool streaming = store->shape.framing == RVT_TREE_FRAME_STREAM;
    struct rvt_deformatter_config config;
    const struct rvt_deformatter_output output = {.data = take_data,
                                                  .event = streaming ? take_event : NULL,
                                                  .finding = take_finding,
                                                  .context = builder};

    builder->deformatter = malloc(sizeof *builder->deformatter);
    if (builder->deformatter == NULL)
        return false;
    rvt_deformatter_defaults(&config, streaming);
    rvt_deformatter_init(builder->deformatter, &config, &output);
    rvt_deformatter_enter(builder->deformatter, store->next, store->frame_id);
    builder->deformatter->hunting = store->hunting;
    return true;
}

/* ---- the interface ---- */

/* Adds a channel that goes on after rest. */
static bool add_channel(struct rvt_index_builder *builder, const struct rvt_index_rest *rest)
{
    struct rvt_index_channel *channel = calloc(1, sizeof *channel);

    if (channel == NULL)
        return false;
    channel->store = builder->store;
    channel->packets = &builder->packets;
    channel->restart = restart_of(&builder->store->shape);
    channel->restart_context = builder;
    channel->id = rest->id;
    channel->framed = builder->store->shape.framing != RVT_TREE_SINGLE;
    rvt_index_channel_resume(channel, rest);
    builder->channel[builder->channels++] = channel;
    return true;
}

static bool open_tunnel(struct rvt_index_builder *builder)
{
    builder->tunnel = rvt_index_tunnel_open(builder->store, builder->channel[0]);
    return builder->tunnel != NULL;
}

static bool open_parts(struct rvt_index_builder *builder)
{
    const struct rvt_index_store *store = builder->store;
    size_t rests = store->rests;

    if (store->shape.framing != RVT_TREE_SINGLE && !open_frames(builder))
        return false;
    builder->channel = calloc(rests > 0 ? rests : 1, sizeof(struct rvt_index_channel *));
    for (size_t i = 0; builder->channel != NULL && i < rests; i++)
        if (!add_channel(builder, &store->rest[i]))
            return false;
    bool tunnel = rvt_index_shape_begins_anew(&store->shape);
    return builder->channel != NULL && (!tunnel || open_tunnel(builder));
}

enum rvt_status rvt_index_builder_open(struct rvt_index_store *store,
                                       const struct rvt_config *config, rvt_index_checksum checksum,
                                       struct rvt_index_builder **builder)
{
    struct rvt_index_builder *made = calloc(1, sizeof *made);
    struct rvt_config bytes = *config;

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->store = store;
    made->checksum = checksum;
    made->at = store->next;
    bytes.encap.unaligned = false; /* frames carry bytes */
    rvt_index_packets_init(&made->packets, &bytes);
    if (!open_parts(made)) {
        rvt_index_builder_close(made);
        return RVT_ERR_MEMORY;
    }
    *builder = made;
    return RVT_OK;
}

void rvt_index_builder_close(struct rvt_index_builder *builder)
{
    if (builder == NULL)
        return;
    for (size_t i = 0; i < builder->channels; i++)
        free(builder->channel[i]);
    free(builder->channel);
    free(builder->deformatter);
    rvt_index_tunnel_close(builder->tunnel);
    free(builder);
}

enum rvt_status rvt_index_builder_push(struct rvt_index_builder *builder, const uint8_t *data,
                                       size_t bytes)
{
    uint64_t at = builder->at;

    rvt_index_store_cover(builder->store, builder->checksum, at, data, bytes);
    builder->at += bytes;
    if (builder->deformatter != NULL)
        rvt_deformatter_push(builder->deformatter, data, bytes);
    else if (builder->tunnel != NULL)
        rvt_index_tunnel_push(builder->tunnel, at, data, bytes);
    else
        rvt_index_channel_push(builder->channel[0], data, bytes);
    return builder->store->status;
}

uint64_t rvt_index_builder_next(const struct rvt_index_builder *builder)
{
    return builder->at;
}

enum rvt_status rvt_index_builder_flush(struct rvt_index_builder *builder)
{
    flush(builder);
    return builder->store->status;
}

/* Ends the stream, for its last packets; the building can only begin again. */
static enum rvt_status settle_tunnel(struct rvt_index_builder *builder)
{
    struct rvt_index_store *store = builder->store;

    if (builder->at > 0)
        rvt_index_tunnel_finish(builder->tunnel);
    rvt_index_store_sort(store);
    builder->at = store->next = 0;
    return store->status;
}

enum rvt_status rvt_index_builder_settle(struct rvt_index_builder *builder)
{
    struct rvt_index_store *store = builder->store;

    if (builder->tunnel != NULL)
        return settle_tunnel(builder);
    flush(builder);
    rvt_index_store_sort(store);
    for (size_t i = 0; i < builder->channels; i++)
        store->rest[i] = rvt_index_channel_rest(builder->channel[i]);
    store->next = builder->at;
    if (builder->deformatter != NULL) {
        store->next = rvt_deformatter_place(builder->deformatter, &store->frame_id);
        store->hunting = builder->deformatter->hunting;
    }
    return store->status;
}
