/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/decode_exact.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "check/updiscon_order.h"
#include "decoder/decoder.h"
#include "draft/decoder_profile.h"
#include "wire/packet.h"

#include "lockstep/core/decode_exact_report.h"
#include "lockstep/core/packet_ranges.h"
#include "lockstep/core/pairing.h"
#include "lockstep/core/retirement_monitor.h"
#include "lockstep/core/unreadable_kinds.h"
#include "lockstep/retirement/retirement.h"
#include "lockstep/retirement/retirement_positions.h"
#include "lockstep/retirement/retirement_reader.h"

/* What retired and is kept while nothing is compared. */
enum { UNREPORTED_MAX = 1 << 20 };

enum state {
    FOLLOWS, /* what is reported is compared with what retired, from positions on */
    BROKEN,  /* after a finding: nothing is compared up to the next synchronisation */
    SEEKS,   /* synchronised: the next report decides where */
};

struct rvt_decode_exact {
    struct rvt_retirement_monitor monitor;
    struct rvt_decode_exact_report report;
    struct rvt_decoder *decoder;
    struct rvt_pairing pairing;
    enum state state;
    struct rvt_retirement_positions positions;
    bool output_losses; /* a loss may be reported that the ingress did not have */
    bool padding_reported;
    struct rvt_unreadable_kinds unreadable;
    struct rvt_updiscon_order updiscon;
    bool awaits_sync; /* broken by such a loss, which a sync packet has to follow */
    uint64_t lost;    /* cycle of the packet that reported it */
    bool undecodable; /* no decoder can follow the stream here */
    struct rvt_packet_ranges undecodable_ranges; /* packets that were not compared for that */
    struct rvt_packet support; /* latest support packet, as if tracing had not ended with it */
    uint64_t now;              /* cycle of the packet that is being decoded */
    uint64_t observed;         /* packets taken from the hardware */
    uint64_t packets;          /* of these, those that were compared whole */
    uint64_t skipped;          /* of these, those that a break left out */
    uint64_t compared_bytes;   /* bytes of instructions that were reported and had retired */
    uint64_t instructions;     /* these instructions */
};

/* --- what the trace reports ------------------------------------------------------------------- */

/* The requirement that a report breaks that is not what retired. */
static const char *clause_of(enum rvt_retirement_kind kind)
{
    switch (kind) {
    case RVT_RETIREMENT_CODE:
        return "DecodesToRetired"; /* no clause: any packet before may be the cause */
    case RVT_RETIREMENT_TRAP:
        return "ETR-ALG-022";
    case RVT_RETIREMENT_END:
        return "ETR-SUP-002";
    case RVT_RETIREMENT_LOST:
        return "ETR-SUP-003";
    }
    return "-";
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

/* After a break, the first report: finds all positions where it can be. False: nothing can be
 * compared yet. */
static bool find_positions(struct rvt_decode_exact *exact, const struct rvt_retirement *reported)
{
    unsigned count = rvt_retirement_positions_find(&exact->positions, &exact->monitor.queue,
                                                   exact->now, reported);

    if (count > RVT_RETIREMENT_POSITIONS_MAX ||
        (reported->kind == RVT_RETIREMENT_CODE && needs_previous(exact, reported->address))) {
        exact->state = BROKEN;
        return false;
    }
    if (count == 0) {
        rvt_decode_exact_report_difference(&exact->report, exact->now, NULL, reported,
                                           clause_of(reported->kind));
        exact->state = BROKEN;
        return false;
    }
    exact->state = FOLLOWS;
    return true;
}

/* A report fits no position: the first one is at what contradicts it, after taken bytes. */
static void break_off(struct rvt_decode_exact *exact, const struct rvt_retirement *reported,
                      uint64_t taken)
{
    struct rvt_retirement storage, rest = *reported;

    exact->state = BROKEN;
    exact->awaits_sync = exact->output_losses && reported->kind == RVT_RETIREMENT_LOST;
    exact->lost = exact->now;
    if (exact->awaits_sync)
        return;
    if (reported->kind == RVT_RETIREMENT_CODE) {
        rest.address += taken;
        rest.bytes -= taken;
    }
    rvt_decode_exact_report_difference(
        &exact->report, exact->now,
        rvt_retirement_reader_next(&exact->monitor.queue, &exact->positions.reader[0], &storage),
        &rest, clause_of(reported->kind));
}

/* The trace reports something: the positions that agree go on. */
static enum rvt_status take(struct rvt_decode_exact *exact, const struct rvt_retirement *reported)
{
    uint64_t taken;

    if (rvt_mismatch_log_full(exact->report.findings) || exact->state == BROKEN ||
        (exact->state == SEEKS && !find_positions(exact, reported)))
        return RVT_OK;
    if (!rvt_retirement_positions_take(&exact->positions, &exact->monitor.queue, reported,
                                       &taken)) {
        break_off(exact, reported, taken);
        return RVT_OK;
    }
    exact->compared_bytes += reported->kind == RVT_RETIREMENT_CODE ? reported->bytes : 0;
    rvt_retirement_positions_release(&exact->positions, &exact->monitor.queue);
    return RVT_OK;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct rvt_decode_exact *exact = context;
    uint64_t before = exact->compared_bytes;
    enum rvt_status status =
        take(exact, &(struct rvt_retirement){.kind = RVT_RETIREMENT_CODE,
                                             .address = range->first,
                                             .bytes = range->last + range->last_size - range->first,
                                             .cycle = exact->now});

    if (exact->compared_bytes != before)
        exact->instructions += range->count;
    return status;
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct rvt_decode_exact *exact = context;

    return take(exact, &(struct rvt_retirement){.kind = RVT_RETIREMENT_TRAP,
                                                .interrupt = trap->interrupt,
                                                .cause = trap->ecause,
                                                .tval = trap->tval,
                                                .epc_known = trap->epc_known,
                                                .address = trap->epc,
                                                .cycle = exact->now});
}

static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    struct rvt_decode_exact *exact = context;
    struct rvt_retirement reported = {.kind = RVT_RETIREMENT_END, .cycle = exact->now};

    (void)packet;
    if (event == RVT_EVENT_LOST)
        reported.kind = RVT_RETIREMENT_LOST;
    return event == RVT_EVENT_ENDED || event == RVT_EVENT_LOST ? take(exact, &reported) : RVT_OK;
}

/* --- packets ---------------------------------------------------------------------------------- */

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

/* True if the encoder's tables survive a sync packet: a decoder that begins within a trace does not
 * know their contents. AMB-071. */
static bool keeps_tables(const struct rvt_decode_exact *exact)
{
    return exact->monitor.config.switches.table_reset == RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF &&
           exact->monitor.config.resync.mode == RVT_RESYNC_OFF;
}

/* A new decoder begins with the next packet, with the modes that the stream sent last. */
static bool restart_decoder(struct rvt_decode_exact *exact)
{
    bool known = exact->support.format == RVT_FORMAT_SYNC;

    return open_decoder(exact) == RVT_OK &&
           (!known || rvt_decoder_packet(exact->decoder, &exact->support, NULL) == RVT_OK);
}

/*
 * After packets that no decoder can follow: true if decoding can resume with packet, because it
 * states an address or an end of tracing. A new decoder then begins there, and what is compared
 * begins with what retired there.
 */
static bool resumes(struct rvt_decode_exact *exact, const struct rvt_packet *packet,
                    const struct rvt_pairing_model *known)
{
    struct rvt_retirement_reader *reader = rvt_retirement_positions_oldest(&exact->positions);
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
            rvt_retirement_reader_seek_kind(&exact->monitor.queue, reader, RVT_RETIREMENT_END);
    } else if (keeps_tables(exact) || needs_previous(exact, known->iaddr) ||
               !rvt_retirement_reader_seek(&exact->monitor.queue, reader, known->cycle,
                                           known->block, known->iaddr, handler)) {
        return false;
    }
    rvt_retirement_positions_keep(&exact->positions, reader);
    rvt_retirement_positions_release(&exact->positions, &exact->monitor.queue);
    return restart_decoder(exact);
}

/* After a break: true if packet synchronises, and a new decoder begins with it. */
static bool recovers(struct rvt_decode_exact *exact, const struct rvt_packet *packet)
{
    bool sync = packet->format == RVT_FORMAT_SYNC && (packet->subformat == RVT_SUBFORMAT_START ||
                                                      packet->subformat == RVT_SUBFORMAT_TRAP);

    if (!sync || keeps_tables(exact) || !restart_decoder(exact))
        return false;
    exact->state = SEEKS;
    exact->awaits_sync = false;
    return true;
}

/* A reported loss is followed by something else than a sync packet, or by nothing. */
static void add_unsynchronised(struct rvt_decode_exact *exact)
{
    exact->awaits_sync = false;
    rvt_decode_exact_report_unsynchronised(&exact->report, exact->now, exact->lost);
}

/* True if instructions retired after the loss, so that a sync packet is due. */
static bool is_sync_due(const struct rvt_decode_exact *exact)
{
    const struct rvt_retirement_queue *queue = &exact->monitor.queue;

    for (uint64_t number = queue->tail; number-- > queue->head;) {
        const struct rvt_retirement *entry = rvt_retirement_queue_at(queue, number);
        if (entry->cycle <= exact->lost)
            return false;
        if (entry->kind == RVT_RETIREMENT_CODE)
            return true;
    }
    return false;
}

/* Marks the latest packet. in_gap: no decoder can follow the path to it, or from it; skipped: nor
 * can decoding resume with it. */
static void note_range(struct rvt_decode_exact *exact, bool in_gap, bool skipped)
{
    uint64_t number = exact->observed - 1;

    if (rvt_packet_ranges_mark(&exact->undecodable_ranges, number, in_gap) == RVT_OK &&
        rvt_packet_ranges_mark(&exact->undecodable_ranges, number, skipped) == RVT_OK)
        return;
    rvt_decode_exact_report_other(&exact->report, exact->now, RVT_MISMATCH_MEMORY, "out of memory");
}

/* Within packets that no decoder can follow: true if decoding goes on with packet. known as
 * below. */
static bool ends_gap(struct rvt_decode_exact *exact, const struct rvt_packet *packet,
                     const struct rvt_pairing_model *known)
{
    return known != NULL ? resumes(exact, packet, known) : recovers(exact, packet);
}

/* Compares a packet; known is what the model knows of the same packet, or null. */
static void compare(struct rvt_decode_exact *exact, const struct rvt_observed_packet *seen,
                    const struct rvt_pairing_model *known)
{
    struct rvt_packet packet;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    exact->report.seen = *seen;
    exact->now = seen->at.cycle;
    exact->report.number = exact->observed++;
    enum rvt_status status =
        rvt_packet_read(&exact->report.reading, seen->data, seen->bytes, &packet, &diag);
    if (rvt_payload_only_padding(&exact->report.reading, status)) {
        if (!exact->padding_reported)
            rvt_decode_exact_report_padding(&exact->report, exact->now, &packet, &diag);
        exact->padding_reported = true;
        status = RVT_OK;
    }
    if (rvt_updiscon_order_take(&exact->updiscon, status == RVT_OK ? &packet : NULL))
        rvt_decode_exact_report_updiscon(&exact->report, exact->now, &packet);
    bool in_gap = exact->undecodable || (known != NULL && known->undecodable);
    exact->undecodable = in_gap;
    if (status == RVT_OK && exact->undecodable)
        exact->undecodable = !ends_gap(exact, &packet, known);
    if (status == RVT_OK && packet.format == RVT_FORMAT_SYNC &&
        packet.subformat == RVT_SUBFORMAT_SUPPORT) {
        exact->support = packet;
        rvt_support_adopt(&exact->report.reading, &packet.support, &exact->report.reading.options);
        exact->support.support.value[RVT_SUPPORT_QUAL_STATUS] = RVT_QUAL_NO_CHANGE;
    }
    bool skipped = status == RVT_OK && exact->undecodable;
    note_range(exact, in_gap, skipped);
    if (skipped)
        return;
    if (exact->state == BROKEN && (status != RVT_OK || !recovers(exact, &packet))) {
        exact->skipped++;
        if (exact->awaits_sync && (status != RVT_OK || packet.format != RVT_FORMAT_SYNC))
            add_unsynchronised(exact);
        else if (status != RVT_OK && rvt_unreadable_kinds_add(&exact->unreadable, &diag))
            rvt_decode_exact_report_undecodable(&exact->report, exact->now, &diag);
        return;
    }
    exact->packets += known != NULL && known->undecodable ? 0 : 1;
    if (status == RVT_OK)
        status = rvt_decoder_packet(exact->decoder, &packet, &diag);
    else
        (void)rvt_unreadable_kinds_add(&exact->unreadable, &diag); /* reported below */
    if (status == RVT_OK || exact->state == BROKEN)
        return;
    rvt_decode_exact_report_undecodable(&exact->report, exact->now, &diag);
    exact->state = BROKEN;
}

static void compare_outstanding(struct rvt_decode_exact *exact, bool end)
{
    struct rvt_observed_packet seen;
    struct rvt_pairing_model known;
    bool is_known;

    while (!rvt_mismatch_log_full(exact->report.findings) &&
           rvt_pairing_next(&exact->pairing, end, &seen, &known, &is_known))
        compare(exact, &seen, is_known ? &known : NULL);
}

enum rvt_status rvt_decode_exact_expect(struct rvt_decode_exact *exact,
                                        const struct rvt_expected_packet *packet)
{
    if (rvt_mismatch_log_full(exact->report.findings))
        return RVT_OK; /* nothing is compared any more */
    return rvt_pairing_add_model(&exact->pairing, packet);
}

void rvt_decode_exact_packet(struct rvt_decode_exact *exact, uint64_t cycle, const uint8_t *payload,
                             size_t bytes)
{
    if (rvt_mismatch_log_full(exact->report.findings))
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
    compare_outstanding(exact, true);
    if (exact->packets == 0) {
        rvt_decode_exact_report_other(&exact->report, cycle, RVT_MISMATCH_NOTHING,
                                      "no packet was decoded");
        return;
    }
    if (exact->compared_bytes == 0 && exact->observed > exact->packets) {
        rvt_decode_exact_report_other(&exact->report, cycle, RVT_MISMATCH_NOTHING,
                                      "none of %" PRIu64 " packets reports an instruction that "
                                      "retired: no decoder can follow %" PRIu64 ", and %" PRIu64
                                      " were not compared after a finding",
                                      exact->observed, rvt_decode_exact_undecodable(exact),
                                      exact->skipped);
        return;
    }
    if (exact->awaits_sync && is_sync_due(exact))
        add_unsynchronised(exact);
    if (exact->undecodable || exact->state != FOLLOWS)
        return;
    const struct rvt_retirement_reader *reader = rvt_retirement_positions_overdue(
        &exact->positions, &exact->monitor.queue, exact->monitor.control.enable);
    if (reader == NULL)
        return;
    struct rvt_retirement storage;
    const struct rvt_retirement *item =
        rvt_retirement_reader_next(&exact->monitor.queue, reader, &storage);
    rvt_decode_exact_report_unreported(&exact->report, cycle, item,
                                       item->kind == RVT_RETIREMENT_END ? "ETR-SUP-002"
                                                                        : "ETR-ALG-039");
}

uint64_t rvt_decode_exact_packets(const struct rvt_decode_exact *exact)
{
    return exact->packets;
}

uint64_t rvt_decode_exact_undecodable(const struct rvt_decode_exact *exact)
{
    return exact->observed - exact->packets - exact->skipped;
}

uint64_t rvt_decode_exact_skipped(const struct rvt_decode_exact *exact)
{
    return exact->skipped;
}

uint64_t rvt_decode_exact_instructions(const struct rvt_decode_exact *exact)
{
    return exact->instructions;
}

bool rvt_decode_exact_traced(const struct rvt_decode_exact *exact)
{
    return exact->monitor.traced || rvt_mismatch_log_full(exact->report.findings);
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
    struct rvt_retirement_queue *queue = &exact->monitor.queue;

    if (rvt_mismatch_log_full(exact->report.findings))
        return RVT_OK; /* nothing is compared any more, so the queue would only grow */
    if (exact->state == BROKEN && queue->tail - queue->head > UNREPORTED_MAX)
        rvt_retirement_queue_release(queue, queue->tail - UNREPORTED_MAX);
    return rvt_retirement_monitor_row(&exact->monitor, row, stalled_cycles);
}

enum rvt_status rvt_decode_exact_idle(struct rvt_decode_exact *exact, uint64_t cycle)
{
    return rvt_retirement_monitor_idle(&exact->monitor, cycle);
}

void rvt_decode_exact_output_losses(struct rvt_decode_exact *exact)
{
    exact->output_losses = true;
}

void rvt_decode_exact_history(struct rvt_decode_exact *exact,
                              const struct rvt_block_history *history)
{
    exact->report.history = history;
}

void rvt_decode_exact_cover(struct rvt_decode_exact *exact, struct rvt_coverage *coverage)
{
    exact->monitor.coverage = coverage;
}

/* --- life cycle ------------------------------------------------------------------------------- */

enum rvt_status rvt_decode_exact_open(const struct rvt_config *config, struct rvt_image *image,
                                      unsigned ahead_max, struct rvt_mismatch_log *findings,
                                      const struct rvt_mismatch_log *packets,
                                      struct rvt_decode_exact **exact)
{
    struct rvt_decode_exact *made = calloc(1, sizeof *made);

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->report.findings = findings;
    made->report.reading = *config;
    made->updiscon = rvt_updiscon_order(config);
    rvt_retirement_positions_init(&made->positions);
    enum rvt_status status = rvt_retirement_monitor_init(&made->monitor, config, image);
    if (status == RVT_OK)
        status = rvt_pairing_init(&made->pairing, config, ahead_max, packets);
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
