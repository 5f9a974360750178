/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/recovery.h"

#include <stddef.h>
#include <string.h>

void rvt_recovery_lose(struct rvt_decoder *decoder, enum rvt_status cause, uint64_t ordinal,
                       bool contradiction)
{
    struct rvt_loss *loss = &decoder->loss;

    if (!decoder->losing)
        *loss = (struct rvt_loss){
            .cause = cause,
            .first_packet = ordinal,
            .suspect_packet = contradiction && decoder->sync < ordinal ? decoder->sync : ordinal,
            .from_known = decoder->account.told,
            .from = decoder->account.latest,
        };
    loss->last_packet = ordinal;
    decoder->losing = true;
}

enum rvt_status rvt_recovery_tell(struct rvt_decoder *decoder, const uint64_t *to)
{
    struct rvt_loss *loss = &decoder->loss;

    if (!decoder->losing)
        return RVT_OK;
    decoder->losing = false;
    loss->to_known = to != NULL;
    loss->to = to != NULL ? *to : 0;
    if (decoder->output.loss == NULL)
        return RVT_OK;
    return decoder->output.loss(decoder->output.context, loss) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

void rvt_recovery_go_astray(struct rvt_decoder *decoder, enum rvt_status fault, uint64_t ordinal)
{
    bool contradiction = decoder->follow.place != RVT_PLACE_NOWHERE;

    rvt_recovery_lose(decoder, fault, ordinal, contradiction);
    rvt_follow_leave(&decoder->follow, false);
    decoder->strict = false;
}

/* Takes the suspect packets after all. */
static enum rvt_status advance_suspects(struct rvt_decoder *decoder, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    decoder->ordinal = decoder->suspects.ordinal;
    for (unsigned i = 0; i < decoder->suspects.count && status == RVT_OK; i++)
        status = rvt_decoder_advance(decoder, &decoder->suspects.packet[i], diag);
    return status;
}

/*
 * True if the path from the suspect F3/0 goes on along all the packets behind it, and leads to
 * start, the next F3/0, without a jump, which would lead anywhere; nor must one on the way, to a
 * full address, which leads back from any path. A trial: nothing is told. The tables are not
 * restored: where the position is lost they begin anew with the next.
 */
static bool is_vindicated(struct rvt_decoder *decoder, const struct rvt_packet *start)
{
    struct rvt_account *account = &decoder->account;
    unsigned char before[offsetof(struct rvt_decoder, suspects)];
    uint64_t latest = account->latest;
    bool told = account->told;

    memcpy(before, decoder, sizeof(before));
    decoder->output = (struct rvt_decoder_output){.context = NULL};
    decoder->trying = true;
    bool good = advance_suspects(decoder, NULL) == RVT_OK &&
                rvt_decoder_advance(decoder, start, NULL) == RVT_OK;
    enum rvt_arrival arrival = decoder->follow.step.arrival;
    good = good && !decoder->healed;
    memcpy(decoder, before, sizeof(before));
    account->latest = latest;
    account->told = told;
    return good && (arrival == RVT_ARRIVAL_LINE || arrival == RVT_ARRIVAL_RETURN ||
                    arrival == RVT_ARRIVAL_SIJUMP);
}

void rvt_recovery_drop(struct rvt_decoder *decoder)
{
    if (decoder->suspects.count > 0)
        decoder->loss.last_packet = rvt_suspects_last(&decoder->suspects);
    decoder->suspects.count = 0;
}

enum rvt_status rvt_recovery_settle(struct rvt_decoder *decoder, const struct rvt_packet *packet,
                                    bool *kept, struct rvt_diag *diag)
{
    enum rvt_status status = RVT_OK;

    *kept = rvt_suspects_add(&decoder->suspects, packet);
    decoder->ordinal += *kept;
    if (*kept)
        return RVT_OK;
    if (rvt_suspects_is_start(packet) && is_vindicated(decoder, packet)) {
        status = advance_suspects(decoder, diag);
        decoder->suspects.count = 0;
    }
    rvt_recovery_drop(decoder);
    return status;
}
