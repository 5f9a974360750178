/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/support_packet.h"

/* The layout of the official reference flow, in two parts: up to the modes that it has, and the
 * fields of data trace. */
#define REFFLOW_INST                                                                               \
    {RVT_SUPPORT_IENABLE, 1}, {RVT_SUPPORT_ENCODER_MODE, 1}, {RVT_SUPPORT_QUAL_STATUS, 2},         \
        {RVT_SUPPORT_IMPLICIT_RETURN, 1}, {RVT_SUPPORT_IMPLICIT_EXCEPTION, 1},                     \
        {RVT_SUPPORT_FULL_ADDRESS, 1}, {RVT_SUPPORT_JUMP_TARGET_CACHE, 1},                         \
    {                                                                                              \
        RVT_SUPPORT_BRANCH_PREDICTION, 1                                                           \
    }
#define REFFLOW_DATA                                                                               \
    {RVT_SUPPORT_DENABLE, 1}, {RVT_SUPPORT_DLOSS, 1}, {RVT_SUPPORT_NO_ADDRESS, 1},                 \
        {RVT_SUPPORT_NO_DATA, 1}, {RVT_SUPPORT_FULL_DATA_ADDRESS, 1},                              \
    {                                                                                              \
        RVT_SUPPORT_FULL_DATA, 1                                                                   \
    }

static const struct rvt_support_layout refflow = {
    .count = 14,
    .place = {REFFLOW_INST, REFFLOW_DATA},
};

/* For encoders that support sequentially inferable jumps: ioptions has one bit for each optional
 * mode that the encoder supports. ETR-FMT-005. */
static const struct rvt_support_layout refflow_sijump = {
    .count = 15,
    .place = {REFFLOW_INST, {RVT_SUPPORT_SIJUMP, 1}, REFFLOW_DATA},
};

/* The standard support packet of the extensions, version 0.8 (ETR-FMT-013). */
static const struct rvt_support_layout ext_v0_8 = {
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

/* The draft: its example options in their order (DRF-012); neither order nor widths are
 * normative. */
static const struct rvt_support_layout draft_0_026 = {
    .count = 7,
    .place =
        {
            {RVT_SUPPORT_IENABLE, 1}, /* the draft's name: enable */
            {RVT_SUPPORT_ENCODER_MODE, 1},
            {RVT_SUPPORT_QUAL_STATUS, 2},
            {RVT_SUPPORT_IMPLICIT_RETURN, 1},
            {RVT_SUPPORT_IMPLICIT_EXCEPTION, 1},
            {RVT_SUPPORT_BRANCH_PREDICTION, 1},
            {RVT_SUPPORT_FULL_ADDRESS, 1},
        },
};

const struct rvt_support_layout *rvt_support_layout(const struct rvt_config *config)
{
    switch (config->switches.support_layout) {
    case RVT_SUPPORT_MODES:
        return config->params.sijump_p ? &refflow_sijump : &refflow;
    case RVT_SUPPORT_REFFLOW:
        return &refflow;
    case RVT_SUPPORT_EXT_V0_8:
        return &ext_v0_8;
    case RVT_SUPPORT_RV_TRACER:
        return &rv_tracer;
    case RVT_SUPPORT_DRAFT_0_026:
        return &draft_0_026;
    case RVT_SUPPORT_OWN:
        break;
    }
    return &config->support_layout;
}

void rvt_support_walk(struct rvt_bits *bits, const struct rvt_support_layout *layout,
                      struct rvt_support *support)
{
    for (unsigned i = 0; i < layout->count; ++i) {
        enum rvt_support_field field = layout->place[i].field;
        uint64_t value = field == RVT_SUPPORT_OTHER ? 0 : support->value[field];
        const char *name = rvt_support_field_name(field);

        rvt_bits_field(bits, name, &value, layout->place[i].width);
        if (field != RVT_SUPPORT_OTHER)
            support->value[field] = (uint16_t)value;
        if (bits->mode == RVT_BITS_READ && field == RVT_SUPPORT_ENCODER_MODE && value != 0)
            rvt_bits_fail(bits, RVT_ERR_RESERVED, name);
    }
}

void rvt_support_fill(struct rvt_support *support, const struct rvt_config *config, bool ienable,
                      enum rvt_qual_status qual_status)
{
    const struct rvt_support_layout *layout = rvt_support_layout(config);
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
            [RVT_SUPPORT_IRET_EXT] = config->switches.ir_profile == RVT_IR_PROFILE_EXT_IRETS,
            [RVT_SUPPORT_TIME_WIDTH] = (uint16_t)((rvt_time_bits(params) + 15) / 16),
            [RVT_SUPPORT_F0S_WIDTH] = (uint16_t)params->f0s_width_p,
            [RVT_SUPPORT_RETURN_STACK_SIZE] = (uint16_t)params->return_stack_size_p,
            [RVT_SUPPORT_CALL_COUNTER_SIZE] = (uint16_t)params->call_counter_size_p,
            [RVT_SUPPORT_BPRED_SIZE] = (uint16_t)params->bpred_size_p,
            [RVT_SUPPORT_CACHE_SIZE] = (uint16_t)params->cache_size_p,
            [RVT_SUPPORT_DENABLE] = options->data_trace && ienable,
            [RVT_SUPPORT_MMACAS_EXT] = options->data_trace && config->switches.mmacas_ext,
            [RVT_SUPPORT_NO_ADDRESS] = options->data_trace && options->no_address,
            [RVT_SUPPORT_NO_DATA] = options->data_trace && options->no_data,
            [RVT_SUPPORT_FULL_DATA_ADDRESS] = options->data_trace && options->full_data_address,
            [RVT_SUPPORT_FULL_DATA] = options->data_trace && options->full_data,
        }};

    *support = (struct rvt_support){{0}};
    for (unsigned i = 0; i < layout->count; ++i) {
        enum rvt_support_field field = layout->place[i].field;

        support->value[field] = known.value[field];
    }
}

bool rvt_support_has(const struct rvt_config *config, enum rvt_support_field field)
{
    const struct rvt_support_layout *layout = rvt_support_layout(config);

    for (unsigned i = 0; i < layout->count; i++)
        if (layout->place[i].field == field)
            return true;
    return false;
}

static void take(const struct rvt_config *config, const struct rvt_support *support,
                 enum rvt_support_field field, bool *option)
{
    if (rvt_support_has(config, field))
        *option = support->value[field] != 0;
}

void rvt_support_adopt(const struct rvt_config *config, const struct rvt_support *support,
                       struct rvt_options *options)
{
    take(config, support, RVT_SUPPORT_IMPLICIT_RETURN, &options->implicit_return);
    take(config, support, RVT_SUPPORT_IMPLICIT_EXCEPTION, &options->implicit_exception);
    take(config, support, RVT_SUPPORT_FULL_ADDRESS, &options->full_address);
    take(config, support, RVT_SUPPORT_JUMP_TARGET_CACHE, &options->jump_target_cache);
    take(config, support, RVT_SUPPORT_BRANCH_PREDICTION, &options->branch_prediction);
    take(config, support, RVT_SUPPORT_SIJUMP, &options->sequentially_inferred_jumps);
}
