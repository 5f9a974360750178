/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/reference_chart.h"

#include "base/compiler.h"
#include "encoder/algorithm.h"

/* The signal asks for a precise report or a discontinuity. ETR-ALG-005. */
static bool is_precise(const struct rvt_item *item)
{
    return item->ctype == RVT_CTYPE_PRECISE || item->ctype == RVT_CTYPE_DISCONTINUITY;
}

/* ppccd for an item after an instruction of itype before that ran at priv. */
static inline bool is_ppccd(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                            uint8_t before, uint8_t priv)
{
    return item->priv != priv || is_precise(item) ||
           (before == RVT_ITYPE_TRAP_RETURN &&
            algorithm->report.config->switches.xret_sync == RVT_XRET_SYNC_ALWAYS);
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

/* A point that does not depend on how blocks are formed. Decision 0001. */
static bool ends_block(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                       const struct rvt_next *next)
{
    if (algorithm->report.config->switches.resync_point == RVT_RESYNC_POINT_ANY_ITEM)
        return true;
    bool jumps = is_next(next, RVT_ITEM_INST) && next->item->iaddr != item->after;
    return (item->itype != RVT_ITYPE_NONE) | jumps; /* no branch: nothing would predict it */
}

/* The next item gets a sync packet. ETR-FMT-027. */
static bool sync_follows(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                         const struct rvt_next *next)
{
    const struct rvt_resync *resync = &algorithm->report.resync;

    if (resync->cmp == RVT_RESYNC_CMP_LEGACY && rvt_resync_syncs_next(resync))
        return true;
    return next->kind == RVT_NEXT_SYNC || is_next(next, RVT_ITEM_TRAP) ||
           (is_next(next, RVT_ITEM_INST) &&
            (is_ppccd(algorithm, next->item, item->itype, item->priv) ||
             rvt_resync_syncs_next(resync)));
}

/* The updiscon flag: item was reached by a jump and the next one gets a sync packet. ETR-FMT-027,
 * AMB-129.
 */
static inline bool updiscon_flag(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                                 const struct rvt_next *next)
{
    const struct rvt_report *report = &algorithm->report;

    if (report->source == RVT_JUMP_NONE)
        return false;
    return report->config->switches.updiscon_bit == RVT_UPDISCON_BIT_EVERY_TARGET ||
           (next->kind == RVT_NEXT_END && report->config->switches.early_filter) || /* AMB-121 */
           sync_follows(algorithm, item, next);
}

static void report_address(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                           const struct rvt_next *next, enum rvt_decision decision)
{
    struct rvt_report *report = &algorithm->report;
    struct rvt_flags flags = {
        .notify = item->notify && report->source == RVT_JUMP_NONE, /* ETR-FMT-026 */
        .updiscon = algorithm->flag,
        .last = report->returns.enabled &&
                (next->kind == RVT_NEXT_END || sync_follows(algorithm, item, next)),
    };
    rvt_report_address(report, item, flags, decision);
}

/* Implicit returns would be lost in the sync packet that follows: earlier ones, or item itself.
 * AMB-021. */
static bool returns_ask(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_next *next)
{
    const struct rvt_report *report = &algorithm->report;
    const struct rvt_implicit_return *returns = &report->returns;
    bool implicit = returns->enabled && item->itype == RVT_ITYPE_RETURN && returns->stack.depth > 0;

    return report->config->switches.ir_flush_before_sync && (returns->count > 0 || implicit) &&
           sync_follows(algorithm, item, next);
}

/* Step 8, on the next item. Returns whether to report, and why. ETR-ALG-033. */
static inline bool next_asks(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                             const struct rvt_next *next, enum rvt_decision *why)
{
    if (next->kind == RVT_NEXT_END) {
        *why = RVT_DECISION_BEFORE_END;
        return true;
    }
    if (next->kind == RVT_NEXT_SYNC) {
        *why = RVT_DECISION_BEFORE_CHANGE;
        return true;
    }
    if (next->kind != RVT_NEXT_ITEM)
        return false;
    if (next->item->kind == RVT_ITEM_TRAP) {
        *why = RVT_DECISION_BEFORE_TRAP;
        return true;
    }
    *why = RVT_DECISION_BEFORE_PPCCD;
    return (next->item->ctype == RVT_CTYPE_DISCONTINUITY &&
            algorithm->report.config->switches.ctype3 != RVT_CTYPE3_CHART) ||
           (is_ppccd(algorithm, next->item, item->itype, item->priv) &&
            rvt_branch_history_pending(&algorithm->report.history));
}

/*
 * Step 7, on the resync machine in state 2: branches would be lost; or, at the points of our
 * choice, F3/0 would not identify which of two arrivals at an address it follows. ETR-ALG-032;
 * decision 0001.
 */
static bool resync_asks(const struct rvt_report *report)
{
    bool always = report->resync.cmp == RVT_RESYNC_CMP_FSM &&
                  report->config->switches.resync_point == RVT_RESYNC_POINT_BLOCK_END;
    return rvt_resync_flushes(&report->resync) &&
           (always || rvt_branch_history_pending(&report->history));
}

/* Something came before that no packet has reported. AMB-101. */
static inline bool has_pending(const struct rvt_report *report)
{
    return rvt_branch_history_pending(&report->history) ||
           report->source == RVT_JUMP_FAILED_RETURN || /* F3/0 would not report it */
           (report->config->switches.ir_flush_before_sync && report->returns.count > 0);
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
    else if (item->priv != algorithm->prev.priv || is_precise(item))
        rvt_report_start(report, item, RVT_DECISION_PPCCD);
    else if (is_ppccd(algorithm, item, algorithm->prev.itype, item->priv))
        rvt_report_start(report, item, RVT_DECISION_TRAP_RETURN);
    else if (algorithm->sync_due)
        rvt_report_start(report, item, RVT_DECISION_CHANGED);
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

    rvt_branch_history_step(&report->history, item->iaddr, item->branch, item->taken);
    if (synchronise(algorithm, item))
        return;
    if (algorithm->prev.itype == RVT_ITYPE_TRAP_RETURN && !report->config->switches.updiscon_xret)
        report->doubts |= RVT_DOUBT_TRAP_RETURN;
    if (report->source != RVT_JUMP_NONE) {
        report_address(algorithm, item, next, RVT_DECISION_UPDISCON);
        algorithm->ended_ntr = !algorithm->flag;
    } else if (item->notify) {
        report_address(algorithm, item, next, RVT_DECISION_NOTIFY);
    } else if (resync_asks(report)) {
        report_address(algorithm, item, next, RVT_DECISION_RESYNC_BRANCHES);
    } else if (next_asks(algorithm, item, next, &why)) {
        report_address(algorithm, item, next, why);
    } else if (returns_ask(algorithm, item, next)) {
        report_address(algorithm, item, next, RVT_DECISION_IMPLICIT_RETURNS);
    } else if (rvt_implicit_return_full(&report->returns)) {
        report_address(algorithm, item, next, RVT_DECISION_RETURNS_FULL);
    } else if (rvt_branch_history_full(&report->history)) {
        rvt_report_branches(report, item);
    } else if (rvt_branch_history_at_limit(&report->history)) {
        report_address(algorithm, item, next, RVT_DECISION_BRANCH_COUNT_FULL);
    } else if (report->context_pending &&
               (item->ctype == RVT_CTYPE_IMPRECISE || algorithm->ends_block)) {
        rvt_report_context(report, item);
    }
}

/* Steps 6a to 6c: a trap at the target of an uninferable discontinuity. Returns trep. */
static bool decide_trap_at_target(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                                  const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    struct rvt_cause cause = cause_of(item);
    enum rvt_int_at_updiscon how = report->config->switches.int_at_updiscon;

    if (!cause.interrupt || how == RVT_INT_AT_UPDISCON_THADDR0) {
        rvt_report_trap(report, item, &cause, false, RVT_DECISION_UPDISCON_EXCEPTION);
        return true;
    }
    if (how == RVT_INT_AT_UPDISCON_LITERAL) {
        report_address(algorithm, item, next, RVT_DECISION_UPDISCON);
        algorithm->ended_ntr = !algorithm->flag;
    }
    return false;
}

/* The traversal of a trap: steps 3a, 3b, 4, 6a to 6c. Returns trep: whether its own cause was
 * reported. */
static bool decide_trap(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_next *next)
{
    const struct rvt_switches *switches = &algorithm->report.config->switches;
    struct rvt_report *report = &algorithm->report;
    struct rvt_cause cause = cause_of(item);

    if (algorithm->prev.trap && (!algorithm->prev.trep || switches->trap_dup_refflow)) {
        bool own = switches->trap_cause_sel == RVT_TRAP_CAUSE_SEL_ISSUE144;
        report->doubts |= algorithm->prev.trep ? RVT_DOUBT_TRAP_AGAIN : 0u;
        rvt_report_trap(report, item, own ? &cause : &algorithm->prev.cause, false,
                        RVT_DECISION_TRAP_AFTER_TRAP);
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
    if (report->source != RVT_JUMP_NONE)
        return decide_trap_at_target(algorithm, item, next);
    return false;
}

/* Reports the address of a trap, as if an instruction had retired there. ETR-ALG-074, ETR-ALG-075.
 */
static void report_trapped(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                           const struct rvt_next *next, enum rvt_decision why)
{
    algorithm->report.doubts |= RVT_DOUBT_TRAPPED;
    report_address(algorithm, item, next, why);
}

/*
 * The traversal of a trap in the chart of v2.0 to v2.0.3: a trap of a block that retired something
 * has no traversal of its own, and a trap alone passes the decisions for instructions.
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
        report->doubts |= algorithm->prev.trep ? RVT_DOUBT_TRAP_AGAIN : 0u;
        rvt_report_trap(report, item, &algorithm->prev.cause, false, RVT_DECISION_TRAP_AFTER_TRAP);
        return false;
    }
    if (synchronise(algorithm, item))
        return false;
    if (report->source != RVT_JUMP_NONE) {
        rvt_report_trap(report, item, &cause, false, RVT_DECISION_UPDISCON_EXCEPTION);
        return true;
    }
    bool flushes = rvt_resync_flushes(&report->resync);
    if (flushes && rvt_branch_history_pending(&report->history))
        report_trapped(algorithm, item, next, RVT_DECISION_RESYNC_BRANCHES);
    else if (next_asks(algorithm, item, next, &why))
        report_trapped(algorithm, item, next, why);
    return false;
}

/* How the item was reached, if by a return. ETR-MODE-003..007, ETR-MODE-065. */
static void arrive(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    struct rvt_report *report = &algorithm->report;

    if (!algorithm->prev.returned) {
        rvt_implicit_return_other(&report->returns);
    } else if (rvt_implicit_return_arrive(&report->returns, item)) {
        report->source = RVT_JUMP_NONE;
        if (item->kind == RVT_ITEM_INST)
            rvt_jump_targets_returned(&report->targets, item->iaddr);
    } else if (report->returns.arrival == RVT_ARRIVAL_MISPREDICTED) {
        report->source = RVT_JUMP_FAILED_RETURN;
    }
}

/* True for a jump whose target follows from it and the instruction before, both traced.
 * ETR-MODE-060, ETR-MODE-061, ETR-ING-013; AMB-035. */
static bool infers_jump(const struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    const struct rvt_config *config = algorithm->report.config;
    bool reports = algorithm->report.synced &&
                   config->switches.sijump_across_sync == RVT_SIJUMP_ACROSS_SYNC_REPORT;

    return config->options.sequentially_inferred_jumps && item->itype != RVT_ITYPE_RETURN &&
           item->itype != RVT_ITYPE_TRAP_RETURN && !algorithm->first && !algorithm->prev.trap &&
           !reports;
}

/* The item becomes the previous one. */
static void leave(struct rvt_algorithm *algorithm, const struct rvt_item *item, bool trep)
{
    struct rvt_report *report = &algorithm->report;

    report->closes = report->closes && report->named;
    report->source = (enum rvt_jump_source)algorithm->source[item->itype];
    if (item->sijump && report->source != RVT_JUMP_NONE && infers_jump(algorithm, item))
        report->source = RVT_JUMP_NONE;
    if (report->returns.enabled) {
        rvt_implicit_return_leave(&report->returns, item, report->synced, report->named);
        algorithm->prev.returned = item->itype == RVT_ITYPE_RETURN;
    }
    algorithm->first = false;
    algorithm->sync_due = algorithm->sync_due && !report->synced;
    algorithm->prev.trap = item->kind == RVT_ITEM_TRAP;
    algorithm->prev.trep = trep;
    algorithm->prev.itype = item->itype;
    algorithm->prev.priv = item->priv;
    if (algorithm->prev.trap)
        algorithm->prev.cause = cause_of(item);
}

/* The trace of a context ends before a discontinuity, and a new one starts after it. A sync packet
 * follows, so that item has the updiscon flag if it was reached by a jump: never ended_ntr.
 * AMB-105, ETR-FMT-027. */
static void break_trace(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_next *next)
{
    struct rvt_moment moment = {.cycle = next->item->cycle, .time = item->time};

    rvt_report_support(&algorithm->report, &moment, true, RVT_QUAL_ENDED_REP,
                       RVT_DECISION_CONTEXT_BREAK);
    algorithm->first = true;
    algorithm->report.started = false;
    rvt_algorithm_forget_jump(algorithm);
}

/* True if no branch asks for a packet at item. */
static inline bool has_room(const struct rvt_branch_history *history, const struct rvt_item *item)
{
    return history->map.count < RVT_BRANCHES_MAX - 1 ||
           (!item->branch && !rvt_branch_history_full(history) &&
            !rvt_branch_history_at_limit(history));
}

/* True for most instructions: no decision of the chart applies to them. */
static inline bool is_quiet(const struct rvt_algorithm *algorithm, const struct rvt_item *item,
                            const struct rvt_next *next)
{
    const struct rvt_report *report = &algorithm->report;
    const struct rvt_resync *resync = &report->resync;

    if (!report->simple || algorithm->first || algorithm->sync_due || algorithm->prev.trap ||
        algorithm->prev.returned || report->context_pending || report->source != RVT_JUMP_NONE ||
        !has_room(&report->history, item) || resync->count >= resync->threshold)
        return false;
    return item->kind == RVT_ITEM_INST && is_next(next, RVT_ITEM_INST) &&
           (item->ctype | item->notify | item->sijump | next->item->ctype) == 0 &&
           item->priv == next->item->priv && item->priv == algorithm->prev.priv;
}

/* A decoder may pass the instructions up to item on its way to the next packet. It does not stop
 * before it has used the outcomes of all branches (ETR-DEC-009), so not up to item if item is a
 * branch. */
static inline void pass_code(struct rvt_report *report, const struct rvt_item *item)
{
    if (item->branch)
        rvt_passed_code_clear(&report->passed);
    else if (report->finds_breaks)
        rvt_passed_code_add(&report->passed, item->after - 2 * (uint64_t)item->halfwords,
                            item->after);
}

/* The traversal of an item of which a decision may apply. */
RVT_NEVER_INLINE static void decide_item(struct rvt_algorithm *algorithm,
                                         const struct rvt_item *item, const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;
    const struct rvt_switches *switches = &report->config->switches;
    bool trep = false;

    report->synced = false;
    report->named = false;
    if (item->ctype == RVT_CTYPE_IMPRECISE)
        report->context_pending = true;
    if (report->returns.enabled)
        arrive(algorithm, item);
    if (item->kind == RVT_ITEM_INST) {
        algorithm->ends_block = ends_block(algorithm, item, next);
        rvt_resync_before(&report->resync, algorithm->ends_block, has_pending(report));
        algorithm->flag = updiscon_flag(algorithm, item, next);
        decide_inst(algorithm, item, next);
        rvt_resync_after(&report->resync);
        rvt_resync_halfwords(&report->resync, item->halfwords);
    } else {
        algorithm->flag = updiscon_flag(algorithm, item, next);
        trep = switches->chart == RVT_CHART_V200 ? decide_trap_v200(algorithm, item, next)
                                                 : decide_trap(algorithm, item, next);
    }
    if (!switches->cci_latch)
        report->context_pending = false;
    if (item->kind == RVT_ITEM_INST && !report->named)
        pass_code(report, item);
    leave(algorithm, item, trep);
    if (switches->ctype3 == RVT_CTYPE3_SUPPORT_BREAK && is_next(next, RVT_ITEM_INST) &&
        next->item->ctype == RVT_CTYPE_DISCONTINUITY)
        break_trace(algorithm, item, next);
}

/* The traversal of an item; see struct rvt_encoder_chart. A quiet one takes the same steps without
 * the decisions. */
static void take_item(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                      const struct rvt_next *next)
{
    struct rvt_report *report = &algorithm->report;

    algorithm->ended_ntr = false;
    rvt_resync_cycles(&report->resync, item->elapsed);
    if (!is_quiet(algorithm, item, next)) {
        decide_item(algorithm, item, next);
        return;
    }
    report->synced = report->named = report->closes = false;
    rvt_branch_history_step(&report->history, item->iaddr, item->branch, item->taken);
    rvt_resync_halfwords(&report->resync, item->halfwords);
    pass_code(report, item);
    if (report->returns.enabled) {
        rvt_implicit_return_other(&report->returns);
        rvt_implicit_return_leave(&report->returns, item, false, false);
        algorithm->prev.returned = item->itype == RVT_ITYPE_RETURN;
    }
    report->source = (enum rvt_jump_source)algorithm->source[item->itype];
    algorithm->prev.itype = item->itype;
}

static void pass_item(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    if (!algorithm->report.config->switches.resync_cycles_gated)
        rvt_resync_cycles(&algorithm->report.resync, item->elapsed);
    algorithm->prev.trap = item->kind == RVT_ITEM_TRAP;
    algorithm->prev.trep = false;
    rvt_algorithm_forget_jump(algorithm);
    if (algorithm->prev.trap)
        algorithm->prev.cause = cause_of(item);
}

const struct rvt_encoder_chart rvt_reference_chart = {
    .item = take_item,
    .pass = pass_item,
    .change_ends_trace = false,
};
