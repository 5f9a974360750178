/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/decode_exact.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "wire/packet.h"

#include "lockstep/core/packet_ranges.h"
#include "lockstep/core/pairing.h"
#include "lockstep/core/retirement.h"
#include "lockstep/core/retirement_monitor.h"

struct rvt_decode_exact {
    struct rvt_retirement_monitor monitor;
    struct rvt_mismatch_log *findings; /* borrowed */
    struct rvt_decoder *decoder;
    struct rvt_pairing pairing;
    bool undecodable;                            /* no decoder can follow the stream here */
    struct rvt_packet_ranges undecodable_ranges; /* packets that were not compared for that */
    struct rvt_packet support; /* latest support packet, as if tracing had not ended with it */
    struct rvt_config reading; /* to read packets with: the modes of that support packet */
    bool lost_last;            /* the latest report was a loss */
    unsigned spare_losses;     /* optional losses struck off since the latest other report */
    uint64_t now;              /* cycle of the packet that is being decoded */
    uint64_t last, last_size;  /* latest instruction reported; size 0: none since a loss */
    uint64_t observed;         /* packets taken from the hardware */
    uint64_t packets;          /* of these, those that were compared whole */
    uint64_t compared_bytes;   /* bytes of instructions that were reported and had retired */
};

/* --- what the trace reports ------------------------------------------------------------------- */

/* Records what was reported and what had retired. */
static enum rvt_status add_difference(struct rvt_decode_exact *exact,
                                      const struct rvt_retirement *item, const char *clause,
                                      const struct rvt_retirement *reported)
{
    struct rvt_text text;
    if (!rvt_mismatch_log_add(exact->findings, exact->now, &text))
        return RVT_OK;
    rvt_text_add(&text,
                 "cycle %" PRIu64 ": packet %" PRIu64 " does not decode to what retired [%s]",
                 exact->now, exact->observed - 1, clause);
    rvt_text_add(&text, "\n  retired   ");
    rvt_retirement_print(item, &text);
    rvt_text_add(&text, "\n  decoded   ");
    rvt_retirement_print(reported, &text);
    return RVT_OK;
}

/* For each optional loss that was struck off, the loss reported last may have been the next one in
 * the queue; nothing before that one needs to be reported. Drops up to the next loss. */
static bool take_later_loss(struct rvt_decode_exact *exact)
{
    if (!exact->lost_last || exact->spare_losses == 0)
        return false;
    exact->spare_losses--;
    rvt_retirement_queue_drop_to_kind(&exact->monitor.queue, RVT_RETIREMENT_LOST);
    if (rvt_retirement_queue_front(&exact->monitor.queue) == NULL)
        return false;
    rvt_retirement_queue_pass(&exact->monitor.queue);
    return true;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct rvt_decode_exact *exact = context;
    uint64_t address = range->first;
    uint64_t bytes = range->last + range->last_size - range->first;
    while (bytes > 0 && !rvt_mismatch_log_full(exact->findings)) {
        struct rvt_retirement *item =
            rvt_retirement_queue_front_of(&exact->monitor.queue, RVT_RETIREMENT_CODE);
        bool equal = item != NULL && item->kind == RVT_RETIREMENT_CODE && item->address == address;
        if (!equal && take_later_loss(exact))
            continue;
        if (!equal) {
            const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_CODE,
                                                    .address = address,
                                                    .bytes = bytes,
                                                    .cycle = exact->now};
            return add_difference(exact, item, "ETR-DEC-001", &reported);
        }
        uint64_t step = item->bytes < bytes ? item->bytes : bytes;
        address += step;
        bytes -= step;
        exact->compared_bytes += step;
        item->address += step;
        item->bytes -= step;
        if (item->bytes == 0)
            rvt_retirement_queue_pass(&exact->monitor.queue);
    }
    exact->lost_last = false;
    exact->last = range->last;
    exact->last_size = range->last_size;
    return RVT_OK;
}

/* Drops iterations of a loop without branches, which the trace cannot report. */
static bool skip_iterations(struct rvt_decode_exact *exact, const struct rvt_retirement *reported)
{
    return exact->last_size > 0 &&
           rvt_retirement_queue_skip_iterations(&exact->monitor.queue,
                                                exact->last + exact->last_size, reported);
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_decode_exact *exact = context;
    const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_TRAP,
                                            .interrupt = trap->interrupt,
                                            .cause = trap->ecause,
                                            .tval = trap->tval,
                                            .epc_known = trap->epc_known,
                                            .address = trap->epc,
                                            .cycle = exact->now};
    struct rvt_retirement_queue *queue = &exact->monitor.queue;
    bool same;

    do {
        same = rvt_retirement_queue_drop_to_trap(queue, &reported);
    } while (!same && take_later_loss(exact));
    if (!same && !skip_iterations(exact, &reported))
        return add_difference(exact, rvt_retirement_queue_front(queue), "ETR-ALG-022", &reported);
    exact->lost_last = false;
    rvt_retirement_queue_pass_trap(queue);
    return RVT_OK;
}

static enum rvt_status on_end(struct rvt_decode_exact *exact)
{
    const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_END, .cycle = exact->now};
    const struct rvt_retirement *item;
    bool same;

    do {
        item = rvt_retirement_queue_front_of(&exact->monitor.queue, RVT_RETIREMENT_END);
        same = item != NULL && item->kind == RVT_RETIREMENT_END;
    } while (!same && take_later_loss(exact));
    if (!same && !skip_iterations(exact, &reported))
        return add_difference(exact, item, "ETR-SUP-002", &reported);
    rvt_retirement_queue_pass(&exact->monitor.queue);
    return RVT_OK;
}

/* Nothing before the loss needs to be reported. A gap may be reported more than once. */
static enum rvt_status on_loss(struct rvt_decode_exact *exact)
{
    const struct rvt_retirement reported = {.kind = RVT_RETIREMENT_LOST, .cycle = exact->now};

    rvt_retirement_queue_drop_to_kind(&exact->monitor.queue, RVT_RETIREMENT_LOST);
    const struct rvt_retirement *item = rvt_retirement_queue_front(&exact->monitor.queue);
    if (item == NULL && !exact->lost_last)
        return add_difference(exact, NULL, "ETR-SUP-003", &reported);
    if (!exact->lost_last)
        exact->spare_losses = 0;
    exact->spare_losses += item != NULL && item->optional ? 1 : 0;
    if (item != NULL)
        rvt_retirement_queue_pass(&exact->monitor.queue);
    exact->lost_last = true;
    exact->last_size = 0;
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

/* Records a packet that cannot be decoded. */
static void add_unreadable(struct rvt_decode_exact *exact, uint64_t cycle,
                           const struct rvt_diag *diag)
{
    struct rvt_text text;
    char reason[256];

    if (!rvt_mismatch_log_add(exact->findings, cycle, &text))
        return;
    rvt_diag_format(diag, reason, sizeof reason);
    rvt_text_add(
        &text, "cycle %" PRIu64 ": packet %" PRIu64 " cannot be decoded [%s]\n  because   %s",
        cycle, exact->observed - 1, diag->clause != NULL ? diag->clause : "ETR-DEC", reason);
}

static enum rvt_status open_decoder(struct rvt_decode_exact *exact)
{
    const struct rvt_decoder_output output = {
        .range = on_range, .trap = on_trap, .event = on_event, .context = exact};
    struct rvt_decoder *opened;
    enum rvt_status status =
        rvt_decoder_profile_open(&exact->monitor.config, exact->monitor.image, &output, 0, &opened);

    if (status != RVT_OK)
        return status;
    rvt_decoder_close(exact->decoder);
    exact->decoder = opened;
    return RVT_OK;
}

/* True if a decoder cannot begin at address: the target of the jump there is inferred from the
 * instruction before it. ETR-MODE-060. */
static bool needs_previous(const struct rvt_decode_exact *exact, uint64_t address)
{
    struct rvt_insn insn;

    return exact->monitor.config.params.sijump_p &&
           rvt_image_insn(exact->monitor.image, address, &insn, NULL) == RVT_OK &&
           insn.kind == RVT_INSN_UNINFERABLE;
}

/* True if the encoder's tables survive a sync packet: a decoder that begins within a trace does not
 * know their contents. AMB-071. */
static bool keeps_tables(const struct rvt_decode_exact *exact)
{
    return exact->monitor.config.switches.table_reset == RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF &&
           exact->monitor.config.resync.mode == RVT_RESYNC_OFF;
}

/*
 * After packets that no decoder can follow: true if decoding can resume with packet, because it
 * states an address or an end of tracing. A new decoder then begins there, with the modes that the
 * stream sent last, and the queue begins with what retired there.
 */
static bool resumes(struct rvt_decode_exact *exact, const struct rvt_packet *packet,
                    const struct rvt_pairing_model *known)
{
    bool support = packet->subformat == RVT_SUBFORMAT_SUPPORT;
    bool start = packet->subformat == RVT_SUBFORMAT_START;
    bool handler =
        packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr && !known->vector_moved;

    if (packet->format != RVT_FORMAT_SYNC || !(support || start || handler))
        return false;
    if (support) {
        unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];
        if (qual_status == RVT_QUAL_NO_CHANGE)
            return false;
        if (qual_status != RVT_QUAL_TRACE_LOST)
            rvt_retirement_queue_drop_to_kind(&exact->monitor.queue, RVT_RETIREMENT_END);
    } else if (keeps_tables(exact) || needs_previous(exact, known->iaddr) ||
               !rvt_retirement_queue_drop_to(&exact->monitor.queue, known->cycle, known->block,
                                             known->iaddr, handler)) {
        return false;
    }
    exact->last_size = 0;
    return open_decoder(exact) == RVT_OK &&
           rvt_decoder_packet(exact->decoder, &exact->support, NULL) == RVT_OK;
}

/* Marks the latest packet. in_gap: no decoder can follow the path to it, or from it; skipped: nor
 * can decoding resume with it. */
static void note_range(struct rvt_decode_exact *exact, bool in_gap, bool skipped)
{
    uint64_t number = exact->observed - 1;
    struct rvt_text text;

    if (rvt_packet_ranges_mark(&exact->undecodable_ranges, number, in_gap) == RVT_OK &&
        rvt_packet_ranges_mark(&exact->undecodable_ranges, number, skipped) == RVT_OK)
        return;
    if (rvt_mismatch_log_add(exact->findings, exact->now, &text))
        rvt_text_add(&text, "cycle %" PRIu64 ": out of memory", exact->now);
}

/* Compares a packet; known is the equal packet of the model, or null. */
static void compare(struct rvt_decode_exact *exact, const struct rvt_pairing_hardware *seen,
                    const struct rvt_pairing_model *known)
{
    struct rvt_packet packet;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    exact->now = seen->cycle;
    exact->observed++;
    enum rvt_status status =
        rvt_packet_read(&exact->reading, seen->byte, seen->bytes, &packet, &diag);
    bool in_gap = known != NULL && (exact->undecodable || known->undecodable);
    exact->undecodable = in_gap;
    if (status == RVT_OK && exact->undecodable)
        exact->undecodable = !resumes(exact, &packet, known);
    if (status == RVT_OK && packet.format == RVT_FORMAT_SYNC &&
        packet.subformat == RVT_SUBFORMAT_SUPPORT) {
        exact->support = packet;
        rvt_support_adopt(&exact->reading, &packet.support, &exact->reading.options);
        exact->support.support.value[RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_NO_CHANGE;
    }
    bool skipped = status == RVT_OK && exact->undecodable;
    note_range(exact, in_gap, skipped);
    if (skipped)
        return;
    exact->packets += known != NULL && known->undecodable ? 0 : 1;
    if (status == RVT_OK)
        status = rvt_decoder_packet(exact->decoder, &packet, &diag);
    if (status != RVT_OK)
        add_unreadable(exact, seen->cycle, &diag);
}

static void compare_outstanding(struct rvt_decode_exact *exact, bool end)
{
    struct rvt_pairing_hardware seen;
    struct rvt_pairing_model known;
    bool is_known;

    while (!rvt_mismatch_log_full(exact->findings) &&
           rvt_pairing_next(&exact->pairing, end, &seen, &known, &is_known))
        compare(exact, &seen, is_known ? &known : NULL);
}

enum rvt_status rvt_decode_exact_expect(struct rvt_decode_exact *exact,
                                        const struct rvt_config *config,
                                        const struct rvt_packet *packet,
                                        const struct rvt_origin *origin)
{
    return rvt_pairing_add_model(&exact->pairing, config, packet, origin);
}

void rvt_decode_exact_packet(struct rvt_decode_exact *exact, uint64_t cycle, const uint8_t *payload,
                             size_t bytes)
{
    if (rvt_mismatch_log_full(exact->findings))
        return;
    rvt_pairing_add_hardware(&exact->pairing, cycle, payload, bytes);
    compare_outstanding(exact, false);
}

void rvt_decode_exact_settle(struct rvt_decode_exact *exact)
{
    compare_outstanding(exact, false);
}

void rvt_decode_exact_end(struct rvt_decode_exact *exact, uint64_t cycle)
{
    struct rvt_text text;
    compare_outstanding(exact, true);
    if (exact->packets == 0) {
        if (rvt_mismatch_log_add(exact->findings, cycle, &text))
            rvt_text_add(&text, "cycle %" PRIu64 ": no packet was decoded", cycle);
        return;
    }
    if (exact->compared_bytes == 0 && exact->observed > exact->packets) {
        if (rvt_mismatch_log_add(exact->findings, cycle, &text))
            rvt_text_add(&text,
                         "cycle %" PRIu64 ": no decoder can follow %" PRIu64 " of %" PRIu64
                         " packets, and the others report no instruction",
                         cycle, rvt_decode_exact_undecodable(exact), exact->observed);
        return;
    }
    if (exact->undecodable)
        return;
    while (rvt_retirement_queue_front(&exact->monitor.queue) != NULL &&
           rvt_retirement_queue_front(&exact->monitor.queue)->optional)
        rvt_retirement_queue_pass(&exact->monitor.queue);
    const struct rvt_retirement *item = exact->monitor.control.enable
                                            ? rvt_retirement_queue_overdue(&exact->monitor.queue)
                                            : rvt_retirement_queue_front(&exact->monitor.queue);
    if (item == NULL || !rvt_mismatch_log_add(exact->findings, cycle, &text))
        return;
    rvt_text_add(&text, "cycle %" PRIu64 ": the trace ends without reporting ", cycle);
    rvt_retirement_print(item, &text);
    rvt_text_add(&text, " [%s]", item->kind == RVT_RETIREMENT_END ? "ETR-SUP-002" : "ETR-DEC-001");
}

uint64_t rvt_decode_exact_packets(const struct rvt_decode_exact *exact)
{
    return exact->packets;
}

uint64_t rvt_decode_exact_undecodable(const struct rvt_decode_exact *exact)
{
    return exact->observed - exact->packets;
}

uint64_t rvt_decode_exact_undecodable_bound(const struct rvt_decode_exact *exact, size_t index)
{
    const struct rvt_packet_ranges *ranges = &exact->undecodable_ranges;

    return index < ranges->count ? ranges->bound[index] : UINT64_MAX;
}

/* --- what retired ----------------------------------------------------------------------------- */

enum rvt_status rvt_decode_exact_control(struct rvt_decode_exact *exact, uint64_t cycle,
                                         uint64_t stalled_cycles, const struct rvt_control *control)
{
    return rvt_retirement_monitor_control(&exact->monitor, cycle, stalled_cycles, control);
}

void rvt_decode_exact_program(struct rvt_decode_exact *exact, const struct rvt_registers *registers)
{
    rvt_retirement_monitor_program(&exact->monitor, registers);
}

enum rvt_status rvt_decode_exact_row(struct rvt_decode_exact *exact, const struct rvt_row *row,
                                     uint64_t stalled_cycles)
{
    if (rvt_mismatch_log_full(exact->findings))
        return RVT_OK; /* nothing is compared any more, so the queue would only grow */
    return rvt_retirement_monitor_row(&exact->monitor, row, stalled_cycles);
}

enum rvt_status rvt_decode_exact_idle(struct rvt_decode_exact *exact, uint64_t cycle)
{
    return rvt_retirement_monitor_idle(&exact->monitor, cycle);
}

void rvt_decode_exact_cover(struct rvt_decode_exact *exact, struct rvt_coverage *coverage)
{
    exact->monitor.coverage = coverage;
}

/* --- life cycle ------------------------------------------------------------------------------- */

enum rvt_status rvt_decode_exact_open(const struct rvt_config *config, struct rvt_image *image,
                                      unsigned ahead_max, struct rvt_mismatch_log *findings,
                                      struct rvt_decode_exact **exact)
{
    struct rvt_decode_exact *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->findings = findings;
    made->reading = *config;
    enum rvt_status status = rvt_retirement_monitor_init(&made->monitor, config, image);
    if (status == RVT_OK)
        status = rvt_pairing_init(&made->pairing, ahead_max);
    if (status == RVT_OK)
        status = open_decoder(made);
    if (status != RVT_OK) {
        rvt_decode_exact_close(made);
        return status;
    }
    *exact = made;
    return RVT_OK;
}

void rvt_decode_exact_close(struct rvt_decode_exact *exact)
{
    if (exact == NULL)
        return;
    rvt_decoder_close(exact->decoder);
    rvt_retirement_monitor_fini(&exact->monitor);
    rvt_pairing_fini(&exact->pairing);
    rvt_packet_ranges_fini(&exact->undecodable_ranges);
    free(exact);
}
