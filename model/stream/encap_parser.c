/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "stream/encap_parser.h"

#include <assert.h>
#include <string.h>

#include "stream/sync_sequence.h"
#include "wire/indexed_framing.h"

/* Header bits that count the payload; 0 in nulls. Spec: ENC-002. */
enum { LENGTH_MASK = 0x1f };

/* Sets the number of bytes of zero, under the mask, that cannot lie in a packet: after more of
 * them comes a header. */
static void init_nulls(struct rvt_encap_parser *parser)
{
    const struct rvt_encap_config *encap = &parser->config->encap;

    parser->null_mask = 0xff;
    if (encap->framing == RVT_FRAMING_INDEXED) {
        parser->nulls_max = RVT_INDEXED_NULLS - 1;
    } else if (rvt_is_draft(parser->config)) { /* 2^5, 5 being the width of length. DRF-014 */
        parser->nulls_max = RVT_ENCAP_LENGTH_MAX;
    } else {
        parser->null_mask = LENGTH_MASK; /* ENC-010, ENC-012 */
        parser->nulls_max = rvt_encap_null_run(encap);
    }
}

void rvt_encap_parser_init(struct rvt_encap_parser *parser, const struct rvt_config *config,
                           bool in_place, const struct rvt_encap_parser_output *output)
{
    static const struct rvt_encap_parser_output none;

    *parser = (struct rvt_encap_parser){
        .config = config, .output = output ? *output : none, .searching = !in_place};
    init_nulls(parser);
    rvt_bit_aligner_init(&parser->aligner, &config->encap);
    for (unsigned header = 0; header < 256; header++)
        parser->size[header] = (uint8_t)rvt_encap_peek_bytes(config, (uint8_t)header);
}

/* Bytes up to the end of the block; without blocks, SIZE_MAX. */
static size_t block_left(const struct rvt_encap_parser *parser)
{
    unsigned block = parser->config->encap.block_bytes;

    return block ? (size_t)(block - parser->position % block) : SIZE_MAX;
}

/* Passes bytes up to the first header after a synchronisation sequence; returns their number. */
static size_t find_header(struct rvt_encap_parser *parser, const uint8_t *data, size_t available)
{
    unsigned block = parser->config->encap.block_bytes;
    size_t at = 0;

    for (; at < available && parser->searching; at++) {
        bool null = !(data[at] & parser->null_mask);

        parser->searching = null || parser->nulls <= parser->nulls_max;
        if (block && (parser->position + at) % block == 0)
            parser->searching = false;
        if (!parser->searching)
            break;
        parser->nulls = null ? parser->nulls + (parser->nulls <= parser->nulls_max) : 0;
        parser->passed += !null;
    }
    if (!parser->searching)
        parser->nulls = 0;
    parser->position += at;
    return at;
}

/* Compares the index of a packet with that of the packet before; reports each gap once. AMB-150. */
static bool check_index(struct rvt_encap_parser *parser, const uint8_t *data, struct rvt_diag *diag)
{
    uint16_t index = (uint16_t)(data[1] | data[2] << 8);
    uint16_t missing = (uint16_t)(index - parser->index_next);
    bool known = parser->index_known;

    parser->index_known = true;
    parser->index_next = index;
    if (known && missing != 0) {
        (void)rvt_diag_set(
            diag, RVT_ERR_SEQUENCE, "index", index, "AMB-150",
            "expected index %u, observed %u: packets missing: %u, bytes skipped: %llu",
            (unsigned)(uint16_t)(index - missing), index, missing,
            (unsigned long long)parser->passed);
        rvt_diag_at(diag, "byte", parser->position);
        return false;
    }
    parser->index_next++;
    return true;
}

/* The size that a header states for its packet, accepted or not; 0: it states none. */
static size_t stated_size(const struct rvt_encap_parser *parser, uint8_t header)
{
    const struct rvt_encap_config *encap = &parser->config->encap;
    bool extend = header >> 7 != 0;

    if (parser->size[header] > 0)
        return parser->size[header];
    if (encap->framing == RVT_FRAMING_INDEXED || !(header & LENGTH_MASK) ||
        (extend && encap->timestamp_bytes == 0))
        return 0;
    return 1u + encap->srcid_bits / 8 + (extend ? encap->timestamp_bytes : 0) +
           (header & LENGTH_MASK);
}

/* Reports a fault of as many bytes as its header states, as far as they are there; returns the
 * bytes passed. */
static size_t take_fault(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes,
                         size_t available, struct rvt_diag *diag)
{
    struct rvt_encap encap;
    size_t used = 0;

    if (bytes > block_left(parser) && available >= block_left(parser)) {
        available = block_left(parser);
        (void)rvt_diag_set(diag, RVT_ERR_TRUNCATED, "length", data[0] & LENGTH_MASK, "ENC-017",
                           "the packet extends past the end of its block");
        rvt_diag_at(diag, "byte", 0);
    }
    if (diag->status == RVT_OK) {
        enum rvt_status status =
            rvt_encap_read(parser->config, data, available, &encap, &used, diag);
        assert(status != RVT_OK);
        (void)status;
    }
    if (diag->unit != NULL)
        diag->position += parser->position;
    parser->searching = bytes == 0;
    bytes = bytes == 0 ? 1 : bytes > available ? available : bytes;
    parser->passed += bytes;
    parser->position += bytes;
    return bytes;
}

enum rvt_encap_found rvt_encap_parser_next(struct rvt_encap_parser *parser, const uint8_t *data,
                                           size_t available, bool last, size_t *used,
                                           struct rvt_encap_view *view, struct rvt_diag *diag)
{
    bool indexed = parser->config->encap.framing == RVT_FRAMING_INDEXED;
    size_t at = parser->searching ? find_header(parser, data, available) : 0;
    size_t left = available - at;

    *used = at;
    if (left == 0)
        return RVT_ENCAP_FOUND_NOTHING;
    size_t bytes = parser->size[data[at]], end = block_left(parser);
    size_t stated = stated_size(parser, data[at]);
    if ((stated < end ? stated : end) > left && !last)
        return RVT_ENCAP_FOUND_NOTHING;
    *view = (struct rvt_encap_view){
        .position = parser->position, .data = data + at, .bytes = (uint16_t)bytes};
    if (bytes == 0 || bytes > left || bytes > end) {
        *used = at + take_fault(parser, data + at, stated, left, diag);
        return RVT_ENCAP_FOUND_FAULT;
    }
    bool normal = (data[at] & LENGTH_MASK) != 0;
    if (indexed && normal && !check_index(parser, data + at, diag))
        return RVT_ENCAP_FOUND_FAULT;
    if (normal)
        view->srcid = rvt_encap_peek_srcid(parser->config, data + at);
    parser->passed = 0;
    parser->position += bytes;
    *used = at + bytes;
    return RVT_ENCAP_FOUND_PACKET;
}

/* ---- push ---- */

static void hand_out(struct rvt_encap_parser *parser)
{
    if (parser->views > 0 && parser->output.packets != NULL)
        parser->output.packets(parser->output.context, parser->view, parser->views);
    parser->views = 0;
}

static void report_packet(struct rvt_encap_parser *parser, const struct rvt_encap_view *view)
{
    bool normal = (view->data[0] & LENGTH_MASK) != 0;

    for (size_t i = 0; normal && i < parser->output.routes; i++) {
        const struct rvt_encap_route *route = &parser->output.route[i];
        if (route->srcid == view->srcid) {
            hand_out(parser);
            route->packet(route->context, view);
            return;
        }
    }
    parser->view[parser->views++] = *view;
    if (parser->views == RVT_ENCAP_VIEWS || parser->output.pauses)
        hand_out(parser);
}

/* Takes complete packets of the standard framing without blocks; returns the bytes taken. */
static size_t take_packets(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes)
{
    const struct rvt_encap_config *encap = &parser->config->encap;
    size_t at = 0;

    if (parser->searching || encap->framing == RVT_FRAMING_INDEXED || encap->block_bytes)
        return 0;
    if (parser->output.walk != NULL)
        at = parser->output.walk(parser->output.context, parser->size, data, bytes,
                                 parser->position);
    while (parser->output.walk == NULL && bytes - at >= RVT_ENCAP_BYTES_MAX && !parser->paused) {
        unsigned size = parser->size[data[at]];
        struct rvt_encap_view view = {
            .position = parser->position + at, .data = data + at, .bytes = (uint16_t)size};

        if (size == 0)
            break;
        if (size > 1)
            view.srcid = rvt_encap_peek_srcid(parser->config, view.data);
        report_packet(parser, &view);
        at += size;
    }
    if (at > 0)
        parser->passed = 0;
    parser->position += at;
    return at;
}

/* Takes packets from data as far as possible; returns the bytes taken. */
static size_t take(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes, bool last)
{
    size_t at = take_packets(parser, data, bytes);

    while (at < bytes && !parser->paused) {
        struct rvt_encap_view view;
        struct rvt_diag diag;
        size_t used = 0;

        rvt_diag_clear(&diag);
        enum rvt_encap_found found =
            rvt_encap_parser_next(parser, data + at, bytes - at, last, &used, &view, &diag);
        at += used;
        if (found == RVT_ENCAP_FOUND_NOTHING)
            break;
        if (found == RVT_ENCAP_FOUND_PACKET) {
            report_packet(parser, &view);
        } else {
            hand_out(parser);
            if (parser->output.fault != NULL)
                parser->output.fault(parser->output.context, &diag);
        }
        at += take_packets(parser, data + at, bytes - at);
    }
    hand_out(parser);
    return at;
}

/* Completes the pending packet with the first bytes of data; returns how many it took. */
static size_t take_pending(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes)
{
    size_t before = parser->pending;
    size_t room = sizeof parser->incomplete - before;
    size_t added = bytes < room ? bytes : room;

    memcpy(parser->incomplete + before, data, added);
    size_t used = take(parser, parser->incomplete, before + added, false);
    if (used >= before) {
        parser->pending = 0;
        return used - before;
    }
    parser->pending = before + added - used;
    memmove(parser->incomplete, parser->incomplete + used, parser->pending);
    return added;
}

/* Takes what a pause left of bytes that were taken before. */
static void take_rest(struct rvt_encap_parser *parser)
{
    size_t used = take(parser, parser->incomplete, parser->pending, false);

    parser->pending -= used;
    memmove(parser->incomplete, parser->incomplete + used, parser->pending);
}

/* No more bytes come for an incomplete packet: reports it. */
static void end_packet(struct rvt_encap_parser *parser)
{
    size_t pending = parser->pending;

    parser->pending = 0;
    (void)take(parser, parser->incomplete, pending, true);
}

/* Returns the bytes taken: all, unless there is a pause. */
static size_t push_bytes(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes)
{
    size_t at = 0;

    while (parser->pending > 0 && at < bytes && !parser->paused)
        at += take_pending(parser, data + at, bytes - at);
    if (parser->paused)
        return at;
    at += take(parser, data + at, bytes - at, false);
    if (parser->paused)
        return at;
    if (at < bytes) {
        parser->pending = bytes - at;
        memcpy(parser->incomplete, data + at, parser->pending);
    }
    return bytes;
}

/* A synchronisation sequence ends an incomplete packet. */
static void begin_again(struct rvt_encap_parser *parser)
{
    end_packet(parser);
    parser->begins = false;
    rvt_encap_parser_restart(parser, rvt_bit_aligner_position(&parser->aligner));
}

/* Takes the bytes that were aligned, and what they end with. */
static void push_aligned(struct rvt_encap_parser *parser)
{
    if (parser->aligned_next < parser->aligned_bytes)
        parser->aligned_next += push_bytes(parser, parser->aligned + parser->aligned_next,
                                           parser->aligned_bytes - parser->aligned_next);
    if (!parser->paused && parser->begins)
        begin_again(parser);
    if (!parser->paused)
        parser->aligner.doubt = parser->searching;
}

size_t rvt_encap_parser_push(struct rvt_encap_parser *parser, const uint8_t *data, size_t bytes)
{
    size_t at = 0;

    if (parser->paused) {
        parser->paused = false;
        take_rest(parser);
        if (!parser->paused && parser->config->encap.unaligned)
            push_aligned(parser);
    }
    if (parser->paused || bytes == 0)
        return 0;
    if (!parser->config->encap.unaligned)
        return push_bytes(parser, data, bytes);
    while (at < bytes && !parser->paused) {
        at += rvt_bit_aligner_take(&parser->aligner, data + at, bytes - at, parser->aligned,
                                   sizeof parser->aligned, &parser->aligned_bytes, &parser->begins);
        parser->aligned_next = 0;
        push_aligned(parser);
    }
    return at;
}

void rvt_encap_parser_pause(struct rvt_encap_parser *parser)
{
    parser->paused = true;
}

void rvt_encap_parser_finish(struct rvt_encap_parser *parser)
{
    (void)rvt_encap_parser_push(parser, NULL, 0);
    if (!parser->paused)
        end_packet(parser);
}

void rvt_encap_parser_restart(struct rvt_encap_parser *parser, uint64_t position)
{
    parser->pending = 0;
    parser->nulls = 0;
    parser->searching = false;
    parser->position = position;
}
