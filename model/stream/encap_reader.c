/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "stream/encap_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "stream/packet_boundary.h"

/*
 * After this many messages in a row that each ended with a packet, the reader assumes that all do.
 * LOOK: the bytes that it looks at to find out, and the most that it shows of any source.
 */
enum { MESSAGES_WHOLE = 8, LOOK = (MESSAGES_WHOLE + 1) * RVT_ENCAP_BYTES_MAX, ROOM = 4096 };

/* With a place: the byte begins a message. */
#define BEGINS (UINT64_C(1) << 63)

/* Bytes that were fed and not taken yet. */
struct window {
    uint8_t *byte;
    uint64_t *place; /* not of PLAIN and RING */
    size_t from, to, room;
};

struct loss {
    uint64_t at; /* bytes fed before it */
    struct rvt_finding finding;
};

/* From front to back. */
struct losses {
    struct loss *loss;
    size_t from, to, room;
};

/* Bytes made of unaligned bits. */
struct aligned {
    struct rvt_bit_aligner aligner;
    uint8_t byte[ROOM];
    size_t at, count; /* taken; available */
    bool begins;      /* a packet begins after the available bytes */
    bool starved;     /* the parser needs more than the available bytes */
};

struct rvt_encap_reader {
    struct rvt_config config;
    enum rvt_encap_source source;
    struct rvt_encap_parser parser;
    struct aligned aligned;
    struct window window;
    struct losses losses;
    uint64_t taken; /* bytes before the window */
    bool ended;
    uint64_t end_place;
    bool seeking; /* of RING: where the first packet begins is not known */
    /* Of MESSAGES: messages in a row that ended with a packet; a packet crossed the end of one. */
    unsigned whole;
    bool crossed;
};

/* True if each byte has a place of its own. */
static bool is_placed(const struct rvt_encap_reader *reader)
{
    return reader->source != RVT_ENCAP_SOURCE_PLAIN && reader->source != RVT_ENCAP_SOURCE_RING;
}

/* Begins before the first byte. */
static void begin(struct rvt_encap_reader *reader)
{
    struct aligned *aligned = &reader->aligned;

    rvt_encap_parser_init(&reader->parser, &reader->config, true, NULL);
    rvt_bit_aligner_init(&aligned->aligner, &reader->config.encap);
    aligned->at = aligned->count = 0;
    aligned->begins = aligned->starved = false;
    reader->seeking = reader->source == RVT_ENCAP_SOURCE_RING && !reader->config.encap.unaligned &&
                      reader->config.encap.block_bytes == 0;
}

enum rvt_status rvt_encap_reader_open(const struct rvt_config *config, enum rvt_encap_source source,
                                      struct rvt_encap_reader **reader)
{
    struct rvt_encap_reader *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->config = *config;
    made->source = source;
    if (is_placed(made))
        made->config.encap.unaligned = false; /* carriers carry bytes */
    if (source == RVT_ENCAP_SOURCE_MESSAGES)
        made->config.encap.block_bytes = 0; /* messages, not memory */
    begin(made);
    *reader = made;
    return RVT_OK;
}

void rvt_encap_reader_reset(struct rvt_encap_reader *reader)
{
    reader->window.from = reader->window.to = 0;
    reader->losses.from = reader->losses.to = 0;
    reader->taken = 0;
    reader->ended = false;
    reader->whole = 0;
    reader->crossed = false;
    begin(reader);
}

void rvt_encap_reader_close(struct rvt_encap_reader *reader)
{
    if (reader == NULL)
        return;
    free(reader->window.byte);
    free(reader->window.place);
    free(reader->losses.loss);
    free(reader);
}

void rvt_encap_reader_enter(struct rvt_encap_reader *reader, uint64_t position)
{
    rvt_encap_parser_restart(&reader->parser, position);
}

static size_t held(const struct window *window)
{
    return window->to - window->from;
}

/* Makes room for bytes more; false without memory. */
static bool make_room(struct rvt_encap_reader *reader, size_t bytes)
{
    struct window *window = &reader->window;
    bool placed = is_placed(reader);
    size_t count = held(window), room = window->room == 0 ? ROOM : window->room;

    if (window->room - window->to >= bytes)
        return true;
    if (window->from > 0) {
        memmove(window->byte, window->byte + window->from, count);
        if (placed)
            memmove(window->place, window->place + window->from, count * sizeof *window->place);
        window->from = 0;
        window->to = count;
    }
    while (room < count + bytes)
        room *= 2;
    if (room == window->room)
        return true;
    uint8_t *byte = realloc(window->byte, room);
    if (byte != NULL)
        window->byte = byte;
    uint64_t *place = placed ? realloc(window->place, room * sizeof *place) : NULL;
    if (place != NULL)
        window->place = place;
    if (byte == NULL || (placed && place == NULL))
        return false;
    window->room = room;
    return true;
}

enum rvt_status rvt_encap_reader_feed(struct rvt_encap_reader *reader,
                                      const struct rvt_encap_piece *piece)
{
    struct window *window = &reader->window;

    if (piece->bytes == 0)
        return RVT_OK;
    if (!make_room(reader, piece->bytes))
        return RVT_ERR_MEMORY;
    memcpy(window->byte + window->to, piece->data, piece->bytes);
    if (is_placed(reader)) {
        uint64_t *place = window->place + window->to;

        for (size_t i = 0; i < piece->bytes; i++)
            place[i] = piece->place != NULL ? piece->place[i] : reader->taken + held(window) + i;
        place[0] |= piece->begins ? BEGINS : 0;
    }
    window->to += piece->bytes;
    return RVT_OK;
}

static bool is_empty(const struct losses *losses)
{
    return losses->from == losses->to;
}

enum rvt_status rvt_encap_reader_lose(struct rvt_encap_reader *reader,
                                      const struct rvt_finding *loss)
{
    struct losses *losses = &reader->losses;

    if (is_empty(losses))
        losses->from = losses->to = 0;
    if (losses->to == losses->room) {
        size_t room = losses->room == 0 ? 16 : 2 * losses->room;
        struct loss *larger = realloc(losses->loss, room * sizeof *larger);

        if (larger == NULL)
            return RVT_ERR_MEMORY;
        losses->loss = larger;
        losses->room = room;
    }
    losses->loss[losses->to++] =
        (struct loss){.at = reader->taken + held(&reader->window), .finding = *loss};
    return RVT_OK;
}

void rvt_encap_reader_end(struct rvt_encap_reader *reader, uint64_t place)
{
    reader->ended = true;
    reader->end_place = place;
}

/* ---- the bytes that the parser may look at ---- */

/* Aligns bits to bytes, at least one, up to the next place where a packet begins; none if that is
 * after the available bytes. False: more bits are needed; with *ended there are none. */
static bool align(struct rvt_encap_reader *reader, bool *ended)
{
    struct aligned *aligned = &reader->aligned;
    struct window *window = &reader->window;
    size_t count = 0;

    memmove(aligned->byte, aligned->byte + aligned->at, aligned->count - aligned->at);
    aligned->count -= aligned->at;
    aligned->at = 0;
    while (count == 0 && !aligned->begins) {
        if (held(window) == 0) {
            *ended = reader->ended;
            return reader->ended;
        }
        size_t used =
            rvt_bit_aligner_take(&aligned->aligner, window->byte + window->from, held(window),
                                 aligned->byte + aligned->count,
                                 sizeof aligned->byte - aligned->count, &count, &aligned->begins);
        window->from += used;
        reader->taken += used;
        aligned->count += count;
    }
    return true;
}

/* The same as look, of unaligned bits. */
static bool look_aligned(struct rvt_encap_reader *reader, const uint8_t **data, size_t *available,
                         bool *last)
{
    struct aligned *aligned = &reader->aligned;
    bool ended = false;

    for (bool again = true; again;) {
        aligned->aligner.doubt = reader->parser.searching;
        if ((aligned->starved || aligned->count == aligned->at) && !align(reader, &ended))
            return false;
        again = aligned->begins && aligned->count == aligned->at;
        if (again)
            rvt_encap_parser_restart(&reader->parser, rvt_bit_aligner_position(&aligned->aligner));
        aligned->begins = aligned->begins && !again;
    }
    *data = aligned->byte + aligned->at;
    *available = aligned->count - aligned->at;
    *last = ended || aligned->begins;
    return true;
}

/*
 * Shows the next bytes; of messages enough for any packet. *last: they go up to the next loss, the
 * end, or the place where the next packet is known to begin. False: more bytes are needed.
 */
static bool look(struct rvt_encap_reader *reader, const uint8_t **data, size_t *available,
                 bool *last)
{
    const struct window *window = &reader->window;
    const struct losses *losses = &reader->losses;
    size_t wanted = reader->source == RVT_ENCAP_SOURCE_MESSAGES ? LOOK : 1;

    if (reader->config.encap.unaligned)
        return look_aligned(reader, data, available, last);
    if (held(window) < wanted && !reader->ended && is_empty(losses))
        return false;
    *data = window->byte != NULL ? window->byte + window->from : NULL;
    *available = held(window);
    if (!is_empty(losses))
        *available = (size_t)(losses->loss[losses->from].at - reader->taken);
    if (*available > LOOK)
        *available = LOOK; /* else what messages show would depend on how the bytes were fed */
    *last = *available < RVT_ENCAP_BYTES_MAX && (reader->ended || !is_empty(losses));
    return true;
}

/* Takes bytes that look has shown. */
static void take(struct rvt_encap_reader *reader, size_t bytes)
{
    if (reader->config.encap.unaligned) {
        reader->aligned.at += bytes;
        return;
    }
    reader->window.from += bytes;
    reader->taken += bytes;
}

/* Whether the carrier lost something after this many of the next bytes, and nothing before. */
static bool is_loss_after(const struct rvt_encap_reader *reader, size_t bytes)
{
    const struct losses *losses = &reader->losses;

    return !is_empty(losses) && losses->loss[losses->from].at == reader->taken + bytes;
}

/* ---- messages ---- */

/* Whether the byte that is ahead bytes after the next one begins a message. */
static bool begins(const struct rvt_encap_reader *reader, size_t ahead)
{
    const struct window *window = &reader->window;

    return reader->source == RVT_ENCAP_SOURCE_MESSAGES && ahead < held(window) &&
           (window->place[window->from + ahead] & BEGINS) != 0;
}

/* Whether a message begins after the first of the bytes from..end. */
static bool is_crossing(const struct rvt_encap_reader *reader, size_t from, size_t end)
{
    while (++from < end)
        if (begins(reader, from))
            return true;
    return false;
}

/* Whether the next MESSAGES_WHOLE messages, from byte at on, hold whole packets. */
static bool are_whole(const struct rvt_encap_reader *reader, const uint8_t *data, size_t at,
                      size_t available)
{
    unsigned whole = 0;

    while (whole < MESSAGES_WHOLE && at < available) {
        size_t bytes = rvt_encap_peek_bytes(&reader->config, data[at]);

        if (bytes == 0 || bytes > available - at || is_crossing(reader, at, at + bytes))
            return false;
        at += bytes;
        whole += at == available || begins(reader, at);
    }
    return whole == MESSAGES_WHOLE;
}

/*
 * The bytes that the parser may look at. Those of the present message, if packets do not cross the
 * end of theirs, as the messages before or after this one show, or if no place is known where a
 * packet begins but the beginning of the next message.
 */
static size_t within_message(struct rvt_encap_reader *reader, const uint8_t *data, size_t available)
{
    size_t end = 1, reach = available;
    bool searching = reader->parser.searching, whole;

    if (reader->source != RVT_ENCAP_SOURCE_MESSAGES)
        return available;
    if (!searching && reach > RVT_ENCAP_BYTES_MAX)
        reach = RVT_ENCAP_BYTES_MAX; /* the longest packet */
    while (end < reach && !begins(reader, end))
        end++;
    if (end == reach && !searching)
        return available;
    whole = reader->whole == MESSAGES_WHOLE || are_whole(reader, data, end, available);
    reader->crossed &= !whole;
    if (searching && !reader->crossed && begins(reader, 0))
        rvt_encap_parser_restart(&reader->parser, reader->parser.position);
    return whole || (reader->parser.searching && !reader->crossed) ? end : available;
}

/* Notes how the bytes from..end, those of a packet, lie in messages. Of the last one before a loss
 * it is not known whether its message ended with it. */
static void note_message(struct rvt_encap_reader *reader, size_t from, size_t end)
{
    bool crosses = reader->source == RVT_ENCAP_SOURCE_MESSAGES && is_crossing(reader, from, end);

    reader->crossed |= crosses;
    if (crosses)
        reader->whole = 0;
    else if (reader->whole < MESSAGES_WHOLE && begins(reader, end) && !is_loss_after(reader, end))
        reader->whole++;
}

/* ---- events ---- */

/* The place of the byte at a position of the parser, which is at position before now. */
static uint64_t place_of(const struct rvt_encap_reader *reader, uint64_t before, uint64_t position)
{
    const struct window *window = &reader->window;
    size_t ahead = (size_t)(position - before);

    if (!is_placed(reader) || position < before)
        return position;
    return ahead < held(window) ? window->place[window->from + ahead] & ~BEGINS : reader->end_place;
}

/*
 * Takes the loss before the next byte, if there is one. Of frames, and of messages that packets
 * cross, it is not known where the next packet begins; of other messages it begins with the next
 * one.
 */
static bool take_loss(struct rvt_encap_reader *reader, struct rvt_diag *diag)
{
    const struct rvt_rule_text *rule;
    const struct rvt_finding *finding;

    if (!is_loss_after(reader, 0))
        return false;
    finding = &reader->losses.loss[reader->losses.from++].finding;
    rule = rvt_rule_text(finding->rule);
    (void)rvt_diag_set(diag, RVT_ERR_SEQUENCE, finding->field, finding->value, rule->number, "%s",
                       rule->title);
    rvt_diag_at(diag, "byte", finding->byte);
    rvt_encap_parser_restart(&reader->parser, reader->parser.position);
    reader->parser.searching = reader->source == RVT_ENCAP_SOURCE_FRAMES || reader->crossed;
    return true;
}

/* Reports once, at the end, that the bits had no synchronisation sequence. */
static bool is_never_aligned(struct rvt_encap_reader *reader, struct rvt_encap_event *event,
                             struct rvt_diag *diag)
{
    struct rvt_bit_aligner *aligner = &reader->aligned.aligner;

    if (!reader->config.encap.unaligned || aligner->aligned || aligner->bytes == 0)
        return false;
    event->position = 0; /* all of the bits */
    (void)rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, aligner->bytes, "ENC-010",
                       "no synchronisation sequence was found, so byte boundaries are unknown");
    rvt_diag_at(diag, "byte", aligner->bytes);
    aligner->bytes = 0;
    return true;
}

/* A packet that the parser found. */
static void take_packet(struct rvt_encap_reader *reader, const struct rvt_encap_view *view,
                        size_t used, struct rvt_encap_event *event)
{
    size_t bytes = 0;
    enum rvt_status status =
        rvt_encap_read(&reader->config, view->data, view->bytes, &event->encap, &bytes, NULL);

    assert(status == RVT_OK && bytes == view->bytes);
    (void)status;
    note_message(reader, used - view->bytes, used);
}

/* What the parser finds in the available bytes. */
static enum rvt_encap_found parse(struct rvt_encap_reader *reader, const uint8_t *data,
                                  size_t available, bool last, struct rvt_encap_event *event,
                                  struct rvt_diag *diag)
{
    uint64_t before = reader->parser.position;
    struct rvt_encap_view view;
    size_t used = 0;
    enum rvt_encap_found found =
        rvt_encap_parser_next(&reader->parser, data, available, last, &used, &view, diag);

    reader->aligned.starved = found == RVT_ENCAP_FOUND_NOTHING;
    if (found == RVT_ENCAP_FOUND_PACKET)
        take_packet(reader, &view, used, event);
    else if (found == RVT_ENCAP_FOUND_FAULT)
        reader->whole = 0;
    if (found == RVT_ENCAP_FOUND_FAULT && diag->status == RVT_ERR_TRUNCATED &&
        is_loss_after(reader, used)) {
        rvt_diag_clear(diag); /* the loss is reported instead, once */
        found = RVT_ENCAP_FOUND_NOTHING;
    }
    if (found == RVT_ENCAP_FOUND_FAULT && diag->unit != NULL)
        diag->position = place_of(reader, before, diag->position);
    if (found != RVT_ENCAP_FOUND_NOTHING)
        event->position = place_of(reader, before, view.position);
    take(reader, used);
    return found;
}

/* Looks for the first packet. Of a window without one, the second half is looked at again. False:
 * more bytes are needed. */
static bool seek(struct rvt_encap_reader *reader)
{
    while (reader->seeking) {
        const struct window *window = &reader->window;
        size_t bytes = held(window), offset = 0;

        if (bytes < RVT_BOUNDARY_WINDOW && !reader->ended)
            return false;
        bool last = bytes <= RVT_BOUNDARY_WINDOW && reader->ended;
        bytes = bytes < RVT_BOUNDARY_WINDOW ? bytes : RVT_BOUNDARY_WINDOW;
        bool found = bytes > 0 && rvt_packet_boundary_find(
                                      &reader->config, window->byte + window->from, bytes, &offset);
        take(reader, found ? offset : last ? bytes : RVT_BOUNDARY_WINDOW / 2);
        reader->seeking = !found && !last;
    }
    rvt_encap_parser_restart(&reader->parser, reader->taken);
    return true;
}

enum rvt_encap_event_kind rvt_encap_reader_next(struct rvt_encap_reader *reader,
                                                struct rvt_encap_event *event,
                                                struct rvt_diag *diag)
{
    enum rvt_encap_found found = RVT_ENCAP_FOUND_NOTHING;

    if (reader->seeking) {
        if (!seek(reader))
            return RVT_ENCAP_EVENT_NONE;
        event->position = 0;
        event->bytes = reader->taken;
        if (reader->taken > 0)
            return RVT_ENCAP_EVENT_SKIPPED;
    }
    while (found == RVT_ENCAP_FOUND_NOTHING) {
        const uint8_t *data = NULL;
        size_t available = 0;
        bool last = false;

        if (!look(reader, &data, &available, &last))
            return RVT_ENCAP_EVENT_NONE;
        if (available == 0 && take_loss(reader, diag))
            return RVT_ENCAP_EVENT_LOSS;
        if (available == 0)
            return is_never_aligned(reader, event, diag) ? RVT_ENCAP_EVENT_FAULT
                                                         : RVT_ENCAP_EVENT_NONE;
        size_t limit = within_message(reader, data, available);
        uint64_t before = reader->taken;
        last = last || limit < available;
        found = parse(reader, data, limit, last, event, diag);
        if (found == RVT_ENCAP_FOUND_NOTHING && !last && reader->taken == before &&
            !reader->config.encap.unaligned)
            return RVT_ENCAP_EVENT_NONE;
    }
    return found == RVT_ENCAP_FOUND_PACKET ? RVT_ENCAP_EVENT_PACKET : RVT_ENCAP_EVENT_FAULT;
}
