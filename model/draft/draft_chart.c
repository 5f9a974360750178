/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "draft/draft_chart.h"

#include "draft/draft_report.h"
#include "encoder/algorithm.h"
#include "ingress/draft_ingress.h"

static bool is_next(const struct rvt_next *next, enum rvt_item_kind kind)
{
    return next->kind == RVT_NEXT_ITEM && next->item->kind == kind;
}

/* The successor of an instruction of itype cannot be inferred, unless it is an implicit return.
 * DRA-008. */
static bool is_updiscon(const struct rvt_switches *switches, uint8_t itype)
{
    switch (itype) {
    case RVT_ITYPE_TRAP_RETURN:
        return switches->updiscon_xret;
    case RVT_DRAFT_ITYPE_COROUTINE_SWAP:
        return switches->draft_swap_updiscon;
    case RVT_DRAFT_ITYPE_UNINFERABLE_CALL:
    case RVT_DRAFT_ITYPE_UNINFERABLE_TAIL_CALL:
    case RVT_DRAFT_ITYPE_UNINFERABLE_RETURN:
    case RVT_DRAFT_ITYPE_OTHER_UNINFERABLE_JUMP:
        return true;
    default:
        return false;
    }
}

/* The context of item, an INST, is not that of the instruction before, and the change is of type.
 * DRA-010. */
static bool changes(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                    uint64_t context, enum rvt_draft_ctype type)
{
    return !algorithm->report.config->params.nocontext_p && item->context != context &&
           item->ctype == type;
}

/* e_ccd of the previous item: a trap, or a change of context with discontinuity after it. */
static bool is_after_break(const struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    return algorithm->prev.trap ||
           (algorithm->prev.known &&
            changes(algorithm, item, algorithm->prev.context, RVT_DRAFT_CTYPE_DISCONTINUITY));
}

/* ppch of item, after an instruction at priv and context. */
static bool is_ppch(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                    uint8_t priv, uint64_t context)
{
    return item->priv != priv || changes(algorithm, item, context, RVT_DRAFT_CTYPE_PRECISE);
}

/* Steps 3 and 4. Returns false if neither is due. */
static bool synchronise(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    struct rvt_report *report = &algorithm->report;
    const struct rvt_cause none = {.interrupt = false};

    if (is_after_break(algorithm, item))
        rvt_draft_report_exception(report, item,
                                   algorithm->prev.trap ? &algorithm->prev.cause : &none,
                                   RVT_DECISION_DRAFT_EXCEPTION);
    else if (algorithm->first)
        rvt_draft_report_start(report, item, RVT_DECISION_DRAFT_FIRST);
    else if (is_ppch(algorithm, item, algorithm->prev.priv, algorithm->prev.context))
        rvt_draft_report_start(report, item, RVT_DECISION_DRAFT_PPCH);
    else if (rvt_resync_syncs(&report->resync) && item->ntkn == 0)
        rvt_draft_report_start(report, item, RVT_DECISION_DRAFT_RESYNC);
    else
        return false;
    return true;
}

/* Steps 6 and 7: True if an address is due because of item or of the next one; *why: the reason. */
static bool is_address_due(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                           const struct rvt_next *next, enum rvt_decision *why)
{
    const struct rvt_report *report = &algorithm->report;
    bool pending = rvt_branch_history_pending(&report->history);
    bool trap = is_next(next, RVT_ITEM_TRAP);
    bool inst = is_next(next, RVT_ITEM_INST);

    if (pending && (rvt_resync_flushes(&report->resync) || rvt_resync_syncs(&report->resync)))
        *why = RVT_DECISION_DRAFT_RESYNC_BRANCHES;
    else if (trap && !next->item->own_row)
        *why = RVT_DECISION_DRAFT_TRAP;
    else if (inst && changes(algorithm, next->item, item->context, RVT_DRAFT_CTYPE_DISCONTINUITY))
        *why = RVT_DECISION_DRAFT_DISCONTINUITY;
    else if (item->notify)
        *why = RVT_DECISION_DRAFT_NOTIFY;
    else if (trap)
        *why = RVT_DECISION_DRAFT_BEFORE_TRAP;
    else if (inst && pending && is_ppch(algorithm, next->item, item->priv, item->context))
        *why = RVT_DECISION_DRAFT_BEFORE_PPCH;
    else if (next->kind == RVT_NEXT_END)
        *why = RVT_DECISION_DRAFT_BEFORE_END;
    else
        return false;
    return true;
}

/* Steps 3 to 9 for an instruction. */
static void decide(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                   const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    enum rvt_decision why;

    algorithm->ended_ntr = true; /* the same would be sent if item were not the last */
    if (synchronise(algorithm, item))
        return;
    if (algorithm->prev.updiscon) {
        rvt_draft_report_address(report, item, RVT_DECISION_DRAFT_UPDISCON);
        return;
    }
    algorithm->ended_ntr =
        false; /* in step 6 as well: a decoder treats that report as final (DRD-003) */
    if (is_address_due(algorithm, item, next, &why)) {
        rvt_draft_report_address(report, item, why);
        if (why == RVT_DECISION_DRAFT_RESYNC_BRANCHES)
            rvt_resync_exceed(&report->resync);
    } else if (rvt_branch_history_full(&report->history) ||
               rvt_branch_history_at_limit(&report->history)) {
        rvt_draft_report_branches(report, item);
    } else if (report->context_pending) {
        rvt_draft_report_context(report, item);
    }
}

/* Step 2: adds the branches not taken before item, of which only the number is known, and item. */
static void update_branches(struct rvt_report *report, const struct rvt_item *item)
{
    for (unsigned i = 0; i < item->ntkn; i++) {
        rvt_branch_map_add(&report->history.map, false);
        if (rvt_branch_history_full(&report->history))
            rvt_draft_report_branches(report, item);
    }
    rvt_branch_history_step(&report->history, item->iaddr, item->branch, item->taken);
}

/* Counts a call up and a return down. True for a return while the count is not 0: it is implicit.
 * DRA-005, DRA-006. */
static bool is_implicit(struct rvt_report *report, uint8_t itype)
{
    struct rvt_return_stack *calls = &report->returns.stack;
    bool implicit = false;

    if (itype == RVT_DRAFT_ITYPE_UNINFERABLE_CALL || itype == RVT_DRAFT_ITYPE_INFERABLE_CALL) {
        rvt_return_stack_push(calls, 0);
    } else if (itype == RVT_DRAFT_ITYPE_UNINFERABLE_RETURN ||
               itype == RVT_DRAFT_ITYPE_INFERABLE_RETURN) {
        implicit = calls->depth > 0;
        rvt_return_stack_pop(calls);
    }
    return implicit;
}

static void decide_inst(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;

    if (algorithm->prev.known &&
        changes(algorithm, item, algorithm->prev.context, RVT_DRAFT_CTYPE_IMPRECISE))
        report->context_pending = true;
    update_branches(report, item);
    decide(algorithm, item, next);
    if (!report->config->switches.cci_latch)
        report->context_pending = false;
    rvt_resync_halfwords(&report->resync, item->halfwords);
    algorithm->prev.updiscon = is_updiscon(&report->config->switches, item->itype);
    if (report->returns.enabled && is_implicit(report, item->itype))
        algorithm->prev.updiscon = false;
    algorithm->prev.known = true;
    algorithm->prev.context = item->context;
    algorithm->prev.priv = item->priv;
}

/* item becomes the previous one, if it is a trap. */
static void remember_trap(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    algorithm->prev.trap = item->kind == RVT_ITEM_TRAP;
    if (algorithm->prev.trap)
        algorithm->prev.cause = (struct rvt_cause){
            .interrupt = item->itype == RVT_ITYPE_INTERRUPT,
            .cause = item->cause,
            .tval = item->tval,
        };
}

/* The traversal of an item, as struct rvt_encoder_chart says. */
static void take_item(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                      const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    bool again = algorithm->prev.trap && item->kind == RVT_ITEM_TRAP;

    algorithm->ended_ntr = false;
    rvt_resync_cycles(&report->resync, item->elapsed);
    if (item->kind == RVT_ITEM_INST) {
        decide_inst(algorithm, item, next);
    } else {
        if (again && report->config->switches.draft_double_trap == RVT_DRAFT_DOUBLE_TRAP_CHART)
            rvt_draft_report_exception(report, item, &algorithm->prev.cause,
                                       RVT_DECISION_DRAFT_EXCEPTION);
        algorithm->prev.updiscon = false;
    }
    algorithm->first = false;
    remember_trap(algorithm, item);
}

static void pass_item(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    if (!algorithm->report.config->switches.resync_cycles_gated)
        rvt_resync_cycles(&algorithm->report.resync, item->elapsed);
    if (item->kind == RVT_ITEM_INST) {
        algorithm->prev.known = true;
        algorithm->prev.context = item->context;
        algorithm->prev.priv = item->priv;
    }
    algorithm->prev.updiscon = false;
    remember_trap(algorithm, item);
}

const struct rvt_encoder_chart rvt_draft_chart = {
    .item = take_item,
    .pass = pass_item,
    .change_ends_trace = true, /* the draft has no change of modes */
};
