/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/packet_processor.h"

#include <stddef.h>

#include "base/bits.h"
#include "decoder/operating_mode.h"
#include "decoder/path_report.h"
#include "decoder/sync.h"
#include "program/vectors.h"

#define STEP_LIMIT_DEFAULT (UINT64_C(1) << 24)

/* Begins before the first packet: without a position, with empty tables. */
static void begin(struct rvt_packet_processor *processor)
{
    struct rvt_follower *follower = &processor->follower;

    processor->strict = true;
    follower->config = &processor->config;
    follower->resync_off = processor->config.resync.mode == RVT_RESYNC_OFF;
    follower->path.mode = processor->config.options;
    rvt_follower_drop_position(follower, false);
}

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
    processor->first_options = processor->config.options;
    processor->rules = rules;
    processor->output = *output;
    processor->buffer.output = &processor->output;
    processor->buffer.limit = RVT_OUTPUT_BUFFER_MAX;
    follower->vectors = rvt_vectors_find;
    follower->vectors_context = &processor->config.trap_vectors;
    follower->path = (struct rvt_path){
        .config = &processor->config,
        .image = image,
        .tables = &processor->tables,
        .buffer = &processor->buffer,
        .replays = &processor->replays,
        .depth_mask = (uint32_t)rvt_mask(rvt_irdepth_bits(config)),
        .step_limit = step_limit == 0 ? STEP_LIMIT_DEFAULT : step_limit,
    };
    begin(processor);
    return RVT_OK;
}

void rvt_packet_processor_reset(struct rvt_packet_processor *processor)
{
    struct rvt_follower *follower = &processor->follower;
    const struct rvt_follower fresh = {.vectors = follower->vectors,
                                       .vectors_context = follower->vectors_context,
                                       .path = {.config = &processor->config,
                                                .image = follower->path.image,
                                                .tables = &processor->tables,
                                                .buffer = &processor->buffer,
                                                .replays = &processor->replays,
                                                .depth_mask = follower->path.depth_mask,
                                                .step_limit = follower->path.step_limit}};

    *follower = fresh;
    processor->config.options = processor->first_options;
    processor->repeating = false;
    processor->deferred.count = 0;
    processor->ordinal = processor->sync = processor->tentative = 0;
    processor->losses.open = false;
    processor->trying = processor->healed = false;
    processor->suspects.count = 0;
    processor->suspects.settling = false;
    processor->taking.stage = RVT_TAKING_NOTHING;
    processor->replays.rewound = false;
    processor->buffer.reported = false;
    processor->buffer.latest = 0;
    rvt_tables_reset(&processor->tables, true);
    begin(processor);
}

void rvt_packet_processor_fini(struct rvt_packet_processor *processor)
{
    rvt_tables_close(&processor->tables);
}

static bool is_support(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT;
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
        rvt_output_buffer_event(&processor->buffer, RVT_EVENT_LOST);
    else if (qual_status != RVT_QUAL_NO_CHANGE)
        rvt_output_buffer_event(&processor->buffer, RVT_EVENT_ENDED);
    rvt_output_buffer_event(&processor->buffer, RVT_EVENT_SUPPORT);
    return RVT_OK;
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
    rvt_output_buffer_event(&processor->buffer, RVT_EVENT_CONTEXT);
    return RVT_OK;
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

/* Calls the callback meaning. */
static enum rvt_status report_meaning(struct rvt_packet_processor *processor,
                                      const struct rvt_packet_meaning *meaning)
{
    const struct rvt_decoder_output *output = &processor->output;

    if (output->meaning == NULL || processor->follower.meaning.te_inst == NULL)
        return RVT_OK;
    return rvt_decoder_answer(output->meaning(output->context, meaning));
}

/* Reports what the packet means. */
static enum rvt_status report_own_meaning(struct rvt_packet_processor *processor)
{
    struct rvt_packet_meaning *meaning = &processor->follower.meaning;

    meaning->instructions = processor->buffer.instructions;
    meaning->first = processor->buffer.first;
    meaning->last = processor->buffer.last;
    return report_meaning(processor, meaning);
}

/* Reports that the packet before meant a later occurrence. */
static enum rvt_status report_settled(struct rvt_packet_processor *processor)
{
    const struct rvt_packet_meaning settled = {.packet = processor->tentative,
                                               .end = RVT_PATH_END_UPDISCON,
                                               .address = processor->decoding.address_before};

    return processor->follower.settled ? report_meaning(processor, &settled) : RVT_OK;
}

static void extend_loss(struct rvt_packet_processor *processor, enum rvt_status cause,
                        uint64_t ordinal, bool contradiction)
{
    uint64_t suspect = contradiction && processor->sync < ordinal ? processor->sync : ordinal;

    rvt_loss_tracker_extend(&processor->losses, cause, ordinal, suspect, &processor->buffer);
}

/* The effects of a packet that fits: losses begin or go on, tables are reset. */
static void conclude(struct rvt_packet_processor *processor)
{
    const struct rvt_follower *follower = &processor->follower;
    const struct rvt_packet *packet = processor->buffer.packet;
    uint64_t ordinal = processor->buffer.ordinal;

    if (follower->resets)
        rvt_tables_reset(&processor->tables, follower->forgets);
    if (follower->synchronised)
        processor->sync = ordinal + 1;
    if (is_support(packet) && packet->support.value[RVT_SUPPORT_QUAL_STATUS] == RVT_QUAL_TRACE_LOST)
        extend_loss(processor, RVT_OK, ordinal, false);
    else if (processor->losses.open && follower->place == RVT_PLACE_NOWHERE)
        processor->losses.loss.last_packet = ordinal;
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

/* True if the packet has a privilege, and the context if there is one. */
static bool tells_executor(const struct rvt_packet *packet)
{
    return packet->format == RVT_FORMAT_SYNC && packet->subformat != RVT_SUBFORMAT_SUPPORT;
}

/* Checks all of a packet against the program. report() reports it. */
static void decode(struct rvt_packet_processor *processor, const struct rvt_packet *packet,
                   uint64_t ordinal, struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;
    struct rvt_decoding *decoding = &processor->decoding;
    bool tells = tells_executor(packet);

    (void)rvt_tables_commit(&processor->tables);
    decoding->place_before = follower->place;
    decoding->address_before = follower->base;
    processor->replays.count = 0;
    rvt_output_buffer_begin(&processor->buffer, packet, ordinal);
    if (tells)
        processor->buffer.changed = follower->executor = rvt_follower_executor(follower, packet);
    rvt_image_select(follower->path.image, &follower->path.executor);
    decoding->status = dispatch(processor, packet, ordinal, diag);
    if (tells && decoding->status == RVT_OK && follower->place == RVT_PLACE_PATH)
        follower->path.executor = follower->executor;
    decoding->stage = RVT_DECODING_LOSS;
    if (decoding->status != RVT_OK)
        rvt_output_buffer_keep_proved(&processor->buffer);
    if (processor->trying && packet->format != RVT_FORMAT_SYNC &&
        follower->path.mode.full_address &&
        (follower->settled || follower->path.end == RVT_PATH_END_UPDISCON))
        processor->healed = true;
}

/* Fills the buffer with what did not fit into it. False: everything is reported. */
static bool refill(struct rvt_packet_processor *processor)
{
    struct rvt_output_buffer *buffer = &processor->buffer;
    struct rvt_path_replays *replays = &processor->replays;

    if (buffer->laters == 0)
        return false;
    if (buffer->mode == RVT_OUTPUT_BUFFERED) {
        buffer->mode = RVT_OUTPUT_REPLAYED;
        replays->next = 0;
        processor->decoding.later = 0;
    }
    if (processor->decoding.later == buffer->laters)
        return false;
    const struct rvt_output_entry *entry = &buffer->later[processor->decoding.later];
    buffer->count = buffer->next = 0;
    if (entry->kind != RVT_OUTPUT_PATH) {
        rvt_output_buffer_add(buffer, entry);
        processor->decoding.later++;
        return true;
    }
    if (!replays->rewound)
        rvt_tables_swap(&processor->tables, &replays->point);
    replays->rewound = true;
    if (!rvt_execution_path_replay(&replays->replay[replays->next])) {
        replays->next++;
        processor->decoding.later++;
    }
    return true;
}

/* Reports what the packet reports, or goes on to. */
static enum rvt_status report_output(struct rvt_packet_processor *processor)
{
    struct rvt_path_replays *replays = &processor->replays;
    enum rvt_status status;

    do
        status = rvt_output_buffer_flush(&processor->buffer);
    while (status == RVT_OK && refill(processor));
    if (status == RVT_WAIT)
        return RVT_WAIT;
    if (replays->rewound)
        rvt_tables_swap(&processor->tables, &replays->point);
    replays->rewound = false;
    return status;
}

/* Calls the callbacks that were not called yet. RVT_WAIT, RVT_ERR_SINK. */
static enum rvt_status call_back(struct rvt_packet_processor *processor)
{
    struct rvt_decoding *decoding = &processor->decoding;
    const struct rvt_follower *follower = &processor->follower;
    enum rvt_status status = RVT_OK;

    if (decoding->stage == RVT_DECODING_LOSS) {
        decoding->stage = RVT_DECODING_OUTPUT;
        if (decoding->status == RVT_OK && follower->synchronised)
            status = rvt_loss_tracker_end(&processor->losses, &processor->output, &follower->base);
    }
    if (status == RVT_OK && decoding->stage == RVT_DECODING_OUTPUT) {
        status = report_output(processor);
        if (status == RVT_OK && decoding->status == RVT_OK) {
            decoding->stage = RVT_DECODING_MEANING;
            conclude(processor);
            status = report_settled(processor);
        }
    }
    if (status == RVT_OK && decoding->stage == RVT_DECODING_MEANING) {
        decoding->stage = RVT_DECODING_END;
        status = report_own_meaning(processor);
    }
    return status;
}

/* Reports the packet that was decoded, or goes on to report it. Errors as rvt_decoder_packet. */
static enum rvt_status report(struct rvt_packet_processor *processor, struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;
    const struct rvt_packet *packet = processor->buffer.packet;
    uint64_t ordinal = processor->buffer.ordinal;
    enum rvt_status status = processor->decoding.status;
    enum rvt_status reported = call_back(processor);
    bool follows = status == RVT_OK;

    if (reported == RVT_WAIT)
        return RVT_WAIT;
    if (follows && reported == RVT_OK && follower->inferred)
        processor->tentative = ordinal;
    if (follows && reported == RVT_OK && is_support(packet))
        status = rvt_operating_mode_adopt(&processor->config, follower, &packet->support, diag);
    if (status != RVT_OK && reported == RVT_OK &&
        processor->decoding.place_before == RVT_PLACE_PATH && !processor->trying &&
        !rvt_is_draft(&processor->config) && rvt_suspects_is_start(packet))
        rvt_suspects_begin(&processor->suspects, packet, ordinal);
    if (reported != RVT_OK || status != RVT_OK)
        take_fault(processor, reported != RVT_OK ? reported : status, ordinal);
    if (!follows && is_support(packet))
        adopt_lost(processor, packet);
    rvt_diag_at(diag, "packet", ordinal);
    return reported != RVT_OK ? reported : status;
}

/* Begins to decode the deferred packets. successor decides on the first of them; null: none will
 * come, and a packet that cannot be decoded without it is lost. */
static void begin_release(struct rvt_packet_processor *processor,
                          const struct rvt_packet *successor)
{
    struct rvt_releasing *releasing = &processor->releasing;

    releasing->deferred.count = processor->deferred.count;
    for (unsigned i = 0; i < processor->deferred.count; i++)
        releasing->deferred.entry[i] = processor->deferred.entry[i];
    releasing->successor = successor;
    releasing->next = 0;
    releasing->decoded = false;
    releasing->first = RVT_OK;
    processor->deferred.count = 0;
    if (successor == NULL && rvt_deferred_packets_depend(&releasing->deferred)) {
        take_fault(processor, RVT_ERR_TRUNCATED, releasing->deferred.entry[0].ordinal);
        releasing->deferred.count = 0;
    }
}

/* Decodes the next of them. RVT_WAIT. */
static enum rvt_status release_next(struct rvt_packet_processor *processor, struct rvt_diag *diag)
{
    struct rvt_follower *follower = &processor->follower;
    struct rvt_releasing *releasing = &processor->releasing;
    const struct rvt_deferred_packet *entry = &releasing->deferred.entry[releasing->next];
    const struct rvt_packet *successor = releasing->next == 0 ? releasing->successor : NULL;

    if (!releasing->decoded) {
        follower->successor = successor;
        processor->repeating = successor != NULL && rvt_deferred_packets_repeat(
                                                        &releasing->deferred, follower, successor);
        decode(processor, &entry->packet, entry->ordinal, diag);
        releasing->decoded = true;
    }
    enum rvt_status status = report(processor, diag);
    if (status == RVT_WAIT)
        return RVT_WAIT;
    releasing->decoded = false;
    releasing->next++;
    if (releasing->first == RVT_OK || status == RVT_ERR_SINK)
        releasing->first = status;
    return RVT_OK;
}

/* Decodes the rest of them. RVT_WAIT; else the first error. */
static enum rvt_status release(struct rvt_packet_processor *processor, struct rvt_diag *diag)
{
    struct rvt_releasing *releasing = &processor->releasing;

    while (releasing->next < releasing->deferred.count && releasing->first != RVT_ERR_SINK)
        if (release_next(processor, diag) == RVT_WAIT)
            return RVT_WAIT;
    processor->follower.successor = NULL;
    processor->repeating = false;
    return releasing->first;
}

/* Takes the packet, or goes on to take it. */
static enum rvt_status take(struct rvt_packet_processor *processor, struct rvt_diag *diag)
{
    struct rvt_taking *taking = &processor->taking;

    if (taking->stage == RVT_TAKING_RELEASE) {
        taking->first = release(processor, diag);
        if (taking->first == RVT_WAIT || taking->first == RVT_ERR_SINK)
            return taking->first;
        taking->stage = RVT_TAKING_OR_DEFERRING;
    }
    if (taking->stage == RVT_TAKING_OR_DEFERRING && !rvt_is_draft(&processor->config) &&
        rvt_deferred_packets_wait(&processor->follower, taking->packet)) {
        rvt_deferred_packets_add(&processor->deferred, &processor->follower, taking->packet,
                                 taking->ordinal);
        return taking->first;
    }
    if (taking->stage != RVT_TAKING_REPORT)
        decode(processor, taking->packet, taking->ordinal, diag);
    taking->stage = RVT_TAKING_REPORT;
    enum rvt_status status = report(processor, diag);
    return taking->first != RVT_OK && status != RVT_WAIT ? taking->first : status;
}

enum rvt_status rvt_packet_processor_go_on(struct rvt_packet_processor *processor,
                                           struct rvt_diag *diag)
{
    enum rvt_status status = take(processor, diag);

    if (status != RVT_WAIT)
        processor->taking.stage = RVT_TAKING_NOTHING;
    return status;
}

enum rvt_status rvt_packet_processor_take(struct rvt_packet_processor *processor,
                                          const struct rvt_packet *packet, struct rvt_diag *diag)
{
    struct rvt_deferred_packets *deferred = &processor->deferred;
    struct rvt_taking *taking = &processor->taking;
    bool decides = rvt_deferred_packets_decide(&processor->follower, packet);
    bool full = deferred->count == RVT_DEFERRED_MAX;
    bool resets = processor->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3;

    taking->ordinal = processor->ordinal++;
    taking->packet = packet;
    taking->first = RVT_OK;
    taking->stage = RVT_TAKING_OR_DEFERRING;
    if (deferred->count > 0 && !decides && !full) {
        rvt_deferred_packets_add(deferred, &processor->follower, packet, taking->ordinal);
        taking->stage = RVT_TAKING_NOTHING;
        return RVT_OK;
    }
    if (deferred->count > 0 && (decides || resets)) {
        taking->stage = RVT_TAKING_RELEASE;
        begin_release(processor, decides ? packet : NULL);
    } else if (full) { /* it does not decide on them, and may be reported before them */
        taking->stage = RVT_TAKING_NOW;
    }
    return rvt_packet_processor_go_on(processor, diag);
}

void rvt_packet_processor_begin_flush(struct rvt_packet_processor *processor)
{
    begin_release(processor, NULL);
}

enum rvt_status rvt_packet_processor_flush(struct rvt_packet_processor *processor,
                                           struct rvt_diag *diag)
{
    return release(processor, diag);
}

/* Replaces packet by its copy. */
static void replace(const struct rvt_packet **pointer, const struct rvt_packet *packet,
                    const struct rvt_packet *copy)
{
    if (*pointer == packet)
        *pointer = copy;
}

void rvt_packet_processor_keep(struct rvt_packet_processor *processor,
                               const struct rvt_packet *packet, const struct rvt_packet *copy)
{
    replace(&processor->taking.packet, packet, copy);
    replace(&processor->follower.meaning.te_inst, packet, copy);
    replace(&processor->buffer.packet, packet, copy);
}
