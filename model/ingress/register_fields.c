/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "ingress/register_fields.h"

#include "base/bits.h"

/* Three times in trTeFilter<i>Control: an enable bit, then three selection bits. */
enum {
    FILTER_COMP_AT = RVT_TE_FILTER_COMP1_AT - 1,
    FILTER_COMP_BITS = RVT_TE_FILTER_COMP2_AT - RVT_TE_FILTER_COMP1_AT,
};

/* True if the encoder has data trace, and with it dtype, dsize and daddr. */
static bool has_data(const struct rvt_config *config)
{
    return config->options.data_trace;
}

static uint32_t filter_control(const struct rvt_config *config, uint32_t value)
{
    const struct rvt_params *params = &config->params;
    uint32_t held = value & (RVT_TE_FILTER_ENABLE | RVT_TE_FILTER_MATCH_IMPDEF);

    if (params->filter_privilege_p)
        held |= value & RVT_TE_FILTER_MATCH_PRIVILEGE;
    if (params->filter_excint_p > 0)
        held |= value & (RVT_TE_FILTER_MATCH_ECAUSE | RVT_TE_FILTER_MATCH_INTERRUPT);
    if (has_data(config))
        held |= value & (RVT_TE_FILTER_MATCH_DTYPE | RVT_TE_FILTER_MATCH_DSIZE);
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
    uint32_t held =
        params->filter_privilege_p ? value & levels & RVT_TE_FILTER_MATCH_CHOICE_PRIVILEGE : 0;

    return params->filter_excint_p > 0 ? held | (value & RVT_TE_FILTER_MATCH_VALUE_INTERRUPT)
                                       : held;
}

/* A type or size of access can be selected if its field is wide enough. */
static uint32_t filter_data(const struct rvt_params *params, uint32_t value)
{
    uint32_t dtypes = (uint32_t)rvt_mask(1u << params->dtype_width_p);
    uint32_t dsizes = (uint32_t)rvt_mask(1u << params->dsize_width_p);

    return value &
           ((dtypes & RVT_TE_FILTER_MATCH_CHOICE_DTYPE) |
            (dsizes & RVT_TE_FILTER_MATCH_CHOICE_DSIZE_MAX) << RVT_TE_FILTER_MATCH_CHOICE_DSIZE_AT);
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
    const uint32_t plain = RVT_TE_COMP_PFUNCTION | RVT_TE_COMP_SFUNCTION | RVT_TE_COMP_MATCH_MODE |
                           RVT_TE_COMP_PNOTIFY | RVT_TE_COMP_SNOTIFY;

    switch (unit) {
    case RVT_TE_COMP_CONTROL:
        return (value & plain) |
               comp_input(config, value >> RVT_TE_COMP_PINPUT_AT & RVT_TE_COMP_PINPUT_MAX)
                   << RVT_TE_COMP_PINPUT_AT |
               comp_input(config, value >> RVT_TE_COMP_SINPUT_AT & RVT_TE_COMP_SINPUT_MAX)
                   << RVT_TE_COMP_SINPUT_AT;
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
        .enable = (control & RVT_TE_FILTER_ENABLE) != 0,
        .match_privilege = (control & RVT_TE_FILTER_MATCH_PRIVILEGE) != 0,
        .match_ecause = (control & RVT_TE_FILTER_MATCH_ECAUSE) != 0,
        .match_interrupt = (control & RVT_TE_FILTER_MATCH_INTERRUPT) != 0,
        .match_impdef = (control & RVT_TE_FILTER_MATCH_IMPDEF) != 0,
        .match_dtype = (control & RVT_TE_FILTER_MATCH_DTYPE) != 0,
        .match_dsize = (control & RVT_TE_FILTER_MATCH_DSIZE) != 0,
        .privileges = (uint8_t)(inst & RVT_TE_FILTER_MATCH_CHOICE_PRIVILEGE),
        .interrupt = (inst & RVT_TE_FILTER_MATCH_VALUE_INTERRUPT) != 0,
        .ecauses = pair(word, RVT_TE_FILTER_MATCH_ECAUSE_LOW),
        .impdef = word[RVT_TE_FILTER_MATCH_VALUE_IMPDEF / 4],
        .impdef_mask = word[RVT_TE_FILTER_MATCH_MASK_IMPDEF / 4],
        .dtypes = (uint16_t)(data & RVT_TE_FILTER_MATCH_CHOICE_DTYPE),
        .dsizes = (uint8_t)(data >> RVT_TE_FILTER_MATCH_CHOICE_DSIZE_AT &
                            RVT_TE_FILTER_MATCH_CHOICE_DSIZE_MAX),
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
        .p_input = (enum rvt_comp_input)(control >> RVT_TE_COMP_PINPUT_AT & RVT_TE_COMP_PINPUT_MAX),
        .s_input = (enum rvt_comp_input)(control >> RVT_TE_COMP_SINPUT_AT & RVT_TE_COMP_SINPUT_MAX),
        .p_function = (enum rvt_comp_function)(control >> RVT_TE_COMP_PFUNCTION_AT &
                                               RVT_TE_COMP_PFUNCTION_MAX),
        .s_function = (enum rvt_comp_function)(control >> RVT_TE_COMP_SFUNCTION_AT &
                                               RVT_TE_COMP_SFUNCTION_MAX),
        .mode =
            (enum rvt_comp_mode)(control >> RVT_TE_COMP_MATCH_MODE_AT & RVT_TE_COMP_MATCH_MODE_MAX),
        .p_notify = (control & RVT_TE_COMP_PNOTIFY) != 0,
        .s_notify = (control & RVT_TE_COMP_SNOTIFY) != 0,
        .p_match = pair(word, RVT_TE_COMP_PMATCH_LOW),
        .s_match = pair(word, RVT_TE_COMP_SMATCH_LOW),
    };
}
