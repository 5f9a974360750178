/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Where packets begin and end. While synchronised, the decoder looks up the next ASYNC before it
 * reads the packets up to it, so that ASYNC ends a packet that would reach beyond. While no ASYNC
 * is in sight, it holds back a packet that ends in a run of F, until the run has ended or shown
 * that no ASYNC begins within the packet. While not synchronised, it looks at every nibble.
 */
#include "transport/stp/stp_decoder.h"

#include <assert.h>
#include <string.h>

enum {
    RUN = RVT_STP_ASYNC_NIBBLES - 1, /* F nibbles of ASYNC */
    PIECE_NIBBLES = 16,
    HELD_NIBBLES_MAX = RVT_STP_PACKET_NIBBLES + RUN, /* and one more for an odd start */
};

/* Nibbles in memory, and their place in the stream. */
struct view {
    const uint8_t *data;
    size_t from, end; /* nibbles of data */
    bool whole;       /* the stream ends at end */
};

enum rvt_status rvt_stp_decoder_init(struct rvt_stp_decoder *decoder,
                                     const struct rvt_stp_config *config,
                                     const struct rvt_stp_sinks *sinks)
{
    if (sinks->event == NULL || (unsigned)config->start > RVT_STP_START_SYNCED ||
        (unsigned)config->version_scope > RVT_STP_VERSION_CLEARS_CHANNEL_HIGH ||
        (unsigned)config->m8_scope > RVT_STP_M8_KEEPS_HIGH ||
        (unsigned)config->error_scope > RVT_STP_ERROR_KEEPS ||
        (unsigned)config->time_type > RVT_STP_TIME_GRAY)
        return RVT_ERR_PARAMETER;
    memset(decoder, 0, sizeof *decoder);
    decoder->sync = config->start == RVT_STP_START_SYNCED ? RVT_STP_SYNCED : RVT_STP_STARTING;
    rvt_stp_track_init(&decoder->track, config, sinks);
    return RVT_OK;
}

void rvt_stp_decoder_enter(struct rvt_stp_decoder *decoder, uint64_t byte)
{
    decoder->at = decoder->lost_at = 2 * byte;
}

static void flush_piece(struct rvt_stp_decoder *decoder)
{
    if (decoder->piece_nibbles != 0)
        rvt_stp_track_lost(&decoder->track, decoder->lost_at, decoder->piece,
                           decoder->piece_nibbles);
    decoder->lost_at += decoder->piece_nibbles;
    decoder->piece = 0;
    decoder->piece_nibbles = 0;
}

static void lose(struct rvt_stp_decoder *decoder, unsigned nibble)
{
    decoder->piece = decoder->piece << 4 | nibble;
    if (++decoder->piece_nibbles == PIECE_NIBBLES)
        flush_piece(decoder);
}

static void lose_run(struct rvt_stp_decoder *decoder, uint64_t nibbles)
{
    for (; nibbles > 0; nibbles--)
        lose(decoder, 15);
}

/* Synchronisation is lost: the lost nibbles begin with the next one. */
static void lose_sync(struct rvt_stp_decoder *decoder, enum rvt_stp_sync sync)
{
    decoder->sync = sync;
    decoder->lost_at = decoder->at;
    decoder->run = 0;
}

/* The run of F is no ASYNC, or more than one. Spec: STP-001, STP-003, STP-005. */
static void report_unsynced(struct rvt_stp_decoder *decoder, bool async)
{
    struct rvt_stp_track *track = &decoder->track;

    if (decoder->sync == RVT_STP_STARTING)
        rvt_stp_track_find(track, RVT_RULE_STP_001, decoder->lost_at, NULL, 0);
    else if (decoder->sync == RVT_STP_FLOODED && async)
        rvt_stp_track_find(track, RVT_RULE_STP_005, decoder->lost_at, "nibbles",
                           decoder->run - RUN);
    else if (decoder->sync == RVT_STP_FLOODED)
        rvt_stp_track_find(track, RVT_RULE_STP_003, decoder->lost_at, "opcode",
                           rvt_stp_opcode_code(RVT_STP_ASYNC));
    decoder->sync = RVT_STP_HUNTING;
}

/* Synchronised: the nibble before at was the 0 of ASYNC. */
static void gain_sync(struct rvt_stp_decoder *decoder)
{
    struct rvt_stp_event async = {.at = decoder->at - RVT_STP_ASYNC_NIBBLES,
                                  .nibbles = RVT_STP_ASYNC_NIBBLES,
                                  .packet = {.opcode = RVT_STP_ASYNC}};

    if (decoder->run > RUN)
        report_unsynced(decoder, true);
    lose_run(decoder, decoder->run - RUN);
    flush_piece(decoder);
    decoder->sync = RVT_STP_SYNCED;
    rvt_stp_track_packet(&decoder->track, &async);
}

/* Counts the nibbles of view up to end as lost. */
static void lose_until(struct rvt_stp_decoder *decoder, struct view *view, size_t end)
{
    decoder->at += end - view->from;
    while (view->from < end) {
        if (decoder->piece_nibbles > 0 || end - view->from < PIECE_NIBBLES) {
            lose(decoder, rvt_stp_nibble(view->data, view->from++));
            continue;
        }
        decoder->piece = rvt_stp_sixteen(view->data, view->from);
        decoder->piece_nibbles = PIECE_NIBBLES;
        view->from += PIECE_NIBBLES;
        flush_piece(decoder);
    }
}

/* Counts the nibbles before the next ASYNC, or before a run of F at the end of view, as lost. */
static void lose_known(struct rvt_stp_decoder *decoder, struct view *view)
{
    size_t limit;

    (void)rvt_stp_find_async(view->data, view->from, view->end, &limit);
    if (limit > view->from)
        report_unsynced(decoder, false);
    lose_until(decoder, view, limit);
}

/* Looks for ASYNC and takes all nibbles up to it. */
static void hunt(struct rvt_stp_decoder *decoder, struct view *view)
{
    while (view->from < view->end) {
        if (decoder->run == 0)
            lose_known(decoder, view);
        if (view->from == view->end)
            return;
        unsigned nibble = rvt_stp_nibble(view->data, view->from++);

        decoder->at++;
        if (nibble == 15) {
            decoder->run++;
            continue;
        }
        if (nibble == 0 && decoder->run >= RUN) {
            gain_sync(decoder);
            return;
        }
        report_unsynced(decoder, false);
        lose_run(decoder, decoder->run);
        lose(decoder, nibble);
        decoder->run = 0;
    }
}

/* ASYNC at nibble end of view, or the end of the stream there, cuts the packet. */
static void cut(struct rvt_stp_decoder *decoder, struct view *view, size_t end, enum rvt_rule rule)
{
    rvt_stp_track_find(&decoder->track, rule, decoder->at, "nibbles", end - view->from);
    decoder->lost_at = decoder->at;
    lose_until(decoder, view, end);
    flush_piece(decoder);
}

/* The packet cannot be read: what follows is lost up to the next ASYNC. */
static void give_up(struct rvt_stp_decoder *decoder, enum rvt_status status,
                    const struct rvt_stp_packet *packet, unsigned code)
{
    struct rvt_stp_track *track = &decoder->track;
    const struct rvt_stp_form *form = rvt_stp_form(packet->opcode);

    if (status == RVT_ERR_SEQUENCE)
        rvt_stp_track_find(track, RVT_RULE_STP_004, decoder->at, "opcode", code);
    else if (form->kind == RVT_STP_KIND_UNDOCUMENTED)
        rvt_stp_track_find(track, RVT_RULE_STP_015, decoder->at, form->name, code);
    else if (form->timestamp)
        rvt_stp_track_find(track, RVT_RULE_STP_004, decoder->at, "timestamp size", 15);
    else
        rvt_stp_track_find(track, RVT_RULE_STP_003, decoder->at, "opcode", code);
    lose_sync(decoder, RVT_STP_HUNTING);
}

/* True if the nibbles from..end are all F. */
static bool is_all_f(const struct view *view, size_t end)
{
    size_t at = view->from;

    while (at < end && rvt_stp_nibble(view->data, at) == 15)
        at++;
    return at == end;
}

/* A packet that rvt_stp_read refused with status; its nibbles up to end are there. async: ASYNC
 * is at end. False if the packet must be held back until more is known. */
static bool take_fault(struct rvt_stp_decoder *decoder, struct view *view, size_t end, bool async,
                       enum rvt_status status, const struct rvt_stp_packet *packet)
{
    bool flood = packet->opcode == RVT_STP_ASYNC && is_all_f(view, end);

    if (status == RVT_ERR_TRUNCATED || flood) {
        if (async || view->whole)
            cut(decoder, view, end, async ? RVT_RULE_STP_005 : RVT_RULE_STP_010);
        else if (flood)
            lose_sync(decoder, RVT_STP_FLOODED);
        else
            return false;
        return true;
    }
    give_up(decoder, status, packet, rvt_stp_opcode_code(packet->opcode));
    return true;
}

/* Reads packets while synchronised, up to the end of the view or to one that must be held back. */
static void follow(struct rvt_stp_decoder *decoder, struct view *view)
{
    struct rvt_stp_event event;
    size_t limit;
    bool async = rvt_stp_find_async(view->data, view->from, view->end, &limit);

    if (view->whole && !async)
        limit = view->end;
    while (view->from < view->end) {
        bool at_async = async && view->from == limit;
        size_t end = async && !at_async ? limit : view->end;
        unsigned nibbles = 0;
        enum rvt_status status = rvt_stp_read(&decoder->track.format, view->data, view->from, end,
                                              &event.packet, &nibbles);
        size_t next = view->from + nibbles;

        if (!async && next > limit && view->end - next < RUN)
            return;
        if (status != RVT_OK) {
            if (!take_fault(decoder, view, end, async, status, &event.packet) ||
                decoder->sync != RVT_STP_SYNCED)
                return;
            continue;
        }
        event.at = decoder->at;
        event.nibbles = nibbles;
        rvt_stp_track_packet(&decoder->track, &event);
        decoder->at += nibbles;
        view->from = next;
        if (at_async) {
            async = rvt_stp_find_async(view->data, next, view->end, &limit);
            if (view->whole && !async)
                limit = view->end;
        }
    }
}

/* Takes as much of view as possible and moves its beginning. */
static void take_view(struct rvt_stp_decoder *decoder, struct view *view)
{
    size_t before;

    do {
        before = view->from;
        if (decoder->sync == RVT_STP_SYNCED)
            follow(decoder, view);
        if (decoder->sync != RVT_STP_SYNCED)
            hunt(decoder, view);
    } while (view->from < view->end && view->from != before);
}

/* Holds back the rest of view. */
static void hold(struct rvt_stp_decoder *decoder, const struct view *view)
{
    size_t first = view->from / 2, bytes = (view->end + 1) / 2 - first;

    assert(view->end - view->from <= HELD_NIBBLES_MAX && bytes <= RVT_STP_HELD_BYTES);
    memmove(decoder->held, view->data + first, bytes);
    decoder->held_from = (unsigned)(view->from & 1);
    decoder->held_to = (unsigned)(view->end - 2 * first);
}

void rvt_stp_decoder_nibble(struct rvt_stp_decoder *decoder, unsigned nibble)
{
    struct view view = {.data = decoder->held};
    uint8_t *byte;

    assert(nibble < 16);
    if (decoder->held_from == decoder->held_to)
        decoder->held_from = decoder->held_to = (unsigned)(decoder->at & 1);
    byte = &decoder->held[decoder->held_to / 2];
    *byte = (uint8_t)(decoder->held_to & 1 ? (*byte & 15U) | nibble << 4 : nibble);
    view.from = decoder->held_from;
    view.end = ++decoder->held_to;
    take_view(decoder, &view);
    hold(decoder, &view);
}

/* Continues what is held back with bytes (at least one) of data. True: what follows it begins at
 * nibble *from of data. False: all of data is held back, too; a full buffer holds too many nibbles
 * for that. */
static bool take_held(struct rvt_stp_decoder *decoder, const uint8_t *data, size_t bytes,
                      size_t *from)
{
    size_t held_to = decoder->held_to, room = RVT_STP_HELD_BYTES - held_to / 2;
    size_t more = bytes < room ? bytes : room;
    struct view view = {
        .data = decoder->held, .from = decoder->held_from, .end = held_to + 2 * more};

    memcpy(decoder->held + held_to / 2, data, more);
    take_view(decoder, &view);
    if (view.from < held_to) {
        hold(decoder, &view);
        return false;
    }
    *from = view.from - held_to;
    return true;
}

void rvt_stp_decoder_bytes(struct rvt_stp_decoder *decoder, const uint8_t *data, size_t bytes)
{
    bool odd = ((decoder->at + decoder->held_to - decoder->held_from) & 1) != 0;
    struct view view = {.data = data, .from = 0, .end = 2 * bytes};

    if (odd) {
        for (; bytes > 0; bytes--, data++) {
            rvt_stp_decoder_nibble(decoder, *data & 15U);
            rvt_stp_decoder_nibble(decoder, *data >> 4);
        }
        return;
    }
    if (bytes == 0)
        return;
    if (decoder->held_from != decoder->held_to && !take_held(decoder, data, bytes, &view.from))
        return;
    take_view(decoder, &view);
    hold(decoder, &view);
}

/* Reports what was held back: nothing continues it. */
static void release(struct rvt_stp_decoder *decoder)
{
    struct view view = {
        .data = decoder->held, .from = decoder->held_from, .end = decoder->held_to, .whole = true};

    take_view(decoder, &view);
    decoder->held_from = decoder->held_to = 0;
    if (decoder->sync == RVT_STP_SYNCED)
        return;
    if (decoder->sync == RVT_STP_FLOODED)
        rvt_stp_track_find(&decoder->track, RVT_RULE_STP_010, decoder->lost_at, "nibbles",
                           decoder->run);
    else if (decoder->run > 0)
        report_unsynced(decoder, false);
    lose_run(decoder, decoder->run);
    flush_piece(decoder);
}

void rvt_stp_decoder_lose(struct rvt_stp_decoder *decoder)
{
    release(decoder);
    lose_sync(decoder, RVT_STP_HUNTING);
    rvt_stp_track_lost(&decoder->track, decoder->at, 0, 0);
}

void rvt_stp_decoder_finish(struct rvt_stp_decoder *decoder)
{
    release(decoder);
    rvt_stp_track_finish(&decoder->track, decoder->at);
}
