/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/check/check_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check/carrier_check.h"
#include "check/irdepth_check.h"
#include "check/packet_check.h"
#include "decoder/data_decoder.h"
#include "draft/decoder_profile.h"
#include "modes/data_history.h"
#include "tools/check/check_path.h"
#include "tools/command.h"
#include "tools/progress.h"

struct check {
    const struct rvt_check_stream_options *options;
    struct rvt_compliance *compliance;
    struct rvt_config config; /* without a program: with the modes of the latest support packet */
    struct rvt_stream *stream;
    struct rvt_carrier_check *carrier;
    struct rvt_check_path *path; /* null without a program */
    struct rvt_data_decoder data;
    uint64_t items, packets, insts; /* all items, those of the source, te_inst of these */
    uint64_t others;                /* normal packets of other sources and types */
    unsigned first_due; /* bit n: no access of 2^n bytes came since the latest sync packet */
    bool ended;         /* the latest te_inst reports the end of tracing */
    bool filled;        /* filling came before the first packet of any source */
};

/* A finding on the item, where fault has no place of its own. */
static void find(struct check *check, const struct rvt_stream_item *item,
                 const struct rvt_diag *fault)
{
    struct rvt_diag placed = *fault;
    struct rvt_compliance_finding finding;

    rvt_diag_at(&placed, item->unit, item->position);
    finding = rvt_compliance_of_diag(&placed);
    rvt_compliance_break(check->compliance, &finding);
}

/* A finding on a payload, which begins item. */
static void find_in_payload(struct check *check, const struct rvt_stream_item *item,
                            const struct rvt_diag *fault)
{
    struct rvt_diag placed = *fault;

    placed.unit = NULL;
    find(check, item, &placed);
}

/* ---- packets ---- */

/* The first access of its size after a sync packet: it was not relative. */
static void take_first(struct check *check, const struct rvt_data_report *report)
{
    if ((check->first_due >> report->size & 1) != 0)
        rvt_compliance_obey(check->compliance, "ETR-DAT-011", 1);
    check->first_due &= ~(1u << report->size);
}

/* te_data of the source. */
static void take_data(struct check *check, const struct rvt_stream_item *item)
{
    const struct rvt_payload *payload = &item->encap.payload;
    struct rvt_data_packet packet;
    struct rvt_data_report report;
    struct rvt_diag fault;
    bool reported = false;

    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_data_read(&check->config, payload->byte, payload->bytes,
                                           &check->data.pending, &packet, &fault);
    if (status != RVT_OK)
        find_in_payload(check, item, &fault);
    if (status != RVT_OK && !rvt_payload_only_padding(&check->config, status)) {
        rvt_data_decoder_break(&check->data);
        return;
    }
    rvt_diag_clear(&fault);
    enum rvt_status decoded =
        rvt_data_decoder_packet(&check->data, &packet, &report, &reported, &fault);
    if (decoded != RVT_OK)
        find_in_payload(check, item, &fault);
    else if (status == RVT_OK)
        rvt_packet_check_data(check->compliance, &check->config, &packet, payload);
    if (decoded == RVT_OK && reported && report.phase != RVT_PHASE_RESPONSE)
        take_first(check, &report);
}

static bool is_support(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
}

/* A te_inst packet that has its fields. */
static void follow(struct check *check, const struct rvt_stream_item *item,
                   const struct rvt_packet *packet)
{
    const struct rvt_support *support = &packet->support;

    check->ended =
        is_support(packet) && (support->value[RVT_SUPPORT_QUAL_STATUS] != RVT_QUAL_NO_CHANGE ||
                               support->value[RVT_SUPPORT_IENABLE] == 0);
    rvt_data_decoder_inst(&check->data, packet);
    if (rvt_data_history_resets(&check->config, packet))
        check->first_due = ~0u;
    if (check->path != NULL)
        rvt_check_path_packet(check->path, item, packet);
    else if (is_support(packet))
        rvt_support_adopt(&check->config, support, &check->config.options);
}

/* A te_inst packet that was read. */
static void check_inst(struct check *check, const struct rvt_stream_item *item,
                       const struct rvt_config *config, const struct rvt_packet *packet)
{
    const struct rvt_payload *payload = &item->encap.payload;
    struct rvt_rule_list broken = {.count = 0};
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    if (rvt_irdepth_check(config, packet, payload, &fault) != RVT_OK) {
        find_in_payload(check, item, &fault);
        rvt_rule_list_add(&broken, fault.clause);
    }
    rvt_packet_check_inst(check->compliance, config, packet, payload, &broken);
    rvt_diag_clear(&fault);
    if (rvt_packet_check_privilege(packet, &fault) != RVT_OK)
        find_in_payload(check, item, &fault);
}

/* te_inst of the source. */
static void take_inst(struct check *check, const struct rvt_stream_item *item)
{
    const struct rvt_config *config =
        check->path != NULL ? rvt_check_path_config(check->path) : &check->config;
    const struct rvt_payload *payload = &item->encap.payload;
    struct rvt_packet packet;
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    enum rvt_status status =
        rvt_packet_read(config, payload->byte, payload->bytes, &packet, &fault);
    check->insts++;
    if (status != RVT_OK)
        find_in_payload(check, item, &fault);
    else
        check_inst(check, item, config, &packet);
    if (status == RVT_OK || rvt_payload_only_padding(config, status))
        follow(check, item, &packet);
    else if (check->path != NULL)
        rvt_check_path_break(check->path, item);
}

static void take_item(struct check *check, const struct rvt_stream_item *item)
{
    const char *foreign = rvt_stream_foreign(&check->config, item);

    if (item->form != RVT_STREAM_HEX)
        rvt_packet_check_encap(check->compliance, &check->config, &item->encap);
    check->filled |= check->items == 0 && item->encap.kind != RVT_ENCAP_NORMAL;
    check->others += foreign != NULL && item->encap.kind == RVT_ENCAP_NORMAL;
    if (foreign != NULL)
        return;
    check->packets++;
    if (check->options->payload != NULL)
        check->options->payload(check->options->context, item->data, &item->encap.payload);
    if (item->data)
        take_data(check, item);
    else
        take_inst(check, item);
}

/* ---- the stream ---- */

/* Whether the check of the carrier has reported the fault already. */
static bool is_of_carrier(const struct rvt_diag *fault)
{
    unsigned rule = 0;

    return rvt_compliance_rule_find(fault->clause, &rule) &&
           rvt_compliance_rule(rule)->layer >= RVT_CHECK_FRAMING &&
           rvt_compliance_rule(rule)->layer <= RVT_CHECK_SYST;
}

/* Bytes that are no packet, or packets that are missing. */
static void take_gap(struct check *check, const struct rvt_stream_item *item,
                     const struct rvt_diag *fault)
{
    if (!is_of_carrier(fault))
        find(check, item, fault);
    if (check->path != NULL)
        rvt_check_path_break(check->path, item);
    rvt_data_decoder_break(&check->data);
    check->first_due = 0;
}

/* Takes the next item; *end: there was none. A fault in diag ends the check. */
static enum rvt_status step(struct check *check, bool *end, struct rvt_diag *diag)
{
    struct rvt_stream_item item = {0};
    struct rvt_diag fault;

    rvt_diag_clear(&fault);
    enum rvt_status status = rvt_stream_read(check->stream, &item, end, &fault);
    if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX) {
        *diag = fault;
        return status;
    }
    if (status != RVT_OK)
        take_gap(check, &item, &fault);
    else if (!*end)
        take_item(check, &item);
    check->items++;
    return RVT_OK;
}

/* The carrier has given nothing of the source. */
static void find_nothing(struct check *check)
{
    struct rvt_compliance_finding finding = rvt_compliance_of_rule("CHK-001");
    struct rvt_diag elsewhere;

    rvt_diag_clear(&elsewhere);
    if (check->others > 0)
        (void)snprintf(finding.text, sizeof finding.text,
                       "none of the %" PRIu64 " packets has this source and type", check->others);
    else if (rvt_stream_elsewhere(check->stream, &elsewhere))
        (void)snprintf(finding.text, sizeof finding.text, "%s", elsewhere.text);
    else
        (void)snprintf(finding.text, sizeof finding.text, "the file contains no packets");
    rvt_compliance_break(check->compliance, &finding);
}

static void find_or_obey(struct check *check, bool broken, const char *number, const char *why)
{
    struct rvt_compliance_finding finding = rvt_compliance_of_rule(number);

    if (!broken) {
        rvt_compliance_obey(check->compliance, number, 1);
        return;
    }
    (void)snprintf(finding.text, sizeof finding.text, "%s", why);
    rvt_compliance_break(check->compliance, &finding);
}

/* What the end of the stream says about all of it. */
static void check_whole(struct check *check)
{
    if (check->packets == 0 && !check->options->allow_empty)
        find_nothing(check);
    if (check->packets == 0)
        return;
    rvt_compliance_obey(check->compliance, "CHK-001", 1);
    find_or_obey(check, check->filled, "CHK-004", "filling comes before the first packet");
    if (check->insts > 0)
        find_or_obey(check, !check->ended, "CHK-002",
                     "tracing does not end: no support packet says so");
}

static enum rvt_status run(struct check *check, struct rvt_diag *diag)
{
    struct rvt_progress progress;
    enum rvt_status status = RVT_OK;
    bool end = false;

    rvt_progress_start(&progress, "packets");
    rvt_progress_of(&progress, check->options->path);
    while (status == RVT_OK && !end) {
        status = step(check, &end, diag);
        rvt_progress_at(&progress, rvt_stream_place(check->stream));
    }
    rvt_progress_clear();
    if (status != RVT_OK)
        return status;
    if (check->path != NULL)
        rvt_check_path_finish(check->path);
    check_whole(check);
    return RVT_OK;
}

static enum rvt_status take_bytes(void *context, const uint8_t *data, size_t bytes)
{
    const struct check *check = context;

    return bytes > 0 ? rvt_carrier_check_push(check->carrier, data, bytes)
                     : rvt_carrier_check_finish(check->carrier);
}

static enum rvt_status open_all(struct check *check, struct rvt_diag *diag)
{
    const struct rvt_check_stream_options *options = check->options;
    enum rvt_status status =
        rvt_stream_open(options->path, options->config, options->form, &check->stream, diag);

    if (status != RVT_OK)
        return status;
    rvt_stream_set_tap(check->stream, take_bytes, check);
    status = rvt_carrier_check_open(rvt_stream_carrier(options->form), &options->config->transport,
                                    check->compliance, &check->carrier);
    if (status == RVT_OK && options->image != NULL)
        status = rvt_check_path_open(options->config, options->image, options->steps,
                                     check->compliance, &check->path);
    return status == RVT_OK ? RVT_OK
                            : rvt_diag_set(diag, status, NULL, 0, NULL, "the check cannot begin");
}

enum rvt_status rvt_check_stream(const struct rvt_check_stream_options *options,
                                 struct rvt_compliance *compliance, uint64_t *packets,
                                 struct rvt_diag *diag)
{
    struct check check = {.options = options, .compliance = compliance, .config = *options->config};

    rvt_data_decoder_init(&check.data, &check.config);
    enum rvt_status status = open_all(&check, diag);
    if (status == RVT_OK)
        status = run(&check, diag);
    *packets = check.packets;
    rvt_check_path_close(check.path);
    rvt_carrier_check_close(check.carrier);
    rvt_stream_close(check.stream);
    return status;
}
