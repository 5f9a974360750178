/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The two readings of qualification, that of the encoder (ingress/qualifier) and that of the
 * comparison (lockstep/core/retirement_monitor), on the same random rows, writes and idle cycles.
 * Decision 0007. Shows: ETR-FLT-009, ETR-FLT-010, ETR-FLT-011
 */
#include "tests/unit/checks.h"

#include "ingress/qualifier.h"
#include "lockstep/core/retirement_monitor.h"
#include "tests/unit/random.h"

enum { TRIALS = 200, CYCLES = 500 };

struct pair {
    struct rvt_config config;
    struct rvt_registers registers;
    struct rvt_qualifier qualifier;
    struct rvt_retirement_monitor monitor;
    struct rvt_image *image; /* empty */
    uint64_t random;
    uint64_t cycle;
    unsigned traced; /* cycles */
};

static bool one_in(struct pair *pair, unsigned chance)
{
    return random_below(&pair->random, chance) == 0;
}

static void open_pair(struct pair *pair, uint64_t seed)
{
    *pair = (struct pair){.random = seed};
    rvt_config_defaults(&pair->config, RVT_PROFILE_V2_0_4);
    pair->config.params.retires_p = 8;
    pair->config.params.iretire_width_p = 8;
    pair->config.params.blocks_p = 2;
    pair->config.params.filters_p = 2;
    pair->config.params.comparators_p = 2;
    pair->config.params.filter_excint_p = 2;
    cr_assert(rvt_image_open(64, false, &pair->image) == RVT_OK);
    cr_assert(rvt_retirement_monitor_init(&pair->monitor, &pair->config, pair->image) == RVT_OK);
    rvt_qualifier_init(&pair->qualifier, &pair->config);
    rvt_registers_init(&pair->registers, &pair->config);
}

static void close_pair(struct pair *pair)
{
    rvt_retirement_monitor_fini(&pair->monitor);
    rvt_image_close(pair->image);
}

static void write_control(struct pair *pair)
{
    const struct rvt_control control = {
        .enable = !one_in(pair, 6),
        .inst_tracing = one_in(pair, 2),
        .inst_trig_enable = one_in(pair, 2),
    };

    rvt_qualifier_control(&pair->qualifier, &control);
    cr_assert(rvt_retirement_monitor_control(&pair->monitor, pair->cycle, 0, &control) == RVT_OK);
}

/* Any register of filters and comparators. */
static void write_filters(struct pair *pair)
{
    uint32_t unit = RVT_TE_UNIT * random_below(&pair->random, 2) +
                    4 * random_below(&pair->random, RVT_UNIT_WORDS);
    uint32_t base = one_in(pair, 2) ? RVT_TE_FILTER : RVT_TE_COMP;
    uint32_t value = (uint32_t)next_random(&pair->random);

    if (one_in(pair, 3))
        rvt_registers_write(&pair->registers, RVT_TE_INST_FILTERS, value & 3);
    else
        rvt_registers_write(&pair->registers, base + unit, one_in(pair, 2) ? value & 0x31f : 0);
    rvt_qualifier_program(&pair->qualifier, &pair->registers);
    rvt_retirement_monitor_program(&pair->monitor, &pair->registers);
}

static struct rvt_row make_row(struct pair *pair)
{
    struct rvt_row row = {
        .cycle = pair->cycle,
        .priv = one_in(pair, 2) ? 3 : 0,
        .cause = random_below(&pair->random, 8),
        .trigger = one_in(pair, 4) ? random_below(&pair->random, 4) : 0,
        .halted = one_in(pair, 12),
        .reset = one_in(pair, 24),
        .blocks = (uint8_t)random_below(&pair->random, 3),
    };

    for (unsigned i = 0; i < row.blocks; i++)
        row.block[i] = (struct rvt_block){
            .iaddr = 4 * random_below(&pair->random, 256),
            .iretire = 2,
            .ilastsize = 1,
            .itype = (uint8_t)(one_in(pair, 8) ? RVT_ITYPE_TRAP_RETURN : RVT_ITYPE_NONE),
        };
    if (row.blocks > 0 && one_in(pair, 6)) {
        row.block[row.blocks - 1].itype = RVT_ITYPE_EXCEPTION;
        row.block[row.blocks - 1].iretire = 0;
    }
    return row;
}

/* Where there are no blocks, the qualifier lets a cycle pass as soon as no filter works any more,
 * the monitor with the next block. Nothing is traced in between. */
static void show_row(struct pair *pair)
{
    struct rvt_row row = make_row(pair);
    struct rvt_filter_result result;

    rvt_qualifier_begin(&pair->qualifier, &row);
    if (rvt_qualifier_sees(&pair->qualifier, &row) &&
        rvt_qualifier_blocks(&pair->qualifier, &row, &result))
        (void)rvt_qualifier_take(&pair->qualifier, &result, 0);
    bool qualified = rvt_qualifier_is_qualified(&pair->qualifier);
    rvt_qualifier_end(&pair->qualifier, &row);
    cr_assert(rvt_retirement_monitor_row(&pair->monitor, &row, 0) == RVT_OK);
    if (row.blocks > 0)
        cr_assert(eq(int, pair->monitor.traced, qualified), "cycle %u", (unsigned)pair->cycle);
    else
        cr_assert(qualified || !pair->monitor.traced, "cycle %u", (unsigned)pair->cycle);
    pair->traced += qualified;
}

/* An idle cycle can end tracing; it never begins it. */
static void pass_idle(struct pair *pair)
{
    bool qualified = pair->monitor.traced && rvt_qualifier_is_qualified(&pair->qualifier);

    cr_assert(rvt_retirement_monitor_idle(&pair->monitor, pair->cycle) == RVT_OK);
    cr_assert(eq(int, pair->monitor.traced, qualified), "cycle %u", (unsigned)pair->cycle);
}

Test(qualification, both_readings_agree)
{
    unsigned traced = 0;

    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        struct pair pair;

        open_pair(&pair, seed);
        for (pair.cycle = 1; pair.cycle <= CYCLES; pair.cycle++) {
            if (one_in(&pair, 10))
                write_control(&pair);
            if (one_in(&pair, 10))
                write_filters(&pair);
            if (one_in(&pair, 3))
                pass_idle(&pair);
            else
                show_row(&pair);
        }
        traced += pair.traced;
        close_pair(&pair);
    }
    cr_expect(gt(uint, traced, TRIALS * CYCLES / 20), "%u cycles were traced", traced);
    cr_expect(lt(uint, traced, TRIALS * CYCLES / 2), "%u cycles were traced", traced);
}
