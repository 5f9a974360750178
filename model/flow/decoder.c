/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "flow/decoder.h"

#include <stdlib.h>

#include "flow/follow.h"

#define STEP_LIMIT_DEFAULT (UINT64_C(1) << 24)

struct rvt_decoder {
    struct rvt_config config;
    struct rvt_follow follow;
    bool strict;            /* without a position: packets that need one are errors, not ignored */
    bool holding;           /* held waits for its successor */
    struct rvt_packet held; /* repeats the address of the position (AMB-131) */
};

enum rvt_status rvt_decoder_open(const struct rvt_config *config, struct rvt_image *image,
                                 const struct rvt_decoder_output *output, uint64_t step_limit,
                                 struct rvt_decoder **decoder)
{
    const struct rvt_options *options = &config->options;
    bool refused = options->implicit_return || options->implicit_exception ||
                   options->branch_prediction || options->jump_target_cache ||
                   options->sequentially_inferred_jumps;
    struct rvt_decoder *opened = refused ? NULL : calloc(1, sizeof(*opened));

    if (refused)
        return RVT_ERR_PARAMETER; /* modes that this decoder does not follow */
    if (opened == NULL)
        return RVT_ERR_MEMORY;
    opened->config = *config;
    opened->strict = true;
    opened->follow.config = &opened->config;
    opened->follow.output = *output;
    opened->follow.full_address = config->options.full_address;
    opened->follow.walk.image = image;
    opened->follow.walk.output = &opened->follow.output;
    opened->follow.walk.step_limit = step_limit == 0 ? STEP_LIMIT_DEFAULT : step_limit;
    rvt_follow_leave(&opened->follow, false);
    *decoder = opened;
    return RVT_OK;
}

void rvt_decoder_close(struct rvt_decoder *decoder)
{
    free(decoder);
}

static bool has_field(const struct rvt_config *config, enum rvt_support_field field)
{
    const struct rvt_support_layout *layout = rvt_support_layout(config);

    for (unsigned i = 0; i < layout->count; i++)
        if (layout->place[i].field == field)
            return true;
    return false;
}

/* Takes over the operating mode; only what this decoder can follow. ETR-FMT-009, ETR-DEC-019. */
static enum rvt_status adopt_mode(struct rvt_decoder *decoder, const struct rvt_support *support,
                                  struct rvt_diag *diag)
{
    static const enum rvt_support_field foreign[] = {
        RVT_SUPPORT_ENCODER_MODE,       RVT_SUPPORT_IMPLICIT_RETURN,
        RVT_SUPPORT_IMPLICIT_EXCEPTION, RVT_SUPPORT_JUMP_TARGET_CACHE,
        RVT_SUPPORT_BRANCH_PREDICTION,  RVT_SUPPORT_SIJUMP,
    };

    for (unsigned i = 0; i < sizeof(foreign) / sizeof(foreign[0]); i++)
        if (support->value[foreign[i]] != 0)
            return rvt_diag_set(diag, RVT_ERR_RESERVED, rvt_support_field_name(foreign[i]),
                                support->value[foreign[i]], "ETR-FMT-009",
                                "the stream uses a mode that is not decoded");
    if (has_field(&decoder->config, RVT_SUPPORT_FULL_ADDRESS))
        decoder->follow.full_address = support->value[RVT_SUPPORT_FULL_ADDRESS] != 0;
    return RVT_OK;
}

/* F3/3. Spec: ETR-DEC-012, ETR-SUP-005, ETR-SUP-012. */
static enum rvt_status take_support(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                    struct rvt_diag *diag)
{
    struct rvt_follow *follow = &decoder->follow;
    unsigned qual_status = packet->support.value[RVT_SUPPORT_QUAL_STATUS];
    bool off = packet->support.value[RVT_SUPPORT_IENABLE] == 0;
    enum rvt_status status = RVT_OK;

    if (qual_status == RVT_QUAL_ENDED_NTR && follow->place == RVT_FOLLOW_PATH)
        status = rvt_follow_settle(follow, diag);
    if (qual_status != RVT_QUAL_NO_CHANGE || off || follow->place == RVT_FOLLOW_NOWHERE) {
        rvt_follow_leave(follow, true);
        decoder->strict = true;
    }
    if (status == RVT_OK && qual_status == RVT_QUAL_TRACE_LOST)
        status = rvt_follow_event(follow, RVT_EVENT_LOST, packet);
    else if (status == RVT_OK && qual_status != RVT_QUAL_NO_CHANGE)
        status = rvt_follow_event(follow, RVT_EVENT_ENDED, packet);
    if (status == RVT_OK)
        status = rvt_follow_event(follow, RVT_EVENT_SUPPORT, packet);
    return status == RVT_OK ? adopt_mode(decoder, &packet->support, diag) : status;
}

/* F3/2: changes nothing but what is known of the context. */
static enum rvt_status take_context(struct rvt_decoder *decoder, const struct rvt_packet *packet)
{
    if (decoder->follow.place == RVT_FOLLOW_NOWHERE)
        return RVT_OK;
    decoder->follow.context = packet->context;
    return rvt_follow_event(&decoder->follow, RVT_EVENT_CONTEXT, packet);
}

/* F0, F1, F2. Spec: ETR-DEC-001, ETR-DEC-019, ETR-CMP-007. */
static enum rvt_status take_report(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    switch (decoder->follow.place) {
    case RVT_FOLLOW_NOWHERE:
        if (!decoder->strict)
            return RVT_OK;
        return rvt_diag_set(diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-DEC-001",
                            "a synchronisation packet must come first");
    case RVT_FOLLOW_TRAPPED:
        return rvt_diag_set(
            diag, RVT_ERR_SEQUENCE, "format", packet->format, "ETR-CMP-007",
            "after a trap without handler address a synchronisation packet must come");
    case RVT_FOLLOW_PATH:
        break;
    }
    if (packet->format == RVT_FORMAT_OPT_EXT)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "format", packet->format, "ETR-DEC-019",
                            "format 0 without an option that allows it");
    return rvt_follow_report(&decoder->follow, packet, diag);
}

static enum rvt_status dispatch(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                struct rvt_diag *diag)
{
    if (packet->format != RVT_FORMAT_SYNC)
        return take_report(decoder, packet, diag);
    switch (packet->subformat) {
    case RVT_SUBFORMAT_START:
        return rvt_follow_start(&decoder->follow, packet, diag);
    case RVT_SUBFORMAT_TRAP:
        return rvt_follow_trap(&decoder->follow, packet, diag);
    case RVT_SUBFORMAT_CONTEXT:
        return take_context(decoder, packet);
    default:
        return take_support(decoder, packet, diag);
    }
}

/* Takes a packet; after a fault the position is gone. ETR-DEC-019. */
static enum rvt_status take(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                            struct rvt_diag *diag)
{
    enum rvt_status status = dispatch(decoder, packet, diag);

    if (status != RVT_OK) {
        rvt_follow_leave(&decoder->follow, false);
        decoder->strict = false;
    }
    return status;
}

/* True for a packet that may be nothing but a repetition at the end of tracing. One with the
 * updiscon flag reports an arrival. */
static bool repeats_position(const struct rvt_decoder *decoder, const struct rvt_packet *packet)
{
    const struct rvt_follow *follow = &decoder->follow;

    return packet->format == RVT_FORMAT_ADDR_ONLY && follow->place == RVT_FOLLOW_PATH &&
           follow->reported && !packet->notify &&
           (!packet->updiscon || decoder->config.switches.final_repeat) &&
           rvt_follow_address(follow, packet) == follow->base;
}

/* Takes the packet that was held back, now that its successor is known (null: it never will be). */
static enum rvt_status release(struct rvt_decoder *decoder, const struct rvt_packet *successor,
                               struct rvt_diag *diag)
{
    bool repetition = successor != NULL && successor->format == RVT_FORMAT_SYNC &&
                      successor->subformat == RVT_SUBFORMAT_SUPPORT &&
                      successor->support.value[RVT_SUPPORT_QUAL_STATUS] == RVT_QUAL_ENDED_REP;

    decoder->holding = false;
    if (!repetition)
        return take(decoder, &decoder->held, diag);
    enum rvt_status status = rvt_follow_settle(&decoder->follow, diag);
    if (status != RVT_OK)
        rvt_follow_leave(&decoder->follow, false);
    return status;
}

enum rvt_status rvt_decoder_packet(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                   struct rvt_diag *diag)
{
    enum rvt_status first = RVT_OK;
    enum rvt_status status;

    if (decoder->holding)
        first = release(decoder, packet, diag);
    if (first == RVT_ERR_SINK)
        return first;
    if (repeats_position(decoder, packet)) {
        decoder->held = *packet;
        decoder->holding = true;
        return first;
    }
    status = take(decoder, packet, diag);
    return first != RVT_OK ? first : status;
}

void rvt_decoder_break(struct rvt_decoder *decoder)
{
    if (decoder->holding && release(decoder, NULL, NULL) != RVT_OK)
        decoder->holding = false;
    rvt_follow_leave(&decoder->follow, false);
    decoder->strict = false;
}
