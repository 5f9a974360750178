/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The encoder of any configuration on random programs, while software writes its registers, rows
 * are lost, stalled, or break the rules of the ingress, and the sink refuses packets: te_inst and
 * te_data packets with their origins.
 */
#include "encoder_bench.h"
#include "spoiled_row.h"

#include "tests/property/draft_config.h"

enum { GROUPS = 600, INSTRUCTIONS = 600 };

/* Side signals that the program does not have. */
static void disturb(struct bench *bench, struct rvt_row *row)
{
    struct rvt_random *random = &bench->random;

    row->impdef = rvt_random_below(random, 16);
    row->lost = rvt_random_below(random, 100) == 0;
    if (rvt_random_below(random, 40) == 0)
        row->trigger ^= rvt_random_below(random, 64);
    if (rvt_random_below(random, 300) == 0)
        row->halted = !row->halted;
    if (rvt_random_below(random, 500) == 0)
        row->reset = !row->reset;
    if (rvt_random_below(random, 100) == 0)
        row->ctype = (uint8_t)rvt_random_below(random, 4);
}

static void present(struct bench *bench, const struct rvt_row *row)
{
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    note_status(bench, "row", rvt_encoder_row(bench->encoder, row, &diag), &diag);
}

/* Cycles without rows: stalled or idle. */
static void wait(struct bench *bench, uint64_t cycle)
{
    uint64_t cycles = 1 + rvt_random_below(&bench->random, 40);
    struct rvt_diag diag;

    bench->lag += cycles;
    rvt_diag_clear(&diag);
    if (rvt_random_chance(&bench->random, 50))
        rvt_encoder_stall(bench->encoder, cycle + cycles - 1);
    else
        note_status(bench, "idle", rvt_encoder_idle(bench->encoder, cycle + cycles - 1, &diag),
                    &diag);
}

static void step(struct bench *bench, const struct rvt_row *original)
{
    struct rvt_random *random = &bench->random;
    struct rvt_row row = *original, spoiled;

    if (rvt_random_chance(random, 3))
        wait(bench, row.cycle + bench->lag);
    row.cycle += bench->lag;
    disturb(bench, &row);
    if (bench->run.config.options.data_trace)
        rvt_random_data_row(&bench->data, &row);
    if (rvt_random_below(random, 100) < bench->disturbed)
        act(bench, &row);
    if (rvt_random_below(random, 50) == 0) {
        struct rvt_access access[RVT_ACCESSES_MAX];
        spoiled = row;
        spoil_row(random, &spoiled, access);
        present(bench, &spoiled);
    }
    present(bench, &row);
}

static void configure(struct rvt_random *random, unsigned group, struct rvt_config *config)
{
    struct rvt_params *p = &config->params;

    do {
        if (group % 4 == 0)
            draft_config(random, config);
        else if (group % 4 == 1)
            random_config(random, config);
        else
            any_config(random, config);
        any_keys(random, config, "switches", group % 3 == 0 ? 0 : pick(random, 1, 50));
        any_keys(random, config, "options", group % 3 == 0 ? 10 : 50);
        if (rvt_random_chance(random, 40))
            (void)any_data_trace(random, config);
        p->filters_p = rvt_random_chance(random, 50) ? 0 : pick(random, 1, 4);
        p->comparators_p = p->filters_p == 0 ? 0 : pick(random, 0, 4);
        if (config->switches.bcount_max > 200 && rvt_random_chance(random, 50))
            config->switches.bcount_max = rvt_random_below(random, 40);
    } while (p->iaddress_width_p < 20 || (rvt_counts_halfwords(p) && p->iretire_width_p < 2) ||
             p->bpred_size_p > 10 || p->cache_size_p > 10 || p->return_stack_size_p > 10 ||
             rvt_config_check(config, NULL) != RVT_OK);
}

static void open_bench(struct bench *bench, struct regression *regression)
{
    struct rvt_config config;
    struct rvt_random *random = &bench->random;

    *bench = (struct bench){.regression = regression};
    rvt_random_seed(random, 840000 + regression->group);
    configure(random, regression->group, &config);
    struct rvt_random_options options = random_options(random, regression->group, INSTRUCTIONS);
    options.breaks = rvt_random_chance(random, 20);
    options.storms = rvt_random_chance(random, 20);
    options.passages = rvt_random_chance(random, 20);
    cr_assert(run_init(&bench->run, &config, &options));
    bench->disturbed = rvt_random_chance(random, 30) ? 0 : pick(random, 1, 5);
    bench->refuses = rvt_random_chance(random, 10);
    if (config.options.data_trace)
        rvt_random_data_init(&bench->data, &bench->run.config, regression->group,
                             pick(random, 1, 4), 60);
    rvt_registers_init(&bench->registers, &bench->run.config);
    cr_assert(rvt_encoder_profile_open(&bench->run.config, take_inst, bench, &bench->encoder) ==
              RVT_OK);
    rvt_encoder_data_sink(bench->encoder, take_data, bench);
}

static void note_texts(struct regression *regression)
{
    const struct rvt_doubt_text *doubt;

    for (int i = 0; i <= RVT_DECISION_DRAFT_CONTEXT; i++)
        regression_note(regression, "%s %s", rvt_decision_clause((enum rvt_decision)i),
                        rvt_decision_text((enum rvt_decision)i));
    for (int i = 0; i <= RVT_FORMAT_WHY_NO_BRANCHES; i++)
        regression_note(regression, "%s %s", rvt_format_why_clause((enum rvt_format_why)i),
                        rvt_format_why_text((enum rvt_format_why)i));
    for (unsigned i = 0; (doubt = rvt_doubt_text(i)) != NULL; i++)
        regression_note(regression, "%d %s %s %s %s", (int)doubt->doubt, doubt->kind, doubt->reason,
                        doubt->advice, doubt->clause);
}

Test(regression, the_encoder_answers_as_before)
{
    static struct bench bench;
    struct regression regression;
    struct rvt_row end = {.cycle = 0};

    regression_open(&regression, "encoder");
    for (unsigned i = 0; i < GROUPS; i++) {
        regression_begin(&regression);
        open_bench(&bench, &regression);
        if (i == 0)
            note_texts(&regression);
        enable(&bench, &end);
        for (size_t k = 0; k < bench.run.rows; k++)
            step(&bench, &bench.run.row[k]);
        end.cycle = bench.run.row[bench.run.rows - 1].cycle + bench.lag + 5;
        put(&bench, &end, RVT_TE_CONTROL, 1);
        end.cycle = 0;
        regression_note(&regression, "tracing %d%d", rvt_encoder_tracing(bench.encoder),
                        rvt_encoder_data_tracing(bench.encoder));
        rvt_encoder_close(bench.encoder);
        run_fini(&bench.run);
        regression_end(&regression);
    }
    regression_close(&regression);
}
