/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "element/hart_reports.h"

#include "base/bits.h"
#include "wire/encap.h"

_Static_assert((int)RVT_INSN_CLASS_UNKNOWN == (int)RVT_INSN_UNKNOWN, "one code for classes");

/* ---- elements ---- */

/* What all kinds have. packet: one that the decoder has taken, or the one in progress. */
static void describe(const struct rvt_hart_reports *reports, struct rvt_element *element,
                     enum rvt_element_kind kind, uint64_t packet)
{
    bool known =
        packet < reports->ordinal && reports->ordinal - packet <= RVT_HART_REPORTS_DEFERRED;

    element->kind = kind;
    element->id = reports->id;
    element->index = known ? reports->index[packet % RVT_HART_REPORTS_DEFERRED] : reports->latest;
    element->packet = packet;
}

static struct rvt_element element_at(const struct rvt_hart_reports *reports,
                                     enum rvt_element_kind kind, uint64_t packet)
{
    struct rvt_element element = {.kind = kind};

    describe(reports, &element, kind, packet);
    return element;
}

/* Within a callback of the decoder. */
static struct rvt_element element_of(const struct rvt_hart_reports *reports,
                                     enum rvt_element_kind kind)
{
    return element_at(reports, kind, rvt_decoder_ordinal(reports->decoder));
}

static void add(struct rvt_hart_reports *reports, const struct rvt_element *element)
{
    rvt_element_queue_add(reports->queue, element);
}

/* The answer of a callback. */
static enum rvt_status answer(const struct rvt_hart_reports *reports)
{
    return rvt_element_queue_answer(reports->queue);
}

static void lose(struct rvt_hart_reports *reports, enum rvt_element_loss reason, uint64_t packet,
                 uint64_t skipped)
{
    struct rvt_element element = element_at(reports, RVT_ELEMENT_NO_SYNC, packet);

    if (reports->began && !reports->synchronised)
        return;
    element.loss.reason = reports->lost = reason;
    element.loss.skipped = skipped;
    reports->began = true;
    reports->synchronised = false;
    reports->last = RVT_INSN_SEQUENTIAL;
    add(reports, &element);
}

void rvt_hart_reports_lose(struct rvt_hart_reports *reports, enum rvt_element_loss reason,
                           uint64_t packet)
{
    lose(reports, reason, packet, 0);
}

void rvt_hart_reports_skip(struct rvt_hart_reports *reports, uint64_t index, uint64_t bytes)
{
    reports->latest = index;
    lose(reports, RVT_ELEMENT_LOSS_START, 0, bytes);
}

void rvt_hart_reports_fault(struct rvt_hart_reports *reports, const struct rvt_diag *diag,
                            uint64_t packet)
{
    const struct rvt_diagnosis diagnosis = rvt_diagnosis_of(diag);
    struct rvt_element element = element_at(reports, RVT_ELEMENT_UNKNOWN, packet);

    if (diag->status == RVT_ERR_NO_CODE) {
        element.kind = RVT_ELEMENT_ADDR_NACC;
        element.nacc.address = diag->value;
    } else {
        element.unknown.diagnosis = &diagnosis;
    }
    add(reports, &element);
}

void rvt_hart_reports_time(struct rvt_hart_reports *reports, uint64_t time)
{
    struct rvt_element element = element_at(reports, RVT_ELEMENT_TIMESTAMP, reports->ordinal);

    element.timestamp.value = time;
    add(reports, &element);
}

void rvt_hart_reports_access(struct rvt_hart_reports *reports, const struct rvt_data_report *access)
{
    struct rvt_element element = element_at(reports, RVT_ELEMENT_DATA_ADDR, reports->ordinal);

    element.data = (struct rvt_element_data){.type = (enum rvt_te_data_type)access->dtype,
                                             .request = access->phase == RVT_PHASE_REQUEST,
                                             .response = access->phase == RVT_PHASE_RESPONSE,
                                             .error = access->error,
                                             .lrid = access->lrid,
                                             .bytes = 1U << access->size,
                                             .value = access->address};
    if (access->has_address)
        add(reports, &element);
    element.kind = RVT_ELEMENT_DATA_VAL;
    element.data.operand = true;
    element.data.value = access->operand;
    if (access->has_operand)
        add(reports, &element);
    element.data.operand = false;
    element.data.value = access->data;
    if (access->has_data || access->error)
        add(reports, &element);
}

/* ---- what the decoder reports ---- */

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    struct rvt_hart_reports *reports = context;
    struct rvt_element *element = rvt_element_queue_place(reports->queue);
    enum rvt_insn_kind last = rvt_range_kind(range);
    bool branch = last == RVT_INSN_BRANCH;

    describe(reports, element, RVT_ELEMENT_INSTR_RANGE, range->packet);
    element->range.start = range->first;
    element->range.end = reports->after = (range->last + range->last_size) & reports->mask;
    element->range.count = range->count;
    element->range.last = range->last;
    element->range.xlen = reports->xlen;
    element->range.last_bytes = range->last_size;
    element->range.last_class = (enum rvt_insn_class)last;
    element->range.last_itype = rvt_range_jump_class(range);
    element->range.last_conditional = branch;
    element->range.last_executed = !branch || range->taken;
    reports->last = last;
    reports->executed = element->range.last_executed;
    rvt_element_queue_added(reports->queue);
    if (last == RVT_INSN_TRAP_RETURN) {
        const struct rvt_element returned = element_of(reports, RVT_ELEMENT_EXCEPTION_RET);
        add(reports, &returned);
    }
    return answer(reports);
}

/* True if a discontinuity led away from the latest range. */
static bool has_left(const struct rvt_hart_reports *reports)
{
    return reports->executed && reports->last != RVT_INSN_SEQUENTIAL &&
           reports->last != RVT_INSN_UNKNOWN;
}

static enum rvt_status take_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_hart_reports *reports = context;
    struct rvt_element element = element_of(reports, RVT_ELEMENT_EXCEPTION);

    element.exception =
        (struct rvt_element_exception){.number = trap->ecause,
                                       .interrupt = trap->interrupt,
                                       .has_address = trap->epc_known,
                                       .at_branch_target = trap->epc_known && has_left(reports),
                                       .address = trap->epc,
                                       .tval = trap->tval};
    reports->last = RVT_INSN_SEQUENTIAL;
    add(reports, &element);
    return answer(reports);
}

static void synchronise(struct rvt_hart_reports *reports)
{
    struct rvt_element element = element_of(reports, RVT_ELEMENT_TRACE_ON);

    element.trace_on.reason =
        reports->lost == RVT_ELEMENT_LOSS_START || reports->lost == RVT_ELEMENT_LOSS_ENDED
            ? RVT_ELEMENT_TRACE_ON_START
        : reports->lost == RVT_ELEMENT_LOSS_ENCODER ? RVT_ELEMENT_TRACE_ON_OVERFLOW
                                                    : RVT_ELEMENT_TRACE_ON_RESTART;
    reports->synchronised = true;
    add(reports, &element);
}

/* Privilege and context of a packet, if they are new. */
static void take_context(struct rvt_hart_reports *reports, const struct rvt_packet *packet)
{
    const struct rvt_params *params = reports->params;
    struct rvt_element element = element_of(reports, RVT_ELEMENT_PE_CONTEXT);

    element.context = (struct rvt_element_context){
        .privilege_known = true,
        .context_known = !params->nocontext_p,
        .privilege = packet->privilege,
        .xlen = reports->xlen,
        .context_width = params->nocontext_p ? 0 : params->context_width_p,
        .context = params->nocontext_p ? 0 : packet->context};
    if (reports->context.privilege_known &&
        reports->context.privilege == element.context.privilege &&
        reports->context.context == element.context.context)
        return;
    reports->context = element.context;
    add(reports, &element);
}

static enum rvt_status take_event(void *context, enum rvt_trace_event event,
                                  const struct rvt_packet *packet)
{
    struct rvt_hart_reports *reports = context;
    uint64_t ordinal = rvt_decoder_ordinal(reports->decoder);

    switch (event) {
    case RVT_EVENT_SYNC:
        synchronise(reports);
        break;
    case RVT_EVENT_ENDED:
        rvt_hart_reports_lose(reports, RVT_ELEMENT_LOSS_ENDED, ordinal);
        break;
    case RVT_EVENT_LOST:
        rvt_hart_reports_lose(reports, RVT_ELEMENT_LOSS_ENCODER, ordinal);
        break;
    case RVT_EVENT_CONTEXT:
        take_context(reports, packet);
        break;
    case RVT_EVENT_SUPPORT:
    case RVT_EVENT_AMBIGUOUS:
        break;
    }
    return answer(reports);
}

/* Reported when the position is known again, or at the end of the stream: what lies between is not
 * known. */
static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    struct rvt_hart_reports *reports = context;
    struct rvt_element element = element_of(reports, RVT_ELEMENT_I_RANGE_NOPATH);

    rvt_hart_reports_lose(reports, RVT_ELEMENT_LOSS_FAULT, loss->first_packet);
    if (!loss->from_known || !loss->to_known)
        return answer(reports);
    element.range.xlen = reports->xlen;
    element.range.start = reports->after;
    element.range.end = loss->to;
    add(reports, &element);
    return answer(reports);
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct rvt_hart_reports *reports = context;

    if (meaning->te_inst == NULL || !meaning->te_inst->notify)
        return RVT_OK;
    struct rvt_element element = element_of(reports, RVT_ELEMENT_EVENT);
    element.event.type = RVT_ELEMENT_EVENT_NOTIFY;
    element.event.address = meaning->address;
    add(reports, &element);
    return answer(reports);
}

/* ---- the interface ---- */

void rvt_hart_reports_init(struct rvt_hart_reports *reports)
{
    *reports = (struct rvt_hart_reports){.params = reports->params,
                                         .queue = reports->queue,
                                         .id = reports->id,
                                         .xlen = reports->xlen,
                                         .mask = rvt_mask(reports->xlen)};
}

struct rvt_decoder_output rvt_hart_reports_output(struct rvt_hart_reports *reports)
{
    return (struct rvt_decoder_output){.range = take_range,
                                       .trap = take_trap,
                                       .event = take_event,
                                       .loss = take_loss,
                                       .meaning = take_meaning,
                                       .context = reports};
}

void rvt_hart_reports_begin(struct rvt_hart_reports *reports, uint64_t index)
{
    reports->latest = index;
    if (!reports->began)
        rvt_hart_reports_lose(reports, RVT_ELEMENT_LOSS_START, 0);
}

void rvt_hart_reports_count(struct rvt_hart_reports *reports)
{
    reports->index[reports->ordinal++ % RVT_HART_REPORTS_DEFERRED] = reports->latest;
}

void rvt_hart_reports_end(struct rvt_hart_reports *reports, uint64_t index)
{
    reports->latest = index;
    const struct rvt_element element = element_at(reports, RVT_ELEMENT_EO_TRACE, reports->ordinal);
    add(reports, &element);
}
