/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/packet_processor.h"

#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "decoder/operating_mode.h"
#include "decoder/path_report.h"
#include "decoder/sync.h"
#include "program/vectors.h"

#define STEP_LIMIT_DEFAULT (UINT64_C(1) << 24)

enum rvt_status
rvt_packet_processor_init(struct rvt_packet_processor *processor, const struct rvt_config *config,
                          const struct rvt_packet_rules *rules, struct rvt_image *image,
                          const struct rvt_decoder_output *output, uint64_t step_limit)
{
    struct rvt_follower *follower = &processor->follower;

    if (rvt_tables_open(&processor->tables, config) != RVT_OK)
        return RVT_ERR_MEMORY;
    processor->config = *config;
    if (rvt_is_draft(config)) /* DRA-007 */
        processor->config.options.sequentially_inferred_jumps = config->switches.draft_sijump;
    processor->rules = rules;
    processor->output = *output;
    processor->strict = true;
    processor->buffer.output = &processor->output;
    follower->config = &processor->config;
    follower->vectors = rvt_vectors_find;
    follower->vectors_context = &processor->config.trap_vectors;
    follower->resync_off = config->resync.mode == RVT_RESYNC_OFF;
    follower->path = (struct rvt_path){
        .config = &processor->config,
        .image = image,
        .tables = &processor->tables,
        .buffer = &processor->buffer,
        .mode = processor->config.options,
        .depth_mask = (uint32_t)rvt_mask(rvt_irdepth_bits(config)),
        .step_limit = step_limit == 0 ? STEP_LIMIT_DEFAULT : step_limit,
    };
    rvt_follower_drop_position(follower, false);
    return RVT_OK;
}

void rvt_packet_processor_fini(struct rvt_packet_processor *processor)
{
    rvt_tables_close(&processor->tables);
}

/* F3/3. Spec: ETR-DEC-012, ETR-SUP-005, ETR-SUP-012. */
static enum rvt_status take_support(struct rvt_packet_processor *processor,
                                    const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;
    unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];
    bool off = packet->support.value[RVT_SUPPORT_IENABLE] == 0;
    enum rvt_status status = RVT_OK;

    if (qual_status == RVT_QUAL_ENDED_NTR && follower->place == RVT_PLACE_PATH)
        status = rvt_follower_settle(follower, diag);
    if (status != RVT_OK)
        return status;
    if (qual_status != RVT_QUAL_NO_CHANGE || off || follower->place == RVT_PLACE_NOWHERE) {
        rvt_follower_drop_position(follower, true);
        processor->strict = true;
    }
    if (qual_status == RVT_QUAL_TRACE_LOST)
        status = rvt_output_buffer_event(&processor->buffer, RVT_EVENT_LOST);
    else if (qual_status != RVT_QUAL_NO_CHANGE)
        status = rvt_output_buffer_event(&processor->buffer, RVT_EVENT_ENDED);
    return status == RVT_OK ? rvt_output_buffer_event(&processor->buffer, RVT_EVENT_SUPPORT)
                            : status;
}

/* F3/2: changes only what is known of the context. */
static enum rvt_status take_context(struct rvt_packet_processor *processor,
                                    const struct rvt_packet *packet)
{
    struct rvt_follower *follower = &processor->follower;

    if (follower->place == RVT_PLACE_NOWHERE)
        return RVT_OK;
    follower->context = packet->context;
    follower->resets = processor->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3;
    return rvt_output_buffer_event(&processor->buffer, RVT_EVENT_CONTEXT);
}

/* F0, F1, F2. Spec: ETR-DEC-001, ETR-DEC-019, ETR-CMP-007. */
static enum rvt_status take_report(struct rvt_packet_processor *processor,
                                   const struct rvt_packet *packet, struct rvt_diag *diag)
{
    const struct rvt_options *mode = &processor->follower.path.mode;
    bool count = packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT;

    switch (processor->follower.place) {
    case RVT_PLACE_NOWHERE:
        processor->follower.meaning.te_inst = NULL; /* ignored */
        if (!processor->strict)
            return RVT_OK;
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-DEC-001",
                            "a sync packet must come first");
    case RVT_PLACE_TRAPPED:
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-CMP-007",
                            "a sync packet must follow a trap without handler address");
    case RVT_PLACE_PATH:
        break;
    }
    if (packet->format == RVT_FORMAT_OPT_EXT &&
        !(count ? mode->branch_prediction : mode->jump_target_cache))
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "ETR-DEC-019",
                            "the packet has format 0, but %s is off in this stream",
                            count ? "branch prediction" : "the jump target cache");
    return processor->repeating ? RVT_OK : rvt_path_report_take(&processor->follower, packet, diag);
}

/* A packet of a profile with rules of its own. */
static enum rvt_status take_by_rules(struct rvt_packet_processor *processor,
                                     const struct rvt_packet *packet, struct rvt_diag *diag)
{
    const struct rvt_packet_rules *rules = processor->rules;

    if (packet->format != RVT_FORMAT_SYNC || packet->subformat != RVT_SUBFORMAT_SUPPORT)
        return rules->packet(&processor->follower, packet, processor->strict, diag);
    enum rvt_status status = rules->support(&processor->follower, packet, diag);
    return status == RVT_OK ? take_support(processor, packet, diag) : status;
}

static enum rvt_status dispatch(struct rvt_packet_processor *processor,
                                const struct rvt_packet *packet, uint64_t ordinal,
                                struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;

    follower->resets = follower->forgets = follower->synchronised = follower->settled = false;
    follower->meaning = (struct rvt_packet_meaning){.packet = ordinal, .te_inst = packet};
    if (processor->rules != NULL)
        return take_by_rules(processor, packet, diag);
    if (packet->format != RVT_FORMAT_SYNC)
        return take_report(processor, packet, diag);
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        return rvt_sync_start(follower, packet, diag);
    case RVT_SUBFORMAT_TRAP:
        return rvt_sync_trap(follower, packet, diag);
    case RVT_SUBFORMAT_CONTEXT:
        return take_context(processor, packet);
    default:
        return take_support(processor, packet, diag);
    }
}

/* Takes a packet with more output than the buffer holds a second time, now that all of it is known
 * to fit the program. */
static enum rvt_status take_again(struct rvt_packet_processor *processor,
                                  const struct rvt_packet *packet, uint64_t ordinal,
                                  const struct rvt_follower *before,
                                  const struct rvt_tables_point *point)
{
    rvt_tables_undo(&processor->tables, point);
    memcpy(&processor->follower, before, offsetof(struct rvt_follower, meaning));
    processor->buffer.mode = RVT_OUTPUT_DIRECT;
    return dispatch(processor, packet, ordinal, NULL);
}

/* Reports what the packet means, and before it that the previous one meant a later occurrence. */
static enum rvt_status report_meaning(struct rvt_packet_processor *processor,
                                      uint64_t address_before)
{
    const struct rvt_decoder_output *output = &processor->output;
    struct rvt_packet_meaning *meaning = &processor->follower.meaning;
    struct rvt_packet_meaning settled = {
        .packet = processor->tentative, .end = RVT_PATH_END_UPDISCON, .address = address_before};

    if (output->meaning == NULL || meaning->te_inst == NULL)
        return RVT_OK;
    if (processor->follower.settled && output->meaning(output->context, &settled) != RVT_OK)
        return RVT_ERR_SINK;
    meaning->instructions = processor->buffer.instructions;
    meaning->first = processor->buffer.first;
    meaning->last = processor->buffer.last;
    return output->meaning(output->context, meaning) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

static void extend_loss(struct rvt_packet_processor *processor, enum rvt_status cause,
                        uint64_t ordinal, bool contradiction)
{
    uint64_t suspect = contradiction && processor->sync < ordinal ? processor->sync : ordinal;

    rvt_loss_tracker_extend(&processor->losses, cause, ordinal, suspect, &processor->buffer);
}

/* The effects of a packet that fits: losses begin or go on, tables are reset. */
static enum rvt_status conclude(struct rvt_packet_processor *processor,
                                const struct rvt_packet *packet, uint64_t ordinal,
                                uint64_t address_before)
{
    struct rvt_follower *follower = &processor->follower;

    if (follower->resets)
        rvt_tables_reset(&processor->tables, follower->forgets);
    if (follower->synchronised)
        processor->sync = ordinal + 1;
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT &&
        packet->support.value[RVT_SUPPORT_QUAL_STATUS] == RVT_QUAL_TRACE_LOST)
        extend_loss(processor, RVT_OK, ordinal, false);
    else if (processor->losses.open && follower->place == RVT_PLACE_NOWHERE)
        processor->losses.loss.last_packet = ordinal;
    enum rvt_status status = report_meaning(processor, address_before);
    if (follower->inferred)
        processor->tentative = ordinal;
    return status;
}

void rvt_packet_processor_lose_position(struct rvt_packet_processor *processor,
                                        enum rvt_status cause, uint64_t ordinal, bool contradiction)
{
    extend_loss(processor, cause, ordinal, contradiction);
    rvt_follower_drop_position(&processor->follower, false);
    processor->strict = false;
}

/* After a fault the position is unknown. ETR-DEC-019. */
static void take_fault(struct rvt_packet_processor *processor, enum rvt_status fault,
                       uint64_t ordinal)
{
    rvt_packet_processor_lose_position(processor, fault, ordinal,
                                       processor->follower.place != RVT_PLACE_NOWHERE);
}

/* The modes of a support packet hold although the end that it reports contradicts the path. Modes
 * that are refused change nothing; a fault is reported already. ETR-DEC-019. */
static void adopt_lost(struct rvt_packet_processor *processor, const struct rvt_packet *packet)
{
    enum rvt_status status =
        rvt_operating_mode_adopt(&processor->config, &processor->follower, &packet->support, NULL);

    (void)status;
}

/* Decodes a packet: checks all of it against the program, then reports it. */
static enum rvt_status decode(struct rvt_packet_processor *processor,
                              const struct rvt_packet *packet, uint64_t ordinal,
                              struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;
    struct rvt_output_buffer *buffer = &processor->buffer;
    struct rvt_tables_point point = rvt_tables_commit(&processor->tables);
    struct rvt_follower before;
    enum rvt_status reported = RVT_OK;
    bool support = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;

    memcpy(&before, follower, offsetof(struct rvt_follower, meaning));
    rvt_output_buffer_begin(buffer, packet, ordinal);
    enum rvt_status status = dispatch(processor, packet, ordinal, diag);
    if (processor->trying && packet->format != RVT_FORMAT_SYNC &&
        follower->path.mode.full_address &&
        (follower->settled || follower->path.end == RVT_PATH_END_UPDISCON))
        processor->healed = true;
    if (status == RVT_OK && follower->synchronised)
        reported = rvt_loss_tracker_end(&processor->losses, &processor->output, &follower->base);
    if (status == RVT_OK && reported == RVT_OK && buffer->overflow)
        reported = take_again(processor, packet, ordinal, &before, &point);
    else if (reported == RVT_OK)
        reported = rvt_output_buffer_flush(buffer, status != RVT_OK);
    if (status == RVT_OK && reported == RVT_OK)
        reported = conclude(processor, packet, ordinal, before.base);
    bool follows = status == RVT_OK;
    if (follows && reported == RVT_OK && support)
        status = rvt_operating_mode_adopt(&processor->config, follower, &packet->support, diag);
    if (status != RVT_OK && reported == RVT_OK && before.place == RVT_PLACE_PATH &&
        !processor->trying && !rvt_is_draft(&processor->config) && rvt_suspects_is_start(packet))
        rvt_suspects_begin(&processor->suspects, packet, ordinal);
    if (reported != RVT_OK || status != RVT_OK)
        take_fault(processor, reported != RVT_OK ? reported : status, ordinal);
    if (!follows && support)
        adopt_lost(processor, packet);
    rvt_diag_at(diag, "packet", ordinal);
    return reported != RVT_OK ? reported : status;
}

/* Decodes the deferred packets. successor decides on the first of them; null: none will come, and a
 * packet that cannot be decoded without it is lost. */
static enum rvt_status release(struct rvt_packet_processor *processor,
                               const struct rvt_packet *successor, struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;
    struct rvt_deferred_packets deferred = processor->deferred;
    enum rvt_status first = RVT_OK;

    processor->deferred.count = 0;
    if (successor == NULL && rvt_deferred_packets_depend(&deferred)) {
        take_fault(processor, RVT_ERR_TRUNCATED, deferred.entry[0].ordinal);
        return RVT_OK;
    }
    for (unsigned i = 0; i < deferred.count && first != RVT_ERR_SINK; i++) {
        follower->successor = i == 0 ? successor : NULL;
        processor->repeating = i == 0 && successor != NULL &&
                               rvt_deferred_packets_repeat(&deferred, follower, successor);
        enum rvt_status status =
            decode(processor, &deferred.entry[i].packet, deferred.entry[i].ordinal, diag);
        if (first == RVT_OK || status == RVT_ERR_SINK)
            first = status;
    }
    follower->successor = NULL;
    processor->repeating = false;
    return first;
}

enum rvt_status rvt_packet_processor_take(struct rvt_packet_processor *processor,
                                          const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_deferred_packets *deferred = &processor->deferred;
    bool decides = rvt_deferred_packets_decide(&processor->follower, packet);
    bool full = deferred->count == RVT_DEFERRED_MAX;
    bool resets = processor->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3;
    enum rvt_status first = RVT_OK;
    uint64_t ordinal = processor->ordinal++;

    if (deferred->count > 0 && !decides && !full) {
        rvt_deferred_packets_add(deferred, &processor->follower, packet, ordinal);
        return RVT_OK;
    }
    if (deferred->count > 0 && (decides || resets))
        first = release(processor, decides ? packet : NULL, diag);
    else if (full) /* it does not decide on the deferred ones, and may be reported before them */
        return decode(processor, packet, ordinal, diag);
    if (first == RVT_ERR_SINK)
        return first;
    if (!rvt_is_draft(&processor->config) &&
        rvt_deferred_packets_wait(&processor->follower, packet)) {
        rvt_deferred_packets_add(deferred, &processor->follower, packet, ordinal);
        return first;
    }
    enum rvt_status status = decode(processor, packet, ordinal, diag);
    return first != RVT_OK ? first : status;
}

enum rvt_status rvt_packet_processor_flush(struct rvt_packet_processor *processor,
                                           struct rvt_diag *diag)
{
    return release(processor, NULL, diag);
}
