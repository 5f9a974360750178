/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/report.h"

#include "base/bits.h"

static void send(struct rvt_report *report, const struct rvt_packet *packet,
                 const struct rvt_origin *origin)
{
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
    };
}

/* The field that carries address: bits iaddress_width_p - 1 to iaddress_lsb_p. ETR-FMT-025. */
static uint64_t address_field(const struct rvt_config *config, uint64_t address)
{
    uint64_t in_range = address & rvt_mask(config->params.iaddress_width_p);
    return in_range >> config->params.iaddress_lsb_p;
}

/* A format 3 packet with privilege, time and context of item. */
static struct rvt_packet format3(const struct rvt_report *report, const struct rvt_item *item,
                                 enum rvt_subformat subformat)
{
    const struct rvt_params *params = &report->config->params;
    return (struct rvt_packet){
        .format = RVT_FORMAT_SYNC,
        .subformat = (uint8_t)subformat,
        .privilege = item->priv,
        .time = params->notime_p ? 0 : item->time,
        .context = params->nocontext_p ? 0 : item->context,
    };
}

/* Both synchronisation packets leave no branch pending: the outcome of item travels in the branch
 * bit. ETR-ALG-056. */
static void synchronised(struct rvt_report *report)
{
    rvt_branch_map_clear(&report->map);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_SYNC);
}

void rvt_report_start(struct rvt_report *report, const struct rvt_item *item,
                      enum rvt_decision decision)
{
    struct rvt_packet packet = format3(report, item, RVT_SUBFORMAT_START);
    struct rvt_origin origin = origin_of(item, decision);

    packet.branch = !item->taken;
    packet.address = address_field(report->config, item->iaddr);
    report->base = item->iaddr;
    report->context_pending = false;
    send(report, &packet, &origin);
    synchronised(report);
}

/* The address of a trap packet with thaddr 0; only an exception tells one. */
static uint64_t trap_address(const struct rvt_report *report, const struct rvt_item *item)
{
    bool told = item->kind == RVT_ITEM_TRAP && item->itype == RVT_ITYPE_EXCEPTION;
    return told || report->config->switches.thaddr0_addr == RVT_THADDR0_IADDR ? item->iaddr : 0;
}

void rvt_report_trap(struct rvt_report *report, const struct rvt_item *item,
                     const struct rvt_cause *cause, bool thaddr, enum rvt_decision decision)
{
    struct rvt_packet packet = format3(report, item, RVT_SUBFORMAT_TRAP);
    struct rvt_origin origin = origin_of(item, decision);
    uint64_t address = thaddr ? item->iaddr : trap_address(report, item);

    packet.branch = !item->taken;
    packet.thaddr = thaddr;
    packet.ecause = cause->cause;
    packet.interrupt = cause->interrupt;
    packet.tval = cause->interrupt ? 0 : cause->tval;
    packet.address = address_field(report->config, address);
    if (thaddr) /* ETR-CMP-006 */
        report->base = address;
    report->context_pending = report->context_pending && !thaddr;
    send(report, &packet, &origin);
    synchronised(report);
}

void rvt_report_address(struct rvt_report *report, const struct rvt_item *item, bool notify,
                        bool updiscon, enum rvt_decision decision)
{
    const struct rvt_config *config = report->config;
    uint64_t base = config->options.full_address ? 0 : report->base;
    struct rvt_origin origin = origin_of(item, decision);
    struct rvt_packet packet = {
        .format = report->map.count > 0 ? RVT_FORMAT_DIFF_DELTA : RVT_FORMAT_ADDR_ONLY,
        .branches = (uint8_t)report->map.count,
        .branch_map = (uint32_t)report->map.bits,
        .address = address_field(config, item->iaddr - base),
        .notify = notify,
        .updiscon = updiscon,
    };

    report->base = item->iaddr;
    rvt_branch_map_clear(&report->map);
    send(report, &packet, &origin);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_OTHER);
}

void rvt_report_branches(struct rvt_report *report, const struct rvt_item *item)
{
    struct rvt_origin origin = origin_of(item, RVT_DECISION_BRANCH_MAP_FULL);
    struct rvt_packet packet = {
        .format = RVT_FORMAT_DIFF_DELTA,
        .branch_map = (uint32_t)report->map.bits,
    };

    rvt_branch_map_clear(&report->map);
    send(report, &packet, &origin);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_OTHER);
}

void rvt_report_context(struct rvt_report *report, const struct rvt_item *item)
{
    struct rvt_packet packet = format3(report, item, RVT_SUBFORMAT_CONTEXT);
    struct rvt_origin origin = origin_of(item, RVT_DECISION_CONTEXT);

    report->context_pending = false;
    send(report, &packet, &origin);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_CONTEXT);
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

    rvt_support_fill(&packet.support, report->config, ienable, qual_status);
    send(report, &packet, &origin);
    rvt_resync_packet(&report->resync, RVT_RESYNC_PACKET_SUPPORT);
}
