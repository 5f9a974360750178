/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/decoder.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "decoder/mode.h"
#include "decoder/recovery.h"
#include "draft/draft_follow.h"
#include "program/vectors.h"

#define STEP_LIMIT_DEFAULT (UINT64_C(1) << 24)

enum rvt_status rvt_decoder_open(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_decoder_output *output, uint64_t step_limit,
                                 struct rvt_decoder **decoder)
{
    struct rvt_decoder *opened = calloc(1, sizeof(*opened));

    if (opened == NULL)
        return RVT_ERR_MEMORY;
    if (rvt_tables_open(&opened->tables, config) != RVT_OK) {
        rvt_decoder_close(opened);
        return RVT_ERR_MEMORY;
    }
    opened->config = *config;
    if (rvt_is_draft(config)) /* DRA-007 */
        opened->config.options.sequentially_inferred_jumps = config->switches.draft_sijump;
    opened->output = *output;
    opened->strict = true;
    opened->account.output = &opened->output;
    opened->follow.config = &opened->config;
    opened->follow.vectors = rvt_vectors_find;
    opened->follow.vectors_context = &opened->config.trap_vectors;
    opened->follow.resync_off = config->resync.mode == RVT_RESYNC_OFF;
    opened->follow.walk = (struct rvt_walk){
        .config = &opened->config,
        .image = image,
        .tables = &opened->tables,
        .account = &opened->account,
        .mode = opened->config.options,
        .depth_mask = (uint32_t)rvt_mask(rvt_irdepth_bits(config)),
        .step_limit = step_limit == 0 ? STEP_LIMIT_DEFAULT : step_limit,
    };
    rvt_follow_leave(&opened->follow, false);
    *decoder = opened;
    return RVT_OK;
}

void rvt_decoder_close(struct rvt_decoder *decoder)
{
    if (decoder == NULL)
        return;
    rvt_tables_close(&decoder->tables);
    free(decoder);
}

uint64_t rvt_decoder_ordinal(const struct rvt_decoder *decoder)
{
    return decoder->account.ordinal;
}

const struct rvt_config *rvt_decoder_config(const struct rvt_decoder *decoder)
{
    return &decoder->config;
}

void rvt_decoder_set_vectors(struct rvt_decoder *decoder, rvt_vector_source source, void *context)
{
    decoder->follow.vectors = source;
    decoder->follow.vectors_context = context;
}

/* F3/3. Spec: ETR-DEC-012, ETR-SUP-005, ETR-SUP-012. */
static enum rvt_status take_support(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                    struct rvt_diag *diag)
{
    struct rvt_follow *follow = &decoder->follow;
    unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];
    bool off = packet->support.value[RVT_SUPPORT_IENABLE] == 0;
    enum rvt_status status = RVT_OK;

    if (qual_status == RVT_QUAL_ENDED_NTR && follow->place == RVT_PLACE_PATH)
        status = rvt_follow_settle(follow, diag);
    if (status != RVT_OK)
        return status;
    if (qual_status != RVT_QUAL_NO_CHANGE || off || follow->place == RVT_PLACE_NOWHERE) {
        rvt_follow_leave(follow, true);
        decoder->strict = true;
    }
    if (qual_status == RVT_QUAL_TRACE_LOST)
        status = rvt_account_event(&decoder->account, RVT_EVENT_LOST);
    else if (qual_status != RVT_QUAL_NO_CHANGE)
        status = rvt_account_event(&decoder->account, RVT_EVENT_ENDED);
    return status == RVT_OK ? rvt_account_event(&decoder->account, RVT_EVENT_SUPPORT) : status;
}

/* F3/2: changes nothing but what is known of the context. */
static enum rvt_status take_context(struct rvt_decoder *decoder, const struct rvt_packet *packet)
{
    struct rvt_follow *follow = &decoder->follow;

    if (follow->place == RVT_PLACE_NOWHERE)
        return RVT_OK;
    follow->context = packet->context;
    follow->resets = decoder->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3;
    return rvt_account_event(&decoder->account, RVT_EVENT_CONTEXT);
}

/* F0, F1, F2. Spec: ETR-DEC-001, ETR-DEC-019, ETR-CMP-007. */
static enum rvt_status take_report(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    const struct rvt_options *mode = &decoder->follow.walk.mode;
    bool count = packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT;

    switch (decoder->follow.place) {
    case RVT_PLACE_NOWHERE:
        decoder->follow.step.what = NULL; /* it is passed over */
        if (!decoder->strict)
            return RVT_OK;
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-DEC-001",
                            "a synchronisation packet must come first");
    case RVT_PLACE_TRAPPED:
        return rvt_diag_set(
            diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-CMP-007",
            "after a trap without handler address a synchronisation packet must come");
    case RVT_PLACE_PATH:
        break;
    }
    if (packet->format == RVT_FORMAT_OPT_EXT &&
        !(count ? mode->branch_prediction : mode->jump_target_cache))
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "ETR-DEC-019",
                            "format 0, but the stream has %s off",
                            count ? "branch prediction" : "the jump target cache");
    return decoder->repeating ? RVT_OK : rvt_follow_report(&decoder->follow, packet, diag);
}

/* A packet of profile draft-0.026. */
static enum rvt_status take_draft(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                  struct rvt_diag *diag)
{
    if (packet->format != RVT_FORMAT_SYNC || packet->subformat != RVT_SUBFORMAT_SUPPORT)
        return rvt_draft_follow_packet(&decoder->follow, packet, decoder->strict, diag);
    enum rvt_status status = rvt_draft_follow_support(&decoder->follow, packet, diag);
    return status == RVT_OK ? take_support(decoder, packet, diag) : status;
}

static enum rvt_status dispatch(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                uint64_t ordinal, struct rvt_diag *diag)
{
    struct rvt_follow *follow = &decoder->follow;

    follow->resets = follow->forgets = follow->synchronised = follow->settled = false;
    follow->step = (struct rvt_step){.packet = ordinal, .what = packet};
    if (rvt_is_draft(&decoder->config))
        return take_draft(decoder, packet, diag);
    if (packet->format != RVT_FORMAT_SYNC)
        return take_report(decoder, packet, diag);
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        return rvt_follow_start(follow, packet, diag);
    case RVT_SUBFORMAT_TRAP:
        return rvt_follow_trap(follow, packet, diag);
    case RVT_SUBFORMAT_CONTEXT:
        return take_context(decoder, packet);
    default:
        return take_support(decoder, packet, diag);
    }
}

/* Takes a packet that is more than the account can hold a second time, now that all of it is known
 * to fit. */
static enum rvt_status take_again(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                  uint64_t ordinal, const struct rvt_follow *before,
                                  const struct rvt_tables_point *point)
{
    rvt_tables_undo(&decoder->tables, point);
    memcpy(&decoder->follow, before, offsetof(struct rvt_follow, step));
    rvt_account_begin(&decoder->account, packet, ordinal);
    decoder->account.mode = RVT_ACCOUNT_DIRECT;
    return dispatch(decoder, packet, ordinal, NULL);
}

/* Tells what a packet turned out to be, and that it changed what the one before was. */
static enum rvt_status tell_step(struct rvt_decoder *decoder, uint64_t address_before)
{
    const struct rvt_decoder_output *output = &decoder->output;
    struct rvt_step *step = &decoder->follow.step;
    struct rvt_step settled = {
        .packet = decoder->tentative, .arrival = RVT_ARRIVAL_UPDISCON, .address = address_before};

    if (output->step == NULL || step->what == NULL)
        return RVT_OK;
    if (decoder->follow.settled && output->step(output->context, &settled) != RVT_OK)
        return RVT_ERR_SINK;
    step->instructions = decoder->account.instructions;
    step->first = decoder->account.first;
    step->last = decoder->account.last;
    return output->step(output->context, step) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

/* What follows from a packet that fits: losses that end, tables that begin anew. */
static enum rvt_status conclude(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                uint64_t ordinal, uint64_t address_before)
{
    struct rvt_follow *follow = &decoder->follow;

    if (follow->resets)
        rvt_tables_reset(&decoder->tables, follow->forgets);
    if (follow->synchronised)
        decoder->sync = ordinal + 1;
    if (packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT &&
        packet->support.value[RVT_SUPPORT_QUAL_STATUS] == RVT_QUAL_TRACE_LOST)
        rvt_recovery_lose(decoder, RVT_OK, ordinal, false);
    else if (decoder->losing && follow->place == RVT_PLACE_NOWHERE)
        decoder->loss.last_packet = ordinal;
    enum rvt_status status = tell_step(decoder, address_before);
    if (follow->inferred)
        decoder->tentative = ordinal;
    return status;
}

/* Takes a packet: first all of it is held against the program, then it is told. */
static enum rvt_status take(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                            uint64_t ordinal, struct rvt_diag *diag)
{
    struct rvt_follow *follow = &decoder->follow;
    struct rvt_account *account = &decoder->account;
    struct rvt_tables_point point = rvt_tables_commit(&decoder->tables);
    struct rvt_follow before;
    enum rvt_status told = RVT_OK;

    memcpy(&before, follow, offsetof(struct rvt_follow, step));
    rvt_account_begin(account, packet, ordinal);
    enum rvt_status status = dispatch(decoder, packet, ordinal, diag);
    if (decoder->trying && packet->format != RVT_FORMAT_SYNC && follow->walk.mode.full_address &&
        (follow->settled || follow->walk.arrival == RVT_ARRIVAL_UPDISCON))
        decoder->healed = true;
    if (status == RVT_OK && follow->synchronised)
        told = rvt_recovery_tell(decoder, &follow->base);
    if (status == RVT_OK && told == RVT_OK && account->overflow)
        told = take_again(decoder, packet, ordinal, &before, &point);
    else if (told == RVT_OK)
        told = rvt_account_tell(account, status != RVT_OK);
    if (status == RVT_OK && told == RVT_OK)
        told = conclude(decoder, packet, ordinal, before.base);
    if (status == RVT_OK && told == RVT_OK && packet->format == RVT_FORMAT_SYNC &&
        packet->subformat == RVT_SUBFORMAT_SUPPORT)
        status = rvt_mode_adopt(&decoder->config, follow, &packet->support, diag);
    if (status != RVT_OK && told == RVT_OK && before.place == RVT_PLACE_PATH && !decoder->trying &&
        !rvt_is_draft(&decoder->config) && rvt_suspects_is_start(packet))
        rvt_suspects_begin(&decoder->suspects, packet, ordinal);
    if (told != RVT_OK || status != RVT_OK)
        rvt_recovery_go_astray(decoder, told != RVT_OK ? told : status, ordinal);
    rvt_diag_at(diag, "packet", ordinal);
    return told != RVT_OK ? told : status;
}

/* Takes the packets that were held back. successor: what the first of them is decided by; null: it
 * never will be, and what cannot be told without it is lost. */
static enum rvt_status release(struct rvt_decoder *decoder, const struct rvt_packet *successor,
                               struct rvt_diag *diag)
{
    struct rvt_follow *follow = &decoder->follow;
    struct rvt_hold hold = decoder->hold;
    enum rvt_status first = RVT_OK;

    decoder->hold.count = 0;
    if (successor == NULL && rvt_hold_depends(&hold)) {
        rvt_recovery_go_astray(decoder, RVT_ERR_TRUNCATED, hold.held[0].ordinal);
        return RVT_OK;
    }
    for (unsigned i = 0; i < hold.count && first != RVT_ERR_SINK; i++) {
        follow->successor = i == 0 ? successor : NULL;
        decoder->repeating =
            i == 0 && successor != NULL && rvt_hold_repeats(&hold, follow, successor);
        enum rvt_status status = take(decoder, &hold.held[i].packet, hold.held[i].ordinal, diag);
        if (first == RVT_OK || status == RVT_ERR_SINK)
            first = status;
    }
    follow->successor = NULL;
    decoder->repeating = false;
    return first;
}

enum rvt_status rvt_decoder_advance(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                    struct rvt_diag *diag)
{
    bool decides = rvt_hold_decides(&decoder->follow, packet);
    bool full = decoder->hold.count == RVT_HOLD_MAX;
    bool resets = decoder->config.switches.table_reset == RVT_TABLE_RESET_ANY_F3;
    enum rvt_status first = RVT_OK;
    uint64_t ordinal = decoder->ordinal++;

    if (decoder->hold.count > 0 && !decides && !full) {
        rvt_hold_add(&decoder->hold, &decoder->follow, packet, ordinal);
        return RVT_OK;
    }
    if (decoder->hold.count > 0 && (decides || resets))
        first = release(decoder, decides ? packet : NULL, diag);
    else if (full) /* it says nothing of those that wait, and may be told before them */
        return take(decoder, packet, ordinal, diag);
    if (first == RVT_ERR_SINK)
        return first;
    if (!rvt_is_draft(&decoder->config) && rvt_hold_wants(&decoder->follow, packet)) {
        rvt_hold_add(&decoder->hold, &decoder->follow, packet, ordinal);
        return first;
    }
    enum rvt_status status = take(decoder, packet, ordinal, diag);
    return first != RVT_OK ? first : status;
}

enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    bool kept = false;
    enum rvt_status status = RVT_OK;

    if (decoder->suspects.count > 0)
        status = rvt_recovery_settle(decoder, packet, &kept, diag);
    return status != RVT_OK || kept ? status : rvt_decoder_advance(decoder, packet, diag);
}

void rvt_decoder_break(struct rvt_decoder *decoder)
{
    uint64_t ordinal = decoder->ordinal++;

    if (release(decoder, NULL, NULL) != RVT_OK)
        decoder->hold.count = 0;
    rvt_recovery_drop(decoder);
    rvt_recovery_lose(decoder, RVT_ERR_SEQUENCE, ordinal, false);
    rvt_follow_leave(&decoder->follow, false);
    decoder->strict = false;
}

enum rvt_status rvt_decoder_finish(struct rvt_decoder *decoder, struct rvt_diag *diag)
{
    enum rvt_status first = release(decoder, NULL, diag);

    rvt_recovery_drop(decoder);
    enum rvt_status status = rvt_recovery_tell(decoder, NULL);

    return first != RVT_OK ? first : status;
}
