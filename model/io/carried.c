/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/carried.h"

#include <stdlib.h>
#include <string.h>

#include "check/syst_stream.h"
#include "flow/deformatter.h"
#include "io/input.h"

enum { CHUNK = 4096 }; /* of the file, between two looks at what came out */

/* An error of the carrier, behind so many bytes that came out. */
struct broken {
    uint64_t at;
    struct rvt_finding finding;
};

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
    uint64_t passed; /* bytes in front of the window's */
    struct broken *broken;
    size_t broken_from, broken_to, broken_room;
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

static void took_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct rvt_carried *carried = context;
    const struct rvt_transport_config *transport = carried->transport;
    const struct rvt_syst_message *message = arrival->message;
    size_t first = (size_t)(message->body - arrival->carried->byte);
    struct window *window = &carried->window;

    if (message->type != RVT_SYST_RAW || message->subtype != transport->protocol ||
        arrival->carried->master != transport->master ||
        arrival->carried->channel != transport->channel)
        return;
    if (!make_room(window, message->body_bytes)) {
        carried->status = RVT_ERR_MEMORY;
        return;
    }
    for (size_t i = 0; i < message->body_bytes; i++) {
        window->byte[window->to] = message->body[i];
        window->place[window->to++] = rvt_sequence_place(arrival->carried, first + i) / 2;
    }
}

static void took_data(void *context, const struct rvt_frame_batch *batch)
{
    struct rvt_carried *carried = context;
    struct window *window = &carried->window;

    if (!make_room(window, batch->bytes)) {
        carried->status = RVT_ERR_MEMORY;
        return;
    }
    for (size_t run = 0; run < batch->runs; run++) {
        size_t end = run + 1 < batch->runs ? batch->run[run + 1].first : batch->bytes;

        if (batch->run[run].id != carried->transport->frame_id)
            continue;
        for (size_t i = batch->run[run].first; i < end; i++) {
            window->byte[window->to] = batch->data[i];
            window->place[window->to++] = batch->position[i];
        }
    }
}

static void add_broken(struct rvt_carried *carried, const struct rvt_finding *finding)
{
    const struct window *window = &carried->window;

    if (carried->broken_from == carried->broken_to)
        carried->broken_from = carried->broken_to = 0;
    if (carried->broken_to == carried->broken_room) {
        size_t room = carried->broken_room == 0 ? 16 : 2 * carried->broken_room;
        struct broken *grown = realloc(carried->broken, room * sizeof(*grown));

        if (grown == NULL) {
            carried->status = RVT_ERR_MEMORY;
            return;
        }
        carried->broken = grown;
        carried->broken_room = room;
    }
    carried->broken[carried->broken_to++] =
        (struct broken){.at = carried->passed + (window->to - window->from), .finding = *finding};
}

static void found(void *context, const struct rvt_finding *finding)
{
    struct rvt_carried *carried = context;

    if (rvt_rule_text(finding->rule)->severity == RVT_SEVERITY_ERROR)
        add_broken(carried, finding);
    else if (carried->sink != NULL)
        carried->sink(carried->sink_context, finding);
}

static enum rvt_status open_carrier(struct rvt_carried *carried)
{
    struct rvt_syst_stream_config stp = {.syst = {.sbd = true}};
    struct rvt_syst_stream_sinks sinks = {
        .message = took_message, .finding = found, .context = carried};
    struct rvt_deformatter_config frames;
    struct rvt_deformatter_output output = {
        .data = took_data, .finding = found, .context = carried};

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
    free(carried->broken);
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
    while (window->to - window->from < wanted && !carried->ended &&
           carried->broken_from == carried->broken_to) {
        enum rvt_status status = unwrap(carried, diag);

        if (status != RVT_OK)
            return status;
    }
    *data = window->byte + window->from;
    *available = window->to - window->from;
    if (carried->broken_from < carried->broken_to)
        *available = (size_t)(carried->broken[carried->broken_from].at - carried->passed);
    return RVT_OK;
}

bool rvt_carried_broken(struct rvt_carried *carried, struct rvt_finding *finding)
{
    if (carried->broken_from == carried->broken_to ||
        carried->broken[carried->broken_from].at != carried->passed)
        return false;
    *finding = carried->broken[carried->broken_from++].finding;
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
    return ahead < window->to - window->from ? window->place[window->from + ahead]
                                             : rvt_input_offset(carried->input);
}
