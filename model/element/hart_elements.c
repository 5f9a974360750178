/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/hart_elements.h"

#include <stdlib.h>
#include <string.h>

#include "decoder/data_decoder.h"
#include "draft/decoder_profile.h"
#include "element/hart_packets.h"
#include "wire/encap.h"

_Static_assert((int)RVT_INSN_CLASS_UNKNOWN == (int)RVT_INSN_UNKNOWN, "one code for classes");

/* The decoder defers at most 256 packets; the index of each is needed until it is decoded. */
enum { DEFERRED_MAX = 512 };

struct rvt_hart_elements {
    struct rvt_hart_elements_options options;
    struct rvt_config config;
    unsigned xlen;
    uint64_t mask; /* of addresses */
    struct rvt_hart_packets *packets;
    struct rvt_decoder *decoder;
    struct rvt_data_decoder data;
    uint64_t ordinal;             /* packets and gaps that the decoder has taken */
    uint64_t index[DEFERRED_MAX]; /* of the latest ones */
    uint64_t latest;              /* index of the packet in progress */
    uint64_t end;                 /* index after the last byte of the capture */
    bool began, ending, ended;    /* the first element was added; no more bytes; EO_TRACE was */
    bool synchronised;
    enum rvt_element_loss lost; /* not synchronised: why */
    bool left;                  /* a discontinuity led away from the latest range */
    struct rvt_element_context context;
};

/* ---- elements ---- */

/* What all kinds have. packet: one that the decoder has taken, or the one in progress. */
static void describe(const struct rvt_hart_elements *hart, struct rvt_element *element,
                     enum rvt_element_kind kind, uint64_t packet)
{
    bool known = packet < hart->ordinal && hart->ordinal - packet <= DEFERRED_MAX;

    element->kind = kind;
    element->id = hart->options.id;
    element->index = known ? hart->index[packet % DEFERRED_MAX] : hart->latest;
    element->packet = packet;
}

static struct rvt_element element_at(const struct rvt_hart_elements *hart,
                                     enum rvt_element_kind kind, uint64_t packet)
{
    struct rvt_element element = {.kind = kind};

    describe(hart, &element, kind, packet);
    return element;
}

/* Within a callback of the decoder. */
static struct rvt_element element_of(const struct rvt_hart_elements *hart,
                                     enum rvt_element_kind kind)
{
    return element_at(hart, kind, rvt_decoder_ordinal(hart->decoder));
}

static enum rvt_status add(struct rvt_hart_elements *hart, const struct rvt_element *element)
{
    return rvt_element_queue_add(hart->options.queue, element);
}

/* The position is not known from that packet on. */
static void lose(struct rvt_hart_elements *hart, enum rvt_element_loss reason, uint64_t packet)
{
    struct rvt_element element = element_at(hart, RVT_ELEMENT_NO_SYNC, packet);

    if (hart->began && !hart->synchronised)
        return;
    element.loss.reason = hart->lost = reason;
    hart->began = true;
    hart->synchronised = false;
    hart->left = false;
    (void)add(hart, &element);
}

static void report_fault(struct rvt_hart_elements *hart, const struct rvt_diag *diag,
                         uint64_t packet)
{
    const struct rvt_diagnosis diagnosis = rvt_diagnosis_of(diag);
    struct rvt_element element = element_at(hart, RVT_ELEMENT_UNKNOWN, packet);

    if (diag->status == RVT_ERR_NO_CODE) {
        element.kind = RVT_ELEMENT_ADDR_NACC;
        element.nacc.address = diag->value;
    } else {
        element.unknown.diagnosis = &diagnosis;
    }
    (void)add(hart, &element);
}

/* What a call of the decoder returned; diag has the packet, which may be an earlier one. */
static void take_status(struct rvt_hart_elements *hart, enum rvt_status status,
                        const struct rvt_diag *diag)
{
    if (status == RVT_OK || status == RVT_ERR_SINK)
        return;
    report_fault(hart, diag, diag->position);
    lose(hart, RVT_ELEMENT_LOSS_FAULT, diag->position);
}

/* ---- what the decoder reports ---- */

/* The last instruction of a range: that of its straight-line run, or sequential. */
static enum rvt_status find_last(struct rvt_hart_elements *hart, const struct rvt_range *range,
                                 struct rvt_insn *last)
{
    struct rvt_run run;
    enum rvt_status status = rvt_image_run(hart->options.image, range->last, &run, NULL);

    if (status != RVT_OK)
        return status;
    *last = run.count == 1 ? run.insn : (struct rvt_insn){.kind = RVT_INSN_SEQUENTIAL};
    return RVT_OK;
}

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct rvt_hart_elements *hart = context;
    struct rvt_insn last;
    enum rvt_status status = find_last(hart, range, &last);

    if (status != RVT_OK)
        return status;
    struct rvt_element *element = rvt_element_queue_place(hart->options.queue);
    if (element == NULL)
        return RVT_ERR_MEMORY;
    describe(hart, element, RVT_ELEMENT_INSTR_RANGE, rvt_decoder_ordinal(hart->decoder));
    element->range =
        (struct rvt_element_range){.start = range->first,
                                   .end = (range->last + range->last_size) & hart->mask,
                                   .count = range->count,
                                   .last = range->last,
                                   .xlen = hart->xlen,
                                   .last_bytes = range->last_size,
                                   .last_class = (enum rvt_insn_class)last.kind,
                                   .last_itype = last.jump_class,
                                   .last_conditional = last.kind == RVT_INSN_BRANCH,
                                   .last_executed = last.kind != RVT_INSN_BRANCH || range->taken};
    hart->left = element->range.last_executed && last.kind != RVT_INSN_SEQUENTIAL &&
                 last.kind != RVT_INSN_UNKNOWN;
    if (last.kind != RVT_INSN_TRAP_RETURN)
        return RVT_OK;
    const struct rvt_element returned = element_of(hart, RVT_ELEMENT_EXCEPTION_RET);
    return add(hart, &returned);
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_hart_elements *hart = context;
    struct rvt_element element = element_of(hart, RVT_ELEMENT_EXCEPTION);

    element.exception =
        (struct rvt_element_exception){.number = trap->ecause,
                                       .interrupt = trap->interrupt,
                                       .has_address = trap->epc_known,
                                       .at_branch_target = trap->epc_known && hart->left,
                                       .address = trap->epc,
                                       .tval = trap->tval};
    hart->left = false;
    return add(hart, &element);
}

static enum rvt_status synchronise(struct rvt_hart_elements *hart)
{
    struct rvt_element element = element_of(hart, RVT_ELEMENT_TRACE_ON);

    element.trace_on.reason =
        hart->lost == RVT_ELEMENT_LOSS_START || hart->lost == RVT_ELEMENT_LOSS_ENDED
            ? RVT_ELEMENT_TRACE_ON_START
        : hart->lost == RVT_ELEMENT_LOSS_ENCODER ? RVT_ELEMENT_TRACE_ON_OVERFLOW
                                                 : RVT_ELEMENT_TRACE_ON_RESTART;
    hart->synchronised = true;
    return add(hart, &element);
}

/* Privilege and context of a packet, if they are new. */
static enum rvt_status take_context(struct rvt_hart_elements *hart, const struct rvt_packet *packet)
{
    const struct rvt_params *params = &hart->config.params;
    struct rvt_element element = element_of(hart, RVT_ELEMENT_PE_CONTEXT);

    element.context = (struct rvt_element_context){
        .privilege_known = true,
        .context_known = !params->nocontext_p,
        .privilege = packet->privilege,
        .xlen = hart->xlen,
        .context_width = params->nocontext_p ? 0 : params->context_width_p,
        .context = params->nocontext_p ? 0 : packet->context};
    if (hart->context.privilege_known && hart->context.privilege == element.context.privilege &&
        hart->context.context == element.context.context)
        return RVT_OK;
    hart->context = element.context;
    return add(hart, &element);
}

static enum rvt_status take_event(void *context, enum rvt_trace_event event,
                                  const struct rvt_packet *packet)
{
    struct rvt_hart_elements *hart = context;

    switch (event) {
    case RVT_EVENT_SYNC:
        return synchronise(hart);
    case RVT_EVENT_ENDED:
        lose(hart, RVT_ELEMENT_LOSS_ENDED, rvt_decoder_ordinal(hart->decoder));
        break;
    case RVT_EVENT_LOST:
        lose(hart, RVT_ELEMENT_LOSS_ENCODER, rvt_decoder_ordinal(hart->decoder));
        break;
    case RVT_EVENT_CONTEXT:
        return take_context(hart, packet);
    case RVT_EVENT_SUPPORT:
    case RVT_EVENT_AMBIGUOUS:
        break;
    }
    return RVT_OK;
}

/* Reported when the position is known again, or at the end of the stream: what lies between is not
 * known. */
static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    struct rvt_hart_elements *hart = context;
    struct rvt_element element = element_of(hart, RVT_ELEMENT_I_RANGE_NOPATH);
    struct rvt_insn last;

    lose(hart, RVT_ELEMENT_LOSS_FAULT, loss->first_packet);
    if (!loss->from_known || !loss->to_known)
        return RVT_OK;
    enum rvt_status status = rvt_image_insn(hart->options.image, loss->from, &last, NULL);
    if (status != RVT_OK)
        return status;
    element.range.xlen = hart->xlen;
    element.range.start = (loss->from + last.size) & hart->mask;
    element.range.end = loss->to;
    return add(hart, &element);
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct rvt_hart_elements *hart = context;

    if (meaning->te_inst == NULL || !meaning->te_inst->notify)
        return RVT_OK;
    struct rvt_element element = element_of(hart, RVT_ELEMENT_EVENT);
    element.event.type = RVT_ELEMENT_EVENT_NOTIFY;
    element.event.address = meaning->address;
    return add(hart, &element);
}

/* ---- packets ---- */

static void report_access(struct rvt_hart_elements *hart, const struct rvt_data_report *report)
{
    struct rvt_element element = element_at(hart, RVT_ELEMENT_DATA_ADDR, hart->ordinal);

    element.data = (struct rvt_element_data){.type = (enum rvt_te_data_type)report->dtype,
                                             .request = report->phase == RVT_PHASE_REQUEST,
                                             .response = report->phase == RVT_PHASE_RESPONSE,
                                             .error = report->error,
                                             .lrid = report->lrid,
                                             .bytes = 1U << report->size,
                                             .value = report->address};
    if (report->has_address)
        (void)add(hart, &element);
    element.kind = RVT_ELEMENT_DATA_VAL;
    element.data.operand = true;
    element.data.value = report->operand;
    if (report->has_operand)
        (void)add(hart, &element);
    element.data.operand = false;
    element.data.value = report->data;
    if (report->has_data || report->error)
        (void)add(hart, &element);
}

static void take_data(struct rvt_hart_elements *hart, const struct rvt_payload *payload)
{
    struct rvt_data_packet packet;
    struct rvt_data_report report;
    struct rvt_diag diag = {.status = RVT_OK};
    bool reported = false;
    enum rvt_status status = rvt_data_read(&hart->config, payload->byte, payload->bytes,
                                           &hart->data.pending, &packet, &diag);
    bool good = status == RVT_OK || rvt_payload_only_padding(&hart->config, status);

    if (hart->options.packet != NULL)
        hart->options.packet(hart->options.context, hart->latest, payload, NULL,
                             good ? &packet : NULL);
    if (good) {
        rvt_diag_clear(&diag);
        status = rvt_data_decoder_packet(&hart->data, &packet, &report, &reported, &diag);
    } else {
        rvt_data_decoder_break(&hart->data);
    }
    if (status != RVT_OK)
        report_fault(hart, &diag, hart->ordinal);
    if (reported)
        report_access(hart, &report);
}

/* The decoder takes the packet in progress, or a gap in its place. */
static void count(struct rvt_hart_elements *hart)
{
    hart->index[hart->ordinal++ % DEFERRED_MAX] = hart->latest;
}

/* A gap in the place of a packet. fault: its bytes are there, but no packet. What the decoder still
 * defers comes before it. */
static void take_gap(struct rvt_hart_elements *hart, enum rvt_element_loss reason,
                     const struct rvt_diag *fault)
{
    uint64_t packet = hart->ordinal;

    count(hart);
    rvt_decoder_break(hart->decoder);
    rvt_data_decoder_break(&hart->data);
    if (fault != NULL)
        report_fault(hart, fault, packet);
    lose(hart, reason, packet);
}

static void report_time(struct rvt_hart_elements *hart, uint64_t time)
{
    struct rvt_element element = element_at(hart, RVT_ELEMENT_TIMESTAMP, hart->ordinal);

    element.timestamp.value = time;
    (void)add(hart, &element);
}

static bool has_time(const struct rvt_config *config, const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat != RVT_SUBFORMAT_SUPPORT &&
           rvt_time_bits(&config->params) > 0;
}

static void take_inst(struct rvt_hart_elements *hart, const struct rvt_payload *payload)
{
    struct rvt_packet packet;
    struct rvt_diag diag = {.status = RVT_OK};
    enum rvt_status status = rvt_packet_read(rvt_decoder_config(hart->decoder), payload->byte,
                                             payload->bytes, &packet, &diag);
    bool good = status == RVT_OK || rvt_payload_only_padding(&hart->config, status);

    if (hart->options.packet != NULL)
        hart->options.packet(hart->options.context, hart->latest, payload, good ? &packet : NULL,
                             NULL);
    if (!good) {
        take_gap(hart, RVT_ELEMENT_LOSS_FAULT, &diag);
        return;
    }
    if (has_time(&hart->config, &packet))
        report_time(hart, packet.time);
    rvt_diag_clear(&diag);
    count(hart);
    rvt_data_decoder_inst(&hart->data, &packet);
    take_status(hart, rvt_decoder_packet(hart->decoder, &packet, &diag), &diag);
}

static void take_packet(struct rvt_hart_elements *hart, const struct rvt_encap *encap)
{
    bool te_data = false;

    if (!rvt_encap_is_own(&hart->config, encap, &te_data))
        return;
    if (encap->extend)
        report_time(hart, encap->timestamp);
    if (te_data)
        take_data(hart, &encap->payload);
    else
        take_inst(hart, &encap->payload);
}

/* The last packet was taken. */
static void end(struct rvt_hart_elements *hart)
{
    struct rvt_diag diag = {.status = RVT_OK};

    take_status(hart, rvt_decoder_finish(hart->decoder, &diag), &diag);
    hart->latest = hart->end;
    const struct rvt_element element = element_at(hart, RVT_ELEMENT_EO_TRACE, hart->ordinal);
    (void)add(hart, &element);
    hart->ended = true;
}

static void begin(struct rvt_hart_elements *hart, uint64_t index)
{
    hart->latest = index;
    if (!hart->began)
        lose(hart, RVT_ELEMENT_LOSS_START, 0);
}

bool rvt_hart_elements_step(struct rvt_hart_elements *hart)
{
    struct rvt_encap_event event;
    struct rvt_diag diag;
    uint64_t index;

    rvt_diag_clear(&diag);
    enum rvt_encap_event_kind kind = rvt_hart_packets_next(hart->packets, &event, &index, &diag);
    if (kind == RVT_ENCAP_EVENT_NONE) {
        if (!hart->ending || hart->ended)
            return false;
        begin(hart, hart->end);
        end(hart);
        return true;
    }
    begin(hart, index);
    if (kind == RVT_ENCAP_EVENT_PACKET)
        take_packet(hart, &event.encap);
    else if (kind == RVT_ENCAP_EVENT_FAULT)
        take_gap(hart, RVT_ELEMENT_LOSS_FAULT, &diag);
    else
        take_gap(hart, RVT_ELEMENT_LOSS_CARRIER, NULL);
    return true;
}

/* ---- the interface ---- */

static enum rvt_status open_parts(struct rvt_hart_elements *hart)
{
    const struct rvt_decoder_output output = {.range = take_range,
                                              .trap = take_trap,
                                              .event = take_event,
                                              .loss = take_loss,
                                              .meaning = take_meaning,
                                              .context = hart};
    enum rvt_hart_carrier carrier = hart->options.tunnelled ? RVT_HART_CARRIER_STP
                                    : hart->options.framed  ? RVT_HART_CARRIER_FRAMES
                                                            : RVT_HART_CARRIER_NONE;

    rvt_data_decoder_init(&hart->data, &hart->config);
    enum rvt_status status = rvt_hart_packets_open(&hart->config, carrier, &hart->packets);
    return status != RVT_OK ? status
                            : rvt_decoder_profile_open(&hart->config, hart->options.image, &output,
                                                       hart->options.step_limit, &hart->decoder);
}

static void close_parts(struct rvt_hart_elements *hart)
{
    rvt_decoder_close(hart->decoder);
    rvt_hart_packets_close(hart->packets);
}

enum rvt_status rvt_hart_elements_open(const struct rvt_hart_elements_options *options,
                                       struct rvt_hart_elements **hart)
{
    struct rvt_hart_elements *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->options = *options;
    made->config = *options->config;
    made->options.config = NULL; /* the copy is used */
    made->xlen = rvt_image_xlen(options->image);
    made->mask = rvt_mask(made->xlen);
    enum rvt_status status = open_parts(made);
    if (status != RVT_OK) {
        rvt_hart_elements_close(made);
        return status;
    }
    *hart = made;
    return RVT_OK;
}

void rvt_hart_elements_close(struct rvt_hart_elements *hart)
{
    if (hart == NULL)
        return;
    close_parts(hart);
    free(hart);
}

enum rvt_status rvt_hart_elements_reset(struct rvt_hart_elements *hart)
{
    const struct rvt_hart_elements fresh = {
        .options = hart->options, .config = hart->config, .xlen = hart->xlen, .mask = hart->mask};

    close_parts(hart);
    *hart = fresh;
    return open_parts(hart);
}

enum rvt_status rvt_hart_elements_feed(struct rvt_hart_elements *hart, const uint8_t *data,
                                       const uint64_t *index, size_t count)
{
    return rvt_hart_packets_feed(hart->packets, data, index, count);
}

enum rvt_status rvt_hart_elements_lose(struct rvt_hart_elements *hart,
                                       const struct rvt_finding *loss)
{
    return rvt_hart_packets_lose(hart->packets, loss);
}

enum rvt_status rvt_hart_elements_end(struct rvt_hart_elements *hart, uint64_t index)
{
    hart->ending = true;
    hart->end = index;
    return rvt_hart_packets_end(hart->packets, index);
}
