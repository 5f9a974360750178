/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/operating_mode.h"

/* Parameters that a layout repeats must be those of the configuration. ETR-FMT-013. */
static enum rvt_status check_parameters(const struct rvt_config *config,
                                        const struct rvt_support *support, struct rvt_diag *diag)
{
    static const enum rvt_support_field repeated[] = {
        RVT_SUPPORT_TIME_WIDTH,        RVT_SUPPORT_F0S_WIDTH,  RVT_SUPPORT_RETURN_STACK_SIZE,
        RVT_SUPPORT_CALL_COUNTER_SIZE, RVT_SUPPORT_BPRED_SIZE, RVT_SUPPORT_CACHE_SIZE,
        RVT_SUPPORT_IRET_EXT,
    };
    struct rvt_support own;

    rvt_support_fill(&own, config, true, RVT_QUAL_NO_CHANGE);
    for (unsigned i = 0; i < sizeof(repeated) / sizeof(repeated[0]); i++) {
        enum rvt_support_field field = repeated[i];
        if (rvt_support_has(config, field) && support->value[field] != own.value[field])
            return rvt_diag_set(diag, RVT_ERR_PARAMETER, rvt_support_field_name(field),
                                support->value[field], "ETR-FMT-013",
                                "the support packet differs from the configuration, which has %u",
                                own.value[field]);
    }
    return RVT_OK;
}

/* A mode and its precondition. */
struct need {
    enum rvt_support_field field;
    bool on, possible;
};

static enum rvt_status check_modes(const struct rvt_config *config,
                                   const struct rvt_options *options, struct rvt_diag *diag)
{
    const struct rvt_params *params = &config->params;
    const struct need needs[] = {
        {RVT_SUPPORT_IMPLICIT_RETURN, options->implicit_return,
         params->return_stack_size_p > 0 || params->call_counter_size_p > 0},
        {RVT_SUPPORT_BRANCH_PREDICTION, options->branch_prediction, params->bpred_size_p > 0},
        {RVT_SUPPORT_JUMP_TARGET_CACHE, options->jump_target_cache, params->cache_size_p > 0},
    };

    for (unsigned i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
        if (needs[i].on && !needs[i].possible)
            return rvt_diag_set(diag, RVT_ERR_RESERVED, rvt_support_field_name(needs[i].field), 1,
                                "ETR-DISC-004",
                                "the stream uses a mode for which the configuration has no table");
    return RVT_OK;
}

void rvt_operating_mode_read(const struct rvt_follower *follower, const struct rvt_support *support,
                             struct rvt_options *options, bool *resync_off)
{
    const struct rvt_config *config = follower->config;

    *options = config->options;
    *resync_off = follower->resync_off;
    rvt_support_adopt(config, support, options);
    if (rvt_support_has(config, RVT_SUPPORT_RESYNC_DISABLED))
        *resync_off = support->value[RVT_SUPPORT_RESYNC_DISABLED] != 0;
}

bool rvt_operating_mode_differs(const struct rvt_options *a, const struct rvt_options *b)
{
    return a->implicit_return != b->implicit_return ||
           a->implicit_exception != b->implicit_exception || a->full_address != b->full_address ||
           a->jump_target_cache != b->jump_target_cache ||
           a->branch_prediction != b->branch_prediction ||
           a->sequentially_inferred_jumps != b->sequentially_inferred_jumps;
}

enum rvt_status rvt_operating_mode_adopt(struct rvt_config *config, struct rvt_follower *follower,
                                         const struct rvt_support *support, struct rvt_diag *diag)
{
    struct rvt_options options;
    bool resync_off;

    if (support->value[RVT_SUPPORT_ENCODER_MODE] != 0)
        return rvt_diag_set(diag, RVT_ERR_RESERVED, "encoder_mode",
                            support->value[RVT_SUPPORT_ENCODER_MODE], "ETR-FMT-009",
                            "only mode 0, branch trace, is defined");
    rvt_operating_mode_read(follower, support, &options, &resync_off);
    enum rvt_status status = check_modes(config, &options, diag);
    if (status == RVT_OK)
        status = check_parameters(config, support, diag);
    if (status != RVT_OK)
        return status;
    bool changed = rvt_operating_mode_differs(&options, &config->options);
    config->options = options;
    follower->resync_off = resync_off;
    if (!changed || follower->place == RVT_PLACE_NOWHERE) {
        follower->path.mode = options;
        return RVT_OK;
    }
    rvt_path_restart(&follower->path, &options);
    follower->inferred = false;
    follower->pop_open = false;
    return RVT_OK;
}
