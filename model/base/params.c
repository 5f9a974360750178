/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/params.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static_assert(sizeof(enum rvt_chart) == sizeof(unsigned), "enum values are read as unsigned");

static const char *const chart_values[] = {"v204", "v200", NULL};
static const char *const compress_values[] = {"whole", "addr_only", "none", NULL};
static const char *const encap_compress_values[] = {"joint", "separate", NULL};
static const char *const resync_cmp_values[] = {"fsm", "legacy", NULL};
static const char *const resync_point_values[] = {"block_end", "any_item", NULL};
static const char *const resync_mode_values[] = {"off", "packets", "cycles", "halfwords", NULL};
static const char *const thaddr0_addr_values[] = {"epc_or_zero", "iaddr", NULL};
static const char *const int_at_updiscon_values[] = {"defer", "thaddr0", NULL};
static const char *const first_trap_values[] = {"v204", "v203", NULL};
static const char *const ir_fill_values[] = {"replicate", "ones", NULL};
static const char *const jalr_x0_values[] = {"inferable_absolute", "uninferable", NULL};
static const char *const addr_extend_values[] = {"zero", "sign", NULL};
static const char *const support_layout_values[] = {"refflow", "ext_v0_8", "rv_tracer", NULL};

#define NUMBER(section, group, key, low, high, clause)                                             \
    {                                                                                              \
        section, #key, RVT_KEY_UNSIGNED, offsetof(struct rvt_config, group.key), low, high, NULL,  \
            clause                                                                                 \
    }
#define FLAG(section, group, key, clause)                                                          \
    {                                                                                              \
        section, #key, RVT_KEY_BOOL, offsetof(struct rvt_config, group.key), 0, 1, NULL, clause    \
    }
#define CHOICE(section, group, key, clause)                                                        \
    {                                                                                              \
        section, #key, RVT_KEY_ENUM, offsetof(struct rvt_config, group.key), 0,                    \
            sizeof key##_values / sizeof key##_values[0] - 2, key##_values, clause                 \
    }

/* The one place that names every value; ranges that do not depend on another value stand here. */
static const struct rvt_key keys[] = {
    NUMBER("parameters", params, iaddress_width_p, 8, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, iaddress_lsb_p, 0, 2, "ETR-DISC-001"),
    NUMBER("parameters", params, itype_width_p, 3, 4, "ETR-DISC-002"),
    NUMBER("parameters", params, ecause_width_p, 1, 16, "ETR-DISC-001"),
    NUMBER("parameters", params, privilege_width_p, 1, 3, "ETR-DISC-001"),
    NUMBER("parameters", params, context_width_p, 1, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, time_width_p, 1, 64, "ETR-DISC-001"),
    NUMBER("parameters", params, ctype_width_p, 1, 2, "ETR-DISC-002"),
    NUMBER("parameters", params, iretire_width_p, 1, 16, "ETR-DISC-002"),
    NUMBER("parameters", params, ilastsize_width_p, 1, 2, "ETR-DISC-002"),
    NUMBER("parameters", params, return_stack_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, call_counter_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, bpred_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, cache_size_p, 0, 15, "ETR-DISC-004"),
    NUMBER("parameters", params, f0s_width_p, 0, 2, "ETR-DISC-001"),
    NUMBER("parameters", params, blocks_p, 1, RVT_BLOCKS_MAX, "ETR-ING-008"),
    NUMBER("parameters", params, retires_p, 1, 255, "ETR-ING-002"),
    FLAG("parameters", params, nocontext_p, "ETR-DISC-001"),
    FLAG("parameters", params, notime_p, "ETR-DISC-001"),
    FLAG("parameters", params, sijump_p, "ETR-DISC-001"),
    FLAG("options", options, implicit_return, "ETR-MODE-064"),
    FLAG("options", options, implicit_exception, "ETR-MODE-062"),
    FLAG("options", options, full_address, "ETR-MODE-063"),
    FLAG("options", options, jump_target_cache, "ETR-MODE-064"),
    FLAG("options", options, branch_prediction, "ETR-MODE-064"),
    FLAG("options", options, sequentially_inferred_jumps, "ETR-MODE-060"),
    {"resync", "mode", RVT_KEY_ENUM, offsetof(struct rvt_config, resync.mode), 0, 3,
     resync_mode_values, "ETR-RSY-001"},
    NUMBER("resync", resync, max, 0, 60, "ETR-RSY-001"),
    NUMBER("encapsulation", encap, srcid_bits, 0, 16, "ENC-001"),
    NUMBER("encapsulation", encap, srcid, 0, 65535, "ENC-015"),
    NUMBER("encapsulation", encap, type_bits, 0, 8, "ENC-007"),
    NUMBER("encapsulation", encap, type_inst, 0, 255, "ENC-007"),
    NUMBER("encapsulation", encap, flow, 0, 3, "ENC-002"),
    NUMBER("encapsulation", encap, timestamp_bytes, 0, 8, "ENC-005"),
    CHOICE("switches", switches, chart, "AMB-001"),
    CHOICE("switches", switches, compress, "ETR-CMP-002"),
    CHOICE("switches", switches, encap_compress, "ENC-020"),
    CHOICE("switches", switches, resync_cmp, "AMB-101"),
    CHOICE("switches", switches, resync_point, "AMB-104"),
    CHOICE("switches", switches, thaddr0_addr, "AMB-041"),
    CHOICE("switches", switches, int_at_updiscon, "AMB-042"),
    CHOICE("switches", switches, first_trap, "AMB-044"),
    CHOICE("switches", switches, ir_fill, "AMB-019"),
    CHOICE("switches", switches, jalr_x0, "AMB-032"),
    CHOICE("switches", switches, addr_extend, "ETR-CMP-010"),
    CHOICE("switches", switches, support_layout, "AMB-122"),
    FLAG("switches", switches, updiscon_xret, "AMB-030"),
    FLAG("switches", switches, trap_dup_refflow, "AMB-043"),
    FLAG("switches", switches, final_repeat, "AMB-131"),
    FLAG("switches", switches, resync_count_support, "AMB-100"),
    FLAG("switches", switches, cci_latch, "AMB-107"),
    {NULL, NULL, RVT_KEY_UNSIGNED, 0, 0, 0, NULL, NULL},
};

const struct rvt_key *rvt_config_keys(void)
{
    return keys;
}

unsigned rvt_config_get(const struct rvt_config *config, const struct rvt_key *key)
{
    const unsigned char *member = (const unsigned char *)config + key->offset;
    unsigned number;
    bool flag;

    if (key->kind == RVT_KEY_BOOL) {
        memcpy(&flag, member, sizeof flag);
        return flag;
    }
    memcpy(&number, member, sizeof number);
    return number;
}

void rvt_config_set(struct rvt_config *config, const struct rvt_key *key, unsigned value)
{
    unsigned char *member = (unsigned char *)config + key->offset;
    bool flag = value != 0;

    if (key->kind == RVT_KEY_BOOL)
        memcpy(member, &flag, sizeof flag);
    else
        memcpy(member, &value, sizeof value);
}

void rvt_config_defaults(struct rvt_config *config, enum rvt_spec_profile profile)
{
    *config = (struct rvt_config){
        .spec_profile = profile,
        .params = {.iaddress_width_p = 32,
                   .iaddress_lsb_p = 1,
                   .itype_width_p = 4,
                   .ecause_width_p = 4,
                   .privilege_width_p = 2,
                   .context_width_p = 1,
                   .time_width_p = 1,
                   .ctype_width_p = 1,
                   .iretire_width_p = 2,
                   .ilastsize_width_p = 1,
                   .blocks_p = 1,
                   .retires_p = 1,
                   .nocontext_p = true,
                   .notime_p = true},
        .switches = {.updiscon_xret = true, .cci_latch = true},
    };
    if (profile == RVT_PROFILE_REFFLOW) {
        config->switches = (struct rvt_switches){
            .chart = RVT_CHART_V200,
            .resync_cmp = RVT_RESYNC_CMP_LEGACY,
            .ir_fill = RVT_IR_FILL_ONES,
            .thaddr0_addr = RVT_THADDR0_IADDR,
            .int_at_updiscon = RVT_INT_AT_UPDISCON_THADDR0,
            .first_trap = RVT_FIRST_TRAP_V203,
            .trap_dup_refflow = true,
            .final_repeat = true,
            .resync_count_support = true,
        };
    }
}

unsigned rvt_address_bits(const struct rvt_params *params)
{
    return params->iaddress_width_p - params->iaddress_lsb_p;
}

unsigned rvt_time_bits(const struct rvt_params *params)
{
    return params->notime_p ? 0 : params->time_width_p;
}

unsigned rvt_context_bits(const struct rvt_params *params)
{
    return params->nocontext_p ? 0 : params->context_width_p;
}

unsigned rvt_irdepth_bits(const struct rvt_params *params)
{
    unsigned stack = params->return_stack_size_p;

    return stack + (stack > 0 ? 1 : 0) + params->call_counter_size_p;
}
