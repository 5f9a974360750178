/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "translation.h"

static ocsd_gen_trc_elem_t type_of(enum rvt_element_kind kind)
{
    static const ocsd_gen_trc_elem_t types[RVT_ELEMENT_KINDS] = {
        [RVT_ELEMENT_NO_SYNC] = OCSD_GEN_TRC_ELEM_NO_SYNC,
        [RVT_ELEMENT_INSTR_RANGE] = OCSD_GEN_TRC_ELEM_INSTR_RANGE,
        [RVT_ELEMENT_I_RANGE_NOPATH] = OCSD_GEN_TRC_ELEM_I_RANGE_NOPATH,
        [RVT_ELEMENT_ADDR_NACC] = OCSD_GEN_TRC_ELEM_ADDR_NACC,
        [RVT_ELEMENT_UNKNOWN] = OCSD_GEN_TRC_ELEM_UNKNOWN,
        [RVT_ELEMENT_TRACE_ON] = OCSD_GEN_TRC_ELEM_TRACE_ON,
        [RVT_ELEMENT_EO_TRACE] = OCSD_GEN_TRC_ELEM_EO_TRACE,
        [RVT_ELEMENT_PE_CONTEXT] = OCSD_GEN_TRC_ELEM_PE_CONTEXT,
        [RVT_ELEMENT_EXCEPTION] = OCSD_GEN_TRC_ELEM_EXCEPTION,
        [RVT_ELEMENT_EXCEPTION_RET] = OCSD_GEN_TRC_ELEM_EXCEPTION_RET,
        [RVT_ELEMENT_TIMESTAMP] = OCSD_GEN_TRC_ELEM_TIMESTAMP,
        [RVT_ELEMENT_EVENT] = OCSD_GEN_TRC_ELEM_EVENT,
        [RVT_ELEMENT_DATA_ADDR] = OCSD_GEN_TRC_ELEM_CUSTOM,
        [RVT_ELEMENT_DATA_VAL] = OCSD_GEN_TRC_ELEM_CUSTOM,
        [RVT_ELEMENT_CUSTOM] = OCSD_GEN_TRC_ELEM_CUSTOM,
    };

    return (unsigned)kind < RVT_ELEMENT_KINDS ? types[kind] : OCSD_GEN_TRC_ELEM_UNKNOWN;
}

static void set_last(const struct rvt_element_range *range, ocsd_generic_trace_elem *out)
{
    bool call = range->last_itype == RVT_INSN_ITYPE_UNINFERABLE_CALL ||
                range->last_itype == RVT_INSN_ITYPE_INFERABLE_CALL ||
                range->last_itype == RVT_INSN_ITYPE_COROUTINE_SWAP;
    bool back = range->last_itype == RVT_INSN_ITYPE_RETURN;

    out->last_i_type = OCSD_INSTR_OTHER;
    if (range->last_class == RVT_INSN_CLASS_BRANCH || range->last_class == RVT_INSN_CLASS_INFERABLE)
        out->last_i_type = OCSD_INSTR_BR;
    if (range->last_class == RVT_INSN_CLASS_UNINFERABLE ||
        range->last_class == RVT_INSN_CLASS_TRAP_RETURN)
        out->last_i_type = OCSD_INSTR_BR_INDIRECT;
    out->last_i_subtype = range->last_class == RVT_INSN_CLASS_TRAP_RETURN ? OCSD_S_INSTR_V8_ERET
                          : back                                          ? OCSD_S_INSTR_V8_RET
                          : call                                          ? OCSD_S_INSTR_BR_LINK
                                                                          : OCSD_S_INSTR_NONE;
    out->last_instr_exec = range->last_executed;
    out->last_instr_sz = range->last_bytes & 7;
    out->last_instr_cond = range->last_conditional;
}

static void set_range(const struct rvt_element *element, ocsd_generic_trace_elem *out)
{
    out->st_addr = element->range.start;
    out->en_addr = element->range.end;
    out->num_instr_range = (uint32_t)element->range.count;
    if (element->kind == RVT_ELEMENT_INSTR_RANGE)
        set_last(&element->range, out);
}

/* Debug mode has no exception level; virtual modes have that of the mode. */
static void set_context(const struct rvt_element_context *context, ocsd_generic_trace_elem *out)
{
    static const ocsd_ex_level levels[] = {ocsd_EL0,        ocsd_EL1, ocsd_EL_unknown, ocsd_EL3,
                                           ocsd_EL_unknown, ocsd_EL0, ocsd_EL1};
    bool known = context->privilege_known && context->privilege < sizeof levels / sizeof levels[0];

    out->context.security_level = ocsd_sec_nonsecure;
    out->context.exception_level = known ? levels[context->privilege] : ocsd_EL_unknown;
    out->context.el_valid = out->context.exception_level != ocsd_EL_unknown;
    out->context.bits64 = context->xlen == 64;
    out->context.ctxt_id_valid = context->context_known;
    out->context.context_id = (uint32_t)context->context;
}

static void set_exception(const struct rvt_element_exception *exception,
                          ocsd_generic_trace_elem *out)
{
    out->exception_number = exception->number | (exception->interrupt ? RVT_OPENCSD_INTERRUPT : 0);
    out->excep_ret_addr = exception->has_address;
    out->excep_ret_addr_br_tgt = exception->at_branch_target;
    out->en_addr = exception->has_address ? exception->address : 0;
}

static unsync_info_t unsync_of(enum rvt_element_loss reason, bool after_reset)
{
    switch (reason) {
    case RVT_ELEMENT_LOSS_START:
        return after_reset ? UNSYNC_RESET_DECODER : UNSYNC_INIT_DECODER;
    case RVT_ELEMENT_LOSS_ENDED:
        return UNSYNC_EOT;
    case RVT_ELEMENT_LOSS_ENCODER:
        return UNSYNC_OVERFLOW;
    case RVT_ELEMENT_LOSS_CARRIER:
        return UNSYNC_DISCARD;
    case RVT_ELEMENT_LOSS_FAULT:
        return UNSYNC_BAD_PACKET;
    }
    return UNSYNC_UNKNOWN;
}

static void set_event(const struct rvt_element_signal *event, ocsd_generic_trace_elem *out)
{
    bool notify = event->type == RVT_ELEMENT_EVENT_NOTIFY;

    out->trace_event.ev_type = notify ? EVENT_NUMBERED : EVENT_TRIGGER;
    out->st_addr = notify ? event->address : 0;
}

static void set_members(const struct rvt_element *element, bool after_reset,
                        ocsd_generic_trace_elem *out)
{
    if (element->kind == RVT_ELEMENT_INSTR_RANGE || element->kind == RVT_ELEMENT_I_RANGE_NOPATH)
        set_range(element, out);
    else if (element->kind == RVT_ELEMENT_PE_CONTEXT)
        set_context(&element->context, out);
    else if (element->kind == RVT_ELEMENT_EXCEPTION)
        set_exception(&element->exception, out);
    else if (element->kind == RVT_ELEMENT_NO_SYNC)
        out->unsync_eot_info = unsync_of(element->loss.reason, after_reset);
    else if (element->kind == RVT_ELEMENT_EO_TRACE)
        out->unsync_eot_info = UNSYNC_EOT;
    else if (element->kind == RVT_ELEMENT_TRACE_ON)
        out->trace_on_reason = element->trace_on.reason == RVT_ELEMENT_TRACE_ON_OVERFLOW
                                   ? TRACE_ON_OVERFLOW
                                   : TRACE_ON_NORMAL;
    else if (element->kind == RVT_ELEMENT_ADDR_NACC)
        out->st_addr = element->nacc.address;
    else if (element->kind == RVT_ELEMENT_TIMESTAMP)
        out->timestamp = element->timestamp.value;
    else if (element->kind == RVT_ELEMENT_EVENT)
        set_event(&element->event, out);
}

void rvt_opencsd_translate(const struct rvt_element *element, bool after_reset,
                           ocsd_generic_trace_elem *out)
{
    memset(out, 0, sizeof *out);
    out->elem_type = type_of(element->kind);
    out->isa = ocsd_isa_custom;
    out->extended_data = 1;
    out->ptr_extended_data = element;
    set_members(element, after_reset, out);
}
