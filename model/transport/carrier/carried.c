/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/carrier/carried.h"

#include <stdlib.h>
#include <string.h>

#include "io/input.h"
#include "transport/frame/deformatter.h"
#include "transport/stp/stp.h"
#include "transport/syst/syst_stream.h"

enum { CHUNK = 4096 }; /* of the file, between two looks at what came out */

/* What the carrier breaks, behind so many bytes that came out. */
struct broken {
    uint64_t at;
    struct rvt_finding finding;
};

/* From front to back. */
struct list {
    struct broken *item;
    size_t from, to, room;
};

/* With a place: the byte is the first of a message. */
#define BEGINS (UINT64_C(1) << 63)

/* Bytes that came out, each with its place. */
struct window {
    uint8_t *byte;
    uint64_t *place;
    size_t from, to, room;
};

struct rvt_carried {
    enum rvt_carrier carrier;
    const struct rvt_transport_config *transport;
    rvt_finding_sink sink;
    void *sink_context;
    struct rvt_input *input;
    struct rvt_syst_stream *stp;
    struct rvt_deformatter *frames;
    struct window window;
    uint64_t passed;       /* bytes in front of the window's */
    struct list broken;    /* something was lost there */
    struct list undecided; /* findings of STP and SyS-T: what comes next tells whether it was */
    struct rvt_carried_others others;
    bool ended;
    enum rvt_status status; /* of taking bytes into the window */
};

/* Room for bytes more; false without memory. */
static bool make_room(struct window *window, size_t bytes)
{
    size_t held = window->to - window->from, room = window->room == 0 ? CHUNK : window->room;
    uint8_t *byte;
    uint64_t *place;

    if (window->from > 0) {
        memmove(window->byte, window->byte + window->from, held);
        memmove(window->place, window->place + window->from, held * sizeof(*window->place));
        window->from = 0;
        window->to = held;
    }
    while (room < held + bytes)
        room *= 2;
    if (room == window->room)
        return true;
    byte = realloc(window->byte, room);
    if (byte != NULL)
        window->byte = byte;
    place = realloc(window->place, room * sizeof(*place));
    if (place != NULL)
        window->place = place;
    if (byte == NULL || place == NULL)
        return false;
    window->room = room;
    return true;
}

static bool is_empty(const struct list *list)
{
    return list->from == list->to;
}

static void add(struct rvt_carried *carried, struct list *list, const struct rvt_finding *finding)
{
    const struct window *window = &carried->window;

    if (is_empty(list))
        list->from = list->to = 0;
    if (list->to == list->room) {
        size_t room = list->room == 0 ? 16 : 2 * list->room;
        struct broken *grown = realloc(list->item, room * sizeof(*grown));

        if (grown == NULL) {
            carried->status = RVT_ERR_MEMORY;
            return;
        }
        list->item = grown;
        list->room = room;
    }
    list->item[list->to++] =
        (struct broken){.at = carried->passed + (window->to - window->from), .finding = *finding};
}

static void tell(const struct rvt_carried *carried, const struct rvt_finding *finding)
{
    if (carried->sink != NULL)
        carried->sink(carried->sink_context, finding);
}

/* ---- STP ---- */

static bool is_of_stp(enum rvt_rule rule)
{
    return rule >= RVT_RULE_STP_001 && rule <= RVT_RULE_STP_015;
}

static bool is_of_syst(enum rvt_rule rule)
{
    return rule <= RVT_RULE_SYST_106;
}

static bool is_error(enum rvt_rule rule)
{
    return rvt_rule_text(rule)->severity == RVT_SEVERITY_ERROR;
}

/* What an error packet reports, the channel may have lost, whether or not a message was open. */
static bool is_hit(const struct rvt_carried *carried, const struct rvt_finding *error)
{
    const struct rvt_transport_config *transport = carried->transport;

    if (error->field == rvt_stp_form(RVT_STP_GERR)->name)
        return true;
    return error->master == transport->master &&
           (error->field != rvt_stp_form(RVT_STP_CERR)->name ||
            error->channel == transport->channel);
}

/* Whether a broken rule of SEQ costs a message. */
static bool drops_message(const struct rvt_finding *finding)
{
    bool is_whole = finding->rule == RVT_RULE_SEQ_011 && strcmp(finding->field, "type") == 0;

    return is_error(finding->rule) && !is_whole;
}

static void found_in_stp(void *context, const struct rvt_finding *finding)
{
    struct rvt_carried *carried = context;
    const struct rvt_transport_config *transport = carried->transport;
    bool is_ours = finding->master == transport->master && finding->channel == transport->channel;

    if (finding->rule == RVT_RULE_STP_009 && is_hit(carried, finding))
        add(carried, &carried->broken, finding);
    else if (is_of_stp(finding->rule) &&
             (is_error(finding->rule) || finding->rule == RVT_RULE_STP_015))
        add(carried, &carried->undecided, finding);
    else if (is_of_syst(finding->rule) && is_ours && is_error(finding->rule))
        add(carried, &carried->undecided, finding);
    else if (!is_of_stp(finding->rule) && !is_of_syst(finding->rule) && is_ours &&
             drops_message(finding))
        add(carried, &carried->broken, finding);
    else
        tell(carried, finding);
}

/* A finding of STP costs something if nibbles that are no packet follow it, one of SyS-T if the
 * message does not. */
static void decide(struct rvt_carried *carried, bool lost, bool delivered)
{
    struct list *undecided = &carried->undecided;

    for (; undecided->from < undecided->to; undecided->from++) {
        const struct rvt_finding *finding = &undecided->item[undecided->from].finding;

        if (is_of_syst(finding->rule) ? !delivered : lost)
            add(carried, &carried->broken, finding);
        else
            tell(carried, finding);
    }
}

static void took_packet(void *context, const struct rvt_stp_event *event)
{
    decide(context, event->lost, false);
}

static void took_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct rvt_carried *carried = context;
    const struct rvt_transport_config *transport = carried->transport;
    const struct rvt_syst_message *message = arrival->message;
    const struct rvt_sequence_message *place = arrival->carried;
    size_t first = (size_t)(message->body - place->byte);
    struct window *window = &carried->window;

    decide(carried, false, true);
    if (message->type != RVT_SYST_RAW)
        return;
    if (message->subtype != transport->protocol || place->master != transport->master ||
        place->channel != transport->channel) {
        if (carried->others.messages++ == 0) {
            carried->others.master = place->master;
            carried->others.channel = place->channel;
            carried->others.protocol = message->subtype;
        }
        return;
    }
    if (!make_room(window, message->body_bytes)) {
        carried->status = RVT_ERR_MEMORY;
        return;
    }
    for (size_t i = 0; i < message->body_bytes; i++) {
        window->byte[window->to] = message->body[i];
        window->place[window->to++] =
            rvt_sequence_place(place, first + i) / 2 | (i == 0 ? BEGINS : 0);
    }
}

/* ---- formatter frames ---- */

static void took_data(void *context, const struct rvt_frame_batch *batch)
{
    struct rvt_carried *carried = context;
    struct window *window = &carried->window;

    if (!make_room(window, batch->bytes)) {
        carried->status = RVT_ERR_MEMORY;
        return;
    }
    for (size_t run = 0; run < batch->runs; run++) {
        size_t end = batch->run[run].first + rvt_frame_run_bytes(batch, run);

        if (batch->run[run].id != carried->transport->frame_id) {
            if (rvt_frame_id_class(batch->run[run].id) == RVT_FRAME_CLASS_SOURCE &&
                end > batch->run[run].first)
                carried->others.id[batch->run[run].id] = true;
            continue;
        }
        for (size_t i = batch->run[run].first; i < end; i++) {
            window->byte[window->to] = batch->data[i];
            window->place[window->to++] = batch->position[i];
        }
    }
}

/* Bytes that no ID told, or that no frame holds, may be of this source, too. */
static void found_in_frames(void *context, const struct rvt_finding *finding)
{
    struct rvt_carried *carried = context;

    if (is_error(finding->rule) || finding->rule == RVT_RULE_FRM_005 ||
        finding->rule == RVT_RULE_FRM_014)
        add(carried, &carried->broken, finding);
    else
        tell(carried, finding);
}

/* With somebody told of each frame, its data come alone and behind what is found on it. */
static void took_frame(void *context, const struct rvt_frame_event *event)
{
    (void)context;
    (void)event;
}

static enum rvt_status open_carrier(struct rvt_carried *carried)
{
    struct rvt_syst_stream_config stp = {.syst = {.sbd = true}};
    struct rvt_syst_stream_sinks sinks = {.message = took_message,
                                          .finding = found_in_stp,
                                          .packet = took_packet,
                                          .context = carried};
    struct rvt_deformatter_config frames;
    struct rvt_deformatter_output output = {
        .data = took_data, .event = took_frame, .finding = found_in_frames, .context = carried};

    if (carried->carrier == RVT_CARRIER_STP)
        return rvt_syst_stream_open(&stp, &sinks, &carried->stp);
    if (carried->carrier != RVT_CARRIER_FRAME)
        return RVT_OK;
    carried->frames = malloc(sizeof(*carried->frames));
    if (carried->frames == NULL)
        return RVT_ERR_MEMORY;
    rvt_deformatter_defaults(&frames, carried->transport->frame_stream);
    rvt_deformatter_init(carried->frames, &frames, &output);
    return RVT_OK;
}

enum rvt_status rvt_carried_open(const char *path, enum rvt_carrier carrier,
                                 const struct rvt_transport_config *transport,
                                 rvt_finding_sink sink, void *sink_context,
                                 struct rvt_carried **carried, struct rvt_diag *diag)
{
    struct rvt_carried *opened = calloc(1, sizeof(*opened));
    enum rvt_status status;

    if (opened == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    opened->carrier = carrier;
    opened->transport = transport;
    opened->sink = sink;
    opened->sink_context = sink_context;
    status = open_carrier(opened);
    if (status != RVT_OK)
        (void)rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    else
        status = rvt_input_open(path, &opened->input, diag);
    if (status != RVT_OK) {
        rvt_carried_close(opened);
        return status;
    }
    *carried = opened;
    return RVT_OK;
}

void rvt_carried_close(struct rvt_carried *carried)
{
    if (carried == NULL)
        return;
    rvt_input_close(carried->input);
    rvt_syst_stream_close(carried->stp);
    free(carried->frames);
    free(carried->window.byte);
    free(carried->window.place);
    free(carried->broken.item);
    free(carried->undecided.item);
    free(carried);
}

/* Takes the next piece of the file apart. */
static enum rvt_status unwrap(struct rvt_carried *carried, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_input_peek(carried->input, 1, &data, &bytes, diag);
    enum rvt_status lost = RVT_OK;

    if (status != RVT_OK)
        return status;
    carried->ended = bytes == 0;
    bytes = bytes < CHUNK ? bytes : CHUNK;
    if (carried->carrier == RVT_CARRIER_STP)
        lost = carried->ended ? rvt_syst_stream_finish(carried->stp)
                              : rvt_syst_stream_bytes(carried->stp, data, bytes);
    else if (carried->ended)
        rvt_deformatter_finish(carried->frames);
    else
        rvt_deformatter_push(carried->frames, data, bytes);
    if (carried->ended)
        decide(carried, false, false);
    rvt_input_skip(carried->input, bytes);
    if (lost != RVT_OK || carried->status != RVT_OK)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    return RVT_OK;
}

enum rvt_status rvt_carried_peek(struct rvt_carried *carried, size_t wanted, const uint8_t **data,
                                 size_t *available, struct rvt_diag *diag)
{
    struct window *window = &carried->window;

    if (carried->carrier == RVT_CARRIER_NONE)
        return rvt_input_peek(carried->input, wanted, data, available, diag);
    while (window->to - window->from < wanted && !carried->ended && is_empty(&carried->broken)) {
        enum rvt_status status = unwrap(carried, diag);

        if (status != RVT_OK)
            return status;
    }
    *data = window->byte != NULL ? window->byte + window->from : NULL;
    *available = window->to - window->from;
    if (!is_empty(&carried->broken))
        *available = (size_t)(carried->broken.item[carried->broken.from].at - carried->passed);
    return RVT_OK;
}

bool rvt_carried_ends(const struct rvt_carried *carried, size_t ahead)
{
    const struct list *broken = &carried->broken;

    return !is_empty(broken) && broken->item[broken->from].at == carried->passed + ahead;
}

const struct rvt_carried_others *rvt_carried_others(const struct rvt_carried *carried)
{
    return &carried->others;
}

bool rvt_carried_broken(struct rvt_carried *carried, struct rvt_finding *finding)
{
    if (is_empty(&carried->broken) || !rvt_carried_ends(carried, 0))
        return false;
    *finding = carried->broken.item[carried->broken.from++].finding;
    return true;
}

void rvt_carried_skip(struct rvt_carried *carried, size_t bytes)
{
    if (carried->carrier == RVT_CARRIER_NONE) {
        rvt_input_skip(carried->input, bytes);
        return;
    }
    carried->window.from += bytes;
    carried->passed += bytes;
}

uint64_t rvt_carried_place(const struct rvt_carried *carried, size_t ahead)
{
    const struct window *window = &carried->window;

    if (carried->carrier == RVT_CARRIER_NONE)
        return rvt_input_offset(carried->input) + ahead;
    return ahead < window->to - window->from ? window->place[window->from + ahead] & ~BEGINS
                                             : rvt_input_offset(carried->input);
}

bool rvt_carried_begins(const struct rvt_carried *carried, size_t ahead)
{
    const struct window *window = &carried->window;

    return carried->carrier == RVT_CARRIER_STP && ahead < window->to - window->from &&
           (window->place[window->from + ahead] & BEGINS) != 0;
}
