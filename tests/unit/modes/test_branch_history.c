/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The branches that are not reported yet, with and without prediction. Shows: ETR-ALG-011,
 * ETR-ALG-050, ETR-ALG-055, ETR-MODE-023, ETR-MODE-025, ETR-MODE-026, ETR-MODE-029 */
#include "tests/unit/checks.h"

#include "modes/branch_history.h"

static struct rvt_branch_history history;
static struct rvt_config config;

static void start(bool predicts)
{
    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.bpred_size_p = 3;
    config.options.branch_prediction = predicts;
    config.switches.bcount_max = 6;
    history = (struct rvt_branch_history){.count_from = 99, .failed = true, .correct = 7};
    cr_assert(rvt_branch_history_open(&history, &config) == RVT_OK);
}

/* A branch of its own entry, which is trained to the outcome that it has: it is never predicted
 * wrongly but for the first time. */
static void branch(bool taken)
{
    rvt_branch_history_step(&history, taken ? 0x1002 : 0x1004, true, taken);
}

static void expect(unsigned branches, uint64_t correct, bool failed)
{
    cr_expect(eq(uint, history.map.count, branches));
    cr_expect(eq(u64, history.correct, correct));
    cr_expect(eq(int, history.failed, failed));
    cr_expect(eq(int, rvt_branch_history_pending(&history), branches > 0));
}

Test(branch_history, an_open_one_is_empty_and_has_the_options)
{
    for (unsigned predicts = 0; predicts < 2; predicts++) {
        start(predicts != 0);
        expect(0, 0, false);
        cr_expect(eq(int, history.predicts, predicts != 0));
        cr_expect(eq(uint, history.count_from, 31));
        cr_expect(eq(u64, history.count_max, 6));
        cr_expect(not(rvt_branch_predictor_ask(&history.predictor, 0x1000)));
        rvt_branch_history_close(&history);
    }
}

Test(branch_history, without_prediction_the_map_is_full_at_31)
{
    start(false);
    for (unsigned i = 1; i <= 31; i++) {
        cr_expect(not(rvt_branch_history_full(&history)));
        rvt_branch_history_step(&history, 0x1000, false, false);
        branch(false);
        expect(i, 0, false);
    }
    cr_expect(rvt_branch_history_full(&history));
    cr_expect(not(rvt_branch_history_counts(&history)));
    cr_expect(not(rvt_branch_history_at_limit(&history)));
    rvt_branch_history_clear(&history);
    expect(0, 0, false);
    rvt_branch_history_close(&history);
}

/* 31 correct predictions, and more of them, are a count; one failure after them ends it. */
Test(branch_history, correct_predictions_are_counted_beyond_31)
{
    start(true);
    for (unsigned i = 1; i <= 40; i++) {
        branch(false);
        expect(i < 31 ? i : 31, i, false);
        cr_expect(not(rvt_branch_history_full(&history)), "%u", i);
        cr_expect(eq(int, rvt_branch_history_counts(&history), i >= 31), "%u", i);
        cr_expect(eq(int, rvt_branch_history_at_limit(&history), i >= 37), "%u", i);
    }
    rvt_branch_history_step(&history, 0x1004, true, true);
    expect(31, 40, true);
    cr_expect(rvt_branch_history_full(&history));
    cr_expect(rvt_branch_history_counts(&history));
    rvt_branch_history_clear(&history);
    expect(0, 0, false);
    rvt_branch_history_close(&history);
}

/* A failure among the first 31 fills the map; what follows is another map. */
Test(branch_history, an_early_failure_fills_the_map)
{
    for (unsigned at = 1; at <= 31; at++) {
        start(true);
        for (unsigned i = 1; i <= 31; i++) {
            cr_expect(not(rvt_branch_history_full(&history)), "%u of %u", i, at);
            branch(i == at);
            expect(i, i < at ? i : i - 1, false);
        }
        cr_expect(rvt_branch_history_full(&history), "%u", at);
        cr_expect(not(rvt_branch_history_counts(&history)), "%u", at);
        rvt_branch_history_close(&history);
    }
}

/* bcount_min 32: exactly 31 are a map. AMB-061 */
Test(branch_history, the_least_count_is_a_switch)
{
    start(true);
    config.switches.bcount_min = 32;
    config.switches.bcount_max = UINT32_MAX;
    branch(true);
    rvt_branch_history_restart(&history, &config);
    expect(0, 0, false);
    cr_expect(not(rvt_branch_predictor_ask(&history.predictor, 0x1002)), "not trained");
    for (unsigned i = 1; i <= 33; i++) {
        branch(false);
        cr_expect(eq(int, rvt_branch_history_counts(&history), i >= 32), "%u", i);
    }
    history.correct = UINT64_C(31) + UINT32_MAX - 1;
    cr_expect(not(rvt_branch_history_at_limit(&history)));
    history.correct++;
    cr_expect(rvt_branch_history_at_limit(&history));
    rvt_branch_history_close(&history);
}
