/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/stats/decisions.h"

#include <assert.h>
#include <stdlib.h>

#include "check/packet_reasons.h"
#include "draft/decoder_profile.h"

_Static_assert((unsigned)RVT_DECISION_DRAFT_CONTEXT < (unsigned)RVT_TALLY_DECISIONS,
               "every decision has its count");

struct rvt_decisions {
    struct rvt_tally *tally;
    struct rvt_decoder *decoder;
    struct rvt_reasons reasons;
    bool draft;
};

static enum rvt_status take_range(void *context, const struct rvt_range *range)
{
    const struct rvt_decisions *decisions = context;

    decisions->tally->instructions += range->count;
    return RVT_OK;
}

static enum rvt_status take_loss(void *context, const struct rvt_loss *loss)
{
    const struct rvt_decisions *decisions = context;

    (void)loss;
    decisions->tally->decoder_losses++;
    return RVT_OK;
}

static enum rvt_status take_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    struct rvt_decisions *decisions = context;

    return decisions->draft ? RVT_OK : rvt_reasons_packet(&decisions->reasons, meaning);
}

static enum rvt_status take_reason(void *context, const struct rvt_reason *reason)
{
    const struct rvt_decisions *decisions = context;
    struct rvt_decision_tally *tally = &decisions->tally->decision[reason->decision];

    tally->packets++;
    tally->open += !rvt_reason_is_sure(reason);
    return RVT_OK;
}

enum rvt_status rvt_decisions_open(const struct rvt_config *config, struct rvt_image *image,
                                   struct rvt_tally *tally, struct rvt_decisions **decisions)
{
    struct rvt_decisions *made = calloc(1, sizeof *made);
    const struct rvt_decoder_output output = {
        .range = take_range, .loss = take_loss, .meaning = take_meaning, .context = made};

    if (made == NULL)
        return RVT_ERR_MEMORY;
    made->tally = tally;
    made->draft = rvt_is_draft(config);
    rvt_reasons_init(&made->reasons, config, take_reason, made);
    enum rvt_status status = rvt_decoder_profile_open(config, image, &output, 0, &made->decoder);
    if (status == RVT_OK)
        *decisions = made;
    else
        free(made);
    return status;
}

void rvt_decisions_close(struct rvt_decisions *decisions)
{
    if (decisions == NULL)
        return;
    rvt_decoder_close(decisions->decoder);
    free(decisions);
}

/* No later packet explains the latest one. */
static void break_reasons(struct rvt_decisions *decisions)
{
    enum rvt_status status = rvt_reasons_break(&decisions->reasons);

    assert(status == RVT_OK); /* take_reason refuses nothing */
    (void)status;
}

void rvt_decisions_packet(struct rvt_decisions *decisions, const struct rvt_packet *packet)
{
    if (rvt_decoder_packet(decisions->decoder, packet, NULL) != RVT_OK)
        break_reasons(decisions);
}

void rvt_decisions_break(struct rvt_decisions *decisions)
{
    enum rvt_status status = rvt_decoder_break(decisions->decoder);

    (void)status; /* no callback refuses anything */
    break_reasons(decisions);
}

void rvt_decisions_finish(struct rvt_decisions *decisions)
{
    enum rvt_status status = rvt_decoder_finish(decisions->decoder, NULL);

    (void)status; /* a fault of the last packet */
    break_reasons(decisions);
}
