/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/params.h"

/* The switches of the current text: AMB list, section 12. */
static struct rvt_switches current_switches(void)
{
    return (struct rvt_switches){
        .inst_mode_rb = 6,
        .bcount_min = 31,
        .bcount_max = UINT32_MAX,
        .ir_mispredict_pop = true,
        .jtc_update_on_f0s0 = true,
        .f0s1_irreport = true,
        .addr_shift = true,
        .updiscon_xret = true,
        .cci_latch = true,
        .dat_split_atomic_rsp = 7,
        .dat_diff_bits = 2,
    };
}

/* The chart that v2.0 to v2.0.3 were published with. ETR-ALG-070..077. */
static void adopt_old_chart(struct rvt_switches *switches)
{
    switches->chart = RVT_CHART_V200;
    switches->resync_cmp = RVT_RESYNC_CMP_LEGACY;
    switches->int_at_updiscon = RVT_INT_AT_UPDISCON_THADDR0;
    switches->first_trap = RVT_FIRST_TRAP_V203;
}

/* The official reference flow as published. AMB list, section 11. */
static void adopt_refflow(struct rvt_switches *switches)
{
    adopt_old_chart(switches);
    switches->ir_fill = RVT_IR_FILL_ONES;
    switches->thaddr0_addr = RVT_THADDR0_IADDR;
    switches->trap_dup_refflow = true;
    switches->final_repeat = true;
    switches->resync_count_support = true;
    switches->updiscon_xret = false;
    switches->cci_latch = false;
    switches->support_layout = RVT_SUPPORT_REFFLOW;
    switches->dat_operand = RVT_DAT_OPERAND_CHAINED;
    switches->dat_first = RVT_DAT_FIRST_ZERO;
    switches->dat_addr_base = RVT_DAT_ADDR_BASE_FIELD;
    switches->dat_code_01 = RVT_DAT_CODE_01_DIFF;
    switches->dat_atomic_codes = RVT_DAT_ATOMIC_CODES_REFFLOW;
}

/* The draft of April 2019: what it has no bits for, and the chart of its figure. */
static void adopt_draft(struct rvt_config *config)
{
    config->params.ctype_width_p = 2;
    config->switches.resync_cmp = RVT_RESYNC_CMP_LEGACY;
    config->switches.resync_point = RVT_RESYNC_POINT_ANY_ITEM;
    config->switches.support_layout = RVT_SUPPORT_DRAFT_0_026;
    config->switches.table_reset = RVT_TABLE_RESET_ANY_F3;
    config->switches.bcount_max = 0xffff;
    config->switches.tval_always = true; /* DRF-006 */
    config->switches.draft_swap_updiscon = true;
    config->switches.draft_sijump = true;
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
                   .impdef_width_p = 1,
                   .comparators_p = 1,
                   .filters_p = 1,
                   .ecause_choice_p = 5,
                   .filter_excint_p = 1,
                   .filter_context_p = true,
                   .filter_time_p = true,
                   .filter_privilege_p = true,
                   .filter_tval_p = true,
                   .nocontext_p = true,
                   .notime_p = true,
                   .daddress_width_p = 32,
                   .data_width_p = 32,
                   .dtype_width_p = 1,
                   .dsize_width_p = 3,
                   .dblock_width_p = 1,
                   .iaddr_lsbs_width_p = 1,
                   .lrid_width_p = 1,
                   .lresp_width_p = 1,
                   .ldata_width_p = 32,
                   .sdata_width_p = 32},
        .encap = {.type_data = 1},
        .transport = {.frame_id = 1,
                      .fsync_frames = 256,
                      .master = 1,
                      .protocol = 1,
                      .checksum = true,
                      .marked = true,
                      .stp_sync = 4096},
        .switches = current_switches(),
    };
    switch (profile) {
    case RVT_PROFILE_V2_0_4:
        break;
    case RVT_PROFILE_DRAFT_0_026:
        adopt_draft(config);
        break;
    case RVT_PROFILE_V2_0_3:
        adopt_old_chart(&config->switches);
        break;
    case RVT_PROFILE_V2_0_5_DRAFT:
        config->switches.ir_profile = RVT_IR_PROFILE_EXT_IRETS;
        config->switches.protocol_ver = RVT_PROTOCOL_VER_2_1;
        config->switches.support_layout = RVT_SUPPORT_EXT_V0_8;
        config->switches.dat_operand = RVT_DAT_OPERAND_SHARED;
        config->switches.mmacas_ext = true;
        break;
    case RVT_PROFILE_REFFLOW:
        adopt_refflow(&config->switches);
        break;
    }
}

unsigned rvt_time_bits(const struct rvt_params *params)
{
    return params->notime_p ? 0 : params->time_width_p;
}

unsigned rvt_context_bits(const struct rvt_params *params)
{
    return params->nocontext_p ? 0 : params->context_width_p;
}
