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

enum rvt_status rvt_piece_add(struct rvt_piece *piece, const struct rvt_piece_item *item)
{
    if (piece->items == piece->room) {
        size_t room = piece->room == 0 ? RVT_PIECE_LEAST : 2 * piece->room;
        struct rvt_piece_item *larger = realloc(piece->item, room * sizeof *larger);
        if (larger == NULL)
            return RVT_ERR_MEMORY;
        piece->item = larger;
        piece->room = room;
    }
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
    piece->begins.bytes = piece->ends.bytes = 0;
}

void rvt_piece_close(struct rvt_piece *piece)
{
    rvt_piece_clear(piece);
    free(piece->item);
    free(piece->begins.byte);
    free(piece->ends.byte);
}

/* ---- states ---- */

void rvt_piece_take_state(struct rvt_piece_state *state, const struct rvt_piece_decoder *decoder)
{
    enum rvt_status status =
        rvt_trace_decoder_state(decoder->out.decoder, state->byte, state->room, &state->bytes);

    if (status == RVT_ERR_CAPACITY) {
        uint8_t *larger = realloc(state->byte, state->bytes);
        if (larger != NULL) {
            state->byte = larger;
            state->room = state->bytes;
            status =
                rvt_trace_decoder_state(decoder->out.decoder, larger, state->room, &state->bytes);
        }
    }
    if (status != RVT_OK || decoder->out.positions.losing)
        state->bytes = 0;
}

bool rvt_piece_same_state(const struct rvt_piece_state *a, const struct rvt_piece_state *b)
{
    return a->bytes > 0 && a->bytes == b->bytes && memcmp(a->byte, b->byte, a->bytes) == 0;
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
    memcpy(decoder->packet.payload, item->payload, item->bytes);
    decoder->item.packet = &decoder->packet;
    return rvt_decode_packet(out);
}

/* Takes items from..end of a piece; false: a finding, or more output than memory may hold. */
static bool take_items(struct rvt_piece *piece, size_t from, size_t end)
{
    bool good = true;

    for (size_t i = from; i < end && good; i++)
        good = piece->item[i].kind == RVT_PIECE_PACKET &&
               rvt_piece_take(piece->decoder, &piece->item[i]) == RVT_OK;
    return good && !rvt_output_failed(piece->decoder->memory);
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
    if (!take_support(piece) || !take_items(piece, 0, RVT_PIECE_OVERLAP))
        return;
    rvt_piece_take_state(&piece->begins, decoder);
    (void)rvt_output_empty(decoder->memory, NULL);
    out->items = 1; /* others come before */
    if (piece->begins.bytes == 0 || !take_items(piece, RVT_PIECE_OVERLAP, piece->items))
        return;
    rvt_piece_take_state(&piece->ends, decoder);
    piece->decoded = true;
}
