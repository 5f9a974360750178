/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <rvt/decoder.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/configuration.h"
#include "api/diagnosis.h"
#include "api/hart_program.h"
#include "api/structure.h"
#include "api/trace_packet.h"
#include "decoder/data_decoder.h"
#include "decoder/decoder.h"
#include "decoder/decoder_state.h"
#include "draft/decoder_profile.h"
#include "stream/encap_parser.h"
#include "wire/encap.h"

_Static_assert((int)RVT_DECODER_SUPPORT == (int)RVT_EVENT_SUPPORT, "events of one code");

/* What is left to do for a packet, in this order, or for another call. */
struct work {
    bool padding;              /* report diag_of_padding */
    bool inst, broken, finish; /* call the decoder: a packet, a break, the end */
    bool begun;                /* that call waits */
    bool fault;                /* report diag */
    bool access;               /* report report */
    struct rvt_diag diag_of_padding, diag;
    struct rvt_packet packet;
    struct rvt_data_report report;
};

struct rvt_trace_decoder {
    struct rvt_config config;
    struct rvt_image *image; /* borrowed */
    struct rvt_decoder_callbacks callbacks;
    struct rvt_decoder *decoder;
    struct rvt_data_decoder data;
    struct rvt_encap_parser parser;
    struct work work;
    size_t used;           /* bytes of the latest push */
    bool waiting;          /* a callback asked for a pause */
    bool finishing;        /* the stream has ended; the parser may hold packets */
    bool stopped;          /* a callback asked to stop */
    bool padding_reported; /* the first payload whose padding should not be there */
};

/* ---- what the model's decoder reports ---- */

static enum rvt_status range(void *context, const struct rvt_range *range)
{
    const struct rvt_trace_decoder *decoder = context;
    const struct rvt_decoder_callbacks *callbacks = &decoder->callbacks;
    const struct rvt_executor *executor = rvt_decoder_executor(decoder->decoder);
    const struct rvt_decoder_range made = {.size = sizeof made,
                                           .first = range->first,
                                           .last = range->last,
                                           .count = range->count,
                                           .packet = range->packet,
                                           .last_size = range->last_size,
                                           .last_itype = rvt_range_jump_class(range),
                                           .last_taken = range->taken,
                                           .has_context = executor->has_context,
                                           .privilege = executor->privilege,
                                           .context = executor->context,
                                           .last_class =
                                               (enum rvt_insn_class)rvt_range_kind(range)};

    return callbacks->range != NULL ? callbacks->range(callbacks->context, &made) : RVT_OK;
}

static enum rvt_status trap(void *context, const struct rvt_trap *trap)
{
    const struct rvt_decoder_callbacks *callbacks =
        &((struct rvt_trace_decoder *)context)->callbacks;
    const struct rvt_decoder_trap made = {.size = sizeof made,
                                          .ecause = trap->ecause,
                                          .interrupt = trap->interrupt,
                                          .epc_known = trap->epc_known,
                                          .epc = trap->epc,
                                          .tval = trap->tval,
                                          .packet = trap->packet};

    return callbacks->trap != NULL ? callbacks->trap(callbacks->context, &made) : RVT_OK;
}

/* Notes the answer of a callback. */
static void take_answer(struct rvt_trace_decoder *decoder, enum rvt_status answer)
{
    decoder->waiting = answer == RVT_WAIT;
    decoder->stopped = decoder->stopped || (answer != RVT_OK && answer != RVT_WAIT);
    if (answer != RVT_OK)
        rvt_encap_parser_pause(&decoder->parser);
}

static enum rvt_status fault(struct rvt_trace_decoder *decoder, const struct rvt_diag *diag)
{
    const struct rvt_diagnosis made = rvt_diagnosis_of(diag);

    return decoder->callbacks.fault != NULL
               ? decoder->callbacks.fault(decoder->callbacks.context, &made)
               : RVT_OK;
}

/* A packet to whose address more than one path leads; the decoder keeps its position. */
static enum rvt_status report_ambiguity(struct rvt_trace_decoder *decoder,
                                        const struct rvt_packet *packet)
{
    bool sync = packet->format == RVT_FORMAT_SYNC;
    struct rvt_diag diag = {.unit = "packet",
                            .position = rvt_decoder_ordinal(decoder->decoder),
                            .field = "address",
                            .value = sync ? packet->address << rvt_address_shift(&decoder->config)
                                          : rvt_decoder_address(decoder->decoder),
                            .clause = sync ? "AMB-021" : "ETR-MODE-010"};

    (void)snprintf(diag.text, sizeof diag.text,
                   "implicit returns lead to this address more than once");
    return fault(decoder, &diag);
}

static enum rvt_status event(void *context, enum rvt_trace_event event,
                             const struct rvt_packet *packet)
{
    struct rvt_trace_decoder *decoder = context;
    const struct rvt_decoder_callbacks *callbacks = &decoder->callbacks;
    struct rvt_te_inst te_inst;

    if (event == RVT_EVENT_AMBIGUOUS)
        return report_ambiguity(decoder, packet);
    if (callbacks->event == NULL)
        return RVT_OK;
    if (packet != NULL)
        te_inst = rvt_te_inst_of(packet);
    const struct rvt_decoder_event made = {.size = sizeof made,
                                           .kind = (enum rvt_decoder_event_kind)event,
                                           .packet = rvt_decoder_ordinal(decoder->decoder),
                                           .te_inst = packet != NULL ? &te_inst : NULL};
    return callbacks->event(callbacks->context, &made);
}

static enum rvt_status loss(void *context, const struct rvt_loss *loss)
{
    const struct rvt_decoder_callbacks *callbacks =
        &((struct rvt_trace_decoder *)context)->callbacks;
    const struct rvt_decoder_loss made = {.size = sizeof made,
                                          .cause = loss->cause,
                                          .from_known = loss->from_known,
                                          .to_known = loss->to_known,
                                          .first_packet = loss->first_packet,
                                          .last_packet = loss->last_packet,
                                          .suspect_packet = loss->suspect_packet,
                                          .from = loss->from,
                                          .to = loss->to};

    return callbacks->loss != NULL ? callbacks->loss(callbacks->context, &made) : RVT_OK;
}

static enum rvt_status access(struct rvt_trace_decoder *decoder,
                              const struct rvt_data_report *report)
{
    const struct rvt_decoder_access made = {.size = sizeof made,
                                            .type = (enum rvt_te_data_type)report->dtype,
                                            .request = report->phase == RVT_PHASE_REQUEST,
                                            .response = report->phase == RVT_PHASE_RESPONSE,
                                            .has_address = report->has_address,
                                            .has_operand = report->has_operand,
                                            .has_data = report->has_data,
                                            .error = report->error,
                                            .lrid = report->lrid,
                                            .data_size = report->size,
                                            .address = report->address,
                                            .operand = report->operand,
                                            .data = report->data};

    return decoder->callbacks.access != NULL
               ? decoder->callbacks.access(decoder->callbacks.context, &made)
               : RVT_OK;
}

/* ---- work ---- */

/* Calls the decoder, or goes on with the call. */
static enum rvt_status call_decoder(struct rvt_trace_decoder *decoder)
{
    struct work *work = &decoder->work;

    if (work->begun)
        return rvt_decoder_flush(decoder->decoder, &work->diag);
    if (work->inst)
        return rvt_decoder_packet(decoder->decoder, &work->packet, &work->diag);
    return work->broken ? rvt_decoder_break(decoder->decoder)
                        : rvt_decoder_finish(decoder->decoder, &work->diag);
}

static void do_call(struct rvt_trace_decoder *decoder)
{
    struct work *work = &decoder->work;
    enum rvt_status status = call_decoder(decoder);

    work->begun = status == RVT_WAIT;
    if (status == RVT_WAIT || status == RVT_ERR_SINK)
        take_answer(decoder, status);
    if (status == RVT_WAIT)
        return;
    work->fault = work->fault || status != RVT_OK;
    work->inst = work->broken = work->finish = false;
}

/* Does the work that is left, as far as the callbacks let it. */
static void go_on(struct rvt_trace_decoder *decoder)
{
    struct work *work = &decoder->work;

    if (work->padding) {
        work->padding = false;
        take_answer(decoder, fault(decoder, &work->diag_of_padding));
    }
    if (!decoder->waiting && !decoder->stopped && (work->inst || work->broken || work->finish))
        do_call(decoder);
    if (!decoder->waiting && !decoder->stopped && work->fault) {
        work->fault = false;
        take_answer(decoder, fault(decoder, &work->diag));
    }
    if (!decoder->waiting && !decoder->stopped && work->access) {
        work->access = false;
        take_answer(decoder, access(decoder, &work->report));
    }
}

/* ---- packets in ---- */

/* True if a payload that was read with status is to be decoded. The first padding that should not
 * be there is to be reported. */
static bool accept(struct rvt_trace_decoder *decoder, enum rvt_status status)
{
    struct work *work = &decoder->work;

    if (!rvt_payload_only_padding(&decoder->config, status))
        return status == RVT_OK;
    work->padding = !decoder->padding_reported;
    if (work->padding)
        work->diag_of_padding = work->diag;
    rvt_diag_clear(&work->diag);
    decoder->padding_reported = true;
    return true;
}

static void take_data(struct rvt_trace_decoder *decoder, const uint8_t *payload, size_t bytes)
{
    struct work *work = &decoder->work;
    struct rvt_data_packet packet;

    rvt_diag_clear(&work->diag);
    enum rvt_status status = rvt_data_read(&decoder->config, payload, bytes, &decoder->data.pending,
                                           &packet, &work->diag);

    if (accept(decoder, status))
        status = rvt_data_decoder_packet(&decoder->data, &packet, &work->report, &work->access,
                                         &work->diag);
    else
        rvt_data_decoder_break(&decoder->data);
    work->fault = status != RVT_OK;
    go_on(decoder);
}

static void take_inst(struct rvt_trace_decoder *decoder, const uint8_t *payload, size_t bytes)
{
    struct work *work = &decoder->work;

    rvt_diag_clear(&work->diag);
    enum rvt_status status = rvt_packet_read(rvt_decoder_config(decoder->decoder), payload, bytes,
                                             &work->packet, &work->diag);
    work->inst = accept(decoder, status);
    work->broken = work->fault = !work->inst;
    if (work->inst)
        rvt_data_decoder_inst(&decoder->data, &work->packet);
    go_on(decoder);
}

static void packets(void *context, const struct rvt_encap_view *view, size_t count)
{
    struct rvt_trace_decoder *decoder = context;
    struct rvt_encap encap;
    size_t used = 0;
    bool te_data = false;

    for (size_t i = 0; i < count; i++) {
        if (rvt_encap_read(&decoder->config, view[i].data, view[i].bytes, &encap, &used, NULL) !=
                RVT_OK ||
            !rvt_encap_is_own(&decoder->config, &encap, &te_data))
            continue;
        if (te_data)
            take_data(decoder, encap.payload.byte, encap.payload.bytes);
        else
            take_inst(decoder, encap.payload.byte, encap.payload.bytes);
    }
}

/* Packets are missing: for the reason in diag, if it is not null. */
static void take_break(struct rvt_trace_decoder *decoder, const struct rvt_diag *diag)
{
    struct work *work = &decoder->work;

    rvt_data_decoder_break(&decoder->data);
    work->broken = true;
    work->fault = diag != NULL;
    if (diag != NULL)
        work->diag = *diag;
    go_on(decoder);
}

static void no_packet(void *context, const struct rvt_diag *diag)
{
    take_break(context, diag);
}

/* ---- the interface ---- */

static void begin(struct rvt_trace_decoder *decoder)
{
    const struct rvt_encap_parser_output parsed = {
        .packets = packets, .fault = no_packet, .context = decoder, .pauses = true};

    rvt_data_decoder_init(&decoder->data, &decoder->config);
    rvt_encap_parser_init(&decoder->parser, &decoder->config, !decoder->config.encap.unaligned,
                          &parsed);
}

static enum rvt_status open_parts(struct rvt_trace_decoder *made, uint64_t step_limit)
{
    const struct rvt_decoder_output output = {
        .range = range, .trap = trap, .event = event, .loss = loss, .context = made};

    begin(made);
    return rvt_decoder_profile_open(&made->config, made->image, &output, step_limit,
                                    &made->decoder);
}

enum rvt_status rvt_trace_decoder_open(const struct rvt_configuration *configuration,
                                       struct rvt_program *program,
                                       const struct rvt_decoder_callbacks *callbacks,
                                       uint64_t step_limit, struct rvt_trace_decoder **decoder,
                                       struct rvt_diagnosis *diagnosis)
{
    struct rvt_decoder_callbacks known;

    if (program == NULL || decoder == NULL ||
        rvt_structure_take(&known, sizeof known, callbacks) != RVT_OK)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_PARAMETER, NULL,
                                    "a null argument, or a structure of the wrong size");
    enum rvt_status status = rvt_configuration_usable(configuration, diagnosis);
    if (status != RVT_OK)
        return status;
    struct rvt_trace_decoder *made = calloc(1, sizeof *made);
    if (made == NULL)
        return rvt_diagnosis_refuse(diagnosis, RVT_ERR_MEMORY, NULL, "out of memory");
    made->config = configuration->config;
    made->image = program->image;
    made->callbacks = known;
    status = open_parts(made, step_limit);
    if (status != RVT_OK) {
        free(made);
        return rvt_diagnosis_refuse(diagnosis, status, NULL, rvt_status_text(status));
    }
    *decoder = made;
    return RVT_OK;
}

void rvt_trace_decoder_close(struct rvt_trace_decoder *decoder)
{
    if (decoder == NULL)
        return;
    rvt_decoder_close(decoder->decoder);
    free(decoder);
}

static enum rvt_status outcome(const struct rvt_trace_decoder *decoder)
{
    return decoder->stopped ? RVT_ERR_SINK : decoder->waiting ? RVT_WAIT : RVT_OK;
}

/* RVT_OK: a call that takes something can come. */
static enum rvt_status ready(const struct rvt_trace_decoder *decoder)
{
    return decoder->stopped ? RVT_ERR_SINK : decoder->waiting ? RVT_ERR_STATE : RVT_OK;
}

enum rvt_status rvt_trace_decoder_push(struct rvt_trace_decoder *decoder, const uint8_t *data,
                                       size_t bytes)
{
    enum rvt_status status = ready(decoder);

    decoder->used = 0;
    if (status != RVT_OK)
        return status;
    decoder->used = rvt_encap_parser_push(&decoder->parser, data, bytes);
    return outcome(decoder);
}

size_t rvt_trace_decoder_used(const struct rvt_trace_decoder *decoder)
{
    return decoder->used;
}

enum rvt_status rvt_trace_decoder_payload(struct rvt_trace_decoder *decoder, bool te_data,
                                          const uint8_t *payload, size_t bytes)
{
    enum rvt_status status = ready(decoder);

    if (status != RVT_OK)
        return status;
    if (te_data)
        take_data(decoder, payload, bytes);
    else
        take_inst(decoder, payload, bytes);
    return outcome(decoder);
}

enum rvt_status rvt_trace_decoder_lost(struct rvt_trace_decoder *decoder)
{
    enum rvt_status status = ready(decoder);

    if (status != RVT_OK)
        return status;
    rvt_encap_parser_restart(&decoder->parser, decoder->parser.position);
    take_break(decoder, NULL);
    return outcome(decoder);
}

/* Ends the stream, as far as the callbacks let it. */
static void finish(struct rvt_trace_decoder *decoder)
{
    rvt_encap_parser_finish(&decoder->parser);
    if (decoder->waiting || decoder->stopped)
        return;
    decoder->finishing = false;
    decoder->work.finish = true;
    rvt_diag_clear(&decoder->work.diag);
    go_on(decoder);
}

enum rvt_status rvt_trace_decoder_finish(struct rvt_trace_decoder *decoder)
{
    enum rvt_status status = ready(decoder);

    if (status != RVT_OK)
        return status;
    decoder->finishing = true;
    finish(decoder);
    return outcome(decoder);
}

enum rvt_status rvt_trace_decoder_flush(struct rvt_trace_decoder *decoder)
{
    if (decoder->stopped || !decoder->waiting)
        return outcome(decoder);
    decoder->waiting = false;
    go_on(decoder);
    if (!decoder->waiting && !decoder->stopped && decoder->finishing)
        finish(decoder);
    else if (!decoder->waiting && !decoder->stopped)
        (void)rvt_encap_parser_push(&decoder->parser, NULL, 0);
    return outcome(decoder);
}

void rvt_trace_decoder_reset(struct rvt_trace_decoder *decoder)
{
    rvt_decoder_reset(decoder->decoder);
    begin(decoder);
    decoder->work = (struct work){.padding = false};
    decoder->used = 0;
    decoder->waiting = decoder->finishing = decoder->stopped = false;
    decoder->padding_reported = false;
}

/* The words of a state, as far as they fit. */
struct state {
    uint8_t *byte;
    size_t capacity, bytes;
};

static void put_word(void *context, uint64_t word)
{
    struct state *state = context;

    if (state->bytes + sizeof word <= state->capacity)
        memcpy(state->byte + state->bytes, &word, sizeof word);
    state->bytes += sizeof word;
}

enum rvt_status rvt_trace_decoder_state(const struct rvt_trace_decoder *decoder, uint8_t *state,
                                        size_t capacity, size_t *bytes)
{
    struct state made = {.byte = state, .capacity = capacity};

    if (decoder == NULL || bytes == NULL || (state == NULL && capacity > 0))
        return RVT_ERR_PARAMETER;
    if (decoder->waiting || decoder->stopped || decoder->finishing || decoder->parser.pending > 0 ||
        decoder->config.options.data_trace)
        return RVT_ERR_STATE;
    put_word(&made, decoder->padding_reported);
    if (!rvt_decoder_state(decoder->decoder, put_word, &made))
        return RVT_ERR_STATE;
    *bytes = made.bytes;
    return made.bytes <= capacity ? RVT_OK : RVT_ERR_CAPACITY;
}

enum rvt_status rvt_trace_decoder_instructions(
    struct rvt_trace_decoder *decoder, const struct rvt_decoder_range *range,
    enum rvt_status (*instruction)(void *context, uint64_t address), void *context)
{
    struct rvt_decoder_range known;
    struct rvt_insn insn;

    if (rvt_structure_take(&known, sizeof known, range) != RVT_OK || instruction == NULL)
        return RVT_ERR_PARAMETER;
    const struct rvt_executor executor = {.has_context = known.has_context,
                                          .has_privilege = true,
                                          .privilege = known.privilege,
                                          .context = known.context};
    uint64_t address = known.first;
    for (uint64_t i = 0; i < known.count; i++) {
        rvt_image_select(decoder->image, &executor); /* instruction() may select another one */
        if (rvt_image_insn(decoder->image, address, &insn, NULL) != RVT_OK)
            return RVT_ERR_NO_CODE;
        if (instruction(context, address) != RVT_OK)
            return RVT_ERR_SINK;
        address += insn.size;
    }
    return RVT_OK;
}

enum rvt_status rvt_decoder_access_format(const struct rvt_decoder_access *access, char *text,
                                          size_t capacity)
{
    struct rvt_decoder_access known;
    struct rvt_text line;

    if (rvt_structure_take(&known, sizeof known, access) != RVT_OK || text == NULL ||
        capacity == 0 || (unsigned)known.type > RVT_TE_DATA_SC_FAILURE || known.data_size > 31)
        return RVT_ERR_PARAMETER;
    const struct rvt_data_report report = {.dtype = (enum rvt_dtype)known.type,
                                           .phase = known.request    ? RVT_PHASE_REQUEST
                                                    : known.response ? RVT_PHASE_RESPONSE
                                                                     : RVT_PHASE_WHOLE,
                                           .has_address = known.has_address,
                                           .has_operand = known.has_operand,
                                           .has_data = known.has_data,
                                           .error = known.error,
                                           .lrid = known.lrid,
                                           .size = (uint8_t)known.data_size,
                                           .address = known.address,
                                           .operand = known.operand,
                                           .data = known.data};
    rvt_text_init(&line, text, capacity);
    rvt_data_report_text(&report, &line);
    return RVT_OK;
}
