/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The decisions that are deduced from a stream and the path are those that the encoder made. Where
 * the stream determines the decision, it is the only possible one (see check/packet_reasons.h).
 * Shows:
 * ETR-ALG-020, ETR-ALG-022, ETR-ALG-023, ETR-ALG-024, ETR-ALG-025, ETR-ALG-026, ETR-ALG-028,
 * ETR-ALG-029, ETR-ALG-030, ETR-ALG-032, ETR-ALG-033, ETR-ALG-034, ETR-ALG-035
 *
 * If a run with an undecodable packet (decoder_check.h) has a difference, it is checked again
 * without the packets from there to the next synchronisation packet.
 */
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>

#include "check/packet_reasons.h"
#include "decoder_check.h"
#include "draft/encoder_profile.h"
#include "run.h"

/* Deduced and actual decisions of one run. */
struct trial {
    struct run run;
    struct expect expect;
    struct decoder_check decoder_check;
    struct rvt_reasons why;
    enum rvt_decision *taken;
    size_t packets, capacity;
    uint64_t due;     /* the packet to be explained next */
    uint64_t resumed; /* the first packet since the latest skipped one */
    uint64_t explained, sure, wrong;
    struct rvt_diag diag;
    char fault[300];
};

static enum rvt_status take_reason(void *context, const struct rvt_reason *reason)
{
    struct trial *trial = context;
    enum rvt_decision taken = trial->taken[reason->packet];
    bool possible = (reason->possible >> taken & 1) != 0;

    if (reason->packet != trial->due++ && trial->fault[0] == '\0')
        snprintf(trial->fault, sizeof trial->fault, "packet %llu is explained as packet %llu",
                 (unsigned long long)reason->packet, (unsigned long long)trial->due - 1);
    trial->explained++;
    trial->sure += rvt_reason_is_sure(reason);
    trial->wrong += reason->decision != taken;
    /* the packets before the first one are skipped: the reason can only be a guess */
    if (trial->resumed > 0 && reason->packet == trial->resumed)
        return RVT_OK;
    if (!possible && trial->fault[0] == '\0')
        snprintf(trial->fault, sizeof trial->fault, "packet %llu: deduced '%s', taken '%s'",
                 (unsigned long long)reason->packet, rvt_decision_text(reason->decision),
                 rvt_decision_text(taken));
    return RVT_OK;
}

static enum rvt_status take_step(void *context, const struct rvt_packet_meaning *meaning)
{
    struct trial *trial = context;
    enum rvt_status status = RVT_OK;

    if (trial->resumed != trial->decoder_check.resumed) {
        status = rvt_reasons_break(&trial->why);
        trial->resumed = trial->due = trial->decoder_check.resumed;
    }
    return status == RVT_OK ? rvt_reasons_packet(&trial->why, meaning) : status;
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
    if (rvt_packet_write(&trial->run.config, packet, &payload, NULL) != RVT_OK ||
        rvt_packet_read(&trial->run.config, payload.byte, payload.bytes, &copy, NULL) != RVT_OK)
        return RVT_ERR_IO;
    return decoder_check_packet(&trial->decoder_check, &copy, origin, &trial->diag);
}

static bool play(struct trial *trial, struct rvt_random *random)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row begin = {.cycle = 0};
    struct rvt_encoder *encoder;

    if (rvt_encoder_profile_open(&trial->run.config, transmit, trial, &encoder) != RVT_OK)
        return false;
    expect_control(&trial->expect, &on);
    bool good = rvt_encoder_control(encoder, &begin, &on, NULL) == RVT_OK;
    for (size_t i = 0; good && i < trial->run.rows; i++) {
        struct rvt_row *row = &trial->run.row[i];
        row->lost = rvt_random_below(random, 500) == 0;
        trial->expect.epc_known = true;
        trial->expect.epc = trial->run.epc[i];
        expect_row(&trial->expect, row);
        good = rvt_encoder_row(encoder, row, NULL) == RVT_OK;
    }
    begin.cycle = trial->run.row[trial->run.rows - 1].cycle + 2;
    good = good && rvt_encoder_control(encoder, &begin, &off, NULL) == RVT_OK;
    rvt_encoder_close(encoder);
    return good && decoder_check_finish(&trial->decoder_check, &trial->diag) &&
           rvt_reasons_break(&trial->why) == RVT_OK;
}

/* The results of some runs. */
struct sum {
    uint64_t packets, sure, wrong;
    unsigned ambiguous; /* runs that were checked again */
    uint64_t skipped;   /* packets of these */
};

/* One run. text: how far it got. True if every packet that is not skipped is explained as it was
 * sent. */
static bool attempt(struct trial *trial, uint64_t seed, bool skips, char *text, size_t capacity)
{
    struct rvt_random random;
    struct rvt_config config;
    char diag[200];

    *trial = (struct trial){.packets = 0};
    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    struct rvt_random_options options = random_options(&random, seed, 2000);
    options.breaks = true;
    bool made = run_init(&trial->run, &config, &options);
    rvt_reasons_init(&trial->why, &trial->run.config, take_reason, trial);
    trial->expect = (struct expect){.config = &trial->run.config, .image = trial->run.image};
    trial->decoder_check = (struct decoder_check){.config = &trial->run.config,
                                                  .expect = &trial->expect,
                                                  .meaning = take_step,
                                                  .context = trial,
                                                  .skips = skips};
    rvt_diag_clear(&trial->diag);
    made = made && decoder_check_open(&trial->decoder_check);
    bool good = made && play(trial, &random) && trial->fault[0] == '\0';
    rvt_diag_format(&trial->diag, diag, sizeof(diag));
    (void)snprintf(
        text, capacity, "seed %llu, %llu of %llu packets explained, %llu left out: %s; %s; %s",
        (unsigned long long)seed, (unsigned long long)trial->explained,
        (unsigned long long)trial->packets, (unsigned long long)trial->decoder_check.skipped,
        trial->fault, diag, trial->expect.fault);
    rvt_decoder_close(trial->decoder_check.decoder);
    expect_fini(&trial->expect);
    free(trial->taken);
    run_fini(&trial->run);
    return good && trial->explained > 0 &&
           trial->explained + trial->decoder_check.skipped == trial->packets;
}

static void explain(uint64_t seed, struct sum *sum)
{
    struct trial trial;
    char text[900];
    bool good = attempt(&trial, seed, false, text, sizeof(text));

    if (!good && trial.decoder_check.marks > 0) {
        good = attempt(&trial, seed, true, text, sizeof(text));
        sum->ambiguous++;
        sum->skipped += trial.decoder_check.skipped;
        cr_log_info("%s", text);
    }
    cr_assert(good, "%s", text);
    sum->packets += trial.explained;
    sum->sure += trial.sure;
    sum->wrong += trial.wrong;
}

Test(why, decisions_are_deduced_from_the_stream)
{
    struct sum sum = {.packets = 0};
    const unsigned runs = 300;

    for (uint64_t seed = 1; seed <= runs; seed++)
        explain(seed, &sum);
    cr_log_info("%llu packets, %llu determined, %llu likelier otherwise, %u runs ambiguous, %llu "
                "packets left out",
                (unsigned long long)sum.packets, (unsigned long long)sum.sure,
                (unsigned long long)sum.wrong, sum.ambiguous, (unsigned long long)sum.skipped);
    cr_assert(sum.packets > 60000);
    cr_assert(sum.sure > sum.packets / 2);
    cr_assert(sum.wrong < sum.packets / 20);
    cr_assert(sum.ambiguous < runs / 30);
    cr_assert(sum.skipped < sum.packets / 50);
}

/* Tracing ends at a reported trap, and continues with its handler. Shows: ETR-ALG-038 */
Test(why, a_handler_may_be_the_first_that_is_traced)
{
    struct sum sum = {.packets = 0};

    explain(301286, &sum);
    cr_assert(sum.packets > 100);
}
