/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/carrier/carrier_decoder.h"

#include <stdlib.h>
#include <string.h>

#include "transport/frame/deformatter.h"
#include "transport/stp/stp.h"
#include "transport/syst/syst_stream.h"

/* Findings of STP and SyS-T that may be losses: what comes next decides. From front to back. */
struct pending {
    struct rvt_finding *finding;
    size_t count, room;
};

struct rvt_carrier_decoder {
    enum rvt_carrier carrier;
    struct rvt_transport_config transport;
    struct rvt_carrier_output output;
    rvt_finding_sink sink;
    void *sink_context;
    rvt_stp_event_sink watch; /* null: none */
    void *watch_context;
    struct rvt_syst_stream *stp;
    struct rvt_deformatter *frames;
    struct pending pending;
    uint64_t *place; /* of the bytes of a message */
    size_t places;
    uint64_t position;
    uint64_t from; /* frames: bytes before it are dropped */
    struct rvt_carrier_others others;
    enum rvt_status status; /* the first fault inside of a callback */
};

static void put(struct rvt_carrier_decoder *decoder, const struct rvt_encap_piece *piece)
{
    if (decoder->status == RVT_OK && piece->bytes > 0)
        decoder->status = decoder->output.bytes(decoder->output.context, piece);
}

static void lose(struct rvt_carrier_decoder *decoder, const struct rvt_finding *loss)
{
    if (decoder->status == RVT_OK)
        decoder->status = decoder->output.lost(decoder->output.context, loss);
}

static void report(const struct rvt_carrier_decoder *decoder, const struct rvt_finding *finding)
{
    if (decoder->sink != NULL)
        decoder->sink(decoder->sink_context, finding);
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

/* Whether an error packet concerns the channel of the source: then the channel may have lost what
 * the packet reports, whether or not a message was open. */
static bool concerns_channel(const struct rvt_carrier_decoder *decoder,
                             const struct rvt_finding *error)
{
    const struct rvt_transport_config *transport = &decoder->transport;

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

static void suspend(struct rvt_carrier_decoder *decoder, const struct rvt_finding *finding)
{
    struct pending *pending = &decoder->pending;

    if (pending->count == pending->room) {
        size_t room = pending->room == 0 ? 16 : 2 * pending->room;
        struct rvt_finding *larger = realloc(pending->finding, room * sizeof *larger);

        if (larger == NULL) {
            decoder->status = RVT_ERR_MEMORY;
            return;
        }
        pending->finding = larger;
        pending->room = room;
    }
    pending->finding[pending->count++] = *finding;
}

static void found_in_stp(void *context, const struct rvt_finding *finding)
{
    struct rvt_carrier_decoder *decoder = context;
    const struct rvt_transport_config *transport = &decoder->transport;
    bool is_ours = finding->master == transport->master && finding->channel == transport->channel;

    if (finding->rule == RVT_RULE_STP_009 && concerns_channel(decoder, finding))
        lose(decoder, finding);
    else if (is_of_stp(finding->rule) &&
             (is_error(finding->rule) || finding->rule == RVT_RULE_STP_015))
        suspend(decoder, finding);
    else if (is_of_syst(finding->rule) && is_ours && is_error(finding->rule))
        suspend(decoder, finding);
    else if (!is_of_stp(finding->rule) && !is_of_syst(finding->rule) && is_ours &&
             drops_message(finding))
        lose(decoder, finding);
    else
        report(decoder, finding);
}

/* Decides the pending findings. One of STP is a loss if nibbles that are no packet follow it, one
 * of SyS-T if its message is not delivered. */
static void decide(struct rvt_carrier_decoder *decoder, bool lost, bool delivered)
{
    struct pending *pending = &decoder->pending;

    for (size_t i = 0; i < pending->count; i++) {
        const struct rvt_finding *finding = &pending->finding[i];

        if (is_of_syst(finding->rule) ? !delivered : lost)
            lose(decoder, finding);
        else
            report(decoder, finding);
    }
    pending->count = 0;
}

static void took_packet(void *context, const struct rvt_stp_event *event)
{
    struct rvt_carrier_decoder *decoder = context;

    decide(decoder, event->lost, false);
    if (decoder->watch != NULL)
        decoder->watch(decoder->watch_context, event);
}

/* The places of count bytes of a message, from byte first on; null: no memory. */
static const uint64_t *places_of(struct rvt_carrier_decoder *decoder,
                                 const struct rvt_sequence_message *message, size_t first,
                                 size_t count)
{
    if (count > decoder->places) {
        size_t room = count < 4096 ? 4096 : count;
        uint64_t *larger = realloc(decoder->place, room * sizeof *larger);

        if (larger == NULL)
            return NULL;
        decoder->place = larger;
        decoder->places = room;
    }
    for (size_t i = 0; i < count; i++)
        decoder->place[i] = rvt_sequence_place(message, first + i) / 2;
    return decoder->place;
}

static void took_message(void *context, const struct rvt_syst_arrival *arrival)
{
    struct rvt_carrier_decoder *decoder = context;
    const struct rvt_transport_config *transport = &decoder->transport;
    const struct rvt_syst_message *message = arrival->message;
    const struct rvt_sequence_message *raw = arrival->raw;
    struct rvt_carrier_others *others = &decoder->others;

    decide(decoder, false, true);
    if (message->type != RVT_SYST_RAW)
        return;
    if (message->subtype != transport->protocol || raw->master != transport->master ||
        raw->channel != transport->channel) {
        if (others->messages++ == 0) {
            others->master = raw->master;
            others->channel = raw->channel;
            others->protocol = message->subtype;
        }
        return;
    }
    struct rvt_encap_piece piece = {
        .data = message->body,
        .bytes = message->body_bytes,
        .place = places_of(decoder, raw, (size_t)(message->body - raw->byte), message->body_bytes),
        .begins = true};
    if (piece.bytes > 0 && piece.place == NULL)
        decoder->status = RVT_ERR_MEMORY;
    put(decoder, &piece);
}

/* ---- formatter frames ---- */

/* Data of the source, without those before the byte of entry. */
static void put_data(struct rvt_carrier_decoder *decoder, const uint8_t *data,
                     const uint64_t *place, size_t bytes)
{
    for (; bytes > 0 && place[0] < decoder->from; bytes--) {
        data++;
        place++;
    }
    put(decoder, &(struct rvt_encap_piece){.data = data, .bytes = bytes, .place = place});
}

static void took_data(void *context, const struct rvt_frame_batch *batch)
{
    struct rvt_carrier_decoder *decoder = context;

    for (size_t run = 0; run < batch->runs; run++) {
        size_t first = batch->run[run].first, bytes = rvt_frame_run_bytes(batch, run);
        unsigned id = batch->run[run].id;

        if (id == decoder->transport.frame_id)
            put_data(decoder, batch->data + first, batch->position + first, bytes);
        else if (bytes > 0 && rvt_frame_id_class(id) == RVT_FRAME_CLASS_SOURCE)
            decoder->others.id[id] = true;
    }
}

/* Bytes that have no ID, or that no frame holds, may be of this source, too. */
static void found_in_frames(void *context, const struct rvt_finding *finding)
{
    struct rvt_carrier_decoder *decoder = context;

    if (finding->byte < decoder->from)
        return;
    if (is_error(finding->rule) || finding->rule == RVT_RULE_FRM_005 ||
        finding->rule == RVT_RULE_FRM_014)
        lose(decoder, finding);
    else
        report(decoder, finding);
}

/* With a callback for each frame, the deformatter hands out the data of one frame at a time, after
 * the findings on it. */
static void took_frame(void *context, const struct rvt_frame_event *event)
{
    (void)context;
    (void)event;
}

/* ---- the decoder ---- */

static void begin_frames(struct rvt_carrier_decoder *decoder)
{
    struct rvt_deformatter_config frames;
    const struct rvt_deformatter_output output = {
        .data = took_data, .event = took_frame, .finding = found_in_frames, .context = decoder};

    rvt_deformatter_defaults(&frames, decoder->transport.frame_stream);
    rvt_deformatter_init(decoder->frames, &frames, &output);
}

static enum rvt_status open_carrier(struct rvt_carrier_decoder *decoder)
{
    struct rvt_syst_stream_config stp = {.syst = {.sbd = true}};
    struct rvt_syst_stream_sinks sinks = {.message = took_message,
                                          .finding = found_in_stp,
                                          .packet = took_packet,
                                          .context = decoder};

    if (decoder->carrier == RVT_CARRIER_STP)
        return rvt_syst_stream_open(&stp, &sinks, &decoder->stp);
    if (decoder->carrier != RVT_CARRIER_FRAME)
        return RVT_OK;
    decoder->frames = malloc(sizeof *decoder->frames);
    if (decoder->frames == NULL)
        return RVT_ERR_MEMORY;
    begin_frames(decoder);
    return RVT_OK;
}

enum rvt_status rvt_carrier_decoder_open(enum rvt_carrier carrier,
                                         const struct rvt_transport_config *transport,
                                         const struct rvt_carrier_output *output,
                                         rvt_finding_sink sink, void *sink_context,
                                         struct rvt_carrier_decoder **decoder)
{
    struct rvt_carrier_decoder *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->carrier = carrier;
    made->transport = *transport;
    made->output = *output;
    made->sink = sink;
    made->sink_context = sink_context;
    enum rvt_status status = open_carrier(made);
    if (status != RVT_OK) {
        rvt_carrier_decoder_close(made);
        return status;
    }
    *decoder = made;
    return RVT_OK;
}

void rvt_carrier_decoder_watch(struct rvt_carrier_decoder *decoder, rvt_stp_event_sink watch,
                               void *context)
{
    decoder->watch = watch;
    decoder->watch_context = context;
}

void rvt_carrier_decoder_enter(struct rvt_carrier_decoder *decoder, uint64_t position,
                               uint64_t from)
{
    decoder->position = position;
    decoder->from = from;
    if (decoder->frames != NULL)
        rvt_deformatter_enter(decoder->frames, position, decoder->transport.frame_id);
    if (decoder->stp != NULL)
        rvt_syst_stream_enter(decoder->stp, position);
}

void rvt_carrier_decoder_close(struct rvt_carrier_decoder *decoder)
{
    if (decoder == NULL)
        return;
    rvt_syst_stream_close(decoder->stp);
    free(decoder->frames);
    free(decoder->pending.finding);
    free(decoder->place);
    free(decoder);
}

void rvt_carrier_decoder_reset(struct rvt_carrier_decoder *decoder)
{
    if (decoder->stp != NULL)
        rvt_syst_stream_reset(decoder->stp);
    if (decoder->frames != NULL)
        begin_frames(decoder);
    decoder->pending.count = 0;
    decoder->position = 0;
    decoder->others = (struct rvt_carrier_others){.messages = 0};
    decoder->status = RVT_OK;
}

enum rvt_status rvt_carrier_decoder_push(struct rvt_carrier_decoder *decoder, const uint8_t *data,
                                         size_t bytes)
{
    enum rvt_status status = RVT_OK;

    decoder->position += bytes;
    if (decoder->carrier == RVT_CARRIER_STP)
        status = rvt_syst_stream_bytes(decoder->stp, data, bytes);
    else if (decoder->carrier == RVT_CARRIER_FRAME)
        rvt_deformatter_push(decoder->frames, data, bytes);
    else
        put(decoder, &(struct rvt_encap_piece){.data = data, .bytes = bytes});
    return status != RVT_OK ? status : decoder->status;
}

enum rvt_status rvt_carrier_decoder_lose(struct rvt_carrier_decoder *decoder,
                                         const struct rvt_finding *loss)
{
    enum rvt_status status = RVT_OK;

    if (decoder->carrier == RVT_CARRIER_STP)
        status = rvt_syst_stream_lose(decoder->stp);
    lose(decoder, loss);
    return status != RVT_OK ? status : decoder->status;
}

enum rvt_status rvt_carrier_decoder_finish(struct rvt_carrier_decoder *decoder)
{
    enum rvt_status status = RVT_OK;

    if (decoder->carrier == RVT_CARRIER_STP)
        status = rvt_syst_stream_finish(decoder->stp);
    else if (decoder->carrier == RVT_CARRIER_FRAME)
        rvt_deformatter_finish(decoder->frames);
    decide(decoder, false, false);
    return status != RVT_OK ? status : decoder->status;
}

uint64_t rvt_carrier_decoder_position(const struct rvt_carrier_decoder *decoder)
{
    return decoder->position;
}

const struct rvt_carrier_others *
rvt_carrier_decoder_others(const struct rvt_carrier_decoder *decoder)
{
    return &decoder->others;
}
