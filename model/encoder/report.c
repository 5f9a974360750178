/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/report.h"
#include "wire/packet.h"

#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "program/vectors.h"

enum rvt_status rvt_report_open(struct rvt_report *report, const struct rvt_config *config,
                                rvt_packet_sink sink, void *context)
{
    *report = (struct rvt_report){.config = config, .sink = sink, .context = context};
    rvt_resync_init(&report->resync, config);
    enum rvt_status status = rvt_branch_history_open(&report->history, config);
    if (status == RVT_OK)
        status = rvt_implicit_return_open(&report->returns, config);
    if (status == RVT_OK)
        status = rvt_jump_targets_open(&report->targets, config);
    return status;
}

void rvt_report_close(struct rvt_report *report)
{
    rvt_branch_history_close(&report->history);
    rvt_implicit_return_close(&report->returns);
    rvt_jump_targets_close(&report->targets);
}

/* True if only the context of an F3/0 shows a break. AMB-105. */
static bool finds_breaks(const struct rvt_config *config)
{
    return !config->params.nocontext_p && config->params.ctype_width_p > 1 &&
           config->switches.ctype3 != RVT_CTYPE3_SUPPORT_BREAK;
}

void rvt_report_restart(struct rvt_report *report)
{
    rvt_branch_history_restart(&report->history, report->config);
    rvt_implicit_return_restart(&report->returns, report->config);
    rvt_jump_targets_restart(&report->targets, report->config);
    report->started = false;
    report->doubts = 0;
    report->finds_breaks = finds_breaks(report->config);
    report->simple = report->config->switches.xret_sync == RVT_XRET_SYNC_ON_PRIV_CHANGE &&
                     report->config->switches.updiscon_xret;
}

void rvt_report_lose(struct rvt_report *report)
{
    rvt_branch_history_clear(&report->history);
    rvt_implicit_return_reported(&report->returns);
    report->started = false;
    report->doubts = 0;
}

static void send(struct rvt_report *report, const struct rvt_packet *packet,
                 const struct rvt_origin *origin)
{
    struct rvt_origin hidden;

    if (report->returns.undecodable || report->doubts != 0) {
        hidden = *origin;
        hidden.doubts |=
            report->doubts | (report->returns.undecodable ? RVT_DOUBT_HIDDEN_RETURN : 0u);
        origin = &hidden;
        report->returns.undecodable = false;
        report->doubts = 0;
    }
    if (!report->refused)
        report->refused = report->sink(report->context, packet, origin) != RVT_OK;
}

static struct rvt_origin origin_of(const struct rvt_item *item, enum rvt_decision decision)
{
    return (struct rvt_origin){
        .decision = decision,
        .cycle = item->cycle,
        .time = item->time,
        .iaddr = item->iaddr,
        .block = item->block,
    };
}

void rvt_report_send(struct rvt_report *report, const struct rvt_packet *packet,
                     const struct rvt_item *item, enum rvt_decision decision)
{
    struct rvt_origin origin = origin_of(item, decision);

    send(report, packet, &origin);
}

/* An empty packet; its support, which only support packets have, stays 0 and is not
 * cleared again. */
static inline struct rvt_packet *begin(struct rvt_report *report, enum rvt_format format)
{
    struct rvt_packet *packet = &report->packet;

    memset(packet, 0, offsetof(struct rvt_packet, support));
    packet->format = (uint8_t)format;
    return packet;
}

/* The field that carries address: bits iaddress_width_p - 1 to iaddress_lsb_p. ETR-FMT-025,
 * AMB-151. */
static uint64_t address_field(const struct rvt_config *config, uint64_t address)
{
    uint64_t in_range = address & rvt_mask(config->params.iaddress_width_p);
    return in_range >> rvt_address_shift(config);
}

/* A format 3 packet with privilege, time and context of item. */
static struct rvt_packet *begin_format3(struct rvt_report *report, const struct rvt_item *item,
                                        enum rvt_subformat subformat)
{
    const struct rvt_params *params = &report->config->params;
    struct rvt_packet *packet = begin(report, RVT_FORMAT_SYNC);

    packet->subformat = (uint8_t)subformat;
    packet->privilege = item->priv;
    packet->time = params->notime_p ? 0 : item->time;
    packet->context = params->nocontext_p ? 0 : item->context;
    return packet;
}

/* Whether a sync packet restarts the tables of the modes. ETR-MODE-003, -023, -046; AMB-071. */
static bool restarts_tables(const struct rvt_report *report)
{
    return report->config->switches.table_reset != RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF ||
           !report->started || report->resync.mode != RVT_RESYNC_OFF;
}

/*
 * After both synchronisation packets no branch is pending: the branch bit carries the outcome of
 * item. ETR-ALG-056. The tables restart before item itself is entered: its own branch trains the
 * predictor (AMB-064), its call goes on the stack when it is left (AMB-015).
 */
static void synchronised(struct rvt_report *report, const struct rvt_item *item)
{
    const struct rvt_switches *switches = &report->config->switches;

    rvt_branch_history_clear(&report->history);
    rvt_implicit_return_reported(&report->returns);
    rvt_jump_targets_reported(&report->targets);
    if (restarts_tables(report)) {
        rvt_implicit_return_clear(&report->returns);
        rvt_jump_targets_clear(&report->targets);
        if (report->history.predicts) {
            rvt_branch_predictor_reset(&report->history.predictor);
            if (item->branch && switches->bpred_sync_branch == RVT_BPRED_SYNC_TRAIN_AFTER_INIT)
                rvt_branch_predictor_train(&report->history.predictor, item->iaddr, item->taken);
        }
    }
    report->started = true;
    report->synced = true;
    report->named = true;
    report->closes = false;
    report->arrived_again = false;
    report->sent_context = item->context;
    rvt_passed_code_clear(&report->passed);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_SYNC);
}

/* A packet of format 3 that does not synchronise. AMB-071. */
static void other_format3(struct rvt_report *report, enum rvt_resync_packet packet)
{
    if (report->config->switches.table_reset == RVT_TABLE_RESET_ANY_F3) {
        rvt_implicit_return_clear(&report->returns);
        rvt_jump_targets_clear(&report->targets);
    }
    rvt_resync_packet(&report->resync, packet);
}

/*
 * True if a decoder cannot distinguish this F3/0 of a discontinuity from one that a path leads to,
 * because instructions that need no packet may follow the report before. Without contexts it always
 * belongs to a path. AMB-105.
 */
static bool hides_break(const struct rvt_report *report, const struct rvt_item *item,
                        enum rvt_decision decision)
{
    return decision == RVT_DECISION_PPCCD && item->ctype == RVT_CTYPE_DISCONTINUITY &&
           report->started && !report->closes && !report->config->params.nocontext_p;
}

/*
 * True if a decoder may take this F3/0 for a break, although an uninferable jump leads to it: the
 * packet before reported a target that the path had passed already, so it may as well have reported
 * the last instruction before a break, at the first arrival. AMB-105, AMB-110.
 */
static bool resembles_break(const struct rvt_report *report, const struct rvt_item *item)
{
    return report->finds_breaks && report->arrived_again && report->source != RVT_JUMP_NONE &&
           item->context != report->sent_context;
}

/* True if outcomes of branches before item are unreported, which no sync packet reports.
 * ETR-ALG-077. */
static bool loses_branch(const struct rvt_report *report, const struct rvt_item *item)
{
    return report->history.map.count > (item->branch ? 1u : 0u);
}

void rvt_report_start(struct rvt_report *report, const struct rvt_item *item,
                      enum rvt_decision decision)
{
    struct rvt_packet *packet = begin_format3(report, item, RVT_SUBFORMAT_START);
    struct rvt_origin origin = origin_of(item, decision);
    bool start = !report->started;

    packet->branch = !item->taken;
    packet->address = address_field(report->config, item->iaddr);
    report->base = item->iaddr;
    report->context_pending = false;
    if (!start && rvt_implicit_return_hides(&report->returns, item))
        origin.doubts |= RVT_DOUBT_HIDDEN_RETURN;
    if (hides_break(report, item, decision) || (!start && resembles_break(report, item)))
        origin.doubts |= RVT_DOUBT_BREAK;
    if (loses_branch(report, item))
        origin.doubts |= RVT_DOUBT_LOST_BRANCH;
    if (item->kind == RVT_ITEM_TRAP)
        origin.doubts |= RVT_DOUBT_TRAPPED;
    send(report, packet, &origin);
    synchronised(report, item);
    rvt_jump_targets_synced(&report->targets, item->iaddr, report->source, start,
                            report->resync.mode == RVT_RESYNC_OFF);
}

/* The address of a trap packet with thaddr 0; only an exception has one. */
static uint64_t trap_address(const struct rvt_report *report, const struct rvt_item *item)
{
    bool known = item->kind == RVT_ITEM_TRAP && item->itype == RVT_ITYPE_EXCEPTION;
    return known || report->config->switches.thaddr0_addr == RVT_THADDR0_IADDR ? item->iaddr : 0;
}

/* True if packet omits the address of item, and the trap vectors lead elsewhere. AMB-047. */
static bool misses_handler(const struct rvt_report *report, const struct rvt_packet *packet,
                           const struct rvt_item *item)
{
    struct rvt_trap_vectors vectors = report->config->trap_vectors;
    uint64_t address;

    return packet->thaddr && report->config->options.implicit_exception &&
           rvt_vectors_find(&vectors, packet, &address) &&
           ((address ^ item->iaddr) & rvt_mask(report->config->params.iaddress_width_p)) != 0;
}

void rvt_report_trap(struct rvt_report *report, const struct rvt_item *item,
                     const struct rvt_cause *cause, bool thaddr, enum rvt_decision decision)
{
    const struct rvt_config *config = report->config;
    struct rvt_packet *packet = begin_format3(report, item, RVT_SUBFORMAT_TRAP);
    struct rvt_origin origin = origin_of(item, decision);
    uint64_t address = thaddr ? item->iaddr : trap_address(report, item);

    packet->branch = !item->taken;
    packet->thaddr = thaddr;
    packet->ecause = cause->cause;
    packet->interrupt = cause->interrupt;
    packet->tval = cause->tval;
    if (misses_handler(report, packet, item))
        origin.doubts |= RVT_DOUBT_HANDLER;
    if (loses_branch(report, item))
        origin.doubts |= RVT_DOUBT_LOST_BRANCH;
    if (!thaddr || !config->options.implicit_exception) /* ETR-MODE-062 */
        packet->address = address_field(config, address);
    if (thaddr) /* ETR-CMP-006 */
        report->base = address;
    report->context_pending = report->context_pending && !thaddr;
    send(report, packet, &origin);
    synchronised(report, item);
}

/* The pending branches as a map. */
static void fill_map(struct rvt_packet *packet, const struct rvt_branch_map *map)
{
    packet->branches = (uint8_t)map->count;
    packet->branch_map = (uint32_t)map->bits;
}

/* F0s0: the pending branches as a count. ETR-ALG-050, ETR-ALG-058. */
static void fill_count(struct rvt_packet *packet, const struct rvt_branch_history *history,
                       enum rvt_branch_fmt branch_fmt)
{
    packet->format = RVT_FORMAT_OPT_EXT;
    packet->subformat = RVT_SUBFORMAT_BRANCH_COUNT;
    packet->branch_count = (uint32_t)(history->correct - RVT_BRANCHES_MAX);
    packet->branch_fmt = (uint8_t)branch_fmt;
}

/* F0s1 in place of packet, which reports the address. ETR-ALG-051. */
static struct rvt_packet indexed(const struct rvt_report *report, const struct rvt_packet *packet,
                                 uint64_t address)
{
    return (struct rvt_packet){
        .format = RVT_FORMAT_OPT_EXT,
        .subformat = RVT_SUBFORMAT_JUMP_TARGET_INDEX,
        .index = rvt_jump_cache_index(&report->targets.cache, address),
        .branches = packet->branches,
        .branch_map = packet->branch_map,
        .irreport = packet->irreport,
        .irdepth = packet->irdepth,
    };
}

/* True if packet takes fewer bytes than index. */
static bool is_shorter(const struct rvt_config *config, const struct rvt_packet *packet,
                       const struct rvt_packet *index)
{
    struct rvt_payload this, that;

    return rvt_packet_write(config, packet, &this, NULL) == RVT_OK &&
           rvt_packet_write(config, index, &that, NULL) == RVT_OK && this.bytes < that.bytes;
}

/* Replaces an address that the cache holds by its index, where the index is sufficient.
 * ETR-ALG-051, AMB-083, AMB-087. */
static enum rvt_format_why take_index(struct rvt_report *report, const struct rvt_packet *packet,
                                      uint64_t address)
{
    const struct rvt_switches *switches = &report->config->switches;
    bool flagged =
        packet->updiscon && switches->jtc_before_sync == RVT_JTC_BEFORE_SYNC_FALLBACK_F12;
    bool depth_lost = packet->irreport && !switches->f0s1_irreport;
    struct rvt_packet index = indexed(report, packet, address);

    if (flagged || depth_lost ||
        (switches->jtc_choose == RVT_JTC_CHOOSE_SHORTER_BYTES &&
         is_shorter(report->config, packet, &index)))
        return RVT_FORMAT_WHY_NOT_INDEXED;
    report->packet = index;
    return RVT_FORMAT_WHY_CACHED;
}

/* The format of an address report. ETR-ALG-050..053. */
static enum rvt_format_why choose_format(struct rvt_report *report, struct rvt_packet *packet,
                                         const struct rvt_item *item)
{
    const struct rvt_branch_history *history = &report->history;
    bool counted = rvt_branch_history_counts(history);
    bool cached = report->targets.enabled && item->kind == RVT_ITEM_INST &&
                  rvt_jump_targets_report(&report->targets, item->iaddr, report->source, counted);

    if (counted) {
        fill_count(packet, history,
                   history->failed ? RVT_BRANCH_FMT_ADDR_FAIL : RVT_BRANCH_FMT_ADDR);
        return RVT_FORMAT_WHY_PREDICTED;
    }
    fill_map(packet, &history->map);
    packet->format = packet->branches > 0 ? RVT_FORMAT_DIFF_DELTA : RVT_FORMAT_ADDR_ONLY;
    if (cached)
        return take_index(report, packet, item->iaddr);
    if (packet->branches == 0)
        return RVT_FORMAT_WHY_NO_BRANCHES;
    return packet->branches < RVT_BRANCHES_MAX ? RVT_FORMAT_WHY_BRANCHES : RVT_FORMAT_WHY_FULL;
}

/* After a packet of formats 0 to 2. ETR-ALG-055. */
static void reported(struct rvt_report *report)
{
    rvt_branch_history_clear(&report->history);
    rvt_implicit_return_reported(&report->returns);
    rvt_jump_targets_reported(&report->targets);
    report->named = true;
    report->closes = false;
    report->arrived_again = false;
    rvt_passed_code_clear(&report->passed);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_OTHER);
}

/*
 * True if an address report can only be one before a sync packet or an end. updiscon shows that, a
 * depth with a notification does, and so does the report of an instruction that has no other
 * reason. flags: before the format was chosen.
 */
static bool closes(const struct rvt_report *report, const struct rvt_flags *flags)
{
    const struct rvt_packet *packet = &report->packet;
    const struct rvt_switches *switches = &report->config->switches;
    bool optional = packet->format == RVT_FORMAT_OPT_EXT;

    if (optional && packet->subformat == RVT_SUBFORMAT_JUMP_TARGET_INDEX)
        return false;
    if (flags->notify)
        return packet->irreport && switches->ir_profile == RVT_IR_PROFILE_V2_0_IRDEPTH;
    if (report->source != RVT_JUMP_NONE)
        return flags->updiscon && switches->updiscon_bit == RVT_UPDISCON_BIT_ONLY_BEFORE_SYNC;
    return !optional || packet->branch_count != switches->bcount_max;
}

void rvt_report_address(struct rvt_report *report, const struct rvt_item *item,
                        struct rvt_flags flags, enum rvt_decision decision)
{
    const struct rvt_config *config = report->config;
    uint64_t base = config->options.full_address ? 0 : report->base;
    struct rvt_origin origin = origin_of(item, decision);
    struct rvt_packet *packet = begin(report, RVT_FORMAT_ADDR_ONLY);

    packet->address = address_field(config, item->iaddr - base);
    packet->notify = flags.notify;
    packet->updiscon = flags.updiscon;
    if (report->returns.enabled) {
        struct rvt_return_report returns = rvt_implicit_return_report(
            &report->returns, item, report->source != RVT_JUMP_NONE, flags.last, flags.notify);
        packet->irreport = returns.irreport;
        packet->irdepth = returns.irdepth;
        if (returns.ambiguous)
            origin.doubts |= RVT_DOUBT_RETURN;
    }
    origin.format_why = choose_format(report, packet, item);
    if (origin.format_why == RVT_FORMAT_WHY_CACHED && packet->irreport &&
        rvt_jump_targets_moved(&report->targets, item->iaddr))
        origin.doubts |= RVT_DOUBT_RETURN;
    report->base = item->iaddr;
    bool again =
        report->source != RVT_JUMP_NONE && rvt_passed_code_includes(&report->passed, item->iaddr);
    send(report, packet, &origin);
    reported(report);
    report->closes = closes(report, &flags);
    report->arrived_again = again && !report->closes;
}

void rvt_report_branches(struct rvt_report *report, const struct rvt_item *item)
{
    const struct rvt_branch_history *history = &report->history;
    struct rvt_packet *packet = begin(report, RVT_FORMAT_DIFF_DELTA);
    struct rvt_origin origin = origin_of(item, history->failed ? RVT_DECISION_MISPREDICTION
                                                               : RVT_DECISION_BRANCH_MAP_FULL);

    if (history->failed)
        fill_count(packet, history, RVT_BRANCH_FMT_NO_ADDR);
    else
        packet->branch_map = (uint32_t)history->map.bits;
    send(report, packet, &origin);
    reported(report);
}

void rvt_report_context(struct rvt_report *report, const struct rvt_item *item)
{
    struct rvt_packet *packet = begin_format3(report, item, RVT_SUBFORMAT_CONTEXT);
    struct rvt_origin origin = origin_of(item, RVT_DECISION_CONTEXT);

    report->context_pending = false;
    report->sent_context = item->context;
    send(report, packet, &origin);
    other_format3(report, RVT_RESYNC_PACKET_CONTEXT);
}

/* dloss, where the layout has it. Spec: ETR-FMT-005. */
static void report_data_loss(struct rvt_report *report, struct rvt_support *support)
{
    const struct rvt_support_layout *layout = rvt_support_layout(report->config);

    for (unsigned i = 0; i < layout->count; i++)
        if (layout->place[i].field == RVT_SUPPORT_DLOSS)
            support->value[RVT_SUPPORT_DLOSS] = report->data_lost;
    report->data_lost = false;
}

void rvt_report_support(struct rvt_report *report, const struct rvt_moment *moment, bool ienable,
                        enum rvt_qual_status qual_status, enum rvt_decision decision)
{
    struct rvt_packet packet = {
        .format = RVT_FORMAT_SYNC,
        .subformat = RVT_SUBFORMAT_SUPPORT,
    };
    struct rvt_origin origin = {
        .decision = decision,
        .cycle = moment->cycle,
        .time = moment->time,
    };

    if (rvt_is_draft(report->config))
        origin.decision = RVT_DECISION_DRAFT_SUPPORT;
    rvt_support_fill(&packet.support, report->config, ienable, qual_status);
    report_data_loss(report, &packet.support);
    send(report, &packet, &origin);
    other_format3(report, RVT_RESYNC_PACKET_SUPPORT);
}
