/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "modes/branch_history.h"

enum rvt_status rvt_branch_history_open(struct rvt_branch_history *history,
                                        const struct rvt_config *config)
{
    enum rvt_status status = rvt_branch_predictor_open(&history->predictor, &config->params);

    if (status == RVT_OK)
        rvt_branch_history_restart(history, config);
    return status;
}

void rvt_branch_history_close(struct rvt_branch_history *history)
{
    rvt_branch_predictor_close(&history->predictor);
}

void rvt_branch_history_restart(struct rvt_branch_history *history, const struct rvt_config *config)
{
    rvt_branch_history_clear(history);
    history->predicts = config->options.branch_prediction;
    history->count_from = config->switches.bcount_min;
    history->count_max = config->switches.bcount_max;
    rvt_branch_predictor_reset(&history->predictor);
}

void rvt_branch_history_predict(struct rvt_branch_history *history, uint64_t iaddr, bool taken)
{
    struct rvt_branch_map *map = &history->map;
    bool correct = rvt_branch_predictor_ask(&history->predictor, iaddr) == taken;

    rvt_branch_predictor_train(&history->predictor, iaddr, taken);
    if (map->count < RVT_BRANCHES_MAX) {
        history->correct += correct;
        rvt_branch_map_add(map, taken);
    } else if (correct) {
        history->correct++;
    } else {
        history->failed = true;
    }
}
