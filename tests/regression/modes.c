/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The tables of the optional modes, driven at random: jump targets, unreported branches, and the
 * count to the next synchronisation.
 */
#include "any_config.h"
#include "regression.h"

#include "modes/branch_history.h"
#include "modes/jump_targets.h"
#include "modes/resync.h"

enum { GROUPS = 200, STEPS = 150 };

/* One of few addresses, so that entries collide and are found again; sometimes 0. */
static uint64_t any_address(struct rvt_random *random)
{
    unsigned shift = rvt_random_chance(random, 20) ? 33 : 1;

    return (uint64_t)rvt_random_below(random, 12) << shift;
}

static void step_targets(struct regression *regression, struct rvt_random *random,
                         struct rvt_jump_targets *targets)
{
    uint64_t address = any_address(random);
    enum rvt_jump_source source = (enum rvt_jump_source)rvt_random_below(random, 4);
    bool first = rvt_random_chance(random, 50), second = rvt_random_chance(random, 80);

    switch (rvt_random_below(random, 8)) {
    case 0:
        rvt_jump_targets_returned(targets, address);
        break;
    case 1:
        rvt_jump_targets_synced(targets, address, source, !second, second);
        break;
    case 2:
        rvt_jump_targets_reported(targets);
        break;
    case 3:
        if (first && !second)
            rvt_jump_targets_clear(targets);
        break;
    default:
        regression_note(regression, "report %d",
                        rvt_jump_targets_report(targets, address, source, first));
        break;
    }
    regression_note(regression, "hits %d %d", rvt_jump_cache_hits(&targets->cache, address),
                    rvt_jump_targets_moved(targets, address));
}

static void step_history(struct regression *regression, struct rvt_random *random,
                         struct rvt_branch_history *history)
{
    bool taken = rvt_random_chance(random, 3);

    if (rvt_branch_history_full(history) || rvt_random_chance(random, 1))
        rvt_branch_history_clear(history);
    uint64_t address = any_address(random);
    rvt_branch_history_step(history, address, rvt_random_chance(random, 80), taken);
    regression_note(regression, "branches %" PRIx64 " %u %" PRIu64 " %d %d%d%d%d",
                    history->map.bits, history->map.count, history->correct, history->failed,
                    rvt_branch_history_pending(history), rvt_branch_history_full(history),
                    rvt_branch_history_at_limit(history), rvt_branch_history_counts(history));
}

static void step_resync(struct regression *regression, struct rvt_random *random,
                        struct rvt_resync *resync, struct rvt_config *config)
{
    bool point = rvt_random_chance(random, 70);

    switch (rvt_random_below(random, 10)) {
    case 0:
        rvt_resync_packet(resync, (enum rvt_resync_packet)rvt_random_below(random, 4));
        break;
    case 1:
        if (rvt_random_chance(random, 20))
            rvt_resync_restart(resync);
        break;
    case 2:
        config->resync.max = rvt_random_below(random, 4);
        if (rvt_random_chance(random, 30))
            config->resync.mode = (enum rvt_resync_mode)rvt_random_below(random, 4);
        regression_note(regression, "promised %d", rvt_resync_program(resync, config));
        break;
    case 3:
        rvt_resync_before(resync, point, rvt_random_chance(random, 50));
        break;
    case 4:
        rvt_resync_after(resync);
        break;
    default:
        rvt_resync_cycles(resync, rvt_random_below(random, 12));
        rvt_resync_halfwords(resync, rvt_random_below(random, 12));
        break;
    }
    regression_note(regression, "resync %d %" PRIu64 " %d %d%d%d", (int)resync->state,
                    resync->count, resync->running, rvt_resync_flushes(resync),
                    rvt_resync_syncs(resync), rvt_resync_syncs_next(resync));
}

static void group(struct regression *regression)
{
    struct rvt_random random;
    struct rvt_config config;
    struct rvt_jump_targets targets;
    struct rvt_branch_history history;
    struct rvt_resync resync;

    regression_begin(regression);
    rvt_random_seed(&random, 880000 + regression->group);
    any_config(&random, &config);
    any_keys(&random, &config, "switches", 40);
    any_keys(&random, &config, "options", 60);
    config.params.cache_size_p = rvt_random_below(&random, 5);
    config.params.bpred_size_p = rvt_random_below(&random, 5);
    config.resync.max = rvt_random_below(&random, 4);
    cr_assert(rvt_jump_targets_open(&targets, &config) == RVT_OK);
    cr_assert(rvt_branch_history_open(&history, &config) == RVT_OK);
    rvt_jump_targets_restart(&targets, &config);
    rvt_branch_history_restart(&history, &config);
    rvt_resync_init(&resync, &config);
    for (unsigned i = 0; i < STEPS; i++) {
        step_targets(regression, &random, &targets);
        step_history(regression, &random, &history);
        step_resync(regression, &random, &resync, &config);
    }
    rvt_jump_targets_close(&targets);
    rvt_branch_history_close(&history);
    regression_end(regression);
}

Test(regression, tables_of_modes_are_as_before)
{
    struct regression regression;

    regression_open(&regression, "modes");
    for (unsigned i = 0; i < GROUPS; i++)
        group(&regression);
    regression_close(&regression);
}
