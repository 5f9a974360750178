/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "index/index_channel.h"

#include <string.h>

/* The byte of the capture that a position of the parser means. */
static uint64_t place_of(const struct rvt_index_channel *channel, uint64_t position)
{
    return channel->framed ? channel->place[position % RVT_INDEX_PLACES] : position;
}

/* The stream of a packet; null without memory. */
static struct rvt_index_stream *stream_of(struct rvt_index_channel *channel, uint32_t id,
                                          uint64_t index)
{
    struct rvt_index_store *store = channel->store;

    if (channel->stream < store->streams && store->stream[channel->stream].id == id)
        return &store->stream[channel->stream];
    struct rvt_index_stream *stream = rvt_index_store_stream(store, id, index);
    if (stream == NULL)
        return NULL;
    channel->stream = (size_t)(stream - store->stream);
    if (stream->packets == 0)
        stream->implicit_exception = channel->packets->implicit_exception;
    return stream;
}

/* A packet ends what was lost before it: of id. */
static void note_loss(struct rvt_index_channel *channel, uint32_t id)
{
    const struct rvt_index_note note = {
        .kind = RVT_INDEX_LOSS, .id = id, .index = channel->lost_at};
    struct rvt_index_stream *stream =
        rvt_index_store_stream(channel->store, note.id, channel->lost_at);

    channel->lost = false;
    if (stream != NULL)
        rvt_index_store_note(channel->store, stream, &note);
}

static void note_time(struct rvt_index_channel *channel, struct rvt_index_stream *stream,
                      struct rvt_index_note *note, uint64_t time)
{
    stream->timed = note->has_time = true;
    stream->time = note->time = time;
    note->kind = RVT_INDEX_TIME;
    note->value = time;
    rvt_index_store_note(channel->store, stream, note);
}

/* A decoder can start at F3/0, and at F3/1 that has the address of a retired instruction. */
static bool is_start(const struct rvt_packet *packet, const struct rvt_config *config)
{
    return packet->subformat == RVT_SUBFORMAT_START ||
           (packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr &&
            rvt_packet_has_address(packet, config));
}

static void note_support(struct rvt_index_channel *channel, struct rvt_index_stream *stream,
                         struct rvt_index_note *note, const struct rvt_index_saying *saying)
{
    const struct rvt_config *config = &channel->packets->config;
    const struct rvt_support *support = &saying->te_inst.support;
    struct rvt_options options = config->options;

    rvt_support_adopt(config, support, &options);
    stream->implicit_exception = options.implicit_exception;
    stream->support = rvt_index_store_support(channel->store, &saying->payload);
    note->kind = RVT_INDEX_SUPPORT;
    note->value = support->value[RVT_SUPPORT_QUAL_STATUS];
    rvt_index_store_note(channel->store, stream, note);
}

static void note_inst(struct rvt_index_channel *channel, struct rvt_index_stream *stream,
                      struct rvt_index_note *note, const struct rvt_index_saying *saying)
{
    const struct rvt_packet *packet = &saying->te_inst;
    const struct rvt_config *config = &channel->packets->config;

    if (rvt_packet_is_sync(packet) && rvt_time_bits(&config->params) > 0 && !note->has_time)
        note_time(channel, stream, note, packet->time);
    note->has_time = stream->timed;
    note->time = stream->time;
    if (is_start(packet, config)) {
        note->kind = RVT_INDEX_SYNC;
        note->value = packet->address << rvt_address_shift(config);
        note->restart = channel->restart(channel->restart_context, note->index);
        note->support = stream->support;
        rvt_index_store_note(channel->store, stream, note);
        note->restart = note->support = 0;
    }
    if (packet->subformat == RVT_SUBFORMAT_TRAP) {
        note->kind = RVT_INDEX_TRAP;
        note->value = packet->ecause;
        rvt_index_store_note(channel->store, stream, note);
    }
    if (packet->subformat == RVT_SUBFORMAT_SUPPORT)
        note_support(channel, stream, note, saying);
}

/* The events of a packet. */
static void note_saying(struct rvt_index_channel *channel, struct rvt_index_stream *stream,
                        uint64_t index, const struct rvt_index_saying *saying)
{
    struct rvt_index_note note = {.id = stream->id, .index = index};

    if (saying->has_time)
        note_time(channel, stream, &note, saying->time);
    if (saying->is_te_inst)
        note_inst(channel, stream, &note, saying);
}

/* A packet that may be more than counted. */
static void look_at(struct rvt_index_channel *channel, struct rvt_index_stream *stream,
                    const struct rvt_encap_view *view, uint64_t index)
{
    struct rvt_index_saying saying;

    rvt_index_packets_read(channel->packets, view, stream->implicit_exception, &saying);
    note_saying(channel, stream, index, &saying);
}

/* Counts a packet. Its stream; null without memory. */
static inline struct rvt_index_stream *count(struct rvt_index_channel *channel, uint32_t id,
                                             uint64_t index)
{
    struct rvt_index_stream *stream = stream_of(channel, id, index);
    struct rvt_index_block *block =
        stream != NULL ? rvt_index_store_block(channel->store, stream, index) : NULL;

    if (block == NULL)
        return NULL;
    block->packets++;
    stream->packets++;
    return stream;
}

static inline void take_packet(struct rvt_index_channel *channel, const struct rvt_encap_view *view)
{
    uint32_t id = channel->framed ? channel->id : view->srcid;
    uint64_t index = place_of(channel, view->position);

    if (channel->lost)
        note_loss(channel, channel->framed ? id : RVT_INDEX_SOURCE);
    if ((view->data[0] & RVT_INDEX_LENGTH_MASK) == 0)
        return;
    struct rvt_index_stream *stream = count(channel, id, index);
    if (stream != NULL && !rvt_index_packets_is_plain(channel->packets, view))
        look_at(channel, stream, view, index);
}

void rvt_index_channel_packet(struct rvt_index_channel *channel, const struct rvt_encap *encap,
                              uint64_t index)
{
    struct rvt_index_saying saying;
    bool named = channel->store->shape.stp, normal = encap->kind == RVT_ENCAP_NORMAL;

    channel->lost_at = channel->lost_at < index ? channel->lost_at : index;
    if (channel->lost && (normal || !named))
        note_loss(channel, named ? encap->srcid : RVT_INDEX_SOURCE);
    if (!normal)
        return;
    struct rvt_index_stream *stream = count(channel, encap->srcid, index);
    if (stream == NULL)
        return;
    rvt_index_packets_take(channel->packets, encap, stream->implicit_exception, &saying);
    note_saying(channel, stream, index, &saying);
}

static void take_packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct rvt_index_channel *channel = context;

    for (size_t i = 0; i < count; i++)
        take_packet(channel, &view[i]);
}

static size_t walk(void *context, const uint8_t *size, const uint8_t *data, size_t bytes,
                   uint64_t position)
{
    struct rvt_index_channel *channel = context;
    const struct rvt_config *config = &channel->packets->config;
    size_t at = 0;

    while (bytes - at >= RVT_ENCAP_BYTES_MAX && size[data[at]] > 0) {
        struct rvt_encap_view view = {
            .position = position + at, .data = data + at, .bytes = size[data[at]]};

        if (view.bytes > 1)
            view.srcid = rvt_encap_peek_srcid(config, view.data);
        take_packet(channel, &view);
        at += view.bytes;
    }
    return at;
}

void rvt_index_channel_fault(struct rvt_index_channel *channel, uint64_t index)
{
    if (!channel->lost)
        channel->lost_at = index;
    channel->lost = true;
}

static void take_fault(void *context, const struct rvt_diag *fault)
{
    rvt_index_channel_fault(context, place_of(context, fault->position));
}

void rvt_index_channel_start(struct rvt_index_channel *channel)
{
    channel->output = (struct rvt_encap_parser_output){
        .packets = take_packets, .walk = walk, .fault = take_fault, .context = channel};
    rvt_encap_parser_init(&channel->parser, &channel->packets->config, true, &channel->output);
}

void rvt_index_channel_resume(struct rvt_index_channel *channel, const struct rvt_index_rest *rest)
{
    struct rvt_encap_parser *parser = &channel->parser;

    rvt_index_channel_start(channel);
    rvt_encap_parser_restart(parser, rest->position);
    parser->searching = rest->searching;
    parser->nulls = rest->nulls;
    parser->index_known = rest->index_known;
    parser->index_next = rest->index_next;
    parser->pending = rest->bytes;
    memcpy(parser->incomplete, rest->byte, rest->bytes);
    channel->fed = rest->position + rest->bytes;
    for (uint32_t i = 0; channel->framed && i < rest->bytes; i++)
        channel->place[(rest->position + i) % RVT_INDEX_PLACES] = rest->place[i];
    channel->lost = rest->lost;
    channel->lost_at = rest->lost_at;
}

void rvt_index_channel_push(struct rvt_index_channel *channel, const uint8_t *data, size_t bytes)
{
    (void)rvt_encap_parser_push(&channel->parser, data, bytes);
}

void rvt_index_channel_flush(struct rvt_index_channel *channel)
{
    (void)rvt_encap_parser_push(&channel->parser, channel->data, channel->held);
    channel->held = 0;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

void rvt_index_channel_feed(struct rvt_index_channel *channel, const uint8_t *data,
                            const uint64_t *place, size_t bytes)
{
    while (bytes > 0) {
        size_t to = (size_t)(channel->fed % RVT_INDEX_PLACES);
        size_t piece =
            smaller(smaller(bytes, RVT_INDEX_HELD_BYTES - channel->held), RVT_INDEX_PLACES - to);

        memcpy(channel->data + channel->held, data, piece);
        memcpy(channel->place + to, place, piece * sizeof *place);
        channel->held += piece;
        channel->fed += piece;
        data += piece;
        place += piece;
        bytes -= piece;
        if (channel->held == RVT_INDEX_HELD_BYTES)
            rvt_index_channel_flush(channel);
    }
}

void rvt_index_channel_lose(struct rvt_index_channel *channel, uint64_t index)
{
    struct rvt_encap_parser *parser = &channel->parser;

    rvt_index_channel_flush(channel);
    rvt_encap_parser_restart(parser, channel->fed);
    parser->searching = true;
    rvt_index_channel_fault(channel, index);
}

struct rvt_index_rest rvt_index_channel_rest(const struct rvt_index_channel *channel)
{
    const struct rvt_encap_parser *parser = &channel->parser;
    struct rvt_index_rest rest = {.id = channel->id,
                                  .position = parser->position,
                                  .searching = parser->searching,
                                  .index_known = parser->index_known,
                                  .lost = channel->lost,
                                  .nulls = parser->nulls,
                                  .index_next = parser->index_next,
                                  .lost_at = channel->lost_at,
                                  .bytes = (uint32_t)parser->pending};

    memcpy(rest.byte, parser->incomplete, parser->pending);
    for (uint32_t i = 0; i < rest.bytes; i++)
        rest.place[i] = place_of(channel, parser->position + i);
    return rest;
}
