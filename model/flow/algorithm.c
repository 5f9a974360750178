/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/algorithm.h"

#include <stddef.h>

/* The signal asks for a precise report or a discontinuity. ETR-ALG-005. */
static bool is_precise(const struct rvt_item *item)
{
    return item->ctype == RVT_CTYPE_PRECISE || item->ctype == RVT_CTYPE_DISCONTINUITY;
}

/* ppccd for an item whose predecessor ran at priv. */
static bool is_ppccd(const struct rvt_item *item, uint8_t priv)
{
    return item->priv != priv || is_precise(item);
}

static bool is_next(const struct rvt_next *next, enum rvt_item_kind kind)
{
    return next->kind == RVT_NEXT_ITEM && next->item->kind == kind;
}

static struct rvt_cause cause_of(const struct rvt_item *item)
{
    return (struct rvt_cause){
        .interrupt = item->itype == RVT_ITYPE_INTERRUPT,
        .cause = item->cause,
        .tval = item->tval,
    };
}

/* A point that does not depend on how instructions are cut into blocks. Decision 0001. */
static bool ends_block(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                       const struct rvt_next *next)
{
    if (algorithm->report.config->switches.resync_point == RVT_RESYNC_POINT_ANY_ITEM)
        return true;
    bool jumps = is_next(next, RVT_ITEM_INST) && next->item->iaddr != item->after;
    return (item->itype != RVT_ITYPE_NONE) | jumps; /* no branch: nothing would predict it */
}

/* The updiscon flag: item was reached by a jump and the next one gets a sync packet. ETR-FMT-027.
 */
static inline bool updiscon_flag(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                                 const struct rvt_next *next)
{
    const struct rvt_resync *resync = &algorithm->report.resync;

    if (!algorithm->prev.updiscon)
        return false;
    if (resync->cmp == RVT_RESYNC_CMP_LEGACY && rvt_resync_syncs_next(resync))
        return true;
    return is_next(next, RVT_ITEM_TRAP) ||
           (is_next(next, RVT_ITEM_INST) &&
            (is_ppccd(next->item, item->priv) || rvt_resync_syncs_next(resync)));
}

static void report_address(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                           enum rvt_decision decision)
{
    bool notify = item->notify && !algorithm->prev.updiscon; /* ETR-FMT-026 */
    rvt_report_address(&algorithm->report, item, notify, algorithm->flag, decision);
}

/* Step 8, on the next item. Returns whether to report, and why. ETR-ALG-033. */
static inline bool next_asks(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                             const struct rvt_next *next, enum rvt_decision *why)
{
    if (next->kind == RVT_NEXT_END) {
        *why = RVT_DECISION_BEFORE_END;
        return true;
    }
    if (next->kind != RVT_NEXT_ITEM)
        return false;
    if (next->item->kind == RVT_ITEM_TRAP) {
        *why = RVT_DECISION_BEFORE_TRAP;
        return true;
    }
    *why = RVT_DECISION_BEFORE_PPCCD;
    return next->item->ctype == RVT_CTYPE_DISCONTINUITY ||
           (is_ppccd(next->item, item->priv) && algorithm->report.map.count > 0);
}

/*
 * Step 7, on the resync machine in state 2: branches would be lost; or, at the points of our
 * choice, F3/0 would not tell which of two arrivals at an address it follows. ETR-ALG-032; decision
 * 0001.
 */
static bool resync_asks(const struct rvt_report *report)
{
    bool always = report->resync.cmp == RVT_RESYNC_CMP_FSM &&
                  report->config->switches.resync_point == RVT_RESYNC_POINT_BLOCK_END;
    return rvt_resync_flushes(&report->resync) && (always || report->map.count > 0);
}

/* Steps 3c to 5: the packets that synchronise. Returns false if none is due. */
static inline bool synchronise(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    struct rvt_report *report = &algorithm->report;

    if (algorithm->prev.trap && !algorithm->prev.trep)
        rvt_report_trap(report, item, &algorithm->prev.cause, true, RVT_DECISION_HANDLER);
    else if (algorithm->prev.trap)
        rvt_report_start(report, item, RVT_DECISION_HANDLER_REPORTED);
    else if (algorithm->first)
        rvt_report_start(report, item, RVT_DECISION_FIRST);
    else if (is_ppccd(item, algorithm->prev.priv))
        rvt_report_start(report, item, RVT_DECISION_PPCCD);
    else if (rvt_resync_syncs(&report->resync))
        rvt_report_start(report, item, RVT_DECISION_RESYNC);
    else
        return false;
    return true;
}

/* The traversal of an instruction that retired. */
static void decide_inst(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    enum rvt_decision why;

    rvt_branch_map_add_if(&report->map, item->branch, item->taken);
    if (synchronise(algorithm, item))
        return;
    if (algorithm->prev.updiscon) {
        report_address(algorithm, item, RVT_DECISION_UPDISCON);
        algorithm->ended_ntr = !algorithm->flag;
    } else if (item->notify) {
        report_address(algorithm, item, RVT_DECISION_NOTIFY);
    } else if (resync_asks(report)) {
        report_address(algorithm, item, RVT_DECISION_RESYNC_BRANCHES);
    } else if (next_asks(algorithm, item, next, &why)) {
        report_address(algorithm, item, why);
    } else if (report->map.count == RVT_BRANCHES_MAX) {
        rvt_report_branches(report, item);
    } else if (report->context_pending &&
               (item->ctype == RVT_CTYPE_IMPRECISE || algorithm->ends_block)) {
        rvt_report_context(report, item);
    }
}

/* The traversal of a trap: steps 3a, 3b, 4, 6a and 6c. Returns trep: whether its own cause was
 * told. */
static bool decide_trap(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    const struct rvt_switches *switches = &algorithm->report.config->switches;
    struct rvt_report *report = &algorithm->report;
    struct rvt_cause cause = cause_of(item);
    bool defer = cause.interrupt && switches->int_at_updiscon == RVT_INT_AT_UPDISCON_DEFER;

    if (algorithm->prev.trap && (!algorithm->prev.trep || switches->trap_dup_refflow)) {
        rvt_report_trap(report, item, &algorithm->prev.cause, false, RVT_DECISION_TRAP_AFTER_TRAP);
        return false;
    }
    if (algorithm->prev.trap) {
        rvt_report_trap(report, item, &cause, false, RVT_DECISION_TRAP_AFTER_REPORTED);
        return true;
    }
    if (algorithm->first && switches->first_trap == RVT_FIRST_TRAP_V203) {
        rvt_report_start(report, item, RVT_DECISION_FIRST);
        return false;
    }
    if (algorithm->first && !cause.interrupt) {
        rvt_report_trap(report, item, &cause, false, RVT_DECISION_FIRST_EXCEPTION);
        return true;
    }
    if (!algorithm->first && algorithm->prev.updiscon && !defer) {
        rvt_report_trap(report, item, &cause, false, RVT_DECISION_UPDISCON_EXCEPTION);
        return true;
    }
    return false;
}

/*
 * The traversal of a trap in the chart of v2.0 to v2.0.3: a trap that came with retirement is none
 * of its own, and one that came alone passes the decisions meant for instructions.
 * ETR-ALG-071..075.
 */
static bool decide_trap_v200(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                             const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    struct rvt_cause cause = cause_of(item);
    enum rvt_decision why;

    if (!item->own_row)
        return false;
    if (algorithm->prev.trap) {
        rvt_report_trap(report, item, &algorithm->prev.cause, false, RVT_DECISION_TRAP_AFTER_TRAP);
        return false;
    }
    if (synchronise(algorithm, item))
        return false;
    if (algorithm->prev.updiscon) {
        rvt_report_trap(report, item, &cause, false, RVT_DECISION_UPDISCON_EXCEPTION);
        return true;
    }
    if (rvt_resync_flushes(&report->resync) && report->map.count > 0)
        report_address(algorithm, item, RVT_DECISION_RESYNC_BRANCHES);
    else if (next_asks(algorithm, item, next, &why))
        report_address(algorithm, item, why);
    return false;
}

void rvt_algorithm_item(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    bool trep = false;

    algorithm->ended_ntr = false;
    rvt_resync_cycles(&report->resync, item->elapsed);
    if (item->ctype == RVT_CTYPE_IMPRECISE)
        report->context_pending = true;
    if (item->kind == RVT_ITEM_INST) {
        algorithm->ends_block = ends_block(algorithm, item, next);
        rvt_resync_before(&report->resync, algorithm->ends_block);
        algorithm->flag = updiscon_flag(algorithm, item, next);
        decide_inst(algorithm, item, next);
        rvt_resync_after(&report->resync);
        rvt_resync_halfwords(&report->resync, item->halfwords);
    } else {
        algorithm->flag = updiscon_flag(algorithm, item, next);
        trep = report->config->switches.chart == RVT_CHART_V200
                   ? decide_trap_v200(algorithm, item, next)
                   : decide_trap(algorithm, item);
    }
    if (!report->config->switches.cci_latch)
        report->context_pending = false;
    algorithm->first = false;
    algorithm->prev.trap = item->kind == RVT_ITEM_TRAP;
    algorithm->prev.trep = trep;
    algorithm->prev.updiscon = item->updiscon;
    algorithm->prev.priv = item->priv;
    if (algorithm->prev.trap)
        algorithm->prev.cause = cause_of(item);
}

void rvt_algorithm_pass(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    rvt_resync_cycles(&algorithm->report.resync, item->elapsed);
    algorithm->prev.trap = item->kind == RVT_ITEM_TRAP;
    algorithm->prev.trep = false;
    algorithm->prev.updiscon = false;
    if (algorithm->prev.trap)
        algorithm->prev.cause = cause_of(item);
}

void rvt_algorithm_init(struct rvt_algorithm *algorithm, const struct rvt_config *config,
                        rvt_packet_sink sink, void *context)
{
    *algorithm = (struct rvt_algorithm){
        .report = {.config = config, .sink = sink, .context = context},
        .first = true,
    };
    rvt_resync_init(&algorithm->report.resync, config);
}

void rvt_algorithm_enable(struct rvt_algorithm *algorithm, const struct rvt_moment *moment)
{
    struct rvt_report *report = &algorithm->report;

    algorithm->first = true;
    report->context_pending = false;
    rvt_branch_map_clear(&report->map);
    rvt_resync_restart(&report->resync);
    rvt_algorithm_forget(algorithm);
    rvt_report_support(report, moment, true, RVT_QUAL_NO_CHANGE, RVT_DECISION_SUPPORT_ENABLE);
}

/* Decides on the last item. The older flow takes it for its own successor and repeats its address
 * (AMB-131). */
static void decide_last(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    struct rvt_next end = {.kind = RVT_NEXT_END};
    struct rvt_next itself = {.kind = RVT_NEXT_ITEM, .item = item};
    bool repeat = algorithm->report.config->switches.final_repeat;

    rvt_algorithm_item(algorithm, item, repeat ? &itself : &end);
    if (!repeat)
        return;
    rvt_report_address(&algorithm->report, item, false, algorithm->flag, RVT_DECISION_BEFORE_END);
    algorithm->ended_ntr = false;
}

void rvt_algorithm_end(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                       const struct rvt_moment *moment, bool ienable)
{
    enum rvt_qual_status status = RVT_QUAL_NO_CHANGE;

    if (item != NULL)
        decide_last(algorithm, item);
    if (!algorithm->first)
        status = algorithm->ended_ntr ? RVT_QUAL_ENDED_NTR : RVT_QUAL_ENDED_REP;
    if (!algorithm->first || !ienable)
        rvt_report_support(&algorithm->report, moment, ienable, status, RVT_DECISION_SUPPORT_END);
    algorithm->first = true;
    algorithm->prev.updiscon = false;
}

void rvt_algorithm_lose(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_moment *moment)
{
    struct rvt_next loss = {.kind = RVT_NEXT_LOSS};

    if (item != NULL)
        rvt_algorithm_item(algorithm, item, &loss);
    rvt_branch_map_clear(&algorithm->report.map);
    rvt_report_support(&algorithm->report, moment, true, RVT_QUAL_TRACE_LOST,
                       RVT_DECISION_SUPPORT_LOST);
    algorithm->first = true;
    rvt_algorithm_forget(algorithm);
}

void rvt_algorithm_forget(struct rvt_algorithm *algorithm)
{
    algorithm->prev.trap = false;
    algorithm->prev.trep = false;
    algorithm->prev.updiscon = false;
}
