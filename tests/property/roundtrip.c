/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Round trip: random programs under random configurations, encoded, written, read and decoded, give
 * exactly what retired while tracing was on. Shows: ETR-ALG-001, ETR-ALG-039, ETR-DEC-002,
 * ETR-DEC-003, ETR-DEC-004, ETR-DEC-005, ETR-DEC-006, ETR-DEC-009, ETR-DEC-011, ETR-DEC-012,
 * ETR-DEC-013, ETR-DEC-014, ETR-DEC-015, ETR-DEC-016, ETR-DEC-017, ETR-SUP-002, ETR-SUP-003,
 * ETR-SUP-012
 *
 * Streams in which a depth fits more than one return are not decodable (ETR-MODE-010, AMB-010): the
 * encoder marks them, and a run with a mark that comes to a difference counts as such, not as a
 * failure. There is none without irdepth.
 */
#include <criterion/criterion.h>

#include "expect.h"
#include "run.h"

struct link {
    struct rvt_config *config;
    struct rvt_decoder *decoder;
    struct rvt_diag diag;
    uint64_t packets;
    uint64_t ambiguous;
};

/* What became of some runs. */
struct tally {
    uint64_t retired;
    unsigned ambiguous; /* runs */
};

/* Over the wire and into the decoder. */
static enum rvt_status transmit(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct link *link = context;
    struct rvt_payload payload;
    struct rvt_packet copy;
    enum rvt_status status = rvt_packet_write(link->config, packet, &payload, &link->diag);

    link->packets++;
    link->ambiguous += origin->ambiguous;
    if (status == RVT_OK)
        status = rvt_packet_read(link->config, payload.byte, payload.bytes, &copy, &link->diag);
    if (status == RVT_OK)
        status = rvt_decoder_packet(link->decoder, &copy, &link->diag);
    return status;
}

static void describe(uint64_t seed, const struct run *run, const struct link *link,
                     const struct expect *expect, char *text, size_t capacity)
{
    char diag[200];
    rvt_diag_format(&link->diag, diag, sizeof(diag));
    snprintf(text, capacity, "seed %llu, %zu rows, packet %llu: %s; %s", (unsigned long long)seed,
             run->rows, (unsigned long long)link->packets, diag, expect->fault);
}

/* Encodes the rows with losses and changes of control mixed in, as far as disturb allows. */
static bool play(struct run *run, struct rvt_random *random, struct rvt_encoder *encoder,
                 struct expect *expect, bool disturb, struct rvt_diag *diag)
{
    struct rvt_control on = {
        .enable = true, .inst_tracing = true, .inst_trig_enable = rvt_random_chance(random, 70)};
    struct rvt_control off = {.enable = false};
    struct rvt_row begin = {.cycle = 0};
    bool enabled = true;

    expect_control(expect, &on);
    if (rvt_encoder_control(encoder, &begin, &on, diag) != RVT_OK)
        return false;
    for (size_t i = 0; i < run->rows; i++) {
        struct rvt_row *row = &run->row[i];
        row->lost = disturb && rvt_random_chance(random, 1);
        if (disturb && rvt_random_below(random, 300) == 0) {
            enabled = !enabled;
            on.inst_tracing = rvt_random_chance(random, 80);
            expect_control(expect, enabled ? &on : &off);
            if (rvt_encoder_control(encoder, row, enabled ? &on : &off, diag) != RVT_OK)
                return false;
        }
        expect->epc_known = true;
        expect->epc = run->epc[i];
        expect_row(expect, row);
        if (rvt_encoder_row(encoder, row, diag) != RVT_OK)
            return false;
        if (rvt_random_chance(random, 1) && rvt_encoder_idle(encoder, row->cycle, diag) != RVT_OK)
            return false;
    }
    begin.cycle = run->row[run->rows - 1].cycle + 5;
    return !enabled || rvt_encoder_control(encoder, &begin, &off, diag) == RVT_OK;
}

static void round_trip(uint64_t seed, bool disturb, struct tally *tally)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct rvt_encoder *encoder = NULL;
    char text[600];

    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    struct rvt_random_options options = random_options(&random, seed, 3000);
    if (disturb && config.resync.mode == RVT_RESYNC_OFF)
        config.params.nocontext_p = true; /* see RVT_CTYPE_DISCONTINUITY in random_program.c */
    bool made = run_init(&run, &config, &options);
    struct expect expect = {.config = &run.config, .image = run.image};
    struct link link = {.config = &run.config};
    struct rvt_decoder_output output = {.range = expect_got_range,
                                        .trap = expect_got_trap,
                                        .event = expect_got_event,
                                        .context = &expect};
    rvt_diag_clear(&link.diag);
    made = made && rvt_encoder_open(&run.config, transmit, &link, &encoder) == RVT_OK &&
           rvt_decoder_open(&run.config, run.image, &output, 0, &link.decoder) == RVT_OK;
    bool played = made && play(&run, &random, encoder, &expect, disturb, &link.diag);
    bool found = played && expect_complete(&expect);
    describe(seed, &run, &link, &expect, text, sizeof(text));
    bool ambiguous = !found && made && link.ambiguous > 0;
    tally->retired += expect.retired;
    tally->ambiguous += ambiguous;
    rvt_encoder_close(encoder);
    rvt_decoder_close(link.decoder);
    expect_fini(&expect);
    run_fini(&run);
    cr_assert(found || ambiguous, "%s", text);
}

static void round_trips(uint64_t first, unsigned count, bool disturb)
{
    struct tally tally = {.retired = 0};

    for (unsigned i = 0; i < count; i++)
        round_trip(first + i, disturb, &tally);
    cr_log_info("seeds %llu..%llu: %llu instructions, %u runs with ambiguous depths",
                (unsigned long long)first, (unsigned long long)(first + count - 1),
                (unsigned long long)tally.retired, tally.ambiguous);
    cr_assert(tally.retired > count * UINT64_C(500));
    cr_assert(tally.ambiguous < count / 10);
}

Test(roundtrip, what_retired_is_what_is_decoded)
{
    round_trips(1, 300, false);
}

Test(roundtrip, losses_and_switching_off_cost_nothing_else)
{
    round_trips(100001, 300, true);
}
