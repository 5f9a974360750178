/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decoder on streams that are whole, damaged, or of packets in another order: ranges, traps,
 * events, losses, meanings and faults are those of the reference.
 */
#include "decoder_notes.h"

#include "tests/property/draft_config.h"
#include "tests/property/stream.h"

enum { GROUPS = 600, INSTRUCTIONS = 700, STEPS = 4000 };

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
    note_packet(regression, decoder, &packet);
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
    note_finish(regression, decoder);
}

/* A configuration. Every third group is of the draft; every fifth has all modes that it can have,
 * and no resynchronisation, so that tables live long. */
static void make_config(struct regression *regression, struct rvt_random *random,
                        struct rvt_config *config)
{
    bool draft = regression->group % 3 == 0;

    if (draft)
        draft_config(random, config);
    else
        random_config(random, config);
    if (rvt_random_chance(random, 30)) /* with returns that no packet reports */
        config->switches.ir_flush_before_sync = false;
    if (regression->group % 5 == 0)
        config->resync.mode = RVT_RESYNC_OFF;
    if (!draft && regression->group % 5 == 0) {
        config->options.branch_prediction = config->params.bpred_size_p > 0;
        config->options.jump_target_cache = config->params.cache_size_p > 0;
        config->switches.table_reset = RVT_TABLE_RESET_START_ONLY_IF_RESYNC_OFF;
    }
    cr_assert(rvt_config_check(config, NULL) == RVT_OK);
}

/* Every fourth group has no damage. */
static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct stream stream;
    struct rvt_decoder *decoder;

    regression_begin(regression);
    rvt_random_seed(&random, 770000 + regression->group);
    make_config(regression, &random, &config);
    struct rvt_random_options options = random_options(
        &random, regression->group, regression->group % 5 == 0 ? 5 * INSTRUCTIONS : INSTRUCTIONS);
    cr_assert(run_init(&run, &config, &options) && stream_encode(&stream, &run));
    struct rvt_decoder_output output = notes_output(regression);
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
