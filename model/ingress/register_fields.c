/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/register_fields.h"

#include "base/bits.h"

/* Fields of trTeFilter<i>Control. */
enum {
    FILTER_ENABLE = 1u << 0,
    FILTER_PRIVILEGE = 1u << 1,
    FILTER_ECAUSE = 1u << 2,
    FILTER_INTERRUPT = 1u << 3,
    FILTER_COMP_AT = 4, /* three times: an enable bit, then three selection bits */
    FILTER_COMP_BITS = 4,
    FILTER_IMPDEF = 1u << 16,
    FILTER_DTYPE = 1u << 24,
    FILTER_DSIZE = 1u << 25,
};

/* Fields of trTeFilter<i>MatchInst and ...MatchData. */
enum {
    INST_PRIVILEGES = 0xffu,
    INST_INTERRUPT = 1u << 8,
    DATA_DTYPES = 0xffffu,
    DATA_DSIZES_AT = 16,
    DATA_DSIZES = 0xffu,
};

/* Fields of trTeComp<j>Control. */
enum {
    COMP_PINPUT_AT = 0,
    COMP_SINPUT_AT = 2,
    COMP_INPUT = 3u,
    COMP_PFUNCTION_AT = 4,
    COMP_SFUNCTION_AT = 8,
    COMP_FUNCTION = 7u,
    COMP_MODE_AT = 12,
    COMP_MODE = 3u,
    COMP_PNOTIFY = 1u << 14,
    COMP_SNOTIFY = 1u << 15,
};

/* True if the encoder has data trace, and with it dtype, dsize and daddr. */
static bool has_data(const struct rvt_config *config)
{
    return config->options.data_trace;
}

static uint32_t filter_control(const struct rvt_config *config, uint32_t value)
{
    const struct rvt_params *params = &config->params;
    uint32_t held = value & (FILTER_ENABLE | FILTER_IMPDEF);

    if (params->filter_privilege_p)
        held |= value & FILTER_PRIVILEGE;
    if (params->filter_excint_p > 0)
        held |= value & (FILTER_ECAUSE | FILTER_INTERRUPT);
    if (has_data(config))
        held |= value & (FILTER_DTYPE | FILTER_DSIZE);
    for (unsigned k = 0; k < RVT_FILTER_COMPS; k++) {
        unsigned at = FILTER_COMP_AT + k * FILTER_COMP_BITS;
        uint32_t comp = value >> (at + 1) & 7;
        if (params->comparators_p > 0)
            held |= value & 1u << at;
        if (comp < params->comparators_p)
            held |= comp << (at + 1);
    }
    return held;
}

static uint32_t filter_inst(const struct rvt_params *params, uint32_t value)
{
    uint32_t levels = (uint32_t)rvt_mask(1u << params->privilege_width_p);
    uint32_t held = params->filter_privilege_p ? value & levels & INST_PRIVILEGES : 0;

    return params->filter_excint_p > 0 ? held | (value & INST_INTERRUPT) : held;
}

/* A type or size of access can be selected if its field is wide enough. */
static uint32_t filter_data(const struct rvt_params *params, uint32_t value)
{
    uint32_t dtypes = (uint32_t)rvt_mask(1u << params->dtype_width_p);
    uint32_t dsizes = (uint32_t)rvt_mask(1u << params->dsize_width_p);

    return value & ((dtypes & DATA_DTYPES) | (dsizes & DATA_DSIZES) << DATA_DSIZES_AT);
}

/* The causes that a filter can choose among, as a mask with a bit for each. */
static uint64_t causes(const struct rvt_params *params)
{
    return params->filter_excint_p > 0 ? rvt_mask(1u << params->ecause_choice_p) : 0;
}

uint32_t rvt_register_filter_field(const struct rvt_config *config, uint32_t unit, uint32_t value)
{
    const struct rvt_params *params = &config->params;

    switch (unit) {
    case RVT_TE_FILTER_CONTROL:
        return filter_control(config, value);
    case RVT_TE_FILTER_MATCH_INST:
        return filter_inst(params, value);
    case RVT_TE_FILTER_MATCH_ECAUSE_LOW:
        return value & (uint32_t)causes(params);
    case RVT_TE_FILTER_MATCH_ECAUSE_HIGH:
        return value & (uint32_t)(causes(params) >> 32);
    case RVT_TE_FILTER_MATCH_VALUE_IMPDEF:
    case RVT_TE_FILTER_MATCH_MASK_IMPDEF:
        return value & (uint32_t)rvt_mask(params->impdef_width_p);
    case RVT_TE_FILTER_MATCH_DATA:
        return has_data(config) ? filter_data(params, value) : 0;
    default:
        return 0;
    }
}

static uint32_t comp_input(const struct rvt_config *config, uint32_t input)
{
    if (input == RVT_COMP_CONTEXT && !config->params.filter_context_p)
        return RVT_COMP_IADDR;
    if (input == RVT_COMP_TVAL &&
        (!config->params.filter_tval_p || config->params.filter_excint_p == 0))
        return RVT_COMP_IADDR;
    return input == RVT_COMP_DADDR && !has_data(config) ? RVT_COMP_IADDR : input;
}

uint32_t rvt_register_comp_field(const struct rvt_config *config, uint32_t unit, uint32_t value)
{
    const uint32_t plain = COMP_FUNCTION << COMP_PFUNCTION_AT | COMP_FUNCTION << COMP_SFUNCTION_AT |
                           COMP_MODE << COMP_MODE_AT | COMP_PNOTIFY | COMP_SNOTIFY;

    switch (unit) {
    case RVT_TE_COMP_CONTROL:
        return (value & plain) |
               comp_input(config, value >> COMP_PINPUT_AT & COMP_INPUT) << COMP_PINPUT_AT |
               comp_input(config, value >> COMP_SINPUT_AT & COMP_INPUT) << COMP_SINPUT_AT;
    case RVT_TE_COMP_PMATCH_LOW:
    case RVT_TE_COMP_PMATCH_HIGH:
    case RVT_TE_COMP_SMATCH_LOW:
    case RVT_TE_COMP_SMATCH_HIGH:
        return value;
    default:
        return 0;
    }
}

static uint64_t pair(const uint32_t word[RVT_UNIT_WORDS], uint32_t low)
{
    return (uint64_t)word[low / 4 + 1] << 32 | word[low / 4];
}

void rvt_register_filter_setup(const uint32_t word[RVT_UNIT_WORDS], struct rvt_filter *filter)
{
    uint32_t control = word[RVT_TE_FILTER_CONTROL / 4];
    uint32_t inst = word[RVT_TE_FILTER_MATCH_INST / 4];
    uint32_t data = word[RVT_TE_FILTER_MATCH_DATA / 4];

    *filter = (struct rvt_filter){
        .enable = (control & FILTER_ENABLE) != 0,
        .match_privilege = (control & FILTER_PRIVILEGE) != 0,
        .match_ecause = (control & FILTER_ECAUSE) != 0,
        .match_interrupt = (control & FILTER_INTERRUPT) != 0,
        .match_impdef = (control & FILTER_IMPDEF) != 0,
        .match_dtype = (control & FILTER_DTYPE) != 0,
        .match_dsize = (control & FILTER_DSIZE) != 0,
        .privileges = (uint8_t)(inst & INST_PRIVILEGES),
        .interrupt = (inst & INST_INTERRUPT) != 0,
        .ecauses = pair(word, RVT_TE_FILTER_MATCH_ECAUSE_LOW),
        .impdef = word[RVT_TE_FILTER_MATCH_VALUE_IMPDEF / 4],
        .impdef_mask = word[RVT_TE_FILTER_MATCH_MASK_IMPDEF / 4],
        .dtypes = (uint16_t)(data & DATA_DTYPES),
        .dsizes = (uint8_t)(data >> DATA_DSIZES_AT & DATA_DSIZES),
    };
    for (unsigned k = 0; k < RVT_FILTER_COMPS; k++) {
        uint32_t field = control >> (FILTER_COMP_AT + k * FILTER_COMP_BITS);
        filter->match_comp[k] = (field & 1) != 0;
        filter->comp[k] = (uint8_t)(field >> 1 & 7);
    }
}

void rvt_register_comp_setup(const uint32_t word[RVT_UNIT_WORDS], struct rvt_comparator *comparator)
{
    uint32_t control = word[RVT_TE_COMP_CONTROL / 4];

    *comparator = (struct rvt_comparator){
        .p_input = (enum rvt_comp_input)(control >> COMP_PINPUT_AT & COMP_INPUT),
        .s_input = (enum rvt_comp_input)(control >> COMP_SINPUT_AT & COMP_INPUT),
        .p_function = (enum rvt_comp_function)(control >> COMP_PFUNCTION_AT & COMP_FUNCTION),
        .s_function = (enum rvt_comp_function)(control >> COMP_SFUNCTION_AT & COMP_FUNCTION),
        .mode = (enum rvt_comp_mode)(control >> COMP_MODE_AT & COMP_MODE),
        .p_notify = (control & COMP_PNOTIFY) != 0,
        .s_notify = (control & COMP_SNOTIFY) != 0,
        .p_match = pair(word, RVT_TE_COMP_PMATCH_LOW),
        .s_match = pair(word, RVT_TE_COMP_SMATCH_LOW),
    };
}
