/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/algorithm.h"

#include <stddef.h>

enum rvt_status rvt_algorithm_open(struct rvt_algorithm *algorithm, const struct rvt_config *config,
                                   const struct rvt_encoder_chart *chart, rvt_packet_sink sink,
                                   void *context)
{
    *algorithm = (struct rvt_algorithm){.chart = chart, .first = true};
    for (unsigned itype = 0; itype < sizeof(algorithm->source); itype++) {
        bool updiscon =
            rvt_itype_is_updiscon((enum rvt_itype)itype, config->switches.updiscon_xret);
        bool xret = itype == RVT_ITYPE_TRAP_RETURN;
        algorithm->source[itype] = !updiscon ? RVT_JUMP_NONE
                                   : xret    ? RVT_JUMP_TRAP_RETURN
                                             : RVT_JUMP_PLAIN;
    }
    return rvt_report_open(&algorithm->report, config, sink, context);
}

void rvt_algorithm_close(struct rvt_algorithm *algorithm)
{
    rvt_report_close(&algorithm->report);
}

void rvt_algorithm_enable(struct rvt_algorithm *algorithm, const struct rvt_moment *moment)
{
    struct rvt_report *report = &algorithm->report;

    algorithm->first = true;
    algorithm->ended = algorithm->sync_due = false;
    report->context_pending = false;
    rvt_report_restart(report);
    rvt_resync_restart(&report->resync);
    rvt_algorithm_forget(algorithm);
    rvt_report_support(report, moment, true, RVT_QUAL_NO_CHANGE, RVT_DECISION_SUPPORT_ENABLE);
}

/* With final_repeat the address of the last item is repeated, whatever reported it (AMB-131). */
void rvt_algorithm_last(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    struct rvt_report *report = &algorithm->report;
    bool repeat = report->config->switches.final_repeat;
    struct rvt_next end = {.kind = repeat ? RVT_NEXT_REPEAT : RVT_NEXT_END};

    rvt_algorithm_item(algorithm, item, &end);
    if (algorithm->prev.trap && !algorithm->prev.trep &&
        report->config->switches.report_last_trap) {
        rvt_report_trap(report, item, &algorithm->prev.cause, false, RVT_DECISION_LAST_TRAP);
        algorithm->prev.trep = true;
    }
    if (!repeat)
        return;
    struct rvt_flags flags = {
        .notify = item->notify,
        .updiscon = algorithm->flag,
        .last = report->returns.enabled,
    };
    report->source = RVT_JUMP_NONE;
    rvt_implicit_return_forget(&report->returns);
    rvt_report_address(report, item, flags, RVT_DECISION_BEFORE_END);
    algorithm->ended_ntr = false;
}

void rvt_algorithm_end(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                       const struct rvt_moment *moment, bool ienable)
{
    enum rvt_qual_status status = RVT_QUAL_NO_CHANGE;

    if (item != NULL)
        rvt_algorithm_last(algorithm, item);
    if (!algorithm->first)
        status = algorithm->ended_ntr ? RVT_QUAL_ENDED_NTR : RVT_QUAL_ENDED_REP;
    if (!algorithm->first || !ienable)
        rvt_report_support(&algorithm->report, moment, ienable, status, RVT_DECISION_SUPPORT_END);
    algorithm->ended = algorithm->ended || !algorithm->first;
    algorithm->first = true;
    algorithm->sync_due = false;
    algorithm->report.started = false;
    rvt_algorithm_forget_jump(algorithm);
}

void rvt_algorithm_lose(struct rvt_algorithm *algorithm, const struct rvt_item *item,
                        const struct rvt_moment *moment)
{
    struct rvt_next loss = {.kind = RVT_NEXT_LOSS};

    if (item != NULL)
        rvt_algorithm_item(algorithm, item, &loss);
    rvt_report_lose(&algorithm->report);
    rvt_report_support(&algorithm->report, moment, true, RVT_QUAL_TRACE_LOST,
                       RVT_DECISION_SUPPORT_LOST);
    algorithm->first = true;
    algorithm->ended = algorithm->sync_due = false;
    rvt_algorithm_forget(algorithm);
}

void rvt_algorithm_forget(struct rvt_algorithm *algorithm)
{
    algorithm->prev.trap = false;
    algorithm->prev.trep = false;
    rvt_algorithm_forget_jump(algorithm);
    algorithm->prev.updiscon = false;
    algorithm->prev.known = false;
}

void rvt_algorithm_change_begin(struct rvt_algorithm *algorithm, const struct rvt_item *item)
{
    struct rvt_next next = {
        .kind = algorithm->chart->change_ends_trace ? RVT_NEXT_END : RVT_NEXT_SYNC,
    };

    if (item != NULL)
        rvt_algorithm_item(algorithm, item, &next);
}

/* Restarts the tables, but keeps the unreported branches. */
static void restart_tables(struct rvt_report *report)
{
    struct rvt_branch_map map = report->history.map;

    rvt_report_restart(report);
    report->history.map = map;
}

void rvt_algorithm_change_end(struct rvt_algorithm *algorithm, const struct rvt_moment *moment,
                              bool sync)
{
    struct rvt_report *report = &algorithm->report;
    bool ends = algorithm->chart->change_ends_trace;

    restart_tables(report);
    algorithm->prev.returned = false;
    rvt_report_support(report, moment, true,
                       ends && !algorithm->first ? RVT_QUAL_ENDED_REP : RVT_QUAL_NO_CHANGE,
                       RVT_DECISION_SUPPORT_CHANGE);
    algorithm->first = algorithm->first || ends;
    algorithm->sync_due = sync && !algorithm->first;
}

void rvt_algorithm_restart(struct rvt_algorithm *algorithm, const struct rvt_moment *moment)
{
    if (!algorithm->ended)
        return;
    algorithm->ended = false;
    if (algorithm->report.config->switches.support_on_restart)
        rvt_report_support(&algorithm->report, moment, true, RVT_QUAL_NO_CHANGE,
                           RVT_DECISION_SUPPORT_RESTART);
}
