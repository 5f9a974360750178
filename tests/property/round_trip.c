/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Round trip: random programs under random configurations, encoded, written, read and decoded, give
 * exactly the instructions that retired while tracing was on. Shows: ETR-ALG-001, ETR-ALG-039,
 * ETR-DEC-002, ETR-DEC-003, ETR-DEC-004, ETR-DEC-005, ETR-DEC-006, ETR-DEC-009, ETR-DEC-011,
 * ETR-DEC-012, ETR-DEC-013, ETR-DEC-014, ETR-DEC-015, ETR-DEC-016, ETR-DEC-017, ETR-SUP-002,
 * ETR-SUP-003, ETR-SUP-012
 *
 * Some streams are undecodable: a depth fits more than one return (ETR-MODE-010, AMB-010), a return
 * leads elsewhere than a partial address or a counter says (ETR-MODE-004, AMB-017), or a
 * discontinuity of the context looks like a path (AMB-105). The encoder marks them. If a run with a
 * mark has a difference, it is checked again without the packets from a mark to the next
 * synchronisation packet.
 */
#include <criterion/criterion.h>

#include "decoder_check.h"
#include "run.h"
#include "draft/encoder_profile.h"

struct link {
    struct rvt_config *config;
    struct decoder_check decoder_check;
    struct rvt_diag diag;
};

/* The results of some runs. */
struct tally {
    uint64_t compared;         /* instructions */
    unsigned ambiguous;        /* runs that were checked again */
    uint64_t packets, skipped; /* of these */
};

/* Writes and reads the packet, and passes it to the decoder. */
static enum rvt_status transmit(void *context, const struct rvt_packet *packet,
                                const struct rvt_origin *origin)
{
    struct link *link = context;
    struct rvt_payload payload;
    struct rvt_packet copy;
    enum rvt_status status = rvt_packet_write(link->config, packet, &payload, &link->diag);

    if (status == RVT_OK)
        status = rvt_packet_read(link->config, payload.byte, payload.bytes, &copy, &link->diag);
    if (status == RVT_OK)
        status = decoder_check_packet(&link->decoder_check, &copy, origin, &link->diag);
    return status;
}

/* Encodes the rows. disturb: with losses and changes of control. */
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

/* One run. text: how far it got. skips: undecodable packets are skipped. True if everything else
 * was found. */
static bool attempt(struct link *link, uint64_t seed, bool disturb, bool skips, char *text,
                    size_t capacity)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct rvt_encoder *encoder = NULL;
    char diag[200];

    rvt_random_seed(&random, seed);
    random_config(&random, &config);
    struct rvt_random_options options = random_options(&random, seed, 3000);
    options.breaks = true;
    bool made = run_init(&run, &config, &options);
    struct expect expect = {.config = &run.config, .image = run.image};
    *link = (struct link){
        .config = &run.config,
        .decoder_check = {.config = &run.config, .expect = &expect, .skips = skips},
    };
    rvt_diag_clear(&link->diag);
    made = made && rvt_encoder_profile_open(&run.config, transmit, link, &encoder) == RVT_OK &&
           decoder_check_open(&link->decoder_check);
    bool played = made && play(&run, &random, encoder, &expect, disturb, &link->diag);
    bool found = played && decoder_check_finish(&link->decoder_check, &link->diag);
    rvt_diag_format(&link->diag, diag, sizeof(diag));
    (void)snprintf(text, capacity, "seed %llu, %zu rows, packet %llu, %llu left out: %s; %s",
                   (unsigned long long)seed, run.rows,
                   (unsigned long long)link->decoder_check.packets,
                   (unsigned long long)link->decoder_check.skipped, diag, expect.fault);
    rvt_encoder_close(encoder);
    rvt_decoder_close(link->decoder_check.decoder);
    expect_fini(&expect);
    run_fini(&run);
    return found;
}

static void round_trip(uint64_t seed, bool disturb, struct tally *tally)
{
    struct link link;
    char text[600];
    bool found = attempt(&link, seed, disturb, false, text, sizeof(text));

    if (!found && link.decoder_check.marks > 0) {
        found = attempt(&link, seed, disturb, true, text, sizeof(text));
        tally->ambiguous++;
        tally->packets += link.decoder_check.packets;
        tally->skipped += link.decoder_check.skipped;
        cr_log_info("%s", text);
    }
    tally->compared += link.decoder_check.compared;
    cr_assert(found, "%s", text);
}

static void round_trips(uint64_t first, unsigned count, bool disturb)
{
    struct tally tally = {.compared = 0};

    for (unsigned i = 0; i < count; i++)
        round_trip(first + i, disturb, &tally);
    cr_log_info("seeds %llu..%llu: %llu instructions, %u runs that were checked again, for which "
                "%llu of %llu packets are left out",
                (unsigned long long)first, (unsigned long long)(first + count - 1),
                (unsigned long long)tally.compared, tally.ambiguous,
                (unsigned long long)tally.skipped, (unsigned long long)tally.packets);
    cr_assert(tally.compared > count * UINT64_C(500));
    cr_assert(tally.ambiguous < count / 30);
    cr_assert(10 * tally.skipped <= tally.packets);
}

Test(roundtrip, what_retired_is_what_is_decoded)
{
    round_trips(1, 300, false);
}

Test(roundtrip, losses_and_switching_off_cost_nothing_else)
{
    round_trips(100001, 300, true);
}
