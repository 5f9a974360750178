/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Round trip of draft 0.026: random programs under random configurations, encoded, written, read
 * and decoded, give what retired. Without updiscon and notify bits some packets of the draft have
 * two meanings (DRD-003); the test computes from the true path which they are. Segments between two
 * synchronisations with such a packet are counted and may differ; all others must be equal. Shows:
 * DRF-010, DRA-001, DRA-002, DRA-003, DRA-004, DRA-005, DRA-006, DRA-007, DRA-012, DRA-013,
 * DRD-001, DRD-002, DRD-003, DRD-004, DRD-005, DRD-006
 */
#include <criterion/criterion.h>

#include "draft_config.h"
#include "draft_path.h"
#include "draft/encoder_profile.h"

/* Notifications that the random program leaves out, because two arrivals fit them. */
static void add_notifications(struct rvt_random *random, struct run *run)
{
    uint64_t context = 0;

    for (size_t i = 0; i < run->rows; i++) {
        struct rvt_row *row = &run->row[i];
        bool same = run->config.params.nocontext_p || row->context == context;
        if (row->blocks > 0 && row->block[0].iretire > 0 && row->ctype == 0 && same &&
            !row->halted && !row->reset && rvt_random_below(random, 150) == 0)
            row->ctype = 3;
        if (row->blocks > 0 && row->block[0].iretire > 0)
            context = row->context;
    }
}

struct totals {
    uint64_t instructions, segments, packets;
    uint64_t open[DRAFT_CAUSES]; /* segments with a packet of two meanings, by cause */
    uint64_t wrong;              /* of them: decoded differently */
    uint64_t counts;             /* count packets */
};

static bool play(struct run *run, struct rvt_random *random, struct rvt_encoder *encoder,
                 struct draft_path *path, bool disturb)
{
    struct rvt_control on = {
        .enable = true, .inst_tracing = true, .inst_trig_enable = rvt_random_chance(random, 70)};
    struct rvt_control off = {.enable = false};
    struct rvt_row begin = {.cycle = 0};
    bool enabled = true;

    draft_path_control(path, &on);
    if (rvt_encoder_control(encoder, &begin, &on, NULL) != RVT_OK)
        return false;
    for (size_t i = 0; i < run->rows; i++) {
        struct rvt_row *row = &run->row[i];
        row->lost = disturb && rvt_random_chance(random, 1);
        if (disturb && rvt_random_below(random, 300) == 0) {
            enabled = !enabled;
            draft_path_control(path, enabled ? &on : &off);
            if (rvt_encoder_control(encoder, row, enabled ? &on : &off, NULL) != RVT_OK)
                return false;
        }
        draft_path_row(path, row, run->epc[i]);
        if (rvt_encoder_row(encoder, row, NULL) != RVT_OK)
            return false;
    }
    begin.cycle = run->row[run->rows - 1].cycle + 5;
    draft_path_control(path, &off);
    return !enabled || rvt_encoder_control(encoder, &begin, &off, NULL) == RVT_OK;
}

static void round_trip(uint64_t seed, bool disturb, struct totals *totals)
{
    struct rvt_random random;
    struct rvt_config config;
    struct run run;
    struct rvt_encoder *encoder = NULL;
    struct draft_verdict verdict;

    rvt_random_seed(&random, seed);
    draft_config(&random, &config);
    struct rvt_random_options options = random_options(&random, seed, 3000);
    if (rvt_random_chance(&random, 30)) { /* so that counts grow */
        options.traps = options.privilege = options.sideband = false;
        options.instructions = 10000;
    }
    cr_assert(run_init(&run, &config, &options));
    add_notifications(&random, &run);
    struct draft_path path = {.config = &run.config, .image = run.image};
    cr_assert(rvt_encoder_profile_open(&run.config, draft_path_packet, &path, &encoder) == RVT_OK);
    cr_assert(play(&run, &random, encoder, &path, disturb), "seed %llu", (unsigned long long)seed);
    draft_path_check(&path, &verdict);
    cr_assert(verdict.fault[0] == '\0', "seed %llu: %s", (unsigned long long)seed, verdict.fault);
    totals->instructions += path.tokens;
    totals->packets += path.packets;
    totals->segments += verdict.segments;
    totals->wrong += verdict.wrong;
    totals->counts += verdict.counts;
    for (unsigned i = 0; i < DRAFT_CAUSES; i++)
        totals->open[i] += verdict.open[i];
    rvt_encoder_close(encoder);
    draft_path_fini(&path);
    run_fini(&run);
}

static void round_trips(uint64_t first, unsigned count, bool disturb)
{
    struct totals t = {.instructions = 0};

    for (unsigned i = 0; i < count; i++)
        round_trip(first + i, disturb, &t);
    cr_log_info("%llu instructions, %llu packets, %llu counts, %llu segments; with two meanings: "
                "%llu loop "
                "labels, %llu notifications, %llu loaded jumps, %llu call counts; of them decoded "
                "otherwise: %llu",
                (unsigned long long)t.instructions, (unsigned long long)t.packets,
                (unsigned long long)t.counts, (unsigned long long)t.segments,
                (unsigned long long)t.open[DRAFT_LOOP_LABEL],
                (unsigned long long)t.open[DRAFT_NOTIFICATION],
                (unsigned long long)t.open[DRAFT_LOADED_JUMP],
                (unsigned long long)t.open[DRAFT_CALLS], (unsigned long long)t.wrong);
    cr_assert(t.instructions > count * UINT64_C(500));
    cr_assert(t.counts > count / 8, "%llu counts", (unsigned long long)t.counts);
    cr_assert(t.open[DRAFT_LOOP_LABEL] > 0 && t.open[DRAFT_NOTIFICATION] > 0 &&
              t.open[DRAFT_CALLS] > 0);
    uint64_t open = 0;
    for (unsigned i = 0; i < DRAFT_CAUSES; i++)
        open += t.open[i];
    cr_assert(t.segments > 6 * open);
}

Test(draft, what_retired_is_what_is_decoded_where_the_packets_report_it)
{
    round_trips(1, 300, false);
}

Test(draft, losses_and_switching_off_cost_nothing_else)
{
    round_trips(100001, 300, true);
}
