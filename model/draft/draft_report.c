/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "draft/draft_report.h"

#include "base/bits.h"

/* The address field for address. DRF-010. */
static uint64_t address_field(const struct rvt_config *config, uint64_t address)
{
    return (address & rvt_mask(config->params.iaddress_width_p)) >> rvt_address_shift(config);
}

/* The fields that subformats 0 and 1 share; the branch bit is 0 if item is no branch. DRF-003. */
static struct rvt_packet place_packet(const struct rvt_report *report, const struct rvt_item *item,
                                      enum rvt_subformat subformat)
{
    return (struct rvt_packet){
        .format = RVT_FORMAT_SYNC,
        .subformat = (uint8_t)subformat,
        .privilege = item->priv,
        .context = report->config->params.nocontext_p ? 0 : item->context,
        .branch = item->branch && !item->taken,
        .address = address_field(report->config, item->iaddr),
    };
}

/* No branch is pending, no call is counted, and the predictor is in its initial state. DRA-004,
 * DRA-005. */
static void synchronised(struct rvt_report *report, const struct rvt_item *item)
{
    const struct rvt_switches *switches = &report->config->switches;
    struct rvt_branch_history *history = &report->history;
    bool restarts = switches->draft_bpred_init == RVT_DRAFT_BPRED_INIT_SYNC || !report->started;

    rvt_branch_history_clear(history);
    rvt_return_stack_clear(&report->returns.stack);
    if (history->predicts && restarts) {
        rvt_branch_predictor_reset(&history->predictor);
        if (item->branch && switches->bpred_sync_branch == RVT_BPRED_SYNC_TRAIN_AFTER_INIT)
            rvt_branch_predictor_train(&history->predictor, item->iaddr, item->taken);
    }
    report->started = true;
    report->context_pending = false;
    report->base = item->iaddr;
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_SYNC);
}

void rvt_draft_report_start(struct rvt_report *report, const struct rvt_item *item,
                            enum rvt_decision decision)
{
    struct rvt_packet packet = place_packet(report, item, RVT_SUBFORMAT_START);

    rvt_report_send(report, &packet, item, decision);
    synchronised(report, item);
}

void rvt_draft_report_exception(struct rvt_report *report, const struct rvt_item *item,
                                const struct rvt_cause *cause, enum rvt_decision decision)
{
    struct rvt_packet packet = place_packet(report, item, RVT_SUBFORMAT_TRAP);

    packet.ecause = cause->cause;
    packet.interrupt = cause->interrupt;
    packet.tval = report->config->params.notval_p ? 0 : cause->tval;
    if (report->config->options.implicit_exception)
        packet.address = 0;
    rvt_report_send(report, &packet, item, decision);
    synchronised(report, item);
}

/* The pending branches have been reported. */
static void clear_pending(struct rvt_report *report)
{
    rvt_branch_history_clear(&report->history);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_OTHER);
}

static void report_count(struct rvt_report *report, const struct rvt_item *item,
                         enum rvt_decision decision)
{
    const struct rvt_branch_history *history = &report->history;
    struct rvt_packet packet = {
        .format = RVT_FORMAT_DIFF_DELTA,
        .branch_fmt = RVT_DRAFT_BRANCH_FMT_COUNT,
        .branch_count = (uint32_t)(history->correct - RVT_BRANCHES_MAX),
        .no_mispred = !history->failed,
    };

    rvt_report_send(report, &packet, item, decision);
    clear_pending(report);
}

void rvt_draft_report_address(struct rvt_report *report, const struct rvt_item *item,
                              enum rvt_decision decision)
{
    const struct rvt_config *config = report->config;
    uint64_t base = config->options.full_address ? 0 : report->base;
    struct rvt_packet packet = {.address = address_field(config, item->iaddr - base)};

    if (rvt_branch_history_counts(&report->history))
        report_count(report, item, decision);
    packet.branches = (uint8_t)report->history.map.count;
    packet.branch_map = (uint32_t)report->history.map.bits;
    packet.format = packet.branches > 0 ? RVT_FORMAT_DIFF_DELTA : RVT_FORMAT_ADDR_ONLY;
    report->base = item->iaddr;
    rvt_report_send(report, &packet, item, decision);
    clear_pending(report);
}

void rvt_draft_report_branches(struct rvt_report *report, const struct rvt_item *item)
{
    struct rvt_packet packet = {
        .format = RVT_FORMAT_DIFF_DELTA,
        .branch_map = (uint32_t)report->history.map.bits,
    };

    if (rvt_branch_history_counts(&report->history)) {
        report_count(report, item, RVT_DECISION_DRAFT_COUNT);
        return;
    }
    rvt_report_send(report, &packet, item, RVT_DECISION_DRAFT_MAP_FULL);
    clear_pending(report);
}

void rvt_draft_report_context(struct rvt_report *report, const struct rvt_item *item)
{
    struct rvt_packet packet = {
        .format = RVT_FORMAT_SYNC,
        .subformat = RVT_SUBFORMAT_CONTEXT,
        .context = item->context,
    };

    rvt_report_send(report, &packet, item, RVT_DECISION_DRAFT_CONTEXT);
    rvt_return_stack_clear(&report->returns.stack); /* DRA-005 */
    report->context_pending = false;
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_CONTEXT);
}
