/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The half of the decode-exact judge that takes packets: what they tell is struck off what retired.
 */
#include <inttypes.h>
#include <stddef.h>

#include "wire/packet.h"

#include "lockstep/core/retired_state.h"

/* --- what the trace tells --------------------------------------------------------------------- */

/* Records what was told and what had retired. */
static enum rvt_status wrong(struct rvt_retired *retired, const struct rvt_untold *item,
                             const char *clause, const struct rvt_untold *told)
{
    struct rvt_text text;
    if (!rvt_findings_add(retired->findings, retired->now, &text))
        return RVT_OK;
    rvt_text_add(&text, "cycle %" PRIu64 ": packet %" PRIu64 " does not tell what retired [%s]",
                 retired->now, retired->observed - 1, clause);
    rvt_text_add(&text, "\n  retired   ");
    rvt_untold_print(item, &text);
    rvt_text_add(&text, "\n  decoded   ");
    rvt_untold_print(told, &text);
    return RVT_OK;
}

/* The loss told last may have been a later one than was struck off, one further for each optional
 * one that was: then nothing before the later one has to be told either. */
static bool take_later_loss(struct rvt_retired *retired)
{
    if (!retired->losing || retired->spare == 0)
        return false;
    retired->spare--;
    rvt_untold_leave_to_kind(&retired->queue, RVT_UNTOLD_LOST);
    if (rvt_untold_front(&retired->queue) == NULL)
        return false;
    rvt_untold_pass(&retired->queue);
    return true;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct rvt_retired *retired = context;
    uint64_t address = range->first;
    uint64_t bytes = range->last + range->last_size - range->first;
    while (bytes > 0 && !rvt_findings_full(retired->findings)) {
        struct rvt_untold *item = rvt_untold_front_of(&retired->queue, RVT_UNTOLD_CODE);
        bool equal = item != NULL && item->kind == RVT_UNTOLD_CODE && item->address == address;
        if (!equal && take_later_loss(retired))
            continue;
        if (!equal) {
            const struct rvt_untold told = {
                .kind = RVT_UNTOLD_CODE, .address = address, .bytes = bytes, .cycle = retired->now};
            return wrong(retired, item, "ETR-DEC-001", &told);
        }
        uint64_t step = item->bytes < bytes ? item->bytes : bytes;
        address += step;
        bytes -= step;
        retired->judged += step;
        item->address += step;
        item->bytes -= step;
        if (item->bytes == 0)
            rvt_untold_pass(&retired->queue);
    }
    retired->losing = false;
    retired->last = range->last;
    retired->last_size = range->last_size;
    return RVT_OK;
}

/* Repeated passes of a cycle without branches that the trace cannot tell. */
static bool skip_passes(struct rvt_retired *retired, const struct rvt_untold *told)
{
    return retired->last_size > 0 &&
           rvt_untold_skip_passes(&retired->queue, retired->last + retired->last_size, told);
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_retired *retired = context;
    const struct rvt_untold told = {.kind = RVT_UNTOLD_TRAP,
                                    .interrupt = trap->interrupt,
                                    .cause = trap->ecause,
                                    .tval = trap->tval,
                                    .epc_known = trap->epc_known,
                                    .address = trap->epc,
                                    .cycle = retired->now};
    const struct rvt_untold *item;
    bool same;
    do {
        item = rvt_untold_front(&retired->queue);
        while (item != NULL && item->optional && !rvt_untold_same(item, &told)) {
            rvt_untold_pass(&retired->queue);
            item = rvt_untold_front(&retired->queue);
        }
        same = item != NULL && rvt_untold_same(item, &told);
    } while (!same && take_later_loss(retired));
    if (!same && !skip_passes(retired, &told))
        return wrong(retired, item, "ETR-ALG-022", &told);
    retired->losing = false;
    rvt_untold_pass(&retired->queue);
    return RVT_OK;
}

static enum rvt_status on_end(struct rvt_retired *retired)
{
    const struct rvt_untold told = {.kind = RVT_UNTOLD_END, .cycle = retired->now};
    const struct rvt_untold *item;
    bool same;

    do {
        item = rvt_untold_front_of(&retired->queue, RVT_UNTOLD_END);
        same = item != NULL && item->kind == RVT_UNTOLD_END;
    } while (!same && take_later_loss(retired));
    if (!same && !skip_passes(retired, &told))
        return wrong(retired, item, "ETR-SUP-002", &told);
    rvt_untold_pass(&retired->queue);
    return RVT_OK;
}

/* What stands before the loss need not be told any more. A gap may be told more than once. */
static enum rvt_status on_loss(struct rvt_retired *retired)
{
    const struct rvt_untold told = {.kind = RVT_UNTOLD_LOST, .cycle = retired->now};

    rvt_untold_leave_to_kind(&retired->queue, RVT_UNTOLD_LOST);
    const struct rvt_untold *item = rvt_untold_front(&retired->queue);
    if (item == NULL && !retired->losing)
        return wrong(retired, NULL, "ETR-SUP-003", &told);
    if (!retired->losing)
        retired->spare = 0;
    retired->spare += item != NULL && item->optional ? 1 : 0;
    if (item != NULL)
        rvt_untold_pass(&retired->queue);
    retired->losing = true;
    retired->last_size = 0;
    return RVT_OK;
}

static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    (void)packet;
    if (event == RVT_EVENT_ENDED)
        return on_end(context);
    return event == RVT_EVENT_LOST ? on_loss(context) : RVT_OK;
}

/* --- packets ---------------------------------------------------------------------------------- */

/* A packet that does not decode. */
static void undecodable(struct rvt_retired *retired, uint64_t cycle, const struct rvt_diag *diag)
{
    struct rvt_text text;
    char reason[256];

    if (!rvt_findings_add(retired->findings, cycle, &text))
        return;
    rvt_diag_format(diag, reason, sizeof reason);
    rvt_text_add(
        &text, "cycle %" PRIu64 ": packet %" PRIu64 " does not decode [%s]\n  because   %s", cycle,
        retired->observed - 1, diag->clause != NULL ? diag->clause : "ETR-DEC", reason);
}

enum rvt_status rvt_retired_open_decoder(struct rvt_retired *retired)
{
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = retired};
    struct rvt_decoder *opened;
    enum rvt_status status =
        rvt_decoder_open(&retired->config, retired->image, &output, 0, &opened);

    if (status != RVT_OK)
        return status;
    rvt_decoder_close(retired->decoder);
    retired->decoder = opened;
    return RVT_OK;
}

/* A decoder that begins at address cannot know where a jump there leads that is inferred from the
 * instruction before it. ETR-MODE-060. */
static bool needs_past(const struct rvt_retired *retired, uint64_t address)
{
    struct rvt_insn insn;

    return retired->config.params.sijump_p &&
           rvt_image_insn(retired->image, address, &insn, NULL) == RVT_OK &&
           insn.kind == RVT_INSN_UNINFERABLE;
}

/* A decoder that begins within a trace cannot know what the encoder's tables hold, where they
 * outlive a sync packet. AMB-071. */
static bool keeps_tables(const struct rvt_retired *retired)
{
    return retired->config.switches.table_reset == RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF &&
           retired->config.resync.mode == RVT_RESYNC_OFF;
}

/*
 * Behind a stretch that no decoder can follow: true if packet leads back, by a place of its own or
 * an end of tracing. A decoder then begins there, with the modes that the stream told last, and the
 * queue with what retired there.
 */
static bool leads_back(struct rvt_retired *retired, const struct rvt_packet *packet,
                       const struct rvt_pairing_known *known)
{
    bool support = packet->subformat == RVT_SUBFORMAT_SUPPORT;
    bool start = packet->subformat == RVT_SUBFORMAT_START;
    bool handler = packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr && !known->elsewhere;

    if (packet->format != RVT_FORMAT_SYNC || !(support || start || handler))
        return false;
    if (support) {
        unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];
        if (qual_status == RVT_QUAL_NO_CHANGE)
            return false;
        if (qual_status != RVT_QUAL_TRACE_LOST)
            rvt_untold_leave_to_kind(&retired->queue, RVT_UNTOLD_END);
    } else if (keeps_tables(retired) || needs_past(retired, known->iaddr) ||
               !rvt_untold_leave_to(&retired->queue, known->cycle, known->iaddr, handler)) {
        return false;
    }
    retired->last_size = 0;
    return rvt_retired_open_decoder(retired) == RVT_OK &&
           rvt_decoder_packet(retired->decoder, &retired->support, NULL) == RVT_OK;
}

/* The latest packet was reached astray, or leads astray; left_out: it does not lead back either. */
static void note_stretch(struct rvt_retired *retired, bool astray, bool left_out)
{
    uint64_t number = retired->observed - 1;
    struct rvt_text text;

    if (rvt_stretches_tell(&retired->stretches, number, astray) == RVT_OK &&
        rvt_stretches_tell(&retired->stretches, number, left_out) == RVT_OK)
        return;
    if (rvt_findings_add(retired->findings, retired->now, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": out of memory", retired->now);
}

/* Judges a packet; known is what the model says of it, or null. */
static void judge(struct rvt_retired *retired, const struct rvt_pairing_seen *seen,
                  const struct rvt_pairing_known *known)
{
    struct rvt_packet packet;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    retired->now = seen->cycle;
    retired->observed++;
    enum rvt_status status =
        rvt_packet_read(&retired->config, seen->byte, seen->bytes, &packet, &diag);
    bool astray = known != NULL && (retired->astray || known->misleads);
    retired->astray = astray;
    if (status == RVT_OK && retired->astray)
        retired->astray = !leads_back(retired, &packet, known);
    if (status == RVT_OK && packet.format == RVT_FORMAT_SYNC &&
        packet.subformat == RVT_SUBFORMAT_SUPPORT) {
        retired->support = packet;
        retired->support.support.value[RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_NO_CHANGE;
    }
    bool left_out = status == RVT_OK && retired->astray;
    note_stretch(retired, astray, left_out);
    if (left_out)
        return;
    retired->packets += known != NULL && known->misleads ? 0 : 1;
    if (status == RVT_OK)
        status = rvt_decoder_packet(retired->decoder, &packet, &diag);
    if (status != RVT_OK)
        undecodable(retired, seen->cycle, &diag);
}

static void judge_waiting(struct rvt_retired *retired, bool end)
{
    struct rvt_pairing_seen seen;
    struct rvt_pairing_known known;
    bool is_known;

    while (!rvt_findings_full(retired->findings) &&
           rvt_pairing_next(&retired->pairing, end, &seen, &known, &is_known))
        judge(retired, &seen, is_known ? &known : NULL);
}

enum rvt_status rvt_retired_expect(struct rvt_retired *retired, const struct rvt_config *config,
                                   const struct rvt_packet *packet, const struct rvt_origin *origin)
{
    return rvt_pairing_know(&retired->pairing, config, packet, origin);
}

void rvt_retired_packet(struct rvt_retired *retired, uint64_t cycle, const uint8_t *payload,
                        size_t bytes)
{
    if (rvt_findings_full(retired->findings))
        return;
    rvt_pairing_see(&retired->pairing, cycle, payload, bytes);
    judge_waiting(retired, false);
}

void rvt_retired_settle(struct rvt_retired *retired)
{
    judge_waiting(retired, false);
}

void rvt_retired_end(struct rvt_retired *retired, uint64_t cycle)
{
    struct rvt_text text;
    judge_waiting(retired, true);
    if (retired->packets == 0) {
        if (rvt_findings_add(retired->findings, cycle, &text))
            rvt_text_add(&text, "cycle %" PRIu64 ": no packet was decoded", cycle);
        return;
    }
    if (retired->judged == 0 && retired->observed > retired->packets) {
        if (rvt_findings_add(retired->findings, cycle, &text))
            rvt_text_add(&text,
                         "cycle %" PRIu64 ": %" PRIu64 " of %" PRIu64
                         " packets were left out, and the others tell no instruction",
                         cycle, rvt_retired_astray(retired), retired->observed);
        return;
    }
    if (retired->astray)
        return;
    while (rvt_untold_front(&retired->queue) != NULL && rvt_untold_front(&retired->queue)->optional)
        rvt_untold_pass(&retired->queue);
    const struct rvt_untold *item = retired->control.enable ? rvt_untold_overdue(&retired->queue)
                                                            : rvt_untold_front(&retired->queue);
    if (item == NULL || !rvt_findings_add(retired->findings, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": the trace ends without telling ", cycle);
    rvt_untold_print(item, &text);
    rvt_text_add(&text, " [%s]", item->kind == RVT_UNTOLD_END ? "ETR-SUP-002" : "ETR-DEC-001");
}

uint64_t rvt_retired_packets(const struct rvt_retired *retired)
{
    return retired->packets;
}

uint64_t rvt_retired_astray(const struct rvt_retired *retired)
{
    return retired->observed - retired->packets;
}

uint64_t rvt_retired_turn(const struct rvt_retired *retired, size_t index)
{
    const struct rvt_stretches *stretches = &retired->stretches;

    return index < stretches->count ? stretches->turn[index] : UINT64_MAX;
}
