/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decoder on streams that are whole, damaged, or of packets in another order: ranges, traps,
 * events, losses, meanings and faults are those of the reference.
 */
#include "regression.h"

#include "tests/property/draft_config.h"
#include "tests/property/stream.h"

enum { GROUPS = 600, INSTRUCTIONS = 700, STEPS = 4000 };

static enum rvt_status note_range(void *context, const struct rvt_range *range)
{
    regression_note(context, "range %" PRIx64 " %" PRIx64 " %" PRIu64 " %" PRIu64 " %u",
                    range->first, range->last, range->count, range->packet, range->last_size);
    return RVT_OK;
}

static enum rvt_status note_trap(void *context, const struct rvt_trap *trap)
{
    regression_note(context, "trap %u %d %d %" PRIx64 " %" PRIx64 " %" PRIu64, trap->ecause,
                    trap->interrupt, trap->epc_known, trap->epc, trap->tval, trap->packet);
    return RVT_OK;
}

static enum rvt_status note_event(void *context, enum rvt_trace_event event,
                                  const struct rvt_packet *packet)
{
    regression_note(context, "event %d %s", (int)event,
                    packet == NULL ? "-" : rvt_packet_name(packet));
    return RVT_OK;
}

static enum rvt_status note_loss(void *context, const struct rvt_loss *loss)
{
    regression_note(context,
                    "loss %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d %" PRIx64 " %d %" PRIx64,
                    rvt_status_text(loss->cause), loss->first_packet, loss->last_packet,
                    loss->suspect_packet, loss->from_known, loss->from_known ? loss->from : 0,
                    loss->to_known, loss->to_known ? loss->to : 0);
    return RVT_OK;
}

static enum rvt_status note_meaning(void *context, const struct rvt_packet_meaning *meaning)
{
    regression_note(
        context, "meaning %" PRIu64 " %s %d %d%d%d%d%d %" PRIx64 " %" PRIu64, meaning->packet,
        meaning->te_inst == NULL ? "-" : rvt_packet_name(meaning->te_inst), (int)meaning->end,
        meaning->tentative, meaning->ambiguous, meaning->new_level, meaning->updiscon_before,
        meaning->return_before, meaning->end == RVT_PATH_END_NONE ? 0 : meaning->address,
        meaning->instructions);
    if (meaning->instructions > 0)
        regression_note(context, "proved %" PRIx64 " %" PRIx64, meaning->first, meaning->last);
    return RVT_OK;
}

static struct rvt_decoder_output output_of(struct regression *regression)
{
    return (struct rvt_decoder_output){.range = note_range,
                                       .trap = note_trap,
                                       .event = note_event,
                                       .loss = note_loss,
                                       .meaning = note_meaning,
                                       .context = regression};
}

/* What happens to a packet of the stream. */
enum spoil { GOOD, DROPPED, TWICE, OTHER, FLIPPED, CUT, BROKEN, SPOILS };

static void feed(struct regression *regression, struct rvt_decoder *decoder,
                 const struct rvt_payload *payload)
{
    struct rvt_packet packet;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    enum rvt_status status =
        rvt_packet_read(rvt_decoder_config(decoder), payload->byte, payload->bytes, &packet, &diag);
    if (status != RVT_OK) {
        rvt_decoder_break(decoder);
        regression_diag(regression, "unread", status, &diag);
        return;
    }
    status = rvt_decoder_packet(decoder, &packet, &diag);
    regression_diag(regression, "packet", status, &diag);
    regression_note(regression, "at %" PRIu64 " %" PRIx64, rvt_decoder_ordinal(decoder),
                    rvt_decoder_address(decoder));
}

static void damage(struct rvt_random *random, enum spoil spoil, const struct stream *stream,
                   struct rvt_payload *payload)
{
    unsigned bit;

    switch (spoil) {
    case OTHER:
        *payload = stream->payload[rvt_random_below(random, (unsigned)stream->count)];
        break;
    case FLIPPED:
        bit = rvt_random_below(random, 8 * (unsigned)payload->bytes);
        payload->byte[bit / 8] ^= (uint8_t)(1u << bit % 8);
        break;
    case CUT:
        payload->bytes = (uint8_t)rvt_random_below(random, payload->bytes);
        break;
    case GOOD:
    case DROPPED:
    case TWICE:
    case BROKEN:
    case SPOILS:
        break;
    }
}

static void play(struct regression *regression, struct rvt_random *random,
                 const struct stream *stream, struct rvt_decoder *decoder, unsigned percent)
{
    for (size_t i = 0; i < stream->count; i++) {
        struct rvt_payload payload = stream->payload[i];
        enum spoil spoil = rvt_random_chance(random, percent)
                               ? (enum spoil)rvt_random_below(random, SPOILS)
                               : GOOD;

        damage(random, spoil, stream, &payload);
        if (spoil == BROKEN)
            rvt_decoder_break(decoder);
        if (spoil != DROPPED)
            feed(regression, decoder, &payload);
        if (spoil == TWICE)
            feed(regression, decoder, &payload);
    }
    struct rvt_diag diag;
    rvt_diag_clear(&diag);
    enum rvt_status status = rvt_decoder_finish(decoder, &diag);
    regression_diag(regression, "finish", status, &diag);
}

/* Every third group is of the draft, every fourth has no damage. */
static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct stream stream;
    struct rvt_decoder *decoder;

    regression_begin(regression);
    rvt_random_seed(&random, 770000 + regression->group);
    if (regression->group % 3 == 0)
        draft_config(&random, &config);
    else
        random_config(&random, &config);
    if (rvt_random_chance(&random, 30)) /* with returns that no packet reports */
        config.switches.ir_flush_before_sync = false;
    struct rvt_random_options options = random_options(&random, regression->group, INSTRUCTIONS);
    cr_assert(run_init(&run, &config, &options) && stream_encode(&stream, &run));
    struct rvt_decoder_output output = output_of(regression);
    cr_assert(rvt_decoder_profile_open(&run.config, run.image, &output, STEPS, &decoder) == RVT_OK);
    play(regression, &random, &stream, decoder,
         regression->group % 4 == 0 ? 0 : pick(&random, 1, 20));
    rvt_decoder_close(decoder);
    stream_fini(&stream);
    run_fini(&run);
    regression_end(regression);
}

Test(regression, the_decoder_answers_as_before)
{
    struct regression regression;

    regression_open(&regression, "decoder");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
