/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decisions that are deduced from a stream and the path are those that the encoder took: the
 * only possible one wherever the stream determines it (check/why.h says where it does not). Shows:
 * ETR-ALG-020, ETR-ALG-022, ETR-ALG-023, ETR-ALG-024, ETR-ALG-025, ETR-ALG-026, ETR-ALG-028,
 * ETR-ALG-029, ETR-ALG-030, ETR-ALG-032, ETR-ALG-033, ETR-ALG-034, ETR-ALG-035
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "check/why.h"
#include "run.h"

/* Deduced and taken decisions of one run. */
struct trial {
    struct run run;
    struct rvt_decoder *decoder;
    struct rvt_why why;
    enum rvt_decision *taken;
    size_t packets, capacity, explained;
    unsigned ambiguous; /* depths that fit more than one return: the path is not told */
    unsigned sure, wrong;
    char fault[300];
};

static enum rvt_status take_reason(void *context, const struct rvt_reason *reason)
{
    struct trial *trial = context;
    enum rvt_decision taken = trial->taken[reason->packet];
    bool possible = (reason->possible >> taken & 1) != 0;

    if (reason->packet != trial->explained++ && trial->fault[0] == '\0')
        snprintf(trial->fault, sizeof trial->fault, "packet %llu is explained as number %zu",
                 (unsigned long long)reason->packet, trial->explained - 1);
    trial->sure += rvt_reason_is_sure(reason);
    trial->wrong += reason->decision != taken;
    if (!possible && trial->fault[0] == '\0')
        snprintf(trial->fault, sizeof trial->fault, "packet %llu: deduced '%s', taken '%s'",
                 (unsigned long long)reason->packet, rvt_decision_text(reason->decision),
                 rvt_decision_text(taken));
    return RVT_OK;
}

static enum rvt_status take_step(void *context, const struct rvt_step *step)
{
    struct trial *trial = context;

    return rvt_why_step(&trial->why, step);
}

static enum rvt_status transmit(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct trial *trial = context;
    struct rvt_payload payload;
    struct rvt_packet copy;

    if (trial->packets == trial->capacity) {
        trial->capacity = 2 * trial->capacity + 256;
        trial->taken = realloc(trial->taken, trial->capacity * sizeof(*trial->taken));
        if (trial->taken == NULL)
            abort();
    }
    trial->taken[trial->packets++] = origin->decision;
    trial->ambiguous += origin->ambiguous;
    if (rvt_packet_write(&trial->run.config, packet, &payload, NULL) != RVT_OK ||
        rvt_packet_read(&trial->run.config, payload.byte, payload.bytes, &copy, NULL) != RVT_OK)
        return RVT_ERR_IO;
    return trial->ambiguous > 0 ? RVT_OK : rvt_decoder_packet(trial->decoder, &copy, NULL);
}

static bool play(struct trial *trial, struct rvt_random *random)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row row = {.cycle = 0};
    struct rvt_encoder *encoder;

    if (rvt_encoder_open(&trial->run.config, transmit, trial, &encoder) != RVT_OK)
        return false;
    bool good = rvt_encoder_control(encoder, &row, &on, NULL) == RVT_OK;
    for (size_t i = 0; good && i < trial->run.rows; i++) {
        trial->run.row[i].lost = rvt_random_below(random, 500) == 0;
        good = rvt_encoder_row(encoder, &trial->run.row[i], NULL) == RVT_OK;
    }
    row.cycle = trial->run.row[trial->run.rows - 1].cycle + 2;
    good = good && rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK;
    rvt_encoder_close(encoder);
    return good && rvt_decoder_finish(trial->decoder, NULL) == RVT_OK &&
           rvt_why_break(&trial->why) == RVT_OK;
}

struct sum {
    uint64_t packets, sure, wrong;
    unsigned ambiguous; /* runs */
};

static void explain(uint64_t seed, struct sum *sum)
{
    struct rvt_random random;
    struct rvt_config config;
    struct trial trial = {.packets = 0};
    struct rvt_decoder_output output = {.step = take_step, .context = &trial};

    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    if (config.resync.mode == RVT_RESYNC_OFF)
        config.params.nocontext_p = true; /* AMB-105: a loss next to a break of the context */
    struct rvt_random_options options = random_options(&random, seed, 2000);
    cr_assert(run_init(&trial.run, &config, &options));
    rvt_why_init(&trial.why, &trial.run.config, take_reason, &trial);
    cr_assert(rvt_decoder_open(&trial.run.config, trial.run.image, &output, 0, &trial.decoder) ==
              RVT_OK);
    bool played = play(&trial, &random);
    if (trial.ambiguous > 0) {
        sum->ambiguous++;
    } else {
        cr_assert(played && trial.fault[0] == '\0', "seed %llu: %s", (unsigned long long)seed,
                  trial.fault);
        cr_assert(trial.explained == trial.packets, "seed %llu: %zu of %zu packets",
                  (unsigned long long)seed, trial.explained, trial.packets);
        sum->packets += trial.packets;
        sum->sure += trial.sure;
        sum->wrong += trial.wrong;
    }
    rvt_decoder_close(trial.decoder);
    free(trial.taken);
    run_fini(&trial.run);
}

Test(why, decisions_are_deduced_from_the_stream)
{
    struct sum sum = {.packets = 0};
    const unsigned runs = 300;

    for (uint64_t seed = 1; seed <= runs; seed++)
        explain(seed, &sum);
    cr_log_info("%llu packets, %llu determined, %llu likelier otherwise, %u runs ambiguous",
                (unsigned long long)sum.packets, (unsigned long long)sum.sure,
                (unsigned long long)sum.wrong, sum.ambiguous);
    cr_assert(sum.packets > 20000);
    cr_assert(sum.sure > sum.packets / 2);
    cr_assert(sum.wrong < sum.packets / 20);
    cr_assert(sum.ambiguous < runs / 4);
}
