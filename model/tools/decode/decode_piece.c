/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/decode/decode_piece.h"

#include <stdlib.h>
#include <string.h>

#include "tools/command.h"

/* ---- items ---- */

/* A copy of what an item owns; null: nothing, or no memory. */
static void *copy_of(const void *from, size_t bytes)
{
    void *made = malloc(bytes);

    if (made != NULL)
        memcpy(made, from, bytes);
    return made;
}

enum rvt_status rvt_piece_open(struct rvt_piece *piece)
{
    piece->item = malloc(RVT_PIECE_MOST * sizeof *piece->item);
    return piece->item != NULL ? RVT_OK : RVT_ERR_MEMORY;
}

enum rvt_status rvt_piece_add(struct rvt_piece *piece, const struct rvt_piece_item *item)
{
    struct rvt_piece_item *made = &piece->item[piece->items];
    *made = *item;
    if (item->kind == RVT_PIECE_GAP)
        made->gap = copy_of(item->gap, sizeof *item->gap);
    else if (item->kind == RVT_PIECE_RULE)
        made->rule = copy_of(item->rule, sizeof *item->rule);
    bool good = (item->kind != RVT_PIECE_GAP || made->gap != NULL) &&
                (item->kind != RVT_PIECE_RULE || made->rule != NULL);
    piece->items += good;
    return good ? RVT_OK : RVT_ERR_MEMORY;
}

struct rvt_piece_items rvt_piece_first(const struct rvt_piece *piece)
{
    size_t most = RVT_PIECE_OVERLAP_MOST;

    return (struct rvt_piece_items){.item = piece->item,
                                    .count = piece->items < most ? piece->items : most};
}

void rvt_piece_clear(struct rvt_piece *piece)
{
    for (size_t i = 0; i < piece->items; i++) {
        if (piece->item[i].kind == RVT_PIECE_GAP)
            free(piece->item[i].gap);
        else if (piece->item[i].kind == RVT_PIECE_RULE)
            free(piece->item[i].rule);
    }
    piece->items = 0;
    piece->follows = piece->decoded = false;
    piece->next.count = 0;
    piece->begins.bytes = piece->ends.bytes = 0;
}

void rvt_piece_close(struct rvt_piece *piece)
{
    rvt_piece_clear(piece);
    free(piece->item);
    free(piece->begins.state);
    free(piece->ends.state);
}

/* ---- cuts ---- */

/* The state of decoder, with more room if it needs that. RVT_ERR_STATE: it has none. */
static enum rvt_status take_state(struct rvt_piece_cut *cut,
                                  const struct rvt_piece_decoder *decoder)
{
    const struct rvt_trace_decoder *from = decoder->out.decoder;
    enum rvt_status status = rvt_trace_decoder_state(from, cut->state, cut->room, &cut->bytes);

    if (status != RVT_ERR_CAPACITY)
        return status;
    uint8_t *larger = realloc(cut->state, cut->bytes);
    if (larger == NULL)
        return RVT_ERR_MEMORY;
    cut->state = larger;
    cut->room = cut->bytes;
    return rvt_trace_decoder_state(from, cut->state, cut->room, &cut->bytes);
}

bool rvt_piece_cut(struct rvt_piece_cut *cut, const struct rvt_piece_decoder *decoder, size_t items)
{
    cut->items = items;
    if (items < RVT_PIECE_OVERLAP || decoder->out.positions.losing ||
        take_state(cut, decoder) != RVT_OK)
        cut->bytes = 0;
    return cut->bytes > 0;
}

bool rvt_piece_same_cut(const struct rvt_piece_cut *a, const struct rvt_piece_cut *b)
{
    return a->bytes > 0 && a->items == b->items && a->bytes == b->bytes &&
           memcmp(a->state, b->state, a->bytes) == 0;
}

/* ---- decoding ---- */

enum rvt_status rvt_piece_take(struct rvt_piece_decoder *decoder, const struct rvt_piece_item *item)
{
    struct rvt_decode_output *out = &decoder->out;

    if (item->kind == RVT_PIECE_RULE) {
        out->findings += rvt_complain_rule(out->stream_path, item->rule);
        return RVT_OK;
    }
    if (item->kind == RVT_PIECE_OTHER)
        return RVT_OK;
    RVT_CLEAR(&decoder->item);
    decoder->item.unit = item->unit;
    decoder->item.position = item->position;
    decoder->item.is_data = item->is_data;
    out->item = &decoder->item;
    if (item->kind == RVT_PIECE_GAP)
        return rvt_decode_gap(out, item->gap);
    decoder->packet.payload_bytes = item->bytes;
    memcpy(decoder->packet.payload, item->payload, sizeof item->payload);
    decoder->item.packet = &decoder->packet;
    return rvt_decode_packet(out);
}

/* Takes an item ahead; false: a finding, or more output than memory may hold. */
static bool take_ahead(struct rvt_piece_decoder *decoder, const struct rvt_piece_item *item)
{
    return item->kind == RVT_PIECE_PACKET && rvt_piece_take(decoder, item) == RVT_OK &&
           !rvt_output_failed(decoder->memory);
}

/* Takes items up to the cut; false: there is a finding before. */
static bool take_to_cut(struct rvt_piece_decoder *decoder, struct rvt_piece_items items,
                        struct rvt_piece_cut *cut)
{
    size_t taken = 0;
    bool good = true;

    while (good && !rvt_piece_cut(cut, decoder, taken) && taken < items.count)
        good = take_ahead(decoder, &items.item[taken++]);
    return good;
}

/* The modes of the latest support packet before the piece. */
static bool take_support(struct rvt_piece *piece)
{
    struct rvt_piece_item item = {.kind = RVT_PIECE_PACKET,
                                  .bytes = (uint8_t)piece->support_bytes,
                                  .unit = piece->item[0].unit,
                                  .position = piece->item[0].position};

    if (piece->support_bytes == 0)
        return true;
    memcpy(item.payload, piece->support, piece->support_bytes);
    return rvt_piece_take(piece->decoder, &item) == RVT_OK;
}

void rvt_piece_decode(struct rvt_piece *piece)
{
    struct rvt_piece_decoder *decoder = piece->decoder;
    struct rvt_decode_output *out = &decoder->out;

    rvt_trace_decoder_reset(out->decoder);
    (void)rvt_output_empty(decoder->memory, NULL);
    out->positions = (struct rvt_positions){.unit = piece->item[0].unit};
    out->output = decoder->memory;
    out->trial = true;
    out->items = out->findings = 0;
    bool good = take_support(piece) &&
                take_to_cut(decoder, rvt_piece_first(piece), &piece->begins) &&
                piece->begins.bytes > 0;
    (void)rvt_output_empty(decoder->memory, NULL);
    out->items = 1; /* others come before */
    for (size_t i = piece->begins.items; good && i < piece->items; i++)
        good = take_ahead(decoder, &piece->item[i]);
    piece->decoded = good && take_to_cut(decoder, piece->next, &piece->ends);
}
