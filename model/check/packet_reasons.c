/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/packet_reasons.h"

#include <stddef.h>

#define BIT(decision) (UINT64_C(1) << (decision))

void rvt_reasons_init(struct rvt_reasons *reasons, const struct rvt_config *config,
                      rvt_reason_sink sink, void *context)
{
    *reasons = (struct rvt_reasons){.config = config, .sink = sink, .context = context};
}

static enum rvt_status report(const struct rvt_reasons *reasons, uint64_t packet,
                              enum rvt_decision decision, uint64_t others)
{
    struct rvt_reason reason = {
        .packet = packet, .decision = decision, .possible = BIT(decision) | others};

    return reasons->sink(reasons->context, &reason) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

static bool is_periodic(const struct rvt_reasons *reasons)
{
    return reasons->config->resync.mode != RVT_RESYNC_OFF;
}

/* Precise context changes need a ctype of two bits. */
static bool has_precise(const struct rvt_reasons *reasons)
{
    return reasons->config->params.ctype_width_p > 1;
}

/* A report before something may also be the last one before a periodic sync packet. */
static uint64_t or_resync(const struct rvt_reasons *reasons)
{
    return is_periodic(reasons) ? BIT(RVT_DECISION_RESYNC_BRANCHES) : 0;
}

static uint64_t or_returns(const struct rvt_reasons *reasons)
{
    bool flushes =
        reasons->config->options.implicit_return && reasons->config->switches.ir_flush_before_sync;

    return flushes ? BIT(RVT_DECISION_IMPLICIT_RETURNS) : 0;
}

/* All possible reasons of a report that no later packet explains. */
static uint64_t anything(const struct rvt_reasons *reasons)
{
    return BIT(RVT_DECISION_BEFORE_TRAP) | BIT(RVT_DECISION_BEFORE_PPCCD) |
           BIT(RVT_DECISION_BEFORE_END) | BIT(RVT_DECISION_BEFORE_CHANGE) |
           BIT(RVT_DECISION_BRANCH_COUNT_FULL) | or_resync(reasons) | or_returns(reasons);
}

/* The pending report was sent for decision, or one of others. */
static enum rvt_status resolve(struct rvt_reasons *reasons, enum rvt_decision decision,
                               uint64_t others)
{
    enum rvt_status status;

    if (!reasons->pending)
        return RVT_OK;
    reasons->pending = false;
    if (reasons->returns_full)
        others |= BIT(RVT_DECISION_RETURNS_FULL);
    status = report(reasons, reasons->packet, decision, others);
    for (uint64_t i = 1; i <= reasons->contexts && status == RVT_OK; i++)
        status = report(reasons, reasons->packet + i, RVT_DECISION_CONTEXT, 0);
    return status;
}

/* What an F3/0 shows about the report before it. ETR-ALG-032, ETR-ALG-033. */
static enum rvt_status resolve_by_start(struct rvt_reasons *reasons,
                                        const struct rvt_packet_meaning *meaning)
{
    uint64_t others = or_returns(reasons) | or_resync(reasons) | BIT(RVT_DECISION_BEFORE_PPCCD);

    if (reasons->changed)
        return resolve(reasons, RVT_DECISION_BEFORE_CHANGE, others);
    if (meaning->new_level || !is_periodic(reasons))
        return resolve(reasons, RVT_DECISION_BEFORE_PPCCD, others);
    return resolve(reasons, RVT_DECISION_RESYNC_BRANCHES,
                   has_precise(reasons) ? others : others & ~BIT(RVT_DECISION_BEFORE_PPCCD));
}

/* F3/0. */
static enum rvt_status explain_start(struct rvt_reasons *reasons,
                                     const struct rvt_packet_meaning *meaning)
{
    uint64_t returned = reasons->config->switches.xret_sync == RVT_XRET_SYNC_ALWAYS &&
                                meaning->end == RVT_PATH_END_UPDISCON
                            ? BIT(RVT_DECISION_TRAP_RETURN)
                            : 0;
    uint64_t precise = has_precise(reasons) ? BIT(RVT_DECISION_PPCCD) : 0;
    uint64_t periodic = is_periodic(reasons) ? BIT(RVT_DECISION_RESYNC) : 0;

    if (meaning->end == RVT_PATH_END_HANDLER)
        return report(reasons, meaning->packet, RVT_DECISION_HANDLER_REPORTED, 0);
    if (meaning->end == RVT_PATH_END_START)
        return report(reasons, meaning->packet, RVT_DECISION_FIRST,
                      reasons->trapped ? BIT(RVT_DECISION_HANDLER_REPORTED) : 0);
    if (reasons->changed)
        return report(reasons, meaning->packet, RVT_DECISION_CHANGED,
                      returned | periodic | BIT(RVT_DECISION_PPCCD));
    if (meaning->new_level)
        return report(reasons, meaning->packet, RVT_DECISION_PPCCD, returned | periodic);
    if (returned != 0)
        return report(reasons, meaning->packet, RVT_DECISION_TRAP_RETURN, precise | periodic);
    if (periodic != 0)
        return report(reasons, meaning->packet, RVT_DECISION_RESYNC, precise);
    return report(reasons, meaning->packet, RVT_DECISION_PPCCD, 0);
}

/* F3/1 with thaddr 0 that no other trap packet precedes. ETR-ALG-022, ETR-ALG-026, ETR-ALG-029. */
static enum rvt_decision first_of_chain(const struct rvt_reasons *reasons,
                                        const struct rvt_packet_meaning *meaning, uint64_t *others)
{
    bool interrupt_reported =
        reasons->config->switches.int_at_updiscon == RVT_INT_AT_UPDISCON_THADDR0;

    *others = 0;
    if (!reasons->tracing) {
        *others = BIT(RVT_DECISION_TRAP_AFTER_TRAP) | BIT(RVT_DECISION_UPDISCON_EXCEPTION);
        return RVT_DECISION_FIRST_EXCEPTION;
    }
    if (meaning->updiscon_before && (!meaning->te_inst->interrupt || interrupt_reported))
        return RVT_DECISION_UPDISCON_EXCEPTION;
    if (meaning->return_before && !meaning->te_inst->interrupt)
        *others = BIT(RVT_DECISION_UPDISCON_EXCEPTION);
    return RVT_DECISION_TRAP_AFTER_TRAP;
}

static enum rvt_status explain_trap(struct rvt_reasons *reasons,
                                    const struct rvt_packet_meaning *meaning)
{
    uint64_t last = reasons->config->switches.report_last_trap ? BIT(RVT_DECISION_LAST_TRAP) : 0;
    enum rvt_decision decision = RVT_DECISION_HANDLER;
    uint64_t others = 0;

    if (meaning->te_inst->thaddr) {
        reasons->chain = RVT_CHAIN_NONE;
        return report(reasons, meaning->packet, decision, 0);
    }
    switch (reasons->chain) {
    case RVT_CHAIN_NONE:
        decision = first_of_chain(reasons, meaning, &others);
        break;
    case RVT_CHAIN_UNREPORTED:
        decision = RVT_DECISION_TRAP_AFTER_TRAP;
        break;
    case RVT_CHAIN_REPORTED:
        decision = RVT_DECISION_TRAP_AFTER_REPORTED;
        break;
    case RVT_CHAIN_EITHER:
        decision = RVT_DECISION_TRAP_AFTER_TRAP;
        others = BIT(RVT_DECISION_TRAP_AFTER_REPORTED);
        break;
    }
    reasons->chain = others != 0                                ? RVT_CHAIN_EITHER
                     : decision == RVT_DECISION_TRAP_AFTER_TRAP ? RVT_CHAIN_UNREPORTED
                                                                : RVT_CHAIN_REPORTED;
    return report(reasons, meaning->packet, decision, others | last);
}

/* F3/3. */
static enum rvt_status explain_support(struct rvt_reasons *reasons,
                                       const struct rvt_packet_meaning *meaning)
{
    const struct rvt_support *support = &meaning->te_inst->support;
    unsigned status = support->value[RVT_SUPPORT_QUAL_STATUS];
    bool enabled = support->value[RVT_SUPPORT_IENABLE] != 0;
    bool was_enabled = reasons->enabled;
    uint64_t breaks = reasons->config->switches.ctype3 == RVT_CTYPE3_SUPPORT_BREAK
                          ? BIT(RVT_DECISION_CONTEXT_BREAK)
                          : 0;
    uint64_t restart =
        reasons->config->switches.support_on_restart ? BIT(RVT_DECISION_SUPPORT_RESTART) : 0;

    reasons->enabled = enabled;
    reasons->changed = status == RVT_QUAL_NO_CHANGE && enabled && reasons->tracing;
    if (status == RVT_QUAL_TRACE_LOST)
        return report(reasons, meaning->packet, RVT_DECISION_SUPPORT_LOST, 0);
    if (status != RVT_QUAL_NO_CHANGE || !enabled)
        return report(reasons, meaning->packet, RVT_DECISION_SUPPORT_END, breaks);
    if (reasons->tracing)
        return report(reasons, meaning->packet, RVT_DECISION_SUPPORT_CHANGE, 0);
    if (!was_enabled)
        return report(reasons, meaning->packet, RVT_DECISION_SUPPORT_ENABLE, 0);
    return report(reasons, meaning->packet,
                  restart != 0 ? RVT_DECISION_SUPPORT_RESTART : RVT_DECISION_SUPPORT_CHANGE,
                  BIT(RVT_DECISION_SUPPORT_CHANGE));
}

/* F0, F1, F2. ETR-ALG-030..034. */
static enum rvt_status explain_report(struct rvt_reasons *reasons,
                                      const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    bool count =
        packet->format == RVT_FORMAT_OPT_EXT && packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT;
    bool index = packet->format == RVT_FORMAT_OPT_EXT && !count;

    if (count && packet->branch_fmt == RVT_BRANCH_FMT_NO_ADDR)
        return report(reasons, meaning->packet, RVT_DECISION_MISPREDICTION, 0);
    if (packet->format == RVT_FORMAT_DIFF_DELTA && packet->branches == 0)
        return report(reasons, meaning->packet, RVT_DECISION_BRANCH_MAP_FULL, 0);
    if (packet->notify)
        return report(reasons, meaning->packet, RVT_DECISION_NOTIFY, or_resync(reasons));
    if (index || meaning->end == RVT_PATH_END_UPDISCON)
        return report(reasons, meaning->packet, RVT_DECISION_UPDISCON, 0);
    if (meaning->end == RVT_PATH_END_NONE)
        return report(reasons, meaning->packet, RVT_DECISION_UPDISCON, anything(reasons));
    reasons->pending = true;
    reasons->contexts = 0;
    reasons->packet = meaning->packet;
    reasons->count_full = count && packet->branch_count == reasons->config->switches.bcount_max;
    reasons->returns_full = packet->irreport && packet->irdepth == UINT8_MAX &&
                            reasons->config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS;
    return RVT_OK;
}

/* What a packet shows about the pending report; F3/2 shows nothing. */
static enum rvt_status resolve_by(struct rvt_reasons *reasons,
                                  const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    unsigned status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];

    if (!reasons->pending)
        return RVT_OK;
    if (packet->format != RVT_FORMAT_SYNC) {
        if (reasons->count_full)
            return resolve(reasons, RVT_DECISION_BRANCH_COUNT_FULL, 0);
        return resolve(
            reasons, reasons->returns_full ? RVT_DECISION_RETURNS_FULL : RVT_DECISION_BEFORE_CHANGE,
            or_returns(reasons) | or_resync(reasons));
    }
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        return resolve_by_start(reasons, meaning);
    case RVT_SUBFORMAT_TRAP:
        return resolve(reasons, RVT_DECISION_BEFORE_TRAP, or_resync(reasons));
    case RVT_SUBFORMAT_CONTEXT:
        return RVT_OK;
    default:
        break;
    }
    if (status == RVT_QUAL_TRACE_LOST)
        return resolve(reasons, RVT_DECISION_RESYNC_BRANCHES,
                       BIT(RVT_DECISION_BRANCH_COUNT_FULL) | BIT(RVT_DECISION_UPDISCON) |
                           BIT(RVT_DECISION_BEFORE_TRAP));
    if (status == RVT_QUAL_NO_CHANGE && packet->support.value[RVT_SUPPORT_IENABLE] != 0)
        return resolve(reasons, RVT_DECISION_BEFORE_CHANGE, or_resync(reasons));
    return resolve(reasons, RVT_DECISION_BEFORE_END,
                   or_resync(reasons) | BIT(RVT_DECISION_BEFORE_TRAP) |
                       (reasons->config->switches.ctype3 == RVT_CTYPE3_SUPPORT_BREAK
                            ? BIT(RVT_DECISION_BEFORE_PPCCD)
                            : 0));
}

enum rvt_status rvt_reasons_packet(struct rvt_reasons *reasons,
                                   const struct rvt_packet_meaning *meaning)
{
    const struct rvt_packet *packet = meaning->te_inst;
    enum rvt_status status;

    if (packet == NULL) /* the previous report meant the occurrence that a discontinuity led to */
        return resolve(reasons, RVT_DECISION_UPDISCON, 0);
    status = resolve_by(reasons, meaning);
    if (status != RVT_OK)
        return status;
    if (packet->format != RVT_FORMAT_SYNC) {
        reasons->changed = false;
        return explain_report(reasons, meaning);
    }
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        status = explain_start(reasons, meaning);
        reasons->chain = RVT_CHAIN_NONE;
        reasons->tracing = true;
        reasons->changed = false;
        reasons->trapped = false;
        return status;
    case RVT_SUBFORMAT_TRAP:
        status = explain_trap(reasons, meaning);
        reasons->tracing = reasons->tracing || packet->thaddr;
        reasons->changed = false;
        reasons->trapped = false;
        return status;
    case RVT_SUBFORMAT_CONTEXT:
        reasons->contexts++;
        return reasons->pending ? RVT_OK
                                : report(reasons, meaning->packet, RVT_DECISION_CONTEXT, 0);
    default:
        break;
    }
    status = explain_support(reasons, meaning);
    if (packet->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_NO_CHANGE ||
        packet->support.value[RVT_SUPPORT_IENABLE] == 0) {
        reasons->trapped = reasons->chain != RVT_CHAIN_NONE && reasons->enabled &&
                           packet->support.value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_TRACE_LOST;
        reasons->tracing = false;
        reasons->chain = RVT_CHAIN_NONE;
    }
    return status;
}

enum rvt_status rvt_reasons_break(struct rvt_reasons *reasons)
{
    reasons->tracing = false;
    reasons->changed = false;
    reasons->trapped = false;
    reasons->chain = RVT_CHAIN_NONE;
    return resolve(reasons, RVT_DECISION_UPDISCON, anything(reasons));
}
