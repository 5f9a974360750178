/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/stream.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/digits.h"
#include "io/input.h"
#include "io/transport/frame_text.h"
#include "stream/encap_parser.h"
#include "transport/frame/frame_ids.h"

/* So many messages in a row that end with a packet make it likely that all do; LOOK: bytes to find
 * them in. */
enum { MESSAGES_WHOLE = 8, LOOK = (MESSAGES_WHOLE + 1) * RVT_ENCAP_BYTES_MAX };

/* Bytes made of bits. */
struct rvt_aligned {
    struct rvt_bit_aligner aligner;
    uint8_t byte[4096];
    size_t at, count; /* used; there */
    bool begins;      /* behind those that are there, a packet begins */
    bool starved;     /* the parser needs more than those that are there */
};

struct rvt_stream {
    struct rvt_input *input;     /* of a packet list */
    struct rvt_carried *carried; /* of the others */
    struct rvt_config config;
    enum rvt_stream_form form;
    rvt_finding_sink sink;
    void *sink_context;
    struct rvt_encap_parser parser;
    struct rvt_aligned aligned; /* of unaligned streams */
    /* Of STP: messages in a row that ended with a packet; a packet went beyond its message. */
    unsigned whole;
    bool cut;
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

    if (stream->sink != NULL)
        stream->sink(stream->sink_context, finding);
}

enum rvt_status rvt_stream_open(const char *path, const struct rvt_config *config,
                                enum rvt_stream_form form, struct rvt_stream **stream,
                                struct rvt_diag *diag)
{
    struct rvt_stream *made = calloc(1, sizeof *made);
    if (!made)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    made->form = form;
    made->config = *config;
    if (rvt_stream_carrier(form) != RVT_CARRIER_NONE)
        made->config.encap.unaligned = false; /* carriers carry bytes */
    if (form == RVT_STREAM_STP)
        made->config.encap.block_bytes = 0; /* messages, not memory */
    rvt_encap_parser_init(&made->parser, &made->config, true, NULL);
    rvt_bit_aligner_init(&made->aligned.aligner, &made->config.encap);
    enum rvt_status status =
        form == RVT_STREAM_HEX
            ? rvt_input_open(path, &made->input, diag)
            : rvt_carried_open(path, rvt_stream_carrier(form), &made->config.transport, found, made,
                               &made->carried, diag);
    if (status != RVT_OK) {
        free(made);
        return status;
    }
    *stream = made;
    return RVT_OK;
}

void rvt_stream_close(struct rvt_stream *stream)
{
    if (stream) {
        rvt_input_close(stream->input);
        rvt_carried_close(stream->carried);
    }
    free(stream);
}

void rvt_stream_findings(struct rvt_stream *stream, rvt_finding_sink sink, void *context)
{
    stream->sink = sink;
    stream->sink_context = context;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes a comment and blanks around the payload off a line. */
static void strip(const char **line, size_t *length)
{
    const char *comment = *length ? memchr(*line, '#', *length) : NULL;

    if (comment)
        *length = (size_t)(comment - *line);
    while (*length && is_blank((*line)[*length - 1]))
        --*length;
    while (*length && is_blank(**line)) {
        ++*line;
        --*length;
    }
}

/* A line of a packet list, not empty. */
static enum rvt_status parse_payload(const char *line, size_t length, struct rvt_payload *payload,
                                     struct rvt_diag *diag)
{
    for (size_t at = 0; at < length; at++)
        if (rvt_hex_digit(line[at]) > 15)
            return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                                "column %zu: not a hexadecimal digit", at + 1);
    if (length % 2)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            "an odd number of hexadecimal digits");
    if (length / 2 > RVT_PAYLOAD_BYTES_MAX)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, "payload", length * 4, "ENC-006",
                            "a payload of more than %d bits", RVT_PAYLOAD_BITS_MAX);
    payload->bytes = (uint8_t)(length / 2);
    payload->bits = payload->bits_full = (uint16_t)(length * 4);
    for (size_t index = 0; index < length / 2; index++)
        payload->byte[index] =
            (uint8_t)(rvt_hex_digit(line[2 * index]) << 4 | rvt_hex_digit(line[2 * index + 1]));
    return RVT_OK;
}

static enum rvt_status read_hex(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag)
{
    const char *line = NULL;
    size_t length = 0;

    do {
        enum rvt_status status = rvt_input_line(stream->input, &line, &length, end, diag);
        if (status != RVT_OK)
            return RVT_ERR_IO;
        if (*end)
            return RVT_OK;
        strip(&line, &length);
    } while (length == 0);
    item->position = rvt_input_line_number(stream->input);
    item->encap = (struct rvt_encap){.kind = RVT_ENCAP_NORMAL};
    item->data = length >= 2 && memcmp(line, "d:", 2) == 0;
    if (item->data) {
        line += 2;
        length -= 2;
    }
    enum rvt_status status = parse_payload(line, length, &item->encap.payload, diag);
    if (status != RVT_OK)
        rvt_diag_at(diag, "line", item->position);
    return status;
}

/* Bits to bytes, some of them at least, up to the next place where a packet begins; *ended tells
 * that there are no more. */
static enum rvt_status align(struct rvt_stream *stream, bool *ended, struct rvt_diag *diag)
{
    struct rvt_aligned *aligned = &stream->aligned;
    size_t count = 0;

    memmove(aligned->byte, aligned->byte + aligned->at, aligned->count - aligned->at);
    aligned->count -= aligned->at;
    aligned->at = 0;
    while (count == 0 && !aligned->begins) {
        const uint8_t *data = NULL;
        size_t available = 0;
        enum rvt_status status = rvt_carried_peek(stream->carried, 1, &data, &available, diag);
        *ended = status == RVT_OK && available == 0;
        if (status != RVT_OK || *ended)
            return status;
        rvt_carried_skip(
            stream->carried,
            rvt_bit_aligner_take(&aligned->aligner, data, available, aligned->byte + aligned->count,
                                 sizeof aligned->byte - aligned->count, &count, &aligned->begins));
        aligned->count += count;
    }
    return RVT_OK;
}

/* The same as more, of a stream of bits. */
static enum rvt_status more_aligned(struct rvt_stream *stream, const uint8_t **data,
                                    size_t *available, bool *last, struct rvt_diag *diag)
{
    struct rvt_aligned *aligned = &stream->aligned;
    enum rvt_status status = RVT_OK;
    bool ended = false;

    for (bool again = true; again && status == RVT_OK;) {
        aligned->aligner.doubt = stream->parser.astray;
        if ((aligned->starved || aligned->count == aligned->at) && !aligned->begins)
            status = align(stream, &ended, diag);
        again = aligned->begins && aligned->count == aligned->at;
        if (again)
            rvt_encap_parser_restart(&stream->parser, rvt_bit_aligner_position(&aligned->aligner));
        aligned->begins = aligned->begins && !again;
    }
    *data = aligned->byte + aligned->at;
    *available = aligned->count - aligned->at;
    *last = ended || aligned->begins;
    return status;
}

/* More bytes of the stream: as many as a packet can have; or those that are last, be it because the
 * next packet is known to begin behind them. */
static enum rvt_status more(struct rvt_stream *stream, const uint8_t **data, size_t *available,
                            bool *last, struct rvt_diag *diag)
{
    if (stream->config.encap.unaligned)
        return more_aligned(stream, data, available, last, diag);
    enum rvt_status status = rvt_carried_peek(
        stream->carried, stream->form == RVT_STREAM_STP ? LOOK : RVT_ENCAP_BYTES_MAX, data,
        available, diag);
    *last = *available < RVT_ENCAP_BYTES_MAX;
    return status;
}

/* Passes bytes that more has shown. */
static void skip(struct rvt_stream *stream, size_t bytes)
{
    if (stream->config.encap.unaligned)
        stream->aligned.at += bytes;
    else
        rvt_carried_skip(stream->carried, bytes);
}

static void take_packet(const struct rvt_stream *stream, const struct rvt_encap_view *view,
                        struct rvt_stream_item *item)
{
    const struct rvt_encap_config *encap = &stream->config.encap;
    size_t used = 0;
    enum rvt_status status =
        rvt_encap_read(&stream->config, view->data, view->bytes, &item->encap, &used, NULL);

    assert(status == RVT_OK && used == view->bytes);
    (void)status;
    item->data = encap->type_bits > 0 && item->encap.type == encap->type_data &&
                 item->encap.type != encap->type_inst;
}

/* Tells once, at the end, of bits without a synchronisation sequence. */
static bool is_never_aligned(struct rvt_stream *stream, struct rvt_diag *diag)
{
    struct rvt_bit_aligner *aligner = &stream->aligned.aligner;

    if (!stream->config.encap.unaligned || aligner->aligned || aligner->bytes == 0)
        return false;
    (void)rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, aligner->bytes, "ENC-010",
                       "no synchronisation sequence tells where bytes begin");
    rvt_diag_at(diag, "byte", aligner->bytes);
    aligner->bytes = 0;
    return true;
}

/* The place in the file of a byte that the parser takes; before: what it has taken so far. */
static uint64_t place_of(const struct rvt_stream *stream, uint64_t before, uint64_t position)
{
    if (stream->form == RVT_STREAM_ENCAP || position < before)
        return position;
    return rvt_carried_place(stream->carried, (size_t)(position - before));
}

/* The carrier lost something in front of the next byte. What is carried is a packet a message in
 * STP, unless the sender has shown otherwise, and any bytes in frames: there is it not known where
 * the next packet begins. */
static bool is_broken(struct rvt_stream *stream, struct rvt_diag *diag)
{
    const struct rvt_rule_text *rule;
    struct rvt_finding finding;

    if (!rvt_carried_broken(stream->carried, &finding))
        return false;
    rule = rvt_rule_text(finding.rule);
    (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, finding.field, finding.value, rule->number, "%s",
                       rule->title);
    rvt_diag_at(diag, "byte", finding.byte);
    rvt_encap_parser_restart(&stream->parser, stream->parser.position);
    stream->parser.astray = stream->form == RVT_STREAM_FRAME || stream->cut;
    return true;
}

/* Whether the carrier lost what stood behind so many bytes that the parser takes. */
static bool is_cut_by_carrier(const struct rvt_stream *stream, size_t used)
{
    return rvt_stream_carrier(stream->form) != RVT_CARRIER_NONE &&
           rvt_carried_ends(stream->carried, used);
}

/* Whether a message begins behind the first of the bytes from..end. */
static bool is_crossing(const struct rvt_stream *stream, size_t from, size_t end)
{
    while (++from < end)
        if (rvt_carried_begins(stream->carried, from))
            return true;
    return false;
}

/* Whether the messages that begin at at, so many as make it likely that all do, hold whole packets.
 */
static bool are_whole(const struct rvt_stream *stream, const uint8_t *data, size_t at,
                      size_t available)
{
    unsigned whole = 0;

    while (whole < MESSAGES_WHOLE && at < available) {
        size_t bytes = rvt_encap_peek_bytes(&stream->config, data[at]);

        if (bytes == 0 || bytes > available - at || is_crossing(stream, at, at + bytes))
            return false;
        at += bytes;
        whole += at == available || rvt_carried_begins(stream->carried, at);
    }
    return whole == MESSAGES_WHOLE;
}

/* Bytes that the parser may look at: of STP those of the message, where packets do not go beyond
 * theirs, as those before or behind this one show, or where it knows no place but the beginning of
 * the next one. */
static size_t within_message(struct rvt_stream *stream, const uint8_t *data, size_t available)
{
    size_t end = 1, reach = available;
    bool whole;

    if (stream->form != RVT_STREAM_STP)
        return available;
    if (!stream->parser.astray && reach > RVT_ENCAP_BYTES_MAX)
        reach = RVT_ENCAP_BYTES_MAX; /* no packet goes beyond */
    while (end < reach && !rvt_carried_begins(stream->carried, end))
        end++;
    if (end == reach && !stream->parser.astray)
        return available;
    whole = stream->whole == MESSAGES_WHOLE || are_whole(stream, data, end, available);
    stream->cut &= !whole;
    if (stream->parser.astray && !stream->cut && rvt_carried_begins(stream->carried, 0))
        rvt_encap_parser_restart(&stream->parser, stream->parser.position);
    return whole || (stream->parser.astray && !stream->cut) ? end : available;
}

/* How the bytes from..end, which a packet has, stand in messages. */
static void judge_message(struct rvt_stream *stream, size_t from, size_t end)
{
    bool crosses = stream->form == RVT_STREAM_STP && is_crossing(stream, from, end);

    stream->cut |= crosses;
    if (crosses)
        stream->whole = 0;
    else if (stream->whole < MESSAGES_WHOLE && rvt_carried_begins(stream->carried, end))
        stream->whole++;
}

static enum rvt_status read_encap(struct rvt_stream *stream, struct rvt_stream_item *item,
                                  bool *end, struct rvt_diag *diag)
{
    enum rvt_encap_found found = RVT_ENCAP_FOUND_NOTHING;
    struct rvt_encap_view view;

    while (found == RVT_ENCAP_FOUND_NOTHING) {
        const uint8_t *data = NULL;
        size_t available = 0, used = 0;
        bool last = false;
        if (more(stream, &data, &available, &last, diag) != RVT_OK)
            return RVT_ERR_IO;
        if (available == 0 && is_broken(stream, diag))
            return RVT_ERR_SEQUENCE;
        *end = available == 0;
        if (*end)
            return is_never_aligned(stream, diag) ? diag->status : RVT_OK;
        size_t limit = within_message(stream, data, available);
        last |= limit < available;
        available = limit;
        uint64_t before = stream->parser.position;
        found = rvt_encap_parser_next(&stream->parser, data, available, last, &used, &view, diag);
        stream->aligned.starved = found == RVT_ENCAP_FOUND_NOTHING;
        if (found == RVT_ENCAP_FOUND_PACKET) {
            take_packet(stream, &view, item);
            judge_message(stream, used - view.bytes, used);
        } else if (found == RVT_ENCAP_FOUND_FAULT) {
            stream->whole = 0;
        }
        if (found == RVT_ENCAP_FOUND_FAULT && diag->status == RVT_ERR_TRUNCATED &&
            is_cut_by_carrier(stream, used)) {
            rvt_diag_clear(diag); /* what the carrier lost there is told, once */
            found = RVT_ENCAP_FOUND_NOTHING;
        }
        if (found == RVT_ENCAP_FOUND_FAULT && diag->unit != NULL)
            diag->position = place_of(stream, before, diag->position);
        if (found != RVT_ENCAP_FOUND_NOTHING)
            item->position = place_of(stream, before, view.position);
        skip(stream, used);
    }
    return found == RVT_ENCAP_FOUND_PACKET ? RVT_OK : diag->status;
}

enum rvt_status rvt_stream_read(struct rvt_stream *stream, struct rvt_stream_item *item, bool *end,
                                struct rvt_diag *diag)
{
    bool hex = stream->form == RVT_STREAM_HEX;

    item->form = stream->form;
    item->unit = hex ? "line" : "byte";
    return hex ? read_hex(stream, item, end, diag) : read_encap(stream, item, end, diag);
}

bool rvt_stream_elsewhere(const struct rvt_stream *stream, struct rvt_diag *diag)
{
    const struct rvt_transport_config *transport = &stream->config.transport;
    const struct rvt_carried_others *others;
    char ids[64];

    if (rvt_stream_carrier(stream->form) == RVT_CARRIER_NONE)
        return false;
    others = rvt_carried_others(stream->carried);
    rvt_frame_ids_text(others->id, ids, sizeof ids);
    if (others->messages > 0)
        (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, NULL, 0, NULL,
                           "no RAW message is of master %u channel %u protocol %u: there are "
                           "%" PRIu64 ", the first of master %u channel %u protocol %u",
                           transport->master, transport->channel, transport->protocol,
                           others->messages, others->master, others->channel, others->protocol);
    else if (ids[0] != '\0')
        (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, NULL, 0, NULL,
                           "no data are of ID 0x%02x, there are some of%s", transport->frame_id,
                           ids);
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
