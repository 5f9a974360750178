/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/support.h"

#include <stddef.h>

static const char *const field_names[RVT_SUPPORT_FIELDS] = {
    [RVT_SUPPORT_IENABLE] = "ienable",
    [RVT_SUPPORT_ENCODER_MODE] = "encoder_mode",
    [RVT_SUPPORT_QUAL_STATUS] = "qual_status",
    [RVT_SUPPORT_IMPLICIT_RETURN] = "implicit_return",
    [RVT_SUPPORT_IMPLICIT_EXCEPTION] = "implicit_exception",
    [RVT_SUPPORT_FULL_ADDRESS] = "full_address",
    [RVT_SUPPORT_JUMP_TARGET_CACHE] = "jump_target_cache",
    [RVT_SUPPORT_BRANCH_PREDICTION] = "branch_prediction",
    [RVT_SUPPORT_SIJUMP] = "sijump",
    [RVT_SUPPORT_DELTA_ADDRESS] = "delta_address",
    [RVT_SUPPORT_RESYNC_DISABLED] = "resync_disabled",
    [RVT_SUPPORT_IRET_EXT] = "iret_ext",
    [RVT_SUPPORT_TIME_WIDTH] = "time_width",
    [RVT_SUPPORT_F0S_WIDTH] = "f0s_width",
    [RVT_SUPPORT_RETURN_STACK_SIZE] = "return_stack_size",
    [RVT_SUPPORT_CALL_COUNTER_SIZE] = "call_counter_size",
    [RVT_SUPPORT_BPRED_SIZE] = "bpred_size",
    [RVT_SUPPORT_CACHE_SIZE] = "cache_size",
    [RVT_SUPPORT_DENABLE] = "denable",
    [RVT_SUPPORT_DLOSS] = "dloss",
    [RVT_SUPPORT_MMACAS_EXT] = "mmacas_ext",
    [RVT_SUPPORT_NO_ADDRESS] = "noaddr",
    [RVT_SUPPORT_NO_DATA] = "nodata",
    [RVT_SUPPORT_FULL_DATA_ADDRESS] = "full_daddress",
    [RVT_SUPPORT_FULL_DATA] = "full_data",
};

/* The layout of the official reference flow. */
static const struct rvt_support_layout refflow = {
    .name = "refflow",
    .count = 14,
    .place =
        {
            {RVT_SUPPORT_IENABLE, 1},
            {RVT_SUPPORT_ENCODER_MODE, 1},
            {RVT_SUPPORT_QUAL_STATUS, 2},
            {RVT_SUPPORT_IMPLICIT_RETURN, 1},
            {RVT_SUPPORT_IMPLICIT_EXCEPTION, 1},
            {RVT_SUPPORT_FULL_ADDRESS, 1},
            {RVT_SUPPORT_JUMP_TARGET_CACHE, 1},
            {RVT_SUPPORT_BRANCH_PREDICTION, 1},
            {RVT_SUPPORT_DENABLE, 1},
            {RVT_SUPPORT_DLOSS, 1},
            {RVT_SUPPORT_NO_ADDRESS, 1},
            {RVT_SUPPORT_NO_DATA, 1},
            {RVT_SUPPORT_FULL_DATA_ADDRESS, 1},
            {RVT_SUPPORT_FULL_DATA, 1},
        },
};

/* The standard support packet of the extensions, version 0.8 (ETR-FMT-013). */
static const struct rvt_support_layout ext_v0_8 = {
    .name = "ext_v0_8",
    .count = 24,
    .place =
        {
            {RVT_SUPPORT_IENABLE, 1},
            {RVT_SUPPORT_ENCODER_MODE, 2},
            {RVT_SUPPORT_QUAL_STATUS, 2},
            {RVT_SUPPORT_SIJUMP, 1},
            {RVT_SUPPORT_IMPLICIT_RETURN, 1},
            {RVT_SUPPORT_BRANCH_PREDICTION, 1},
            {RVT_SUPPORT_JUMP_TARGET_CACHE, 1},
            {RVT_SUPPORT_IMPLICIT_EXCEPTION, 1},
            {RVT_SUPPORT_FULL_ADDRESS, 1},
            {RVT_SUPPORT_RESYNC_DISABLED, 1},
            {RVT_SUPPORT_IRET_EXT, 1},
            {RVT_SUPPORT_TIME_WIDTH, 3},
            {RVT_SUPPORT_F0S_WIDTH, 2},
            {RVT_SUPPORT_RETURN_STACK_SIZE, 3},
            {RVT_SUPPORT_CALL_COUNTER_SIZE, 4},
            {RVT_SUPPORT_BPRED_SIZE, 3},
            {RVT_SUPPORT_CACHE_SIZE, 3},
            {RVT_SUPPORT_DENABLE, 1},
            {RVT_SUPPORT_DLOSS, 1},
            {RVT_SUPPORT_MMACAS_EXT, 1},
            {RVT_SUPPORT_NO_ADDRESS, 1},
            {RVT_SUPPORT_NO_DATA, 1},
            {RVT_SUPPORT_FULL_DATA_ADDRESS, 1},
            {RVT_SUPPORT_FULL_DATA, 1},
        },
};

/* Instruction options only; no data trace fields. */
static const struct rvt_support_layout rv_tracer = {
    .name = "rv_tracer",
    .count = 10,
    .place =
        {
            {RVT_SUPPORT_IENABLE, 1},
            {RVT_SUPPORT_ENCODER_MODE, 1},
            {RVT_SUPPORT_QUAL_STATUS, 2},
            {RVT_SUPPORT_JUMP_TARGET_CACHE, 1},
            {RVT_SUPPORT_BRANCH_PREDICTION, 1},
            {RVT_SUPPORT_IMPLICIT_RETURN, 1},
            {RVT_SUPPORT_SIJUMP, 1},
            {RVT_SUPPORT_IMPLICIT_EXCEPTION, 1},
            {RVT_SUPPORT_FULL_ADDRESS, 1},
            {RVT_SUPPORT_DELTA_ADDRESS, 1},
        },
};

const struct rvt_support_layout *rvt_support_layout(enum rvt_support_layout_name name)
{
    switch (name) {
    case RVT_SUPPORT_REFFLOW:
        return &refflow;
    case RVT_SUPPORT_EXT_V0_8:
        return &ext_v0_8;
    case RVT_SUPPORT_RV_TRACER:
        return &rv_tracer;
    }
    return NULL;
}

const char *rvt_support_field_name(enum rvt_support_field field)
{
    return (unsigned)field < RVT_SUPPORT_FIELDS ? field_names[field] : NULL;
}

void rvt_support_walk(struct rvt_bits *bits, const struct rvt_support_layout *layout,
                      struct rvt_support *support)
{
    for (unsigned i = 0; i < layout->count; ++i) {
        enum rvt_support_field field = layout->place[i].field;
        uint64_t value = support->value[field];

        rvt_bits_field(bits, field_names[field], &value, layout->place[i].width);
        support->value[field] = (uint16_t)value;
        if (bits->mode == RVT_BITS_READ && field == RVT_SUPPORT_ENCODER_MODE && value != 0)
            rvt_bits_fail(bits, RVT_ERR_RESERVED, field_names[field]);
    }
}

void rvt_support_fill(struct rvt_support *support, const struct rvt_config *config, bool ienable,
                      enum rvt_qual_status qual_status)
{
    const struct rvt_support_layout *layout = rvt_support_layout(config->switches.support_layout);
    const struct rvt_options *options = &config->options;
    const struct rvt_params *params = &config->params;
    const struct rvt_support known = {
        .value = {
            [RVT_SUPPORT_IENABLE] = ienable,
            [RVT_SUPPORT_QUAL_STATUS] = (uint16_t)qual_status,
            [RVT_SUPPORT_IMPLICIT_RETURN] = options->implicit_return,
            [RVT_SUPPORT_IMPLICIT_EXCEPTION] = options->implicit_exception,
            [RVT_SUPPORT_FULL_ADDRESS] = options->full_address,
            [RVT_SUPPORT_JUMP_TARGET_CACHE] = options->jump_target_cache,
            [RVT_SUPPORT_BRANCH_PREDICTION] = options->branch_prediction,
            [RVT_SUPPORT_SIJUMP] = options->sequentially_inferred_jumps,
            [RVT_SUPPORT_DELTA_ADDRESS] = !options->full_address,
            [RVT_SUPPORT_RESYNC_DISABLED] = config->resync.mode == RVT_RESYNC_OFF,
            [RVT_SUPPORT_TIME_WIDTH] = (uint16_t)((rvt_time_bits(params) + 15) / 16),
            [RVT_SUPPORT_F0S_WIDTH] = (uint16_t)params->f0s_width_p,
            [RVT_SUPPORT_RETURN_STACK_SIZE] = (uint16_t)params->return_stack_size_p,
            [RVT_SUPPORT_CALL_COUNTER_SIZE] = (uint16_t)params->call_counter_size_p,
            [RVT_SUPPORT_BPRED_SIZE] = (uint16_t)params->bpred_size_p,
            [RVT_SUPPORT_CACHE_SIZE] = (uint16_t)params->cache_size_p,
        }};

    *support = (struct rvt_support){{0}};
    for (unsigned i = 0; i < layout->count; ++i) {
        enum rvt_support_field field = layout->place[i].field;

        support->value[field] = known.value[field];
    }
}
