/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/config_check.h"
#include "ingress/registers.h"

#include <string.h>

#include "ingress/register_fields.h"

enum { SRC_BITS_MAX = 12 }; /* of trTeSrcBits */

/* Of trTeDataAddrCompress; XOR (1) has no code in te_data, AMB-179. */
enum { DATA_ADDR_FULL = 0, DATA_ADDR_DIFF = 2 };

/* Of trTsMode: time comes with the ingress. */
enum { TS_MODE_EXTERNAL = 1 };

/* The options that features ask for. */
static void set_options(struct rvt_options *options, uint32_t features)
{
    options->full_address = (features & RVT_TE_INST_NO_ADDR_DIFF) != 0;
    options->implicit_exception = (features & RVT_TE_INST_NO_TRAP_ADDR) != 0;
    options->sequentially_inferred_jumps = (features & RVT_TE_INST_EN_SEQUENTIAL_JUMP) != 0;
    options->implicit_return = (features & RVT_TE_INST_EN_IMPLICIT_RETURN) != 0;
    options->branch_prediction = (features & RVT_TE_INST_EN_BRANCH_PREDICTION) != 0;
    options->jump_target_cache = (features & RVT_TE_INST_EN_JUMP_TARGET_CACHE) != 0;
}

static uint32_t features_of(const struct rvt_options *options)
{
    uint32_t features = 0;

    features |= options->full_address ? RVT_TE_INST_NO_ADDR_DIFF : 0;
    features |= options->implicit_exception ? RVT_TE_INST_NO_TRAP_ADDR : 0;
    features |= options->sequentially_inferred_jumps ? RVT_TE_INST_EN_SEQUENTIAL_JUMP : 0;
    features |= options->implicit_return ? RVT_TE_INST_EN_IMPLICIT_RETURN : 0;
    features |= options->branch_prediction ? RVT_TE_INST_EN_BRANCH_PREDICTION : 0;
    features |= options->jump_target_cache ? RVT_TE_INST_EN_JUMP_TARGET_CACHE : 0;
    return features;
}

/* The modes of the encoder: those that a configuration may enable. ETR-MODE-064. */
static uint32_t implemented_features(const struct rvt_config *built)
{
    struct rvt_config trial = *built;
    uint32_t mask = 0;

    for (uint32_t bit = RVT_TE_INST_NO_ADDR_DIFF; bit <= RVT_TE_INST_EN_JUMP_TARGET_CACHE;
         bit <<= 1) {
        set_options(&trial.options, bit);
        if (rvt_config_check(&trial, NULL) == RVT_OK)
            mask |= bit;
    }
    return mask;
}

/* trTeActive is 0: every field that software can write has its reset value. */
static void release(struct rvt_registers *r)
{
    r->active = r->enable = r->inst_tracing = r->inst_trig_enable = false;
    r->stall_enable = r->inhibit_src = r->ts_enable = r->ts_external = false;
    r->stall_or_overflow = r->data_stall_or_overflow = r->data_drop = false;
    r->data_tracing = r->data_trig_enable = false;
    r->data_stall_enable = r->data_drop_enable = false;
    r->srcid = r->inst_filters = r->data_filters = 0;
    r->now.options.no_address = r->now.options.no_data = false;
    r->now.options.full_data_address = true;
    memset(r->filter, 0, sizeof(r->filter));
    memset(r->comparator, 0, sizeof(r->comparator));
    set_options(&r->now.options, 0);
    r->now.resync = (struct rvt_resync_config){.mode = RVT_RESYNC_OFF};
}

void rvt_registers_reset(struct rvt_registers *registers, const struct rvt_config *config)
{
    memset(registers, 0, sizeof(*registers));
    registers->built = *config;
    if (config->registers.count > 0)
        registers->built.encap = config->registers.encap;
    registers->now = *config;
    registers->features_mask = implemented_features(config);
    release(registers);
}

void rvt_registers_init(struct rvt_registers *registers, const struct rvt_config *config)
{
    const struct rvt_register_writes *writes = &config->registers;

    rvt_registers_reset(registers, config);
    registers->active = true;
    registers->now.options = config->options;
    registers->now.resync = config->resync;
    registers->data_tracing = config->options.data_trace;
    registers->srcid = (uint16_t)registers->built.encap.srcid;
    registers->ts_enable = registers->ts_external = registers->built.encap.timestamp_bytes > 0;
    for (unsigned i = 0; i < writes->count; i++) {
        uint32_t keep = writes->write[i].offset == RVT_TE_CONTROL ? RVT_TE_ENABLE : 0;
        rvt_registers_write(registers, writes->write[i].offset, writes->write[i].value & ~keep);
    }
}

/* trTeInstSyncMax of a configuration; the older scheme permits more than 4 bits. */
static uint32_t shown_sync_max(const struct rvt_registers *r)
{
    unsigned max = r->now.resync.max;
    return max < RVT_TE_INST_SYNC_MAX_MAX ? max : RVT_TE_INST_SYNC_MAX_MAX;
}

static void write_control(struct rvt_registers *r, uint32_t value)
{
    uint32_t max = value >> RVT_TE_INST_SYNC_MAX_AT & RVT_TE_INST_SYNC_MAX_MAX;
    bool enable = (value & RVT_TE_ENABLE) != 0;

    if ((value & RVT_TE_ACTIVE) == 0) {
        release(r);
        return;
    }
    if ((enable && !r->enable) || (value & RVT_TE_INST_STALL_OR_OVERFLOW) != 0)
        r->stall_or_overflow = false;
    if (enable && !r->enable)
        r->data_stall_or_overflow = r->data_drop = false;
    r->active = true;
    r->enable = enable;
    r->inst_tracing = (value & RVT_TE_INST_TRACING) != 0;
    r->inst_trig_enable = (value & RVT_TE_INST_TRIG_ENABLE) != 0;
    r->stall_enable = (value & RVT_TE_INST_STALL_ENA) != 0;
    r->inhibit_src = (value & RVT_TE_INHIBIT_SRC) != 0;
    r->now.resync.mode =
        (enum rvt_resync_mode)(value >> RVT_TE_INST_SYNC_MODE_AT & RVT_TE_INST_SYNC_MODE_MAX);
    if (max != shown_sync_max(r))
        r->now.resync.max = max;
}

static uint32_t read_control(const struct rvt_registers *r)
{
    uint32_t value = r->built.switches.inst_mode_rb << RVT_TE_INST_MODE_AT;

    value |= r->active ? RVT_TE_ACTIVE : 0;
    value |= r->enable ? RVT_TE_ENABLE : 0;
    value |= r->inst_tracing ? RVT_TE_INST_TRACING : 0;
    value |= r->busy ? 0 : RVT_TE_EMPTY;
    if (r->built.spec_profile == RVT_PROFILE_V2_0_5_DRAFT && !r->built.params.nocontext_p)
        value |= RVT_TE_CONTEXT;
    value |= r->inst_trig_enable ? RVT_TE_INST_TRIG_ENABLE : 0;
    value |= r->stall_or_overflow ? RVT_TE_INST_STALL_OR_OVERFLOW : 0;
    value |= r->stall_enable ? RVT_TE_INST_STALL_ENA : 0;
    value |= r->inhibit_src ? RVT_TE_INHIBIT_SRC : 0;
    value |= (uint32_t)r->now.resync.mode << RVT_TE_INST_SYNC_MODE_AT;
    return value | shown_sync_max(r) << RVT_TE_INST_SYNC_MAX_AT;
}

static uint32_t read_impl(const struct rvt_registers *r)
{
    bool extended = r->built.switches.protocol_ver == RVT_PROTOCOL_VER_2_1;

    return RVT_TE_IMPL_RESET |
           (extended ? 2u << RVT_TE_PROTOCOL_MAJOR_AT | 1u << RVT_TE_PROTOCOL_MINOR_AT : 0u);
}

/* trTeInstImplicitReturnMode: hardwired to 0 up to v2.0.4, then what the encoder has. */
static uint32_t return_mode(const struct rvt_registers *r)
{
    const struct rvt_params *params = &r->built.params;

    if (r->built.spec_profile != RVT_PROFILE_V2_0_5_DRAFT ||
        (r->features_mask & RVT_TE_INST_EN_IMPLICIT_RETURN) == 0)
        return 0;
    if (params->return_stack_size_p == 0)
        return 1;
    return r->built.switches.ir_partial_bits > 0 ? 2 : 3;
}

static uint32_t source_mask(const struct rvt_registers *r)
{
    return (uint32_t)(UINT64_C(1) << r->built.encap.srcid_bits) - 1;
}

static void write_features(struct rvt_registers *r, uint32_t value)
{
    uint32_t id = value >> RVT_TE_SRC_ID_AT & RVT_TE_SRC_ID_MAX & source_mask(r);

    set_options(&r->now.options, value & r->features_mask);
    r->srcid = (uint16_t)((r->srcid & ~(uint32_t)RVT_TE_SRC_ID_MAX) | id);
}

static uint32_t read_features(const struct rvt_registers *r)
{
    unsigned bits = r->built.encap.srcid_bits;

    return features_of(&r->now.options) | return_mode(r) << RVT_TE_INST_IMPLICIT_RETURN_MODE_AT |
           (uint32_t)(r->srcid & RVT_TE_SRC_ID_MAX) << RVT_TE_SRC_ID_AT |
           (bits < SRC_BITS_MAX ? bits : SRC_BITS_MAX) << RVT_TE_SRC_BITS_AT;
}

static void write_data_control(struct rvt_registers *r, uint32_t value)
{
    struct rvt_options *options = &r->now.options;

    r->data_tracing = (value & RVT_TE_DATA_TRACING) != 0;
    r->data_trig_enable = (value & RVT_TE_DATA_TRIG_ENABLE) != 0;
    r->data_stall_enable = (value & RVT_TE_DATA_STALL_ENA) != 0;
    r->data_drop_enable = (value & RVT_TE_DATA_DROP_ENA) != 0;
    r->data_stall_or_overflow =
        r->data_stall_or_overflow && (value & RVT_TE_DATA_STALL_OR_OVERFLOW) == 0;
    r->data_drop = r->data_drop && (value & RVT_TE_DATA_DROP) == 0;
    options->no_data = (value & RVT_TE_DATA_NO_VALUE) != 0;
    options->no_address = (value & RVT_TE_DATA_NO_ADDR) != 0 && !options->no_data;
    options->full_data_address =
        (value >> RVT_TE_DATA_ADDR_COMPRESS_AT & RVT_TE_DATA_ADDR_COMPRESS_MAX) == DATA_ADDR_FULL;
}

static uint32_t read_data_control(const struct rvt_registers *r)
{
    const struct rvt_options *options = &r->now.options;
    uint32_t compress = options->full_data_address ? DATA_ADDR_FULL : DATA_ADDR_DIFF;
    uint32_t value = RVT_TE_DATA_IMPLEMENTED;

    value |= r->data_tracing ? RVT_TE_DATA_TRACING : 0;
    value |= r->data_trig_enable ? RVT_TE_DATA_TRIG_ENABLE : 0;
    value |= r->data_stall_or_overflow ? RVT_TE_DATA_STALL_OR_OVERFLOW : 0;
    value |= r->data_stall_enable ? RVT_TE_DATA_STALL_ENA : 0;
    value |= r->data_drop ? RVT_TE_DATA_DROP : 0;
    value |= r->data_drop_enable ? RVT_TE_DATA_DROP_ENA : 0;
    value |= options->no_data ? RVT_TE_DATA_NO_VALUE : 0;
    value |= options->no_address ? RVT_TE_DATA_NO_ADDR : 0;
    return value | compress << RVT_TE_DATA_ADDR_COMPRESS_AT;
}

/* Without timestamps nothing reads these. */
static void write_timestamp(struct rvt_registers *r, uint32_t value)
{
    r->ts_external = (value >> RVT_TS_MODE_AT & RVT_TS_MODE_MAX) == TS_MODE_EXTERNAL;
    r->ts_enable = (value & RVT_TS_ENABLE) != 0;
}

static uint32_t read_timestamp(const struct rvt_registers *r)
{
    unsigned bits = 8 * r->built.encap.timestamp_bytes;

    if (bits == 0)
        return 0;
    return (r->active ? RVT_TS_ACTIVE : 0) |
           (r->ts_external ? TS_MODE_EXTERNAL << RVT_TS_MODE_AT : 0u) |
           (r->ts_enable ? RVT_TS_ENABLE : 0) |
           (bits < RVT_TS_WIDTH_MAX ? bits : RVT_TS_WIDTH_MAX) << RVT_TS_WIDTH_AT;
}

static bool is_filter(const struct rvt_registers *r, uint32_t offset)
{
    return offset >= RVT_TE_FILTER &&
           offset < RVT_TE_FILTER + RVT_TE_UNIT * r->built.params.filters_p;
}

static bool is_comparator(const struct rvt_registers *r, uint32_t offset)
{
    return offset >= RVT_TE_COMP &&
           offset < RVT_TE_COMP + RVT_TE_UNIT * r->built.params.comparators_p;
}

void rvt_registers_write(struct rvt_registers *registers, uint32_t offset, uint32_t value)
{
    uint32_t filters = (UINT32_C(1) << registers->built.params.filters_p) - 1;
    uint32_t unit = offset % RVT_TE_UNIT, word = unit / 4;

    if (offset == RVT_TE_CONTROL)
        write_control(registers, value);
    else if (!registers->active || offset % 4 != 0)
        return;
    else if (offset == RVT_TE_INST_FEATURES)
        write_features(registers, value);
    else if (offset == RVT_TE_INST_FILTERS)
        registers->inst_filters = (uint16_t)(value & filters);
    else if (offset == RVT_TE_DATA_CONTROL && registers->built.options.data_trace)
        write_data_control(registers, value);
    else if (offset == RVT_TE_DATA_FILTERS && registers->built.options.data_trace)
        registers->data_filters = (uint16_t)(value & filters);
    else if (offset == RVT_TS_CONTROL)
        write_timestamp(registers, value);
    else if (is_filter(registers, offset))
        registers->filter[(offset - RVT_TE_FILTER) / RVT_TE_UNIT][word] =
            rvt_register_filter_field(&registers->built, unit, value);
    else if (is_comparator(registers, offset))
        registers->comparator[(offset - RVT_TE_COMP) / RVT_TE_UNIT][word] =
            rvt_register_comp_field(&registers->built, unit, value);
}

uint32_t rvt_registers_read(const struct rvt_registers *registers, uint32_t offset)
{
    uint32_t word = offset % RVT_TE_UNIT / 4;

    if (offset % 4 != 0)
        return 0;
    if (is_filter(registers, offset))
        return registers->filter[(offset - RVT_TE_FILTER) / RVT_TE_UNIT][word];
    if (is_comparator(registers, offset))
        return registers->comparator[(offset - RVT_TE_COMP) / RVT_TE_UNIT][word];
    switch (offset) {
    case RVT_TE_CONTROL:
        return read_control(registers);
    case RVT_TE_IMPL:
        return read_impl(registers);
    case RVT_TE_INST_FEATURES:
        return read_features(registers);
    case RVT_TE_INST_FILTERS:
        return registers->inst_filters;
    case RVT_TE_DATA_CONTROL:
        return registers->built.options.data_trace ? read_data_control(registers) : 0;
    case RVT_TE_DATA_FILTERS:
        return registers->data_filters;
    case RVT_TS_CONTROL:
        return read_timestamp(registers);
    case RVT_TS_COUNTER_LOW:
        return (uint32_t)registers->timestamp;
    case RVT_TS_COUNTER_HIGH:
        return (uint32_t)(registers->timestamp >> 32);
    default: /* not there */
        return 0;
    }
}

void rvt_registers_set_tracing(struct rvt_registers *registers, bool inst, bool data)
{
    registers->inst_tracing = registers->active && inst;
    registers->data_tracing = registers->active && data && registers->built.options.data_trace;
}

void rvt_registers_set_overflow(struct rvt_registers *registers)
{
    registers->stall_or_overflow = registers->active;
}

void rvt_registers_set_data_flags(struct rvt_registers *registers, bool overflow, bool drop)
{
    registers->data_stall_or_overflow |= registers->active && overflow;
    registers->data_drop |= registers->active && drop;
}

struct rvt_control rvt_registers_control(const struct rvt_registers *registers)
{
    return (struct rvt_control){
        .enable = registers->active && registers->enable,
        .inst_tracing = registers->inst_tracing,
        .inst_trig_enable = registers->inst_trig_enable,
        .data_tracing = registers->data_tracing,
        .data_trig_enable = registers->data_trig_enable,
    };
}

struct rvt_encap_config rvt_registers_encap(const struct rvt_registers *registers)
{
    struct rvt_encap_config encap = registers->built.encap;

    encap.srcid = registers->srcid;
    if (registers->inhibit_src)
        encap.srcid_bits = encap.srcid = 0;
    if (!registers->ts_enable || !registers->ts_external)
        encap.timestamp_bytes = 0;
    return encap;
}

void rvt_registers_config(const struct rvt_registers *registers, struct rvt_config *config)
{
    config->options = registers->now.options;
    config->resync = registers->now.resync;
    config->encap = rvt_registers_encap(registers);
}

void rvt_registers_filters(const struct rvt_registers *registers, struct rvt_filter_setup *setup)
{
    *setup =
        (struct rvt_filter_setup){.inst = registers->inst_filters, .data = registers->data_filters};
    for (unsigned i = 0; i < RVT_FILTERS_MAX; i++)
        rvt_register_filter_setup(registers->filter[i], &setup->filter[i]);
    for (unsigned j = 0; j < RVT_COMPARATORS_MAX; j++)
        rvt_register_comp_setup(registers->comparator[j], &setup->comparator[j]);
}
